"""What is put in play, who has it, and who keeps it when others of the unit are gone (w40k7 T2, T4, P12)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from psyphase.engine.procedure import Event, Procedure
from psyphase.systems.w40k7.battle import ELSEWHERE, Battle, InPlay, UnitInPlay


def put_in_play(battle: Battle, effect: InPlay, *, stacks: bool = False) -> Procedure[Battle]:
    """An effect lasts from now on; where the same one stands on a unit already it does not add up, unless it `stacks` (facts 6)."""
    again = set() if stacks else set(effect.on) - {ELSEWHERE.id}
    in_play = []
    for one in battle.in_play:
        both = again.intersection(one.on) if (one.power, one.model) == (effect.power, effect.model) else set()
        if both:
            yield from Event("same-again", {"effect": effect.name, "names": battle.named(key for key in one.on if key in both)})
        left = tuple(key for key in one.on if key not in both)
        if left or not one.on:  # what is on a point of the table is on no unit
            in_play.append(replace(one, on=left))
    return replace(battle, in_play=(*in_play, effect))


def keeper(battle: Battle, one: InPlay, id: str) -> str | None:
    """Who has an effect that was on this unit: it, or once it is dead another of the same unit; what was on one psyker or model only is over."""
    if id == ELSEWHERE.id:
        return id
    unit = battle.unit(id)
    if unit.alive and (one.model is None or one.model < len(unit.health)):
        return id
    if not _on_whole_units(one):
        return None
    return next((other.id for other in battle.formations.together(unit) if other.alive), None)


def _on_whole_units(one: InPlay) -> bool:
    return one.model is None and all(effect.scope == "unit" and effect.whose != "self" for effect in one.does)


def divided(in_play: Sequence[InPlay], unit: UnitInPlay, new: UnitInPlay, kept: int) -> tuple[InPlay, ...]:
    """What is in play once models of a unit go on as a new one: on both, or with the one model that has it; `kept`: psykers that stay."""
    both = []
    for one in in_play:
        if unit.id not in one.on:
            both.append(one)
        elif one.model is not None and one.model >= kept:
            both.append(replace(one, on=(new.id,), model=one.model - kept))
        else:
            both.append(replace(one, on=(*one.on, new.id)) if _on_whole_units(one) else one)
    return tuple(both)


def without_model(battle: Battle, unit: UnitInPlay, model: int) -> Procedure[Battle]:
    """What one model of a brotherhood has ends with it; those behind it move up."""
    in_play = []
    for one in battle.in_play:
        if one.model is None or unit.id not in one.on or one.model < model:
            in_play.append(one)
        elif one.model > model:
            in_play.append(replace(one, model=one.model - 1))
        else:
            yield from Event("effect-ends", {"effect": one.name, "names": names_of(battle, one)})
    return replace(battle, in_play=tuple(in_play))


def names_of(battle: Battle, one: InPlay) -> tuple[str | Event, ...]:
    """On whom it is: units, or of a brotherhood the one model that has it."""
    names = battle.named(one.on)
    if one.model is None:
        return names
    return tuple(Event("model-of", {"unit": name, "model": one.model + 1}) for name in names)
