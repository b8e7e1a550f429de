"""Where everyone is: reserve, transports, combats and losses follow who is joined and carried (hh3 A5, A6)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from command import ROOT, psyphase
from hh3_table import (
    BARRIER,
    MIND_BURST,
    PATHS,
    RAGE,
    TRANQUILLITY,
    WIND,
    Table,
    army,
    effects,
    grunts,
    hh3_rules,
    lost,
    offers,
    on,
    psyker,
    statuses,
)
from psyphase.systems.hh3.battle import Battle
from psyphase.systems.hh3.roster import Unit
from scripted import Played, unavailable

CASES = ROOT / "tests" / "data" / "cases" / "hh3"
RHINO = grunts(name="Rhino", models=1, traits=("vehicle",))
MEN = grunts(name="Men")


@pytest.fixture(scope="module")
def table() -> Table:
    """A table with the rules as shipped."""
    return Table(hh3_rules())


def told(*changes: tuple[str, str], **more: Any) -> dict[str, Any]:
    """The answers that tell what happened to units before the second turn: the roll call lists them."""
    return {"next_turn": [*(unit for unit, _ in changes), "end"], "change": [what for _, what in changes], **more}


def standing(played: Played[Battle], state: str) -> set[str]:
    """The units with a state in the end."""
    return {unit.id for unit in played.outcome.units if getattr(unit, state)}


# The case


def test_who_joins_the_second_of_a_name() -> None:
    """faults hh3 8: the Librarian who joined the second squad embarks with it, and does not go into reserve with the first."""
    done = psyphase("run", str(CASES / "join-second-of-a-name.yaml"), "--yes", "--json", "--seed", "1")
    assert done.returncode == 0, done.stderr
    found = [one for one in map(json.loads, done.stdout.splitlines()) if one.get("event") == "army-state"]
    states = {one["unit"]: one for one in next(one for one in reversed(found) if one["army"] == "Legion")["states"]}
    assert (states["librarian"]["embarked"], states["librarian"]["reserve"]) == (True, False)
    assert (states["librarian"]["joins"], states["tactical-squad"]["reserve"]) == ("Tactical Squad 2", True)
    assert [one["name"] for one in states.values()] == ["Librarian", "Tactical Squad", "Tactical Squad 2"]


# Keys


@pytest.mark.parametrize(("host", "key"), [("Men 1", "men"), ("Men 2", "men-2")])
def test_a_roster_joins_either_of_two_of_one_name(table: Table, host: str, key: str) -> None:
    """faults hh3 8: a roster says by number which of two units of a name is joined, and in play it is known by key."""
    played = table.turns([psyker("telepathy", joins=host), MEN, MEN])
    assert played.outcome.unit("seer").joins == key


def test_names_are_numbered_over_both_armies(table: Table) -> None:
    """faults hh3 8: in a mirror match units and armies of one name are told apart, in the order of their keys."""
    mine, theirs = (army(MEN, grunts(name="Crew"), name="Sons") for _ in "12")
    played = table.turns(mine, theirs)
    assert [(unit.id, unit.name) for unit in played.outcome.units] == [
        ("men", "Men"),
        ("crew", "Crew"),
        ("men-2", "Men 2"),
        ("crew-2", "Crew 2"),
    ]
    assert played.outcome.armies == ("Sons", "Sons (2)")


def test_a_sergeant_of_each_squad_has_his_number(table: Table) -> None:
    """faults hh3 8: models of one name in two units are numbered as well."""
    units = [Unit(name, willpower=7, models=(models("Sergeant"), models("Veteran", 4))) for name in ("First", "Second")]
    played = table.turns(units)
    assert [group.name for unit in played.outcome.of("mine") for group in unit.groups] == [
        "Sergeant",
        "Veteran",
        "Sergeant 2",
        "Veteran 2",
    ]


def models(name: str, count: int = 1) -> Any:
    """Models of a unit."""
    from psyphase.systems.hh3.roster import Models

    return Models(name, count)


# At deployment


@pytest.mark.parametrize(
    ("units", "state", "expected"),
    [
        pytest.param([psyker(joins="Men", reserve=True), MEN], "reserve", {"seer", "men"}, id="its unit, too"),
        pytest.param(
            [psyker(joins="Men"), grunts(name="Men", embarked=True)], "embarked", {"seer", "men"}, id="embarked with it"
        ),
        pytest.param(
            [psyker(joins="Men"), grunts(name="Men", embarked="Rhino"), Unit("Rhino", reserve=True, traits=("vehicle",))],
            "reserve",
            {"seer", "men", "rhino"},
            id="passengers of a transport in reserve, and who joined them",
        ),
    ],
)
def test_deployed_together(table: Table, units: list[Unit], state: str, expected: set[str]) -> None:
    """hh3 A5: what a roster tells of a unit or a transport is so for all who are with it."""
    assert standing(table.turns(units), state) == expected


# In play

ABOARD = [psyker("telepathy", joins="Men"), grunts(name="Men", embarked="Rhino"), RHINO, grunts(name="Crew")]


@pytest.mark.parametrize(
    ("change", "state", "expected"),
    [
        pytest.param("reserve", "reserve", {"rhino", "men", "seer"}, id="into reserve"),
        pytest.param("locked", "locked", {"rhino", "men", "seer"}, id="into combat"),
    ],
)
def test_passengers_go_with_their_transport(table: Table, change: str, state: str, expected: set[str]) -> None:
    """hh3 A5, faults w40k7 3: what happens to a transport happens to all aboard, those who joined its passengers included."""
    assert standing(table.turns(ABOARD, **told(("rhino", change))), state) == expected


def test_passengers_arrive_with_their_transport(table: Table) -> None:
    """hh3 A5: they come with it, still aboard; a passenger alone neither arrives nor goes into reserve."""
    played = table.turns(ABOARD, **told(("rhino", "reserve"), ("men", "back"), ("rhino", "arrived")))
    assert standing(played, "reserve") == set()
    assert standing(played, "embarked") == {"men", "seer"}
    assert {"reserve", "arrived"}.isdisjoint(played.asked("change")[1].options)


def test_a_wreck_asks_who_got_out(table: Table) -> None:
    """hh3 A5, faults w40k7 3: of a transport that is gone it is asked who got out; the others are lost with it."""
    played = table.turns(ABOARD, **told(("rhino", "casualties"), got_out=("men",)))
    (request,) = played.asked("got-out")
    assert set(request.options) == set(request.default) == {"seer", "men"}
    assert [event.args["unit"].name for event in played.events("lost-with-it")] == ["Seer"]
    assert {unit.id for unit in played.outcome.units if not unit.alive} == {"rhino", "seer"}
    assert standing(played, "embarked") == set()


def test_who_got_out_uses_powers_again(table: Table) -> None:
    """hh3 A5: who got out of a wreck is no longer embarked: Mind-burst is on offer in the next own turn."""
    played = table.turns(
        [psyker("telepathy", embarked="Rhino"), RHINO], next_turn=["rhino", "go-on", "go-on", "end"], change="casualties"
    )
    assert not any(offers(played, MIND_BURST, turn=1))
    assert offers(played, MIND_BURST, turn=2) == [{MIND_BURST}]


def test_a_transport_lost_to_perils_asks_as_well(table: Table) -> None:
    """hh3 A13: whatever takes a transport, by the players' word or by perils: who got out is asked."""
    hauler = psyker("thaumaturgy", name="Hauler", willpower=8)
    played = table.turns(
        [hauler, grunts(name="Men", embarked="Hauler")], psyker(name="Foe", willpower=8, traits=("psyker",)), act=TRANQUILLITY,
        resistance_check=(6, 6), casualties_of=1, got_out=(),
    )  # fmt: skip
    assert [event.args["unit"].name for event in played.events("lost-with-it")] == ["Men"]


