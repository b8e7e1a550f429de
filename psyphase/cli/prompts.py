"""Asking people: arrow-key menus on a terminal that can, numbered lines everywhere else."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Collection
from fractions import Fraction
from typing import Any, TextIO

from psyphase.cli.language import _
from psyphase.cli.render import Print
from psyphase.cli.wording import Wording, clean
from psyphase.dice import parse_faces
from psyphase.errors import AnswerError, Unanswered
from psyphase.play import Source
from psyphase.procedure import Answer, Decision, Number, Request, Roll, Selection, Text


class Lines:
    """Asks with numbered lines: for pipes, screen readers and terminals that cannot redraw."""

    name = "asked"

    def __init__(self, words: Wording, show: Print, out: TextIO) -> None:
        """`out`: where the prompt itself goes."""
        self._words = words
        self._show = show
        self._out = out

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
            line = read_line(request, self._hint(request, keys), self._out)
            try:
                answer = self._read(request, keys, line)
                request.accept(answer)
            except AnswerError as error:
                self._show(self._wrong(request, keys, error), "alarm")
                continue
            return answer

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
    if text.isascii() and text.isdigit() and len(text) <= 4 and text not in keys and 1 <= int(text) <= len(keys):
        return keys[int(text) - 1]
    return text


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
    return line


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
    rows = [(count, request.prospects(count)) for count in range(first, request.high + 1)]
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

    def __init__(self, words: Wording, show: Print, out: TextIO, thrown: Source) -> None:
        """`out`: where the prompt itself goes; `thrown`: throws what is left to the program."""
        self._words = words
        self._show = show
        self._out = out
        self._thrown = thrown

    def __call__(self, request: Request) -> Answer | None:
        if not isinstance(request, Roll):
            return None
        self.name = "typed"
        faces: tuple[int, ...] = ()
        self._show(f"{self._words.army(request.who)}: {self._words.ask(request)}", "plain")
        while True:
            dice = f"d{request.dice.sides}" if request.again else str(request.dice)
            halved = _(", a D6 halved") if request.dice.sides == 3 else ""
            line = read_line(request, _("{dice}{halved}, Enter throws> ").format(dice=dice, halved=halved), self._out)
            if not line.strip():
                return self._throw(request, faces)
            try:
                typed = parse_faces(line, request.dice.sides)
                again = (*faces, *typed)
                request.accept(again)
            except AnswerError as error:
                faces = self._refused(request, faces, typed_so_far(request, faces, line), error)
                continue
            return again

    def _throw(self, request: Roll[Any], faces: tuple[int, ...]) -> Answer | None:
        """Throw for the person: all, or what is to be thrown again after some typed faces."""
        thrown = self._thrown(request)
        if not faces:
            self.name = self._thrown.name
        return (*faces, *thrown) if isinstance(thrown, tuple) else thrown

    def _refused(
        self, request: Roll[Any], before: tuple[int, ...], again: tuple[int, ...] | None, error: AnswerError
    ) -> tuple[int, ...]:
        """Say what was wrong; faces that are only to be thrown again are kept."""
        if again is None:
            self._show(without_id(request, error), "alarm")
            return before
        self._show(f"{self._words.say(request.again[again[-1]])}: {_('again')}", "plain")
        return again


def typed_so_far(request: Roll[Any], before: tuple[int, ...], line: str) -> tuple[int, ...] | None:
    """Typed faces all of which are thrown again; None if some are not."""
    try:
        typed = parse_faces(line, request.dice.sides)
    except AnswerError:
        return None
    return (*before, *typed) if request.again and typed and all(face in request.again for face in typed) else None


def _described(effect: str) -> str | None:
    """An effect broken between words, to stand below a menu behind its label."""
    width = shutil.get_terminal_size().columns - 16
    return "\n               ".join(textwrap.wrap(effect, max(width, 20))) or None


class Menus:
    """Asks with arrow keys; what is not legal stays visible with its reason.

    A menu is wiped once it is answered: the transcript then says what was chosen.
    """

    name = "picked"

    def __init__(self, words: Wording, show: Print) -> None:
        # Asks the terminal for nothing that it may not answer.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        self._words = words
        self._show = show

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        try:
            if isinstance(request, Decision):
                return self._select(request)
            if isinstance(request, Selection):
                return self._checkbox(request)
            if isinstance(request, Number) and request.prospects:
                for line in chance_table(self._words, request):
                    self._show(line, "plain")
            return self._text(request)
        except EOFError:
            raise no_answer(request) from None

    def _choices(self, request: Decision[Any] | Selection[Any], chosen: Collection[str]) -> list[Any]:
        from questionary import Choice

        choices = [
            Choice(
                option_label(self._words, request, key),
                key,
                checked=key in chosen,
                description=_described(self._words.effect(value)),
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

        warned = False

        def marked(keys: list[str]) -> bool | str:
            """Nothing marked is taken at the second Enter only: the first is nearly always a slip."""
            nonlocal warned
            if len(keys) < request.least:
                return _("mark at least {least} with the space bar").format(least=request.least)
            if keys or warned:
                return True
            warned = True
            return _("nothing is marked: Enter again if that is meant, space marks")

        question = questionary.checkbox(
            self._words.ask(request),
            choices=self._choices(request, request.default or ()),
            instruction=_("(space marks, Enter goes on)"),
            validate=marked,
            erase_when_done=True,
        )
        return tuple(question.unsafe_ask())

    def _text(self, request: Number | Text) -> Answer:
        """A line; what does not fit is said above and asked again, so that nothing is left of it in the field."""
        import questionary

        hint = "" if request.default is None else f" [{clean(str(request.default))}]"
        while True:
            text = str(questionary.text(self._words.ask(request) + hint, erase_when_done=True).unsafe_ask())
            if not text.strip() and request.default is not None:
                return request.default
            try:
                answer = request.parse(text)
                request.accept(answer)
            except AnswerError as error:
                self._show(f"{clean(text[:40])}: {without_id(request, error)}", "alarm")
                continue
            return answer
