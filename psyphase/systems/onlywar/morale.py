"""Losses, morale, fear, pinning, the loss of the commander, rallying (onlywar S13, M1-M5)."""

from __future__ import annotations

from msgspec.structs import replace

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Decision, Event, Number, Procedure, Roll
from psyphase.engine.readings import Total
from psyphase.systems.onlywar.degrees import D100, Tested, difficulty, take_test, target
from psyphase.systems.onlywar.model import Rules, ShockRow
from psyphase.systems.onlywar.profiles import PER_TEN, characteristic, is_told, value_of
from psyphase.systems.onlywar.squad import FEARLESS, Squad, ability_to, by_magnitude
from psyphase.systems.shared.ask import ask_yes
from psyphase.tables.sums import Modifier

D5 = Dice(1, 5)
LEAST_FEAR = 1
LEADERSHIP = ("command", "intimidate")
"""By which a commander gathers a crowd, and some their own squad."""
MORALE = "routine"
RALLY = "hard"


def lose_subordinates(rules: Rules, squad: Squad, count: int, *, counts: bool = True) -> Procedure[Squad]:
    """Subordinates are lost. Half of the magnitude of the round's start calls for a morale test (M4)."""
    count = min(count, squad.magnitude)
    if not count:
        return squad
    left = squad.magnitude - count
    yield from Event("lost", {"squad": squad, "count": count, "left": left})
    lost = squad.round.lost + count if counts else squad.round.lost
    due = max(squad.due, lost) if squad.troops and _half_lost(squad, lost) else squad.due
    # Specialists are as hard to hit as the commander: the ordinary ones go first (S4).
    specialists = squad.specialists[:left] if rules.settings.specialists_count else squad.specialists
    squad = replace(squad, magnitude=left, due=due, specialists=specialists).with_round(lost=lost)
    if not left:
        yield from Event("wiped-out", {"squad": squad})
        squad = replace(squad, standing="shattered" if squad.commander_up else "gone", due=0)
        squad = without_orders(squad.without_turn())
    return squad


def _half_lost(squad: Squad, lost: int) -> bool:
    """Whether losses of the round are half of what began it; after a test, half of what was left then is owed another (M4)."""
    tested = squad.round.tested
    return lost - tested >= half_up(squad.round.start - tested)


