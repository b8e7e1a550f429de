"""One turn of the Age of Darkness on a real pseudo-terminal, with a reaction in it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from command import psyphase
from terminal import ENTER, Terminal

MINE = """\
    system: hh3
    name: Fifteenth
    units:
    - name: Sorcerer
      willpower: 10
      traits: [command]
      disciplines: [divination]
    """
THEIRS = """\
    system: hh3
    name: Loyal
    units:
    - name: Librarian
      willpower: 9
      traits: [command]
      disciplines: [telekinesis]
      joins: Squad
    - name: Squad
      willpower: 7
      models: 10
    """
UP = "\x1b[A"


def test_a_turn_with_a_reaction_on_a_terminal(tmp_path: Path) -> None:
    """hh3 A7, A8, A11, A14: a blessing with real dice, taken back and given anew; Force Barrier, whose double 3 stuns; the end."""
    for name, text in (("mine", MINE), ("theirs", THEIRS)):
        (tmp_path / f"{name}.yaml").write_text(dedent(text))
    journal = tmp_path / "game.yaml"
    words = ["phase", str(tmp_path / "mine.yaml"), str(tmp_path / "theirs.yaml"), "--real-dice", "--journal", str(journal)]
    with Terminal(*words, lines=44) as table:
        table.see("Fifteenth begins: has anything changed?")
        screen = table.type(ENTER, "Shooting phase: what is declared?")
        assert "Turn 1, Fifteenth: Shooting phase. Loyal: 2 reaction points" in screen
        # Willpower 10: 33 of 36 pass; a double is 1 in 6, a 1 or a 6 of them 1 in 18.
        assert "passes 91.7%" in screen
        assert "Warp Rupture 5.6%" in screen
        screen = table.type(ENTER, "Foresight's Blessing: on whom?")
        screen = table.type(ENTER, "Sorcerer, manifestation check (at most 10)")
        table.type("9\r", "expected faces from 1 to 6")
        table.type("5 6\r", "nothing happens, but it counts as used")
        screen = table.see("Shooting phase: what is declared?")
        assert "Foresight's Blessing (its unit has used its power of this" in screen
        table.type("\x1b", "Taken back: Sorcerer, manifestation check (at most 10)")
        screen = table.type("4 5\r", "Foresight's Blessing takes effect on Sorcerer")
        screen = table.type(UP * 2 + ENTER, "Librarian, manifestation check (at most 9)")
        assert "Paid: 1 reaction point; left: 1 reaction point" in screen
        screen = table.type("33\r", "Force Barrier takes effect on Squad")
        assert "Perils of the Warp for Squad: a double 3" in screen
        assert "Squad is Stunned" in screen
        table.type(ENTER, "Assault phase: what is declared?")
        table.type(ENTER, "Turn 1 of Loyal: has anything changed?")
        table.type(UP + ENTER, "To see it again")
        assert table.end() == 0
    again = psyphase("run", str(journal))
    assert again.returncode == 0, again.stderr
    assert "The turn of Fifteenth is over; unspent points are lost: Loyal, 1 reaction point" in again.stdout
    text = journal.read_text()
    assert "- {manifestation-check: [4, 5], by: typed}" in text
    assert "- undo: 1" in text
