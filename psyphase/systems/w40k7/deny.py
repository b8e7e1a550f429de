"""Deny the witch (w40k7 P14-P18): who may, with what modifiers, and the test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from psyphase.engine.dice import MAX_COUNT, Dice
from psyphase.engine.procedure import Decision, Event, Number, Procedure, Roll, Side
from psyphase.engine.readings import Pool
from psyphase.systems.shared.ask import ask_yes
from psyphase.systems.w40k7.battle import ELSEWHERE, Battle, UnitInPlay
from psyphase.systems.w40k7.deny_reading import Again, DenyAgain, DenyReading, Thrown
from psyphase.systems.w40k7.in_force import Acting, acting, granted_by, mastery_of, traits_of
from psyphase.systems.w40k7.model import DenyModifier, Rules
from psyphase.systems.w40k7.psychic_test import deny_chance
from psyphase.systems.w40k7.tags import HOOD
from psyphase.systems.w40k7.vocabulary import DenyBonus, DenyFace, Reroll
from psyphase.tables.names import Name
from psyphase.tables.sums import Modifier, Target

if TYPE_CHECKING:
    from fractions import Fraction

OWN_RULE = "own-rule"
"""Names a modifier that no table has: a rule of the unit's own."""
BEST: Sequence[Again] = ("failed", "all", "ones")
"""Which dice of a deny test may be thrown again, what helps most first: a die is thrown again once, whatever the source (U4)."""


class Denier(Struct, frozen=True):
    """One way to answer a power: what each die needs and why, in whose stead, by whose hood.

    `reach`: of the hood in inches; 0 where it covers the vehicle that its bearer is in. `again`: what has dice thrown again.
    """

    id: str
    target: Target
    unit: str | Event = ""
    bearer: str = ""
    reach: int = 0
    again: Acting[Reroll] | None = None

    @property
    def name(self) -> str | Event:
        """Who denies, in words."""
        return Event("by-the-hood", {"bearer": self.bearer, "unit": self.unit}) if self.bearer else self.unit

    @property
    def read(self) -> DenyReading:
        """How its dice are read."""
        return reading(self.target, self.again)


def reading(target: Target, again: Acting[Reroll] | None) -> DenyReading:
    """How deny dice are read that have to reach a target."""
    dice = again and _dice_again(again.effect)
    return DenyAgain(target.base, target.bonus, dice) if dice else Pool(target.base, target.bonus)


def _dice_again(effect: Reroll) -> Again | None:
    """Which deny dice an effect has thrown again; all of them only where the test failed (D7)."""
    if not {"deny", "any"}.intersection(effect.of):
        return None
    return next((dice for dice in BEST if dice == effect.dice), None)


class Nullifies(Struct, frozen=True):
    """Whether all charges are nullified (P14)."""

    harnessed: int

    def __call__(self, thrown: int | Thrown) -> bool:
        return (thrown.nullified if isinstance(thrown, Thrown) else thrown) >= self.harnessed


class Denied(Struct, frozen=True):
    """What a deny test came to."""

    nullified: int
    denied: bool


def deny_test(side: Side, harnessed: int, dice: int, target: Target, again: Acting[Reroll] | None = None) -> Procedure[Denied]:
    """Throw the dice: every one that reaches the target nullifies a charge; all charges must go (P14)."""
    args = {"harnessed": harnessed, "target": target}
    read, passes = reading(target, again), Nullifies(harnessed)
    if isinstance(read, Pool):
        nullified = yield from Roll("deny-test", side, Dice(dice, 6), read, args=args, passes=passes)
    else:
        thrown = yield from Roll("deny-test", side, Dice(dice, 6), read, args=args, passes=passes)
        nullified = (yield from _thrown_again(side, harnessed, target, thrown, again)) if again else thrown.nullified
    return Denied(nullified, nullified >= harnessed)


def _thrown_again(side: Side, harnessed: int, target: Target, thrown: Thrown, again: Acting[Reroll]) -> Procedure[int]:
    """The dice that are thrown once more: what must be always is, what may be where that is wanted and it is not denied yet (U5)."""
    effect, kept = again.effect, 0 if again.effect.dice == "all" else thrown.nullified
    enough = thrown.nullified >= harnessed
    if not thrown.again or (enough and (effect.choice == "may" or effect.dice == "all")):
        return thrown.nullified
    args = {"count": thrown.again, "rule": again, "target": target, "harnessed": harnessed - kept}
    if effect.choice == "may" and not (yield from ask_yes("throw-again", side, default=True, args=args)):
        return thrown.nullified
    pool = Pool(target.base, target.bonus)
    passes = Nullifies(harnessed - kept)
    return kept + (yield from Roll("deny-again", side, Dice(thrown.again, 6), pool, args=args, passes=passes))


