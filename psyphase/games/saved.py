"""The games in a folder: what they are, how far they have come, and which one is meant."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from psyphase.engine.procedure import Event
from psyphase.errors import Misfit, Problem, PsyphaseError, RulesError, Unanswered
from psyphase.files import read_text, short_path
from psyphase.text import Phrase, clean
from psyphase.words.catalogue import _

if TYPE_CHECKING:
    from psyphase.engine.journal import Entry, Journal
    from psyphase.engine.play import Narration, Report, Source
    from psyphase.engine.procedure import Answer, Request
    from psyphase.games.script import Script
    from psyphase.games.session import Session
    from psyphase.words.wording import Wording

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
        armies = _(" against ").join(map(clean, self.armies))
        if not self.progress:
            return _("{day}  {armies}").format(day=day, armies=armies)
        return _("{day}  {armies}: {progress}").format(day=day, armies=armies, progress=self.progress)


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
    """The games in the folder, the newest first and at most MOST_SHOWN files; what is no game is left out, and `tell` hears why.

    Only their heads are read, and how far they have come where that is kept: a long game is listed as quickly as a short one.
    """
    from psyphase.games.script import read_head

    for played, path in sorted(_dated(folder, tell), reverse=True)[:MOST_SHOWN]:
        try:
            script = read_head(path)
        except PsyphaseError as error:
            tell(Phrase("left out: {why}", why=error.phrase))
            continue
        yield SavedGame(path, played, script.names, _progress(path))


def _dated(folder: Path, tell: Callable[[Phrase], None]) -> Iterator[tuple[float, Path]]:
    """The files of a folder with the time they were last written."""
    for path in folder.glob("*.yaml"):
        try:
            yield path.stat().st_mtime, path
        except OSError as error:
            tell(Phrase("left out: {path}: {why}", path=path, why=error.strerror or error))


def progress_file(game: Path) -> Path:
    """Where it is kept how far a game of the folder has come: beside the folder, so that there are but games in it."""
    return game.parent.parent / "progress" / f"{game.stem}.txt"


def _progress(game: Path) -> str:
    """How far a game has come, as it was last told; nothing where that was not kept."""
    try:
        return clean(read_text(progress_file(game)).strip())[:200]
    except PsyphaseError:
        return ""


class Progress:
    """Keeps how far a game has come: its last heading, with the turn and whose phase it is. A source that is asked and never answers."""

    name = "progress"

    def __init__(self, game: Path, words: Wording) -> None:
        self._path = progress_file(game)
        self._words = words
        self._now = _("not begun")
        self._kept = ""

    def also(self, report: Report) -> Report:
        """A report that is heard here too."""

        def heard(narration: Narration) -> None:
            if isinstance(narration, Event) and narration.id in self._words.sentences.headings:
                self._now = self._words.say(narration)
            report(narration)

        return heard

    def __call__(self, _request: Request) -> Answer | None:
        self.keep()
        return None

    def keep(self, more: str = "") -> None:
        """Write it down where it has changed; where that cannot be, the list of games says less."""
        if self._kept != self._now + more:
            self._kept = self._now + more
            with contextlib.suppress(OSError):
                self._path.parent.mkdir(exist_ok=True)
                self._path.write_text(self._kept + "\n", encoding="utf-8")


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
    from psyphase.engine.sources import Recorded, left_over

    entries = tuple(Journal(script.play).entries)
    recorded = Recorded(entries)
    try:
        play(session.start(), recorded, *after, journal=journal, report=report)
    except Misfit as error:
        raise located(script, entries, error) from None
    if recorded.left:
        raise located(script, entries, left_over(recorded))


def located(script: Script, entries: Sequence[Entry], misfit: Misfit) -> RulesError:
    """What an entry should be, at its place, and by which version it was written."""
    from psyphase.games.script import with_version

    problem = Problem(short_path(script.path), entries[misfit.number - 1].line, ENTRY_COLUMN, misfit.why)
    return with_version(RulesError([problem]), script.path, script.version, is_game=bool(script.rules))
