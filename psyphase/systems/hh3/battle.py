"""The state of a battle: values only. Every change makes a new one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Event, Side, other
from psyphase.systems.hh3.check import willpower
from psyphase.systems.hh3.model import RESERVED, PhaseOfTurn, Rules
from psyphase.systems.hh3.roster import Roster, Unit
from psyphase.systems.shared.attached import members, together
from psyphase.systems.shared.keys import unit_keys
from psyphase.systems.shared.sides import SIDES, by_key, deployed, of_side, with_changed
from psyphase.tables.names import Name, Words
from psyphase.tables.sums import Modifier, Sum

Until: TypeAlias = Literal["phase", "mine", "theirs"]
AS_GIVEN = "as-told"
"""Names a change of willpower that the players told."""


class Group(Struct, frozen=True):
    """Models of a unit that are alike: how many are left, and all their traits. `willpower` None: nobody said yet."""

    id: str
    name: str
    willpower: int | None
    alive: int
    traits: frozenset[str]
    disciplines: tuple[str, ...]


class UnitInPlay(Struct, frozen=True):
    """A unit of a roster on the table; `id` is its key. `change`: what its willpower is changed by, as the players told."""

    id: str
    side: Side
    name: str
    groups: tuple[Group, ...]
    joins: str | None = None
    embarked: bool | str = False
    reserve: bool = False
    locked: bool = False
    statuses: tuple[str, ...] = ()
    change: int = 0

    @property
    def alive(self) -> tuple[Group, ...]:
        """The groups of which somebody is left."""
        return tuple(group for group in self.groups if group.alive)

    @property
    def present(self) -> bool:
        """Whether any of it is on the table, if only in a transport."""
        return bool(self.alive) and not self.reserve


class Model(Struct, frozen=True):
    """One kind of model in a unit: who uses a power, or whose willpower stands for the unit's."""

    unit: UnitInPlay
    group: Group

    @property
    def name(self) -> str:
        """What its roster calls it."""
        return self.group.name

    @property
    def side(self) -> Side:
        """Whose it is."""
        return self.unit.side


class InPlay(Struct, frozen=True):
    """An effect that lasts: what it is, whose model manifested it (A6), on whom, and until when.

    `manifestation`: what it adds to the willpower of those units in manifestation checks.
    """

    power: str
    name: Name
    effect: Words
    focus: str
    on: tuple[str | Event, ...]
    units: frozenset[str]
    until: Until
    manifestation: int = 0


