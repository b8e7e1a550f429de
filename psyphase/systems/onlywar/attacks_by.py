"""The squad attacks (onlywar S7 and the commands of subtype attack): hits and what caps them, targets, locations."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from psyphase.engine.procedure import Args, Event, Number, Procedure, Roll, Selection
from psyphase.engine.readings import Total
from psyphase.systems.onlywar.degrees import Tested, take_test, target
from psyphase.systems.onlywar.model import Command, Hits, Location, Part, Rules
from psyphase.systems.onlywar.morale import D5, lose_subordinates
from psyphase.systems.onlywar.others import Other, others_of, own_weapon
from psyphase.systems.onlywar.profiles import value_of
from psyphase.systems.onlywar.roster import Weapon
from psyphase.systems.onlywar.squad import (
    Squad,
    ability_to,
    bonus_parts,
    by_magnitude,
    ordering_magnitude,
    shooting_parts,
    target_of,
)
from psyphase.systems.shared.ask import ask_yes
from psyphase.tables.sums import Modifier, Sum

MOST_MODIFIER = 60
EACH = 1
"""Hits that one step of degrees makes, and an attack of a single member."""


def hits_by(degrees: int, hits: Hits) -> int:
    """Hits for degrees of success: one for the first and for every further so many, or only for full ones."""
    if degrees < 1:
        return 0
    return EACH * (1 + (degrees - 1) // hits.every if hits.first else degrees // hits.every)


def reversed_roll(roll: int) -> int:
    """The two digits of an attack roll the other way round, padded: 5 is 05 and becomes 50; 100 is 00 (facts 2.5)."""
    return int(f"{roll % 100:02}"[::-1]) or 100


def digits(roll: int) -> Event:
    """An attack roll and its digits the other way round, as they are read: 05 becomes 50."""
    return Event("digits", {"roll": f"{roll % 100:02}", "reversed": f"{reversed_roll(roll) % 100:02}"})


def location(rules: Rules, roll: int) -> Location:
    """Where an attack roll hits."""
    return rules.locations.read((reversed_roll(roll),))


def further_parts(rules: Rules, first: Part, count: int) -> tuple[Part, ...]:
    """The parts that so many hits of one attack strike, the first included; the last of the table repeats."""
    sequence = rules.multiple_hits[first].sequence
    return tuple(sequence[min(at, len(sequence) - 1)] for at in range(count))


def main_weapon(squad: Squad, hits: Hits) -> Weapon | None:
    """The main weapon of a kind (S3)."""
    return squad.entry.subordinates.ranged if hits.weapon == "ranged" else squad.entry.subordinates.melee


def armed_count(rules: Rules, squad: Squad, hits: Hits) -> int:
    """Subordinates with the main weapon: specialists shoot their own, where they count in the magnitude at all."""
    counted = hits.weapon == "ranged" and rules.settings.specialists_count
    return squad.magnitude - (len(squad.specialists) if counted else 0)


def attack(rules: Rules, squad: Squad, command: Command, *, others: bool = True) -> Procedure[tuple[Squad, Tested]]:
    """The test, the hits, where they go, and those with other weapons."""
    hits = command.hits
    assert hits != "none"
    weapon = main_weapon(squad, hits)
    assert weapon
    most = armed_count(rules, squad, hits)
    id = "eligible-to-shoot" if hits.weapon == "ranged" else "eligible-to-fight"
    eligible = yield from Number(id, "mine", 0, most, default=most, args={"squad": squad, "weapon": weapon})
    other, against = yield from attack_target(rules, squad, command)
    squad, tested = yield from attack_test(rules, squad, command, against)
    if tested.passed and command.does == "suppress":
        penalty = pinning_penalty(rules, ordering_magnitude(rules, squad))
        yield from Event("enemies-tested", {"enemies": tested.degrees, "penalty": penalty})
    if tested.passed:
        gained = squad.grants(command, main=True)
        doubled = _any_does(rules, (*weapon.qualities, *gained), "double-hits")
        made, why = count_hits(hits, tested.degrees, eligible, doubled=doubled)
        yield from Event("hits", {"hits": made, "why": why})
        yield from _weapon_line(rules, squad, command, weapon, main=True)
        squad = yield from allocate_hits(rules, squad, made)
    squad = yield from own_fire(rules, squad, command, tested)
    if others and squad.standing == "squad":
        squad = yield from others_attack(rules, squad, command, other)
    squad = yield from pain_gained(rules, squad)
    return squad, tested


def pinning_penalty(rules: Rules, magnitude: int) -> int:
    """What the enemies' pinning tests are worse by, within the cap (suppressing-fire, facts 4.19)."""
    return max(-rules.settings.modifier_cap, rules.figures.pinning_by_suppression * magnitude)


