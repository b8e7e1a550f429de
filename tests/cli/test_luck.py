"""`psyphase log stats` for people: every figure is worked out by hand from a short journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import EXAMPLES, psyphase
from psyphase.cli.screen.charts import Chances, chance_lines, chances, lines
from psyphase.engine.dice import Dice
from psyphase.engine.play import Answered
from psyphase.engine.procedure import Number, Roll
from psyphase.engine.readings import Total
from psyphase.games.luck import luck
from psyphase.systems import find_system
from psyphase.words.wording import Wording


@pytest.fixture
def words() -> Wording:
    """The words of the 7th edition, for two named armies."""
    return Wording(find_system("w40k7").sentences(), "en", ("Coven", "Chapter"))


def test_the_luck_of_a_short_game() -> None:
    """14 D6 that sum to 53 are 3.79 on the mean; three and four dice for one and two charges pass with 7/8 and 11/16,
    25/16 of two tests; two dice on 5+ against two charges with 1/9, one against three never.
    """
    done = psyphase("log", "stats", str(EXAMPLES / "andy-phase.yaml"), "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Andy's regiment, dice thrown: 14 D6",
        "  1: 2  2: 1  3: 3  4: 3  5: 2  6: 3   (expected 2.3 of each)",
        "  mean 3.79 (expected 3.5)",
        "  psychic tests: 2 of 2 passed, 1.56 expected (78.1% each)",
        "Chaos warband, dice thrown: 3 D6",
        "  1: 0  2: 0  3: 0  4: 0  5: 1  6: 2   (expected 0.5 of each)",
        "  mean 5.67 (expected 3.5)",
        "  deny the witch: 1 of 2 passed, 0.11 expected (5.6% each)",
    ]


def test_dice_that_are_no_d6_have_a_line_of_their_own(words: Wording) -> None:
    """Ten-sided dice are expected at 5.5, and a side that threw no D6 has no row of faces; real dice are told apart."""
    ten = Roll("first", "mine", Dice(2, 10), Total())
    six = Roll("second", "theirs", Dice(1, 6), Total())
    report = luck([Answered(ten, (10, 3), 13, "thrown"), Answered(six, (4,), 4, "typed")])
    assert list(lines(report, words)) == [
        "Coven, dice thrown: 2 D10",
        "  D10: mean 6.5 (expected 5.5)",
        "Chapter, real dice: 1 D6",
        "  1: 0  2: 0  3: 0  4: 1  5: 0  6: 0   (expected 0.2 of each)",
        "  mean 4.0 (expected 3.5)",
    ]


def test_a_game_without_dice_says_so(words: Wording, tmp_path: Path) -> None:
    """Nothing is expected of nobody; the JSON is an empty list."""
    assert list(lines([], words)) == ["No dice have been thrown."]
    (tmp_path / "chaos.yaml").write_bytes((EXAMPLES / "chaos.yaml").read_bytes())
    game = tmp_path / "game.yaml"
    game.write_text("psyphase: 1\nsystem: w40k7\nprocedure: phase\nsetup:\n  mine: chaos.yaml\nplay:\n- enemy-mastery: 3\n")
    assert psyphase("log", "stats", str(game)).stdout == "No dice have been thrown.\n"
    assert psyphase("log", "stats", str(game), "--json").stdout == "[]\n"


def test_chances_are_a_table_with_a_row_a_number(words: Wording) -> None:
    """Heads above, numbers at the left, the note below; a question without chances or without a number to choose has none."""
    table = Chances(("works", "perils"), ((1, ("50.0%", "0.0%")), (2, ("75.0%", "2.8%"))), "A note.")
    assert chance_lines(table) == [
        "       works  perils",
        "    1  50.0%    0.0%",
        "    2  75.0%    2.8%",
        "A note.",
    ]
    assert chances(words, Number("dice", "mine", 1, 5)) is None
    assert chances(words, Number("dice", "mine", 0, 0, prospects=lambda _count: {})) is None
