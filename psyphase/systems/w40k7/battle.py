"""The state of a battle: values only. Every change makes a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from psyphase.engine.procedure import Event, Side, other
from psyphase.systems.shared.attached import Formations, linked, settled
from psyphase.systems.shared.keys import numbered, unit_keys
from psyphase.systems.shared.sides import SIDES, deployed, of_side, with_changed
from psyphase.systems.w40k7.effect_words import RangeIn
from psyphase.systems.w40k7.model import RESERVED, Roster, Unit
from psyphase.systems.w40k7.standing import Standing, standing
from psyphase.systems.w40k7.tags import BORNE, BROTHERHOOD, HOLDS, LOCKED, PSYKERS
from psyphase.systems.w40k7.unit_rules import UnitRule
from psyphase.systems.w40k7.vocabulary import Does
from psyphase.tables.names import Name, Words

ELSEWHERE = Event("another-unit")
"""Stands for a unit that is in no roster; its key is the event's."""
Until: TypeAlias = Literal["mine", "theirs", "turn", "game", "other"]


class UnitInPlay(Struct, frozen=True):
    """A unit of a battle; `id` is its key, `name` what tells it apart on screen.

    `health`: wounds left of each psyker model, 0 where nobody said. A brotherhood is a psyker as a unit, so each of its models
    stands there; otherwise the one psyker does. `joins`: the key of the unit it has joined; `embarked`: that of its transport, or
    True where nobody said which. Where it stands is so for everyone in the same unit: see `settled`.
    """

    id: str
    side: Side
    name: str
    entry: Unit
    powers: tuple[str, ...]
    health: tuple[int, ...]
    losses: int = 0
    joins: str | None = None
    embarked: bool | str = False
    reserve: bool = False
    locked: bool = False
    conjured: bool = False

    @property
    def models(self) -> int:
        """How many of its models are left."""
        return self.entry.models - self.losses

    @property
    def alive(self) -> bool:
        """Whether any of its models is left."""
        return self.models > 0

    @property
    def present(self) -> bool:
        """Whether it is on the table, if only in a transport."""
        return self.alive and not self.reserve

    @property
    def vehicle(self) -> bool:
        """Whether others may ride in it (P17)."""
        return not HOLDS.isdisjoint(self.entry.tags)

    @property
    def level(self) -> int:
        """The mastery level it has now: none once the psyker, or the last of a brotherhood, is slain."""
        return self.entry.level if self.health else 0

    @property
    def traits(self) -> frozenset[str]:
        """What its models are and have now: what makes a psyker, and what he bears, goes with him."""
        return self.entry.traits if self.health else self.entry.traits - PSYKERS - BORNE


class InPlay(Struct, frozen=True):
    """An effect that lasts: what it is, on whom, and until whose next psychic phase (or what else).

    `on`: keys of units; `another-unit` stands for one in no roster. `does`: how it changes psychic dice; `model`: of a brotherhood,
    the index of the one model that has it.
    """

    power: str
    name: Name
    effect: Words
    on: tuple[str, ...]
    until: Until
    does: tuple[Does, ...] = ()
    model: int | None = None

    @property
    def id(self) -> str:
        """What it comes from."""
        return self.power


InForce: TypeAlias = InPlay | Standing
"""Whatever may act on units."""


class Near(Struct, frozen=True):
    """Whether a unit was said to be in reach of something in force; `now`: in this phase, in which nobody is asked again (U3)."""

    rule: str
    range_in: RangeIn | UnsetType
    unit: str
    inside: bool
    now: bool = True


class Forbidden(Struct, frozen=True):
    """By which effect a unit on the table may not attempt a power, or (None) any, for the rest of the phase (U50)."""

    id: str
    name: Name
    unit: str
    power: str | None


