"""Making a roster by questions, for someone who has not read how one is written."""

from __future__ import annotations

from psyphase.engine.procedure import Decision, Event, Number, Procedure, Selection, Side, Text
from psyphase.systems.hh3.model import Rules
from psyphase.systems.hh3.roster import Models, Roster, Unit
from psyphase.systems.hh3.traits import TraitRule
from psyphase.systems.hh3.willpower import MOST_WILLPOWER

LONE, SQUAD, DONE = "lone", "squad", "done"


def new_roster(rules: Rules) -> Procedure[Roster]:
    """Ask for an army, unit by unit."""
    name = yield from Text("army-name", "mine")
    traits = yield from Selection("army-traits", "mine", _asked(rules, "army"))
    units: tuple[Unit, ...] = ()
    while True:
        kinds = (LONE, SQUAD, *((DONE,) if units else ()))
        kind: str = yield from Decision(
            "unit-kind", "mine", {key: key for key in kinds}, default=DONE if units else LONE, args={"count": len(units)}
        )
        if kind == DONE:
            return Roster(system="hh3", name=name, traits=tuple(one.id for one in traits), units=units)
        unit = yield from _new_unit(rules, kind)
        yield from Event("unit-added", {"unit": unit})
        units = (*units, unit)


def _asked(rules: Rules, of: str) -> dict[str, TraitRule]:
    """The traits that are asked for of an army, a unit or who leads a squad."""
    return {id: trait for id, trait in rules.traits.items() if trait.asked == of}


def _new_unit(rules: Rules, kind: str) -> Procedure[Unit]:
    name = yield from Text("unit-name", "mine")
    usual = 9 if kind == LONE else 7
    willpower = yield from Number("unit-willpower", "mine", 0, MOST_WILLPOWER, default=usual, args={"name": name})
    if kind == LONE:
        traits, disciplines = yield from abilities(rules, "mine", name)
        return Unit(name=name, willpower=willpower, traits=traits, disciplines=disciplines)
    count = yield from Number("unit-models", "mine", 1, 200, default=10)
    sergeant = yield from Number("sergeant-willpower", "mine", 0, MOST_WILLPOWER, default=0, args={"name": name})
    traits, disciplines = yield from abilities(rules, "mine", name)
    if not sergeant or count == 1:
        return Unit(name=name, willpower=willpower, models=count, traits=traits, disciplines=disciplines)
    leader = next(iter(_asked(rules, "leader")))
    models = (
        Models(name=leader, willpower=sergeant, traits=(leader,)),
        Models(name=name, count=count - 1),
    )
    return Unit(name=name, willpower=willpower, models=models, traits=traits, disciplines=disciplines)


def abilities(rules: Rules, side: Side, name: str) -> Procedure[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Its traits and disciplines; whoever has a discipline is a psyker."""
    traits = yield from Selection("unit-traits", side, _asked(rules, "unit"), args={"name": name})
    lists = yield from Selection("unit-disciplines", side, rules.disciplines, args={"name": name})
    ids = tuple(trait.id for trait in traits)
    return (*sorted(rules.with_does("by-discipline") if lists else ()), *ids), tuple(one.id for one in lists)
