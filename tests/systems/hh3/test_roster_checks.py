"""What is wrong with a roster beyond its shape, complaint by complaint (hh3 A1, A9)."""

from __future__ import annotations

import pytest

from hh3_table import army, grunts, hh3_rules, psyker
from psyphase.systems.hh3.roster import Models, Roster, Unit
from psyphase.systems.hh3.tables import check_roster
from psyphase.systems.system import ROOT

RULES = hh3_rules()
BOTH = "a model is loyalist or traitor, not both"
TWICE = "2 units are named 'Men': expected Men 1 or Men 2"
RHINO = "no unit is named 'Rhino'; true is enough for a transport that is not in the roster"


def faults(roster: Roster) -> list[tuple[int, str, str]]:
    """What is wrong: whose, key, message."""
    return [(index, key, str(message)) for index, key, message in check_roster(RULES, roster)]


@pytest.mark.parametrize(
    ("roster", "expected"),
    [
        pytest.param(army(grunts(), psyker("telepathy")), [], id="nothing"),
        pytest.param(
            army(grunts(), psyker("telepaty")),
            [(1, "disciplines", "no discipline 'telepaty', did you mean 'telepathy'?")],
            id="an unknown discipline of a unit",
        ),
        pytest.param(
            army(Unit("Circle", willpower=7, models=(Models("Seer", disciplines=("telepaty",)), Models("Men")))),
            [(0, "models", "no discipline 'telepaty', did you mean 'telepathy'?")],
            id="an unknown discipline of a model",
        ),
        pytest.param(
            army(Unit("Seer", disciplines=("telepathy",))),
            [(0, "", "'Seer' is a psyker without a willpower")],
            id="a psyker by discipline without willpower",
        ),
        pytest.param(
            army(Unit("Seer", traits=("psyker",))),
            [(0, "", "'Seer' is a psyker without a willpower")],
            id="a psyker by trait without willpower",
        ),
        pytest.param(
            army(Unit("Squad", willpower=7, models=(Models("Men", 4), Models("Men", 5)))),
            [(0, "models", "'Men' is listed twice: give a count, or another name")],
            id="two groups of one name",
        ),
        pytest.param(
            army(grunts(), traits=("loyalst",)),
            [(ROOT, "traits", "'loyalst' looks like 'loyalist' misspelt")],
            id="a misspelt trait of the army",
        ),
        pytest.param(
            army(grunts(traits=("vehicles",))),
            [(0, "traits", "'vehicles' looks like 'vehicle' misspelt")],
            id="the plural of a trait",
        ),
        pytest.param(army(grunts(traits=("commander",))), [], id="a longer word is another word"),
        pytest.param(
            army(Unit("Squad", willpower=7, models=(Models("Leader", traits=("sergant",)), Models("Men")))),
            [(0, "models", "'sergant' looks like 'sergeant' misspelt")],
            id="a misspelt trait of a model",
        ),
        pytest.param(army(grunts(traits=("traitor", "loyalist"))), [(0, "traits", BOTH)], id="both sides in a unit"),
        pytest.param(
            army(Unit("Squad", willpower=7, models=(Models("A", traits=("traitor",)), Models("B", traits=("loyalist",))))),
            [(0, "traits", BOTH)],
            id="models of both sides in a unit",
        ),
        pytest.param(
            army(grunts(), psyker(name="Turncoat", traits=("traitor",)), traits=("loyalist",)),
            [(1, "traits", BOTH)],
            id="a traitor in a loyalist army",
        ),
        pytest.param(
            army(grunts(), psyker(), traits=("loyalist", "traitor")),
            [(0, "traits", BOTH), (1, "traits", BOTH)],
            id="both sides in the army",
        ),
        pytest.param(army(psyker(joins="Men")), [(0, "joins", "no other unit is named 'Men'")], id="joins nobody"),
        pytest.param(army(psyker(joins="Seer")), [(0, "joins", "no other unit is named 'Seer'")], id="joins itself"),
        pytest.param(army(psyker(joins="Men"), grunts(name="Men")), [], id="joins the men"),
        pytest.param(
            army(psyker(joins="Men"), grunts(name="Men"), grunts(name="Men")), [(0, "joins", TWICE)], id="joins either of two"
        ),
        pytest.param(
            army(psyker(joins="Men"), grunts(name="Men", joins="Guard"), grunts(name="Guard")),
            [(0, "joins", "'Men' has joined 'Guard' itself: join that")],
            id="joins who has joined",
        ),
        pytest.param(army(psyker(embarked="Rhino")), [(0, "embarked", RHINO)], id="embarked on nothing"),
        pytest.param(army(psyker(name="Rhino", embarked="Rhino")), [(0, "embarked", RHINO)], id="embarked on itself"),
        pytest.param(army(psyker(embarked="Rhino"), grunts(name="Rhino", traits=("vehicle",))), [], id="embarked"),
        pytest.param(army(psyker(embarked=True)), [], id="embarked on something in no roster"),
    ],
)
def test_faults(roster: Roster, expected: list[tuple[int, str, str]]) -> None:
    """hh3 A1, A9: what goes wrong is told of the unit and the key to which it belongs, in its sentence."""
    assert faults(roster) == expected
