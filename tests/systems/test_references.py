"""What one table says of another is looked at as soon as both are read, be it these two alone; and not before."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from psyphase.errors import RulesError
from psyphase.systems import find_system
from psyphase.systems.shared.loading import tiling_faults
from psyphase.tables.library import Library, shipped_rules
from psyphase.tables.remarks import Remark


class Broken(NamedTuple):
    """A change by which one table refers to nothing in another; what is told, at which entry of which file."""

    system: str
    tables: tuple[str, str]
    file: str
    old: str
    new: str
    told: str


START = """- id: start
  name: {en: Start phase, ru: Начальная фаза, fr: Phase de Début, ours: [ru, fr]}
  comes: []
  source: hh3-facts 4
"""
BROKEN = [
    # onlywar facts 2.1: a skill is based on a characteristic.
    Broken(
        "onlywar", ("skills", "characteristics"), "characteristics.yaml", "- {id: fel,", "#- {id: fel,", "no characteristic 'fel'"
    ),
    # hh3 A13: a row of perils gives a status; A3: a moment is in a phase of the turn.
    Broken("hh3", ("perils", "statuses"), "statuses.yaml", "id: stunned", "id: dazed", "no status 'stunned'"),
    Broken("hh3", ("moments", "phases"), "phases.yaml", START, "", "no phase 'start'"),
    # w40k7 P13.6: a row of perils gives a boon.
    Broken("w40k7", ("perils", "boons"), "boons.yaml", "id: warp-surge", "id: second-sight", "no boon 'warp-surge'"),
]


def loaded(tmp_path: Path, broken: Broken, *tables: str) -> str:
    """What is told when these tables of a changed copy are read."""
    folder = tmp_path / "-".join(tables)
    shutil.copytree(shipped_rules() / broken.system, folder / broken.system)
    path = folder / broken.system / broken.file
    text = path.read_text(encoding="utf-8")
    assert broken.old in text
    path.write_text(text.replace(broken.old, broken.new), encoding="utf-8")
    library = Library(broken.system, [folder])
    try:
        find_system(broken.system).load(library, tables, library.settings())
    except RulesError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("broken", BROKEN, ids=lambda one: " and ".join(one.tables))
def test_a_broken_reference(broken: Broken, tmp_path: Path) -> None:
    """Both are read, in either order: it is told; the one that refers is read alone: nothing can be wrong with it."""
    first, second = broken.tables
    assert broken.told in loaded(tmp_path, broken, first, second)
    assert broken.told in loaded(tmp_path, broken, second, first)
    assert not loaded(tmp_path, broken, first)


def test_rows_cover_a_die() -> None:
    """A face without a row is a hole, unless a row could not be read: then nobody knows whose it is."""
    rows = {"low": (1, 2), "high": (5, 6)}
    assert [(row, str(message)) for row, message in tiling_faults(rows, 6)] == [("high", "hole, no row for 3, 4")]
    assert not list(tiling_faults(rows, 6, complete=False))
    assert not list(tiling_faults({}, 6))


@pytest.mark.parametrize("system", ["hh3", "onlywar"])
def test_a_figure_that_nothing_asks_for(system: str, tmp_path: Path) -> None:
    """A figure of one's own is told, beside none of ours; where a system has no figures nothing is missing."""
    found = find_system(system)
    ours = Library(system, [shipped_rules()])
    rules = found.load(ours, found.all_tables(ours), ours.settings())
    assert not [one for one in found.remarks(rules, ours) if one.file == "figures.yaml"]
    path = tmp_path / system / "figures.yaml"
    path.parent.mkdir()
    path.write_text("- {id: own, name: {en: Own}, value: 1, source: mine}\n", encoding="utf-8")
    library = Library(system, [shipped_rules(), tmp_path])
    changed = found.load(library, found.all_tables(library), library.settings())
    figures = [one for one in found.remarks(changed, library) if one.file == "figures.yaml"]
    assert figures == [Remark("figures.yaml", "own", "nothing reads")]
