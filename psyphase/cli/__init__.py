"""The command line, the only floor that talks to people; no rule of a game. `main` is the program.

Everything a user can fix ends as one line on stderr.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import sys

STOPPED = 130
CLOSED_PIPE = 141
"""As a shell tells of a program that SIGPIPE has ended."""
MOST_UNSEARCHED = 200_000
"""So many new objects are not searched for circles: more than loading the tables of a system makes."""


def main() -> None:
    """Run the program and exit: 0, 1 for what the user can fix, 2 usage, 130 Ctrl-C, 128 and its number for another signal."""
    from psyphase.cli.prompts.terminal import Signals

    # Nearly all that is imported or read from tables stays: searching it for circles again and again, and once more at the end,
    # takes a fifth of `roll` and a sixth of loading.
    gc.set_threshold(MOST_UNSEARCHED)
    atexit.register(gc.freeze)
    _open_streams()
    sys.unraisablehook = not_lost
    with Signals() as signals:
        try:
            status = _run()
        except KeyboardInterrupt:
            status = _complain("stopped", STOPPED)
        except BrokenPipeError:
            _silence(sys.stdout)
            status = CLOSED_PIPE
        status = _flushed(status)
    sys.exit(signals.status or status)


def not_lost(unraisable: sys.UnraisableHookArgs) -> None:
    """Ctrl-C that arrives while something is cleaned up is not swallowed with a traceback, but comes again at once."""
    if unraisable.exc_type is KeyboardInterrupt:
        import _thread

        _thread.interrupt_main()
    else:
        sys.__unraisablehook__(unraisable)


def _run() -> int:
    """Run the program: its exit status."""
    from psyphase.cli.app import app
    from psyphase.cli.options import called_as
    from psyphase.errors import NotationError, PsyphaseError, RulesError
    from psyphase.text import printable

    try:
        app(prog_name=called_as())
    except SystemExit as end:
        return _exited(end)
    except NotationError as error:
        return _complain(f"{error}\n  {printable(error.text)}\n  {' ' * (error.column - 1)}^", 2)
    except RulesError as error:
        placed = len(error.problems) > 1 or error.problems[0].line
        return _complain(str(error), error.status, named=not placed)
    except PsyphaseError as error:
        return _complain(printable(str(error)), error.status)
    except BrokenPipeError:
        raise
    except OSError as error:
        why = error.strerror or str(error)
        return _complain(f"{error.filename}: {why}" if error.filename else why, 1)
    return 0


def _exited(end: SystemExit) -> int:
    """The status with which Typer has ended: it turns Ctrl-C and a closed pipe into one of its own, and says nothing."""
    if isinstance(end.__context__, BrokenPipeError):
        return CLOSED_PIPE
    if end.code == STOPPED:
        return _complain("stopped", STOPPED)
    return end.code if isinstance(end.code, int) else 1


def _open_streams() -> None:
    """Have all three streams, and let none of them fail over a letter it cannot show."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _complain(message: str, status: int, *, named: bool = True) -> int:
    """Say what is wrong, after our name where no place in a file stands before it."""
    from psyphase.text import printable

    message = "\n".join(map(printable, message.split("\n")))
    with contextlib.suppress(OSError):
        print(f"psyphase: {message}" if named else message, file=sys.stderr)
    return status


def _flushed(status: int) -> int:
    """Flush what was printed: of a reader that has left nothing is said, of a full disk it is."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence(sys.stdout)
        return status or CLOSED_PIPE
    except (OSError, ValueError) as error:
        _silence(sys.stdout)
        return status or _complain(f"cannot print: {getattr(error, 'strerror', None) or error}", 1)
    return status


def _silence(stream: object) -> None:
    """Let nothing more be written, so that the interpreter does not complain at its end."""
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[attr-defined]
