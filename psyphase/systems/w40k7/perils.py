"""Perils of the Warp (w40k7 P10-P13): what the table gives, and what that does to a battle."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.dice import D6, Dice
from psyphase.engine.procedure import Event, Number, Procedure, Roll, Side
from psyphase.engine.readings import Pick, Total
from psyphase.systems.w40k7.battle import Battle, InPlay, UnitInPlay
from psyphase.systems.w40k7.casualties import bury, without_models
from psyphase.systems.w40k7.lasting import put_in_play, without_model
from psyphase.systems.w40k7.leadership import Led, leadership_of, leadership_test
from psyphase.systems.w40k7.model import Rules
from psyphase.systems.w40k7.perils_table import (
    Drain,
    Drained,
    Hits,
    HitsTaken,
    LeadershipTest,
    LosePower,
    Outcome,
    PerilsRow,
    PlainEffect,
    Slain,
    Wound,
    thrown,
)
from psyphase.systems.w40k7.status import pools, status

H = TypeVar("H", bound=Hashable)


class Suffered(Struct, frozen=True):
    """The row that came up and, after any leadership test, everything it does. `led`: what was tested against, if it was."""

    row: PerilsRow
    outcome: tuple[Outcome, ...]
    led: Led | None = None


def perils_of_the_warp(
    rules: Rules, side: Side, leadership: int | Callable[[], Procedure[Led]], name: str = ""
) -> Procedure[Suffered]:
    """Roll on the table, with the leadership test and the dice of its effects (P13).

    `leadership`: known, or found out when a test is due.
    """
    row = yield from Roll("perils", side, D6, rules.perils, args={"name": name})
    outcome: tuple[Outcome, ...] = ()
    led = None
    for effect in row.effects:
        plain: tuple[PlainEffect, ...] = (effect,) if not isinstance(effect, LeadershipTest) else ()
        if isinstance(effect, LeadershipTest):
            if not isinstance(leadership, int):
                led = yield from leadership()
                leadership = led.leadership.value
            passed = yield from leadership_test(side, leadership, name)
            plain = effect.passed if passed else effect.failed
        for one in plain:
            rolled = yield from _rolled(one, side)
            outcome = (*outcome, rolled)
    if not outcome:
        yield from Event("nothing-happens")
    return Suffered(row, outcome, led)


def _rolled(effect: PlainEffect, side: Side) -> Procedure[Outcome]:
    if isinstance(effect, Hits):
        hits = yield from Roll("perils-hits", side, thrown(effect.dice), Total())
        return HitsTaken(hits, effect.strength, effect.ap)
    if isinstance(effect, Drain):
        charges = yield from Roll("drain", side, thrown(effect.dice), Total())
        return Drained(charges)
    return effect


def suffer(rules: Rules, battle: Battle, psyker: UnitInPlay, why: Event) -> Procedure[Battle]:
    """Perils for a psyker's unit at once (P10); for a brotherhood, for one of its models at random (P12)."""
    yield from Event("perils-of-the-warp", {"unit": psyker, "why": why})
    model = yield from _struck_model(psyker)
    suffered = yield from perils_of_the_warp(rules, psyker.side, partial(leadership_of, rules, battle, psyker), psyker.name)
    battle = suffered.led.battle if suffered.led else battle
    for outcome in suffered.outcome:
        health = battle.unit(psyker.id).health
        # A brotherhood loses the power even where the model that was struck is gone.
        left = {"model": len(health) == len(psyker.health), "psyker": bool(health), "nobody": True}
        if left[outcome.needs]:
            battle = yield from _apply(rules, battle, psyker.id, model, outcome)
    return (yield from bury(battle))


def _struck_model(psyker: UnitInPlay) -> Procedure[int]:
    """The index of the model that is struck: of several one at random, where that matters (P12)."""
    if len(set(psyker.health)) <= 1:
        return 0
    models_at_risk = tuple(range(len(psyker.health)))
    model = yield from _at_random("perils-model", psyker, models_at_risk, {"count": len(models_at_risk)})
    yield from Event("perils-on-model", {"unit": psyker, "model": model + 1})
    return model


