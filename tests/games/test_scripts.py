"""Hand-written scripts that are wrong: every complaint names the file, the line and the column."""

from __future__ import annotations

from pathlib import Path

import pytest

from psyphase.engine.journal import Entry
from psyphase.errors import RulesError
from psyphase.games.script import read_script

ARMY = """\
system: w40k7
name: Coven
units:
- {name: Witch, mastery: 1, tags: [psyker]}
"""
SCRIPT = """\
psyphase: 1
system: w40k7
setup:
  mine: coven.yaml
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two rosters of different systems, in which the script lies."""
    (tmp_path / "coven.yaml").write_text(ARMY)
    (tmp_path / "squad.yaml").write_bytes((Path(__file__).parents[2] / "examples" / "squad-guard.yaml").read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def complaints(text: str) -> list[str]:
    """What is said about a script."""
    path = Path("script.yaml")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as wrong:
        read_script(path)
    return str(wrong.value).splitlines()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pytest.param(
            SCRIPT.replace("psyphase: 1", "psyphase: 2"),
            "script.yaml:1:11: psyphase: expected 1, the format this version reads",
            id="another format",
        ),
        pytest.param(
            SCRIPT.replace("mine: coven.yaml", "mine: wood.yaml"),
            "script.yaml:4:9: no such file: 'wood.yaml'",
            id="no such roster",
        ),
        pytest.param(
            SCRIPT.replace("system: w40k7", "system: hh3"),
            "script.yaml:2:9: system: the rosters are for w40k7",
            id="rosters of another system",
        ),
        pytest.param(
            SCRIPT + "procedure: fase\n",
            "script.yaml:5:12: procedure: expected one of phase, generate, got 'fase'",
            id="unknown procedure",
        ),
        pytest.param(
            SCRIPT + "  settings: {perils: maybe}\n",
            "script.yaml:5:22: perils: expected one of two-sixes, any-double, never, got 'maybe'",
            id="a setting that is none of the choices",
        ),
        pytest.param(
            SCRIPT.replace("mine: coven.yaml", "settings: {}"),
            "script.yaml:4:3: setup: expected either 'mine' (and 'theirs') or a list of 'rosters'",
            id="no roster at all",
        ),
        pytest.param(
            SCRIPT + "  rosters: [coven.yaml]\n",
            "script.yaml:4:3: setup: expected either 'mine' (and 'theirs') or a list of 'rosters'",
            id="a side and a list",
        ),
        pytest.param(
            SCRIPT.replace("mine: coven.yaml", "rosters: [coven.yaml]"),
            "script.yaml:4:3: setup: w40k7 takes 'mine' and 'theirs'",
            id="a list where sides belong",
        ),
        pytest.param(
            SCRIPT.replace("w40k7", "onlywar").replace("coven", "squad"),
            "script.yaml:4:3: setup: onlywar takes a list of 'rosters'",
            id="sides where a list belongs",
        ),
        pytest.param(
            SCRIPT + "play:\n- {dice: 2, charge: 1}\n",
            "script.yaml:6:3: expected one answer, written as '- name: answer'",
            id="two answers in one entry",
        ),
        pytest.param(
            SCRIPT + "play:\n- undo: 0\n",
            "script.yaml:6:9: undo: expected how many answers are taken back, got 0",
            id="undo of nothing",
        ),
        pytest.param(
            SCRIPT + "play:\n- undo: all\n",
            "script.yaml:6:9: undo: expected how many answers are taken back, got 'all'",
            id="undo without a number",
        ),
        pytest.param(
            SCRIPT + "play:\n- dice: {two: 2}\n",
            "script.yaml:6:9: expected a number, a word or a list of them",
            id="a mapping for an answer",
        ),
        pytest.param(
            SCRIPT + "answers:\n  dice: [1, [2, true]]\n",
            "script.yaml:6:13: expected a number, a word or a list of them",
            id="yes in a list of numbers",
        ),
    ],
)
def test_a_wrong_script_is_told_at_its_place(text: str, wanted: str) -> None:
    """One complaint, at the place of what is wrong."""
    assert complaints(text) == [wanted]


def test_every_problem_is_told_at_once() -> None:
    """Two wrong entries are two lines."""
    assert complaints(SCRIPT + "play:\n- {}\n- dice: {}\n") == [
        "script.yaml:6:3: expected one answer, written as '- name: answer'",
        "script.yaml:7:9: expected a number, a word or a list of them",
    ]


def test_settings_that_are_wrong_are_told_at_their_places() -> None:
    """An unknown one with what was probably meant, one out of range at its value."""
    assert complaints(SCRIPT + "  settings:\n    peril: never\n    success: 7\n") == [
        "script.yaml:6:5: unknown key 'peril', did you mean 'perils'?",
        "script.yaml:7:14: success: expected a number from 2 to 6, got '7'",
    ]


def test_rosters_may_stand_in_the_script_and_answers_in_lists() -> None:
    """A roster written in; one answer is the same as a list of one; yes and no are words; an entry may say who answered."""
    path = Path("script.yaml")
    text = SCRIPT.replace(
        "mine: coven.yaml", "mine: {system: w40k7, name: Inner, units: [{name: Witch, mastery: 1, tags: [psyker]}]}"
    )
    text += "answers: {dice: 3, power: [smite, yes], perils: [[1, 2], 4]}\nplay:\n- deny: no\n- {deny-test: [5, 6], by: typed}\n"
    path.write_text(text)
    script = read_script(path)
    last = text.count("\n")
    assert [army.roster.name for army in script.armies] == ["Inner"]
    assert script.procedure == "phase"
    assert script.answers == {"dice": [3], "power": ["smite", "yes"], "perils": [(1, 2), 4]}
    assert script.play == (Entry("deny", "no", line=last - 1), Entry("deny-test", (5, 6), "typed", last))
    assert (script.torn, script.real_dice, script.rules) == (False, False, "")
