"""What stands on the table, entry by entry of the fault list: units by key, where each is, what is in play on whom, what may be set right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from command import psyphase
from psyphase.errors import AnswerError, RulesError
from psyphase.games.plain import json_object
from psyphase.games.roster import read_roster
from psyphase.systems import find_system
from psyphase.systems.w40k7.battle import Battle
from psyphase.systems.w40k7.generation import generate
from psyphase.systems.w40k7.model import Rules, Unit
from psyphase.systems.w40k7.phase import play_battle
from psyphase.systems.w40k7.rows import forget, generated, rows
from psyphase.words.wording import Wording
from scripted import unavailable
from w40k7_table import Played, Table, army

TERRIFY, SHRIEK, INVISIBILITY = "telepathy/terrify", "telepathy/psychic-shriek", "telepathy/invisibility"
SMITE, IRON_ARM, NOVA = "biomancy/smite", "biomancy/iron-arm", "telekinesis/shockwave"
SUMMONING, POSSESSION = "daemonology-malefic/summoning", "daemonology-malefic/possession"
SQUAD = Unit("Squad", models=5, leadership=8)
RHINO = Unit("Rhino", tags=("vehicle",))
HOOD = Unit("Librarian", mastery=1, leadership=9, wounds=2, tags=("psyker", "psychic-hood"), powers=(SMITE,))
WORDS = Wording(find_system("w40k7").sentences(), "en")


def seer(*powers: str, name: str = "Seer", mastery: int = 3, **more: Any) -> Unit:
    return replace(Unit(name, mastery=mastery, leadership=9, wounds=2, powers=powers or (SMITE,)), **more)


def game(table: Table, mine: list[Unit], theirs: list[Unit], **answers: Any) -> Played[Battle]:
    """A battle that ends with the first roll call after its script is over."""
    faces = {} if "warp_charge" in answers else {"warp_charge": [(6,)]}
    return table.play(play_battle(table.rules, army(*mine), army(*theirs, name="Foes")), {**faces, **answers})


def ended(table: Table, mine: list[Unit], theirs: list[Unit], **answers: Any) -> Battle:
    """The battle after changes before its first phase alone."""
    played = game(table, mine, theirs, warp_charge=[], **answers)
    assert not played.has("phase-begins")
    return played.outcome


def happened(*changes: tuple[Any, ...], then: str = "go-on") -> dict[str, Any]:
    """What the roll call before the battle hears: (unit, change), and what the roll call is answered after all of them."""
    return {"before_battle": [*(unit for unit, _ in changes), then], "change": [change for _, change in changes]}


def pools(played: Played[Battle], side: str = "mine") -> list[int]:
    """The pools of a side after each warp charge roll."""
    return [event.args["total"] for event in played.events("warp-charge-pool") if event.args["side"] == side]


def where(battle: Battle) -> dict[str, tuple[str, ...]]:
    """What is out of the ordinary of every unit, by key."""
    states = ("reserve", "locked", "embarked", "joins")
    return {
        unit.id: tuple(
            f"{state}={getattr(unit, state)}" if isinstance(getattr(unit, state), str) else state
            for state in states
            if getattr(unit, state)
        )
        + (() if unit.alive else ("dead",))
        for unit in battle.units
    }


# 1: keys, not names


def test_joins_the_second_of_a_name(table: Table) -> None:
    """faults w40k7 1: in a file the second of a name is called by its number; the power on the first is denied without the psyker."""
    for name, host in (("Squad 1", "squad"), ("Squad 2", "squad-2")):
        battle = ended(table, [seer(joins=name), SQUAD, SQUAD], [SQUAD], before_battle="end")
        assert battle.unit("seer").joins == host


def test_denies_by_key(table: Table) -> None:
    """faults w40k7 1, w40k7 P15: a psyker of the caster's level joined the second Squad: 6+ and 6 - 1 = 5+."""
    foes = [SQUAD, SQUAD, seer(name="Sorc", joins="Squad 2")]
    played = game(
        table, [seer(SMITE, TERRIFY)], foes, power=[SMITE, TERRIFY], target=["squad", "squad-2"], psychic_test=[(4,), (4,)],
        next_phase="end",
    )  # fmt: skip
    assert [(one.args["denier"].id, one.args["target"].needed) for one in played.events("deny-needs")] == [
        ("squad", 6),
        ("squad-2", 5),
    ]


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "roster.yaml"
    path.write_text(f"system: w40k7\nname: Army\nunits:\n{text}", encoding="utf-8")
    return path


TWO_RHINOS = "- {name: Rhino, tags: [vehicle]}\n- {name: Rhino, tags: [vehicle]}\n"


@pytest.mark.parametrize("key", ["embarked", "joins"])
def test_a_name_of_several_is_refused(rules: Rules, tmp_path: Path, key: str) -> None:
    """faults w40k7 1: who has joined, or rides in, one of two must say which; what was expected is told, with its place."""
    found = read_roster(written(tmp_path, f"{TWO_RHINOS}- {{name: Squad, {key}: Rhino}}\n"))
    with pytest.raises(RulesError) as refused:
        found.check(rules)
    assert f"{key}: 2 units are named 'Rhino': expected Rhino 1 or Rhino 2" in str(refused.value)
    for name in ("Rhino 1", "Rhino 2"):
        read_roster(written(tmp_path, f"{TWO_RHINOS}- {{name: Squad, {key}: {name}}}\n")).check(rules)


def test_rides_in_the_second_of_a_name(table: Table) -> None:
    """faults w40k7 1: the first Rhino goes into reserve without, the second with the squad that rides in it."""
    mine = [RHINO, RHINO, replace(SQUAD, embarked="Rhino 2"), replace(SQUAD, embarked="Rhino 1")]
    battle = ended(table, mine, [SQUAD], **happened(("rhino-2", "reserve"), then="end"))
    assert where(battle) == {
        "rhino": (),
        "rhino-2": ("reserve",),
        "squad": ("reserve", "embarked=rhino-2"),
        "squad-2": ("embarked=rhino",),
        "squad-3": (),
    }


@pytest.mark.parametrize(
    ("embarked", "target", "by_the_hood", "reach"),
    [
        pytest.param("Rhino 1", "rhino", True, False, id="the vehicle he is in"),
        pytest.param("Rhino 1", "rhino-2", False, False, id="the other of its name"),
        pytest.param("Rhino 2", "rhino-2", True, False, id="the second, where he is in it"),
        pytest.param(True, "rhino", False, False, id="in a transport of no roster, the first"),
        pytest.param(True, "rhino-2", False, False, id="in a transport of no roster, the second"),
        pytest.param(False, "rhino-2", True, True, id="on the table: either, within its range"),
    ],
)  # fmt: skip
def test_whom_a_hood_covers(table: Table, embarked: bool | str, target: str, by_the_hood: bool, reach: bool) -> None:
    """faults w40k7 1, 3, 17, w40k7 P17: a hood in a vehicle covers that one alone, and no distance is said of it."""
    bearer = f"{target}-by-librarian"
    answers = {"denier": bearer} if by_the_hood else {}
    played = game(
        table, [seer()], [RHINO, RHINO, replace(HOOD, embarked=embarked)], power=SMITE, target=target, psychic_test=(4,),
        deny_test=(1,), next_phase="end", **answers,
    )  # fmt: skip
    deniers = [key for request in played.asked("denier") for key in request.options if key != "nobody"]
    assert deniers == ([target, bearer] if by_the_hood else [])
    assert played.has("hood-reminder") == reach


