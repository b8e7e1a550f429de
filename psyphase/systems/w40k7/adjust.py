"""Setting right what the program cannot see: pools, effects that ended, units that are new; and dice for anything else (w40k7 P2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure, Side
from psyphase.systems.shared.adjust import choose_adjustment, choose_thing, choose_things, free_dice, without_an_effect
from psyphase.systems.shared.sides import SIDES
from psyphase.systems.w40k7.battle import Battle, joining
from psyphase.systems.w40k7.casualties import bury
from psyphase.systems.w40k7.changes import TOGETHER, change
from psyphase.systems.w40k7.effects import NEW, describe
from psyphase.systems.w40k7.model import Rules
from psyphase.systems.w40k7.state import unit_state, unit_states
from psyphase.systems.w40k7.status import pools
from psyphase.systems.w40k7.warp_charge import added_by

MOST_WARP_CHARGE = 200


def adjust(rules: Rules, battle: Battle, *, between_phases: bool = False) -> Procedure[Battle]:
    """Choose what to set right, and do it; every change is told. Between phases there are no pools."""
    ways: dict[str, Callable[[Battle], Procedure[Battle]]] = {
        "unit": partial(_unit, rules),
        "units": _several,
        "new-unit": partial(_new_unit, rules),
        "pools": _pools,
        "effect": _effect,
        "free-dice": partial(free_dice, battle.active),
    }
    if between_phases:
        del ways["pools"]
    unavailable = {} if battle.in_play else {"effect": Event("nothing-in-play")}
    before = battle
    battle = yield from choose_adjustment(battle.active, battle, ways, unavailable)
    return battle if between_phases else (yield from _dice_for_change(before, battle))


def changed(rules: Rules, battle: Battle, key: str) -> Procedure[Battle]:
    """What happened to one unit, by its key."""
    return (yield from change(rules, battle, battle.unit(key)))


def _dice_for_change(before: Battle, battle: Battle) -> Procedure[Battle]:
    """A change of who stands on the table after the warp charge roll: the pool may be set right by the difference (P1)."""
    for side in (battle.active, battle.opponent()):
        difference = _dice(battle, side) - _dice(before, side)
        if difference and before.pools == battle.pools:
            usual = max(0, battle.pool(side) + difference)
            args = {"army": battle.army(side), "pool": battle.pool(side), "difference": difference}
            dice = yield from Number("pool-now", side, 0, max(MOST_WARP_CHARGE, usual), default=usual, args=args)
            battle = battle.with_pool(side, dice)
            before = replace(before, pools=battle.pools)
            yield from Event("pools-corrected", pools(battle))
    return battle


def _dice(battle: Battle, side: Side) -> int:
    return added_by(battle, side).dice


def _pools(battle: Battle) -> Procedure[Battle]:
    side, enemy = battle.active, battle.opponent()
    most = max(MOST_WARP_CHARGE, *battle.pools)
    mine = yield from Number("pool", side, 0, most, default=battle.pool(side))
    theirs = yield from Number("enemy-pool", side, 0, most, default=battle.pool(enemy))
    battle = battle.with_pool(side, mine).with_pool(enemy, theirs)
    yield from Event("pools-corrected", pools(battle))
    return battle


def _effect(battle: Battle) -> Procedure[Battle]:
    left = yield from without_an_effect(battle.active, battle.in_play, lambda effect: battle.named(effect.on))
    return replace(battle, in_play=left)


def _unit(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """A unit to which something happened since."""
    units = {unit.id: unit for unit in battle.units}
    unit = yield from choose_thing("unit", battle.active, units, unit_states(battle))
    return battle if unit is None else (yield from change(rules, battle, unit))


def _several(battle: Battle) -> Procedure[Battle]:
    """The same happened to several units."""
    units = {unit.id: unit for unit in battle.units}
    chosen = yield from choose_things("units", battle.active, units, {})
    if not chosen:
        return battle
    keys = [key for key, (may, _) in TOGETHER.items() if all(may(unit) for unit in chosen)]
    ways: Mapping[str, str | None] = {**{key: key for key in keys}, "back": None}
    what = yield from Decision("change", battle.active, ways, default="back", args={"unit": chosen})
    if what is None:
        return battle
    for unit in chosen:
        battle = TOGETHER[what][1](battle, unit)
    battle = yield from bury(battle)
    for unit in chosen:
        now = battle.unit(unit.id)
        yield from Event("unit-corrected", {"unit": now, "state": unit_state(battle, now)})
    return battle


def _new_unit(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """A unit that no roster has enters the battle."""
    ways: dict[str, Side] = {side: side for side in SIDES}
    args = {"armies": {side: battle.army(side) or Event("opponent") for side in SIDES}}
    side: Side = yield from Decision("whose", battle.active, ways, default=battle.active, args=args)
    kind: str = yield from Decision("new-kind", side, {key: key for key in ("no-psyker", "psyker")}, default="no-psyker")
    unit = yield from describe(rules, side, NEW, psyker=kind == "psyker")
    added = joining(battle, unit, side)
    battle = replace(battle, units=(*battle.units, added))
    yield from Event("unit-added", {"unit": added})
    return battle
