"""What may happen to a unit in a battle: losses, where it stands, what it has become; who is with it goes along (w40k7 P2, P8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure
from psyphase.systems.shared.adjust import BACK, choose_change
from psyphase.systems.w40k7.battle import Battle, UnitInPlay, joining
from psyphase.systems.w40k7.casualties import bury, dead, without_models
from psyphase.systems.w40k7.lasting import divided, without_model
from psyphase.systems.w40k7.model import Power, Rules
from psyphase.systems.w40k7.standing import shared
from psyphase.systems.w40k7.state import unit_state
from psyphase.systems.w40k7.tags import BROTHERHOOD

May: TypeAlias = Callable[[UnitInPlay], bool]
Asked: TypeAlias = Callable[[Rules, Battle, UnitInPlay], Procedure[Battle]]


def change(rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """What happened to a unit, and what follows; nothing as a rule."""
    keys = [key for key, may in ORDER.items() if may(unit)]
    key = yield from choose_change(unit.side, keys, {"unit": unit})
    if key is None:
        return battle
    battle = TOGETHER[key][1](battle, unit) if key in TOGETHER else (yield from ASKED[key](rules, battle, unit))
    battle = yield from bury(battle)
    now = battle.unit(unit.id)
    yield from Event("unit-corrected", {"unit": now, "state": unit_state(battle, now)})
    return battle


def _all(battle: Battle, units: Iterable[UnitInPlay], **states: object) -> Battle:
    return battle.with_units(replace(unit, **states) for unit in units)


def _whole(**states: object) -> Callable[[Battle, UnitInPlay], Battle]:
    """Something that happens to everyone in the same unit, everyone aboard and what they ride in."""
    return lambda battle, unit: _all(battle, battle.formations.whole(unit), **states)


def _disembarked(battle: Battle, unit: UnitInPlay) -> Battle:
    return _all(battle, battle.formations.together(unit), embarked=False, locked=False)


def _alive(battle: Battle, unit: UnitInPlay) -> Battle:
    """One model of it, with one wound, where the others of its unit are: more can be said then."""
    with_it = next((one for one in battle.formations.together(unit) if one.alive), unit)
    states = {"embarked": with_it.embarked, "reserve": with_it.reserve, "locked": with_it.locked}
    return _all(battle, [unit], health=(1,), losses=unit.entry.models - 1, **states)


def _living(unit: UnitInPlay) -> bool:
    return unit.alive


TOGETHER: Mapping[str, tuple[May, Callable[[Battle, UnitInPlay], Battle]]] = {
    "dead": (_living, lambda battle, unit: battle.with_units([dead(unit)])),
    "alive": (lambda unit: not unit.alive, _alive),
    "disembarked": (lambda unit: unit.alive and bool(unit.embarked), _disembarked),
    "reserve": (lambda unit: unit.alive and not unit.reserve, _whole(reserve=True, locked=False)),
    "arrived": (lambda unit: unit.alive and unit.reserve, _whole(reserve=False)),
    "locked": (lambda unit: unit.present and not unit.locked, _whole(locked=True)),
    "not-locked": (lambda unit: unit.alive and unit.locked, _whole(locked=False)),
}
"""Changes about which nothing more is asked, so that several units may have them at once: which may, and what stands then."""


def _models_lost(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    lost = yield from Number("models-lost", unit.side, 0, unit.models, default=1, args={"unit": unit})
    return battle.with_units([without_models(unit, lost)])


def _models(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """How many there are now: it may have got some back."""
    left = yield from Number("models-now", unit.side, 0, 200, default=unit.models, args={"unit": unit})
    if left <= unit.models:
        return battle.with_units([without_models(unit, unit.models - left)])
    more = left - unit.models
    health = unit.health + ((unit.entry.wounds or 0,) * more if BROTHERHOOD in unit.traits else ())
    return battle.with_units([replace(unit, losses=unit.losses - more, health=health)])


def _wounds_lost(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """Wounds of the psyker, or of a brotherhood's first model; with the last he is slain."""
    lost = yield from Number("wounds-lost", unit.side, 0, unit.health[0], default=1, args={"unit": unit})
    left = unit.health[0] - lost
    if left:
        return battle.with_units([replace(unit, health=(left, *unit.health[1:]))])
    battle = yield from without_model(battle, unit, 0)
    return battle.with_units([replace(unit, health=unit.health[1:], losses=unit.losses + 1)])