def half_up(magnitude: int) -> int:
    """Half of a magnitude, rounded up."""
    return -(-magnitude // 2)


def shock_row(rules: Rules, total: int) -> ShockRow:
    """The row of the Shock table for a total (facts 2.9)."""
    return [row for row in rules.shock if row.from_total <= total][-1]


def roll_shock(rules: Rules, degrees: int, name: str = "") -> Procedure[tuple[int, ShockRow]]:
    """A roll on the Shock table, with more for every degree of failure: the total and its row (facts 2.9)."""
    rolled = yield from Roll("shock", "mine", D100, Total(), args={"name": name, "degrees": degrees})
    more = rules.figures.shock_by_degree * degrees
    total = rolled + more
    row = shock_row(rules, total)
    yield from Event("shocked", {"rolled": rolled, "degrees": degrees, "more": more, "total": total, "effect": row.effect})
    return total, row


def shatter(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """It is no squad any more: single subordinates, each shocked (M2, M4)."""
    yield from Event("shattered", {"squad": squad, "effect": shock_row(rules, rules.figures.shock_of_subordinates).effect})
    squad = replace(squad, standing="shattered", due=0, pinned=False)
    return without_orders(squad.without_turn())


def without_orders(squad: Squad) -> Squad:
    """What the squad was ordered ends with it; a force field is the commander's own (facts 4.45)."""
    return replace(squad, in_play=tuple(effect for effect in squad.in_play if effect.amount and squad.commander_up))


def ask_immune(squad: Squad) -> Procedure[bool]:
    """Whether it need not test: at the game master's choice where commander or subordinates are immune (M3)."""
    if not FEARLESS & {*squad.traits, *squad.entry.commander.traits, *squad.learned}:
        return False
    return (yield from ask_yes("immune", "mine", True, {"squad": squad}))


def _nerve_test(rules: Rules, squad: Squad, id: str, *parts: Modifier) -> Procedure[Tested]:
    """The commander's willpower stands for all (M1); some are brave together."""
    base, *own = value_of(rules, squad.entry.commander, "wp")
    ability = ability_to(rules, squad, "brave-by-magnitude")
    if ability:
        own.append(by_magnitude(rules, squad, ability.per_magnitude))
    return (yield from take_test(rules, id, "mine", target(rules, base, [*own, *parts]), {"squad": squad}))


def fear(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """A fear test; failed, the squad shatters and the commander is shocked (M2)."""
    if (yield from ask_immune(squad)):
        return squad
    most = rules.figures.most_fear
    args = {"squad": squad, "least": LEAST_FEAR, "most": most}
    rating = yield from Number("fear-rating", "mine", LEAST_FEAR, most, default=LEAST_FEAR, args=args)
    penalty = rules.figures.fear_by_rating * (rating - LEAST_FEAR)
    hard = Modifier("fear", Event("fear-part", {"rating": rating}), penalty)
    tested = yield from _nerve_test(rules, squad, "fear-test", hard)
    if tested.passed:
        yield from Event("holds", {"squad": squad})
        return squad
    squad = yield from shatter(rules, squad)
    yield from roll_shock(rules, -tested.degrees, squad.entry.commander.name)
    return squad


def pinning(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """A pinning test; failed, half actions only and into cover (M3)."""
    if (yield from ask_immune(squad)):
        return squad
    other = yield from Number("pinning-modifier", "mine", -60, 60, default=0, args={"squad": squad})
    tested = yield from _nerve_test(rules, squad, "pinning-test", Modifier("as-given", None, other))
    yield from Event("holds" if tested.passed else "pinned", {"squad": squad})
    return squad if tested.passed else replace(squad, pinned=True)


def unpin(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """At the end of the own turn the commander may shake it off, more easily in cover (facts 2.9)."""
    ways = {"covered": rules.figures.unpinned_in_cover, "under-fire": 0}
    easier = yield from Decision("pinned-still", "mine", ways, default="covered", args={"squad": squad})
    tested = yield from _nerve_test(rules, squad, "unpin-test", Modifier("in-cover", None, easier))
    yield from Event("unpinned" if tested.passed else "pinned", {"squad": squad})
    return replace(squad, pinned=not tested.passed)


def command_skill(rules: Rules, squad: Squad) -> str:
    """Command, or Intimidate where that is higher and the side's ability allows it (O6)."""
    if not ability_to(rules, squad, "intimidates"):
        return LEADERSHIP[0]
    told = [skill for skill in LEADERSHIP if is_told(rules, squad.entry.commander, skill)]
    return max(told, key=lambda skill: sum(part.value for part in value_of(rules, squad.entry.commander, skill)))


def morale(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """At the start of the turn after losing half in a round (M4); the game master may waive it."""
    # Losses of this round that are tested now are not tested again.
    counted = squad.round.lost if _half_lost(squad, squad.round.lost) else squad.round.tested
    losses, squad = squad.due, replace(squad, due=0).with_round(tested=counted)
    fearless = FEARLESS & {*squad.traits, *squad.learned}
    if fearless and (yield from ask_yes("waive-morale", "mine", True, {"squad": squad})):
        return squad
    base, *parts = value_of(rules, squad.entry.commander, command_skill(rules, squad))
    lost = Modifier("losses", Event("losses-part", {"losses": losses}), rules.figures.morale_by_losses * losses)
    against = target(rules, base, [*parts, difficulty(rules, MORALE), lost])
    tested = yield from take_test(rules, "morale-test", "mine", against, {"squad": squad})
    if tested.passed:
        yield from Event("holds", {"squad": squad})
        return squad
    return (yield from shatter(rules, squad))


def commander_lost(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """Each subordinate acts for himself (S13); by the setting troops are shocked as by a failure of 1d5 degrees."""
    was_squad = squad.standing == "squad"
    standing = "shattered" if squad.magnitude else "gone"
    squad = replace(squad, commander_up=False, standing=standing, in_play=(), due=0).without_turn()
    if not was_squad:
        yield from Event("commander-is-out", {"squad": squad, "name": squad.entry.commander.name})
        return squad
    if not squad.troops:
        yield from Event("minions-alone", {"squad": squad})
        return squad
    if rules.settings.commander_loss == "shatter":
        row = shock_row(rules, rules.figures.shock_of_subordinates)
        yield from Event("troops-alone", {"squad": squad, "effect": row.effect})
        return squad
    degrees = yield from Roll("loss-degrees", "mine", D5, Total(), args={"squad": squad})
    yield from Event("troops-shocked", {"squad": squad, "bonus": rules.figures.shock_by_degree * degrees})
    return squad


def rally(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """A commander who leads no squad gathers the crowd: fellowship bonus and degrees of success (M5)."""
    commander = squad.entry.commander
    skills = {skill: rules.skills[skill] for skill in LEADERSHIP if is_told(rules, commander, skill)}
    sums = {
        skill: target(rules, base, [*parts, difficulty(rules, RALLY)])
        for skill in skills
        for base, *parts in [value_of(rules, commander, skill)]
    }
    best = max(sums, key=lambda skill: sums[skill].value)
    notes = {skill: Event("target-note", {"target": against}) for skill, against in sums.items()}
    skill = yield from Decision("rally-with", "mine", skills, default=best, notes=notes, args={"squad": squad})
    tested = yield from take_test(rules, "rally-test", "mine", sums[skill.id], {"squad": squad})
    if not tested.passed:
        yield from Event("not-rallied", {"squad": squad})
        return squad
    bonus = characteristic(commander.characteristics, "fel") // PER_TEN
    gathered = min(squad.magnitude, bonus + tested.degrees)
    args = {"squad": squad, "bonus": bonus, "degrees": tested.degrees, "magnitude": gathered, "there": squad.magnitude}
    yield from Event("rallied", args)
    squad = replace(squad, standing="squad", magnitude=gathered, specialists=squad.specialists[:gathered])
    return squad.with_round(start=gathered, lost=0)
