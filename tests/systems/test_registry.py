"""The registry says in plain words what each system declares, and a system from outside is played like one of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from command import ROOT
from psyphase import systems
from psyphase.engine.procedure import Text
from psyphase.errors import AnswerError
from psyphase.systems import SYSTEMS, Verb, all_verbs, find_system, library_of, register
from psyphase.systems.system import System

DUEL = '''\
    """A game of one coin: who has it, throws it, as often as he likes."""

    from typing import Literal

    from msgspec import Struct

    from psyphase.engine.dice import Dice
    from psyphase.engine.procedure import Decision, Event, Roll
    from psyphase.engine.readings import Total
    from psyphase.systems.system import Playable, System, spoken
    from psyphase.words.sentences import Sentences


    class Roster(Struct, frozen=True, forbid_unknown_fields=True):
        system: Literal["coin"]
        name: str


    def duel(_rules, *rosters):
        total = 0
        while True:
            go = yield from Decision("go", "mine", {"throw": "throw", "stop": "stop"}, default="stop")
            if go == "stop":
                yield from Event("score", {"name": rosters[0].name, "total": total})
                return total
            total += yield from Roll("coin", "mine", Dice(1, 2), Total())


    def double(_rules, roster):
        yield from Event("score", {"name": roster.name, "total": 0})
        return Roster("coin", roster.name * 2)


    SENTENCES = Sentences(
        events={"score": "{name}: {total} in all"},
        requests={"go": "What now?", "coin": "The coin"},
        options={"throw": "throw it", "stop": "stop"},
    )
    SYSTEM = System(
        id="coin",
        roster=Roster,
        verbs={"duel": Playable(duel, "Throw a coin."), "double": Playable(double, "Make a name longer.", "maker", 1)},
        load=lambda *_: None,
        sentences=spoken(__name__),
    )
    '''
PROGRAM = """\
    from pathlib import Path

    import psyphase.systems
    from psyphase.cli import main
    from psyphase.systems import Verb

    verbs = (
        Verb("duel", "game", "Throw a coin.", {"MINE": "Who begins.", "[THEIRS]": "Who waits."}),
        Verb("double", "maker", "Make a name longer.", {"ROSTER": "Whose name."}, "By as much again."),
    )
    psyphase.systems.register("coin", "coin_game", verbs, Path(__file__).parent / "tables")
    main()
    """


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder with a system of somebody else, his tables, a roster, and a program that registers it."""
    (tmp_path / "coin_game.py").write_text(dedent(DUEL))
    (tmp_path / "play.py").write_text(dedent(PROGRAM))
    (tmp_path / "tables" / "coin").mkdir(parents=True)
    (tmp_path / "ann.yaml").write_text("system: coin\nname: Ann\n")
    return tmp_path


def run(folder: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program in the folder as its author would."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{folder}", "PSYPHASE_HOME": str(folder / "home"), "PSYPHASE_LANG": "en"}
    words = (sys.executable, "play.py", *words)
    return subprocess.run(
        words, input=stdin, capture_output=True, text=True, cwd=folder, env=environment, timeout=60, check=False
    )


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A registry of its own for a test that adds to it."""
    monkeypatch.setattr(systems, "SYSTEMS", dict(SYSTEMS))
    return  # type: ignore[return-value]


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_registry_says_what_the_system_declares(name: str) -> None:
    """Verbs, their kinds, their sentences and how many rosters they take stand in both and are the same."""
    found, registered = find_system(name), SYSTEMS[name]
    assert found.id == name
    assert [(verb.name, verb.kind, verb.help) for verb in registered.verbs] == [
        (id, verb.kind, verb.help) for id, verb in found.verbs.items()
    ]
    for verb in registered.verbs:
        several = any(metavar.endswith("...") for metavar in verb.rosters)
        assert several == (not found.two_sided)
        assert several or found.verbs[verb.name].most == len(verb.rosters)


def test_makers_come_before_games() -> None:
    """The order of `--help`: what makes a roster, then what plays it; a verb that two systems have is there once."""
    assert {name: verb.kind for name, verb in all_verbs().items()} == {"generate": "maker", "phase": "game", "squad": "game"}
    assert [*all_verbs()] == ["generate", "phase", "squad"]


@pytest.mark.usefixtures("registry")
def test_a_taken_name_is_refused() -> None:
    """A system is registered once; a verb of two systems is of one kind and takes the same rosters."""
    with pytest.raises(ValueError, match="there is a system 'w40k7' already"):
        register("w40k7", "elsewhere", ())
    with pytest.raises(ValueError, match="there is another 'phase' already: a game that takes MINE"):
        register("coin", "coin_game", [Verb("phase", "maker", "Make something.", {"ROSTER": "What."})])
    assert "coin" not in systems.SYSTEMS


@pytest.mark.usefixtures("registry")
def test_a_registered_system_is_known(outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found by its name, with its own folder of tables; without it there is an error that names all."""
    with pytest.raises(AnswerError, match="no system 'coin', expected one of w40k7, hh3, onlywar"):
        find_system("coin")
    monkeypatch.syspath_prepend(outside)
    register("coin", "coin_game", [Verb("duel", "game", "Throw a coin.", {"MINE": "Who begins."})], outside / "tables")
    assert find_system("coin").id == "coin"
    assert library_of("coin").folders == [outside / "tables" / "coin"]
    assert [*all_verbs()] == ["generate", "phase", "squad", "duel"]
    monkeypatch.delitem(sys.modules, "coin_game")