def _wounds(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """How many the psyker, or a brotherhood's first model, has now."""
    left = yield from Number("wounds-now", unit.side, 1, 30, default=unit.health[0] or 1, args={"unit": unit})
    return battle.with_units([replace(unit, health=(left, *unit.health[1:]))])


def _embarked(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """In which of its side's transports, where one is in the battle; it is then where that is."""
    own = {one.id for one in battle.formations.together(unit)}
    rides = {one.id: one for one in battle.of(unit.side) if one.alive and one.vehicle and one.id not in own and not one.embarked}
    transport: UnitInPlay | None = None
    if rides:
        ways: dict[str, UnitInPlay | None] = {**rides, ANOTHER: None}
        transport = yield from Decision("transport", unit.side, ways, default=next(iter(rides)), args={"unit": unit})
    together = battle.formations.together(unit)
    if transport is None:
        return _all(battle, together, embarked=True, locked=False)
    return _moved(_all(battle, together, embarked=transport.id), unit, transport)


def _moved(battle: Battle, unit: UnitInPlay, to: UnitInPlay) -> Battle:
    """Everyone who goes with a unit is in reserve and in combat as those are to whom it goes."""
    return _all(battle, battle.formations.whole(battle.unit(unit.id)), reserve=to.reserve, locked=to.locked)


ANOTHER = "another-unit"


def _joined(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """Which unit, or which other; it is then where that is, with everyone who has joined it."""
    moved = (unit,) if unit.joins else battle.formations.together(unit)
    own = {None, unit.joins, *(one.id for one in moved)}
    others = [one for one in battle.of(unit.side) if one.alive and not one.joins]
    hosts = {one.id: one for one in others if one.id not in own and one.embarked not in own}
    ways: dict[str, UnitInPlay | None] = {**hosts, BACK: None}
    host = yield from Decision("joined-unit", unit.side, ways, default=BACK, args={"unit": unit})
    if host is None:
        return battle
    battle = _leaves(battle, unit)
    return _moved(_all(battle, moved, joins=host.id, embarked=host.embarked), unit, host)


def _left_unit(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    yield from ()
    return _all(_leaves(battle, unit), [unit], joins=None)


def _leaves(battle: Battle, unit: UnitInPlay) -> Battle:
    """What was cast on the unit it stood in goes on for it too (Independent Characters, ongoing effects)."""
    if not unit.joins:
        return battle
    in_play = [
        replace(one, on=(*one.on, unit.id)) if unit.joins in one.on and unit.id not in one.on else one for one in battle.in_play
    ]
    return replace(battle, in_play=tuple(in_play))


def _splits(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """Some of its models go on as a unit of their own; a psyker among the others stays."""
    apart = yield from Number("models-apart", unit.side, 1, unit.models - 1, default=unit.models // 2, args={"unit": unit})
    stays = without_models(unit, apart)
    # Those that go are not lost: what it had lost before it still has.
    stays = replace(stays, losses=unit.losses, entry=replace(unit.entry, models=unit.entry.models - apart))
    new = replace(
        joining(battle, replace(unit.entry, models=apart), unit.side),
        powers=unit.powers,
        health=unit.health[len(stays.health) :],
        embarked=unit.embarked,
        reserve=unit.reserve,
        locked=unit.locked,
    )
    battle = battle.with_units([stays])
    in_play = divided(battle.in_play, unit, new, len(stays.health))
    battle = replace(battle, units=(*battle.units, new), in_play=in_play, standing=shared(battle.standing, unit.id, new.id))
    yield from Event("unit-added", {"unit": new})
    return battle


def _level(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    level = yield from Number("mastery-now", unit.side, 1, 10, default=unit.level, args={"unit": unit})
    return battle.with_units([replace(unit, entry=replace(unit.entry, mastery=level))])


def _leadership(_rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    usual = unit.entry.leadership
    value = yield from Number("leadership", unit.side, 1, 10, default=usual, args={"name": unit.name})
    return battle.with_units([replace(unit, entry=replace(unit.entry, leadership=value))])


def _harness(rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    usual = unit.entry.harness or rules.settings.success
    face = yield from Number("harness-now", unit.side, 2, 6, default=usual, args={"unit": unit})
    return battle.with_units([replace(unit, entry=replace(unit.entry, harness=face))])


def _power_lost(rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    known: dict[str, Power | None] = {**{id: rules.powers[id] for id in unit.powers}, BACK: None}
    lost = yield from Decision("power-gone", unit.side, known, default=BACK, args={"unit": unit})
    return battle if lost is None else battle.with_units([_with_powers(unit, [id for id in unit.powers if id != lost.id])])


def _power_gained(rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    new: dict[str, Power | None] = {**{id: one for id, one in rules.powers.items() if id not in unit.powers}, BACK: None}
    gained = yield from Decision("power-new", unit.side, new, default=BACK, args={"unit": unit})
    return battle if gained is None else battle.with_units([_with_powers(unit, [*unit.powers, gained.id])])


def _with_powers(unit: UnitInPlay, powers: Iterable[str]) -> UnitInPlay:
    return replace(unit, powers=tuple(powers))


ASKED: Mapping[str, Asked] = {
    "models-lost": _models_lost,
    "wounds-lost": _wounds_lost,
    "embarked": _embarked,
    "joined": _joined,
    "left-unit": _left_unit,
    "wounds": _wounds,
    "models": _models,
    "splits": _splits,
    "power-lost": _power_lost,
    "power-gained": _power_gained,
    "mastery": _level,
    "leadership": _leadership,
    "harness": _harness,
}
"""Changes about which more is asked."""


def _a_psyker(unit: UnitInPlay) -> bool:
    return bool(unit.level)


ORDER: Mapping[str, May] = {
    "models-lost": lambda unit: unit.models > 1,
    "wounds-lost": lambda unit: bool(unit.health and unit.health[0]),
    "dead": TOGETHER["dead"][0],
    "alive": TOGETHER["alive"][0],
    "embarked": lambda unit: unit.alive and not unit.embarked and not unit.vehicle,
    "disembarked": TOGETHER["disembarked"][0],
    "reserve": TOGETHER["reserve"][0],
    "arrived": TOGETHER["arrived"][0],
    "joined": _living,
    "left-unit": lambda unit: unit.alive and bool(unit.joins),
    "locked": TOGETHER["locked"][0],
    "not-locked": TOGETHER["not-locked"][0],
    "wounds": _a_psyker,
    "models": _living,
    "splits": lambda unit: unit.models > 1,
    "power-lost": lambda unit: bool(unit.level and unit.powers),
    "power-gained": _a_psyker,
    "mastery": _a_psyker,
    "leadership": _living,
    "harness": _a_psyker,
}
"""When each change may be chosen, the usual ones first."""
