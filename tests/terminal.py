"""A real pseudo-terminal and the screen that a person sees on it."""

from __future__ import annotations

import os
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

import pexpect
import pyte

from command import ROOT

UNWANTED = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
UP = "\x1b[A"
DOWN = "\x1b[B"
BRACKETED_PASTE = 2004 << 5
ENTER = "\r"
SPACE = " "


class Terminal:
    """Runs psyphase on a terminal of so many columns and keeps its screen."""

    def __init__(
        self,
        *words: str,
        columns: int = 80,
        lines: int = 60,
        cwd: Path = ROOT,
        environment: Mapping[str, str] = MappingProxyType({}),
        module: str = "psyphase",
    ) -> None:
        kept = {key: value for key, value in os.environ.items() if key not in UNWANTED}
        settings = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.Stream(self.screen)
        self.raw = ""
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", module, *words],
            env={**kept, **settings, **environment},
            dimensions=(lines, columns),
            encoding="utf-8",
            cwd=str(cwd),
        )
        self.before = self.settings
        self.left_as_before = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.child.close(force=True)

    @property
    def text(self) -> str:
        """The screen, line by line without trailing blanks."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    @property
    def settings(self) -> list[Any]:
        """What `stty -a` would tell."""
        return termios.tcgetattr(self.child.child_fd)

    @property
    def as_before(self) -> bool:
        """Whether the program has left the terminal as it was: settings, a cursor, pasted text as it is."""
        return self.settings == self.before and not self.screen.cursor.hidden and BRACKETED_PASTE not in self.screen.mode

    def begin_with(self, **keys: int) -> None:
        """Give the terminal other settings (`VMIN=7`) before the program has seen it."""
        settings = self.settings
        for name, value in keys.items():
            settings[-1][getattr(termios, name)] = value
        termios.tcsetattr(self.child.child_fd, termios.TCSANOW, settings)
        self.before = self.settings

    def reset(self) -> None:
        """Give the terminal its settings of the beginning, as a shell does, and an empty screen."""
        termios.tcsetattr(self.child.child_fd, termios.TCSANOW, self.before)
        self.screen.reset()

    def resize(self, lines: int, columns: int) -> None:
        """Give the window another size."""
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)

    def hang_up(self) -> int:
        """Close the window: the exit status of what ran there."""
        process = self.child.ptyproc  # type: ignore[attr-defined]
        process.fileobj.close()
        _job, status = os.waitpid(process.pid, 0)
        process.closed = process.terminated = True
        return os.waitstatus_to_exitcode(status)

    def _read(self, seconds: float) -> bool:
        """Feed what comes within a short while to the screen; False at the end."""
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self._stream.feed(data)
        return True

    def see(self, wanted: str, seconds: float = 15) -> str:
        """Wait until the screen shows some text."""
        end = time.monotonic() + seconds
        while wanted not in self.text:
            if not self._read(0.05) or time.monotonic() > end:
                raise AssertionError(f"never saw {wanted!r} on:\n{self.text}")
        while self.child.isalive() and self._more():
            pass
        return self.text

    def _more(self) -> bool:
        before = self.raw
        self._read(0.05)
        return self.raw != before

    def settle(self) -> None:
        """Wait until nothing more comes for a while."""
        end = time.monotonic() + 5
        quiet = 0
        while quiet < 4 and time.monotonic() < end:
            quiet = 0 if self._more() else quiet + 1

    def type(self, keys: str, wanted: str) -> str:
        """Type, then wait until the screen shows some text."""
        self.child.send(keys)
        return self.see(wanted)

    def end(self) -> int:
        """Wait for the program to end: its exit status."""
        end = time.monotonic() + 20
        while self._read(0.2) and self.child.isalive():
            if time.monotonic() > end:
                raise AssertionError(f"still running, with this on the screen:\n{self.text}")
        self.child.wait() if self.child.isalive() else None
        self.left_as_before = self.as_before
        self.child.close()
        status = self.child.exitstatus
        return -1 if status is None else int(status)
