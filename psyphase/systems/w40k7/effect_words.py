"""What every effect says of itself (w40k7 U1, U2): whose units, how far, when, how often. Values only; its kind is in `vocabulary`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

from psyphase.systems.w40k7.tags import Tag
from psyphase.tables.names import Id, SlashId

Whose: TypeAlias = Literal[
    "self", "unit", "friends", "enemies", "all", "army", "table", "target", "caster", "attacker"
]  # fmt: skip
"""On whom it acts: `unit` with all that joined it, `all` both sides, `caster` of a power just denied, `attacker` who targets the bearer."""
RangeIn: TypeAlias = Annotated[int, Meta(ge=1, le=72)] | Literal["combat", "table", "3D6"]
When: TypeAlias = Literal[
    "always", "at-generation", "turn-start", "phase-start", "phase-end", "on-attempt", "on-targeted", "on-passed", "on-failed",
    "on-double", "on-denied", "on-resolve", "on-perils", "on-wound", "on-hit", "on-gain", "on-death", "on-casualties",
    "on-entering", "while-manifesting", "until-next-phase",
]  # fmt: skip
Limit: TypeAlias = Literal["first-a-phase", "once-a-phase", "once-a-turn", "once-a-game-turn", "once-a-game"]
Outcome: TypeAlias = Literal["won", "won-by-3", "wounded"]
"""How a power goes once it is manifested: its contest is drawn or won, won by 3 or more, or it takes a wound."""
Amount: TypeAlias = int | Annotated[str, Meta(pattern="^-?[2-9]?D[36]$", examples=["2D6"])]
"""A number, or dice: `D3`, `-D6`, `2D6`."""
DieFace: TypeAlias = Annotated[int, Meta(ge=2, le=6)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Level: TypeAlias = Annotated[int, Meta(ge=0, le=10)]


def exactly_one(effect: Struct, *names: str) -> None:
    """Of some values an effect has one. Raises ValueError."""
    if sum(getattr(effect, name) not in (UNSET, False, ()) for name in names) != 1:
        raise ValueError(f"expected exactly one of {', '.join(names)}")


class ByModels(Struct, frozen=True, forbid_unknown_fields=True):
    """What so many models, or more, come to."""

    models: Annotated[int, Meta(ge=1, le=200)]
    value: Level


class Effect(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """What all effects have (U1, U2).

    `scope`: whether it is on a whole unit, on one psyker of it or on one model. `if`: only if the power goes so. `types`,
    `disciplines`, `powers`: for which powers it counts, `tags`: for units with one of them; any where none are named.
    """

    whose: Whose
    range_in: RangeIn | UnsetType = UNSET
    when: When
    limit: Limit | UnsetType = UNSET
    scope: Literal["unit", "psyker", "model"] = "unit"
    outcome: Outcome | UnsetType = field(default=UNSET, name="if")
    types: tuple[Id, ...] = ()
    disciplines: tuple[Id, ...] = ()
    powers: tuple[SlashId, ...] = ()
    tags: tuple[Tag, ...] = ()
