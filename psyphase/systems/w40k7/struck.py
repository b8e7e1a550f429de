"""Whom a power strikes, and what its own dice need to know of them (w40k7 P5, P11)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Event, Number, Procedure, Side
from psyphase.systems.w40k7.battle import Battle, UnitInPlay
from psyphase.systems.w40k7.deny import ELSEWHERE
from psyphase.systems.w40k7.model import Power, Rules
from psyphase.systems.w40k7.power_dice_table import LeadershipLess, LessLeadership, OpposedDice, PowerDice, TestDice
from psyphase.systems.w40k7.tags import PILOT
from psyphase.systems.w40k7.targets import Declared

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


def leadership_of(rules: Rules, battle: Battle, unit: UnitInPlay, *, alone: bool = False) -> int | None:
    """What a unit tests its leadership against: the highest in it, its own if `alone`; None where nobody told all of them."""
    known = [
        rules.settings.pilot_leadership if one.entry.leadership is None and PILOT in one.entry.tags else one.entry.leadership
        for one in ((unit,) if alone else battle.members(unit) or (unit,))
    ]
    told = [one for one in known if one is not None]
    return max(told) if len(told) == len(known) else None


def strikes(casting: Casting, declared: Declared) -> Procedure[tuple[Struck, ...]]:
    """Whom the power strikes; of a nova also how many units that are in no roster (FAQ: each has its own dice)."""
    units: tuple[UnitInPlay | Event, ...] = declared.units
    if declared.elsewhere:
        count = 1
        if any(not isinstance(dice, OpposedDice) and dice.each == "unit" for dice in casting.power.dice):
            count = yield from Number("units-elsewhere", casting.side, 1, MOST, default=1, args={"power": casting.power})
        units = (*units, *((ELSEWHERE,) if count == 1 else numbered(count)))
    found: tuple[Struck, ...] = ()
    if casting.rules.targets[casting.power.target].side == "none":
        units = (casting.psyker,)
    for unit in units:
        struck = Struck(unit)
        if any(map(_needs_leadership, casting.power.dice)):
            struck = yield from with_leadership(casting, struck)
        found = (*found, struck)
    return found


def numbered(count: int) -> tuple[Event, ...]:
    """Names for so many that only the players see."""
    return tuple(Event("numbered", {"number": number}) for number in range(1, count + 1))


def _needs_leadership(dice: PowerDice) -> bool:
    """Whether the leadership of everyone struck is needed: it is asked once, whatever the dice."""
    if isinstance(dice, OpposedDice):
        return dice.adds == "leadership"
    led = isinstance(dice, LessLeadership | LeadershipLess) or (isinstance(dice, TestDice) and dice.against == "leadership")
    return led and dice.each in ("power", "unit")


def with_leadership(casting: Casting, struck: Struck) -> Procedure[Struck]:
    """Its leadership is asked where nobody told it, and where a model was picked whose own may be another; 0: it has none."""
    if struck.leadership is not None:
        return struck
    known, several = None, False
    if isinstance(struck.unit, UnitInPlay):
        known = leadership_of(casting.rules, casting.battle, struck.unit)
        several = sum(one.models for one in casting.battle.members(struck.unit)) > 1
    if known is None or (casting.picks_model and several):
        known = yield from Number("target-leadership", casting.owner(struck), 0, 10, default=known, args=about(casting, struck))
    return replace(struck, leadership=known)
