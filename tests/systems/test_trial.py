"""A game from outside, in tests/trial: it plugs in by its folders and has everything that ours have."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from command import ROOT, psyphase
from psyphase.engine.odds import odds
from psyphase.errors import AnswerError
from psyphase.systems import SYSTEMS, find_system, library_of, register
from psyphase.tables.sums import Modifier, Sum
from terminal import DOWN, ENTER, Terminal
from trial import DUEL, duel, plug_in

TRIAL = ROOT / "tests" / "trial"
MOST_LINES = 300
ROSTER = """\
system: veil
name: {name}
psykers:
- {{name: Vex, willpower: 45, rating: 2, powers: [ember-touch, grave-call]}}
- {{name: Vex, willpower: 40, powers: [ember-touch]}}
"""


@pytest.fixture(autouse=True)
def plugged_in() -> Iterator[None]:
    """The game is in the registry while a test runs."""
    plug_in()
    yield
    del SYSTEMS["veil"]


@pytest.fixture
def sides(tmp_path: Path) -> list[str]:
    """The rosters of both sides, each with two psykers of one name."""
    paths = [tmp_path / "choir.yaml", tmp_path / "court.yaml"]
    for path, name in zip(paths, ("Ashen Choir", "Pale Court"), strict=True):
        path.write_text(ROSTER.format(name=name), encoding="utf-8")
    return [str(path) for path in paths]


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a file that count: no comment, no docstring, nothing empty."""
    text = path.read_text(encoding="utf-8")
    passed_over: set[int] = set()
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            body = getattr(node, "body", None)
            first = body[0] if isinstance(body, list) and body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                passed_over.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#") and number not in passed_over:
            yield line


def test_it_is_small() -> None:
    """Python, sentences and tables together."""
    files = [path for path in TRIAL.rglob("*") if path.suffix in (".py", ".yaml")]
    assert len(files) >= 8
    assert sum(1 for path in files for _line in lines_of(path)) <= MOST_LINES


def test_what_counts_as_a_line(tmp_path: Path) -> None:
    """Docstrings, comments and empty lines do not count; everything else does."""
    path = tmp_path / "some.py"
    path.write_text(
        '"""Words.\n\nMore words."""\n\n# why\nx = 1  # why\n\ndef f():\n    """Words."""\n    return x\n', encoding="utf-8"
    )
    assert list(lines_of(path)) == ["x = 1  # why", "def f():", "    return x"]


def test_nobody_else_knows_of_it() -> None:
    """No line of the program names it, and its tables lie nowhere else."""
    files = list((ROOT / "psyphase").rglob("*.py"))
    assert len(files) > 100
    assert not [path for path in files if re.search(r"\bveil\b|\btrial\b", path.read_text(encoding="utf-8"))]
    assert not (ROOT / "rules" / "veil").exists()


def test_its_line_is_what_it_declares() -> None:
    """The registry's line and the system agree."""
    system = find_system("veil")
    assert {DUEL.name: DUEL.kind} == {name: playable.kind for name, playable in system.verbs.items()}


def test_a_name_is_taken_once() -> None:
    """Nobody plugs in over another game."""
    with pytest.raises((AnswerError, ValueError), match="veil"):
        register("veil", "trial.system", [DUEL])


def test_help_knows_its_verb_and_its_rolls() -> None:
    """Its verb is a command, its one-shot rolls stand among the others."""
    assert "duel      Fight a duel of psykers." in psyphase("--help").stdout
    assert "--real-dice" in psyphase("duel", "--help").stdout
    assert "Levels of the push." in psyphase("roll", "focus", "--help").stdout


def test_a_script(sides: list[str], tmp_path: Path) -> None:
    """45 + 10 by the power + 10 by one level of push: 55 is a double that wakes 62 + 10, Backlash; the target is hurt by 3."""
    script = tmp_path / "script.yaml"
    script.write_text(
        f"psyphase: 1\nsystem: veil\nsetup: {{mine: {sides[0]}, theirs: {sides[1]}}}\n"
        "play:\n- psyker: vex\n- power: ember-touch\n- target: vex-4\n- push: 1\n- focus: [55]\n- phenomena: [62]\n- damage: [3]\n",
        encoding="utf-8",
    )
    done = psyphase("run", str(script))
    assert (done.returncode, done.stderr) == (0, "")
    assert "(at most 65 = 45 willpower + 10 Ember Touch + 10 push 1): 55!" in done.stdout
    assert "! Phenomena 72: Backlash, wounds 2" in done.stdout
    events = [json.loads(line) for line in psyphase("run", str(script), "--json").stdout.splitlines()]
    assert {"event": "woken", "total": 72, "row": "backlash", "wounds": 2} in events
    assert {"event": "hurt", "unit": "vex-4", "wounds": 3} in events
    assert "Касание углей" in psyphase("run", str(script), "--lang", "ru").stdout


