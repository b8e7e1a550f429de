"""Declaring the target of a power (w40k7 P5, P7, P8, P17)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from psyphase.engine.procedure import Decision, Event, Procedure, Selection, other
from psyphase.systems.shared.ask import first_reason
from psyphase.systems.w40k7.battle import ELSEWHERE, Battle, UnitInPlay
from psyphase.systems.w40k7.deny import Denier, deny_notes, unlisted_deniers
from psyphase.systems.w40k7.model import Power, PowerTarget, PowerType, Rules


class Declared(Struct, frozen=True):
    """On whom a power is declared: units of the battle, and ways for units outside it to deny it."""

    units: tuple[UnitInPlay, ...] = ()
    others: tuple[Denier, ...] = ()
    elsewhere: bool = False

    @property
    def names(self) -> tuple[str | Event, ...]:
        """The names of everyone meant."""
        return (*(unit.name for unit in self.units), *((ELSEWHERE,) if self.elsewhere else ()))

    @property
    def on(self) -> tuple[str, ...]:
        """The keys of everyone meant, that of a unit in no roster too."""
        return (*(unit.id for unit in self.units), *((ELSEWHERE.id,) if self.elsewhere else ()))


def declare_target(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power, kind: PowerType) -> Procedure[Declared]:
    """Name the target before the test (P5); the program cannot see the table, so sight and range are reminders (P7)."""
    target = rules.targets[power.target]
    if target.side == "self":
        return Declared((on_itself(battle, psyker, target),))
    if psyker.embarked:
        yield from Event("reminder-fire-point")
    if kind.sight or target.side != "none":
        reminder = "reminder-sight" if kind.sight else "reminder-range"
        yield from Event(reminder, {"power": power, "target": target, "range": power.range})
    if target.side == "none":
        return Declared()
    candidates = _candidates(battle, power, kind, target)
    chosen = _several if target.units == "some" else _one
    return (yield from chosen(rules, battle, psyker, power, candidates))


class Candidates(Struct, frozen=True):
    """The units a power may be declared on, and why others of that side are none."""

    options: Mapping[str, UnitInPlay]
    unavailable: Mapping[str, Event]

    @property
    def ways(self) -> dict[str, UnitInPlay | None]:
        """What may be chosen: one of them, or a unit in no roster."""
        return {**self.options, ELSEWHERE.id: None}

    def notes(self, battle: Battle, power: Power, denies: Mapping[str, Event]) -> dict[str, Event]:
        """What stands beside a unit: how it denies; that the power is in play on it already, which does not add up (facts 6)."""
        already = {key: Event("on-it-already", {"power": power}) for key in self.options if key in having(battle, power)}
        both = {key: Event("target-notes", {"notes": (denies[key], already[key])}) for key in already if key in denies}
        return {**denies, **already, **both}

    def args(self, battle: Battle, power: Power) -> dict[str, object]:
        """The arguments of the question."""
        return {"power": power, "units": {key: battle.unit(key) for key in self.unavailable}}


def having(battle: Battle, power: Power) -> set[str]:
    """The keys of those on whom a power is in play."""
    return {key for effect in battle.in_play if effect.power == power.id for key in effect.on}


def _candidates(battle: Battle, power: Power, kind: PowerType, target: PowerTarget) -> Candidates:
    units = {unit.id: unit for unit in battle.units if unit.present and _side_fits(battle, power, kind, target, unit)}
    checks = (_embarked, _part_of_another, _in_combat, _unfit, _blessed)
    reasons = {id: first_reason(checks, battle, power, kind, target, unit) for id, unit in units.items()}
    options = {id: unit for id, unit in units.items() if reasons[id] is None}
    return Candidates(options, {id: why for id, why in reasons.items() if why is not None})


def on_itself(battle: Battle, psyker: UnitInPlay, target: PowerTarget) -> UnitInPlay:
    """Whom a power on the psyker counts for: its whole unit, or the psyker alone."""
    return battle.host(psyker) if target.units == "one" else psyker


def _side_fits(battle: Battle, power: Power, kind: PowerType, target: PowerTarget, unit: UnitInPlay) -> bool:
    """Whether a power can be meant for this side's units; one of two types aims as the type it is used as."""
    whose = "friend" if unit.side == battle.active else "enemy"
    side = kind.aims if target.side == "any" and len(power.types) > 1 else target.side
    # Everything under a beam is hit, but only the opponent's units matter for denying it.
    return side == whose or (side == "any" and (target.units == "one" or whose == "enemy"))


