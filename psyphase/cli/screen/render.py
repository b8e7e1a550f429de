"""Tells what happens: as a transcript for people, or as one JSON object a line."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from psyphase.cli.screen.faces import large_faces, shown_faces
from psyphase.cli.screen.stdout import can_show, is_dumb, is_uncoloured, json_text
from psyphase.engine.play import Answered, Narration, Undone
from psyphase.engine.procedure import Decision, Event, Numbers, Roll, Selection
from psyphase.engine.readings import Lookup
from psyphase.games.plain import json_object
from psyphase.text import clean
from psyphase.words.catalogue import _
from psyphase.words.wording import Wording

if TYPE_CHECKING:
    from rich.console import Console

Print: TypeAlias = Callable[[str, str], None]
"""Prints one line of a transcript in a style: heading, dice, answer, aside, alarm, good or plain."""


_RICH_STYLES = {
    "heading": "bold",
    "dice": "bold cyan",
    "answer": "dim",
    "aside": "dim italic",
    "alarm": "bold red",
    "good": "green",
    "plain": "",
}


def printer(plain: bool = False) -> Print:
    """How lines are printed here: in colour where that can be seen, plain otherwise."""
    return plain_line if plain or is_dumb() else rich_line(rich_console())


def plain_line(text: str, style: str = "plain") -> None:
    """Print one line without any escape code; on a terminal it is wrapped between words."""
    prefix = {"heading": "== ", "alarm": "! "}.get(style, "")
    text = prefix + text + (" ==" if style == "heading" else "")
    if sys.stdout.isatty():
        import textwrap

        width = max(20, shutil.get_terminal_size().columns - 1)
        indent = " " * (len(text) - len(text.lstrip()) + 2)
        text = "\n".join(textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False)) or text
    print(text)


def rich_console() -> Console:
    """A console that shows exactly what it is given: no markup, no emoji, no guessing at numbers."""
    from rich.console import Console

    colour = not is_uncoloured()
    return Console(markup=False, emoji=False, highlight=False, no_color=not colour, color_system="auto" if colour else None)


def rich_line(console: Console) -> Print:
    """A printer in colour."""
    from rich.rule import Rule
    from rich.text import Text

    def show(text: str, style: str) -> None:
        if style == "heading":
            console.print(Rule(Text(text, "bold"), align="left", characters="─" if can_show("─") else "-"))
        else:
            console.print(Text(("! " if style == "alarm" else "") + text, _RICH_STYLES[style]))

    return show


class Standing:
    """How things stand while something is asked, and what the last dice showed: a transcript keeps it up, prompts show it."""

    def __init__(self) -> None:
        self.header = ""
        self.last_roll: tuple[str, ...] = ()


class Transcript:
    """Tells a game to people, line by line. `echo`: decisions of people too, where their prompt leaves no trace.

    `standing` is kept up for the prompts beside it.
    """

    def __init__(self, words: Wording, show: Print = plain_line, echo: bool = True, standing: Standing | None = None) -> None:
        self._words = words
        self._show = show
        self.echo = echo
        self._standing = standing or Standing()
        self._glyphs = can_show("⚀")

    def __call__(self, narration: Narration) -> None:
        self.note(narration)
        if isinstance(narration, Event):
            self._event(narration)
        elif isinstance(narration, Undone):
            self._undone(narration)
        elif isinstance(narration.request, Roll):
            self._dice(narration, narration.request)
        elif self.echo or narration.by != "asked":
            question = self._words.ask(narration.request)
            self._show(f"> {question}{'' if '?' in question else ':'} {self._answer(narration)}", "answer")

    def note(self, narration: Narration) -> None:
        """Keep up with how things stand, without a word."""
        if isinstance(narration, Event):
            known = self._words.sentences
            if narration.id == known.header:
                self._standing.header = self._words.say(narration)
            elif narration.id == known.header_ends:
                self._standing.header = ""
        elif isinstance(narration, Answered):
            self._standing.last_roll = self._large(narration)

    def _large(self, narration: Answered) -> tuple[str, ...]:
        roll = narration.request
        if not isinstance(roll, Roll) or not isinstance(narration.answer, tuple):
            return ()
        faces = [face for face in (narration.answer[-1:] if roll.reroll else narration.answer) if isinstance(face, int)]
        return tuple(large_faces(roll.dice, faces, roll.read, shutil.get_terminal_size().columns - 2))

    def _event(self, event: Event) -> None:
        """Print an event, but for the one that tells how things stand: it is the header of the prompts."""
        if event.id != self._words.sentences.header:
            self._show(self._words.say(event), self._style(event.id))

    def _undone(self, narration: Undone) -> None:
        first = narration.answers[0]
        answer = self._answer(first) if not isinstance(first.request, Roll) else _("what the dice showed")
        question = self._words.ask(first.request)
        colon = "" if "?" in question else ":"
        self._show(_("Taken back: {question} {answer}").format(question=f"{question}{colon}", answer=answer), "alarm")

    def _style(self, id: str) -> str:
        known = self._words.sentences
        if id in known.headings:
            return "heading"
        if id in known.asides:
            return "aside"
        return "alarm" if id in known.alarms else "good" if id in known.good else "plain"

    def _dice(self, narration: Answered, roll: Roll[Any]) -> None:
        faces = narration.answer if isinstance(narration.answer, tuple) else (narration.answer,)
        numbers = [face for face in faces if isinstance(face, int)]
        for face in numbers[:-1] if roll.reroll else []:
            again = shown_faces(roll.dice, [face], roll.read, self._glyphs)
            self._show(f"{self._words.ask(roll)}: {again}, {self._words.say(roll.reroll[face])}: {_('again')}", "dice")
        counted = numbers[-1:] if roll.reroll else numbers
        typed = _(" (typed)") if narration.by == "typed" else ""
        shown = shown_faces(roll.dice, counted, roll.read, self._glyphs)
        found = f" = {self._words.value(narration.outcome)}" if isinstance(roll.read, Lookup) else ""
        self._show(f"{self._words.ask(roll)}: {shown}{typed}{found}", "dice")

    def _answer(self, narration: Answered) -> str:
        request = narration.request
        if isinstance(request, Decision):
            return self._words.option(request, str(narration.answer), narration.outcome)
        if isinstance(request, Selection):
            keys = [key for key, value in request.options.items() if value in narration.outcome]
            return ", ".join(self._words.option(request, key, request.options[key]) for key in keys) or _("nothing")
        if isinstance(request, Numbers):
            return ", ".join(map(str, narration.outcome)) or _("none")
        return clean(str(narration.answer))


def json_line(narration: Narration) -> None:
    """Tell one event or answer as a JSON object on a line of its own."""
    print(json_text(json_object(narration)))
