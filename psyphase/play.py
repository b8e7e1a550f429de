"""The one driver of procedures, the journal it writes, and the simple sources of answers.

Sources are asked in order; one that has nothing to say returns None. A source is a callable with a
`name`, which tells the front end where an answer came from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from psyphase.dice import parse_faces
from psyphase.errors import AnswerError, Unanswered
from psyphase.procedure import Answer, Decision, Event, Number, Procedure, Request, Roll, Selection, Text
from psyphase.throwing import seeded_bytes, system_bytes, throw

T = TypeVar("T")


class Source(Protocol):
    """Answers requests, or returns None to let the next source try."""

    @property
    def name(self) -> str:
        """Where its answers come from: given, thrown, typed, asked, recorded, default."""

    def __call__(self, request: Request, /) -> Answer | None: ...


class Answered(Struct, frozen=True):
    """A request, the answer it got, what that came to, and the name of the source."""

    request: Request
    answer: Answer
    outcome: Any
    by: str


Told: TypeAlias = Event | Answered
Tell: TypeAlias = Callable[[Told], None]


class Journal:
    """Every answer so far, in order. `rolls` counts those that were faces."""

    def __init__(self) -> None:
        self.entries: list[tuple[str, Answer]] = []
        self.rolls = 0

    def record(self, request: Request, answer: Answer) -> None:
        """Keep one answer; a journal on disk is synced before this returns."""
        self.entries.append((request.id, answer))
        if isinstance(request, Roll):
            self.rolls += 1


def play(procedure: Procedure[T], *sources: Source, journal: Journal, tell: Tell | None = None) -> T:
    """Drive a procedure to its end and return its outcome.

    `tell` hears of every event and answer. Raises Unanswered when no source answers a request, AnswerError when an answer does not fit.
    """
    reply: object = None
    while True:
        try:
            step = procedure.send(reply)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
        if isinstance(step, Event):
            if tell:
                tell(step)
            reply = None
            continue
        for source in sources:
            answer = source(step)
            if answer is not None:
                break
        else:
            raise Unanswered(step.id)
        reply = step.accept(answer)
        journal.record(step, answer)
        if tell:
            tell(Answered(step, answer, reply, source.name))


class Given:
    """Answers known beforehand, by id; a list is used up in order and its last stays.

    An answer that only leads back to the same question is given once: it would be given for ever.
    """

    name = "given"

    def __init__(self, answers: Mapping[str, Sequence[Answer]]) -> None:
        self._answers = {id: list(given) for id, given in answers.items() if given}

    def __call__(self, request: Request) -> Answer | None:
        given = self._answers.get(request.id)
        if not given:
            return None
        answer = given.pop(0) if len(given) > 1 or _leads_back(request, given[0]) else given[0]
        return request.parse(answer) if isinstance(answer, str) else answer


def _leads_back(request: Request, answer: Answer) -> bool:
    return isinstance(request, Decision) and answer in request.returns


class Defaults:
    """The default of every decision that has one."""

    name = "default"

    def __call__(self, request: Request) -> Answer | None:
        return None if isinstance(request, Roll) else request.default


class Recorded:
    """A journal's answers in strict order; None once they are used up."""

    name = "recorded"

    def __init__(self, entries: Sequence[tuple[str, Answer]]) -> None:
        self._entries = entries
        self.used = 0

    def __call__(self, request: Request) -> Answer | None:
        if self.used >= len(self._entries):
            return None
        id, answer = self._entries[self.used]
        place = f"entry {self.used + 1} of play"
        if id != request.id:
            raise AnswerError(f"{place}: expected '{request.id}', got '{id}'")
        self.used += 1
        try:
            fitting = _fitting(request, answer)
            request.accept(fitting)
        except AnswerError as error:
            raise AnswerError(f"{place}: {error}") from None
        return fitting

    @property
    def left(self) -> int:
        """How many entries were not asked for."""
        return len(self._entries) - self.used


def _fitting(request: Request, answer: Answer) -> Answer:
    if isinstance(request, Roll | Selection | Number | Text) and isinstance(answer, str):
        return request.parse(answer)
    return answer


class Faces:
    """Real dice given beforehand as text, used up roll by roll; nothing may be missing or left over."""

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
        while len(faces) < request.dice.count or (request.again and faces[-1] in request.again):
            if not self._words:
                wanted = len(faces) + 1 if request.again else request.dice.count
                raise AnswerError(f"--faces: too few for the roll '{request.id}': expected {wanted}, got {len(faces)}")
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
            raise AnswerError(f"--faces: {left} too many after the roll '{self._last}'")


class Thrown:
    """Dice thrown by the operating system's generator, or from a seed and the number of the roll."""

    name = "thrown"

    def __init__(self, journal: Journal, seed: str | None = None) -> None:
        self._journal = journal
        self._random_bytes = system_bytes if seed is None else seeded_bytes(seed)

    def __call__(self, request: Request) -> Answer | None:
        if not isinstance(request, Roll):
            return None
        return throw(request.dice, self._random_bytes, self._journal.rolls, request.again)
