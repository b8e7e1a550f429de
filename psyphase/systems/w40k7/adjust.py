"""Setting right what the program cannot see: pools, units, effects that ended; and dice for anything else (w40k7 P2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure
from psyphase.systems.shared.adjust import BACK, choose_adjustment, choose_change, choose_thing, free_dice, without_an_effect
from psyphase.systems.shared.attached import together
from psyphase.systems.w40k7.battle import Battle, UnitInPlay
from psyphase.systems.w40k7.perils import without_models
from psyphase.systems.w40k7.state import unit_state
from psyphase.systems.w40k7.status import pools
from psyphase.systems.w40k7.tags import LOCKED

MOST_WARP_CHARGE = 200


def adjust(battle: Battle, *, between_phases: bool = False) -> Procedure[Battle]:
    """Choose what to set right, and do it; every change is told. Between phases there are no pools."""
    ways: dict[str, Callable[[Battle], Procedure[Battle]]] = {
        "unit": _unit,
        "pools": _pools,
        "effect": _effect,
        "free-dice": partial(free_dice, battle.active),
    }
    if between_phases:
        del ways["pools"]
    unavailable = {} if battle.in_play else {"effect": Event("nothing-in-play")}
    return (yield from choose_adjustment(battle.active, battle, ways, unavailable))


def _pools(battle: Battle) -> Procedure[Battle]:
    mine = yield from Number("pool", battle.active, 0, MOST_WARP_CHARGE, default=battle.pool(battle.active))
    enemy = battle.opponent()
    theirs = yield from Number("enemy-pool", battle.active, 0, MOST_WARP_CHARGE, default=battle.pool(enemy))
    battle = battle.with_pool(battle.active, mine).with_pool(enemy, theirs)
    yield from Event("pools-corrected", pools(battle))
    return battle


def _effect(battle: Battle) -> Procedure[Battle]:
    left = yield from without_an_effect(battle.active, battle.in_play)
    return replace(battle, in_play=left)


def _unit(battle: Battle) -> Procedure[Battle]:
    """A unit to which something happened since."""
    units = {unit.id: unit for unit in battle.units}
    unit = yield from choose_thing("unit", battle.active, units, {id: unit_state(unit) for id, unit in units.items()})
    if unit is None:
        return battle
    change = yield from choose_change(battle.active, _possible(unit), {"unit": unit})
    if change is None:
        return battle
    if change in ASKED:
        changed = yield from ASKED[change](battle, unit)
        battle = battle.with_units([changed])
    else:
        # Who stands together goes together; only a casualty, a parting or a combat is one's own.
        whole = together(battle.units, unit) if change in WHOLE else (unit,)
        battle = battle.with_units(map(PLAIN[change], whole))
    changed = battle.unit(unit.id)
    yield from Event("unit-corrected", {"unit": changed, "state": unit_state(changed)})
    return battle


def _possible(unit: UnitInPlay) -> list[str]:
    """What may have happened to a unit, as it stands now."""
    if not unit.alive:
        return ["alive"]
    entry = unit.entry
    return [
        "dead",
        *(["wounds"] if unit.level else []),
        *(["models"] if entry.models > 1 else []),
        "disembarked" if entry.embarked else "embarked",
        "arrived" if unit.reserve else "reserve",
        "left-unit" if entry.joins else "joined",
        "not-locked" if unit.locked else "locked",
    ]


def _with_entry(unit: UnitInPlay, **changed: object) -> UnitInPlay:
    return replace(unit, entry=replace(unit.entry, **changed))


WHOLE = ("embarked", "disembarked", "reserve", "arrived")
"""Changes of a unit with all who have joined it."""
PLAIN: Mapping[str, Callable[[UnitInPlay], UnitInPlay]] = {
    "dead": lambda unit: replace(unit, health=(), losses=unit.entry.models),
    # One model of it, with one wound: more can be said then.
    "alive": lambda unit: replace(unit, health=(1,), losses=unit.entry.models - 1),
    "embarked": lambda unit: _with_entry(unit, embarked=True),
    "disembarked": lambda unit: _with_entry(unit, embarked=False),
    "reserve": lambda unit: replace(unit, reserve=True),
    "arrived": lambda unit: replace(unit, reserve=False),
    "left-unit": lambda unit: _with_entry(unit, joins=None),
    "locked": lambda unit: _with_entry(unit, tags=(*unit.entry.tags, LOCKED)),
    "not-locked": lambda unit: _with_entry(unit, tags=tuple(tag for tag in unit.entry.tags if tag != LOCKED)),
}


def _wounds(battle: Battle, unit: UnitInPlay) -> Procedure[UnitInPlay]:
    """Wounds of the psyker, or of a brotherhood's first model."""
    left = yield from Number("wounds-now", battle.active, 1, 30, default=unit.health[0] or 1, args={"unit": unit})
    return replace(unit, health=(left, *unit.health[1:]))


def _models(battle: Battle, unit: UnitInPlay) -> Procedure[UnitInPlay]:
    left = yield from Number("models-now", battle.active, 0, unit.models, default=unit.models, args={"unit": unit})
    return without_models(unit, unit.models - left)


def _joined(battle: Battle, unit: UnitInPlay) -> Procedure[UnitInPlay]:
    hosts = {one.id: one for one in battle.of(unit.side) if one.present and one.id != unit.id and not one.entry.joins}
    ways: dict[str, UnitInPlay | None] = {**hosts, BACK: None}
    host = yield from Decision("joined-unit", battle.active, ways, default=BACK)
    return _with_entry(unit, joins=host.name if host else None)


ASKED: Mapping[str, Callable[[Battle, UnitInPlay], Procedure[UnitInPlay]]] = {
    "wounds": _wounds,
    "models": _models,
    "joined": _joined,
}
