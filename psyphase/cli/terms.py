"""On what terms something is played. What asks people and what draws is imported elsewhere: rosters by the thousand need neither."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from psyphase.cli.config import rules_folders, setting_changes
from psyphase.games.roster import Army
from psyphase.games.session import Session, open_session
from psyphase.tables.names import Language


class Terms(Struct, frozen=True):
    """On what terms something is played, as the command line has them: answers, folders and settings are not looked at yet."""

    language: Language
    seed: str | None = None
    answers: tuple[str, ...] = ()
    yes: bool = False
    real_dice: bool = False
    plain: bool = False
    rules: tuple[Path, ...] = ()
    changes: tuple[str, ...] = ()
    journal: Path | None = None


def open_on(terms: Terms, verb: str, armies: Sequence[Army]) -> Session:
    """A session of a verb with the tables and settings of the terms. Raises PsyphaseError."""
    changes = setting_changes(armies[0].system.id, terms.changes)
    return open_session(verb, armies, rules_folders(terms.rules), *changes)
