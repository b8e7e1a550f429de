"""Shapes of the Only War tables and of a squad file: values only, no procedures. Spec numbers: onlywar S, M, O, C."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from psyphase.engine.readings import Lookup
from psyphase.tables.names import Id, Line, Name, Words
from psyphase.tables.settings import Settings

Characteristic: TypeAlias = Literal["ws", "bs", "s", "t", "ag", "int", "per", "wp", "fel"]
Subtype: TypeAlias = Literal["movement", "attack", "shooting", "melee", "concentration"]
Part: TypeAlias = Literal["head", "arm", "body", "leg"]
Percent: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
Magnitude: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
PAIN = "power-from-pain"
GENERAL, VOLLEY, OVERWATCH = "general", "volley-fire", "overwatch"
RESERVED = ("end", "back", "correct", "happens", "round-over", "end-turn", "no-reaction")
"""Words of menus that stand beside squads and commands: no key of either is one of them."""


class CharacteristicName(Struct, frozen=True, forbid_unknown_fields=True):
    """A characteristic of a profile."""

    id: Characteristic
    name: Name
    source: Line


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    """A skill and the characteristic it is based on: who lacks it tests that characteristic, `untrained` lower."""

    id: Id
    name: Name
    characteristic: Characteristic
    untrained: Annotated[int, Meta(ge=-60, le=0)]
    source: Line


class Difficulty(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the difficulty ladder (C2)."""

    id: Id
    name: Name
    value: Annotated[int, Meta(ge=-60, le=60)]
    source: Line


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of the rules that belongs to no other entry."""

    id: Id
    name: Name
    value: Annotated[int, Meta(ge=-1000, le=1000)]
    source: Line


class Location(Struct, frozen=True, forbid_unknown_fields=True):
    """A hit location, by the reversed digits of the attack roll; 100 stands for 00."""

    id: Id
    part: Part
    faces: Annotated[tuple[Percent, ...], Meta(min_length=2, max_length=2)]
    name: Name
    source: Line


class MultipleHits(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the hits of one attack on one target go, by where the first went; the last repeats."""

    id: Part
    sequence: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=20)]
    source: Line


class ShockRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Shock table, from a total on."""

    id: Id
    from_total: Annotated[int, Meta(ge=1, le=1000)]
    effect: Words
    source: Line


class Quality(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon quality that the squad rules use. `number`: it is written with one (`blast-3`). `template`: it may be scattered from.

    `kills` more subordinates die where one does, or with Righteous Fury `fury` instead; `fury` none: as many as its number (S12).
    """

    id: Id
    name: Name
    number: bool
    template: bool
    kills: Annotated[int, Meta(ge=0, le=20)]
    fury: Annotated[int, Meta(ge=0, le=20)] | Literal["none"]
    effect: Words
    source: Line


class Category(Struct, frozen=True, forbid_unknown_fields=True):
    """A category of NPC (S1): of subordinates with the usual size of their squads (S2), or of commanders with how many
    special commands they have (O6).
    """

    id: Id
    name: Name
    role: Literal["subordinates", "commander"]
    commands: Annotated[int, Meta(ge=0, le=10)]
    sizes: tuple[int, int] | Literal["none"]
    source: Line


class Test(Struct, frozen=True, forbid_unknown_fields=True):
    """A test: whose profile (O7), on which characteristic or skill, how hard, and what each point of magnitude adds."""

    who: Literal["squad", "commander"]
    on: Id
    difficulty: Id
    per_magnitude: Annotated[int, Meta(ge=-20, le=20)]


class Hits(Struct, frozen=True, forbid_unknown_fields=True):
    """Hits by degrees of success: `first` for the first degree, and 1 for every `every` further ones; with `first` 0, 1 for
    every full `every`. `weapon`: which main weapon they are made with, and who may add to the cap.
    """

    first: Annotated[int, Meta(ge=0, le=1)]
    every: Annotated[int, Meta(ge=1, le=10)]
    weapon: Literal["ranged", "melee"]


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """What an effect changes while it lasts: tests of the squad or against it, armour, damage of a charge, fear it causes."""

    on: Literal[
        "ballistic-skill", "weapon-skill", "shot-at", "fought", "cover", "thick-cover", "charge-damage", "fear", "agility-skills"
    ]
    value: Annotated[int, Meta(ge=-60, le=60)]


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """A command (O1, O2). `when`: in the own turn, or as a reaction to what. `uses`: how often.

    `does` names the procedure. `kills`: own subordinates it costs first. `lasts`: to the start or the end of the squad's next turn,
    for rounds (as many as degrees of success, or as the procedure says), to the end of the scene. `grants`: weapon qualities
    gained while it lasts; `granted`: by the main ranged weapon, or by all attacks of the commands to attack.
    """

    id: Id
    name: Name
    action: Literal["half", "full", "reaction", "half-or-reaction"]
    subtypes: tuple[Subtype, ...]
    troops: bool
    uses: Literal["any", "scene"]
    when: Literal["turn", "shot-at", "template", "after-run", "any"]
    does: Literal[
        "move", "attack", "suppress", "watch", "scatter", "last", "learn", "run-faster", "two-volleys", "deceive", "restore", "terrify",
        "evade", "heal", "gift", "field",
    ]  # fmt: skip
    test: Test | Literal["none"]
    hits: Hits | Literal["none"]
    move: Literal["half", "full", "charge", "run", "none"]
    extra_move: Literal["1d10", "none"]
    kills: Annotated[int, Meta(ge=0, le=1)] | Literal["1d5", "up-to-5"]
    lasts: Literal["none", "next-turn-start", "next-turn-end", "rounds", "scene"]
    bonuses: tuple[Bonus, ...]
    grants: tuple[Id, ...]
    granted: Literal["main-ranged", "attacks", "none"]
    effect: Words
    source: Line


class Permanent(Struct, frozen=True, forbid_unknown_fields=True):
    """A faction's permanent ability (O6): the difficulty of its own test, and what each point of magnitude adds."""

    id: Id
    name: Name
    difficulty: Id | Literal["none"]
    per_magnitude: Annotated[int, Meta(ge=-20, le=20)]
    effect: Words
    source: Line


class Faction(Struct, frozen=True):
    """A side: its permanent ability, and its special commands by id; `general` has no ability. `sizes`: of its troop squads."""

    id: str
    name: Name
    sizes: tuple[int, int]
    permanent: Permanent | None
    commands: Mapping[str, Command]


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
    damage: Annotated[str, Meta(pattern=r"^[0-9]*d[0-9]+([+-][0-9]+)?( [EIRX])?$", max_length=20)]
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


class Rules(Struct, frozen=True):
    """The tables in use. `locations`: by the reversed attack roll; `shock`: from the lowest total up."""

    settings: Settings
    characteristics: Mapping[str, CharacteristicName] = {}
    skills: Mapping[str, Skill] = {}
    difficulties: Mapping[str, Difficulty] = {}
    figures: Mapping[str, Figure] = {}
    locations: Lookup[Location] = Lookup({})
    multiple_hits: Mapping[str, MultipleHits] = {}
    shock: tuple[ShockRow, ...] = ()
    qualities: Mapping[str, Quality] = {}
    categories: Mapping[str, Category] = {}
    factions: Mapping[str, Faction] = {}

    def figure(self, id: str) -> int:
        """A number of the rules."""
        return self.figures[id].value

    @property
    def commands(self) -> Mapping[str, Command]:
        """Every command by id."""
        return {id: command for faction in self.factions.values() for id, command in faction.commands.items()}
