"""Squads in play: what strikes them, fear, pinning and morale, settings, warnings, files, tables, and any legal play: onlywar S, M, C."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from command import EXAMPLES, psyphase
from onlywar_table import (
    FLAMER,
    OVER,
    STUBBER,
    Step,
    Table,
    adjust,
    after,
    attacked,
    boss,
    happens,
    hits,
    in_play,
    lost,
    offered,
    onlywar_rules,
    squad,
    sums,
    targets,
    turn,
)
from psyphase.engine.journal import Entry, Journal
from psyphase.engine.play import Answered, Narration, Undo, play
from psyphase.engine.procedure import Answer, Decision, Event, Number, Numbers, Request, Roll, Selection, Text
from psyphase.engine.sources import RandomDice, Recorded, SetAside, replay
from psyphase.errors import AnswerError, RulesError
from psyphase.games.roster import read_roster
from psyphase.systems.onlywar.encounter import play_encounter
from psyphase.systems.onlywar.model import Category, Faction
from psyphase.systems.onlywar.morale import shock_row
from psyphase.systems.onlywar.roster import Armour, Roster, Specialist
from psyphase.systems.onlywar.squad import Encounter, Squad
from psyphase.tables.library import shipped_rules
from psyphase.tables.names import Name, Words
from scripted import Played

RULES = onlywar_rules()
TABLE = Table(RULES)
GUNNERS = (Specialist("Gunner", FLAMER), Specialist("Heavy", STUBBER))
SKILLED = {"command": 40, "intimidate": 40, "stealth": 40, "survival": 40, "dodge": 40}
FLEES = shock_row(RULES, 90).effect
"""The row of 81-100."""


def stops(played: Played[Any]) -> list[int]:
    """What stood between damage and the model, for each hit."""
    return [-sum(part.value for part in event.args["stops"]) for event in played.events("through")]


def dead(played: Played[Any], *, of: int = 8) -> int:
    """How many subordinates died."""
    return of - after(played).magnitude


def shots(*damage: int, **answers: Any) -> Step:
    """Shots at the squad, a hit for each damage."""
    return attacked("shooting", *damage, **answers)


def killed(count: int) -> Step:
    """So many subordinates die of shots."""
    return shots(*[20] * count)


def led(magnitude: int = 8, *commands: str, **more: Any) -> Roster:
    """A squad whose commander has every skill at 40."""
    return squad(*commands, magnitude=magnitude, **{"commander": boss("master", skills=SKILLED), **more})


# S1-S6


@pytest.mark.parametrize("category", ["elite", "leader", "master"])
def test_commanders(category: str) -> None:
    """onlywar S1, C4, facts 4.2: a squad has one commander, elite, leader or master, and its magnitude is the number of subordinates."""
    played = TABLE.meets(led(commander=boss(category)))
    assert (after(played).magnitude, after(played).wounds, after(played).commander_up) == (8, 12, True)
    assert RULES.categories[category].role == "commander"


SIZES = [
    pytest.param("minion", "imperial-guard", 3, 5, id="minions: 3 to 5"),
    pytest.param("minion", "orks", 3, 5, id="ork minions: 3 to 5"),
    pytest.param("troop", "imperial-guard", 5, 10, id="troops: 5 to 10"),
    pytest.param("troop", "drukhari", 5, 10, id="drukhari: 5 to 10"),
    pytest.param("troop", "kroot", 5, 10, id="kroot: 5 to 10"),
    pytest.param("troop", "orks", 10, 20, id="orks: 10 to 20"),
    pytest.param("troop", "chaos", 10, 20, id="chaos: 10 to 20"),
]


@pytest.mark.parametrize(("category", "faction", "low", "high"), SIZES)
def test_unusual_sizes(category: str, faction: str, low: int, high: int) -> None:
    """onlywar S2, facts 4.4: a magnitude outside the usual range is a warning, never an error."""
    found = {}
    for magnitude in (low - 1, low, high, high + 1):
        played = TABLE.meets(squad(category=category, faction=faction, magnitude=magnitude), turn())
        found[magnitude] = [(event.args["low"], event.args["high"]) for event in played.events("unusual-size")]
    assert found == {low - 1: [(low, high)], low: [], high: [], high + 1: [(low, high)]}


COUNTS = [
    pytest.param("elite", 0, False, id="elite, none"),
    pytest.param("elite", 1, False, id="elite, one"),
    pytest.param("elite", 2, True, id="elite, two"),
    pytest.param("master", 2, False, id="boss, two"),
    pytest.param("master", 3, True, id="boss, three"),
    pytest.param("leader", 0, False, id="leader, none"),
    pytest.param("leader", 1, True, id="C4: leader, one"),
]


@pytest.mark.parametrize(("category", "count", "warned"), COUNTS)
def test_unusual_commands(category: str, count: int, warned: bool) -> None:
    """onlywar O6, C4: more special orders than usual for the commander are a warning, never an error."""
    commands = ("look-out", "move-move-move", "first-rank-second-rank")[:count]
    played = TABLE.meets(squad(*commands, commander=boss(category)), turn())
    assert played.has("unusual-commands") == warned


def test_one_profile_for_all() -> None:
    """onlywar S3: however many are left, subordinates have one profile, one armour, one pair of main weapons."""
    played = TABLE.meets(led(bs=30, armour=4), killed(2), turn("volley-fire", attack_test=60), shots(8))
    assert sums(played, "attack-test") == [{"bs": 30, "magnitude": 30}]
    assert stops(played)[-1] == 7


@pytest.mark.parametrize("whom", ["specialist-1", "specialist-2"])
def test_specialists_are_struck_as_the_commander(whom: str) -> None:
    """onlywar S4, S8: a specialist is as hard to hit as the commander: only by a double or a called shot, and dies as the others."""
    men = led(specialists=GUNNERS)
    ready = shots(20, struck="called-shot", struck_whom=whom)
    played = TABLE.meets(men, ready, turn("volley-fire", attack_test=30, others=("other-1",), other_attack_test=99))
    assert dead(played) == 1
    assert len(after(played).specialists) == 1
    assert len(played.asked("others")[0].options) == 2
    assert played.args("specialist-killed")["name"] == {"specialist-1": "Gunner", "specialist-2": "Heavy"}[whom]


def test_a_specialist_may_survive() -> None:
    """onlywar S9: a specialist whom damage does not get through lives."""
    played = TABLE.meets(led(specialists=GUNNERS), shots(7, struck="double", struck_whom="specialist-1"))
    assert (dead(played), len(after(played).specialists)) == (0, 2)


@pytest.mark.parametrize(("count", "magnitude", "eligible"), [("true", 8, 6), ("false", 6, 6)])
def test_specialists_count(count: str, magnitude: int, eligible: int) -> None:
    """onlywar-facts 4.3: specialists count in the magnitude by default; the setting leaves them out of it."""
    played = TABLE.under(specialists_count=count).meets(led(specialists=GUNNERS, bs=30), turn("volley-fire", attack_test=30))
    assert after(played).magnitude == magnitude
    assert targets(played, "attack-test") == [30 + 5 * magnitude]
    assert played.asked("eligible-to-shoot")[0].high == eligible


@pytest.mark.parametrize(("count", "magnitude"), [("true", 7), ("false", 6)])
def test_a_dead_specialist(count: str, magnitude: int) -> None:
    """onlywar-facts 4.3: a dead specialist lowers the magnitude only where he counted in it."""
    played = TABLE.under(specialists_count=count).meets(
        led(specialists=GUNNERS), shots(20, struck="double", struck_whom="specialist-1")
    )
    assert after(played).magnitude == magnitude


@pytest.mark.parametrize(("count", "most"), [("true", [6, 6]), ("false", [6, 6])])
def test_the_cap_and_specialists(count: str, most: list[int]) -> None:
    """onlywar S4, facts 4.3: six of eight have the main ranged weapon before and after a specialist dies, counted in or not."""
    volley = turn("volley-fire", attack_test=1)
    struck = shots(20, struck="double", struck_whom="specialist-1")
    played = TABLE.under(specialists_count=count).meets(led(specialists=GUNNERS), volley, struck, OVER, volley)
    assert [request.high for request in played.asked("eligible-to-shoot")] == most
    assert hits(played) == [6, 6]


@pytest.mark.parametrize(("count", "most"), [("true", 8), ("false", 6)])
def test_specialists_in_melee(count: str, most: int) -> None:
    """onlywar S4 and the table, facts 4.3: engaged subordinates cap blows; specialists are among them where they count at all."""
    played = TABLE.under(specialists_count=count).meets(led(specialists=GUNNERS), turn("melee-attack", attack_test=99))
    assert played.asked("eligible-to-fight")[0].high == most


@pytest.mark.parametrize(("count", "tested"), [("true", True), ("false", False)])
def test_specialists_and_morale(count: str, tested: bool) -> None:
    """onlywar M4, facts 4.3: a specialist and three of eight are half; where specialists do not count, two of six are not."""
    struck = shots(20, struck="double", struck_whom="specialist-1")
    faces: dict[str, Any] = {"morale_test": 1} if tested else {}
    steps = (struck, killed(3 if tested else 2), OVER, turn(**faces))
    played = TABLE.under(specialists_count=count).meets(led(specialists=GUNNERS), *steps)
    assert targets(played, "morale-test") == [40 + 20 - 20] * tested


@pytest.mark.parametrize(("count", "losses"), [("true", 0), ("true", 1), ("true", 2), ("false", 0)])
def test_more_specialists_than_are_left(count: str, losses: int) -> None:
    """onlywar S4, facts 4.3: of three with two specialists nobody caps the hits below 0, however few are left."""
    men = led(3, specialists=GUNNERS, category="minion")
    steps = [killed(losses)] if losses else []
    played = TABLE.under(specialists_count=count).meets(men, *steps, turn("volley-fire", attack_test=1))
    (request,) = played.asked("eligible-to-shoot")
    assert 0 <= request.low <= request.high <= 3


def test_out_of_formation() -> None:
    """onlywar S5: who leaves formation is no part of the squad until back: set right, and no loss that shakes morale."""
    men = led(bs=30)
    away = adjust("magnitude", magnitude_now=3)
    back = adjust("magnitude", magnitude_now=8)
    played = TABLE.meets(men, away, OVER, turn("volley-fire", attack_test=45), OVER, back, turn("volley-fire", attack_test=70))
    assert targets(played, "attack-test") == [45, 70]
    assert not played.asked("morale-test")


def test_turns_in_any_order() -> None:
    """onlywar S6: squads act on the initiative of their commanders, each once a round, in the order the game master takes."""
    both = [led(name="Alpha"), led(name="Beta")]
    played = TABLE.meets(both, turn(who="beta"), turn(who="alpha"), OVER, turn(who="alpha"))
    assert [set(request.options) & {"alpha", "beta"} for request in played.asked("next")] == [
        {"alpha", "beta"}, {"alpha"}, set(), {"alpha", "beta"}, {"beta"},
    ]  # fmt: skip


# S7


def parts(played: Played[Any]) -> list[str]:
    """Where the hits on each target go."""
    return [" ".join(part.id.removeprefix("part-") for part in event.args["parts"]) for event in played.events("target-hit")]


SHARED = [
    pytest.param(1, {"targets": 1}, ["body body arm head arm body body"], id="seven on one target"),
    pytest.param(
        21, {"targets": 2, "hits_on_target": 4}, ["body body arm head", "body"], id="four and one: each begins at the body"
    ),
    pytest.param(21, {"targets": 5}, ["body"] * 5, id="one each"),
    pytest.param(21, {}, ["body"] * 5, id="spread by default"),
    pytest.param(21, {"targets": 2}, ["body body arm", "body body"], id="evenly by default"),
    pytest.param(70, {}, ["body"], id="one hit"),
]


@pytest.mark.parametrize(("roll", "answers", "expected"), SHARED)
def test_hits_are_shared_out(roll: int, answers: dict[str, Any], expected: list[str]) -> None:
    """onlywar S7, facts 2.5, 4.11, 4.12: the game master shares hits; on each target the first is to the body, then the table."""
    played = TABLE.meets(led(bs=30), turn("volley-fire", attack_test=roll, **answers))
    assert parts(played) == expected
    assert sum(len(one.split()) for one in parts(played)) == sum(hits(played))


def test_only_by_orders() -> None:
    """onlywar S7, O3: in its turn a squad does nothing but carry out orders, whatever else is set right."""
    played = TABLE.meets(led(), turn())
    assert offered(played)[0] <= {*RULES.commands, "end-turn", "correct"}


# S8


def test_whom_a_hit_strikes() -> None:
    """onlywar S8: a hit strikes subordinates; by a double or a called shot the attacker may choose commander or specialist."""
    plain = TABLE.meets(led(specialists=GUNNERS), shots(7))
    assert not plain.asked("struck-whom")
    for way in ("double", "called-shot"):
        played = TABLE.meets(led(specialists=GUNNERS), shots(7, struck=way, struck_whom="specialist-1"))
        assert {"commander", "specialist-1", "specialist-2"} <= offered(played, "struck-whom")[0]
        assert played.asked("struck-whom")[0].who == "theirs"


def test_a_double_may_strike_a_subordinate() -> None:
    """onlywar S8: on a double the attacker may leave it at a subordinate."""
    assert dead(TABLE.meets(led(), shots(20, struck="double", struck_whom="subordinates"))) == 1


@pytest.mark.parametrize("category", ["minion", "troop"])
def test_a_squad_without_specialists(category: str) -> None:
    """onlywar S4, S8: without specialists the choice is commander or subordinate."""
    played = TABLE.meets(led(5, category=category), shots(7, struck="double", struck_whom="subordinates"))
    assert offered(played, "struck-whom") == [{"commander", "subordinates"}]


WORN = Armour(head=1, arms=2, body=3, legs=5)


BROKEN = happens("fear", fear_test=99, shock=1)
"""The squad shatters: its commander is alone."""


def places(played: Played[Any]) -> list[str]:
    """The part that each hit struck."""
    return [event.args["part"].id.removeprefix("part-") for event in played.events("through")]


STRUCK = [
    ("11", "right-arm", "arm", 2),
    ("22", "left-arm", "arm", 2),
    ("33", "body", "body", 3),
    ("44", "body", "body", 3),
    ("55", "body", "body", 3),
    ("66", "body", "body", 3),
    ("77", "right-leg", "leg", 5),
    ("88", "left-leg", "leg", 5),
    ("99", "left-leg", "leg", 5),
    ("00", "left-leg", "leg", 5),
]


@pytest.mark.parametrize(("double", "location", "part", "armour"), STRUCK)
def test_where_the_commander_is_struck(double: str, location: str, part: str, armour: int) -> None:
    """onlywar S9, facts 2.5: on a double the commander is struck where the reversed roll says, with the armour of that part."""
    played = TABLE.meets(led(commander=boss(armour=WORN)), shots(5, struck="double", struck_whom="commander", double=double))
    assert played.args("commander-hit")["location"].id == location
    assert (places(played), stops(played)) == ([part], [armour + 4])


def test_which_double_it_was() -> None:
    """onlywar S8, facts 4.24: only a double lets the attacker choose so, and 11, 22, ... 99 and 00 are all there are."""
    played = TABLE.meets(led(), shots(5, struck="double", struck_whom="commander", double="00"))
    (request,) = played.asked("double")
    assert set(request.options) == {"11", "22", "33", "44", "55", "66", "77", "88", "99", "00"}
    assert request.who == "theirs"
    assert not played.asked("attack-roll")
    for whom in ("specialist-1", "subordinates"):
        other = TABLE.meets(led(specialists=GUNNERS), shots(5, struck="double", struck_whom=whom))
        assert not other.asked("double")


@pytest.mark.parametrize(
    ("roll", "location", "armour"),
    [(5, "body", 3), (20, "head", 1), (2, "right-arm", 2), (12, "left-arm", 2), (17, "right-leg", 5), (100, "left-leg", 5)],
)
@pytest.mark.parametrize("way", [BROKEN, killed(8)], ids=["shattered", "all dead"])
def test_a_commander_alone(way: Step, roll: int, location: str, armour: int) -> None:
    """onlywar S9, M2, facts 2.5: where no squad is left any roll strikes the commander, by its reversed digits, no double needed."""
    played = TABLE.meets(led(commander=boss(armour=WORN)), way, shots(armour + 7, attack_roll=roll))
    assert played.args("commander-hit")["location"].id == location
    assert stops(played)[-1] == armour + 4
    assert after(played).wounds == 12 - 3
    assert (len(played.asked("attack-roll")), played.asked("double")) == (1, [])


def test_spray_at_a_commander_alone() -> None:
    """onlywar-facts 2.8, 4.28: alone he tests his own agility against Spray; the subordinates' is for the squad."""
    played = TABLE.meets(led(ag=30), BROKEN, attacked("spray", spray_test=40))
    assert sums(played, "spray-test") == [{"ag": 40}]
    assert after(played).wounds == 12


