"""How a power goes once it is manifested, whom its effects are on, and what befalls them at once (w40k7 P11, U13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET

from psyphase.engine.procedure import Decision, Event, Number, Procedure
from psyphase.systems.w40k7.battle import ELSEWHERE, Battle, UnitInPlay
from psyphase.systems.w40k7.casualties import bury, without_models
from psyphase.systems.w40k7.effect_words import Outcome
from psyphase.systems.w40k7.model import Power, Rules
from psyphase.systems.w40k7.perils import lose_power, wound
from psyphase.systems.w40k7.targets import Declared
from psyphase.systems.w40k7.vocabulary import Does, Harm, PowerLoss

ALSO: Mapping[Outcome, frozenset[Outcome]] = {
    "won": frozenset({"won"}),
    "won-by-3": frozenset({"won", "won-by-3"}),
    "wounded": frozenset({"wounded"}),
}
"""All that an outcome amounts to."""


def how_it_went(battle: Battle, power: Power) -> Procedure[frozenset[Outcome]]:
    """What the players say came of a power, where its effects depend on that; the worst is that nothing did."""
    words = dict.fromkeys(effect.outcome for effect in power.does if effect.outcome is not UNSET)
    if not words:
        return frozenset()
    ways: dict[str, frozenset[Outcome]] = {**{word: ALSO[word] for word in words}, "nothing": frozenset()}
    return (yield from Decision("how-it-went", battle.active, ways, default=next(iter(ways)), args={"power": power}))


def applying(power: Power, outcome: frozenset[Outcome]) -> tuple[Does, ...]:
    """The effects of a power that goes so."""
    return tuple(effect for effect in power.does if effect.outcome is UNSET or effect.outcome in outcome)


def struck_by(battle: Battle, power: Power, effects: Iterable[Does], declared: Declared) -> Procedure[Declared]:
    """On whom the effects of a power are: of a unit, the one psyker or model of it that they are meant for."""
    scopes = {effect.scope for effect in effects if effect.whose == "target"} - {"unit"}
    if not scopes:
        return declared
    struck: list[UnitInPlay] = []
    for unit in declared.units:
        among = {one.id: one for one in battle.members(unit) if one.level or "psyker" not in scopes} or {unit.id: unit}
        one = next(iter(among.values()))
        if len(among) > 1:
            one = yield from Decision("struck", battle.active, among, default=one.id, args={"power": power, "unit": unit})
        struck.append(one)
    return Declared(tuple(struck), declared.others, declared.elsewhere)


def at_once(
    rules: Rules, battle: Battle, psyker: UnitInPlay, effects: Iterable[Does], struck: Sequence[UnitInPlay]
) -> Procedure[Battle]:
    """Wounds and lost powers, in the order in which the power names them."""
    for effect in effects:
        if isinstance(effect, Harm) and isinstance(effect.wounds, int):
            suffering = struck if effect.whose == "target" else (yield from _who_suffers(battle, psyker, effect))
            for unit in suffering:
                battle = yield from _harmed(battle, battle.unit(unit.id), effect.wounds)
        elif isinstance(effect, PowerLoss):
            for unit in struck:
                for _ in range(effect.count if battle.unit(unit.id).health else 0):
                    battle = yield from lose_power(rules, battle, battle.unit(unit.id))
    return (yield from bury(battle))


def _who_suffers(battle: Battle, psyker: UnitInPlay, effect: Harm) -> Procedure[tuple[UnitInPlay, ...]]:
    """Of the psyker and friends that are near enough, the one that its side names; one in no roster is theirs to note."""
    friends = {one.id: one for one in battle.of(psyker.side) if one.present and not one.embarked}
    own = {psyker.id: friends.pop(psyker.id)} if psyker.id in friends else {}
    ways: dict[str, UnitInPlay | None] = {**own, **friends, ELSEWHERE.id: None}
    args = {"range": effect.range_in, "count": effect.wounds}
    chosen = yield from Decision("suffers", psyker.side, ways, default=next(iter(ways)), args=args)
    return (chosen,) if chosen else ()


def _harmed(battle: Battle, unit: UnitInPlay, wounds: int) -> Procedure[Battle]:
    """Wounds without saves; of a unit of several models that are no psykers, how many that slays is asked."""
    if unit.health and (unit.level or unit.models == 1):
        return (yield from wound(battle, unit, 0, wounds))
    most = min(unit.models, wounds)
    yield from Event("wounded", {"unit": unit, "wounds": wounds})
    losses = yield from Number("losses", unit.side, 0, most, default=0, args={"unit": unit, "hits": wounds})
    return battle.with_units([without_models(unit, losses)])