def may_deny(
    rules: Rules, battle: Battle, caster: UnitInPlay, targets: Sequence[UnitInPlay], others: Sequence[Denier]
) -> list[Denier]:
    """Everyone who may answer: each enemy unit among the targets, and hoods in its stead (P14, P17).

    Where no enemy unit is a target the opponent may still answer, with sixes only (P16).
    """
    enemy = battle.opponent()
    struck = [unit for unit in targets if unit.side == enemy]
    if not struck and not others:
        return [Denier("nobody-targeted", Target(rules.settings.deny_success))]
    level = mastery_of(battle, caster).value
    deniers = []
    for unit in struck:
        members = battle.members(unit)
        deniers.append(_denier(rules, battle, level, unit, members))
        deniers += [
            _denier(rules, battle, level, unit, (*members, bearer), bearer)
            for bearer in battle.of(enemy)
            if HOOD in bearer.traits and _hood_covers(bearer, unit) and bearer not in members
        ]
    return [*deniers, *others]


def _denier(
    rules: Rules, battle: Battle, level: int, unit: UnitInPlay, members: Sequence[UnitInPlay], bearer: UnitInPlay | None = None
) -> Denier:
    """A unit that denies, or the bearer of a hood in its stead, whose rules count beside those of the unit (P17)."""
    target, again = deny_target(rules, battle, level, members), _again(battle, members)
    if bearer is None:
        return Denier(unit.id, target, unit.name, again=again)
    # A hood in a vehicle or building covers nothing else, at whatever distance.
    reach = 0 if bearer.embarked else rules.settings.hood_range
    return Denier(f"{unit.id}-by-{bearer.id}", target, unit.name, bearer.name, reach, again)


def _again(battle: Battle, members: Sequence[UnitInPlay]) -> Acting[Reroll] | None:
    """What has deny dice thrown again: of several rules the one that helps most."""
    acts = {_dice_again(one.effect): one for unit in members for one in acting(battle, unit, Reroll)}
    return next((acts[dice] for dice in BEST if dice in acts), None)


def unlisted_deniers(rules: Rules, battle: Battle, caster: UnitInPlay, applying: Sequence[DenyModifier]) -> tuple[Denier, ...]:
    """A unit in no roster to which these modifiers apply, and every hood that may stand in for it (P15, P17)."""
    level = mastery_of(battle, caster).value
    deniers = [Denier(ELSEWHERE.id, _with_modifiers(rules, battle, applying), ELSEWHERE)]
    for bearer in battle.of(battle.opponent()):
        if HOOD in bearer.traits and bearer.present and not bearer.embarked:
            both = [one for one in rules.modifiers if one in applying or _applies(battle, one, level, bearer)]
            target = _with_modifiers(rules, battle, both, (bearer,))
            key, reach = f"{ELSEWHERE.id}-by-{bearer.id}", rules.settings.hood_range
            deniers.append(Denier(key, target, ELSEWHERE, bearer.name, reach, _again(battle, (bearer,))))
    return tuple(deniers)


def _hood_covers(bearer: UnitInPlay, unit: UnitInPlay) -> bool:
    """A hood in a vehicle or building covers only that; how far away the others are is the players' to say."""
    return bearer.present and (not bearer.embarked or bearer.embarked == unit.id)


def deny_target(rules: Rules, battle: Battle, caster_level: int, members: Iterable[UnitInPlay]) -> Target:
    """What each die of a unit needs, with the modifiers that apply to it and what acts on it, each once (P15, U7)."""
    units = tuple(members)
    fixed = [unit.entry.deny for unit in units if unit.entry.deny is not None]
    if fixed:
        return Target(min(fixed))
    applying = [one for one in rules.modifiers if any(_applies(battle, one, caster_level, unit) for unit in units)]
    return _with_modifiers(rules, battle, applying, units)