@pytest.mark.usefixtures("registry")
def test_a_small_system_has_defaults(outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a system says nothing about: no tables named, nothing wrong with a roster, its summary is what it holds."""
    monkeypatch.syspath_prepend(outside)
    register("coin", "coin_game", ())
    found: System = find_system("coin")
    ann = found.roster("coin", "Ann")
    assert (list(found.tables([ann], "duel")), list(found.all_tables(library_of("w40k7")))) == ([], [])
    assert not list(found.check_roster(None, ann))
    assert found.summary(None, ann) == {"system": "coin", "name": "Ann"}
    assert (found.rows(None, ann), found.lookup(None, "a")) == ([], [])
    assert (found.generated(ann), found.forget(ann)) == (False, ann)
    assert found.one_shot(Text("name", "mine")) is None
    assert (found.rolls, found.shapes, found.new_roster, found.two_sided, found.units) == ({}, {}, None, True, "units")
    monkeypatch.delitem(sys.modules, "coin_game")


def test_help_of_a_system_from_outside(outside: Path) -> None:
    """Its verbs stand among ours, makers first, and have the options of their kind."""
    commands = run(outside, "--help").stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in commands[:5]] == ["generate", "double", "phase", "squad", "duel"]
    assert commands[4] == "  duel      Throw a coin."
    duel, double = run(outside, "duel", "--help").stdout, run(outside, "double", "--help").stdout
    assert duel.startswith("Usage: play.py duel [OPTIONS] {MINE} [THEIRS]") or "duel [OPTIONS] {MINE} [THEIRS]" in duel
    assert "--journal FILE" in duel
    assert "By as much again." in double
    assert "--count" in double


def test_a_game_from_outside_is_played_kept_and_gone_on_with(outside: Path) -> None:
    """A journal, undo and resume come with the kind: a throw is taken back, the game stopped and gone on with."""
    game = str(outside / "game.yaml")
    first = run(outside, "duel", "ann.yaml", "--journal", game, stdin="throw\nthrow\nundo\n")
    assert "Taken back: What now? throw it" in first.stdout
    assert f"go on with: psyphase resume {game}" in first.stderr
    again = run(outside, "resume", game, stdin="stop\n")
    assert again.returncode == 0, again.stderr
    assert "Ann: " in again.stdout
    lines = (outside / "game.yaml").read_text().splitlines()
    assert [line.partition(":")[0] for line in lines[lines.index("play:") + 1 :]] == [
        *("- go", "- coin", "- go", "- coin", "- undo", "- go")
    ]
    assert run(outside, "run", game, "--json").stdout.splitlines()[-1].startswith('{"event": "score", "name": "Ann", "total": ')


def test_a_maker_from_outside_makes_one_or_many(outside: Path) -> None:
    """-o, --count and --format come with the kind; the JSON is the roster's own values."""
    made = run(outside, "double", "ann.yaml", "--yes", "-o", "twice.yaml")
    assert "Written: twice.yaml" in made.stdout
    assert (outside / "twice.yaml").read_text() == "{system: coin, name: AnnAnn}\n"
    many = run(outside, "double", "ann.yaml", "--count", "2")
    assert many.stdout == '{"system":"coin","name":"AnnAnn"}\n' * 2
    assert "No unit of this roster has powers." in run(outside, "double", "ann.yaml", "--yes").stderr


def test_what_a_small_system_lacks_is_said(outside: Path) -> None:
    """No wizard, another system's verb, two rosters for a maker: one line each."""
    wizard = run(outside, "roster", "new", "--system", "coin")
    assert wizard.stderr == "psyphase: coin: no questions make its rosters; write one by hand\n"
    assert run(outside, "squad", "ann.yaml").stderr == "psyphase: coin has no 'squad', it has duel and double\n"
    assert run(outside, "rules", "check", "--system", "coin").stdout == "coin: 0 files and 0 entries are right\n"
