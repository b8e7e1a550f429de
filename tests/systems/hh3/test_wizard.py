"""A roster by questions: answered by id, it makes what was said, and nothing is wrong with it (hh3 A1, A9)."""

from __future__ import annotations

from typing import Any

import pytest

from hh3_table import Table, army, hh3_rules
from psyphase.engine.procedure import Answer
from psyphase.engine.sources import Defaults, Given
from psyphase.systems import find_system
from psyphase.systems.hh3.roster import Models, Roster, Unit
from scripted import Played

RULES = hh3_rules()
HH3 = find_system("hh3")


def made(**answers: Any) -> Played[Roster]:
    """What the wizard makes of these answers, one a list."""
    assert HH3.new_roster
    played: Played[Roster] = Table(RULES).play(HH3.new_roster(RULES), answers)
    assert not list(HH3.check_roster(RULES, played.outcome))
    return played


def test_an_army_of_every_kind() -> None:
    """hh3 A1, A9: lone models, squads with and without a sergeant; whoever has a discipline is a psyker."""
    played = made(
        army_name="Second",
        army_traits=("traitor", "white-scars"),
        unit_kind=["lone", "squad", "squad", "done"],
        unit_name=["Seer", "Reavers", "Levy"],
        unit_willpower=[10, 7, 5],
        unit_models=[8, 20],
        sergeant_willpower=[9, 0],
        unit_traits=[("command",), ("malefic",), ()],
        unit_disciplines=[("stormcalling", "telepathy"), ("biomancy",), ()],
    )
    reavers = (Models("sergeant", willpower=9, traits=("sergeant",)), Models("Reavers", count=7))
    assert played.outcome == Roster(
        system="hh3",
        name="Second",
        traits=("traitor", "white-scars"),
        units=(
            Unit("Seer", willpower=10, traits=("psyker", "command"), disciplines=("stormcalling", "telepathy")),
            Unit("Reavers", willpower=7, models=reavers, traits=("psyker", "malefic"), disciplines=("biomancy",)),
            Unit("Levy", willpower=5, models=20),
        ),
    )
    assert [event.args["unit"] for event in played.events("unit-added")] == list(played.outcome.units)


def test_the_last_model_leads_nobody() -> None:
    """hh3 A9: a squad of one has no sergeant beside itself; its own willpower counts."""
    squad: dict[str, Any] = {"unit_kind": ["squad", "done"], "unit_models": 1, "sergeant_willpower": 9, "unit_willpower": 6}
    assert made(army_name="Few", unit_name="Last", **squad).outcome.units == (Unit("Last", willpower=6),)


def test_two_units_of_one_name() -> None:
    """Names are for people: units may share one, and each keeps its own figures."""
    found = made(army_name="Twins", unit_kind=["lone", "lone", "done"], unit_name=["Seer", "Seer"], unit_willpower=[9, 8]).outcome
    assert found == army(Unit("Seer", willpower=9), Unit("Seer", willpower=8), name="Twins")


def test_an_army_has_a_unit() -> None:
    """A roster has at least one unit, so it is only done once there is one; then that is what is proposed."""
    first, second = made(army_name="Small", unit_name="Seer", unit_kind=["lone", "done"]).asked("unit-kind")
    assert (list(first.options), first.default) == (["lone", "squad"], "lone")
    assert (list(second.options), second.default) == (["lone", "squad", "done"], "done")


@pytest.mark.parametrize(("kind", "usual"), [("lone", 9), ("squad", 7)], ids=["a psyker of a legion", "a legionary"])
def test_the_usual_willpower_is_proposed(kind: str, usual: int) -> None:
    """hh3-facts 3: a legion's psyker has willpower 9; men without anything have 7."""
    played = made(army_name="Small", unit_name="Name", unit_kind=[kind, "done"])
    assert ([one.default for one in played.asked("unit-willpower")], played.outcome.units[0].willpower) == ([usual], usual)


def test_what_may_be_chosen() -> None:
    """hh3 A1, A9: traits of armies for the army, those of models for units, every discipline."""
    played = made(army_name="Small", unit_name="Seer", unit_kind=["lone", "done"])
    (armies,), (units,), (lists,) = (played.asked(id) for id in ("army-traits", "unit-traits", "unit-disciplines"))
    assert {"loyalist", "traitor", "thousand-sons"} <= set(armies.options)
    assert {"command", "paragon", "vehicle", "automata"} <= set(units.options)
    assert not {"psyker", "sergeant"} & {*armies.options, *units.options}
    assert len(lists.options) == 19


def test_the_answers_make_the_same_army_as_text() -> None:
    """Words as they are typed make the same as values."""
    typed: dict[str, list[Answer]] = {
        "army-name": [" Second "], "unit-kind": ["lone", "done"], "unit-name": ["Seer"], "unit-willpower": ["10"],
        "unit-disciplines": ["telepathy, biomancy"],
    }  # fmt: skip
    assert HH3.new_roster
    found = Table(RULES).play(HH3.new_roster(RULES), {}, Given(typed), Defaults()).outcome
    seer = Unit("Seer", willpower=10, traits=("psyker",), disciplines=("biomancy", "telepathy"))
    assert found == army(seer, name="Second")
