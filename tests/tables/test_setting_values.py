"""Settings: read from text, changed, and typed for the system that asks for them."""

from __future__ import annotations

import pytest
from msgspec import Struct

from psyphase.errors import AnswerError
from psyphase.tables.names import Name
from psyphase.tables.settings import ChoiceSetting, FlagSetting, NumberSetting, ReadingsSetting, Settings

TURNS = NumberSetting("turns", Name("turns"), 7, 5, 9, "source")
PERILS = ChoiceSetting("perils", Name("perils"), "double", ("double", "never"), "source")
SCORE = FlagSetting("score", Name("score"), value=False, source="source")
SETTINGS = Settings({"turns": TURNS, "perils": PERILS, "score": SCORE})


class All(Struct, frozen=True):
    """What a system asks for."""

    turns: int
    perils: str
    score: bool


class More(All, frozen=True):
    """A system that asks for a setting no table has."""

    luck: int


class Wrong(Struct, frozen=True):
    """A system that takes a number for a word."""

    turns: str


def test_settings_are_changed_by_text() -> None:
    """What is changed is in force, the rest as the tables say; the first settings are as they were."""
    changed = SETTINGS.change({"turns": " 5 ", "score": "true"}).change({"perils": "never"})
    assert changed.typed(All) == All(5, "never", score=True)
    assert SETTINGS.typed(All) == All(7, "double", score=False)
    assert [(setting.id, value) for setting, value in changed.in_force()] == [("turns", 5), ("perils", "never"), ("score", True)]
    assert changed.number("turns") == 5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"turns": "4"}, "turns: expected a number from 5 to 9, got '4'"),
        ({"turns": "٧"}, "turns: expected a number from 5 to 9, got '٧'"),
        ({"turns": "-5"}, "turns: expected a number from 5 to 9, got '-5'"),
        ({"perils": "sixes"}, "perils: expected one of double, never, got 'sixes'"),
        ({"score": "yes"}, "score: expected true or false, got 'yes'"),
        ({"tunrs": "5"}, "no setting 'tunrs', expected one of perils, score, turns"),
    ],
)
def test_a_wrong_value_is_refused(words: dict[str, str], message: str) -> None:
    """With what it may be."""
    with pytest.raises(AnswerError) as wrong:
        SETTINGS.change(words)
    assert str(wrong.value) == message


def test_the_tables_and_the_system_must_agree() -> None:
    """A setting that no table has, one of another kind; and those that nothing asks for."""
    with pytest.raises(AnswerError) as wrong:
        SETTINGS.typed(More)
    assert str(wrong.value) == "settings: no setting 'luck' in the tables"
    with pytest.raises(AnswerError) as wrong:
        SETTINGS.typed(Wrong)
    assert str(wrong.value) == "settings: Expected `str`, got `int` - at `$.turns`"
    assert SETTINGS.unread(Wrong) == ["perils", "score"]


def test_a_default_that_is_not_allowed_is_no_setting() -> None:
    """A table with it is told at its entry."""
    with pytest.raises(ValueError, match="expected a value from 5 to 9, got 4"):
        NumberSetting("turns", Name("turns"), 4, 5, 9, "source")
    with pytest.raises(ValueError, match="expected a value that is one of double, never, got 'six'"):
        ChoiceSetting("perils", Name("perils"), "six", ("double", "never"), "source")


READINGS = ReadingsSetting("readings", Name("readings"), "source", "source")
CARDS = FlagSetting("cards", Name("cards"), value=False, source="source", faq=True)
TRIES = ChoiceSetting("tries", Name("tries"), "any", ("any", "few"), "source", faq="few")
RANGE = NumberSetting("range", Name("range"), 12, 1, 24, "source", faq=6)
MARKED = Settings({one.id: one for one in (READINGS, CARDS, TRIES, RANGE, TURNS)})


def values(settings: Settings) -> dict[str, object]:
    """Every setting as it is in force."""
    return {setting.id: value for setting, value in settings.in_force()}


def differing(settings: Settings) -> dict[str, object]:
    """What is told at the start of a game."""
    return {setting.id: value for setting, value in settings.differing()}


def test_readings_stand_for_those_of_all_settings() -> None:
    """The source's by default; of the FAQ, every setting that has one takes it, whatever its kind; the rest stays."""
    source = {"readings": "source", "cards": False, "tries": "any", "range": 12, "turns": 7}
    faq = {"readings": "faq", "cards": True, "tries": "few", "range": 6, "turns": 7}
    assert values(MARKED) == values(MARKED.change({"readings": "source"})) == source
    assert values(MARKED.change({"readings": "faq"})) == faq


@pytest.mark.parametrize(
    ("places", "range_", "told"),
    [
        ([{"range": "12", "readings": "faq"}], 12, {"readings": "faq", "range": 12}),
        ([{"readings": "faq", "range": "20"}], 20, {"readings": "faq", "range": 20}),
        ([{"readings": "faq"}, {"range": "12"}], 12, {"readings": "faq", "range": 12}),
        ([{"range": "20", "turns": "5"}, {"readings": "faq"}], 6, {"readings": "faq", "turns": 5}),
        ([{"readings": "faq"}, {"readings": "source"}], 12, {}),
        ([{"readings": "faq", "range": "6"}], 6, {"readings": "faq"}),
        ([{"range": "6"}], 6, {"range": 6}),
    ],
    ids=["set beside them", "in any order", "set after them", "set before them", "taken back", "the same", "alone"],
)
def test_what_is_set_by_itself_wins(places: list[dict[str, str]], range_: int, told: dict[str, object]) -> None:
    """Beside readings, or after them; readings of a later place take the place of what was set before. Only what differs is told."""
    settings = MARKED.change(*places)
    assert settings["range"] == range_
    assert differing(settings) == told
    again = MARKED.change({id: str(value).lower() for id, value in values(settings).items()})
    assert (values(again), differing(again)) == (values(settings), told)


def test_readings_that_are_none() -> None:
    """A word that is none of the two, tables without any readings, a FAQ's value out of range."""
    with pytest.raises(AnswerError) as wrong:
        MARKED.change({"readings": "mine"})
    assert str(wrong.value) == "readings: expected one of source, faq, got 'mine'"
    with pytest.raises(AnswerError) as wrong:
        SETTINGS.change({"readings": "faq"})
    assert str(wrong.value) == "no setting 'readings', expected one of perils, score, turns"
    with pytest.raises(ValueError, match="expected a value from 1 to 24, got 30"):
        NumberSetting("range", Name("range"), 12, 1, 24, "source", faq=30)
    with pytest.raises(ValueError, match="expected a value that is one of any, few, got 'many'"):
        ChoiceSetting("tries", Name("tries"), "any", ("any", "few"), "source", faq="many")


def test_readings_are_asked_for_by_no_rule() -> None:
    """Rules ask for the settings that they stand for."""
    assert MARKED.unread(All) == ["cards", "tries", "range"]
