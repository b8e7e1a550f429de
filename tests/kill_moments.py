"""Kills a game at random moments and goes on with it: `python tests/kill_moments.py 200`.

Each child plays a real game with its journal on disk and says through a pipe that it asks a question; the parent kills
it with SIGKILL after a random time. Every question but the last must then be answered in the journal, and the game must
go on from there.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from psyphase.engine.procedure import Answer, Decision, Number, Request, Roll, Selection  # noqa: E402
from psyphase.engine.sources import RandomDice  # noqa: E402
from psyphase.games.journal_file import JournalFile  # noqa: E402
from psyphase.games.roster import read_roster  # noqa: E402
from psyphase.games.session import Game, Session, open_session  # noqa: E402


class Asked:
    """Answers anything legal, after saying through a pipe that it was asked."""

    name = "asked"

    def __init__(self, pipe: int, seed: int) -> None:
        self._pipe = pipe
        self._random = random.Random(seed)

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        os.write(self._pipe, b"?")
        if isinstance(request, Decision):
            return next(iter(request.options)) if request.id == "next-phase" else self._random.choice(list(request.options))
        if isinstance(request, Selection):
            return tuple(list(request.options)[:1])
        return self._random.randint(request.low, min(request.high, request.low + 3)) if isinstance(request, Number) else "Name"


def play_until_killed(session: Session, path: Path, seed: int) -> int:
    """Fork a player, kill it at a random moment: how many questions it had asked."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        journal, _script = JournalFile.go_on(path)
        Game(session.start, journal, lambda _told: None).play([Asked(writer, seed), RandomDice(journal)])
        os._exit(0)
    os.close(writer)
    moment = random.Random(seed)
    # One in five dies while it opens the game, the others some time after their first question.
    asked = len(os.read(reader, 1)) if moment.random() > 0.2 else 0
    time.sleep(moment.uniform(0.0, 0.01))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while data := os.read(reader, 65536):
        asked += len(data)
    os.close(reader)
    return asked


def main(moments: int) -> None:
    armies = [read_roster(ROOT / "examples" / name) for name in ("andy.yaml", "chaos.yaml")]
    session = open_session("phase", armies, [], {"game_turns": "30"})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        JournalFile.begin(path, session.header()).close()
        answered = killed_while_asked = 0
        for moment in range(moments):
            asked = play_until_killed(session, path, moment)
            journal, _script = JournalFile.go_on(path)
            now = sum(not entry.is_roll for entry in journal.entries)
            journal.close()
            if not asked - 1 <= now - answered <= asked:
                raise SystemExit(f"moment {moment}: asked {asked}, kept {now - answered}")
            killed_while_asked += bool(asked)
            answered = now
            if answered > 400:
                path.unlink()
                JournalFile.begin(path, session.header()).close()
                answered = 0
        print(f"{moments} moments, {killed_while_asked} of them in the middle of questions; nothing lost")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
