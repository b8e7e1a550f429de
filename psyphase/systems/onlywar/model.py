"""Shapes of the Only War tables: values only, no procedures. Spec numbers: onlywar S, M, O, C."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from psyphase.engine.readings import Lookup
from psyphase.tables.figures import Figure
from psyphase.tables.names import Id, Line, Name, Words
from psyphase.tables.settings import Settings

Characteristic: TypeAlias = Literal["ws", "bs", "s", "t", "ag", "int", "per", "wp", "fel"]
Subtype: TypeAlias = Literal["movement", "attack", "shooting", "melee", "concentration"]
Part: TypeAlias = Literal["head", "arm", "body", "leg"]
Percent: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
NamedSkill: TypeAlias = Literal["command", "intimidate", "dodge"]
NamedDifficulty: TypeAlias = Literal["routine", "hard"]
"""What rules outside the tables test, and how hard: the tables must have these."""
RESERVED = ("end", "back", "correct", "happens", "round-over", "end-turn", "no-reaction")
"""Words of menus that stand beside squads and commands: no key of either is one of them."""


class SettingsInForce(Struct, frozen=True):
    """The settings that the rules ask for, under their ids: what each means stands in `settings.yaml`."""

    degrees: Literal["margin", "tens"]
    modifier_cap: int
    automatic: bool
    kills_per: Literal["hit", "attack"]
    specialists_count: bool
    fury_pierces: bool
    blast_fury_least: int
    move_penalty: Literal["always", "on_success"]
    overwatch_once_per_round: bool
    others_shoot_twice: bool
    rejoice_difficulty: Literal["ordinary", "routine"]
    losses_by_sacrifice: bool
    hunting_craft_first: bool
    commander_loss: Literal["shatter", "shock"]
    fields_per: Literal["hit", "attack"]
    pinned_penalty: int


class Figures(Struct, frozen=True):
    """The numbers that the rules ask for: what each means stands in `figures.yaml`."""

    standard_attack: Figure
    pinning_by_suppression: int
    morale_by_losses: int
    fear_by_rating: int
    most_fear: int
    unpinned_in_cover: int
    shock_of_subordinates: int
    shock_by_degree: int
    most_victims: int
    gift_by_victim: int
    restored_by_pain: int
    most_protection: int
    field_damage_die: int
    badly_shaken: int
    shaken_penalty: int
    badly_shaken_penalty: int
    badly_shaken_damage: int


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
    `does`: it doubles the hits (facts 4.15), or strikes without a test.
    """

    id: Id
    name: Name
    number: bool
    template: bool
    kills: Annotated[int, Meta(ge=0, le=20)]
    fury: Annotated[int, Meta(ge=0, le=20)] | Literal["none"]
    does: Literal["double-hits", "no-test", "none"]
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


BonusWord: TypeAlias = Literal[
    "ballistic-skill", "weapon-skill", "shot-at", "fought", "cover", "thick-cover", "charge-damage", "fear", "agility-skills"
]
UNREAD_BONUSES: frozenset[BonusWord] = frozenset({"fear", "agility-skills"})
"""For people only: no rule here tests them."""


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """What an effect changes while it lasts: tests of the squad or against it, armour, damage of a charge, fear it causes."""

    on: BonusWord
    value: Annotated[int, Meta(ge=-60, le=60)]


CommandWord: TypeAlias = Literal[
    "move", "attack", "volley", "suppress", "watch", "scatter", "last", "own-fire-on-doubles", "reroll-once-a-turn", "learn",
    "run-faster", "two-volleys", "deceive", "restore", "terrify", "evade", "heal", "gift", "field",
]  # fmt: skip
"""What a command does. `volley` is an attack that a drill may improve; `own-fire-on-doubles` and `reroll-once-a-turn` last, as `last`."""
ATTACKS: frozenset[CommandWord] = frozenset({"attack", "volley"})


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """A command (O1, O2). `when`: in the own turn, or as a reaction to what. `uses`: how often.

    `does`: its procedure, and what its effect does while it lasts beside `bonuses` and `grants`.
    `repeats`: the command whose attack it makes, where it makes that of another.
    `kills`: own subordinates it costs first.
    `lasts`: to the start or the end of the squad's next turn, for rounds (as many as degrees of success, or as the procedure
    says), to the end of the scene.
    `grants`: weapon qualities gained while it lasts.
    `granted`: by the main ranged weapon, or by all attacks of the commands to attack.
    """

    id: Id
    name: Name
    action: Literal["half", "full", "reaction", "half-or-reaction"]
    subtypes: tuple[Subtype, ...]
    troops: bool
    uses: Literal["any", "scene"]
    when: Literal["turn", "shot-at", "template", "after-run", "any"]
    does: CommandWord
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
    repeats: Id = "none"


AbilityWord: TypeAlias = Literal[
    "reroll-first-failed-volley", "toughness-saves", "brave-by-magnitude", "intimidates", "pain-points", "surprise-bonus",
    "shakes-who-meets",
]  # fmt: skip
"""What a permanent ability does: `intimidates`: its commander may command by Intimidate."""


class Permanent(Struct, frozen=True, forbid_unknown_fields=True):
    """A faction's permanent ability (O6). `does`: all that it does; `difficulty`: of its own test; `per_magnitude`: what each
    point of magnitude adds.
    """

    id: Id
    name: Name
    does: tuple[AbilityWord, ...]
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


class Rules(Struct, frozen=True):
    """The tables in use. `settings`: those in force, as they are declared in `declared`; `locations`: by the reversed attack roll;
    `shock`: from the lowest total up; `figures_read`: None where the table of figures was not.
    """

    settings: SettingsInForce
    declared: Settings
    characteristics: Mapping[str, CharacteristicName] = {}
    skills: Mapping[str, Skill] = {}
    difficulties: Mapping[str, Difficulty] = {}
    figures_read: Figures | None = None
    locations: Lookup[Location] = Lookup({})
    multiple_hits: Mapping[str, MultipleHits] = {}
    shock: tuple[ShockRow, ...] = ()
    qualities: Mapping[str, Quality] = {}
    categories: Mapping[str, Category] = {}
    factions: Mapping[str, Faction] = {}

    @property
    def figures(self) -> Figures:
        """The numbers of the rules, of whoever has read their table."""
        assert self.figures_read
        return self.figures_read

    @property
    def general(self) -> Mapping[str, Command]:
        """The commands of no side, which every squad knows."""
        sides = self.factions.values()
        return {id: command for side in sides if not side.permanent for id, command in side.commands.items()}

    @property
    def commands(self) -> Mapping[str, Command]:
        """Every command by id."""
        return {id: command for faction in self.factions.values() for id, command in faction.commands.items()}