def _embarked(_battle: Battle, _power: Power, _kind: PowerType, _target: PowerTarget, unit: UnitInPlay) -> Event | None:
    return Event("embarked-no-target") if unit.embarked else None


def _part_of_another(battle: Battle, _power: Power, _kind: PowerType, _target: PowerTarget, unit: UnitInPlay) -> Event | None:
    host = battle.host(unit)
    return Event("part-of", {"unit": host}) if host.id != unit.id else None


def _in_combat(_battle: Battle, _power: Power, kind: PowerType, target: PowerTarget, unit: UnitInPlay) -> Event | None:
    """Some powers take no unit in combat, and nobody shoots at one: a witchfire is a shooting attack (T4)."""
    return Event("locked-no-target") if unit.locked and not (target.in_combat and kind.in_combat) else None


def _unfit(battle: Battle, _power: Power, _kind: PowerType, target: PowerTarget, unit: UnitInPlay) -> Event | None:
    """What it is, or what has joined it, is not what the power takes."""
    traits = frozenset(tag for member in battle.members(unit) for tag in member.traits)
    fits = (not target.requires or traits.intersection(target.requires)) and not traits.intersection(target.excludes)
    return None if fits else Event("target-not-fitting", {"target": target})


def _blessed(battle: Battle, power: Power, kind: PowerType, _target: PowerTarget, unit: UnitInPlay) -> Event | None:
    """The same blessing was on it this turn (T2)."""
    return Event("already-blessed") if kind.once_a_turn and battle.is_blessed(unit, power.id) else None


def _one(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power, candidates: Candidates) -> Procedure[Declared]:
    target, options = rules.targets[power.target], candidates.options
    # A power on friends is meant for the own unit as a rule, one on others for whom the last was meant for.
    usual = battle.host(psyker).id if target.side == "friend" else battle.aimed
    already = set() if power.stacks else having(battle, power)
    sensible = [key for key in options if key not in already] or list(options)
    default = usual if usual in sensible else next(iter(sensible), ELSEWHERE.id)
    for key, why in () if options else candidates.unavailable.items():
        yield from Event("cannot-target", {"unit": battle.unit(key), "why": why})
    choice: UnitInPlay | None = None
    if options or candidates.unavailable:
        args = {**candidates.args(battle, power), "target": target}
        notes = candidates.notes(battle, power, deny_notes(rules, battle, psyker, options.values()))
        choice = yield from Decision("target", battle.active, candidates.ways, candidates.unavailable, default, notes, args=args)
    if choice:
        return Declared((choice,))
    if target.side == "friend":
        return Declared(elsewhere=True)
    deniers = yield from _unlisted(rules, battle, psyker)
    return Declared(others=deniers, elsewhere=True)


def _several(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power, candidates: Candidates) -> Procedure[Declared]:
    usual = (next(iter(candidates.ways)),)
    chosen = yield from Selection(
        "targets",
        battle.active,
        candidates.ways,
        unavailable=candidates.unavailable,
        default=usual,
        args=candidates.args(battle, power),
        notes=deny_notes(rules, battle, psyker, candidates.options.values()),
    )
    units = tuple(unit for unit in chosen if unit)
    if None not in chosen:
        return Declared(units)
    deniers = yield from _unlisted(rules, battle, psyker)
    return Declared(units, deniers, elsewhere=True)


def _unlisted(rules: Rules, battle: Battle, psyker: UnitInPlay) -> Procedure[tuple[Denier, ...]]:
    """A unit that is in no roster: its deny modifiers are asked (P15); hoods may stand in for it (P17)."""
    options = {modifier.id: modifier for modifier in rules.modifiers}
    applying = yield from Selection("deny-modifiers", other(battle.active), options)
    return unlisted_deniers(rules, battle, psyker, applying)