def _any_does(rules: Rules, words: Iterable[str], does: str) -> bool:
    """Whether one of some qualities, as a weapon has them, does something."""
    ids = (quality(rules, word)[0] for word in words)
    return any(rules.qualities[id].does == does for id in ids if id in rules.qualities)


def attack_target(rules: Rules, squad: Squad, command: Command) -> Procedure[tuple[Modifier, Sum]]:
    """What an attack is rolled against, with what only the game master knows: range, light, surprise. That, and the sum."""
    assert command.test != "none"
    value = yield from Number("other-modifier", "mine", -MOST_MODIFIER, MOST_MODIFIER, default=0, args={"squad": squad})
    other = Modifier("as-given", None, value)
    parts = [other]
    ability = ability_to(rules, squad, "surprise-bonus")
    if ability and (yield from ask_yes("surprise", "mine", False, {"squad": squad})):
        bonus = by_magnitude(rules, squad, ability.per_magnitude)
        parts.append(Modifier(ability.id, ability.name, bonus.value))
    return other, target_of(rules, squad, command.test, *parts)


def attack_test(rules: Rules, squad: Squad, command: Command, against: Sum) -> Procedure[tuple[Squad, Tested]]:
    """The test of an attack, and a reroll of a failed one where an ability or an effect allows it, each once a turn."""
    args = {"squad": squad, "command": command}
    tested = yield from take_test(rules, "attack-test", "mine", against, args)
    drill = _drill(rules, squad, command)
    why = drill or (second_chance(squad) if "melee" in command.subtypes else None)
    if tested.passed or not why:
        return squad, tested
    squad, again = yield from ask_reroll(squad, why, first_only=why is drill)
    if again:
        tested = yield from take_test(rules, "attack-test", "mine", against, args)
    return squad, tested


def _drill(rules: Rules, squad: Squad, command: Command) -> Modifier | None:
    """What lets a squad that has not moved reroll the first failed volley of its turn."""
    ability = ability_to(rules, squad, "reroll-first-failed-volley")
    if not ability or command.does != "volley" or squad.turn.moved or ability.id in squad.turn.rerolled:
        return None
    return Modifier(ability.id, ability.name, 0)


def second_chance(squad: Squad) -> Modifier | None:
    """What lets a squad reroll one failed weapon skill or toughness test a turn, if it has not yet."""
    effect = squad.effect("reroll-once-a-turn")
    return Modifier(effect.command, effect.name, 0) if effect and effect.command not in squad.turn.rerolled else None


def ask_reroll(squad: Squad, why: Modifier, *, first_only: bool = False) -> Procedure[tuple[Squad, bool]]:
    """Whether to reroll, which uses it up; where it is for the first failed test only, who declines has had it too."""
    again = yield from ask_yes("reroll", "mine", True, {"why": why})
    if again or first_only:
        squad = squad.with_turn(rerolled=squad.turn.rerolled | {why.id})
    return squad, again


def count_hits(hits: Hits, degrees: int, eligible: int, *, doubled: bool = False) -> tuple[int, Event]:
    """How many hits, and why: by degrees, doubled by a quality, capped by who can attack (facts 4.15)."""
    made = hits_by(degrees, hits)
    args: Args = {"degrees": degrees, "every": hits.every}
    why = Event("by-degrees", args)
    if hits.every > 1:
        why = Event("by-further-degrees" if hits.first else "by-full-degrees", {**args, "each": EACH})
    if doubled:
        made, why = 2 * made, Event("by-storm", {"why": why})
    if made > eligible:
        why = Event("capped", {"hits": made, "why": why, "eligible": eligible})
    return min(made, eligible), why


def _weapon_line(rules: Rules, squad: Squad, command: Command, weapon: Weapon, *, main: bool) -> Procedure[None]:
    """What each hit does: the line, and what effects in play add."""
    gained = [rules.qualities[id] for id in squad.grants(command, main=main) if id not in weapon.qualities]
    more = squad.bonus("charge-damage") if command.move == "charge" else 0
    yield from Event(
        "weapon-line", {"weapon": weapon, "qualities": qualities(rules, weapon), "gained": tuple(gained), "more": more}
    )


