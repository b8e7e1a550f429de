"""An encounter, round by round (onlywar S6, O1-O4): whose turn, what happens to a squad, the end of a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from psyphase.procedure import Decision, Event, Number, Procedure
from psyphase.systems.corrections import BACK
from psyphase.systems.onlywar.attack import attack
from psyphase.systems.onlywar.attacked import TEMPLATES, Attack, Kind, strike
from psyphase.systems.onlywar.commands import Moment, choose, command_note, give, hits_evaded, why_not
from psyphase.systems.onlywar.corrections import correct, squad_state
from psyphase.systems.onlywar.degrees import difficulty, take_test, target
from psyphase.systems.onlywar.model import Command, Roster, Rules
from psyphase.systems.onlywar.nerve import commander_lost, fear, morale, pinning, rally, unpin
from psyphase.systems.onlywar.squad import (
    HALF_ACTIONS,
    Encounter,
    InPlay,
    Squad,
    by_magnitude,
    commands_of,
    has_ability,
    new_encounter,
    permanent,
)
from psyphase.tables import Modifier

HAPPENS, CORRECT, ROUND_OVER, END, END_TURN, NOTHING = "happens", "correct", "round-over", "end", "end-turn", "no-reaction"
SANITY, PAIN, OVERWATCH = "sanity-is-weakness", "power-from-pain", "overwatch"
ATTACKED = "hit-"
BADLY = -3
"""Degrees of failure that cost a point of willpower (sanity-is-weakness)."""


def play_encounter(rules: Rules, *rosters: Roster) -> Procedure[Encounter]:
    """Rounds until the game master ends the encounter."""
    yield from Event("settings-in-force", {"settings": tuple(rules.settings.in_force())})
    encounter = new_encounter(rosters, rules)
    for squad in encounter.squads:
        yield from _introduce(rules, squad)
    while True:
        yield from Event("round-begins", {"round": encounter.round})
        for squad in encounter.squads:
            yield from Event("squad-stands", {"squad": squad, "state": squad_state(squad)})
        encounter, over = yield from _round(rules, encounter)
        if over:
            return encounter
        squads: tuple[Squad, ...] = ()
        for squad in map(_new_round, encounter.squads):
            # Who has no turn any more has rounds all the same.
            one = squad if squad.acts else (yield from _over(squad, "start"))
            squads = (*squads, one)
        encounter = replace(encounter, round=encounter.round + 1, squads=squads)


def _introduce(rules: Rules, squad: Squad) -> Procedure[None]:
    """Its permanent ability, and warnings where it is not as usual: never errors (S2, O6)."""
    entry = squad.entry
    sizes = rules.categories[entry.subordinates.category].sizes
    low, high = rules.factions[entry.faction].sizes if squad.troops else (sizes if sizes != "none" else (1, 100))
    if not low <= squad.magnitude <= high:
        yield from Event("unusual-size", {"squad": squad, "magnitude": squad.magnitude, "low": low, "high": high})
    usual = rules.categories[entry.commander.category].commands if squad.troops else 0
    if len(entry.commands) > usual:
        category = rules.categories[entry.commander.category]
        yield from Event("unusual-commands", {"squad": squad, "count": len(entry.commands), "category": category, "usual": usual})
    ability = permanent(rules, squad)
    if ability:
        yield from Event("permanent-ability", {"squad": squad, "ability": ability, "effect": ability.effect})


def _new_round(squad: Squad) -> Squad:
    """A squad at the start of a round: what it may do once a round it may do again (O2, O3)."""
    return replace(
        squad,
        round_start=squad.magnitude,
        lost_before=squad.lost,
        lost=0,
        tested=False,
        acted=False,
        attacked=False,
        concentrated=False,
        reacted=False,
        watched=False,
    )


def _round(rules: Rules, encounter: Encounter) -> Procedure[tuple[Encounter, bool]]:
    """One round; and whether it ends the encounter."""
    while True:
        yield from Event("status", {"round": encounter.round, "states": _states(encounter)})
        waiting = {squad.id: squad for squad in encounter.squads if squad.acts and not squad.acted}
        struck = {f"{ATTACKED}{squad.id}": Struck(squad) for squad in encounter.squads if squad.standing != "gone"}
        others = {key: key for key in (HAPPENS, ROUND_OVER, CORRECT, END)}
        ways: dict[str, Squad | Struck | str] = {**waiting, **struck, **others}
        choice = yield from Decision(
            "next",
            "mine",
            ways,
            default=next(iter(waiting), ROUND_OVER),
            notes={id: Event("acts-now", {"state": squad_state(squad)}) for id, squad in waiting.items()},
            returns=frozenset({HAPPENS, CORRECT}),
            closing=END,
            args={"round": encounter.round},
        )
        if choice in (END, ROUND_OVER):
            return encounter, choice == END
        if choice == CORRECT:
            encounter = yield from correct(rules, encounter)
        elif choice == HAPPENS:
            encounter = yield from something_happens(rules, encounter)
        elif isinstance(choice, Struck):
            squad = yield from _attacked(rules, choice.squad)
            encounter = encounter.with_squad(squad)
        elif isinstance(choice, Squad):
            squad = yield from squad_turn(rules, choice)
            encounter = encounter.with_squad(squad)


class Struck(Struct, frozen=True):
    """An attack on a squad, the most frequent thing that happens to one."""

    squad: Squad

    @property
    def name(self) -> Event:
        """What it says in the menu."""
        return Event("is-attacked", {"squad": self.squad})


def _states(encounter: Encounter) -> tuple[Event, ...]:
    return tuple(
        Event("squad-short", {"squad": one, "magnitude": one.magnitude, "state": squad_state(one)}) for one in encounter.squads
    )


def squad_turn(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """Morale first (M4), then commands until the actions are used up (O3)."""
    yield from Event("squad-turn", {"squad": squad})
    squad = replace(squad, in_turn=True, acted=True, actions=HALF_ACTIONS, moved=False, ran=False, rerolled=frozenset())
    squad = yield from _over(squad, "start")
    if squad.due:
        squad = yield from morale(rules, squad)
    while squad.acts and squad.in_turn:
        command = yield from _choose_command(rules, squad)
        if command is None:
            break
        squad, _ = yield from give(rules, squad, command, "turn")
    if squad.standing == "squad":
        squad = yield from _over(squad, "end")
        if squad.pinned:
            squad = yield from unpin(rules, squad)
    return replace(squad, in_turn=False, actions=0)


def _choose_command(rules: Rules, squad: Squad) -> Procedure[Command | None]:
    """Legal commands, the rest with their reasons (O5, O6); None ends the turn."""
    commands = commands_of(rules, squad)
    reasons = {one.id: why_not(squad, one, "turn") for one in commands}
    legal = {one.id: one for one in commands if reasons[one.id] is None}
    if not squad.actions and not legal:
        return None
    ways: dict[str, Command | None] = {**legal, END_TURN: None}
    attacks = [id for id, one in legal.items() if "attack" in one.subtypes and squad.actions]
    command = yield from Decision(
        "command",
        "mine",
        ways,
        {id: why for id, why in reasons.items() if why},
        next(iter(attacks), END_TURN),
        notes={id: command_note(rules, squad, one) for id, one in legal.items()},
        args={"squad": squad, "actions": squad.actions, "names": {one.id: one for one in commands}},
    )
    return command


def _over(squad: Squad, at: str) -> Procedure[Squad]:
    """Effects that end with this start or end of the squad's turn."""
    kept: list[InPlay] = []
    for effect in squad.in_play:
        left = effect.turns - 1 if effect.at == at else effect.turns
        if left:
            kept.append(replace(effect, turns=left))
        else:
            yield from Event("effect-over", {"squad": squad, "effect": effect.name})
    return replace(squad, in_play=tuple(kept))


