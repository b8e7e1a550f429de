"""Who may use what now (hh3 A1, A5, A7, A14): what a model holds, and the first reason against each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from psyphase.engine.procedure import Event
from psyphase.systems.hh3.battle import Battle, Model, UnitInPlay
from psyphase.systems.hh3.model import Entry, Force, Gambit, Melee, Power, Reaction, Rules, Target, Weapon
from psyphase.systems.hh3.traits import TraitRule
from psyphase.systems.shared.ask import first_reason

FORCE_WEAPON = "force-weapon"
"""Stands for a Force weapon beside the psychic ones (a trait tells it); it is one for melee."""
MELEE = Melee("-", "-", "-", "-", "-")


def holds(rules: Rules, model: Model) -> Iterator[Entry]:
    """Everything a model may use: all of its disciplines (A1), and what its traits give it."""
    for id in model.group.disciplines:
        yield from rules.disciplines[id].entries
    for entry in rules.of_traits:
        if entry.fits(model.group.traits) and (not isinstance(entry, Force) or force_weapons(rules, model)):
            yield entry


def force_weapons(rules: Rules, model: Model) -> list[Weapon | None]:
    """A model's weapons with Force; None for one beside its psychic weapons."""
    entries = (entry for id in model.group.disciplines for entry in rules.disciplines[id].entries)
    psychic: list[Weapon | None] = [entry for entry in entries if isinstance(entry, Weapon) and entry.force != "none"]
    return [*psychic, *([None] if model.group.traits & rules.with_does("force-weapon") else [])]


def usable_force(rules: Rules, battle: Battle, model: Model) -> list[Weapon | None]:
    """Those of its weapons with Force that fit the phase: melee ones in the Assault phase, ranged ones before it."""
    melee = battle.phase == "assault"
    if not melee and battle.locked(model.unit):
        return []
    return [weapon for weapon in force_weapons(rules, model) if isinstance(weapon.profile if weapon else MELEE, Melee) == melee]


def why_not(rules: Rules, battle: Battle, model: Model, power: Power) -> Event | None:
    """The first reason against a model using a power now (A5, A7, A14)."""
    return away(battle, model) or why_not_here(rules, battle, model, power)


def why_not_here(rules: Rules, battle: Battle, model: Model, power: Power) -> Event | None:
    """The same of a model that is in play, or once it is."""
    checks = (_nullified, _no_force, _in_combat, _unfit_itself, _used_power, _cannot_react, _no_reaction_left)
    return first_reason(checks, rules, battle, model, power)


def away(battle: Battle, model: Model) -> Event | None:
    """Why a model that is not on the table uses nothing (A5)."""
    if model.unit.reserve:
        return Event("in-reserve")
    return Event("embarked") if battle.embarked(model.unit) else None


def _nullified(_rules: Rules, battle: Battle, _model: Model, power: Power) -> Event | None:
    return Event("nullified-this-turn") if power.id in battle.nullified else None


def _no_force(rules: Rules, battle: Battle, model: Model, power: Power) -> Event | None:
    return Event("no-force-now") if isinstance(power, Force) and not usable_force(rules, battle, model) else None


def _in_combat(_rules: Rules, battle: Battle, model: Model, power: Power) -> Event | None:
    return None if power.in_combat or not battle.locked(model.unit) else Event("locked-in-combat")


def _unfit_itself(rules: Rules, battle: Battle, model: Model, power: Power) -> Event | None:
    return misfit(rules, battle, battle.host(model.unit), power.target) if power.target.side == "own-unit" else None


def _used_power(_rules: Rules, battle: Battle, model: Model, power: Power) -> Event | None:
    if isinstance(power, Gambit | Reaction):
        return None
    return Event("has-manifested") if battle.ids_with(model.unit) & battle.manifested else None


def _cannot_react(rules: Rules, battle: Battle, model: Model, power: Power) -> Event | None:
    """What keeps a whole unit from reacting: a status, a combat, a trait of one of its models."""
    if not isinstance(power, Reaction):
        return None
    unit = battle.host(model.unit)
    stopped = [rules.statuses[status] for status in battle.statuses(unit) if not rules.statuses[status].reacts]
    if stopped:
        return Event("cannot-react-status", {"status": tuple(stopped)})
    if battle.locked(unit):
        return Event("cannot-react-locked")
    traits = [rule for model in battle.models(unit) for rule in rules.traits_of(model.group.traits)]
    slow = [trait for trait in traits if not trait.reacts]
    return Event("cannot-react-trait", {"trait": tuple(slow[:1])}) if slow else None


def _no_reaction_left(_rules: Rules, battle: Battle, model: Model, power: Power) -> Event | None:
    if not isinstance(power, Reaction):
        return None
    if (model.side, power.id) in battle.spent:
        return Event("used-up-for-the-battle")
    if battle.ids_with(model.unit) & battle.reacted:
        return Event("has-reacted")
    return Event("no-points", {"points": battle.points, "cost": power.points}) if power.points > battle.points else None


def misfit(rules: Rules, battle: Battle, unit: UnitInPlay, target: Target) -> Event | None:
    """Why a unit is no target for its models' sake."""
    traits = [model.group.traits for model in battle.models(unit)]
    shunned = [rule for group in traits for rule in rules.traits_of(group) if not rule.targeted]
    if shunned:
        return Event("no-target-trait", {"trait": shunned[0]})
    if set(target.without).intersection(battle.statuses(unit)):
        return Event("target-has-status", {"status": tuple(rules.statuses[one] for one in target.without)})
    if not all(group.issuperset(target.every) for group in traits):
        return Event("takes-only", {"traits": _named(rules, target.every)})
    if target.some and not any(group.intersection(target.some) for group in traits):
        return Event("takes-one", {"traits": _named(rules, target.some)})
    if any(group.intersection(target.no) for group in traits):
        return Event("takes-none", {"traits": _named(rules, target.no)})
    return None


def _named(rules: Rules, traits: Iterable[str]) -> tuple[TraitRule, ...]:
    return tuple(rules.traits[trait] for trait in traits)


def mark_used(battle: Battle, model: Model, power: Power) -> Battle:
    """Used, whether it works or not, by every unit that stands together now (A14)."""
    ids = battle.ids_with(model.unit)
    if isinstance(power, Gambit):
        return battle
    if not isinstance(power, Reaction):
        return replace(battle, manifested=battle.manifested | ids)
    spent = {(model.side, power.id)} if power.uses == "battle" else set()
    return replace(battle, reacted=battle.reacted | ids, spent=battle.spent | spent)


def is_arcana(rules: Rules, id: str) -> bool:
    """Whether something is of an arcana: perils by it have a table of their own."""
    discipline = rules.disciplines.get(id.partition("/")[0])
    return bool(discipline and discipline.arcana)
