"""Manifesting a blessing or a curse, and everything else that is declared and checked (hh3 A3-A11, A14, A15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from psyphase.procedure import Decision, Event, Number, Procedure, Selection, Side, other
from psyphase.systems.hh3.battle import Battle, InPlay, Model, UnitInPlay, Until
from psyphase.systems.hh3.check import Checked, chance_note, check, willpower
from psyphase.systems.hh3.model import (
    FORCE,
    NULLIFY,
    PSYKER,
    Entry,
    Gambit,
    Power,
    Reaction,
    Rules,
    Target,
    TraitRule,
    Weapon,
)
from psyphase.systems.hh3.perils import suffer, without_ended
from psyphase.systems.hh3.willpower import MOST_WILLPOWER, best, chosen, known
from psyphase.tables import Sum

ELSEWHERE = Event("another-unit")
"""Stands for a unit that is in no roster."""
NOBODY = "nobody"
FORCE_WEAPON = "force-weapon"


class Declared(Struct, frozen=True):
    """On whom something is declared: units of the rosters, or one outside them."""

    units: tuple[UnitInPlay, ...] = ()
    elsewhere: bool = False

    @property
    def names(self) -> tuple[str | Event, ...]:
        """The names of everyone meant."""
        return (*(unit.name for unit in self.units), *((ELSEWHERE,) if self.elsewhere else ()))


def holds(rules: Rules, model: Model) -> Iterator[Entry]:
    """Everything a model may use: all of its disciplines (A1), and what its traits give it."""
    for id in model.group.disciplines:
        yield from rules.disciplines[id].entries
    others = (entry for entry in rules.entries.values() if "/" not in entry.id and isinstance(entry, Power))
    for entry in others:
        if model.group.traits.issuperset(entry.requires) and (entry.id != FORCE or force_weapons(rules, model)):
            yield entry


def force_weapons(rules: Rules, model: Model) -> list[Weapon | None]:
    """A model's weapons with Force; None for one beside its psychic weapons."""
    entries = (entry for id in model.group.disciplines for entry in rules.disciplines[id].entries)
    psychic: list[Weapon | None] = [entry for entry in entries if isinstance(entry, Weapon) and entry.force != "none"]
    return [*psychic, *([None] if FORCE_WEAPON in model.group.traits else [])]


def why_not(rules: Rules, battle: Battle, model: Model, power: Power) -> Event | None:
    """The first reason against a model using a power now (A5, A7, A14)."""
    unit = battle.host(model.unit)
    ids = {member.id for member in battle.members(unit)}
    reasons = (
        (model.unit.reserve, Event("in-reserve")),
        (battle.embarked(model.unit), Event("embarked")),
        (power.id in battle.nullified, Event("nullified-this-turn")),
    )
    own = _misfit(rules, battle, unit, power.target) if power.target.side == "own-unit" else None
    why = next((why for applies, why in reasons if applies), own)
    if why or isinstance(power, Gambit):
        return why
    if not isinstance(power, Reaction):
        return Event("has-manifested") if ids & battle.manifested else None
    return _why_no_reaction(rules, battle, unit, power)


def _why_no_reaction(rules: Rules, battle: Battle, unit: UnitInPlay, power: Reaction) -> Event | None:
    ids = {member.id for member in battle.members(unit)}
    stopped = [rules.statuses[status] for status in battle.statuses(unit) if not rules.statuses[status].reacts]
    traits = [rules.traits[one] for model in battle.models(unit) for one in model.group.traits if one in rules.traits]
    slow = [trait for trait in traits if not trait.reacts]
    reasons = (
        (bool(stopped), Event("cannot-react-status", {"status": tuple(stopped)})),
        (any(member.locked for member in battle.members(unit)), Event("cannot-react-locked")),
        (bool(slow), Event("cannot-react-trait", {"trait": tuple(slow[:1])})),
        (bool(ids & battle.reacted), Event("has-reacted")),
        ((unit.side, power.id) in battle.spent, Event("used-up-for-the-battle")),
        (power.points > battle.points, Event("no-points", {"points": battle.points, "cost": power.points})),
    )
    return next((why for applies, why in reasons if applies), None)


