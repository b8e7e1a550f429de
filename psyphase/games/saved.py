"""The games in a folder: what they are, how far they have come, and which one is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from psyphase.errors import Misfit, Problem, PsyphaseError, RulesError, Unanswered
from psyphase.files import short_path
from psyphase.text import Phrase, clean
from psyphase.words.catalogue import _

if TYPE_CHECKING:
    from psyphase.engine.journal import Entry, Journal
    from psyphase.engine.play import Narration, Report, Source
    from psyphase.games.script import Script
    from psyphase.games.session import Session

MOST_SHOWN = 20
ENTRY_COLUMN = 3
"""Where an entry begins on its line, after the dash."""


class SavedGame(NamedTuple):
    """A game in the folder: its journal, when it was last played, its armies and how far it has come."""

    path: Path
    played: float
    armies: tuple[str, ...]
    progress: str

    @property
    def label(self) -> str:
        """One line about it."""
        day = datetime.fromtimestamp(self.played).strftime("%Y-%m-%d %H:%M")  # noqa: DTZ006  the time at the table
        return _("{day}  {armies}: {progress}").format(
            day=day, armies=_(" against ").join(map(clean, self.armies)), progress=self.progress
        )


def find_game(folder: Path, word: Path) -> Path:
    """A game by its path, or by a part of its name that only one game in the folder has; else the word itself, for a message."""
    if word.exists() or word.parent != Path():
        return word
    found = [path for path in folder.glob("*.yaml") if str(word) in path.name]
    return found[0] if len(found) == 1 else word


def new_game_path(folder: Path, name: str) -> Path:
    """A journal of its own for every game, by day, name and number; the file is not made."""
    from datetime import date

    stem = f"{date.today():%Y-%m-%d}-{name}"  # noqa: DTZ011  the day where the table stands
    number = 1
    while (path := folder / f"{stem}-{number}.yaml").exists():
        number += 1
    return path


def any_game(folder: Path) -> bool:
    """Whether there is something in the folder to go on with."""
    return any(folder.glob("*.yaml"))


def games(folder: Path, tell: Callable[[Phrase], None] = lambda _said: None) -> Iterator[SavedGame]:
    """The games in the folder, the newest first and at most MOST_SHOWN files; what is no game is left out, and `tell` hears why."""
    from psyphase.games.script import read_script

    for played, path in sorted(_dated(folder, tell), reverse=True)[:MOST_SHOWN]:
        try:
            script = read_script(path)
        except PsyphaseError as error:
            tell(Phrase("left out: {why}", why=error.phrase))
            continue
        yield SavedGame(path, played, script.names, _progress(script))


def _dated(folder: Path, tell: Callable[[Phrase], None]) -> Iterator[tuple[float, Path]]:
    """The files of a folder with the time they were last written."""
    for path in folder.glob("*.yaml"):
        try:
            yield path.stat().st_mtime, path
        except OSError as error:
            tell(Phrase("left out: {path}: {why}", path=path, why=error.strerror or error))


def _progress(script: Script) -> str:
    """How far a game has come: its last heading, with the turn and whose phase it is."""
    from psyphase.engine.procedure import Event
    from psyphase.words.wording import Wording

    narration: list[Narration] = []
    try:
        over = _(" (over)") if replay(script, open_script(script, []), narration.append) else ""
    except PsyphaseError:
        over = _(" (it no longer fits)")
    words = Wording(script.armies[0].system.sentences(), "en", script.names)
    headings = [one for one in narration if isinstance(one, Event) and one.id in words.sentences.headings]
    return (words.say(headings[-1]) if headings else _("not begun")) + over


def open_script(script: Script, folders: Sequence[Path], *changes: Mapping[str, str]) -> Session:
    """A session of a journal or script. `folders`, `changes`: tables and settings beyond its own. Raises PsyphaseError."""
    from psyphase.games.script import with_version
    from psyphase.games.session import open_session

    try:
        return open_session(script.procedure, script.armies, folders, script.settings, *changes)
    except RulesError as error:
        raise with_version(error, script.path, script.version, is_game=bool(script.rules)) from None


def replay(script: Script, session: Session, report: Report, *after: Source) -> bool:
    """Play a game again as far as it went, and tell whether it is over; `after` answers what comes after its entries.

    Raises PsyphaseError as `play_script` does.
    """
    from psyphase.engine.journal import Journal

    try:
        play_script(script, session, Journal(), report, *after)
    except Unanswered:
        return False
    return True


def play_script(script: Script, session: Session, journal: Journal, report: Report, *after: Source) -> None:
    """Play what a journal or script has, then what `after` answers, to the end; nothing is written.

    Raises RulesError for the first entry that does not fit, after everything before it was told, Unanswered for a question that
    nobody answers, AnswerError for what is wrong in `after`.
    """
    from psyphase.engine.journal import Journal
    from psyphase.engine.play import play
    from psyphase.engine.sources import Recorded

    entries = tuple(Journal(script.play).entries)
    recorded = Recorded(entries)
    try:
        play(session.start(), recorded, *after, journal=journal, report=report)
    except Misfit as error:
        raise _misfit(script, entries[error.number - 1], error.why) from None
    if recorded.left:
        why = Phrase("{count} entries of play are left over after the end", count=recorded.left)
        raise _misfit(script, entries[recorded.used], why)


def _misfit(script: Script, entry: Entry, why: Phrase) -> RulesError:
    """What an entry should be, at its place, and by which version it was written."""
    from psyphase.games.script import with_version

    problem = Problem(short_path(script.path), entry.line, ENTRY_COLUMN, why)
    return with_version(RulesError([problem]), script.path, script.version, is_game=bool(script.rules))
