"""What follows when units are gone: who was aboard gets out or is lost, what was in play on the dead ends (w40k7 P8, P19)."""

from __future__ import annotations

from msgspec.structs import replace

from psyphase.engine.procedure import Event, Procedure, Selection
from psyphase.systems.w40k7.battle import Battle, UnitInPlay
from psyphase.systems.w40k7.lasting import keeper, names_of


def without_models(unit: UnitInPlay, losses: int) -> UnitInPlay:
    """A unit after losing models; in a brotherhood, and at the end in any unit, these are psykers."""
    return replace(unit, losses=unit.losses + losses, health=unit.health[: unit.models - losses])


def dead(unit: UnitInPlay) -> UnitInPlay:
    """A unit of which nobody is left; it stands nowhere any more."""
    return replace(unit, health=(), losses=unit.entry.models, embarked=False, locked=False, reserve=False)


def bury(battle: Battle) -> Procedure[Battle]:
    """Once units are gone they stand nowhere, and who was aboard one gets out or is lost with it; what was in play on them ends, but what was
    on a whole unit stays on those of it who are left.
    """
    battle = battle.with_units(dead(unit) for unit in battle.units if not unit.alive)
    while wrecks := [unit for unit in battle.units if not unit.alive and _riders(battle, unit)]:
        battle = yield from _wrecked(battle, wrecks[0])
    in_play = []
    for effect in battle.in_play:
        keepers = {id: keeper(battle, effect, id) for id in effect.on}
        ended = tuple(id for id, one in keepers.items() if one is None)
        if ended:
            yield from Event("effect-ends", {"effect": effect.name, "names": names_of(battle, replace(effect, on=ended))})
        left = tuple(dict.fromkeys(one for one in keepers.values() if one is not None))
        if left or not effect.on:  # what is on a point of the table is on no unit
            in_play.append(replace(effect, on=left))
    return replace(battle, in_play=tuple(in_play))


def _riders(battle: Battle, transport: UnitInPlay) -> list[UnitInPlay]:
    return [unit for unit in battle.formations.aboard(transport) if unit.alive]


def _wrecked(battle: Battle, transport: UnitInPlay) -> Procedure[Battle]:
    """A transport that is gone has nobody aboard any more: who got out stands on the table."""
    riders = {unit.id: unit for unit in _riders(battle, transport)}
    out = yield from Selection("got-out", transport.side, riders, default=tuple(riders), args={"unit": transport})
    saved = {unit.id for unit in out}
    battle = battle.with_units(
        replace(unit, embarked=False) if unit.id in saved or not unit.alive else dead(unit)
        for unit in battle.formations.aboard(transport)
    )
    for unit in riders.values():
        if unit.id not in saved:
            yield from Event("lost-with-it", {"unit": unit, "transport": transport})
    return battle
