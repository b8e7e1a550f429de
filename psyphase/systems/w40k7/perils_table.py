"""Shapes of the perils table (w40k7 P13) and of what it gives: values only, no procedures."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct

from psyphase.engine.dice import Dice
from psyphase.tables.names import Id, Line, Name

Perils: TypeAlias = Literal["two-sixes", "any-double", "never"]
"""What brings perils."""
Needs: TypeAlias = Literal["model", "psyker", "nobody"]
"""What must be left for an outcome to matter: the model that was struck, any psyker of its unit, or nobody of it."""


class Wound(Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="wound"):
    """Wounds or glancing hits without any save."""

    needs: ClassVar[Needs] = "model"
    amount: Annotated[int, Meta(ge=1, le=10)]


class Slain(Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="slain"):
    """The psyker is removed as a casualty."""

    needs: ClassVar[Needs] = "model"


class Hits(Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="hits"):
    """Hits on the psyker's unit."""

    dice: Literal["d3", "d6"]
    strength: Annotated[int, Meta(ge=1, le=10)]
    ap: Annotated[int, Meta(ge=1, le=6)]


class LosePower(Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="lose-power"):
    """A random power is lost for the rest of the battle."""

    needs: ClassVar[Needs] = "psyker"


class Drain(Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="drain"):
    """Both players lose warp charge."""

    dice: Literal["d3", "d6"]


class Gain(Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="gain"):
    """The psyker gains a boon."""

    needs: ClassVar[Needs] = "model"
    rule: Id


PlainEffect: TypeAlias = Wound | Slain | Hits | LosePower | Drain | Gain


class HitsTaken(Struct, frozen=True, tag_field="effect", tag="hits"):
    """So many hits on the psyker's unit."""

    needs: ClassVar[Needs] = "nobody"
    hits: int
    strength: int
    ap: int


class Drained(Struct, frozen=True, tag_field="effect", tag="drain"):
    """So many warp charges lost by both players."""

    needs: ClassVar[Needs] = "nobody"
    charges: int


Outcome: TypeAlias = Wound | Slain | HitsTaken | LosePower | Drained | Gain
"""What an effect came to once its dice were rolled."""


class LeadershipTest(Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="leadership-test"):
    """A test on 2D6, and what follows from either result."""

    passed: tuple[PlainEffect, ...]
    failed: tuple[PlainEffect, ...]


def thrown(notation: Literal["d3", "d6"]) -> Dice:
    """The die of an effect."""
    return Dice(1, int(notation.removeprefix("d")))


class PerilsRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the perils table (P13)."""

    id: Id
    faces: Annotated[tuple[int, ...], Meta(min_length=1, max_length=2)]
    name: Name
    effects: tuple[PlainEffect | LeadershipTest, ...]
    source: Line