def test_undo_and_resume(sides: list[str], tmp_path: Path) -> None:
    """An interrupted duel goes on at its question, with the last answer to be given anew."""
    home = str(tmp_path / "home")
    stopped = psyphase("duel", *sides, "--seed", "2", stdin="1\n1\n", PSYPHASE_HOME=home)
    assert stopped.returncode == 1
    assert "no answer to 'target'" in stopped.stderr
    resumed = psyphase("resume", "--seed", "2", stdin="undo\n2\n3\n0\nend\n", PSYPHASE_HOME=home)
    assert "Taken back: Vex: which power? Ember Touch" in resumed.stdout
    # Grave Call: 45 - 10 = 35 without a push.
    assert "(at most 35 = 45 willpower - 10 Grave Call)" in resumed.stdout
    assert (resumed.returncode, resumed.stderr) == (0, "")


def test_one_shots() -> None:
    """Real dice are judged: 56 is over 45 + 10, 44 wakes phenomena."""
    failed = json.loads(psyphase("roll", "focus", "--willpower", "45", "--push", "1", "--faces", "56", "--json").stdout)
    assert (failed["passed"], failed["double"]) == (False, False)
    double = json.loads(psyphase("roll", "focus", "--willpower", "45", "--push", "1", "--faces", "44", "--json").stdout)
    assert (double["passed"], double["double"]) == (True, True)
    woken = json.loads(psyphase("roll", "phenomena", "--push", "2", "--faces", "70", "--json").stdout)
    assert (woken["row"], woken["wounds"]) == ("backlash", 2)  # 70 + 20 = 90


def test_odds_of_its_procedure() -> None:
    """55 of 100 focus; 10 doubles of 100 (11, 22, ... 99, 00) wake phenomena, 5 of them on a pass."""
    system, tables = find_system("veil"), library_of("veil")
    rules = system.load(tables, system.shapes, tables.settings())
    base = Sum(Modifier("willpower", None, 45))
    found = odds(lambda: duel.focus(rules, "mine", base, 1))
    assert found.chance(lambda one: one.passed) == Fraction(55, 100)
    assert found.chance(lambda one: one.double) == Fraction(10, 100)
    assert found.chance(lambda one: one.passed and one.double) == Fraction(5, 100)
    assert duel.Prospects(rules, base)(1) == {"passes": Fraction(55, 100), "phenomena": Fraction(10, 100)}


def test_what_is_wrong_with_a_roster(tmp_path: Path) -> None:
    """A power that nobody knows is told with its place and what was meant."""
    path = tmp_path / "choir.yaml"
    path.write_text(ROSTER.format(name="Choir").replace("grave-call", "grave-cal"), encoding="utf-8")
    done = psyphase("duel", str(path), "--yes")
    assert done.returncode == 1
    assert "choir.yaml:4:" in done.stderr
    assert "no power 'grave-cal', did you mean 'grave-call'?" in done.stderr


def test_its_wizard(tmp_path: Path) -> None:
    """The questions make a roster that plays."""
    path = tmp_path / "made.yaml"
    done = psyphase("roster", "new", str(path), "--system", "veil", stdin="Choir\nVex\n50\n\n\n")
    assert (done.returncode, done.stderr) == (0, "")
    played = psyphase("duel", str(path), "--yes", "--seed", "1", "--journal", str(tmp_path / "game.yaml"))
    assert (played.returncode, played.stderr) == (0, "")
    assert "at most 60 = 50 willpower + 10 Ember Touch" in played.stdout


def test_at_the_prompt(sides: list[str], tmp_path: Path) -> None:
    """Arrow keys, the chances beside the push, Esc for undo."""
    environment = {"PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}", "PSYPHASE_HOME": str(tmp_path), "PSYPHASE_LANG": "en"}
    with Terminal("duel", *sides, "--seed", "2", module="trial", environment=environment) as table:
        table.see("Who focuses a power?")
        table.type(ENTER, "which power?")
        table.type(DOWN + ENTER, "On whom?")
        table.type("\x1b", "which power?")
        table.type(ENTER, "On whom?")
        screen = table.type(ENTER, "how hard a push?")
        assert "focuses  phenomena" in screen
        # Grave Call again, as it was marked: 35 and 10 more for each level.
        assert re.search(r"1 +45\.0% +10\.0%", screen)
