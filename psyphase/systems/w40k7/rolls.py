"""One-shot rolls of the 7th edition, with typed parameters (positional: arguments, keyword-only: options)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from psyphase.engine.dice import D6
from psyphase.engine.procedure import Event, Procedure, Request, Roll
from psyphase.engine.readings import Lookup
from psyphase.errors import AnswerError
from psyphase.systems.system import NamedRoll
from psyphase.systems.w40k7 import psychic_test as test
from psyphase.systems.w40k7.model import Discipline, Rules, Unit
from psyphase.systems.w40k7.perils_table import Gain, Perils
from psyphase.systems.w40k7.tables import LISTS
from psyphase.tables.sums import Modifier, Target
from psyphase.text import Phrase, nearest

if TYPE_CHECKING:
    from psyphase.systems.w40k7.perils_table import Outcome

# What only one of these rolls needs is imported in its body: start-up time is a feature.
Level = Annotated[int, Meta(ge=0, le=200)]
Count = Annotated[int, Meta(ge=1, le=200)]


class PsychicTestRolled(Struct, frozen=True):
    """`passed`: as many charges were harnessed as the power costs."""

    harnessed: int
    passed: bool
    perils: bool


class PerilsRolled(Struct, frozen=True):
    """The id of the row, and its effects after any leadership test."""

    row: str
    outcome: tuple[Outcome, ...]


class PowerRolled(Struct, frozen=True):
    """The power's id (of two at once the first), all powers that came up, and the faces thrown again."""

    power: str
    powers: tuple[str, ...]


def warp_charge(_rules: Rules, *, mastery: Level, enemy_mastery: Level = 0) -> Procedure[Any]:
    """Warp charge for both players at the start of a psychic phase (P1)."""
    from psyphase.systems.w40k7.warp_charge import Added
    from psyphase.systems.w40k7.warp_charge import warp_charge as charge_up

    return (yield from charge_up("mine", Added({"mine": mastery}), Added({"theirs": enemy_mastery})))


def psychic_test(rules: Rules, *, charge: Count, dice: Count, perils: Perils | None = None) -> Procedure[PsychicTestRolled]:
    """A psychic test for a power of this cost (P9, P10)."""
    reading = test.PsychicTest(rules.settings.success, perils or rules.settings.perils)
    tested = yield from test.psychic_test("mine", reading, charge, dice)
    if tested.perils:
        yield from Event("perils-follow")
    return PsychicTestRolled(tested.harnessed, tested.harnessed >= charge, tested.perils)


def deny(rules: Rules, *, harnessed: Count, dice: Count, modifier: Annotated[int, Meta(ge=-6, le=6)] = 0) -> Procedure[Any]:
    """A deny the witch test against so many harnessed charges (P14)."""
    from psyphase.systems.w40k7.deny import deny_test

    modifiers = (Modifier("modifier", None, modifier),) if modifier else ()
    target = Target(rules.settings.deny_success, modifiers)
    denied = yield from deny_test("mine", harnessed, dice, target)
    args = {"nullified": denied.nullified, "harnessed": harnessed}
    yield from Event("denied-roll" if denied.denied else "not-denied-roll", args)
    return denied


def perils(rules: Rules, *, leadership: Annotated[int, Meta(ge=1, le=10)]) -> Procedure[PerilsRolled]:
    """Perils of the Warp, leadership test included (P13)."""
    from psyphase.systems.w40k7.perils import perils_of_the_warp

    suffered = yield from perils_of_the_warp(rules, "mine", leadership)
    for outcome in suffered.outcome:
        boon = rules.boons[outcome.rule] if isinstance(outcome, Gain) else None
        yield from Event("perils-outcome", {"outcome": outcome, "boon": boon, "effect": boon.effect if boon else None})
    return PerilsRolled(suffered.row.id, suffered.outcome)


def power(
    rules: Rules, discipline: str, *, mastery: Annotated[int, Meta(ge=1, le=10)], knows: tuple[str, ...] = ()
) -> Procedure[PowerRolled]:
    """One generated power of a discipline (G3, G5, G6). Raises AnswerError: no such list or power, or nothing left."""
    from psyphase.systems.w40k7.generation import COSTLY, NO_LIMIT, rerolled_faces

    if discipline not in rules.disciplines:
        raise AnswerError("no discipline '{id}'{hint}", id=discipline[:40], hint=nearest(discipline, rules.known))
    for id in knows:
        if id not in rules.powers:
            raise AnswerError("no power '{id}'{hint}", id=id[:80], hint=nearest(id, sorted(rules.powers)))
    chosen = rules.disciplines[discipline]
    limit = mastery if rules.settings.reroll_unaffordable else NO_LIMIT
    reroll = rerolled_faces(chosen, limit, frozenset(knows))
    if len(reroll) == D6.sides:
        known = Phrase("every power is known")
        costly = Phrase("every other power costs more than the mastery level")
        why = costly if COSTLY in reroll.values() else known
        raise AnswerError("{discipline}: nothing can be generated: {why}", discipline=discipline, why=why)
    powers = yield from Roll("power-roll", "mine", D6, chosen.rows, reroll, {"discipline": chosen})
    return PowerRolled(powers[0].id, tuple(one.id for one in powers))


def _no_tables(_: Mapping[str, Any]) -> tuple[str, ...]:
    return ()


def _power_tables(given: Mapping[str, Any]) -> tuple[str, ...]:
    lists = (given["discipline"], *(id.partition("/")[0] for id in given["knows"]))
    return ("powers", *(LISTS + name for name in lists))


ROLLS: Mapping[str, NamedRoll] = {
    "warp-charge": NamedRoll(warp_charge, _no_tables),
    "psychic-test": NamedRoll(psychic_test, _no_tables),
    "deny": NamedRoll(deny, _no_tables),
    "perils": NamedRoll(perils, lambda _: ("perils", "boons")),
    "power": NamedRoll(power, _power_tables),
}


def one_shot(request: Request) -> str | None:
    """The words of the one-shot roll that is the same as a roll of a game: `psychic-test --charge 2 --dice 5`."""
    if not isinstance(request, Roll):
        return None
    args = request.args
    if isinstance(request.read, test.PsychicTest):
        return f"psychic-test --charge {args['cost']} --dice {request.dice.count} --perils {request.read.perils}"
    if request.id == "deny-test":
        target = args["target"]
        modifier = f" --modifier {target.bonus}" if isinstance(target, Target) and target.bonus else ""
        return f"deny --harnessed {args['harnessed']} --dice {request.dice.count}{modifier}"
    if request.id == "power-roll" and isinstance(request.read, Lookup):
        unit, discipline = args.get("unit"), args["discipline"]
        known = [request.read.rows[face][0].id for face, why in request.reroll.items() if why.id == "already-known"]
        knows = "".join(f" --knows {id}" for id in known)
        level = unit.level if isinstance(unit, Unit) else 1
        return f"power {discipline.id} --mastery {level}{knows}" if isinstance(discipline, Discipline) else None
    return None
