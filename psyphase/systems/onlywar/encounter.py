"""An encounter, round by round (onlywar S6, O1-O4): whose turn, what happens to a squad, the end of a round."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Procedure
from psyphase.systems.onlywar.adjust import adjust, squad_state
from psyphase.systems.onlywar.availability import command_note, why_not
from psyphase.systems.onlywar.commands import give
from psyphase.systems.onlywar.incidents import resolve_attack, something_happens
from psyphase.systems.onlywar.model import Command, Roster, Rules
from psyphase.systems.onlywar.morale import morale, unpin
from psyphase.systems.onlywar.squad import HALF_ACTIONS, Encounter, InPlay, Squad, commands_of, new_encounter, permanent

HAPPENS, ADJUST, ROUND_OVER, END, END_TURN = "happens", "correct", "round-over", "end", "end-turn"
ATTACKED = "hit/"
"""No key of a squad has a slash."""


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
    own = rules.factions[entry.faction].commands
    for id in (id for id in entry.commands if id not in own):
        yield from Event("foreign-command", {"squad": squad, "command": rules.commands[id]})
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
        choice = yield from _what_next(encounter)
        if choice == END:
            return encounter, True
        if choice == ROUND_OVER:
            break
        encounter = yield from _happens(rules, encounter, choice)
    for squad in encounter.squads:
        # Who has not acted has let the turn go by: what ends with it ends.
        if squad.acts and not squad.acted:
            passed = yield from _over(squad, "start")
            passed = yield from _over(passed, "end")
            encounter = encounter.with_squad(passed)
    return encounter, False


def _what_next(encounter: Encounter) -> Procedure[Squad | Struck | str]:
    yield from Event("status", {"round": encounter.round, "states": _states(encounter)})
    waiting = {squad.id: squad for squad in encounter.squads if squad.acts and not squad.acted}
    struck = {f"{ATTACKED}{squad.id}": Struck(squad) for squad in encounter.squads if squad.standing != "gone"}
    ways: dict[str, Squad | Struck | str] = {**waiting, **struck, **{key: key for key in (HAPPENS, ROUND_OVER, ADJUST, END)}}
    return (
        yield from Decision(
            "next",
            "mine",
            ways,
            default=next(iter(waiting), ROUND_OVER),
            notes={id: Event("acts-now", {"state": squad_state(squad)}) for id, squad in waiting.items()},
            # There is no last round: whatever does not end the encounter leads back here.
            loops_back=frozenset(ways) - {END},
            ends=END,
            args={"round": encounter.round},
        )
    )


def _happens(rules: Rules, encounter: Encounter, choice: Squad | Struck | str) -> Procedure[Encounter]:
    if isinstance(choice, Struck):
        squad = yield from resolve_attack(rules, choice.squad)
        return encounter.with_squad(squad)
    if isinstance(choice, Squad):
        squad = yield from squad_turn(rules, choice)
        return encounter.with_squad(squad)
    return (yield from adjust(rules, encounter) if choice == ADJUST else something_happens(rules, encounter))


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
    return (
        yield from Decision(
            "command",
            "mine",
            ways,
            {id: why for id, why in reasons.items() if why},
            next(iter(attacks), END_TURN),
            notes={id: command_note(rules, squad, one) for id, one in legal.items()},
            args={"squad": squad, "actions": squad.actions, "names": {one.id: one for one in commands}},
        )
    )


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
