"""Plants small faults in the engine and the systems and counts how many the tests see: `python tests/mutants.py --count 150`.

`mutations.py` says which faults there are; a seed picks some, spread over the files. The tests first run without a fault, and
`traced.py` notes which functions each reaches. Then each fault is tried in a copy of the checkout by up to three runs of
pytest, each up to its first failure: the tests that reach its function and are near by name, the others that do, and those
that start processes; a failure of these counts if it comes twice. Others may use the machine at the same time, so the time that
tests may take is counted as they work, and only that of tests that wait by the clock: then they get a second go. A line of
`equivalent_mutants.txt` names a fault that no test could see and says why:

    path:: original line :: mutated line :: reason

What survived is told, `unreached` where no test gets there at all. It fails if fewer than `--least` percent die or a line of that
list fits nothing any more.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, TypeVar

from mutations import Key, Mutant, every_mutant, some
from traced import NOTES

T = TypeVar("T")
R = TypeVar("R")
ROOT = Path(__file__).resolve().parent.parent
TARGETS = ("psyphase/engine", "psyphase/systems")
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.txt"
PROCESSES = {"cli", "example"}
"""Words in the paths of tests that start processes."""
TERMINALS = {"interruption", "screen", "terminal"}
"""Words in the paths of tests at a pseudo-terminal: on a busy machine they may fail without any fault."""
NEVER = {"bench", "size", "wheel"}
"""Words in the paths of what is about speed, about the length of the code, or sees what others see and takes long."""
PYTEST = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0", "--timeout=0")
MEMORY, PROCESSOR = 4 << 30, 900
"""Bytes, and seconds of a processor, that a process may take: a fault may make it run away."""
PATIENCE = 5
"""How many times as long tests may take by the clock."""
FAILED, ENDLESS = "failed", "endless"
EVERY = 10
"""After so many faults it says how far it is."""


class Stage(NamedTuple):
    """Tests that run in one go, the likeliest first, in at most so many seconds of work; how often they must fail."""

    name: str
    tests: list[str]
    limit: float
    times: int


class Copy:
    """A checkout of its own in which faults are tried one after the other."""

    def __init__(self, folder: Path, original: Path) -> None:
        self.folder = folder
        self._run: subprocess.Popen[bytes] | None = None
        self._closed = False
        shutil.copytree(original, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "dist"))
        self._env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}

    @contextmanager
    def with_fault(self, mutant: Mutant) -> Iterator[None]:
        """The copy with one fault in it; afterwards it is as before."""
        path = self.folder / mutant.path
        source = path.read_bytes()
        self._write(path, mutant.applied(source))
        try:
            yield
        finally:
            self._write(path, source)

    def _write(self, path: Path, text: bytes) -> None:
        """No byte code and no example that Hypothesis found stays behind."""
        path.write_bytes(text)
        Path(importlib.util.cache_from_source(path)).unlink(missing_ok=True)
        shutil.rmtree(self.folder / ".hypothesis" / "examples", ignore_errors=True)

    def trace(self, on: bool) -> None:
        """From now on every process notes what it calls, or no more."""
        customize = self.folder / "sitecustomize.py"
        shutil.copy(self.folder / "tests" / "traced.py", customize) if on else customize.unlink()
        for cache in list((self.folder / "psyphase").rglob("__pycache__")):
            shutil.rmtree(cache)

    def failure(self, tests: Sequence[str], limit: float, *words: str) -> str:
        """How these tests fail, if they do; those that take too long by the clock have another go."""
        status = self._status(tests, limit, words)
        if status is None:
            status = self._status(tests, limit, words)
        return "" if status == 0 else ENDLESS if status in (None, -signal.SIGXCPU) else FAILED

    def _status(self, tests: Sequence[str], limit: float, words: Sequence[str]) -> int | None:
        """How a run of these tests ends that may work for so many seconds; None if the clock ended it."""
        if self._closed:
            return 1
        command, no = [sys.executable, "-m", "pytest", *PYTEST, *words, *tests], subprocess.DEVNULL
        run = subprocess.Popen(command, stdin=no, stdout=no, stderr=no, cwd=self.folder, env=self._env, start_new_session=True)
        self._run = run
        resource.prlimit(run.pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.prlimit(run.pid, resource.RLIMIT_CPU, (int(limit), int(limit) + 5))
        try:
            return run.wait(PATIENCE * limit)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            return None

    def close(self) -> None:
        """End the tests under way, with all that they started, and begin no more."""
        self._closed = True
        if self._run and self._run.poll() is None:
            os.killpg(self._run.pid, signal.SIGKILL)


def words_of(path: str) -> set[str]:
    """What a path is about: the words in it, in the singular."""
    return {word.removesuffix("s") for word in re.split(r"[/_.]", path)} - {"", "psyphase", "py", "test"}


def starts_processes(test: str) -> bool:
    """Whether a test, or those of a file, are slow for that reason."""
    return bool(words_of(test.partition("::")[0]) & (PROCESSES | TERMINALS))


class Tests:
    """What is known of the tests: the seconds each takes and the functions it reaches, without a fault.

    A test is a whole file here, what is kept from one of its tests to the next included; of files that start processes it
    is one function.
    """

    def __init__(self) -> None:
        self._seconds: dict[str, float] = defaultdict(float)
        self._reached: dict[str, set[tuple[str, int]]] = defaultdict(set)

    def note(self, file: str, report: Path, notes: Path) -> None:
        """Take in how a run of one file went."""
        for case in ET.parse(report).iter("testcase"):
            name = f"{file}::{case.attrib['name'].partition('[')[0]}" if starts_processes(file) else file
            self._seconds[name] += float(case.attrib["time"])
        own = [name for name in list(self._seconds) if name.partition("::")[0] == file]
        for line in notes.read_text(encoding="utf-8").splitlines():
            test, path, function = line.split("\t")
            for name in [test] if test in own else own:
                self._reached[name].add((path, int(function)))

    def stages(self, mutant: Mutant) -> list[Stage]:
        """The tests that reach a fault: the more words its path shares with theirs, the earlier, then the quicker ones."""
        own = words_of(mutant.path)
        near = {test: len(own & words_of(test.partition("::")[0])) for test in self._seconds}
        found: dict[str, list[str]] = {"near": [], "far": [], "last": []}
        for test in sorted(self._seconds, key=lambda test: (-near[test], self._seconds[test])):
            if (mutant.path, mutant.function) in self._reached[test]:
                found["last" if starts_processes(test) else "near" if near[test] else "far"].append(test)
        limits = {name: 60 + 5 * sum(self._seconds[test] for test in tests) for name, tests in found.items()}
        return [Stage(name, tests, limits[name], 2 if name == "last" else 1) for name, tests in found.items() if tests]


class Trials:
    """Copies of the checkout, and how the tests do in them."""

    def __init__(self, folder: Path, workers: int) -> None:
        first = Copy(folder / "0", ROOT)
        self.root = first.folder
        self._copies = [first, *(Copy(folder / str(number), first.folder) for number in range(1, workers))]
        self._idle: SimpleQueue[Copy] = SimpleQueue()
        for copy in self._copies:
            self._idle.put(copy)
        self._tests = Tests()

    @contextmanager
    def _copy(self) -> Iterator[Copy]:
        copy = self._idle.get()
        try:
            yield copy
        finally:
            self._idle.put(copy)

    def failing(self, files: Sequence[str]) -> list[str]:
        """The files whose tests fail as they are, and which do; what the others reach is noted."""
        for copy in self._copies:
            copy.trace(True)
        failed = self.all_of(self._failing, files)
        for copy in self._copies:
            copy.trace(False)
        return [test for test in failed if test]

    def all_of(self, try_one: Callable[[T], R], things: Sequence[T]) -> list[R]:
        """What comes of each of these, as many at a time as there are copies; Ctrl-C ends them all."""
        with ThreadPoolExecutor(len(self._copies)) as pool:
            try:
                return list(pool.map(try_one, things))
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                for copy in self._copies:
                    copy.close()
                raise

    def _failing(self, file: str) -> str:
        with self._copy() as copy:
            report, notes = copy.folder / "report.xml", copy.folder / NOTES
            report.unlink(missing_ok=True)
            notes.write_bytes(b"")
            if copy.failure([file], PROCESSOR, f"--junitxml={report}"):
                cases = ET.parse(report).iter("testcase") if report.exists() else ()
                failed = [case.attrib["name"] for case in cases if {"failure", "error"} & {one.tag for one in case}]
                return f"{file}: {failed}"
            self._tests.note(file, report, notes)
        return ""

    def killer(self, mutant: Mutant) -> tuple[str, str]:
        """The stage whose tests see a fault, and how they fail; else how it survived, and nothing."""
        stages = self._tests.stages(mutant)
        with self._copy() as copy, copy.with_fault(mutant):
            for stage in stages:
                if how := _seen(copy, stage):
                    return stage.name, how
        return "none" if stages else "unreached", ""


def _seen(copy: Copy, stage: Stage) -> str:
    """How the tests of a stage fail, if they do so as often as they must."""
    how = ""
    for _ in range(stage.times):
        how = copy.failure(stage.tests, stage.limit)
        if not how:
            break
    return how


def test_files(root: Path, leave_out: set[str]) -> list[str]:
    """Every file of tests, the largest first; none with these words in its path."""
    paths = sorted(root.glob("tests/**/test_*.py"), key=lambda path: -path.stat().st_size)
    return [name for name in (path.relative_to(root).as_posix() for path in paths) if not words_of(name) & leave_out]


def equivalents() -> dict[Key, str]:
    """The listed mutants that no test could see, with the reason."""
    found: dict[Key, str] = {}
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            path, _, rest = line.partition(":: ")
            before, after, reason = rest.split(" :: ")
            found[path, before, after] = reason
    return found


def try_all(trials: Trials, mutants: Sequence[Mutant], verbose: bool) -> Counter[str]:
    """How many are killed, by how; survivors are printed as they are found, and now and then how far it is."""
    began, tried, lock = time.monotonic(), Counter[str](), threading.Lock()

    def try_one(mutant: Mutant) -> None:
        started = time.monotonic()
        stage, how = trials.killer(mutant)
        with lock:
            tried[how] += 1
            if verbose or not how:
                words = f"{stage}{', endless' * (how == ENDLESS)}"
                print(f"{words}, {time.monotonic() - started:.1f} s: {mutant}", flush=True)
            if tried.total() % EVERY == 0:
                print(
                    f"... {tried.total()} of {len(mutants)} tried, {tried['']} alive, {time.monotonic() - began:.0f} s",
                    flush=True,
                )

    trials.all_of(try_one, mutants)
    return tried


def main() -> int:
    words = options()
    began = time.monotonic()
    os.nice(10)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trials = Trials(Path(folder), words.workers)
        everything = every_mutant(trials.root, words.targets)
        reasons = equivalents()
        gone = {key for key in reasons.keys() - {one.key for one in everything} if key[0].startswith(tuple(words.targets))}
        for key in gone:
            print("no such mutant any more:", *key)
        left_out = NEVER | (set() if words.terminals else TERMINALS) | (PROCESSES if words.quick else set())
        if failing := trials.failing(test_files(trials.root, left_out)):
            print("without any fault these fail:", *failing, sep="\n")
            return 2
        chosen = some(everything, words.count, words.seed)
        tried = [mutant for mutant in chosen if mutant.key not in reasons]
        print(f"{len(tried)} of {len(everything)} mutants; the tests took {time.monotonic() - began:.0f} seconds", flush=True)
        found = try_all(trials, tried, words.verbose)
    for mutant in (one for one in chosen if one.key in reasons):
        print(f"equivalent: {mutant} ({reasons[mutant.key]})")
    killed = found.total() - found[""]
    percent = 100 * killed / max(1, len(tried))
    endless = f", {found[ENDLESS]} of them as endless" if found[ENDLESS] else ""
    print(f"killed {killed} of {len(tried)} ({percent:.0f} %){endless}, {time.monotonic() - began:.0f} seconds")
    return int(bool(gone) or percent < words.least)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--count", type=int, default=150, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--workers", type=int, default=2, help="how many at a time")
    parser.add_argument("--least", type=float, default=90, help="percent that must be killed")
    parser.add_argument("--targets", nargs="+", default=TARGETS, help="files and folders to mutate")
    parser.add_argument("--quick", action="store_true", help="without the tests that start processes")
    parser.add_argument("--terminals", action="store_true", help="with the tests at a pseudo-terminal")
    parser.add_argument("--verbose", action="store_true", help="tell also what was killed, by which tests, and how fast")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
