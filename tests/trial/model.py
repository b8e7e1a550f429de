"""Shapes of the tables and of a roster, and the state of a duel: values only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Side
from psyphase.engine.readings import Lookup
from psyphase.systems.shared.sides import of_side, with_changed
from psyphase.tables.names import Id, Name, Words
from psyphase.tables.settings import Settings


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """A power: what it adds to the focus test, and the die of its damage."""

    id: Id
    name: Name
    modifier: Annotated[int, Meta(ge=-60, le=60)]
    damage: Literal["d5", "d10"]
    effect: Words


class Phenomenon(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the phenomena: what the psyker suffers."""

    id: Id
    faces: tuple[int, int]
    name: Name
    wounds: Annotated[int, Meta(ge=0, le=20)]


class Psyker(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A psyker of a roster."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    willpower: Annotated[int, Meta(ge=1, le=95)]
    powers: Annotated[tuple[Id, ...], Meta(min_length=1)]
    rating: Annotated[int, Meta(ge=0, le=5)] = 1
    wounds: Annotated[int, Meta(ge=1, le=20)] = 10


class Roster(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The psykers of one side."""

    system: Literal["veil"]
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    psykers: Annotated[tuple[Psyker, ...], Meta(min_length=1, max_length=20)]

    @property
    def units(self) -> tuple[Psyker, ...]:
        """The same, as all systems call them."""
        return self.psykers


class VeilSettings(Struct, frozen=True):
    """The settings in force."""

    push_bonus: int


class Rules(Struct, frozen=True):
    """The tables in use."""

    settings: VeilSettings
    powers: Mapping[str, Power]
    phenomena: Lookup[Phenomenon]
    declared: Settings


class Duellist(Struct, frozen=True):
    """A psyker in the duel."""

    id: str
    side: Side
    entry: Psyker
    wounds: int

    @property
    def name(self) -> str:
        """What its roster calls it."""
        return self.entry.name


class Duel(Struct, frozen=True):
    """Who stands, and whose turn it is."""

    active: Side
    armies: tuple[str, str]
    units: tuple[Duellist, ...]
    enemy_known: bool
    turn: int = 1

    def with_turn(self, active: Side, turn: int) -> Duel:
        """The duel in another turn."""
        return replace(self, active=active, turn=turn)

    def standing(self, side: Side) -> dict[str, Duellist]:
        """Those of a side who are not out."""
        return {unit.id: unit for unit in of_side(self.units, side) if unit.wounds}

    def hurt(self, unit: Duellist, wounds: int) -> Duel:
        """The duel after somebody was hurt."""
        return replace(self, units=with_changed(self.units, [replace(unit, wounds=max(0, unit.wounds - wounds))]))