def test_spray_strikes_the_body() -> None:
    """onlywar-facts 2.8: Spray needs no attack roll, so that there are no digits to reverse: it strikes the body."""
    played = TABLE.meets(led(commander=boss(armour=WORN)), BROKEN, attacked("spray", 9, spray_test=99))
    assert (places(played), stops(played)) == (["body"], [3 + 4])


@pytest.mark.parametrize(
    ("location", "armour"), [("head", 1), ("right-arm", 2), ("left-arm", 2), ("body", 3), ("right-leg", 5), ("left-leg", 5)]
)
def test_a_called_shot_strikes_where_it_is_called(location: str, armour: int) -> None:
    """onlywar S8, facts 2.7, 4.32: a called shot at the commander does all that one does: the attacker chooses the location."""
    called = shots(5, struck="called-shot", struck_whom="commander", called_location=location)
    played = TABLE.meets(led(commander=boss(armour=WORN)), called)
    assert stops(played) == [armour + 4]
    assert played.asked("called-location")[0].who == "theirs"
    assert not played.asked("double")


def test_where_a_shot_may_be_called() -> None:
    """onlywar S8, facts 2.5: a called shot may choose any of the six locations."""
    played = TABLE.meets(led(), shots(5, struck="called-shot", struck_whom="commander"))
    assert offered(played, "called-location") == [{"head", "right-arm", "left-arm", "body", "right-leg", "left-leg"}]


ON_A_DOUBLE = {"struck": "double", "struck_whom": "commander"}
ROWS = [
    pytest.param((), {**ON_A_DOUBLE, "double": "55"}, "body body arm head arm body body", id="body"),
    pytest.param((), {**ON_A_DOUBLE, "double": "11"}, "arm arm body head body arm arm", id="right arm"),
    pytest.param((), {**ON_A_DOUBLE, "double": "22"}, "arm arm body head body arm arm", id="left arm"),
    pytest.param((), {**ON_A_DOUBLE, "double": "77"}, "leg leg body arm head body body", id="right leg"),
    pytest.param((), {**ON_A_DOUBLE, "double": "00"}, "leg leg body arm head body body", id="left leg"),
    pytest.param((BROKEN,), {"attack_roll": 20}, "head head arm body arm body body", id="head"),
]


