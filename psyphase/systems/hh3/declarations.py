"""What may be declared in a phase (hh3 A3, A7), in the order of the turn, and why the rest may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from psyphase.engine.procedure import Decision, Event, Procedure
from psyphase.systems.hh3.availability import holds, is_arcana, usable_force, why_not
from psyphase.systems.hh3.battle import Battle, Model, models
from psyphase.systems.hh3.check import chance_note
from psyphase.systems.hh3.model import Force, Gambit, Nullify, Power, Reaction, Rules
from psyphase.systems.hh3.willpower import best
from psyphase.tables.names import Words

T = TypeVar("T")
PASSED = Event("moment-passed")


class Declaration(Struct, frozen=True):
    """Something that may be declared now, by one of some models."""

    power: Power
    models: tuple[Model, ...]
    note: Event

    @property
    def name(self) -> Words:
        """What it is called."""
        return self.power.name

    @property
    def effect(self) -> tuple[Words | Event, ...]:
        """What it does, and all that one wants to know before declaring it."""
        return described(self.power)


def described(power: Power) -> tuple[Words | Event, ...]:
    """What something does, for how long, what follows if it fails or either way, and who may use it."""
    cost = Event("paid-on-a-pass") if isinstance(power, Reaction) and power.paid == "passed" else None
    once = Event("once-a-battle") if isinstance(power, Reaction) and power.uses == "battle" else None
    parts: list[Words | Event | None] = [
        power.effect,
        Event("lasting", {"until": Event(f"lasting-{power.lasts}")}) if power.lasts != "immediate" else None,
        Event("if-it-fails", {"words": power.failed}) if power.failed != "none" else None,
        Event("either-way", {"words": power.after}) if power.after != "none" else None,
        cost,
        once,
        Event("reminder" if power.range == "none" else "reminder-range", {"focus": power.focus, "range": power.range}),
    ]
    return tuple(part for part in parts if part)


def declarations(rules: Rules, battle: Battle) -> tuple[dict[str, Declaration], dict[str, Event]]:
    """What may be declared in this phase, and why everything else of this turn may not; both in the order of the turn."""
    judged = [_judge(rules, battle, model, power) for model, power in _candidates(rules, battle)]
    able = _users([one for one in judged if one.why is None])
    reasons: dict[str, Event] = {}
    for one in judged:
        if one.why and one.power.id not in able and _worth_a_line(one):
            reasons.setdefault(one.power.id, one.why)
    found = {id: _declaration(rules, battle, rules.power(id), users) for id, users in able.items()}
    return _in_order(rules, battle, found), _in_order(rules, battle, reasons)


class Judged(Struct, frozen=True):
    """A power that a model might use in this turn: the first reason against it now, and whether it is of another phase."""

    model: Model
    power: Power
    why: Event | None
    not_now: Event | None


def _candidates(rules: Rules, battle: Battle) -> Iterator[tuple[Model, Power]]:
    """Everything that somebody alive could declare in this turn; what answers a curse is asked for then."""
    for unit in battle.units:
        for model in models(unit, unit.alive):
            for power in holds(rules, model):
                if isinstance(power, Power) and not isinstance(power, Nullify) and _in_turn(battle, model, power):
                    yield model, power


def _judge(rules: Rules, battle: Battle, model: Model, power: Power) -> Judged:
    not_now = _not_now(rules, battle, power)
    return Judged(model, power, why_not(rules, battle, model, power) or not_now, not_now)


def _worth_a_line(one: Judged) -> bool:
    """Of other phases only the own powers that are still to come."""
    return not one.not_now or (one.not_now is not PASSED and not isinstance(one.power, Reaction | Gambit))


def _users(legal: Sequence[Judged]) -> dict[str, tuple[Model, ...]]:
    """Who may use each power: one model for a unit, unless it matters which."""
    found: dict[str, tuple[Model, ...]] = {}
    for one in legal:
        users = found.get(one.power.id, ())
        if _by_model(one.power) or all(user.unit.id != one.model.unit.id for user in users):
            found[one.power.id] = (*users, one.model)
    return found


def _in_order(rules: Rules, battle: Battle, by_power: Mapping[str, T]) -> dict[str, T]:
    """Powers in the order of the turn, by the first of their moments."""
    order = list(rules.moments)
    first = {id: min(map(order.index, _moments_now(rules, battle, rules.power(id)))) for id in by_power}
    return {id: by_power[id] for id in sorted(by_power, key=first.__getitem__)}


def _moments_now(rules: Rules, battle: Battle, power: Power) -> list[str]:
    """Its moments in this phase; all of them where it has none now."""
    return [one for one in power.moments if rules.moments[one].phase == battle.phase] or list(power.moments)


def _in_turn(battle: Battle, model: Model, power: Power) -> bool:
    """Powers in the own turn, reactions in the opponent's (A7), gambits in both; in which traits allow it."""
    if not model.group.traits.issuperset(power.requires):
        return False
    return isinstance(power, Gambit) or isinstance(power, Reaction) == (model.side != battle.active)


def _by_model(power: Power) -> bool:
    """Whether it matters which model of a unit uses it."""
    return power.check not in ("unit-willpower", "none")


def _not_now(rules: Rules, battle: Battle, power: Power) -> Event | None:
    """Why this is not its phase: it comes later, or its moment has passed."""
    order = [phase.id for phase in rules.phases]
    now = order.index(battle.phase)
    phases = sorted({order.index(rules.moments[moment].phase) for moment in power.moments})
    if now in phases:
        return None
    later = [at for at in phases if at > now]
    return Event("later-phase", {"phase": rules.phases[later[0]]}) if later else PASSED


def _declaration(rules: Rules, battle: Battle, power: Power, found: tuple[Model, ...]) -> Declaration:
    args = {
        "moment": rules.moments[_moments_now(rules, battle, power)[0]].name,
        "names": tuple(model.name for model in found),
        "army": battle.army(found[0].side),
        "chance": _chance(rules, battle, power, found[0]) if len(found) == 1 else None,
    }
    if isinstance(power, Reaction):
        return Declaration(power, found, Event("reaction-note", {**args, "cost": power.points}))
    return Declaration(power, found, Event("act-note", args))


def _chance(rules: Rules, battle: Battle, power: Power, model: Model) -> Event | None:
    """The check a model would take, as a note; a curse's depends on its target."""
    if power.check == "unit-willpower":
        return chance_note(rules, "passes-note-safe", best(rules, battle, model.unit))
    if power.check not in ("manifestation", "willpower"):
        return None
    against = battle.willpower(model, manifesting=power.check == "manifestation")
    if power.perils == "never":
        return chance_note(rules, "passes-note-safe", against)
    weapons = usable_force(rules, battle, model) if isinstance(power, Force) else []
    arcana = is_arcana(rules, power.id) or (weapons and all(one and is_arcana(rules, one.id) for one in weapons))
    return chance_note(rules, "passes-note-arcana" if arcana else "passes-note", against)


def chosen_focus(rules: Rules, battle: Battle, act: Declaration) -> Procedure[Model]:
    """Which model uses it, where several could."""
    if len(act.models) == 1:
        return act.models[0]
    ways = {model.group.id: model for model in act.models}
    notes: Mapping[str, Event] = {
        key: note for key, model in ways.items() if (note := _chance(rules, battle, act.power, model)) is not None
    }
    return (
        yield from Decision("focus", act.models[0].side, ways, default=next(iter(ways)), notes=notes, args={"power": act.power})
    )
