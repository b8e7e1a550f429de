"""Warp charge for both players at the start of a psychic phase (w40k7 P1, P2, U41)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Event, Procedure, Roll, Side, other
from psyphase.engine.readings import Total
from psyphase.systems.w40k7.battle import Battle, UnitInPlay
from psyphase.systems.w40k7.in_force import Acting, acting, mastery_of
from psyphase.systems.w40k7.near import ask_near
from psyphase.systems.w40k7.played import AT_THE_POOL
from psyphase.systems.w40k7.vocabulary import WarpCharge
from psyphase.tables.sums import Modifier


class Added(Struct, frozen=True):
    """What a player adds to the roll: mastery levels by psyker, dice that rosters tell, and dice of rules by name.

    `without`: who adds none, and by which rule.
    """

    levels: Mapping[str, int]
    extra: int = 0
    rules: tuple[Modifier, ...] = ()
    without: tuple[tuple[UnitInPlay, Acting[WarpCharge]], ...] = ()

    @property
    def dice(self) -> int:
        """All of it."""
        return sum(self.levels.values()) + self.extra + sum(rule.value for rule in self.rules)


class Charges(Struct, frozen=True):
    """Both pools after the warp charge roll: of who has the turn, and of the opponent. JSON has names of its own for them."""

    active: int = field(name="mine")
    other: int = field(name="theirs")


def near_for_pool(battle: Battle) -> Procedure[Battle]:
    """Which psykers are in reach of what keeps their dice from the pool: the battle in which that is said (U31)."""
    if not battle.standing:
        return battle
    psykers = [unit for unit in battle.units if unit.present and unit.level]
    return (yield from ask_near(battle, psykers, (WarpCharge,), when=AT_THE_POOL))


def added_by(battle: Battle, side: Side) -> Added:
    """The mastery levels of all psyker units on the table, embarked ones included, by key; and other dice (P1, P2, U41)."""
    levels: dict[str, int] = {}
    extra, rules, without = 0, [], []
    for unit in (unit for unit in battle.of(side) if unit.present):
        acts = acting(battle, unit, WarpCharge, when=AT_THE_POOL)
        none = next((one for one in acts if one.effect.none), None)
        if none:
            without.append((unit, none))
            continue
        if unit.level:
            levels[unit.id] = mastery_of(battle, unit).value
        extra += unit.entry.warp_charge
        rules += [one.modifier(dice) for one in acts if (dice := _dice(one.effect, unit.models))]
    return Added(levels, extra, tuple(rules), tuple(without))


def _dice(effect: WarpCharge, models: int) -> int:
    """How many dice a rule brings its bearer's pool."""
    if isinstance(effect.add, int):
        return effect.add * (models if effect.each == "model" else 1)
    reached = [row for row in effect.by_models if row.models <= models]
    return max((row.models, row.value) for row in reached)[1] if reached else 0


def warp_charge(side: Side, own: Added, against: Added) -> Procedure[Charges]:
    """Roll a D6; each player adds the own mastery levels, and dice that other rules give or take (P1, P2)."""
    for unit, rule in (*own.without, *against.without):
        yield from Event("adds-no-dice", {"unit": unit, "rule": rule})
    roll = yield from Roll("warp-charge", side, Dice(1, 6), Total())
    totals = []
    for who, added in ((side, own), (other(side), against)):
        total = max(0, roll + added.dice)
        levels = tuple(added.levels.values())
        args = {"side": who, "roll": roll, "levels": levels, "extra": added.extra, "rules": added.rules, "total": total}
        yield from Event("warp-charge-pool", args)
        totals.append(total)
    return Charges(*totals)
