"""Requests: which answers each takes, what they come to, and in which words another is refused."""

from __future__ import annotations

import pytest

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Answer, Decision, Event, Number, Numbers, Request, Roll, Selection, Text, other
from psyphase.engine.readings import Total
from psyphase.errors import AnswerError

OPTIONS = {"one": 1, "two": 2, "3": 3}
BARRED = {"four": Event("out-of-range")}
DECISION: Decision[int] = Decision("which", "mine", OPTIONS, BARRED)
SELECTION: Selection[int] = Selection("some", "mine", OPTIONS, 1, 2, BARRED)
NUMBER = Number("count", "mine", -2, 12)
NUMBERS = Numbers("counts", "mine", 1, 12, 3)
NAME = Text("name", "mine", 5)
ROLL: Roll[int] = Roll("test", "mine", Dice(2, 6), Total())
AGAIN: Roll[int] = Roll("again", "mine", Dice(1, 6), Total(), {6: Event("known")})
KNOWN = "expected one of one, two, 3"


@pytest.mark.parametrize(
    ("request_", "answer", "outcome"),
    [
        (DECISION, "two", 2),
        (DECISION, 3, 3),
        (SELECTION, "two", (2,)),
        (SELECTION, 3, (3,)),
        (SELECTION, ("3", "one"), (1, 3)),
        (SELECTION, (3,), (3,)),
        (NUMBER, -2, -2),
        (NUMBER, 12, 12),
        (NUMBERS, (), ()),
        (NUMBERS, ("12", "1", "1"), (12, 1, 1)),
        (NUMBERS, (3, 2), (3, 2)),
        (NUMBERS, 7, (7,)),
        (NUMBERS, "7", (7,)),
        (NAME, " Seer ", "Seer"),
        (NAME, 40000, "40000"),
        (NAME, "Псайк", "Псайк"),
        (ROLL, (3, 4), 7),
        (AGAIN, 5, 5),
        (AGAIN, (6, 6, 2), 2),
    ],
)
def test_an_answer_comes_to_something(request_: Request, answer: Answer, outcome: object) -> None:
    """What stands for something else is that; several choices come in the order of the options, numbers in their own."""
    assert request_.accept(answer) == outcome


@pytest.mark.parametrize(
    ("request_", "answer", "message"),
    [
        (DECISION, "five", f"which: {KNOWN}, got 'five'"),
        (DECISION, "four", f"which: {KNOWN}, got 'four' (out of range)"),
        (Decision("which", "mine", {}), "one", "which: expected one of nothing, got 'one'"),
        (SELECTION, ("one", "four"), f"some: {KNOWN}, got 'four' (out of range)"),
        (SELECTION, (), "some: expected 1 to 2 different choices, got []"),
        (SELECTION, ("one", "one"), "some: expected 1 to 2 different choices, got ['one', 'one']"),
        (SELECTION, ("one", "two", "3"), "some: expected 1 to 2 different choices, got ['one', 'two', '3']"),
        (Selection("all", "mine", OPTIONS, 4), (), "all: expected 4 to 3 different choices, got []"),
        (NUMBER, 13, "count: expected a number from -2 to 12, got 13"),
        (NUMBER, -3, "count: expected a number from -2 to 12, got -3"),
        (NUMBER, "7", "count: expected a number from -2 to 12, got '7'"),
        (NUMBERS, (0,), "counts: expected a number from 1 to 12, got 0"),
        (NUMBERS, ("13",), "counts: expected a number from 1 to 12, got 13"),
        (NUMBERS, ("1", "x"), "counts: expected a number from 1 to 12, got 'x'"),
        (NUMBERS, ("1", "2", "3", "4"), "counts: expected at most 3 numbers, got 4"),
        (NAME, "  ", "name: expected 1 to 5 characters, got 0"),
        (NAME, "Seeress", "name: expected 1 to 5 characters, got 7"),
        (NAME, ("Seer",), "name: expected 1 to 5 characters, got 0"),
        (NAME, "a\x1bb", "name: expected text without control characters"),
        (NAME, "a\nb", "name: expected text without control characters"),
        (ROLL, (3, 7), "test: expected faces from 1 to 6, got 7"),
        (ROLL, (0, 3), "test: expected faces from 1 to 6, got 0"),
        (ROLL, ("3", "4"), "test: expected faces from 1 to 6, got '3'"),
        (ROLL, 3, "test: expected 2 faces, got 1"),
        (ROLL, (1, 2, 3), "test: expected 2 faces, got 3"),
        (Roll("one", "mine", Dice(1, 6), Total()), (1, 2), "one: expected 1 face, got 2"),
        (AGAIN, (), "again: expected another throw after nothing"),
        (AGAIN, (6,), "again: expected another throw after 6"),
        (AGAIN, (2, 3), "again: expected no throw after the first that stands, got [2, 3]"),
    ],
)
def test_an_answer_is_refused(request_: Request, answer: Answer, message: str) -> None:
    """Each is refused with the name of the request, what it takes, and what it got."""
    with pytest.raises(AnswerError) as error:
        request_.accept(answer)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("request_", "text", "answer"),
    [
        (DECISION, " two ", "two"),
        (SELECTION, "one, two 3", ("one", "two", "3")),
        (SELECTION, " ", ()),
        (NUMBER, " -2 ", -2),
        (NUMBER, "123456789", 123456789),
        (NUMBERS, "14, 3 8", ("14", "3", "8")),
        (NAME, " Seer ", " Seer "),
        (ROLL, "3,4", (3, 4)),
        (ROLL, "34", (3, 4)),
    ],
)
def test_text_is_read(request_: Request, text: str, answer: Answer) -> None:
    """What a person types becomes an answer; whether it fits is for `accept` to say."""
    assert request_.parse(text) == answer


@pytest.mark.parametrize("text", ["", "two", "--2", "2.5", "٣", "1234567890"])
def test_text_that_is_no_number(text: str) -> None:
    """At most nine digits of plain ones, with a sign before them: anything else is said as it was typed."""
    with pytest.raises(AnswerError) as error:
        NUMBER.parse(text)
    assert str(error.value) == f"count: expected a number from -2 to 12, got {text!r}"


def test_the_other_side() -> None:
    """Either side's opponent is the other."""
    assert (other("mine"), other("theirs")) == ("theirs", "mine")
