"""`python tests/bench`: every performance promise as a ratio of medians measured in one run; fails if one is broken.

(a) start-up: `psyphase roll ...` against a minimal one-command Typer app in the same environment
(b) generation: 10,000 mastery-3 psykers against 30,000 bare randrange calls plus stdlib json of the same output
(c) tables: all of rules/w40k7 with every check against bare yaml.compose of the same bytes
(d) a long game: the time from an answer to the next prompt after 2,000 answers against that after 20, journal on disk
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import msgspec
import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from psyphase.engine.journal import Journal  # noqa: E402
from psyphase.engine.play import play  # noqa: E402
from psyphase.engine.procedure import Answer, Decision, Number, Request, Roll, Selection  # noqa: E402
from psyphase.engine.sources import RandomDice, Recorded  # noqa: E402
from psyphase.games.journal_file import JournalFile  # noqa: E402
from psyphase.games.roster import read_roster  # noqa: E402
from psyphase.games.session import Game, open_session, unattended  # noqa: E402
from psyphase.systems import find_system  # noqa: E402
from psyphase.tables.library import Library, shipped_rules  # noqa: E402

MINIMAL = "import typer\napp = typer.Typer()\n@app.command()\ndef main(n: int = 3):\n    print(n)\nif __name__ == '__main__':\n    app()\n"
# Installed programs have their byte code cached: so has what is measured here.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"} | {"PYTHONPATH": str(ROOT)}
PSYKERS = 10_000


def seconds(action: Callable[[], object]) -> float:
    """The wall time of one call."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def ratio(name: str, ours: Callable[[], object], base: Callable[[], object], runs: int, limit: float) -> bool:
    """Run both in turn, print the ratio of their medians, and say whether it is within the limit."""
    ours()
    base()
    pairs = [(seconds(ours), seconds(base)) for _ in range(runs)]
    mine, other = median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)
    found = mine / other
    print(f"{name}: {found:.2f} (limit {limit}; medians {mine * 1000:.1f} ms and {other * 1000:.1f} ms of {runs} runs)")
    return found <= limit


def process(*words: str) -> Callable[[], object]:
    """A whole process, its output into a pipe."""
    return lambda: subprocess.run(words, capture_output=True, check=True, env=ENVIRONMENT)


def start_up(folder: Path) -> list[bool]:
    minimal = folder / "minimal.py"
    minimal.write_text(MINIMAL)
    base = process(sys.executable, str(minimal))
    entry = folder / "psyphase"
    entry.write_text("import sys\nfrom psyphase.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n")
    test = ("roll", "psychic-test", "--charge", "2", "--dice", "5")
    return [
        ratio("(a) roll 3d6 / minimal Typer app", process(sys.executable, str(entry), "roll", "3d6"), base, 15, 1.3),
        ratio("(a) roll psychic-test / minimal Typer app", process(sys.executable, str(entry), *test), base, 15, 1.9),
    ]


def generation(folder: Path) -> bool:
    roster = folder / "roster.yaml"
    roster.write_text(
        "system: w40k7\nname: bench\nunits:\n- name: Sorcerer\n  mastery: 3\n  tags: [force-weapon]\n"
        "  disciplines: [telepathy, divination]\n  plan: [telepathy, telepathy, divination]\n  swap: [telepathy/dominate]\n"
    )
    session = open_session("generate", [read_roster(roster)], [], {})
    summaries: list[object] = []

    encoder = msgspec.json.Encoder()

    def ours() -> None:
        """What `generate --count` does."""
        summaries.clear()
        for made in unattended(session.start, {}, PSYKERS, "1"):
            summary = session.system.summary(session.rules, made)
            encoder.encode(summary)
            summaries.append(summary)

    def base() -> None:
        dice = random.Random(1)
        for _ in range(3 * PSYKERS):
            dice.randrange(6)
        for summary in summaries:
            json.dumps(summary)

    return ratio("(b) 10,000 psykers / 30,000 randrange + json", ours, base, 5, 12)


def tables() -> bool:
    found = find_system("w40k7")
    texts = [path.read_bytes() for path in sorted((shipped_rules() / "w40k7").rglob("*.yaml"))]

    def ours() -> None:
        library = Library("w40k7", [shipped_rules()])
        found.load(library, found.all_tables(library), library.settings())

    def base() -> None:
        for text in texts:
            yaml.compose(text, Loader=yaml.CLoader)

    return ratio("(c) loading rules/w40k7 / yaml.compose", ours, base, 15, 2)


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
            self.waits.append(time.perf_counter() - self.answered)
        self.left -= 1
        answer = self._answer(request)
        self.answered = time.perf_counter()
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


def long_game(folder: Path) -> bool:
    """How the wait for the next prompt grows, and how long a replay of the whole game takes."""
    armies = [read_roster(ROOT / "examples" / name) for name in ("andy.yaml", "chaos.yaml")]
    session = open_session("phase", armies, [], {"game_turns": "30"})
    journal = JournalFile.begin(folder / "long.yaml", session.header())
    player = LongGame(2000)
    Game(session.start, journal, lambda _told: None).play([player, RandomDice(journal, "1")])
    journal.close()
    start = time.perf_counter()
    play(session.start(), Recorded(tuple(journal.entries)), journal=Journal())
    replay = time.perf_counter() - start
    early, late = median(player.waits[5:55]), median(player.waits[-50:])
    print(
        f"(d) answer to prompt, {len(player.waits)}th / 20th: {late / early:.2f} (limit 2; medians {late * 1000:.2f} ms "
        f"and {early * 1000:.2f} ms of 50); replay of {len(journal.entries)} entries: {replay * 1000:.0f} ms"
    )
    return late / early <= 2


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        kept = [*start_up(Path(folder)), generation(Path(folder)), tables(), long_game(Path(folder))]
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