def something_happens(rules: Rules, encounter: Encounter) -> Procedure[Encounter]:
    """What the players or the world do to a squad, or a command it gives outside its turn."""
    there = {squad.id: squad for squad in encounter.squads if squad.acts or squad.commander_up}
    if not there:
        yield from Event("nobody-there")
        return encounter
    squad: Squad | None = next(iter(there.values()))
    if len(there) > 1:
        ways: dict[str, Squad | None] = {**there, BACK: None}
        squad = yield from Decision("which-squad", "mine", ways, default=next(iter(there)))
    if squad is None:
        return encounter
    possible = _possible(rules, squad)
    what: str = yield from Decision(
        "what-happens", "mine", {key: key for key in (*possible, BACK)}, default=possible[0], args={"squad": squad}
    )
    if what != BACK:
        squad = yield from HAPPENINGS[what](rules, squad)
    return encounter.with_squad(squad)


def _possible(rules: Rules, squad: Squad) -> list[str]:
    if not squad.acts:
        return ["rally", "commander-lost"] if squad.commander_up and squad.magnitude else ["commander-lost"]
    reactions = any(why_not(squad, one, "any") is None and one.when == "any" for one in commands_of(rules, squad))
    return [
        *(["sector"] if squad.effect(OVERWATCH) else []),
        "fear",
        "pinning",
        *(["met"] if has_ability(rules, squad, SANITY) else []),
        *(["pain"] if has_ability(rules, squad, PAIN) else []),
        *(["reaction"] if reactions else []),
        "commander-lost",
    ]


