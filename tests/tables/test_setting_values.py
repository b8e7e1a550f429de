"""Settings: read from text, changed, and typed for the system that asks for them."""

from __future__ import annotations

import pytest
from msgspec import Struct

from psyphase.errors import AnswerError
from psyphase.tables.names import Name
from psyphase.tables.settings import ChoiceSetting, FlagSetting, NumberSetting, Settings

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
