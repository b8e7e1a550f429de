"""The terms of a game say who answers, in which order, and are one value that nobody changes."""

from __future__ import annotations

from typing import Any

import pytest

from command import EXAMPLES
from psyphase.cli.game import seats
from psyphase.cli.terms import Terms, open_on
from psyphase.engine.journal import Journal
from psyphase.errors import AnswerError
from psyphase.games.roster import read_roster


@pytest.mark.parametrize(
    ("terms", "names"),
    [
        (Terms("en"), ["given", "thrown", "default", "asked"]),
        (Terms("en", yes=True), ["given", "thrown", "default", "default", "asked"]),
        (Terms("en", real_dice=True), ["given", "typed", "thrown", "default", "asked"]),
        (Terms("en", real_dice=True, yes=True), ["given", "typed", "thrown", "default", "default", "asked"]),
    ],
    ids=["prompts", "defaults", "real dice", "real dice and defaults"],
)
def test_who_answers(terms: Terms, names: list[str]) -> None:
    """Given answers first, then dice (typed before thrown), then defaults, then what has one way, then people."""
    session = open_on(terms, "phase", [read_roster(EXAMPLES / "andy.yaml")])
    sources, _report = seats(session, Journal(), terms)
    assert [getattr(source, "name", "") for source in sources] == names


def test_settings_and_answers_of_the_terms_are_held_against_the_system() -> None:
    """A setting is changed, an unknown one and an answer that no question has are errors."""
    andy = [read_roster(EXAMPLES / "andy.yaml")]
    session = open_on(Terms("en", changes=("game_turns=3",)), "phase", andy)
    assert session.settings["game_turns"] == 3
    with pytest.raises(AnswerError, match="no setting 'game_turn'"):
        open_on(Terms("en", changes=("game_turn=3",)), "phase", andy)
    with pytest.raises(AnswerError, match="-a: no question 'warp'"):
        seats(session, Journal(), Terms("en", answers=("warp=3",)))


def test_terms_are_frozen() -> None:
    """A game cannot change what it is played on."""
    terms: Any = Terms("en")
    with pytest.raises(AttributeError):
        terms.seed = "7"
