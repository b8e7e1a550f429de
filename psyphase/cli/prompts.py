"""Asking with numbered lines, for pipes, screen readers and terminals that cannot redraw; and what all prompts share."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from typing import Any, TextIO, TypeVar

from msgspec.structs import replace

from psyphase.cli.language import _
from psyphase.cli.render import Print
from psyphase.cli.wording import Wording, clean
from psyphase.errors import AnswerError, Unanswered
from psyphase.play import Journal, Undo
from psyphase.procedure import Answer, Decision, Number, Numbers, Request, Roll, Selection

MOST_ROWS = 60
"""Chances are shown for so many dice at most: nobody holds more."""
UNDO_WORDS = ("undo", "u")
NONE = "-"
NOTHING = ("0", NONE)
"""Empties a list that has a default."""
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])?")
"""What Esc and arrow keys leave in a typed line."""
R = TypeVar("R", bound=Request)


class Lines:
    """Asks with numbered lines: for pipes, screen readers and terminals that cannot redraw."""

    name = "asked"

    def __init__(self, words: Wording, show: Print, out: TextIO, journal: Journal) -> None:
        """`out`: where the prompt itself goes."""
        self._words = words
        self._show = show
        self._out = out
        self._journal = journal
        # What an option does is told once; `?` tells it again.
        self._explained: set[str] = set()

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        request = with_old_answer(request, self._journal)
        self._show("", "plain")
        if self._words.header:
            self._show(self._words.header, "aside")
        keys = self._presented(request)
        while True:
            line = read_line(request, self._hint(request, keys), self._out)
            if wants_undo(line, self._journal, self._show):
                continue
            if keys and line.strip() == "?":
                self._explained.clear()
                self._presented(request)
                continue
            try:
                answer = self._read(request, keys, line)
                request.accept(answer)
            except AnswerError as error:
                self._show(self._wrong(request, keys, error), "alarm")
                continue
            return answer

    def _presented(self, request: Request) -> list[str]:
        """Show the question with what goes with it: the keys of its options in the order of their numbers."""
        self._show(self._words.ask(request), "plain")
        if isinstance(request, Number) and request.prospects:
            for line in chance_table(self._words, request):
                self._show(line, "plain")
        return self._numbered(request) if isinstance(request, Decision | Selection) else []

    def _wrong(self, request: Request, keys: list[str], error: AnswerError) -> str:
        """What was wrong, in the numbers of the menu."""
        if isinstance(request, Decision):
            return _("expected a number from 1 to {last}").format(last=len(keys))
        if isinstance(request, Selection):
            return _("expected different numbers from 1 to {last}, at least {least} of them").format(
                last=len(keys), least=request.least
            )
        return without_id(request, error)

    def _numbered(self, request: Decision[Any] | Selection[Any]) -> list[str]:
        keys = list(request.options)
        for number, key in enumerate(keys, 1):
            self._show(f"{number:3}  {option_label(self._words, request, key)}", "plain")
            effect = self._words.effect(request.options[key])
            if effect and effect not in self._explained:
                self._explained.add(effect)
                self._show(f"     {effect}", "aside")
        for key, why in request.barred.items():
            self._show(f"  -  {self._words.option(request, key, None)}: {self._words.say(why)}", "answer")
        return keys

    def _hint(self, request: Request, keys: list[str]) -> str:
        if isinstance(request, Selection):
            numbers = ", ".join(str(keys.index(key) + 1) for key in request.default or ())
            nothing = "" if request.least or not numbers else _("; 0: nothing")
            return f"[{numbers or _('nothing')}{nothing}]> " if numbers or not request.least else "> "
        default = None if isinstance(request, Roll) else request.default
        if isinstance(request, Decision) and default is not None:
            return f"[{keys.index(str(default)) + 1}]> "
        return "> " if default is None else f"[{default_text(default)}]> "

    def _read(self, request: Request, keys: list[str], line: str) -> Answer:
        text = line.strip()
        default = None if isinstance(request, Roll) else request.default
        if not text and default is not None:
            return default
        if isinstance(request, Numbers) and text == NONE:
            return ()
        if isinstance(request, Decision):
            return _key(text, keys)
        if isinstance(request, Selection):
            if text in NOTHING:
                return ()
            return tuple(_key(word, keys) for word in text.replace(",", " ").split())
        return request.parse(text)


def default_text(default: int | str | tuple[str, ...]) -> str:
    """A default as it would be typed."""
    if isinstance(default, tuple):
        return f"{' '.join(default)}; {NONE}: {_('none')}" if default else _("none")
    return str(default)


def _key(text: str, keys: list[str]) -> str:
    """A key by its number in the menu, or as it is written."""
    if text.isascii() and text.isdigit() and len(text) <= 4 and text not in keys and 1 <= int(text) <= len(keys):
        return keys[int(text) - 1]
    return text


def with_old_answer(request: R, journal: Journal) -> R:
    """The request with the answer that was taken back as its default, so that it stands there to be changed."""
    old = journal.old_answer(request)
    return request if old is None or isinstance(request, Roll) else replace(request, default=old)


def wants_undo(line: str, journal: Journal, show: Print) -> bool:
    """Raise Undo if a line asks for it; True if it does but there is nothing to take back."""
    if line.strip().casefold() not in UNDO_WORDS:
        return False
    if journal.can_take_back:
        raise Undo
    show(_("There is nothing to take back."), "alarm")
    return True


def read_line(request: Request, prompt: str, out: TextIO) -> str:
    """One line from standard input; its end is an error that names the question and the flag that answers it."""
    out.write(prompt)
    out.flush()
    line = sys.stdin.readline()
    if not line:
        out.write("\n")
        raise no_answer(request)
    if not sys.stdin.isatty():
        out.write(clean(line.rstrip("\r\n")) + "\n")
    typed = _ESCAPES.sub("", line)
    return UNDO_WORDS[0] if "\x1b" in line and not typed.strip() else typed


def no_answer(request: Request) -> Unanswered:
    """The end of input: names the question and the flag that answers it."""
    return Unanswered(request.id, f"no answer to '{request.id}' (input ended); give it with -a {request.id}=VALUE")


def option_label(words: Wording, request: Decision[Any] | Selection[Any], key: str) -> str:
    """An option with the few words beside it."""
    label = words.option(request, key, request.options[key])
    note = request.notes.get(key) if isinstance(request, Decision) else None
    note = note or getattr(request.options[key], "note", None)
    return f"{label}: {words.say(note)}" if note else label


def without_id(request: Request, error: AnswerError) -> str:
    """What was wrong, without the name of the question that stands just above."""
    return str(error).removeprefix(f"{request.id}: ")


def percent(chance: Fraction) -> str:
    """A chance to a tenth of a percent, never rounded to certainty."""
    if 0 < chance < Fraction(1, 1000):
        return "<0.1%"
    if Fraction(999, 1000) < chance < 1:
        return ">99.9%"
    return f"{float(chance * 100):.1f}%"


def chance_table(words: Wording, request: Number) -> list[str]:
    """The chances that go with each number, as lines of a table."""
    assert request.prospects
    first = max(request.low, 1)
    rows = [(count, request.prospects(count)) for count in range(first, min(request.high, MOST_ROWS) + 1)]
    if not rows:
        return []
    heads = [words.sentences.chances[id] for id in rows[0][1]]
    widths = [max(len(head), 6) for head in heads]
    lines = ["      " + "  ".join(head.rjust(width) for head, width in zip(heads, widths, strict=True))]
    for count, chances in rows:
        cells = (percent(chance).rjust(width) for chance, width in zip(chances.values(), widths, strict=True))
        lines.append(f"{count:5} " + "  ".join(cells))
    note = words.note(request)
    return [*lines, note] if note else lines
