"""What acts on a unit now, of all that is in play, and what it comes to (w40k7 U1-U9): values only, nothing is asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Generic, TypeVar

from msgspec import UNSET, Struct

from psyphase.engine.procedure import Event, other
from psyphase.systems.w40k7.battle import Battle, InForce, Near, UnitInPlay
from psyphase.systems.w40k7.effect_words import Effect, When
from psyphase.systems.w40k7.exceptions import perils_of
from psyphase.systems.w40k7.model import Power, Rules
from psyphase.systems.w40k7.perils_table import Perils
from psyphase.systems.w40k7.played import WHILE_IN_PLAY
from psyphase.systems.w40k7.vocabulary import Grant, HarnessFace, Leadership, Mastery, PerilsKind
from psyphase.tables.names import Name
from psyphase.tables.sums import Modifier, Sum

E = TypeVar("E", bound=Effect)

SIXES_ONLY = 6
"""The face of "6s only", which beats every other (U6)."""
STRONGER: Sequence[Perils] = ("two-sixes", "any-double", "never")
"""What brings perils: each beats those before it (U6)."""
HIGHEST = 10
"""No characteristic is higher (T2)."""


class Acting(Struct, Generic[E], frozen=True):
    """An effect that acts on a unit now, with the id and the name of the rule that it comes from."""

    id: str
    name: Name
    effect: E

    def modifier(self, value: int) -> Modifier:
        """Its part of a sum."""
        return Modifier(self.id, self.name, value)


def acting(
    battle: Battle, unit: UnitInPlay, kind: type[E], power: Power | None = None, when: Collection[When] = WHILE_IN_PLAY
) -> tuple[Acting[E], ...]:
    """Effects of a kind that act on a unit, for this power where that matters; of one rule each counts once (U7, U9).

    `when`: at which moments, as long as they are in force unless another is meant.
    """
    found: dict[tuple[str, E], Acting[E]] = {}
    for one in battle.in_force:
        effects: tuple[Effect, ...] = one.does
        for effect in effects:
            if (
                isinstance(effect, kind)
                and effect.when in when
                and counts_for(effect, power)
                and acts_on(battle, one, effect, unit)
            ):
                found.setdefault((one.id, effect), Acting(one.id, one.name, effect))
    return tuple(found.values())


def counts_for(effect: Effect, power: Power | None) -> bool:
    """Whether an effect is meant for a power: any, where it names none, no type and no discipline."""
    if not (effect.types or effect.disciplines or effect.powers):
        return True
    if power is None:
        return False
    listed = power.id in effect.powers or power.id.partition("/")[0] in effect.disciplines
    return listed or not set(power.types).isdisjoint(effect.types)


def acts_on(battle: Battle, one: InForce, effect: Effect, unit: UnitInPlay) -> bool:
    """Whether it acts on a unit: it, or its unit on the table, has it; or it is said to be near enough to whoever has it (U3, U9)."""
    of_a_power = effect.whose in ("caster", "attacker")  # and on nobody before that
    if of_a_power or (effect.tags and unit.traits.isdisjoint(effect.tags)):
        return False
    if effect.whose in ("target", "self", "unit"):
        if effect.scope != "unit" or effect.whose == "self":
            return is_on(one, unit) and _on_all_of(one, effect, unit)
        return any(is_on(one, member) for member in battle.formations.together(unit))
    bearers = bearers_for(battle, one, effect, unit)
    if not bearers or effect.range_in in (UNSET, "table"):
        return bool(bearers)
    reaches = any(not bearer.embarked for bearer in bearers) and near(battle, one, effect, unit) is True
    return reaches or any(in_one_unit(battle, bearer, unit) for bearer in bearers)


def _on_all_of(one: InForce, effect: Effect, unit: UnitInPlay) -> bool:
    """What is on one model of several is not on the others."""
    alone = len(unit.health) <= 1 if one.model is not None else unit.models == 1
    return alone or (effect.scope != "model" and one.model is None)


def is_on(one: InForce, unit: UnitInPlay) -> bool:
    """Whether a unit is among those that something in play was cast on or, while it lives, has a rule."""
    return unit.id in one.on and unit.alive


def bearers_of(battle: Battle, one: InForce) -> list[UnitInPlay]:
    """Who has it and is on the table."""
    return [unit for unit in battle.units if is_on(one, unit) and unit.present]


def bearers_for(battle: Battle, one: InForce, effect: Effect, unit: UnitInPlay) -> list[UnitInPlay]:
    """Those of whom a unit may be in reach: what they have is meant for units of its side."""
    return [bearer for bearer in bearers_of(battle, one) if fits_side(effect, bearer, unit)]


def in_one_unit(battle: Battle, bearer: UnitInPlay, unit: UnitInPlay) -> bool:
    """Whether both stand in the same unit."""
    return any(member.id == bearer.id for member in battle.formations.together(unit))


def fits_side(effect: Effect, bearer: UnitInPlay, unit: UnitInPlay) -> bool:
    """Whether what its bearer has is meant for units of this side."""
    sides = {
        "friends": (bearer.side,),
        "army": (bearer.side,),
        "enemies": (other(bearer.side),),
    }
    return unit.side in sides.get(effect.whose, (bearer.side, other(bearer.side)))


def near(battle: Battle, one: InForce, effect: Effect, unit: UnitInPlay) -> bool | None:
    """Whether a unit was said, in this phase, to be in reach of what is in force; None: nobody said."""
    return next((said.inside for said in battle.near if said.now and is_about(said, one, effect, unit)), None)


def is_about(said: Near, one: InForce, effect: Effect, unit: UnitInPlay) -> bool:
    """Whether it is of this unit, of this rule and of this range that something was said."""
    return (said.rule, said.range_in, said.unit) == (one.id, effect.range_in, unit.id)


class HarnessOn(Struct, frozen=True):
    """The face that harnesses, and the rules that put theirs in place of the usual one."""

    base: int
    instead: tuple[Modifier, ...] = ()

    @property
    def face(self) -> int:
        """6 where anything says so, else the lowest (U6)."""
        faces = [self.base, *(one.value for one in self.instead)]
        return SIXES_ONLY if SIXES_ONLY in faces[1:] else min(faces)


def told(harness: HarnessOn) -> Event:
    """The face that harnesses with where it comes from, as an argument."""
    rules = tuple(
        Event("sixes-only" if one.value == SIXES_ONLY else "face-of-rule", {"rule": one, "face": one.value})
        for one in harness.instead
    )
    return Event("face-in-force", {"face": harness.face, "base": harness.base, "rules": rules})


def harness_on(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> HarnessOn:
    """What a die has to show in its psychic test: by its own rule or the usual one, and by what acts on it (P9, U6)."""
    acts = [one.modifier(one.effect.face) for one in acting(battle, psyker, HarnessFace, power)]
    own = psyker.entry.harness
    if own == SIXES_ONLY:  # its own rule says so, and beats what else there is
        return HarnessOn(own)
    return HarnessOn(own or rules.settings.success, tuple(acts))


class PerilsOn(Struct, frozen=True):
    """What brings perils, and the rules that say so."""

    kind: Perils
    rules: tuple[Acting[PerilsKind], ...] = ()


def perils_on(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> PerilsOn:
    """What brings perils in its psychic test: the unit's own rule, else the discipline's (T5), else the setting (P10); and
    what acts on it, of which `never` beats any double and that two sixes (U6). Two sixes only lift what a discipline says.
    """
    acts = acting(battle, psyker, PerilsKind, power)
    lifted = tuple(one for one in acts if one.effect.perils == "two-sixes")
    kind = psyker.entry.perils
    by: tuple[Acting[PerilsKind], ...] = ()
    if kind is None:
        listed = perils_of(rules.exceptions, power.id.partition("/")[0], psyker.traits)
        kind = rules.settings.perils if lifted or listed is None else listed
        by = lifted if lifted and listed not in (None, kind) else ()
    strongest = max((kind, *(one.effect.perils for one in acts)), key=STRONGER.index)
    if strongest == kind:
        return PerilsOn(kind, by)
    return PerilsOn(strongest, tuple(one for one in acts if one.effect.perils == strongest))


def traits_of(battle: Battle, unit: UnitInPlay) -> frozenset[str]:
    """What a unit is and has now, with what is in play on it."""
    acts = acting(battle, unit, Grant)
    gained = {one.effect.tag for one in acts if not one.effect.removed}
    lost = {one.effect.tag for one in acts if one.effect.removed}
    return (unit.traits | gained) - lost


def granted_by(battle: Battle, unit: UnitInPlay, tags: Sequence[str]) -> tuple[Acting[Grant], ...]:
    """The rules by which a unit has one of these tags without having one itself."""
    if not unit.traits.isdisjoint(tags):
        return ()
    return tuple(one for one in acting(battle, unit, Grant) if one.effect.tag in tags and not one.effect.removed)


def mastery_of(battle: Battle, unit: UnitInPlay) -> Sum:
    """The mastery level of a unit now; one that is no psyker has none, whatever is in play on it."""
    base = Modifier("mastery", None, unit.level)
    if not unit.level:
        return Sum(base)
    acts = acting(battle, unit, Mastery)
    level, parts = unit.level, []
    for one in sorted(acts, key=lambda one: one.effect.set is UNSET):
        effect = one.effect
        if isinstance(effect.set, int):
            change = effect.set - level
        elif isinstance(effect.add, int):
            change = max(0, min(effect.add, effect.most - level)) if effect.add > 0 else effect.add
        else:
            continue
        level += change
        parts.append(one.modifier(change))
    return Sum(base, tuple(parts), least=0)


def leadership_sum(battle: Battle, unit: UnitInPlay, leadership: int, name: Name | Event | None) -> Sum:
    """The leadership of one unit now, from 2 to 10 where anything acts on it (T2), or as low as the rule itself says."""
    acts = acting(battle, unit, Leadership)
    immune = any(one.effect.immune is not UNSET for one in acts)
    value, parts = leadership, []
    for one in sorted(acts, key=lambda one: _order(one.effect)):
        change = _change(one.effect, value)
        if change is not None and not (immune and change < 0):
            value += change
            parts.append(one.modifier(change))
    base = Modifier("leadership", name, leadership)
    if not parts:
        return Sum(base)
    least = min(leadership, *(one.effect.least for one in acts))
    return Sum(base, tuple(parts), least=least, most=HIGHEST)


def _order(effect: Leadership) -> int:
    """What sets it comes first, what halves it last."""
    return 0 if effect.set is not UNSET else 2 if effect.half else 1


def _change(effect: Leadership, value: int) -> int | None:
    if isinstance(effect.set, int):
        return effect.set - value
    if isinstance(effect.add, int):
        return effect.add
    return -(value // 2) if effect.half else None
