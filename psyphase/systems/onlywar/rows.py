"""A squad at a glance: nothing is rolled at random before an encounter (onlywar S1, S3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from psyphase.engine.procedure import Event
from psyphase.systems.onlywar.model import Command, Faction, Permanent, Rules
from psyphase.systems.onlywar.roster import Roster
from psyphase.systems.onlywar.squad import commands_of, new_squad
from psyphase.systems.shared.loading import has_text


def summary(_rules: Rules, roster: Roster) -> dict[str, Any]:
    """`faction`, `magnitude`, the name of the `commander`, and the ids of special `commands`."""
    return {
        "system": roster.system,
        "name": roster.name,
        "faction": roster.faction,
        "magnitude": roster.subordinates.magnitude,
        "commander": roster.commander.name,
        "commands": list(roster.commands),
    }


def rows(rules: Rules, roster: Roster) -> list[dict[str, Any]]:
    """One row for every command that the squad may be given."""
    squad = new_squad("squad", roster, rules)
    return [{"unit": roster.name, **_row(one)} for one in commands_of(rules, squad) if squad.troops or not one.troops]


def lookup(rules: Rules, part: str) -> list[dict[str, Any]]:
    """Rows for every command and permanent ability that has some text in its id or in a name of any language."""
    return [row for faction in rules.factions.values() for thing, row in _rows(faction) if has_text(thing, part)]


def _rows(faction: Faction) -> Iterator[tuple[Permanent | Command, dict[str, Any]]]:
    own = faction.permanent
    if own:
        yield own, {"command": own.name, "action": Event("action-permanent"), "subtypes": "", "effect": own.effect}
    for command in faction.commands.values():
        yield command, _row(command)


def _row(command: Command) -> dict[str, Any]:
    return {
        "command": command.name,
        "action": Event(f"action-{command.action}"),
        "subtypes": tuple(Event(f"subtype-{subtype}") for subtype in command.subtypes),
        "effect": command.effect,
    }
