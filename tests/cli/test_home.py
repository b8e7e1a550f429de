"""The menu of `psyphase` alone, by numbers as on a terminal that shows plain lines only."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from command import EXAMPLES
from psyphase.cli import main


class Dumb(io.StringIO):
    """A stream of a terminal."""

    def isatty(self) -> bool:
        return True


class Ended(NamedTuple):
    """How a walk through the menu ended."""

    status: int
    out: str
    err: str


Menu = Callable[..., Ended]


@pytest.fixture
def menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Menu:
    """Answer the menu line by line, in a folder of its own; after the last line the input ends."""
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "home"
    for name, value in {"TERM": "dumb", "COLUMNS": "200", "PSYPHASE_LANG": "en", "PSYPHASE_HOME": str(home)}.items():
        monkeypatch.setenv(name, value)

    def walk(*lines: str) -> Ended:
        out, err = Dumb(), Dumb()
        with monkeypatch.context() as place:
            place.setattr(sys, "argv", ["psyphase"])
            place.setattr(sys, "stdin", Dumb("".join(f"{line}\n" for line in lines)))
            place.setattr(sys, "stdout", out)
            place.setattr(sys, "stderr", err)
            place.setattr(sys, "unraisablehook", sys.unraisablehook)
            with pytest.raises(SystemExit) as end:
                main()
        assert isinstance(end.value.code, int)
        return Ended(end.value.code, out.getvalue(), err.getvalue())

    return walk


def roster(name: str) -> None:
    """One of the shipped rosters, in the folder of the walk."""
    shutil.copy(EXAMPLES / f"{name}.yaml", Path.cwd())


def test_the_menu_leaves_out_going_on_where_there_is_no_game(menu: Menu) -> None:
    """Five entries, the last of which ends."""
    done = menu("5")
    labels = ["play a game", "make a roster", "just roll dice", "look a power up", "that is all"]
    assert done.out.splitlines() == ["psyphase", *(f"  {number}  {label}" for number, label in enumerate(labels, 1)), "[1]> "]
    assert (done.status, done.err) == (0, "")


def test_end_of_input_leaves_as_ctrl_c_does(menu: Menu) -> None:
    """The input ends at the menu itself."""
    assert (menu().status, menu().err) == (130, "psyphase: stopped\n")


def test_a_number_that_is_none_ends_in_one_line(menu: Menu) -> None:
    """The menu itself is not asked again: who cannot answer it is no person."""
    done = menu("x", "5")
    assert (done.status, done.err) == (1, "psyphase: expected a number from 1 to 5, got 'x'\n")


def test_dice_with_a_slip_in_between(menu: Menu) -> None:
    """What is no dice is told, and the question comes again; an empty line goes back to the menu."""
    done = menu("3", "2x6", "3d6 5+", "", "5")
    question = "Which dice? (3d6, 4d6 4+, d66; nothing goes back)> "
    told, thrown, after = done.out.split(question)[1:]
    assert told == "! '2x6', column 1: expected dice such as 3d6 or d100\n"
    assert thrown.splitlines()[-1] == "The same by hand: psyphase roll 3d6 5+"
    assert after.startswith("psyphase\n  1  play a game\n")
    assert (done.status, done.err) == (0, "")


def test_a_power_is_looked_up_by_part_of_its_name(menu: Menu) -> None:
    """Every power with the part in its name, or that there is none; then back to the menu."""
    done = menu("4", "1", "psychic shr", "no such thing", "", "5")
    found, missed, after = done.out.split("Which power? (any part of its name; nothing goes back)> ")[1:]
    assert found.splitlines()[0] == "  Psychic Shriek"
    assert 'Charge 1, Type Witchfire, Range 18", Target one enemy unit' in found
    assert missed == "! No power has that in its name.\n"
    assert after.startswith("psyphase\n  1  play a game\n")
    assert done.status == 0


def test_a_roster_is_made(menu: Menu) -> None:
    """The command that does the same is said before the first question, the file at the end; a second one gets a free name."""
    guard = ("2", "1", "Grey Coven", "3", "Guard", "12", "", "4")
    done = menu(*guard, *guard, "5")
    assert done.out.count("The same by hand: psyphase roster new --system w40k7\n") == 2
    assert "Written: grey-coven.yaml\n" in done.out
    assert "Written: grey-coven-2.yaml\n" in done.out
    wanted = "system: w40k7\nname: Grey Coven\nunits:\n- {name: Guard, models: 12}\n"
    assert [Path(name).read_text() for name in ("grey-coven.yaml", "grey-coven-2.yaml")] == [wanted] * 2
    assert done.status == 0


def test_rosters_of_the_folder_are_offered_and_nothing_else(menu: Menu) -> None:
    """No journal and no other YAML; for the opponent only rosters of the same system."""
    for name in ("chaos", "andy-phase", "squad-orks", "shielded"):
        roster(name)
    Path("notes.yaml").write_text("system of mine\n")
    done = menu("1", "1")
    assert done.out.split("Your roster?\n")[1].splitlines()[:5] == [
        "  1  chaos.yaml",
        "  2  shielded.yaml",
        "  3  squad-orks.yaml",
        "  4  make one now",
        "  5  another file",
    ]
    assert done.out.split("The opponent's roster?\n")[1].splitlines()[:5] == [
        "  1  chaos.yaml",
        "  2  shielded.yaml",
        "  3  make one now",
        "  4  another file",
        "  5  none: I am asked what is needed",
    ]


def test_a_game_against_nobody_with_real_dice_goes_on(menu: Menu) -> None:
    """The opponent's roster none, real dice; the input ends in the game, and `go on` asks the same question with its answers kept."""
    roster("chaos")
    begun = menu("1", "1", "4", "2", "1", "3")
    assert "The same by hand: psyphase phase chaos.yaml --real-dice\n" in begun.out
    assert begun.out.count("Opponent: Sum of the opponent's mastery levels\n[0]> ") == 1
    (journal,) = Path("home/games").glob("*-chaos-1.yaml")
    assert "\n  dice: typed\n" in journal.read_text()
    assert journal.read_text().endswith("play:\n- before-battle: go-on\n- enemy-mastery: 3\n")
    on = menu("2", "5", "undo", "6", "6")
    assert on.out.startswith("psyphase\n  1  play a game\n  2  go on with a game\n  3  make a roster\n")
    told = on.out.split("The same by hand: psyphase resume\n")[1]
    since = told.split("== Turn 1, psychic phase: Chaos warband ==\n")[1]
    assert since.startswith("> Opponent: Sum of the opponent's mastery levels: 3\nChaos warband: Warp charge\n")
    kept = [
        "- before-battle: go-on",
        "- enemy-mastery: 3",
        "- {warp-charge: [5], by: typed}",
        "- undo: 1",
        "- {warp-charge: [6], by: typed}",
    ]
    assert journal.read_text().split("play:\n")[1].splitlines() == kept


