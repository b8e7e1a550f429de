"""The command line. `main` is the program: everything a user can fix ends as one line on stderr."""

from __future__ import annotations

import contextlib
import os
import sys


def main() -> None:
    """Run the program and exit: 0, 1 for what the user can fix, 2 usage, 130 Ctrl-C."""
    from psyphase.cli.app import app
    from psyphase.errors import NotationError, PsyphaseError

    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter shows a question mark; it never ends the game.
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    status = 0
    try:
        app(prog_name="psyphase")
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except KeyboardInterrupt:
        status = 130
    except NotationError as error:
        status = _complain(f"{error}\n  {error.text}\n  {' ' * (error.column - 1)}^", 2)
    except PsyphaseError as error:
        status = _complain(str(error), 1)
    except BrokenPipeError:
        _silence(sys.stdout)
    except OSError as error:
        status = _complain(error.strerror or str(error), 1)
    sys.exit(_flushed(status))


def _complain(message: str, status: int) -> int:
    from psyphase.errors import printable

    message = "\n".join(map(printable, message.split("\n")))
    with contextlib.suppress(OSError):
        print(f"psyphase: {message}" if "\n" not in message or status == 2 else message, file=sys.stderr)
    return status


def _flushed(status: int) -> int:
    """Flush what was printed: a reader that has left is no error, a full disk is."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence(sys.stdout)
    except (OSError, ValueError) as error:
        _silence(sys.stdout)
        return status or _complain(f"cannot print: {getattr(error, 'strerror', None) or error}", 1)
    return status


def _silence(stream: object) -> None:
    """Let nothing more be written, so that the interpreter does not complain at its end."""
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[attr-defined]
