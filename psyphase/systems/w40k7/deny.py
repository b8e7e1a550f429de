"""Deny the witch (w40k7 P14-P18): who may, with what modifiers, and the test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from psyphase.engine.dice import MAX_COUNT, Dice
from psyphase.engine.procedure import Decision, Event, Number, Procedure, Roll, Side
from psyphase.engine.readings import Pool
from psyphase.systems.shared.ask import ask_yes
from psyphase.systems.w40k7.battle import ELSEWHERE, Battle, UnitInPlay
from psyphase.systems.w40k7.chances import DenyProspects, deny_chance
from psyphase.systems.w40k7.deny_reading import Again, DenyAgain, DenyReading, Thrown
from psyphase.systems.w40k7.in_force import Acting, acting, granted_by, mastery_of, traits_of
from psyphase.systems.w40k7.model import DenyModifier, Rules
from psyphase.systems.w40k7.status import status
from psyphase.systems.w40k7.tags import HOOD
from psyphase.systems.w40k7.vocabulary import DenyBonus, DenyFace, Reroll
from psyphase.tables.names import Name
from psyphase.tables.sums import Modifier, Target

NOBODY = "nobody"
"""Stands among the deniers for nobody: the power passes."""
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
    struck = [unit for unit in targets if unit.side == battle.opponent()]
    if not struck and not others:
        return [Denier("nobody-targeted", Target(rules.settings.deny_success))]
    level, bearers = mastery_of(battle, caster).value, _bearers(battle)
    return [*(one for unit in struck for one in _answers(rules, battle, level, unit, bearers)), *others]


def _bearers(battle: Battle) -> list[UnitInPlay]:
    return [unit for unit in battle.of(battle.opponent()) if HOOD in unit.traits]


def _answers(rules: Rules, battle: Battle, level: int, unit: UnitInPlay, bearers: Iterable[UnitInPlay]) -> Iterator[Denier]:
    """A unit that is a target, and every hood that may stand in for it; `level`: the mastery of who manifests."""
    members = battle.members(unit)
    yield _denier(rules, battle, level, unit, members)
    for bearer in bearers:
        if bearer not in members and _hood_covers(bearer, unit):
            yield _denier(rules, battle, level, unit, (*members, bearer), bearer)


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


def deny_notes(rules: Rules, battle: Battle, caster: UnitInPlay, units: Iterable[UnitInPlay]) -> dict[str, Event]:
    """What each of these enemy units would deny on, by its key, or whoever may do so better in its stead."""
    level, bearers, enemy = mastery_of(battle, caster).value, _bearers(battle), battle.opponent()
    enemies = [unit for unit in units if unit.side == enemy]
    best = {unit.id: best_answer(list(_answers(rules, battle, level, unit, bearers))) for unit in enemies}
    return {key: _needs(denier) for key, denier in best.items() if denier}


def _needs(denier: Denier) -> Event:
    event = "hood-needs" if denier.bearer else "denier-needs"
    return Event(event, {"bearer": denier.bearer, "target": denier.target})


def deny_the_witch(battle: Battle, harnessed: int, deniers: Sequence[Denier]) -> Procedure[tuple[Battle, bool]]:
    """The opponent's one attempt: who, how many dice, the test (P14). The battle with the dice spent, and whether
    the power is nullified.
    """
    side = battle.opponent()
    most = min(battle.pool(side), MAX_COUNT)
    if not most:
        yield from Event("no-dice-to-deny")
        return battle, False
    able = [one for one in deniers if deny_chance(one.read, most, harnessed)]
    if not able:
        yield from Event("cannot-be-denied", {"harnessed": harnessed, "enemy_pool": most})
        return battle, False
    denier = yield from _who_denies(side, harnessed, able)
    dice = (yield from _deny_dice(side, harnessed, most, denier, least=int(len(able) > 1))) if denier else 0
    if not denier or not dice:
        yield from Event("not-denied-tried")
        return battle, False
    battle = battle.spend(side, dice)
    yield from status(battle)
    denied = yield from deny_test(side, harnessed, dice, denier.target, denier.again)
    event = "denied" if denied.denied else "not-denied"
    yield from Event(event, {"nullified": denied.nullified, "harnessed": harnessed, "enemy_pool": battle.pool(side)})
    return battle, denied.denied


def _who_denies(side: Side, harnessed: int, able: Sequence[Denier]) -> Procedure[Denier | None]:
    """Who makes the attempt, or nobody; one alone lets the power pass with 0 dice."""
    if len(able) == 1:
        return able[0]
    return (
        yield from Decision(
            "denier",
            side,
            {**{one.id: one for one in able}, NOBODY: None},
            default=NOBODY,
            notes={one.id: Event("denier-needs", {"target": one.target}) for one in able},
            args={"harnessed": harnessed},
        )
    )


def _deny_dice(side: Side, harnessed: int, most: int, denier: Denier, *, least: int) -> Procedure[int]:
    """How many dice; who was chosen among several has not let the power pass, and the fewest that may do are usual."""
    yield from Event("deny-needs" if denier.unit else "deny-bare", {"denier": denier, "target": denier.target})
    if denier.again:
        which = Event(f"again-{denier.again.effect.dice}")
        yield from Event("deny-again-by", {"denier": denier, "rule": denier.again, "which": which})
    if denier.reach:
        yield from Event("hood-reminder", {"bearer": denier.bearer, "unit": denier.unit, "range": denier.reach})
    return (
        yield from Number(
            "deny-dice",
            side,
            least,
            most,
            default=harnessed if least else 0,
            prospects=DenyProspects(denier.read, harnessed),
            args={"harnessed": harnessed, "pool": most, "least": least},
        )
    )
