"""One figure of a bench: how long something takes against something else, measured in turn, pair by pair."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
# Installed programs have their byte code cached: so has what is measured here.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
LONG = 20
"""Seconds after which nothing more is to be expected of a program."""
MAIN = "import sys; from psyphase.cli import main; sys.exit(main())"


def queued(process: int | str = "self") -> float:
    """Seconds that a process stood in line for a processor, which is others' doing; 0 where the system does not tell."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


def clock() -> float:
    """Seconds that go by while this process runs, sleeps or waits for a disk."""
    return time.perf_counter() - queued()


def seconds(action: Callable[[], float | None]) -> float:
    """The time of one call; one that runs a process returns how long that stood in line."""
    start = clock()
    queue = action() or 0.0
    return clock() - start - queue


def is_within(name: str, found: float, limit: float, bench: str, detail: str) -> bool:
    """Print a figure: what is compared, its limit, the command that measures it. Whether it is within the limit."""
    print(f"{name}: {found:.2f} (limit {limit}; {detail}; python tests/bench {bench})", flush=True)
    return found <= limit


def ratio(
    name: str, ours: Callable[[], float | None], base: Callable[[], float | None], runs: int, limit: float, bench: str
) -> bool:
    """Run both in turn, print the median of the ratios pair by pair, and say whether it is within the limit."""
    ours()
    base()
    pairs = [(seconds(ours), seconds(base)) for _ in range(runs)]
    mine, other = median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)
    found = median(ours / base for ours, base in pairs)
    return is_within(name, found, limit, bench, f"medians {mine * 1000:.1f} ms and {other * 1000:.1f} ms of {runs} pairs")


def process(*words: str, checkout: Path = ROOT) -> Callable[[], float]:
    """A whole process in a checkout, whose modules it finds first, its output thrown away; how long it stood in line."""

    def run() -> float:
        child = subprocess.Popen(words, stdout=subprocess.DEVNULL, env=ENVIRONMENT, cwd=checkout)
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        queue = queued(child.pid)
        assert child.wait() == 0
        return queue

    return run


def psyphase(*words: str, checkout: Path = ROOT) -> Callable[[], float]:
    """The program of a checkout as a whole process."""
    return process(*program(*words), checkout=checkout)


def on_a_terminal(words: Sequence[str], until: bytes, folder: Path) -> Callable[[], float]:
    """A whole process on a terminal of its own, until it has shown something; how long it stood in line."""
    environment = {**ENVIRONMENT, "TERM": "xterm-256color", "PSYPHASE_HOME": str(folder), "LANG": "C.UTF-8"}

    def run() -> float:
        ours, its = pty.openpty()
        termios.tcsetwinsize(its, (24, 80))
        child = subprocess.Popen(words, stdin=its, stdout=its, stderr=its, env=environment, cwd=ROOT, start_new_session=True)
        os.close(its)
        shown = b""
        while until not in shown:
            assert select.select([ours], [], [], LONG)[0], f"{until!r} was not shown"
            shown += os.read(ours, 65536)
        queue = queued(child.pid)
        child.kill()
        child.wait()
        os.close(ours)
        return queue

    return run


def program(*words: str) -> Sequence[str]:
    """The words that start the program."""
    return (sys.executable, "-c", MAIN, *words)
