"""What may be declared in a phase (hh3 A3, A7), in the order of the turn, and why the rest may not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from psyphase.engine.procedure import Decision, Event, Procedure
from psyphase.systems.hh3.availability import away, holds, is_arcana, usable_force, why_not_here
from psyphase.systems.hh3.battle import Battle, Model, UnitInPlay, models
from psyphase.systems.hh3.check import chance_note
from psyphase.systems.hh3.model import Coming, Force, Gambit, Nullify, Power, Reaction, Rules
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


class Comer(Struct, frozen=True):
    """A unit that may come into play in this phase, and how: somebody in it could use something then."""

    unit: UnitInPlay
    how: Coming

    @property
    def name(self) -> Event:
        """What is said of it."""
        return Event(f"it-{self.how}", {"unit": self.unit})


class Menu(Struct, frozen=True):
    """What may be declared in a phase and why other things may not, in the order of the turn; and who may come into play."""

    able: Mapping[str, Declaration]
    unavailable: Mapping[str, Event]
    comers: Mapping[str, Comer]


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


def menu(rules: Rules, battle: Battle) -> Menu:
    """What may be declared in this phase, and why everything else of this turn may not."""
    candidates = list(_candidates(rules, battle))
    powers = {power.id: power for _, power in candidates}
    not_now = {id: _not_now(rules, battle, power) for id, power in powers.items()}
    judged = [_judge(rules, battle, model, power, not_now[power.id]) for model, power in candidates]
    able = _users(battle, [one for one in judged if one.why is None])
    reasons: dict[str, Event] = {}
    for one in judged:
        if one.why and one.power.id not in able and _worth_a_line(one):
            reasons.setdefault(one.power.id, one.why)
    found = {id: _declaration(rules, battle, rules.power(id), users) for id, users in able.items()}
    comers = _comers(rules, battle, (one.model.unit for one in judged if one.is_only_away))
    return Menu(_in_order(rules, battle, found), _in_order(rules, battle, reasons), comers)


class Judged(Struct, frozen=True):
    """A power that a model might use in this turn: the first reason against it now, and whether it is of another phase.

    `is_only_away`: it could use it in this phase if it came into play.
    """

    model: Model
    power: Power
    why: Event | None
    not_now: Event | None
    is_only_away: bool


def _candidates(rules: Rules, battle: Battle) -> Iterator[tuple[Model, Power]]:
    """Everything that somebody alive could declare in this turn; what answers a curse is asked for then."""
    for unit in battle.units:
        for model in models(unit, unit.alive):
            for power in holds(rules, model):
                if isinstance(power, Power) and not isinstance(power, Nullify) and _in_turn(battle, model, power):
                    yield model, power


def _judge(rules: Rules, battle: Battle, model: Model, power: Power, not_now: Event | None) -> Judged:
    gone = away(battle, model)
    otherwise = why_not_here(rules, battle, model, power) or not_now
    return Judged(model, power, gone or otherwise, not_now, gone is not None and otherwise is None)


def _comers(rules: Rules, battle: Battle, units: Iterable[UnitInPlay]) -> dict[str, Comer]:
    """How units may have come into play by this phase; from reserve only in their own turn, with their transport."""
    comes = next(phase.comes for phase in rules.phases if phase.id == battle.phase)
    found: dict[str, Comer] = {}
    for unit in units:
        transport = battle.formations.transport(unit)
        how: Coming = "arrives" if unit.reserve else "disembarks"
        whole = battle.formations.together(unit)
        who = battle.unit(transport) if unit.reserve and isinstance(transport, str) else next(one for one in whole if one.alive)
        if how in comes and (how == "disembarks" or unit.side == battle.active):
            found[f"{how}-{who.id}"] = Comer(who, how)
    return found


def _worth_a_line(one: Judged) -> bool:
    """Of other phases only the own powers that are still to come."""
    return not one.not_now or (one.not_now is not PASSED and not isinstance(one.power, Reaction | Gambit))


def _users(battle: Battle, legal: Sequence[Judged]) -> dict[str, tuple[Model, ...]]:
    """Who may use each power: one model for all who stand together, unless it matters which."""
    found: dict[str, dict[str, Model]] = {}
    for one in legal:
        found.setdefault(one.power.id, {}).setdefault(_key(battle, one.power, one.model), one.model)
    return {id: tuple(users.values()) for id, users in found.items()}


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
    if not power.fits(model.group.traits):
        return False
    return isinstance(power, Gambit) or isinstance(power, Reaction) == (model.side != battle.active)


def _key(battle: Battle, power: Power, model: Model) -> str:
    return battle.host(model.unit).id if power.of_unit else model.group.id


def _user(battle: Battle, power: Power, model: Model) -> Model | UnitInPlay:
    """Who uses something: a model, or its whole unit."""
    return battle.host(model.unit) if power.of_unit else model


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
        "names": tuple(_user(battle, power, model).name for model in found),
        "army": battle.army(found[0].side),
        "chance": _chance(rules, battle, power, found[0]) if len(found) == 1 else None,
    }
    if isinstance(power, Reaction):
        return Declaration(power, found, Event("reaction-note", {**args, "cost": power.points}))
    return Declaration(power, found, Event("act-note", args))


def _chance(rules: Rules, battle: Battle, power: Power, model: Model) -> Event | None:
    """The check a model would take, as a note; a curse's depends on its target."""
    if power.check == "unit-willpower" and battle.knows_willpower(model.unit):
        return chance_note(rules, "passes-note-safe", best(rules, battle, model.unit, "unit"))
    if power.check not in ("manifestation", "willpower") or model.group.willpower is None:
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
    ways = {_key(battle, act.power, model): model for model in act.models}
    notes: Mapping[str, Event] = {
        key: note for key, model in ways.items() if (note := _chance(rules, battle, act.power, model)) is not None
    }
    users = {key: _user(battle, act.power, model) for key, model in ways.items()}
    key: str = yield from Decision(
        "focus",
        act.models[0].side,
        {key: key for key in ways},
        default=next(iter(ways)),
        notes=notes,
        args={"power": act.power, "names": users},
    )
    return ways[key]
