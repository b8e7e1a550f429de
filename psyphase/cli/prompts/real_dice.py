"""Real dice: whoever's they are types what they show."""

from __future__ import annotations

from typing import Any, TextIO

from psyphase.cli.prompts.common import read_line, wants_undo, without_id
from psyphase.cli.screen.render import Print
from psyphase.engine.dice import parse_faces
from psyphase.engine.journal import Journal
from psyphase.engine.play import Source
from psyphase.engine.procedure import Answer, Request, Roll
from psyphase.errors import AnswerError
from psyphase.words.catalogue import _
from psyphase.words.wording import Wording


class TypedDice:
    """Real dice: whoever's they are types what they show; Enter lets the program throw this one."""

    name = "typed"

    def __init__(self, words: Wording, show: Print, out: TextIO, journal: Journal, thrown: Source) -> None:
        """`out`: where the prompt itself goes; `thrown`: throws what is left to the program."""
        self._words = words
        self._show = show
        self._out = out
        self._journal = journal
        self._thrown = thrown

    def __call__(self, request: Request) -> Answer | None:
        if not isinstance(request, Roll):
            return None
        self.name = "typed"
        faces: tuple[int, ...] = ()
        old = self._journal.old_answer(request)
        self._show(f"{self._words.army(request.who)}: {self._words.ask(request)}", "plain")
        while True:
            dice = f"d{request.dice.sides}" if request.reroll else str(request.dice)
            halved = _(", half a D6: 1 to 3") if request.dice.sides == 3 else ""
            hint = f"{dice}{halved}, {_('undo goes back, Enter throws')}> "
            if isinstance(old, tuple):
                hint = f"{dice}{halved}, {_('Enter keeps')} {' '.join(map(str, old))}> "
            line = read_line(request, hint, self._out)
            if wants_undo(line, self._journal, self._show):
                continue
            if not line.strip():
                return old if old is not None and not faces else self._throw(request, faces)
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
        self._show(f"{self._words.say(request.reroll[again[-1]])}: {_('again')}", "plain")
        return again


def typed_so_far(request: Roll[Any], before: tuple[int, ...], line: str) -> tuple[int, ...] | None:
    """Typed faces all of which are thrown again; None if some are not."""
    try:
        typed = parse_faces(line, request.dice.sides)
    except AnswerError:
        return None
    return (*before, *typed) if request.reroll and typed and all(face in request.reroll for face in typed) else None
