"""An encounter, round by round (onlywar S6, O1-O4): whose turn, what happens to a squad, the end of a round."""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Procedure
from psyphase.systems.onlywar.adjust import adjust, squad_state
from psyphase.systems.onlywar.effects import end_effects
from psyphase.systems.onlywar.incidents import play_incident, resolve_attack
from psyphase.systems.onlywar.model import Rules
from psyphase.systems.onlywar.roster import Roster
from psyphase.systems.onlywar.squad import Encounter, Round, Squad, new_encounter, permanent
from psyphase.systems.onlywar.turn import squad_turn
from psyphase.systems.shared.opening import tell_settings
from psyphase.systems.shared.turns import ADJUST, END, play_turns

HAPPENS, ROUND_OVER = "happens", "round-over"
ATTACKED = "hit/"
"""No key of a squad has a slash."""


def play_encounter(rules: Rules, *rosters: Roster) -> Procedure[Encounter]:
    """Rounds until the game master ends the encounter."""
    yield from tell_settings(rules.declared)
    encounter = new_encounter(rosters, rules)
    for squad in encounter.squads:
        yield from _introduce(rules, squad)
    return (yield from play_turns(encounter, _begin_round, partial(_round, rules), _end_round))


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


def _begin_round(encounter: Encounter) -> Procedure[tuple[Encounter, bool]]:
    yield from Event("round-begins", {"round": encounter.round})
    for squad in encounter.squads:
        yield from Event("squad-stands", {"squad": squad, "name": squad.name, "state": squad_state(squad)})
    return encounter, False


def _round(rules: Rules, encounter: Encounter) -> Procedure[tuple[Encounter, bool]]:
    """Turns and whatever happens between them; and whether it ends the encounter."""
    while True:
        choice = yield from _what_next(encounter)
        if choice in (END, ROUND_OVER):
            return encounter, choice == END
        encounter = yield from _happens(rules, encounter, choice)


def _end_round(encounter: Encounter) -> Procedure[tuple[Encounter, bool]]:
    """What ends with turns that were let go by ends; what may be done once a round may be done again (O2, O3)."""
    for squad in encounter.squads:
        if squad.acts and not squad.round.acted:
            passed = yield from end_effects(squad, "start")
            passed = yield from end_effects(passed, "end")
            encounter = encounter.with_squad(passed)
    for squad in encounter.squads:
        new = replace(squad, round=Round(start=squad.magnitude), lost_before=squad.round.lost)
        # Who has no turn any more has rounds all the same.
        encounter = encounter.with_squad(new if new.acts else (yield from end_effects(new, "start")))
    return replace(encounter, round=encounter.round + 1), False


def _what_next(encounter: Encounter) -> Procedure[Squad | AttackOn | str]:
    yield from Event("status", {"round": encounter.round, "states": _states(encounter)})
    waiting = {squad.id: squad for squad in encounter.squads if squad.acts and not squad.round.acted}
    struck = {f"{ATTACKED}{squad.id}": AttackOn(squad) for squad in encounter.squads if squad.standing != "gone"}
    ways: dict[str, Squad | AttackOn | str] = {**waiting, **struck, **{key: key for key in (HAPPENS, ROUND_OVER, ADJUST, END)}}
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


def _happens(rules: Rules, encounter: Encounter, choice: Squad | AttackOn | str) -> Procedure[Encounter]:
    if isinstance(choice, AttackOn):
        squad = yield from resolve_attack(rules, choice.squad)
        return encounter.with_squad(squad)
    if isinstance(choice, Squad):
        return (yield from squad_turn(rules, encounter, choice))
    return (yield from adjust(rules, encounter) if choice == ADJUST else play_incident(rules, encounter))


class AttackOn(Struct, frozen=True):
    """An attack on a squad, the most frequent thing that happens to one."""

    squad: Squad

    @property
    def name(self) -> Event:
        """What it says in the menu."""
        return Event("is-attacked", {"squad": self.squad})


def _states(encounter: Encounter) -> tuple[Event, ...]:
    return tuple(
        Event("squad-short", {"squad": one, "name": one.name, "magnitude": one.magnitude, "state": squad_state(one)})
        for one in encounter.squads
    )
