"""A squad's own turn (onlywar O1-O4): morale first, then commands, and effects that end with it."""

from __future__ import annotations

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Procedure
from psyphase.systems.onlywar.adjust import adjust
from psyphase.systems.onlywar.availability import command_note, why_not
from psyphase.systems.onlywar.commands import give_command
from psyphase.systems.onlywar.effects import end_effects
from psyphase.systems.onlywar.model import Command, Rules
from psyphase.systems.onlywar.morale import morale, unpin
from psyphase.systems.onlywar.squad import HALF_ACTIONS, Encounter, Squad, Turn, commands_of
from psyphase.systems.shared.turns import ADJUST

END_TURN = "end-turn"


def squad_turn(rules: Rules, encounter: Encounter, squad: Squad) -> Procedure[Encounter]:
    """Morale first (M4), then commands until the actions are used up (O3); anything may be set right between them."""
    yield from Event("squad-turn", {"squad": squad})
    squad = replace(squad, turn=Turn(active=True, actions=HALF_ACTIONS)).with_round(acted=True)
    squad = yield from end_effects(squad, "start")
    if squad.due:
        squad = yield from morale(rules, squad)
    while squad.acts and squad.turn.active:
        command = yield from _choose_command(rules, squad)
        if command is None:
            break
        if isinstance(command, str):
            encounter = yield from adjust(rules, encounter.with_squad(squad))
            squad = encounter.squad(squad.id)
            continue
        squad, _ = yield from give_command(rules, squad, command, "turn")
    if squad.standing == "squad":
        squad = yield from end_effects(squad, "end")
        if squad.pinned:
            squad = yield from unpin(rules, squad)
    return encounter.with_squad(squad.with_turn(active=False, actions=0))


def _choose_command(rules: Rules, squad: Squad) -> Procedure[Command | str | None]:
    """Legal commands, the rest with their reasons (O5, O6); ADJUST, or None, which ends the turn."""
    commands = commands_of(rules, squad)
    reasons = {one.id: why_not(rules, squad, one, "turn") for one in commands}
    legal = {one.id: one for one in commands if reasons[one.id] is None}
    if not squad.turn.actions and not legal:
        return None
    ways: dict[str, Command | str | None] = {**legal, END_TURN: None, ADJUST: ADJUST}
    attacks = [id for id, one in legal.items() if "attack" in one.subtypes and squad.turn.actions]
    return (
        yield from Decision(
            "command",
            "mine",
            ways,
            {id: why for id, why in reasons.items() if why},
            next(iter(attacks), END_TURN),
            notes={id: command_note(rules, squad, one) for id, one in legal.items()},
            loops_back=frozenset({ADJUST}),
            args={"squad": squad, "actions": squad.turn.actions, "names": {one.id: one for one in commands}},
        )
    )
