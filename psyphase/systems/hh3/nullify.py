"""Nullify (hh3 A7): a psyker of the cursed side counters a curse that was not resisted."""

from __future__ import annotations

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure, Side
from psyphase.systems.hh3.availability import mark_used, why_not
from psyphase.systems.hh3.battle import Battle, Model, models
from psyphase.systems.hh3.check import Checked, chance_note, check, willpower
from psyphase.systems.hh3.model import Power, Reaction, Rules
from psyphase.systems.hh3.perils import pay, suffer
from psyphase.systems.hh3.willpower import MOST_WILLPOWER, ask_of
from psyphase.tables.sums import Sum

NOBODY = "nobody"
UNLISTED = "another-unit"


def nullify(rules: Rules, battle: Battle, model: Model, power: Power, side: Side) -> Procedure[tuple[Battle, bool]]:
    """Whether somebody counters the curse that `model` manifested: its check is helped or hurt by the difference in willpower.

    A curse that lasts is over with its focus, so nobody need counter it then (A6).
    """
    reaction = rules.nullify
    model = battle.group(model.group.id)
    over = power.lasts in ("phase", "next-own-turn") and not battle.present(model)
    if side == battle.active or over or reaction is None:
        return battle, False
    if side == "theirs" and not battle.enemy_known:
        battle, passed = yield from _unlisted(rules, battle, model, power, reaction)
    else:
        battle, passed = yield from _listed(rules, battle, model, power, side, reaction)
    if not passed:
        return battle, False
    yield from Event("nullified", {"power": power})
    return replace(battle, nullified=battle.nullified | {power.id}), True


def _listed(
    rules: Rules, battle: Battle, model: Model, power: Power, side: Side, reaction: Reaction
) -> Procedure[tuple[Battle, bool]]:
    """By a psyker of the rosters; who may not stands beside with the reason."""
    present = (unit for unit in battle.of(side) if unit.present)
    psykers = [one for unit in present for one in models(unit, unit.alive) if reaction.fits(one.group.traits)]
    reasons = {one.group.id: why_not(rules, battle, one, reaction) for one in psykers}
    ways: dict[str, Model | None] = {one.group.id: one for one in psykers if reasons[one.group.id] is None}
    if not ways:
        return battle, False
    psyker = yield from Decision(
        "nullify",
        side,
        {**ways, NOBODY: None},
        {id: why for id, why in reasons.items() if why},
        NOBODY,
        {key: note for key, one in ways.items() if one and (note := _note(rules, battle, one, model))},
        args={**_args(battle, power, reaction), "psykers": {one.group.id: one for one in psykers}},
    )
    if psyker is None:
        return battle, False
    yield from Event("declared", {"power": reaction, "focus": psyker, "army": battle.army(side)})
    battle = yield from pay(rules, mark_used(battle, psyker, reaction), reaction)
    battle, psyker = yield from ask_of(battle, psyker)
    battle, model = yield from ask_of(battle, model)
    checked = yield from nullify_check(rules, side, battle.willpower(psyker), battle.willpower(model), psyker.name)
    if checked.double and rules.settings.nullify_perils:
        why = Event("a-double", {"double": checked.double})
        battle = yield from suffer(rules, battle, psyker.unit, why, checked.double)
    return battle, checked.passed


def _unlisted(rules: Rules, battle: Battle, model: Model, power: Power, reaction: Reaction) -> Procedure[tuple[Battle, bool]]:
    """By a psyker of an opponent without a roster, whose willpower is asked."""
    if battle.points < reaction.points:
        return battle, False
    ways = {UNLISTED: UNLISTED, NOBODY: NOBODY}
    who: str = yield from Decision("nullify", "theirs", ways, default=NOBODY, args=_args(battle, power, reaction))
    if who == NOBODY:
        return battle, False
    value = yield from Number("nullify-willpower", "theirs", 0, MOST_WILLPOWER, default=9)
    yield from Event("declared", {"power": reaction, "focus": Event(UNLISTED), "army": battle.enemy})
    battle = yield from pay(rules, battle, reaction)
    battle, model = yield from ask_of(battle, model)
    checked = yield from nullify_check(rules, "theirs", willpower(value), battle.willpower(model))
    if checked.double and rules.settings.nullify_perils:
        yield from Event("perils-elsewhere", {"double": checked.double, "row": rules.perils.rows[checked.double]})
    return battle, checked.passed


def _args(battle: Battle, power: Power, reaction: Reaction) -> dict[str, object]:
    return {"power": power, "points": battle.points, "cost": reaction.points}


def _note(rules: Rules, battle: Battle, psyker: Model, focus: Model) -> Event | None:
    """The chances of a psyker, where both willpowers are known."""
    if psyker.group.willpower is None or focus.group.willpower is None:
        return None
    own = battle.willpower(psyker)
    return chance_note(rules, "nullify-note", own, power_modifier(rules, own.value, battle.willpower(focus).value))


def power_modifier(rules: Rules, own: int, focus: int) -> int:
    """What is added to the total of a Nullify check (facts 2; setting `nullify`)."""
    difference = own - focus
    return -difference if rules.settings.nullify == "subtract" else difference


def nullify_check(rules: Rules, side: Side, own: Sum, focus: Sum, name: str = "") -> Procedure[Checked]:
    """The check of a psyker who nullifies, with the power modifier (A7)."""
    modifier = power_modifier(rules, own.value, focus.value)
    return (
        yield from check(
            rules,
            "nullify-check",
            side,
            own,
            {"name": name, "focus": focus.value},
            modifier,
            perils=rules.settings.nullify_perils,
        )
    )
