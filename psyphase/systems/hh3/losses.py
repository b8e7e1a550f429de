"""Models that are lost, and what follows: who was aboard gets out or is lost, effects end (hh3 A5, A6)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from psyphase.engine.procedure import Event, Number, Procedure, Selection
from psyphase.systems.hh3.battle import Battle, Group, InPlay, Model, UnitInPlay


def casualties(battle: Battle, host: UnitInPlay, safe: Iterable[str] = ()) -> Procedure[Battle]:
    """Which models of a unit are lost, by the players' word."""
    able = _many_first(one for one in battle.models(host) if one.group.id not in safe)
    lost: tuple[Model, ...] = tuple(able)
    if len(able) > 1:
        lost = yield from Selection("casualties", host.side, {one.group.id: one for one in able}, args={"unit": host})
    for model in lost:
        least = 1 if len(able) > 1 else 0
        count = least
        if model.group.alive > least:
            args = {"name": model.name, "left": model.group.alive}
            count = yield from Number("casualties-of", host.side, least, model.group.alive, default=least, args=args)
        battle = yield from lose(battle, model.group, count)
    return (yield from after_losses(battle))


def lose_of_all(battle: Battle, unit: UnitInPlay, count: int) -> Procedure[Battle]:
    """So many models of a unit are lost, the many before their sergeant."""
    for model in _many_first(Model(unit, group) for group in unit.alive):
        lost = min(count, model.group.alive)
        battle = yield from lose(battle, model.group, lost)
        count -= lost
    return battle


def _many_first(able: Iterable[Model]) -> list[Model]:
    """Models as they are lost: the many first."""
    return sorted(able, key=lambda one: -one.group.alive)


def lose(battle: Battle, group: Group, count: int) -> Procedure[Battle]:
    """Models of one kind are lost; a unit of which nobody is left stands nowhere any more."""
    if not count:
        return battle
    left = group.alive - count
    yield from Event("lost", {"name": group.name, "count": count, "left": left})
    battle = battle.with_group(replace(group, alive=left))
    unit = battle.group(group.id).unit
    return battle if unit.alive else battle.with_units([_gone(unit)])


def _gone(unit: UnitInPlay) -> UnitInPlay:
    groups = tuple(replace(group, alive=0) for group in unit.groups)
    return replace(unit, groups=groups, embarked=False, reserve=False, locked=False, statuses=())


def after_losses(battle: Battle) -> Procedure[Battle]:
    """Of a transport that is gone who was aboard gets out or is lost with it; then effects end (A6)."""
    while wrecks := [unit for unit in battle.units if not unit.alive and battle.formations.aboard(unit)]:
        battle = yield from _wrecked(battle, wrecks[0])
    return (yield from without_ended(battle))


def _wrecked(battle: Battle, transport: UnitInPlay) -> Procedure[Battle]:
    """Who got out stands on the table."""
    riders = {unit.id: unit for unit in battle.formations.aboard(transport) if unit.alive}
    out = yield from Selection("got-out", transport.side, riders, default=tuple(riders), args={"unit": transport})
    saved = {unit.id for unit in out}
    for unit in riders.values():
        if unit.id not in saved:
            yield from Event("lost-with-it", {"unit": unit, "transport": transport})
    aboard = battle.formations.aboard(transport)
    return battle.with_units(replace(unit, embarked=False) if unit.id in saved else _gone(unit) for unit in aboard)


def without_ended(battle: Battle) -> Procedure[Battle]:
    """Effects whose focus has left play end at once (A6), and those on units of which nobody is left."""
    kept = []
    for effect in battle.in_play:
        focus = battle.group(effect.focus)
        if not battle.present(focus):
            yield from Event("focus-left-play", {"effect": effect.name, "names": effect.on, "focus": focus.name})
        elif _all_dead(battle, effect):
            yield from Event("effect-ends", {"effect": effect.name, "names": effect.on})
        else:
            kept.append(effect)
    return replace(battle, in_play=tuple(kept))


def _all_dead(battle: Battle, effect: InPlay) -> bool:
    """Whether nobody is left of those an effect is on; of units in no roster nobody knows."""
    known = effect.units and not any(isinstance(name, Event) for name in effect.on)
    return bool(known) and not any(battle.unit(id).alive for id in effect.units)
