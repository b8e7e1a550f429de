"""One whole psychic phase on a real pseudo-terminal, and what a terminal may do to it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from command import psyphase
from terminal import DOWN, ENTER, UP, Terminal

MINE = """\
    system: w40k7
    name: Warband
    units:
    - name: Sorcerer
      mastery: 2
      leadership: 9
      wounds: 2
      tags: [psyker]
      disciplines: [telepathy]
      powers: [telepathy/psychic-shriek, telepathy/dominate, telepathy/hallucination]
    """
THEIRS = """\
    system: w40k7
    name: Chapter
    units:
    - name: Librarian
      mastery: 1
      leadership: 10
      wounds: 2
      tags: [psyker, psychic-hood]
      powers: []
    - name: Tactical Squad
      models: 10
    """


@pytest.fixture
def armies(tmp_path: Path) -> tuple[str, str]:
    """Two rosters with their powers written in."""
    mine, theirs = tmp_path / "mine.yaml", tmp_path / "theirs.yaml"
    mine.write_text(dedent(MINE))
    theirs.write_text(dedent(THEIRS))
    return str(mine), str(theirs)


def test_a_whole_phase_on_a_terminal(armies: tuple[str, str], tmp_path: Path) -> None:
    """w40k7 P1-P14 with real dice: a power is denied through the hood, perils wound, the second power works."""
    journal = tmp_path / "game.yaml"
    with Terminal("phase", *armies, "--real-dice", "--journal", str(journal)) as table:
        screen = table.see("Warband begins: has anything changed?")
        assert "Librarian: Chapter, mastery 1, wounds 2" in screen
        table.type(ENTER, "Warband: Warp charge")
        table.type("4\r", "Warband: 4 rolled + mastery 2 = 6 dice")
        screen = table.see("Turn 1, Warband: dice 6, Chapter 5")
        assert "Chapter: 4 rolled + mastery 1 = 5 dice" in screen
        assert 'Hallucination: 2 charges, Malediction, 24"' in screen
        screen = table.type(ENTER, "Psychic Shriek: on whom?")
        assert "Librarian" in screen
        assert "another unit" in screen
        screen = table.type(DOWN + ENTER, "Psychic Shriek (1 charge): how many dice of 6?")
        # Two dice: 1 - 1/4 passes, 1/36 perils. Five dice for three powers: two of the hood, which deny one charge on 5+
        # with 5/9, two with 1/9, and no drain leaves fewer: 1/2 * 4/9 + 1/4 * 8/9 = 44.4 % works.
        assert ["2", "75.0%", "2.8%", "44.4%", *["he:", "2", "dice", "on", "5+"]] in [
            line.split() for line in screen.splitlines()
        ]
        table.type("3\r", "psychic test ([4+] harnesses)")
        table.type("6 6 3\r", "Perils of the Warp for Sorcerer: two sixes")
        screen = table.type("4\r", "Who denies? (2 charges to nullify)")
        assert "Sorcerer, perils: ⚃4 (typed) = Psychic backlash" in screen
        assert "Sorcerer: wounds left: 1" in screen
        assert "Tactical Squad: denies on 6+" in screen
        table.type(UP + ENTER, "Dice to deny 2 charges, of 5? [2]")
        table.type("0\r", "expected a number from 1 to 5")
        table.type("3\r", "Deny the witch, 5+ (6+ with +1 psyker in the unit)")
        screen = table.type("5 6 1\r", "Denied: 2 nullified, 2 charges to nullify")
        assert "Librarian for Tactical Squad, by the hood: denies on 5+" in screen
        assert 'The hood: only if Tactical Squad is within 12" of Librarian' in screen
        screen = table.see("Turn 1, Warband: dice 3, Chapter 2")
        assert "Psychic Shriek (already attempted)" in screen
        table.type(ENTER, "Dominate: on whom?")
        # The default is whom the last power was meant for.
        table.type(ENTER, "Dominate (1 charge): how many dice of 3?")
        table.type("3\r", "how many dice of 3? 3\nWarband: Sorcerer, psychic test ([4+] harnesses)\n3d6, undo")
        table.type("4 2 1\r", "Who denies? (1 charge to nullify)")
        screen = table.type(ENTER, "The psychic phase is over.")
        assert "Who denies? (1 charge to nullify) nobody: let it pass" in screen
        assert "Dominate takes effect on Tactical Squad." in screen
        assert "Dominate lasts until the next psychic phase of Warband" in screen
        screen = table.see("psychic phase of Chapter: has anything changed?")
        assert "Warband: Sorcerer (mastery 2, wounds 1)" in screen
        assert "Chapter: Librarian (mastery 1, wounds 2); Tactical Squad (models 10 of 10)" in screen
        table.type(UP + ENTER, "To see it again")
        assert table.end() == 0
    replayed = psyphase("run", str(journal), "--lang", "en")
    assert replayed.returncode == 0
    assert "Denied: 2 nullified, 2 charges to nullify\n" in replayed.stdout
    assert "Warband 0, Chapter 2. Now the shooting phase.\n" in replayed.stdout


def test_a_usual_change_takes_four_keys(armies: tuple[str, str], tmp_path: Path) -> None:
    """faults w40k7 20: three models lost: the unit is named in the roll call, then four keys do it; one is back where one was."""
    journal = tmp_path / "game.yaml"
    with Terminal("phase", *armies, "--journal", str(journal)) as table:
        table.see("Warband begins: has anything changed?")
        table.type(DOWN * 3 + ENTER, "Tactical Squad: what happened?")
        keys = [DOWN, ENTER, "3", ENTER]
        table.type(keys[0] + keys[1], "how many models are lost?")
        table.type(keys[2] + keys[3], "Tactical Squad: models 7 of 10")
        table.see("Warband begins: has anything changed? (Esc")
    assert "- before-battle: tactical-squad\n- change: models-lost\n- models-lost: 3\n" in journal.read_text()


def test_ctrl_c_leaves_the_answers(armies: tuple[str, str], tmp_path: Path) -> None:
    """Ctrl-C at a menu ends with status 130, one line, and every answer in the journal."""
    journal = tmp_path / "game.yaml"
    with Terminal("phase", *armies, "--journal", str(journal), "--seed", "1") as table:
        table.see("has anything changed?")
        table.type(ENTER, "which power?")
        screen = table.type("\x03", "stopped; nothing is lost, go on with: psyphase resume")
        assert "Traceback" not in screen
        assert table.end() == 130
    assert "- warp-charge: [" in journal.read_text()


@pytest.mark.parametrize(("name", "value"), [("TERM", "dumb"), ("ACCESSIBLE", "1")], ids=["dumb", "accessible"])
def test_plain_lines_have_no_escape(armies: tuple[str, str], tmp_path: Path, name: str, value: str) -> None:
    """A terminal that cannot redraw gets numbered lines and not one escape byte."""
    journal = str(tmp_path / "game.yaml")
    with Terminal("phase", *armies, "--journal", journal, "--seed", "1", environment={name: value}) as table:
        table.see("Warband begins: has anything changed?")
        table.type("1\r", "which power?")
        table.type("5\r", "psychic phase of Chapter: has anything changed?")
        table.type("6\r", "To see it again")
        assert table.end() == 0
        assert "\x1b" not in table.raw


def test_sixty_columns_cut_nothing(armies: tuple[str, str], tmp_path: Path) -> None:
    """On 60 columns every sentence is whole and broken between words."""
    chosen = ("attempts_per_phase=mastery", "hood_range=13", "pilot_leadership=9", "game_turns=8")
    changes = [word for one in chosen for word in ("--set", one)]
    journal = str(tmp_path / "game.yaml")
    with Terminal("phase", *armies, "--journal", journal, "--seed", "1", "--plain", *changes, columns=60) as table:
        table.see("[1]>")
        table.type("1\r", "which power?")
        table.type("5\r", "Now the shooting phase.")
        words = " ".join(table.text.split())
        assert "Settings that were changed: attempts_per_phase=mastery, hood_range=13, pilot_leadership=9, game_turns=8" in words
        assert all(len(line) <= 60 for line in table.text.splitlines())
        assert "attempts_per_phase=mastery" in table.text