def _apply(rules: Rules, battle: Battle, id: str, model: int, outcome: Outcome) -> Procedure[Battle]:
    psyker = battle.unit(id)
    if isinstance(outcome, Wound):
        battle = yield from wound(battle, psyker, model, outcome.amount)
    elif isinstance(outcome, Slain):
        battle = yield from _slay(battle, psyker, model)
    elif isinstance(outcome, HitsTaken):
        battle = yield from _hits(battle, psyker, outcome)
    elif isinstance(outcome, LosePower):
        battle = yield from lose_power(rules, battle, psyker)
    elif isinstance(outcome, Drained):
        for side in (battle.active, battle.opponent()):
            battle = battle.spend(side, outcome.charges)
        yield from Event("drained", {"charges": outcome.charges, **pools(battle)})
        yield from status(battle)
    else:
        boon = rules.boons[outcome.rule]
        struck = model if len(psyker.health) > 1 else None
        gained = InPlay(boon.id, boon.name, boon.effect, (psyker.id,), psyker.side, boon.does, struck)
        battle = yield from put_in_play(battle, gained)
        yield from Event("gains", {"unit": psyker, "boon": boon, "effect": boon.effect, "until": battle.army(psyker.side)})
    return battle


def wound(battle: Battle, psyker: UnitInPlay, model: int, amount: int) -> Procedure[Battle]:
    """A wound or glancing hit without saves; how many are left is asked where no roster says."""
    yield from Event("wounded", {"unit": psyker, "wounds": amount})
    before = psyker.health[model]
    if before:
        left = max(0, before - amount)
    else:
        left = yield from Number("wounds-left", psyker.side, 0, 30, args={"unit": psyker})
    if not left:
        return (yield from _slay(battle, psyker, model))
    yield from Event("has-wounds-left", {"unit": psyker, "wounds": left})
    health = tuple(left if at == model else wounds for at, wounds in enumerate(psyker.health))
    return battle.with_units([replace(psyker, health=health)])


def _slay(battle: Battle, psyker: UnitInPlay, model: int) -> Procedure[Battle]:
    health = tuple(wounds for at, wounds in enumerate(psyker.health) if at != model)
    yield from Event("slain" if not health else "model-slain", {"unit": psyker, "models": len(health)})
    battle = yield from without_model(battle, psyker, model)
    return battle.with_units([replace(psyker, health=health, losses=psyker.losses + 1)])


def _hits(battle: Battle, psyker: UnitInPlay, hits: HitsTaken) -> Procedure[Battle]:
    """Hits on what is left of the psyker's unit, as if shot from where it stood; the losses are asked."""
    args = {"unit": psyker, "hits": hits.hits, "strength": hits.strength, "ap": hits.ap}
    left = battle.members(psyker)
    if not left:
        yield from Event("hits-on-nobody", args)
        return battle
    yield from Event("unit-hit", {**args, "host": tuple(unit.name for unit in left)})
    hits_left = hits.hits
    for unit in left:
        most = min(unit.models, hits_left)  # without blasts a hit slays one model at most
        losses = yield from Number("losses", psyker.side, 0, most, default=0, args={"unit": unit, "hits": hits_left})
        if losses:
            hits_left -= losses
            yield from Event("models-lost", {"unit": unit, "count": losses})
            battle = battle.with_units([without_models(unit, losses)])
    return battle


def lose_power(rules: Rules, battle: Battle, psyker: UnitInPlay) -> Procedure[Battle]:
    """A random power is lost for the battle; a whole brotherhood loses it."""
    if not psyker.powers:
        yield from Event("no-power-to-lose", {"unit": psyker})
        return battle
    lost = psyker.powers[0]
    if len(psyker.powers) > 1:
        run = Pick(psyker.powers).sides // len(psyker.powers)
        names = tuple(
            Event("stands-for", {"first": at * run + 1, "last": (at + 1) * run, "name": rules.powers[id].name})
            for at, id in enumerate(psyker.powers)
        )
        lost = yield from _at_random("lost-power", psyker, psyker.powers, {"powers": names})
    yield from Event("power-lost", {"unit": psyker, "power": rules.powers[lost]})
    return battle.with_units([replace(psyker, powers=tuple(id for id in psyker.powers if id != lost))])


def _at_random(id: str, psyker: UnitInPlay, options: tuple[H, ...], args: dict[str, object]) -> Procedure[H]:
    """One of several things by a die; faces that stand for none are thrown again."""
    pick = Pick(options)
    reroll = {face: Event("stands-for-nothing") for face in pick.unused}
    return (yield from Roll(id, psyker.side, Dice(1, pick.sides), pick, reroll, {"unit": psyker, **args}))
