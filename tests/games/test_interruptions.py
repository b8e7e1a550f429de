"""Nothing is lost: Ctrl-C, a closed terminal, kill -9, a full disk, two processes; and undo on a real terminal."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import cast

import pytest

from command import ROOT, psyphase
from psyphase.cli import not_lost
from terminal import DOWN, ENTER, SPACE, UP, Terminal

ESCAPE = "\x1b"
MINE = """\
    system: w40k7
    name: Warband
    units:
    - name: Sorcerer
      mastery: 3
      leadership: 9
      wounds: 3
      tags: [psyker, daemon]
      powers: [telepathy/dominate, telepathy/shrouding, daemonology-malefic/summoning, telekinesis/shockwave]
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


@pytest.fixture
def armies(tmp_path: Path) -> tuple[str, str]:
    """Two rosters with their powers written in."""
    for name, text in (("mine", MINE), ("theirs", THEIRS)):
        (tmp_path / f"{name}.yaml").write_text(dedent(text))
    return str(tmp_path / "mine.yaml"), str(tmp_path / "theirs.yaml")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Where the journal goes."""
    return tmp_path / "game.yaml"


def begin(table: Terminal) -> None:
    """Nothing has changed before the battle."""
    table.see("has anything changed?")
    table.type(ENTER, "which power?")


def answers(game: Path) -> list[str]:
    """The lines of a journal after its header."""
    return game.read_text(encoding="utf-8").partition("play:\n")[2].splitlines()


def test_kill_at_random_moments() -> None:
    """SIGKILL at 20 random moments (PSYPHASE_KILLS for more): every answered question is kept, and the game goes on."""
    moments = os.environ.get("PSYPHASE_KILLS", "20")
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "kill_moments.py"), moments],
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{moments} moments" in done.stdout


def test_a_whole_battle_on_a_terminal(armies: tuple[str, str], game: Path) -> None:
    """Four phases with real dice: perils, a deny by the hood, an answer taken back across a throw, free of tracebacks."""
    with Terminal("phase", *armies, "--real-dice", "--journal", str(game)) as table:
        table.see("Warband begins: has anything changed?")
        table.type(ENTER, "Enter throws>")
        table.type("2\r", "Turn 1, Warband: dice 5, Chapter 3")
        table.type(ENTER, "Dominate: on whom?")
        table.type(DOWN + ENTER, "how many dice of 5?")
        table.type("2\r", "2d6, undo goes back, Enter throws>")
        table.type("6 6\r", "Perils of the Warp for Sorcerer: two sixes")
        table.type("4\r", "Who denies?")
        # Back over the typed faces: perils, then the test, each with its old faces offered.
        table.type(ESCAPE, "Enter keeps 4>")
        table.type("undo\r", "Enter keeps 6 6>")
        table.type("5 4\r", "Who denies?")
        table.type(UP + ENTER, "Dice to deny 2 charges, of 3?")
        table.type("2\r", "2d6, undo goes back, Enter throws>")
        table.type("6 5\r", "Denied: 2 nullified, 2 charges to nullify")
        table.see("Turn 1, Warband: dice 3, Chapter 1")
        table.type(DOWN * 4 + ENTER, "has anything changed?")
        table.type(ENTER, "Chapter: Warp charge")
        table.type("1\r", "Turn 1, Chapter: dice 2, Warband 4")
        table.type(DOWN * 2 + ENTER, "Turn 2, psychic phase of Warband")
        table.type(DOWN * 4 + ENTER, "What is to be set right?")
        table.type(ENTER, "Which unit?")
        table.type(DOWN + ENTER, "Librarian: what happened?")
        table.type(DOWN * 2 + ENTER, "Librarian: dead")
        table.type(ENTER, "Warband: Warp charge")
        table.type("1\r", "Turn 2, Warband: dice 4, Chapter 1")
        table.type(DOWN * 5 + ENTER, "Turn 2, psychic phase of Chapter")
        table.type(ENTER, "Chapter: Warp charge")
        screen = table.type("3\r", "Turn 3, psychic phase of Warband")
        assert "Traceback" not in screen
        table.type(UP + ENTER, "To see it again")
        assert table.end() == 0
    kept = answers(game)
    assert kept[:9] == [
        "- before-battle: go-on",
        "- {warp-charge: [2], by: typed}",
        "- power: telepathy/dominate",
        "- target: tactical-squad",
        "- dice: 2",
        "- {psychic-test: [6, 6], by: typed}",
        "- {perils: [4], by: typed}",
        "- undo: 1",
        "- undo: 1",
    ]
    replayed = psyphase("run", str(game), "--lang", "en")
    assert replayed.returncode == 0
    assert "Perils" not in replayed.stdout
    assert "Denied: 2 nullified" in replayed.stdout
    assert "Chapter: Librarian (dead); Tactical Squad (models 10 of 10)" in replayed.stdout


@pytest.mark.parametrize(
    ("keys", "question"),
    [
        ([], "which power?"),
        ([ENTER], "Dominate: on whom?"),
        ([ENTER, ENTER], "how many dice of"),
        ([DOWN * 3 + ENTER], "which enemy units are hit?"),
        ([DOWN * 4 + ENTER, DOWN * 3 + ENTER], "Dice in your pool"),
    ],
    ids=["menu", "menu of targets", "number", "marks", "number of a correction"],
)
def test_ctrl_c_at_every_kind_of_prompt(armies: tuple[str, str], game: Path, keys: list[str], question: str) -> None:
    """One line, status 130, and resume asks the same question again."""
    with Terminal("phase", *armies, "--journal", str(game), "--seed", "2") as table:
        begin(table)
        for key in keys:
            table.child.send(key)
            table.see("?")
        table.see(question)
        screen = table.type("\x03", "stopped; nothing is lost, go on with: psyphase resume")
        assert "Traceback" not in screen
        assert table.end() == 130
    with Terminal("resume", str(game), "--seed", "2") as again:
        again.see(question)


def test_ctrl_c_at_plain_lines_and_real_dice(armies: tuple[str, str], game: Path) -> None:
    """The same without arrow keys, where the question is a line or what dice show."""
    with Terminal("phase", *armies, "--journal", str(game), "--plain", "--real-dice") as table:
        table.see("has anything changed?")
        table.type("1\r", "Enter throws>")
        table.type("3\r", "which power?")
        table.type("\x03", "stopped; nothing is lost")
        assert table.end() == 130
    with Terminal("resume", str(game), "--plain", "--real-dice") as again:
        again.type("2\r", "how many dice of 6?")
        again.type("1\r", "psychic test ([4+] harnesses)")
        again.type("\x03", "stopped; nothing is lost")
        assert again.end() == 130
    assert answers(game) == [
        "- before-battle: go-on",
        "- {warp-charge: [3], by: typed}",
        "- power: telepathy/shrouding",
        "- dice: 1",
    ]


def test_a_closed_terminal(armies: tuple[str, str], game: Path) -> None:
    """Closing the window keeps every answer, and resume goes on."""
    with Terminal("phase", *armies, "--journal", str(game), "--seed", "2") as table:
        begin(table)
        table.type(ENTER, "Dominate: on whom?")
    kept = answers(game)
    assert kept[-1] == "- power: telepathy/dominate"
    with Terminal("resume", str(game), "--seed", "2") as again:
        again.see("Dominate: on whom?")
        again.type(ESCAPE, "Taken back: Sorcerer: which power? Dominate")
    assert answers(game) == [*kept, "- undo: 1"]


def test_two_processes(armies: tuple[str, str], game: Path) -> None:
    """While one plays, another is refused with a word why."""
    with Terminal("phase", *armies, "--journal", str(game), "--seed", "2") as table:
        begin(table)
        second = psyphase("resume", str(game))
        assert second.returncode == 1
        assert "another psyphase is playing this game" in second.stderr


def test_a_full_disk(armies: tuple[str, str], game: Path) -> None:
    """When the disk takes no more the game ends with one line, and what was kept goes on elsewhere."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1400, 1400))

    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "psyphase",
            "phase",
            *armies,
            "--yes",
            "-a",
            "next-phase=go-on",
            "--seed",
            "1",
            "--journal",
            str(game),
        ],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PSYPHASE_HOME": os.devnull,
        },
        preexec_fn=limit,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "the answer could not be kept" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    text = game.read_text(encoding="utf-8")
    assert text.endswith("\n")
    went_on = psyphase("resume", str(game), "--yes", "--seed", "1")
    assert went_on.returncode == 0, went_on.stderr
    assert game.read_text(encoding="utf-8").startswith(text)


def test_marks_need_a_second_enter_for_nothing(armies: tuple[str, str], game: Path) -> None:
    """The first target is marked already; a nova at nobody has to be meant."""
    with Terminal("phase", *armies, "--journal", str(game), "--seed", "2") as table:
        begin(table)
        table.type(DOWN * 3 + ENTER, "which enemy units are hit?")
        table.type(SPACE + ENTER, "Nothing is marked: Enter again if that is meant")
        screen = table.type(ENTER, "how many dice of")
        assert "> Shockwave: which enemy units are hit? nothing" in screen


def test_ctrl_c_during_a_clean_up_comes_again() -> None:
    """An interrupt that a destructor swallows is neither lost nor told as a traceback."""
    swallowed = SimpleNamespace(exc_type=KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        _interrupted(swallowed)


def _interrupted(swallowed: SimpleNamespace) -> None:
    not_lost(cast("sys.UnraisableHookArgs", swallowed))
    time.sleep(1)
