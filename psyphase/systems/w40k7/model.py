"""Shapes of the 7th-edition tables and of a roster: values only, no procedures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from psyphase.engine.readings import Lookup
from psyphase.systems.w40k7.exceptions import RuleException
from psyphase.systems.w40k7.perils_table import Perils, PerilsRow
from psyphase.systems.w40k7.power_dice_table import PowerDice
from psyphase.systems.w40k7.tags import PSYKER, PSYKERS, Tag
from psyphase.systems.w40k7.unit_rules import RuleWord, UnitRule
from psyphase.systems.w40k7.vocabulary import Does
from psyphase.tables.names import Id, Line, Name, SlashId, Words
from psyphase.tables.settings import Settings

Charge: TypeAlias = Annotated[int, Meta(ge=1, le=10)]
RESERVED = ("end", "back", "correct", "go-on", "another-unit", "nobody", "nobody-targeted")
"""Words of menus that stand beside units and powers: no key of either is one of them."""


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """A witchfire's weapon line, in the game's own abbreviations."""

    strength: int | str
    ap: int | str
    weapon: int | str


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """A psychic power; its full id is `telepathy/dominate` (`force` for one of no discipline).

    `dice`: those of its own; `does`: how it changes psychic dice; `stacks`: whether its castings on one unit add up (T2, T4).
    """

    id: SlashId
    name: Name
    charge: Charge | Annotated[tuple[Charge, ...], Meta(min_length=1)]
    type: Id | Annotated[tuple[Id, ...], Meta(min_length=1)]
    range: int | Literal["self", "template", "none"] | tuple[int, ...]
    target: Id
    profile: Profile | Literal["none"]
    duration: Literal["instant", "turn", "until-next-psychic-phase", "game", "other"]
    effect: Words
    dice: tuple[PowerDice, ...] = ()
    does: tuple[Does, ...] = ()
    stacks: bool = False

    @property
    def costs(self) -> tuple[int, ...]:
        """The costs that may be declared, lowest first (T7)."""
        return (self.charge,) if isinstance(self.charge, int) else tuple(sorted(self.charge))

    @property
    def types(self) -> tuple[str, ...]:
        """The types it may be used as."""
        return (self.type,) if isinstance(self.type, str) else tuple(self.type)


class UnlistedPower(Power, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A power of no discipline: it is never generated and never breaks focus (G10).

    `with_force_weapon`: whoever generates powers and bears a force weapon knows it.
    """

    id: Id
    with_force_weapon: bool
    source: Line


