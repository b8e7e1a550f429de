"""The squad attacks (onlywar S7 and the commands of subtype attack): hits and what caps them, targets, locations."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure, Roll, Selection
from psyphase.engine.readings import Total
from psyphase.systems.onlywar.degrees import Tested, take_test, target
from psyphase.systems.onlywar.model import PAIN, Command, Hits, Location, Part, Rules, Weapon
from psyphase.systems.onlywar.morale import D5, lose
from psyphase.systems.onlywar.squad import (
    Squad,
    bonus_parts,
    by_magnitude,
    counted_magnitude,
    has_ability,
    permanent,
    shooting_parts,
    target_of,
    value_of,
)
from psyphase.tables.sums import Modifier, Sum

FIRE_DRILL = "fire-drill"
HUNTERS_BLOOD = "hunters-blood"
WAR_WAITS = "war-waits-for-no-one"
MORE_DAKKA = "more-dakka"
STORM, SPRAY = "storm", "spray"
STANDARD = "standard-attack"
MOST_MODIFIER = 60


class Other(Struct, frozen=True):
    """A member with another weapon who may attack as part of the command: the commander, or a specialist."""

    who: str
    weapon: Weapon
    commander: bool

    @property
    def name(self) -> str:
        """Who it is, and with what."""
        return f"{self.who}: {self.weapon.name}"


def hits_by(degrees: int, hits: Hits) -> int:
    """Hits for degrees of success: one for the first and for every further so many, or only for full ones."""
    if degrees < 1:
        return 0
    return 1 + (degrees - 1) // hits.every if hits.first else degrees // hits.every


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
    counted = hits.weapon == "ranged" and rules.settings["specialists_count"]
    return squad.magnitude - (len(squad.specialists) if counted else 0)


def attack(rules: Rules, squad: Squad, command: Command, *, others: bool = True) -> Procedure[tuple[Squad, Tested]]:
    """The test, the hits, where they go, and those with other weapons."""
    hits = command.hits
    assert hits != "none"
    weapon = main_weapon(squad, hits)
    most = armed_count(rules, squad, hits)
    id = "eligible-to-shoot" if hits.weapon == "ranged" else "eligible-to-fight"
    eligible = yield from Number(id, "mine", 0, most, default=most, args={"squad": squad, "weapon": weapon})
    other, against = yield from attack_target(rules, squad, command)
    squad, tested = yield from attack_test(rules, squad, command, against)
    if tested.passed and command.does == "suppress":
        yield from Event(
            "enemies-tested", {"enemies": tested.degrees, "penalty": pinning_penalty(rules, counted_magnitude(rules, squad))}
        )
    if tested.passed:
        stormy = weapon is not None and STORM in (*weapon.qualities, *squad.grants(command, main=True))
        made, why = count_hits(hits, tested.degrees, eligible, stormy=stormy)
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
    return max(-rules.settings.number("modifier_cap"), rules.figure("pinning-by-suppression") * magnitude)


def attack_target(rules: Rules, squad: Squad, command: Command) -> Procedure[tuple[Modifier, Sum]]:
    """What an attack is rolled against, with what only the game master knows: range, light, surprise. That, and the sum."""
    assert command.test != "none"
    value = yield from Number("other-modifier", "mine", -MOST_MODIFIER, MOST_MODIFIER, default=0, args={"squad": squad})
    other = Modifier("as-given", None, value)
    parts = [other]
    ability = permanent(rules, squad)
    if ability and has_ability(rules, squad, HUNTERS_BLOOD):
        surprise: str = yield from Decision("surprise", "mine", {"no": "no", "yes": "yes"}, default="no", args={"squad": squad})
        if surprise == "yes":
            bonus = by_magnitude(rules, squad, ability.per_magnitude)
            parts.append(Modifier(ability.id, ability.name, bonus.value))
    return other, target_of(rules, squad, command.test, *parts)


def attack_test(rules: Rules, squad: Squad, command: Command, against: Sum) -> Procedure[tuple[Squad, Tested]]:
    """The test of an attack, and a second throw of a failed one where an ability allows it once a turn."""
    tested = yield from take_test(rules, "attack-test", "mine", against, {"squad": squad, "command": command})
    allowed = may_reroll(rules, squad, command)
    if tested.passed or not allowed:
        return squad, tested
    again: str = yield from Decision("reroll", "mine", {"yes": "yes", "no": "no"}, default="yes", args={"why": allowed})
    # The fire drill is for the first failed test: who declines has had it.
    if again == "yes" or allowed.id == FIRE_DRILL:
        squad = replace(squad, rerolled=squad.rerolled | {allowed.id})
    if again == "no":
        return squad, tested
    tested = yield from take_test(rules, "attack-test", "mine", against, {"squad": squad, "command": command})
    return squad, tested


def may_reroll(rules: Rules, squad: Squad, command: Command) -> Modifier | None:
    """What lets the squad throw a failed attack test again: the fire drill a volley, war a fight; each once a turn."""
    ability = permanent(rules, squad)
    drilled = ability is not None and ability.id == FIRE_DRILL and command.id == "volley-fire" and not squad.moved
    if ability and drilled and FIRE_DRILL not in squad.rerolled:
        return Modifier(FIRE_DRILL, ability.name, 0)
    war = squad.effect(WAR_WAITS)
    if war and "melee" in command.subtypes and WAR_WAITS not in squad.rerolled:
        return Modifier(WAR_WAITS, war.name, 0)
    return None


def count_hits(hits: Hits, degrees: int, eligible: int, *, stormy: bool = False) -> tuple[int, Event]:
    """How many hits, and why: by degrees, doubled by Storm, capped by who can attack (facts 4.15)."""
    made = hits_by(degrees, hits)
    kind = "by-degrees" if hits.every == 1 else "by-further-degrees" if hits.first else "by-full-degrees"
    why = Event(kind, {"degrees": degrees, "every": hits.every})
    if stormy:
        made, why = 2 * made, Event("by-storm", {"why": why})
    if made > eligible:
        why = Event("capped", {"hits": made, "why": why, "eligible": eligible})
    return min(made, eligible), why


def _weapon_line(rules: Rules, squad: Squad, command: Command, weapon: Weapon | None, *, main: bool) -> Procedure[None]:
    """What each hit does: the line, and what effects in play add."""
    if weapon is None:
        return
    gained = [rules.qualities[id] for id in squad.grants(command, main=main) if id not in weapon.qualities]
    more = squad.bonus("charge-damage") if command.id == "charge" else 0
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
    """While more-dakka lasts, a double on a shooting test kills some of the squad, hit or miss (facts 4.24)."""
    if not squad.effect(MORE_DAKKA) or not tested.double or command.hits == "none" or command.hits.weapon != "ranged":
        return squad
    killed = yield from Roll("own-fire", "mine", D5, Total(), args={"squad": squad, "roll": tested.roll})
    return (yield from lose(rules, squad, killed, counts=bool(rules.settings["losses_by_sacrifice"])))


def others_of(squad: Squad, hits: Hits) -> list[Other]:
    """Members with another weapon of the kind that fits the command, once for each such weapon."""
    ranged = hits.weapon == "ranged"
    own = squad.entry.commander
    everyone = [
        *(Other(own.name, weapon, commander=True) for weapon in own.weapons),
        *(Other(one.name, one.weapon, commander=False) for one in squad.specialists),
    ]
    return [one for one in everyone if (one.weapon.range is not None) == ranged]


def others_attack(rules: Rules, squad: Squad, command: Command, other: Modifier) -> Procedure[Squad]:
    """The commander and specialists attack for themselves as part of the command: one hit each, where the roll says."""
    assert command.hits != "none"
    able = {f"other-{at}": one for at, one in enumerate(others_of(squad, command.hits), 1)}
    if not able:
        return squad
    attackers = yield from Selection("others", "mine", able, args={"squad": squad})
    for one in attackers:
        if SPRAY in one.weapon.qualities:
            yield from Event("spray-needs-no-test", {"name": one.name})
            yield from _weapon_line(rules, squad, command, one.weapon, main=False)
            continue
        squad = yield from _one_attacks(rules, squad, command, one, other)
    return squad


def _one_attacks(rules: Rules, squad: Squad, command: Command, one: Other, other: Modifier) -> Procedure[Squad]:
    assert command.hits != "none"
    skill = "bs" if command.hits.weapon == "ranged" else "ws"
    profile = squad.entry.commander if one.commander else squad.entry.subordinates
    base, *parts = value_of(rules, profile, skill)
    parts.append(Modifier(STANDARD, rules.figures[STANDARD].name, rules.figure(STANDARD)))
    parts += shooting_parts(rules, squad) if skill == "bs" else bonus_parts(squad, "weapon-skill")
    against = target(rules, base, [*parts, other])
    tested = yield from take_test(rules, "other-attack-test", "mine", against, {"name": one.name})
    if tested.passed:
        args = {"name": one.name, "location": location(rules, tested.roll), "digits": digits(tested.roll)}
        yield from Event("other-hits", args)
        yield from _weapon_line(rules, squad, command, one.weapon, main=False)
    return (yield from own_fire(rules, squad, command, tested))


def pain_gained(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """Suffering that the attack caused, for those who feed on it."""
    if not has_ability(rules, squad, PAIN) or squad.standing != "squad":
        return squad
    gained = yield from Number("pain-gained", "mine", 0, 20, default=0, args={"squad": squad})
    if not gained:
        return squad
    yield from Event("pain", {"squad": squad, "gained": gained, "pain": squad.pain + gained})
    return replace(squad, pain=squad.pain + gained)
