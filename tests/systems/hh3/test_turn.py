"""Player turns: powers and reactions, their limits, costs and ends: hh3 A1-A11, A14, A15."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hh3_table import (
    BARRIER,
    BLADEWEAVING,
    BREACH,
    CHANNELING,
    CLARITY,
    FORESIGHT,
    GUIDANCE,
    INFERNO,
    KINE,
    MIND_BURST,
    MINDSONG,
    PATHS,
    RAGE,
    RESURRECTION,
    SEAL,
    SHOTS,
    STONEFORM,
    STORMWROUGHT,
    STRIKE,
    TRANQUILLITY,
    WIND,
    Table,
    against,
    apply_effect,
    army,
    effects,
    grunts,
    hh3_rules,
    lost,
    offers,
    on,
    psyker,
    squad,
    statuses,
    suffers,
    wounds,
)
from psyphase.engine.journal import Journal
from psyphase.engine.play import Answered, Narration, Undo, play
from psyphase.engine.procedure import Answer, Decision, Event, Number, Request, Roll, Selection, Text
from psyphase.engine.sources import Defaults, RandomDice, Recorded, SetAside, replay
from psyphase.engine.sources import Given as Answers
from psyphase.errors import AnswerError, RulesError
from psyphase.systems.hh3.battle import Battle
from psyphase.systems.hh3.model import Gambit, Ranged, Reaction, Rules
from psyphase.systems.hh3.phase import play_battle
from psyphase.systems.hh3.roster import Models, Unit
from scripted import Played, unavailable

SONS = ("thousand-sons",)
FORCE, SOUL, FORTRESS, PSY_SHOCK = "force", "soul-binding", "fortress-of-the-mind", "psy-shock"
DUELLIST, WILLS = "prophetic-duellist", "battle-of-the-wills"
MEN = grunts(name="Men")


@pytest.fixture(scope="module")
def table() -> Table:
    """A table with the rules as shipped."""
    return Table(hh3_rules())


def users(played: Played[Any], power: str) -> list[list[str]]:
    """Who might use a power, each time it is on offer."""
    return [
        [model.name for model in request.options[power].models] for request in played.asked("act") if power in request.options
    ]


def paid(played: Played[Any]) -> list[int]:
    """The reaction points left after each payment."""
    return [event.args["points"] for event in played.events("paid")]


def allotted(played: Played[Any]) -> list[int]:
    """The reaction points at the start of each turn."""
    return [event.args["points"] for event in played.events("reaction-points", "reaction-points-bonus")]


def change(unit: str, what: str, **more: Any) -> dict[str, Any]:
    """The answers that set one unit right."""
    return {"correction": "unit", "unit": unit, "change": what, **more}


def warder(name: str = "Warder", **more: Any) -> Unit:
    """A psyker without disciplines: it can nullify and nothing else."""
    return psyker(name=name, **{"traits": ("psyker",), **more})


# A1, A2, A3, A4


def test_the_trait_alone_gives_nothing(table: Table) -> None:
    """hh3 A1: the Psyker trait gives no power, reaction or weapon by itself: there is nothing to declare in either turn."""
    played = table.turns(warder(), warder(name="Other"), turns=2)
    assert not played.asked("act")


def test_everything_in_a_discipline(table: Table) -> None:
    """hh3 A1, hh3-facts 3: a model with a discipline may use every power and gambit in it; two disciplines, both."""
    played = table.turns(psyker("divination", "telepathy"))
    assert set().union(*offers(played, FORESIGHT, STRIKE, MIND_BURST)) == {FORESIGHT, STRIKE, MIND_BURST}


def test_nothing_of_other_disciplines(table: Table) -> None:
    """hh3 A1: only what the own disciplines hold can be declared."""
    played = table.turns(psyker("divination"))
    assert {id for request in played.asked("act") for id in request.options if "/" in id} == {FORESIGHT, STRIKE}


def test_weapons_need_no_declaration(table: Table) -> None:
    """hh3 A2: psychic weapons are weapons: no test and no declaration to attack with them."""
    played = table.turns(psyker("pyromancy", "telepathy"), turns=2)
    declared = {id for request in played.asked("act") for id in (*request.options, *request.unavailable)}
    assert declared == {MIND_BURST, FORCE, "go-on", "correct"}


def test_force_of_a_weapon_counts_for_nothing(table: Table) -> None:
    """hh3 A2, A14: attacking with a psychic weapon, Force check included, does not count as the power of the turn."""
    played = table.turns(
        psyker("divination", "pyromancy"), act=[FORCE, FORESIGHT], willpower_check=(1, 2), manifestation_check=(1, 2)
    )
    assert apply_effect(played) == [FORCE, FORESIGHT]


@pytest.mark.parametrize(
    ("power", "discipline", "traits"),
    [
        (FORESIGHT, "divination", ()),
        (RAGE, "biomancy", ()),
        (WIND, "stormcalling", ("white-scars",)),
        (CLARITY, "athanaean", SONS),
    ],
)
def test_blessings_are_for_friends(table: Table, power: str, discipline: str, traits: tuple[str, ...]) -> None:
    """hh3 A3, A8: the target of a blessing is a friendly unit, the own one included."""
    units = [psyker(discipline, traits=traits), grunts(name="Men", traits=traits)]
    played = table.turns(units, act=power, target="men", manifestation_check=(1, 2))
    assert set(played.asked("target")[0].options) == {"seer", "men", "another-unit"}
    assert on(played) == [("Men",)]


@pytest.mark.parametrize(
    ("power", "discipline", "traits"),
    [
        (MIND_BURST, "telepathy", ()),
        (TRANQUILLITY, "thaumaturgy", ()),
        (PATHS, "corvidae", SONS),
        (SOUL, "telepathy", ("zardu-layak",)),
    ],
)
def test_curses_are_for_enemies(table: Table, power: str, discipline: str, traits: tuple[str, ...]) -> None:
    """hh3 A3, A9: the target of a curse is an enemy unit."""
    played = table.turns([psyker(discipline, traits=traits), MEN], warder(), act=power, target="warder", resistance_check=(5, 6))
    assert set(played.asked("target")[0].options) == {"warder", "another-unit"}
    assert on(played) == [("Warder",)]


@pytest.mark.parametrize(
    ("faces", "said"),
    [((5, 6), True), ((1, 2), True)],
    ids=["A4: Mind-burst stops the move where it works", "A4: and where it is resisted"],
)
def test_a_power_that_stops_the_unit(table: Table, faces: tuple[int, int], said: bool) -> None:
    """hh3 A4: a power that keeps its unit from moving says so, whatever came of it."""
    assert table.turns(psyker("telepathy"), act=MIND_BURST, resistance_check=faces).has("either-way") == said


def test_other_powers_stop_nothing(table: Table) -> None:
    """hh3 A4: using a power does not stop the model from anything, so no other power says that it does."""
    silent = [entry for entry in table.rules.entries.values() if getattr(entry, "after", "none") != "none"]
    assert [entry.id for entry in silent] == [MIND_BURST]


# The moment of each power and reaction

SEERS = [
    *(psyker(one, name=one) for one in ("biomancy", "divination", "telepathy", "thaumaturgy", "telekinesis")),
    *(
        psyker(one, name=one, traits=SONS)
        for one in ("corvidae", "athanaean", "pyrae", "raptora", "pavoni", "khenetai", "unattuned")
    ),
    psyker("stormcalling", name="stormcalling", traits=("white-scars",)),
    psyker("diabolism", name="diabolism", traits=("word-bearers",)),
    psyker("runecasting", name="runecasting", traits=("space-wolves",)),
    psyker("anathemata", name="traitor", traits=("traitor",)),
    psyker("anathemata", name="loyalist", traits=("loyalist",)),
    psyker("telepathy", name="layak", traits=("zardu-layak",)),
    psyker("telepathy", name="magnus", traits=("magnus", "paragon", *SONS)),
    grunts(name="spireguard", traits=("spireguard",)),
]
OWN_TURN = {
    "start": [{TRANQUILLITY, PATHS, CLARITY}],
    "movement": [{BREACH}, {MIND_BURST, WIND}],
    "shooting": [{FORESIGHT, SHOTS, GUIDANCE, FORCE}],
    "assault": [{RAGE}, {STRIKE, WILLS, DUELLIST}, {CHANNELING}, {SOUL, MINDSONG}, {INFERNO}, {FORCE}],
}
ENEMY_TURN = {
    "shooting": [{BARRIER, KINE, STONEFORM, STORMWROUGHT}, {FORTRESS}, {RESURRECTION, PSY_SHOCK}],
    "assault": [{SEAL}, {BARRIER, BLADEWEAVING}],
}


def offered_by_phase(played: Played[Any], army_name: str) -> dict[str, list[str]]:
    """What was on offer in each phase of an army's turn, in the order of the menu."""
    asked = [request for request in played.asked("act") if request.args["army"] == army_name]
    return {request.args["phase"].id: [id for id in request.options if id not in ("go-on", "correct")] for request in asked}


def test_moments_of_the_own_turn(table: Table) -> None:
    """hh3 A3: each power has its own moment: the phase in which it is on offer, and its place in the menu of that phase."""
    found = offered_by_phase(table.turns(SEERS), "Friends")
    assert list(found) == list(OWN_TURN)
    for phase, groups in OWN_TURN.items():
        assert set(found[phase]) == set().union(*groups)
        # Force checks come both before shooting and before striking: their place is any.
        places = [[at for at, id in enumerate(found[phase]) if id in group - {FORCE}] for group in groups]
        flat = [at for group in places for at in group]
        assert flat == sorted(flat), (phase, found[phase])


def test_moments_of_the_enemy_turn(table: Table) -> None:
    """hh3 A7: each reaction has its own moment in the enemy's turn; no power and no blessing of the own turn is on offer."""
    found = offered_by_phase(table.turns(MEN, SEERS), "Friends")
    for phase, groups in ENEMY_TURN.items():
        reactions = [id for id in found[phase] if id not in (FORCE, STRIKE, DUELLIST, WILLS)]
        assert set(reactions) == set().union(*groups)
        places = [[at for at, id in enumerate(reactions) if id in group] for group in groups]
        flat = [at for group in places for at in group]
        assert flat == sorted(flat), (phase, found[phase])
    assert set(found) == set(ENEMY_TURN)


def test_reactions_only_in_the_enemy_turn(table: Table) -> None:
    """hh3 A7: a psychic reaction is on offer in the opponent's player turn alone, a power in the own alone."""
    played = table.turns(psyker("telekinesis", "telepathy"), turns=2)
    asked = [(request.args["army"], set(request.options) & {BARRIER, MIND_BURST}) for request in played.asked("act")]
    assert [(name, ids) for name, ids in asked if ids] == [("Friends", {MIND_BURST}), ("Foes", {BARRIER}), ("Foes", {BARRIER})]


def test_a_power_waits_for_its_phase(table: Table) -> None:
    """hh3 A3: a power cannot be declared before its phase; the menu says in which phase it can."""
    played = table.turns(psyker("thaumaturgy", "divination"))
    assert unavailable(played.asked("act")[0]) == {FORESIGHT: "later-phase"}


@pytest.mark.parametrize("turn", [1, 2])
def test_gambits_in_both_turns(table: Table, turn: int) -> None:
    """hh3-facts 3: a challenge may be fought in either player's turn: the gambit is on offer in both."""
    played = table.turns(psyker("divination"), turns=2)
    names = ["Friends", "Foes"]
    offered = [request.args["army"] for request in played.asked("act") if STRIKE in request.options]
    assert names[turn - 1] in offered


# A5: reserve, embarked, off the table


AWAY = [
    pytest.param({"reserve": True}, [], id="A5: in reserve"),
    pytest.param({"embarked": True}, [], id="A5: embarked"),
    pytest.param({"embarked": "Rhino"}, [grunts(name="Rhino")], id="A5: embarked on a unit of the roster"),
    pytest.param({"joins": "Men"}, [grunts(name="Men", embarked=True)], id="A5: with a squad that has embarked"),
    pytest.param({"joins": "Men"}, [grunts(name="Men", reserve=True)], id="A5: with a squad that is in reserve"),
]


@pytest.mark.parametrize(("how", "others"), AWAY)
@pytest.mark.parametrize("power", [TRANQUILLITY, MIND_BURST, FORESIGHT, RAGE])
def test_no_powers_from_elsewhere(table: Table, how: dict[str, Any], others: list[Unit], power: str) -> None:
    """hh3 A5: a model or unit in reserve, embarked or off the table can use no psychic power."""
    seer = psyker("thaumaturgy", "telepathy", "divination", "biomancy", **how)
    played = table.turns([seer, *others], warder())
    assert not any(offers(played, power))


@pytest.mark.parametrize(("how", "others"), AWAY)
def test_no_reactions_from_elsewhere(table: Table, how: dict[str, Any], others: list[Unit]) -> None:
    """hh3 A5: nor any psychic reaction."""
    played = table.turns(MEN, [psyker("telekinesis", **how), *others])
    assert not any(offers(played, BARRIER))


@pytest.mark.parametrize(("how", "others"), AWAY)
def test_no_nullify_from_elsewhere(table: Table, how: dict[str, Any], others: list[Unit]) -> None:
    """hh3 A5, A7: nor may it nullify a curse on another unit."""
    foes = [grunts(), warder(**how), *others]
    played = table.turns(psyker("telepathy"), foes, act=MIND_BURST, target="grunts", resistance_check=(5, 6))
    assert not played.asked("nullify")
    assert on(played) == [("Grunts",)]


@pytest.mark.parametrize("how", [{"reserve": True}, {"embarked": True}], ids=["A5: in reserve", "A5: embarked"])
@pytest.mark.parametrize("power", [MIND_BURST, FORESIGHT])
def test_no_target_elsewhere(table: Table, how: dict[str, Any], power: str) -> None:
    """hh3 A5, A8, A9: units that are not on the table are no targets either."""
    seer = psyker("telepathy", "divination")
    away = grunts(name="Away", **how)
    check: dict[str, Any] = {"resistance_check" if power == MIND_BURST else "manifestation_check": (1, 2)}
    played = table.turns([seer, away], [grunts(), grunts(name="Away", **how)], act=power, **check)
    assert not {"away", "away-2"} & set(played.asked("target")[0].options)


def test_arrived_from_reserve(table: Table) -> None:
    """hh3 A5: once it has arrived it may use its powers, in the same turn still."""
    played = table.turns(
        [psyker("biomancy", reserve=True), psyker("telepathy", name="Other")],
        act=["correct", RAGE],
        **change("seer", "arrived"),
        target="seer",
        manifestation_check=(1, 2),
    )
    assert on(played) == [("Seer",)]


TOGETHER = [
    pytest.param({}, "reserve", "reserve", True, id="A5: into reserve"),
    pytest.param({"reserve": True}, "arrived", "reserve", False, id="A5: out of reserve"),
    pytest.param({}, "embarked", "embarked", True, id="A5: into a transport"),
    pytest.param({"embarked": True}, "disembarked", "embarked", False, id="A5: out of a transport"),
    pytest.param({}, "locked", "locked", True, id="hh3-facts 4: into combat"),
]


@pytest.mark.parametrize("narration", ["seer", "men"], ids=["told of who has joined", "told of who was joined"])
@pytest.mark.parametrize(("how", "what", "flag", "expected"), TOGETHER)
def test_who_stands_together_goes_together(
    table: Table, how: dict[str, Any], what: str, flag: str, expected: bool, narration: str
) -> None:
    """hh3 A5: the model or unit is away as a whole: whoever has joined a unit goes and comes with it, and another does not."""
    units = [psyker("divination", joins="Men", **how), grunts(name="Men", **how), grunts(name="Crew")]
    played = table.turns(units, next_turn=["correct", "go-on", "end"], **change(narration, what))
    assert [bool(getattr(played.outcome.unit(unit), flag)) for unit in ("seer", "men", "crew")] == [expected, expected, False]