def _attacked(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """An attack on the squad, and what it does against it first (S8-S12). Of a lost one there is only the commander."""
    if squad.standing != "squad" and not squad.commander_up:
        yield from Event("only-single-ones", {"squad": squad})
        return squad
    kinds: dict[str, Kind] = {"shooting": "shooting", "melee": "melee", "spray": "spray", "blast": "blast"}
    kind = yield from Decision("attack-kind", "theirs", kinds, default="shooting", args={"squad": squad})
    modifier = squad.bonus("fought" if kind == "melee" else "shot-at")
    if modifier and kind not in TEMPLATES:
        yield from Event("attackers-modified", {"squad": squad, "modifier": modifier})
    number = 0
    if kind == "blast":
        number = yield from Number("blast-number", "theirs", 1, 20, default=3)
    attack_on = Attack(kind, number)
    if squad.acts:
        squad, attack_on = yield from _react(rules, squad, attack_on)
    if squad.standing == "gone":
        return squad
    squad = yield from strike(rules, squad, attack_on)
    return squad


def _react(rules: Rules, squad: Squad, attack_on: Attack) -> Procedure[tuple[Squad, Attack]]:
    """A command as a reaction to being shot at; asked only where there is one (O3, S10)."""
    moment: Moment = "template" if attack_on.kind in TEMPLATES else "any" if attack_on.kind == "melee" else "shot-at"
    able = [one for one in commands_of(rules, squad) if one.when != "turn" and why_not(squad, one, moment) is None]
    if not able:
        return squad, attack_on
    command = yield from choose("reaction", rules, squad, able, moment, NOTHING)
    if command is None:
        return squad, attack_on
    squad, tested = yield from give(rules, squad, command, moment)
    if tested and tested.passed:
        if command.does == "scatter":
            attack_on = replace(attack_on, saved=tested.degrees)
        elif command.does == "evade":
            attack_on = replace(attack_on, avoided=hits_evaded(rules, tested))
    return squad, attack_on


def _sector(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """An enemy appears in the sector that is watched (overwatch)."""
    if squad.watched and rules.settings["overwatch_once_per_round"]:
        yield from Event("watched-already", {"squad": squad})
    yield from Event("sector-entered", {"squad": squad})
    squad, _ = yield from attack(rules, replace(squad, watched=True), rules.commands[OVERWATCH], others=False)
    return squad


def _met(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """Somebody sane meets the band in battle for the first time (sanity-is-weakness)."""
    ability = permanent(rules, squad)
    assert ability
    value = yield from Number("met-willpower", "theirs", 1, 120, default=35, args={"squad": squad})
    other = yield from Number("other-modifier", "mine", -60, 60, default=0, args={"squad": squad})
    base = Modifier("wp", rules.characteristics["wp"].name, value)
    parts = [
        difficulty(rules, ability.difficulty),
        by_magnitude(rules, squad, ability.per_magnitude),
        Modifier("as-given", None, other),
    ]
    tested = yield from take_test(rules, "met-test", "theirs", target(rules, base, parts), {"squad": squad})
    event = "met-bravely" if tested.passed else "met-badly" if tested.degrees <= BADLY else "met-shaken"
    yield from Event(event, {"squad": squad})
    return squad


def _pain(_rules: Rules, squad: Squad) -> Procedure[Squad]:
    gained = yield from Number("pain-gained", "mine", 0, 20, default=1, args={"squad": squad})
    yield from Event("pain", {"squad": squad, "gained": gained, "pain": squad.pain + gained})
    return replace(squad, pain=squad.pain + gained)


def _reaction(rules: Rules, squad: Squad) -> Procedure[Squad]:
    able = [one for one in commands_of(rules, squad) if one.when == "any" and why_not(squad, one, "any") is None]
    command = yield from choose("reaction", rules, squad, able, "any", NOTHING)
    if command:
        squad, _ = yield from give(rules, squad, command, "any")
    return squad


Happening: TypeAlias = Callable[[Rules, Squad], Procedure[Squad]]
HAPPENINGS: Mapping[str, Happening] = {
    "sector": _sector,
    "fear": fear,
    "pinning": pinning,
    "met": _met,
    "pain": _pain,
    "reaction": _reaction,
    "commander-lost": commander_lost,
    "rally": rally,
}
