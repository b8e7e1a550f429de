"""Deny the witch (w40k7 P14-P18): who may, with what modifiers, and the test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from psyphase.engine.dice import MAX_COUNT, Dice
from psyphase.engine.procedure import Decision, Event, Number, Procedure, Roll, Side
from psyphase.engine.readings import Pool
from psyphase.systems.w40k7.battle import ELSEWHERE, Battle, UnitInPlay
from psyphase.systems.w40k7.model import DenyModifier, Rules
from psyphase.systems.w40k7.psychic_test import deny_chance
from psyphase.systems.w40k7.tags import HOOD
from psyphase.tables.sums import Modifier, Target

if TYPE_CHECKING:
    from fractions import Fraction

OWN_RULE = "own-rule"
"""Names a modifier that no table has: a rule of the unit's own."""


class Denier(Struct, frozen=True):
    """One way to answer a power: what each die needs and why, in whose stead, by whose hood.

    `reach`: of the hood in inches; 0 where it covers the vehicle that its bearer is in.
    """

    id: str
    target: Target
    unit: str | Event = ""
    bearer: str = ""
    reach: int = 0

    @property
    def name(self) -> str | Event:
        """Who denies, in words."""
        return Event("by-the-hood", {"bearer": self.bearer, "unit": self.unit}) if self.bearer else self.unit

    @property
    def read(self) -> Pool:
        """How its dice are read."""
        return Pool(self.target.base, self.target.bonus)


class Nullifies(Struct, frozen=True):
    """Whether all charges are nullified (P14)."""

    harnessed: int

    def __call__(self, nullified: int) -> bool:
        return nullified >= self.harnessed


class Denied(Struct, frozen=True):
    """What a deny test came to."""

    nullified: int
    denied: bool


def deny_test(side: Side, harnessed: int, dice: int, target: Target) -> Procedure[Denied]:
    """Throw the dice: every one that reaches the target nullifies a charge; all charges must go (P14)."""
    args = {"harnessed": harnessed, "target": target}
    nullified = yield from Roll(
        "deny-test",
        side,
        Dice(dice, 6),
        Pool(target.base, target.bonus),
        args=args,
        passes=Nullifies(harnessed),
    )
    return Denied(nullified, nullified >= harnessed)


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
    reach = rules.settings.hood_range
    bearers = [unit for unit in battle.of(enemy) if HOOD in unit.traits]
    deniers = []
    for unit in struck:
        members = battle.members(unit)
        deniers.append(Denier(unit.id, deny_target(rules, caster.level, members), unit.name))
        for bearer in bearers:
            if _hood_covers(bearer, unit) and bearer not in members:
                target = deny_target(rules, caster.level, (*members, bearer))
                inches = 0 if bearer.embarked else reach
                deniers.append(Denier(f"{unit.id}-by-{bearer.id}", target, unit.name, bearer.name, inches))
    return [*deniers, *others]


def unlisted_deniers(rules: Rules, battle: Battle, caster: UnitInPlay, applying: Sequence[DenyModifier]) -> tuple[Denier, ...]:
    """A unit in no roster to which these modifiers apply, and every hood that may stand in for it (P15, P17)."""
    deniers = [Denier(ELSEWHERE.id, _with_modifiers(rules, applying), ELSEWHERE)]
    for bearer in battle.of(battle.opponent()):
        if HOOD in bearer.traits and bearer.present and not bearer.embarked:
            both = [one for one in rules.modifiers if one in applying or _applies(one, caster.level, bearer)]
            target = _with_modifiers(rules, both, (bearer,))
            reach = rules.settings.hood_range
            deniers.append(Denier(f"{ELSEWHERE.id}-by-{bearer.id}", target, ELSEWHERE, bearer.name, reach))
    return tuple(deniers)


def _hood_covers(bearer: UnitInPlay, unit: UnitInPlay) -> bool:
    """A hood in a vehicle or building covers only that; how far away the others are is the players' to say."""
    return bearer.present and (not bearer.embarked or bearer.embarked == unit.id)


def deny_target(rules: Rules, caster_level: int, members: Iterable[UnitInPlay]) -> Target:
    """What each die of a unit needs, with the modifiers that apply to it, each once (P15)."""
    units = tuple(members)
    fixed = [unit.entry.deny for unit in units if unit.entry.deny is not None]
    if fixed:
        return Target(min(fixed))
    applying = [one for one in rules.modifiers if any(_applies(one, caster_level, unit) for unit in units)]
    return _with_modifiers(rules, applying, units)


def _with_modifiers(rules: Rules, applying: Sequence[DenyModifier], units: Sequence[UnitInPlay] = ()) -> Target:
    modifiers = [Modifier(one.id, one.name, one.value) for one in applying]
    modifiers += [Modifier(OWN_RULE, None, unit.entry.deny_bonus) for unit in units if unit.entry.deny_bonus]
    return Target(rules.settings.deny_success, tuple(modifiers))


def _applies(modifier: DenyModifier, caster_level: int, unit: UnitInPlay) -> bool:
    if modifier.when.mastery == "higher":
        return unit.level > caster_level
    return isinstance(modifier.when.tags, tuple) and bool(unit.traits.intersection(modifier.when.tags))


def best_answer(deniers: Sequence[Denier]) -> Denier | None:
    """The one that needs the lowest face."""
    return min(deniers, key=lambda denier: denier.target.needed, default=None)


class DenyProspects(Struct, frozen=True):
    """The exact chance that so many dice nullify all charges: `deny`."""

    read: Pool
    harnessed: int

    def __call__(self, count: int) -> Mapping[str, Fraction]:
        return {"deny": deny_chance(self.read, count, self.harnessed)}


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
    yield from Event("deny-needs" if denier.unit else "deny-bare", {"denier": denier, "target": denier.target})
    if denier.reach:
        yield from Event("hood-reminder", {"bearer": denier.bearer, "unit": denier.unit, "range": denier.reach})
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
    denied = yield from deny_test(side, harnessed, dice, denier.target)
    battle = battle.spend(side, dice)
    event = "denied" if denied.denied else "not-denied"
    yield from Event(event, {"nullified": denied.nullified, "harnessed": harnessed, "enemy_pool": battle.pool(side)})
    return battle, denied.denied
