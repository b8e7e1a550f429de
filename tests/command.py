"""Running the program as a user does: to its end, its streams caught.

Most runs happen in the test's own process, which saves an interpreter start each; what is a matter of the process itself (encodings,
signals, closed streams) starts one.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from psyphase.cli import main

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
OF_THE_PROCESS = ("PYTHON", "LC_", "LANG")
"""Beginnings of variables that only a new interpreter reads."""


class Ended(NamedTuple):
    """How a run ended: its exit status and what it printed, as bytes."""

    status: int
    out: bytes
    err: bytes


def in_process(words: list[str], stdin: bytes, cwd: Path, environment: Mapping[str, str]) -> Ended:
    """Run `psyphase` in this process, with UTF-8 pipes for its streams."""
    out, err = io.BytesIO(), io.BytesIO()
    with _as_if_alone(["psyphase", *words], stdin, out, err, cwd, environment):
        try:
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        return Ended(status, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def _as_if_alone(
    argv: list[str], stdin: bytes, out: io.BytesIO, err: io.BytesIO, cwd: Path, environment: Mapping[str, str]
) -> Iterator[None]:
    """What a process has of its own, put in place and put back."""
    before = (sys.argv, sys.stdin, sys.stdout, sys.stderr, sys.unraisablehook)
    folder, variables = Path.cwd(), dict(os.environ)
    sys.argv = argv
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    sys.stdout, sys.stderr = io.TextIOWrapper(out, "utf-8"), io.TextIOWrapper(err, "utf-8", "backslashreplace")
    try:
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(cwd)
        yield
    finally:
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(variables)
        sys.argv, sys.stdin, sys.stdout, sys.stderr, sys.unraisablehook = before


def new_process(words: list[str], stdin: bytes, cwd: Path | None, environment: Mapping[str, str], timeout: float = 60) -> Ended:
    """Run `psyphase` in a process of its own."""
    command = [sys.executable, "-m", "psyphase", *words]
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, env=environment, timeout=timeout, check=False)
    return Ended(done.returncode, done.stdout, done.stderr)


def psyphase(*words: str, stdin: str = "", cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `psyphase` to its end in UTF-8 and English, without a user's own settings."""
    base = {key: value for key, value in os.environ.items() if not key.startswith(("PSYPHASE", "NO_COLOR", "FORCE"))}
    settings = {
        "PYTHONIOENCODING": "utf-8",
        "LANG": "C.UTF-8",
        "LC_ALL": "",
        "PSYPHASE_HOME": os.devnull,
        "PYTHONPATH": str(ROOT),
    }
    alone = any(name.startswith(OF_THE_PROCESS) for name in environment)
    way = new_process if alone else in_process
    done = way(list(words), stdin.encode(), cwd, {**base, **settings, **environment})
    return subprocess.CompletedProcess(list(words), done.status, done.out.decode(), done.err.decode())


def house_rules(path: Path) -> list[str]:
    """The option for tables of its own, where a script or roster names them in a comment."""
    named = re.search(r"^#.*--rules (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return ["--rules", named[1]] if named else []
