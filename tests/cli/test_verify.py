"""`psyphase log verify`: which faces follow from a seed, which were typed, and what is not proved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command import EXAMPLES, psyphase
from psyphase.engine.journal import Entry
from psyphase.games.verify import chi_square, taken_back

ARMIES = [str(EXAMPLES / name) for name in ("chaos.yaml", "shielded.yaml")]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A phase of several turns with the seed "s", played to its end."""
    path = tmp_path / "game.yaml"
    words = (
        "--seed",
        "s",
        "--yes",
        "-a",
        "next-phase=go-on",
        "-a",
        "next-phase=go-on",
        "-a",
        "next-phase=end",
        "--journal",
        str(path),
    )
    done = psyphase("phase", *ARMIES, *words)
    assert done.returncode == 0, done.stderr
    return path


def rolls(game: Path) -> list[str]:
    """The lines of a journal that hold faces."""
    return re.findall(r"^- .*\[\d.*$", game.read_text(), re.MULTILINE)


def test_faces_that_follow_from_the_seed(game: Path) -> None:
    """All of them, and the counts with their chi-square."""
    done = psyphase("log", "verify", str(game), "--seed", "s")
    count = len(rolls(game))
    assert count > 3
    assert done.returncode == 0, done.stderr
    assert f"Follow from the seed: {count} of {count}\n" in done.stdout
    assert "chi-square" in done.stdout
    assert "No file proves" in done.stdout


def test_a_face_that_was_changed(game: Path) -> None:
    """The roll is named with its line and what should stand there; the others still follow."""
    text = game.read_text()
    line = rolls(game)[0]
    face = re.search(r"\d+", line.partition("[")[2])
    assert face
    other = line.replace(f"[{face[0]}", f"[{int(face[0]) % 6 + 1}", 1)
    game.write_text(text.replace(line, other, 1))
    number = text[: text.index(line)].count("\n") + 1
    done = psyphase("log", "verify", str(game), "--seed", "s")
    assert done.returncode == 1
    assert f"  line {number}: " in done.stdout
    assert f"and from the seed follows {face[0]}" in done.stdout


def test_without_a_seed_nothing_is_claimed(game: Path) -> None:
    """Thrown dice are counted, and it is said that nothing tells where they come from."""
    done = psyphase("log", "verify", str(game))
    assert done.returncode == 0
    assert f"Thrown by the program: {len(rolls(game))}; only --seed tells whether they were\n" in done.stdout
    assert "Follow" not in done.stdout


def test_typed_faces_are_named(tmp_path: Path) -> None:
    """Each with its line; they need follow from nothing."""
    path = tmp_path / "typed.yaml"
    words = ("--real-dice", "--yes", "-a", "next-phase=end", "--journal", str(path), "--seed", "s")
    done = psyphase("phase", *ARMIES, *words, stdin="4\n" + "\n" * 40)
    assert done.returncode == 0, done.stderr
    shown = psyphase("log", "verify", str(path), "--seed", "s")
    assert shown.returncode == 0, shown.stderr
    assert [line.rpartition(": ")[2] for line in shown.stdout.splitlines() if "(typed)" in line] == ["4 (typed)"]
    others = len(rolls(path)) - 1
    assert f"Follow from the seed: {others} of {others}\n" in shown.stdout


def test_chi_square_by_hand() -> None:
    """Twelve dice, two of each: 0; all six of one face: five times 1 and 25."""
    assert (chi_square([2] * 6), chi_square([6, 0, 0, 0, 0, 0]), chi_square([0] * 6)) == (0, 30, None)


def test_what_was_taken_back_is_counted() -> None:
    """Rolls that an undo took away."""
    assert taken_back([Entry("a", 1), Entry("r", (1, 2)), Entry("r", (3,)), Entry("undo", 1), Entry("r", (1, 2))]) == 2