@pytest.mark.parametrize(("before", "answers", "expected"), ROWS)
def test_several_hits_on_the_commander(before: tuple[Step, ...], answers: dict[str, Any], expected: str) -> None:
    """onlywar S9, facts 2.5: several hits follow the Multiple Hits row of the first, each against the armour of its part."""
    played = TABLE.meets(led(commander=boss(armour=WORN)), *before, shots(*[5] * 7, **answers))
    assert places(played) == expected.split()
    worn = {"head": 1, "arm": 2, "body": 3, "leg": 5}
    assert stops(played) == [worn[part] + 4 for part in expected.split()]


def test_wounds_of_several_hits() -> None:
    """onlywar S9, facts 2.5: of three tens body and body let 3 through, the arm 4: twelve wounds become two."""
    played = TABLE.meets(led(commander=boss(armour=WORN)), shots(10, 10, 10, **ON_A_DOUBLE, double="33"))
    assert [event.args["through"] for event in played.events("through")] == [3, 3, 4]
    assert after(played).wounds == 2


def test_one_line_of_damage_for_the_commander() -> None:
    """onlywar S9, S11: one attack has one penetration and one cover, whichever parts it strikes: body 5 + 4, arm 4 + 4."""
    step = shots(20, 20, 20, **ON_A_DOUBLE, double="33", penetration=2, commander_cover=4, commander_out="no")
    played = TABLE.meets(led(commander=boss(armour=WORN)), step)
    assert stops(played) == [3 + 4 - 2 + 4, 3 + 4 - 2 + 4, 2 + 4 - 2 + 4]
    assert [len(played.asked(id)) for id in ("penetration", "commander-cover", "damage", "cover")] == [1, 1, 1, 0]


# S10


@pytest.mark.parametrize(
    ("kind", "ways"), [("shooting", {"no", "dodge"}), ("melee", {"no", "dodge", "parry"})], ids=["shots", "blows"]
)
def test_the_commander_evades(kind: str, ways: set[str]) -> None:
    """onlywar S10, facts 2.7, 4.13: the commander's one reaction may be his own dodge or parry: a hit avoided for each degree."""
    step = attacked(
        kind, 9, struck="double", struck_whom="commander", double="33", commander_evades="dodge", evade_test=30, hits_made=3
    )
    played = TABLE.meets(led(), step)
    assert offered(played, "commander-evades") == [ways]
    assert targets(played, "evade-test") == [40]
    assert [event.args["avoided"] for event in played.events("hits-avoided")] == [2]
    assert after(played).round.reacted


def test_an_evasion_spends_the_reaction() -> None:
    """onlywar S10, facts 4.10: after his own dodge there is no reaction order this round, and after such an order no dodge."""
    shot = {**ON_A_DOUBLE, "double": "33"}
    men = led(8, "look-out")
    dodged = TABLE.meets(men, shots(1, **shot, commander_evades="dodge", evade_test=99), shots(), OVER, shots())
    assert len(dodged.asked("reaction")) == 2
    ordered = TABLE.meets(men, shots(1, **shot, reaction="look-out", command_test=99))
    assert not ordered.asked("commander-evades")


def test_an_evasion_is_no_order() -> None:
    """onlywar S10 and the table: the commander's own dodge is no reaction order and leaves the sector watched."""
    step = shots(1, struck="double", struck_whom="commander", double="33", commander_evades="dodge", evade_test=99)
    assert in_play(TABLE.meets(led(), turn("overwatch"), step)) == {"overwatch"}


# S9, S11


@pytest.mark.parametrize(
    ("damage", "penetration", "cover", "dies"),
    [
        pytest.param(7, 0, 0, False, id="armour 4 and toughness bonus 3 stop 7"),
        pytest.param(8, 0, 0, True, id="8: one gets through"),
        pytest.param(0, 0, 0, False, id="no damage"),
        pytest.param(7, 1, 0, True, id="penetration takes armour"),
        pytest.param(3, 50, 0, False, id="penetration never takes the toughness bonus"),
        pytest.param(4, 50, 0, True, id="armour is never below 0"),
        pytest.param(15, 0, 8, False, id="cover 8 stops 8 more"),
        pytest.param(16, 0, 8, True, id="more than cover, armour and bonus"),
        pytest.param(11, 4, 8, False, id="penetration 4 of 12"),
        pytest.param(500, 0, 0, True, id="one hit kills one, however hard"),
    ],
)
def test_damage(damage: int, penetration: int, cover: int, dies: bool) -> None:
    """onlywar S9, S11: an attack that does 1 damage after armour, cover and toughness bonus kills one subordinate."""
    assert dead(TABLE.meets(led(), shots(damage, penetration=penetration, cover=cover))) == int(dies)


@pytest.mark.parametrize("specialist", [False, True], ids=["ordinary", "specialist"])
def test_all_hits_are_body_hits(specialist: bool) -> None:
    """onlywar S9: hits on subordinates all count as body hits, whatever their other armour."""
    men = led(armour=Armour(head=0, arms=0, body=6, legs=0), specialists=GUNNERS)
    whom = {"struck": "double", "struck_whom": "specialist-1"} if specialist else {}
    played = TABLE.meets(men, shots(9, 9, 9, **whom))
    assert (places(played), stops(played)) == (["body"] * 3, [9, 9, 9])


def test_one_line_of_damage() -> None:
    """onlywar S9, S11, facts 4.25: an attack's penetration and cover are asked once, its hits told on one line, each for itself."""
    played = TABLE.meets(led(), shots(13, 14, 20, 7, penetration=1, cover=8))
    assert [len(played.asked(id)) for id in ("penetration", "cover", "damage")] == [1, 1, 1]
    assert stops(played) == [4 + 8 - 1 + 3] * 4
    assert dead(played) == 1
    assert played.asked("damage")[0].parse("13, 14 20") == ("13", "14", "20")


def test_no_cover_in_melee() -> None:
    """onlywar S11, facts 2.10: cover is nothing against blows, and nobody asks for it."""
    blow = {**ON_A_DOUBLE, "double": "33"}
    played = TABLE.meets(led(), attacked("melee", 7), attacked("melee", 7, **blow))
    assert stops(played) == [7, 4]
    assert not played.asked("cover") + played.asked("commander-cover")


@pytest.mark.parametrize("kind", ["spray", "blast"])
def test_a_template_has_one_damage(kind: str) -> None:
    """onlywar-facts 2.8: Spray and Blast throw their damage once for all."""
    faces: dict[str, Any] = {"spray_test": 99} if kind == "spray" else {}
    with pytest.raises(AnswerError, match="at most 1"):
        TABLE.meets(led(), attacked(kind, 8, 8, **faces))


@pytest.mark.parametrize(("setting", "expected"), [("hit", 3), ("attack", 1)])
def test_kills_per(setting: str, expected: int) -> None:
    """onlywar-facts 4.25: every hit that does damage kills one, or by the setting every attack."""
    assert dead(TABLE.under(kills_per=setting).meets(led(), shots(20, 7, 20, 8))) == expected


def test_an_attack_that_does_nothing_kills_nobody() -> None:
    """onlywar S9, facts 4.25: by either reading no damage, no death."""
    for setting in ("hit", "attack"):
        assert dead(TABLE.under(kills_per=setting).meets(led(), shots(7, 7, 7))) == 0


def test_no_more_die_than_there_are() -> None:
    """onlywar S1, S9: magnitude ends at 0, and the squad with it."""
    played = TABLE.meets(led(3), killed(5))
    assert (after(played).magnitude, after(played).acts, sum(lost(played))) == (0, False, 3)


@pytest.mark.parametrize(
    ("damage", "wounds", "out", "standing"),
    [
        pytest.param(3, 12, None, "squad", id="toughness bonus 4 stops 3"),
        pytest.param(9, 7, None, "squad", id="5 wounds"),
        pytest.param(16, 0, None, "squad", id="0 wounds left is not out"),
        pytest.param(20, -4, "no", "squad", id="critical damage, still up"),
        pytest.param(20, -4, "yes", "shattered", id="critical damage, out of action"),
    ],
)
def test_the_commander_takes_damage(damage: int, wounds: int, out: str | None, standing: str) -> None:
    """onlywar S9, S13: the commander keeps his wounds and takes damage normally; put out of action he ends the squad."""
    answers: dict[str, Any] = {"commander_out": out} if out else {}
    played = TABLE.meets(led(), shots(damage, struck="called-shot", struck_whom="commander", **answers))
    assert (after(played).wounds, after(played).standing) == (wounds, standing)
    assert len(played.asked("commander-out")) == (1 if out else 0)


def test_unnatural_toughness() -> None:
    """onlywar-facts 2.1: unnatural toughness adds to the bonus, of subordinates and commander alike."""
    men = led(t=35, armour=0, unnatural_toughness=2, commander=boss(t=45, unnatural_toughness=3))
    assert stops(TABLE.meets(men, shots(1))) == [5]
    assert stops(TABLE.meets(men, shots(1, struck="called-shot", struck_whom="commander"))) == [7]


def test_cover_of_the_commander() -> None:
    """onlywar S11, facts 4.31: the squad's cover is asked for the squad, the commander's for himself."""
    called = {"struck": "called-shot", "struck_whom": "commander"}
    played = TABLE.meets(led(), shots(5, cover=8), shots(5, commander_cover=0, **called), shots(5))
    assert stops(played) == [4 + 8 + 3, 4, 4 + 8 + 3]


# S12

TEMPLATES = [
    pytest.param("spray", {}, 8, "no", 2, id="Spray kills one and one more"),
    pytest.param("spray", {}, 8, "yes", 3, id="Spray with fury: two more instead"),
    pytest.param("spray", {}, 7, "no", 0, id="Spray that kills nobody kills nobody else"),
    pytest.param("spray", {}, 7, "yes", 0, id="nor does fury"),
    pytest.param("blast", {"blast_number": 3}, 8, "no", 3, id="Blast kills one and two more"),
    pytest.param("blast", {"blast_number": 3}, 8, "yes", 4, id="Blast (3) with fury: three more instead"),
    pytest.param("blast", {"blast_number": 1}, 8, "no", 3, id="Blast (1) kills two more"),
    pytest.param("blast", {"blast_number": 1}, 8, "yes", 2, id="Blast (1) with fury: only one more"),
    pytest.param("blast", {"blast_number": 2}, 8, "yes", 3, id="Blast (2) with fury: two more"),
    pytest.param("blast", {"blast_number": 6}, 8, "yes", 7, id="Blast (6) with fury: six more"),
    pytest.param("blast", {"blast_number": 10}, 8, "yes", 8, id="no more than there are"),
    pytest.param("blast", {"blast_number": 3}, 7, "no", 0, id="Blast that kills nobody kills nobody else"),
]


