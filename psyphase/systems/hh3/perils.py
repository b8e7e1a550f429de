"""Perils of the Warp (hh3 A11, A13, A15): on the unit that includes the focus, whoever rolled the double."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.dice import D6, Dice
from psyphase.engine.procedure import Event, Number, Procedure, Roll, Selection, Side
from psyphase.engine.readings import Total
from psyphase.systems.hh3.battle import Battle, Model, UnitInPlay
from psyphase.systems.hh3.model import Reaction, Rules, TraitRule
from psyphase.systems.hh3.perils_table import PerilsRow, Wounds
from psyphase.systems.hh3.willpower import ask_willpower, choose_model


class WoundsSuffered(Struct, frozen=True):
    """Wounds on a unit; `ap` None: the table states none."""

    wounds: int
    damage: int
    ap: int | None = None


def perils_row(rules: Rules, side: Side, double: int | None, name: str = "") -> Procedure[PerilsRow]:
    """The row of the doubled number, or of a D6 where no check brought the perils (A11)."""
    if double is None:
        return (yield from Roll("perils", side, D6, rules.perils, args={"name": name}))
    row = rules.perils.rows[double]
    yield from Event("perils-row", {"double": double, "row": row})
    return row


def rupture_wounds(rules: Rules, row: Wounds, willpower: int) -> WoundsSuffered:
    """So many wounds less the willpower (A13)."""
    wounds = max(rules.settings.rupture_least, row.less_willpower - willpower)
    return WoundsSuffered(wounds, rules.settings.rupture_damage)


def arcana_wounds(rules: Rules, side: Side, name: str = "") -> Procedure[WoundsSuffered]:
    """What replaces the table for an arcana's powers."""
    assert rules.arcana
    dice = Dice(1, int(rules.arcana.dice.removeprefix("d")))
    wounds = yield from Roll("arcana-wounds", side, dice, Total(), args={"name": name, "arcana": rules.arcana})
    return WoundsSuffered(wounds, rules.arcana.damage, rules.arcana.ap)


def suffer(
    rules: Rules, battle: Battle, unit: UnitInPlay, why: Event, double: int | None, *, arcana: bool = False
) -> Procedure[Battle]:
    """Perils for the unit on the table that includes `unit`."""
    host = battle.host(unit)
    yield from Event("perils-of-the-warp", {"unit": host, "why": why})
    if not battle.models(host):
        yield from Event("nobody-left", {"unit": host})
        return battle
    if arcana:
        suffered = yield from arcana_wounds(rules, host.side, host.name)
        return (yield from _wounded(rules, battle, host, suffered))
    row = yield from perils_row(rules, host.side, double, host.name)
    return (yield from apply_row(rules, battle, host, row))


def apply_row(rules: Rules, battle: Battle, host: UnitInPlay, row: PerilsRow) -> Procedure[Battle]:
    """What a row does to a unit."""
    if not isinstance(row.effect, Wounds):
        return (yield from gain_status(rules, battle, host, row.effect.status))
    battle = yield from ask_willpower(battle, host)
    less = row.effect
    _, against = yield from choose_model(
        rules,
        battle,
        host,
        "suffer-with",
        lambda one: Event("wounds-note", {"wounds": rupture_wounds(rules, less, one.value).wounds}),
    )
    suffered = rupture_wounds(rules, row.effect, against.value)
    yield from Event("wounds-less-willpower", {"wounds": suffered.wounds, "of": row.effect.less_willpower, "against": against})
    return (yield from _wounded(rules, battle, host, suffered))


def _traits(rules: Rules, traits: Iterable[str]) -> list[TraitRule]:
    return [rules.traits[trait] for trait in traits if trait in rules.traits]


def _wounded(rules: Rules, battle: Battle, host: UnitInPlay, suffered: WoundsSuffered) -> Procedure[Battle]:
    """Wounds allocated as from a shooting attack; the players say who is lost."""
    models = battle.models(host)
    immune = [one for one in models if not all(rule.takes_wounds for rule in _traits(rules, one.group.traits))]
    if not suffered.wounds or len(immune) == len(models):
        yield from Event("no-wounds", {"unit": host, "names": tuple(one.name for one in immune)})
        return battle
    args = {"unit": host, "wounds": suffered.wounds, "damage": suffered.damage, "ap": suffered.ap}
    yield from Event("wounds-without-ap" if suffered.ap is None else "wounds-with-ap", args)
    if immune:
        yield from Event("takes-no-wounds", {"names": tuple(one.name for one in immune)})
    return (yield from casualties(battle, host, {one.group.id for one in immune}))


