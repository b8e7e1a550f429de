"""A long game: the time from an answer to the next prompt after 2,000 answers against that after 20, journal on disk."""

from __future__ import annotations

import random
from pathlib import Path
from statistics import median

from ratio import ROOT, clock, is_within

from psyphase.engine.journal import Journal
from psyphase.engine.play import play
from psyphase.engine.procedure import Answer, Decision, Number, Request, Roll, Selection
from psyphase.engine.sources import RandomDice, Recorded
from psyphase.games.journal_file import JournalFile
from psyphase.games.roster import read_roster
from psyphase.games.session import Game, open_session


class LongGame:
    """Someone who plays on and on, legally and at random, and looks at the clock whenever he is asked."""

    name = "asked"

    def __init__(self, answers: int) -> None:
        self.random = random.Random(1)
        self.left = answers
        self.waits: list[float] = []
        self.answered = 0.0

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        if self.answered:
            self.waits.append(clock() - self.answered)
        self.left -= 1
        answer = self._answer(request)
        self.answered = clock()
        return answer

    def _answer(self, request: Request) -> Answer:
        if isinstance(request, Decision):
            if request.id == "next-phase":
                # A battle has its turns: most of a long game is what happens between the phases.
                forward = "go-on" in request.options and self.random.random() < 0.1
                return "end" if self.left <= 0 else "go-on" if forward else "correct"
            return self.random.choice([key for key in request.options if key != "dead"])
        if isinstance(request, Selection):
            return tuple(list(request.options)[:1])
        if isinstance(request, Number):
            return self.random.randint(request.low, min(request.high, request.low + 5))
        return "Name"


def run(folder: Path, _against: Path | None) -> list[bool]:
    """How the wait for the next prompt grows, and how long a replay of the whole game takes."""
    armies = [read_roster(ROOT / "examples" / name) for name in ("andy.yaml", "chaos.yaml")]
    session = open_session("phase", armies, [], {"game_turns": "30"})
    journal = JournalFile.begin(folder / "long.yaml", session.header())
    player = LongGame(2000)
    Game(session.start, journal, lambda _told: None).play([player, RandomDice(journal, "1")])
    journal.close()
    start = clock()
    play(session.start(), Recorded(tuple(journal.entries)), journal=Journal())
    replay = clock() - start
    early, late = median(player.waits[5:55]), median(player.waits[-50:])
    detail = (
        f"medians {late * 1000:.2f} ms and {early * 1000:.2f} ms of 50; "
        f"replay of {len(journal.entries)} entries: {replay * 1000:.0f} ms"
    )
    return [is_within(f"answer to prompt, {len(player.waits)}th / 20th", late / early, 2, "long_game", detail)]