@pytest.mark.parametrize(("kind", "answers", "damage", "fury", "expected"), TEMPLATES)
def test_spray_and_blast(kind: str, answers: dict[str, Any], damage: int, fury: str, expected: int) -> None:
    """onlywar S12, facts 4.27: what Spray and Blast kill besides, and what Righteous Fury makes of it."""
    faces: dict[str, Any] = {"spray_test": 99} if kind == "spray" else {}
    rage: dict[str, Any] = {"fury": fury} if damage > 7 else {}
    played = TABLE.meets(led(), attacked(kind, damage, **answers, **faces, **rage))
    assert dead(played) == expected


@pytest.mark.parametrize(("least", "number", "expected"), [("0", 1, 2), ("2", 1, 3), ("2", 2, 3), ("2", 4, 5)])
def test_blast_fury_least(least: str, number: int, expected: int) -> None:
    """onlywar-facts 4.27: by the setting fury kills the greater of 2 and X more."""
    rules = TABLE.under(blast_fury_least=least)
    assert dead(rules.meets(led(), attacked("blast", 8, blast_number=number, fury="yes"))) == expected


FURIES = [
    pytest.param("true", "shooting", {}, 7, 1, id="a stopped hit kills one"),
    pytest.param("false", "shooting", {}, 7, 0, id="default: a stopped hit kills nobody"),
    pytest.param("true", "shooting", {}, 8, 1, id="a hit that got through still kills one"),
    pytest.param("true", "spray", {"spray_test": 99}, 7, 3, id="a stopped Spray kills one and two more"),
    pytest.param("true", "blast", {"blast_number": 4}, 7, 5, id="a stopped Blast (4) kills one and four more"),
]


@pytest.mark.parametrize(("setting", "kind", "answers", "damage", "expected"), FURIES)
def test_fury_pierces(setting: str, kind: str, answers: dict[str, Any], damage: int, expected: int) -> None:
    """onlywar-facts 2.6, 4.26: by the setting Righteous Fury kills although nothing got through; by default it does not."""
    template = {"fury": "yes"} if kind in ("spray", "blast") else {"fury_hits": 1}
    rage: dict[str, Any] = template if setting == "true" and damage <= 7 else {}
    assert dead(TABLE.under(fury_pierces=setting).meets(led(), attacked(kind, damage, **answers, **rage))) == expected


@pytest.mark.parametrize(("roll", "expected"), [(30, 0), (31, 2)], ids=["agility 30 passed", "failed"])
def test_one_agility_test_for_spray(roll: int, expected: int) -> None:
    """onlywar-facts 2.8, 4.28: one agility test (+0) of the subordinates for the whole squad."""
    damage = (20,) if expected else ()
    played = TABLE.meets(led(ag=30), attacked("spray", *damage, spray_test=roll))
    assert (sums(played, "spray-test"), dead(played)) == ([{"ag": 30}], expected)


def test_a_blast_may_miss() -> None:
    """onlywar S12, facts 2.8: a Blast that does not catch the squad kills nobody."""
    assert dead(TABLE.meets(led(), attacked("blast", blast_hits="no"))) == 0


def test_shots_have_no_extra_kills() -> None:
    """onlywar S12: plain shots and blows kill one a hit."""
    assert dead(TABLE.meets(led(), shots(20, 20), attacked("melee", 20))) == 3


# S13

LOST_WAYS = [
    pytest.param(happens("commander-lost"), id="told"),
    pytest.param(
        shots(30, struck="called-shot", struck_whom="commander", commander_out="yes"),
        id="killed by a called shot",
    ),
    pytest.param(shots(30, struck="double", struck_whom="commander", double="55", commander_out="yes"), id="killed on a double"),
]


@pytest.mark.parametrize("way", LOST_WAYS)
def test_troops_lose_their_commander(way: Step) -> None:
    """onlywar S13, facts 4.33: the squad is at its end; troops count as having rolled 81-100 on Shock, and no order is given."""
    played = TABLE.meets(led(), way, OVER, OVER)
    assert played.args("troops-alone")["effect"] == FLEES
    assert (after(played).standing == "squad", after(played).commander_up, after(played).acts) == (False, False, False)
    assert all("squad" not in options for options in offered(played, "next")[1:])
    assert not played.asked("morale-test")


def test_minions_lose_their_commander() -> None:
    """onlywar S13: minions follow instinct, with nothing to throw."""
    played = TABLE.meets(led(4, category="minion"), happens("commander-lost"), OVER)
    assert played.has("minions-alone")
    assert not played.has("troops-alone")
    assert not after(played).acts


@pytest.mark.parametrize("degrees", [1, 3, 5])
def test_commander_loss(degrees: int) -> None:
    """onlywar S13, facts 4.33: by the setting troops are shocked, +10 for each of 1d5 degrees."""
    played = TABLE.under(commander_loss="shock").meets(led(), happens("commander-lost", loss_degrees=degrees))
    assert str(played.asked("loss-degrees")[0].dice) in ("d5", "1d5")
    assert played.args("troops-shocked")["bonus"] == 10 * degrees
    assert not after(played).acts


def test_a_lost_commander_comes_before_morale() -> None:
    """onlywar-facts 4.35: losses that call for a morale test are nothing once the commander is lost."""
    played = TABLE.meets(led(), killed(4), happens("commander-lost"), OVER, OVER)
    assert not played.asked("morale-test")


def test_what_is_no_squad_is_struck_one_by_one() -> None:
    """onlywar S13, M2: without a commander they are single ones; of a shattered squad only the commander is left to strike."""
    lost_one = TABLE.meets(led(), happens("commander-lost"), OVER, Step("hit/squad"))
    assert lost_one.has("only-single-ones")
    assert not lost_one.asked("attack-kind")
    shattered = TABLE.meets(led(), BROKEN, OVER, shots(9, attack_roll=33))
    assert not shattered.asked("struck")
    assert after(shattered).wounds == 12 - 5
    for played in (lost_one, shattered):
        assert (after(played).magnitude, after(played).acts) == (8, False)


# M1, M2


@pytest.mark.parametrize(("rating", "target"), [(1, 40), (2, 30), (3, 20), (4, 10)])
def test_fear_is_passed(rating: int, target: int) -> None:
    """onlywar M1, facts 2.9: the commander's willpower, at +0, -10, -20, -30 for Fear (1) to (4); passed, all hold."""
    played = TABLE.meets(led(wp=1), happens("fear", fear_rating=rating, fear_test=target), turn())
    assert targets(played, "fear-test") == [target]
    assert played.has("holds")
    assert after(played).acts


@pytest.mark.parametrize(
    ("roll", "shock", "total"),
    [(41, 10, 20), (50, 10, 30), (60, 10, 40), (95, 95, 155)],
    ids=["one degree", "two degrees", "three degrees", "six degrees"],
)
def test_fear_is_failed(roll: int, shock: int, total: int) -> None:
    """onlywar M2, facts 2.9: the squad shatters, each subordinate as by 81-100; the commander rolls, +10 for each degree."""
    played = TABLE.meets(led(), happens("fear", fear_test=roll, shock=shock))
    assert played.args("shattered")["effect"] == FLEES
    assert played.args("shocked")["total"] == total
    assert after(played).standing == "shattered"
    assert not after(played).acts


def test_shattered_is_not_scattered() -> None:
    """onlywar M2: a shattered squad is no squad: no orders, no reactions, in no later round, until rallied."""
    played = TABLE.meets(led(), happens("fear", fear_test=99, shock=1), OVER, happens("back"), OVER)
    assert "reaction" not in offered(played, "what-happens")[-1]
    assert all("squad" not in options for options in offered(played, "next")[1:])


def test_a_shattered_squad_does_not_react_to_an_attack() -> None:
    """onlywar M2: no squad, no reactions: while it stands it is asked for one, shattered it is not."""
    standing = TABLE.meets(led(), attacked("blast"))
    assert len(standing.asked("reaction")) == 1
    shattered = TABLE.meets(led(), happens("fear", fear_test=99, shock=1), attacked("blast", attack_roll=50))
    assert not shattered.asked("reaction")


# M3


@pytest.mark.parametrize(("modifier", "roll", "held"), [(0, 40, True), (0, 41, False), (-20, 20, True), (-20, 21, False)])
def test_pinning(modifier: int, roll: int, held: bool) -> None:
    """onlywar M1, M3: the commander's willpower against pinning; failed, the whole squad is pinned."""
    played = TABLE.meets(led(wp=1), happens("pinning", pinning_modifier=modifier, pinning_test=roll))
    assert targets(played, "pinning-test") == [40 + modifier]
    assert after(played).pinned is not held
    assert after(played).standing == "squad"


@pytest.mark.parametrize(
    ("covered", "target", "roll", "free"),
    [("covered", 70, 70, True), ("covered", 70, 71, False), ("under-fire", 40, 40, True), ("under-fire", 40, 41, False)],
)
def test_no_longer_pinned(covered: str, target: int, roll: int, free: bool) -> None:
    """onlywar M3, facts 2.9: at the end of the own turn willpower frees, +30 in cover or not shot at."""
    played = TABLE.meets(led(), happens("pinning", pinning_test=99), turn(pinned_still=covered, unpin_test=roll))
    assert targets(played, "unpin-test") == [target]
    assert after(played).pinned is not free
    assert played.order("command", "unpin-test") == ["command", "unpin-test"]


