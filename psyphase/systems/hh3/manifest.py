"""Manifesting a blessing or a curse, and everything else that is declared and checked (hh3 A3-A11, A14, A15)."""

from __future__ import annotations

from psyphase.engine.procedure import Decision, Event, Number, Procedure, other
from psyphase.systems.hh3.availability import FORCE_WEAPON, is_arcana, mark_used, usable_force
from psyphase.systems.hh3.battle import Battle, Model, UnitInPlay
from psyphase.systems.hh3.check import Checked, chance_note, check, willpower
from psyphase.systems.hh3.effects import apply_effect, rupture_due
from psyphase.systems.hh3.losses import without_ended
from psyphase.systems.hh3.model import Force, Gambit, Power, Ranged, Reaction, Rules, Weapon
from psyphase.systems.hh3.nullify import nullify
from psyphase.systems.hh3.perils import pay, suffer
from psyphase.systems.hh3.targets import ELSEWHERE, Declared, declare
from psyphase.systems.hh3.willpower import MOST_WILLPOWER, ask_of, ask_willpower, choose_model


def manifest(rules: Rules, battle: Battle, model: Model, power: Power) -> Procedure[Battle]:
    """Declare it, take its check, suffer what a double brings, and apply it (A8, A9)."""
    battle = mark_used(battle, model, power)
    if isinstance(power, Force):
        return (yield from _force(rules, battle, model, power))
    battle, declared = yield from declare(rules, battle, model, power)
    names = declared.names
    focus = battle.host(model.unit) if power.of_unit else model
    args = {"power": power, "focus": focus, "army": battle.army(model.side), "names": names}
    yield from Event("declared-on" if names else "declared", args)
    if isinstance(power, Reaction) and power.paid == "declared":
        battle = yield from pay(rules, battle, power)
    if power.check == "resistance":
        battle = yield from _curse(rules, battle, model, power, declared)
    else:
        battle = yield from _own_check(rules, battle, model, power, declared)
    if power.after != "none":
        yield from Event("either-way", {"words": power.after})
    return (yield from without_ended(battle))


def _force(rules: Rules, battle: Battle, model: Model, power: Power) -> Procedure[Battle]:
    """A check before an attack with a Force weapon: passed, one figure of the weapon is doubled (facts 1)."""
    ways = {weapon.id if weapon else FORCE_WEAPON: weapon for weapon in usable_force(rules, battle, model)}
    key = next(iter(ways))
    if len(ways) > 1:
        names = {key: weapon or Event(FORCE_WEAPON) for key, weapon in ways.items()}
        key = yield from Decision("weapon", model.side, {key: key for key in ways}, default=key, args={"names": names})
    weapon = ways[key]
    args = {"power": power, "focus": model, "army": battle.army(model.side), "weapon": weapon or Event(FORCE_WEAPON)}
    yield from Event("declared-with", args)
    battle, model = yield from ask_of(battle, model)
    checked = yield from check(rules, "willpower-check", model.side, battle.willpower(model), {"name": model.name})
    if checked.double:
        row = None if rules.settings.force_row == "d6" else checked.double
        arcana = weapon is not None and is_arcana(rules, weapon.id)
        battle = yield from suffer(rules, battle, model.unit, Event("a-double", {"double": checked.double}), row, arcana=arcana)
    if checked.passed:
        yield from _doubled(power, weapon)
    else:
        yield from Event("fails", {"power": power, "words": Event("nothing-happens")})
    return (yield from without_ended(battle))


def _doubled(power: Power, weapon: Weapon | None) -> Procedure[None]:
    """The figure that Force doubles, where the weapon is known."""
    figure = getattr(weapon.profile, weapon.force.lower()) if weapon and isinstance(weapon.profile, Ranged) else None
    if weapon and weapon.force == "D":
        figure = weapon.profile.d
    if weapon and isinstance(figure, int):
        yield from Event("force-doubles", {"weapon": weapon, "force": weapon.force, "figure": figure, "doubled": 2 * figure})
    else:
        yield from Event("works", {"power": power, "effect": power.effect})


def _own_check(rules: Rules, battle: Battle, model: Model, power: Power, declared: Declared) -> Procedure[Battle]:
    """A blessing's manifestation check against the focus's willpower (A8), or a check of another kind, or none."""
    checked = Checked(passed=True)
    if power.check == "unit-willpower":
        battle = yield from ask_willpower(battle, model.unit)
        _, against = yield from choose_model(
            rules, battle, model.unit, "unit", "check-with", lambda one: chance_note(rules, "passes-note-safe", one)
        )
        checked = yield from check(
            rules, "willpower-check", model.side, against, {"name": battle.host(model.unit).name}, perils=False
        )
    elif power.check != "none":
        manifesting = power.check == "manifestation"
        battle, model = yield from ask_of(battle, model)
        against = battle.willpower(model, manifesting=manifesting)
        id = "manifestation-check" if manifesting else "willpower-check"
        checked = yield from check(rules, id, model.side, against, {"name": model.name}, perils=power.perils != "never")
    if power.perils == "at-once":
        battle = yield from _perils(rules, battle, model, power, checked)
    if isinstance(power, Reaction) and power.paid == "passed" and checked.passed:
        battle = yield from pay(rules, battle, power)
    if checked.passed:
        battle = yield from apply_effect(rules, battle, model, power, declared)
    else:
        nothing = Event("nothing-happens" if isinstance(power, Gambit) else "nothing-happens-but-used")
        words = nothing if power.failed == "none" else power.failed
        yield from Event("fails", {"power": power, "words": words})
        if power.ruptures == "on-failure":
            battle = yield from rupture_due(rules, battle, model, power)
    if power.perils == "afterwards":
        battle = yield from _perils(rules, battle, model, power, checked)
    return battle


def _perils(rules: Rules, battle: Battle, model: Model, power: Power, checked: Checked) -> Procedure[Battle]:
    """Perils on the unit that includes the focus, if the check showed a double (A11)."""
    if not checked.double:
        return battle
    why = Event("a-double", {"double": checked.double})
    return (yield from suffer(rules, battle, model.unit, why, checked.double, arcana=is_arcana(rules, power.id)))


def _resists(rules: Rules, power: Power) -> str:
    return "resists-note-arcana" if is_arcana(rules, power.id) else "resists-note"


def _curse(rules: Rules, battle: Battle, model: Model, power: Power, declared: Declared) -> Procedure[Battle]:
    """A resistance check by the controller of each target (A9, A10); then perhaps Nullify; then the effects."""
    failed: list[UnitInPlay | None] = []
    side = other(model.side)
    for unit in (*declared.units, *((None,) if declared.elsewhere else ())):
        if unit is None:
            value = yield from Number("target-willpower", side, 0, MOST_WILLPOWER, default=7)
            checked = yield from check(rules, "resistance-check", side, willpower(value), args={"name": ELSEWHERE})
        else:
            _, against = yield from choose_model(
                rules, battle, unit, "psychic", "resist-with", lambda one: chance_note(rules, _resists(rules, power), one)
            )
            checked = yield from check(rules, "resistance-check", side, against, args={"name": unit.name})
        battle = yield from _perils(rules, battle, model, power, checked)
        yield from Event(
            "resisted" if checked.passed else "not-resisted", {"name": unit.name if unit else ELSEWHERE, "power": power}
        )
        if not checked.passed:
            failed.append(unit)
    if not failed:
        return battle
    battle, countered = yield from nullify(rules, battle, model, power, side)
    if countered:
        return battle
    struck = Declared(tuple(unit for unit in failed if unit), None in failed)
    return (yield from apply_effect(rules, battle, model, power, struck))
