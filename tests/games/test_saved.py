"""The games in a folder: which one is meant, how far each has come, and what is no game."""

from __future__ import annotations

import os
from datetime import date, datetime
from pathlib import Path

import pytest

from psyphase.errors import PsyphaseError
from psyphase.games.roster import read_roster
from psyphase.games.saved import (
    MOST_SHOWN,
    SavedGame,
    any_game,
    find_game,
    games,
    new_game_path,
    open_script,
    progress_file,
    replay,
)
from psyphase.games.script import read_script
from psyphase.games.session import open_session
from psyphase.text import Phrase

EXAMPLES = Path(__file__).parents[2] / "examples"
GAME = """\
psyphase: 1
system: w40k7
setup:
  mine: {system: w40k7, name: Coven, units: [{name: Witch, mastery: 1, leadership: 9, tags: [psyker], powers: [biomancy/smite]}]}
play:
"""
BEGUN = "- before-battle: go-on\n- enemy-mastery: 3\n- warp-charge: [4]\n"


def kept(folder: Path, name: str, play: str, played: float = 0) -> Path:
    """A game in the folder, last played at some time."""
    path = folder / name
    path.write_text(GAME + play)
    os.utime(path, (played, played))
    return path


def test_a_game_is_meant_by_path_or_by_a_part_of_its_name(tmp_path: Path) -> None:
    """A part that two games have, or none, is the word itself, and so is anything with a folder in it."""
    first, second = (kept(tmp_path, name, "") for name in ("2026-01-01-coven-1.yaml", "2026-01-02-coven-1.yaml"))
    assert find_game(tmp_path, Path("01-02")) == second
    assert find_game(tmp_path, first) == first
    assert find_game(tmp_path, Path("coven")) == Path("coven")
    assert find_game(tmp_path, Path("ork")) == Path("ork")
    assert find_game(tmp_path, Path("old/01-02")) == Path("old/01-02")


def test_a_new_game_has_a_number_of_its_own(tmp_path: Path) -> None:
    """By day, name and the first free number; nothing is written."""
    today = f"{date.today():%Y-%m-%d}"  # noqa: DTZ011  the day where the table stands
    assert new_game_path(tmp_path, "coven") == tmp_path / f"{today}-coven-1.yaml"
    assert not any_game(tmp_path)
    kept(tmp_path, f"{today}-coven-1.yaml", "")
    assert any_game(tmp_path)
    assert new_game_path(tmp_path, "coven") == tmp_path / f"{today}-coven-2.yaml"


def test_games_are_told_with_how_far_they_have_come(tmp_path: Path) -> None:
    """The newest first, with what is kept beside the folder; what is no game is left out with a word (faults robustness 7, 8)."""
    folder = tmp_path / "games"
    folder.mkdir()
    kept(folder, "new.yaml", BEGUN, 300)
    kept(folder, "strange.yaml", "- no-such-question: 1\n", 100)
    (folder / "notes.yaml").write_text("mine: all mine\n")
    progress_file(folder / "new.yaml").parent.mkdir()
    progress_file(folder / "new.yaml").write_text("Turn 1\x1b, psychic phase: Coven\n")
    told: list[Phrase] = []
    found = list(games(folder, told.append))
    assert [(one.path.name, one.armies, one.played) for one in found] == [
        ("new.yaml", ("Coven",), 300),
        ("strange.yaml", ("Coven",), 100),
    ]
    assert [one.progress for one in found] == ["Turn 1\ufffd, psychic phase: Coven", ""]
    assert found[1].label.endswith("  Coven")
    assert [("left out" in str(one), "notes.yaml" in str(one)) for one in told] == [(True, True)]
    assert list(games(tmp_path / "nowhere")) == []


def test_a_list_reads_heads_only(tmp_path: Path) -> None:
    """What stands below `play:` is not looked at: a game of 10,000 answers is listed like any other (faults performance 2)."""
    kept(tmp_path, "long.yaml", BEGUN + "- ]not even YAML[\n" * 10_000)
    assert [one.armies for one in games(tmp_path)] == [("Coven",)]


def test_only_so_many_files_are_read(tmp_path: Path) -> None:
    """The oldest of them are not listed."""
    for number in range(MOST_SHOWN + 2):
        kept(tmp_path, f"{number}.yaml", "", number)
    assert [one.path.name for one in games(tmp_path)] == [f"{number}.yaml" for number in range(MOST_SHOWN + 1, 1, -1)]


def test_the_label_of_a_game_never_acts_as_a_code() -> None:
    """Day, armies, progress on one line."""
    played = datetime(2026, 3, 4, 5, 6).timestamp()  # noqa: DTZ001  the time at the table
    label = SavedGame(Path("g.yaml"), played, ("Coven\x1b", "Chapter"), "not begun").label
    assert label == "2026-03-04 05:06  Coven\ufffd against Chapter: not begun"


def test_a_game_is_over_once_nothing_more_is_asked(tmp_path: Path) -> None:
    """A game in progress is not; replaying it tells everything up to the next question."""
    script = read_script(kept(tmp_path, "game.yaml", BEGUN))
    told: list[object] = []
    session = open_script(script, [])
    assert (session.procedure, session.armies) == ("phase", script.armies)
    assert not replay(script, session, told.append)
    assert len(told) > 2
    done = read_script(EXAMPLES / "sara-generation.yaml")
    assert replay(done, open_script(done, []), told.append)


@pytest.mark.parametrize(
    ("procedure", "rosters", "message"),
    [
        ("phase", ("chaos", "loyalists"), "the armies play different systems: hh3 and w40k7"),
        ("squad", ("chaos",), "w40k7 has no 'squad', it has phase and generate"),
        ("generate", ("chaos", "shielded"), "'generate' takes at most 1 roster, got 2"),
        ("phase", ("chaos", "shielded", "andy"), "'phase' takes at most 2 rosters, got 3"),
    ],
)
def test_armies_that_do_not_go_together(procedure: str, rosters: tuple[str, ...], message: str) -> None:
    """Told before any table is read."""
    armies = [read_roster(EXAMPLES / f"{name}.yaml") for name in rosters]
    with pytest.raises(PsyphaseError) as wrong:
        open_session(procedure, armies, [], {})
    assert str(wrong.value) == message