def test_pinned_until_free() -> None:
    """onlywar M3: pinned turn after turn until the commander is not; then full actions are legal again."""
    pinned = happens("pinning", pinning_test=99)
    played = TABLE.meets(led(), pinned, turn(unpin_test=99), OVER, turn(unpin_test=1), OVER, turn("run"))
    assert [("run" in options) for options in offered(played)] == [False, False, True]


def test_orks_shake_off_pinning_together() -> None:
    """onlywar O6, M3: +10 x magnitude on willpower against pinning, also to be no longer pinned; within 60 with the +30."""
    orks = led(5, faction="orks", commander=boss("master", wp=20))
    played = TABLE.meets(orks, happens("pinning", pinning_test=99), turn(pinned_still="under-fire", unpin_test=1))
    assert targets(played, "unpin-test") == [70]


@pytest.mark.parametrize("happening", ["fear", "pinning"])
@pytest.mark.parametrize("trait", ["fearless", "frenzy"])
@pytest.mark.parametrize("whose", ["commander", "subordinates"])
def test_immunity(happening: str, trait: str, whose: str) -> None:
    """onlywar M3, facts 2.9: commander or subordinates immune: at the game master's choice the whole squad is."""
    men = led(commander=boss(traits=(trait,))) if whose == "commander" else led(traits=(trait,))
    played = TABLE.meets(men, happens(happening))
    (request,) = played.asked("immune")
    assert (set(request.options), request.default) == ({"yes", "no"}, "yes")
    assert not played.asked(f"{happening}-test")
    assert after(played).acts
    assert not after(played).pinned


@pytest.mark.parametrize("happening", ["fear", "pinning"])
@pytest.mark.parametrize("whose", ["commander", "subordinates"])
def test_immunity_denied(whose: str, happening: str) -> None:
    """onlywar M3: the choice is the game master's: if not, the commander tests for all."""
    men = led(commander=boss(traits=("fearless",))) if whose == "commander" else led(traits=("fearless",))
    faces: dict[str, Any] = {f"{happening}_test": 99, **({"shock": 1} if happening == "fear" else {})}
    played = TABLE.meets(men, happens(happening, immune="no", **faces))
    assert targets(played, f"{happening}-test") == [40]
    assert (after(played).standing, after(played).pinned) == (("shattered", False) if happening == "fear" else ("squad", True))


@pytest.mark.parametrize("happening", ["fear", "pinning"])
def test_nobody_is_immune_by_himself(happening: str) -> None:
    """onlywar M1, M3: where neither commander nor subordinates are immune there is no choice, only the test."""
    faces: dict[str, Any] = {f"{happening}_test": 1}
    assert not TABLE.meets(led(), happens(happening, **faces)).asked("immune")


@pytest.mark.parametrize("happening", ["fear", "pinning"])
def test_an_eaten_talent(happening: str) -> None:
    """onlywar M3 and the table: who has learned Fearless by shapers-wisdom has it: the squad may be immune."""
    kroot = led(8, "shapers-wisdom", faction="kroot")
    played = TABLE.meets(kroot, turn("shapers-wisdom", learned="fearless", command_test=1), happens(happening))
    assert len(played.asked("immune")) == 1


# M4

THRESHOLDS = [(5, 3, 5), (8, 4, 0), (9, 5, -5), (10, 5, -5), (12, 6, -10), (20, 10, -30)]


@pytest.mark.parametrize(("start", "losses", "modifier"), THRESHOLDS)
def test_morale_thresholds(start: int, losses: int, modifier: int) -> None:
    """onlywar M4, facts 6.2: half of the magnitude, rounded up, lost in a round: Command +20, -5 for each loss."""
    fewer = TABLE.meets(led(start), killed(losses - 1), OVER, turn())
    assert not fewer.asked("morale-test")
    played = TABLE.meets(led(start), killed(losses), OVER, turn(morale_test=1))
    assert sums(played, "morale-test") == [{"command": 40, "routine": 20, "losses": -5 * losses}]
    assert targets(played, "morale-test") == [40 + modifier]


def test_every_loss_counts() -> None:
    """onlywar M4: -5 for each point lost in that round, not only for half: 6 of 8 make -10; 17 of 20 no less than -60."""
    assert targets(TABLE.meets(led(8), killed(6), OVER, turn(morale_test=1)), "morale-test") == [40 + 20 - 30]
    assert targets(TABLE.meets(led(20), killed(17), OVER, turn(morale_test=1)), "morale-test") == [40 - 60]


WHEN = [
    pytest.param((killed(2), shots(20), killed(1)), True, id="losses of one round add up"),
    pytest.param((killed(3), OVER, killed(1)), False, id="losses of two rounds do not"),
    pytest.param((killed(3), OVER, killed(2)), False, id="two of the five that are left are less than half"),
]


@pytest.mark.parametrize(("steps", "tested"), WHEN)
def test_losses_of_a_round(steps: tuple[Step, ...], tested: bool) -> None:
    """onlywar M4, facts 4.34: half of the current magnitude, as it was when the round began."""
    answers: dict[str, Any] = {"morale_test": 1} if tested else {}
    played = TABLE.meets(led(8), *steps, OVER, turn(**answers))
    assert len(played.asked("morale-test")) == int(tested)


def test_half_of_the_current_magnitude() -> None:
    """onlywar M4, facts 4.34: three lost of the five that began the second round: +20 - 15."""
    played = TABLE.meets(led(8), killed(3), OVER, killed(3), turn(morale_test=1))
    assert targets(played, "morale-test") == [40 + 20 - 15]


def test_morale_at_the_start_of_the_next_turn() -> None:
    """onlywar M4: before the own turn of the same round, or of the next round; before any order, and once."""
    early = TABLE.meets(led(), killed(4), turn(morale_test=1), OVER, turn())
    assert early.order("squad-turn", "morale-test", "command") == [
        "squad-turn",
        "morale-test",
        "command",
        "squad-turn",
        "command",
    ]
    late = TABLE.meets(led(), turn(), killed(4), OVER, turn(morale_test=1), OVER, turn())
    assert late.order("squad-turn", "morale-test") == ["squad-turn", "squad-turn", "morale-test", "squad-turn"]


def test_the_round_of_a_morale_test_goes_on() -> None:
    """onlywar M4, facts 4.34: one lost of four before that turn and one after it are half of what began the round: +20 - 10."""
    steps = (killed(4), OVER, killed(1), turn(morale_test=1), killed(1), OVER, turn(morale_test=1))
    assert targets(TABLE.meets(led(8), *steps), "morale-test") == [40 + 20 - 20, 40 + 20 - 10]


def test_morale_failed() -> None:
    """onlywar M4: failed, the squad shatters, each subordinate as by 81-100; nobody is ordered anything."""
    played = TABLE.meets(led(), killed(4), OVER, turn(morale_test=41))
    assert played.args("shattered")["effect"] == FLEES
    assert not played.asked("command")
    assert not played.asked("shock")
    assert after(played).standing == "shattered"


def test_morale_held() -> None:
    """onlywar M4: passed, the squad holds and acts."""
    played = TABLE.meets(led(), killed(4), OVER, turn("run", morale_test=40))
    assert played.has("holds")
    assert after(played).turn.moved


def test_minions_have_no_morale() -> None:
    """onlywar M4, facts 4.35: troop squads only."""
    assert not TABLE.meets(led(4, category="minion"), killed(3), OVER, turn()).asked("morale-test")


def test_the_dead_have_no_morale() -> None:
    """onlywar-facts 4.35: if all are dead there is no test."""
    played = TABLE.meets(led(5), killed(5), OVER, OVER)
    assert not played.asked("morale-test")


@pytest.mark.parametrize("trait", ["fearless", "frenzy"])
@pytest.mark.parametrize(("waive", "faces"), [("yes", {}), ("no", {"morale_test": 1})])
def test_morale_waived(trait: str, waive: str, faces: dict[str, Any]) -> None:
    """onlywar M4: the game master may waive it for subordinates immune to fear and pinning, Fearless or Frenzied."""
    played = TABLE.meets(led(traits=(trait,)), killed(4), OVER, turn(waive_morale=waive, **faces))
    assert len(played.asked("morale-test")) == len(faces)


def test_morale_is_not_waived_for_others() -> None:
    """onlywar M4: a fearless commander waives nothing for subordinates who are not."""
    played = TABLE.meets(led(commander=boss(skills=SKILLED, traits=("fearless",))), killed(4), OVER, turn(morale_test=1))
    assert not played.asked("waive-morale")


SACRIFICES = [
    pytest.param("chaos", "accept-these-souls", {"victims": 5, "command_test": 99}, id="sacrificed"),
    pytest.param("chaos", "let-the-galaxy-burn", {"sacrifice": 5, "command_test": 99}, id="burnt"),
    pytest.param("orks", "more-dakka", {"attack_test": 99, "own_fire": 5}, id="shot by their own"),
]


@pytest.mark.parametrize(("faction", "command", "answers"), SACRIFICES)
@pytest.mark.parametrize("setting", ["true", "false"])
def test_losses_by_sacrifice(setting: str, faction: str, command: str, answers: dict[str, Any]) -> None:
    """onlywar-facts 4.34: those sacrificed or shot by their own count as losses, unless the setting says not."""
    commands = (command, "volley-fire") if command == "more-dakka" else (command,)
    men = led(10, command, faction=faction)
    faces: dict[str, Any] = {"morale_test": 1} if setting == "true" else {}
    played = TABLE.under(losses_by_sacrifice=setting).meets(men, turn(*commands, **answers), OVER, turn(**faces))
    assert after(played).magnitude == 5
    assert targets(played, "morale-test") == [40 + 20 - 25] * len(faces)


