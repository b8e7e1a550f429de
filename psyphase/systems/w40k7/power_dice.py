"""The dice that a power has of its own, rolled right after it takes effect, and what they come to (w40k7 P5, P11)."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from msgspec import Struct

from psyphase.engine.dice import D6, Dice
from psyphase.engine.procedure import Event, Number, Procedure, Roll
from psyphase.engine.readings import COUNTS, NO_MARK, Faces, Lookup, Under
from psyphase.systems.w40k7.battle import Battle, UnitInPlay
from psyphase.systems.w40k7.effect_words import Outcome
from psyphase.systems.w40k7.model import Power, PowerType, Rules
from psyphase.systems.w40k7.opposed import opposed
from psyphase.systems.w40k7.power_dice_table import (
    ChargeDice,
    EachDice,
    FacesDice,
    LeadershipLess,
    LessLeadership,
    OpposedDice,
    Result,
    Row,
    SpanDice,
    SumDice,
    TableDie,
    TestDice,
)
from psyphase.systems.w40k7.power_results import follows, has_none, is_slain, spans_of, tell, total_of
from psyphase.systems.w40k7.struck import (
    MOST,
    OF_TARGET,
    Casting,
    Struck,
    about,
    another_model,
    numbered,
    strikes,
    with_leadership,
)
from psyphase.systems.w40k7.targets import Declared


class Went(Struct, frozen=True):
    """The battle after the dice of a power, and how it went; None: its dice do not tell."""

    battle: Battle
    outcome: frozenset[Outcome] | None = None


class Showing(NamedTuple):
    """How many dice show one of some faces."""

    faces: frozenset[int]

    def read(self, faces: Faces) -> int:
        """How many do."""
        return sum(face in self.faces for face in faces)

    def weights(self, dice: Dice) -> dict[int, int]:
        """How many of the throws show so many."""
        hits = len(self.faces)
        return {k: comb(dice.count, k) * hits**k * (dice.sides - hits) ** (dice.count - k) for k in range(dice.count + 1)}

    def marks(self, faces: Faces) -> list[frozenset[str]]:
        """COUNTS for each of those faces."""
        return [frozenset({COUNTS}) if face in self.faces else NO_MARK for face in faces]


def throw_power_dice(
    rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power, kind: PowerType, declared: Declared, cost: int
) -> Procedure[Went]:
    """Roll the dice of a power's own, in the order of its table."""
    if not power.dice:
        return Went(battle)
    casting = yield from strikes(Casting(rules, battle, psyker, power, kind.picks_model, cost), declared)
    outcome: frozenset[Outcome] | None = None
    last = 0
    for dice in power.dice if casting.struck else ():
        if isinstance(dice, OpposedDice):
            casting, outcome = yield from opposed(casting, dice)
        else:
            last = yield from _thrown(casting, dice, last)
    return Went(casting.battle, outcome)


def _thrown(casting: Casting, dice: EachDice, last: int) -> Procedure[int]:
    """Dice of the power for each of what they are rolled for: what totals come to. `last`: what the dice before came to."""
    if isinstance(dice, FacesDice):
        return (yield from _faces(casting, dice))
    total = 0
    for struck in (yield from _each(casting, dice, last)):
        if isinstance(dice, SumDice | ChargeDice | SpanDice):
            total += yield from _sum(casting, dice, struck)
        elif isinstance(dice, TableDie):
            yield from _row(casting, dice, struck)
        elif isinstance(dice, TestDice):
            yield from _tests(casting, dice, struck)
        else:
            total += yield from _less(casting, dice, struck)
    return total


def _each(casting: Casting, dice: EachDice, last: int) -> Procedure[tuple[Struck, ...]]:
    """For whom, or for what, the dice are rolled."""
    if dice.each == "power":
        return casting.struck[:1]
    if dice.each == "unit":
        return casting.struck
    count = last if dice.each == "of-those" else (yield from _how_many(casting, dice))
    if dice.each in OF_TARGET:
        return casting.struck[:1] * count
    return tuple(map(Struck, numbered(count)))


def _how_many(casting: Casting, dice: EachDice) -> Procedure[int]:
    """How many there are of what the dice are rolled for; the models of a unit in a roster are known."""
    unit = casting.struck[0].unit
    if dice.each == "model" and isinstance(unit, UnitInPlay):
        return sum(one.models for one in casting.battle.members(unit))
    # What attacks hits once as a rule; of what may follow, or stand near, there is nothing as a rule.
    default = None if dice.each == "model" else int(dice.each == "hit")
    args = {"power": casting.power, "what": Event(f"each-{dice.each}")}
    return (yield from Number("how-many", casting.side, 0, MOST, default=default, args=args))


