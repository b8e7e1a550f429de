"""What the tests of every system have to have."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from command import ROOT
from source import SYSTEMS

MARK = "two_of_one_name"


def called_with(mark: str, code: ast.AST) -> Iterator[str]:
    """The tests that have a word in their name."""
    functions = (node for node in ast.walk(code) if isinstance(node, ast.FunctionDef))
    yield from (one.name for one in functions if one.name.startswith("test_") and mark in one.name)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_game_is_tested_with_two_of_one_name(system: str) -> None:
    """Players have two Rhinos: every system's game is played with two units of one name, by tests that say so in theirs."""
    paths: list[Path] = sorted((ROOT / "tests" / "systems" / system).rglob("test_*.py"))
    assert [name for path in paths for name in called_with(MARK, ast.parse(path.read_text(encoding="utf-8")))]


def test_the_word_is_looked_for_in_tests_only() -> None:
    """Another function with the word does not count."""
    code = "def two_of_one_name(): pass\ndef test_two_of_one_name_act(): pass\ndef test_two(): pass"
    assert list(called_with(MARK, ast.parse(code))) == ["test_two_of_one_name_act"]
