"""Asking people: arrow-key menus on a terminal that can, numbered lines everywhere else."""

from __future__ import annotations

import sys
from collections.abc import Collection
from fractions import Fraction
from typing import Any

from psyphase.cli.language import _
from psyphase.cli.render import Print
from psyphase.cli.wording import Wording, clean
from psyphase.dice import parse_faces
from psyphase.errors import AnswerError, Unanswered
from psyphase.procedure import Answer, Decision, Number, Request, Roll, Selection, Text

SHOWN_CHANCES = 12
"""At most so many rows of chances are shown."""


class Lines:
    """Asks with numbered lines: for pipes, screen readers and terminals that cannot redraw."""

    name = "asked"

    def __init__(self, words: Wording, show: Print) -> None:
        self._words = words
        self._show = show

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        self._show("", "plain")
        self._show(self._words.ask(request), "plain")
        if isinstance(request, Number) and request.prospects:
            for line in chance_table(self._words, request):
                self._show(line, "plain")
        keys = self._numbered(request) if isinstance(request, Decision | Selection) else []
        while True:
            line = read_line(request, self._hint(request, keys))
            try:
                answer = self._read(request, keys, line)
                request.accept(answer)
            except AnswerError as error:
                self._show(without_id(request, error), "alarm")
                continue
            return answer

    def _numbered(self, request: Decision[Any] | Selection[Any]) -> list[str]:
        keys = list(request.options)
        for number, key in enumerate(keys, 1):
            self._show(f"{number:3}  {option_label(self._words, request, key)}", "plain")
            effect = self._words.effect(request.options[key])
            if effect:
                self._show(f"     {effect}", "aside")
        for key, why in request.barred.items():
            self._show(f"  -  {self._words.option(request, key, None)}: {self._words.say(why)}", "answer")
        return keys

    def _hint(self, request: Request, keys: list[str]) -> str:
        if isinstance(request, Selection):
            return _("numbers, none with Enter> ") if not request.least else _("numbers> ")
        default = None if isinstance(request, Roll) else request.default
        if isinstance(request, Decision) and default is not None:
            return f"[{keys.index(str(default)) + 1}]> "
        return "> " if default is None else f"[{default}]> "

    def _read(self, request: Request, keys: list[str], line: str) -> Answer:
        text = line.strip()
        default = None if isinstance(request, Roll) else request.default
        if not text and default is not None:
            return default
        if isinstance(request, Decision):
            return _key(text, keys)
        if isinstance(request, Selection):
            return tuple(_key(word, keys) for word in text.replace(",", " ").split())
        return request.parse(text)


def _key(text: str, keys: list[str]) -> str:
    """A key by its number in the menu, or as it is written."""
    if text.isascii() and text.isdigit() and text not in keys and 1 <= int(text[:6]) <= len(keys):
        return keys[int(text[:6]) - 1]
    return text


def read_line(request: Request, prompt: str) -> str:
    """One line from standard input; its end is an error that names the question and the flag that answers it."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        print()
        raise Unanswered(request.id, f"no answer to '{request.id}' (input ended); give it with -a {request.id}=VALUE")
    if not sys.stdin.isatty():
        print(clean(line.rstrip("\r\n")))
    return line


def option_label(words: Wording, request: Decision[Any] | Selection[Any], key: str) -> str:
    """An option with the few words beside it."""
    label = words.option(request, key, request.options[key])
    note = request.notes.get(key) if isinstance(request, Decision) else None
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
    rows = [(count, request.prospects(count)) for count in range(first, min(request.high, first + SHOWN_CHANCES - 1) + 1)]
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


class Typed:
    """Real dice: whoever's they are types what they show; Enter lets the program throw this one."""

    name = "typed"

    def __init__(self, words: Wording, show: Print) -> None:
        self._words = words
        self._show = show

    def __call__(self, request: Request) -> Answer | None:
        if not isinstance(request, Roll):
            return None
        faces: tuple[int, ...] = ()
        while True:
            left = 1 if request.again else request.dice.count - len(faces)
            dice = f"d{request.dice.sides}" if left == 1 else f"{left}d{request.dice.sides}"
            who = self._words.army(request.who)
            line = read_line(request, f"{who}: {self._words.ask(request)}, {dice}{_(' (Enter: throw it for me)')}> ")
            if not line.strip():
                return None
            try:
                faces = self._more(request, faces, parse_faces(line, request.dice.sides))
            except AnswerError as error:
                self._show(without_id(request, error), "alarm")
                continue
            if request.again and faces[-1] in request.again:
                self._show(f"{self._words.say(request.again[faces[-1]])}: {_('again')}", "plain")
                continue
            return faces

    def _more(self, request: Roll[Any], faces: tuple[int, ...], typed: tuple[int, ...]) -> tuple[int, ...]:
        if request.again:
            for face in typed[:-1]:
                if face not in request.again:
                    raise AnswerError(_("expected one face"))
            return faces + typed
        if len(typed) != request.dice.count:
            raise AnswerError(_("expected {count} faces, got {got}").format(count=request.dice.count, got=len(typed)))
        return typed


class Menus:
    """Asks with arrow keys; what is not legal stays visible with its reason.

    A menu is wiped once it is answered: the transcript then says what was chosen.
    """

    name = "picked"

    def __init__(self, words: Wording, show: Print) -> None:
        self._words = words
        self._show = show

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        if isinstance(request, Decision):
            return self._select(request)
        if isinstance(request, Selection):
            return self._checkbox(request)
        if isinstance(request, Number) and request.prospects:
            for line in chance_table(self._words, request):
                self._show(line, "plain")
        return self._text(request)

    def _choices(self, request: Decision[Any] | Selection[Any], chosen: Collection[str]) -> list[Any]:
        from questionary import Choice

        choices = [
            Choice(
                option_label(self._words, request, key),
                key,
                checked=key in chosen,
                description=self._words.effect(value) or None,
            )
            for key, value in request.options.items()
        ]
        for key, why in request.barred.items():
            choices.append(Choice(self._words.option(request, key, None), key, disabled=self._words.say(why)))
        return choices

    def _select(self, request: Decision[Any]) -> Answer:
        import questionary

        question = questionary.select(
            self._words.ask(request),
            choices=self._choices(request, ()),
            default=request.default,
            instruction=" ",
            erase_when_done=True,
        )
        return str(question.unsafe_ask())

    def _checkbox(self, request: Selection[Any]) -> Answer:
        import questionary

        question = questionary.checkbox(
            self._words.ask(request),
            choices=self._choices(request, request.default or ()),
            instruction=_("(space marks, Enter goes on)"),
            validate=lambda keys: request.least <= len(keys) <= request.most or _("too few or too many"),
            erase_when_done=True,
        )
        return tuple(question.unsafe_ask())

    def _text(self, request: Number | Text) -> Answer:
        import questionary

        def fits(text: str) -> bool | str:
            try:
                request.accept(self._typed(request, text))
            except AnswerError as error:
                return without_id(request, error)
            return True

        hint = "" if request.default is None else f" [{clean(str(request.default))}]"
        question = questionary.text(self._words.ask(request) + hint, validate=fits, erase_when_done=True)
        return self._typed(request, str(question.unsafe_ask()))

    @staticmethod
    def _typed(request: Number | Text, text: str) -> Answer:
        if not text.strip() and request.default is not None:
            return request.default
        return request.parse(text)
