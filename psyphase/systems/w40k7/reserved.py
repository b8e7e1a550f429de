"""Warp charge dice that only one psyker may use (w40k7 U42)."""

from __future__ import annotations

from msgspec.structs import replace

from psyphase.engine.procedure import Event, Procedure
from psyphase.systems.w40k7.battle import Battle, InForce, UnitInPlay
from psyphase.systems.w40k7.in_force import Acting, bearers_of, in_one_unit
from psyphase.systems.w40k7.near import is_near
from psyphase.systems.w40k7.vocabulary import WarpCharge


def bank(battle: Battle, caster: UnitInPlay) -> Procedure[Battle]:
    """A passed test brings dice to others of its side who have something in play that says so, where it is near enough (U42)."""
    for one in battle.in_force:
        for effect in one.does:
            if isinstance(effect, WarpCharge) and effect.each == "friendly-power" and isinstance(effect.add, int):
                battle = yield from _from_power(battle, one, Acting(one.id, one.name, effect), effect.add, caster)
    return battle


def _from_power(battle: Battle, one: InForce, rule: Acting[WarpCharge], count: int, caster: UnitInPlay) -> Procedure[Battle]:
    for bearer in bearers_of(battle, one):
        if bearer.side != caster.side or bearer.id == caster.id or not bearer.level:
            continue
        inside = in_one_unit(battle, bearer, caster)
        if not inside and not bearer.embarked:
            battle, inside = yield from is_near(battle, one, rule.effect, caster)
        if inside:
            dice = dict(battle.reserved).get(bearer.id, 0) + count
            battle = replace(battle, reserved=tuple((dict(battle.reserved) | {bearer.id: dice}).items()))
            yield from Event("banked", {"unit": bearer, "rule": rule, "count": count, "dice": dice})
    return battle