def test_ctrl_d_within_a_game_ends_the_program(menu: Menu) -> None:
    """faults robustness 18: as Ctrl-C does everywhere: one line, status 130, and the menu does not come back."""
    roster("chaos")
    done = menu("1", "1", "4", "2", "1", "3")
    (journal,) = Path("home/games").glob("*-chaos-1.yaml")
    assert done.status == 130
    assert done.err.startswith("psyphase: stopped; nothing is lost, go on with: psyphase resume ")
    assert done.err.endswith(f"{journal.name}\n")
    assert done.out.count("  1  play a game\n") == 1


def test_one_of_several_games_goes_on(menu: Menu) -> None:
    """The games are listed with how far they have come; what is no game is not among them."""
    roster("chaos")
    for _game in range(2):
        menu("1", "1", "4", "1", "1", "3")
    Path("home/games/notes.yaml").write_text("mine: all mine\n")
    listed = menu("2", "2").out.split("Which game?\n")[1].splitlines()
    assert [line.split("  ")[-1] for line in listed[:2]] == ["Chaos warband: Turn 1, psychic phase: Chaos warband"] * 2
    assert listed[2].startswith("[1]> Chaos warband: Chaos Sorcerer (")


def test_another_file_is_named_by_hand(menu: Menu) -> None:
    """A file that is not there is told and the menu comes back; one elsewhere plays."""
    Path("elsewhere").mkdir()
    shutil.copy(EXAMPLES / "chaos.yaml", "elsewhere/chaos.yaml")
    done = menu("1", "2", "no.yaml", "1", "2", "elsewhere/chaos.yaml", "2", "elsewhere/chaos.yaml", "1")
    assert "Which file?> ! no.yaml: cannot be read: No such file or directory\n" in done.out
    assert "The same by hand: psyphase phase elsewhere/chaos.yaml elsewhere/chaos.yaml\n" in done.out


def test_squads_are_added_until_it_begins(menu: Menu) -> None:
    """A game of several rosters a side asks for another one until there is none."""
    roster("squad-guard")
    roster("squad-orks")
    done = menu("1", "1", "2", "5", "1")
    assert done.out.count("Another one?\n") == 2
    assert "The same by hand: psyphase squad squad-guard.yaml squad-orks.yaml\n" in done.out


def test_a_roster_is_made_on_the_way_to_a_game(menu: Menu) -> None:
    """`make one now` asks for the system, and the new roster plays."""
    done = menu("1", "1", "1", "Coven", "3", "Guard", "", "", "4", "4", "1")
    assert "Written: coven.yaml\nThe opponent's roster?\n  1  coven.yaml\n" in done.out
    assert "The same by hand: psyphase phase coven.yaml\n" in done.out
