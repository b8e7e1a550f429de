"""Which commands may be given now, and what their tests are rolled against (onlywar O1-O7)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Procedure
from psyphase.systems.onlywar.attacks_by import main_weapon
from psyphase.systems.onlywar.model import Command, Rules, Test
from psyphase.systems.onlywar.morale import command_skill
from psyphase.systems.onlywar.squad import HALF_ACTIONS, Squad, target_of
from psyphase.tables.sums import Modifier, Sum

PAIN_COMMANDS = ("restore", "terrify")
Moment: TypeAlias = Literal["turn", "shot-at", "template", "any"]


def why_not(squad: Squad, command: Command, moment: Moment) -> Event | None:
    """The first reason against giving a command now: in the own turn, or as a reaction."""
    turn = moment == "turn" and command.action != "reaction"
    half = 1 if command.action in ("half", "half-or-reaction") else HALF_ACTIONS
    reasons = (
        (command.troops and not squad.troops, Event("troops-only")),
        (command.uses == "scene" and command.id in squad.spent, Event("once-a-scene")),
        (command.does in PAIN_COMMANDS and not squad.pain, Event("no-pain-points")),
        (command.does == "restore" and not squad.lost_before, Event("nobody-to-restore")),
        ("attack" in command.subtypes and squad.attacked, Event("one-attack-a-round")),
        ("concentration" in command.subtypes and squad.concentrated, Event("one-concentration-a-round")),
        (not turn and squad.reacted, Event("reaction-spent")),
        (turn and command.action == "full" and squad.pinned, Event("pinned-half-only")),
        (turn and half > squad.actions, Event("needs-a-full-action" if half == HALF_ACTIONS else "no-actions-left")),
        (command.hits != "none" and main_weapon(squad, command.hits) is None, Event("no-main-weapon")),
        (command.does == "two-volleys" and squad.entry.subordinates.ranged is None, Event("no-main-weapon")),
        (not _is_now(squad, command, moment), Event(f"only-{command.when}")),
    )
    return next((why for applies, why in reasons if applies), None)


def _is_now(squad: Squad, command: Command, moment: Moment) -> bool:
    """Whether this is the moment of a command (O1)."""
    if command.when == "turn":
        return moment == "turn"
    if command.when == "after-run":
        return moment == "turn" and squad.ran
    if command.when == "any":
        return True
    return moment == command.when or (moment == "template" and command.when == "shot-at")


def tested_on(rules: Rules, squad: Squad, command: Command) -> str:
    """The characteristic or skill of a command's test; an ork commands by Intimidate where that is higher."""
    assert command.test != "none"
    return command_skill(rules, squad) if command.test.on == "command" else command.test.on


def against(rules: Rules, squad: Squad, command: Command, *others: Modifier) -> Sum:
    """What a command's test is rolled against."""
    test = command.test
    assert isinstance(test, Test)
    test = replace(test, difficulty=difficulty_of(rules, command, test))
    return target_of(rules, squad, test, *others, on=tested_on(rules, squad, command))


def difficulty_of(rules: Rules, command: Command, test: Test) -> str:
    """How hard a command's test is: what the table says, but for the one that contradicts itself (C1)."""
    return str(rules.settings["rejoice_difficulty"]) if command.does == "heal" else test.difficulty


def choose(id: str, rules: Rules, squad: Squad, commands: list[Command], moment: Moment, leave: str) -> Procedure[Command | None]:
    """Choose among commands; those that are not legal stand beside with their reason. None: nothing, by the key `leave`."""
    legal = {one.id: one for one in commands if why_not(squad, one, moment) is None}
    ways: dict[str, Command | None] = {**legal, leave: None}
    notes = {key: command_note(rules, squad, one) for key, one in legal.items()}
    return (yield from Decision(id, "mine", ways, default=leave, notes=notes, args={"squad": squad}))


def command_note(rules: Rules, squad: Squad, command: Command) -> Event:
    """What a command costs, and what its test is rolled against."""
    action = Event(f"action-{command.action}")
    if command.test == "none":
        return Event("command-note", {"action": action})
    return Event("command-note-test", {"action": action, "target": against(rules, squad, command)})
