"""`psyphase log`, `psyphase roster new` and the menu."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest

from command import EXAMPLES, psyphase
from psyphase.engine.dice import Dice
from psyphase.engine.play import Answered
from psyphase.engine.procedure import Roll
from psyphase.games.luck import luck
from psyphase.systems.w40k7.psychic_test import Passes, PsychicTest
from psyphase.systems.w40k7.psychic_test import Tested as Outcome  # a name that pytest does not collect
from terminal import DOWN, ENTER, SPACE, Terminal

GAME = str(EXAMPLES / "andy-phase.yaml")


def test_show_is_the_transcript() -> None:
    """`log show` prints what `run` prints."""
    shown = psyphase("log", "show", GAME, "--lang", "en")
    assert shown.returncode == 0
    assert shown.stdout == (EXAMPLES / "andy-phase.txt").read_text(encoding="utf-8")


def test_show_of_a_game_that_is_not_over(tmp_path: Path) -> None:
    """A game that was interrupted is shown as far as it went."""
    text = (EXAMPLES / "andy-phase.yaml").read_text(encoding="utf-8")
    for side in ("andy", "chaos"):
        (tmp_path / f"{side}.yaml").write_bytes((EXAMPLES / f"{side}.yaml").read_bytes())
    game = tmp_path / "game.yaml"
    game.write_text(text[: text.index("- deny-test: [5, 6]")], encoding="utf-8")
    shown = psyphase("log", "show", str(game), "--lang", "en")
    assert shown.returncode == 0
    assert shown.stdout.endswith("> Chaos warband: Dice to deny 2 charges, of 5? (0: let it pass) 2\n")


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        ("text", "\nTurn 1, psychic phase: Andy's regiment\n"),
        ("markdown", "\n## Turn 1, psychic phase: Andy's regiment\n"),
        ("html", "Turn 1, psychic phase: Andy&#x27;s regiment"),
    ],
)
def test_export(tmp_path: Path, form: str, wanted: str) -> None:
    """The transcript as text, Markdown and HTML, to a file that is not overwritten by accident."""
    out = tmp_path / "battle"
    done = psyphase("log", "export", GAME, "--format", form, "-o", str(out), "--lang", "en")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert wanted in out.read_text(encoding="utf-8")
    again = psyphase("log", "export", GAME, "-o", str(out))
    assert (again.returncode, again.stderr.count("\n")) == (1, 1)


def test_the_luck_of_andy() -> None:
    """Faces counted by hand from the script: 3 6 5 3 1 3 4 5 2 6 6 4 1 4 for Andy, 5 6 6 for the opponent."""
    done = psyphase("log", "stats", GAME, "--json")
    mine, theirs = json.loads(done.stdout)
    assert mine["side"] == "mine"
    assert mine["dice"] == "thrown"
    assert mine["count"] == 14
    assert mine["faces"] == [2, 1, 3, 3, 2, 3]
    tests = {test["roll"]: test for test in mine["tests"]}
    # Three dice for one charge pass with 7/8, four for two with 11/16.
    sum_of_both = 7 / 8 + 11 / 16
    psychic_test = {"roll": "psychic-test", "count": 2, "passed": 2, "expected": 1.56, "chance": sum_of_both / 2}
    assert tests["psychic-test"] == psychic_test
    assert theirs["faces"] == [0, 0, 0, 0, 1, 2]
    # Two dice on 5+ against two charges pass with 1/9, one on 6+ against three never.
    assert theirs["tests"] == [{"roll": "deny-test", "count": 2, "passed": 1, "expected": 0.11, "chance": round(1 / 18, 6)}]


def test_typed_and_thrown_dice_are_told_apart() -> None:
    """Real dice and the program's are never added up."""
    roll = Roll("psychic-test", "mine", Dice(1, 6), PsychicTest(4, "two-sixes"), passes=Passes(1))
    narration = [Answered(roll, (4,), Outcome(1, False), "typed"), Answered(roll, (2,), Outcome(0, False), "thrown")]
    assert [(part["dice"], part["count"], part["tests"][0]["passed"]) for part in luck(narration)] == [
        ("thrown", 1, 0),
        ("typed", 1, 1),
    ]
    assert all(part["tests"][0]["expected"] == float(Fraction(1, 2)) for part in luck(narration))


def test_the_wizard_makes_a_roster(tmp_path: Path) -> None:
    """By numbered lines: an army, a psyker with a tag and a list, a unit without psykers; it can be generated."""
    answers = "Coven\n1\nWitch\n1\n2\n\n\n1\n3\nGuard\n10\n\n4\n"
    path = tmp_path / "coven.yaml"
    done = psyphase("roster", "new", str(path), stdin=answers)
    assert done.returncode == 0, done.stdout + done.stderr
    assert path.read_text(encoding="utf-8") == dedent(
        """\
        system: w40k7
        name: Coven
        units:
        - name: Witch
          mastery: 2
          leadership: 9
          wounds: 2
          tags: [psyker, force-weapon]
          disciplines: [biomancy]
        - {name: Guard, models: 10}
        """
    )
    assert psyphase("generate", str(path), "--yes").returncode == 0


