"""The games in a folder: what they are, how far they have come, and which one is meant."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from psyphase.errors import PsyphaseError
from psyphase.text import clean
from psyphase.words.catalogue import _

if TYPE_CHECKING:
    from psyphase.engine.play import Narration, Report, Source
    from psyphase.games.script import Script
    from psyphase.games.session import Session

MOST_SHOWN = 20


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


def games(folder: Path) -> Iterator[SavedGame]:
    """The games in the folder, the newest first and at most MOST_SHOWN files; what is no game is left out."""
    from psyphase.games.script import read_script

    paths = sorted(folder.glob("*.yaml"), key=lambda path: path.stat().st_mtime, reverse=True) if folder.is_dir() else []
    for path in paths[:MOST_SHOWN]:
        try:
            script = read_script(path)
        except PsyphaseError:
            continue
        armies = tuple(army.roster.name for army in script.armies)
        yield SavedGame(path, path.stat().st_mtime, armies, _progress(script))


def _progress(script: Script) -> str:
    """How far a game has come: its last heading, with the turn and whose phase it is."""
    from psyphase.engine.procedure import Event
    from psyphase.words.wording import Wording

    narration: list[Narration] = []
    over = ""
    with contextlib.suppress(PsyphaseError):  # it may not fit today's rules
        over = _(" (over)") if is_over(script, replay(script, [], narration.append)) else ""
    words = Wording(script.armies[0].system.sentences(), "en", tuple(army.roster.name for army in script.armies))
    headings = [one for one in narration if isinstance(one, Event) and one.id in words.sentences.headings]
    return (words.say(headings[-1]) if headings else _("not begun")) + over


def replay(script: Script, rules: Sequence[Path], report: Report, *after: Source) -> Session:
    """Play a game again as far as it went; `after` answers what comes after its entries. Raises PsyphaseError."""
    from psyphase.engine.journal import Journal
    from psyphase.engine.play import play
    from psyphase.engine.sources import Recorded
    from psyphase.errors import Unanswered
    from psyphase.games.session import open_session

    session = open_session(script.procedure, script.armies, rules, script.settings)
    with contextlib.suppress(Unanswered):  # the game may not be over
        play(session.start(), Recorded(tuple(Journal(script.play).entries)), *after, journal=Journal(), report=report)
    return session


def is_over(script: Script, session: Session) -> bool:
    """Whether a game has been played to its end. Raises PsyphaseError where it does not fit today's rules."""
    from psyphase.engine.journal import Journal
    from psyphase.engine.play import play
    from psyphase.engine.sources import Recorded
    from psyphase.errors import Unanswered

    try:
        play(session.start(), Recorded(tuple(Journal(script.play).entries)), journal=Journal())
    except Unanswered:
        return False
    return True
