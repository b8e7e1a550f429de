"""Memory: the peak of a command that makes many rosters does not grow with their number."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from generation import ONE, SIX
from ratio import ENVIRONMENT, ROOT, is_within, program


def run(folder: Path, _against: Path | None) -> list[bool]:
    """A small tree, and one that is full long before the smaller number is made."""
    return [
        _grows(folder, "one psyker", ONE, 10_000, 100_000),
        _grows(folder, "six psykers", SIX, 4_000, 12_000),
    ]


def _grows(folder: Path, name: str, text: str, few: int, many: int) -> bool:
    roster = folder / "roster.yaml"
    roster.write_text(text)
    small, large = (peak("generate", str(roster), "--count", str(count)) for count in (few, many))
    detail = f"peaks {large / 1024:.1f} MiB and {small / 1024:.1f} MiB"
    return is_within(f"peak memory, {name}: {many} / {few} rosters", large / small, 1.05, "memory", detail)


def peak(*words: str) -> int:
    """The peak memory of one run of the program, in the unit of the system (KiB on Linux)."""
    child = subprocess.Popen(program(*words), stdout=subprocess.DEVNULL, env=ENVIRONMENT, cwd=ROOT)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return usage.ru_maxrss
