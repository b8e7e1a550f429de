"""Whom a power strikes, and what its own dice need to know of them (w40k7 P5, P11)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Event, Number, Procedure, Side
from psyphase.systems.w40k7.battle import ELSEWHERE, Battle, UnitInPlay
from psyphase.systems.w40k7.leadership import leadership_of, told_leadership
from psyphase.systems.w40k7.model import Power, Rules
from psyphase.systems.w40k7.power_dice_table import LeadershipLess, LessLeadership, OpposedDice, PowerDice, TestDice
from psyphase.systems.w40k7.targets import Declared

OF_TARGET = ("hit", "unit-resisting")
"""What the players count is the target itself, and nothing beside it."""
MOST = 200
"""As many as there may be of something that only the players see."""


class Struck(Struct, frozen=True):
    """Whom dice are rolled for: a unit of the rosters, or one that only the players see. `leadership`: where it was needed."""

    unit: UnitInPlay | Event
    leadership: int | None = None


class Casting(Struct, frozen=True):
    """A power that takes effect for `cost` charges, and whom it strikes; `picks_model`: one model of the unit."""

    rules: Rules
    battle: Battle
    psyker: UnitInPlay
    power: Power
    picks_model: bool
    cost: int
    struck: tuple[Struck, ...] = ()

    @property
    def side(self) -> Side:
        """Whose power it is."""
        return self.battle.active

    def owner(self, struck: Struck) -> Side:
        """Whose unit is struck; one that is in no roster is the opponent's."""
        return struck.unit.side if isinstance(struck.unit, UnitInPlay) else self.battle.opponent()


def about(casting: Casting, struck: Struck) -> dict[str, object]:
    """The arguments of a roll or event: the power and whom it strikes."""
    return {"power": casting.power, "unit": struck.unit}


def numbered(count: int) -> tuple[Event, ...]:
    """Names for so many that only the players see."""
    return tuple(Event("numbered", {"number": number}) for number in range(1, count + 1))


def strikes(casting: Casting, declared: Declared) -> Procedure[Casting]:
    """Whom the power strikes; of a nova also how many units that are in no roster (FAQ: each has its own dice)."""
    units: tuple[UnitInPlay | Event, ...] = declared.units
    if declared.elsewhere:
        count = 1
        if any(not isinstance(dice, OpposedDice) and dice.each == "unit" for dice in casting.power.dice):
            count = yield from Number("units-elsewhere", casting.side, 1, MOST, default=1, args={"power": casting.power})
        units = (*units, *((ELSEWHERE,) if count == 1 else numbered(count)))
    if casting.rules.targets[casting.power.target].side == "none":
        units = (casting.psyker,)
    for unit in units:
        struck = Struck(unit)
        if any(map(_needs_leadership, casting.power.dice)):
            casting, struck = yield from _led(casting, struck)
        casting = replace(casting, struck=(*casting.struck, struck))
    return casting


def _needs_leadership(dice: PowerDice) -> bool:
    """Whether the leadership of everyone struck is needed: it is asked once, whatever the dice."""
    if isinstance(dice, OpposedDice):
        return dice.adds == "leadership"
    led = isinstance(dice, LessLeadership | LeadershipLess) or (isinstance(dice, TestDice) and dice.against == "leadership")
    return led and dice.each in ("power", "unit", *OF_TARGET)


def _led(casting: Casting, struck: Struck) -> Procedure[tuple[Casting, Struck]]:
    """The leadership of a unit in force, and the battle in which it was told."""
    unit, battle = struck.unit, casting.battle
    if not isinstance(unit, UnitInPlay):
        return casting, (yield from with_leadership(casting, struck))
    members = battle.members(unit) or (unit,)
    if not any(told_leadership(casting.rules, one) for one in members):
        profile = yield from _asked(casting, struck, None)
        if not profile:
            return casting, replace(struck, leadership=0)
        first = battle.unit(unit.id)
        battle = battle.with_units([replace(first, entry=replace(first.entry, leadership=profile))])
    led = yield from leadership_of(casting.rules, battle, battle.unit(unit.id))
    casting, leadership = replace(casting, battle=led.battle), led.leadership.value
    if casting.picks_model and sum(one.models for one in members) > 1:
        leadership = yield from _asked(casting, struck, leadership)
    return casting, replace(struck, leadership=leadership)


def with_leadership(casting: Casting, struck: Struck) -> Procedure[Struck]:
    """Whom the players see alone: its leadership is asked, once."""
    if struck.leadership is not None:
        return struck
    return replace(struck, leadership=(yield from _asked(casting, struck, None)))


def another_model(casting: Casting, struck: Struck) -> Procedure[Struck]:
    """Another model of the unit: where one was picked, its leadership may be another than that of the one before."""
    if struck.leadership is None or not casting.picks_model:
        return struck
    return replace(struck, leadership=(yield from _asked(casting, struck, struck.leadership)))


def _asked(casting: Casting, struck: Struck, known: int | None) -> Procedure[int]:
    """A model that was picked may have another than its unit; 0: it has none."""
    return (yield from Number("target-leadership", casting.owner(struck), 0, 10, default=known, args=about(casting, struck)))
