"""A pipe, a device, a loop of links, a folder, a file without permission, at every place a path can stand."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from command import EXAMPLES, ROOT, new_process

KINDS = ("pipe", "device", "loop", "dangling", "folder", "no permission", "too long")
CHAOS = str(EXAMPLES / "chaos.yaml")
PLACES = {
    "roster": ("phase", "{path}"),
    "second roster": ("phase", CHAOS, "{path}"),
    "roster of a maker": ("generate", "{path}", "--yes"),
    "script": ("run", "{path}"),
    "game": ("resume", "{path}"),
    "log": ("log", "show", "{path}"),
    "journal": ("phase", CHAOS, "--yes", "--journal", "{path}"),
    "output": ("generate", CHAOS, "--again", "--yes", "-o", "{path}"),
    "new roster": ("roster", "new", "{path}"),
    "export": ("log", "export", str(EXAMPLES / "andy-phase.yaml"), "-o", "{path}"),
    "tables": ("rules", "list", "--rules", "{path}"),
    "tables to check": ("rules", "check", "{path}"),
}


def made(kind: str, path: Path) -> Path:
    """Something at a path that is no plain file one could read."""
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        return Path("/dev/zero")
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "dangling":
        path.symlink_to(path.with_name("nowhere") / "file")
    elif kind == "folder":
        path.mkdir()
    elif kind == "no permission":
        path.write_text("x")
        path.chmod(0)
    else:
        return path.with_name("n" * 300 + ".yaml")
    return path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user's folder."""
    folder = tmp_path / "home"
    (folder / "games").mkdir(parents=True)
    return folder


def told(words: list[str], home: Path) -> tuple[int, str]:
    """Run a command that nobody answers: its status, and what it complained of. It has ten seconds."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "PSYPHASE_HOME": str(home), "LANG": "C.UTF-8"}
    done = new_process(words, b"", home, variables, timeout=30)
    return done.status, done.err.decode()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", PLACES)
def test_nothing_hangs_and_the_file_is_named(place: str, kind: str, tmp_path: Path, home: Path) -> None:
    """One line with the path and why, at once (faults robustness 5, 7, 14, 18)."""
    if kind == "no permission" and os.geteuid() == 0:
        pytest.skip("root may read everything")
    if kind == "folder" and place.startswith("tables"):
        pytest.skip("a folder is what is wanted there")
    path = made(kind, tmp_path / "thing.yaml")
    status, said = told([word.format(path=path) for word in PLACES[place]], home)
    assert status == 1, said
    assert "Traceback" not in said
    assert said.count("\n") == 1, said
    assert path.name in said


@pytest.mark.parametrize("kind", KINDS[:-1])
def test_a_bad_file_among_the_games_is_left_out(kind: str, home: Path) -> None:
    """The only game there is goes on, and the other file is named (faults robustness 7)."""
    if kind == "no permission" and os.geteuid() == 0:
        pytest.skip("root may read everything")
    words = ["phase", CHAOS, "--seed", "1", "--yes", "-a", "next-phase=end"]
    assert told(words, home)[0] == 0
    games = home / "games"
    bad = made(kind, games / "bad.yaml")
    if kind == "device":
        (games / "bad.yaml").symlink_to(bad)
    status, said = told(["resume", "--yes"], home)
    assert status == 0, said
    assert "left out: " in said
    assert "bad.yaml" in said


@pytest.mark.parametrize("kind", KINDS[:-1])
def test_the_config_is_a_plain_file(kind: str, home: Path) -> None:
    """What stands in its place is named (faults robustness 7)."""
    if kind == "no permission" and os.geteuid() == 0:
        pytest.skip("root may read everything")
    bad = made(kind, home / "config.yaml")
    if kind == "device":
        (home / "config.yaml").symlink_to(bad)
    status, said = told(["phase", CHAOS, "--yes"], home)
    assert (status, said.count("\n")) == (1, 1), said
    assert "config.yaml" in said


def test_what_was_made_is_printed_where_the_disk_is_full(home: Path) -> None:
    """Nothing that was answered is lost: the roster stands on standard output (faults robustness 5)."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))

    done = subprocess.run(
        [sys.executable, "-m", "psyphase", "generate", CHAOS, "--again", "--yes", "--seed", "1", "-o", "made.yaml"],
        capture_output=True,
        text=True,
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "PSYPHASE_HOME": str(home)},
        preexec_fn=limit,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.endswith("it is printed instead\n")
    (home / "made.yaml").write_text(done.stdout[done.stdout.index("system: w40k7") :])
    assert told(["generate", "made.yaml", "--yes"], home)[1].endswith("--again generates them anew\n")
