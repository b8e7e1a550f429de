"""Games that people played at a terminal, kept with what made them hesitate: each plays again to its last answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import ROOT, psyphase

PLAYED = sorted((ROOT / "tests" / "played").iterdir())


@pytest.mark.parametrize("game", PLAYED, ids=lambda path: path.name)
def test_a_played_game_plays_again(game: Path) -> None:
    """Every answer fits what is asked, nothing is left over, and what was thrown by hand counts as it lay."""
    done = psyphase("run", str(game / "game.yaml"), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert events[-1]["value"] == "end"
    assert (game / "notes.md").is_file()


def test_the_mirror_match_stands_as_its_player_left_it() -> None:
    """As he told it: who is dead, how many are left, each of two of a name by its key."""
    done = psyphase("run", str(ROOT / "tests" / "played" / "mirror-match" / "game.yaml"), "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    states = [event for event in events if event.get("event") == "army-state"][-2:]
    units = {unit["unit"]: unit for state in states for unit in state["states"]}
    dead = {key for key, unit in units.items() if unit["dead"]}
    assert dead >= {"librarian", "chief-librarian", "tactical-squad", "tactical-squad-2", "rhino", "librarian-3", "rhino-2"}
    assert dead.isdisjoint({"librarian-2", "librarian-4", "tactical-squad-4", "scout-squad", "assault-squad"})
    assert units["tactical-squad-4"]["models"] == 6
    assert units["scout-squad"]["embarked"] is False
