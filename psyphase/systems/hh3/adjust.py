"""Setting right what the program cannot see: units, reaction points, effects; perils from elsewhere; dice (hh3 A5, A6, A11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure, Selection
from psyphase.systems.hh3.battle import Battle, UnitInPlay
from psyphase.systems.hh3.model import Rules
from psyphase.systems.hh3.perils import casualties, gain_status, ruptures, suffer, without_ended
from psyphase.systems.hh3.willpower import MOST_WILLPOWER
from psyphase.systems.shared.adjust import BACK, choose_adjustment, choose_change, choose_thing, free_dice, without_an_effect
from psyphase.systems.shared.attached import together
from psyphase.systems.shared.state import UnitState

MOST_POINTS = 50


def unit_state(rules: Rules, unit: UnitInPlay) -> Event:
    """How a unit stands, in a few words."""
    if not unit.alive:
        return Event("unit-state", {"parts": (Event("state-dead"),)})
    several = len(unit.groups) > 1
    parts = [
        Event(
            "state-group" if several else "state-models", {"name": group.name, "left": group.alive, "willpower": group.willpower}
        )
        for group in unit.alive
    ]
    flags = {"embarked": bool(unit.embarked), "reserve": unit.reserve, "locked": unit.locked}
    parts += [Event(f"state-{flag}") for flag, is_set in flags.items() if is_set]
    parts += [Event("state-joined", {"host": unit.joins})] if unit.joins else []
    parts += [Event("state-change", {"change": unit.change})] if unit.change else []
    parts += [Event("state-status", {"status": rules.statuses[status]}) for status in unit.statuses]
    return Event("unit-state", {"parts": tuple(parts)})


def state_of(unit: UnitInPlay) -> UnitState:
    """The same, part by part; of models and wounds the rules here know only how many models are left."""
    alive = sum(group.alive for group in unit.groups)
    return UnitState(unit.id, unit.name, alive, None, unit.embarked, unit.reserve, unit.locked, unit.joins, not alive)


def adjust(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """Choose what to set right, and do it; every change is told. Effects whose focus left play end (A6)."""
    ways: dict[str, Callable[[Battle], Procedure[Battle]]] = {
        "unit": partial(_unit, rules),
        "points": _points,
        "perils": partial(_perils, rules),
        "effect": _effect,
        "free-dice": partial(free_dice, battle.active),
    }
    unavailable = {} if battle.in_play else {"effect": Event("nothing-in-play")}
    battle = yield from choose_adjustment(battle.active, battle, ways, unavailable)
    return (yield from without_ended(battle))


def _points(battle: Battle) -> Procedure[Battle]:
    points = yield from Number("reaction-points-now", battle.active, 0, MOST_POINTS, default=battle.points)
    yield from Event("points-corrected", {"points": points})
    return replace(battle, points=points)


def _effect(battle: Battle) -> Procedure[Battle]:
    left = yield from without_an_effect(battle.active, battle.in_play)
    return replace(battle, in_play=left)


def _which(rules: Rules, battle: Battle, id: str, units: Iterable[UnitInPlay]) -> Procedure[UnitInPlay | None]:
    things = {unit.id: unit for unit in units}
    notes = {
        key: Event("unit-of", {"army": battle.army(unit.side), "state": unit_state(rules, unit)}) for key, unit in things.items()
    }
    return (yield from choose_thing(id, battle.active, things, notes))


def _perils(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """Perils that no check of the program brought: by a D6, or Warp Rupture at once (A11, facts 1)."""
    hosts = (unit for unit in battle.units if unit.present and battle.host(unit).id == unit.id)
    unit = yield from _which(rules, battle, "perils-unit", hosts)
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


def _unit(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """A unit to which something happened."""
    unit = yield from _which(rules, battle, "unit", battle.units)
    if unit is None:
        return battle
    change = yield from choose_change(battle.active, _possible(battle, unit), {"unit": unit})
    if change is None:
        return battle
    if change in ASKED:
        battle = yield from ASKED[change](rules, battle, unit)
    else:
        # Who stands together goes together; only a casualty, a parting or a reaction is one's own.
        whole = together(battle.units, unit) if change in WHOLE else (unit,)
        battle = battle.with_units(map(PLAIN[change], whole))
        if change == "reacted":
            battle = replace(battle, reacted=battle.reacted | {unit.id}, points=max(0, battle.points - 1))
            yield from Event("points-corrected", {"points": battle.points})
    changed = battle.unit(unit.id)
    yield from Event("unit-corrected", {"unit": changed, "state": unit_state(rules, changed)})
    return battle


def _possible(battle: Battle, unit: UnitInPlay) -> list[str]:
    """What may have happened to a unit, as it stands now."""
    if not unit.alive:
        return ["alive"]
    return [
        "casualties",
        "statuses",
        "disembarked" if unit.embarked else "embarked",
        "arrived" if unit.reserve else "reserve",
        "left-unit" if unit.joins else "joined",
        "not-locked" if unit.locked else "locked",
        "willpower",
        *(["reacted"] if unit.side != battle.active else []),
    ]


WHOLE = ("embarked", "disembarked", "reserve", "arrived", "locked", "not-locked")
"""Changes of a unit with all who have joined it."""
PLAIN: Mapping[str, Callable[[UnitInPlay], UnitInPlay]] = {
    # One model of it: more can be said then.
    "alive": lambda unit: replace(unit, groups=(replace(unit.groups[0], alive=1), *unit.groups[1:])),
    "embarked": lambda unit: replace(unit, embarked=True),
    "disembarked": lambda unit: replace(unit, embarked=False),
    "reserve": lambda unit: replace(unit, reserve=True),
    "arrived": lambda unit: replace(unit, reserve=False),
    "left-unit": lambda unit: replace(unit, joins=None),
    "locked": lambda unit: replace(unit, locked=True),
    "not-locked": lambda unit: replace(unit, locked=False),
    "reacted": lambda unit: unit,
}


def _casualties(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    return (yield from casualties(battle, battle.host(unit)))


def _statuses(rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """Which statuses the whole unit has now."""
    had = battle.statuses(unit)
    now = yield from Selection("statuses", unit.side, rules.statuses, default=had, args={"unit": battle.host(unit)})
    battle = battle.with_units(replace(member, statuses=()) for member in battle.members(unit))
    for status in now:
        battle = yield from gain_status(rules, battle, battle.host(unit), status.id)
    return battle


def _joined(rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    hosts = (one for one in battle.of(unit.side) if one.present and one.id != unit.id and not one.joins)
    host = yield from _which(rules, battle, "joined-unit", hosts)
    if host is None:
        return battle
    battle = battle.with_units([replace(unit, joins=host.name)])
    # Statuses are of the whole unit; so is what it has used this turn (A14).
    statuses = battle.statuses(host)
    ids = battle.ids_with(host)
    battle = battle.with_units(replace(member, statuses=statuses) for member in battle.members(host))
    manifested = battle.manifested | (ids if ids & battle.manifested else frozenset())
    reacted = battle.reacted | (ids if ids & battle.reacted else frozenset())
    return replace(battle, manifested=manifested, reacted=reacted)


def _willpower(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """What its willpower is changed by: fear nearby, a field, a mission's rule."""
    change = yield from Number(
        "willpower-change", unit.side, -MOST_WILLPOWER, MOST_WILLPOWER, default=unit.change, args={"unit": unit}
    )
    return battle.with_units([replace(unit, change=change)])


ASKED: Mapping[str, Callable[[Rules, Battle, UnitInPlay], Procedure[Battle]]] = {
    "casualties": _casualties,
    "statuses": _statuses,
    "joined": _joined,
    "willpower": _willpower,
}
