"""Declaring on whom (hh3 A8, A9): always before the check; the program cannot see the table."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Procedure, Selection, Side, other
from psyphase.systems.hh3.availability import is_arcana, misfit
from psyphase.systems.hh3.battle import Battle, Model, UnitInPlay
from psyphase.systems.hh3.check import chance_note
from psyphase.systems.hh3.model import Power, Rules, Target
from psyphase.systems.hh3.willpower import ask_willpower, best

ELSEWHERE = Event("another-unit")
"""Stands for a unit that is in no roster."""


class Declared(Struct, frozen=True):
    """On whom something is declared: units of the rosters, or one outside them."""

    units: tuple[UnitInPlay, ...] = ()
    elsewhere: bool = False

    @property
    def names(self) -> tuple[str | Event, ...]:
        """The names of everyone meant."""
        return (*(unit.name for unit in self.units), *((ELSEWHERE,) if self.elsewhere else ()))


def declare(rules: Rules, battle: Battle, model: Model, power: Power) -> Procedure[tuple[Battle, Declared]]:
    """Name the target before the check (A8, A9); the program cannot see the table, so sight and range are reminders."""
    target = power.target
    if target.side == "none":
        yield from Event("reminder", {"focus": power.focus})
        return battle, Declared()
    if target.side == "own-unit":
        yield from Event("reminder", {"focus": power.focus})
        return battle, Declared((battle.host(model.unit),))
    event = "reminder" if power.range == "none" else "reminder-range"
    yield from Event(event, {"focus": power.focus, "range": power.range})
    side = model.side if target.side == "friend" else other(model.side)
    options, unavailable = _candidates(rules, battle, side, target)
    declared = yield from _chosen_target(rules, battle, model, power, options, unavailable)
    for unit in declared.units if power.check == "resistance" else ():
        battle = yield from ask_willpower(battle, unit)
    declared = replace(declared, units=tuple(battle.unit(unit.id) for unit in declared.units))
    return battle, declared


def _candidates(rules: Rules, battle: Battle, side: Side, target: Target) -> tuple[dict[str, UnitInPlay], dict[str, Event]]:
    """The units that may be declared on, and why others of that side are none."""
    reasons = {unit.id: _no_target(rules, battle, unit, target) for unit in battle.of(side) if unit.present}
    options = {id: battle.unit(id) for id, why in reasons.items() if why is None}
    return options, {id: why for id, why in reasons.items() if why}


def _no_target(rules: Rules, battle: Battle, unit: UnitInPlay, target: Target) -> Event | None:
    host = battle.host(unit)
    if battle.embarked(unit):
        return Event("embarked")
    if host.id != unit.id:
        return Event("part-of", {"unit": host})
    if not target.in_combat and battle.locked(unit):
        return Event("locked-in-combat")
    return misfit(rules, battle, unit, target)


def _chosen_target(
    rules: Rules, battle: Battle, model: Model, power: Power, options: dict[str, UnitInPlay], unavailable: dict[str, Event]
) -> Procedure[Declared]:
    elsewhere: dict[str, UnitInPlay | None] = {ELSEWHERE.id: None}
    args = {"power": power, "units": {key: battle.unit(key) for key in unavailable}}
    everyone = {**options, **elsewhere}
    own = battle.host(model.unit).id
    default = own if own in options else next(iter(everyone))
    if power.target.units == "some":
        usual = (default,)
        several = yield from Selection("targets", model.side, everyone, 1, unavailable=unavailable, default=usual, args=args)
        return Declared(tuple(unit for unit in several if unit), None in several)
    notes = {id: note for id, unit in options.items() if (note := _note(rules, battle, power, unit))}
    choice = yield from Decision("target", model.side, everyone, unavailable, default, notes, args=args)
    return Declared((choice,) if choice else (), choice is None)


def _note(rules: Rules, battle: Battle, power: Power, unit: UnitInPlay) -> Event | None:
    """What stands beside a target: that the power is on it already, and how it resists a curse if that is known."""
    parts = []
    if battle.is_on(power.id, unit):
        parts.append(Event("on-it-already" if rules.settings.same_power == "once" else "on-it-already-adds-up", {"power": power}))
    if power.check == "resistance" and battle.knows_willpower(unit):
        id = "resists-note-arcana" if is_arcana(rules, power.id) else "resists-note"
        parts.append(chance_note(rules, id, best(rules, battle, unit, "psychic")))
    return parts[0] if len(parts) == 1 else Event("target-note", {"parts": tuple(parts)}) if parts else None
