"""Games that no longer fit: which entry differs, by which version they were made, what fits is shown, and nothing is written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from command import EXAMPLES, ROOT, psyphase
from psyphase import __version__
from psyphase.games.journal_file import JournalFile
from psyphase.games.roster import read_roster
from psyphase.games.script import read_script
from psyphase.games.session import open_session

OLD = ROOT / "tests" / "data" / "old-journals"
UNNAMED = f"made by a version that it does not name; this is psyphase {__version__}"
COMMANDS = (("run",), ("run", "--yes"), ("run", "--json"), ("resume",), ("resume", "--yes"), ("log", "show"), ("log", "export"),
            ("log", "stats"), ("log", "commands"))  # fmt: skip
CASES = {
    # The line of the entry, counted in the file, and what is wrong with it; the last and the first words that no longer fit.
    "onlywar-attacked": (56, ("what-happens: expected one of ", ", got 'attacked'"), "something happens to a squad", "Morale"),
    "onlywar-hit": (72, ("next: expected one of ", ", got 'hit-third-squad'"), "Hound pack: magnitude 4", "is attacked"),
}


def kept(name: str, folder: Path) -> Path:
    """A journal as it was written, in a folder of its own."""
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy(OLD / f"{name}.yaml", folder / "game.yaml"))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", CASES)
def test_an_old_game_says_where_it_differs(name: str, command: tuple[str, ...], tmp_path: Path) -> None:
    """Two lines, the version and the entry, an exit status of 1; the file, and the folder it stands in, are as they were."""
    line, (starts, ends), _last, _first = CASES[name]
    game = kept(name, tmp_path / "games")
    done = psyphase(*command, str(game), "--lang", "en") if command != ("log", "commands") else psyphase(*command, str(game))
    made, differs = done.stderr.splitlines()[-2:]
    assert made == f"{game}: {UNNAMED}"
    assert differs.startswith(f"{game}:{line}:3: {starts}")
    assert differs.endswith(ends)
    assert done.returncode == 1
    assert game.read_bytes() == (OLD / f"{name}.yaml").read_bytes()
    assert list(game.parent.iterdir()) == [game]


@pytest.mark.parametrize("command", [("run",), ("resume",), ("log", "show"), ("log", "export")], ids=" ".join)
@pytest.mark.parametrize("name", CASES)
def test_what_fits_is_shown(name: str, command: tuple[str, ...], tmp_path: Path) -> None:
    """The transcript goes as far as the entries do."""
    *_, last, first = CASES[name]
    shown = psyphase(*command, str(kept(name, tmp_path)), "--lang", "en").stdout
    assert "Third Squad" in shown
    assert last in shown.splitlines()[-1]
    assert first not in shown


def test_an_export_keeps_what_fits(tmp_path: Path) -> None:
    """The file is written, and the exit status says that it is not the whole game."""
    page = tmp_path / "battle.md"
    done = psyphase("log", "export", str(kept("onlywar-attacked", tmp_path)), "-o", str(page), "--lang", "en")
    assert (done.returncode, done.stdout) == (1, "")
    assert "## Round 1" in page.read_text()


def test_resume_says_that_it_can_only_be_read(tmp_path: Path) -> None:
    """Before the two lines; the command that reads it is named and works."""
    game = kept("onlywar-hit", tmp_path)
    told = psyphase("resume", str(game)).stderr.splitlines()
    assert told[:-2] == [
        f"psyphase: {game}: the rules have changed since it was played",
        f"psyphase: {game}: it cannot be gone on with here, only read: psyphase log show {game}",
    ]


@pytest.mark.parametrize("command", COMMANDS[3:], ids=" ".join)
def test_a_roster_that_no_longer_fits(command: tuple[str, ...], tmp_path: Path) -> None:
    """A discipline that nobody knows: there is nothing to show, and the version is told all the same."""
    game = kept("hh3-house-rules", tmp_path)
    done = psyphase(*command, str(game))
    assert (done.returncode, done.stdout) == (1, "")
    made, differs = done.stderr.splitlines()
    assert made == f"{game}: {UNNAMED}"
    assert differs == f"{game}:12:20: disciplines: no discipline 'storm-of-whispers'"
    assert game.read_bytes() == (OLD / "hh3-house-rules.yaml").read_bytes()


def test_the_version_stands_in_a_new_journal(tmp_path: Path) -> None:
    """On its second line; it is read back, and a file without it is read as ever."""
    session = open_session("phase", [read_roster(EXAMPLES / "chaos.yaml")], [], {})
    path = tmp_path / "game.yaml"
    JournalFile.begin(path, session.header()).close()
    assert path.read_text().splitlines()[:3] == ["psyphase: 1", f"version: {__version__}", "system: w40k7"]
    assert read_script(path).version == __version__
    assert read_script(OLD / "onlywar-hit.yaml").version == ""


@pytest.mark.parametrize("version", ["0.0.9", __version__])
def test_the_version_that_made_it_is_named(version: str, tmp_path: Path) -> None:
    """Another one and this one; also where the header does not fit, here a setting that was given up."""
    game = kept("onlywar-hit", tmp_path)
    text = game.read_text()
    game.write_text(f"version: {version}\n{text}")
    made = f"{game}: made by psyphase {version}; this is psyphase {__version__}"
    told = psyphase("run", str(game)).stderr.splitlines()[-2:]
    assert (told[0], told[1].startswith(f"{game}:73:3: next: ")) == (made, True)
    game.write_text(f"version: {version}\n{text.replace('{degrees: margin', '{fumbles: many')}")
    told = psyphase("resume", str(game)).stderr.splitlines()
    assert told[0] == made
    assert "unknown key 'fumbles'" in told[1]


def test_a_later_format_is_told_with_its_version(tmp_path: Path) -> None:
    """A file of a version to come cannot be read at all, but says whose it is."""
    game = tmp_path / "game.yaml"
    game.write_text((OLD / "onlywar-hit.yaml").read_text().replace("psyphase: 1\n", "psyphase: 2\nversion: 9.0.0\n"))
    assert psyphase("resume", str(game)).stderr.splitlines() == [
        f"{game}: made by psyphase 9.0.0; this is psyphase {__version__}",
        f"{game}:1:11: psyphase: expected 1, the format this version reads",
    ]


def test_answers_taken_back_do_not_count(tmp_path: Path) -> None:
    """What was undone need not fit; the line of what differs counts it all the same. A torn line is not cut off either."""
    game = kept("onlywar-hit", tmp_path)
    head, _play, rest = game.read_text().partition("play:\n")
    text = f"{head}play:\n- next: nobody-of-today\n- undo: 1\n{rest}- nex"
    game.write_text(text)
    told = psyphase("resume", str(game)).stderr.splitlines()
    assert told[0].endswith("the last line was not finished and is left out")
    assert told[-1].startswith(f"{game}:74:3: next: expected one of ")
    assert game.read_text() == text


@pytest.mark.parametrize("command", COMMANDS[:6], ids=" ".join)
def test_what_is_left_over_after_the_end(command: tuple[str, ...], tmp_path: Path) -> None:
    """A game that is over sooner than it was: the first entry too many is named, and nothing is offered to be taken back."""
    session = open_session("squad", [read_roster(EXAMPLES / "squad-orks.yaml")], [], {})
    game = tmp_path / "game.yaml"
    text = session.header() + "- next: end\n- next: round-over\n- next: end\n"
    game.write_text(text)
    done = psyphase(*command, str(game))
    at = session.header().count("\n") + 2
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"{game}:{at}:3: 2 entries of play are left over after the end"
    assert game.read_text() == text


def test_a_script_of_a_person_names_no_version(tmp_path: Path) -> None:
    """It was made by nobody's program: one line is enough."""
    script = tmp_path / "script.yaml"
    orks = EXAMPLES / "squad-orks.yaml"
    script.write_text(f"psyphase: 1\nsystem: onlywar\nsetup: {{rosters: [{orks}]}}\nplay:\n- next: never\n")
    told = psyphase("run", str(script)).stderr.splitlines()
    assert len(told) == 1
    assert told[0].startswith(f"{script}:5:3: next: expected one of da-big-mob, ")
