"""How units stand: part by part, and as what is said of it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from psyphase.engine.procedure import Event
from psyphase.systems.shared.state import UnitState
from psyphase.systems.w40k7.battle import UnitInPlay

NOBODY: frozenset[str] = frozenset()


def state_of(unit: UnitInPlay, gone: AbstractSet[str] = NOBODY) -> UnitState:
    """A unit part by part; wounds are known of its psykers. `gone`: names of units that are dead, which nobody is with."""
    return UnitState(
        unit=unit.id,
        name=unit.name,
        models=unit.models,
        wounds=tuple(left or None for left in unit.health) if unit.level and any(unit.health) else None,
        embarked=unit.entry.embarked,
        reserve=unit.reserve,
        locked=unit.locked,
        joins=unit.joins if unit.joins not in gone else None,
        dead=not unit.alive,
    )


def unit_state(unit: UnitInPlay, gone: AbstractSet[str] = NOBODY) -> Event:
    """The same in a few words: what is out of the ordinary."""
    if not unit.alive:
        return _said(unit, Event("state-dead"))
    state = state_of(unit, gone)
    parts = (*_strength(unit, state), *_whereabouts(state))
    return _said(unit, *(parts or (Event("state-on-table"),)))


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
    parts = [Event("state-embarked")] if state.embarked else []
    if state.reserve:
        parts.append(Event("state-reserve"))
    if state.joins:
        parts.append(Event("state-joined", {"host": state.joins}))
    if state.locked:
        parts.append(Event("state-locked"))
    return parts
