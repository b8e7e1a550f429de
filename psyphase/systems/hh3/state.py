"""How units stand: part by part, and as what is said of it."""

from __future__ import annotations

from psyphase.engine.procedure import Event
from psyphase.systems.hh3.battle import Battle, UnitInPlay
from psyphase.systems.hh3.model import Rules
from psyphase.systems.shared.state import UnitState


def state_of(battle: Battle, unit: UnitInPlay) -> UnitState:
    """A unit part by part; of models and wounds the rules here know only how many models are left."""
    alive = sum(group.alive for group in unit.alive)
    transport = battle.formations.transport(unit)
    host = battle.unit(unit.joins) if unit.joins else None
    return UnitState(
        unit=unit.id,
        name=unit.name,
        models=alive,
        wounds=None,
        embarked=battle.unit(transport).name if isinstance(transport, str) else transport,
        reserve=unit.reserve,
        locked=unit.locked,
        joins=host.name if host and host.alive else None,
        dead=not alive,
    )


def unit_state(rules: Rules, battle: Battle, unit: UnitInPlay) -> Event:
    """The same in a few words."""
    if not unit.alive:
        return Event("unit-state", {"parts": (Event("state-dead"),)})
    event = "state-group" if len(unit.groups) > 1 else "state-models"
    parts = [Event(event, {"name": group.name, "left": group.alive, "willpower": group.willpower}) for group in unit.alive]
    parts += _whereabouts(state_of(battle, unit))
    parts += [Event("state-change", {"change": unit.change})] if unit.change else []
    parts += [Event("state-status", {"status": rules.statuses[status]}) for status in unit.statuses]
    return Event("unit-state", {"parts": tuple(parts)})


def _whereabouts(state: UnitState) -> list[Event]:
    aboard = Event("state-aboard", {"transport": state.embarked}) if isinstance(state.embarked, str) else Event("state-embarked")
    return [
        *([aboard] if state.embarked else []),
        *([Event("state-reserve")] if state.reserve else []),
        *([Event("state-locked")] if state.locked else []),
        *([Event("state-joined", {"host": state.joins})] if state.joins else []),
    ]


def unit_states(rules: Rules, battle: Battle) -> dict[str, Event]:
    """How every unit stands and whose it is, by key."""
    return {
        unit.id: Event("unit-of", {"army": battle.army(unit.side), "state": unit_state(rules, battle, unit)})
        for unit in battle.units
    }
