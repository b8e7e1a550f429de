"""Mutated rosters, tables, scripts, journals, notations, command lines: refused with a place, or taken; never a traceback.

1,000 of each at a time, PSYPHASE_FUZZ for more.
"""

from __future__ import annotations

import contextlib
import os
import random
import string
from pathlib import Path

import pytest

from command import EXAMPLES, psyphase
from mutated import mutated
from psyphase.engine.journal import Journal
from psyphase.engine.notation import parse
from psyphase.engine.procedure import Answer, Decision, Number, Request, Roll, Selection
from psyphase.engine.sources import RandomDice
from psyphase.errors import PsyphaseError
from psyphase.games.journal_file import JournalFile
from psyphase.games.roster import read_roster
from psyphase.games.saved import open_script, play_script
from psyphase.games.script import read_script
from psyphase.games.session import Game, open_session
from psyphase.systems import find_system
from psyphase.tables.library import Library, shipped_rules

pytestmark = pytest.mark.no_cover
TIMES = int(os.environ.get("PSYPHASE_FUZZ", "1000"))
"""How many of each; the slow ones, which read all tables each time, are a tenth of that."""
ROSTERS = ("chaos", "andy", "shielded")


class Stop(Exception):
    """Enough was asked."""


class Someone:
    """Answers one question and leaves."""

    name = "asked"

    def __init__(self) -> None:
        self.answered = 0

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        if self.answered:
            raise Stop
        self.answered += 1
        if isinstance(request, Decision):
            return next(iter(request.options))
        if isinstance(request, Selection):
            return tuple(list(request.options)[: request.least])
        return request.low if isinstance(request, Number) else "Name"


def test_rosters(tmp_path: Path) -> None:
    """Each is read or refused, whatever stands in it."""
    dice, path = random.Random(1), tmp_path / "roster.yaml"
    texts = [(EXAMPLES / f"{name}.yaml").read_text() for name in ROSTERS]
    refused = 0
    for _ in range(TIMES):
        path.write_text(mutated(dice.choice(texts), dice), encoding="utf-8", newline="")
        try:
            read_roster(path)
        except PsyphaseError as error:
            refused += 1
            assert "roster.yaml" in str(error)  # noqa: PT017  either way is right
    assert 0 < refused < TIMES


def test_scripts(tmp_path: Path) -> None:
    """Each plays to its end or is refused."""
    dice, path = random.Random(2), tmp_path / "script.yaml"
    for name in ROSTERS:
        (tmp_path / f"{name}.yaml").write_bytes((EXAMPLES / f"{name}.yaml").read_bytes())
    text = (EXAMPLES / "andy-phase.yaml").read_text()
    for _ in range(TIMES // 10):
        path.write_text(mutated(text, dice), encoding="utf-8", newline="")
        with contextlib.suppress(PsyphaseError):
            script = read_script(path)
            play_script(script, open_script(script, []), Journal(), lambda _told: None)


def test_tables(tmp_path: Path) -> None:
    """A table of one's own is taken or refused with its place."""
    dice = random.Random(3)
    system = find_system("w40k7")
    folder = tmp_path / "w40k7" / "disciplines"
    folder.mkdir(parents=True)
    path = folder / "telepathy.yaml"
    text = (shipped_rules() / "w40k7" / "disciplines" / "telepathy.yaml").read_text()
    for _ in range(TIMES // 20):
        path.write_text(mutated(text, dice), encoding="utf-8", newline="")
        library = Library("w40k7", [shipped_rules(), tmp_path])
        try:
            system.load(library, system.all_tables(library), library.settings())
        except PsyphaseError as error:
            assert "telepathy.yaml:" in str(error)  # noqa: PT017


def test_notations() -> None:
    """Dice, or a column where they cannot be read."""
    dice = random.Random(4)
    for _ in range(TIMES):
        text = mutated(dice.choice(("3d6", "4d6 4+", "d66", "2d10+3", "1d100<=45")), dice)
        with contextlib.suppress(PsyphaseError):
            parse(text)


def test_command_lines(tmp_path: Path) -> None:
    """A documented exit status and no traceback, whatever words are given."""
    dice = random.Random(5)
    words = [
        "roll",
        "log",
        "rules",
        "run",
        "show",
        "list",
        "psychic-test",
        "--charge",
        "--dice",
        "2",
        "-1",
        "--seed",
        "--faces",
        "6,6",
    ]
    words += [
        "--json",
        "--lang",
        "ru",
        "--help",
        "3d6",
        "verify",
        "stats",
        "--set",
        "-a",
        "x=y",
        "=",
        "",
        "\x1b",
        "ы",
        "nowhere.yaml",
    ]
    words += [
        str(EXAMPLES / "andy-phase.yaml"),
        str(EXAMPLES / "chaos.yaml"),
        "--system",
        "hh3",
        "--format",
        "-o",
        "--",
        "perils",
    ]
    for _ in range(TIMES // 10):
        chosen = dice.choices(words, k=dice.randint(1, 6))
        if dice.random() < 0.3:
            chosen.append("".join(dice.choices(string.printable, k=8)))
        done = psyphase(*chosen, cwd=tmp_path)
        assert done.returncode in (0, 1, 2), chosen
        assert "Traceback" not in done.stderr


def test_journals(tmp_path: Path) -> None:
    """Appended to and read again, or refused before the first question with the file as it was (faults robustness 3)."""
    dice, path = random.Random(6), tmp_path / "game.yaml"
    session = open_session("phase", [read_roster(EXAMPLES / "chaos.yaml")], [], {})
    path.unlink(missing_ok=True)
    journal = JournalFile.begin(path, session.header())
    journal.close()
    for _ in range(8):
        played(path)
    text = path.read_text()
    appended = 0
    head, play, rest = text.partition("play:")
    for _ in range(TIMES):
        # The head is most of a short journal, and hardly any accident there leaves a game.
        form = (mutated(text, dice) if dice.random() < 0.3 else head + mutated(play + rest, dice)).encode(
            dice.choice(("utf-8", "utf-8", "utf-16"))
        )
        path.write_bytes(form)
        try:
            answered = played(path)
        except PsyphaseError:
            assert path.read_bytes() == form
            continue
        if answered:
            appended += 1
            read_script(path)
            assert path.read_bytes() != form
    assert appended > TIMES // 100


def played(path: Path) -> int:
    """Go on with a journal for one answer: how many were given. Raises PsyphaseError where it is refused."""
    journal, script = JournalFile.go_on(path)
    someone = Someone()
    try:
        session = open_script(script, [])
        Game(session.start, journal, lambda _told: None).play([RandomDice(journal, "1"), someone])
    except Stop:
        again = read_script(path)
        assert again.play[: len(script.play)] == tuple(
            one._replace(line=two.line) for one, two in zip(script.play, again.play, strict=False)
        )
        assert len(again.play) > len(script.play)
    finally:
        journal.close()
    return someone.answered
