"""The sources of answers that need nobody: given, recorded, random, default. Those that ask people live in `cli`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from psyphase.engine.dice import parse_faces
from psyphase.engine.journal import USUAL, Entry, Journal, fits
from psyphase.engine.play import Report
from psyphase.engine.procedure import Answer, Decision, Event, Number, Numbers, Request, Roll, Selection, Text
from psyphase.engine.rolling import random_bytes, roll_dice
from psyphase.errors import AnswerError, Misfit
from psyphase.text import Phrase


class SetAside:
    """Gives the faces that the same dice showed at this place before they were taken back: nobody throws again quietly.

    `report` hears `as-before`, or `thrown-anew` where other dice lay there.
    """

    name = "thrown"

    def __init__(self, journal: Journal, report: Report) -> None:
        self._journal = journal
        self._report = report

    def __call__(self, request: Request) -> Answer | None:
        if not isinstance(request, Roll):
            return None
        # Typed faces are asked for again: they may have been taken back because they were mistyped.
        entries = [entry for entry in self._journal.set_aside(request) if not entry.is_persons]
        same = next((entry for entry in entries if fits(request, entry.answer)), None)
        if same is None:
            if entries:
                self._report(Event("thrown-anew"))
            return None
        self._report(Event("as-before"))
        return same.answer


MOST_REPEATED = 1000
"""The same given answer to the same question so many times running, with nothing else in between, leads nowhere."""


class Given:
    """Answers known beforehand, by the id of the request; a list is used up in order and its last stays.

    Text is read as if it were typed. An answer that only leads back to the same question is given once: it would be given for
    ever. Raises AnswerError where text cannot be read, and where an answer leads nowhere.
    """

    name = "given"

    def __init__(self, answers: Mapping[str, Sequence[Answer]]) -> None:
        self._answers = {id: list(given) for id, given in answers.items() if given}
        self._last: tuple[str, Answer] | None = None
        self._repeated = 0

    def __call__(self, request: Request) -> Answer | None:
        given = self._answers.get(request.id)
        if not given:
            self._last = None
            return None
        answer = given.pop(0) if len(given) > 1 or _leads_back(request, given[0]) else given[0]
        self._repeated = self._repeated + 1 if self._last == (request.id, answer) else 1
        self._last = request.id, answer
        if self._repeated > MOST_REPEATED:
            raise AnswerError(
                "{id}: {answer} was given {most} times running and leads nowhere",
                id=request.id,
                answer=repr(answer),
                most=MOST_REPEATED,
            )
        return request.parse(answer) if isinstance(answer, str) else answer


def _leads_back(request: Request, answer: Answer) -> bool:
    return isinstance(request, Decision) and answer in request.loops_back


class Defaults:
    """The default of every decision that has one; nothing is begun anew unasked."""

    name = "default"

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Decision):
            return request.ends or request.default
        return None if isinstance(request, Roll) else request.default


class OnlyWay:
    """Answers a decision in which there is nothing to decide, as it has one way."""

    name = "default"

    def __call__(self, request: Request) -> Answer | None:
        return next(iter(request.options)) if isinstance(request, Decision) and len(request.options) == 1 else None


class Ending:
    """Ends what can be ended, where a script is over."""

    name = "default"

    def __call__(self, request: Request) -> Answer | None:
        return request.ends if isinstance(request, Decision) else None


class Recorded:
    """Entries of a journal in strict order; None once they are used up.

    Raises Misfit where an entry is for another request or does not fit it.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self.used = 0
        self.name = "recorded"

    def __call__(self, request: Request) -> Answer | None:
        if self.used >= len(self._entries):
            return None
        entry = self._entries[self.used]
        self.used += 1
        if entry.id != request.id:
            raise Misfit(self.used, Phrase("expected '{id}', got '{got}'", id=request.id, got=entry.id))
        self.name = entry.by or USUAL[isinstance(request, Roll)]
        try:
            fitting = _fitting(request, entry.answer)
            request.accept(fitting)
        except AnswerError as error:
            raise Misfit(self.used, error.phrase) from None
        return fitting

    @property
    def left(self) -> int:
        """How many entries were not asked for."""
        return len(self._entries) - self.used


def left_over(recorded: Recorded) -> Misfit:
    """What is wrong where something is over, and a journal goes on."""
    first = recorded.used + 1
    return Misfit(first, Phrase("{count} entries of play are left over after the end", count=recorded.left))


def replay(journal: Journal) -> Recorded:
    """Begin a game again: its answers so far, and the journal counts from its first."""
    journal.rewind()
    return Recorded(tuple(journal.entries))


def _fitting(request: Request, answer: Answer) -> Answer:
    if isinstance(request, Roll | Selection | Number | Numbers | Text) and isinstance(answer, str):
        return request.parse(answer)
    return answer


class GivenFaces:
    """Real dice given beforehand as text, used up roll by roll; nothing may be missing or left over.

    Raises AnswerError where faces are missing or none of the die.
    """

    name = "typed"

    def __init__(self, text: str) -> None:
        self._words = text.replace(",", " ").split()
        self._last = ""
        self._sides = 6

    def __call__(self, request: Request) -> Answer | None:
        if not isinstance(request, Roll):
            return None
        self._last, self._sides = request.id, request.dice.sides
        faces: list[int] = []
        while len(faces) < request.dice.count or (request.reroll and faces[-1] in request.reroll):
            if not self._words:
                wanted = len(faces) + 1 if request.reroll else request.dice.count
                raise AnswerError(
                    "--faces: too few for the roll '{id}': expected {wanted}, got {got}",
                    id=request.id,
                    wanted=wanted,
                    got=len(faces),
                )
            faces.append(self._next(request.dice.sides))
        return tuple(faces)

    def _next(self, sides: int) -> int:
        """The next face: dice of up to nine sides may be run together, `3266`."""
        word = self._words.pop(0)
        if sides <= 9 and len(word) > 1 and word.isdigit():
            word, rest = word[0], word[1:]
            self._words.insert(0, rest)
        return parse_faces(word, sides)[0]

    def finish(self) -> None:
        """Raise AnswerError if faces are left over."""
        left = sum(map(len, self._words)) if self._sides <= 9 else len(self._words)
        if left:
            if not self._last:
                raise AnswerError("--faces: {count} too many as no dice are thrown", count=left)
            raise AnswerError("--faces: {count} too many after the roll '{id}'", count=left, id=self._last)


class RandomDice:
    """Dice thrown by the operating system's generator, or from a seed and the number of the roll, which the journal counts."""

    name = "thrown"

    def __init__(self, journal: Journal, seed: str | None = None) -> None:
        self._journal = journal
        self._random_bytes = random_bytes(seed)

    def __call__(self, request: Request) -> Answer | None:
        if not isinstance(request, Roll):
            return None
        return roll_dice(request.dice, self._random_bytes, self._journal.rolls, request.reroll)