def test_locked_and_not_together(table: Table) -> None:
    """hh3-facts 4: a unit is locked, and no longer locked, with all who have joined it."""
    played = table.turns(
        [psyker("divination", joins="Men"), MEN],
        next_turn=["correct", "correct", "go-on", "end"],
        correction=["unit", "unit"],
        unit=["men", "seer"],
        change=["locked", "not-locked"],
    )
    assert [played.outcome.unit(unit).locked for unit in ("seer", "men")] == [False, False]


def test_who_has_left_stays(table: Table) -> None:
    """hh3 A5: a model that has left the unit does not go into reserve with it."""
    played = table.turns(
        [psyker("divination", joins="Men"), MEN],
        next_turn=["correct", "correct", "go-on", "end"],
        correction=["unit", "unit"],
        unit=["seer", "men"],
        change=["left-unit", "reserve"],
    )
    assert [played.outcome.unit(unit).reserve for unit in ("seer", "men")] == [False, True]


def test_arrived_with_its_unit(table: Table) -> None:
    """hh3 A5: a psyker in reserve with the unit that it has joined may use its powers once the unit has arrived."""
    played = table.turns(
        [psyker("biomancy", joins="Men"), grunts(name="Men", reserve=True), psyker("telepathy", name="Other")],
        act=["correct", RAGE],
        **change("men", "arrived"),
        target="men",
        manifestation_check=(1, 2),
    )
    assert on(played) == [("Men",)]


def test_the_dead_manifest_nothing(table: Table) -> None:
    """hh3 A5: a psyker that is off the table, dead by its own perils, uses nothing more."""
    played = table.turns(
        psyker("thaumaturgy", "divination"), warder(), act=TRANQUILLITY, resistance_check=(1, 1), casualties_of=1, turns=3
    )
    assert len(played.asked("act")) == 1
    assert not offers(played, STRIKE, turn=2)


# A6: lasting effects end when their user leaves play


@pytest.mark.parametrize(
    ("what", "more"),
    [
        pytest.param("casualties", {}, id="A6: a casualty"),
        pytest.param("embarked", {}, id="A6: embarks"),
        pytest.param("reserve", {}, id="A6: goes to reserve"),
    ],
)
def test_effects_end_with_their_user(table: Table, what: str, more: dict[str, Any]) -> None:
    """hh3 A6: every lasting effect of a user that leaves play ends at once, and those of others do not."""
    played = table.turns(
        [psyker("thaumaturgy"), psyker("corvidae", name="Son", traits=SONS)],
        warder(willpower=8),
        act=[TRANQUILLITY, PATHS],
        resistance_check=[(5, 6), (5, 6)],
        next_turn=["correct", "go-on", "end"],
        **change("seer", what, **more),
    )
    assert effects(played) == [PATHS]
    assert played.args("focus-left-play")["focus"] == "Seer"


def test_an_effect_ends_at_once_within_the_phase(table: Table) -> None:
    """hh3 A6: also a blessing of the phase, in the midst of the phase."""
    played = table.turns(
        [psyker("stormcalling", traits=("white-scars",)), psyker("telepathy", name="Other")],
        act=[WIND, "correct"],
        manifestation_check=(1, 2),
        target="seer",
        **change("seer", "embarked"),
    )
    assert played.order("works-on", "focus-left-play", "effect-ends") == ["works-on", "focus-left-play"]


def test_the_perils_of_its_own_curse(table: Table) -> None:
    """hh3 A6, A11, A15: a focus killed by the perils of its curse's resistance check: it works, and what would last ends at once."""
    played = table.turns(psyker("thaumaturgy"), warder(willpower=8), act=TRANQUILLITY, resistance_check=(6, 6), casualties_of=1)
    assert apply_effect(played) == [TRANQUILLITY]
    assert effects(played) == []
    assert played.order("works-on", "focus-left-play") == ["works-on", "focus-left-play"]


def test_the_penalty_ends_with_its_user(table: Table) -> None:
    """hh3 A6: once the user of Tranquillity is dead its target manifests with full willpower."""
    played = table.turns(
        psyker("thaumaturgy"),
        psyker("divination", name="Foe"),
        act=[TRANQUILLITY, FORESIGHT],
        resistance_check=(5, 6),
        next_turn=["correct", "go-on", "end"],
        **change("seer", "casualties"),
        manifestation_check=(4, 5),
    )
    assert against(played, "manifestation-check") == [9]
    assert apply_effect(played) == [TRANQUILLITY, FORESIGHT]


def test_a_casualty_of_another_model(table: Table) -> None:
    """hh3 A6: other models of the unit may die; the effect ends with the focus alone."""
    played = table.turns(
        [psyker("thaumaturgy", joins="Men"), MEN],
        warder(willpower=8),
        act=TRANQUILLITY,
        resistance_check=(5, 6),
        next_turn=["correct", "go-on", "end"],
        **change("men", "casualties", casualties_of=10),
    )
    assert effects(played) == [TRANQUILLITY]


@pytest.mark.parametrize("what", ["embarked", "reserve"])
def test_effects_end_with_the_unit_of_their_user(table: Table, what: str) -> None:
    """hh3 A6: a user that has joined a squad leaves the table with it, and its effects end."""
    played = table.turns(
        [psyker("thaumaturgy", joins="Men"), MEN],
        warder(willpower=8),
        act=TRANQUILLITY,
        resistance_check=(5, 6),
        next_turn=["correct", "go-on", "end"],
        **change("men", what),
    )
    assert apply_effect(played) == [TRANQUILLITY]
    assert effects(played) == []


# Blessings, one after the other


def test_order_of_a_blessing(table: Table) -> None:
    """hh3 A8: power, focus and target are declared to all before the focus takes its check; then the effects apply."""
    played = table.turns([psyker("divination"), MEN], act=FORESIGHT, target="men", manifestation_check=(4, 5))
    order = ["act", "target", "declared-on", "manifestation-check", "check-passed", "works-on"]
    assert played.order(*order)[: len(order)] == order
    declared = played.args("declared-on")
    assert (declared["power"].id, declared["focus"].name, declared["names"]) == (FORESIGHT, "Seer", ("Men",))
    assert played.asked("manifestation-check")[0].who == "mine"
    assert against(played, "manifestation-check") == [9]


@pytest.mark.parametrize(
    ("power", "discipline", "traits", "reach"),
    [
        pytest.param(RAGE, "biomancy", (), 18, id="Biomantic Rage"),
        pytest.param(FORESIGHT, "divination", (), 18, id="Foresight's Blessing"),
        pytest.param(CLARITY, "athanaean", SONS, 18, id="Clarity"),
        pytest.param(WIND, "stormcalling", ("white-scars",), 12, id="Call of the Wind"),
        pytest.param(CHANNELING, "diabolism", ("word-bearers",), 12, id="Dark Channeling"),
    ],
)
def test_range_of_a_blessing(table: Table, power: str, discipline: str, traits: tuple[str, ...], reach: int) -> None:
    """hh3 A8, csv: before the target is named the players are reminded of its range, which the program cannot see."""
    played = table.turns(psyker(discipline, traits=traits), act=power, manifestation_check=(1, 2))
    assert played.order("reminder-range", "target", "declared-on") == ["reminder-range", "target", "declared-on"]
    assert played.args("reminder-range")["range"] == reach


def test_a_failed_blessing_is_used(table: Table) -> None:
    """hh3 A8: failed, nothing happens, but the power counts as used."""
    played = table.turns(psyker("divination", "biomancy"), act=FORESIGHT, manifestation_check=(4, 6))
    assert apply_effect(played) == []
    assert played.has("fails")
    assert not offers(played, RAGE)[-1]
    assert [request for request in played.asked("act") if unavailable(request).get(RAGE) == "has-manifested"]


@pytest.mark.parametrize(
    ("number", "worked", "after"),
    [(4, True, "status-gained"), (5, False, "status-gained"), (6, False, "wounds-without-ap"), (1, True, "wounds-without-ap")],
    ids=["A15: a double 4 passes", "A15: a double 5 fails", "A15: a double 6 fails", "A15: a double 1 passes"],
)
def test_a_blessing_with_a_double(table: Table, number: int, worked: bool, after: str) -> None:
    """hh3 A11, A15: a double brings perils and changes nothing of the check: what passed works, what failed does not."""
    played = table.turns(psyker("divination"), act=FORESIGHT, manifestation_check=(number, number))
    assert (apply_effect(played) == [FORESIGHT], played.has(after)) == (worked, True)


def test_the_focus_of_several(table: Table) -> None:
    """hh3 A8: the check is against the willpower of the model that uses it, where several could."""
    units = [psyker("divination", willpower=10), psyker("divination", name="Novice", willpower=7)]
    played = table.turns(units, act=FORESIGHT, focus="novice", target="seer", manifestation_check=(3, 5))
    assert set(played.asked("focus")[0].options) == {"seer", "novice"}
    assert against(played, "manifestation-check") == [7]
    assert apply_effect(played) == []


def test_the_focus_within_a_unit(table: Table) -> None:
    """hh3 A8: of a unit of several models it is the psyker's own willpower, not the lowest of the unit."""
    unit = Unit("Squad", willpower=6, models=(Models("Sage", willpower=10, disciplines=("divination",)), Models("Men", count=9)))
    played = table.turns(unit, act=FORESIGHT, manifestation_check=(4, 6))
    assert against(played, "manifestation-check") == [10]
    assert apply_effect(played) == [FORESIGHT]


def test_a_blessing_asks_for_no_other_willpower(table: Table) -> None:
    """hh3 A8: only the focus's willpower matters: that of a friendly target which no roster tells is not asked."""
    played = table.turns([psyker("divination"), Unit("Crew")], act=FORESIGHT, target="crew", manifestation_check=(1, 2))
    assert on(played) == [("Crew",)]


def test_a_blessing_on_several_is_one_check(tmp_path: Path) -> None:
    """hh3-facts 2: a blessing with several targets is one check, all or none."""
    folder = own_tables(tmp_path, "manifestation", "friend")
    played = Table(hh3_rules(folder)).turns(
        [psyker("mass"), MEN, grunts(name="Crew")], act="mass/mass-power", targets=("men", "crew"), manifestation_check=(1, 2)
    )
    assert on(played) == [("Men", "Crew")]
    assert len(played.asked("manifestation-check")) == 1


# A9, A10: curses


def test_order_of_a_curse(table: Table) -> None:
    """hh3 A9: power, focus and target are declared before the target's controller takes the check; the caster takes none."""
    played = table.turns(psyker("telepathy"), squad(), act=MIND_BURST, resist_with="leader", resistance_check=(5, 6))
    order = ["act", "target", "declared-on", "resist-with", "resistance-check", "not-resisted", "works-on"]
    assert played.order(*order)[: len(order)] == order
    assert played.asked("resist-with")[0].who == played.asked("resistance-check")[0].who == "theirs"
    assert not played.asked("manifestation-check")


@pytest.mark.parametrize(
    ("target", "answers", "value"),
    [
        pytest.param(psyker(name="Foe", willpower=8, traits=("psyker",)), {}, 8, id="A9: a single model's own"),
        pytest.param(grunts(7), {}, 7, id="A9: all alike"),
        pytest.param(squad(), {"resist_with": "lowest"}, 6, id="A9: the lowest of several"),
        pytest.param(squad(trait="sergeant"), {"resist_with": "leader"}, 8, id="A9: the Sergeant's"),
        pytest.param(squad(trait="command"), {"resist_with": "leader"}, 8, id="A9: the Command model's"),
        pytest.param(squad(trait="paragon"), {"resist_with": "leader"}, 8, id="A9: the Paragon model's"),
        pytest.param(squad(trait="veteran"), {}, 6, id="A9: no other model's"),
        pytest.param(squad(leader=5), {}, 5, id="A9: the lowest may be the Sergeant's"),
    ],
)
def test_who_resists(table: Table, target: Unit, answers: dict[str, Any], value: int) -> None:
    """hh3 A9: against the lowest willpower in the unit, or by choice that of a Sergeant, Command or Paragon model."""
    played = table.turns(psyker("telepathy"), target, act=MIND_BURST, resistance_check=(1, 2), **answers)
    assert against(played, "resistance-check") == [value]
    assert len(played.asked("resist-with")) == len(answers)
    assert apply_effect(played) == []


@pytest.mark.parametrize(
    ("choice", "resisted"), [("leader", True), ("lowest", False)], ids=["A9: 7 on the Sergeant's 8", "A9: 7 on the lowest, 6"]
)
def test_resisted_by_the_sergeant(table: Table, choice: str, resisted: bool) -> None:
    """hh3 A9: a throw of 7 resists by the Sergeant's willpower and fails by the lowest."""
    played = table.turns(psyker("telepathy"), squad(), act=MIND_BURST, resist_with=choice, resistance_check=(3, 4))
    assert apply_effect(played) == ([] if resisted else [MIND_BURST])
    assert played.has("resisted") == resisted


@pytest.mark.parametrize(
    ("traits", "ways"),
    [
        pytest.param(("psyker", "command"), {"lowest", "leader", "librarian"}, id="A9: a Librarian of Command that has joined"),
        pytest.param(("psyker",), {"lowest", "leader"}, id="A9: a joined psyker of no rank does not stand in"),
    ],
)
def test_a_librarian_that_has_joined(table: Table, traits: tuple[str, ...], ways: set[str]) -> None:
    """hh3 A9: everyone in the unit counts, those who have joined it too."""
    foes = [squad(), warder(name="Librarian", traits=traits, joins="Squad")]
    played = table.turns(psyker("telepathy"), foes, act=MIND_BURST, resistance_check=(1, 2))
    (request,) = played.asked("resist-with")
    assert set(request.options) == ways
    assert set(played.asked("target")[0].options) == {"squad", "another-unit"}
    assert unavailable(played.asked("target")[0]) == {"librarian": "part-of"}


def test_a_weak_companion_counts(table: Table) -> None:
    """hh3 A9: the lowest willpower in the unit may be that of a model that has joined it."""
    foes = [squad(), warder(willpower=4, joins="Squad")]
    played = table.turns(psyker("telepathy"), foes, act=MIND_BURST, resist_with="lowest", resistance_check=(2, 3))
    assert against(played, "resistance-check") == [4]
    assert on(played) == [("Squad",)]


def test_the_dead_do_not_resist(table: Table) -> None:
    """hh3 A9: once the Sergeant is dead the unit has only its lowest willpower."""
    played = table.turns(
        psyker("telepathy"),
        squad(),
        act=["correct", MIND_BURST],
        **change("squad", "lost-leader"),
        resistance_check=(1, 2),
    )
    assert not played.asked("resist-with")
    assert against(played, "resistance-check") == [6]


def test_a_resisted_curse_is_used(table: Table) -> None:
    """hh3 A9, A14: resisted, the curse has no effect and counts as used."""
    played = table.turns(psyker("telepathy", "divination"), act=MIND_BURST, resistance_check=(3, 4))
    assert apply_effect(played) == []
    assert played.outcome.manifested == frozenset({"seer"})
    assert not any(offers(played, FORESIGHT))


def test_a_unit_of_no_roster(table: Table) -> None:
    """hh3 A9: the willpower of a target that is in no roster is asked of its controller."""
    played = table.turns(psyker("telepathy"), None, act=MIND_BURST, target_willpower=5, resistance_check=(2, 4))
    assert played.asked("target-willpower")[0].who == "theirs"
    assert against(played, "resistance-check") == [5]
    assert apply_effect(played) == [MIND_BURST]