@pytest.mark.parametrize(("change", "covers"), [("dead", False), ("reserve", False), ("locked", True)])
def test_only_a_hood_on_the_table_covers(table: Table, change: str, covers: bool) -> None:
    """faults w40k7 1, 2, w40k7 P17: of two bearers of one name the dead, and the one in reserve, cover nobody."""
    played = game(
        table, [seer()], [SQUAD, HOOD, HOOD], **happened(("librarian", change)), power=SMITE, target="squad", psychic_test=(4,),
        denier="squad-by-librarian-2", deny_test=(1,), next_phase="end",
    )  # fmt: skip
    (asked,) = played.asked("denier")
    assert ("squad-by-librarian" in asked.options) == covers


def test_a_malediction_is_on_one_of_a_name(table: Table) -> None:
    """faults w40k7 1: Terrify on the second of three Sorcs, of whom one is one's own: its leadership alone is 9 - 1."""
    sorc = seer(IRON_ARM, name="Sorc")
    played = game(
        table,
        [seer(TERRIFY), sorc],
        [sorc, sorc],
        warp_charge=[(6,), (6,), (6,)],
        psyker=["seer", "end", "sorc-2", "sorc-3", "sorc", "end"],
        power=[TERRIFY, IRON_ARM, IRON_ARM, IRON_ARM],
        target=["sorc-3"],
        psychic_test=[(4,), (6, 6), (6, 6), (6, 6)],
        perils=[(5,), (5,), (5,)],
        leadership_test=[(4, 5), (4, 5), (4, 5)],
        next_phase=["go-on", "go-on", "end"],
    )
    tested = [(one.args["name"], one.args["leadership"]) for one in played.asked("leadership-test")]
    assert tested == [("Sorc 2", 9), ("Sorc 3", 8), ("Sorc", 9)]
    terrified = [one.args["on"] for one in played.events("lasts") if one.args["power"] == TERRIFY]
    assert terrified == [("sorc-3",)]


def test_the_dead_are_told_by_key(table: Table) -> None:
    """faults w40k7 1: the first Squad is dead; who joined the second is still with it, and is told so."""
    mine = [SQUAD, SQUAD, seer(joins="Squad 2")]
    played = game(table, mine, [SQUAD], **happened(("squad", "dead")), power="end", next_phase="end")
    states = {one["unit"]: one for one in json_object(played.events("army-state")[2])["states"]}
    assert [states[key]["dead"] for key in ("squad", "squad-2", "seer")] == [True, False, False]
    assert states["seer"]["joins"] == "Squad 2"
    assert "Seer (mastery 3, wounds 2, with Squad 2)" in WORDS.say(played.events("army-state")[2])


def test_equal_names_are_numbered_everywhere(table: Table) -> None:
    """faults w40k7 1: on screen, in transcripts and in JSON, over both sides; `name` stands beside `unit`."""
    played = game(table, [seer(), SQUAD], [SQUAD, SQUAD], power=SMITE, target="squad-3", psychic_test=(4,), next_phase="end")
    told = [[(one["unit"], one["name"]) for one in json_object(event)["states"]] for event in played.events("army-state")[:2]]
    assert told == [[("seer", "Seer"), ("squad", "Squad")], [("squad-2", "Squad 2"), ("squad-3", "Squad 3")]]
    (target,) = played.asked("target")
    assert [WORDS.option(target, key, target.options[key]) for key in ("squad-2", "squad-3")] == ["Squad 2", "Squad 3"]
    assert "takes effect on Squad 3" in WORDS.say(played.events("takes-effect")[0])
    (call,) = played.asked("before-battle")
    assert [WORDS.option(call, key, key) for key in call.options][:6] == [
        "no change: go on",
        "Seer",
        "Squad",
        "Squad 2",
        "Squad 3",
        "something else, or throw dice",
    ]


MIRROR = """\
- {name: Sorcerer, mastery: 1, leadership: 9, wounds: 2, disciplines: [telepathy]}
- {name: Sorcerer, mastery: 1, leadership: 9, wounds: 2, disciplines: [telepathy]}
"""


def test_a_mirror_match_is_told_apart(tmp_path: Path) -> None:
    """faults w40k7 1: the second army of a name is `Army (2)`: pools, whose phase, until whose phase, whose question, whose powers."""
    path = str(written(tmp_path, MIRROR))
    words = ("phase", path, path, "--yes", "--seed", "1", "--journal", str(tmp_path / "game.yaml"))
    done = psyphase(*words, "-a", "next-phase=go-on", "-a", "next-phase=end")
    assert done.returncode == 0, done.stderr
    for line in (
        "== Generating powers: Army ==",
        "== Generating powers: Army (2) ==",
        "Turn 1, psychic phase: Army (2)",
        "\nArmy (2): Sorcerer 3 (mastery 1, wounds 2); Sorcerer 4 (mastery 1, wounds 2)\n",
        "rolled + mastery 1 + 1 = ",
        "\nSorcerer 2: 1 power to generate\n",
        "\nSorcerer 4: 1 power to generate\n",
    ):
        assert line in done.stdout, line
    totals = [line.partition(":")[0] for line in done.stdout.splitlines() if "rolled + mastery" in line]
    assert totals == ["Army", "Army (2)", "Army (2)", "Army"]


def test_psykers_of_one_name_generate_by_number(table: Table) -> None:
    """faults w40k7 1: who generates next, and what each knows, is told by number; the roster keeps its names."""
    twin = Unit("Twin", mastery=1, leadership=9, disciplines=("telepathy",))
    played = table.play(generate(table.rules, army(twin, twin)), {"next_psyker": "twin-2", "power_roll": [(1,), (2,)]})
    (menu,) = played.asked("next-psyker")
    assert [WORDS.option(menu, key, menu.options[key]) for key in menu.options] == ["Twin", "Twin 2"]
    assert [WORDS.say(event).partition(":")[0] for event in played.events("knows")] == ["Twin 2", "Twin"]
    assert [unit.name for unit in played.outcome.units] == ["Twin", "Twin"]
    assert {row["unit"] for row in rows(table.rules, played.outcome)} == {"Twin", "Twin 2"}


# 2: reserves


def test_reserve_in_a_file_adds_nothing(table: Table) -> None:
    """faults w40k7 2, w40k7 P1: of two Seers a side one is in reserve: 6 + 3, not 6 + 3 + 3, for both sides, from the first phase."""
    two = [seer(), seer(reserve=True)]
    played = game(table, two, two, power="end", next_phase="end")
    assert (pools(played), pools(played, "theirs")) == ([9], [9])
    assert not played.asked("psyker")


