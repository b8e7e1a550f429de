"""A roster written over its own file keeps what its owner wrote: comments, order, quotes, one-line lists (faults robustness 5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import EXAMPLES, psyphase
from psyphase.games.rewriting import rewritten
from psyphase.games.roster import Army, read_roster

MINE = """\
# 1850 points, for Saturday
system: w40k7
name: "Sara's coven"   # as on the sheet
units:
  - name: Seer   # the old one
    disciplines: [telepathy]   # as always
    mastery: 1
  # with the men
  - {name: 'Seer', mastery: 1, disciplines: [telepathy]}

  - models: 10
    name: Men
    # they hold the line
"""
POWERS = "powers: [telepathy/terrify, telepathy/psychic-shriek]"
GENERATED = f"""\
# 1850 points, for Saturday
system: w40k7
name: "Sara's coven"   # as on the sheet
units:
  - name: Seer   # the old one
    disciplines: [telepathy]   # as always
    {POWERS}
    focus: telepathy
    mastery: 1
  # with the men
  - {{name: 'Seer', mastery: 1, disciplines: [telepathy], {POWERS}, focus: telepathy}}

  - models: 10
    name: Men
    # they hold the line
"""
ANSWERS = ("--yes", "--seed", "1", "-a", "swap=none")


def read(path: Path, text: str) -> Army:
    """A roster as a file holds it."""
    path.write_text(text, encoding="utf-8")
    return read_roster(path)


def test_only_what_is_new_is_written(tmp_path: Path) -> None:
    """A key stands behind the others, and before one under which a comment stands: that may be about the next unit."""
    mine = read(tmp_path / "mine.yaml", MINE)
    made = read(tmp_path / "made.yaml", GENERATED).roster
    assert rewritten(mine, made) == GENERATED
    assert rewritten(mine, mine.roster) == MINE


@pytest.mark.parametrize("name", ["sara.yaml", "andy.yaml", "chaos.yaml"])
def test_the_examples_stay_as_they_are(name: str) -> None:
    """Where nothing changed not a byte does."""
    army = read_roster(EXAMPLES / name)
    assert rewritten(army, army.roster) == (EXAMPLES / name).read_text(encoding="utf-8")


def test_generate_over_its_own_file(tmp_path: Path) -> None:
    """Twice: powers come in, and others with --again; what stands around them is as it was."""
    path = tmp_path / "mine.yaml"
    path.write_text(MINE, encoding="utf-8")
    for words in (ANSWERS, (*ANSWERS, "--again")):
        done = psyphase("generate", str(path), "-o", str(path), *words)
        assert done.returncode == 0, done.stderr
        units = read_roster(path).roster.units
        assert [len(unit.powers or ()) for unit in units] == [2, 2, 0]
        kept = path.read_text(encoding="utf-8")
        assert [line for line in kept.splitlines() if "powers" not in line and "focus" not in line] == [
            line for line in MINE.splitlines() if "'Seer'" not in line
        ]


def test_what_cannot_be_kept_is_not_lost(tmp_path: Path) -> None:
    """A file in a form that cannot be kept is written only with --force, and that is said before the first question."""
    path = tmp_path / "tabs.yaml"
    path.write_text(MINE.replace("mastery: 1", "mastery:\t1"), encoding="utf-8")
    before = path.read_bytes()
    done = psyphase("generate", str(path), "-o", str(path), *ANSWERS)
    assert (done.returncode, done.stdout) == (1, "")
    assert "--force" in done.stderr
    assert path.read_bytes() == before
    assert psyphase("generate", str(path), "-o", str(path), *ANSWERS, "--force").returncode == 0
    assert [len(unit.powers or ()) for unit in read_roster(path).roster.units] == [2, 2, 0]
