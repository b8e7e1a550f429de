"""The least and the most that the engine takes, and what it assumes where nothing is said."""

from __future__ import annotations

import pytest

from psyphase.engine.dice import Dice, parse_faces
from psyphase.engine.journal import Entry, Journal
from psyphase.engine.notation import parse
from psyphase.engine.procedure import Decision, Event, Number, Numbers, Roll, Selection, Text
from psyphase.engine.readings import Total
from psyphase.errors import AnswerError, NotationError


@pytest.mark.parametrize(
    ("text", "sides", "faces"),
    [("37", 6, None), ("35", 6, (3, 5)), ("37", 9, (3, 7)), ("10", 10, (10,)), ("37", 10, None), ("37", 100, (37,))],
)
def test_faces_run_together(text: str, sides: int, faces: tuple[int, ...] | None) -> None:
    """On dice of up to nine sides every digit is a face; from ten sides on a word is one."""
    if faces is None:
        with pytest.raises(AnswerError, match=f"expected faces from 1 to {sides}"):
            parse_faces(text, sides)
    else:
        assert parse_faces(text, sides) == faces


def test_a_name_is_of_1_to_60_characters() -> None:
    """A name that is asked for fits a line."""
    text = Text("name", "mine")
    assert [text.accept("x" * size) for size in (1, 60)] == ["x", "x" * 60]
    for size in (0, 61):
        with pytest.raises(AnswerError, match=f"expected 1 to 60 characters, got {size}"):
            text.accept("x" * size)


def test_at_most_fifty_numbers() -> None:
    """Several numbers are at most fifty, unless it is said otherwise."""
    numbers = Numbers("damage", "theirs", 0, 9)
    assert numbers.accept(("1",) * 50) == (1,) * 50
    assert numbers.accept(()) == ()
    with pytest.raises(AnswerError, match="expected at most 50 numbers, got 51"):
        numbers.accept(("1",) * 51)


def test_any_number_of_choices() -> None:
    """Of several things none need be chosen, and all may be."""
    options = {str(number): number for number in range(1000)}
    several = Selection("several", "mine", options)
    assert several.accept(()) == ()
    assert several.accept(tuple(options)) == tuple(range(1000))
    more = {**options, "more": 1000}
    with pytest.raises(AnswerError, match="expected 0 to 1000 different choices"):
        Selection("several", "mine", more).accept(tuple(more))


def test_what_is_not_said() -> None:
    """A request has no default, no chances, nothing unavailable and nothing that ends it, unless it says so."""
    decision = Decision("one", "mine", {"a": 1})
    assert (decision.default, decision.ends, decision.loops_back) == (None, None, frozenset())
    assert (dict(decision.unavailable), dict(decision.notes), dict(decision.args)) == ({}, {}, {})
    number = Number("number", "mine", 1, 2)
    assert (number.default, number.prospects) == (None, None)
    assert (Numbers("numbers", "mine", 1, 2).default, Text("text", "mine").default) == (None, None)
    assert Selection("several", "mine", {"a": 1}).default == ()
    roll = Roll("roll", "mine", Dice(1, 6), Total())
    assert (dict(roll.reroll), roll.passes) == ({}, None)
    assert dict(Event("event").args) == {}


@pytest.mark.parametrize(("count", "sides"), [(1, 1), (1000, 1000)])
def test_so_many_dice(count: int, sides: int) -> None:
    """1 to 1000 dice of 1 to 1000 sides."""
    assert Dice(count, sides) == (count, sides)
    for wrong in ((0, sides), (1001, sides), (count, 0), (count, 1001)):
        with pytest.raises(AnswerError, match="expected"):
            Dice(*wrong)


def test_a_long_answer_is_cut_short() -> None:
    """What is no option is repeated up to 60 characters, with the reason where there is one."""
    long = "x" * 70
    decision = Decision("one", "mine", {"a": 1}, {long: Event("too-far")})
    with pytest.raises(AnswerError) as refused:
        decision.accept(long)
    assert str(refused.value) == f"one: expected one of a, got '{'x' * 60}' (too far)"
    with pytest.raises(AnswerError) as unknown:
        decision.accept("y" * 70)
    assert str(unknown.value) == f"one: expected one of a, got '{'y' * 60}'"
    with pytest.raises(AnswerError) as number:
        Number("number", "mine", 1, 9).parse("1" * 70)
    assert str(number.value) == f"number: expected a number from 1 to 9, got '{'1' * 40}'"


@pytest.mark.parametrize(
    ("digits", "got"),
    [
        ("1" * 19, "1" * 19),
        ("1" + "0" * 19, "1" + "0" * 19),
        ("1" + "0" * 20, "a number of more than 19 digits"),
        ("1" * 5000, "a number of more than 19 digits"),
    ],
    ids=["19 digits", "20 digits", "21 digits", "5000 digits"],
)
def test_an_absurd_number_is_no_other_number(digits: str, got: str) -> None:
    """What is far too large is told as it is, or that it is long, and never as what its beginning is."""
    with pytest.raises(NotationError, match=f"expected dice of 1 to 1000 sides, got {got}$"):
        parse(f"1d{digits}")


def test_an_old_answer_that_no_longer_fits() -> None:
    """An answer that was taken back is offered again only where it is still possible."""
    journal = Journal([Entry("number", 9), Entry("undo", "1")])
    assert journal.old_answer(Number("number", "mine", 1, 9)) == 9
    assert journal.old_answer(Number("number", "mine", 1, 8)) is None
    assert journal.old_answer(Number("other", "mine", 1, 9)) is None