def _misfit(rules: Rules, battle: Battle, unit: UnitInPlay, target: Target) -> Event | None:
    """Why a unit is no target for its models' sake."""
    traits = [model.group.traits for model in battle.models(unit)]
    if not all(group.issuperset(target.every) for group in traits):
        return Event("takes-only", {"traits": _named(rules, target.every)})
    if target.some and not any(group.intersection(target.some) for group in traits):
        return Event("takes-one", {"traits": _named(rules, target.some)})
    if any(group.intersection(target.no) for group in traits):
        return Event("takes-none", {"traits": _named(rules, target.no)})
    return None


def _named(rules: Rules, traits: Iterable[str]) -> tuple[TraitRule, ...]:
    return tuple(rules.traits[trait] for trait in traits)


def manifest(rules: Rules, battle: Battle, model: Model, power: Power) -> Procedure[Battle]:
    """Declare it, take its check, suffer what a double brings, and apply it (A8, A9)."""
    battle = _counted(battle, model, power)
    weapon = yield from _force_weapon(rules, model, power)
    battle, declared = yield from _declare(rules, battle, model, power)
    names = declared.names
    args = {"power": power, "focus": model, "army": battle.army(model.side), "names": names, "weapon": weapon}
    yield from Event("declared-with" if weapon else "declared-on" if names else "declared", args)
    if isinstance(power, Reaction) and power.paid == "declared":
        battle = yield from pay(battle, power)
    if power.check == "resistance":
        battle = yield from _curse(rules, battle, model, power, declared)
    else:
        battle = yield from _own_check(rules, battle, model, power, declared)
    if power.after != "none":
        yield from Event("either-way", {"words": power.after})
    battle = yield from without_ended(battle)
    return battle


def _counted(battle: Battle, model: Model, power: Power) -> Battle:
    """Used, whether it works or not, by every unit that stands together now (A14)."""
    ids = {member.id for member in battle.members(model.unit)}
    if isinstance(power, Gambit):
        return battle
    if not isinstance(power, Reaction):
        return replace(battle, manifested=battle.manifested | ids)
    spent = {(model.side, power.id)} if power.uses == "battle" else set()
    return replace(battle, reacted=battle.reacted | ids, spent=battle.spent | spent)


def pay(battle: Battle, power: Reaction) -> Procedure[Battle]:
    """The reaction's points (A7)."""
    battle = replace(battle, points=max(0, battle.points - power.points))
    yield from Event("paid", {"cost": power.points, "points": battle.points})
    return battle


def _force_weapon(rules: Rules, model: Model, power: Power) -> Procedure[Weapon | Event | None]:
    if power.id != FORCE:
        return None
    ways = {weapon.id if weapon else FORCE_WEAPON: weapon for weapon in force_weapons(rules, model)}
    key = next(iter(ways))
    if len(ways) > 1:
        names = {key: weapon or Event(FORCE_WEAPON) for key, weapon in ways.items()}
        key = yield from Decision("weapon", model.side, {key: key for key in ways}, default=key, args={"names": names})
    weapon = ways[key]
    return Event("weapon-of-force", {"weapon": weapon, "force": weapon.force}) if weapon else Event(FORCE_WEAPON)


def _declare(rules: Rules, battle: Battle, model: Model, power: Power) -> Procedure[tuple[Battle, Declared]]:
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
    options, barred = _candidates(rules, battle, side, target)
    for unit in options.values():
        battle = yield from known(battle, unit)
    options = {id: battle.unit(id) for id in options}
    declared = yield from _chosen_target(rules, battle, model, power, options, barred)
    return battle, declared


def _candidates(rules: Rules, battle: Battle, side: Side, target: Target) -> tuple[dict[str, UnitInPlay], dict[str, Event]]:
    """The units that may be declared on, and why others of that side are none."""
    options: dict[str, UnitInPlay] = {}
    barred: dict[str, Event] = {}
    for unit in battle.of(side):
        if not unit.here:
            continue
        why = _no_target(rules, battle, unit, target)
        if why:
            barred[unit.id] = why
        else:
            options[unit.id] = unit
    return options, barred


