"""Sources of answers that need nobody: what each gives, in which order, and where it stops."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from psyphase.engine.dice import Dice
from psyphase.engine.journal import Entry, Journal, fits
from psyphase.engine.play import play
from psyphase.engine.procedure import Answer, Decision, Event, Number, Numbers, Procedure, Request, Roll, Selection, Text
from psyphase.engine.readings import Total
from psyphase.engine.rolling import random_bytes, roll_dice
from psyphase.engine.sources import MOST_REPEATED, Defaults, Ending, Given, GivenFaces, RandomDice, Recorded, SetAside, replay
from psyphase.errors import AnswerError, Unanswered

TWO: Roll[int] = Roll("two", "mine", Dice(2, 6), Total())
THREE: Roll[int] = Roll("two", "mine", Dice(3, 6), Total())
BIG: Roll[int] = Roll("big", "mine", Dice(2, 100), Total())
AGAIN: Roll[int] = Roll("again", "mine", Dice(1, 6), Total(), {6: Event("known"), 5: Event("known")})
MENU: Decision[str] = Decision("menu", "mine", {"go": "go", "look": "look", "end": "end"}, default="go", loops_back=frozenset({"look"}), ends="end")  # fmt: skip
PLAIN: Decision[str] = Decision("plain", "mine", {"go": "go"}, default="go")
NUMBER = Number("number", "mine", 1, 6, default=3)


# Given


@pytest.mark.parametrize(
    ("given", "request_", "answers"),
    [
        ([1, 2], NUMBER, [1, 2, 2]),
        (["4"], NUMBER, [4, 4, 4]),
        (["3,4", (1, 2)], TWO, [(3, 4), (1, 2), (1, 2)]),
        (["go"], MENU, ["go", "go", "go"]),
        (["look"], MENU, ["look", None, None]),
        ([], NUMBER, [None, None, None]),
    ],
    ids=["a list", "text", "faces", "a choice", "what leads back", "nothing"],
)
def test_given_answers(given: Sequence[Answer], request_: Request, answers: Sequence[Answer | None]) -> None:
    """A list is used up in order and its last stays, but for what leads back to the same question, which is given once."""
    source = Given({request_.id: given, "another": [1]})
    assert [source(request_) for _ in range(3)] == answers


def test_a_given_answer_that_cannot_be_read() -> None:
    """Text is read as if it were typed."""
    with pytest.raises(AnswerError) as error:
        Given({"number": ["three"]})(NUMBER)
    assert str(error.value) == "number: expected a number from 1 to 6, got 'three'"


# Defaults


@pytest.mark.parametrize(
    ("request_", "default", "ending"),
    [
        (MENU, "end", "end"),
        (PLAIN, "go", None),
        (NUMBER, 3, None),
        (Numbers("numbers", "mine", 1, 6, default=("1",)), ("1",), None),
        (Selection("some", "mine", {"a": 1}), (), None),
        (Text("name", "mine", default="Seer"), "Seer", None),
        (Text("name", "mine"), None, None),
        (TWO, None, None),
    ],
)
def test_defaults(request_: Request, default: Answer | None, ending: Answer | None) -> None:
    """What ends comes before what is usual; dice have no default, and where a script is over only an end is given."""
    assert (Defaults()(request_), Ending()(request_)) == (default, ending)


# Recorded


def test_recorded_answers() -> None:
    """In strict order, under the names of their sources; then nothing. Text of a script is read as if it were typed."""
    entries = [Entry("two", "34"), Entry("menu", "look", "given"), Entry("number", "4"), Entry("two", (1, 2), "typed")]
    source = Recorded(entries)
    found = [(source(request), source.name) for request in (TWO, MENU, NUMBER, TWO)]
    assert found == [((3, 4), "thrown"), ("look", "given"), (4, "asked"), ((1, 2), "typed")]
    assert (source.used, source.left, source(NUMBER)) == (4, 0, None)


@pytest.mark.parametrize(
    ("entries", "requests", "message"),
    [
        ([Entry("number", 3)], [TWO], "entry 1 of play: expected 'two', got 'number'"),
        ([Entry("number", 3), Entry("number", 7)], [NUMBER, NUMBER],
         "entry 2 of play: number: expected a number from 1 to 6, got 7"),
        ([Entry("two", "3x")], [TWO], "entry 1 of play: expected faces from 1 to 6, got '3x'"),
        ([Entry("two", (1, 2, 3))], [TWO], "entry 1 of play: two: expected 2 faces, got 3"),
    ],
    ids=["another request", "a number too high", "no faces", "too many faces"],
)  # fmt: skip
def test_a_recorded_answer_that_does_not_fit(entries: Sequence[Entry], requests: Sequence[Request], message: str) -> None:
    """It stops there, with the number of the entry."""
    source = Recorded(entries)
    for request in requests[:-1]:
        source(request)
    with pytest.raises(AnswerError) as error:
        source(requests[-1])
    assert str(error.value) == message


# Faces given beforehand


def used_up(text: str, rolls: Sequence[Request]) -> list[Answer | None]:
    """What these requests get of some faces, which must go out."""
    source = GivenFaces(text)
    found = [source(roll) for roll in rolls]
    source.finish()
    return found


@pytest.mark.parametrize(
    ("text", "rolls", "faces"),
    [
        ("3,4 5 6", [TWO, TWO], [(3, 4), (5, 6)]),
        ("3456", [TWO, TWO], [(3, 4), (5, 6)]),
        ("34 5,6", [TWO, TWO], [(3, 4), (5, 6)]),
        ("656 3", [AGAIN], [(6, 5, 6, 3)]),
        ("100, 7", [BIG], [(100, 7)]),
        ("00 0", [BIG], [(100, 100)]),
        ("3 4", [NUMBER, TWO], [None, (3, 4)]),
    ],
)
def test_given_faces(text: str, rolls: Sequence[Request], faces: Sequence[Answer | None]) -> None:
    """Used up roll by roll, run together or not; of a die that is rerolled as many as it needs, and none for anything but dice."""
    assert used_up(text, rolls) == faces


@pytest.mark.parametrize(
    ("text", "rolls", "message"),
    [
        ("3 4 5", [TWO, TWO], "--faces: too few for the roll 'two': expected 2, got 1"),
        ("", [TWO], "--faces: too few for the roll 'two': expected 2, got 0"),
        ("6 5", [AGAIN], "--faces: too few for the roll 'again': expected 3, got 2"),
        ("3 7", [TWO], "expected faces from 1 to 6, got '7'"),
        ("3 x", [TWO], "expected faces from 1 to 6, got 'x'"),
        ("3 4 56", [TWO], "--faces: 2 too many after the roll 'two'"),
        ("30 40 50", [BIG], "--faces: 1 too many after the roll 'big'"),
        ("3", [NUMBER], "--faces: 1 too many as no dice are thrown"),
    ],
)
def test_given_faces_that_do_not_go_out(text: str, rolls: Sequence[Request], message: str) -> None:
    """Nothing may be missing, of another die, or left over."""
    with pytest.raises(AnswerError) as error:
        used_up(text, rolls)
    assert str(error.value) == message


# What was taken back


def undone(*entries: Entry) -> Journal:
    """A journal in which a person's answer and these that followed were taken back; it is about to go on after that answer."""
    journal = Journal([Entry("number", 3), *entries, Entry("undo", 1)])
    journal.record(NUMBER, 3)
    return journal


