"""Perils of the Warp (hh3 A11, A13, A15): on the unit that includes the focus, whoever rolled the double."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.dice import D6, Dice
from psyphase.engine.procedure import Event, Procedure, Roll, Side
from psyphase.engine.readings import Total
from psyphase.systems.hh3.battle import Battle, UnitInPlay
from psyphase.systems.hh3.losses import casualties
from psyphase.systems.hh3.model import Reaction, Rules
from psyphase.systems.hh3.perils_table import PerilsRow, Wounds
from psyphase.systems.hh3.statuses import gain_status
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
        "psychic",
        "suffer-with",
        lambda one: Event("wounds-note", {"wounds": rupture_wounds(rules, less, one.value).wounds}),
    )
    suffered = rupture_wounds(rules, row.effect, against.value)
    yield from Event("wounds-less-willpower", {"wounds": suffered.wounds, "of": row.effect.less_willpower, "against": against})
    return (yield from _wounded(rules, battle, host, suffered))


def _wounded(rules: Rules, battle: Battle, host: UnitInPlay, suffered: WoundsSuffered) -> Procedure[Battle]:
    """Wounds allocated as from a shooting attack; the players say who is lost."""
    models = battle.models(host)
    immune = [one for one in models if not all(rule.takes_wounds for rule in rules.traits_of(one.group.traits))]
    if not suffered.wounds or len(immune) == len(models):
        yield from Event("no-wounds", {"unit": host, "names": tuple(one.name for one in immune)})
        return battle
    args = {"unit": host, "wounds": suffered.wounds, "damage": suffered.damage, "ap": suffered.ap}
    yield from Event("wounds-without-ap" if suffered.ap is None else "wounds-with-ap", args)
    if immune:
        yield from Event("takes-no-wounds", {"names": tuple(one.name for one in immune)})
    return (yield from casualties(battle, host, {one.group.id for one in immune}))


def ruptures(rules: Rules, battle: Battle, host: UnitInPlay) -> Procedure[Battle]:
    """Warp Rupture without a roll (facts 1)."""
    yield from Event("ruptured", {"unit": host, "row": rules.rupture})
    if not battle.models(host):
        yield from Event("nobody-left", {"unit": host})
        return battle
    return (yield from apply_row(rules, battle, host, rules.rupture))


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