def casualties(battle: Battle, host: UnitInPlay, safe: Iterable[str] = ()) -> Procedure[Battle]:
    """Which models of a unit are lost; effects of those who left play end (A6)."""
    # The many first: they are lost before their sergeant.
    able = sorted((one for one in battle.models(host) if one.group.id not in safe), key=lambda one: -one.group.alive)
    lost: tuple[Model, ...] = tuple(able)
    if len(able) > 1:
        lost = yield from Selection("casualties", host.side, {one.group.id: one for one in able}, args={"unit": host})
    for model in lost:
        least = 1 if len(able) > 1 else 0
        count = least
        if model.group.alive > least:
            args = {"name": model.name, "left": model.group.alive}
            count = yield from Number("casualties-of", host.side, least, model.group.alive, default=least, args=args)
        if not count:
            continue
        yield from Event("lost", {"name": model.name, "count": count, "left": model.group.alive - count})
        battle = battle.with_group(replace(model.group, alive=model.group.alive - count))
    return (yield from without_ended(battle))


def without_ended(battle: Battle) -> Procedure[Battle]:
    """Effects whose focus has left play end at once (A6)."""
    kept = tuple(effect for effect in battle.in_play if battle.present(battle.group(effect.focus)))
    for effect in battle.in_play:
        if effect not in kept:
            name = battle.group(effect.focus).name
            yield from Event("focus-left-play", {"effect": effect.name, "names": effect.on, "focus": name})
    return replace(battle, in_play=kept)


def ruptures(rules: Rules, battle: Battle, host: UnitInPlay) -> Procedure[Battle]:
    """Warp Rupture at once, without a roll (facts 1)."""
    yield from Event("ruptured", {"unit": host, "row": rules.rupture})
    return (yield from apply_row(rules, battle, host, rules.rupture))


def without_status(battle: Battle, unit: UnitInPlay, status: str) -> Battle:
    """The battle after a whole unit has lost a status."""
    return battle.with_units(
        replace(member, statuses=tuple(one for one in member.statuses if one != status)) for member in battle.members(unit)
    )


def status_args(rules: Rules, battle: Battle) -> dict[str, object]:
    """How things stand, as arguments of an event: the turn, the phase, whose it is, reaction points of the other."""
    phase = next(phase for phase in rules.phases if phase.id == battle.phase)
    army = battle.army(battle.active)
    return {"turn": battle.turn, "phase": phase, "army": army, "enemy": battle.enemy, "points": battle.points}


def pay(rules: Rules, battle: Battle, power: Reaction) -> Procedure[Battle]:
    """The reaction's points (A7)."""
    battle = replace(battle, points=max(0, battle.points - power.points))
    yield from Event("paid", {"cost": power.points, "points": battle.points})
    yield from Event("status", status_args(rules, battle))
    return battle


def gain_status(rules: Rules, battle: Battle, host: UnitInPlay, status: str) -> Procedure[Battle]:
    """A status for the whole unit; the same twice does nothing more."""
    rule = rules.statuses[status]
    members = battle.members(host)
    able = all(one.takes_statuses for model in battle.models(host) for one in _traits(rules, model.group.traits))
    if not able:
        yield from Event("takes-no-status", {"unit": host, "status": rule})
        return battle
    had = () if rule.replaces else battle.statuses(host)
    if any(rules.statuses[one].replaces for one in had):
        yield from Event("has-a-worse-status", {"unit": host, "status": tuple(rules.statuses[one] for one in had)})
        return battle
    yield from Event("status-gained", {"unit": host, "status": rule, "effect": rule.effect, "recovery": rule.recovery})
    statuses = tuple(dict.fromkeys((*had, status)))
    return battle.with_units(replace(member, statuses=statuses) for member in members)
