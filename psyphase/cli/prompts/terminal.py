"""What touches the terminal itself: signals, the keys that stand for them, consoles that cannot show a menu.

However the program ends or pauses, the terminal is left as it was found.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from functools import cache
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Self, TextIO

from psyphase.cli.screen.stdout import is_dumb, is_uncoloured

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from questionary import Question

ESCAPE_SECONDS = 0.1
"""After so long Esc is no beginning of another key."""


def _known(*names: str) -> tuple[signal.Signals, ...]:
    """Those of some signals that this system has."""
    return tuple(signal.Signals[name] for name in names if hasattr(signal, name))


ENDING = _known("SIGHUP", "SIGQUIT", "SIGTERM", "SIGBREAK")
HANGING_UP = _known("SIGHUP")
PAUSING = _known("SIGTSTP")
GOING_ON = _known("SIGCONT")
KEYS = {"c-z": _known("SIGTSTP"), "c-\\": _known("SIGQUIT")}
"""Keys that a terminal turns into signals by itself, but not while a menu is shown."""


class Signals:
    """While this stands, a signal that would end the program at once ends it as Ctrl-C does, so that nothing is left open.

    `status` is what a shell tells of a program that was ended by that signal.
    """

    def __init__(self) -> None:
        self.status: int | None = None

    def __enter__(self) -> Self:
        for number in ENDING:
            # What is ignored from the start is meant to be, as by nohup.
            if signal.getsignal(number) == signal.SIG_DFL:
                signal.signal(number, self._end)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number in ENDING:
            if signal.getsignal(number) == self._end:
                signal.signal(number, signal.SIG_DFL)

    def _end(self, number: int, _frame: FrameType | None) -> None:
        # A closed terminal may tell so twice, and the program is on its way out already.
        if self.status is None:
            self.status = 128 + number
            raise KeyboardInterrupt


class _Leave(Exception):
    """A signal has come while a menu was shown."""


class _Held:
    """Keeps the signals that come while a menu has the terminal, and has the menu left."""

    def __init__(self, application: Application[Any]) -> None:
        self.numbers: set[int] = set()
        self._application = application
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, *ENDING, *PAUSING, *GOING_ON):
            before = signal.getsignal(number)
            if before not in (signal.SIG_IGN, None):
                self._before[number] = signal.signal(number, self._hold)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        for number, before in self._before.items():
            signal.signal(number, before)
        # Where the terminal has gone, leaving the menu has failed in its own way.
        return bool(self.numbers)

    def _hold(self, number: int, _frame: FrameType | None) -> None:
        self.numbers.add(number)
        if self._application.loop:
            self._application.loop.call_soon_threadsafe(self.leave)

    def leave(self) -> None:
        """Leave the menu if a signal has come and nothing else has ended it."""
        future = self._application.future
        if self.numbers and future and not future.done():
            self._application.exit(exception=_Leave())


def asked(question: Question) -> Any:
    """The answer at a menu or in its field.

    A signal leaves the menu, and comes again once the terminal is as it was before. Where it pauses the program or lets it go on, the
    menu is shown again afterwards as it stood: a shell has had the terminal meanwhile.
    """
    question.application.ttimeoutlen = ESCAPE_SECONDS
    answers: list[Any] = []
    while not answers:
        with _Held(question.application) as held:
            answers.append(_run(question.application, held))
        for number in sorted(held.numbers):  # those that end it first
            if number in PAUSING:
                os.kill(0, number)  # as a terminal does: whatever runs us is paused too
            else:
                signal.raise_signal(number)
    return answers[0]


def _run(application: Application[Any], held: _Held) -> Any:
    try:
        return application.run(pre_run=held.leave, handle_sigint=False)
    except (EOFError, OSError):
        raise _gone() from None


def _gone() -> KeyboardInterrupt:
    """The terminal has gone. Its signal may be on its way yet, and would disturb whatever is tidied up: so it comes now."""
    for number in HANGING_UP:
        signal.raise_signal(number)
    return KeyboardInterrupt()


def typed_line(out: TextIO) -> str:
    """A line of standard input, empty at its end; at a terminal, where it was typed, that leaves as Ctrl-C does.

    `out`: where the prompt stands.
    """
    at_terminal = sys.stdin.isatty()
    try:
        line = sys.stdin.readline()
        if at_terminal and not line:
            raise KeyboardInterrupt if sys.stdin.isatty() else _gone()
    except KeyboardInterrupt:
        with suppress(OSError):
            out.write("\n")
        raise
    except OSError:
        if at_terminal:
            raise _gone() from None
        raise
    return line


def with_signal_keys(keys: Any) -> None:
    """Keys that pause or end a program do it at a menu as everywhere else."""
    for key, numbers in KEYS.items():
        for number in numbers:
            keys.add(key, eager=True)(lambda _event, number=number: signal.raise_signal(number))


def has_menus(plain: bool) -> bool:
    """Whether questions are asked with arrow keys here."""
    return not plain and not is_dumb() and sys.stdin.isatty() and _can_be_driven()


@cache
def _can_be_driven() -> bool:
    """Whether menus can be shown on this console; if not, that is said once."""
    from prompt_toolkit.application import get_app_session

    from psyphase.words.catalogue import _

    # Asks the terminal for nothing that it may not answer.
    os.environ["PROMPT_TOOLKIT_NO_CPR"] = "1"
    try:
        output = get_app_session().output
        _ready = get_app_session().input
    except Exception:  # noqa: BLE001 - each kind of console fails in its own way
        print(_("This console cannot show menus: numbered lines it is."), file=sys.stderr)
        return False
    if is_uncoloured():
        for name in ("set_attributes", "reset_attributes"):
            setattr(output, name, _no_style)
    return True


def _no_style(*_args: object) -> None:
    """Bold and reverse video are colours too, for whoever wants none."""
