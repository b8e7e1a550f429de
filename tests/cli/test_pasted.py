"""What is printed to be pasted is a command and nothing else, whatever a file is called."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from command import EXAMPLES, psyphase
from psyphase.cli import options
from psyphase.cli.options import command

NAMES = (
    "a b",
    "a;touch X;",
    "$(touch X)",
    "`touch X`",
    "it's",
    'say "no"',
    "-n",
    "a\nb",
    "a\x1b[31mb",
    "\\'",
    "войско",
    "a*",
    "~",
    "!!",
)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_shell_reads_the_same_words(name: str) -> None:
    """The word comes out of a shell as it went in, and no control character is on the line (faults robustness 11)."""
    line = command("run", name)
    assert all(c.isprintable() for c in line)
    done = subprocess.run(["bash", "-c", line.replace("psyphase", "printf '%s\\0'", 1)], capture_output=True, check=True)
    assert done.stdout.decode() == f"run\0{name}\0"


def test_a_file_is_no_option() -> None:
    """A path that begins like an option is told with its folder (faults robustness 11)."""
    assert command("run", Path("-n.yaml"), "--yes") == "psyphase run ./-n.yaml --yes"


def test_a_windows_shell_gets_double_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spaces and what a shell there acts on are quoted its way (faults robustness 11)."""
    monkeypatch.setattr(options, "os", SimpleNamespace(name="nt"))
    assert command("run", r"C:\games\a b.yaml", r"C:\a&b.yaml", r"C:\c.yaml") == (
        r'psyphase run "C:\games\a b.yaml" "C:\a&b.yaml" C:\c.yaml'
    )


@pytest.mark.parametrize("name", ["a;touch X;.yaml", "a $(touch X).yaml", "a\x1b[31m.yaml"], ids=ascii)
def test_the_hints_after_a_game_are_quoted(name: str, tmp_path: Path) -> None:
    """Every command named at the end of a game has the journal as one word (faults robustness 11)."""
    shutil.copy(EXAMPLES / "chaos.yaml", tmp_path / name)
    done = psyphase("phase", name, "--seed", "1", "--yes", "-a", "next-phase=end", cwd=tmp_path, PSYPHASE_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    (game,) = (tmp_path / "games").iterdir()
    lines = re.findall(r"psyphase (?:run|log \w+) .*", done.stdout)
    assert len(lines) == 3
    assert "\x1b" not in done.stdout
    if game.name.isprintable():
        assert [shlex.split(line)[-1] for line in lines] == [str(game)] * 3
