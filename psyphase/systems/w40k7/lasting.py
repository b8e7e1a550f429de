"""What is put in play, and how it ends with those that it is on (w40k7 T2, T4, P12)."""

from __future__ import annotations

from msgspec.structs import replace

from psyphase.engine.procedure import Event, Procedure
from psyphase.systems.shared.attached import together
from psyphase.systems.w40k7.battle import Battle, InPlay, UnitInPlay
from psyphase.systems.w40k7.in_force import is_on


def put_in_play(battle: Battle, effect: InPlay, *, stacks: bool = False) -> Procedure[Battle]:
    """An effect lasts from now on; the same one that somebody has already counts once, from now on as the new one (T2, T4)."""
    left: list[InPlay] = []
    for one in battle.in_play:
        twice = (one.power, one.model) == (effect.power, effect.model) and not stacks
        again = tuple(name for name in one.on if twice and name in effect.on)
        if again:
            yield from Event("counts-once", {"power": one.power, "effect": one.name, "names": again})
        if kept := tuple(name for name in one.on if name not in again):
            left.append(replace(one, on=kept))
    return replace(battle, in_play=(*left, effect))


def end_with_the_dead(battle: Battle) -> Procedure[Battle]:
    """Effects end on units of which nobody is left; where others of the same unit live, they keep what was on it."""
    left: list[InPlay] = []
    for one in battle.in_play:
        dead = [unit for unit in battle.units if is_on(one, unit) and not unit.alive]
        heirs = {unit.name: _heir(battle, one, unit) for unit in dead}
        kept = tuple(dict.fromkeys(heir for name in one.on if (heir := heirs.get(str(name), name)) is not None))
        gone = tuple(name for name, heir in heirs.items() if heir is None)
        if gone:
            args = {"power": one.power, "effect": one.name, "names": gone}
            yield from Event("ends-with-unit", args)
        if kept:
            left.append(replace(one, on=kept))
    return replace(battle, in_play=tuple(left)) if tuple(left) != battle.in_play else battle


def _heir(battle: Battle, one: InPlay, unit: UnitInPlay) -> str | None:
    """Who of its unit keeps an effect of one that is dead; what was on one psyker or model only is over."""
    if one.model is not None or any(effect.scope != "unit" or effect.whose == "self" for effect in one.does):
        return None
    return next((other.name for other in together(battle.units, unit) if other.alive), None)


def without_model(battle: Battle, unit: UnitInPlay, model: int) -> Procedure[Battle]:
    """What one model of a brotherhood has ends with it; those behind it move up."""
    left: list[InPlay] = []
    for one in battle.in_play:
        if one.model is None or not is_on(one, unit) or one.model < model:
            left.append(one)
        elif one.model > model:
            left.append(replace(one, model=one.model - 1))
        else:
            yield from Event("ends-with-unit", {"power": one.power, "effect": one.name, "names": names_of(one)})
    return replace(battle, in_play=tuple(left))


def names_of(one: InPlay) -> tuple[str | Event, ...]:
    """On whom it is: units, or of a brotherhood the one model that has it."""
    if one.model is None:
        return one.on
    return tuple(Event("model-of", {"unit": name, "model": one.model + 1}) for name in one.on)