@pytest.mark.parametrize(
    ("units", "asked", "aboard"),
    [
        pytest.param([psyker(), MEN], False, True, id="no transport in the roster: it is not asked for"),
        pytest.param([psyker(), RHINO, grunts(name="Rhino", models=1, traits=("vehicle",))], True, "rhino-2", id="one of two"),
    ],
)
def test_embarking_asks_in_which_transport(table: Table, units: list[Unit], asked: bool, aboard: bool | str) -> None:
    """faults hh3 8, w40k7 1: whoever embarks is in one transport, known by key."""
    more = {"transport": "rhino-2"} if asked else {}
    played = table.turns(units, **told(("seer", "embarked"), **more))
    assert played.outcome.unit("seer").embarked == aboard
    assert [set(request.options) for request in played.asked("transport")] == ([{"rhino", "rhino-2", "another-unit"}] * asked)


def test_into_a_transport_in_reserve(table: Table) -> None:
    """hh3 A5: who embarks is where the transport is."""
    played = table.turns([psyker(joins="Men"), MEN, RHINO], **told(("rhino", "reserve"), ("men", "embarked"), transport="rhino"))
    assert standing(played, "reserve") == {"seer", "men", "rhino"}


@pytest.mark.parametrize(
    ("host", "before", "state"),
    [
        pytest.param(grunts(name="Men", reserve=True), (), "reserve", id="in reserve"),
        pytest.param(grunts(name="Men", embarked=True), (), "embarked", id="embarked"),
        pytest.param(MEN, (("men", "locked"),), "locked", id="in combat"),
    ],
)
def test_who_joins_takes_the_state(table: Table, host: Unit, before: tuple[tuple[str, str], ...], state: str) -> None:
    """hh3 A5: somebody who joins a unit is where that is."""
    played = table.turns([psyker(), host], **told(*before, ("seer", "joined"), joined_unit="men"))
    assert standing(played, state) == {"seer", "men"}