def test_a_double_of_a_unit_of_no_roster(table: Table) -> None:
    """hh3 A11: also where the target is in no roster a double strikes the focus's unit."""
    played = table.turns(psyker("telepathy"), None, act=MIND_BURST, target_willpower=5, resistance_check=(3, 3))
    assert suffers(played) == ["Seer"]
    assert statuses(played, "seer") == ("stunned",)


def test_a_willpower_nobody_told(table: Table) -> None:
    """hh3 A9: the willpower of a target that its roster leaves out is asked once and kept."""
    played = table.turns(
        psyker("telepathy"), Unit("Crew"), act=[MIND_BURST, MIND_BURST], willpower=5, resistance_check=[(2, 4), (2, 4)], turns=3
    )
    assert against(played, "resistance-check") == [5, 5]
    assert len(played.asked("willpower")) == 1


@pytest.mark.parametrize(
    ("power", "target", "why"),
    [
        pytest.param(MIND_BURST, grunts(name="Tank", traits=("vehicle",)), "takes-none", id="Mind-burst: no vehicles"),
        pytest.param(TRANQUILLITY, grunts(name="Tank"), "takes-one", id="Tranquillity: a psyker in it"),
        pytest.param(MIND_BURST, grunts(name="Tank", traits=("anathema",)), "no-target-trait", id="Anathema: no curses"),
        pytest.param(
            TRANQUILLITY, warder(name="Tank", traits=("psyker", "anathema")), "no-target-trait", id="Anathema: none at all"
        ),
    ],
)
def test_no_target_for_a_curse(table: Table, power: str, target: Unit, why: str) -> None:
    """hh3 A9, hh3-facts 1: a unit that is no target of a curse is not on offer, with the reason."""
    played = table.turns(psyker("telepathy", "thaumaturgy"), [target, warder()], act=power, resistance_check=(1, 2))
    (request,) = played.asked("target")
    assert unavailable(request) == {"tank": why}
    assert set(request.options) == {"warder", "another-unit"}


def test_anathema_is_no_target_for_its_companions(table: Table) -> None:
    """hh3-facts 1: the whole unit of an Anathema model cannot be chosen."""
    foes = [grunts(), grunts(name="Sister", traits=("anathema",), joins="Grunts"), warder()]
    played = table.turns(psyker("telepathy"), foes, act=MIND_BURST, resistance_check=(1, 2))
    assert "grunts" not in played.asked("target")[0].options


def test_anathema_takes_no_blessing(table: Table) -> None:
    """hh3-facts 1: Anathema models cannot be chosen for blessings either."""
    played = table.turns(
        [psyker("divination"), grunts(name="Sisters", traits=("anathema",))], act=FORESIGHT, manifestation_check=(1, 2)
    )
    assert "sisters" not in played.asked("target")[0].options


def test_anathema_takes_no_blessing_on_its_own_unit(table: Table) -> None:
    """hh3-facts 1: nor for one whose target is the focus's own unit: Force Barrier protects no unit with an Anathema model."""
    foes = [psyker("telekinesis", joins="Sisters"), grunts(name="Sisters", traits=("anathema",))]
    assert not any(offers(table.turns(MEN, foes), BARRIER))


def test_mind_burst_on_the_locked(table: Table) -> None:
    """hh3 A9: Mind-burst is not for units locked in combat."""
    played = table.turns(
        psyker("telepathy"),
        [grunts(), warder()],
        act=["correct", MIND_BURST],
        **change("grunts", "locked"),
        resistance_check=(1, 2),
    )
    assert unavailable(played.asked("target")[0]) == {"grunts": "locked-in-combat"}


# Statuses that powers give and take


def burst(table: Table, target: Unit, had: tuple[str, ...], *others: Unit, **answers: Any) -> Played[Battle]:
    """A turn in which Mind-burst is declared on the first unit, which has some statuses."""
    key = target.name.lower()
    given_answers: dict[str, Any] = {"resistance_check": (5, 6), **change(key, "statuses", statuses=had), **answers}
    return table.turns(psyker("telepathy"), [target, *others], act=["correct", MIND_BURST], target=key, **given_answers)


@pytest.mark.parametrize(
    ("answer", "expected"), [("passed", ()), ("failed", ("routed",))], ids=["Leadership passed", "Leadership failed"]
)
@pytest.mark.parametrize("had", [(), ("pinned",), ("stunned", "suppressed"), ("routed",)], ids=str)
def test_statuses_after_mind_burst(table: Table, had: tuple[str, ...], answer: str, expected: tuple[str, ...]) -> None:
    """hh3 csv: the target loses all its statuses; then it takes a Leadership check or is Routed."""
    played = burst(table, grunts(), had, threatened=answer)
    assert statuses(played, "grunts") == expected
    assert played.asked("threatened")[0].who == "theirs"
    order = played.order("not-resisted", "works-on", "status-removed", "threatened")
    assert order == ["not-resisted", "works-on", *["status-removed"] * len(had), "threatened"]


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param({"resistance_check": (1, 2)}, id="resisted"),
        pytest.param({"nullify": "warder", "nullify_check": (1, 2)}, id="nullified"),
    ],
)
def test_statuses_stay_without_mind_burst(table: Table, answers: dict[str, Any]) -> None:
    """hh3 A7, A9: resisted or nullified, the curse has no effect: the statuses stay and no check is asked for."""
    played = burst(table, grunts(), ("pinned",), warder(), **answers)
    assert statuses(played, "grunts") == ("pinned",)
    assert not played.asked("threatened")


def test_mind_burst_on_automata(table: Table) -> None:
    """hh3-facts 1: Automata cannot gain tactical statuses at all: they are not Routed."""
    played = table.turns(
        psyker("telepathy"), grunts(traits=("automata",)), act=MIND_BURST, resistance_check=(5, 6), threatened="failed"
    )
    assert statuses(played, "grunts") == ()


def test_mind_burst_on_a_whole_unit(table: Table) -> None:
    """hh3 csv, hh3-facts 4: all models of the target become Routed: those who have joined it, too."""
    foes = [warder(joins="Grunts"), grunts()]
    played = table.turns(psyker("telepathy"), foes, act=MIND_BURST, resistance_check=(5, 6), threatened="failed")
    assert statuses(played, "grunts") == statuses(played, "warder") == ("routed",)


def test_mind_burst_on_a_unit_of_no_roster(table: Table) -> None:
    """hh3 csv: of a unit in no roster the program keeps no statuses, so it asks for no Leadership check."""
    played = table.turns(psyker("telepathy"), None, act=MIND_BURST, target_willpower=5, resistance_check=(2, 4))
    assert apply_effect(played) == [MIND_BURST]
    assert not played.asked("threatened")


@pytest.mark.parametrize(
    ("had", "answers", "left"),
    [
        pytest.param((), {}, (), id="without a status nothing is asked"),
        pytest.param(("stunned",), {}, (), id="the only one goes unasked"),
        pytest.param(("routed",), {}, (), id="Routed is a tactical status as well"),
        pytest.param(("stunned", "pinned"), {"cured": "pinned"}, ("stunned",), id="one of two, chosen"),
        pytest.param(("stunned", "pinned"), {"cured": "stunned"}, ("pinned",), id="the other of two"),
    ],
)
def test_clarity(table: Table, had: tuple[str, ...], answers: dict[str, Any], left: tuple[str, ...]) -> None:
    """hh3 csv: Clarity removes one chosen tactical status from the whole unit; it is chosen where there are several."""
    units = [psyker("athanaean", traits=SONS), grunts(name="Sons", traits=SONS), psyker(name="Guest", joins="Sons", traits=SONS)]
    played = table.turns(
        units, act=["correct", CLARITY], **change("sons", "statuses", statuses=had), target="sons", manifestation_check=(1, 2), **answers
    )  # fmt: skip
    assert statuses(played, "sons") == statuses(played, "guest") == left
    assert len(played.asked("cured")) == len(answers)
    assert len(played.events("status-removed")) == len(had) - len(left)


@pytest.mark.parametrize(
    ("faces", "more", "left"),
    [((5, 6), {}, ("pinned",)), ((5, 5), {"arcana_wounds": (1,)}, ("pinned",)), ((2, 2), {"arcana_wounds": (1,)}, ())],
    ids=["11 on 9", "a double 5 fails", "a double 2 passes"],
)
def test_clarity_is_a_check(table: Table, faces: tuple[int, int], more: dict[str, Any], left: tuple[str, ...]) -> None:
    """hh3 A8, A15: failed, Clarity removes nothing, and perils change nothing of it."""
    played = table.turns(
        psyker("athanaean", traits=SONS), act=["correct", CLARITY], **change("seer", "statuses", statuses=("pinned",)),
        manifestation_check=faces, **more,
    )  # fmt: skip
    assert statuses(played, "seer") == left


@pytest.mark.parametrize("status", ["pinned", "routed"])
@pytest.mark.parametrize("who", ["seer", "men"], ids=["the psyker that has joined", "the unit"])
def test_no_rage_for_a_whole_unit_that_cannot_charge(table: Table, status: str, who: str) -> None:
    """hh3-facts 4: a status is the whole unit's, so the menu says why Biomantic Rage is not for a joined psyker's unit."""
    units = [psyker("biomancy", joins="Men"), MEN, grunts(name="Crew"), psyker("telepathy", name="Other")]
    played = table.turns(
        units, act=["correct", RAGE], **change(who, "statuses", statuses=(status,)), target="crew", manifestation_check=(1, 2)
    )
    (request,) = played.asked("target")
    assert unavailable(request)["men"] == "target-has-status"
    assert on(played) == [("Crew",)]


@pytest.mark.parametrize("status", ["stunned", "suppressed"])
def test_rage_for_who_can_charge(table: Table, status: str) -> None:
    """hh3-facts 4: a stunned or suppressed unit may charge, if in disorder: Biomantic Rage is for it."""
    played = table.turns(
        [psyker("biomancy", "telepathy"), MEN], act=["correct", RAGE], **change("men", "statuses", statuses=(status,)),
        target="men", manifestation_check=(1, 2),
    )  # fmt: skip
    assert on(played) == [("Men",)]


def test_no_wind_for_who_cannot_move(table: Table) -> None:
    """hh3-facts 4, csv: Call of the Wind is for units able to move, and a pinned unit is not."""
    scars = ("white-scars",)
    played = table.turns(
        [psyker("stormcalling", traits=scars), grunts(name="Men", traits=scars)],
        act=["correct", WIND],
        **change("men", "statuses", statuses=("pinned",)),
        manifestation_check=(1, 2),
    )
    assert "men" not in played.asked("target")[0].options


MASS = """\
id: mass
name: {{en: Mass}}
trait: {{en: Mass}}
rule: none
arcana: false
source: ours
entries:
- id: mass-power
  kind: power
  name: {{en: Mass Power}}
  check: {check}
  moments: [start-effects]
  focus: {{en: Anybody}}
  requires: []
  one_of: []
  unless: []
  in_combat: true
  range: 18
  target: {{side: {side}, units: some, every: [], some: [], no: [], in_combat: true, without: []}}
  lasts: next-own-turn
  perils: at-once
  manifestation: 0
  cures: none
  threatens: none
  roll: none
  ruptures: never
  effect: {{en: Something.}}
  failed: none
  after: none
  source: ours
"""


def own_tables(folder: Path, check: str = "resistance", side: str = "enemy", *changes: tuple[str, str]) -> Path:
    """A folder with a discipline of a power on several units; `changes` are made in its text."""
    path = folder / "hh3" / "disciplines" / "mass.yaml"
    path.parent.mkdir(parents=True)
    text = MASS.format(check=check, side=side)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return folder


def own_power(folder: Path, check: str, side: str, *changes: tuple[str, str]) -> Table:
    """A table with such a power."""
    return Table(hh3_rules(own_tables(folder, check, side, *changes)))


def test_own_power_that_threatens(tmp_path: Path) -> None:
    """hh3 A10, csv: a curse of own tables that threatens with a status asks each unit that did not resist for its check."""
    own = own_power(tmp_path, "resistance", "enemy", ("threatens: none", "threatens: pinned"))
    played = own.turns(
        psyker("mass"), CURSED, act="mass/mass-power", targets=("a", "c"), resistance_check=[(5, 6), (5, 6)],
        threatened=["failed", "passed"],
    )  # fmt: skip
    assert [request.args["unit"].name for request in played.asked("threatened")] == ["A", "C"]
    assert (statuses(played, "a"), statuses(played, "c")) == (("pinned",), ())


def test_own_power_that_cures(tmp_path: Path) -> None:
    """hh3 csv: a blessing of own tables that cures everything takes every status, without a question."""
    own = own_power(tmp_path, "manifestation", "friend", ("cures: none", "cures: all"))
    played = own.turns(
        [psyker("mass"), MEN], act=["correct", "mass/mass-power"], **change("men", "statuses", statuses=("stunned", "pinned")),
        targets=("seer", "men"), manifestation_check=(1, 2),
    )  # fmt: skip
    assert statuses(played, "men") == ()
    assert not played.asked("cured")


@pytest.mark.parametrize(("face", "event"), [(4, "effect-roll-failed"), (5, "effect-roll-passed")])
def test_own_power_with_a_die(tmp_path: Path, face: int, event: str) -> None:
    """hh3 csv: a power of own tables may ask for a D6, which shows so much or more."""
    own = own_power(tmp_path, "manifestation", "friend", ("roll: none", "roll: 5"))
    played = own.turns(psyker("mass"), act="mass/mass-power", manifestation_check=(1, 2), effect_roll=(face,))
    assert played.has(event)


def test_own_power_not_for_some(tmp_path: Path) -> None:
    """hh3 csv: a power of own tables may rule out units by their statuses."""
    own = own_power(tmp_path, "manifestation", "friend", ("without: []", "without: [suppressed]"))
    played = own.turns(
        [psyker("mass"), MEN], act=["correct", "mass/mass-power"], **change("men", "statuses", statuses=("suppressed",)),
        manifestation_check=(1, 2),
    )  # fmt: skip
    assert unavailable(played.asked("targets")[0]) == {"men": "target-has-status"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cures: none", "cures: some", ["cures", "some"]),
        ("threatens: none", "threatens: asleep", ["threatens", "asleep"]),
        ("roll: none", "roll: 7", ["roll"]),
        ("roll: none", "roll: 1", ["roll"]),
        ("ruptures: never", "ruptures: sometimes", ["ruptures", "sometimes"]),
        ("without: []", "without: [asleep]", ["target", "asleep"]),
        ("  cures: none\n", "", ["cures"]),
        ("  threatens: none\n", "", ["threatens"]),
        ("  roll: none\n", "", ["roll"]),
        ("  ruptures: never\n", "", ["ruptures"]),
        (", without: []", "", ["without"]),
    ],
    ids=lambda value: value.strip() or "left out" if isinstance(value, str) else "",
)
def test_own_power_that_is_wrong(tmp_path: Path, old: str, new: str, words: list[str]) -> None:
    """Issue 4: a power of own tables with an unknown status, a strange word or a missing key is refused, and it is said where."""
    with pytest.raises(RulesError) as error:
        own_power(tmp_path, "resistance", "enemy", (old, new))
    assert all(word in str(error.value) for word in ["mass.yaml", *words]), str(error.value)