def test_the_first_phase_has_a_roll_call(table: Table) -> None:
    """faults w40k7 2: it is the same as before every other: each unit of both sides, setting right, going on, ending."""
    played = game(table, [seer(), SQUAD], [SQUAD], power="end", next_phase="end")
    (before,), (after,) = played.asked("before-battle"), played.asked("next-phase")
    assert list(before.options) == list(after.options) == ["go-on", "seer", "squad", "squad-2", "correct", "end"]
    assert before.default == "go-on"
    assert played.order("army-state", "before-battle", "warp-charge")[:4] == [
        "army-state",
        "army-state",
        "before-battle",
        "warp-charge",
    ]


@pytest.mark.parametrize(
    ("change", "dice"),
    [("reserve", 9), ("dead", 9), ("embarked", 12), ("locked", 12)],
    ids=["reserve", "dead", "embarked", "locked"],
)
def test_before_the_roll_a_change_counts(table: Table, change: str, dice: int) -> None:
    """faults w40k7 2, w40k7 P1: 6 + 3 + 3 dice, less a Seer that is not on the table when the die is thrown."""
    menu: dict[str, Any] = {"psyker": "end"} if dice == 12 else {"power": "end"}
    played = game(table, [seer(), seer()], [SQUAD], **happened(("seer-2", change)), **menu, next_phase="end")
    assert pools(played) == [dice]
    assert not played.asked("pool-now")


def test_before_the_roll_a_new_unit_counts(table: Table) -> None:
    """faults w40k7 2, w40k7 P1: a psyker of mastery 2 that is added before the roll makes 6 + 3 + 2."""
    played = game(
        table, [seer()], [SQUAD], before_battle=["correct", "go-on"], correction="new-unit", new_kind="psyker",
        conjured_name="Seer", conjured_mastery=2, conjured_disciplines=("biomancy",), power_roll=[(1,), (2,)], psyker="end",
        next_phase="end",
    )  # fmt: skip
    assert pools(played) == [11]
    assert played.outcome.unit("seer-2").name == "Seer 2"


@pytest.mark.parametrize(
    ("key", "change", "side", "difference"),
    [
        pytest.param("seer-2", "reserve", "mine", -3, id="own"),
        pytest.param("seer-2", "dead", "mine", -3, id="own, dead"),
        pytest.param("seer-3", "dead", "theirs", -3, id="of the opponent"),
        pytest.param("seer-4", "arrived", "theirs", 3, id="one that arrives"),
    ],
)
def test_after_the_roll_the_difference_is_offered(table: Table, key: str, change: str, side: str, difference: int) -> None:
    """faults w40k7 2, w40k7 P1: within the phase the pool of that side is asked, the difference as the default, nothing quietly."""
    foes = [seer(), seer(reserve=True)]
    menu: dict[str, Any] = {"psyker": ["correct"], "power": "end"} if side == "mine" else {"psyker": ["correct", "end"]}
    right = {"correction": "unit", "unit": key, "change": change}
    played = game(table, [seer(), seer()], foes, **menu, **right, next_phase="end")
    before = {"mine": 12, "theirs": 9}
    (asked,) = played.asked("pool-now")
    assert (asked.who, asked.default, asked.args["difference"]) == (side, before[side] + difference, difference)
    assert played.args("pools-corrected") == {
        "pool": 12 + (difference if side == "mine" else 0),
        "enemy_pool": 9 + (difference if side == "theirs" else 0),
    }


def test_pools_of_large_armies_can_be_set_right(table: Table) -> None:
    """faults w40k7 2: 30 Seers of mastery 10 have more than 200 dice; what was offered as the default is an answer."""
    mine = [seer(mastery=10) for _ in range(30)]
    played = game(
        table, mine, [SQUAD], psyker=["correct", "correct", "end"], correction=["unit", "pools"], unit="seer", change="dead",
        next_phase="end",
    )  # fmt: skip
    assert [event.args["pool"] for event in played.events("pools-corrected")] == [296, 296]


# 3: passengers


def riders(*more: Unit) -> list[Unit]:
    """Two Rhinos, and a Squad with a Seer in the second."""
    return [RHINO, RHINO, replace(SQUAD, embarked="Rhino 2"), seer(joins="Squad"), *more]


@pytest.mark.parametrize("key", ["rhino-2", "squad", "seer"])
def test_into_reserve_and_back_go_all(table: Table, key: str) -> None:
    """faults w40k7 3: the transport, who rides in it and who joined them go and arrive as one, whichever is named; the other Rhino stays."""
    away = ended(table, riders(), [SQUAD], **happened((key, "reserve"), then="end"))
    assert {id for id, words in where(away).items() if "reserve" in words} == {"rhino-2", "squad", "seer"}
    back = ended(table, riders(), [SQUAD], **happened((key, "reserve"), (key, "arrived"), then="end"))
    assert not any("reserve" in words for words in where(back).values())
    assert back.unit("seer").embarked == "rhino-2"


def test_reserve_in_a_file_takes_all_along(table: Table) -> None:
    """faults w40k7 2, 3: a Rhino that starts in reserve has its passengers with it; they add no dice and cast nothing."""
    mine = [RHINO, replace(RHINO, reserve=True), replace(SQUAD, embarked="Rhino 2"), seer(joins="Squad"), seer()]
    played = game(table, mine, [SQUAD], power="end", next_phase="end")
    assert pools(played) == [9]
    assert [request.args["unit"].id for request in played.asked("power")] == ["seer-2"]


@pytest.mark.parametrize("saved", [("squad", "seer"), ("seer",), ()])
def test_a_wreck_asks_who_got_out(table: Table, saved: tuple[str, ...]) -> None:
    """faults w40k7 3: of those aboard the second Rhino; who got out stands on the table, all others are lost and it is told."""
    played = game(
        table, riders(), [SQUAD], warp_charge=[], got_out=saved, **happened(("rhino-2", "dead"), then="end")
    )  # fmt: skip
    (asked,) = played.asked("got-out")
    assert (list(asked.options), asked.default, asked.who) == (["squad", "seer"], ("squad", "seer"), "mine")
    battle = played.outcome
    assert {id: battle.unit(id).alive for id in ("squad", "seer")} == {id: id in saved for id in ("squad", "seer")}
    assert not any(battle.unit(id).embarked for id in ("squad", "seer"))
    assert [event.args["unit"].id for event in played.events("lost-with-it")] == [
        id for id in ("squad", "seer") if id not in saved
    ]
    assert battle.unit("rhino").alive


def test_who_got_out_may_be_blessed(table: Table) -> None:
    """faults w40k7 3, w40k7 T2: with the Rhino gone its squad is on the table: it may have a blessing; the other squad rides on."""
    mine = [RHINO, RHINO, replace(SQUAD, embarked="Rhino 1"), replace(SQUAD, embarked="Rhino 2"), seer(INVISIBILITY)]
    played = game(
        table, mine, [SQUAD], **happened(("rhino", "dead")), power=INVISIBILITY, target="squad", psychic_test=(4, 4),
        next_phase="end",
    )  # fmt: skip
    (asked,) = played.asked("target")
    assert [effect.on for effect in played.outcome.in_play] == [("squad",)]
    assert unavailable(asked) == {"squad-2": "embarked-no-target"}


