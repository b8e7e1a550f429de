"""How units stand, part by part: for JSON and for people, before the first phase and whenever something was set right."""

from __future__ import annotations

from typing import Any

import pytest

from psyphase.games.plain import json_object
from psyphase.systems import find_system
from psyphase.systems.w40k7.model import Unit
from psyphase.systems.w40k7.phase import play_battle
from psyphase.words.wording import Wording
from w40k7_table import Played, Table, army

DOMINATE = "telepathy/dominate"
SEER = Unit("Seer", mastery=2, leadership=9, wounds=2, powers=(DOMINATE,))
COVEN = Unit("Coven", mastery=1, leadership=8, wounds=1, models=4, tags=("brotherhood",), powers=(DOMINATE,))
FIELDS = ["unit", "name", "models", "wounds", "embarked", "reserve", "locked", "joins", "dead"]


def states(played: Played[Any], call: int = 0) -> list[dict[str, Any]]:
    """The states of an army as JSON has them, the words left out; each has the same keys, in the same order."""
    found: list[dict[str, Any]] = json_object(played.events("army-state")[call])["states"]
    assert all([key for key in one if key != "state"] == FIELDS for one in found)
    return [{key: value for key, value in one.items() if key != "state"} for one in found]


def line(played: Played[Any], call: int = 0) -> str:
    """The same as a person reads it."""
    return Wording(find_system("w40k7").sentences(), "en").say(played.events("army-state")[call])


def battle(table: Table, *units: Unit, foes: tuple[Unit, ...] = (), **answers: Any) -> Played[Any]:
    """A battle against foes, or against nobody that is known."""
    theirs = army(*foes, name="Foes") if foes else None
    dice = {"warp_charge": (6,)} if "warp_charge" not in answers else {}
    return table.play(play_battle(table.rules, army(*units), theirs), {**dice, **answers})


def test_every_part_is_told(table: Table) -> None:
    """Two units of one name have keys of their own; what nobody said is null, and so is what a unit has not."""
    played = battle(
        table,
        SEER,
        Unit("Seer", mastery=1, powers=(), embarked=True),
        COVEN,
        Unit("Guard", models=10, joins="Coven"),
        Unit("Rhino", tags=("vehicle", "locked-in-combat"), embarked="Thunderhawk"),
        Unit("Thunderhawk"),
        psyker="end",
        next_phase="end",
    )
    common = {"embarked": False, "reserve": False, "locked": False, "joins": None, "dead": False}
    assert states(played) == [
        {"unit": "seer", "name": "Seer", "models": 1, "wounds": [2], **common},
        {"unit": "seer-2", "name": "Seer 2", "models": 1, "wounds": None, **common, "embarked": True},
        {"unit": "coven", "name": "Coven", "models": 4, "wounds": [1, 1, 1, 1], **common},
        {"unit": "guard", "name": "Guard", "models": 10, "wounds": None, **common, "joins": "Coven"},
        {"unit": "rhino", "name": "Rhino", "models": 1, "wounds": None, **common, "embarked": "Thunderhawk", "locked": True},
        {"unit": "thunderhawk", "name": "Thunderhawk", "models": 1, "wounds": None, **common, "locked": True},
    ]
    assert line(played) == (
        "Friends: Seer (mastery 2, wounds 2); Seer 2 (mastery 1, embarked); Coven (mastery 1, wounds 1/1/1/1, models 4 of 4);"
        " Guard (models 10 of 10, with Coven); Rhino (in Thunderhawk, locked in combat); Thunderhawk (locked in combat)"
    )


def test_either_army_has_its_own_line(table: Table) -> None:
    """Mine first; without a roster there is none for the opponent, and each says whose it is."""
    both = battle(table, SEER, foes=(Unit("Grunts", models=3),), power="end", next_phase="end")
    told = [json_object(event) for event in both.events("army-state")]
    assert [(one["side"], one["army"], len(one["states"])) for one in told[:2]] == [("mine", "Friends", 1), ("theirs", "Foes", 1)]
    alone = battle(table, SEER, power="end", next_phase="end")
    assert {event.args["side"] for event in alone.events("army-state")} == {"mine"}


