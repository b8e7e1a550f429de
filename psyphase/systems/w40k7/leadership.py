"""The leadership of a unit on the table, and tests against it (w40k7 P13, U49): asked where nobody told it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Event, Number, Procedure, Roll, Side
from psyphase.engine.readings import Under
from psyphase.systems.w40k7.battle import Battle, UnitInPlay
from psyphase.systems.w40k7.in_force import HIGHEST, leadership_sum
from psyphase.systems.w40k7.model import Rules
from psyphase.systems.w40k7.near import ask_near
from psyphase.systems.w40k7.tags import PILOT
from psyphase.systems.w40k7.vocabulary import Leadership
from psyphase.tables.sums import Sum


class Led(Struct, frozen=True):
    """The leadership that a unit tests against, and the battle with all that was told meanwhile."""

    leadership: Sum
    battle: Battle


def leadership_of(rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Led]:
    """The highest in its unit on the table, each with what acts on it. What a profile says is asked once, never what is in play."""
    members = sorted(battle.members(unit), key=lambda one: one.id != unit.id) or [unit]
    battle = yield from ask_near(battle, members, (Leadership,))
    known = {one.id: value for one in members if (value := told_leadership(rules, one)) is not None}
    for one in members:
        best = max(known.values(), default=None)
        if one.id not in known and best != HIGHEST:
            known[one.id] = yield from Number("leadership", one.side, 1, 10, default=best, args={"name": one.name})
            battle = battle.with_units([replace(one, entry=replace(one.entry, leadership=known[one.id]))])
    several = len(members) > 1
    sums = [
        leadership_sum(battle, one, known[one.id], Event("leadership-in", {"unit": one.name}) if several else None)
        for one in members
        if one.id in known
    ]
    best_sum = max(sums, key=lambda one: one.value)
    if best_sum.modifiers or (several and best_sum is not sums[0]):
        yield from Event("leadership-in-force", {"unit": unit, "leadership": best_sum})
    return Led(best_sum, battle)


def told_leadership(rules: Rules, unit: UnitInPlay) -> int | None:
    """What a profile says, where anybody told it."""
    leadership = unit.entry.leadership
    return rules.settings.pilot_leadership if leadership is None and PILOT in unit.entry.tags else leadership


def leadership_test(side: Side, leadership: int, name: str) -> Procedure[bool]:
    """2D6, equal to or under the leadership (P13): whether it is passed."""
    args = {"name": name, "leadership": leadership}
    passed = yield from Roll("leadership-test", side, Dice(2, 6), Under(leadership), args=args, passes=bool)
    yield from Event("leadership-passed" if passed else "leadership-failed", {"leadership": leadership})
    return passed
