"""How near units are to what is in play around others (w40k7 U3, U9): asked where it can matter, and once a phase."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from psyphase.engine.procedure import Procedure
from psyphase.systems.shared.ask import ask_yes
from psyphase.systems.w40k7.battle import Battle, InPlay, Near, UnitInPlay
from psyphase.systems.w40k7.effect_words import Effect
from psyphase.systems.w40k7.in_force import bearers_of, counts_for, fits_side, in_one_unit, near, traits_of
from psyphase.systems.w40k7.model import Power
from psyphase.systems.w40k7.vocabulary import Grant


def ask_near(
    battle: Battle, units: Sequence[UnitInPlay], kinds: tuple[type[Effect], ...], power: Power | None = None
) -> Procedure[Battle]:
    """Which units are in reach of effects of these kinds: the battle in which that is said."""
    for one in battle.in_play:
        for unit in units:
            if any(isinstance(effect, kinds) and _matters(battle, one, effect, unit, power) for effect in one.does):
                battle, _ = yield from is_near(battle, one, unit)
    return battle


def _matters(battle: Battle, one: InPlay, effect: Effect, unit: UnitInPlay, power: Power | None) -> bool:
    """Whether somebody has to say how near a unit is."""
    if effect.range_in in (UNSET, "table") or effect.whose in ("target", "self", "unit") or not counts_for(effect, power):
        return False
    if effect.tags and unit.traits.isdisjoint(effect.tags):
        return False
    if isinstance(effect, Grant) and not effect.removed and effect.tag in traits_of(battle, unit):
        return False
    # What is around somebody in a transport reaches nobody outside of it (U9).
    bearers = [bearer for bearer in bearers_of(battle, one) if fits_side(effect, bearer, unit)]
    outside = [bearer for bearer in bearers if not bearer.embarked]
    return bool(outside) and not any(in_one_unit(battle, bearer, unit) for bearer in bearers)


def is_near(battle: Battle, one: InPlay, unit: UnitInPlay) -> Procedure[tuple[Battle, bool]]:
    """Whether a unit is in reach of whoever has this in play; what is said in a phase is the default of the next."""
    known = near(battle, one, unit)
    if known is not None:
        return battle, known
    bearer = bearers_of(battle, one)[0]
    before = next((said.inside for said in battle.near if (said.power, said.unit) == (one.power, unit.id)), True)
    distance = next(effect.range_in for effect in one.does if effect.range_in is not UNSET)
    args = {"unit": unit, "bearer": bearer, "range": distance, "effect": one.name, "power": one.power}
    inside = yield from ask_yes("near", bearer.side, before, args)
    others = tuple(said for said in battle.near if (said.power, said.unit) != (one.power, unit.id))
    return replace(battle, near=(*others, Near(one.power, unit.id, inside))), inside