def test_a_vehicle_in_a_vehicle(table: Table) -> None:
    """faults w40k7 3: a squad in a Rhino in a carrier: the carrier's reserve is theirs; lost with it the Rhino asks for its own."""
    mine = [Unit("Carrier", tags=("vehicle",)), replace(RHINO, embarked="Carrier"), RHINO, replace(SQUAD, embarked="Rhino 1")]
    away = ended(table, mine, [SQUAD], **happened(("carrier", "reserve"), then="end"))
    assert where(away)["squad"] == ("reserve", "embarked=rhino")
    assert where(away)["rhino-2"] == ()
    played = game(
        table, mine, [SQUAD], warp_charge=[], got_out=[(), ("squad",)], **happened(("carrier", "dead"), then="end")
    )  # fmt: skip
    assert [list(asked.options) for asked in played.asked("got-out")] == [["rhino"], ["squad"]]
    assert where(played.outcome)["squad"] == ()


def test_a_psyker_of_a_vehicle_dies_of_perils(table: Table) -> None:
    """faults w40k7 3, w40k7 P10: perils wreck the first of two psychic vehicles: who got out of it is asked before anything else."""
    engine = Unit("Engine", mastery=1, leadership=9, wounds=1, tags=("vehicle", "psychic-pilot"), powers=(SMITE,))
    mine = [engine, engine, replace(SQUAD, embarked="Engine 1"), replace(SQUAD, embarked="Engine 2")]
    played = game(
        table, mine, [SQUAD], psyker=["engine"], power=[SMITE, "end"], target="squad-3", psychic_test=(6, 6), perils=4,
        got_out=("squad",), next_phase="end",
    )  # fmt: skip
    assert played.order("slain", "got-out", "deny-needs") == ["slain", "got-out", "deny-needs"]
    assert where(played.outcome) == {
        "engine": ("dead",),
        "engine-2": (),
        "squad": (),
        "squad-2": ("embarked=engine-2",),
        "squad-3": (),
    }


def test_losing_its_last_model_wrecks_too(table: Table) -> None:
    """faults w40k7 3, 20: hull points, models counted and several dead at once: each way of losing a transport asks."""
    tank = replace(RHINO, wounds=3)
    mine = [tank, tank, replace(SQUAD, embarked="Rhino 2")]
    ways: list[dict[str, Any]] = [
        {"before_battle": ["rhino-2", "end"], "change": "wounds-lost", "wounds_lost": 3},
        {"before_battle": ["rhino-2", "end"], "change": "models", "models_now": 0},
        {"before_battle": ["correct", "end"], "correction": "units", "units": ("rhino", "rhino-2"), "change": "dead"},
    ]
    for way in ways:
        played = game(table, mine, [SQUAD], warp_charge=[], got_out=("squad",), **way)
        assert where(played.outcome)["squad"] == ()
        assert "dead" in where(played.outcome)["rhino-2"]


def test_wrecked_with_its_passengers(table: Table) -> None:
    """faults w40k7 3: where all of them died at once nobody is asked for."""
    mine = [RHINO, RHINO, replace(SQUAD, embarked="Rhino 2")]
    chosen = {"before_battle": ["correct", "end"], "correction": "units", "units": ("rhino-2", "squad"), "change": "dead"}
    played = game(table, mine, [SQUAD], warp_charge=[], **chosen)
    assert not played.asked("got-out")
    assert "embarked=rhino-2" not in where(played.outcome)["squad"]


def test_disembarked_stands_alone(table: Table) -> None:
    """faults w40k7 3: who got out is not in reserve with the Rhino later, nor embarked; who joined it got out too."""
    changes = (("squad", "disembarked"), ("rhino-2", "reserve"))
    battle = ended(table, riders(), [SQUAD], **happened(*changes, then="end"))
    assert where(battle) == {"rhino": (), "rhino-2": ("reserve",), "squad": (), "seer": ("joins=squad",), "squad-2": ()}


def test_embarking_asks_in_which(table: Table) -> None:
    """faults w40k7 3: in which of one's own transports, the second of a name too, or one of no roster; it is then where that is."""
    mine = [RHINO, replace(RHINO, reserve=True), SQUAD, seer(joins="Squad")]
    for transport, state in (("rhino-2", ("reserve", "embarked=rhino-2")), ("another-unit", ("embarked",))):
        played = game(
            table, mine, [RHINO, SQUAD], warp_charge=[], transport=transport, **happened(("seer", "embarked"), then="end")
        )  # fmt: skip
        (asked,) = played.asked("transport")
        assert list(asked.options) == ["rhino", "rhino-2", "another-unit"]
        assert where(played.outcome)["squad"] == state
        assert where(played.outcome)["seer"] == (*state, "joins=squad")


def test_joining_those_aboard(table: Table) -> None:
    """faults w40k7 1, 3: who joins the second Squad, which rides in reserve, is where it is."""
    mine = [SQUAD, replace(SQUAD, embarked="Rhino"), replace(RHINO, reserve=True), seer()]
    battle = ended(table, mine, [SQUAD], joined_unit="squad-2", **happened(("seer", "joined"), then="end"))
    assert where(battle)["seer"] == ("reserve", "embarked=rhino", "joins=squad-2")


def test_whose_unit_is_dead_may_join_another(table: Table) -> None:
    """faults w40k7 1, 20: with his Squad gone he is with nobody, and joins the other of its name in one step."""
    mine = [SQUAD, SQUAD, seer(joins="Squad 1")]
    battle = ended(
        table, mine, [SQUAD], joined_unit="squad-2", **happened(("squad", "dead"), ("seer", "joined"), then="end")
    )  # fmt: skip
    assert where(battle)["seer"] == ("joins=squad-2",)


# 4: combat


def test_a_locked_unit_locks_its_psyker(table: Table) -> None:
    """faults w40k7 4: he who joined the second Squad is locked with it and casts no witchfire; the other Seer does."""
    mine = [SQUAD, SQUAD, seer(joins="Squad 2"), seer()]
    played = game(
        table, mine, [SQUAD], **happened(("squad-2", "locked")), psyker=["end"], next_phase="end"
    )  # fmt: skip
    (asked,) = played.asked("psyker")
    assert (set(asked.options), set(asked.unavailable)) == ({"seer-2", "correct", "end"}, {"seer"})
    assert where(played.outcome)["seer"] == ("locked", "joins=squad-2")
    freed = ended(table, mine, [SQUAD], **happened(("seer", "locked"), ("squad-2", "not-locked"), then="end"))
    assert where(freed)["seer"] == ("joins=squad-2",)


