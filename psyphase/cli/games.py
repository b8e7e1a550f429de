"""The games in the user's folder: what they are and which one is meant."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from psyphase.cli.language import _
from psyphase.cli.options import app_folder
from psyphase.cli.render import is_dumb
from psyphase.cli.wording import clean
from psyphase.errors import PsyphaseError

MOST_SHOWN = 20


class Kept(NamedTuple):
    """A game in the folder: its journal, when it was last played, its armies and how many answers it has."""

    path: Path
    played: float
    armies: tuple[str, ...]
    answers: int

    @property
    def label(self) -> str:
        """One line about it."""
        day = datetime.fromtimestamp(self.played).strftime("%Y-%m-%d %H:%M")  # noqa: DTZ006  the time at the table
        return _("{day}  {armies}, {count} answers").format(
            day=day, armies=_(" against ").join(map(clean, self.armies)), count=self.answers
        )


def games() -> Iterator[Kept]:
    """The games in the folder, the newest first; files that are none are left out."""
    from psyphase.journal import read_script

    folder = app_folder() / "games"
    paths = sorted(folder.glob("*.yaml"), key=lambda path: path.stat().st_mtime, reverse=True) if folder.is_dir() else []
    for path in paths[:MOST_SHOWN]:
        try:
            script = read_script(path)
        except PsyphaseError:
            continue
        yield Kept(path, path.stat().st_mtime, tuple(army.roster.name for army in script.armies), len(script.play))


def chosen_game(plain: bool) -> Path:
    """The one game there is, or the one the user picks."""
    found = list(games())
    if not found:
        raise PsyphaseError(f"no game in {app_folder() / 'games'}; begin one with: psyphase phase MINE THEIRS")
    if len(found) == 1:
        return found[0].path
    chosen = ask_one(_("Which game?"), {str(kept.path): kept.label for kept in found}, plain)
    return Path(chosen)


def ask_one(question: str, labels: Mapping[str, str], plain: bool = False) -> str:
    """One of several things outside a game: with arrow keys, or by number."""
    keys = list(labels)
    if plain or is_dumb() or not sys.stdin.isatty():
        print(question)
        for number, label in enumerate(labels.values(), 1):
            print(f"{number:3}  {label}")
        print("[1]> ", end="", flush=True)
        word = _line() or "1"
        if not (word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= len(keys)):
            raise PsyphaseError(f"expected a number from 1 to {len(keys)}, got {word[:20]!r}")
        return keys[int(word) - 1]
    import questionary

    choices = [questionary.Choice(label, key) for key, label in labels.items()]
    return str(questionary.select(question, choices=choices, instruction=" ", erase_when_done=True).unsafe_ask())


def ask_line(question: str) -> str:
    """A line outside a game."""
    print(f"{question}> ", end="", flush=True)
    return _line()


def _line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt  # the end of input leaves, as Ctrl-C does
    return line.strip()
