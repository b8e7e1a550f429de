"""Whose willpower a unit takes its check against (hh3 A9, facts 2): the lowest in it, or that of one who may stand in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure
from psyphase.systems.hh3.battle import Battle, Model, UnitInPlay
from psyphase.systems.hh3.model import Rules
from psyphase.tables.sums import Sum

LOWEST = "lowest"
MOST_WILLPOWER = 20
Check: TypeAlias = Literal["psychic", "unit"]
"""A check against a curse or for perils, or any other of a whole unit."""


def ask_of(battle: Battle, model: Model) -> Procedure[tuple[Battle, Model]]:
    """Ask for the willpower of one model, if no roster tells it: the model as it is then."""
    model = battle.group(model.group.id)
    if model.group.willpower is None:
        value = yield from Number("willpower", model.side, 0, MOST_WILLPOWER, args={"name": model.name})
        battle = battle.with_group(replace(model.group, willpower=value))
    return battle, battle.group(model.group.id)


def ask_willpower(battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """Ask for every willpower of the unit that no roster tells; it is kept."""
    for model in battle.models(unit):
        battle, _ = yield from ask_of(battle, model)
    return battle


def lowest(battle: Battle, unit: UnitInPlay) -> Model:
    """The model with the lowest willpower of those left."""
    return min(battle.models(unit), key=lambda model: battle.willpower(model).value)


def may_stand_in(rules: Rules, battle: Battle, unit: UnitInPlay, check: Check) -> list[Model]:
    """Models whose willpower may be used in place of the lowest, where it is higher: fewer of them in checks that are not psychic."""
    least = battle.willpower(lowest(battle, unit)).value
    return [
        model
        for model in battle.models(unit)
        if any(rule.resists if check == "psychic" else rule.checks for rule in rules.traits_of(model.group.traits))
        and battle.willpower(model).value > least
    ]


def best(rules: Rules, battle: Battle, unit: UnitInPlay, check: Check) -> Sum:
    """The highest willpower that the unit may use."""
    ways = [lowest(battle, unit), *may_stand_in(rules, battle, unit, check)]
    return max((battle.willpower(model) for model in ways), key=lambda one: one.value)


def choose_model(
    rules: Rules, battle: Battle, unit: UnitInPlay, check: Check, id: str, note: Callable[[Sum], Event]
) -> Procedure[tuple[Model, Sum]]:
    """The model against whose willpower the unit's controller takes the check; asked only where there is a choice."""
    least = lowest(battle, unit)
    ways = {LOWEST: least, **{model.group.id: model for model in may_stand_in(rules, battle, unit, check)}}
    model = least
    if len(ways) > 1:
        sums = {key: battle.willpower(one) for key, one in ways.items()}
        default = max(ways, key=lambda key: sums[key].value)
        notes = {key: note(sum) for key, sum in sums.items()}
        model = yield from Decision(id, unit.side, ways, default=default, notes=notes, args={"unit": unit})
    return model, battle.willpower(model)