def qualities(rules: Rules, weapon: Weapon) -> tuple[Event, ...]:
    """A weapon's qualities with their numbers."""
    found = []
    for word in weapon.qualities:
        id, number = quality(rules, word)
        name = rules.qualities[id].name if id in rules.qualities else id
        found.append(Event("quality-number" if number else "quality", {"name": name, "number": number}))
    return tuple(found)


def quality(rules: Rules, word: str) -> tuple[str, int]:
    """A quality as a weapon has it, `blast-3`: its id and its number, 0 where it has none."""
    id, _, number = word.rpartition("-")
    if id in rules.qualities and rules.qualities[id].number and number.isdigit():
        return id, int(number)
    return word, 0


def allocate_hits(rules: Rules, squad: Squad, hits: int) -> Procedure[Squad]:
    """Share the hits out over targets (S7): the first on each strikes the body, the others follow the table."""
    if not hits:
        return squad
    targets = 1
    if hits > 1:
        usual = min(hits, squad.targets or hits)
        targets = yield from Number("targets", "mine", 1, hits, default=usual, args={"hits": hits})
        squad = replace(squad, targets=targets)
    left = hits
    for at in range(targets):
        most = left - (targets - at - 1)
        count = most
        if most > 1 and at < targets - 1:
            even = -(-left // (targets - at))
            count = yield from Number("hits-on-target", "mine", 1, most, default=even, args={"target": at + 1, "left": left})
        left -= count
        parts = tuple(Event(f"part-{part}") for part in further_parts(rules, "body", count))
        yield from Event("target-hit", {"target": at + 1, "hits": count, "parts": parts})
    return squad


def own_fire(rules: Rules, squad: Squad, command: Command, tested: Tested) -> Procedure[Squad]:
    """While such an effect lasts, a double on a shooting test kills some of the squad, hit or miss (facts 4.24)."""
    shooting = command.hits != "none" and command.hits.weapon == "ranged"
    if not squad.effect("own-fire-on-doubles") or not tested.double or not shooting:
        return squad
    killed = yield from Roll("own-fire", "mine", D5, Total(), args={"squad": squad, "roll": tested.roll})
    return (yield from lose_subordinates(rules, squad, killed, counts=rules.settings.losses_by_sacrifice))


def others_attack(rules: Rules, squad: Squad, command: Command, other: Modifier) -> Procedure[Squad]:
    """The commander and specialists attack for themselves as part of the command: one hit each, where the roll says."""
    assert command.hits != "none"
    able = {f"other-{at}": one for at, one in enumerate(others_of(squad, command.hits), 1)}
    if not able:
        return squad
    attackers = yield from Selection("others", "mine", able, args={"squad": squad})
    for one in attackers:
        weapon = yield from own_weapon(one)
        if _any_does(rules, weapon.qualities, "no-test"):
            yield from Event("spray-needs-no-test", {"name": one.name})
            yield from _weapon_line(rules, squad, command, weapon, main=False)
            continue
        squad = yield from _one_attacks(rules, squad, command, one, weapon, other)
    return squad


def _one_attacks(rules: Rules, squad: Squad, command: Command, one: Other, weapon: Weapon, other: Modifier) -> Procedure[Squad]:
    assert command.hits != "none"
    skill = "bs" if command.hits.weapon == "ranged" else "ws"
    profile = squad.entry.commander if one.commander else squad.entry.subordinates
    base, *parts = value_of(rules, profile, skill)
    standard = rules.figures.standard_attack
    parts.append(Modifier(standard.id, standard.name, standard.value))
    parts += shooting_parts(rules, squad) if skill == "bs" else bonus_parts(squad, "weapon-skill")
    against = target(rules, base, [*parts, other])
    tested = yield from take_test(rules, "other-attack-test", "mine", against, {"name": one.name})
    if tested.passed:
        args = {"name": one.name, "hits": EACH, "location": location(rules, tested.roll), "digits": digits(tested.roll)}
        yield from Event("other-hits", args)
        yield from _weapon_line(rules, squad, command, weapon, main=False)
    return (yield from own_fire(rules, squad, command, tested))


def pain_gained(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """Suffering that the attack caused, for those who feed on it."""
    if not ability_to(rules, squad, "pain-points") or squad.standing != "squad":
        return squad
    gained = yield from Number("pain-gained", "mine", 0, 20, default=0, args={"squad": squad})
    if not gained:
        return squad
    yield from Event("pain", {"squad": squad, "gained": gained, "pain": squad.pain + gained})
    return replace(squad, pain=squad.pain + gained)
