"""What a rule may ask for and say. Rules are generators of these; nothing here does any I/O.

A request (`Roll`, `Decision`, `Selection`, `Number`, `Text`) takes an *answer*: the plain value that a
person types, a script holds and a journal keeps. `accept` turns the answer into the outcome the rule
works with, or raises AnswerError. `parse` reads the answer from text.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, cast

from msgspec import Struct

from psyphase.engine.dice import Dice, parse_faces
from psyphase.engine.readings import Reading, outcome_of
from psyphase.errors import AnswerError
from psyphase.text import Phrase, is_printable

if TYPE_CHECKING:
    from fractions import Fraction  # only prompts compute chances; it is slow to import

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)

Side: TypeAlias = Literal["mine", "theirs"]
Answer: TypeAlias = int | str | tuple[int, ...] | tuple[str, ...]
Args: TypeAlias = Mapping[str, object]


def other(side: Side) -> Side:
    """The opponent's side."""
    return "theirs" if side == "mine" else "mine"


class Event(Struct, frozen=True):
    """Something a rule has to say: an id with its arguments; the sentence is the front end's. rules/EVENTS.md lists them all."""

    id: str
    args: Args = {}

    def __iter__(self) -> Iterator[Step]:
        return iter((self,))  # nothing is sent back, and this is quicker than a generator


class Roll(Struct, Generic[H], frozen=True):
    """Dice to be thrown by `who`.

    `reroll` holds the faces of a single die that are thrown again until another shows, each with the reason. The answer holds
    the faces of every throw, in order. `passes` tells which outcomes are a success, where that is known.
    """

    id: str
    who: Side
    dice: Dice
    read: Reading[H]
    reroll: Mapping[int, Event] = {}
    args: Args = {}
    passes: Callable[[H], bool] | None = None

    def __iter__(self) -> Generator[Step, Any, H]:
        return cast(H, (yield self))

    def accept(self, answer: Answer) -> H:
        """What the faces come to, in their order; of a rerolled die its last face.

        Raises AnswerError for faces the dice do not have, too few or too many, and rerolls that were not due.
        """
        faces = cast(tuple[int, ...], answer if isinstance(answer, tuple) else (answer,))
        sides = self.dice.sides
        for face in faces:
            if not isinstance(face, int) or not 1 <= face <= sides:
                raise AnswerError("{id}: expected faces from 1 to {sides}, got {got}", id=self.id, sides=sides, got=repr(face))
        if self.reroll:
            self._rerolled(faces)
        elif len(faces) != self.dice.count:
            wanted = Phrase("1 face") if self.dice.count == 1 else Phrase("{count} faces", count=self.dice.count)
            raise AnswerError("{id}: expected {faces}, got {got}", id=self.id, faces=wanted, got=len(faces))
        return outcome_of(self.read, faces, self.reroll)

    def _rerolled(self, faces: tuple[int, ...]) -> None:
        if not faces or faces[-1] in self.reroll:
            raise AnswerError("{id}: expected another throw after {faces}", id=self.id, faces=faces or Phrase("nothing"))
        if any(face not in self.reroll for face in faces[:-1]):
            raise AnswerError("{id}: expected no throw after the first that stands, got {got}", id=self.id, got=str(list(faces)))

    def parse(self, text: str) -> Answer:
        """Faces as they are typed, `3,2 6` or `326`. Raises AnswerError for what is no face; `accept` counts them."""
        return parse_faces(text, self.dice.sides)


class Decision(Struct, Generic[T], frozen=True):
    """One of several things, for `who` to choose. `options` holds legal answers only, by key.

    `unavailable` holds what is not legal now, with the reason; `notes` a few words beside an option. An option with an `effect`
    has it shown. After one of `loops_back` the same question comes again. `ends` ends everything: it is what a script that is
    over, or someone who takes every default, answers.
    """

    id: str
    who: Side
    options: Mapping[str, T]
    unavailable: Mapping[str, Event] = {}
    default: str | None = None
    notes: Mapping[str, Event] = {}
    loops_back: frozenset[str] = frozenset()
    ends: str | None = None
    args: Args = {}

    def __iter__(self) -> Generator[Step, Any, T]:
        return cast(T, (yield self))

    def accept(self, answer: Answer) -> T:
        """The option of this key; a number stands for the key of its digits. Raises AnswerError for a key that is no option now."""
        key = answer if isinstance(answer, str) else str(answer)
        if key not in self.options:
            raise _no_option(self.id, key, self.options, self.unavailable)
        return self.options[key]

    def parse(self, text: str) -> Answer:
        """The key that was typed, without spaces around it."""
        return text.strip()