def _no_target(rules: Rules, battle: Battle, unit: UnitInPlay, target: Target) -> Event | None:
    host = battle.host(unit)
    shunned = [
        rules.traits[one]
        for model in battle.models(unit)
        for one in model.group.traits
        if one in rules.traits and not rules.traits[one].targeted
    ]
    reasons = (
        (battle.embarked(unit), Event("embarked")),
        (host.id != unit.id, Event("part-of", {"unit": host})),
        (bool(shunned), Event("no-target-trait", {"trait": tuple(shunned[:1])})),
        (not target.in_combat and any(one.locked for one in battle.members(unit)), Event("locked-in-combat")),
    )
    return next((why for applies, why in reasons if applies), _misfit(rules, battle, unit, target))


def _chosen_target(
    rules: Rules, battle: Battle, model: Model, power: Power, options: dict[str, UnitInPlay], barred: dict[str, Event]
) -> Procedure[Declared]:
    elsewhere: dict[str, UnitInPlay | None] = {ELSEWHERE.id: None}
    args = {"power": power, "units": {key: battle.unit(key) for key in barred}}
    everyone = {**options, **elsewhere}
    own = battle.host(model.unit).id
    default = own if own in options else next(iter(everyone))
    if power.target.units == "some":
        usual = (default,)
        several = yield from Selection("targets", model.side, everyone, 1, barred=barred, default=usual, args=args)
        return Declared(tuple(unit for unit in several if unit), None in several)
    notes = (
        {id: chance_note("resists-note", best(rules, battle, unit)) for id, unit in options.items()}
        if power.check == "resistance"
        else {}
    )
    choice = yield from Decision("target", model.side, everyone, barred, default, notes, args=args)
    return Declared((choice,) if choice else (), choice is None)


def _own_check(rules: Rules, battle: Battle, model: Model, power: Power, declared: Declared) -> Procedure[Battle]:
    """A blessing's manifestation check against the focus's willpower (A8), or a check of another kind, or none."""
    checked = Checked(passed=True)
    if power.check == "unit-willpower":
        battle = yield from known(battle, model.unit)
        _, against = yield from chosen(rules, battle, model.unit, "check-with", lambda one: chance_note("passes-note-safe", one))
        checked = yield from check("willpower-check", model.side, against, args={"name": battle.host(model.unit).name})
    elif power.check != "none":
        manifesting = power.check == "manifestation"
        against = battle.willpower(model, manifesting=manifesting)
        id = "manifestation-check" if manifesting else "willpower-check"
        checked = yield from check(id, model.side, against, args={"name": model.name})
    if power.perils == "at-once":
        battle = yield from _perils(rules, battle, model, power, checked)
    if isinstance(power, Reaction) and power.paid == "passed" and checked.passed:
        battle = yield from pay(battle, power)
    if checked.passed:
        battle = yield from _works(battle, model, power, declared)
    else:
        nothing = Event("nothing-happens" if isinstance(power, Gambit) else "nothing-happens-but-used")
        words = nothing if power.failed == "none" else power.failed
        yield from Event("fails", {"power": power, "words": words})
    if power.perils == "afterwards":
        battle = yield from _perils(rules, battle, model, power, checked)
    return battle


def _perils(rules: Rules, battle: Battle, model: Model, power: Power, checked: Checked) -> Procedure[Battle]:
    """Perils on the unit that includes the focus, if the check showed a double (A11)."""
    if not checked.double:
        return battle
    double = checked.double
    row = None if power.id == FORCE and rules.settings["force_row"] == "d6" else double
    why = Event("a-double", {"double": double})
    battle = yield from suffer(rules, battle, model.unit, why, row, arcana=is_arcana(rules, power))
    return battle


def is_arcana(rules: Rules, power: Power) -> bool:
    """Whether perils of its check have the arcana's table."""
    discipline = rules.disciplines.get(power.id.partition("/")[0])
    return bool(discipline and discipline.arcana)


def _curse(rules: Rules, battle: Battle, model: Model, power: Power, declared: Declared) -> Procedure[Battle]:
    """A resistance check by the controller of each target (A9, A10); then perhaps Nullify; then the effects."""
    failed: list[UnitInPlay | None] = []
    side = other(model.side)
    for unit in (*declared.units, *((None,) if declared.elsewhere else ())):
        if unit is None:
            value = yield from Number("target-willpower", side, 0, MOST_WILLPOWER, default=7)
            checked = yield from check("resistance-check", side, willpower(value), args={"name": ELSEWHERE})
        else:
            _, against = yield from chosen(rules, battle, unit, "resist-with", lambda one: chance_note("resists-note", one))
            checked = yield from check("resistance-check", side, against, args={"name": unit.name})
        battle = yield from _perils(rules, battle, model, power, checked)
        yield from Event(
            "resisted" if checked.passed else "not-resisted", {"name": unit.name if unit else ELSEWHERE, "power": power}
        )
        if not checked.passed:
            failed.append(unit)
    if not failed:
        return battle
    battle, nullified = yield from _nullify(rules, battle, model, power, side)
    if nullified:
        return battle
    struck = Declared(tuple(unit for unit in failed if unit), None in failed)
    battle = yield from _works(battle, model, power, struck)
    return battle


