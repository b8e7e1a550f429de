"""Which commands may be given now, and what their tests are rolled against (onlywar O1-O7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Procedure
from psyphase.systems.onlywar.attacks_by import main_weapon
from psyphase.systems.onlywar.model import Command, Rules, Test
from psyphase.systems.onlywar.morale import LEADERSHIP, command_skill
from psyphase.systems.onlywar.profiles import base_of, is_told
from psyphase.systems.onlywar.squad import HALF_ACTIONS, Squad, target_of
from psyphase.systems.shared.ask import first_reason
from psyphase.tables.sums import Modifier, Sum

NO_REACTION = "no-reaction"
PAIN_COMMANDS = ("restore", "terrify")
Moment: TypeAlias = Literal["turn", "shot-at", "template", "any"]


class Order(Struct, frozen=True):
    """A command that a squad would be given now: in its own turn, or as a reaction."""

    rules: Rules
    squad: Squad
    command: Command
    moment: Moment

    @property
    def reacts(self) -> bool:
        """Whether it would spend the reaction instead of actions."""
        return self.moment != "turn" or self.command.action == "reaction"

    @property
    def cost(self) -> int:
        """The half actions it takes in the own turn."""
        return 1 if self.command.action in ("half", "half-or-reaction") else HALF_ACTIONS


def why_not(rules: Rules, squad: Squad, command: Command, moment: Moment) -> Event | None:
    """The first reason against giving a command now."""
    return first_reason(REASONS, Order(rules, squad, command, moment))


def _only_troops(order: Order) -> Event | None:
    return Event("troops-only") if order.command.troops and not order.squad.troops else None


def _spent(order: Order) -> Event | None:
    spent = order.command.uses == "scene" and order.command.id in order.squad.spent
    return Event("once-a-scene") if spent else None


def _no_pain(order: Order) -> Event | None:
    return Event("no-pain-points") if order.command.does in PAIN_COMMANDS and not order.squad.pain else None


def _nobody_to_restore(order: Order) -> Event | None:
    return Event("nobody-to-restore") if order.command.does == "restore" and not order.squad.lost_before else None


def _has_attacked(order: Order) -> Event | None:
    return Event("one-attack-a-round") if "attack" in order.command.subtypes and order.squad.round.attacked else None


def _has_concentrated(order: Order) -> Event | None:
    again = "concentration" in order.command.subtypes and order.squad.round.concentrated
    return Event("one-concentration-a-round") if again else None


def _has_reacted(order: Order) -> Event | None:
    return Event("reaction-spent") if order.reacts and order.squad.round.reacted else None


def _is_pinned(order: Order) -> Event | None:
    full = not order.reacts and order.command.action == "full"
    return Event("pinned-half-only") if full and order.squad.pinned else None


def _no_actions(order: Order) -> Event | None:
    if order.reacts or order.cost <= order.squad.turn.actions:
        return None
    return Event("needs-a-full-action" if order.cost == HALF_ACTIONS else "no-actions-left")


def _no_weapon(order: Order) -> Event | None:
    repeats = order.command.repeats
    hits = order.command.hits if repeats == "none" else order.rules.commands[repeats].hits
    return Event("no-main-weapon") if hits != "none" and main_weapon(order.squad, hits) is None else None


def _not_told(order: Order) -> Event | None:
    """A command of another side, learned in play, may test what the file does not tell."""
    test, squad, rules = order.command.test, order.squad, order.rules
    if test == "none":
        return None
    on = tested_on(rules, squad, order.command)
    profile = squad.entry.commander if test.who == "commander" else squad.entry.subordinates
    if is_told(rules, profile, on):
        return None
    return Event("not-told", {"name": profile.name, "characteristic": rules.characteristics[base_of(rules, on)]})


def _not_now(order: Order) -> Event | None:
    return None if _is_now(order) else Event(f"only-{order.command.when}")


REASONS = (
    *(_only_troops, _spent, _no_pain, _nobody_to_restore, _has_attacked, _has_concentrated, _has_reacted),
    *(_is_pinned, _no_actions, _no_weapon, _not_told, _not_now),
)
"""In the order in which they are told."""


def _is_now(order: Order) -> bool:
    """Whether this is the moment of a command (O1)."""
    when, moment = order.command.when, order.moment
    if when == "turn":
        return moment == "turn"
    if when == "after-run":
        return moment == "turn" and order.squad.turn.ran
    if when == "any":
        return True
    return moment == when or (moment == "template" and when == "shot-at")


def tested_on(rules: Rules, squad: Squad, command: Command) -> str:
    """The characteristic or skill of a command's test; some may command by Intimidate where that is higher."""
    assert command.test != "none"
    return command_skill(rules, squad) if command.test.on == LEADERSHIP[0] else command.test.on


def against(rules: Rules, squad: Squad, command: Command, *others: Modifier) -> Sum:
    """What a command's test is rolled against."""
    test = command.test
    assert isinstance(test, Test)
    test = replace(test, difficulty=difficulty_of(rules, command, test))
    return target_of(rules, squad, test, *others, on=tested_on(rules, squad, command))


def difficulty_of(rules: Rules, command: Command, test: Test) -> str:
    """How hard a command's test is: what the table says, but for the one that contradicts itself (C1)."""
    return rules.settings.rejoice_difficulty if command.does == "heal" else test.difficulty


def choose_reaction(rules: Rules, squad: Squad, commands: Sequence[Command]) -> Procedure[Command | None]:
    """One of some commands that may be given as a reaction now, or none."""
    ways: dict[str, Command | None] = {**{one.id: one for one in commands}, NO_REACTION: None}
    notes = {one.id: command_note(rules, squad, one) for one in commands}
    return (yield from Decision("reaction", "mine", ways, default=NO_REACTION, notes=notes, args={"squad": squad}))


def command_note(rules: Rules, squad: Squad, command: Command) -> Event:
    """What a command costs, and what its test is rolled against."""
    action = Event(f"action-{command.action}")
    if command.test == "none":
        return Event("command-note", {"action": action})
    return Event("command-note-test", {"action": action, "target": against(rules, squad, command)})