def _with_modifiers(rules: Rules, battle: Battle, applying: Sequence[DenyModifier], units: Sequence[UnitInPlay] = ()) -> Target:
    usual = rules.settings.deny_success
    bonuses = {one.id: one for unit in units for one in acting(battle, unit, DenyBonus)}
    faces = {one.id: one for unit in units for one in acting(battle, unit, DenyFace)}
    none = next((one for one in bonuses.values() if one.effect.none), None)
    if none:
        return Target(usual, (none.modifier(0),))
    best = min(faces.values(), key=lambda one: (not one.effect.fixed, one.effect.face), default=None)
    modifiers = [best.modifier(usual - best.effect.face)] if best and (best.effect.fixed or best.effect.face < usual) else []
    if best and best.effect.fixed:
        return Target(usual, tuple(modifiers))
    modifiers += [Modifier(one.id, _named(battle, one, units), one.value) for one in applying]
    modifiers += [Modifier(OWN_RULE, None, unit.entry.deny_bonus) for unit in units if unit.entry.deny_bonus]
    modifiers += [one.modifier(one.effect.add) for one in bonuses.values() if isinstance(one.effect.add, int)]
    return Target(usual, tuple(modifiers))


def _applies(battle: Battle, modifier: DenyModifier, caster_level: int, unit: UnitInPlay) -> bool:
    if modifier.when.mastery == "higher":
        return mastery_of(battle, unit).value > caster_level
    return isinstance(modifier.when.tags, tuple) and bool(traits_of(battle, unit).intersection(modifier.when.tags))


def _named(battle: Battle, modifier: DenyModifier, units: Sequence[UnitInPlay]) -> Name | Event:
    """The name of a modifier; where no model of the unit has what it asks for, with the rule that grants it."""
    tags = modifier.when.tags
    if not isinstance(tags, tuple) or any(unit.traits.intersection(tags) for unit in units):
        return modifier.name
    by = [one for unit in units for one in granted_by(battle, unit, tags)]
    return Event("granted-by", {"modifier": modifier, "rule": by[0]}) if by else modifier.name


def best_answer(deniers: Sequence[Denier]) -> Denier | None:
    """The one of whose dice each nullifies most likely."""
    return min(deniers, key=lambda denier: (-deny_chance(denier.read, 1, 1), denier.target.needed), default=None)


class DenyProspects(Struct, frozen=True):
    """The exact chance that so many dice nullify all charges: `deny`."""

    read: DenyReading
    harnessed: int

    def __call__(self, count: int) -> Mapping[str, Fraction]:
        return {"deny": deny_chance(self.read, count, self.harnessed)}


def _told(denier: Denier) -> Procedure[None]:
    """What each of its dice needs, which are thrown again, and how near a hood has to be."""
    yield from Event("deny-needs" if denier.unit else "deny-bare", {"denier": denier, "target": denier.target})
    if denier.again:
        dice = Event(f"again-{denier.again.effect.dice}")
        yield from Event("deny-again-by", {"denier": denier, "rule": denier.again, "which": dice})
    if denier.reach:
        yield from Event("hood-reminder", {"bearer": denier.bearer, "unit": denier.unit, "range": denier.reach})


def deny_the_witch(battle: Battle, harnessed: int, deniers: Sequence[Denier]) -> Procedure[tuple[Battle, bool]]:
    """The opponent's one attempt: who, how many dice, the test (P14). The battle with the dice spent, and whether
    the power is nullified.
    """
    side = battle.opponent()
    pool = battle.pool(side)
    if not pool:
        yield from Event("no-dice-to-deny")
        return battle, False
    denier = deniers[0]
    if len(deniers) > 1:
        best = best_answer(deniers) or denier
        denier = yield from Decision(
            "denier",
            side,
            {one.id: one for one in deniers},
            default=best.id,
            notes={one.id: Event("denier-needs", {"target": one.target}) for one in deniers},
            args={"harnessed": harnessed},
        )
    yield from _told(denier)
    dice = yield from Number(
        "deny-dice",
        side,
        0,
        min(pool, MAX_COUNT),
        default=0,
        prospects=DenyProspects(denier.read, harnessed),
        args={"harnessed": harnessed, "pool": pool},
    )
    if not dice:
        yield from Event("not-denied-tried")
        return battle, False
    denied = yield from deny_test(side, harnessed, dice, denier.target, denier.again)
    battle = battle.spend(side, dice)
    event = "denied" if denied.denied else "not-denied"
    yield from Event(event, {"nullified": denied.nullified, "harnessed": harnessed, "enemy_pool": battle.pool(side)})
    return battle, denied.denied