@pytest.mark.parametrize(
    "power", ["geomortis/rockmaw", "tzeentch/treason-of-tzeentch", "broodmind/mind-control", "geokinesis/chasm"]
)
def test_not_in_combat(table: Table, power: str) -> None:
    """faults w40k7 4: the first of two Squads is locked: barred with the reason, and not the default though it stands first."""
    foes = [replace(SQUAD, tags=("locked-in-combat",)), SQUAD]
    played = game(table, [seer(power)], foes, power=power, psychic_test=(1,) * 3, next_phase="end")
    (asked,) = played.asked("target")
    assert (unavailable(asked), asked.default) == ({"squad": "locked-no-target"}, "squad-2")


def test_not_in_combat_on_friends(table: Table) -> None:
    """faults w40k7 4: of a blessing too: not even one's own unit is the default while it is locked."""
    power = "broodmind/psychic-stimulus"
    mine = [seer(power, tags=("locked-in-combat",)), SQUAD, replace(SQUAD, tags=("locked-in-combat",))]
    played = game(table, mine, [SQUAD], power=power, psychic_test=(4,), next_phase="end")
    (asked,) = played.asked("target")
    assert unavailable(asked) == {"seer": "locked-no-target", "squad-2": "locked-no-target"}
    assert asked.default == "squad"


@pytest.mark.parametrize("power", [SMITE, SHRIEK, "telekinesis/crush"])
def test_nobody_shoots_into_combat(table: Table, power: str) -> None:
    """faults w40k7 4, w40k7 T4: a witchfire is a shooting attack: the locked Squad is barred, and was the default before."""
    foes = [SQUAD, SQUAD]
    played = game(
        table, [seer(power, IRON_ARM)], foes, **happened(("squad", "locked")), power=[power, "end"], psychic_test=(1, 1),
        next_phase="end",
    )  # fmt: skip
    (asked,) = played.asked("target")
    assert (unavailable(asked), asked.default) == ({"squad": "locked-no-target"}, "squad-2")


def test_the_default_is_legal_later_too(table: Table) -> None:
    """faults w40k7 4: the one that was aimed at last is the default, until combat bars it."""
    played = game(
        table,
        [seer(SMITE, SHRIEK, "telekinesis/crush")],
        [SQUAD, SQUAD, SQUAD],
        power=[SMITE, SHRIEK, "correct", "telekinesis/crush"],
        target=["squad-2", None],
        psychic_test=[(1,), (1,), (1,)],
        correction="unit",
        unit="squad-2",
        change="locked",
        next_phase="end",
    )
    assert [asked.default for asked in played.asked("target")] == ["squad", "squad-2", "squad"]


def test_novas_reach_into_combat(table: Table) -> None:
    """faults w40k7 4, w40k7 T4: a nova strikes the locked ones too."""
    foes = [SQUAD, SQUAD]
    played = game(
        table, [seer(NOVA)], foes, **happened(("squad-2", "locked")), power=NOVA, targets=("squad", "squad-2"),
        psychic_test=(1,), next_phase="end",
    )  # fmt: skip
    (asked,) = played.asked("targets")
    assert (list(asked.options), dict(asked.unavailable)) == (["squad", "squad-2", "another-unit"], {})


def test_maledictions_reach_into_combat(table: Table) -> None:
    """faults w40k7 4, w40k7 T4: maledictions and blessings take units in combat."""
    played = game(
        table, [seer(TERRIFY)], [SQUAD, SQUAD], **happened(("squad", "locked")), power=TERRIFY, target="squad",
        psychic_test=(4,), next_phase="end",
    )  # fmt: skip
    assert [effect.on for effect in played.outcome.in_play] == [("squad",)]


def test_nobody_in_reserve_is_in_combat(table: Table) -> None:
    """faults w40k7 4: reserve ends combat, and who is in reserve is not said to be locked."""
    battle = ended(table, [SQUAD, SQUAD], [SQUAD], **happened(("squad-2", "locked"), ("squad-2", "reserve"), then="end"))
    assert where(battle)["squad-2"] == ("reserve",)
    with pytest.raises(AnswerError):
        ended(table, [SQUAD, SQUAD], [SQUAD], **happened(("squad-2", "reserve"), ("squad-2", "locked"), then="end"))


# 6, 7: what is conjured


@pytest.mark.parametrize("mishap", ["no-psyker", "destroyed"])
def test_possession_whose_arrival_mishaps(table: Table, mishap: str) -> None:
    """faults w40k7 6: the first Seer makes way whether what arrives is in ongoing reserve or destroyed; its twin stays."""
    twins = [seer(POSSESSION, SMITE), seer(POSSESSION, SMITE)]
    played = game(
        table, twins, [SQUAD], psyker=["seer"], power=[POSSESSION, "end"], psychic_test=(4, 5, 6), conjured="not-arrived",
        mishap=mishap, next_phase="end",
    )  # fmt: skip
    assert [unit.id for unit in played.outcome.of("mine") if unit.alive] == (
        ["seer-2", "possession"] if mishap == "no-psyker" else ["seer-2"]
    )


def test_who_makes_way_leaves_nothing_in_play(table: Table) -> None:
    """faults w40k7 6, 17: what was in play on the possessed Seer alone ends, and who rode in a possessed engine is asked for."""
    engine = replace(seer(IRON_ARM, POSSESSION, name="Engine"), tags=("psyker", "vehicle"))
    played = game(
        table, [engine, engine, replace(SQUAD, embarked="Engine 1")], [SQUAD], psyker=["engine", "engine"],
        power=[IRON_ARM, POSSESSION, "end"], psychic_test=[(4,), (4, 5, 6)], got_out=("squad",), next_phase="end",
    )  # fmt: skip
    assert not played.outcome.in_play
    assert where(played.outcome)["squad"] == ()


def test_a_power_on_one_whom_perils_slew(table: Table) -> None:
    """faults w40k7 17, w40k7 P11: the first Seer dies of perils, his blessing takes effect all the same and stays on nobody."""
    played = game(
        table, [seer(IRON_ARM, wounds=1), seer(IRON_ARM)], [SQUAD], psyker="seer", power=[IRON_ARM, "end"], psychic_test=(6, 6),
        perils=4, next_phase="end",
    )  # fmt: skip
    assert played.has("takes-effect")
    assert not played.outcome.in_play


def test_what_was_conjured_into_reserve_arrives(table: Table) -> None:
    """faults w40k7 7, w40k7 T3: summoned, in ongoing reserve after a mishap, later on the table: a psyker then counts and casts."""
    played = game(
        table,
        [seer(SUMMONING), Unit("Horrors")],
        [SQUAD],
        warp_charge=[(6,), (6,), (6,)],
        power=SUMMONING,
        psychic_test=(4, 5, 6),
        conjured="not-arrived",
        mishap="psyker",
        conjured_name="Horrors",
        conjured_models=11,
        conjured_mastery=1,
        conjured_disciplines=("biomancy",),
        power_roll=(1,),
        next_phase=["go-on", "horrors-2", "go-on", "end"],
        change="arrived",
        psyker="end",
    )
    assert (pools(played), where(played.outcome)["horrors-2"]) == ([9, 9, 10], ())
    assert "horrors-2" in played.asked("psyker")[0].options