# M5


@pytest.mark.parametrize(
    ("way", "roll", "size"),
    [
        pytest.param("command", 40, 5, id="Command 60 - 20: fellowship bonus 4 and one degree"),
        pytest.param("command", 11, 7, id="three degrees: 7"),
        pytest.param("intimidate", 30, 5, id="Intimidate 50 - 20: one degree"),
        pytest.param("command", 1, 8, id="01: 4 and 4"),
    ],
)
def test_rally(way: str, roll: int, size: int) -> None:
    """onlywar M5: hard (-20) Command or Intimidate makes a squad of fellowship bonus + degrees of success."""
    men = led(10, commander=boss("master", fel=45, skills={"command": 60, "intimidate": 50}))
    played = TABLE.meets(men, BROKEN, happens("rally", rally_with=way, rally_test=roll), OVER, turn("run"))
    assert targets(played, "rally-test") == [{"command": 40, "intimidate": 30}[way]]
    assert (after(played).magnitude, after(played).standing) == (size, "squad")
    assert after(played).turn.moved


def test_rally_fails() -> None:
    """onlywar M5: failed, they stay a crowd, and he may try again."""
    played = TABLE.meets(led(), BROKEN, happens("rally", rally_test=21), happens("back"))
    assert played.has("not-rallied")
    assert after(played).standing == "shattered"
    assert "rally" in offered(played, "what-happens")[-1]


def test_rally_of_few() -> None:
    """onlywar-facts 4.36: no more than are there."""
    played = TABLE.meets(led(8), killed(5), BROKEN, happens("rally", rally_test=1))
    assert after(played).magnitude == 3


def test_only_a_crowd_is_rallied() -> None:
    """onlywar M5, facts 4.36: who leads a squad cannot rally, nor a commander who is out of action."""
    leads = TABLE.meets(led(), happens("back"))
    gone = TABLE.meets(led(), BROKEN, happens("commander-lost"), Step("happens"))
    assert not any("rally" in options for options in offered(leads, "what-happens"))
    assert not any("rally" in options for options in offered(gone, "what-happens")[2:])


# The encounter


def test_what_it_comes_to() -> None:
    """onlywar S1: an encounter comes to the squads as they stand when the game master ends it, this round included."""
    played = TABLE.meets([led(name="Alpha"), led(name="Beta")], OVER, shots(20, 20, 20, to="beta"), turn("run", who="alpha"))
    assert played.outcome.round == 2
    assert [(one.id, one.magnitude, one.turn.ran) for one in played.outcome.squads] == [("alpha", 8, True), ("beta", 5, False)]
    shown = [event.args["squad"] for event in played.events("status")[-1].args["states"]]
    assert list(played.outcome.squads) == shown


def test_a_default_can_be_taken() -> None:
    """onlywar S9: however badly the commander is hurt, his wounds as they are can be left as they are."""
    hurt = shots(500, struck="double", struck_whom="commander", double="33", commander_out="no")
    played = TABLE.meets(led(), hurt, adjust("wounds"))
    assert after(played).wounds == 12 - (500 - 4)


def test_wounds_far_below_0() -> None:
    """onlywar S9: critical damage has no end that an encounter could come to: what it has come to can be set again."""
    hurt = attacked("shooting", *[500] * 50, struck="double", struck_whom="commander", double="33")
    played = TABLE.meets(led(), hurt, adjust("wounds"))
    assert after(played).wounds == 12 - 50 * (500 - 4) == played.asked("wounds-now")[0].default


def test_one_furious_hit_of_several_that_were_stopped() -> None:
    """onlywar-facts 4.26: with the setting each hit that was stopped kills only if its own dice were furious."""
    played = TABLE.under(fury_pierces="true").meets(led(), attacked("shooting", 5, 6, 7, 5, fury_hits=1))
    assert dead(played) == 1


def test_squads_of_the_same_name_are_told_apart() -> None:
    """onlywar S1: a file given twice makes two squads with names of their own, each attacked by its own key."""
    played = TABLE.meets((led(), led()), Step("hit/squad-2", {"damage": [("20",)]}))
    assert [(one.name, one.magnitude) for one in played.outcome.squads] == [("Squad", 8), ("Squad 2", 7)]


def test_the_worse_losses_are_tested() -> None:
    """onlywar M4: losses of a round that call for a test are not made milder by fewer losses of the next before it."""
    steps = (turn(), attacked("shooting", *[20] * 8), OVER, attacked("shooting", 20, 20), turn(morale_test=1))
    assert targets(TABLE.meets(led(12), *steps), "morale-test") == [40 + 20 - 40]


def test_settings_are_told() -> None:
    """onlywar-facts 2.2, 4: the settings that differ from their defaults are told at the start; where none does, nothing is."""
    assert not TABLE.meets(led()).has("settings-in-force")
    told = TABLE.under(degrees="tens", kills_per="hit", modifier_cap="50").meets(led()).args("settings-in-force")["settings"]
    assert {one.id: value for one, value in told} == {"degrees": "tens", "modifier_cap": 50}


DEFAULTS = {
    "degrees": "margin",  # 2.2
    "modifier_cap": 60,  # 4.5
    "automatic": True,  # 2.1
    "kills_per": "hit",  # 4.25
    "specialists_count": True,  # 4.3
    "fury_pierces": False,  # 4.26
    "blast_fury_least": 0,  # 4.27
    "move_penalty": "always",  # O6
    "overwatch_once_per_round": True,  # 4.18
    "others_shoot_twice": False,  # 4.16
    "rejoice_difficulty": "ordinary",  # 4.6
    "losses_by_sacrifice": True,  # 4.34
    "hunting_craft_first": True,  # 4.43
    "commander_loss": "shatter",  # 4.33
    "fields_per": "hit",  # 2.10
    "pinned_penalty": 0,  # 2.9
}


@pytest.mark.parametrize(("setting", "default"), list(DEFAULTS.items()))
def test_settings(setting: str, default: object) -> None:
    """onlywar-facts 2, 4: every ambiguity with a setting has it, with the default of the facts."""
    assert getattr(RULES.settings, setting) == RULES.declared[setting] == default
    assert set(RULES.declared.declared) == set(DEFAULTS)


# Squad files

GOOD = """\
system: onlywar
name: Third Squad
faction: imperial-guard
commander:
  name: Sergeant
  category: elite
  characteristics: {ws: 40, bs: 42, s: 35, t: 35, ag: 35, int: 32, per: 38, wp: 40, fel: 38}
  wounds: 12
  skills: {command: 48}
  armour: 4
  weapons:
  - {name: Grenade, range: 10, damage: 2d10 X, qualities: [blast-3]}
subordinates:
  name: Guardsmen
  category: troop
  magnitude: 8
  characteristics: {ws: 32, bs: 36, t: 34, ag: 34}
  armour: {head: 4, arms: 0, body: 4, legs: 0}
  ranged: {name: Lasgun, range: 100, damage: 1d10+3 E}
  melee: {name: Bayonet, damage: 1d5+3 R}
specialists:
- name: Gunner
  weapon: {name: Flamer, range: 20, damage: 1d10+4 E, penetration: 2, qualities: [flame, spray]}
commands: [look-out]
"""


def problems(tmp_path: Path, text: str) -> list[str]:
    """What is wrong with a squad file, as lines of line:column: message."""
    path = tmp_path / "squad.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        read_roster(path).check(RULES)
    except RulesError as error:
        return [line.split("squad.yaml:", 1)[1] for line in str(error).splitlines()]
    return []


def test_a_good_file(tmp_path: Path) -> None:
    """onlywar S1, S3, S4: the file all the faults below are made of has none."""
    assert problems(tmp_path, GOOD) == []


# what is replaced, by what, and a word of the message; the mark ^ is where the fault stands
FAULTS = [
    pytest.param("faction: imperial-guard", "faction: ^tau", "tau", id="S1: no such side"),
    pytest.param("faction: imperial-guard", "faction: ^general", "general", id="O5: the general orders are no side"),
    pytest.param("  category: elite", "  category: ^boss", "boss", id="C4: no such commander"),
    pytest.param("  category: troop", "  category: ^elite", "elite", id="S1: no such subordinates"),
    pytest.param("magnitude: 8", "magnitude: ^0", "0", id="S1: magnitude 0"),
    pytest.param("magnitude: 8", "magnitude: ^-1", "-1", id="S1: magnitude below 0"),
    pytest.param("magnitude: 8", "magnitude: ^eight", "eight", id="S1: magnitude in words"),
    pytest.param("magnitude: 8", "magnitude: 8\n  ^morale: 3", "morale", id="S3: unknown key"),
    pytest.param("wounds: 12", "wounds: ^0", "0", id="S9: no wounds"),
    pytest.param("{ws: 32, bs: 36", "{ws: ^0, bs: 36", "0", id="S3: weapon skill 0"),
    pytest.param("{ws: 32, bs: 36", "{ws: ^101, bs: 36", "101", id="S3: weapon skill above 100"),
    pytest.param("armour: 4", "armour: ^31", "31", id="S9: too much armour"),
    pytest.param("arms: 0, ", "", "arms", id="S9: armour of a part is missing"),
    pytest.param("damage: 2d10 X", "damage: ^lots", "lots", id="S3: no damage"),
    pytest.param("range: 20", "range: ^0", "0", id="S3: no range"),
    pytest.param("name: Third Squad\n", "", "name", id="S1: no name"),
    pytest.param("[look-out]", "[^nonsense]", "nonsense", id="O6: no such order"),
    pytest.param("[look-out]", "[^run]", "run", id="O6: a general order is no special one"),
    pytest.param("system: onlywar", "system: ^onlywars", "onlywars", id="no such system"),
    pytest.param("weapon: {name", "weapons: {name", "weapon", id="S4: a misspelt key"),
    pytest.param("skills: {command", "skills: {cooking", "cooking", id="facts 2.1: no such skill"),
    pytest.param(", wp: 40", "", "wp", id="M1: a commander without willpower"),
    pytest.param(", per: 38", "", "per", id="O6: a commander without perception"),
    pytest.param(", fel: 38", "", "fel", id="M5: a commander without fellowship"),
    pytest.param(", bs: 36", "", "bs", id="S3: subordinates without ballistic skill"),
    pytest.param("[flame, spray]", "[flame, shiny]", "shiny", id="facts 2.8: no such quality"),
    pytest.param("[flame, spray]", "[spray-2]", "spray-2", id="S12: Spray has no number"),
    pytest.param("[blast-3]", "[blast]", "blast", id="S12: Blast needs its number"),
    pytest.param("[blast-3]", "[blast]", "number", id="S12: and the message says that a number is missing"),
    pytest.param("[look-out]", "^[look-out, look-out]", "look-out", id="O6: an order given twice"),
    pytest.param("magnitude: 8", "magnitude: 8\n  movement: ^[3, 6, 9]", "movement", id="O4: three speeds"),
    pytest.param("magnitude: 8", "magnitude: 8\n  movement: ^[3, 6, 9, 18, 36]", "movement", id="O4: five speeds"),
    pytest.param("magnitude: 8", "magnitude: 8\n  movement: [3, ^-6, 9, 18]", "-6", id="O4: a speed below 0"),
    pytest.param("wounds: 12", "wounds: 12\n  movement: ^fast", "fast", id="O4: a speed in words"),
    pytest.param("Lasgun, range: 100,", "Lasgun,", "Lasgun", id="S3: a main ranged weapon without range"),
    pytest.param("Bayonet, damage", "Bayonet, range: 5, damage", "Bayonet", id="S3: a main melee weapon with a range"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "change", "word"), FAULTS)
