"""Attacks against the squad (onlywar S8-S12): whom they strike, what gets through, how many die."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Numbers, Procedure
from psyphase.systems.onlywar.attacks_by import ask_reroll, digits, further_parts, location, second_chance
from psyphase.systems.onlywar.degrees import difficulty, take_test, target
from psyphase.systems.onlywar.model import Location, Rules
from psyphase.systems.onlywar.morale import commander_lost, lose_subordinates
from psyphase.systems.onlywar.profiles import toughness_bonus, value_of
from psyphase.systems.onlywar.protection import ask_protection, got_through, past_the_field
from psyphase.systems.onlywar.roster import Specialist
from psyphase.systems.onlywar.squad import Squad, ability_to
from psyphase.systems.shared.ask import ask_yes
from psyphase.tables.sums import Sum

AttackKind: TypeAlias = Literal["shooting", "melee", "spray", "blast"]
SUBORDINATES, COMMANDER, DOUBLE, CALLED = "subordinates", "commander", "double", "called-shot"
DODGE = "dodge"
MOST_DAMAGE = 500
MOST_HITS = 50
DOUBLES = {f"{roll % 100:02}": roll for roll in (*range(11, 100, 11), 100)}


class Attack(Struct, frozen=True):
    """An attack on the squad. `number`: the X of Blast. `saved`: those whom scattering saves; `avoided`: hits that are dodged."""

    kind: AttackKind
    number: int = 0
    saved: int = 0
    avoided: int = 0


class LandedHit(Struct, frozen=True):
    """What one hit did to a subordinate: damage past armour and toughness bonus; `fury`: with Righteous Fury."""

    through: int
    fury: bool


def is_template(rules: Rules, attack: Attack) -> bool:
    """Whether an attack strikes an area, by a weapon quality of its name (S12)."""
    return attack.kind in rules.qualities and rules.qualities[attack.kind].template


def strike(rules: Rules, squad: Squad, attack: Attack) -> Procedure[Squad]:
    """Resolve an attack that has been declared and reacted to."""
    struck = yield from _hit_at_all(rules, squad, attack)
    if not struck:
        yield from Event("missed", {"squad": squad})
        return squad
    whom, how = yield from _whom(squad)
    if whom == COMMANDER:
        return (yield from strike_commander(rules, squad, attack, how))
    squad, through = yield from _damage(rules, squad, attack)
    special = isinstance(whom, Specialist)
    squad, dead = yield from _killed(rules, squad, attack, through, special=special)
    if dead and isinstance(whom, Specialist):
        yield from Event("specialist-killed", {"name": whom.name})
        squad = replace(squad, specialists=tuple(one for one in squad.specialists if one is not whom))
        dead -= not rules.settings.specialists_count
        if not dead:
            return squad
    if not dead:
        yield from Event("nobody-dies", {"squad": squad})
    return (yield from lose_subordinates(rules, squad, dead))


def _hit_at_all(rules: Rules, squad: Squad, attack: Attack) -> Procedure[bool]:
    """Spray strikes nobody if the squad is quick enough (facts 4.28), a blast may go wide."""
    if attack.kind == "spray":
        profile = squad.entry.subordinates if squad.standing == "squad" else squad.entry.commander
        base, *parts = value_of(rules, profile, "ag")
        quick = yield from take_test(rules, "spray-test", "mine", target(rules, base, parts), {"squad": squad})
        return not quick.passed
    if attack.kind == "blast":
        return (yield from ask_yes("blast-hits", "mine", True, {"squad": squad}))
    return True


def _whom(squad: Squad) -> Procedure[tuple[str | Specialist, str]]:
    """A subordinate; on a double or by a called shot the attacker may choose commander or specialist (S8). Whom, and how.
    Where no squad is left only the commander can be meant.
    """
    if squad.standing != "squad":
        return COMMANDER, ""
    ways = {SUBORDINATES: SUBORDINATES, DOUBLE: DOUBLE, CALLED: CALLED}
    how: str = yield from Decision("struck", "theirs", ways, default=SUBORDINATES, args={"squad": squad})
    if how == SUBORDINATES:
        return SUBORDINATES, ""
    specialists = {f"specialist-{at}": one for at, one in enumerate(squad.specialists, 1)}
    choices: dict[str, str | Specialist] = {COMMANDER: COMMANDER, **specialists, SUBORDINATES: SUBORDINATES}
    names = {COMMANDER: squad.entry.commander.name}
    whom = yield from Decision("struck-whom", "theirs", choices, default=COMMANDER, args={"squad": squad, "names": names})
    return whom, how


def _damages(rules: Rules, attack: Attack, squad: Squad) -> Procedure[tuple[int, ...]]:
    """The damage of each hit; a template throws it once for everybody. What was dodged does none: of how many hits that
    leaves, the players are asked, as they roll no damage for the rest.
    """
    most = 1 if is_template(rules, attack) else MOST_HITS
    if attack.avoided:
        yield from Event("hits-avoided", {"avoided": attack.avoided})
        made = yield from Number("hits-made", "theirs", 1, most, args={"squad": squad})
        most = max(0, made - attack.avoided)
    if not most:
        return ()
    return (yield from Numbers("damage", "theirs", 0, MOST_DAMAGE, most, (), args={"squad": squad}))


def _damage(rules: Rules, squad: Squad, attack: Attack) -> Procedure[tuple[Squad, list[LandedHit]]]:
    """The damage of each hit on subordinates, all on the body (S9)."""
    squad, protection = yield from ask_protection(squad, squad.entry.subordinates, covered=attack.kind != "melee")
    damages = yield from _damages(rules, attack, squad)
    through = yield from got_through(damages, protection, ["body"] * len(damages))
    if through and is_template(rules, attack):
        furious = yield from ask_yes("fury", "theirs", False)
        return squad, [LandedHit(one, furious) for one in through]
    stopped = through.count(0)
    pierced = 0
    if stopped and rules.settings.fury_pierces:
        pierced = yield from Number("fury-hits", "theirs", 0, stopped, default=0, args={"stopped": stopped})
    # Hits are alike: the first of those that were stopped are the furious ones (facts 4.26).
    struck = [LandedHit(one, fury=False) for one in through if one]
    return squad, [*struck, *(LandedHit(0, at < pierced) for at in range(stopped))]


def _killed(
    rules: Rules, squad: Squad, attack: Attack, struck: list[LandedHit], *, special: bool
) -> Procedure[tuple[Squad, int]]:
    """One for each hit that got through (S9; setting `kills_per`); if one dies, more by Spray and Blast (S12); fewer by
    scattering. `special`: a specialist is struck.
    """
    deadly = [one.through for one in struck if one.through or (one.fury and rules.settings.fury_pierces)]
    most = 1 if special or rules.settings.kills_per == "attack" else squad.magnitude
    squad, dead = yield from _dying(rules, squad, deadly, most)
    more = _more_killed(rules, attack, struck) if dead else 0
    if more:
        quality = Event("quality-number", {"name": rules.qualities[attack.kind].name, "number": attack.number})
        yield from Event("more-die", {"more": more, "quality": quality})
        # Each of the others is struck once, by the same damage (facts 4.30).
        others = squad.magnitude - int(not special or rules.settings.specialists_count)
        squad, further = yield from _dying(rules, squad, deadly[:1] * min(more, others), others)
        dead += further
    saved = min(attack.saved, dead)
    if saved:
        yield from Event("scattered-saved", {"saved": saved})
    return squad, dead - saved


def _more_killed(rules: Rules, attack: Attack, struck: list[LandedHit]) -> int:
    """Others whom Spray or Blast kills where it kills one; with Righteous Fury another number instead (S12)."""
    if not is_template(rules, attack):
        return 0
    quality = rules.qualities[attack.kind]
    if not any(one.fury for one in struck):
        return quality.kills
    if isinstance(quality.fury, int):
        return quality.fury
    return max(attack.number, rules.settings.blast_fury_least)


def _dying(rules: Rules, squad: Squad, deadly: list[int], most: int) -> Procedure[tuple[Squad, int]]:
    """How many of at most so many die of these hits. Some may survive damage that is not above their toughness bonus, by a
    test for each hit (facts 4.30); who survived may be struck again.
    """
    ability = ability_to(rules, squad, "toughness-saves")
    if not ability:
        return squad, min(len(deadly), most)
    dead = 0
    bonus = toughness_bonus(squad.entry.subordinates)
    base, *parts = value_of(rules, squad.entry.subordinates, "t")
    against = target(rules, base, [*parts, difficulty(rules, ability.difficulty)])
    for through in deadly:
        if dead == most:
            break
        survives = False
        if through <= bonus:
            squad, survives = yield from _survives(rules, squad, against)
        dead += not survives
    return squad, dead


def _survives(rules: Rules, squad: Squad, against: Sum) -> Procedure[tuple[Squad, bool]]:
    """One toughness test, rerolled where an effect in play allows it."""
    tested = yield from take_test(rules, "toughness-test", "mine", against, {"squad": squad})
    why = second_chance(squad)
    if tested.passed or not why:
        return squad, tested.passed
    squad, again = yield from ask_reroll(squad, why)
    if again:
        tested = yield from take_test(rules, "toughness-test", "mine", against, {"squad": squad})
    return squad, tested.passed


def strike_commander(rules: Rules, squad: Squad, attack: Attack, how: str) -> Procedure[Squad]:
    """The commander keeps his wounds and takes damage as anybody (S9); he may dodge, and a force field may stop a hit."""
    commander = squad.entry.commander
    place = yield from _where(rules, squad, attack, how)
    squad, evaded = yield from _evades(rules, squad, attack)
    squad, protection = yield from ask_protection(squad, commander, covered=attack.kind != "melee")
    damages = yield from _damages(rules, replace(attack, avoided=attack.avoided + evaded), squad)
    landed = yield from past_the_field(rules, squad, damages)
    through = yield from got_through(landed, protection, further_parts(rules, place.part, len(landed)))
    return (yield from hurt_commander(rules, squad, sum(through)))


def hurt_commander(rules: Rules, squad: Squad, damage: int) -> Procedure[Squad]:
    """He loses wounds; critical damage may take him out of action (S9)."""
    wounds = squad.wounds - damage
    name = squad.entry.commander.name
    squad = replace(squad, wounds=wounds)
    yield from Event("wounds-left" if wounds >= 0 else "critical-damage", {"name": name, "wounds": abs(wounds)})
    if wounds < 0 and damage and (yield from ask_yes("commander-out", "mine", False, {"name": name})):
        squad = yield from commander_lost(rules, squad)
    return squad


def _where(rules: Rules, squad: Squad, attack: Attack, how: str) -> Procedure[Location]:
    """Where he is hit: by Spray the body (facts 2.8), by a called shot where it calls, else by the attack roll, which may
    have to be a double (S8).
    """
    name = squad.entry.commander.name
    if attack.kind == "spray":
        return next(place for place in rules.locations.rows.values() if place.part == "body")
    if how == CALLED:
        locations = {place.id: place for place in rules.locations.rows.values()}
        return (yield from Decision("called-location", "theirs", locations, default="body", args={"name": name}))
    if how == DOUBLE:
        roll = yield from Decision("double", "theirs", DOUBLES, default="11", args={"name": name})
    else:
        roll = yield from Number("attack-roll", "theirs", 1, 100, args={"name": name})
    place = location(rules, roll)
    yield from Event("commander-hit", {"name": name, "location": place, "digits": digits(roll)})
    return place


def _evades(rules: Rules, squad: Squad, attack: Attack) -> Procedure[tuple[Squad, int]]:
    """The commander's own reaction (S10): a dodge or a parry avoids a hit for each degree (facts 2.7)."""
    if squad.round.reacted:
        return squad, 0
    commander = squad.entry.commander
    sums = {DODGE: value_of(rules, commander, DODGE)}
    if attack.kind == "melee":
        sums["parry"] = value_of(rules, commander, "ws")
    targets = {way: target(rules, parts[0], parts[1:]) for way, parts in sums.items()}
    notes = {way: Event("target-note", {"target": against}) for way, against in targets.items()}
    ways = {"no": "no", **{way: way for way in targets}}
    way: str = yield from Decision("commander-evades", "mine", ways, default="no", notes=notes, args={"name": commander.name})
    if way == "no":
        return squad, 0
    tested = yield from take_test(rules, "evade-test", "mine", targets[way], {"name": commander.name})
    return squad.with_round(reacted=True), max(0, tested.degrees)