class Selection(Struct, Generic[T], frozen=True):
    """Several of some things, at least `least` and at most `most`, in the order of `options`; `notes` as of a decision."""

    id: str
    who: Side
    options: Mapping[str, T]
    least: int = 0
    most: int = 1000
    unavailable: Mapping[str, Event] = {}
    default: tuple[str, ...] | None = ()
    args: Args = {}
    notes: Mapping[str, Event] = {}

    def __iter__(self) -> Generator[Step, Any, tuple[T, ...]]:
        return cast(tuple[T, ...], (yield self))

    def accept(self, answer: Answer) -> tuple[T, ...]:
        """The options of these keys, in the order of `options`; one key may come alone.

        Raises AnswerError for a key that is no option now or comes twice, and for too few or too many.
        """
        keys = (str(answer),) if isinstance(answer, int | str) else tuple(map(str, answer))
        for key in keys:
            if key not in self.options:
                raise _no_option(self.id, key, self.options, self.unavailable)
        if len(set(keys)) != len(keys) or not self.least <= len(keys) <= self.most:
            most = min(self.most, len(self.options))
            raise AnswerError(
                "{id}: expected {least} to {most} different choices, got {got}",
                id=self.id,
                least=self.least,
                most=most,
                got=str(list(keys)),
            )
        return tuple(self.options[key] for key in self.options if key in keys)

    def parse(self, text: str) -> Answer:
        """The keys that were typed, with commas or spaces between them."""
        return tuple(text.replace(",", " ").split())


class Suggestion(Struct, frozen=True):
    """A number that is suggested, and the reason."""

    number: int
    why: Event


class Number(Struct, frozen=True):
    """A whole number from `low` to `high`.

    `prospects` gives the exact chances that go with a choice, each under the id of its words; `note` a few words beside it.
    """

    id: str
    who: Side
    low: int
    high: int
    default: int | None = None
    prospects: Callable[[int], Mapping[str, Fraction]] | None = None
    args: Args = {}
    note: Callable[[int], Event | None] | None = None
    suggested: Suggestion | None = None

    def __iter__(self) -> Generator[Step, Any, int]:
        return cast(int, (yield self))

    def accept(self, answer: Answer) -> int:
        """The number itself. Raises AnswerError for one that is too low or too high, and for what is none."""
        if not isinstance(answer, int) or not self.low <= answer <= self.high:
            raise self._refused(answer)
        return answer

    def parse(self, text: str) -> Answer:
        """The number that was typed, of at most nine digits. Raises AnswerError for anything else; `accept` holds the limits."""
        word = text.strip()
        if not word.isascii() or not word.removeprefix("-").isdigit() or len(word) > 9:
            raise self._refused(word[:40])
        return int(word)

    def _refused(self, got: object) -> AnswerError:
        return AnswerError(
            "{id}: expected a number from {low} to {high}, got {got}", id=self.id, low=self.low, high=self.high, got=repr(got)
        )


class Numbers(Struct, frozen=True):
    """Several whole numbers from `low` to `high`, at most `most` of them, in the order they are given.

    The answer holds words, so that a journal can tell it from the faces of dice.
    """

    id: str
    who: Side
    low: int
    high: int
    most: int = 50
    default: tuple[str, ...] | None = None
    args: Args = {}

    def __iter__(self) -> Generator[Step, Any, tuple[int, ...]]:
        return cast(tuple[int, ...], (yield self))

    def accept(self, answer: Answer) -> tuple[int, ...]:
        """The numbers in their order. Raises AnswerError for one that is out of range or none, and for more than `most`."""
        words = answer if isinstance(answer, tuple) else (answer,)
        one = Number(self.id, self.who, self.low, self.high)
        numbers = tuple(one.accept(word if isinstance(word, int) else one.parse(word)) for word in words)
        if len(numbers) > self.most:
            raise AnswerError("{id}: expected at most {most} numbers, got {got}", id=self.id, most=self.most, got=len(numbers))
        return numbers

    def parse(self, text: str) -> Answer:
        """The words that were typed, with commas or spaces between them; `accept` makes numbers of them."""
        return tuple(text.replace(",", " ").split())


class Text(Struct, frozen=True):
    """A name of 1 to `limit` characters."""

    id: str
    who: Side
    limit: int = 60
    default: str | None = None
    args: Args = {}

    def __iter__(self) -> Generator[Step, Any, str]:
        return cast(str, (yield self))

    def accept(self, answer: Answer) -> str:
        """The text without spaces around it. Raises AnswerError if it is empty, too long or has control characters."""
        text = str(answer).strip() if isinstance(answer, int | str) else ""
        if not is_printable(text):
            raise AnswerError("{id}: expected text without control characters", id=self.id)
        if not 1 <= len(text) <= self.limit:
            raise AnswerError("{id}: expected 1 to {most} characters, got {got}", id=self.id, most=self.limit, got=len(text))
        return text

    def parse(self, text: str) -> Answer:
        """The text as it was typed."""
        return text


Request: TypeAlias = Roll[Any] | Decision[Any] | Selection[Any] | Number | Numbers | Text
Step: TypeAlias = Request | Event
Procedure: TypeAlias = Generator[Step, Any, T]


def _no_option(id: str, key: str, options: Mapping[str, object], unavailable: Mapping[str, Event]) -> AnswerError:
    known = tuple(options) or Phrase("nothing")
    if key not in unavailable:
        return AnswerError("{id}: expected one of {options}, got {got}", id=id, options=known, got=repr(key[:60]))
    why = unavailable[key].id.replace("-", " ")
    return AnswerError("{id}: expected one of {options}, got {got} ({why})", id=id, options=known, got=repr(key[:60]), why=why)