def test_what_became_of_them(table: Table) -> None:
    """w40k7 P12: of a brotherhood whose wounds nobody told, those of the model that was struck are known after perils."""
    played = battle(
        table,
        Unit("Coven", mastery=1, leadership=8, models=3, tags=("brotherhood",), powers=(DOMINATE,)),
        enemy_mastery=0,
        power=[DOMINATE],
        dice=2,
        psychic_test=(6, 6),
        perils=(4,),
        wounds_left=1,
        next_phase="end",
    )
    assert states(played, 0)[0]["wounds"] is None
    assert states(played, 1)[0]["wounds"] == [1, None, None]
    assert line(played, 1) == "Friends: Coven (mastery 1, wounds 1/0/0, models 3 of 3)"


@pytest.mark.parametrize(
    ("change", "answers", "part", "text"),
    [
        ("dead", {}, {"dead": True, "models": 0}, "dead"),
        ("models", {"models_now": 7}, {"models": 7}, "models 7 of 10"),
        ("embarked", {}, {"embarked": True}, "models 10 of 10, embarked"),
        ("reserve", {}, {"reserve": True}, "models 10 of 10, in reserve"),
        ("joined", {"joined_unit": "coven"}, {"joins": "Coven"}, "models 10 of 10, with Coven"),
        ("locked", {}, {"locked": True}, "models 10 of 10, locked in combat"),
    ],
)
def test_what_was_set_right(table: Table, change: str, answers: dict[str, Any], part: dict[str, Any], text: str) -> None:
    """What happened between two phases is said at once, and is in the next army's state."""
    guard = Unit("Guard", models=10)
    played = battle(
        table,
        COVEN,
        guard,
        **answers,
        power=["end", "end"],
        next_phase=["correct", "go-on", "end"],
        correction="unit",
        unit="guard",
        change=change,
        enemy_mastery=[0, 0],
        warp_charge=[(6,), (6,)],
    )
    (corrected,) = played.events("unit-corrected")
    assert Wording(find_system("w40k7").sentences(), "en").say(corrected) == f"Guard: {text}"
    after = states(played, 2)[1]
    assert {key: after[key] for key in part} == part


def test_nothing_was_set_right(table: Table) -> None:
    """Going back, from the units or from what happened to one, changes nothing and says nothing."""
    ways: list[dict[str, Any]] = [{"unit": "back"}, {"unit": "guard", "change": "back"}]
    for answers in ways:
        played = battle(
            table,
            COVEN,
            Unit("Guard", models=10),
            **answers,
            power="end",
            next_phase=["correct", "end"],
            correction="unit",
            enemy_mastery=0,
        )
        assert not played.has("unit-corrected")


def test_nobody_is_with_the_dead(table: Table) -> None:
    """A unit whose host is gone stands alone in the army's state."""
    played = battle(
        table,
        Unit("Guard", models=10),
        Unit("Seer", mastery=1, wounds=2, powers=(DOMINATE,), joins="Guard"),
        power=["end", "end"],
        next_phase=["correct", "go-on", "end"],
        correction="unit",
        unit="guard",
        change="dead",
        enemy_mastery=[0, 0],
        warp_charge=[(6,), (6,)],
    )
    assert [one["joins"] for one in states(played, 0)] == [None, "Guard"]
    assert [one["joins"] for one in states(played, 2)] == [None, None]
    assert line(played, 2) == "Friends: Guard (dead); Seer (mastery 1, wounds 2)"


def test_wounds_of_a_brotherhood(table: Table) -> None:
    """w40k7 P12: setting wounds right is about its first model; those of the others stay as they are, known or not."""
    unknown = Unit("Coven", mastery=1, models=3, tags=("brotherhood",), powers=(DOMINATE,))
    for coven, wounds, text in ((COVEN, [3, 1, 1, 1], "3/1/1/1"), (unknown, [3, None, None], "3/0/0")):
        played = battle(
            table,
            coven,
            power=["end", "end"],
            next_phase=["correct", "go-on", "end"],
            correction="unit",
            unit="coven",
            change="wounds",
            wounds_now=3,
            enemy_mastery=[0, 0],
            warp_charge=[(6,), (6,)],
        )
        assert states(played, 2)[0]["wounds"] == wounds
        assert f"wounds {text}" in line(played, 2)
