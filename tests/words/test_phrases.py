"""Errors and their phrases: English by themselves, any language through a catalogue, user text never read as a sentence."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from catalogue import speak
from psyphase.engine.dice import D6, parse_faces
from psyphase.engine.notation import parse
from psyphase.engine.procedure import Decision, Event
from psyphase.errors import AnswerError, NotationError, Problem, PsyphaseError, RulesError, Unanswered
from psyphase.text import Phrase, all_of, any_of, nearest
from psyphase.words.catalogue import say_error


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        (Phrase("no system {}"), "no system {}"),
        (Phrase("{name}: none", name="{0} {name} }{"), "{0} {name} }{: none"),
        (Phrase("{faces}, {nothing}", faces=(3, 6), nothing=[]), "3, 6, "),
        (Phrase("{dice}", dice=D6), "d6"),
        (Phrase("{path}: {message}", path=Path("a/b"), message=Phrase("{count} left", count=2)), "a/b: 2 left"),
        (Phrase("{kinds}", kinds=[Phrase("text"), Phrase("nothing")]), "text, nothing"),
        (Phrase(""), ""),
        (all_of(["a", "b", "c"]), "a and b and c"),
        (any_of(["a", Phrase("b")]), "a or b"),
        (any_of(["a"]), "a"),
        (nearest("hh4", ["hh3", "w40k7"]), ", did you mean 'hh3'?"),
        (nearest("?", ["hh3", "w40k7"]), ", expected one of hh3, w40k7"),
        (nearest("?", ["word"] * 13), ""),
    ],
)
def test_str_says_it_in_english(phrase: Phrase, text: str) -> None:
    """Places are filled, lists joined, phrases said inside phrases; braces of a person stay as they are."""
    assert str(phrase) == text


def test_phrases_are_compared_by_what_they_say() -> None:
    """Two ways to the same sentence are the same problem."""
    one, same, later = Phrase("{a} b", a="a"), Phrase("a b"), Phrase("b")
    assert one == same
    assert len({one, same, later}) == 2
    assert sorted([later, one]) == [one, later]


def test_nothing_is_put_together_before_it_is_said() -> None:
    """Answers that do not fit are common and mostly unheard."""

    class Told:
        def __str__(self) -> str:
            raise AssertionError

    error = AnswerError("{what}", what=Told())
    with pytest.raises(AssertionError):
        str(error)


def test_an_error_says_plain_text_as_it_is() -> None:
    """Without arguments nothing is formatted."""
    assert str(PsyphaseError("{id}: 100 % {")) == "{id}: 100 % {"
    assert str(Unanswered("deny-dice")) == "nobody answered 'deny-dice'; give it with -a deny-dice=VALUE"
    assert str(pickle.loads(pickle.dumps(AnswerError("{id}: none", id="x")))) == "x: none"


FRENCH = {
    "expected faces from 1 to {sides}, got {got}": "{got} n'est pas une face de 1 à {sides}",
    "{text}, column {column}: {message}": "{text}, colonne {column} : {message}",
    "expected 1 to {most} dice, got {got}": "de 1 à {most} dés, pas {got}",
    "{id}: expected one of {options}, got {got}": "{id} : l'un de {options}, pas {got}",
    "nothing": "rien",
    "no system {name}{hint}": "pas de système {name}{hint}",
    ", did you mean '{close}'?": ", peut-être '{close}' ?",
    "missing key '{key}'": "il manque la clef '{key}'",
}


def test_an_error_is_said_in_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same error in English by itself and in French through a catalogue, its phrases too."""
    speak(monkeypatch, FRENCH)
    with pytest.raises(AnswerError) as face:
        parse_faces("7", 6)
    assert say_error(face.value, "fr") == "'7' n'est pas une face de 1 à 6"
    assert say_error(face.value, "en") == str(face.value) == "expected faces from 1 to 6, got '7'"
    with pytest.raises(NotationError) as dice:
        parse("1001d6")
    assert say_error(dice.value, "fr") == "'1001d6', colonne 1 : de 1 à 1000 dés, pas 1001"
    with pytest.raises(AnswerError) as option:
        Decision("psyker", "mine", {}).accept("{x}")
    assert say_error(option.value, "fr") == "psyker : l'un de rien, pas '{x}'"
    error = AnswerError("no system {name}{hint}", name="hh4", hint=nearest("hh4", ["hh3"]))
    assert say_error(error, "fr") == "pas de système hh4, peut-être 'hh3' ?"


def test_every_problem_of_a_file_is_said_in_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line a problem, in order of place; the place stands before it."""
    speak(monkeypatch, FRENCH)
    key, whole = Phrase("missing key '{key}'", key="id"), Phrase("as it is")
    error = RulesError(
        [Problem(Path("b.yaml"), 2, 1, whole), Problem(Path("a.yaml"), 0, 0, whole), Problem(Path("b.yaml"), 1, 3, key)]
    )
    assert say_error(error, "fr").splitlines() == [
        "a.yaml: as it is",
        "b.yaml:1:3: il manque la clef 'id'",
        "b.yaml:2:1: as it is",
    ]
    assert str(error) == "a.yaml: as it is\nb.yaml:1:3: missing key 'id'\nb.yaml:2:1: as it is"
    assert error.problems[1].message == "missing key 'id'"


def test_what_is_unavailable_is_named_in_the_error() -> None:
    """An answer that is known but not legal now is told with the reason."""
    request = Decision("power", "mine", {"smite": 1, "end": 2}, {"purge": Event("already-attempted")})
    with pytest.raises(AnswerError, match=r"power: expected one of smite, end, got 'purge' \(already attempted\)"):
        request.accept("purge")
