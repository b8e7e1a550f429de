"""Whatever ends, pauses or squeezes a program at a terminal: the terminal is left as it was, the game kept, the status told.

Every end at every place with PSYPHASE_FULL=1; else each end once, at half of the places.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest

from command import EXAMPLES, ROOT, psyphase
from terminal import Terminal

pytestmark = pytest.mark.no_cover
FULL = bool(os.environ.get("PSYPHASE_FULL"))
MINE = """\
    system: w40k7
    name: Warband
    units:
    - name: Sorcerer
      mastery: 3
      leadership: 9
      wounds: 3
      tags: [psyker, daemon]
      powers: [telepathy/dominate, telekinesis/shockwave]
    """
THEIRS = """\
    system: w40k7
    name: Chapter
    units:
    - name: Librarian
      mastery: 1
      leadership: 10
      wounds: 2
      tags: [psyker, psychic-hood]
      powers: [biomancy/endurance]
    - name: Tactical Squad
      models: 10
    """
PHASE = ("phase", "mine.yaml", "theirs.yaml", "--journal", "game.yaml", "--seed", "2")
SQUAD = ("squad", f"{EXAMPLES}/squad-guard.yaml", f"{EXAMPLES}/squad-orks.yaml", "--journal", "game.yaml", "--seed", "2")
GENERATE = ("generate", f"{EXAMPLES}/sara.yaml")
ROSTER = ("roster", "new")


class Place(NamedTuple):
    """A kind of prompt of a command: the words that lead there, keys that are typed first, and what is asked."""

    words: tuple[str, ...]
    asked: str
    keys: str = ""

    @property
    def reads_lines(self) -> bool:
        """Whether the terminal itself edits the line."""
        return "--plain" in self.words or "--real-dice" in self.words


def given(**answers: str) -> tuple[str, ...]:
    """Answers given beforehand."""
    return tuple(word for id, value in answers.items() for word in ("-a", f"{id.replace('_', '-')}={value}"))


DOMINATE = given(before_battle="go-on", power="telepathy/dominate", target="tactical-squad")
SHOCKWAVE = given(before_battle="go-on", power="telekinesis/shockwave")
SHOOTING = given(next="third-squad", command="suppressing-fire")
PLACES = {
    "phase-menu": Place(PHASE, "has anything changed?"),
    "phase-field": Place((*PHASE, *DOMINATE), "how many dice of"),
    "phase-marks": Place((*PHASE, *SHOCKWAVE), "which enemy units are hit?"),
    "phase-dice": Place((*PHASE, *given(before_battle="go-on"), "--real-dice"), "Enter throws>"),
    "phase-plain": Place((*PHASE, "--plain"), "[1]>"),
    "squad-menu": Place(SQUAD, "?"),
    "squad-field": Place((*SQUAD, *SHOOTING), "see the target in range?"),
    "squad-marks": Place((*SQUAD, *given(next="correct", correction="squads")), "Which squads?"),
    "squad-plain": Place((*SQUAD, "--plain"), ">"),
    "generate-menu": Place(GENERATE, "which discipline?"),
    "generate-dice": Place((*GENERATE, *given(discipline="divination"), "--real-dice"), "Enter throws>"),
    "generate-plain": Place((*GENERATE, "--plain"), ">"),
    "roster-field": Place(ROSTER, "Coven", "Coven"),
    "roster-menu": Place(ROSTER, "?", "Coven\r"),
    "roster-marks": Place((*ROSTER, "--system", "hh3"), "Allegiance and Legion", "Legion\r"),
    "roster-plain": Place((*ROSTER, "--plain"), "Name of the army"),
}


def by_signal(number: int) -> Callable[[Terminal], int]:
    """Ended by a signal from elsewhere."""

    def end(table: Terminal) -> int:
        table.child.kill(number)
        return table.end()

    return end


def by_key(key: str) -> Callable[[Terminal], int]:
    """Ended by a key."""

    def end(table: Terminal) -> int:
        table.child.send(key)
        return table.end()

    return end


def squeezed(table: Terminal) -> int:
    """The window has room for one letter, then is as it was; then Ctrl-C."""
    before, reading = table.text, table.settings == table.before
    table.resize(1, 1)
    table.settle()
    table.resize(60, 80)
    table.settle()
    if not reading:
        table.see(before.splitlines()[-1])
    table.child.send("\x03")
    return table.end()


ENDS: dict[str, tuple[Callable[[Terminal], int], int]] = {
    "SIGINT": (by_signal(signal.SIGINT), 130),
    "SIGTERM": (by_signal(signal.SIGTERM), 143),
    "SIGHUP": (by_signal(signal.SIGHUP), 129),
    "SIGQUIT": (by_signal(signal.SIGQUIT), 131),
    "ctrl-c": (by_key("\x03"), 130),
    "ctrl-d": (by_key("\x04"), 130),
    "ctrl-backslash": (by_key("\x1c"), 131),
    "squeezed": (squeezed, 130),
}
EVERY = 16
"""Of the cases, one in so many is tried as a rule."""
CASES = [
    (place, end) for at, place in enumerate(PLACES) for number, end in enumerate(ENDS) if FULL or not (at * 3 + number) % EVERY
]


@pytest.fixture(autouse=True)
def rosters(tmp_path: Path) -> None:
    """Two rosters with their powers written in."""
    (tmp_path / "mine.yaml").write_text(dedent(MINE))
    (tmp_path / "theirs.yaml").write_text(dedent(THEIRS))


class Seat(NamedTuple):
    """A terminal at a question, the game it has kept so far, and its folder."""

    table: Terminal
    kept: str
    folder: Path

    def is_kept(self) -> bool:
        """Whether everything answered is there and can be read; where nothing was, no file is left."""
        game = self.folder / "game.yaml"
        if not self.kept:
            return {path.name for path in self.folder.iterdir()} <= {"mine.yaml", "theirs.yaml", "home"}
        return answers(game) == self.kept and psyphase("log", "show", str(game)).returncode == 0


def answers(game: Path) -> str:
    """The lines of a journal after its header; none where there is no game."""
    return game.read_text(encoding="utf-8").partition("play:\n")[2] if game.exists() else ""


@contextmanager
def seat(place: Place, folder: Path, *shell: str) -> Iterator[Seat]:
    """A terminal at the question of a place, with settings that nobody has by chance."""
    environment = {"PSYPHASE_HOME": str(folder / "home"), "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
    words = (*shell, *place.words)
    with Terminal(*words, cwd=folder, environment=environment, module="job_control" if shell else "psyphase") as table:
        table.begin_with(VMIN=7)
        if place.keys:
            table.see("Name of the army")
            table.child.send(place.keys)
        table.see(place.asked)
        yield Seat(table, answers(folder / "game.yaml"), folder)


@pytest.mark.parametrize(("place", "end"), CASES, ids=[f"{place}-{end}" for place, end in CASES])
def test_every_end_leaves_everything_in_order(place: str, end: str, tmp_path: Path) -> None:
    """faults robustness 1: a signal, a key, a window of one letter."""
    leave, status = ENDS[end]
    with seat(PLACES[place], tmp_path) as taken:
        assert leave(taken.table) == status
        assert taken.table.left_as_before
        assert "Traceback" not in taken.table.raw
        assert "stopped" in taken.table.text.splitlines()[-1]
        assert taken.is_kept()


SOME = ["phase-menu", "squad-marks", "roster-field"]


@pytest.mark.parametrize("place", PLACES if FULL else SOME)
def test_a_program_that_pauses_goes_on(place: str, tmp_path: Path) -> None:
    """faults robustness 1: Ctrl-Z, and whoever reads the terminal meanwhile finds it as ever; then the question stands there again."""
    with seat(PLACES[place], tmp_path, sys.executable, "-m", "psyphase") as taken:
        table = taken.table
        table.type("\x1a", "paused")
        assert table.as_before
        table.screen.reset()
        table.child.send("fg\n")
        if not PLACES[place].reads_lines:
            table.see(PLACES[place].asked)
        table.child.send("\x03")
        assert table.end() == 130
        assert table.left_as_before
        assert "stopped" in table.text.splitlines()[-1]
        assert taken.is_kept()


@pytest.mark.parametrize("place", PLACES if FULL else ["phase-field", "phase-plain", "squad-menu"])
def test_a_closed_terminal_ends_in_order(place: str, tmp_path: Path) -> None:
    """Where nobody can read any more, the status is that of the signal, and every answer is there."""
    with seat(PLACES[place], tmp_path) as taken:
        assert taken.table.hang_up() == 129
        assert taken.is_kept()


def test_a_pause_from_elsewhere(tmp_path: Path) -> None:
    """faults robustness 1: another program may pause a menu as Ctrl-Z does."""
    with seat(PLACES["phase-menu"], tmp_path, sys.executable, "-m", "psyphase") as taken:
        os.killpg(os.tcgetpgrp(taken.table.child.child_fd), signal.SIGTSTP)
        taken.table.see("paused")
        assert taken.table.as_before


def test_a_menu_that_was_stopped_without_a_word(tmp_path: Path) -> None:
    """faults robustness 1: SIGSTOP cannot be noticed; when it goes on, the menu takes the terminal again from the shell that had it."""
    with seat(PLACES["phase-menu"], tmp_path, sys.executable, "-m", "psyphase") as taken:
        table = taken.table
        os.killpg(os.tcgetpgrp(table.child.child_fd), signal.SIGSTOP)
        table.see("paused")
        table.reset()
        table.type("fg\n", PLACES["phase-menu"].asked)
        table.type("\r", "which power?")
        table.child.send("\x03")
        assert table.end() == 130
        assert table.left_as_before


def test_an_arrow_key_over_a_slow_line(tmp_path: Path) -> None:
    """faults robustness 15: its first byte alone is Esc and takes an answer back; with the rest everything is as it was."""
    with seat(PLACES["phase-menu"], tmp_path) as taken:
        table = taken.table
        table.type("\r", "which power?")
        kept = answers(tmp_path / "game.yaml").splitlines()
        table.type("\x1b", "Taken back: Warband begins: has anything changed?")
        table.see("(Esc takes the last answer back)")
        table.screen.reset()
        table.type("[B", "which power?")
        assert answers(tmp_path / "game.yaml").splitlines() == [*kept, "- undo: 1", *kept]


@pytest.mark.parametrize("key", ["\x1b", "\x03", "\x04"], ids=["Esc", "Ctrl-C", "Ctrl-D"])
def test_leaving_the_choice_of_a_game(key: str, tmp_path: Path) -> None:
    """faults robustness 1: before any game, where nothing lies behind the question: one line, and every game as it was."""
    games = tmp_path / "games"
    games.mkdir()
    for name in ("one", "two"):
        psyphase("phase", f"{EXAMPLES}/chaos.yaml", "--yes", "--seed", "1", "--journal", str(games / f"{name}.yaml"))
    before = {path.name: path.read_bytes() for path in games.iterdir()}
    with Terminal("resume", cwd=tmp_path, environment={"PSYPHASE_HOME": str(tmp_path)}) as table:
        table.see("Which game?")
        table.child.send(key)
        assert table.end() == 130
        assert table.text == "psyphase: stopped"
        assert table.left_as_before
    assert len(before) == 2
    assert {path.name: path.read_bytes() for path in games.iterdir()} == before
