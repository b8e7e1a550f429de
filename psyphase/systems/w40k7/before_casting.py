"""What stands between a psyker and its powers: leadership tests before each of them (w40k7 U50)."""

from __future__ import annotations

from msgspec.structs import replace

from psyphase.engine.procedure import Event, Procedure
from psyphase.systems.w40k7.battle import Battle, Forbidden, UnitInPlay
from psyphase.systems.w40k7.in_force import acting
from psyphase.systems.w40k7.leadership import leadership_of, leadership_test
from psyphase.systems.w40k7.model import Power, Rules
from psyphase.systems.w40k7.near import ask_near
from psyphase.systems.w40k7.vocabulary import ForbidCasting


def forbidden(battle: Battle, psyker: UnitInPlay, power: Power) -> Event | None:
    """Why a psyker may not attempt a power in this phase, by what is in play on its unit."""
    failed = [one for one in battle.forbidden if one.power in (None, power.id) and battle.is_part_of(one.unit, psyker)]
    if failed:
        return Event("leadership-failed-for", {"rule": failed[0]})
    never = [one for one in acting(battle, psyker, ForbidCasting, power) if one.effect.unless == "never"]
    return Event("casting-forbidden", {"rule": never[0]}) if never else None


def may_cast(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> Procedure[tuple[Battle, bool]]:
    """Whether its unit passes every leadership test that it has to take before a power; a failed one costs it the power or the phase."""
    battle = yield from ask_near(battle, [psyker], (ForbidCasting,), power)
    host = battle.host(psyker)
    for one in acting(battle, psyker, ForbidCasting, power):
        if one.effect.unless != "leadership-test":
            continue
        yield from Event("test-before-casting", {"unit": host, "rule": one, "power": power})
        led = yield from leadership_of(rules, battle, psyker)
        battle = led.battle
        if not (yield from leadership_test(psyker.side, led.leadership.value, host.name)):
            whole = one.effect.loses == "phase"
            bar = Forbidden(one.id, one.name, host.id, None if whole else power.id)
            event = "loses-its-phase" if whole else "loses-the-power"
            yield from Event(event, {"unit": host, "rule": one, "power": power})
            return replace(battle, forbidden=(*battle.forbidden, bar)), False
    return battle, True
