"""Shapes of a squad file (onlywar S1-S4): values only, no procedures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from psyphase.systems.onlywar.model import Percent
from psyphase.tables.names import Id

Magnitude: TypeAlias = Annotated[int, Meta(ge=1, le=100)]


class Characteristics(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A profile. A commander needs perception, willpower and fellowship too."""

    ws: Percent
    bs: Percent
    t: Percent
    ag: Percent
    s: Percent | None = None
    int: Percent | None = None
    per: Percent | None = None
    wp: Percent | None = None
    fel: Percent | None = None


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """Armour points by part of the body."""

    head: Annotated[int, Meta(ge=0, le=30)]
    arms: Annotated[int, Meta(ge=0, le=30)]
    body: Annotated[int, Meta(ge=0, le=30)]
    legs: Annotated[int, Meta(ge=0, le=30)]


class Weapon(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon's line: range in metres (none: melee), damage dice with their type, penetration, qualities (`blast-3`)."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    damage: Annotated[str, Meta(pattern=r"^[0-9]*d[0-9]+([+-][0-9]+)?( [EIRX])?$", examples=["d10+3 I"], max_length=20)]
    penetration: Annotated[int, Meta(ge=0, le=30)] = 0
    range: Annotated[int, Meta(ge=1, le=2000)] | None = None
    qualities: tuple[Id, ...] = ()


Name80: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Value: TypeAlias = Annotated[int, Meta(ge=-30, le=150)]
Metres: TypeAlias = Annotated[int, Meta(ge=0, le=500)]
Movement: TypeAlias = tuple[Metres, Metres, Metres, Metres]
"""Half move, full move, charge and run, in metres; else they follow from agility."""


class Commander(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who leads the squad (S1). `skills`: full values to test against. `unnatural_toughness`: added to the toughness bonus."""

    name: Name80
    category: Literal["elite", "leader", "master"]
    characteristics: Characteristics
    wounds: Annotated[int, Meta(ge=1, le=200)]
    skills: Mapping[Id, Value] = {}
    armour: Annotated[int, Meta(ge=0, le=30)] | Armour = 0
    unnatural_toughness: Annotated[int, Meta(ge=0, le=10)] = 0
    weapons: tuple[Weapon, ...] = ()
    movement: Movement | None = None
    traits: tuple[Id, ...] = ()


class Subordinates(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The subordinates, who share a profile and equipment (S3). `magnitude`: how many, weapon specialists among them.

    `ranged`, `melee`: the squad's main weapons.
    """

    name: Name80
    category: Literal["minion", "troop"]
    magnitude: Magnitude
    characteristics: Characteristics
    skills: Mapping[Id, Value] = {}
    armour: Annotated[int, Meta(ge=0, le=30)] | Armour = 0
    unnatural_toughness: Annotated[int, Meta(ge=0, le=10)] = 0
    ranged: Weapon | None = None
    melee: Weapon | None = None
    movement: Movement | None = None
    traits: tuple[Id, ...] = ()


class Specialist(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon specialist (S4): one of the subordinates with a weapon of his own."""

    name: Name80
    weapon: Weapon


class Roster(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A squad file (S1). `commands`: the special commands it knows (O6)."""

    system: Literal["onlywar"]
    name: Name80
    faction: Id
    commander: Commander
    subordinates: Subordinates
    specialists: Annotated[tuple[Specialist, ...], Meta(max_length=20)] = ()
    commands: tuple[Id, ...] = ()
