"""Shapes of the Age of Darkness tables and of a roster: values only, no procedures. Spec numbers: hh3 A1-A15."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from psyphase.engine.readings import Lookup
from psyphase.systems.hh3.perils_table import Arcana, PerilsRow, Wounds
from psyphase.systems.hh3.traits import Status, Trait, TraitRule
from psyphase.tables.names import Id, Line, Name, SlashId, Words
from psyphase.tables.settings import Settings

Willpower: TypeAlias = Annotated[int, Meta(ge=0, le=20)]


Figure: TypeAlias = int | str
"""A figure of a weapon line: a number, or dice and signs as printed (`2D6`, `-`)."""


PhaseOfTurn: TypeAlias = Literal["start", "movement", "shooting", "assault", "end"]


Coming: TypeAlias = Literal["arrives", "disembarks"]
"""How a unit that is away comes into play."""


RESERVED = ("end", "back", "correct", "go-on", "nobody", "another-unit", "lowest", "attack-over")
"""Words of menus that stand beside units and powers: no key of either is one of them."""


class Ranged(Struct, frozen=True, forbid_unknown_fields=True, tag_field="use", tag="ranged"):
    """The line of a ranged weapon: range, firepower, strength, armour penetration, damage."""

    range: int | Literal["template"]
    fp: Figure
    rs: Figure
    ap: Figure
    d: Figure


class Melee(Struct, frozen=True, forbid_unknown_fields=True, tag_field="use", tag="melee"):
    """The line of a melee weapon: modifiers of initiative, attacks and strength, armour penetration, damage."""

    im: Figure
    am: Figure
    sm: Figure
    ap: Figure
    d: Figure


class Weapon(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="weapon"):
    """A psychic weapon (A2): no check to attack, but `force` names the characteristic that a passed check doubles."""

    id: Id
    name: Name
    profile: Ranged | Melee
    rules: Words | Literal["none"]
    force: Literal["RS", "FP", "D", "none"]
    source: Line


class Target(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom a power is declared on: whose units, how many, and traits of the models in it.

    `every`: all of its models have all of these; `some`: at least one of its models has one of these; `no`: none of its
    models has any of these. `in_combat`: whether it may be locked in combat; `without`: statuses that rule it out.
    """

    side: Literal["own-unit", "friend", "enemy", "none"]
    units: Literal["one", "some"]
    every: tuple[Trait, ...]
    some: tuple[Trait, ...]
    no: tuple[Trait, ...]
    in_combat: bool
    without: tuple[Id, ...]


class Power(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="power"):
    """Something that is declared and checked (A3, A7): a power, or as a subclass a reaction or a gambit.

    `check`: a manifestation makes it a blessing, a resistance a curse. `moments`: when it may be declared. `focus`: who may
    use it, in words; `requires`: traits its model must have; `one_of`: traits of which it must have one; `unless`: traits it
    must not have; `in_combat`: whether its unit may be locked in combat. `range`: in inches, with line of sight. `lasts`: how
    long the program keeps it. `perils`: when a double on its check is resolved. `manifestation`: what is added to the willpower of
    its target in manifestation checks while it lasts. `cures`: statuses that its target loses; `threatens`: one that it gains
    where a check fails that only the players can take. `roll`: a D6 that shows this or more once it works. `ruptures`: whether
    its unit and the one that shot it suffer Warp Rupture: `on-failure`, once that attack is over. `after`: what follows whether it works or not.
    """

    id: Id
    name: Name
    check: Literal["manifestation", "resistance", "willpower", "unit-willpower", "none"]
    moments: Annotated[tuple[Id, ...], Meta(min_length=1)]
    focus: Words
    requires: tuple[Trait, ...]
    one_of: tuple[Trait, ...]
    unless: tuple[Trait, ...]
    in_combat: bool
    range: int | Literal["none"]
    target: Target
    lasts: Literal["immediate", "attack", "challenge", "phase", "next-own-turn"]
    perils: Literal["at-once", "afterwards", "never"]
    manifestation: int
    cures: Literal["none", "one", "all"]
    threatens: Id | Literal["none"]
    roll: Annotated[int, Meta(ge=2, le=6)] | Literal["none"]
    ruptures: Literal["never", "on-failure", "always"]
    effect: Words
    failed: Words | Literal["none"]
    after: Words | Literal["none"]
    source: Line

    @property
    def of_unit(self) -> bool:
        """Whether a whole unit uses it, not one of its models."""
        return self.check == "unit-willpower" or (self.check == "none" and self.target.side == "own-unit")

    def fits(self, traits: frozenset[str]) -> bool:
        """Whether a model with these traits may use it at all."""
        has_one = not self.one_of or not traits.isdisjoint(self.one_of)
        return has_one and traits.issuperset(self.requires) and traits.isdisjoint(self.unless)