def test_who_joins_takes_statuses_and_willpower(table: Table) -> None:
    """hh3-facts 4: a status is the whole unit's, and so is what changes its willpower, for who joins as well."""
    played = table.turns(
        [psyker(), MEN], **told(("men", "statuses"), ("men", "willpower"), ("seer", "joined"), statuses=("pinned",), willpower_change=-1, joined_unit="men")
    )  # fmt: skip
    assert statuses(played, "seer") == ("pinned",)
    assert played.outcome.unit("seer").change == -1


def test_an_effect_on_the_dead_ends(table: Table) -> None:
    """hh3 A6, faults w40k7 17: an effect on a unit of which nobody is left is over."""
    seer = psyker("corvidae", traits=("thousand-sons",))
    played = table.turns(
        seer, [MEN, grunts(name="Crew")], act=PATHS, target="men", resistance_check=(5, 6),
        **told(("men", "casualties"), casualties_of=10),
    )  # fmt: skip
    assert effects(played) == []
    assert on(played) == [("Men",)]


# Within a turn


@pytest.mark.parametrize(
    ("how", "key"),
    [({"reserve": True}, "arrives-seer"), ({"embarked": True}, "disembarks-seer")],
    ids=["it arrives", "it disembarks"],
)
def test_a_phase_in_which_it_may_come(table: Table, how: dict[str, Any], key: str) -> None:
    """faults hh3 10: a phase opens in which the only psyker could act once he has come into play, and then he acts."""
    played = table.turns(psyker("telepathy", **how), MEN, act=[key, MIND_BURST], resistance_check=(1, 2))
    first = played.asked("act")[0]
    assert (first.args["phase"].id, set(first.options)) == ("movement", {key, "go-on", "correct"})
    assert first.default == "go-on"
    assert played.events("resisted")


def test_it_comes_with_its_transport(table: Table) -> None:
    """faults hh3 10: out of reserve comes the transport, then its passengers may get out."""
    units = [psyker("telepathy", embarked="Rhino"), Unit("Rhino", reserve=True, traits=("vehicle",))]
    played = table.turns(units, MEN, act=["arrives-rhino", "disembarks-seer", MIND_BURST], resistance_check=(1, 2))
    assert (standing(played, "reserve"), standing(played, "embarked")) == (set(), set())


def test_nothing_opens_before_it_may_come(table: Table) -> None:
    """faults hh3 10: nobody has come into play by the Start phase, so for a power of that phase nothing opens."""
    assert not table.turns(psyker("thaumaturgy", embarked=True), psyker(traits=("psyker",))).asked("act")


