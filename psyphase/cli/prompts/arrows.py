"""Asking with arrow keys, on a terminal that can redraw."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Collection
from typing import Any

from psyphase.cli.prompts.common import NONE, UNDO_WORDS, default_text, no_answer, option_label, with_old_answer, without_id
from psyphase.cli.screen.charts import chance_table
from psyphase.cli.screen.render import Print
from psyphase.engine.journal import Journal, fits
from psyphase.engine.play import Undo
from psyphase.engine.procedure import Answer, Decision, Number, Numbers, Request, Roll, Selection, Text
from psyphase.errors import AnswerError
from psyphase.text import clean
from psyphase.words.catalogue import _
from psyphase.words.wording import Wording


def with_escape(keys: Any, escaped: Exception) -> None:
    """Esc raises what it means here, Ctrl-D ends the input; by themselves they do nothing in a menu."""

    @keys.add("escape", eager=True)  # type: ignore[untyped-decorator]
    def _escape(event: Any) -> None:
        event.app.exit(exception=escaped)

    @keys.add("c-d", eager=True)  # type: ignore[untyped-decorator]
    def _end(event: Any) -> None:
        event.app.exit(exception=EOFError())


def wrap(text: str, indent: int = 2) -> list[str]:
    """Text broken between words for this terminal, where prompts are otherwise broken anywhere."""
    return textwrap.wrap(text, max(20, shutil.get_terminal_size().columns - indent - 1))


def _described(effect: str) -> str | None:
    """An effect broken between words, to stand below a menu behind its label."""
    width = shutil.get_terminal_size().columns - 16
    return "\n               ".join(textwrap.wrap(effect, max(width, 20))) or None


class Menus:
    """Asks with arrow keys; what is not legal stays visible with its reason.

    A menu is wiped once it is answered: the transcript then says what was chosen.
    """

    name = "asked"

    def __init__(self, words: Wording, show: Print, journal: Journal) -> None:
        self._journal = journal
        # Asks the terminal for nothing that it may not answer.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        self._words = words
        self._show = show

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        request = with_old_answer(request, self._journal)
        if isinstance(request, Number) and request.prospects:
            for line in chance_table(self._words, request):
                self._show(line, "plain")
        answer = self._asked(request)
        self._words.last_throw = []
        return answer

    def _asked(self, request: Decision[Any] | Selection[Any] | Number | Numbers | Text) -> Answer:
        """Ask until there is an answer, or something to take back, or no more input."""
        while True:
            try:
                answer = self._ask(request)
            except EOFError:
                raise no_answer(request) from None
            except Undo:
                if self._journal.can_undo:
                    raise
                self._show(_("There is nothing to take back."), "alarm")
            else:
                # Some keys leave a menu without an answer.
                if fits(request, answer):
                    return answer

    def _ask(self, request: Decision[Any] | Selection[Any] | Number | Numbers | Text) -> Answer:
        if isinstance(request, Decision):
            return self._select(request)
        return self._checkbox(request) if isinstance(request, Selection) else self._text(request)

    def _message(self, request: Request, hint: str = "") -> str:
        """The question, below how things stand and the last throw: they are there as long as it is asked."""
        header = wrap(self._words.header) if self._words.header else []
        return "\n ".join([*self._words.last_throw, *header, *wrap(f"? {self._words.ask(request)}{hint}")])

    def _choices(self, request: Decision[Any] | Selection[Any], chosen: Collection[str]) -> list[Any]:
        from questionary import Choice

        choices = [
            Choice(
                "\n     ".join(wrap(option_label(self._words, request, key), 6)),
                key,
                checked=key in chosen,
                description=_described(self._words.effect(value)),
            )
            for key, value in request.options.items()
        ]
        for key, why in request.unavailable.items():
            title = self._words.option(request, key, None)
            # What is not legal is shown with its reason in brackets behind it, both broken as one text.
            lines = wrap(f"{title} ({self._words.say(why)})", 4)
            reason = "\n    ".join([lines[0][len(title) + 2 :], *lines[1:]]) if lines[0].startswith(title) else ""
            choices.append(Choice(title, key, disabled=reason.removesuffix(")") or self._words.say(why)))
        return choices

    def _select(self, request: Decision[Any]) -> Answer:
        import questionary

        question = questionary.select(
            self._message(request, _(" (Esc takes the last answer back)")),
            choices=self._choices(request, ()),
            default=request.default,
            qmark="",
            instruction=" ",
            erase_when_done=True,
        )
        with_escape(question.application.key_bindings, Undo())
        return str(question.unsafe_ask())

    def _checkbox(self, request: Selection[Any]) -> Answer:
        """Marks; where something is marked by default, nothing is taken at the second Enter only: the first is a slip."""
        import questionary

        warned = False
        while True:
            question = questionary.checkbox(
                self._message(request, _(" (space marks, Enter goes on)")),
                choices=self._choices(request, () if warned else request.default or ()),
                qmark="",
                instruction=" ",
                erase_when_done=True,
            )
            with_escape(question.application.key_bindings, Undo())
            keys = tuple(question.unsafe_ask())
            usual = 1 if request.default and not warned else 0
            if len(keys) >= max(request.least, usual):
                return keys
            if request.least:
                self._show(_("Mark at least {least} with the space bar.").format(least=request.least), "alarm")
            else:
                self._show(_("Nothing is marked: Enter again if that is meant, the space bar marks."), "alarm")
                warned = True

    def _text(self, request: Number | Numbers | Text) -> Answer:
        """A line; what does not fit is said above and asked again, so that nothing is left of it in the field."""
        import questionary
        from prompt_toolkit.key_binding import KeyBindings

        hint = "" if request.default is None else f" [{clean(default_text(request.default))}]"
        keys = KeyBindings()
        with_escape(keys, Undo())
        while True:
            question = questionary.text(self._message(request, hint), qmark="", erase_when_done=True, key_bindings=keys)
            text = str(question.unsafe_ask())
            if text.strip().casefold() in UNDO_WORDS:
                raise Undo
            if not text.strip() and request.default is not None:
                return request.default
            if isinstance(request, Numbers) and text.strip() == NONE:
                return ()
            try:
                answer = request.parse(text)
                request.accept(answer)
            except AnswerError as error:
                self._show(without_id(request, error), "alarm")
                continue
            return answer
