"""The one driver of procedures: it asks sources in order and reports what happens.

A source that has nothing to say returns None. It has a `name`, which tells the front end where an answer came from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from psyphase.engine.journal import Journal
from psyphase.engine.procedure import Answer, Event, Procedure, Request
from psyphase.errors import Unanswered

T = TypeVar("T")


class Source(Protocol):
    """Answers requests, or returns None to let the next source try. Raises Undo where a person wants the last answer back."""

    @property
    def name(self) -> str:
        """Where its answers come from: given, thrown, typed, asked, default."""

    def __call__(self, request: Request, /) -> Answer | None: ...


class Answered(Struct, frozen=True):
    """A request, the answer it got as a journal keeps it, the outcome that a rule makes of it, and the name of the source."""

    request: Request
    answer: Answer
    outcome: Any
    by: str


class Undone(Struct, frozen=True):
    """Answers that were taken back, in the order they were given; the first is a person's."""

    answers: tuple[Answered, ...]


Narration: TypeAlias = Event | Answered | Undone


Report: TypeAlias = Callable[[Narration], None]


class Undo(Exception):
    """Raised by a source when a person wants the last answer back."""


def play(procedure: Procedure[T], *sources: Source, journal: Journal, report: Report | None = None) -> T:
    """Drive a procedure to its end and return its outcome.

    Each request is put to the sources in order, and the first answer counts; it is in the journal before `report` hears of it.
    `report` hears of every event and answer. Raises Unanswered when no source answers a request, AnswerError when an answer does
    not fit; what a source raises goes through.
    """
    reply: object = None
    while True:
        try:
            step = procedure.send(reply)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
        if isinstance(step, Event):
            if report:
                report(step)
            reply = None
            continue
        answer, by = first_answer(step, sources)
        if answer is None:
            raise Unanswered(step.id)
        reply = step.accept(answer)
        journal.record(step, answer, by)
        if report:
            report(Answered(step, answer, reply, by))


def first_answer(request: Request, sources: Sequence[Source]) -> tuple[Answer | None, str]:
    """The answer of the first source that has one, and its name; None and nothing where no source has."""
    for source in sources:
        answer = source(request)
        if answer is not None:
            return answer, source.name
    return None, ""