class ListedPower(Power, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A power of a discipline, with the faces of the D6 that give it (G3)."""

    id: Id
    number: int | Annotated[tuple[int, ...], Meta(min_length=2, max_length=2)] | Literal["primaris"]

    @property
    def faces(self) -> tuple[int, int]:
        """The first and last face that give it; (0, 0) for a primaris."""
        if isinstance(self.number, tuple):
            return self.number[0], self.number[1]
        return (0, 0) if self.number == "primaris" else (int(self.number), int(self.number))


class Boon(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules a psyker gains for a time; `does`: how they change psychic dice."""

    id: Id
    name: Name
    effect: Words
    duration: Literal["until-next-psychic-phase"]
    source: Line
    does: tuple[Does, ...] = ()


class Face(Struct, frozen=True):
    """A face of the die in a discipline: the ids of the powers it gives, and the mastery level it takes (G6)."""

    face: int
    ids: frozenset[str]
    mastery: int


class Discipline(Struct, frozen=True):
    """A list of powers. `rows` has the powers each face gives: one, or two at once; so has `primaris`.

    `faces` holds what generation asks of every face again and again; `ids` and `mastery` sum it up: all powers
    that can be generated, and the mastery level that takes any of them.
    """

    id: str
    name: Name
    rows: Lookup[tuple[Power, ...]]
    primaris: tuple[Power, ...]
    faces: tuple[Face, ...]
    ids: frozenset[str]
    mastery: int

    @property
    def powers(self) -> tuple[Power, ...]:
        """All its powers, the primaris first."""
        return tuple(dict.fromkeys((*self.primaris, *(power for row in self.rows.rows.values() for power in row))))


class PowerType(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of power (T1-T4) and what limits its use.

    `conjures`: a new unit arrives (T3); `picks_model`: more charges than it costs pick the model that is struck.
    """

    id: Id
    name: Name
    reminder: Words
    aims: Literal["friend", "enemy", "any"]
    sight: bool
    embarked: Literal["plain", "variant", "never"]
    in_combat: bool
    once_a_turn: bool
    conjures: bool
    picks_model: bool
    source: Line


class PowerTarget(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom a power is declared on (P5): whose units, how many, and tags that let a unit in or keep it out.

    `in_combat`: whether it may be locked in combat. What is summoned has the tags that it requires.
    """

    id: Id
    name: Name
    side: Literal["enemy", "friend", "any", "self", "none"]
    units: Literal["one", "some", "none"]
    in_combat: bool
    requires: tuple[Tag, ...]
    excludes: tuple[Tag, ...]
    source: Line


class When(Struct, frozen=True, forbid_unknown_fields=True):
    """What a unit must have for a modifier: one of some tags, or a higher mastery level."""

    tags: tuple[Tag, ...] | UnsetType = UNSET
    mastery: Literal["higher"] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.tags is UNSET) == (self.mastery is UNSET):
            raise ValueError("expected either tags or mastery")


class DenyModifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A bonus to each die of a deny test (P15)."""

    id: Id
    name: Name
    when: When
    value: Annotated[int, Meta(ge=-6, le=6)]
    source: Line


class Patron(Struct, frozen=True, forbid_unknown_fields=True):
    """A god's lists: how many of the generated powers must and may come from them (G14)."""

    id: Id
    name: Name
    disciplines: tuple[Id, ...]
    least: Annotated[int, Meta(ge=0, le=10)]
    most: Literal["all", "half"]
    source: Line


class Unit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit of a roster file. `powers` and `focus` are written by generation (G11).

    `harness`: the face that harnesses a charge; `deny`: the face on which it denies whatever the
    modifiers; `deny_bonus`: added to its deny dice; `warp_charge`: dice added to its player's pool (P2);
    `generates`: how many powers it generates where that is not its mastery level (G4); `rules`: by id or name (U1).
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    mastery: Annotated[int, Meta(ge=0, le=10)] = 0
    leadership: Annotated[int, Meta(ge=1, le=10)] | None = None
    wounds: Annotated[int, Meta(ge=1, le=30)] | None = None
    models: Annotated[int, Meta(ge=1, le=200)] = 1
    tags: tuple[Tag, ...] = ()
    disciplines: tuple[Id, ...] = ()
    plan: tuple[Id, ...] = ()
    swap: tuple[SlashId, ...] = ()
    fixed: tuple[SlashId, ...] = ()
    generates: Annotated[int, Meta(ge=0, le=10)] | None = None
    patron: Id | None = None
    harness: Annotated[int, Meta(ge=2, le=6)] | None = None
    deny: Annotated[int, Meta(ge=2, le=6)] | None = None
    deny_bonus: Annotated[int, Meta(ge=-5, le=5)] = 0
    perils: Perils | None = None
    warp_charge: Annotated[int, Meta(ge=-10, le=10)] = 0
    embarked: bool | Annotated[str, Meta(min_length=1, max_length=80)] = False
    joins: str | None = None
    reserve: bool = False
    rules: tuple[RuleWord, ...] = ()
    powers: tuple[SlashId, ...] | None = None
    focus: Id | None = None

    @property
    def level(self) -> int:
        """Its mastery level: 1 where a psyker's entry shows none (facts, section 6)."""
        return self.mastery or int(bool(PSYKERS.intersection(self.tags)))

    @property
    def traits(self) -> frozenset[str]:
        """Its tags; whoever has a mastery level, a pilot and a brotherhood too, is a psyker."""
        return frozenset(self.tags) | ({PSYKER} if self.level else set())


class Roster(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An army for one side."""

    system: Literal["w40k7"]
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    units: Annotated[tuple[Unit, ...], Meta(min_length=1, max_length=200)]


class PsychicSettings(Struct, frozen=True):
    """The settings in force, each as its type."""

    success: int
    deny_success: int
    perils: Perils
    attempts_per_phase: Literal["unlimited", "mastery"]
    reroll_unaffordable: bool
    draw: Literal["dice", "cards"]
    embarked_powers: Literal["plain", "all"]
    conjured_score: bool
    patron_limits: bool
    hood_range: int
    pilot_leadership: int
    game_turns: int


class Rules(Struct, frozen=True):
    """The tables in use. Those that were not asked for are empty; `known` names every discipline there is.

    `declared`: what the tables say of the settings, for people; `force`: the powers that come with a force weapon (G10).
    """

    declared: Settings
    settings: PsychicSettings
    known: tuple[str, ...] = ()
    disciplines: Mapping[str, Discipline] = {}
    powers: Mapping[str, Power] = {}
    force: tuple[Power, ...] = ()
    types: Mapping[str, PowerType] = {}
    targets: Mapping[str, PowerTarget] = {}
    perils: Lookup[PerilsRow] = Lookup({})
    boons: Mapping[str, Boon] = {}
    modifiers: tuple[DenyModifier, ...] = ()
    exceptions: tuple[RuleException, ...] = ()
    patrons: tuple[Patron, ...] = ()
    unit_rules: Mapping[str, UnitRule] = {}
