"""Terminals and consoles of every kind: one that cannot be driven, one without a name, one letter wide, one that answers nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from command import EXAMPLES, ROOT
from terminal import ENTER, Terminal

pytestmark = pytest.mark.no_cover
STYLE = re.compile(r"\x1b\[[0-9;]*m")
GENERATE = ("generate", f"{EXAMPLES}/sara.yaml", "--seed", "1")


def test_a_console_that_cannot_be_driven(tmp_path: Path) -> None:
    """faults robustness 9: a game is played by numbers there; why is said once."""
    environment = {"PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
    words = ("squad", f"{EXAMPLES}/squad-guard.yaml", f"{EXAMPLES}/squad-orks.yaml", "--journal", str(tmp_path / "game.yaml"))
    with Terminal(*words, module="undrivable", environment=environment) as table:
        table.see("[1]>")
        assert table.raw.count("This console cannot show menus") == 1
        table.type("1\r", "]>")
        table.child.send("\x03")
        assert table.end() == 130
        assert table.raw.count("This console cannot show menus") == 1
        assert "\x1b" not in table.raw
        assert "Traceback" not in table.raw
        assert table.left_as_before


@pytest.mark.parametrize("words", [GENERATE, ("roster", "new"), ()], ids=lambda words: " ".join(words[:1]) or "alone")
def test_a_terminal_without_a_name_gets_plain_lines(words: tuple[str, ...], tmp_path: Path) -> None:
    """faults robustness 10: where nothing is known of it, not one escape byte."""
    with Terminal(*words, cwd=tmp_path, environment={"TERM": "", "PSYPHASE_HOME": str(tmp_path)}) as table:
        table.see(">")
        table.child.send("\x03")
        assert table.end() == 130
        assert "\x1b" not in table.raw


@pytest.mark.parametrize("value", ["1", ""], ids=["set", "empty"])
def test_no_colour_is_no_style_at_all(value: str, tmp_path: Path) -> None:
    """faults robustness 10: no bold and no reverse video either, at menus and fields and in what is printed; empty it is unset."""
    words = ("roster", "new", "--system", "hh3")
    with Terminal(*words, cwd=tmp_path, environment={"NO_COLOR": value, "FORCE_COLOR": "1"}) as table:
        table.see("Name of the army")
        table.type("Legion" + ENTER, "Allegiance and Legion")
        table.type(" " + ENTER, "> Allegiance")
        table.child.send("\x03")
        assert table.end() == 130
        assert bool(STYLE.search(table.raw)) is (not value)


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["menus", "plain"])
@pytest.mark.parametrize(("lines", "columns"), [(1, 1), (0, 0)], ids=["1x1", "0x0"])
def test_a_terminal_of_one_column_or_none(lines: int, columns: int, plain: tuple[str, ...]) -> None:
    """faults robustness 9: nothing can be read there, but nothing breaks: Enter takes the defaults to the end."""
    with Terminal(*GENERATE, *plain, lines=lines, columns=columns) as table:
        for _ in range(20):
            table.settle()
            if not table.child.isalive():
                break
            table.child.send("1\r" if plain else ENTER)
        assert table.end() == 0
        assert "Traceback" not in table.raw


def test_nothing_is_asked_of_the_terminal_itself(tmp_path: Path) -> None:
    """faults robustness 17: where the cursor stands is not asked for, as some never answer and a warning followed."""
    with Terminal(cwd=tmp_path, environment={"PSYPHASE_HOME": str(tmp_path)}) as table:
        table.see("that is all")
        table.child.send("\x03")
        assert table.end() == 130
        assert "\x1b[6n" not in table.raw


@pytest.mark.parametrize("command", ["rules list", "roll 3d6", "roll 3d6 --json", "roll --help", "rules schema"])
def test_a_pipe_that_was_closed(command: str) -> None:
    """faults robustness 10: the status is that of SIGPIPE, and nothing is said."""
    reader, writer = os.pipe()
    os.close(reader)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PSYPHASE_HOME": os.devnull}
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "psyphase", *command.split()],
            stdout=closed,
            stderr=subprocess.PIPE,
            env=environment,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (141, b"")