def test_the_wizard_takes_back(tmp_path: Path) -> None:
    """`undo` asks the last question again."""
    path = tmp_path / "coven.yaml"
    done = psyphase("roster", "new", str(path), stdin="Covne\nundo\nCoven\n3\nGuard\n1\n\n4\n")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "name: Coven\n" in path.read_text(encoding="utf-8")


def test_the_menu(tmp_path: Path) -> None:
    """Without a command, on a terminal: a roster is made, a power looked up, dice are thrown; each says its command."""
    with Terminal(columns=80, cwd=tmp_path, environment={"PSYPHASE_HOME": str(tmp_path), "PSYPHASE_LANG": "en"}) as table:
        table.see("play a game")
        screen = table.type(DOWN + ENTER, "Which game?")
        assert "Warhammer 40,000, 7th edition" in screen
        assert "Horus Heresy, 3rd edition" in screen
        table.type(ENTER, "Name of the army")
        table.type("Coven\r", "What is the first unit?")
        table.type(DOWN * 2 + ENTER, "Its name")
        table.type("Guard\r", "How many models?")
        table.type("\r", "Which of these has it?")
        table.type(SPACE + ENTER, "What is the next unit?")
        table.type(ENTER, "Written: coven.yaml")
        table.type(DOWN * 3 + ENTER, "Which game?")
        table.type(ENTER, "Which power?")
        table.type("хищение силы\r", "No power has that in its name.")
        table.type("shriek\r", "Psychic Shriek")
        table.type("\r", "just roll dice")
        table.type(DOWN * 2 + ENTER, "Which dice?")
        table.type("2d6\r", "The same by hand: psyphase roll 2d6")
        table.type("\r", "that is all")
        table.type(DOWN * 4 + ENTER, "")
        assert table.end() == 0
    assert (tmp_path / "coven.yaml").is_file()


def test_without_a_terminal_there_is_help() -> None:
    """No menu where nobody can answer it."""
    done = psyphase()
    assert done.returncode == 2
    assert "Commands:" in done.stdout


def test_the_same_rolls_one_by_one() -> None:
    """Each command of `log commands` judges the same dice to the same end as the game did."""
    done = psyphase("log", "commands", GAME)
    assert done.stdout.splitlines() == [
        "psyphase roll power biomancy --mastery 2 --faces 3",
        "psyphase roll power pyromancy --mastery 2 --faces 6",
        "psyphase roll power telepathy --mastery 1 --faces 5,3",
        "psyphase roll power divination --mastery 1 --faces 1",
        "psyphase roll psychic-test --charge 1 --dice 3 --perils two-sixes --faces 4,5,2",
        "psyphase roll deny --harnessed 2 --dice 2 --modifier 1 --faces 5,6",
        "psyphase roll psychic-test --charge 2 --dice 4 --perils two-sixes --faces 6,6,4,1",
        "psyphase roll deny --harnessed 3 --dice 1 --faces 6",
    ]
    found = [json.loads(psyphase(*line.split()[1:], "--json").stdout) for line in done.stdout.splitlines()]
    assert [one.get("power") for one in found[:4]] == [
        "biomancy/life-leech",
        "pyromancy/molten-beam",
        "telepathy/terrify",
        "divination/foreboding",
    ]
    assert [one.get("passed", one.get("denied")) for one in found[4:]] == [True, True, True, False]


def test_several_games_are_listed(tmp_path: Path) -> None:
    """`resume` without a name lists the games, the newest first, with armies and turn."""
    armies = [str(EXAMPLES / "chaos.yaml"), str(EXAMPLES / "shielded.yaml")]
    for seed in ("1", "2"):
        done = psyphase("phase", *armies, "--seed", seed, "--yes", "-a", "next-phase=end", PSYPHASE_HOME=str(tmp_path))
        assert done.returncode == 0, done.stderr
    listed = psyphase("resume", stdin="7\n", PSYPHASE_HOME=str(tmp_path))
    assert listed.returncode == 1
    assert "expected a number from 1 to 2, got '7'" in listed.stderr
    first = listed.stdout.splitlines()[1]
    assert first.endswith("Chaos warband against Shield company: Turn 1, psychic phase: Chaos warband (over)")


def test_a_game_that_is_over_can_be_taken_back(tmp_path: Path) -> None:
    """A battle ended by a slip: `resume` offers to take the last answer back, and real dice stay real without a flag."""
    armies = [str(EXAMPLES / "chaos.yaml"), str(EXAMPLES / "shielded.yaml")]
    journal = tmp_path / "game.yaml"
    words = ("--seed", "1", "--yes", "--real-dice", "--journal", str(journal))
    done = psyphase("phase", *armies, *words, stdin="\n" * 40)
    assert done.returncode == 0, done.stderr
    assert "\n  dice: typed\n" in journal.read_text()
    journal.write_text(journal.read_text().replace("{next-phase: end, by: default}", "next-phase: end"))
    with Terminal("resume", str(journal)) as table:
        table.see("This game is over.")
        table.type(DOWN + ENTER, "has anything changed?")
        # The old answer is the default: above it the battle goes on, with four units and a line between.
        table.type("\x1b[A" * 6 + ENTER, "Enter throws>")