class Reaction(Power, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="reaction"):
    """A power used in the opponent's turn (A7): it is its unit's one reaction of the turn (A14).

    `points`: what it costs; `paid`: always, or only where its check is passed. `uses`: how often.
    """

    points: Annotated[int, Meta(ge=1, le=3)]
    paid: Literal["declared", "passed"]
    uses: Literal["turn", "battle"]


class Gambit(Power, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="gambit"):
    """Used in a challenge, or a Force check before an attack: by either side, and counted against no limit."""


class Nullify(Reaction, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="nullify"):
    """The reaction that counters a curse once it is not resisted (A7)."""


class Force(Gambit, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="force"):
    """A check before an attack with a Force weapon (facts 1)."""


Entry: TypeAlias = Weapon | Power | Reaction | Gambit | Nullify | Force


class Discipline(Struct, frozen=True):
    """What a model with the discipline holds: everything in it (A1). `arcana`: perils of its checks have a table of their own.

    `entries` have full ids, `telepathy/mind-burst`. `trait` and `rule` are what its models gain beside them.
    """

    id: str
    name: Name
    trait: Name
    rule: Name | Literal["none"]
    arcana: bool
    entries: tuple[Entry, ...]


class Phase(Struct, frozen=True, forbid_unknown_fields=True):
    """A phase of a player turn; the order of the table is that of the turn. `comes`: how units may have come into play by then."""

    id: PhaseOfTurn
    name: Name
    comes: tuple[Coming, ...]
    source: Line


class Moment(Struct, frozen=True, forbid_unknown_fields=True):
    """When something may be declared; the order of the table is that of the turn."""

    id: Id
    phase: PhaseOfTurn
    name: Name
    source: Line


class Allotment(Struct, frozen=True, forbid_unknown_fields=True):
    """Reaction points of the player whose turn it is not, in battles of up to so many points."""

    id: Id
    up_to: Annotated[int, Meta(ge=1, le=1_000_000)]
    points: Annotated[int, Meta(ge=0, le=20)]
    source: Line


class HeresySettings(Struct, frozen=True):
    """The settings in force, each as its type (facts 1-4)."""

    nullify: Literal["subtract", "add"]
    nullify_perils: bool
    rupture_damage: int
    rupture_least: int
    force_row: Literal["doubled", "d6"]
    points_limit: int
    same_power: Literal["once", "adds-up"]


class Figures(Struct, frozen=True):
    """Numbers that belong to no entry: doubles that decide a willpower check (A12)."""

    double_passes: int
    double_fails: int


class Rules(Struct, frozen=True, dict=True):
    """The tables in use; `known` names every discipline there is. `entries` holds everything by full id.

    `declared`: what the tables say of the settings, for people; `figures` None: not read, as no check is taken.
    """

    declared: Settings
    settings: HeresySettings
    figures: Figures | None = None
    known: tuple[str, ...] = ()
    disciplines: Mapping[str, Discipline] = {}
    entries: Mapping[SlashId, Entry] = {}
    traits: Mapping[str, TraitRule] = {}
    statuses: Mapping[str, Status] = {}
    phases: tuple[Phase, ...] = ()
    moments: Mapping[str, Moment] = {}
    perils: Lookup[PerilsRow] = Lookup({})
    arcana: Arcana | None = None
    allotments: tuple[Allotment, ...] = ()

    @cached_property
    def of_traits(self) -> tuple[Power, ...]:
        """What models may use by their traits, outside disciplines."""
        return tuple(entry for entry in self.entries.values() if "/" not in entry.id and isinstance(entry, Power))

    def power(self, id: str) -> Power:
        """Something that is declared, by its full id."""
        found = self.entries[id]
        assert isinstance(found, Power)
        return found

    @property
    def nullify(self) -> Nullify | None:
        """The reaction that counters curses, where the tables have one."""
        return next((entry for entry in self.entries.values() if isinstance(entry, Nullify)), None)

    @property
    def rupture(self) -> PerilsRow:
        """The row of perils that gives wounds: other rules bring it without a roll (facts 1)."""
        return next(row for row in self.perils.rows.values() if isinstance(row.effect, Wounds))

    @property
    def less_willpower(self) -> int:
        """How many wounds that row gives, less the willpower."""
        effect = self.rupture.effect
        assert isinstance(effect, Wounds)
        return effect.less_willpower

    def traits_of(self, traits: Iterable[str]) -> tuple[TraitRule, ...]:
        """Those of a model's traits that mean something here."""
        return tuple(self.traits[trait] for trait in traits if trait in self.traits)

    def with_does(self, does: str) -> frozenset[str]:
        """The traits that do something."""
        return frozenset(trait.id for trait in self.traits.values() if does in trait.does)