def _sum(casting: Casting, dice: SumDice | ChargeDice | SpanDice, struck: Struck) -> Procedure[int]:
    more = casting.cost - casting.power.costs[0] if isinstance(dice, ChargeDice) else 0
    while True:
        total = yield from total_of(casting, struck, dice.dice, dice.of, more)
        yield from tell(casting, struck, dice.of, total)
        again = isinstance(dice, SpanDice) and (yield from spans_of(casting, dice.results, struck, total))
        if not again:
            return total


def _less(casting: Casting, dice: LessLeadership | LeadershipLess, struck: Struck) -> Procedure[int]:
    """A total less leadership, or the other way round: never below 0."""
    struck = yield from with_leadership(casting, struck)
    leadership = struck.leadership or 0
    if not leadership:
        yield from has_none(casting, struck, "leadership")
        return 0
    rolled = yield from total_of(casting, struck, dice.dice, dice.of)
    over = isinstance(dice, LessLeadership)
    count = max(0, rolled - leadership if over else leadership - rolled)
    counted = Event(f"total-{dice.of}", {"count": count})
    args = {**about(casting, struck), "rolled": rolled, "leadership": leadership, "counted": counted}
    yield from Event("less-leadership" if over else "leadership-less", args)
    return count


def _row(casting: Casting, dice: TableDie, struck: Struck) -> Procedure[None]:
    rows = {face: row for row in dice.rows for face in range(row.faces[0], row.faces[-1] + 1)}
    args = {**about(casting, struck), "what": Event("what-table")}
    row: Row = yield from Roll("power-dice", casting.side, Dice(1, dice.sides), Lookup(rows), args=args)
    yield from follows(casting, row, struck)


def _faces(casting: Casting, dice: FacesDice) -> Procedure[int]:
    """A die for each of something, thrown together."""
    struck = casting.struck[0]
    count = yield from _how_many(casting, dice)
    if not count:
        return 0
    args = {**about(casting, struck), "what": Event("what-models")}
    shown = yield from Roll("power-dice", casting.side, Dice(count, D6.sides), Showing(frozenset(dice.faces)), args=args)
    yield from tell(casting, struck, dice.of, shown)
    return shown


def _tests(casting: Casting, dice: TestDice, struck: Struck) -> Procedure[None]:
    """One test, or several of one model; with a chain another model takes one when it is slain, and so on."""
    due = dice.times
    while due:
        value = yield from _tested(casting, dice, struck)
        if not value:
            yield from has_none(casting, struck, dice.against)
            return
        failed = False
        for _ in range(due):
            passed = yield from _test(casting, dice, struck, value)
            failed = failed or not passed
        due = int(dice.chain and failed and (yield from is_slain(casting, struck)))
        if due:
            struck = yield from another_model(casting, struck)


def _tested(casting: Casting, dice: TestDice, struck: Struck) -> Procedure[int]:
    """The value that is tested, 0 where the target has none; a modified leadership is 2 at least (P19)."""
    if dice.against == "leadership":
        struck = yield from with_leadership(casting, struck)
        return max(2, struck.leadership + dice.modifier) if struck.leadership else 0
    unit, known = struck.unit, None
    if dice.against == "wounds-left" and isinstance(unit, UnitInPlay) and unit.entry.models == 1 and any(unit.health):
        known = unit.health[0]
    args = {**about(casting, struck), "what": Event(f"against-{dice.against}")}
    return known or (yield from Number("target-characteristic", casting.owner(struck), 0, 30, args=args))


def _test(casting: Casting, dice: TestDice, struck: Struck, value: int) -> Procedure[bool]:
    """Leadership is tested with 2D6; anything else with a D6, of which a 6 never passes a characteristic."""
    if dice.against == "leadership":
        thrown, needed = Dice(2, 6), value
    else:
        thrown, needed = D6, value if dice.against == "wounds-left" else min(value, D6.sides - 1)
    args = {**about(casting, struck), "what": Event(f"against-{dice.against}"), "value": value}
    passed = yield from Roll("power-test", casting.owner(struck), thrown, Under(needed), args=args, passes=bool)
    yield from Event("power-test-passed" if passed else "power-test-failed", args)
    result = dice.passed if passed else dice.failed
    if isinstance(result, Result):
        yield from follows(casting, result, struck)
    return passed
