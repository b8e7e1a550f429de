"""Sentences are said late: in the language of the moment, with their arguments as text that can do no harm."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from catalogue import speak
from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Decision, Event, Number, Roll
from psyphase.engine.readings import Chance, Pool, Total, Under
from psyphase.games.plain import plain_args
from psyphase.systems import find_system
from psyphase.tables.names import Name, Words
from psyphase.tables.sums import Modifier, Sum, Target
from psyphase.words.catalogue import N_
from psyphase.words.common import SENTENCES as COMMON
from psyphase.words.common import plural, say_with, signed
from psyphase.words.sentences import Sentences, merge
from psyphase.words.wording import Wording, percent

SENTENCES = Sentences(
    events={
        "hit": N_("{unit} is hit"),
        "hits": plural(N_("1 hit on {unit}"), N_("{count} hits on {unit}")),
        "bonus": signed(N_("changed by {change}"), "change"),
        "why": N_("because {why}"),
        "with": lambda words, args: say_with(words, N_("{unit}: {state}"), args, state=words.gettext("dead")),
        "chance": N_("passes {chance}"),
        "again": N_("a double"),
    },
    requests={"who": N_("Who?"), "count": N_("How many for {army}?"), "count.note": N_("of {most}"), "test": N_("Test")},
    options={"end": N_("end it"), "who.nobody": N_("nobody")},
    chances={"works": N_("works")},
    columns={"unit": N_("Unit")},
    tests={"test": N_("tests")},
)
FRENCH = {
    "{unit} is hit": "{unit} est touché",
    "changed by {change}": "changé de {change}",
    "because {why}": "parce que {why}",
    "{unit}: {state}": "{unit} : {state}",
    "dead": "mort",
    "passes {chance}": "réussit {chance}",
    "a double": "un double",
    "Who?": "Qui ?",
    "of {most}": "sur {most}",
    "end it": "finir",
    "nobody": "personne",
    "works": "marche",
    "Unit": "Unité",
    "tests": "les tests",
    "Opponent": "Adversaire",
    "You": "Vous",
    "{needed}+ ({base}+ with {parts})": "{needed}+ ({base}+ avec {parts})",
    "({unlimited:+d} counts as {added:+d})": "({unlimited:+d} compte pour {added:+d})",
    "Settings that were changed: {listed}": "Réglages : {listed}",
    "Game master": "Meneur",
    "Players": "Joueurs",
}
PLURALS = {"1 hit on {unit}": ("une touche sur {unit}", "{count} touches sur {unit}")}
ORK = Name(en="Ork", fr="Orque")


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch) -> Wording:
    """Said in French by a catalogue that came after the sentences were imported."""
    speak(monkeypatch, FRENCH, PLURALS)
    return Wording(SENTENCES, "fr", ("", ""))


def english() -> Wording:
    return Wording(SENTENCES, "en", ("", ""))


SAID: list[tuple[Event, str, str]] = [
    (Event("hit", {"unit": ORK}), "Ork is hit", "Orque est touché"),
    (Event("hits", {"unit": ORK, "count": 1}), "1 hit on Ork", "une touche sur Orque"),
    (Event("hits", {"unit": ORK, "count": 3}), "3 hits on Ork", "3 touches sur Orque"),
    (Event("hits", {"unit": ORK, "count": 0}), "0 hits on Ork", "0 touches sur Orque"),
    (Event("bonus", {"change": 2}), "changed by +2", "changé de +2"),
    (Event("why", {"why": Event("again")}), "because a double", "parce que un double"),
    (Event("with", {"unit": ORK}), "Ork: dead", "Orque : mort"),
    (Event("chance", {"chance": Chance(Under(7), Dice(2, 6), bool)}), "passes 58.3%", "réussit 58.3%"),
]


@pytest.mark.parametrize(("event", "plain", "translated"), SAID)
def test_an_event_is_said_in_the_language_of_the_moment(event: Event, plain: str, translated: str, french: Wording) -> None:
    """One sentence, one of two by count, a sign, an event inside, text made ready: each template is translated as it is said."""
    assert english().say(event) == plain
    assert french.say(event) == translated


def test_questions_options_and_heads_are_said_in_the_language_of_the_moment(french: Wording) -> None:
    """All that a front end shows beside events."""
    who: Decision[Any] = Decision("who", "theirs", {"end": 1, "nobody": 2})
    number = Number("count", "mine", 0, 3, args={"most": 3, "army": Words(en="us", fr="nous")})
    assert (french.ask(who), english().ask(who)) == ("Adversaire: Qui ?", "Opponent: Who?")
    assert (french.note(number), english().note(number)) == ("sur 3", "of 3")
    assert french.ask(number) == "How many for nous?"  # what a catalogue lacks stays English
    assert [french.option(who, key, None) for key in who.options] == ["finir", "personne"]
    assert [english().option(who, key, None) for key in who.options] == ["end it", "nobody"]
    assert (french.column("unit"), french.chance("works"), french.test("test"), french.test("x")) == (
        "Unité",
        "marche",
        "les tests",
        "x",
    )
    assert (english().column("unit"), english().chance("works"), english().test("test")) == ("Unit", "works", "tests")
    assert (french.army("mine"), french.army("theirs"), english().army("mine")) == ("Vous", "Adversaire", "You")


def test_numbers_with_their_parts_are_said_in_the_language_of_the_moment(french: Wording) -> None:
    """The parts by their names, the words between them by the catalogue."""
    hood = Modifier("hood", Name(en="hood", fr="coiffe"), 1)
    assert french.value(Target(6, (hood,))) == "5+ (6+ avec +1 coiffe)"
    assert english().value(Target(6, (hood,))) == "5+ (6+ with +1 hood)"
    much = Sum(Modifier("wp", Name(en="willpower", fr="volonté"), 8), (Modifier("hood", hood.name, 5),), limit=3)
    assert french.value(much) == "11 = 8 volonté + 5 coiffe (+5 compte pour +3)"
    assert english().value(much) == "11 = 8 willpower + 5 hood (+5 counts as +3)"


def test_sides_of_a_system_are_said_in_the_language_of_the_moment(french: Wording) -> None:
    """Where there are no two armies, the system says who is who."""
    del french
    found = find_system("onlywar").sentences()
    assert [Wording(found, "fr").army(side) for side in ("mine", "theirs")] == ["Meneur", "Joueurs"]
    assert [Wording(found, "en").army(side) for side in ("mine", "theirs")] == ["Game master", "Players"]


def test_sentences_of_no_system_are_said_late_too(french: Wording) -> None:
    """What every game says."""
    del french
    event = Event("settings-in-force", {"settings": ()})
    assert Wording(merge(COMMON, SENTENCES), "fr").say(event) == "Réglages : "


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0.0%"),
        (Fraction(1, 1_000_000), "<0.1%"),
        (Fraction(999, 1_000_000), "<0.1%"),
        (Fraction(1, 1000), "0.1%"),
        (Fraction(1, 2), "50.0%"),
        (Fraction(2, 3), "66.7%"),
        (Fraction(999, 1000), "99.9%"),
        (Fraction(999_001, 1_000_000), ">99.9%"),
        (Fraction(1), "100.0%"),
    ],
)
def test_a_chance_is_never_rounded_to_certainty(chance: Fraction, text: str) -> None:
    """Only what never happens has 0 %, only what always does 100 %."""
    assert percent(chance) == text


def test_a_chance_is_exact_and_worked_out_when_it_is_asked_for() -> None:
    """Two dice of 7 or less: 21 of 36; three dice with a 4+ on at least two: (3 + 1) of 8. JSON has it to six places."""
    assert Chance(Total(), Dice(2, 6), lambda total: total <= 7).fraction == Fraction(21, 36)
    assert Chance(Pool(4), Dice(3, 6), lambda count: count >= 2).fraction == Fraction(1, 2)
    assert plain_args({"chance": Chance(Under(7), Dice(2, 6), bool)}) == {"chance": 0.583333}

    class Never(Pool):
        def weights(self, dice: Dice) -> dict[int, int]:
            raise AssertionError(dice)

    Event("chance", {"chance": Chance(Never(4), Dice(1, 6), bool)})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("\x1b[31mred\x07", "\ufffd[31mred\ufffd"),
        ("{unit} [bold]", "{unit} [bold]"),
        ((1, "a\nb"), "1, a\ufffdb"),
        (None, ""),
    ],
)
def test_arguments_become_text_that_can_do_no_harm(value: object, text: str) -> None:
    """Control characters never come through, braces and markup mean nothing."""
    assert english().value(value) == text
    assert english().say(Event("hit", {"unit": value})) == f"{text} is hit"


def test_things_are_said_by_their_names_and_targets_are_never_below_1() -> None:
    """A name that this language lacks is English; a part without a name is told by the event of its id."""
    hood, again = Modifier("hood", Name(en="hood", ru="капюшон"), 1), Modifier("again", None, 1)
    assert [Wording(SENTENCES, language).value(hood) for language in ("ru", "fr")] == ["капюшон", "hood"]
    assert english().value([hood, Event("again"), 7]) == "hood, a double, 7"
    assert english().value((Target(5), Sum(hood))) == "5+, 1"
    assert english().value(Target(2, (hood, again))) == "1+ (2+ with +1 hood, +1 a double)"
    less = Modifier("far", Name(en="far"), -10)
    assert english().value(Sum(Modifier("skill", Name(en="skill"), 36), (hood, less))) == "27 = 36 skill + 1 hood - 10 far"


def test_a_question_to_the_opponent_names_his_army() -> None:
    """Not where the sentence names it, not for dice, and not for questions of one's own."""
    words = Wording(SENTENCES, "en", ("Coven", "Chapter"))
    assert words.ask(Number("who", "mine", 0, 3)) == "Who?"
    assert words.ask(Number("who", "theirs", 0, 3)) == "Chapter: Who?"
    assert words.ask(Number("count", "theirs", 0, 3, args={"army": "Chapter"})) == "How many for Chapter?"
    assert words.ask(Roll("test", "theirs", Dice(1, 6), Total())) == "Test"