def test_reserves_do_not_come_in_the_enemy_turn(table: Table) -> None:
    """faults hh3 10: a reaction may be used by who gets out of a wreck in the enemy's turn, by nobody in reserve."""
    opened = {}
    for name, seer in (
        ("reserve", psyker("telekinesis", reserve=True)),
        ("embarked", psyker("telekinesis", embarked=True)),
    ):
        played = table.turns(MEN, seer)
        opened[name] = [request.args["phase"].id for request in played.asked("act")]
    assert opened == {"reserve": [], "embarked": ["shooting", "assault"]}
    played = table.turns(MEN, psyker("telekinesis", embarked=True), act=["disembarks-seer", BARRIER], manifestation_check=(1, 2))
    assert on(played) == [("Seer",)]


def test_the_roll_call_before_the_battle(table: Table) -> None:
    """faults hh3 10: before the first turn each unit can be named and said to be away, or in play."""
    played = table.turns(
        [psyker("stormcalling", traits=("white-scars",), reserve=True)], before_battle=["seer", "go-on"], change="arrived",
        act=WIND, manifestation_check=(1, 2),
    )  # fmt: skip
    request = played.asked("before-battle")[0]
    assert list(request.options) == ["go-on", "seer", "grunts", "correct", "end"]
    assert request.default == "go-on"
    assert on(played) == [("Seer",)]


# Units in combat


@pytest.mark.parametrize(
    ("power", "discipline", "traits"),
    [
        (MIND_BURST, "telepathy", ()),
        (WIND, "stormcalling", ("white-scars",)),
        ("corvidae/fated-shots", "corvidae", ("thousand-sons",)),
        ("unattuned/aetheric-guidance", "unattuned", ("thousand-sons",)),
    ],
)
@pytest.mark.parametrize("who", ["seer", "men"], ids=["the psyker", "the unit it has joined"])
def test_no_moves_or_shots_of_the_locked(table: Table, power: str, discipline: str, traits: tuple[str, ...], who: str) -> None:
    """faults hh3 7: a unit locked in combat is not picked to move and does not shoot, so no power of those moments is its own."""
    units = [psyker(discipline, traits=traits, joins="Men"), grunts(name="Men", traits=traits)]
    free = psyker(discipline, name="Free", traits=traits)
    played = table.turns([*units, free], before_battle=[who, "go-on"], change="locked")
    found = [request.options[power] for request in played.asked("act") if power in request.options]
    assert [[model.name for model in one.models] for one in found] == [["Free"]]


@pytest.mark.parametrize(
    ("power", "discipline"),
    [("divination/foresights-blessing", "divination"), (RAGE, "biomancy")],
    ids=["it shoots", "it charges"],
)
def test_no_shots_or_charges_for_the_locked(table: Table, power: str, discipline: str) -> None:
    """faults hh3 7: Foresight's Blessing is for a unit that shoots, Biomantic Rage for one that charges: neither is locked."""
    played = table.turns(
        [psyker(discipline), MEN], before_battle=["men", "go-on"], change="locked", act=power, manifestation_check=(1, 2)
    )
    assert unavailable(played.asked("target")[0]) == {"men": "locked-in-combat"}


def test_force_of_the_locked_is_for_the_fight(table: Table) -> None:
    """faults hh3 7: a locked psyker shoots with no Force weapon."""
    played = table.turns([psyker("telekinesis", traits=("force-weapon",))], before_battle=["seer", "go-on"], change="locked")
    assert [request.args["phase"].id for request in played.asked("act") if "force" in request.options] == ["assault"]


def test_lost_models_are_told(table: Table) -> None:
    """hh3 A9: of several kinds the many are lost before their sergeant."""
    unit = Unit("Squad", willpower=7, models=(models("Leader"), models("Men", 9)))
    assert lost(table.turns(unit, **told(("squad", "casualties"), casualties_of=3))) == [("Men", 3)]
    everyone = table.turns(unit, **told(("squad", "casualties"), casualties_of=10))
    assert lost(everyone) == [("Men", 9), ("Leader", 1)]


def test_who_stands_with_whom_is_of_one_state(table: Table) -> None:
    """A changed battle works its formations out anew, and what was worked out is no part of what it is."""
    battle = table.turns([psyker(joins="Men"), MEN]).outcome
    assert len(battle.formations.together(battle.unit("men"))) == 2
    apart = battle.with_units([replace(battle.unit("seer"), joins=None)])
    assert len(apart.formations.together(apart.unit("men"))) == 1
    assert battle.with_units([battle.unit("seer")]) == battle