def test_what_was_conjured_can_lose_models(table: Table) -> None:
    """faults w40k7 7: a conjured unit without psykers has models, of which three are lost."""
    played = game(
        table, [seer(SUMMONING), Unit("Daemons", models=3)], [SQUAD], power=SUMMONING, psychic_test=(4, 5, 6),
        conjured_name="Daemons", conjured_models=10, next_phase=["daemons-2", "end"], change="models-lost", models_lost=3,
    )  # fmt: skip
    assert played.outcome.unit("daemons-2").models == 7
    assert WORDS.say(played.events("unit-corrected")[0]) == "Daemons 2: models 7 of 10"


def test_a_unit_splits(table: Table) -> None:
    """faults w40k7 7: the second Squad becomes two, each known by its key; what it had lost stays lost, and nothing else is."""
    mine = [SQUAD, replace(SQUAD, models=10), seer(joins="Squad 2")]
    battle = ended(
        table, mine, [SQUAD], models_lost=2, models_apart=3, **happened(("squad-2", "models-lost"), ("squad-2", "splits"), then="end")
    )  # fmt: skip
    parts = {unit.id: (unit.name, unit.models) for unit in battle.of("mine")}
    assert parts == {"squad": ("Squad", 5), "squad-2": ("Squad 2", 5), "seer": ("Seer", 1), "squad-4": ("Squad 4", 3)}
    assert battle.unit("seer").joins == "squad-2"
    assert battle.unit("squad-2").entry.models == 7


def test_a_unit_that_splits_keeps_what_is_in_play(table: Table) -> None:
    """faults w40k7 1, 7: what is in play on a whole unit is on both parts of it."""
    played = game(
        table, [seer(TERRIFY)], [SQUAD, SQUAD], power=TERRIFY, target="squad-2", psychic_test=(4,),
        next_phase=["squad-2", "end"], change="splits",
    )  # fmt: skip
    assert [effect.on for effect in played.outcome.in_play] == [("squad-2", "squad-3")]


@pytest.mark.parametrize(("change", "to"), [("left-unit", None), ("joined", "squad")])
def test_who_leaves_keeps_what_was_cast_on_his_unit(table: Table, change: str, to: str | None) -> None:
    """faults w40k7 7: effects that go on (Independent Characters) stay on the second Squad and go with its Lord, not to the first.

    His owner is asked, whoever's phase it is.
    """
    answers = {"joined_unit": to} if to else {}
    played = game(
        table, [seer(TERRIFY)], [SQUAD, SQUAD, Unit("Lord", joins="Squad 2")], power=TERRIFY, target="squad-2",
        psychic_test=(4,), next_phase=["lord", "end"], change=change, **answers,
    )  # fmt: skip
    assert [effect.on for effect in played.outcome.in_play] == [("squad-2", "lord")]
    assert played.outcome.unit("lord").joins == to
    assert [request.who for request in played.asked("change")] == ["theirs"]


def test_a_unit_is_added(table: Table) -> None:
    """faults w40k7 7, 13: for either side, with its models, its own key and its number."""
    answers = {"before_battle": ["correct", "end"], "correction": "new-unit", "whose": "theirs"}
    battle = ended(table, [SQUAD], [SQUAD], conjured_name="Squad", conjured_models=4, **answers)
    added = battle.units[-1]
    assert (added.id, added.name, added.side, added.models, added.present) == ("squad-3", "Squad 3", "theirs", 4, True)


# 12: the battle that comes back


def test_the_last_corrections_come_back(table: Table) -> None:
    """faults w40k7 12: what was set right before the battle was ended stands in what is returned, whenever it ended."""
    first = ended(table, [SQUAD, seer()], [SQUAD], **happened(("squad-2", "reserve"), ("squad", "dead"), then="end"))
    assert (first.unit("squad").alive, first.unit("squad-2").reserve) == (False, True)
    last = game(
        table, [SQUAD, seer()], [SQUAD], power="end", next_phase=["squad-2", "squad", "end"], change=["reserve", "dead"]
    ).outcome  # fmt: skip
    assert (last.unit("squad").alive, last.unit("squad-2").reserve, last.active) == (False, True, "theirs")


# 14: generation


HALF = [
    Unit("Twin", mastery=1, powers=("telepathy/dominate",), disciplines=()),
    Unit("Twin", mastery=1, disciplines=("biomancy",)),
]


def test_generation_completes_a_half_made_army(table: Table) -> None:
    """faults w40k7 14: the second Twin generates what it lacks; the powers of the first, written by hand, stay."""
    assert not generated(army(*HALF))
    made = table.play(generate(table.rules, army(*HALF)), {"power_roll": (3,)}).outcome
    assert made.units[0].powers == ("telepathy/dominate",)
    assert made.units[1].powers == (table.rules.disciplines["biomancy"].rows.rows[3][0].id, SMITE)
    assert generated(made)


def test_again_keeps_what_was_written_by_hand(table: Table) -> None:
    """faults w40k7 14: generating anew forgets what was generated, not what has nothing to generate from."""
    made = table.play(generate(table.rules, army(*HALF)), {"power_roll": (3,)}).outcome
    assert [unit.powers for unit in forget(made).units] == [("telepathy/dominate",), None]


def test_generate_and_again_at_the_command_line(tmp_path: Path) -> None:
    """faults w40k7 14: a roster of which some have powers is completed, and `--again` keeps the hand-written ones."""
    text = "- {name: Twin, mastery: 1, powers: [telepathy/dominate]}\n- {name: Twin, mastery: 1, disciplines: [biomancy]}\n"
    path, made = written(tmp_path, text), tmp_path / "made.yaml"
    for words in ((str(path), "-o", str(made)), (str(made), "--again", "-o", str(tmp_path / "again.yaml"))):
        done = psyphase("generate", *words, "--yes", "--seed", "1")
        assert done.returncode == 0, done.stderr
    again = read_roster(tmp_path / "again.yaml").roster
    assert again.units[0].powers == ("telepathy/dominate",)
    assert again.units[1].focus == "biomancy"


# 17: what is in play


def test_effects_on_the_dead_end(table: Table) -> None:
    """faults w40k7 17: with the second of two Squads what is on it ends and that is told; what is on the first stays."""
    played = game(
        table, [seer(TERRIFY), seer(TERRIFY)], [SQUAD, SQUAD], psyker=["seer", "seer-2"], power=[TERRIFY, TERRIFY],
        target=["squad", "squad-2"], psychic_test=[(4,), (4,)], next_phase=["squad-2", "end"], change="dead",
    )  # fmt: skip
    assert [effect.on for effect in played.outcome.in_play] == [("squad",)]
    assert [WORDS.say(event) for event in played.events("effect-ends")] == ["Terrify on Squad 2 ends"]