class Battle(Struct, frozen=True):
    """Everything that the psychic rules know of the game. `enemy_known`: whether there is a roster for them.

    `points`: reaction points left of the player whose turn it is not. Units by key: `manifested` used their power of this
    turn, `reacted` their reaction (A14). `spent`: what a side has used up for the battle; `nullified`: curses that may not
    be tried again this turn.
    """

    active: Side
    armies: tuple[str, str]
    bonuses: tuple[int, int]
    units: tuple[UnitInPlay, ...]
    enemy_known: bool = True
    turn: int = 1
    phase: PhaseOfTurn = "start"
    points: int = 0
    manifested: frozenset[str] = frozenset()
    reacted: frozenset[str] = frozenset()
    spent: frozenset[tuple[Side, str]] = frozenset()
    nullified: frozenset[str] = frozenset()
    in_play: tuple[InPlay, ...] = ()

    def of(self, side: Side) -> tuple[UnitInPlay, ...]:
        """The units of a side."""
        return of_side(self.units, side)

    def unit(self, id: str) -> UnitInPlay:
        """The unit with this key."""
        return by_key(self.units, id)

    def with_units(self, changed: Iterable[UnitInPlay]) -> Battle:
        """The battle with some units changed."""
        return replace(self, units=with_changed(self.units, changed))

    def with_turn(self, active: Side, turn: int) -> Battle:
        """The battle in another turn."""
        return replace(self, active=active, turn=turn)

    def with_group(self, changed: Group) -> Battle:
        """The battle with one group changed."""
        return replace(
            self,
            units=tuple(
                replace(unit, groups=tuple(changed if group.id == changed.id else group for group in unit.groups))
                for unit in self.units
            ),
        )

    def group(self, id: str) -> Model:
        """The model with this key, as it is now."""
        return next(model for unit in self.units for model in models(unit, unit.groups) if model.group.id == id)

    def members(self, unit: UnitInPlay) -> tuple[UnitInPlay, ...]:
        """Everyone in the same unit on the table, the one that was joined first."""
        return members(self.units, unit)

    def ids_with(self, unit: UnitInPlay) -> set[str]:
        """The keys of everyone in the same unit on the table: what it has used, all of them have (A14)."""
        return {member.id for member in self.members(unit)}

    def host(self, unit: UnitInPlay) -> UnitInPlay:
        """The unit on the table by one of its members: the one that was joined, while it lives."""
        return next(iter(self.members(unit)), unit)

    def embarked(self, unit: UnitInPlay) -> bool:
        """Whether a unit, or the unit it has joined, is in a transport."""
        return bool(unit.embarked or self.host(unit).embarked)

    def present(self, model: Model) -> bool:
        """Whether a model can manifest and keep up anything (A5, A6)."""
        return bool(model.group.alive) and model.unit.present and not self.embarked(model.unit)

    def models(self, unit: UnitInPlay) -> tuple[Model, ...]:
        """Everyone left in the same unit on the table."""
        return tuple(model for member in self.members(unit) for model in models(member, member.alive))

    def statuses(self, unit: UnitInPlay) -> tuple[str, ...]:
        """The statuses of the whole unit on the table."""
        return tuple(dict.fromkeys(status for member in self.members(unit) for status in member.statuses))

    def willpower(self, model: Model, *, manifesting: bool = False) -> Sum:
        """A model's current willpower and where it comes from; of one that nobody told, 0."""
        change = model.unit.change
        modifiers: tuple[Modifier, ...] = (Modifier(AS_GIVEN, None, change),) if change else ()
        if manifesting:
            ids = self.ids_with(model.unit)
            modifiers += tuple(
                Modifier(effect.power, effect.name, effect.manifestation)
                for effect in self.in_play
                if effect.manifestation and effect.units & ids
            )
        return willpower(model.group.willpower or 0, modifiers)

    def army(self, side: Side) -> str:
        """The name of a side's army."""
        return self.armies[side == "theirs"]

    @property
    def enemy(self) -> str | Event:
        """The opponent of the player whose turn it is."""
        return self.army(other(self.active)) or Event("opponent")


def models(unit: UnitInPlay, groups: Iterable[Group]) -> Iterator[Model]:
    """Groups of a unit as models."""
    return (Model(unit, group) for group in groups)


def new_battle(rules: Rules, mine: Roster, theirs: Roster | None) -> Battle:
    """The battle before its first turn."""
    entries = list(deployed((mine, theirs), RESERVED))
    several = [group.name for _, _, unit in entries if len(unit.groups) > 1 for group in unit.groups]
    group_keys = iter(unit_keys(several, (*RESERVED, *(key for key, _, _ in entries))))
    traits = {side: roster.traits for side, roster in zip(SIDES, (mine, theirs), strict=True) if roster}
    units = tuple(
        UnitInPlay(
            key, side, unit.name, _groups(rules, traits[side], unit, key, group_keys), unit.joins, unit.embarked, unit.reserve
        )
        for key, side, unit in entries
    )
    # Who has joined a unit in reserve is there with it (A5).
    away = {one.id for unit in units if unit.reserve for one in together(units, unit)}
    units = tuple(replace(unit, reserve=unit.id in away) for unit in units)
    bonuses = (mine.reactions, theirs.reactions if theirs else 0)
    return Battle("mine", (mine.name, theirs.name if theirs else ""), bonuses, units, theirs is not None)


def _groups(rules: Rules, traits: tuple[str, ...], unit: Unit, key: str, keys: Iterator[str]) -> tuple[Group, ...]:
    groups = unit.groups
    return tuple(
        Group(
            key if len(groups) == 1 else next(keys),
            one.name,
            one.willpower,
            one.count,
            all_traits(rules, (*traits, *one.traits, *(rules.with_does("by-discipline") if one.disciplines else ()))),
            one.disciplines,
        )
        for one in groups
    )


def all_traits(rules: Rules, traits: Iterable[str]) -> frozenset[str]:
    """Traits and those that come with them."""
    own = frozenset(traits)
    return own.union(*(rules.traits[trait].grants for trait in own if trait in rules.traits))
