"""How near units are to what is in force around others (w40k7 U3, U9): asked where it can matter, and once a phase."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from psyphase.engine.procedure import Event, Procedure
from psyphase.systems.shared.ask import ask_yes
from psyphase.systems.w40k7.battle import Battle, InForce, Near, UnitInPlay
from psyphase.systems.w40k7.effect_words import Effect, When
from psyphase.systems.w40k7.in_force import (
    SIXES_ONLY,
    STRONGER,
    acting,
    bearers_for,
    counts_for,
    in_one_unit,
    is_about,
    near,
    traits_of,
)
from psyphase.systems.w40k7.model import Power
from psyphase.systems.w40k7.played import WHILE_IN_PLAY
from psyphase.systems.w40k7.vocabulary import Grant, HarnessFace, PerilsKind


def ask_near(
    battle: Battle,
    units: Sequence[UnitInPlay],
    kinds: tuple[type[Effect], ...],
    power: Power | None = None,
    when: Collection[When] = WHILE_IN_PLAY,
) -> Procedure[Battle]:
    """Which units are in reach of effects of these kinds: the battle in which that is said."""
    for one in battle.in_force:
        effects: tuple[Effect, ...] = one.does
        for effect in effects:
            if isinstance(effect, kinds) and effect.when in when:
                for unit in units:
                    if _matters(battle, one, effect, unit, power):
                        battle, _ = yield from is_near(battle, one, effect, unit)
    return battle


def _matters(battle: Battle, one: InForce, effect: Effect, unit: UnitInPlay, power: Power | None) -> bool:
    """Whether somebody has to say how near a unit is."""
    if effect.range_in in (UNSET, "table") or effect.whose in ("target", "self", "unit") or not counts_for(effect, power):
        return False
    if effect.tags and unit.traits.isdisjoint(effect.tags):
        return False
    # What is around somebody in a transport reaches nobody outside of it (U9).
    bearers = bearers_for(battle, one, effect, unit)
    outside = any(not bearer.embarked for bearer in bearers)
    if not outside or any(in_one_unit(battle, bearer, unit) for bearer in bearers):
        return False
    return not _has_as_much(battle, effect, unit, power)


def _has_as_much(battle: Battle, effect: Effect, unit: UnitInPlay, power: Power | None) -> bool:
    """Whether a unit has already what an effect would bring, so that its reach changes nothing (U6, U7)."""
    if isinstance(effect, Grant):
        return not effect.removed and effect.tag in traits_of(battle, unit)
    if isinstance(effect, HarnessFace):
        faces = [one.effect.face for one in acting(battle, unit, HarnessFace, power)]
        faces += [unit.entry.harness] if unit.entry.harness else []
        return SIXES_ONLY in faces or (effect.face != SIXES_ONLY and min(faces, default=SIXES_ONLY) <= effect.face)
    if isinstance(effect, PerilsKind):
        kinds = [one.effect.perils for one in acting(battle, unit, PerilsKind, power)]
        kinds += [unit.entry.perils] if unit.entry.perils else []
        return any(STRONGER.index(kind) >= STRONGER.index(effect.perils) for kind in kinds)
    return False


def is_near(battle: Battle, one: InForce, effect: Effect, unit: UnitInPlay) -> Procedure[tuple[Battle, bool]]:
    """Whether a unit is in reach of whoever has this; what is said in a phase is the default of the next."""
    known = near(battle, one, effect, unit)
    if known is not None:
        return battle, known
    bearers = [bearer for bearer in bearers_for(battle, one, effect, unit) if not bearer.embarked]
    before = next((said.inside for said in battle.near if is_about(said, one, effect, unit)), True)
    bearer = bearers[0] if len(bearers) == 1 else Event("one-of", {"units": tuple(bearers)})
    args = {"unit": unit, "bearer": bearer, "range": effect.range_in, "effect": one.name, "power": one.id}
    inside = yield from ask_yes("near", bearers[0].side, before, args)
    others = tuple(said for said in battle.near if not is_about(said, one, effect, unit))
    return replace(battle, near=(*others, Near(one.id, effect.range_in, unit.id, inside))), inside