def test_the_same_malediction_twice(table: Table) -> None:
    """faults w40k7 17, w40k7 T4: beside the unit that has it this is said, the other is the default, and twice is once, which is told."""
    played = game(
        table, [seer(TERRIFY), seer(TERRIFY)], [SQUAD, SQUAD], psyker=["seer", "seer-2"], power=[TERRIFY, TERRIFY],
        target=["squad", "squad"], psychic_test=[(4,), (4,)], next_phase="end",
    )  # fmt: skip
    assert [effect.on for effect in played.outcome.in_play] == [("squad",)]
    (told,) = played.events("same-again")
    assert told.args["names"] == ("Squad",)
    first, second = played.asked("target")
    assert "Terrify is on it already" in WORDS.say(second.notes["squad"])
    assert "Terrify" not in WORDS.say(second.notes["squad-2"])
    assert (first.default, second.default) == ("squad", "squad-2")


def test_the_same_boon_twice(table: Table) -> None:
    """faults w40k7 17: a second Warp surge on the same Seer stands once; its twin's is another."""
    mine = [seer(IRON_ARM, SMITE, "biomancy/endurance"), seer(IRON_ARM)]
    played = game(
        table, mine, [SQUAD], psyker=["seer", "seer", "seer-2", "end"], power=[IRON_ARM, SMITE, IRON_ARM],
        psychic_test=[(6, 6), (6, 6), (6, 6)], perils=[(6,), (6,), (6,)], leadership_test=[(1, 1)] * 3, next_phase="end",
    )  # fmt: skip
    boons = [effect.on for effect in played.outcome.in_play if effect.power == "warp-surge"]
    assert sorted(boons) == [("seer",), ("seer-2",)]


def test_what_is_on_a_point_stays(table: Table) -> None:
    """faults w40k7 17: what lies on a point of the table is on no unit: neither other effects nor the dead of a name end it."""
    point = "geokinesis/scorched-earth"
    played = game(
        table, [seer(point, TERRIFY), SQUAD, SQUAD], [SQUAD], power=[point, TERRIFY], target="squad-3",
        psychic_test=[(4,), (4,)], next_phase=["squad", "end"], change="dead",
    )  # fmt: skip
    assert [(effect.power, effect.on) for effect in played.outcome.in_play] == [(point, ()), (TERRIFY, ("squad-3",))]


def test_a_blessing_once_a_turn_whoever_leads(table: Table) -> None:
    """faults w40k7 1, w40k7 T2: the blessed Squad is dead, the Lord who joined it is the same unit and has had its blessing."""
    mine = [seer(INVISIBILITY), seer(INVISIBILITY), SQUAD, Unit("Lord", joins="Squad")]
    played = game(
        table, mine, [SQUAD], psyker=["seer", "correct", "seer-2"], power=[INVISIBILITY, INVISIBILITY], target=["squad", "seer"],
        psychic_test=[(4, 4), (1, 1)], correction="unit", unit="squad", change="dead", next_phase="end",
    )  # fmt: skip
    assert unavailable(played.asked("target")[1]) == {"lord": "already-blessed"}
    assert [effect.on for effect in played.outcome.in_play] == [("lord",)]


def test_a_boon_ends_with_its_model(table: Table) -> None:
    """faults w40k7 17, w40k7 P12: of two Covens of three the struck model of the second has the boon, until that model is lost."""
    coven = Unit("Coven", mastery=1, leadership=9, wounds=2, models=3, tags=("brotherhood",), powers=(SMITE,))
    answers: dict[str, Any] = {
        "psyker": ["coven-2", "end"],
        "power": SMITE,
        "psychic_test": (6, 6),
        "perils": 6,
        "leadership_test": (1, 1),
    }
    ways: list[tuple[dict[str, Any], list[str]]] = [
        ({"change": "wounds-lost", "wounds_lost": 2}, []),
        ({"change": "models-lost", "models_lost": 2}, ["warp-surge"]),
        ({"change": "wounds-lost", "wounds_lost": 1}, ["warp-surge"]),
    ]
    for change, left in ways:
        played = game(table, [coven, coven], [SQUAD], **answers, **change, next_phase=["coven-2", "end"])
        assert [effect.power for effect in played.outcome.in_play] == left


def test_the_dead_stand_nowhere(table: Table) -> None:
    """faults w40k7 3, 17: of a unit that lost its last model nobody is embarked, in reserve or in combat; back, it is where its unit is."""
    mine = [RHINO, RHINO, replace(SQUAD, embarked="Rhino 2"), seer(joins="Squad"), replace(SQUAD, reserve=True)]
    lost = (("seer", "wounds-lost"), ("squad-2", "models-lost"))
    gone: dict[str, Any] = {"wounds_lost": 2, "models_lost": 5}
    battle = ended(table, mine, [SQUAD], **gone, **happened(*lost, then="end"))
    assert (where(battle)["seer"], where(battle)["squad-2"]) == (("joins=squad", "dead"), ("dead",))
    back = ended(table, mine, [SQUAD], **gone, **happened(*lost, ("seer", "alive"), then="end"))
    assert where(back)["seer"] == ("embarked=rhino-2", "joins=squad")


# 20: corrections


def test_several_units_at_once(table: Table) -> None:
    """faults w40k7 20: three units go into reserve by one answer, each with those aboard; each is told; what one cannot is not offered."""
    mine = [RHINO, RHINO, replace(SQUAD, embarked="Rhino 2"), SQUAD]
    played = game(
        table, mine, [SQUAD], warp_charge=[], before_battle=["correct", "correct", "end"], correction=["units", "units"],
        units=[("rhino", "rhino-2", "squad-2"), ("rhino", "squad-3")], change=["reserve", "back"],
    )  # fmt: skip
    assert {id for id, words in where(played.outcome).items() if "reserve" in words} == {"rhino", "rhino-2", "squad", "squad-2"}
    assert [event.args["unit"].id for event in played.events("unit-corrected")] == ["rhino", "rhino-2", "squad-2"]
    first, second = played.asked("change")
    assert (first.default, second.default) == ("back", "back")
    assert list(second.options) == ["dead", "back"]


def test_losses_are_counted(table: Table) -> None:
    """faults w40k7 20: three models of the second Squad, two wounds of the second Seer, each in two answers beyond naming the unit."""
    mine = [SQUAD, SQUAD, seer(wounds=3), seer(wounds=3)]
    played = game(
        table, mine, [SQUAD], warp_charge=[], models_lost=3, wounds_lost=2,
        **happened(("squad-2", "models-lost"), ("seer-2", "wounds-lost"), then="end"),
    )  # fmt: skip
    battle = played.outcome
    assert [battle.unit(id).models for id in ("squad", "squad-2")] == [5, 2]
    assert [battle.unit(id).health for id in ("seer", "seer-2")] == [(3,), (1,)]
    answered = [one.request.id for one in played.narration if hasattr(one, "request")]
    assert answered == ["before-battle", "change", "models-lost", "before-battle", "change", "wounds-lost", "before-battle"]


def test_the_default_of_a_change_is_nothing(table: Table) -> None:
    """faults w40k7 20: whoever takes every default in a roll call changes nothing; `it is dead` is never it, nor the first in the list."""
    played = game(table, [SQUAD, SQUAD, seer()], [SQUAD], before_battle=["squad-2", "seer", "end"], warp_charge=[])
    assert [asked.default for asked in played.asked("change")] == ["back", "back"]
    assert [next(iter(asked.options)) for asked in played.asked("change")] == ["models-lost", "wounds-lost"]
    assert not any(where(played.outcome).values())
    assert not played.has("unit-corrected")