def _nullify(rules: Rules, battle: Battle, model: Model, power: Power, side: Side) -> Procedure[tuple[Battle, bool]]:
    """A psyker of the cursed side may counter it (A7): its check is helped or hurt by the difference in willpower."""
    nullify = rules.entries[NULLIFY]
    if side == battle.active or not isinstance(nullify, Reaction):
        return battle, False
    psykers = [
        one
        for unit in battle.of(side)
        for one in battle.models(unit)
        if one.unit.id == unit.id and PSYKER in one.group.traits and not why_not(rules, battle, one, nullify)
    ]
    if not psykers:
        return battle, False
    focus = battle.willpower(model)
    ways = {one.group.id: one for one in psykers}
    sums = {key: battle.willpower(one) for key, one in ways.items()}
    notes = {key: chance_note("nullify-note", own, power_modifier(rules, own.value, focus.value)) for key, own in sums.items()}
    psyker: Model | None = yield from Decision(
        "nullify",
        side,
        {**ways, NOBODY: None},
        default=NOBODY,
        notes=notes,
        args={"power": power, "points": battle.points, "cost": nullify.points},
    )
    if psyker is None:
        return battle, False
    battle = yield from pay(_counted(battle, psyker, nullify), nullify)
    against = battle.willpower(psyker)
    checked = yield from nullify_check(rules, side, against, focus, psyker.name)
    if checked.double and rules.settings["nullify_perils"]:
        why = Event("a-double", {"double": checked.double})
        battle = yield from suffer(rules, battle, psyker.unit, why, checked.double)
    if not checked.passed:
        return battle, False
    yield from Event("nullified", {"power": power, "name": psyker.name})
    return replace(battle, nullified=battle.nullified | {power.id}), True


def power_modifier(rules: Rules, own: int, focus: int) -> int:
    """What is added to the total of a Nullify check (facts 2; setting `nullify`)."""
    difference = own - focus
    return -difference if rules.settings["nullify"] == "subtract" else difference


def nullify_check(rules: Rules, side: Side, own: Sum, focus: Sum, name: str = "") -> Procedure[Checked]:
    """The check of a psyker who nullifies, with the power modifier (A7)."""
    modifier = power_modifier(rules, own.value, focus.value)
    checked = yield from check("nullify-check", side, own, {"name": name, "focus": focus.value}, modifier)
    return checked


def _works(battle: Battle, model: Model, power: Power, declared: Declared) -> Procedure[Battle]:
    """The effects apply; what lasts is kept, for as long as its focus is in play (A6)."""
    names = declared.names
    yield from Event("works-on" if names else "works", {"power": power, "names": names, "effect": power.effect})
    if power.lasts in ("attack", "challenge"):
        yield from Event("lasts", {"effect": power.name, "until": Event(f"until-{power.lasts}-ends")})
    if power.lasts in ("immediate", "attack", "challenge"):
        return battle
    until: Until = "phase" if power.lasts == "phase" else model.side
    units = frozenset(member.id for unit in declared.units for member in battle.members(unit))
    effect = InPlay(power.id, power.name, power.effect, model.group.id, names, units, until, power.manifestation)
    yield from Event("lasts", in_play_args(battle, effect))
    return replace(battle, in_play=(*battle.in_play, effect))


def in_play_args(battle: Battle, effect: InPlay) -> dict[str, object]:
    """An effect in play as arguments of an event."""
    if effect.until == "phase":
        until = Event("until-phase-ends")
    else:
        until = Event("until-turn-of", {"army": battle.army(effect.until) or Event("opponent")})
    return {"power": effect.power, "effect": effect.name, "words": effect.effect, "names": effect.on, "until": until}
