"""What takes effect once a check allows it (hh3 A6, A8, A9): words, statuses, dice, and what lasts."""

from __future__ import annotations

from msgspec.structs import replace

from psyphase.engine.dice import D6
from psyphase.engine.procedure import Decision, Event, Procedure, Roll, other
from psyphase.engine.readings import Pool
from psyphase.systems.hh3.battle import Battle, Due, InPlay, Model, UnitInPlay, Until
from psyphase.systems.hh3.model import Power, Rules
from psyphase.systems.hh3.perils import ruptures
from psyphase.systems.hh3.statuses import gain_status, without_status
from psyphase.systems.hh3.targets import ELSEWHERE, Declared
from psyphase.systems.hh3.traits import Status


def apply_effect(rules: Rules, battle: Battle, model: Model, power: Power, declared: Declared) -> Procedure[Battle]:
    """The effects apply; what lasts is kept, for as long as its focus is in play (A6)."""
    names = declared.names
    yield from Event("works-on" if names else "works", {"power": power, "names": names, "effect": power.effect})
    for unit in declared.units:
        battle = yield from _statuses(rules, battle, model, power, unit)
    if power.roll != "none":
        stays = yield from Roll("effect-roll", model.side, D6, Pool(power.roll), args={"power": power, "success": power.roll})
        yield from Event("effect-roll-passed" if stays else "effect-roll-failed", {"power": power})
    if power.ruptures == "always":
        battle = yield from both_rupture(rules, battle, model.unit)
    return (yield from _kept(rules, battle, model, power, declared))


def _kept(rules: Rules, battle: Battle, model: Model, power: Power, declared: Declared) -> Procedure[Battle]:
    if power.lasts in ("attack", "challenge"):
        yield from Event("lasts", {"effect": power.name, "until": Event(f"until-{power.lasts}-ends")})
    if power.lasts in ("immediate", "attack", "challenge"):
        return battle
    until: Until = "phase" if power.lasts == "phase" else model.side
    units = frozenset(member.id for unit in declared.units for member in battle.members(unit))
    names = declared.names
    adds_up = rules.settings.same_power == "adds-up"
    effect = InPlay(power.id, power.name, power.effect, model.group.id, names, units, until, power.manifestation, adds_up)
    again = tuple(unit.name for unit in declared.units if battle.is_on(power.id, unit))
    if again:
        yield from Event("same-again-adds-up" if adds_up else "same-again", {"effect": power.name, "names": again})
    yield from Event("lasts", in_play_args(battle, effect))
    return replace(battle, in_play=(*battle.in_play, effect))


def _statuses(rules: Rules, battle: Battle, model: Model, power: Power, unit: UnitInPlay) -> Procedure[Battle]:
    """Statuses that go, and one that comes where a check fails that only the players can take (Mind-burst, Clarity)."""
    had = battle.statuses(unit)
    gone = had if power.cures == "all" else ()
    if power.cures == "one" and had:
        ways = {status: rules.statuses[status] for status in had}
        one = (
            yield from Decision("cured", model.side, ways, default=had[0], args={"unit": unit})
            if len(had) > 1
            else _only(ways[had[0]])
        )
        gone = (one.id,)
    for status in gone:
        yield from Event("status-removed", {"unit": unit, "status": rules.statuses[status]})
        battle = without_status(battle, unit, status)
    if power.threatens != "none":
        threat = rules.statuses[power.threatens]
        failed: str = yield from Decision(
            "threatened",
            unit.side,
            {"passed": "passed", "failed": "failed"},
            default="passed",
            args={"unit": unit, "status": threat},
        )
        if failed == "failed":
            battle = yield from gain_status(rules, battle, unit, power.threatens)
    return battle


def _only(status: Status) -> Procedure[Status]:
    yield from ()
    return status


def both_rupture(rules: Rules, battle: Battle, unit: UnitInPlay) -> Procedure[Battle]:
    """Warp Rupture on the unit that reacts and on the unit that shot it (facts 1)."""
    battle = yield from ruptures(rules, battle, battle.host(unit))
    ways: dict[str, UnitInPlay | None] = {**{one.id: one for one in battle.hosts(other(unit.side))}, ELSEWHERE.id: None}
    shooter = yield from Decision("shooter", unit.side, ways, default=next(iter(ways)))
    if shooter:
        battle = yield from ruptures(rules, battle, shooter)
    else:
        yield from Event("ruptures-elsewhere", {"wounds": rules.less_willpower})
    return battle


def rupture_due(rules: Rules, battle: Battle, model: Model, power: Power) -> Procedure[Battle]:
    """Warp Rupture that comes once the attack is over, after its casualties."""
    yield from Event("rupture-due", {"unit": battle.host(model.unit), "row": rules.rupture})
    return replace(battle, due=(*battle.due, Due(power.name, model.unit.id)))


def attack_over(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """What was due comes."""
    for due in battle.due:
        battle = yield from both_rupture(rules, battle, battle.unit(due.unit))
    return replace(battle, due=())


def in_play_args(battle: Battle, effect: InPlay) -> dict[str, object]:
    """An effect in play as arguments of an event."""
    if effect.until == "phase":
        until = Event("until-phase-ends")
    else:
        until = Event("until-turn-of", {"army": battle.army(effect.until) or Event("opponent")})
    return {"power": effect.power, "effect": effect.name, "words": effect.effect, "names": effect.on, "until": until}
