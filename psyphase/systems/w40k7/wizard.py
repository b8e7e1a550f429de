"""Making a roster by questions, for someone who has not read how one is written."""

from __future__ import annotations

from psyphase.engine.procedure import Decision, Event, Number, Procedure, Selection, Text
from psyphase.systems.w40k7.exceptions import barred
from psyphase.systems.w40k7.model import Roster, Rules, Unit
from psyphase.systems.w40k7.tags import (
    ADAMANTIUM_WILL,
    BROTHERHOOD,
    DAEMON,
    FORCE_WEAPON,
    GREY_KNIGHT,
    HOOD,
    PILOT,
    PSYKER,
    VEHICLE,
)

TAGS = (FORCE_WEAPON, HOOD, ADAMANTIUM_WILL, DAEMON, GREY_KNIGHT, PILOT, VEHICLE)
OTHER, DONE = "other", "done"
"""Answers beside the kinds of psykers, which are called as their tags are."""


def new_roster(rules: Rules) -> Procedure[Roster]:
    """Ask for an army, unit by unit."""
    name = yield from Text("army-name", "mine")
    units: tuple[Unit, ...] = ()
    while True:
        kinds = (PSYKER, BROTHERHOOD, OTHER, *((DONE,) if units else ()))
        kind: str = yield from Decision(
            "unit-kind", "mine", {key: key for key in kinds}, default=DONE if units else PSYKER, args={"count": len(units)}
        )
        if kind == DONE:
            return Roster(system="w40k7", name=name, units=units)
        unit = yield from _new_unit(rules, kind)
        yield from Event("unit-added", {"unit": unit})
        units = (*units, unit)


def _new_unit(rules: Rules, kind: str) -> Procedure[Unit]:
    name = yield from Text("unit-name", "mine")
    models = 1
    if kind != PSYKER:
        models = yield from Number("unit-models", "mine", 1, 200, default=5 if kind == BROTHERHOOD else 10)
    tags = yield from Selection("unit-tags", "mine", {tag: tag for tag in TAGS})
    if kind == OTHER:
        return Unit(name=name, models=models, tags=tags)
    level = yield from Number("unit-mastery", "mine", 1, 10, default=1)
    leadership = yield from Number("unit-leadership", "mine", 1, 10, default=9)
    wounds = yield from Number("unit-wounds", "mine", 1, 30, default=2 if kind == PSYKER else 1)
    unit = Unit(name=name, models=models, tags=(kind, *tags))
    bars = barred(rules.exceptions, unit.traits)
    unavailable = {id: Event("barred-discipline", {"exception": bar}) for id, bar in bars.items()}
    options = {id: one for id, one in rules.disciplines.items() if id not in unavailable}
    args = {"disciplines": rules.disciplines}
    lists = yield from Selection("unit-disciplines", "mine", options, 1, unavailable=unavailable, default=None, args=args)
    return Unit(
        name=name,
        mastery=level,
        leadership=leadership,
        wounds=wounds,
        models=models,
        tags=(kind, *tags),
        disciplines=tuple(one.id for one in lists),
    )
