"""Shapes of a roster: values only, no procedures (hh3 A1, A9)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from psyphase.systems.hh3.model import Willpower
from psyphase.systems.hh3.traits import Trait
from psyphase.tables.names import Id


class Models(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Models of a unit that are alike; what is not said is as the unit has it."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    count: Annotated[int, Meta(ge=1, le=200)] = 1
    willpower: Willpower | None = None
    traits: tuple[Trait, ...] = ()
    disciplines: tuple[Id, ...] = ()


class Unit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit of a roster file: `models` tells how many, or lists those that differ (A9)."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    willpower: Willpower | None = None
    models: Annotated[int, Meta(ge=1, le=200)] | Annotated[tuple[Models, ...], Meta(min_length=1, max_length=50)] = 1
    traits: tuple[Trait, ...] = ()
    disciplines: tuple[Id, ...] = ()
    joins: str | None = None
    embarked: bool | Annotated[str, Meta(min_length=1, max_length=80)] = False
    reserve: bool = False

    @property
    def groups(self) -> tuple[Models, ...]:
        """Its models, group by group, each with all it has from the unit."""
        listed = (Models(self.name, self.models),) if isinstance(self.models, int) else self.models
        return tuple(
            Models(
                one.name,
                one.count,
                self.willpower if one.willpower is None else one.willpower,
                tuple(dict.fromkeys((*self.traits, *one.traits))),
                tuple(dict.fromkeys((*self.disciplines, *one.disciplines))),
            )
            for one in listed
        )


class Roster(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An army for one side. `traits`: what all its models have; `reactions`: points beyond the allotment."""

    system: Literal["hh3"]
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    traits: tuple[Trait, ...] = ()
    reactions: Annotated[int, Meta(ge=-10, le=10)] = 0
    units: Annotated[tuple[Unit, ...], Meta(min_length=1, max_length=200)]