@pytest.mark.parametrize(
    ("entry", "roll", "answer", "told"),
    [
        (Entry("two", (3, 4)), TWO, (3, 4), ["as-before"]),
        (Entry("two", (3, 4)), THREE, None, ["thrown-anew"]),
        (Entry("two", (3, 4), "given"), TWO, (3, 4), ["as-before"]),
        (Entry("big", (30, 40)), TWO, None, []),
        (Entry("two", (3, 4)), NUMBER, None, []),
    ],
    ids=["the same dice", "more dice", "given dice", "another roll", "no dice"],
)
def test_dice_that_were_set_aside(entry: Entry, roll: Request, answer: Answer | None, told: list[str]) -> None:
    """The same dice at the same place show the same faces; others are thrown anew, and it is said."""
    heard: list[str] = []
    source = SetAside(undone(entry), lambda one: heard.append(one.id) if isinstance(one, Event) else None)
    assert (source(roll), heard) == (answer, told)


def test_typed_dice_are_asked_for_again() -> None:
    """Faces a person typed may have been taken back because they were mistyped."""
    journal = Journal([Entry("two", (3, 4), "typed"), Entry("undo", 1)])
    heard: list[object] = []
    assert (SetAside(journal, heard.append)(TWO), heard) == (None, [])
    assert journal.old_answer(TWO) == (3, 4)


