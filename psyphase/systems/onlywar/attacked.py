"""Attacks against the squad (onlywar S8-S12): whom they strike, what gets through, how many die."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from psyphase.procedure import Decision, Event, Number, Procedure, Roll
from psyphase.readings import Under
from psyphase.systems.onlywar.attack import WAR_WAITS, location, reversed_roll
from psyphase.systems.onlywar.degrees import D100, difficulty, take_test, target
from psyphase.systems.onlywar.model import Commander, Part, Rules, Subordinates
from psyphase.systems.onlywar.nerve import GREENEST, commander_lost, lose
from psyphase.systems.onlywar.squad import Squad, armour, has_ability, permanent, toughness_bonus, value_of
from psyphase.tables import Modifier

Kind: TypeAlias = Literal["shooting", "melee", "spray", "blast"]
TEMPLATES = ("spray", "blast")
SUBORDINATES, COMMANDER, DOUBLE, CALLED = "subordinates", "commander", "double", "called-shot"
FIELD = "tremble-before-me"
MOST_DAMAGE = 500


class Attack(Struct, frozen=True):
    """An attack on the squad. `number`: the X of Blast. `saved`: those whom scattering saves; `avoided`: hits that are dodged."""

    kind: Kind
    number: int = 0
    saved: int = 0
    avoided: int = 0


class Struck(Struct, frozen=True):
    """What one hit did to a subordinate: damage past armour and toughness bonus; `fury`: with Righteous Fury."""

    through: int
    fury: bool


def strike(rules: Rules, squad: Squad, attack: Attack) -> Procedure[Squad]:
    """Resolve an attack that has been declared and reacted to."""
    hits = yield from _hits(rules, squad, attack)
    if not hits:
        yield from Event("missed", {"squad": squad})
        return squad
    whom, called = yield from _whom(squad)
    if whom == COMMANDER:
        squad = yield from strike_commander(rules, squad, attack, hits, called=called)
        return squad
    squad, struck = yield from _damage(rules, squad, attack, hits)
    squad, dead = yield from _killed(rules, squad, attack, struck)
    specialist = next((one for one in squad.specialists if one.name == whom), None)
    if dead and specialist:
        yield from Event("specialist-killed", {"name": specialist.name})
        squad = replace(squad, specialists=tuple(one for one in squad.specialists if one is not specialist))
    if not dead:
        yield from Event("nobody-dies", {"squad": squad})
    squad = yield from lose(squad, dead)
    return squad


def _hits(rules: Rules, squad: Squad, attack: Attack) -> Procedure[int]:
    """How many hits: of Spray none if the squad is quick enough, else one throw of damage (facts 4.28)."""
    if attack.kind == "spray":
        base, *parts = value_of(rules, squad.entry.subordinates, "ag")
        quick = yield from take_test(rules, "spray-test", "mine", target(rules, base, parts), {"squad": squad})
        return 0 if quick.passed else 1
    if attack.kind == "blast":
        hit: str = yield from Decision("blast-hits", "mine", {"yes": "yes", "no": "no"}, default="yes", args={"squad": squad})
        return 1 if hit == "yes" else 0
    hits = yield from Number("hits-on-squad", "mine", 0, 50, default=1, args={"squad": squad})
    if attack.avoided and hits:
        yield from Event("hits-avoided", {"avoided": min(hits, attack.avoided), "left": max(0, hits - attack.avoided)})
    return max(0, hits - attack.avoided)


def _whom(squad: Squad) -> Procedure[tuple[str, bool]]:
    """A subordinate; on a double or by a called shot the attacker may choose commander or specialist (S8). Whom, and
    whether it is a called shot.
    """
    ways = {SUBORDINATES: SUBORDINATES, DOUBLE: DOUBLE, CALLED: CALLED}
    how: str = yield from Decision("struck", "theirs", ways, default=SUBORDINATES, args={"squad": squad})
    if how == SUBORDINATES:
        return SUBORDINATES, False
    specialists = {f"specialist-{at}": one.name for at, one in enumerate(squad.specialists, 1)}
    choices = {COMMANDER: COMMANDER, **specialists, SUBORDINATES: SUBORDINATES}
    names = {COMMANDER: squad.entry.commander.name, **specialists}
    whom: str = yield from Decision("struck-whom", "theirs", choices, default=COMMANDER, args={"squad": squad, "names": names})
    return whom, how == CALLED


def _protection(
    squad: Squad, attack: Attack, profile: Commander | Subordinates, part: Part
) -> Procedure[tuple[Squad, list[Modifier]]]:
    """What stands between damage and a model: armour and cover less penetration, and the toughness bonus (S9, S11)."""
    penetration = yield from Number("penetration", "theirs", 0, 50, default=0)
    worn = armour(profile, part)
    cover = 0
    if attack.kind != "melee":
        cover = yield from Number("cover", "mine", 0, 50, default=squad.cover, args={"squad": squad})
        squad = replace(squad, cover=cover)
        cover = yield from _better_cover(squad, cover)
    stops = max(0, worn + cover - penetration)
    args = {"armour": worn, "cover": cover, "penetration": penetration, "left": stops}
    parts = [Modifier("armour", Event("armour-part", args), -stops), Modifier("toughness", None, -toughness_bonus(profile))]
    return squad, [part for part in parts if part.value]


def _better_cover(squad: Squad, cover: int) -> Procedure[int]:
    """Cover that effects in play make (look-out), or make better where there is any (forest-ghosts)."""
    more = squad.bonus("cover")
    if more and squad.bonus("thick-cover"):
        more = 0
        if cover:
            ways = {"thick": squad.bonus("thick-cover"), "thin": squad.bonus("cover"), "none": 0}
            more = yield from Decision("growth", "mine", ways, default="thin", args={"squad": squad})
    return cover + more


def _damage(rules: Rules, squad: Squad, attack: Attack, hits: int) -> Procedure[tuple[Squad, list[Struck]]]:
    """The damage of each hit on subordinates, all on the body (S9)."""
    squad, stops = yield from _protection(squad, attack, squad.entry.subordinates, "body")
    fury = False
    struck = []
    for at in range(1, hits + 1):
        rolled = yield from Number("damage", "theirs", 0, MOST_DAMAGE, args={"hit": at, "hits": hits})
        through = max(0, rolled + sum(part.value for part in stops))
        yield from Event("through", {"rolled": rolled, "stops": tuple(stops), "through": through, "hit": at})
        struck.append(through)
    if attack.kind in TEMPLATES or (rules.settings["fury_pierces"] and not all(struck)):
        furious: str = yield from Decision("fury", "theirs", {"no": "no", "yes": "yes"}, default="no")
        fury = furious == "yes"
    return squad, [Struck(through, fury) for through in struck]


def _killed(rules: Rules, squad: Squad, attack: Attack, struck: list[Struck]) -> Procedure[tuple[Squad, int]]:
    """One for each hit that got through (S9; setting `kills_per`), more by Spray and Blast (S12), fewer by scattering."""
    deadly = [one.through for one in struck if one.through or (one.fury and rules.settings["fury_pierces"])]
    if rules.settings["kills_per"] == "attack":
        deadly = deadly[:1]
    more = _more_killed(rules, attack, struck) if deadly else 0
    if more:
        yield from Event("more-die", {"more": more, "quality": rules.qualities[attack.kind]})
        deadly += [deadly[0]] * more
    if attack.saved and deadly:
        saved = min(attack.saved, len(deadly))
        yield from Event("scattered-saved", {"saved": saved})
        deadly = deadly[: len(deadly) - saved]
    squad, dead = yield from _tough_ones(rules, squad, deadly[: squad.magnitude])
    return squad, dead


def _more_killed(rules: Rules, attack: Attack, struck: list[Struck]) -> int:
    """Others whom Spray or Blast kills where it kills one; with Righteous Fury another number instead (S12)."""
    if attack.kind not in TEMPLATES:
        return 0
    quality = rules.qualities[attack.kind]
    if not any(one.fury for one in struck):
        return quality.kills
    if isinstance(quality.fury, int):
        return quality.fury
    return max(attack.number, rules.settings.number("blast_fury_least"))


def _tough_ones(rules: Rules, squad: Squad, deadly: list[int]) -> Procedure[tuple[Squad, int]]:
    """Orks may survive damage that is not above their toughness bonus: a test for each (biggest-and-greenest, facts 4.30)."""
    ability = permanent(rules, squad)
    if not ability or not has_ability(rules, squad, GREENEST) or ability.difficulty == "none":
        return squad, len(deadly)
    dead = 0
    bonus = toughness_bonus(squad.entry.subordinates)
    base, *parts = value_of(rules, squad.entry.subordinates, "t")
    against = target(rules, base, [*parts, difficulty(rules, ability.difficulty)])
    for through in deadly:
        if through > bonus:
            dead += 1
            continue
        tested = yield from take_test(rules, "toughness-test", "mine", against, {"squad": squad})
        if not tested.passed and squad.effect(WAR_WAITS) and WAR_WAITS not in squad.rerolled:
            squad = replace(squad, rerolled=squad.rerolled | {WAR_WAITS})
            yield from Event("test-again", {"squad": squad})
            tested = yield from take_test(rules, "toughness-test", "mine", against, {"squad": squad})
        dead += not tested.passed
    return squad, dead


def strike_commander(rules: Rules, squad: Squad, attack: Attack, hits: int, *, called: bool) -> Procedure[Squad]:
    """The commander keeps his wounds and takes damage as anybody (S9); a force field may stop it."""
    commander = squad.entry.commander
    if called:
        # Where it hits is what a called shot calls.
        locations = {place.id: place for place in rules.locations.rows.values()}
        place = yield from Decision("called-location", "theirs", locations, default="body", args={"name": commander.name})
    else:
        roll = yield from Number("attack-roll", "theirs", 1, 100, args={"name": commander.name})
        place = location(rules, roll)
        yield from Event("commander-hit", {"name": commander.name, "location": place, "reversed": reversed_roll(roll)})
    wounds = squad.wounds
    squad, stops = yield from _protection(squad, attack, commander, place.part)
    field = squad.effect(FIELD)
    stopped = False
    for at in range(1, hits + 1):
        if field and (at == 1 or rules.settings["fields_per"] == "hit"):
            stopped = yield from Roll(
                "force-field", "mine", D100, Under(field.amount), args={"rating": field.amount}, passes=bool
            )
            yield from Event("field-stops" if stopped else "field-fails", {"rating": field.amount})
        if stopped:
            continue
        rolled = yield from Number("damage", "theirs", 0, MOST_DAMAGE, args={"hit": at, "hits": hits})
        through = max(0, rolled + sum(part.value for part in stops))
        yield from Event("through", {"rolled": rolled, "stops": tuple(stops), "through": through, "hit": at})
        wounds -= through
    squad = replace(squad, wounds=wounds)
    yield from Event("wounds-left" if wounds >= 0 else "critical-damage", {"name": commander.name, "wounds": abs(wounds)})
    if wounds < 0:
        out: str = yield from Decision(
            "commander-out", "mine", {"yes": "yes", "no": "no"}, default="yes", args={"name": commander.name}
        )
        if out == "yes":
            squad = yield from commander_lost(rules, squad)
    return squad