def test_faults(tmp_path: Path, part: str, change: str, word: str) -> None:
    """onlywar S1-S4, S9, O6: a fault of a squad file is one line with its place, line and column, and names what is wrong."""
    assert GOOD.count(part) == 1
    marked = GOOD.replace(part, change)
    (problem,) = problems(tmp_path, marked.replace("^", ""))
    line, column, message = re.fullmatch(r"(\d+):(\d+): (.*)", problem).groups()  # type: ignore[union-attr]
    assert word in message
    assert len(message) < 250
    if "^" in marked:
        before = marked[: marked.index("^")]
        row = before.count("\n") + 1
        starts = {len(before.split("\n")[-1]) + 1, 11 if "[^" in marked else 0}  # an entry of a list, or the list
        assert int(line) == row
        assert int(column) in starts


def test_a_useful_hint(tmp_path: Path) -> None:
    """onlywar S12: for Blast without its number the message does not propose what stands there."""
    (problem,) = problems(tmp_path, GOOD.replace("[blast-3]", "[blast]"))
    assert "did you mean 'blast'" not in problem


def test_every_fault_is_told(tmp_path: Path) -> None:
    """onlywar S1: several faults of a file are told together, in the order of their places."""
    text = GOOD.replace("wounds: 12", "wounds: 0").replace("magnitude: 8", "magnitude: 0").replace("range: 20", "range: 0")
    assert [problem.split(":")[0] for problem in problems(tmp_path, text)] == ["8", "16", "23"]


ALLOWED = [
    pytest.param("commands: [look-out]", "commands: [more-dakka]", id="O6: an order of another side"),
    pytest.param(
        "commands: [look-out]", "commands: [look-out, move-move-move, first-rank-second-rank]", id="O6: too many orders"
    ),
    pytest.param("commands: [look-out]\n", "", id="O6: no special order"),
    pytest.param("  category: elite", "  category: leader", id="C4: a leader"),
    pytest.param("magnitude: 8", "magnitude: 40", id="S2: an unusual size"),
    pytest.param("  melee: {name: Bayonet, damage: 1d5+3 R}\n", "", id="S3: no melee weapon"),
    pytest.param("  armour: 4\n", "", id="S9: no armour"),
    pytest.param("magnitude: 8", "magnitude: 8\n  movement: [3, 6, 9, 18]", id="O4: speeds of the subordinates"),
    pytest.param("wounds: 12", "wounds: 12\n  movement: [4, 8, 12, 24]", id="O4: speeds of the commander"),
]


@pytest.mark.parametrize(("part", "change"), ALLOWED)
def test_what_is_the_game_masters(tmp_path: Path, part: str, change: str) -> None:
    """onlywar S2, O6, C4: what the game master decides is no fault of a file."""
    assert part in GOOD
    assert problems(tmp_path, GOOD.replace(part, change)) == []


