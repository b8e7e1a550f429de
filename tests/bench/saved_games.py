"""Games in their folder: the list of twenty is flat in their length; going on and an undo cost one replay each."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from long_game import LongGame
from ratio import ROOT, ratio

from psyphase.engine.journal import Journal
from psyphase.engine.play import Narration, Undo, play
from psyphase.engine.procedure import Answer, Request, Roll
from psyphase.engine.sources import RandomDice, replay
from psyphase.games.journal_file import JournalFile
from psyphase.games.roster import read_roster
from psyphase.games.saved import games
from psyphase.games.script import read_head
from psyphase.games.session import Game, Session, open_session

GAMES, ANSWERS = 20, 320


class Leaves(Exception):
    """Enough was seen."""


class Undoes:
    """Takes so many answers back, then leaves."""

    name = "asked"

    def __init__(self, undos: int) -> None:
        self.left = undos

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        if not self.left:
            raise Leaves
        self.left -= 1
        raise Undo


def unheard(_told: Narration) -> None:
    """Nobody listens."""


def kept(session: Session, path: Path, answers: int) -> Path:
    """A game of so many answers; only the file is wanted, and no disk is waited for."""
    journal = JournalFile.begin(path, session.header())
    Game(session.start, journal, unheard).play([LongGame(answers), RandomDice(journal, "1")])
    journal.close()
    return path


def run(folder: Path, _against: Path | None) -> list[bool]:
    """The list against itself with short games and against reading the heads; going on and taking back against bare replays."""
    armies = [read_roster(ROOT / "examples" / name) for name in ("andy.yaml", "chaos.yaml")]
    session = open_session("phase", armies, [], {"game_turns": "30"})
    with mock.patch.object(os, "fsync"):
        folders = {answers: folder / str(answers) / "games" for answers in (1, ANSWERS)}
        for answers, where in folders.items():
            for number in range(GAMES):
                kept(session, where / f"{number}.yaml", answers)
        heads = [where / f"{number}.yaml" for where in (folders[1],) for number in range(GAMES)]
        long = kept(session, folder / "long.yaml", 1000)
        entries = JournalFile.go_on(long)[0].entries

        def resumed(undos: int) -> Callable[[], None]:
            def go_on() -> None:
                # The last answer ended the battle.
                game = Game(session.start, Journal(entries[:-1]), unheard)
                try:
                    game.play([Undoes(undos), RandomDice(Journal(), "1")])
                except Leaves:
                    return

            return go_on

        def replays(count: int) -> Callable[[], None]:
            heard: list[Narration] = []

            def repeat() -> None:
                for _ in range(count):
                    again = Journal(entries)
                    play(session.start(), replay(again), journal=again, report=heard.append)
                    heard.clear()

            return repeat

        listed = {answers: _listing(where) for answers, where in folders.items()}
        return [
            ratio(f"list of {GAMES} games, {ANSWERS} answers / 1", listed[ANSWERS], listed[1], 15, 1.15, "saved_games"),
            ratio(f"list of {GAMES} games / reading their heads", listed[ANSWERS], _reading(heads), 15, 1.2, "saved_games"),
            ratio("going on / one replay", resumed(0), replays(1), 11, 1.1, "saved_games"),
            ratio("going on and 3 undos / 4 replays", resumed(3), replays(4), 11, 1.1, "saved_games"),
        ]


def _listing(folder: Path) -> Callable[[], None]:
    def listed() -> None:
        assert len(list(games(folder))) == GAMES

    return listed


def _reading(paths: list[Path]) -> Callable[[], None]:
    def read() -> None:
        for path in paths:
            read_head(path)

    return read
