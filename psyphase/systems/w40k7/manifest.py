"""Manifesting one power: target, cost, psychic test, perils, deny, effect (w40k7 P5, P9-P11, P18, T5, T7)."""

from __future__ import annotations

from msgspec.structs import replace

from psyphase.engine.dice import MAX_COUNT
from psyphase.engine.procedure import Decision, Event, Number, Procedure
from psyphase.systems.w40k7.availability import repertoires
from psyphase.systems.w40k7.battle import Battle, UnitInPlay
from psyphase.systems.w40k7.before_casting import may_cast
from psyphase.systems.w40k7.chances import Prospects, Reply, Share, power_drain, suggested_dice
from psyphase.systems.w40k7.deny import Denier, best_answer, deny_the_witch, may_deny
from psyphase.systems.w40k7.effects import Attempt, resolve
from psyphase.systems.w40k7.exceptions import fails_badly
from psyphase.systems.w40k7.in_force import harness_on, perils_on, told
from psyphase.systems.w40k7.model import Power, PowerType, Rules
from psyphase.systems.w40k7.near import ask_near
from psyphase.systems.w40k7.perils import suffer
from psyphase.systems.w40k7.psychic_test import PsychicTest, psychic_test
from psyphase.systems.w40k7.reserved import bank
from psyphase.systems.w40k7.status import status
from psyphase.systems.w40k7.targets import Declared, declare_target
from psyphase.systems.w40k7.vocabulary import DenyBonus, DenyFace, Grant, HarnessFace, PerilsKind, Reroll


def manifest(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> Procedure[Battle]:
    """Try one power: target, psychic test, perils, deny, effect (P5)."""
    battle, allowed = yield from may_cast(rules, battle, psyker, power)
    if not allowed:
        return battle
    battle = replace(battle, attempts=(*battle.attempts, (psyker.id, power.id)))
    kind = yield from _kind(rules, battle, power)
    declared = yield from declare_target(rules, battle, psyker, power, kind)
    aimed = next((unit.id for unit in declared.units if unit.side != battle.active), battle.aimed)
    battle = replace(battle, aimed=aimed)
    cost = yield from _cost(battle, psyker, power)
    battle = yield from _reach(battle, psyker, power, declared)
    deniers = may_deny(rules, battle, psyker, declared.units, declared.others)
    test = yield from _test(rules, battle, psyker, power)
    dice = yield from _declared_dice(rules, battle, psyker, power, cost, test, best_answer(deniers))
    battle = battle.spend_for(psyker, dice)
    yield from status(battle)
    tested = yield from psychic_test(battle.active, test, cost, dice, psyker.name, power)
    passed = tested.harnessed >= cost
    if passed:
        battle = yield from bank(battle, psyker)
    if tested.perils:
        doubles = Event("any-double-came-up" if test.perils == "any-double" else "two-sixes-came-up")
        battle = yield from suffer(rules, battle, psyker, doubles)
    elif not passed and fails_badly(rules.exceptions, power.id):
        battle = yield from suffer(rules, battle, psyker, Event("failed-test-perils", {"power": power}))
    if not passed:
        return battle
    battle, denied = yield from deny_the_witch(battle, tested.harnessed, deniers)
    if not denied:
        battle = yield from resolve(rules, battle, Attempt(psyker, power, kind, declared, cost, tested.harnessed))
    return battle


def _declared_dice(
    rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power, cost: int, test: PsychicTest, best: Denier | None
) -> Procedure[int]:
    """How many dice of the pool, with the chances against the opponent's share beside each number (P9)."""
    pool, enemy_pool = battle.dice_for(psyker), battle.pool(battle.opponent())
    powers = 1 + sum(len(one.options) for one in repertoires(rules, battle).values())
    share = Share(best.read, max(best.target.needed, 1), min(enemy_pool, MAX_COUNT), powers) if best and enemy_pool else None
    drains = power_drain(list(rules.perils.rows.values()))
    prospects = Prospects(test, cost, share, drains, fails_badly(rules.exceptions, power.id))
    most = min(pool, MAX_COUNT)
    suggested, reply = suggested_dice(prospects, most), Reply(share, cost) if share else None
    args = {
        "unit": psyker,
        "power": power,
        "cost": cost,
        "pool": pool,
        "enemy_pool": enemy_pool,
        "count": powers,
        "perils": Event(f"perils-on-{test.perils}"),
    }
    return (yield from Number("dice", battle.active, 1, most, suggested.number, prospects, args, note=reply, suggested=suggested))


def _reach(battle: Battle, psyker: UnitInPlay, power: Power, declared: Declared) -> Procedure[Battle]:
    """How near the psyker and those who may deny are to what is in play around others, where that can matter (U3)."""
    battle = yield from ask_near(battle, [psyker], (HarnessFace, PerilsKind), power)
    enemy = battle.opponent()
    if not battle.pool(enemy):
        return battle
    struck = [member for unit in declared.units if unit.side == enemy for member in battle.members(unit)]
    return (yield from ask_near(battle, struck, (Grant, DenyBonus, DenyFace, Reroll), power))


def _test(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> Procedure[PsychicTest]:
    """What harnesses and what brings perils, told where anything in play has a say (P9, P10, U6)."""
    harness, perils = harness_on(rules, battle, psyker, power), perils_on(rules, battle, psyker, power)
    if harness.instead:
        yield from Event("harnesses", {"unit": psyker, "harness": told(harness)})
    if perils.rules:
        yield from Event("perils-by", {"unit": psyker, "perils": Event(f"perils-on-{perils.kind}"), "rules": perils.rules})
    return PsychicTest(harness.face, perils.kind)


def _kind(rules: Rules, battle: Battle, power: Power) -> Procedure[PowerType]:
    kinds = {id: rules.types[id] for id in power.types}
    if len(kinds) == 1:
        return next(iter(kinds.values()))
    return (yield from Decision("use-as", battle.active, kinds, default=next(iter(kinds)), args={"power": power}))


def _cost(battle: Battle, psyker: UnitInPlay, power: Power) -> Procedure[int]:
    """The cost, declared before the dice where there are several (T7)."""
    if len(power.costs) == 1:
        return power.costs[0]
    pool = battle.dice_for(psyker)
    options = {str(cost): cost for cost in power.costs if cost <= pool}
    unavailable = {str(cost): Event("needs-charges", {"cost": cost, "pool": pool}) for cost in power.costs if cost > pool}
    return (yield from Decision("cost", battle.active, options, unavailable, str(power.costs[0]), args={"power": power}))