def test_faults_from_the_command_line(tmp_path: Path) -> None:
    """onlywar S1, issue 5: a squad with a fault is not played: its place and message on stderr, status 1."""
    (tmp_path / "squad.yaml").write_text(GOOD.replace("magnitude: 8", "magnitude: 0"), encoding="utf-8")
    done = psyphase("squad", "squad.yaml", "--yes", "--plain", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "squad.yaml:16:14: magnitude" in done.stderr


# The shipped tables and examples

SHIPPED = shipped_rules() / "onlywar"
FILES = sorted(path.relative_to(SHIPPED).as_posix() for path in SHIPPED.rglob("*.yaml"))


def names(value: object) -> Iterator[dict[str, Any]]:
    """Every mapping of languages in a file."""
    if isinstance(value, dict):
        if "en" in value:
            yield value
        for part in value.values():
            yield from names(part)
    elif isinstance(value, list):
        for part in value:
            yield from names(part)


@pytest.mark.parametrize("file", FILES)
def test_every_text_in_three_languages(file: str) -> None:
    """onlywar-facts 1, issue 5: every name and effect is there in English, Russian and French; French names are marked ours."""
    for text in names(yaml.load((SHIPPED / file).read_text(encoding="utf-8"), yaml.BaseLoader)):
        assert {"en", "ru", "fr"} <= set(text), text
        assert all(text[language].strip() for language in ("en", "ru", "fr"))
        assert "ours" not in text or "fr" in text["ours"], text


OURS_IN_ENGLISH = (
    "advance volley-fire melee-attack scatter look-out war-waits-for-no-one more-dakka exquisite-deceit monstrous-delight "
    "ready-for-slaughter shapers-wisdom predator-instincts forest-ghosts hunting-craft rejoice-in-blood accept-these-souls "
    "tremble-before-me"
)


@pytest.mark.parametrize("command", list(RULES.commands))
def test_whose_names(command: str) -> None:
    """onlywar-facts 1: the English names of 17 orders are our own renderings and marked so; Russian ones are the text's."""
    ours = RULES.commands[command].name.ours
    assert ("en" in ours) == (command in OURS_IN_ENGLISH.split()), command
    assert "ru" not in ours


RUSSIAN = {
    "advance": "Продвижение", "run": "Бег", "disengage": "Отступление", "volley-fire": "Залповый огонь", "charge": "Вперёд",
    "scatter": "Рассыпаться", "overwatch": "Контроль сектора", "suppressing-fire": "Огонь на подавление", "look-out": "Берегись!",
    "here-we-come": "Вот и мы!", "war-waits-for-no-one": "Война не ждёт", "hunting-craft": "Охотничье искусство",
    "let-the-galaxy-burn": "Пусть галактика горит!",
}  # fmt: skip


@pytest.mark.parametrize(("command", "russian"), list(RUSSIAN.items()))
def test_russian_names(command: str, russian: str) -> None:
    """onlywar-facts 4, spelling slips: orders have the text's names, with its slips put right."""
    assert RULES.commands[command].name.ru.strip("!") == russian.strip("!")


@pytest.mark.parametrize("file", FILES)
def test_every_entry_has_its_source(file: str) -> None:
    """onlywar, issue 5: every entry of every table names the fact it comes from."""
    data = yaml.load((SHIPPED / file).read_text(encoding="utf-8"), yaml.BaseLoader)
    entries = data if isinstance(data, list) else [data, *data.get("commands", [])]
    assert entries
    assert all("onlywar" in entry["source"] for entry in entries)


@pytest.mark.parametrize(
    ("id", "kills", "fury"), [("spray", 1, 2), ("blast", 2, "none"), ("storm", 0, 0), ("flame", 0, 0), ("tearing", 0, 0)]
)
def test_qualities(id: str, kills: int, fury: int | str) -> None:
    """onlywar S12, facts 2.8: the weapon qualities that the squad rules use, with what Spray and Blast kill besides."""
    quality = RULES.qualities[id]
    assert (quality.kills, quality.fury, quality.template) == (kills, fury, id in ("spray", "blast"))


def test_categories_and_sides() -> None:
    """onlywar S1, S2, O6: two classes of subordinates, three of commanders, five sides."""
    roles = {id: (one.role, one.commands) for id, one in RULES.categories.items()}
    assert roles == {
        "minion": ("subordinates", 0), "troop": ("subordinates", 0),
        "elite": ("commander", 1), "leader": ("commander", 0), "master": ("commander", 2),
    }  # fmt: skip
    assert set(RULES.factions) == {"general", "imperial-guard", "orks", "drukhari", "kroot", "chaos"}
    for one in (*RULES.categories.values(), *RULES.factions.values()):
        assert isinstance(one, Category | Faction)
        assert isinstance(one.name, Name)


def test_effects_are_short() -> None:
    """onlywar-facts 0: words of our own, no book text: an effect is a line or two in every language."""
    for command in RULES.commands.values():
        assert isinstance(command.effect, Words)
        assert all(0 < len(command.effect.within(language)) <= 400 for language in ("en", "ru", "fr"))


EXAMPLE_FILES = [EXAMPLES / f"squad-{side}.yaml" for side in ("chaos", "drukhari", "guard", "kroot", "orks")]
EXAMPLE_FILES.append(EXAMPLES / "minion-pack.yaml")


@pytest.mark.parametrize("path", EXAMPLE_FILES, ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    """onlywar S2, O6, facts 3: invented profiles in plausible ranges, marked as examples, without a warning."""
    army = read_roster(path)
    army.check(RULES)
    assert "example" in path.read_text(encoding="utf-8").splitlines()[0].casefold()
    played = TABLE.meets(army.roster)
    assert not played.has("unusual-size")
    assert not played.has("unusual-commands")


def test_an_example_for_every_side() -> None:
    """onlywar O6, issue 5: five example squads, one for each side, and a pack of minions."""
    rosters = [read_roster(path).roster for path in EXAMPLE_FILES]
    troops = [one.faction for one in rosters if one.subordinates.category == "troop"]
    assert sorted(troops) == ["chaos", "drukhari", "imperial-guard", "kroot", "orks"]
    assert [one.commander.category for one in rosters if one.subordinates.category == "minion"] == ["leader"]


# Any legal play


class GameMaster:
    """Answers anything legal, and sometimes takes an answer back; ends the encounter after a while."""

    name = "asked"

    def __init__(self, seed: int, undo: float = 0.0, most: int = 140) -> None:
        self.random = random.Random(seed)
        self.undo = undo
        self.most = most
        self.asked = 0

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        self.asked += 1
        if self.random.random() < self.undo:
            raise Undo
        if isinstance(request, Decision):
            assert not set(request.options) & set(request.unavailable), "a barred option is offered"
            assert request.default is None or request.default in request.options
            if request.id == "next":
                return self._next(request)
            return self.random.choice(list(request.options))
        if isinstance(request, Selection):
            keys = list(request.options)
            most = min(request.most, len(keys), 3)
            return tuple(self.random.sample(keys, self.random.randint(min(request.least, most), most)))
        if isinstance(request, Number):
            assert request.low <= request.high, request.id
            assert request.default is None or request.low <= request.default <= request.high, request.id
            return self.random.randint(request.low, min(request.high, request.low + self._spread(request)))
        if isinstance(request, Numbers):
            count = self.random.randint(0, min(request.most, 5))
            return tuple(str(self.random.randint(request.low, 25)) for _ in range(count))
        assert isinstance(request, Text)
        return "Name"

    def _next(self, request: Decision[Any]) -> str:
        """Turns mostly, and the end when it has been long enough."""
        if self.asked > self.most:
            return "end"
        keys = [key for key in request.options if key != "end"]
        turns = [key for key in keys if key not in ("happens", "round-over", "correct") and not key.startswith("hit/")]
        return self.random.choice([*keys, *turns, *turns, "happens"])

    def _spread(self, request: Number) -> int:
        return 120 if request.low < 0 or request.id in ("attack-roll", "eligible-to-shoot", "eligible-to-fight") else 5


def any_squads(seed: int) -> list[Roster]:
    """Three of the example squads, two of one name; some know every order of their side, some are fearless, some are few."""
    dice = random.Random(seed)
    one, other = dice.sample(EXAMPLE_FILES, 2)
    return [any_squad(read_roster(path).roster, dice) for path in (one, other, one)]


def any_squad(one: Roster, dice: random.Random) -> Roster:
    """An example squad with something changed."""
    men, commander = one.subordinates, one.commander
    if dice.random() < 0.2:
        men = replace(men, traits=("fearless",))
    if dice.random() < 0.1:
        commander = replace(commander, traits=("frenzy",))
    if dice.random() < 0.3:
        men = replace(men, magnitude=dice.randint(1, 4))
    commands = tuple(RULES.factions[one.faction].commands) if dice.random() < 0.7 else one.commands
    return replace(one, subordinates=men, commander=commander, commands=commands)


def encounter(seed: int, undo: float = 0.0, **words: str) -> tuple[Encounter, Journal, list[Narration], list[Roster]]:
    """Random legal play of an encounter, with a game master who may change his mind."""
    rules, rosters = TABLE.under(**words).rules, any_squads(seed)
    journal, person = Journal(), GameMaster(seed, undo)
    narration: list[Narration] = []
    while True:
        narration.clear()
        before = (replay(journal), SetAside(journal, lambda _: None))
        thrown = RandomDice(journal, str(seed))
        try:
            outcome = play(play_encounter(rules, *rosters), *before, person, thrown, journal=journal, report=narration.append)
        except Undo:
            journal.undo()
            if person.asked > 350:
                person.undo = 0
            continue
        return outcome, journal, narration, rosters


def standing(narration: Sequence[Narration]) -> Iterator[Squad]:
    """Every squad, each time all were shown."""
    for one in narration:
        if isinstance(one, Event) and one.id == "status":
            yield from (state.args["squad"] for state in one.args["states"])  # type: ignore[attr-defined]


@pytest.mark.no_cover
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_random_encounters_replay(seed: int) -> None:
    """onlywar S1, O1-O7: any legal play ends well, and replays to the same events and state."""
    outcome, journal, narration, rosters = encounter(seed)
    again: list[Narration] = []
    second = Journal()
    recorded = Recorded(tuple(journal.entries))
    replayed = play(play_encounter(RULES, *rosters), recorded, journal=second, report=again.append)
    assert (replayed, again, second.entries, recorded.left) == (outcome, narration, journal.entries, 0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_random_encounters_keep_the_rules(seed: int) -> None:
    """onlywar S1, O2, O3, S10: magnitude is never below 0; an Attack, a Concentration, a reaction a round; once a scene is once."""
    _outcome, _journal, narration, _rosters = encounter(seed)
    for squad_shown in standing(narration):
        assert squad_shown.magnitude >= 0
        assert squad_shown.acts is False or squad_shown.magnitude > 0
        assert squad_shown.pain >= 0
        assert all(effect.turns > 0 for effect in squad_shown.in_play if effect.at != "scene")
    scene: Counter[tuple[str, str]] = Counter()
    a_round: Counter[tuple[str, str]] = Counter()
    for one in narration:
        if isinstance(one, Event) and one.id == "round-begins":
            a_round.clear()
        if isinstance(one, Event) and one.id == "lost":
            assert one.args["left"] >= 0  # type: ignore[operator]
        if isinstance(one, Event) and one.id == "command-given":
            squad_given, command = one.args["squad"], one.args["command"]
            used = [*command.subtypes, *["reaction"] * (command.action == "reaction"), command.action]  # type: ignore[attr-defined]
            a_round.update((squad_given.id, word) for word in set(used))  # type: ignore[attr-defined]
            scene[squad_given.id, command.id] += 1  # type: ignore[attr-defined]
            assert RULES.commands[command.id].uses == "any" or scene[squad_given.id, command.id] == 1  # type: ignore[attr-defined]
    for (_, word), count in a_round.items():
        assert count <= {"attack": 1, "concentration": 1, "reaction": 1, "full": 1, "half": 2}.get(word, count)


@pytest.mark.no_cover
@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**9))
def test_undo_at_random_moments(seed: int) -> None:
    """onlywar, issue 5: with undo at random moments the encounter goes on, and replays to what was answered last."""
    outcome, journal, narration, rosters = encounter(seed, undo=0.1)
    replayed = play(play_encounter(RULES, *rosters), Recorded(tuple(journal.entries)), journal=Journal())
    assert replayed == outcome
    assert [one.request.id for one in narration if isinstance(one, Answered)] == [entry.id for entry in journal.entries]
    assert all(isinstance(entry, Entry) for entry in journal.entries)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_every_loss_is_kept_by_key(seed: int) -> None:
    """faults w40k7 1: with two squads of one name in play, a tally by key of what was lost and corrected is what stands."""
    outcome, _journal, narration, _rosters = encounter(seed)
    tally: dict[str, int] = {}
    for one in narration:
        if isinstance(one, Event) and (found := told(one)):
            id, magnitude, count = found
            assert count is None or tally[id] - count == magnitude
            tally[id] = magnitude
    assert tally == {one.id: one.magnitude for one in outcome.squads}
    assert len({one.name for one in outcome.squads}) == len({one.entry.commander.name for one in outcome.squads}) == 3


def told(event: Event) -> tuple[str, int, int | None] | None:
    """What an event says of a magnitude: whose, how many there are now, and how many fewer, where it counts them."""
    args: Mapping[str, Any] = event.args
    if event.id == "lost":
        return args["squad"].id, args["left"], args["count"]
    if event.id in ("restored", "rallied"):
        return args["squad"].id, args["magnitude"], -args["count"] if event.id == "restored" else None
    if event.id in ("squad-stands", "squad-corrected"):
        return args["squad"].id, args["squad"].magnitude, None
    return None


OTHER_SETTINGS = {
    "degrees": "tens", "modifier_cap": "200", "automatic": "false", "kills_per": "attack", "specialists_count": "false",
    "fury_pierces": "true", "blast_fury_least": "2", "move_penalty": "on_success", "overwatch_once_per_round": "false",
    "others_shoot_twice": "true", "rejoice_difficulty": "routine", "losses_by_sacrifice": "false", "hunting_craft_first": "false",
    "commander_loss": "shock", "fields_per": "attack", "pinned_penalty": "20",
}  # fmt: skip


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**9), st.sets(st.sampled_from(sorted(OTHER_SETTINGS))))
def test_random_encounters_under_any_settings(seed: int, changed: set[str]) -> None:
    """onlywar-facts 4: whatever the settings, any legal play ends well and nothing goes below 0."""
    words: dict[str, Any] = {id: OTHER_SETTINGS[id] for id in changed}
    _outcome, _journal, narration, _rosters = encounter(seed, **words)
    assert all(one.magnitude >= 0 for one in standing(narration))