class Battle(Struct, frozen=True, dict=True):
    """Everything that the psychic phase knows of the game. `enemy_known`: whether there is a roster for them.

    `turn` counts game turns, in which each side has one phase; `aimed`: the key of the last unit that an attempt was aimed at;
    `reserved`: dice that only one psyker may use; `standing`: the rules that units have.
    """

    active: Side
    armies: tuple[str, str]
    units: tuple[UnitInPlay, ...]
    enemy_known: bool = True
    turn: int = 1
    pools: tuple[int, int] = (0, 0)
    attempts: tuple[tuple[str, str], ...] = ()
    in_play: tuple[InPlay, ...] = ()
    blessed: tuple[tuple[str, str], ...] = ()
    aimed: str = ""
    reserved: tuple[tuple[str, int], ...] = ()
    near: tuple[Near, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    standing: tuple[Standing, ...] = ()

    @cached_property
    def in_force(self) -> tuple[InForce, ...]:
        """All that may act on units: what is in play, and the rules that they have."""
        return (*self.in_play, *self.standing) if self.standing else self.in_play

    def pool(self, side: Side) -> int:
        """The warp charge dice a side has left."""
        return self.pools[side == "theirs"]

    def with_pool(self, side: Side, dice: int) -> Battle:
        """The battle with another pool, never below 0 (P2)."""
        mine, theirs = self.pools
        dice = max(0, dice)
        return replace(self, pools=(dice, theirs) if side == "mine" else (mine, dice))

    def spend(self, side: Side, dice: int) -> Battle:
        """The battle with dice taken from a pool."""
        return self.with_pool(side, self.pool(side) - dice)

    def dice_for(self, unit: UnitInPlay) -> int:
        """The warp charge dice that a psyker may use: those of its side, and its own."""
        return self.pool(unit.side) + dict(self.reserved).get(unit.id, 0)

    def dice_left(self, side: Side) -> int:
        """All the warp charge dice a side has left, whoever may use them."""
        return self.pool(side) + sum(dice for id, dice in self.reserved if self.unit(id).side == side)

    def spend_for(self, unit: UnitInPlay, dice: int) -> Battle:
        """The battle with dice spent by a psyker, its own first."""
        own = dict(self.reserved)
        first = min(dice, own.get(unit.id, 0))
        if first:
            own[unit.id] -= first
        return replace(self.spend(unit.side, dice - first), reserved=tuple((id, left) for id, left in own.items() if left))

    def of(self, side: Side) -> tuple[UnitInPlay, ...]:
        """The units of a side."""
        return of_side(self.units, side)

    @cached_property
    def formations(self) -> Formations[UnitInPlay]:
        """Who stands with whom and who rides in what."""
        return Formations(self.units)

    def unit(self, id: str) -> UnitInPlay:
        """The unit with this key."""
        return self.formations.unit(id)

    def with_units(self, changed: Iterable[UnitInPlay]) -> Battle:
        """The battle with some units changed."""
        return replace(self, units=with_changed(self.units, changed))

    def with_turn(self, active: Side, turn: int) -> Battle:
        """The battle in another turn."""
        return replace(self, active=active, turn=turn)

    def members(self, unit: UnitInPlay) -> tuple[UnitInPlay, ...]:
        """Everyone alive in the same unit on the table, the one that was joined first."""
        return self.formations.members(unit)

    def host(self, unit: UnitInPlay) -> UnitInPlay:
        """The unit on the table by one of its members: the one that was joined, while it lives."""
        return self.formations.host(unit)

    def is_part_of(self, id: str, unit: UnitInPlay) -> bool:
        """Whether who has this key, dead or alive, belongs to the same unit on the table."""
        return self.host(self.unit(id)).id == self.host(unit).id

    @cached_property
    def _attempted(self) -> frozenset[tuple[str, str]]:
        return frozenset((self.host(self.unit(id)).id, power) for id, power in self.attempts)

    @cached_property
    def _blessed(self) -> frozenset[tuple[str, str]]:
        return frozenset((self.host(self.unit(id)).id, power) for power, id in self.blessed)

    def has_attempted(self, unit: UnitInPlay, power: str) -> bool:
        """Whether its unit, whichever psyker of it, has attempted a power in this phase (P4)."""
        return (self.host(unit).id, power) in self._attempted

    def is_blessed(self, unit: UnitInPlay, power: str) -> bool:
        """Whether its unit, whoever of it is left, has had this blessing this turn (T2)."""
        return (self.host(unit).id, power) in self._blessed

    def named(self, keys: Iterable[str]) -> tuple[str | Event, ...]:
        """The names of units, and what is said of one in no roster."""
        return tuple(ELSEWHERE if key == ELSEWHERE.id else self.unit(key).name for key in keys)

    def on(self, unit: UnitInPlay) -> tuple[InPlay, ...]:
        """The effects in play on a unit, or on the unit on the table that it is part of."""
        ids = {unit.id, *(member.id for member in self.members(unit))}
        return tuple(effect for effect in self.in_play if ids.intersection(effect.on))

    def army(self, side: Side) -> str:
        """The name of a side's army."""
        return self.armies[side == "theirs"]

    def opponent(self) -> Side:
        """The side whose turn it is not."""
        return other(self.active)

    @property
    def enemy(self) -> str | Event:
        """The opponent of the player whose turn it is, by name where there is one."""
        return self.army(self.opponent()) or Event("opponent")


def new_battle(mine: Roster, theirs: Roster | None, rules: Mapping[str, UnitRule] = {}) -> Battle:
    """The battle before its first phase; `rules`: those that its units may have."""
    entries = list(deployed((mine, theirs), RESERVED))
    names = numbered([unit.name for _, _, unit in entries])
    links = {key: link for side in SIDES for key, link in linked(_of(entries, side)).items()}
    units = [in_play(key, side, name, unit) for (key, side, unit), name in zip(entries, names, strict=True)]
    units = [replace(unit, joins=links[unit.id][0], embarked=links[unit.id][1]) for unit in units]
    stand = standing([(key, unit) for key, _, unit in entries], rules)
    return Battle("mine", (mine.name, theirs.name if theirs else ""), settled(units), theirs is not None, standing=stand)


def _of(entries: Sequence[tuple[str, Side, Unit]], side: Side) -> list[tuple[str, Unit]]:
    return [(key, unit) for key, whose, unit in entries if whose == side]


def in_play(id: str, side: Side, name: str, unit: Unit) -> UnitInPlay:
    """A roster's unit as it starts."""
    psykers = unit.models if BROTHERHOOD in unit.tags else 1
    return UnitInPlay(
        id,
        side,
        name,
        unit,
        tuple(unit.powers or ()),
        (unit.wounds or 0,) * psykers,
        reserve=unit.reserve,
        locked=LOCKED in unit.tags,
    )


def joining(battle: Battle, unit: Unit, side: Side) -> UnitInPlay:
    """A unit that enters a battle under way, with a key and a name that tell it apart."""
    key = unit_keys([*(one.entry.name for one in battle.units), unit.name], RESERVED)[-1]
    name = numbered([*(one.name for one in battle.units), unit.name])[-1]
    return in_play(key, side, name, unit)
