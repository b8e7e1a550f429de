"""Deny the witch (w40k7 P14-P18): who may, with what modifiers, and the test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from psyphase.engine.dice import MAX_COUNT, Dice
from psyphase.engine.procedure import Decision, Event, Number, Procedure, Roll, Side
from psyphase.engine.readings import Pool
from psyphase.systems.w40k7.battle import Battle, UnitInPlay
from psyphase.systems.w40k7.chances import DenyProspects, deny_chance
from psyphase.systems.w40k7.model import DenyModifier, Rules
from psyphase.systems.w40k7.status import status
from psyphase.systems.w40k7.tags import HOLDS, HOOD
from psyphase.tables.sums import Modifier, Target

ELSEWHERE = Event("another-unit")
"""Stands for a unit that is in no roster."""
NOBODY = "nobody"
"""Stands among the deniers for nobody: the power passes."""
OWN_RULE = "own-rule"
"""Names a modifier that no table has: a rule of the unit's own."""


class Denier(Struct, frozen=True):
    """One way to answer a power: what each die needs and why, in whose stead, by whose hood (`reach` inches)."""

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
    struck = [unit for unit in targets if unit.side == battle.opponent()]
    if not struck and not others:
        return [Denier("nobody-targeted", Target(rules.settings.deny_success))]
    bearers = _bearers(battle)
    return [*(one for unit in struck for one in _answers(rules, battle, caster, unit, bearers)), *others]


def _bearers(battle: Battle) -> list[UnitInPlay]:
    return [unit for unit in battle.of(battle.opponent()) if HOOD in unit.traits]


def _answers(
    rules: Rules, battle: Battle, caster: UnitInPlay, unit: UnitInPlay, bearers: Iterable[UnitInPlay]
) -> Iterator[Denier]:
    """A unit that is a target, and every hood that may stand in for it."""
    members = battle.members(unit)
    yield Denier(unit.id, deny_target(rules, caster.level, members), unit.name)
    for bearer in bearers:
        if bearer not in members and _hood_covers(battle, bearer, unit):
            target = deny_target(rules, caster.level, (*members, bearer))
            reach = rules.settings.hood_range
            yield Denier(f"{unit.id}-by-{bearer.id}", target, unit.name, bearer.name, reach)


def unlisted_deniers(rules: Rules, battle: Battle, caster: UnitInPlay, applying: Sequence[DenyModifier]) -> tuple[Denier, ...]:
    """A unit in no roster to which these modifiers apply, and every hood that may stand in for it (P15, P17)."""
    deniers = [Denier(ELSEWHERE.id, _with_modifiers(rules, applying), ELSEWHERE)]
    for bearer in battle.of(battle.opponent()):
        if HOOD in bearer.traits and bearer.present and not battle.embarked(bearer):
            both = [one for one in rules.modifiers if one in applying or _applies(one, caster.level, bearer)]
            target = _with_modifiers(rules, both, (bearer,))
            reach = rules.settings.hood_range
            deniers.append(Denier(f"{ELSEWHERE.id}-by-{bearer.id}", target, ELSEWHERE, bearer.name, reach))
    return tuple(deniers)


def _hood_covers(battle: Battle, bearer: UnitInPlay, unit: UnitInPlay) -> bool:
    """A hood in a vehicle or building covers only that; how far away the others are is the players' to say."""
    if not bearer.present:
        return False
    transport = battle.transport(bearer)
    if isinstance(transport, str):
        return transport == unit.name
    return not transport or bool(HOLDS & unit.traits)


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
    """The one of whose dice each nullifies most likely."""
    return max(deniers, key=lambda denier: deny_chance(denier.read, 1, 1), default=None)


def deny_notes(rules: Rules, battle: Battle, caster: UnitInPlay, units: Iterable[UnitInPlay]) -> dict[str, Event]:
    """What each of these enemy units would deny on, by its key, or whoever may do so better in its stead."""
    bearers, enemy = _bearers(battle), battle.opponent()
    enemies = [unit for unit in units if unit.side == enemy]
    best = {unit.id: best_answer(list(_answers(rules, battle, caster, unit, bearers))) for unit in enemies}
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
    denier = yield from _denier(side, harnessed, able)
    dice = (yield from _deny_dice(side, harnessed, most, denier, least=int(len(able) > 1))) if denier else 0
    if not denier or not dice:
        yield from Event("not-denied-tried")
        return battle, False
    battle = battle.spend(side, dice)
    yield from status(battle)
    denied = yield from deny_test(side, harnessed, dice, denier.target)
    event = "denied" if denied.denied else "not-denied"
    yield from Event(event, {"nullified": denied.nullified, "harnessed": harnessed, "enemy_pool": battle.pool(side)})
    return battle, denied.denied


def _denier(side: Side, harnessed: int, able: Sequence[Denier]) -> Procedure[Denier | None]:
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
    if denier.bearer:
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
