"""What the players or the world do to a squad (onlywar S8-S13, M2-M5): attacks, fear, and commands as reactions to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure
from psyphase.systems.onlywar.attacks_by import MOST_MODIFIER, attack
from psyphase.systems.onlywar.attacks_on import Attack, AttackKind, is_template, strike
from psyphase.systems.onlywar.availability import Moment, choose_reaction, why_not
from psyphase.systems.onlywar.commands import give_command, hits_evaded
from psyphase.systems.onlywar.degrees import difficulty, take_test, target
from psyphase.systems.onlywar.model import Command, Rules
from psyphase.systems.onlywar.morale import commander_lost, fear, pinning, rally
from psyphase.systems.onlywar.squad import Encounter, Squad, ability_to, by_magnitude, commands_of
from psyphase.systems.shared.adjust import BACK, choose_thing
from psyphase.systems.shared.ask import ask_yes
from psyphase.tables.sums import Modifier


def play_incident(rules: Rules, encounter: Encounter) -> Procedure[Encounter]:
    """What the players or the world do to a squad, or a command it gives outside its turn."""
    there = {squad.id: squad for squad in encounter.squads if squad.acts or squad.commander_up}
    if not there:
        yield from Event("nobody-there")
        return encounter
    squad: Squad | None = next(iter(there.values()))
    if len(there) > 1:
        squad = yield from choose_thing("which-squad", "mine", there)
    if squad is None:
        return encounter
    possible = _possible(rules, squad)
    what: str = yield from Decision(
        "what-happens", "mine", {key: key for key in (*possible, BACK)}, default=possible[0], args={"squad": squad}
    )
    if what != BACK:
        squad = yield from INCIDENTS[what](rules, squad)
    return encounter.with_squad(squad)


def _possible(rules: Rules, squad: Squad) -> list[str]:
    if not squad.acts:
        return ["rally", "commander-lost"] if squad.commander_up and squad.magnitude else ["commander-lost"]
    return [
        *(["sector"] if squad.effect("watch") else []),
        "fear",
        "pinning",
        *(["met"] if ability_to(rules, squad, "shakes-who-meets") else []),
        *(["pain"] if ability_to(rules, squad, "pain-points") else []),
        *(["reaction"] if _at_any_time(rules, squad) else []),
        "commander-lost",
    ]


def _at_any_time(rules: Rules, squad: Squad) -> list[Command]:
    """Commands that may be given now as a reaction to nothing in particular."""
    return [one for one in commands_of(rules, squad) if one.when == "any" and why_not(rules, squad, one, "any") is None]


def resolve_attack(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """An attack on the squad, and what it does against it first (S8-S12). Of a lost one there is only the commander."""
    if squad.standing != "squad":
        alone = squad.commander_up
        args = {"squad": squad, "name": squad.entry.commander.name}
        yield from Event("only-the-commander" if alone else "only-single-ones", args)
        if not alone:
            return squad
    kinds: dict[str, AttackKind] = {"shooting": "shooting", "melee": "melee", "spray": "spray", "blast": "blast"}
    kind = yield from Decision("attack-kind", "theirs", kinds, default="shooting", args={"squad": squad})
    modifier = squad.bonus("fought" if kind == "melee" else "shot-at")
    if modifier and not is_template(rules, Attack(kind)):
        yield from Event("attackers-modified", {"squad": squad, "modifier": modifier})
    number = 0
    if kind == "blast":
        number = yield from Number("blast-number", "theirs", 1, 20, default=3)
    attack_on = Attack(kind, number)
    if squad.acts:
        squad, attack_on = yield from _react(rules, squad, attack_on)
    return (yield from strike(rules, squad, attack_on))


def _react(rules: Rules, squad: Squad, attack_on: Attack) -> Procedure[tuple[Squad, Attack]]:
    """A command as a reaction to being shot at; asked only where there is one (O3, S10)."""
    moment: Moment = "template" if is_template(rules, attack_on) else "any" if attack_on.kind == "melee" else "shot-at"
    able = [one for one in commands_of(rules, squad) if one.when != "turn" and why_not(rules, squad, one, moment) is None]
    # To evade takes cover (O6), which only the game master sees.
    if any(one.does == "evade" for one in able) and not (yield from ask_yes("in-cover", "mine", True, {"squad": squad})):
        able = [one for one in able if one.does != "evade"]
    if not able:
        return squad, attack_on
    command = yield from choose_reaction(rules, squad, able)
    if command is None:
        return squad, attack_on
    squad, tested = yield from give_command(rules, squad, command, moment)
    if tested and tested.passed:
        if command.does == "scatter":
            attack_on = replace(attack_on, saved=tested.degrees)
        elif command.does == "evade":
            attack_on = replace(attack_on, avoided=hits_evaded(rules, tested))
    return squad, attack_on


def _sector(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """An enemy appears in the sector that is watched: it is shot at by the command that watches it (facts 4.18)."""
    watch = squad.effect("watch")
    assert watch
    again = squad.round.watched and rules.settings.overwatch_once_per_round
    if again and not (yield from ask_yes("another-enemy", "mine", False, {"squad": squad})):
        return squad
    yield from Event("sector-entered", {"squad": squad})
    squad, _ = yield from attack(rules, squad.with_round(watched=True), rules.commands[watch.command], others=False)
    return squad


def _met(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """Somebody sane meets the squad in battle for the first time (O6)."""
    ability = ability_to(rules, squad, "shakes-who-meets")
    assert ability
    value = yield from Number("met-willpower", "theirs", 1, 120, default=35, args={"squad": squad})
    other = yield from Number("other-modifier", "mine", -MOST_MODIFIER, MOST_MODIFIER, default=0, args={"squad": squad})
    base = Modifier("wp", rules.characteristics["wp"].name, value)
    parts = [
        difficulty(rules, ability.difficulty),
        by_magnitude(rules, squad, ability.per_magnitude),
        Modifier("as-given", None, other),
    ]
    tested = yield from take_test(rules, "met-test", "theirs", target(rules, base, parts), {"squad": squad})
    figures = rules.figures
    if tested.passed:
        yield from Event("met-bravely", {"squad": squad})
    elif -tested.degrees < figures.badly_shaken:
        yield from Event("met-shaken", {"squad": squad, "penalty": figures.shaken_penalty})
    else:
        args = {"squad": squad, "penalty": figures.badly_shaken_penalty, "damage": figures.badly_shaken_damage}
        yield from Event("met-badly", args)
    return squad


def _pain(_rules: Rules, squad: Squad) -> Procedure[Squad]:
    gained = yield from Number("pain-gained", "mine", 0, 20, default=1, args={"squad": squad})
    yield from Event("pain", {"squad": squad, "gained": gained, "pain": squad.pain + gained})
    return replace(squad, pain=squad.pain + gained)


def _reaction(rules: Rules, squad: Squad) -> Procedure[Squad]:
    command = yield from choose_reaction(rules, squad, _at_any_time(rules, squad))
    if command:
        squad, _ = yield from give_command(rules, squad, command, "any")
    return squad


Incident: TypeAlias = Callable[[Rules, Squad], Procedure[Squad]]
INCIDENTS: Mapping[str, Incident] = {
    "sector": _sector,
    "fear": fear,
    "pinning": pinning,
    "met": _met,
    "pain": _pain,
    "reaction": _reaction,
    "commander-lost": commander_lost,
    "rally": rally,
}
