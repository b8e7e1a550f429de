"""The user's own folder: settings that stay, tables, games."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import typer

from psyphase.cli.options import pairs
from psyphase.errors import AnswerError


def app_folder() -> Path:
    """The user's folder for settings, own tables and games (PSYPHASE_HOME, else where the platform keeps them)."""
    return Path(os.environ.get("PSYPHASE_HOME") or typer.get_app_dir("psyphase"))


def games_folder() -> Path:
    """Where games are kept."""
    return app_folder() / "games"


def rules_folders(wanted: Sequence[Path]) -> list[Path]:
    """The user's own folder of tables, then those of --rules. Raises AnswerError for one that is not there."""
    from psyphase.systems import SYSTEMS
    from psyphase.text import any_of

    for folder in wanted:
        if not folder.is_dir():
            raise AnswerError("--rules: no such folder: {folder}", folder=folder)
        if not any((folder / name).is_dir() for name in SYSTEMS):
            known = any_of(list(SYSTEMS))
            raise AnswerError("--rules: no folder of a system in {folder}, expected {known}", folder=folder, known=known)
    own = app_folder() / "rules"
    if os.path.lexists(own) and not own.is_dir():
        raise AnswerError("{path}: expected a folder of tables", path=own)
    return [*([own] if own.is_dir() else []), *wanted]


def setting_changes(system: str, words: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Settings from the user's config file, then those of --set."""
    return _config(system), dict(pairs(words, "--set"))


def _config(system: str) -> dict[str, str]:
    """The settings of a system in config.yaml: `settings: {system: {name: value}}`. Raises RulesError."""
    path = app_folder() / "config.yaml"
    if not os.path.lexists(path):
        return {}
    from psyphase.files import read_text
    from psyphase.games.script import located_settings
    from psyphase.systems import SYSTEMS, library_of
    from psyphase.tables.document import Document

    text = read_text(path)
    if all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines()):
        return {}
    document = Document(path, text)
    nodes = document.mapping(("settings",), ())
    systems = document.pairs(nodes.get("settings"), tuple(SYSTEMS))
    declared = library_of(system).settings()
    changes = located_settings(document, systems.get(system), declared)
    document.finish()
    return changes
