"""The duel turn by turn: who focuses what power on whom, and how hard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Decision, Event, Number, Procedure, Roll, Side, Text, other
from psyphase.engine.readings import DANGER, NO_MARK, Faces, Total, merge
from psyphase.systems.shared.adjust import choose_adjustment, choose_thing
from psyphase.systems.shared.ask import ask_yes
from psyphase.systems.shared.sides import by_key, deployed, with_changed
from psyphase.systems.shared.turns import next_turn, play_turns, roll_call
from psyphase.tables.sums import Modifier, Sum
from trial.model import Duel, Duellist, Phenomenon, Power, Psyker, Roster, Rules

if TYPE_CHECKING:
    from fractions import Fraction

D100 = Dice(1, 100)
RESERVED = ("back",)


class Focused(Struct, frozen=True):
    """Whether the power is focused, and whether the dice were doubles: then phenomena are due."""

    passed: bool
    double: bool


class Focus(NamedTuple):
    """A d100 at or under a number; doubles wake phenomena."""

    target: int

    def read(self, faces: Faces) -> Focused:
        return Focused(faces[0] <= self.target, faces[0] % 11 == 0 or faces[0] == D100.sides)

    def weights(self, dice: Dice) -> Mapping[Focused, int]:
        return merge((self.read([face]), 1) for face in range(1, dice.sides + 1))

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        return [frozenset({DANGER}) if self.read([face]).double else NO_MARK for face in faces]


class Prospects(Struct, frozen=True):
    """The chances of a push: to focus the power, and to wake phenomena."""

    rules: Rules
    base: Sum

    def __call__(self, push: int) -> Mapping[str, Fraction]:
        from psyphase.engine.odds import chances

        found = chances(Focus(pushed(self.rules, self.base, push).value), D100)
        return {"passes": found.chance(lambda one: one.passed), "phenomena": found.chance(lambda one: one.double)}


def pushed(rules: Rules, base: Sum, push: int) -> Sum:
    """What the focus test is rolled against."""
    more = Modifier("push", Event("push", {"push": push}), rules.settings.push_bonus * push)
    return replace(base, modifiers=(*base.modifiers, more)) if push else base


def focus(rules: Rules, side: Side, base: Sum, push: int) -> Procedure[Focused]:
    """The focus test."""
    against = pushed(rules, base, push)
    read = Focus(against.value)
    return (yield from Roll("focus", side, D100, read, args={"against": against}, passes=lambda one: one.passed))


def phenomena(rules: Rules, side: Side, push: int) -> Procedure[Phenomenon]:
    """What doubles wake; the harder the push, the worse."""
    total = yield from Roll("phenomena", side, D100, Total(rules.settings.push_bonus * push))
    row = rules.phenomena.rows[min(total, max(rules.phenomena.rows))]
    yield from Event("woken", {"total": total, "row": row, "wounds": row.wounds})
    return row


def play_duel(rules: Rules, mine: Roster, theirs: Roster | None = None) -> Procedure[Duel]:
    """Turns of both sides, until one has nobody left."""
    units = tuple(Duellist(key, side, psyker, psyker.wounds) for key, side, psyker in deployed((mine, theirs), RESERVED))
    duel = Duel("mine", (mine.name, theirs.name if theirs else ""), units, theirs is not None)
    return (yield from play_turns(duel, partial(_turn, rules), _between))


def _turn(rules: Rules, duel: Duel) -> Procedure[tuple[Duel, bool]]:
    yield from Event("turn-begins", {"turn": duel.turn, "army": duel.armies[duel.active == "theirs"]})
    psykers = duel.standing(duel.active)
    psyker = yield from choose_thing("psyker", duel.active, psykers, _notes(psykers))
    if psyker:
        duel = yield from _attack(rules, duel, psyker)
    over = not duel.standing("mine") or (duel.enemy_known and not duel.standing("theirs"))
    if over:
        yield from Event("duel-over", {"army": duel.armies[not duel.standing("mine")]})
    return duel, over


def _notes(units: Mapping[str, Duellist]) -> dict[str, Event]:
    return {id: Event("stands", {"wounds": unit.wounds}) for id, unit in units.items()}


def _attack(rules: Rules, duel: Duel, psyker: Duellist) -> Procedure[Duel]:
    powers = {id: rules.powers[id] for id in psyker.entry.powers}
    power: Power = yield from Decision("power", psyker.side, powers, default=next(iter(powers)), args={"unit": psyker})
    target = yield from choose_thing("target", psyker.side, duel.standing(other(psyker.side)))
    base = Sum(Modifier("willpower", None, psyker.entry.willpower), (Modifier(power.id, power.name, power.modifier),))
    push = yield from Number("push", psyker.side, 0, psyker.entry.rating, 0, Prospects(rules, base), {"unit": psyker})
    focused = yield from focus(rules, psyker.side, base, push)
    if focused.double:
        row = yield from phenomena(rules, psyker.side, push)
        duel = duel.hurt(psyker, row.wounds)
    yield from Event("focused" if focused.passed else "not-focused", {"power": power, "effect": power.effect})
    if focused.passed and target:
        wounds = yield from Roll("damage", psyker.side, Dice(1, int(power.damage[1:])), Total(), args={"power": power})
        duel = duel.hurt(target, wounds)
        yield from Event("hurt", {"unit": target, "wounds": wounds})
    return duel


def _between(duel: Duel) -> Procedure[tuple[Duel, bool]]:
    return (yield from roll_call("next-turn", next_turn(duel), _standing, _changed, _adjust, endless=True))


def _standing(duel: Duel) -> dict[str, Event]:
    return _notes({unit.id: unit for unit in duel.units})


def _adjust(duel: Duel) -> Procedure[Duel]:
    return (yield from choose_adjustment(duel.active, duel, {"unit": _unit}))


def _unit(duel: Duel) -> Procedure[Duel]:
    unit = yield from choose_thing("unit", duel.active, {unit.id: unit for unit in duel.units}, _standing(duel))
    return duel if unit is None else (yield from _changed(duel, unit.id))


def _changed(duel: Duel, key: str) -> Procedure[Duel]:
    unit = by_key(duel.units, key)
    wounds = yield from Number("wounds-now", duel.active, 0, unit.entry.wounds, unit.wounds, args={"unit": unit})
    return replace(duel, units=with_changed(duel.units, [replace(unit, wounds=wounds)]))


def new_roster(rules: Rules) -> Procedure[Roster]:
    """Ask for the psykers of a side."""
    name = yield from Text("army-name", "mine")
    psykers: tuple[Psyker, ...] = ()
    while True:
        one = yield from Text("unit-name", "mine")
        willpower = yield from Number("unit-willpower", "mine", 1, 95, 40)
        rating = yield from Number("unit-rating", "mine", 0, 5, 2)
        psykers = (*psykers, Psyker(one, willpower, tuple(rules.powers), rating))
        if not (yield from ask_yes("another", "mine", False)):
            return Roster(system="veil", name=name, psykers=psykers)