@pytest.fixture(scope="module")
def mass(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A table with a curse on several units."""
    return Table(hh3_rules(own_tables(tmp_path_factory.mktemp("rules"))))


CURSED = [grunts(7, name="A"), squad(name="B"), grunts(5, name="C")]


def test_a_curse_on_two_units(mass: Table) -> None:
    """hh3 A10: a separate check for each unit, each against its own willpower; it works on those that fail."""
    played = mass.turns(
        psyker("mass"), CURSED, act="mass/mass-power", targets=("a", "b"), resist_with="leader", resistance_check=[(3, 5), (3, 5)]
    )
    assert against(played, "resistance-check") == [7, 8]
    assert on(played) == [("A",)]
    assert [event.args["name"] for event in played.events("resisted")] == ["B"]


@pytest.mark.parametrize(
    ("faces", "struck"),
    [([(5, 6), (5, 6)], [("A", "C")]), ([(1, 2), (1, 2)], []), ([(1, 2), (5, 6)], [("C",)])],
    ids=["A10: both fail", "A10: both resist", "A10: one of two"],
)
def test_each_unit_for_itself(mass: Table, faces: list[Any], struck: list[tuple[str, ...]]) -> None:
    """hh3 A10: what one unit throws is nothing to the other."""
    played = mass.turns(psyker("mass"), CURSED, act="mass/mass-power", targets=("a", "c"), resistance_check=faces)
    assert on(played) == struck
    assert played.outcome.manifested == frozenset({"seer"})


def test_a_double_of_each(mass: Table) -> None:
    """hh3 A10, A11: each of the checks may show a double, each brings perils on the focus's unit."""
    played = mass.turns(psyker("mass"), CURSED, act="mass/mass-power", targets=("a", "c"), resistance_check=[(2, 2), (6, 6)])
    assert suffers(played) == ["Seer", "Seer"]
    assert statuses(played, "seer") == ("stunned",)
    assert wounds(played) == [("Seer", 4, 1, None)]


def test_a_double_after_the_last_is_lost(mass: Table) -> None:
    """hh3 A11, A15: perils of a second check find nobody once those of the first took the focus; the curse works all the same."""
    played = mass.turns(
        psyker("mass"), CURSED, act="mass/mass-power", targets=("a", "c"), resistance_check=[(6, 6), (6, 6)], casualties_of=1
    )
    assert (suffers(played), lost(played)) == (["Seer", "Seer"], [("Seer", 1)])
    assert (wounds(played), played.args("nobody-left")["unit"].name) == ([("Seer", 4, 1, None)], "Seer")
    assert (on(played), effects(played)) == ([("A", "C")], [])


def test_a_curse_on_two_units_ends_on_both(mass: Table) -> None:
    """hh3 A6, A10: with its user both ends."""
    played = mass.turns(
        psyker("mass"),
        CURSED,
        act="mass/mass-power",
        targets=("a", "c"),
        resistance_check=[(5, 6), (5, 6)],
        next_turn=["correct", "go-on", "end"],
        **change("seer", "reserve"),
    )
    assert apply_effect(played)
    assert effects(played) == []


# A11: on the unit that includes the focus


@pytest.mark.parametrize("faces", [(6, 6), (2, 2)])
def test_perils_on_the_unit_that_was_joined(table: Table, faces: tuple[int, int]) -> None:
    """hh3 A11: perils of a resistance check strike the unit that includes the focus, which may have joined it."""
    played = table.turns(
        [psyker("telepathy", joins="Men"), MEN], squad(), act=MIND_BURST, resist_with="leader", resistance_check=faces
    )
    assert suffers(played) == ["Men"]
    assert statuses(played, "squad") == ()
    assert statuses(played, "men") == statuses(played, "seer") == (("stunned",) if faces == (2, 2) else ())


def test_perils_on_a_reacting_focus(table: Table) -> None:
    """hh3 A11: a curse that is a reaction brings them on the reacting psyker, though the active player rolled."""
    played = table.turns(
        grunts(name="Fiends", traits=("malefic",)),
        psyker("anathemata", name="Warden", traits=("loyalist",)),
        act=SEAL,
        resistance_check=(3, 3),
    )
    assert played.asked("resistance-check")[0].who == "mine"
    assert suffers(played) == ["Warden"]
    assert statuses(played, "warden") == ("stunned",)


@pytest.mark.parametrize(
    ("faces", "worked"), [((2, 2), True), ((5, 5), False)], ids=["Resurrection passed", "Resurrection failed"]
)
def test_resurrection_has_its_perils_afterwards(table: Table, faces: tuple[int, int], worked: bool) -> None:
    """hh3-facts 1: perils of Resurrection's check are resolved after the model is back."""
    dice: dict[str, Any] = {"effect_roll": (4,)} if worked else {}
    played = table.turns(MEN, psyker("thaumaturgy", name="Healer"), act=RESURRECTION, manifestation_check=faces, **dice)
    before = ["works-on", "effect-roll"] if worked else ["fails"]
    assert played.order("works-on", "effect-roll", "fails", "perils-of-the-warp") == [*before, "perils-of-the-warp"]


@pytest.mark.parametrize("face", range(1, 7))
def test_die_of_resurrection(table: Table, face: int) -> None:
    """hh3 csv: passed, a D6 is rolled for the model about to be removed, and on 4+ it stays."""
    played = table.turns(
        MEN, psyker("thaumaturgy", name="Healer"), act=RESURRECTION, manifestation_check=(4, 5), effect_roll=(face,)
    )
    (request,) = played.asked("effect-roll")
    assert (str(request.dice), request.who, request.args["success"]) == ("d6", "theirs", 4)
    assert (played.has("effect-roll-passed"), played.has("effect-roll-failed")) == (face >= 4, face < 4)
    assert paid(played) == [1]


def test_no_die_after_a_failed_resurrection(table: Table) -> None:
    """hh3 A8: failed, nothing happens: no die is rolled."""
    played = table.turns(MEN, psyker("thaumaturgy", name="Healer"), act=RESURRECTION, manifestation_check=(5, 6))
    assert not played.asked("effect-roll")
    assert not played.has("effect-roll-failed")


@pytest.mark.parametrize(
    ("power", "unit", "more"),
    [
        (CLARITY, psyker("athanaean", traits=SONS), {"arcana_wounds": (1,)}),
        (FORESIGHT, psyker("divination"), {}),
        (RAGE, psyker("biomancy"), {}),
    ],
)
def test_other_perils_come_before_the_effect(table: Table, power: str, unit: Unit, more: dict[str, Any]) -> None:
    """hh3 A11: a double triggers perils on the check, so before the effect, which applies all the same (A15)."""
    played = table.turns(unit, act=power, manifestation_check=(2, 2), **more)
    assert played.order("works-on", "perils-of-the-warp") == ["perils-of-the-warp", "works-on"]


# Gambits and Force


@pytest.mark.parametrize("number", range(1, 7))
def test_every_strike_foreseen(table: Table, number: int) -> None:
    """hh3-facts 1: its check never causes perils, whatever the double; passed up to 8 with willpower 9."""
    played = table.turns(psyker("divination"), act=STRIKE, willpower_check=(number, number))
    assert suffers(played) == []
    assert apply_effect(played) == ([STRIKE] if number <= 4 else [])


def test_gambits_count_for_nothing(table: Table) -> None:
    """hh3 A14, hh3-facts 2: gambits count neither as power nor as reaction, and cost no point."""
    played = table.turns(
        MEN,
        psyker("divination", "telekinesis"),
        act=["go-on", STRIKE, BARRIER],
        willpower_check=(1, 2),
        manifestation_check=(1, 2),
    )
    assert apply_effect(played) == [STRIKE, BARRIER]
    assert paid(played) == [1]


@pytest.mark.parametrize(
    ("traits", "offered"),
    [
        pytest.param((*SONS, "command"), {DUELLIST}, id="Thousand Sons of Command"),
        pytest.param((*SONS, "champion"), {DUELLIST}, id="a champion"),
        pytest.param(("magnus", "paragon", *SONS), {DUELLIST, WILLS}, id="Magnus"),
        pytest.param(("magnus",), {WILLS}, id="Magnus alone"),
        pytest.param(SONS, set(), id="a trooper fights no challenge"),
        pytest.param((*SONS, "command", "vehicle"), set(), id="no vehicle"),
        pytest.param((*SONS, "command", "automata"), set(), id="no automata"),
        pytest.param((), set(), id="others"),
    ],
)
def test_gambits_of_some(table: Table, traits: tuple[str, ...], offered: set[str]) -> None:
    """hh3-facts 3, faults hh3 2: Prophetic Duellist is for Thousand Sons who fight challenges, Battle of the Wills for Magnus."""
    played = table.turns(psyker("divination", traits=traits))
    assert set().union(*offers(played, DUELLIST, WILLS)) == offered


@pytest.mark.parametrize(
    ("number", "worked"),
    [(1, True), (2, True), (3, True), (4, True), (5, False), (6, False)],
    ids=lambda value: f"double {value}" if not isinstance(value, bool) else str(value),
)
def test_force_by_the_doubled_number(table: Table, number: int, worked: bool) -> None:
    """hh3-facts 1: a double on a Force check brings perils on the user; by default its number is the row."""
    played = table.turns(psyker("telekinesis"), act=FORCE, willpower_check=(number, number))
    assert apply_effect(played) == ([FORCE] if worked else [])
    assert suffers(played) == ["Seer"]
    assert not played.asked("perils")
    assert statuses(played, "seer") == (("stunned",) if 1 < number < 6 else ())


@pytest.mark.parametrize(("face", "status"), [(1, ()), (4, ("stunned",)), (6, ())])
def test_force_by_a_d6(table: Table, face: int, status: tuple[str, ...]) -> None:
    """hh3-facts 1: with setting force_row the row is thrown: 1D6."""
    played = table.under(force_row="d6").turns(psyker("telekinesis"), act=FORCE, willpower_check=(3, 3), perils=(face,))
    assert statuses(played, "seer") == status
    assert len(wounds(played)) == (status == ())


def test_force_without_a_double(table: Table) -> None:
    """hh3-facts 1: without a double there are no perils; the check is against the own willpower."""
    played = table.turns(psyker("telekinesis", willpower=8), act=FORCE, willpower_check=(3, 5))
    assert (apply_effect(played), suffers(played), against(played, "willpower-check")) == ([FORCE], [], [8])


@pytest.mark.parametrize(
    ("unit", "offered"),
    [
        pytest.param(psyker("telekinesis"), True, id="Immovable Force has Force (FP)"),
        pytest.param(warder(traits=("psyker", "force-weapon")), True, id="a psyker with a force sword"),
        pytest.param(grunts(traits=("force-weapon",)), False, id="nobody but a psyker"),
        pytest.param(psyker("divination"), False, id="Divination has no weapon"),
        pytest.param(psyker("telepathy"), False, id="Cursed Whispers has no Force"),
        pytest.param(psyker("pavoni", traits=SONS), False, id="Bloodboil has no Force"),
    ],
)
def test_who_has_force(table: Table, unit: Unit, offered: bool) -> None:
    """hh3 A2, hh3-facts 1: the Force check is for psykers with a weapon that has Force."""
    played = table.turns(unit)
    assert any(FORCE in request.options for request in played.asked("act")) == offered


def test_force_of_one_of_several_weapons(table: Table) -> None:
    """hh3-facts 1: of several weapons with Force one is named, and it names the characteristic."""
    unit = psyker("telekinesis", "pyromancy", traits=("force-weapon",))
    played = table.turns(unit, act=FORCE, weapon="pyromancy/wildfire", willpower_check=(1, 2))
    assert set(played.asked("weapon")[0].options) == {"telekinesis/immovable-force", "pyromancy/wildfire"}
    declared = played.args("declared-with")
    assert (declared["focus"].name, declared["weapon"].id, declared["weapon"].force) == ("Seer", "pyromancy/wildfire", "RS")


FORCED = {
    "anathemata/void-darts": ("shooting", "D", 1, 2, ()),
    "biomancy/biomantic-slam": ("assault", "D", 2, 4, ()),
    "diabolism/hellfire": ("shooting", "D", 1, 2, ()),
    "malignant/warp-torrent-malignant": ("shooting", "RS", 5, 10, ()),
    "malignant/warp-torrent-torrent": ("shooting", "FP", 4, 8, ()),
    "navis-astrologis/lidless-stare": ("shooting", "D", 2, 4, ()),
    "pyromancy/wildfire": ("shooting", "RS", 4, 8, ()),
    "raptora/crushing-force": ("shooting", "D", 2, 4, SONS),
    "runecasting/wrath-of-the-death-wolf": ("shooting", "D", 1, 2, ()),
    "stormcalling/unseen-bolt": ("shooting", "RS", 4, 8, ()),
    "telekinesis/immovable-force": ("shooting", "FP", 3, 6, ()),
}
"""Of each weapon with Force the phase, the characteristic, its figure, its double, and traits of its user."""


@pytest.mark.parametrize("weapon", FORCED)
def test_what_force_doubles(table: Table, weapon: str) -> None:
    """hh3-facts 1, csv: a passed check doubles the characteristic that the weapon names, in the phase of its attacks."""
    phase, characteristic, figure, doubled, traits = FORCED[weapon]
    more: dict[str, Any] = {"weapon": weapon} if weapon.startswith("malignant") else {}
    played = table.turns(psyker(weapon.partition("/")[0], traits=traits), act=FORCE, willpower_check=(1, 2), **more)
    phases = [request.args["phase"].id for request in played.asked("act") if FORCE in request.options]
    assert set(phases) == {phase}
    narration = played.args("force-doubles")
    assert (narration["weapon"].id, narration["force"], narration["figure"], narration["doubled"]) == (
        weapon,
        characteristic,
        figure,
        doubled,
    )
    order = ["declared-with", "willpower-check", "force-doubles"]
    assert played.order(*order) == order


def test_every_weapon_with_force(table: Table) -> None:
    """hh3 csv: these weapons have Force and no others."""
    assert {id for id, entry in table.rules.entries.items() if getattr(entry, "force", "none") != "none"} == set(FORCED)


def test_failed_force_doubles_nothing(table: Table) -> None:
    """hh3-facts 1: failed, nothing is doubled, and nothing counts as used."""
    played = table.turns(psyker("telekinesis"), act=FORCE, willpower_check=(4, 6))
    assert played.has("declared-with")
    assert not played.has("force-doubles")
    assert played.outcome.manifested == frozenset()


def test_force_of_a_force_weapon(table: Table) -> None:
    """hh3-facts 1: of a force weapon beside the psychic ones the figures are not known: the players are told to double."""
    played = table.turns(warder(traits=("psyker", "force-weapon")), act=FORCE, willpower_check=(1, 2))
    assert [request.args["phase"].id for request in played.asked("act") if FORCE in request.options] == ["assault"] * 2
    assert not played.has("force-doubles")
    assert apply_effect(played) == [FORCE]


@pytest.mark.parametrize(
    ("disciplines", "phase", "weapons"),
    [
        pytest.param(("biomancy", "telekinesis", "pyromancy"), "shooting", {"telekinesis/immovable-force", "pyromancy/wildfire"}, id="shooting"),
        pytest.param(("biomancy", "telekinesis"), "assault", {"biomancy/biomantic-slam", "force-weapon"}, id="assault"),
    ],
)  # fmt: skip
def test_weapons_with_force_of_a_phase(table: Table, disciplines: tuple[str, ...], phase: str, weapons: set[str]) -> None:
    """hh3-facts 1, 3: the check is before an attack: with ranged weapons in the Shooting phase, in the Assault phase for melee."""
    declarations = [FORCE] if phase == "shooting" else ["go-on", FORCE]
    played = table.turns(psyker(*disciplines, traits=("force-weapon",)), act=declarations, willpower_check=(1, 2))
    (request,) = played.asked("weapon")
    assert set(request.options) == weapons


def test_no_force_now(table: Table) -> None:
    """hh3-facts 1: where the phase has no attack for its weapon, the menu says so."""
    played = table.turns(psyker("biomancy", "divination"))
    found = {request.args["phase"].id: unavailable(request).get(FORCE) for request in played.asked("act")}
    assert found == {"shooting": "no-force-now", "assault": None}


def test_no_force_for_melee_weapons_when_shooting(table: Table) -> None:
    """hh3-facts 1, 3: Biomantic Slam is a melee weapon: its Force check is none of the Shooting phase."""
    played = table.turns(psyker("biomancy"))
    phases = [request.args["phase"].id for request in played.asked("act") if FORCE in request.options]
    assert phases == ["assault"]


def test_force_of_an_arcana_weapon(table: Table) -> None:
    """hh3-facts 1, csv: perils of Raptora, its weapon's Force check included, are D3 wounds and not the table."""
    played = table.turns(psyker("raptora", traits=SONS), act=FORCE, willpower_check=(2, 2), arcana_wounds=(2,))
    assert wounds(played) == [("Seer", 2, 1, 2)]
    assert statuses(played, "seer") == ()


def test_force_is_hindered_by_no_tranquillity(table: Table) -> None:
    """hh3-facts 2: Tranquillity is -2 only when manifesting: Force, gambits and resistance have full willpower."""
    foe = psyker("telekinesis", "divination", name="Foe")
    played = table.turns(
        psyker("thaumaturgy", "telepathy"),
        foe,
        turns=3,
        act=[TRANQUILLITY, FORCE, FORESIGHT, STRIKE, MIND_BURST],
        resistance_check=[(5, 6), (5, 6)],
        willpower_check=[(1, 2), (1, 2)],
        manifestation_check=(1, 2),
    )
    assert against(played, "willpower-check") == [9, 9]
    assert against(played, "manifestation-check") == [7]
    assert against(played, "resistance-check") == [9, 9]


# Lasting effects


@pytest.mark.parametrize(("faces", "worked"), [((3, 4), True), ((3, 5), False)], ids=["7 on 9 - 2 passes", "8 on 9 - 2 fails"])
def test_tranquillity_in_the_enemy_turn(table: Table, faces: tuple[int, int], worked: bool) -> None:
    """hh3-facts 2: -2 when manifesting powers and reactions, to the start of the caster's next own turn."""
    played = table.turns(
        psyker("thaumaturgy"),
        psyker("divination", name="Foe"),
        turns=2,
        act=[TRANQUILLITY, FORESIGHT],
        resistance_check=(5, 6),
        manifestation_check=faces,
    )
    assert apply_effect(played) == [TRANQUILLITY, *([FORESIGHT] if worked else [])]
    assert effects(played) == [TRANQUILLITY]


def test_tranquillity_on_reactions_of_the_same_turn(table: Table) -> None:
    """hh3-facts 2: reactions are manifested too: -2."""
    played = table.turns(
        psyker("thaumaturgy"), psyker("telekinesis", name="Foe"), act=[TRANQUILLITY, BARRIER], resistance_check=(5, 6),
        manifestation_check=(3, 4),
    )  # fmt: skip
    assert against(played, "manifestation-check") == [7]


def test_tranquillity_on_a_joined_psyker(table: Table) -> None:
    """hh3-facts 2: it is on the unit: whoever of it manifests has -2."""
    foes = [grunts(), psyker("telekinesis", name="Foe", joins="Grunts")]
    played = table.turns(
        psyker("thaumaturgy"), foes, act=[TRANQUILLITY, BARRIER], resistance_check=(5, 6), manifestation_check=(3, 4)
    )
    assert against(played, "manifestation-check") == [7]


def test_tranquillity_without_dice(table: Table) -> None:
    """hh3-facts 2: willpower 2 less 2 is 0: the check fails without dice."""
    foe = psyker("telekinesis", name="Foe", willpower=2)
    played = table.turns(psyker("thaumaturgy"), foe, act=[TRANQUILLITY, BARRIER], resistance_check=(5, 6))
    assert not played.asked("manifestation-check")
    assert apply_effect(played) == [TRANQUILLITY]
    assert paid(played) == [1]


def test_tranquillity_ends_in_the_own_next_turn(table: Table) -> None:
    """hh3-facts 2: it ends at the start of the caster's next own turn, told there."""
    played = table.turns(psyker("thaumaturgy"), warder(), turns=3, act=TRANQUILLITY, resistance_check=(5, 6))
    assert played.order("turn-begins", "lasts", "effect-ends", "turn-over") == [
        "turn-begins", "lasts", "turn-over", "turn-begins", "turn-over", "turn-begins", "effect-ends", "turn-over",
    ]  # fmt: skip
    assert effects(played) == []


@pytest.mark.parametrize(
    ("power", "phase", "units"),
    [
        (WIND, "movement", [psyker("stormcalling", traits=("white-scars",))]),
        (RAGE, "assault", [psyker("biomancy")]),
        (CHANNELING, "assault", [psyker("diabolism", traits=("word-bearers",))]),
        (MINDSONG, "assault", [psyker("khenetai", traits=SONS)]),
    ],
)
def test_effects_of_a_phase(table: Table, power: str, phase: str, units: Sequence[Unit]) -> None:
    """hh3 csv: effects to the end of the phase are in play after it and end with it, told."""
    played = table.turns(list(units), act=power, manifestation_check=(1, 2))
    (request,) = [one for one in played.asked("act") if power in one.options]
    assert request.args["phase"].id == phase
    assert played.order("works-on", "lasts", "effect-ends", "turn-over") == ["works-on", "lasts", "effect-ends", "turn-over"]


@pytest.mark.parametrize(("power", "act"), [(BARRIER, [BARRIER]), (BARRIER, ["go-on", BARRIER])], ids=["shot at", "charged"])
def test_a_barrier_ends_with_the_phase(table: Table, power: str, act: list[str]) -> None:
    """hh3 csv: a Force Barrier against shooting is gone when the charges begin, and one against a charge after it."""
    played = table.turns(MEN, psyker("telekinesis"), act=act, manifestation_check=(1, 2))
    assert apply_effect(played) == [power]
    assert played.order("lasts", "effect-ends", "turn-over") == ["lasts", "effect-ends", "turn-over"]


@pytest.mark.parametrize(
    ("power", "discipline"), [(FORESIGHT, "divination"), (MIND_BURST, "telepathy")], ids=["of an attack", "immediate"]
)
def test_effects_that_are_soon_over(table: Table, power: str, discipline: str) -> None:
    """hh3 csv: an effect of one attack, or an immediate one, is not kept."""
    check: dict[str, Any] = {"manifestation_check": (1, 2)} if power == FORESIGHT else {"resistance_check": (5, 6)}
    played = table.turns(psyker(discipline), act=power, **check)
    assert apply_effect(played) == [power]
    assert effects(played) == []
    assert not played.has("effect-ends")


@pytest.mark.parametrize("status", ["pinned", "routed"])
def test_no_rage_for_who_cannot_charge(table: Table, status: str) -> None:
    """hh3-facts 4: a pinned or routed unit cannot charge, so Biomantic Rage cannot be triggered by it."""
    played = table.turns(
        [psyker("biomancy", "telepathy"), MEN],
        act=["correct", RAGE],
        **change("men", "statuses", statuses=(status,)),
        manifestation_check=(1, 2),
    )
    assert "men" not in played.asked("target")[0].options


# How often in a turn


def test_one_power_in_the_own_turn(table: Table) -> None:
    """hh3 A14: a unit uses at most one psychic power in its own turn, whichever, and the menu says why."""
    played = table.turns(
        psyker("thaumaturgy", "telepathy", "divination", "biomancy"), warder(), act=TRANQUILLITY, resistance_check=(1, 2)
    )
    assert not any(offers(played, MIND_BURST, FORESIGHT, RAGE))


def test_powers_of_several_units(table: Table) -> None:
    """hh3 A14: the limit is the unit's: another unit may use the same power."""
    units = [psyker("telepathy"), psyker("telepathy", name="Other")]
    played = table.turns(units, act=[MIND_BURST, MIND_BURST], focus="seer", resistance_check=[(5, 6), (5, 6)])
    assert apply_effect(played) == [MIND_BURST, MIND_BURST]
    assert users(played, MIND_BURST) == [["Seer", "Other"], ["Other"]]


@pytest.mark.parametrize(
    "units",
    [
        pytest.param([psyker("telepathy"), psyker("divination", name="Other", joins="Seer")], id="A14: one has joined the other"),
        pytest.param(
            [psyker("telepathy", joins="Men"), psyker("divination", name="Other", joins="Men"), MEN], id="A14: both have joined"
        ),
        pytest.param(
            [Unit("Cabal", willpower=9, models=(Models("Seer", disciplines=("telepathy",)), Models("Other", disciplines=("divination",))))],
            id="A14: two psykers of one unit",
        ),
    ],
)  # fmt: skip
def test_one_power_for_all_in_a_unit(table: Table, units: list[Unit]) -> None:
    """hh3 A14: a unit with several psykers has one power between them."""
    played = table.turns(units, act=MIND_BURST, resistance_check=(1, 2))
    assert not any(offers(played, FORESIGHT))


def test_one_power_for_a_large_unit(table: Table) -> None:
    """hh3 A14: a unit in which all are psykers has one power, not one for each model."""
    cabal = psyker("khenetai", "telepathy", models=5, traits=SONS, name="Cabal")
    played = table.turns(cabal, act=[MIND_BURST], resistance_check=(1, 2))
    assert not any(offers(played, MINDSONG))


def test_both_units_stay_limited(table: Table) -> None:
    """hh3 A14: if a model leaves the unit, both units stay limited that turn."""
    units = [psyker("telepathy", "biomancy", joins="Cabal"), psyker("divination", name="Cabal", models=3)]
    played = table.turns(units, act=[MIND_BURST, "correct"], **change("seer", "left-unit"), resistance_check=(1, 2))
    assert played.outcome.unit("seer").joins is None
    assert not any(offers(played, FORESIGHT, RAGE))


def test_a_model_that_left_before(table: Table) -> None:
    """hh3 A14: a model that left before anyone manifested is limited by nothing."""
    played = table.turns(
        [psyker("telepathy", joins="Cabal"), psyker("divination", name="Cabal", models=3)],
        act=["correct", MIND_BURST, FORESIGHT],
        **change("seer", "left-unit"),
        resistance_check=(5, 6),
        manifestation_check=(1, 2),
    )
    assert apply_effect(played) == [MIND_BURST, FORESIGHT]


def test_the_limit_is_of_one_turn(table: Table) -> None:
    """hh3 A14: in its next own turn the unit may use a power again."""
    played = table.turns(psyker("telepathy"), act=[MIND_BURST, MIND_BURST], resistance_check=[(5, 6), (5, 6)], turns=3)
    assert apply_effect(played) == [MIND_BURST, MIND_BURST]


def test_a_power_and_a_reaction(table: Table) -> None:
    """hh3 A14: the power of the own turn and the reaction of the enemy's are counted apart."""
    played = table.turns(
        psyker("telepathy", "telekinesis"),
        turns=2,
        act=[MIND_BURST, BARRIER],
        resistance_check=(5, 6),
        manifestation_check=(1, 2),
    )
    assert apply_effect(played) == [MIND_BURST, BARRIER]


@pytest.mark.parametrize("faces", [(1, 2), (4, 6)], ids=["A14: a reaction that worked", "A14: a failed one counts"])
def test_one_reaction_in_the_enemy_turn(table: Table, faces: tuple[int, int]) -> None:
    """hh3 A14: a unit uses at most one psychic reaction in the enemy's turn, whatever came of it."""
    foes = psyker("telekinesis", "thaumaturgy")
    played = table.turns(MEN, foes, act=BARRIER, manifestation_check=faces)
    assert len([request for request in played.asked("act") if BARRIER in request.options]) == 1
    assert paid(played) == [1]


def test_reactions_of_several_units(table: Table) -> None:
    """hh3 A14: another unit may react as well, while there are points."""
    foes = [psyker("telekinesis", name=name) for name in "abc"]
    played = table.turns(MEN, foes, act=[BARRIER, BARRIER], focus=["a", "b"], manifestation_check=[(1, 2), (1, 2)])
    assert apply_effect(played) == [BARRIER, BARRIER]
    assert users(played, BARRIER) == [["a", "b", "c"], ["b", "c"]]
    assert paid(played) == [1, 0]


def test_one_reaction_for_all_in_a_unit(table: Table) -> None:
    """hh3 A14: of psykers in one unit only one reacts."""
    foes = [psyker("telekinesis"), psyker("thaumaturgy", name="Healer", joins="Seer"), psyker("telekinesis", name="Other")]
    played = table.turns(MEN, foes, act=[BARRIER], focus="seer", manifestation_check=(1, 2))
    assert offers(played, BARRIER, RESURRECTION) == [{BARRIER, RESURRECTION}, {BARRIER}, {BARRIER}]
    assert users(played, BARRIER) == [["Seer", "Other"], ["Other"], ["Other"]]


def test_both_units_stay_limited_in_reactions(table: Table) -> None:
    """hh3 A14: if a model leaves the unit that has reacted, neither reacts again in that turn."""
    foes = [psyker("telekinesis"), psyker("thaumaturgy", name="Healer", joins="Seer"), psyker("telekinesis", name="Other")]
    played = table.turns(
        MEN, foes, act=[BARRIER, "correct"], focus="seer", manifestation_check=(1, 2), **change("healer", "left-unit")
    )
    assert played.outcome.unit("healer").joins is None
    assert not any(RESURRECTION in offered for offered in offers(played, RESURRECTION)[1:])
    assert users(played, BARRIER)[1:] == [["Other"], ["Other"], ["Other"]]


# Reaction points


@pytest.mark.parametrize(
    ("size", "points"), [(1, 1), (1500, 1), (1501, 2), (3500, 2), (3501, 3), (5000, 3), (5001, 4), (20000, 4)], ids=str
)
def test_reaction_allotment(table: Table, size: int, points: int) -> None:
    """hh3-facts 4: one point, and up to three more by the size of the battle."""
    assert allotted(table.under(points_limit=str(size)).turns(MEN, grunts(), turns=2)) == [points, points]


@pytest.mark.parametrize(
    ("reactions", "points"), [((0, 1), [3, 2]), ((1, 0), [2, 3]), ((-1, -5), [0, 1]), ((0, 0), [2, 2])], ids=str
)
def test_reactions_of_a_roster(table: Table, reactions: tuple[int, int], points: list[int]) -> None:
    """hh3-facts 4: special rules add to a side's own points, in the turns of the other; never below 0."""
    mine, theirs = (army(grunts(name=name), name=name, reactions=own) for name, own in zip("AB", reactions, strict=True))
    assert allotted(table.turns(mine, theirs, turns=2)) == points


def test_points_are_lost_at_the_end_of_the_turn(table: Table) -> None:
    """hh3-facts 4: unspent points are lost; the next enemy turn brings the allotment and no more."""
    played = table.turns(MEN, psyker("telekinesis"), turns=3, act=[BARRIER], manifestation_check=(1, 2))
    assert [event.args["points"] for event in played.events("turn-over")] == [1, 2, 2]
    assert allotted(played) == [2, 2, 2]


REACTIONS = {
    BARRIER: psyker("telekinesis"),
    RESURRECTION: psyker("thaumaturgy"),
    STORMWROUGHT: psyker("runecasting", traits=("space-wolves",)),
    KINE: psyker("raptora", traits=SONS),
    STONEFORM: psyker("pavoni", traits=SONS),
    BLADEWEAVING: psyker("khenetai", traits=SONS),
}
ARCANA = (KINE, STONEFORM, BLADEWEAVING)


@pytest.mark.parametrize("passed", [True, False], ids=["passed", "failed"])
@pytest.mark.parametrize("power", REACTIONS)
def test_when_a_reaction_is_paid(table: Table, power: str, passed: bool) -> None:
    """hh3 A7, hh3-facts 4: a psychic reaction costs one point on declaration; those of the arcana only on a pass."""
    dice: dict[str, Any] = {"effect_roll": (4,)} if power == RESURRECTION and passed else {}
    played = table.turns(MEN, REACTIONS[power], act=power, manifestation_check=(4, 5) if passed else (5, 6), **dice)
    assert paid(played) == ([1] if passed or power not in ARCANA else [])
    steps = played.order("paid", "manifestation-check")
    expected = ["manifestation-check", "paid"] if power in ARCANA else ["paid", "manifestation-check"]
    assert steps == (expected if passed or power not in ARCANA else ["manifestation-check"])
    assert played.outcome.reacted == frozenset({"seer"})  # A14: a failed one counts, paid or not


@pytest.mark.parametrize("power", [BARRIER, KINE])
def test_points_are_told_once_paid(table: Table, power: str) -> None:
    """hh3 A7: how many points are left is told as soon as one is paid: 1 of the 2 for a battle of 3000 points."""
    played = table.turns(MEN, REACTIONS[power], act=power, manifestation_check=(1, 2))
    events = [one for one in played.narration if isinstance(one, Event)]
    at = [one.id for one in events].index("paid")
    assert (events[at].args["points"], events[at + 1].id, events[at + 1].args["points"]) == (1, "status", 1)


@pytest.mark.parametrize("power", REACTIONS)
def test_no_reaction_without_points(table: Table, power: str) -> None:
    """hh3 A7: at least one point is needed, whenever it is paid."""
    played = table.turns(army(MEN), army(REACTIONS[power], reactions=-2))
    assert not any(offers(played, power))


def test_points_run_out(table: Table) -> None:
    """hh3 A7: once the points are spent nobody reacts any more, and the menu says why."""
    foes = [psyker("telekinesis", "divination", name=name) for name in "ab"]
    small = table.under(points_limit="1000")
    played = small.turns(MEN, foes, act=BARRIER, focus="b", manifestation_check=(1, 2))
    assert [unavailable(request).get(BARRIER) for request in played.asked("act")] == [None, "no-points", "no-points"]


def test_a_point_that_was_not_paid(table: Table) -> None:
    """hh3-facts 4: a failed Kine Shield leaves the point to another unit."""
    foes = [psyker("raptora", name="Son", traits=SONS), psyker("telekinesis", name="Ally")]
    played = table.under(points_limit="1000").turns(MEN, foes, act=[KINE, BARRIER], manifestation_check=[(5, 6), (1, 2)])
    assert apply_effect(played) == [BARRIER]
    assert paid(played) == [0]


def test_points_set_right(table: Table) -> None:
    """Issue 4: points that other reactions used can be set right."""
    played = table.turns(
        MEN,
        [psyker("telekinesis"), psyker("divination", name="Other")],
        act="correct",
        correction="points",
        reaction_points_now=0,
    )
    assert offers(played, BARRIER)[0] == {BARRIER}
    assert not any(offers(played, BARRIER)[1:])


def test_another_reaction_of_the_unit(table: Table) -> None:
    """hh3-facts 4: one reaction per unit per turn: one of another kind counts, and costs a point."""
    foes = [psyker("telekinesis"), psyker("telekinesis", name="Other")]
    played = table.turns(MEN, foes, act=["correct"], **change("seer", "reacted"))
    assert users(played, BARRIER) == [["Seer", "Other"], ["Other"], ["Other"]]
    assert played.events("turn-over")[0].args["points"] == 1


# What forbids reacting


CANNOT = [
    pytest.param({"statuses": ("stunned",)}, False, id="A7: stunned"),
    pytest.param({"statuses": ("routed",)}, False, id="hh3-facts 4: routed"),
    pytest.param({"statuses": ("suppressed",)}, True, id="hh3-facts 4: suppressed units react"),
    pytest.param({"statuses": ("pinned",)}, True, id="hh3-facts 4: pinned units react"),
    pytest.param({"statuses": ("suppressed", "stunned")}, False, id="A7: stunned, whatever else"),
    pytest.param("locked", False, id="hh3-facts 4: locked in combat"),
]


def stated(unit: str, how: Any) -> dict[str, Any]:
    """The answers by which a unit gets statuses, or is locked."""
    return change(unit, "locked") if how == "locked" else change(unit, "statuses", **how)


@pytest.mark.parametrize(("how", "reacts"), CANNOT)
def test_who_cannot_react(table: Table, how: Any, reacts: bool) -> None:
    """hh3 A7, hh3-facts 4: a stunned, routed or locked unit cannot react; a suppressed or pinned one can."""
    foes = [psyker("telekinesis"), psyker("telekinesis", name="Other")]
    played = table.turns(MEN, foes, act="correct", **stated("seer", how))
    assert users(played, BARRIER)[1:] == [["Seer", "Other"] if reacts else ["Other"]] * 2


@pytest.mark.parametrize(("how", "reacts"), CANNOT)
def test_who_cannot_nullify(table: Table, how: Any, reacts: bool) -> None:
    """hh3 A7, hh3-facts 4: who cannot react does not nullify either."""
    played = table.turns(
        psyker("telepathy"), [grunts(), warder()], act=["correct", MIND_BURST], **stated("warder", how), target="grunts",
        resistance_check=(5, 6),
    )  # fmt: skip
    assert bool(played.asked("nullify")) == reacts


@pytest.mark.parametrize("host", ["stunned", "automata"], ids=["A7: with a stunned unit", "hh3-facts 4: with automata"])
def test_who_cannot_react_for_the_unit(table: Table, host: str) -> None:
    """hh3-facts 4: statuses are of the whole unit, and a unit with Automata in it cannot react."""
    men = grunts(name="Host", traits=("automata",) if host == "automata" else ())
    foes = [psyker("telekinesis", joins="Host"), men, psyker("telekinesis", name="Other")]
    answers = change("host", "statuses", statuses=("stunned",)) if host == "stunned" else {"correction": "back"}
    played = table.turns(MEN, foes, act="correct", **answers)
    assert users(played, BARRIER)[-1] == ["Other"]


@pytest.mark.parametrize("status", ["stunned", "suppressed", "pinned", "routed"])
def test_statuses_forbid_no_power(table: Table, status: str) -> None:
    """hh3-facts 4: no status forbids a psychic power in the own turn."""
    played = table.turns(
        psyker("telepathy", "divination"), act=["correct", FORESIGHT], **change("seer", "statuses", statuses=(status,)),
        manifestation_check=(1, 2),
    )  # fmt: skip
    assert apply_effect(played) == [FORESIGHT]


def test_stunned_by_the_own_perils(table: Table) -> None:
    """hh3 A7, A13: a psyker stunned by perils in its own turn does not react in the enemy's, until it has recovered."""
    seer = psyker("divination", "telekinesis")
    stunned: dict[str, Any] = {"act": [FORESIGHT], "manifestation_check": (2, 2)}
    assert not any(offers(table.turns(seer, turns=2, **stunned), BARRIER))
    played = table.turns(seer, turns=2, recovered=("seer-stunned",), **stunned)
    assert any(offers(played, BARRIER))
    assert statuses(played, "seer") == ()


def test_recovery_is_in_the_owners_end_phase(table: Table) -> None:
    """hh3-facts 4: statuses are removed in their owner's End phase, by the owner."""
    foe = psyker("telekinesis", name="Foe")
    played = table.turns(MEN, foe, turns=2, act=BARRIER, manifestation_check=(2, 2), recovered=("foe-stunned",))
    (request,) = played.asked("recovered")
    assert request.who == "theirs"
    assert statuses(played, "foe") == ()


@pytest.mark.parametrize(
    ("given_statuses", "expected"),
    [
        (("suppressed", "pinned"), ("pinned", "suppressed")),
        (("stunned", "routed"), ("routed",)),
        (("routed",), ("routed",)),
        ((), ()),
    ],
    ids=str,
)
def test_statuses_together(table: Table, given_statuses: tuple[str, ...], expected: tuple[str, ...]) -> None:
    """hh3-facts 4: statuses add up, but Routed replaces all others."""
    played = table.turns(psyker("telepathy"), act="correct", **change("seer", "statuses", statuses=given_statuses))
    assert tuple(sorted(statuses(played, "seer"))) == expected


def test_routed_stays_routed(table: Table) -> None:
    """hh3-facts 4: Routed replaces all other statuses: a routed unit that is stunned by perils is routed."""
    played = table.turns(
        psyker("telepathy", "divination"), act=["correct", FORESIGHT], **change("seer", "statuses", statuses=("routed",)),
        manifestation_check=(2, 2),
    )  # fmt: skip
    assert statuses(played, "seer") == ("routed",)


def test_the_same_status_twice(table: Table) -> None:
    """hh3-facts 4: the same status twice does nothing more."""
    played = table.turns(
        psyker("telepathy", "divination"), act=[MIND_BURST, STRIKE], resistance_check=(3, 3), willpower_check=(1, 2)
    )
    assert statuses(played, "seer") == ("stunned",)
    again = table.turns(psyker("telepathy"), turns=3, act=[MIND_BURST, MIND_BURST], resistance_check=[(3, 3), (2, 2)])
    assert statuses(again, "seer") == ("stunned",)


# Nullify


def cursed(table: Table, foes: Any, **answers: Any) -> Played[Battle]:
    """A turn in which Mind-burst is not resisted."""
    given_answers: dict[str, Any] = {"act": MIND_BURST, "resistance_check": (5, 6), **answers}
    return table.turns(psyker("telepathy"), foes, **given_answers)


def test_nullify(table: Table) -> None:
    """hh3 A7: a psyker counters an enemy's curse after its target failed to resist: no effect, and the curse counts as used."""
    played = cursed(table, [grunts(), warder()], target="grunts", nullify="warder", nullify_check=(4, 5))
    assert played.order("resistance-check", "nullify", "paid", "nullify-check", "nullified") == [
        "resistance-check", "nullify", "paid", "nullify-check", "nullified",
    ]  # fmt: skip
    assert apply_effect(played) == []
    assert paid(played) == [1]
    assert played.outcome.manifested == frozenset({"seer"})
    assert played.asked("nullify")[0].who == played.asked("nullify-check")[0].who == "theirs"


def test_nullify_is_declared(table: Table) -> None:
    """hh3 A7, A8: Nullify is declared to all players, with who uses it, before it is paid and checked."""
    played = cursed(table, [grunts(), warder()], target="grunts", nullify="warder", nullify_check=(4, 5))
    declared = played.args("declared")
    assert (declared["power"].id, declared["focus"].name, declared["army"]) == ("nullify", "Warder", "Foes")
    order = ["nullify", "declared", "paid", "nullify-check", "nullified"]
    assert played.order(*order) == order


@pytest.mark.parametrize(
    ("how", "unit", "why"),
    [
        pytest.param({"statuses": ("stunned",)}, {}, "cannot-react-status", id="A7: stunned"),
        pytest.param({"statuses": ("routed",)}, {}, "cannot-react-status", id="hh3-facts 4: routed"),
        pytest.param("locked", {}, "cannot-react-locked", id="hh3-facts 4: locked in combat"),
        pytest.param("reacted", {}, "has-reacted", id="hh3-facts 4: has reacted"),
        pytest.param("embarked", {}, "embarked", id="A5: embarked"),
        pytest.param(None, {"traits": ("psyker", "automata")}, "cannot-react-trait", id="hh3-facts 4: automata"),
    ],
)
def test_why_a_psyker_does_not_nullify(table: Table, how: Any, unit: dict[str, Any], why: str) -> None:
    """hh3 A5, A7, A14: who may not nullify stands beside the others with the reason."""
    if how is None:
        answers: dict[str, Any] = {}
    elif isinstance(how, dict):
        answers = {"act": ["correct", MIND_BURST], **change("warder", "statuses", **how)}
    else:
        answers = {"act": ["correct", MIND_BURST], **change("warder", how)}
    played = cursed(table, [grunts(), warder(**unit), warder("Other")], target="grunts", **answers)
    (request,) = played.asked("nullify")
    assert set(request.options) == {"other", "nobody"}
    assert unavailable(request) == {"warder": why}


def test_the_unit_that_has_nullified_is_barred(table: Table) -> None:
    """hh3 A14: who has nullified stands beside the others at the next curse: it has used its reaction."""
    played = table.turns(
        psyker("thaumaturgy"), [warder(), warder("Other")], act=TRANQUILLITY, target="other", resistance_check=(5, 6),
        nullify="warder", nullify_check=(5, 6),
    )  # fmt: skip
    again = table.turns(
        [psyker("thaumaturgy"), psyker("telepathy", name="Second")], [warder(), warder("Other")], act=[TRANQUILLITY, MIND_BURST],
        target=["other", "other"], resistance_check=[(5, 6), (5, 6)], nullify=["warder", "nobody"], nullify_check=(5, 6),
    )  # fmt: skip
    assert unavailable(played.asked("nullify")[0]) == {}
    assert unavailable(again.asked("nullify")[1]) == {"warder": "has-reacted"}


@pytest.mark.parametrize(
    ("value", "faces", "nullified"),
    [
        pytest.param(8, (3, 4), True, id="8 against 9: 7 or less"),
        pytest.param(8, (3, 5), False, id="8 against 9: 8 is too much"),
        pytest.param(10, (5, 6), True, id="10 against 9: 11 or less"),
        pytest.param(10, (6, 6), False, id="a double 6 fails"),
        pytest.param(2, (1, 1), True, id="a double 1 passes"),
    ],
)
def test_nullify_of_no_roster(table: Table, value: int, faces: tuple[int, int], nullified: bool) -> None:
    """hh3-facts 3: an opponent without a roster may nullify as well: twice the psyker's willpower less the focus's 9 is needed."""
    played = cursed(table, None, target_willpower=5, nullify="another-unit", nullify_willpower=value, nullify_check=faces)
    (request,) = played.asked("nullify")
    assert (set(request.options), request.who) == ({"another-unit", "nobody"}, "theirs")
    assert apply_effect(played) == ([] if nullified else [MIND_BURST])
    assert paid(played) == [1]
    assert suffers(played) == []


@pytest.mark.parametrize(("setting", "rows"), [("true", ["aetheric-feedback"]), ("false", [])])
def test_perils_of_no_roster(table: Table, setting: str, rows: list[str]) -> None:
    """hh3-facts 3, A13: with the setting a double 2 brings Aetheric Feedback on a psyker in no roster; it is told, as nobody is here."""
    played = cursed(
        table.under(nullify_perils=setting),
        None,
        target_willpower=5,
        nullify="another-unit",
        nullify_willpower=9,
        nullify_check=(2, 2),
    )
    assert [(event.args["row"].id, event.args["double"]) for event in played.events("perils-elsewhere")] == [
        (row, 2) for row in rows
    ]
    assert (played.has("nullified"), suffers(played)) == (True, [])


def test_nobody_of_no_roster_nullifies(table: Table) -> None:
    """hh3 A7: nor does an opponent without a roster have to: then nothing is asked and nothing paid."""
    played = cursed(table, None, target_willpower=5, nullify="nobody")
    assert not played.asked("nullify-willpower")
    assert (apply_effect(played), paid(played)) == ([MIND_BURST], [])


def test_nullify_of_no_roster_without_dice(table: Table) -> None:
    """hh3-facts 2, 4: willpower 0 fails with no dice rolled, and the point was paid on declaration."""
    played = cursed(table, None, target_willpower=5, nullify="another-unit", nullify_willpower=0)
    assert not played.asked("nullify-check")
    assert (apply_effect(played), paid(played)) == ([MIND_BURST], [1])


def test_nullify_of_no_roster_takes_points(table: Table) -> None:
    """hh3 A7, hh3-facts 4: in a battle of 1000 points there is one point: the second curse is not countered."""
    played = table.under(points_limit="1000").turns(
        [psyker("telepathy"), psyker("telepathy", name="Second")], None, act=[MIND_BURST, MIND_BURST], focus="seer",
        target_willpower=[5, 5], resistance_check=[(5, 6), (5, 6)], nullify="another-unit", nullify_willpower=9,
        nullify_check=(5, 6),
    )  # fmt: skip
    assert len(played.asked("nullify")) == 1
    assert apply_effect(played) == [MIND_BURST, MIND_BURST]


def test_a_curse_that_no_roster_nullified_is_not_retried(table: Table) -> None:
    """hh3-facts 3: nullified, the curse cannot be tried again this turn, whoever nullified it."""
    played = table.turns(
        [psyker("telepathy", "divination"), psyker("telepathy", name="Second")], None, act=MIND_BURST, focus="seer",
        target_willpower=5, resistance_check=(5, 6), nullify="another-unit", nullify_willpower=9, nullify_check=(4, 5),
    )  # fmt: skip
    assert [set(request.options) & {MIND_BURST} for request in played.asked("act")[1:]] == [set()] * (
        len(played.asked("act")) - 1
    )
    assert apply_effect(played) == []


@pytest.mark.parametrize(
    ("power", "count", "asked"),
    [
        pytest.param(TRANQUILLITY, 1, False, id="A6: it would last, and its focus is dead"),
        pytest.param(TRANQUILLITY, 0, True, id="A6: its focus is saved"),
        pytest.param(MIND_BURST, 1, True, id="A7: it does not last, so it still takes effect"),
    ],
)
def test_nullify_of_a_dead_focus(table: Table, power: str, count: int, asked: bool) -> None:
    """hh3 A6, A7, A11: where the perils of its own curse kill the focus, a curse that lasts is over and need not be countered."""
    played = table.turns(psyker("thaumaturgy", "telepathy"), warder(), act=power, resistance_check=(6, 6), casualties_of=count)
    assert bool(played.asked("nullify")) == asked
    assert apply_effect(played) == [power]
    assert effects(played) == ([TRANQUILLITY] if power == TRANQUILLITY and not count else [])


def test_nullify_failed(table: Table) -> None:
    """hh3-facts 3: failed, the curse resolves as normal, and the point is lost."""
    played = cursed(table, warder(), nullify="warder", nullify_check=(4, 6))
    assert apply_effect(played) == [MIND_BURST]
    assert paid(played) == [1]


def test_nobody_nullifies(table: Table) -> None:
    """hh3 A7: nobody has to: then it costs nothing and uses no reaction."""
    played = cursed(table, warder(), nullify="nobody")
    assert (apply_effect(played), paid(played), played.outcome.reacted) == ([MIND_BURST], [], frozenset())


def test_nullify_only_what_was_not_resisted(table: Table) -> None:
    """hh3-facts 3: after a failed resistance check only."""
    assert not cursed(table, warder(), resistance_check=(1, 2)).asked("nullify")


def test_nullify_counters_no_blessing(table: Table) -> None:
    """hh3 A7: it is for curses."""
    played = table.turns(psyker("divination"), warder(), act=FORESIGHT, manifestation_check=(1, 2))
    assert not played.asked("nullify")


@pytest.mark.parametrize(
    ("foes", "who"),
    [
        pytest.param([grunts()], set(), id="A7: no psyker"),
        pytest.param([warder(), warder("Other")], {"warder", "other"}, id="A7: any psyker of the cursed side"),
        pytest.param([psyker("divination", name="Other")], {"other"}, id="A7: whoever has a discipline is one"),
        pytest.param([grunts(name="Sons", traits=SONS)], {"sons"}, id="hh3-facts 2: all Thousand Sons are psykers"),
        pytest.param([warder(joins="Grunts"), grunts()], {"warder"}, id="A7: the psyker of a unit"),
    ],
)
def test_who_may_nullify(table: Table, foes: list[Unit], who: set[str]) -> None:
    """hh3 A7: any psyker of the cursed side may nullify."""
    played = cursed(table, foes)
    assert {key for request in played.asked("nullify") for key in request.options} == ({*who, "nobody"} if who else set())


def test_no_nullify_in_the_own_turn(table: Table) -> None:
    """hh3 A7: a reaction is for the opponent's turn: the active player does not nullify a curse that is a reaction."""
    played = table.turns(
        [grunts(name="Fiends", traits=("malefic",)), warder()],
        psyker("anathemata", name="Warden", traits=("loyalist",)),
        act=SEAL,
        resistance_check=(5, 6),
    )
    assert not played.asked("nullify")
    assert apply_effect(played) == [SEAL]


def test_nullify_uses_the_reaction(table: Table) -> None:
    """hh3 A7, A14: Nullify is the psychic reaction of its unit, all who stand with it included."""
    foes = [psyker("telekinesis", joins="Host"), grunts(name="Host"), warder(joins="Host"), psyker("telekinesis", name="Other")]
    played = cursed(table, foes, target="host", nullify="warder", nullify_check=(1, 2))
    assert users(played, BARRIER) == [["Other"], ["Other"]]


def test_no_nullify_after_a_reaction(table: Table) -> None:
    """hh3 A14: a unit that has reacted does not nullify later in the turn."""
    played = table.turns(
        psyker("telepathy", traits=("zardu-layak",)),
        psyker("telekinesis", name="Foe"),
        act=["go-on", BARRIER, SOUL],
        manifestation_check=(1, 2),
        resistance_check=(5, 6),
    )
    assert apply_effect(played) == [BARRIER, SOUL]
    assert not played.asked("nullify")


def test_no_nullify_without_points(table: Table) -> None:
    """hh3 A7: it costs a point: without one it is not on offer."""
    assert not table.turns(
        army(psyker("telepathy")), army(warder(), reactions=-2), act=MIND_BURST, resistance_check=(5, 6)
    ).asked("nullify")


def test_one_nullify_in_a_turn(table: Table) -> None:
    """hh3 A14: the unit that has nullified does not nullify the next curse; another unit may."""
    mine = [psyker("telepathy", "thaumaturgy"), psyker("telepathy", "thaumaturgy", name="Second")]
    played = table.turns(
        mine,
        [warder(), warder("Other")],
        act=[TRANQUILLITY, MIND_BURST],
        focus="seer",
        target="warder",
        resistance_check=[(5, 6), (5, 6)],
        nullify=["warder", "other"],
        nullify_check=[(5, 6), (1, 2)],
    )
    assert [set(request.options) for request in played.asked("nullify")] == [{"warder", "other", "nobody"}, {"other", "nobody"}]
    assert paid(played) == [1, 0]
    assert apply_effect(played) == [TRANQUILLITY]


def test_a_nullified_curse_is_not_retried(table: Table) -> None:
    """hh3-facts 3: a nullified curse cannot be tried again this turn, by anybody; other curses can, and it can next turn."""
    mine = [psyker("telepathy", "divination"), psyker("telepathy", name="Second")]
    played = table.turns(
        mine,
        warder(),
        turns=3,
        act=[MIND_BURST, MIND_BURST],
        focus=["seer", "second"],
        resistance_check=[(5, 6), (5, 6)],
        nullify=["warder", "nobody"],
        nullify_check=(1, 2),
    )
    assert users(played, MIND_BURST) == [["Seer", "Second"], ["Seer", "Second"], ["Seer"]]
    assert apply_effect(played) == [MIND_BURST]


def test_a_curse_that_was_not_nullified_may_be_retried(table: Table) -> None:
    """hh3-facts 3: after a failed Nullify another psyker may try the same curse."""
    mine = [psyker("telepathy"), psyker("telepathy", name="Second")]
    played = table.turns(
        mine,
        warder(),
        act=[MIND_BURST, MIND_BURST],
        focus="seer",
        resistance_check=[(5, 6), (5, 6)],
        nullify="warder",
        nullify_check=(5, 6),
    )
    assert apply_effect(played) == [MIND_BURST, MIND_BURST]


def test_nullify_of_a_curse_on_two_units(mass: Table) -> None:
    """hh3 A7, A10: a nullified curse has failed, on all it would have struck."""
    foes = [*CURSED, warder()]
    played = mass.turns(
        psyker("mass"),
        foes,
        act="mass/mass-power",
        targets=("a", "c"),
        resistance_check=[(5, 6), (5, 6)],
        nullify="warder",
        nullify_check=(1, 2),
    )
    assert apply_effect(played) == []
    assert effects(played) == []


def test_nullify_with_current_willpower(table: Table) -> None:
    """hh3-facts 3: both the reacting and the focus's willpower are the current ones: 9 against 9 - 3, so 12 or less."""
    played = cursed(
        table, warder(), act=["correct", MIND_BURST], **change("seer", "willpower", willpower_change=-3), nullify="warder",
        nullify_check=(5, 6),
    )  # fmt: skip
    assert played.has("nullified")


def test_nullify_is_hindered_by_no_tranquillity(table: Table) -> None:
    """hh3-facts 2, 3: to nullify is not to manifest: Tranquillity does not lower it, so 9 against 9 is 9 or less."""
    mine = [psyker("thaumaturgy"), psyker("telepathy", name="Second")]
    played = table.turns(
        mine,
        warder(),
        act=[TRANQUILLITY, MIND_BURST],
        resistance_check=[(5, 6), (5, 6)],
        nullify=["nobody", "warder"],
        nullify_check=(4, 5),
    )
    assert apply_effect(played) == [TRANQUILLITY]


def test_names_that_are_words_of_menus(table: Table) -> None:
    """Issue 4: a unit may be called what a menu says: it has another key, and both mean what they say."""
    foes = [warder("Nobody"), warder("Another Unit"), warder("Go On")]
    played = cursed(table, foes, target="nobody-2", nullify="another-unit-2", nullify_check=(1, 2))
    (request,) = played.asked("nullify")
    assert set(request.options) == {"nobody-2", "another-unit-2", "go-on-2", "nobody"}
    assert played.args("declared")["focus"].name == "Another Unit"
    assert played.has("nullified")


def test_a_model_and_a_unit_of_one_name(table: Table) -> None:
    """hh3 A9: a Sergeant of a squad and a unit that has joined it may share a name: both can be chosen."""
    foes = [squad(leader=7), warder("Leader", willpower=10, traits=("command",), joins="Squad")]
    played = cursed(table, foes, resist_with="leader", resistance_check=(4, 5))
    assert len(played.asked("resist-with")[0].options) == 3
    assert against(played, "resistance-check") == [10]


# Reactions that are not psychic, and those that need a trait


@pytest.mark.parametrize(
    ("power", "unit", "offered"),
    [
        pytest.param(SEAL, psyker("anathemata", traits=("loyalist",)), True, id="Seal the Veil: loyalist"),
        pytest.param(SEAL, psyker("anathemata", traits=("traitor",)), False, id="Seal the Veil: no traitor"),
        pytest.param(SEAL, psyker("anathemata"), False, id="Seal the Veil: nobody who is neither"),
        pytest.param(STORMWROUGHT, psyker("runecasting", traits=("space-wolves",)), True, id="Stormwrought: Space Wolves"),
        pytest.param(STORMWROUGHT, psyker("runecasting"), False, id="Stormwrought: nobody else"),
        pytest.param(KINE, psyker("raptora", traits=SONS), True, id="Kine Shield: Thousand Sons"),
        pytest.param(STONEFORM, psyker("pavoni"), False, id="Stoneform: nobody else"),
        pytest.param(FORTRESS, grunts(traits=SONS), True, id="Fortress of the Mind: Thousand Sons"),
        pytest.param(FORTRESS, grunts(), False, id="Fortress of the Mind: nobody else"),
        pytest.param(FORTRESS, grunts(traits=(*SONS, "vehicle")), False, id="Fortress of the Mind: no vehicles"),
        pytest.param(PSY_SHOCK, grunts(traits=("spireguard",)), True, id="Psy-shock: Spireguard"),
        pytest.param(PSY_SHOCK, grunts(), False, id="Psy-shock: nobody else"),
    ],
)
def test_reactions_of_some(table: Table, power: str, unit: Unit, offered: bool) -> None:
    """hh3 csv: a reaction is on offer to those whom its row names."""
    played = table.turns(grunts(name="Fiends", traits=("malefic",)), unit)
    assert any(offers(played, power)) == offered


@pytest.mark.parametrize(
    ("traits", "offered"), [(("traitor",), {BREACH}), (("loyalist",), set()), ((), set())], ids=["traitor", "loyalist", "neither"]
)
def test_breach_the_veil(table: Table, traits: tuple[str, ...], offered: set[str]) -> None:
    """hh3 csv: Breach the Veil is for traitors; an army's trait is its models'."""
    assert set().union(*offers(table.turns(psyker("anathemata", traits=traits)), BREACH)) == offered
    assert set().union(*offers(table.turns(army(psyker("anathemata"), traits=traits)), BREACH)) == offered


@pytest.mark.parametrize(
    ("power", "units"),
    [
        pytest.param(KINE, [psyker("raptora", traits=SONS, joins="Men"), MEN], id="Kine Shield"),
        pytest.param(STONEFORM, [psyker("pavoni", traits=SONS, joins="Men"), MEN], id="Stoneform"),
        pytest.param(STORMWROUGHT, [psyker("runecasting", traits=("space-wolves",), joins="Men"), MEN], id="Stormwrought"),
    ],
)
def test_own_units_of_one_kind_only(table: Table, power: str, units: list[Unit]) -> None:
    """hh3 csv: a reaction for a unit all of Thousand Sons or Space Wolves protects no mixed one."""
    assert not any(offers(table.turns(grunts(), units), power))


@pytest.mark.parametrize(
    ("power", "seer", "why"),
    [
        (WIND, psyker("stormcalling", traits=("white-scars",)), "takes-only"),
        (CLARITY, psyker("athanaean", traits=SONS), "takes-only"),
        (CHANNELING, psyker("diabolism", traits=("word-bearers",)), "takes-only"),
    ],
)
def test_blessings_of_one_kind_only(table: Table, power: str, seer: Unit, why: str) -> None:
    """hh3 csv: Call of the Wind, Clarity and Dark Channeling are for units all of one legion."""
    played = table.turns([seer, MEN], act=power, manifestation_check=(1, 2))
    assert unavailable(played.asked("target")[0]) == {"men": why}


def test_seal_the_veil_needs_malefic(table: Table) -> None:
    """hh3 csv: Seal the Veil is on a charging unit with Malefic models."""
    played = table.turns(
        [grunts(name="Fiends", traits=("malefic",)), MEN],
        psyker("anathemata", name="Warden", traits=("loyalist",)),
        act=SEAL,
        resistance_check=(1, 2),
    )
    assert unavailable(played.asked("target")[0]) == {"men": "takes-one"}


@pytest.mark.parametrize("status", ["pinned", "routed"])
def test_no_seal_on_who_cannot_charge(table: Table, status: str) -> None:
    """hh3-facts 4, csv: Seal the Veil is on the charging unit, and neither a pinned nor a routed unit charges."""
    played = table.turns(
        [grunts(name="Fiends", traits=("malefic",)), grunts(name="Others", traits=("malefic",))],
        psyker("anathemata", name="Warden", traits=("loyalist",)),
        act=["correct", SEAL],
        **change("fiends", "statuses", statuses=(status,)),
        target="others",
        resistance_check=(1, 2),
    )
    assert unavailable(played.asked("target")[0]) == {"fiends": "target-has-status"}


@pytest.mark.parametrize(
    ("faces", "passed"),
    [((3, 4), True), ((6, 2), False), ((2, 2), True), ((6, 6), False)],
    ids=["7", "8", "double 2", "double 6"],
)
def test_fortress_of_the_mind(table: Table, faces: tuple[int, int], passed: bool) -> None:
    """hh3 csv: a unit's willpower check that no psyker takes, so without perils; a point on declaration."""
    played = table.turns(MEN, grunts(7, name="Sons", traits=SONS), act=FORTRESS, willpower_check=faces)
    assert apply_effect(played) == ([FORTRESS] if passed else [])
    assert (suffers(played), paid(played)) == ([], [1])


@pytest.mark.parametrize(
    ("shooter", "struck"),
    [
        pytest.param("crew", [("Sons", 5, 1, None), ("Crew", 4, 1, None)], id="13 - 8, and 13 - 9 for who shot"),
        pytest.param("men", [("Sons", 5, 1, None), ("Men", 6, 1, None)], id="13 - 8, and 13 - 7 for who shot"),
        pytest.param("tank", [("Sons", 5, 1, None)], id="a vehicle takes no wounds"),
        pytest.param("another-unit", [("Sons", 5, 1, None)], id="a unit in no roster"),
    ],
)
def test_failed_fortress_ruptures_both(table: Table, shooter: str, struck: list[Any]) -> None:
    """hh3 csv, hh3-facts 1: failed, both the reacting unit and the shooters suffer Warp Rupture, with no roll and no perils."""
    units = [MEN, grunts(9, name="Crew"), grunts(4, name="Tank", traits=("vehicle",))]
    played = table.turns(units, grunts(8, name="Sons", traits=SONS), act=FORTRESS, willpower_check=(4, 5), shooter=shooter)
    assert wounds(played) == struck
    assert set(played.asked("shooter")[0].options) == {"men", "crew", "tank", "another-unit"}
    assert suffers(played) == []
    assert played.has("ruptures-elsewhere") == (shooter == "another-unit")
    assert statuses(played, "sons") == ()


def test_passed_fortress_ruptures_nobody(table: Table) -> None:
    """hh3 csv: passed, nobody suffers Warp Rupture."""
    played = table.turns(MEN, grunts(8, name="Sons", traits=SONS), act=FORTRESS, willpower_check=(3, 5))
    assert (apply_effect(played), wounds(played)) == ([FORTRESS], [])
    assert not played.asked("shooter")


def test_fortress_without_dice(table: Table) -> None:
    """hh3-facts 1, 2: a unit of willpower 0 fails without dice, and suffers all 13 wounds."""
    played = table.turns(MEN, grunts(0, name="Sons", traits=SONS), act=FORTRESS, shooter="men")
    assert not played.asked("willpower-check")
    assert wounds(played) == [("Sons", 13, 1, None), ("Men", 6, 1, None)]


@pytest.mark.parametrize(("choice", "count"), [("lowest", 7), ("leader", 5)])
def test_fortress_and_a_sergeant_who_shot(table: Table, choice: str, count: int) -> None:
    """hh3-facts 1: of the unit that shot, too, a Sergeant's willpower may be used: 13 - 8, not 13 - 6."""
    played = table.turns(
        squad(), grunts(8, name="Sons", traits=SONS), act=FORTRESS, willpower_check=(4, 5), shooter="squad", suffer_with=choice
    )
    assert wounds(played) == [("Sons", 5, 1, None), ("Squad", count, 1, None)]
    assert played.asked("suffer-with")[0].who == "mine"


def test_effects_of_who_shot_at_a_fortress(table: Table) -> None:
    """hh3 A6: if a psyker that shot is killed by the Warp Rupture, what it keeps up ends at once."""
    played = table.turns(
        psyker("thaumaturgy"), grunts(8, name="Sons", traits=SONS), act=[TRANQUILLITY, FORTRESS], resistance_check=(5, 6),
        willpower_check=(4, 5), shooter="seer", casualties_of=[0, 1],
    )  # fmt: skip
    assert wounds(played) == [("Sons", 5, 1, None), ("Seer", 4, 1, None)]
    assert played.args("focus-left-play")["focus"] == "Seer"
    assert effects(played) == []


@pytest.mark.parametrize(
    ("shooter", "struck"),
    [("men", [("Spire", 5, 1, None), ("Men", 6, 1, None)]), ("another-unit", [("Spire", 5, 1, None)])],
    ids=["13 - 8 and 13 - 7", "a unit in no roster shot"],
)
def test_psy_shock_ruptures_both(table: Table, shooter: str, struck: list[Any]) -> None:
    """hh3 csv: Psy-shock is Warp Rupture on the reacting unit, then on the shooting unit."""
    played = table.turns(MEN, grunts(8, name="Spire", traits=("spireguard",)), act=PSY_SHOCK, shooter=shooter)
    assert wounds(played) == struck
    assert (suffers(played), paid(played)) == ([], [1])


def test_psy_shock_on_many(table: Table) -> None:
    """hh3-facts 1: those who are lost by it are said of either unit."""
    played = table.turns(MEN, grunts(8, name="Spire", traits=("spireguard",)), act=PSY_SHOCK, shooter="men", casualties_of=[5, 6])
    assert lost(played) == [("Spire", 5), ("Men", 6)]


def test_fortress_of_the_mind_once_a_battle(table: Table) -> None:
    """hh3 csv: Fortress of the Mind is once per battle for an army, by whichever unit; the other army has its own."""
    sons = [grunts(7, name=name, traits=SONS) for name in ("First", "Second")]
    played = table.turns(sons, sons, turns=4, act=[FORTRESS, FORTRESS], focus=[], willpower_check=[(1, 2), (1, 2)])
    used = [(event.args["army"], event.args["power"].id) for event in played.events("declared-on")]
    assert used == [("Foes", FORTRESS), ("Friends", FORTRESS)]
    assert not any(offers(played, FORTRESS, turn=2))


def test_fortress_by_the_unit(table: Table) -> None:
    """hh3 csv, hh3-facts 2: the unit's check is against its lowest willpower or a Sergeant's."""
    unit = squad(name="Sons", traits=SONS)
    played = table.turns(MEN, unit, act=FORTRESS, check_with="lowest", willpower_check=(3, 4))
    assert against(played, "willpower-check") == [6]
    assert apply_effect(played) == []


def test_fortress_is_the_reaction_of_its_unit(table: Table) -> None:
    """hh3-facts 4: one reaction per unit per turn, psychic or not: after a Kine Shield no Fortress of the Mind."""
    foe = psyker("raptora", "telekinesis", traits=SONS)
    played = table.turns(MEN, foe, act=KINE, manifestation_check=(1, 2))
    assert offers(played, FORTRESS)[0] == {FORTRESS}
    assert not any(offers(played, FORTRESS)[1:])


def test_psy_shock_has_no_check(table: Table) -> None:
    """hh3 csv: Psy-shock takes no check, so it always works, for a point."""
    played = table.turns(MEN, grunts(traits=("spireguard",)), act=PSY_SHOCK)
    assert apply_effect(played) == [PSY_SHOCK]
    assert paid(played) == [1]


# Undo, replay, random play

FRIENDS = army(
    psyker("telepathy", "thaumaturgy", "divination", name="Librarian", joins="Tacticals", traits=("psyker", "command")),
    squad(name="Tacticals"),
    psyker("biomancy", "telekinesis", name="Seer", willpower=10, traits=("force-weapon", "zardu-layak")),
    psyker("anathemata", name="Esoterist", reserve=True),
    Unit("Fiends", models=5, traits=("malefic",)),
    psyker("divination", "pyromancy", name="Dreadnought", traits=("vehicle",)),
    name="Friends",
    traits=("traitor",),
    reactions=1,
)
FOES = army(
    psyker("corvidae", "raptora", "athanaean", "telepathy", name="Magnus", willpower=12, traits=("magnus", "paragon")),
    Unit(
        "Cabal",
        willpower=8,
        models=(
            Models("Master", willpower=9, traits=("sergeant",), disciplines=("khenetai", "thaumaturgy")),
            Models("Blades", count=4),
        ),
    ),
    psyker("pyrae", "pavoni", "unattuned", name="Warlock", joins="Cabal", embarked=False),
    grunts(name="Castellax", traits=("automata",)),
    grunts(2, name="Rhino", traits=("vehicle",)),
    psyker("telekinesis", name="Rider", embarked="Rhino"),
    grunts(5, name="Sisters", traits=("anathema",)),
    name="Foes",
    traits=("thousand-sons",),
)


class Chance:
    """A person who answers anything legal, and sometimes takes an answer back."""

    name = "asked"

    def __init__(self, seed: int, undo: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.undo = undo
        self.asked = 0
        self.most = 60 if undo else 80

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        self.asked += 1
        if self.random.random() < self.undo:
            raise Undo
        if isinstance(request, Decision):
            return self._one_of(request)
        if isinstance(request, Selection):
            keys = list(request.options)
            assert not set(keys) & set(request.unavailable), "an illegal option is offered"
            return tuple(self.random.sample(keys, self.random.randint(min(request.least, len(keys)), min(2, len(keys)))))
        if isinstance(request, Number):
            return self.random.randint(request.low, min(request.high, request.low + 9))
        assert isinstance(request, Text)
        return "Name"

    def _one_of(self, request: Decision[Any]) -> str:
        assert not set(request.options) & set(request.unavailable), "an illegal option is offered"
        assert request.default is None or request.default in request.options
        if request.id == "before-battle":
            return "go-on"
        if request.id == "next-turn":
            # As often one of the units as each of the rest.
            kinds = ["go-on", "correct", "end", next(iter(set(request.notes) or {"go-on"}))]
            kind = self.random.choice(kinds)
            kind = kind if kind not in request.notes else self.random.choice(list(request.notes))
            return "end" if self.asked > self.most else kind
        keys = [key for key in request.options if key not in ("end", "go-on") or self.random.random() < 0.3]
        return self.random.choice(keys or list(request.options))


def battle(rules: Rules, seed: int, undo: float = 0.0) -> tuple[Battle, Journal, list[Narration]]:
    """Random legal play of a battle, with a person who may change his mind."""
    journal, narration, person = Journal(), [], Chance(seed, undo)  # type: ignore[var-annotated]
    while True:
        narration.clear()
        before = (replay(journal), SetAside(journal, lambda _: None))
        try:
            procedure = play_battle(rules, FRIENDS, FOES)
            outcome = play(procedure, *before, person, RandomDice(journal, str(seed)), journal=journal, report=narration.append)
        except Undo:
            journal.undo()
            if person.asked > 60:
                person.undo = 0
            continue
        return outcome, journal, narration


@pytest.mark.no_cover
@settings(max_examples=15)
@given(st.integers(0, 10**9))
def test_random_battles_replay(seed: int) -> None:
    """Any legal play ends well, offers nothing illegal, and replays to the same events and state (hh3 A1-A15)."""
    rules = hh3_rules()
    outcome, journal, narration = battle(rules, seed)
    again: list[Narration] = []
    second = Journal()
    replayed = play(play_battle(rules, FRIENDS, FOES), Recorded(tuple(journal.entries)), journal=second, report=again.append)
    assert (replayed, again) == (outcome, narration)
    assert second.entries == journal.entries


@pytest.mark.no_cover
@settings(max_examples=10)
@given(st.integers(0, 10**9))
def test_random_undo(seed: int) -> None:
    """With answers taken back at random moments the battle goes on, and what is left is what was answered last."""
    rules = hh3_rules()
    outcome, journal, narration = battle(rules, seed, undo=0.1)
    replayed = play(play_battle(rules, FRIENDS, FOES), Recorded(tuple(journal.entries)), journal=Journal())
    assert replayed == outcome
    assert [one.request.id for one in narration if isinstance(one, Answered)] == [entry.id for entry in journal.entries]


class Watch:
    """Follows a battle by what is told, and remembers what no rule allows."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.active = self.phase = ""
        self.points = 0
        self.used: set[tuple[str, str]] = set()

    def __call__(self, narration: Narration) -> None:
        if isinstance(narration, Answered):
            self._check(narration)
        elif isinstance(narration, Event):
            args: Any = narration.args
            if narration.id == "turn-begins":
                self.active, self.used = args["army"], set()
            elif narration.id == "status":
                self.phase, self.points = args["phase"].id, args["points"]
            elif narration.id == "declared-with":
                melee = not isinstance(getattr(args["weapon"], "profile", None), Ranged)
                self.faults += [] if melee == (self.phase == "assault") else [f"Force of {args['weapon']} in the {self.phase}"]
            elif narration.id in ("reaction-points", "reaction-points-bonus", "paid", "points-corrected"):
                self.points = args["points"]
                self.faults += ["points below 0"] if self.points < 0 else []
            elif narration.id in ("declared", "declared-on") and not isinstance(args["power"], Gambit):
                self._declared(args)

    def _declared(self, args: Any) -> None:
        power, focus = args["power"], args["focus"]
        # What a whole unit uses is declared by the unit.
        unit = getattr(focus, "unit", focus)
        alive = focus.group.alive if unit is not focus else bool(unit.alive)
        kind = "reaction" if isinstance(power, Reaction) else "power"
        stopped = unit.locked or {"stunned", "routed"} & set(unit.statuses) or not self.points
        wrong = {
            f"{power.id} in the wrong turn": (kind == "reaction") == (args["army"] == self.active),
            f"{unit.id} uses a second {kind}": (kind, unit.id) in self.used,
            f"{unit.id} is off the table": unit.reserve or unit.embarked or not alive,
            f"{unit.id} cannot react": kind == "reaction" and stopped,
        }
        self.faults += [fault for fault, applies in wrong.items() if applies]
        self.used.add((kind, unit.id))

    def _check(self, narration: Answered) -> None:
        if narration.request.id not in ("manifestation-check", "resistance-check", "willpower-check"):
            return
        faces: Any = narration.answer
        against: Any = narration.request.args["against"]
        double = faces[0] if faces[0] == faces[1] else 0
        passed = double == 1 or (double != 6 and sum(faces) <= against.value)
        if (narration.outcome.passed, narration.outcome.double) != (passed, double):
            self.faults.append(f"{narration.request.id}: {faces} on {against.value}")


@pytest.mark.no_cover
@given(st.integers(0, 10**9))
def test_random_battles_keep_the_rules(seed: int) -> None:
    """hh3 A5, A7, A12, A14: in any legal play limits, turns, points and statuses hold, and every check is judged right."""
    rules = hh3_rules()
    watch = Watch()
    journal = Journal()
    play(play_battle(rules, FRIENDS, FOES), Chance(seed), RandomDice(journal, str(seed)), journal=journal, report=watch)
    assert watch.faults == []


@pytest.mark.no_cover
def test_random_play_reaches_everything() -> None:
    """The random battles are worth something: they declare most of what the rosters hold, nullify, resist and suffer."""
    rules = hh3_rules()
    heard: set[str] = set()
    powers: set[str] = set()
    for seed in range(25):
        _, _, narration = battle(rules, seed)
        for one in narration:
            if isinstance(one, Event):
                heard.add(one.id)
                if one.id.startswith("declared"):
                    powers.add(one.args["power"].id)  # type: ignore[attr-defined]
    assert heard >= {
        "nullified",
        "resisted",
        "works-on",
        "focus-left-play",
        "effect-ends",
        "status-gained",
        "wounds-with-ap",
        "lost",
        "ruptured",
        "status-removed",
        "force-doubles",
    }
    assert len(powers) >= 10


@pytest.mark.parametrize("bad", [BARRIER, "telepathy/nothing", RAGE])
def test_an_answer_that_is_not_on_offer(table: Table, bad: str) -> None:
    """hh3 A3: what is not on offer now is refused."""
    with pytest.raises(AnswerError):
        play(
            play_battle(table.rules, army(psyker("telepathy", "telekinesis", "biomancy")), army(grunts())),
            Answers({"act": [bad]}),
            Defaults(),
            journal=Journal(),
        )
