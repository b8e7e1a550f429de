"""What all prompts share."""

from __future__ import annotations

import re
import sys
from typing import TextIO, TypeVar

from msgspec.structs import replace

from psyphase.cli.prompts.terminal import typed_line
from psyphase.cli.screen.render import Print
from psyphase.cli.screen.shown import Question
from psyphase.engine.journal import Journal
from psyphase.engine.play import Undo
from psyphase.engine.procedure import Request
from psyphase.errors import AnswerError, Unanswered
from psyphase.text import Phrase, clean
from psyphase.words.catalogue import _

UNDO_WORDS = ("undo", "u")


NONE = "-"


_KEYS = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])")
"""What arrow keys and their like leave in a typed line."""
_ESCAPE = "\x1b"
"""What Esc leaves there."""


R = TypeVar("R", bound=Question)


def default_text(default: int | str | tuple[str, ...]) -> str:
    """A default as it would be typed."""
    if isinstance(default, tuple):
        return f"{' '.join(default)}; {NONE}: {_('none')}" if default else _("none")
    return str(default)


def with_old_answer(request: R, journal: Journal) -> R:
    """The request with the answer that was taken back as its default, so that it stands there to be changed."""
    old = journal.old_answer(request)
    return request if old is None else replace(request, default=old)


def wants_undo(line: str, journal: Journal, show: Print) -> bool:
    """Raise Undo if a line asks for it; True if it does but there is nothing to take back."""
    if line.strip().casefold() not in UNDO_WORDS:
        return False
    if journal.can_undo:
        raise Undo
    show(_("There is nothing to take back."), "alarm")
    return True


def read_line(request: Request, prompt: str, out: TextIO) -> str:
    """One line from standard input; its end is an error that names the question and the flag that answers it."""
    while True:
        out.write(prompt)
        out.flush()
        line = typed_line(out)
        if not line:
            out.write("\n")
            raise _no_answer(request)
        if not sys.stdin.isatty():
            out.write(clean(line.rstrip("\r\n")) + "\n")
        rest = _KEYS.sub("", line)
        typed = rest.replace(_ESCAPE, "")
        if typed.strip() or line == typed:
            return typed
        if _ESCAPE in rest:
            return UNDO_WORDS[0]
        # Arrow keys and nothing else mean neither the default nor anything: asked again.


def _no_answer(request: Request) -> Unanswered:
    """The end of input: names the question and the flag that answers it."""
    return Unanswered(request.id, Phrase("no answer to '{id}' (input ended); give it with -a {id}=VALUE", id=request.id))


def without_id(request: Request, error: AnswerError) -> str:
    """What was wrong, without the name of the question that stands just above."""
    return str(error).removeprefix(f"{request.id}: ")
