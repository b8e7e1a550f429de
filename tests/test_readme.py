"""What the READMEs say is true: commands are run, code is run, tables and the picture are fresh."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

import events
import field_tables
import picture
from command import ROOT, psyphase

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = [
    (match[1], match[2])
    for block in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL)
    for match in re.finditer(r"^\$ psyphase ([^\n]*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.parametrize(("command", "output"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_a_command_prints_what_the_readme_shows(command: str, output: str) -> None:
    """Every `$ psyphase ...` block is the program's own output, whole."""
    done = psyphase(*shlex.split(command), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == output


def test_there_are_commands_to_check() -> None:
    """The README shows several commands with their output."""
    assert len(CONSOLE) >= 4


def test_the_code_of_the_readme_runs() -> None:
    """The example that drives the engine prints the chance it promises."""
    code = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert code
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code[1], "README.md", "exec"), {})
    verdict, chance = printed.getvalue().split()
    assert verdict in ("won", "lost")
    assert chance == "93/256"
    assert "# 93/256" in code[1]


def test_the_readme_is_short() -> None:
    """At most 250 lines before the changelog."""
    assert TEXT.index("## Changelog") > 0
    assert TEXT[: TEXT.index("## Changelog")].count("\n") <= 250


def test_every_file_the_readme_names_is_there() -> None:
    """Links and examples lead somewhere."""
    for name in re.findall(r"\]\(([\w/.-]+)\)", TEXT) + re.findall(r"examples/[\w-]+\.\w+", TEXT):
        assert Path(ROOT, name).exists(), name


def test_the_field_tables_are_fresh() -> None:
    """rules/README.md shows the types as they are (python tests/record.py writes it)."""
    text = field_tables.README.read_text(encoding="utf-8")
    assert text == field_tables.refreshed(text)


def test_the_page_of_events_is_fresh() -> None:
    """rules/EVENTS.md lists what code says and asks today (python tests/record.py writes it)."""
    assert events.PAGE.read_text(encoding="utf-8") == events.page()


def test_the_picture_is_fresh() -> None:
    """examples/phase.svg is what Rich draws of the example today (python tests/record.py writes it)."""
    drawn = picture.PICTURE.read_text(encoding="utf-8")
    assert "Perils" in drawn
    assert _words(drawn) == _words(picture.picture())


def _words(svg: str) -> str:
    return " ".join(re.findall(r">([^<>]+)</text>", svg))
