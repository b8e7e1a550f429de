"""Asking with numbered lines, for pipes, screen readers and terminals that cannot redraw."""

from __future__ import annotations

from typing import TextIO

from psyphase.cli.prompts.common import NONE, default_text, read_line, wants_undo, with_old_answer, without_id
from psyphase.cli.screen.charts import chance_lines
from psyphase.cli.screen.render import Print, Standing
from psyphase.cli.screen.shown import Question, Shown, shown
from psyphase.engine.journal import Journal
from psyphase.engine.procedure import Answer, Request, Roll
from psyphase.errors import AnswerError
from psyphase.words.catalogue import _
from psyphase.words.wording import Wording

NOTHING = ("0", NONE)
"""Empties a list that has a default."""


class Lines:
    """Asks with numbered lines: for pipes, screen readers and terminals that cannot redraw."""

    name = "asked"

    def __init__(self, words: Wording, show: Print, out: TextIO, journal: Journal, standing: Standing) -> None:
        """`out`: where the prompt itself goes."""
        self._words = words
        self._show = show
        self._out = out
        self._journal = journal
        self._standing = standing
        # What an option does is told once; `?` tells it again.
        self.explain: set[str] = set()

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        request = with_old_answer(request, self._journal)
        picture = shown(self._words, request, self._standing)
        self._show("", "plain")
        if picture.header:
            self._show(picture.header, "aside")
        self._draw(picture)
        while True:
            line = read_line(request, _hint(picture), self._out)
            if wants_undo(line, self._journal, self._show):
                continue
            if picture.rows and line.strip() == "?":
                self.explain.clear()
                self._draw(picture)
                continue
            try:
                answer = _answer(request, picture, line.strip())
                request.accept(answer)
            except AnswerError as error:
                self._show(_wrong(request, picture, error), "alarm")
                continue
            return answer

    def _draw(self, picture: Shown) -> None:
        """Show the question with what goes with it, the options with their numbers."""
        self._show(picture.question, "plain")
        for line in chance_lines(picture.chances) if picture.chances else ():
            self._show(line, "plain")
        for number, row in enumerate(picture.rows, 1):
            self._show(f"{number:3}  {row.text}", "plain")
            if row.effect and row.effect not in self.explain:
                self.explain.add(row.effect)
                self._show(f"     {row.effect}", "aside")
        for row in picture.unavailable:
            self._show(f"  -  {row.text}: {row.reason}", "answer")


def _hint(picture: Shown) -> str:
    """What stands before the answer: the default in the numbers of the menu, or as it would be typed."""
    if picture.kind == "several":
        marked = picture.default if isinstance(picture.default, tuple) else ()
        numbers = ", ".join(str(picture.keys.index(str(key)) + 1) for key in marked)
        nothing = "" if picture.least or not numbers else _("; 0: nothing")
        return f"[{numbers or _('nothing')}{nothing}]> " if numbers or not picture.least else "> "
    if picture.default is None:
        return "> "
    if picture.kind == "one":
        return f"[{picture.keys.index(str(picture.default)) + 1}]> "
    return f"[{default_text(picture.default)}]> "


def _answer(request: Question, picture: Shown, text: str) -> Answer:
    """The answer that a line gives; an empty one the default. Raises AnswerError."""
    if not text and picture.default is not None:
        return picture.default
    if picture.kind == "numbers" and text == NONE:
        return ()
    if picture.kind == "one":
        return _key(text, picture.keys)
    if picture.kind == "several":
        return () if text in NOTHING else tuple(_key(word, picture.keys) for word in text.replace(",", " ").split())
    return request.parse(text)


def _wrong(request: Question, picture: Shown, error: AnswerError) -> str:
    """What was wrong, in the numbers of the menu."""
    last = len(picture.rows)
    if picture.kind == "one":
        return _("expected a number from 1 to {last}").format(last=last)
    if picture.kind == "several":
        return _("expected different numbers from 1 to {last}, at least {least} of them").format(last=last, least=picture.least)
    return without_id(request, error)


def _key(text: str, keys: list[str]) -> str:
    """A key by its number in the menu, or as it is written."""
    if text.isascii() and text.isdigit() and len(text) <= 4 and text not in keys and 1 <= int(text) <= len(keys):
        return keys[int(text) - 1]
    return text
