"""Asking with arrow keys, on a terminal that can redraw."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Collection
from typing import Any

from psyphase.cli.prompts.common import NONE, UNDO_WORDS, default_text, with_old_answer, without_id
from psyphase.cli.prompts.terminal import asked, with_signal_keys
from psyphase.cli.screen.charts import chance_lines
from psyphase.cli.screen.render import Print, Standing
from psyphase.cli.screen.shown import Question, Shown, shown
from psyphase.engine.journal import Journal, fits
from psyphase.engine.play import Undo
from psyphase.engine.procedure import Answer, Request, Roll, Text
from psyphase.errors import AnswerError
from psyphase.text import clean
from psyphase.words.catalogue import _
from psyphase.words.wording import Wording


class _Arrow(Exception):
    """What was taken for Esc was the beginning of an arrow key: the answer that it has taken back stands."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer


def _with_late_arrow(keys: Any, answer: Answer) -> None:
    """The rest of an arrow key, which may come late over a slow line, gives the answer again that its beginning took back."""
    for end in "ABCD":
        keys.add("[", end)(lambda event: event.app.exit(exception=_Arrow(answer)))


def with_escape(keys: Any, escaped: Exception) -> None:
    """Esc raises what it means here, Ctrl-D leaves as Ctrl-C does; by themselves they do nothing in a menu, nor do keys of signals."""
    with_signal_keys(keys)

    @keys.add("escape", eager=True)  # type: ignore[untyped-decorator]
    def _escape(event: Any) -> None:
        event.app.exit(exception=escaped)

    @keys.add("c-d", eager=True)  # type: ignore[untyped-decorator]
    def _end(event: Any) -> None:
        event.app.exit(exception=KeyboardInterrupt())


def wrap(text: str, indent: int = 2) -> list[str]:
    """Text broken between words for this terminal, where prompts are otherwise broken anywhere."""
    return textwrap.wrap(text, max(20, shutil.get_terminal_size().columns - indent - 1))


def _described(effect: str) -> str | None:
    """An effect broken between words, to stand below a menu behind its label."""
    width = shutil.get_terminal_size().columns - 16
    return "\n               ".join(textwrap.wrap(effect, max(width, 20))) or None


def choices(picture: Shown, marked: Collection[str] = ()) -> list[Any]:
    """The options of a menu; what is unavailable stands there with its reason in brackets and cannot be chosen."""
    from questionary import Choice

    free = [
        Choice("\n     ".join(wrap(row.text, 6)), row.key, checked=row.key in marked, description=_described(row.effect))
        for row in picture.rows
    ]
    # With a reason of its own here, it would be put behind the text and break anywhere.
    unavailable = [
        Choice("\n    ".join(wrap(f"{row.text} ({row.reason})", 4)), row.key, disabled=True)  # type: ignore[arg-type]
        for row in picture.unavailable
    ]
    return [*free, *unavailable]


def message(picture: Shown, hint: str = "") -> str:
    """The question, below how things stand and the last dice: they are there as long as it is asked."""
    header = wrap(picture.header) if picture.header else []
    return "\n ".join([*picture.last_roll, *header, *wrap(f"? {picture.question}{hint}")])


class Menus:
    """Asks with arrow keys; what is not legal stays visible with its reason.

    A menu is wiped once it is answered: the transcript then says what was chosen.
    """

    name = "asked"

    def __init__(self, words: Wording, show: Print, journal: Journal, standing: Standing) -> None:
        self._journal = journal
        self._words = words
        self._show = show
        self._standing = standing
        self._taken_back: Answer | None = None
        self._is_back = False

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        old = self._journal.old_answer(request) if self._is_back and not isinstance(request, Text) else None
        self._taken_back, self._is_back = old, False
        request = with_old_answer(request, self._journal)
        picture = shown(self._words, request, self._standing)
        for line in chance_lines(picture.chances) if picture.chances else ():
            self._show(line, "plain")
        answer = self._asked(request, picture)
        self._standing.last_roll = ()
        return answer

    def _asked(self, request: Question, picture: Shown) -> Answer:
        """Ask until there is an answer or something to take back."""
        while True:
            try:
                answer = self._ask(request, picture)
            except _Arrow as late:
                return late.answer
            except Undo:
                if self._journal.can_undo:
                    self._is_back = True
                    raise
                self._show(_("There is nothing to take back."), "alarm")
            else:
                # Some keys leave a menu without an answer.
                if fits(request, answer):
                    return answer

    def _ask(self, request: Question, picture: Shown) -> Answer:
        if picture.kind == "one":
            return self._select(picture)
        return self._checkbox(picture) if picture.kind == "several" else self._text(request, picture)

    def _select(self, picture: Shown) -> Answer:
        import questionary

        question = questionary.select(
            message(picture, _(" (Esc takes the last answer back)")),
            choices=choices(picture),
            default=None if picture.default is None else str(picture.default),
            qmark="",
            instruction=" ",
            erase_when_done=True,
        )
        self._with_keys(question.application.key_bindings)
        return str(asked(question))

    def _with_keys(self, keys: Any) -> None:
        with_escape(keys, Undo())
        if self._taken_back is not None:
            _with_late_arrow(keys, self._taken_back)

    def _checkbox(self, picture: Shown) -> Answer:
        """Marks; where something is marked by default, nothing is taken at the second Enter only: the first is a slip."""
        import questionary

        warned = False
        marked = picture.default if isinstance(picture.default, tuple) else ()
        while True:
            question = questionary.checkbox(
                message(picture, _(" (space marks, Enter goes on)")),
                choices=choices(picture, () if warned else marked),
                qmark="",
                instruction=" ",
                erase_when_done=True,
            )
            self._with_keys(question.application.key_bindings)
            keys = tuple(asked(question))
            usual = 1 if marked and not warned else 0
            if len(keys) >= max(picture.least, usual):
                return keys
            if picture.least:
                self._show(_("Mark at least {least} with the space bar.").format(least=picture.least), "alarm")
            else:
                self._show(_("Nothing is marked: Enter again if that is meant, the space bar marks."), "alarm")
                warned = True

    def _text(self, request: Question, picture: Shown) -> Answer:
        """A line; what does not fit is said above and asked again, so that nothing is left of it in the field."""
        import questionary
        from prompt_toolkit.key_binding import KeyBindings

        hint = "" if picture.default is None else f" [{clean(default_text(picture.default))}]"
        keys = KeyBindings()
        self._with_keys(keys)
        while True:
            question = questionary.text(message(picture, hint), qmark="", erase_when_done=True, key_bindings=keys)
            text = str(asked(question))
            if text.strip().casefold() in UNDO_WORDS:
                raise Undo
            if not text.strip() and picture.default is not None:
                return picture.default
            if picture.kind == "numbers" and text.strip() == NONE:
                return ()
            try:
                answer = request.parse(text)
                request.accept(answer)
            except AnswerError as error:
                self._show(without_id(request, error), "alarm")
                continue
            return answer
