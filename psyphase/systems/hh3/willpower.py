"""Whose willpower a unit takes its check against (hh3 A9): the lowest in it, or a Sergeant's, Command or Paragon model's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure
from psyphase.systems.hh3.battle import Battle, Model, UnitInPlay
from psyphase.systems.hh3.model import Rules
from psyphase.tables.sums import Sum

LOWEST = "lowest"
MOST_WILLPOWER = 20
T = TypeVar("T")


def ask_willpower(battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """Ask for every willpower of the unit that no roster tells; it is kept."""
    for model in battle.models(unit):
        if model.group.willpower is None:
            value = yield from Number("willpower", unit.side, 0, MOST_WILLPOWER, args={"name": model.name})
            battle = battle.with_group(replace(model.group, willpower=value))
    return battle


def lowest(battle: Battle, unit: UnitInPlay) -> Model:
    """The model with the lowest willpower of those left."""
    return min(battle.models(unit), key=lambda model: battle.willpower(model).value)


def may_stand_in(rules: Rules, battle: Battle, unit: UnitInPlay) -> list[Model]:
    """Models whose willpower may be used in place of the lowest, where it is higher."""
    least = battle.willpower(lowest(battle, unit)).value
    return [
        model
        for model in battle.models(unit)
        if any(trait in rules.traits and rules.traits[trait].resists for trait in model.group.traits)
        and battle.willpower(model).value > least
    ]


def best(rules: Rules, battle: Battle, unit: UnitInPlay) -> Sum:
    """The highest willpower that the unit may use."""
    ways = [lowest(battle, unit), *may_stand_in(rules, battle, unit)]
    return max((battle.willpower(model) for model in ways), key=lambda one: one.value)


def choose_model(
    rules: Rules, battle: Battle, unit: UnitInPlay, id: str, note: Callable[[Sum], Event]
) -> Procedure[tuple[Model, Sum]]:
    """The model against whose willpower the unit's controller takes the check; asked only where there is a choice."""
    least = lowest(battle, unit)
    ways = {LOWEST: least, **{model.group.id: model for model in may_stand_in(rules, battle, unit)}}
    model = least
    if len(ways) > 1:
        sums = {key: battle.willpower(one) for key, one in ways.items()}
        default = max(ways, key=lambda key: sums[key].value)
        notes = {key: note(sum) for key, sum in sums.items()}
        model = yield from Decision(id, unit.side, ways, default=default, notes=notes, args={"unit": unit})
    return model, battle.willpower(model)
