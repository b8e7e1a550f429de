"""Asking with numbered lines, for pipes, screen readers and terminals that cannot redraw."""

from __future__ import annotations

from typing import Any, TextIO

from psyphase.cli.prompts.common import NONE, default_text, option_label, read_line, wants_undo, with_old_answer, without_id
from psyphase.cli.screen.charts import chance_table
from psyphase.cli.screen.render import Print
from psyphase.engine.journal import Journal
from psyphase.engine.procedure import Answer, Decision, Number, Numbers, Request, Roll, Selection
from psyphase.errors import AnswerError
from psyphase.words.catalogue import _
from psyphase.words.wording import Wording

NOTHING = ("0", NONE)
"""Empties a list that has a default."""


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
        self.explain: set[str] = set()

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
                self.explain.clear()
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
            if effect and effect not in self.explain:
                self.explain.add(effect)
                self._show(f"     {effect}", "aside")
        for key, why in request.unavailable.items():
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


def _key(text: str, keys: list[str]) -> str:
    """A key by its number in the menu, or as it is written."""
    if text.isascii() and text.isdigit() and len(text) <= 4 and text not in keys and 1 <= int(text) <= len(keys):
        return keys[int(text) - 1]
    return text
