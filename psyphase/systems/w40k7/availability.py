"""What a psyker may attempt now, and the first reason against each of its other powers (w40k7 P4, P6, P8, T2, T3)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from psyphase.engine.procedure import Event
from psyphase.systems.shared.ask import first_reason
from psyphase.systems.w40k7.battle import Battle, UnitInPlay
from psyphase.systems.w40k7.before_casting import forbidden
from psyphase.systems.w40k7.in_force import mastery_of
from psyphase.systems.w40k7.model import Power, PowerType, Rules
from psyphase.systems.w40k7.targets import on_itself


class Repertoire(Struct, frozen=True):
    """The powers that a psyker may attempt now, and why not the others."""

    psyker: UnitInPlay
    options: Mapping[str, Power]
    unavailable: Mapping[str, Event]


def repertoires(rules: Rules, battle: Battle) -> dict[str, Repertoire]:
    """Of each psyker on the table whose turn it is, embarked ones included."""
    psykers = (unit for unit in battle.of(battle.active) if unit.level and unit.present)
    return {psyker.id: _repertoire(rules, battle, psyker) for psyker in psykers}


def _repertoire(rules: Rules, battle: Battle, psyker: UnitInPlay) -> Repertoire:
    powers = {id: rules.powers[id] for id in psyker.powers}
    reasons = {id: why_not(rules, battle, psyker, power) for id, power in powers.items()}
    return Repertoire(
        psyker,
        {id: power for id, power in powers.items() if reasons[id] is None},
        {id: why for id, why in reasons.items() if why is not None},
    )


def why_not(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> Event | None:
    """The first reason against attempting a power now."""
    checks = (_attempted, _forbidden, _used_up, _too_costly, _embarked, _in_combat, _conjured, _blessed_itself)
    return first_reason(checks, rules, battle, psyker, power)


def _attempted(_rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> Event | None:
    return Event("already-attempted") if battle.has_attempted(psyker, power.id) else None


def _forbidden(_rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> Event | None:
    return forbidden(battle, psyker, power)


def _used_up(rules: Rules, battle: Battle, psyker: UnitInPlay, _power: Power) -> Event | None:
    """By the FAQ a psyker has as many attempts as mastery levels (facts 6)."""
    if rules.settings.attempts_per_phase != "mastery":
        return None
    attempts = sum(unit == psyker.id for unit, _ in battle.attempts)
    level = mastery_of(battle, psyker).value
    return Event("attempts-used-up", {"count": level}) if attempts >= level else None


def _too_costly(_rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> Event | None:
    pool = battle.dice_for(psyker)
    return Event("needs-charges", {"cost": power.costs[0], "pool": pool}) if power.costs[0] > pool else None


def _embarked(rules: Rules, _battle: Battle, psyker: UnitInPlay, power: Power) -> Event | None:
    """Embarked psykers use witchfire only (P8), by the FAQ none but the plain kind (facts 6)."""
    allowed = {kind.embarked for kind in _kinds(rules, power)}
    if not psyker.embarked or "plain" in allowed:
        return None
    if "variant" not in allowed:
        return Event("embarked-witchfire-only")
    chosen = rules.settings.embarked_powers
    return Event("embarked-plain-only", {"setting": "embarked_powers", "value": chosen}) if chosen == "plain" else None


def _in_combat(rules: Rules, _battle: Battle, psyker: UnitInPlay, power: Power) -> Event | None:
    allowed = any(kind.in_combat for kind in _kinds(rules, power))
    return Event("locked-in-combat") if psyker.locked and not allowed else None


def _conjured(rules: Rules, _battle: Battle, psyker: UnitInPlay, power: Power) -> Event | None:
    """What was conjured this turn conjures nothing (T3)."""
    conjures = any(kind.conjures for kind in _kinds(rules, power))
    return Event("conjured-this-turn") if psyker.conjured and conjures else None


def _blessed_itself(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> Event | None:
    """A blessing on the psyker or its own unit would be the second of the turn (T2)."""
    target = rules.targets[power.target]
    if target.side != "self" or not any(kind.once_a_turn for kind in _kinds(rules, power)):
        return None
    return Event("already-blessed") if battle.is_blessed(on_itself(battle, psyker, target), power.id) else None


def _kinds(rules: Rules, power: Power) -> list[PowerType]:
    return [rules.types[id] for id in power.types]
