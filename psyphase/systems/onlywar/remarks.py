"""What the tables of squads hold that no rule reads: entries that are text only, and words for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import get_args

from psyphase.systems.onlywar.attacks_on import AttackKind
from psyphase.systems.onlywar.model import (
    UNREAD_BONUSES,
    AbilityWord,
    Command,
    CommandWord,
    Figures,
    Permanent,
    Quality,
    Rules,
    SettingsInForce,
)
from psyphase.systems.onlywar.tables import LISTS, TESTED_FOR
from psyphase.systems.shared.remarks import text_only, unread_names
from psyphase.tables.library import Library
from psyphase.tables.remarks import Remark

COMMAND_WORDS: frozenset[CommandWord] = frozenset(get_args(CommandWord))
LASTING: frozenset[CommandWord] = frozenset(
    {"move", "watch", "last", "own-fire-on-doubles", "reroll-once-a-turn", "learn", "run-faster", "terrify", "heal", "field"}
)
"""What brings an effect into play."""
READ_BY: Mapping[str, AbstractSet[CommandWord]] = {
    "test": COMMAND_WORDS - {"move", "restore", "terrify"},
    "hits": {"attack", "volley", "suppress", "watch"},
    "extra_move": {"move"},
    "repeats": {"two-volleys"},
    **dict.fromkeys(("lasts", "bonuses", "grants"), LASTING),
}
"""Keys of a command that only some procedures read."""
BY_MAGNITUDE: tuple[AbilityWord, ...] = ("brave-by-magnitude", "surprise-bonus", "shakes-who-meets")


def remarks(rules: Rules, library: Library) -> Iterator[Remark]:
    """Everything in the tables that changes nothing in play."""
    yield from unread_names(library, rules.declared, SettingsInForce, Figures)
    yield from text_only("qualities.yaml", {id: _quality_does(one) for id, one in rules.qualities.items()})
    for faction in rules.factions.values():
        file = f"{LISTS}{faction.id}.yaml"
        if faction.permanent:
            yield from _of_ability(file, faction.permanent)
        yield from text_only(file, {id: _command_does(one) for id, one in faction.commands.items()})
        for command in faction.commands.values():
            yield from _of_command(file, command)


def _quality_does(quality: Quality) -> bool:
    """Attacks by a template are of a kind that the rules know; any other quality does what it says."""
    return quality.does != "none" or quality.id in get_args(AttackKind)


def _command_does(command: Command) -> bool:
    read = [bonus for bonus in command.bonuses if bonus.on not in UNREAD_BONUSES]
    return command.does != "last" or bool(read or command.grants)


def _of_command(file: str, command: Command) -> Iterator[Remark]:
    for bonus in command.bonuses:
        if bonus.on in UNREAD_BONUSES:
            yield Remark(file, command.id, "nothing reads", "bonuses", bonus.on)
    for key, words in READ_BY.items():
        if command.does not in words and getattr(command, key) not in ("none", ()):
            yield Remark(file, command.id, "nothing reads", key, key)


def _of_ability(file: str, ability: Permanent) -> Iterator[Remark]:
    if not ability.does:
        yield Remark(file, "", "text only", "permanent", ability.id)
    if ability.difficulty != "none" and not set(ability.does) & set(TESTED_FOR):
        yield Remark(file, "", "nothing reads", "permanent", f"difficulty of {ability.id}")
    if ability.per_magnitude and not set(ability.does) & set(BY_MAGNITUDE):
        yield Remark(file, "", "nothing reads", "permanent", f"per_magnitude of {ability.id}")
