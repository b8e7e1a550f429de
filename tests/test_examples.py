"""Every file in examples/ is run: scripts against their golden transcripts, rosters against the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import EXAMPLES, house_rules, psyphase
from psyphase.games.roster import read_roster

SCRIPTS = sorted(path.with_suffix(".yaml") for path in EXAMPLES.glob("*.txt"))
ROSTERS = sorted(path for path in EXAMPLES.glob("*.yaml") if path not in SCRIPTS)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_gives_its_golden_transcript(script: Path) -> None:
    """What `psyphase run` prints is exactly the transcript beside the script."""
    done = psyphase("run", str(script), *house_rules(script), "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == script.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("roster", ROSTERS, ids=lambda path: path.stem)
def test_a_roster_can_be_generated(roster: Path) -> None:
    """Every example roster passes the checks; its psykers get powers unattended, or have those of their disciplines."""
    if "generate" not in read_roster(roster).system.verbs:
        pytest.skip("nothing is generated for it")
    done = psyphase("generate", str(roster), *house_rules(roster), "--yes", "--again", "--seed", "1", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert '"powers": ["' in done.stdout or '"has": ["' in done.stdout


@pytest.mark.parametrize("roster", ROSTERS, ids=lambda path: path.stem)
def test_a_roster_can_be_played(roster: Path, tmp_path: Path) -> None:
    """Every example roster plays what its system plays, taking every default."""
    procedure = next(iter(read_roster(roster).system.verbs))
    done = psyphase(
        procedure, str(roster), *house_rules(roster), "--yes", "--seed", "1", "--journal", str(tmp_path / "game.yaml")
    )
    assert done.returncode == 0, done.stderr
    assert "To see it again: psyphase run" in done.stdout


def test_stu_ends_with_four_powers() -> None:
    """w40k7 worked example Stu: two generated, the primaris by focus, and Force."""
    assert "Librarian: Enfeeble, Endurance, Smite, Force\n" in (EXAMPLES / "stu-generation.txt").read_text(encoding="utf-8")


def test_sara_ends_without_focus() -> None:
    """w40k7 worked example Sara: Terrify, Psychic Shriek, Scrier's Gaze, Force."""
    text = (EXAMPLES / "sara-generation.txt").read_text(encoding="utf-8")
    assert "Sorcerer: Terrify, Psychic Shriek, Scrier's Gaze, Force\n" in text
    assert "focus" not in text.casefold()


def test_andy_has_seven_dice_and_his_opponent_five() -> None:
    """w40k7 P1, worked example Andy: 3 + 2 + 1 + 1 = 7 against 3 + 2 = 5."""
    text = (EXAMPLES / "andy-phase.txt").read_text(encoding="utf-8")
    assert "Andy's regiment: 3 rolled + mastery 2 + 1 + 1 = 7 dice\n" in text
    assert "Chaos warband: 3 rolled + mastery 2 = 5 dice\n" in text


@pytest.mark.parametrize(
    "words",
    [
        "squad examples/squad-guard.yaml -a next=hit/third-squad",
        "squad examples/squad-guard.yaml -a next=round-over",
        "squad examples/squad-guard.yaml -a next=third-squad -a command=advance",
        "phase examples/loyalists.yaml examples/thousand-sons.yaml -a next-turn=go-on",
        "phase examples/thousand-sons.yaml -a act=go-on -a act=force -a act=go-on",
    ],
)
def test_no_given_answer_is_given_for_ever(words: str, tmp_path: Path) -> None:
    """An answer after which the same question comes up again is used once, also in games that have no last turn."""
    done = psyphase(*words.split(), "--yes", "--seed", "1", "--journal", str(tmp_path / "game.yaml"))
    assert done.returncode == 0, done.stderr
    assert "To see it again" in done.stdout
