"""Two rounds of a squad on a real pseudo-terminal, with a reaction in between."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from command import psyphase
from terminal import ENTER, Terminal

SQUAD = """\
    system: onlywar
    name: Section
    faction: imperial-guard
    commander:
      name: Sergeant
      category: elite
      characteristics: {ws: 40, bs: 40, t: 35, ag: 35, per: 45, wp: 40, fel: 38}
      wounds: 12
      armour: 4
    subordinates:
      name: Guardsmen
      category: troop
      magnitude: 8
      characteristics: {ws: 32, bs: 36, t: 34, ag: 34}
      armour: 4
      ranged: {name: Lasgun, range: 100, damage: 1d10+3 E}
    commands: [look-out]
    """


def test_two_rounds_with_a_reaction_on_a_terminal(tmp_path: Path) -> None:
    """onlywar O1-O3, S7-S9: a volley with real dice, look-out when they are shot at, one dies, a damage taken back, a round more."""
    (tmp_path / "squad.yaml").write_text(dedent(SQUAD))
    journal = tmp_path / "game.yaml"
    with Terminal("squad", str(tmp_path / "squad.yaml"), "--real-dice", "--journal", str(journal), lines=50) as table:
        screen = table.see("Round 1: who acts, or what happens?")
        assert "Section: magnitude 8, Sergeant wounds 12" in screen
        screen = table.type(ENTER, "Section: which command? (2 half actions left)")
        assert "Volley Fire: half action; 76 = 36 Ballistic Skill + 40 magnitude 8" in screen
        assert "Look Out! (when the squad is shot at)" in screen
        table.type(ENTER, "How many with Lasgun see the target in range? [8]")
        table.type("4\r", "Other modifiers")
        table.type(ENTER, "Section, Volley Fire (76 = 36 Ballistic Skill + 40 magnitude 8)")
        screen = table.type("5\r", "On how many targets? (4 hits)")
        # 76 - 5 is 71: 8 degrees, but only four see the target.
        assert "4 hits: 8 (by 8 degrees), but only 4 can attack" in screen
        screen = table.type("2\r", "Hits on target 1 (4 left) [2]")
        screen = table.type(ENTER, "which command? (1 half action left)")
        assert "Target 1: body, body" in screen
        assert "Volley Fire (one Attack a round)" in screen
        table.type(ENTER, "Round 1: who acts, or what happens?")
        # The cursor is at "the round is over": two lines above it the squad is attacked.
        table.type("\x1b[A" * 2 + ENTER, "How is Section attacked?")
        table.type(ENTER, "Section: a command as a reaction?")
        table.type("\x1b[A" + ENTER, "Section, Look Out! (45)")
        table.type("31\r", "whom do they strike?")
        table.type(ENTER, "Penetration [0]")
        table.type(ENTER, "Section: armour of its cover [0]")
        table.type(ENTER, "damage of each hit")
        # Armour 4, 2 of look-out and toughness 3 stop 9: nothing, and 3.
        screen = table.type("9 12\r", "Section: 1 killed, magnitude 7")
        assert "Hit 1, body: 9 damage - 6 (armour 4 + cover 2) - 3 toughness bonus: nothing gets" in screen
        table.type("\x1b", "damage of each hit")
        table.type("\x15" + "9 10 11\r", "Section: 2 killed, magnitude 6")
        table.see("Round 1: who acts, or what happens?")
        screen = table.type(ENTER, "Round 2: who acts, or what happens?")
        assert "Section: magnitude 6, Sergeant wounds 12, Look Out!" in screen
        screen = table.type(ENTER, "Section: which command? (2 half actions left)")
        assert "Volley Fire: half action; 66 = 36 Ballistic Skill + 30 magnitude 6" in screen
        table.child.send("\x03")
        assert table.end() == 130
    with Terminal("resume", str(journal), lines=50) as table:
        table.see("Section: which command? (2 half actions left)")
        table.type(ENTER, "How many with Lasgun see the target in range? [6]")
    again = psyphase("run", str(journal), "--yes")
    assert again.returncode == 0, again.stderr
    assert "- undo: 1" in journal.read_text()
