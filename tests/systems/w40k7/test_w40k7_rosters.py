"""Rosters of the 7th edition: what is wrong with one, and how one is made by questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from psyphase.errors import RulesError
from psyphase.systems.w40k7.model import Roster, Rules, Unit
from psyphase.systems.w40k7.tables import CONJURED, check_roster, for_rosters, load
from psyphase.systems.w40k7.wizard import new_roster
from psyphase.tables.library import Library, shipped_rules
from w40k7_table import Table, army, read_rules

MALEFIC, SANCTIC = "daemonology-malefic", "daemonology-sanctic"


def faults(rules: Rules, *units: Unit) -> list[tuple[int, str, str]]:
    """What is wrong, as (index of the unit, key, message)."""
    return [(index, key, str(message)) for index, key, message in check_roster(rules, army(*units))]


def seer(**more: Any) -> Unit:
    return Unit(**{"name": "Seer", "mastery": 1, "disciplines": ("telepathy",), **more})


@pytest.mark.parametrize(
    ("unit", "key", "message"),
    [
        pytest.param(seer(disciplines=("telepaty",)), "disciplines", "no discipline 'telepaty', did you mean 'telepathy'?", id="G3"),
        pytest.param(
            seer(disciplines=(SANCTIC,), tags=("daemon",)), "disciplines", f"'{SANCTIC}' is barred: Daemons: no Sanctic daemonology",
            id="T5: a barred list",
        ),
        pytest.param(seer(plan=("biomancy",)), "plan", "'biomancy' is not among the unit's disciplines", id="a plan beyond its lists"),
        pytest.param(seer(focus="telepaty"), "focus", "no discipline 'telepaty', did you mean 'telepathy'?", id="an unknown focus"),
        pytest.param(
            seer(fixed=("telepathy/dominat",)), "fixed", "no power 'telepathy/dominat', did you mean 'telepathy/dominate'?",
            id="a fixed power misspelt",
        ),
        pytest.param(
            seer(swap=("dominate",)), "swap", "no power 'dominate': powers are written discipline/power", id="a power without its list"
        ),
        pytest.param(
            seer(powers=(f"{SANCTIC}/banishment",), tags=("daemon",)), "powers",
            f"'{SANCTIC}/banishment' is barred: Daemons: no Sanctic daemonology", id="T5: a power of a barred list",
        ),
        pytest.param(seer(powers=("force", "force")), "powers", "the same power is given twice", id="a power twice"),
        pytest.param(seer(tags=("daemn",)), "tags", "'daemn' looks like 'daemon' misspelt", id="a tag misspelt"),
        pytest.param(
            seer(mastery=0), "", "it has powers or disciplines but neither mastery nor a psyker's tag", id="G4: lists without a level"
        ),
        pytest.param(
            seer(disciplines=()), "", "a psyker needs disciplines, fixed powers or powers", id="G3: nothing to generate from"
        ),
        pytest.param(
            seer(disciplines=(), fixed=("telepathy/dominate",), generates=1), "",
            "a psyker needs disciplines, fixed powers or powers", id="G2: more than its fixed powers, but no list",
        ),
        pytest.param(
            seer(patron="telepathy"), "patron",
            "no patron has the list 'telepathy', expected one of change, change-2013, excess, excess-2013, nurgle, nurgle-2012,"
            " plague, plague-2013, slaanesh, tzeentch", id="G14: no such patron",
        ),
        pytest.param(
            seer(patron="tzeentch"), "patron", "at least 1 power must come from 'tzeentch': add it to disciplines",
            id="G14: the patron's list is missing",
        ),
        pytest.param(seer(joins="Nobody"), "joins", "no other unit is named 'Nobody'", id="nobody to join"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_unit(rules: Rules, unit: Unit, key: str, message: str) -> None:
    """Each fault is told of its unit, at its key."""
    assert faults(rules, Unit("Guard", models=10), unit) == [(1, key, message)]


@pytest.mark.parametrize(
    "unit",
    [
        pytest.param(Unit("Guard", models=10, tags=("sergeant", "grenades")), id="any other tags"),
        pytest.param(seer(plan=("telepathy", "telepathy"), swap=("telepathy/dominate",)), id="a plan and a swap of its lists"),
        pytest.param(seer(disciplines=(MALEFIC,), tags=("daemon",)), id="T5: daemons may use Malefic"),
        pytest.param(seer(disciplines=(), powers=("telepathy/dominate",)), id="powers that it has already"),
        pytest.param(seer(disciplines=(), fixed=("telepathy/dominate",)), id="G2: fixed powers alone"),
        pytest.param(seer(disciplines=(), generates=0), id="it generates none"),
        pytest.param(seer(mastery=0, tags=("psychic-pilot",)), id="a pilot whose level is not shown"),
        pytest.param(seer(patron="change"), id="G14: a daemon's list is not owed"),
        pytest.param(seer(patron="tzeentch", powers=("telepathy/dominate",)), id="G14: nothing is owed once it has powers"),
    ],
)
def test_what_is_right(rules: Rules, unit: Unit) -> None:
    """Nothing is told of these."""
    assert faults(rules, unit) == []


def test_the_tables_of_a_game() -> None:
    """A game reads the lists of its psykers, of their fixed and known powers, and of their patrons; generation no perils."""
    units = (
        seer(fixed=("biomancy/smite",)),
        seer(name="Other", disciplines=(), powers=("pyromancy/flame-breath", "force"), patron="tzeentch"),
    )
    lists = {f"disciplines/{name}" for name in ("telepathy", "biomancy", "pyromancy", "tzeentch")}
    phase, generate = (set(for_rosters([army(*units)], verb)) for verb in ("phase", "generate"))
    assert {name for name in phase if "/" in name} == {name for name in generate if "/" in name} == lists
    assert {"perils", "boons", "modifiers", "conjured"} == phase - generate


# By questions


def made(table: Table, **answers: Any) -> Roster:
    """A roster as the answers make it."""
    return table.play(new_roster(table.rules), answers).outcome


def test_a_roster_by_questions(table: Table) -> None:
    """A psyker, a brotherhood and a unit without psykers, each with what was answered; what is usual stands first."""
    roster = made(
        table,
        army_name="Friends",
        unit_kind=["psyker", "brotherhood", "other", "done"],
        unit_name=["Seer", "Coven", "Guard"],
        unit_tags=[("force-weapon", "daemon"), (), ("adamantium-will",)],
        unit_mastery=[3, 1],
        unit_leadership=[10, 8],
        unit_wounds=[4, 1],
        unit_models=[6, 20],
        unit_disciplines=[("telepathy", MALEFIC), ("biomancy",)],
    )
    assert roster == Roster(
        system="w40k7",
        name="Friends",
        units=(
            Unit(
                "Seer", mastery=3, leadership=10, wounds=4, tags=("psyker", "force-weapon", "daemon"),
                disciplines=(MALEFIC, "telepathy"),
            ),
            Unit("Coven", mastery=1, leadership=8, wounds=1, models=6, tags=("brotherhood",), disciplines=("biomancy",)),
            Unit("Guard", models=20, tags=("adamantium-will",)),
        ),
    )  # fmt: skip
    assert list(check_roster(table.rules, roster)) == []


def test_what_is_usual(table: Table) -> None:
    """Taken as they stand: a psyker of level 1 with leadership 9 and 2 wounds, a brotherhood of five with one each, ten others."""
    roster = made(
        table,
        army_name="Friends",
        unit_kind=["psyker", "brotherhood", "other", "done"],
        unit_name=["Seer", "Coven", "Guard"],
        unit_disciplines=[("telepathy",), ("biomancy",)],
    )
    found = [(unit.mastery, unit.leadership, unit.wounds, unit.models) for unit in roster.units]
    assert found == [(1, 9, 2, 1), (1, 9, 1, 5), (0, None, None, 10)]


def test_barred_lists_are_not_offered(table: Table) -> None:
    """w40k7 T5: a daemon is told why it may not use Sanctic daemonology; nobody is done before the first unit."""
    answers: dict[str, Any] = {
        "army_name": "Friends",
        "unit_kind": ["psyker", "done"],
        "unit_name": "Imp",
        "unit_tags": ("daemon",),
    }
    played = table.play(new_roster(table.rules), {**answers, "unit_disciplines": (MALEFIC,)})
    (request,) = played.asked("unit-disciplines")
    assert {key: why.id for key, why in request.unavailable.items()} == {SANCTIC: "barred-discipline"}
    assert SANCTIC not in request.options
    first, second = played.asked("unit-kind")
    assert ("done" in first.options, "done" in second.options) == (False, True)
    assert (first.default, second.default) == ("psyker", "done")


@pytest.mark.parametrize(
    ("name", "everything"), [("daemonology-malefic", True), ("telepathy", False)], ids=["conjures", "conjures nothing"]
)
def test_whoever_conjures_needs_every_list(name: str, everything: bool) -> None:
    """w40k7 T3: what is conjured may be a psyker with any list; where no power read conjures, the other lists stay unread."""
    library = Library("w40k7", [shipped_rules()])
    rules = load(library, ["types", "targets", "powers", CONJURED, f"disciplines/{name}"], library.settings())
    assert set(rules.disciplines) == (set(rules.known) if everything else {name})


def test_exceptions_for_powers_that_are_none(tmp_path: Path) -> None:
    """w40k7 P18: an exception names powers that there are, of lists that are read or not; each that is none is told."""
    path = tmp_path / "w40k7" / "exceptions.yaml"
    path.parent.mkdir()
    powers = "[telepathy/dominate, telepathy/dominatrix, nowhere/dominate]"
    path.write_text(
        f"- {{id: mine, name: {{en: Mine}}, exception: failed-test, powers: {powers}, source: mine}}\n", encoding="utf-8"
    )
    with pytest.raises(RulesError) as refused:
        read_rules(tmp_path)
    assert sorted(str(one.message) for one in refused.value.problems) == [
        "powers: no power 'nowhere/dominate'",
        "powers: no power 'telepathy/dominatrix'",
    ]
