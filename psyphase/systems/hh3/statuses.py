"""Tactical statuses: of a whole unit, but not of models that cannot gain them (hh3 facts 4)."""

from __future__ import annotations

from msgspec.structs import replace

from psyphase.engine.procedure import Event, Procedure
from psyphase.systems.hh3.battle import Battle, Model, UnitInPlay, models
from psyphase.systems.hh3.model import Rules
from psyphase.systems.hh3.traits import Status
from psyphase.tables.names import Words


def gain_status(rules: Rules, battle: Battle, host: UnitInPlay, status: str) -> Procedure[Battle]:
    """A status for the whole unit; the same twice does nothing more."""
    rule = rules.statuses[status]
    immune = [model for model in battle.models(host) if _is_immune(rules, model, status)]
    if len(immune) == len(battle.models(host)):
        yield from Event("takes-no-status", {"unit": host, "status": rule})
        return battle
    had = () if rule.replaces else battle.statuses(host)
    if any(rules.statuses[one].replaces for one in had):
        yield from Event("has-a-worse-status", {"unit": host, "status": tuple(rules.statuses[one] for one in had)})
        return battle
    words = recovery(rules, battle, host, rule)
    yield from Event("status-gained", {"unit": host, "status": rule, "effect": rule.effect, "recovery": words})
    if immune:
        yield from Event("but-not-of", {"names": tuple(model.name for model in immune), "status": rule})
    return _of_all(rules, battle, host, tuple(dict.fromkeys((*had, status))))


def shared(rules: Rules, battle: Battle, host: UnitInPlay) -> Battle:
    """The battle after somebody has joined a unit: what either had, all have."""
    had = battle.statuses(host)
    worst = tuple(status for status in had if rules.statuses[status].replaces)
    return _of_all(rules, battle, host, worst or had)


def _of_all(rules: Rules, battle: Battle, host: UnitInPlay, statuses: tuple[str, ...]) -> Battle:
    return battle.with_units(
        replace(unit, statuses=tuple(one for one in statuses if _takes(rules, unit, one))) for unit in battle.members(host)
    )


def _takes(rules: Rules, unit: UnitInPlay, status: str) -> bool:
    return not all(_is_immune(rules, model, status) for model in models(unit, unit.alive))


def _is_immune(rules: Rules, model: Model, status: str) -> bool:
    return any(rule.immune == "all" or status in rule.immune for rule in rules.traits_of(model.group.traits))


def recovery(rules: Rules, battle: Battle, host: UnitInPlay, status: Status) -> Words:
    """How a unit loses a status: as the status says, but where all of its models have a way of their own."""
    ways = [
        next((rule.recovery for rule in rules.traits_of(model.group.traits) if rule.recovery != "none"), status.recovery)
        for model in battle.models(host)
    ]
    return ways[0] if ways and all(way == ways[0] for way in ways) else status.recovery


def without_status(battle: Battle, unit: UnitInPlay, status: str) -> Battle:
    """The battle after a whole unit has lost a status."""
    return battle.with_units(
        replace(member, statuses=tuple(one for one in member.statuses if one != status)) for member in battle.members(unit)
    )