def test_losses_may_be_the_last(table: Table) -> None:
    """faults w40k7 17, 20: with its last model a unit is dead; so is a Seer with his last wound."""
    mine = [SQUAD, SQUAD, seer(), seer()]
    changes = (("squad-2", "models-lost"), ("seer", "wounds-lost"))
    battle = ended(table, mine, [SQUAD], models_lost=5, wounds_lost=2, **happened(*changes, then="end"))
    assert {id for id, words in where(battle).items() if "dead" in words} == {"squad-2", "seer"}


@pytest.mark.parametrize(
    ("change", "answers", "told"),
    [
        ("power-lost", {"power_gone": SMITE}, (("powers", (TERRIFY,)),)),
        ("power-gained", {"power_new": IRON_ARM}, (("powers", (SMITE, TERRIFY, IRON_ARM)),)),
        ("mastery", {"mastery_now": 1}, (("level", 1),)),
        ("wounds", {"wounds_now": 7}, (("health", (7,)),)),
    ],
)
def test_what_reminders_bring_about_is_recorded(table: Table, change: str, answers: Any, told: Any) -> None:
    """faults w40k7 13, 20: powers lost and gained, mastery, wounds: of the second of two Seers alone."""
    mine = [seer(SMITE, TERRIFY), seer(SMITE, TERRIFY)]
    battle = ended(table, mine, [SQUAD], **answers, **happened(("seer-2", change), then="end"))
    for field, value in told:
        assert getattr(battle.unit("seer-2"), field) == value
    assert battle.unit("seer").powers == (SMITE, TERRIFY)
    assert (battle.unit("seer").level, battle.unit("seer").health) == (3, (2,))


# 21: questions that nothing depends on


@pytest.mark.parametrize("row", [2, 3, 4])
def test_no_leadership_where_no_test_is_due(table: Table, row: int) -> None:
    """faults w40k7 21: leadership that nobody told is not asked before the die, and not for rows 2 to 4, with Terrify on it or not."""
    unknown = replace(seer(IRON_ARM), leadership=None)
    played = game(
        table, [unknown, unknown], [seer(TERRIFY)], warp_charge=[(6,)] * 3, psyker=["end", "seer", "end"],
        power=[TERRIFY, IRON_ARM], target="seer", psychic_test=[(4,), (6, 6)], perils=(row,),
        next_phase=["go-on", "go-on", "end"], **({"drain": (1,)} if row == 3 else {}),
    )  # fmt: skip
    assert not played.asked("leadership")


def test_leadership_is_asked_after_the_die(table: Table) -> None:
    """faults w40k7 21: where a test is due it is asked then."""
    unknown = replace(seer(IRON_ARM), leadership=None)
    played = game(
        table, [unknown, unknown], [SQUAD], psyker=["seer-2", "end"], power=IRON_ARM, psychic_test=(6, 6), perils=5, leadership=8,
        leadership_test=(4, 4), next_phase="end",
    )  # fmt: skip
    assert played.order("perils", "leadership", "leadership-test") == ["perils", "leadership", "leadership-test"]


def test_like_models_need_no_die(table: Table) -> None:
    """faults w40k7 21, w40k7 P12: of eight like models none is chosen by a die; with one that is wounded a die is thrown."""
    coven = Unit("Coven", mastery=1, leadership=8, wounds=2, models=8, tags=("brotherhood",), powers=(SMITE, TERRIFY))
    played = game(
        table, [coven, coven], [SQUAD], psyker=["coven-2", "coven-2", "end"], power=[SMITE, TERRIFY], psychic_test=[(6, 6), (6, 6)],
        perils=[(4,), (4,)], perils_model=(8,), next_phase="end",
    )  # fmt: skip
    assert [str(asked.dice) for asked in played.asked("perils-model")] == ["d8"]
    assert played.outcome.unit("coven-2").health == (1, 2, 2, 2, 2, 2, 2, 1)
    assert played.outcome.unit("coven").health == (2,) * 8


def test_a_menu_of_one_is_not_asked(tmp_path: Path) -> None:
    """faults w40k7 21, w40k7 G13: of two disciplines one has nothing that mastery 1 may have left: nobody waits for Enter."""
    path = written(
        tmp_path, "- {name: Twin, mastery: 1, disciplines: [biomancy]}\n- {name: Twin, mastery: 1, disciplines: [biomancy]}\n"
    )
    done = psyphase("generate", str(path), "--seed", "1", "-o", str(tmp_path / "made.yaml"), stdin="\n")
    assert done.returncode == 0, done.stderr
    assert "which discipline" not in done.stdout


# 22: small ones


@pytest.mark.parametrize(
    ("extra", "text"),
    [
        (-2, "Friends: 6 rolled + mastery 3 + 3 - 2 from other rules = 10 dice"),
        (1, "Friends: 6 rolled + mastery 3 + 3 + 1 from other rules = 13 dice"),
    ],
)
def test_a_sum_with_less(table: Table, extra: int, text: str) -> None:
    """faults w40k7 22: what is taken away is said with a minus, not as `+ -2`."""
    played = game(table, [seer(warp_charge=extra), seer()], [SQUAD], psyker="end", next_phase="end")
    words = Wording(find_system("w40k7").sentences(), "en", ("Friends", "Foes"))
    assert words.say(played.events("warp-charge-pool")[0]) == text


def test_profile_and_rule_are_two_sentences(rules: Rules) -> None:
    """faults w40k7 22: the weapon line ends with a stop before the words of the power begin."""
    smite = rules.powers[SMITE]
    assert WORDS.effect(smite) == "S 4, AP 2, Assault 4. " + smite.effect.en


def test_nothing_to_generate_is_not_said(table: Table) -> None:
    """faults w40k7 22: of psykers with fixed powers no `0 powers to generate`; what they know is told."""
    fixed = Unit("Twin", mastery=1, fixed=(SMITE,))
    played = table.play(generate(table.rules, army(fixed, fixed)), {})
    assert not played.has("generates")
    assert len(played.events("knows")) == 2


def test_focus_is_said_where_something_is_gained(table: Table) -> None:
    """faults w40k7 22, w40k7 G9: of a discipline without a primaris, or whose primaris is known, nothing is gained or said."""
    twin = Unit("Twin", mastery=1, disciplines=("biomancy",))
    told = table.play(generate(table.rules, army(twin, twin)), {"power_roll": [(1,), (3,)]})
    assert [WORDS.say(event) for event in told.events("psychic-focus")] == ["Psychic focus in Biomancy: Smite for free"] * 2
    bare = next(one for one in table.rules.disciplines.values() if not one.primaris)
    alone = Unit("Twin", mastery=3, disciplines=(bare.id,))
    silent = table.play(generate(table.rules, army(alone)), {"power_roll": [(1,), (3,), (5,)]})
    assert not silent.has("psychic-focus")