# Journals


def test_a_journal_takes_back_what_its_file_says() -> None:
    """So many answers of persons, each with what followed; the rest stays in order."""
    journal = Journal(
        [Entry("a", 1), Entry("two", (1, 2)), Entry("b", 2), Entry("two", (3, 4)), Entry("c", 3), Entry("undo", "2")]
    )
    assert journal.entries == [Entry("a", 1), Entry("two", (1, 2))]


def test_nothing_to_take_back() -> None:
    """What dice showed and what was answered by itself is nobody's to take back."""
    journal = Journal([Entry("two", (1, 2)), Entry("menu", "go", "default")])
    assert (journal.can_undo, journal.undo(), len(journal.entries)) == (False, 0, 2)


def test_undo_takes_back_what_followed() -> None:
    """The last answer of a person goes, and the dice after it."""
    journal = Journal([Entry("number", 3), Entry("menu", "go"), Entry("two", (1, 2))])
    assert (journal.can_undo, journal.undo(), journal.entries) == (True, 2, [Entry("number", 3)])


def test_a_game_is_played_again() -> None:
    """A replay answers as before, adds nothing, counts dice anew, and leaves what follows to others."""

    def game() -> Procedure[tuple[int, int, int]]:
        return (yield from NUMBER), (yield from TWO), (yield from TWO)

    journal = Journal([Entry("number", 4), Entry("two", (1, 2))])
    assert play(game(), replay(journal), GivenFaces("34"), journal=journal) == (4, 3, 7)
    assert journal.entries == [Entry("number", 4), Entry("two", (1, 2)), Entry("two", (3, 4), "typed")]
    assert (journal.position, journal.rolls) == (3, 2)


def test_a_given_answer_that_leads_nowhere() -> None:
    """The same answer to the same question, with nothing else in between, is refused in the end; a throw between them is
    something (faults robustness 13).
    """
    menu = Decision("menu", "mine", {"go": None, "end": None})
    given = Given({"menu": ["go"]})
    for _ in range(MOST_REPEATED):
        assert given(menu) == "go"
    with pytest.raises(AnswerError) as error:
        given(menu)
    assert str(error.value) == "menu: 'go' was given 1000 times running and leads nowhere"
    patient = Given({"menu": ["go"]})
    for _ in range(MOST_REPEATED + 1):
        assert patient(menu) == "go"
        assert patient(TWO) is None


def test_with_a_seed_every_throw_has_its_own_number() -> None:
    """Faces that were taken back count too, in memory and read again: no other number of dice shows what comes next."""

    def game(dice: int) -> Procedure[int]:
        yield from NUMBER
        return (yield from Roll("dice", "mine", Dice(dice, 6), Total()))

    journal = Journal()
    play(game(3), Given({"number": [1]}), RandomDice(journal, "s"), journal=journal)
    journal = Journal([Entry("number", 1), journal.entries[1]])
    assert (journal.undo(), journal.rolls) == (2, 1)
    play(game(4), replay(journal), Given({"number": [1]}), RandomDice(journal, "s"), journal=journal)
    first, second = (roll_dice(Dice(4, 6), random_bytes("s"), number) for number in (0, 1))
    assert journal.entries[1].answer == second != first
    assert Journal([Entry("number", 1), Entry("dice", (1, 2, 3)), Entry("undo", 1), *journal.entries]).rolls == 2


def test_a_seed_of_any_bytes() -> None:
    """One that is not UTF-8 throws dice as any other (faults robustness 9)."""
    assert len(roll_dice(Dice(5, 6), random_bytes("\udcff"), 0)) == 5


def test_a_question_nobody_answers() -> None:
    """It is named, and nothing is written down."""

    def game() -> Procedure[int]:
        return (yield from NUMBER)

    journal = Journal()
    with pytest.raises(Unanswered) as error:
        play(game(), Ending(), journal=journal)
    assert (error.value.id, journal.entries) == ("number", [])


@pytest.mark.parametrize(("answer", "does"), [(1, True), (6, True), (7, False), ("1", False)])
def test_an_answer_fits(answer: Answer, does: bool) -> None:
    """Whether a request would take it; nothing is raised."""
    assert fits(NUMBER, answer) is does
