"""Setting right what the program cannot see: units, reaction points, effects; perils from elsewhere; dice (hh3 A5, A6, A11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure, Side, Text
from psyphase.systems.hh3.battle import Battle
from psyphase.systems.hh3.changes import MOST_MODELS, change
from psyphase.systems.hh3.deployment import entering
from psyphase.systems.hh3.losses import without_ended
from psyphase.systems.hh3.model import Rules
from psyphase.systems.hh3.perils import ruptures, suffer
from psyphase.systems.hh3.roster import Unit
from psyphase.systems.hh3.state import unit_state, unit_states
from psyphase.systems.hh3.wizard import abilities
from psyphase.systems.shared.adjust import BACK, choose_adjustment, choose_thing, choose_things, free_dice, without_an_effect
from psyphase.systems.shared.sides import SIDES

MOST_POINTS = 50


def adjust(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """Choose what to set right, and do it; every change is told. Effects whose focus left play end (A6)."""
    ways: dict[str, Callable[[Battle], Procedure[Battle]]] = {
        "unit": partial(_unit, rules),
        "units": partial(_units, rules),
        "new-unit": partial(_new_unit, rules),
        "points": _points,
        "perils": partial(_perils, rules),
        "effect": _effect,
        "free-dice": partial(free_dice, battle.active),
    }
    unavailable = {} if battle.in_play else {"effect": Event("nothing-in-play")}
    battle = yield from choose_adjustment(battle.active, battle, ways, unavailable)
    return (yield from without_ended(battle))


def changed(rules: Rules, battle: Battle, key: str) -> Procedure[Battle]:
    """What happened to one unit, by its key."""
    return (yield from change(rules, battle, (battle.unit(key),)))


def _unit(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """A unit to which something happened."""
    units = {unit.id: unit for unit in battle.units}
    unit = yield from choose_thing("unit", battle.active, units, unit_states(rules, battle))
    return battle if unit is None else (yield from change(rules, battle, (unit,)))


def _units(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """Several units to which the same happened."""
    units = yield from choose_things("units", battle.active, {unit.id: unit for unit in battle.units}, {})
    return (yield from change(rules, battle, units)) if units else battle


def _new_unit(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """A unit that no roster has enters the battle; its willpower is asked once it matters."""
    side: Side = "mine"
    if battle.enemy_known:
        ways: dict[str, Side] = {side: side for side in SIDES}
        armies = {side: battle.army(side) for side in SIDES}
        side = yield from Decision("whose", battle.active, ways, default=battle.active, args={"armies": armies})
    name = yield from Text("unit-name", side)
    models = yield from Number("unit-models", side, 1, MOST_MODELS, default=1)
    traits, disciplines = yield from abilities(rules, side, name)
    unit = entering(rules, battle, Unit(name, models=models, traits=traits, disciplines=disciplines), side)
    battle = replace(battle, units=(*battle.units, unit))
    yield from Event("unit-corrected", {"unit": unit, "state": unit_state(rules, battle, unit)})
    return battle


def _points(battle: Battle) -> Procedure[Battle]:
    points = yield from Number("reaction-points-now", battle.active, 0, MOST_POINTS, default=battle.points)
    yield from Event("points-corrected", {"points": points})
    return replace(battle, points=points)


def _effect(battle: Battle) -> Procedure[Battle]:
    left = yield from without_an_effect(battle.active, battle.in_play, lambda effect: effect.on)
    return replace(battle, in_play=left)


def _perils(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """Perils that no check of the program brought: by a D6, or Warp Rupture at once (A11, facts 1)."""
    hosts = {unit.id: unit for side in SIDES for unit in battle.hosts(side)}
    notes = {id: note for id, note in unit_states(rules, battle).items() if id in hosts}
    unit = yield from choose_thing("perils-unit", battle.active, hosts, notes)
    if unit is None:
        return battle
    rows = {row.id: row for row in rules.perils.rows.values()}
    key: str = yield from Decision(
        "perils-cause",
        battle.active,
        {"d6": "d6", rules.rupture.id: rules.rupture.id, BACK: BACK},
        default="d6",
        args={"names": rows},
    )
    if key == BACK:
        return battle
    if key == rules.rupture.id:
        battle = yield from ruptures(rules, battle, unit)
    else:
        battle = yield from suffer(rules, battle, unit, Event("from-elsewhere"), None)
    return battle
