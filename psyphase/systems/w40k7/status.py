"""How a battle stands in a psychic phase: told whenever a pool has changed."""

from __future__ import annotations

from psyphase.engine.procedure import Event
from psyphase.systems.w40k7.battle import Battle


def pools(battle: Battle) -> dict[str, object]:
    """Both pools, as arguments of an event."""
    return {"pool": battle.pool(battle.active), "enemy_pool": battle.pool(battle.opponent())}


def status(battle: Battle) -> Event:
    """How things stand: the turn, whose phase it is, both pools."""
    return Event("status", {"turn": battle.turn, "army": battle.army(battle.active), "enemy": battle.enemy, **pools(battle)})
