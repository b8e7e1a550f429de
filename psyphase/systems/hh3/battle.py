"""The state of a battle: values only. Every change makes a new one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Event, Side, other
from psyphase.systems.hh3.check import willpower
from psyphase.systems.hh3.model import PhaseOfTurn
from psyphase.systems.shared.attached import Formations
from psyphase.systems.shared.sides import of_side, with_changed
from psyphase.tables.names import Name, Words
from psyphase.tables.sums import Modifier, Sum

Until: TypeAlias = Literal["phase", "mine", "theirs"]
AS_GIVEN = "as-told"
"""Names a change of willpower that the players told."""


class Group(Struct, frozen=True):
    """Models of a unit that are alike: how many are left, and all their traits. `willpower` None: nobody said yet, so it is asked."""

    id: str
    name: str
    willpower: int | None
    alive: int
    traits: frozenset[str]
    disciplines: tuple[str, ...]


class UnitInPlay(Struct, frozen=True, dict=True):
    """A unit of a battle; `id` is its key, `name` what tells it apart on screen.

    `joins`: the key of the unit it has joined; `embarked`: that of its transport, or True where nobody said which. `change`: what
    its willpower is changed by, as the players told. Where it stands is so for everyone in the same unit.
    """

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

    @cached_property
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
        """What it is called."""
        return self.group.name

    @property
    def side(self) -> Side:
        """Whose it is."""
        return self.unit.side


class InPlay(Struct, frozen=True):
    """An effect that lasts: what it is, whose model manifested it (A6), on whom, and until when.

    `manifestation`: what it adds to the willpower of those units in manifestation checks; `adds_up`: also where the same power
    is on them already.
    """

    power: str
    name: Name
    effect: Words
    focus: str
    on: tuple[str | Event, ...]
    units: frozenset[str]
    until: Until
    manifestation: int = 0
    adds_up: bool = False


class Due(Struct, frozen=True):
    """Warp Rupture that comes once the attack is over, on a unit and on the one that shot it; `power`: what brings it."""

    power: Name
    unit: str


class Battle(Struct, frozen=True, dict=True):
    """Everything that the psychic rules know of the game. `enemy_known`: whether there is a roster for them; `traits`: those of
    all models of an army.

    `points`: reaction points left of the player whose turn it is not. Units by key: `manifested` used their power of this
    turn, `reacted` their reaction (A14). `spent`: what a side has used up for the battle; `nullified`: curses that may not
    be tried again this turn.
    """

    active: Side
    armies: tuple[str, str]
    bonuses: tuple[int, int]
    units: tuple[UnitInPlay, ...]
    enemy_known: bool = True
    traits: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    turn: int = 1
    phase: PhaseOfTurn = "start"
    points: int = 0
    manifested: frozenset[str] = frozenset()
    reacted: frozenset[str] = frozenset()
    spent: frozenset[tuple[Side, str]] = frozenset()
    nullified: frozenset[str] = frozenset()
    in_play: tuple[InPlay, ...] = ()
    due: tuple[Due, ...] = ()

    @cached_property
    def formations(self) -> Formations[UnitInPlay]:
        """Who stands with whom, and who rides in what."""
        return Formations(self.units)

    @cached_property
    def _models(self) -> dict[str, Model]:
        return {model.group.id: model for unit in self.units for model in models(unit, unit.groups)}

    def of(self, side: Side) -> tuple[UnitInPlay, ...]:
        """The units of a side."""
        return of_side(self.units, side)

    def unit(self, id: str) -> UnitInPlay:
        """The unit with this key."""
        return self.formations.unit(id)

    def with_units(self, changed: Iterable[UnitInPlay]) -> Battle:
        """The battle with some units changed."""
        return replace(self, units=with_changed(self.units, changed))

    def with_turn(self, active: Side, turn: int) -> Battle:
        """The battle in another turn."""
        return replace(self, active=active, turn=turn)

    def with_group(self, changed: Group) -> Battle:
        """The battle with one group changed."""
        unit = self.group(changed.id).unit
        groups = tuple(changed if group.id == changed.id else group for group in unit.groups)
        return self.with_units([replace(unit, groups=groups)])

    def group(self, id: str) -> Model:
        """The model with this key, as it is now."""
        return self._models[id]

    def members(self, unit: UnitInPlay) -> tuple[UnitInPlay, ...]:
        """Everyone in the same unit on the table, the one that was joined first."""
        return self.formations.members(unit)

    def ids_with(self, unit: UnitInPlay) -> set[str]:
        """The keys of everyone in the same unit on the table: what it has used, all of them have (A14)."""
        return {member.id for member in self.members(unit)}

    def host(self, unit: UnitInPlay) -> UnitInPlay:
        """The unit on the table by one of its members: the one that was joined, while it lives."""
        return self.formations.host(unit)

    def hosts(self, side: Side) -> tuple[UnitInPlay, ...]:
        """The units of a side on the table, each by the one that was joined."""
        return tuple(unit for unit in self.of(side) if unit.present and self.host(unit).id == unit.id)

    def embarked(self, unit: UnitInPlay) -> bool:
        """Whether a unit, or the unit it has joined, is in a transport."""
        return bool(self.formations.transport(unit))

    def locked(self, unit: UnitInPlay) -> bool:
        """Whether a unit is locked in combat."""
        return any(member.locked for member in self.members(unit))

    def present(self, model: Model) -> bool:
        """Whether a model can manifest and keep up anything (A5, A6)."""
        return bool(model.group.alive) and model.unit.present and not self.embarked(model.unit)

    def models(self, unit: UnitInPlay) -> tuple[Model, ...]:
        """Everyone left in the same unit on the table."""
        return tuple(model for member in self.members(unit) for model in models(member, member.alive))

    def statuses(self, unit: UnitInPlay) -> tuple[str, ...]:
        """The statuses of the whole unit on the table."""
        return tuple(dict.fromkeys(status for member in self.members(unit) for status in member.statuses))

    def knows_willpower(self, unit: UnitInPlay) -> bool:
        """Whether nobody's in the same unit need be asked."""
        return all(model.group.willpower is not None for model in self.models(unit))

    def willpower(self, model: Model, *, manifesting: bool = False) -> Sum:
        """A model's current willpower and where it comes from; it has been asked where no roster tells it."""
        assert model.group.willpower is not None
        change = model.unit.change
        modifiers: tuple[Modifier, ...] = (Modifier(AS_GIVEN, None, change),) if change else ()
        if manifesting:
            modifiers += tuple(
                Modifier(effect.power, effect.name, effect.manifestation)
                for effect in self._on(model.unit)
                if effect.manifestation
            )
        return willpower(model.group.willpower, modifiers)

    def _on(self, unit: UnitInPlay) -> Iterable[InPlay]:
        """What counts of the effects on a unit: the same power once, unless it adds up."""
        ids = self.ids_with(unit)
        found = [effect for effect in self.in_play if effect.units & ids]
        return {(one.power, number if one.adds_up else None): one for number, one in enumerate(found)}.values()

    def is_on(self, power: str, unit: UnitInPlay) -> bool:
        """Whether an effect of this power is on a unit already."""
        ids = self.ids_with(unit)
        return any(effect.power == power and effect.units & ids for effect in self.in_play)

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
