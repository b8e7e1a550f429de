"""What is said of files that are wrong, in words of whoever wrote them (faults robustness 11, 14, 18)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from command import psyphase

HEAD = "system: w40k7\nname: Mine\nunits:"
BOON = "- id: hot\n  name: {en: Hot, ours: []}\n  effect: {en: '+1'}\n  duration: until-next-psychic-phase\n  source: house\n"


@pytest.mark.parametrize(
    ("units", "told"),
    [
        (' [{name: "bell\a"}]', "3:21: not valid YAML: control characters are not allowed, got U+0007"),
        ("", "3:7: expected a list of entries, got nothing"),
        (" []", "3:8: units: expected a list with at least 1 in it, got 0"),
        (" [{name: S, tags: [X Y]}]", "3:26: tags: expected text such as 'psychic-hood', got 'X Y', did you mean 'x-y'?"),
        (" [{name: S, tags: [Ü]}]", "3:26: tags: expected text such as 'psychic-hood', got 'Ü'"),
        (" [{name: S, swap: [Telepathy]}]", "3:26: swap: expected text such as 'telepathy/dominate', got 'Telepathy'"),
    ],
)
def test_what_is_expected_is_shown_by_example(units: str, told: str, tmp_path: Path) -> None:
    """At its place, without a regular expression, and what was probably meant; one problem is told as several are."""
    path = tmp_path / "army.yaml"
    path.write_text(f"{HEAD}{units}\n", encoding="utf-8")
    done = psyphase("phase", str(path), "--yes")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith(f"{path}:{told}")


def test_one_problem_of_tables_is_told_as_several_are(tmp_path: Path) -> None:
    """File, line and column come first."""
    table = tmp_path / "w40k7" / "boons.yaml"
    table.parent.mkdir()
    table.write_text(BOON.replace("duration", "duratoin"), encoding="utf-8")
    done = psyphase("rules", "check", str(tmp_path))
    assert [line.partition(": ")[0] for line in done.stderr.splitlines()] == [f"{table}:4:3"]
    table.write_text(BOON.replace("'+1'", "[]"), encoding="utf-8")
    assert psyphase("rules", "check", str(tmp_path)).stderr.startswith(f"{table}:3:16: ")


def test_languages_that_are_missing_are_told_when_asked(tmp_path: Path) -> None:
    """Tables of somebody's own need English alone, but he may ask what else is missing; ours lack nothing."""
    table = tmp_path / "w40k7" / "boons.yaml"
    table.parent.mkdir()
    table.write_text(BOON, encoding="utf-8")
    assert psyphase("rules", "check", str(tmp_path)).returncode == 0
    done = psyphase("rules", "check", str(tmp_path), "--languages")
    told = [line.partition(" (")[0] for line in done.stderr.splitlines()]
    assert told == [f"{table}:{at}: missing key '{key}'" for at in ("2:9", "3:11") for key in ("fr", "ru")]
    assert psyphase("rules", "check", "--languages").returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a symbolic link takes rights there")
def test_hints_name_the_program_as_it_was_called(tmp_path: Path) -> None:
    """Whoever installed it under another name gets hints that run."""
    script = shutil.which("psyphase", path=str(Path(sys.executable).parent))
    assert script
    called = tmp_path / "my dice"
    called.symlink_to(script)
    done = subprocess.run([called, "resume"], env={"PSYPHASE_HOME": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert done.stderr.rstrip().endswith("begin one with: 'my dice' phase MINE THEIRS"), done.stderr
    assert "Usage: my dice " in subprocess.run([called, "-h"], capture_output=True, text=True, check=False).stdout
