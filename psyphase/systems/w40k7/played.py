"""Which effects of the vocabulary a game plays now; the others are read, and `rules check` names them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from psyphase.systems.w40k7.effect_words import When
from psyphase.systems.w40k7.vocabulary import (
    DenyBonus,
    DenyFace,
    Does,
    ForbidCasting,
    Grant,
    Harm,
    HarnessFace,
    Leadership,
    Mastery,
    PerilsKind,
    PowerLoss,
    Reroll,
    WarpCharge,
)


def _leadership(effect: Leadership) -> bool:
    known = isinstance(effect.add, int) or isinstance(effect.set, int) or effect.half or effect.immune is not UNSET
    return known and not effect.lowest


def _reroll(effect: Reroll) -> bool:
    """Deny dice: those that fail, 1s, or all of a failed test."""
    return not {"test", "perils", "generation"}.intersection(effect.of) and effect.dice in ("failed", "ones", "all")


def _warp_charge(effect: WarpCharge) -> bool:
    """Dice for the pool: by number or by models, for the bearer alone, or none at all; of one's own for what friends manifest."""
    if effect.when == "on-passed":
        return effect.each == "friendly-power" and effect.reserved and isinstance(effect.add, int)
    if effect.reserved or effect.spend is not UNSET:
        return False
    own = effect.whose == "self" and effect.each in (UNSET, "model")
    return effect.none or (own and (isinstance(effect.add, int) or bool(effect.by_models)))


def _harm(effect: Harm) -> bool:
    return isinstance(effect.wounds, int) and effect.saves == "none" and effect.whose in ("target", "friends")


AT_ONCE: frozenset[When] = frozenset({"on-resolve"})
AT_THE_POOL: frozenset[When] = frozenset({"phase-start"})
WHILE_IN_PLAY: frozenset[When] = frozenset({"always", "until-next-phase", "on-wound"})
PLAYS: Mapping[type[Any], tuple[frozenset[When], Callable[[Any], bool]]] = {
    HarnessFace: (WHILE_IN_PLAY, lambda _: True),
    PerilsKind: (WHILE_IN_PLAY, lambda _: True),
    Grant: (WHILE_IN_PLAY, lambda _: True),
    DenyFace: (WHILE_IN_PLAY, lambda _: True),
    DenyBonus: (WHILE_IN_PLAY, lambda _: True),
    Leadership: (WHILE_IN_PLAY, _leadership),
    Mastery: (WHILE_IN_PLAY, lambda effect: isinstance(effect.add, int) or isinstance(effect.set, int)),
    Reroll: (WHILE_IN_PLAY, _reroll),
    ForbidCasting: (WHILE_IN_PLAY, lambda effect: effect.unless != "roll"),
    WarpCharge: (frozenset({"on-passed", *AT_THE_POOL}), _warp_charge),
    Harm: (AT_ONCE, _harm),
    PowerLoss: (AT_ONCE, lambda effect: effect.whose == "target" and effect.chosen_by == "dice"),
}
"""Of each kind that is played: when it may act, and with which values."""


def is_played(effect: Does) -> bool:
    """Whether anything in a game comes of an effect of a power, a boon or a rule of units."""
    if type(effect) not in PLAYS or effect.limit is not UNSET or effect.range_in in ("combat", "3D6"):
        return False
    moments, plays = PLAYS[type(effect)]
    return effect.when in moments and effect.whose not in ("caster", "attacker") and plays(effect)
