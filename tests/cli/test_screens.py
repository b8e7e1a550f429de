"""The main moments of a battle look as a person has seen and approved them (python tests/record.py writes them)."""

from __future__ import annotations

import pytest

import screens


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("plain", [False, True], ids=["menus", "plain"])
def test_a_screen_is_as_approved(columns: int, plain: bool) -> None:
    """Menu, dice with their chances, deny and the roll call between phases: whole lines, nothing cut."""
    kind = "plain" if plain else "menus"
    for name, table in screens.moments(columns, plain):
        approved = (screens.SCREENS / f"{name}-{columns}-{kind}.txt").read_text(encoding="utf-8")
        assert table.text + "\n" == approved, name
        assert not plain or "\x1b" not in table.raw


def test_every_moment_has_its_picture() -> None:
    """One SVG of each moment is in examples/."""
    for name, *_rest in screens.STEPS:
        text = (screens.PICTURES / f"screen-{name}.svg").read_text(encoding="utf-8")
        assert text.startswith("<svg")
