"""The one driver of procedures, the journal it writes, and the simple sources of answers.

Sources are asked in order; one that has nothing to say returns None. A source is a callable with a
`name`, which tells the front end where an answer came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from psyphase.dice import parse_faces
from psyphase.errors import AnswerError, Unanswered
from psyphase.procedure import Answer, Decision, Event, Number, Numbers, Procedure, Request, Roll, Selection, Text
from psyphase.throwing import seeded_bytes, system_bytes, throw

T = TypeVar("T")


class Source(Protocol):
    """Answers requests, or returns None to let the next source try."""

    @property
    def name(self) -> str:
        """Where its answers come from: given, thrown, typed, asked, default."""

    def __call__(self, request: Request, /) -> Answer | None: ...


class Answered(Struct, frozen=True):
    """A request, the answer it got, what that came to, and the name of the source."""

    request: Request
    answer: Answer
    outcome: Any
    by: str


class TakenBack(Struct, frozen=True):
    """Answers that were taken back, in the order they were given; the first is a person's."""

    answers: tuple[Answered, ...]


Told: TypeAlias = Event | Answered | TakenBack
Tell: TypeAlias = Callable[[Told], None]


class Undo(Exception):
    """Raised by a source when a person wants the last answer back."""


class Entry(NamedTuple):
    """One answer as a journal keeps it. `by`: the source, empty where it is the usual one for the kind of request."""

    id: str
    answer: Answer
    by: str = ""

    @property
    def is_roll(self) -> bool:
        """Whether it holds faces."""
        return isinstance(self.answer, tuple) and bool(self.answer) and isinstance(self.answer[0], int)

    @property
    def is_persons(self) -> bool:
        """Whether a person gave it: a decision unless something else answered, faces if they were typed."""
        return self.by == "typed" if self.is_roll else not self.by


USUAL = {True: "thrown", False: "asked"}
"""The source that is not written down: for rolls, and for everything else."""


class Journal:
    """Every answer that counts, in order. `rolls` counts those that were faces.

    Answers that were taken back are set aside by their place, so that the same dice thrown there again show the
    same faces, and the old answer can be offered.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        """`entries` as a file has them: an entry `undo` takes back as many answers of persons."""
        self.entries: list[Entry] = []
        self.rolls = 0
        self._position = 0
        self._aside: dict[tuple[int, str], list[Entry]] = {}
        for entry in entries:
            if entry.id == "undo":
                for _ in range(int(str(entry.answer))):
                    self._cut()
            else:
                self.entries.append(entry)

    @property
    def position(self) -> int:
        """How many answers were given or replayed so far."""
        return self._position

    def replay(self) -> Recorded:
        """Begin again: a source of the answers so far."""
        self._position = self.rolls = 0
        return Recorded(tuple(self.entries))

    def record(self, request: Request, answer: Answer, by: str = "") -> None:
        """Keep one answer, unless it is being replayed; a journal on disk is synced before this returns."""
        is_roll = isinstance(request, Roll)
        if self._position == len(self.entries):
            self._keep(Entry(request.id, answer, "" if by == USUAL[is_roll] else by))
        self._position += 1
        self.rolls += is_roll

    def _keep(self, entry: Entry) -> None:
        self.entries.append(entry)

    @property
    def can_take_back(self) -> bool:
        """Whether a person has answered anything."""
        return any(entry.is_persons for entry in self.entries)

    def take_back(self) -> int:
        """Take back the last answer of a person and all that followed: how many entries that were, 0 if there is none."""
        return self._cut()

    def _cut(self) -> int:
        place = next((at for at in range(len(self.entries) - 1, -1, -1) if self.entries[at].is_persons), None)
        if place is None:
            return 0
        for at, entry in enumerate(self.entries[place:], place):
            self._aside.setdefault((at, entry.id), []).append(entry)
        count = len(self.entries) - place
        del self.entries[place:]
        return count

    def set_aside(self, request: Request) -> list[Entry]:
        """What was answered to this request at this place and taken back, the latest first."""
        return self._aside.get((self._position, request.id), [])[::-1]

    def old_answer(self, request: Request) -> Answer | None:
        """The latest answer taken back here, if it is still one of the possible ones."""
        return next((entry.answer for entry in self.set_aside(request) if fits(request, entry.answer)), None)


class RollCount(Journal):
    """Keeps nothing but the number of rolls: for play that nobody goes back to."""

    def record(self, request: Request, answer: Answer, by: str = "") -> None:  # noqa: ARG002
        if isinstance(request, Roll):
            self.rolls += 1


def fits(request: Request, answer: Answer) -> bool:
    """Whether a request accepts an answer."""
    try:
        request.accept(answer)
    except AnswerError:
        return False
    return True


class SetAside:
    """Gives the faces that the same dice showed at this place before they were taken back: nobody throws again quietly.

    `tell` hears `as-before`, or `thrown-anew` where other dice lay there.
    """

    name = "thrown"

    def __init__(self, journal: Journal, tell: Tell) -> None:
        self._journal = journal
        self._tell = tell

    def __call__(self, request: Request) -> Answer | None:
        if not isinstance(request, Roll):
            return None
        # Typed faces are asked for again: they may have been taken back because they were mistyped.
        entries = [entry for entry in self._journal.set_aside(request) if not entry.is_persons]
        same = next((entry for entry in entries if fits(request, entry.answer)), None)
        if same is None:
            if entries:
                self._tell(Event("thrown-anew"))
            return None
        self._tell(Event("as-before"))
        return same.answer


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
                by = source.name
                break
        else:
            raise Unanswered(step.id)
        reply = step.accept(answer)
        journal.record(step, answer, by)
        if tell:
            tell(Answered(step, answer, reply, by))


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
    """The default of every decision that has one; nothing is begun anew unasked."""

    name = "default"

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Decision):
            return request.closing or request.default
        return None if isinstance(request, Roll) else request.default


class Closing:
    """Ends what can be ended, where a script is over."""

    name = "default"

    def __call__(self, request: Request) -> Answer | None:
        return request.closing if isinstance(request, Decision) else None


class Recorded:
    """Entries of a journal in strict order; None once they are used up."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self.used = 0
        self.name = "recorded"

    def __call__(self, request: Request) -> Answer | None:
        if self.used >= len(self._entries):
            return None
        entry = self._entries[self.used]
        place = f"entry {self.used + 1} of play"
        if entry.id != request.id:
            raise AnswerError(f"{place}: expected '{request.id}', got '{entry.id}'")
        self.used += 1
        self.name = entry.by or USUAL[isinstance(request, Roll)]
        try:
            fitting = _fitting(request, entry.answer)
            request.accept(fitting)
        except AnswerError as error:
            raise AnswerError(f"{place}: {error}") from None
        return fitting

    @property
    def left(self) -> int:
        """How many entries were not asked for."""
        return len(self._entries) - self.used


def _fitting(request: Request, answer: Answer) -> Answer:
    if isinstance(request, Roll | Selection | Number | Numbers | Text) and isinstance(answer, str):
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
            after = f"after the roll '{self._last}'" if self._last else "as no dice are thrown"
            raise AnswerError(f"--faces: {left} too many {after}")


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
