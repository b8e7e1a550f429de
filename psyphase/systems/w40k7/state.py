"""How units stand: part by part, and as what is said of it."""

from __future__ import annotations

from psyphase.engine.procedure import Event
from psyphase.systems.shared.state import UnitState
from psyphase.systems.w40k7.battle import Battle, UnitInPlay


def state_of(battle: Battle, unit: UnitInPlay) -> UnitState:
    """A unit part by part; wounds are known of its psykers, and nobody is with the dead."""
    host = battle.unit(unit.joins) if unit.joins else None
    return UnitState(
        unit=unit.id,
        name=unit.name,
        models=unit.models,
        wounds=tuple(left or None for left in unit.health) if unit.level and any(unit.health) else None,
        embarked=battle.unit(unit.embarked).name if isinstance(unit.embarked, str) else unit.embarked,
        reserve=unit.reserve,
        locked=unit.locked,
        joins=host.name if host and host.alive else None,
        dead=not unit.alive,
    )


def unit_state(battle: Battle, unit: UnitInPlay) -> Event:
    """The same in a few words: what is out of the ordinary."""
    if not unit.alive:
        return _said(unit, Event("state-dead"))
    state = state_of(battle, unit)
    parts = (*_strength(unit, state), *_whereabouts(state))
    return _said(unit, *(parts or (Event("state-on-table"),)))


def unit_states(battle: Battle) -> dict[str, Event]:
    """How every unit stands, by key."""
    return {unit.id: unit_state(battle, unit) for unit in battle.units}


def _said(unit: UnitInPlay, *parts: Event) -> Event:
    return Event("unit-state", {"unit": unit, "parts": parts})


def _strength(unit: UnitInPlay, state: UnitState) -> list[Event]:
    parts = [Event("state-mastery", {"level": unit.level})] if unit.level else []
    if state.wounds:
        parts.append(Event("state-wounds", {"wounds": state.wounds}))
    if unit.entry.models > 1:
        parts.append(Event("state-models", {"left": unit.models, "models": unit.entry.models}))
    return parts


def _whereabouts(state: UnitState) -> list[Event]:
    parts = []
    if isinstance(state.embarked, str):
        parts.append(Event("state-aboard", {"transport": state.embarked}))
    elif state.embarked:
        parts.append(Event("state-embarked"))
    if state.reserve:
        parts.append(Event("state-reserve"))
    if state.joins:
        parts.append(Event("state-joined", {"host": state.joins}))
    if state.locked:
        parts.append(Event("state-locked"))
    return parts
