"""The games in the user's folder: what they are and which one is meant."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from psyphase.cli.language import _
from psyphase.cli.options import app_folder
from psyphase.cli.render import is_dumb, plain_line
from psyphase.cli.wording import clean
from psyphase.errors import PsyphaseError

if TYPE_CHECKING:
    from psyphase.journal import Script
    from psyphase.play import Source, Tell, Told
    from psyphase.session import Session

MOST_SHOWN = 20


class Kept(NamedTuple):
    """A game in the folder: its journal, when it was last played, its armies and how far it has come."""

    path: Path
    played: float
    armies: tuple[str, ...]
    stands: str

    @property
    def label(self) -> str:
        """One line about it."""
        day = datetime.fromtimestamp(self.played).strftime("%Y-%m-%d %H:%M")  # noqa: DTZ006  the time at the table
        return _("{day}  {armies}: {stands}").format(
            day=day, armies=_(" against ").join(map(clean, self.armies)), stands=self.stands
        )


class Back(Exception):
    """Esc at a question outside a game."""


def kept_game(word: Path) -> Path:
    """A game by its path, or by a part of its name that only one game in the folder has."""
    if word.exists() or word.parent != Path():
        return word
    found = [path for path in (app_folder() / "games").glob("*.yaml") if str(word) in path.name]
    return found[0] if len(found) == 1 else word


def file_of_a_new_game(name: str) -> Path:
    """A journal of its own for every game, by day and number."""
    from datetime import date

    stem = f"{date.today():%Y-%m-%d}-{name}"  # noqa: DTZ011  the day where the table stands
    number = 1
    while (path := app_folder() / "games" / f"{stem}-{number}.yaml").exists():
        number += 1
    return path


def any_game() -> bool:
    """Whether there is something in the folder to go on with."""
    return any((app_folder() / "games").glob("*.yaml"))


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
        armies = tuple(army.roster.name for army in script.armies)
        yield Kept(path, path.stat().st_mtime, armies, _stands(script))


def _stands(script: Script) -> str:
    """How far a game has come: its last heading, with the turn and whose phase it is."""
    from psyphase.cli.wording import Wording
    from psyphase.procedure import Event

    told: list[Told] = []
    over = ""
    with contextlib.suppress(PsyphaseError):  # it may not fit today's rules
        over = _(" (over)") if is_over(script, replay(script, [], told.append)) else ""
    words = Wording(script.armies[0].system.id, "en", tuple(army.roster.name for army in script.armies))
    headings = [one for one in told if isinstance(one, Event) and one.id in words.sentences.headings]
    return (words.say(headings[-1]) if headings else _("not begun")) + over


def replay(script: Script, rules: Sequence[Path], tell: Tell, *after: Source) -> Session:
    """Play a game again as far as it went; `after` answers what comes after its entries. Raises PsyphaseError."""
    from psyphase.errors import Unanswered
    from psyphase.play import Journal, Recorded, play
    from psyphase.session import open_session

    session = open_session(script.procedure, script.armies, rules, script.settings)
    with contextlib.suppress(Unanswered):  # the game may not be over
        play(session.start(), Recorded(tuple(Journal(script.play).entries)), *after, journal=Journal(), tell=tell)
    return session


def is_over(script: Script, session: Session) -> bool:
    """Whether a game has been played to its end. Raises PsyphaseError where it does not fit today's rules."""
    from psyphase.errors import Unanswered
    from psyphase.play import Journal, Recorded, play

    try:
        play(session.start(), Recorded(tuple(Journal(script.play).entries)), journal=Journal())
    except Unanswered:
        return False
    return True


def say_what_differs(script: Script, session: Session) -> None:
    """Say on stderr what of a file is left out, and that it was played with other rules."""
    if script.torn:
        typer.echo(f"psyphase: {script.path}: the last line was not finished and is left out", err=True)
    if script.rules and script.rules != session.fingerprint:
        typer.echo(f"psyphase: {script.path}: the rules have changed since it was played", err=True)


def chosen_game(plain: bool) -> Path:
    """The one game there is, or the one the user picks: the newest first."""
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
            plain_line(f"{number:3}  {label}")
        print("[1]> ", end="", flush=True)
        word = _line() or "1"
        if not (word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= len(keys)):
            raise PsyphaseError(f"expected a number from 1 to {len(keys)}, got {word[:20]!r}")
        return keys[int(word) - 1]
    import questionary

    from psyphase.cli.menus import broken, with_escape

    choices = [questionary.Choice("\n     ".join(broken(label, 6)), key) for key, label in labels.items()]
    asked = questionary.select(question, choices=choices, instruction=" ", erase_when_done=True)
    with_escape(asked.application.key_bindings, Back())
    chosen = asked.unsafe_ask()
    if chosen not in labels:
        raise Back
    return str(chosen)


def ask_line(question: str) -> str:
    """A line outside a game."""
    print(f"{question}> ", end="", flush=True)
    return _line()


def _line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt  # the end of input leaves, as Ctrl-C does
    return line.strip()
