"""What is asked in a phase and for a roster: the least, the most, and what is proposed (w40k7 G, P, T)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from asked import Limits, numbers, proposed
from psyphase.engine.procedure import Event
from psyphase.errors import RulesError
from psyphase.systems.w40k7.battle import Battle, new_battle
from psyphase.systems.w40k7.model import Unit
from psyphase.systems.w40k7.phase import play_battle
from psyphase.systems.w40k7.wizard import new_roster
from psyphase.tables.library import shipped_rules
from scripted import Played
from w40k7_table import Table, army, read_rules

DOMINATE, TERRIFY, SHRIEK, INVISIBILITY, SHROUDING = (
    f"telepathy/{name}" for name in ("dominate", "terrify", "psychic-shriek", "invisibility", "shrouding")
)
SUMMONING = "daemonology-malefic/summoning"
PERILS: dict[str, Any] = {"power": DOMINATE, "psychic_test": (6, 6)}


def seer(*powers: str, **more: Any) -> Unit:
    """A psyker of mastery 2."""
    return Unit(**{"name": "Seer", "mastery": 2, "leadership": 9, "wounds": 2, "powers": powers or (DOMINATE,), **more})


def conjured(table: Table, *, kind: str = "psyker", **answers: Any) -> Played[Battle]:
    """A daemon conjures a psyker."""
    mine = seer(SUMMONING, mastery=3, tags=("daemon",))
    return table.phase(mine, (), power=SUMMONING, psychic_test=(4, 5, 6), conjured=kind, **answers)


# Numbers

NUMBERS = [
    # P9: at least 1 die, at most the pool: 6 on the D6, and mastery 2. It is the last power, so that the opponent spends all 6 dice, on
    # 6+: (5/6)^6 = .33 against one charge, .74, .94, .99 against more; four dice work in .66 of cases, five in .76. P14: he may let it be.
    pytest.param(
        seer(), (), {"power": DOMINATE, "psychic_test": (4, 1)}, {"dice": [(1, 8, 5)], "deny-dice": [(0, 6, 0)]}, id="P9, P14: dice"
    ),
    # P1, P2: of an opponent without a roster nobody knows the mastery levels.
    pytest.param(seer(), None, {}, {"enemy-mastery": [(0, 200, 0)]}, id="P1: mastery of nobody's roster"),
    pytest.param(
        seer(), (), {"power": "correct", "correction": "pools"}, {"pool": [(0, 200, 8)], "enemy-pool": [(0, 200, 6)]}, id="P2: both pools"
    ),
    # P13: leadership goes to 10; a roster need not tell it, nor the wounds.
    pytest.param(
        seer(leadership=None, wounds=None), (), {**PERILS, "perils": 1, "leadership": 9, "leadership_test": (4, 5), "wounds_left": 1},
        {"leadership": [(1, 10, None)], "wounds-left": [(0, 30, None)]}, id="P13: what no roster tells",
    ),
    pytest.param(
        [seer(), Unit("Men", models=3)], (),
        {**PERILS, "perils": 1, "leadership_test": (6, 6), "perils_hits": 5}, {"losses": None}, id="P13.1: a lone psyker is gone",
    ),
    pytest.param(
        [seer(joins="Men"), Unit("Men", models=3)], (),
        {**PERILS, "perils": 1, "leadership_test": (6, 6), "perils_hits": 5}, {"losses": [(0, 3, 0)]}, id="P13.1: no more than there are",
    ),
    pytest.param(
        [seer(joins="Men"), Unit("Men", models=9)], (),
        {**PERILS, "perils": 1, "leadership_test": (6, 6), "perils_hits": 5}, {"losses": [(0, 5, 0)]}, id="P13.1: no more than hits",
    ),
    pytest.param(
        seer(), (), {"power": "correct", "correction": "free-dice", "free_throw": (3,)},
        {"free-count": [(1, 100, 1)], "free-sides": [(2, 100, 6)]}, id="other dice",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("mine", "theirs", "answers", "expected"), NUMBERS)
def test_numbers(table: Table, mine: Any, theirs: Any, answers: dict[str, Any], expected: dict[str, list[Limits]]) -> None:
    """w40k7 P1, P2, P9, P13, P14: every number that is asked for in a phase."""
    asked = numbers(table.phase(mine, theirs, **answers))
    assert {id: asked.get(id) for id in expected} == expected


def test_hits_are_spent_once(table: Table) -> None:
    """w40k7 P13.1: of five hits three slay a whole unit, so that two are left for those who have joined it."""
    units = [seer(joins="Men", wounds=1), Unit("Men", models=3), Unit("Aides", models=4, joins="Men")]
    played = table.phase(units, (), **PERILS, perils=1, leadership_test=(6, 6), perils_hits=5, losses=[3, 2])
    assert numbers(played)["losses"] == [(0, 3, 0), (0, 2, 0)]
    assert [played.outcome.unit(id).models for id in ("men", "aides")] == [0, 2]


def test_numbers_of_what_is_conjured(table: Table) -> None:
    """w40k7 T3: a psyker of some mastery level, alone or a brotherhood; usually one of level 1, called as its power."""
    played = conjured(table, conjured_disciplines=("change",), power_roll=(1,))
    assert numbers(played)["conjured-mastery"] == [(1, 10, 1)]
    assert numbers(played)["conjured-models"] == [(1, 200, 1)]
    asked = proposed(played)
    assert (asked["conjured"], asked["conjured-name"], asked["conjured-disciplines"]) == (["no-psyker"], ["summoning"], [None])


def test_numbers_of_a_new_army(table: Table) -> None:
    """w40k7 G4, P13: whatever a roster may hold can be answered: a psyker alone, a brotherhood of 5, ten of others."""
    answers: dict[str, Any] = {
        "army_name": "A", "unit_kind": ["psyker", "brotherhood", "other", "done"], "unit_name": ["Seer", "Coven", "Men"],
        "unit_disciplines": [("telepathy",), ("telepathy",)],
    }  # fmt: skip
    made = table.play(new_roster(table.rules), answers)
    assert numbers(made) == {
        "unit-models": [(1, 200, 5), (1, 200, 10)],
        "unit-mastery": [(1, 10, 1)] * 2,
        "unit-leadership": [(1, 10, 9)] * 2,
        "unit-wounds": [(1, 30, 2), (1, 30, 1)],
    }
    assert proposed(made) == {
        "army-name": [None],
        "unit-kind": ["psyker", "done", "done", "done"],
        "unit-name": [None] * 3,
        "unit-tags": [()] * 3,
        "unit-disciplines": [None] * 2,
    }


# What is proposed


def test_a_blessing_is_for_oneself(table: Table) -> None:
    """w40k7 T2: the psyker's own unit is proposed for a blessing, the first of the enemies for a curse."""
    mine = [Unit("Guard"), seer(INVISIBILITY, TERRIFY)]
    played = table.phase(mine, (), power=[INVISIBILITY, TERRIFY], psychic_test=[(4, 5), (4,)])
    assert proposed(played)["target"] == ["seer", "grunts"]


def test_a_power_of_any_side_is_not_for_oneself(table: Table) -> None:
    """w40k7 P5: what goes on any unit is proposed for the first there is, not for the psyker that happens to be one of them."""
    power = next(power for power in table.rules.powers.values() if table.rules.targets[power.target].side == "any"
                 and table.rules.targets[power.target].units == "one" and len(power.types) == 1)  # fmt: skip
    played = table.phase([Unit("Guard"), seer(power.id, mastery=3)], (), power=power.id, psychic_test=(4,) * power.costs[0])
    (request,) = played.asked("target")
    assert (list(request.options)[:2], request.default) == (["guard", "seer"], "guard")


@pytest.mark.parametrize(
    ("powers", "faces"),
    [
        pytest.param((DOMINATE, TERRIFY), [(1, 3), (4, 6)], id="two: half of the D6 each"),
        pytest.param((DOMINATE, TERRIFY, SHRIEK), [(1, 2), (3, 4), (5, 6)], id="three: two faces each"),
        pytest.param((DOMINATE, TERRIFY, SHRIEK, SHROUDING), [(1, 1), (2, 2), (3, 3), (4, 4)], id="four: a face each"),
    ],
)
def test_faces_stand_for_powers(table: Table, powers: tuple[str, ...], faces: list[tuple[int, int]]) -> None:
    """w40k7 P13.2: a random power: which faces stand for which is told before the die is thrown, each for as many."""
    played = table.phase(seer(*powers), (), **PERILS, perils=2, lost_power=1)
    (roll,) = played.asked("lost-power")
    assert [(one.args["first"], one.args["last"]) for one in roll.args["powers"]] == faces
    assert [one.args["name"] for one in roll.args["powers"]] == [table.rules.powers[id].name for id in powers]


def test_the_slain_lose_no_power(table: Table) -> None:
    """w40k7 P13.2: who is slain by the wound has no power to lose: nothing is thrown for it."""
    played = table.phase(seer(DOMINATE, TERRIFY, wounds=1), (), **PERILS, perils=2)
    assert played.has("slain")
    assert not played.asked("lost-power")
    assert not played.has("power-lost")


@pytest.mark.parametrize(
    ("power", "until"),
    [
        (DOMINATE, "until-phase"),
        ("broodmind/mental-onslaught", "until-turn"),
        ("interromancy/mind-worm", "until-game"),
        ("interromancy/mind-wipe", "until-other"),
    ],
)
def test_how_long_is_told(table: Table, power: str, until: str) -> None:
    """w40k7 T2, T4: for how long a power lasts is said once it works."""
    cost = table.rules.powers[power].costs[0]
    played = table.phase(seer(power, mastery=3), (), power=power, psychic_test=(4,) * cost)
    assert played.args("lasts")["until"].id == until


def test_the_opponents_blessing_lasts_to_his_phase(table: Table) -> None:
    """w40k7 T2: until the next phase of whose psyker it is, which is told by the name of his army."""
    first = table.phase(seer(), [seer(name="Foe")])
    theirs = table.next_phase(first.outcome, "theirs", power=DOMINATE, psychic_test=(4,))
    assert (theirs.args("lasts")["until"].id, theirs.args("lasts")["until"].args["army"]) == ("until-phase", "Foes")


@pytest.mark.parametrize(("ended", "left"), [("1", [INVISIBILITY]), ("2", [SHROUDING]), ("back", [SHROUDING, INVISIBILITY])])
def test_an_effect_that_ended_before_its_time(table: Table, ended: str, left: list[str]) -> None:
    """w40k7 T2: of two blessings one is over, whichever it was; or none after all. It is told which."""
    mine = [seer(SHROUDING, INVISIBILITY, DOMINATE, mastery=3)]
    powers = [SHROUDING, INVISIBILITY, "correct"]
    played = table.phase(mine, (), power=powers, psychic_test=[(4,), (4, 5)], correction="effect", ended_effect=ended)
    assert [effect.power for effect in played.outcome.in_play] == left
    names = [table.rules.powers[id].name for id in (SHROUDING, INVISIBILITY) if id not in left]
    assert [event.args["effect"] for event in played.events("effect-ends")] == names


@pytest.mark.parametrize(
    ("before", "change", "flag"),
    [
        pytest.param({}, "embarked", "embarked", id="P8: into a transport"),
        pytest.param({"embarked": True}, "disembarked", "disembarked", id="P8: out of it"),
        pytest.param({}, "reserve", "reserve", id="P1: into reserve"),
    ],
)
def test_who_stands_together_goes_together(table: Table, before: dict[str, Any], change: str, flag: str) -> None:
    """w40k7 P1, P8: what happens to a unit happens to the psyker who has joined it, and not to others."""
    units = [seer(joins="Men", **before), Unit("Men", models=5, **before), Unit("Crew", models=5, **before)]
    played = (
        table.phase(units, (), power="correct", correction="unit", unit="men", change=change)
        if change != "disembarked"
        else (table.phase([*units, seer(name="Other")], (), psyker="correct", correction="unit", unit="men", change=change))
    )
    battle = played.outcome
    stands = {
        unit.id: {"embarked": unit.embarked, "disembarked": not unit.embarked, "reserve": not unit.present}[flag]
        for unit in battle.units
    }
    assert (stands["seer"], stands["men"], stands["crew"]) == (True, True, False)


def test_an_opponent_without_a_roster_is_another_unit(table: Table) -> None:
    """w40k7 P5: where no roster has a unit to aim at nobody is asked for one, and it works on another unit."""
    played = table.phase(seer(), None, power=DOMINATE, psychic_test=(4,))
    assert not played.asked("target")
    assert played.args("takes-effect")["names"] == (Event("another-unit"),)


def test_models_of_one_model(table: Table) -> None:
    """w40k7 P13: models that were lost can be told of whoever has several."""
    mine = [seer(), Unit("Men", models=5)]
    for unit, several in (("seer", False), ("men", True)):
        (request,) = table.phase(mine, (), power="correct", correction="unit", unit=unit, change="back").asked("change")
        assert ("models-lost" in request.options) is several


def test_the_slain_bring_no_dice(table: Table) -> None:
    """w40k7 P1, P2: dice that a unit adds, like mastery levels, come from who is on the table."""
    first = table.phase(seer(wounds=1, warp_charge=2), (), **PERILS, perils=4)
    assert [event.args["total"] for event in first.events("warp-charge-pool")] == [6 + 2 + 2, 6]
    later = table.next_phase(first.outcome, "mine", warp_charge=3)
    assert [event.args["total"] for event in later.events("warp-charge-pool")] == [3, 3]


def test_going_on_is_said_once_for_all(table: Table) -> None:
    """facts 6: a battle has so many turns, so that going on may be answered beforehand: only a change leads back."""
    answers: dict[str, Any] = {"power": "end", "warp_charge": 1, "enemy_mastery": 0}
    asked = table.play(play_battle(table.rules, army(seer()), None), answers).asked("next-phase")
    assert [(request.default, request.ends, request.loops_back) for request in asked] == [
        ("go-on", "end", frozenset({"seer", "correct"}))
    ]


# What is generated


def test_a_god_does_not_take_the_last_list(table: Table) -> None:
    """w40k7 G14: a daemon that can only use its god's list takes all its powers from it: a limit leaves nobody with nothing."""
    daemon = seer(mastery=3, powers=None, disciplines=("plague",), patron="plague")
    made = table.generate(daemon, power_roll=[1, 2, 3])
    assert not made.has("generation-ends-early")
    (unit,) = made.outcome.units
    assert len([power for power in unit.powers or () if power.startswith("plague/")]) == 4  # and the primaris


def test_a_god_cannot_ask_for_what_is_known(table: Table) -> None:
    """w40k7 G13, G14: where all of the god's list is known already, the power comes from another."""
    nurgle = table.rules.disciplines["nurgle-2012"]
    fixed = tuple(sorted(nurgle.ids))
    marked = seer(mastery=1, powers=None, disciplines=("biomancy", "nurgle-2012"), patron="nurgle-2012", fixed=fixed, generates=1)
    made = table.generate(marked, power_roll=1)
    (request,) = made.asked("discipline")
    assert (list(request.options), {id: why.id for id, why in request.unavailable.items()}) == (
        ["biomancy"],
        {"nurgle-2012": "every-power-known"},
    )
    assert not made.has("generation-ends-early")


def test_an_exhausted_list_is_told(table: Table) -> None:
    """w40k7 G13: where the list of the last power has no more, it is said once, before another is taken."""
    lists = ("nurgle-2012", "telepathy")
    mine = seer(mastery=5, powers=None, disciplines=lists)
    made = table.generate(mine, discipline=[lists[0]] * 3, power_roll=[1, 3, 5, 1, 2])
    told = made.args("discipline-exhausted")
    assert (told["discipline"].id, told["why"].id) == ("nurgle-2012", "every-power-known")
    assert made.asked("discipline")[-1].default == "telepathy"
    planned = table.generate(replace(mine, mastery=4, plan=(lists[0],) * 3), power_roll=[1, 3, 5, 1])
    assert planned.has("discipline-exhausted")
    assert not planned.has("plan-impossible")


# What arrives


def test_a_conjured_daemon_has_the_god_of_its_list(table: Table) -> None:
    """w40k7 T3, G14: of a rulebook list and a god's, the god is his whose list it is: it knows that primaris for free."""
    lists = ("biomancy", "change")
    played = conjured(table, conjured_disciplines=lists, discipline="biomancy", power_roll=(1,))
    (unit,) = (one for one in played.outcome.units if one.conjured)
    assert unit.entry.patron == "change"
    assert set(unit.powers) == {"biomancy/iron-arm", "biomancy/smite", "change/flickering-fire-of-tzeentch"}
    plain = conjured(table, conjured_disciplines=("biomancy",), power_roll=(1,))
    assert [one.entry.patron for one in plain.outcome.units if one.conjured] == [None]


def test_who_makes_way_leaves_others_behind(table: Table) -> None:
    """w40k7 T3, facts 6: of a unit that is no brotherhood only the psyker makes way: the others stay and are no psykers."""
    mine = seer("daemonology-malefic/possession", mastery=3, models=5, tags=("daemon",))
    played = table.phase(mine, (), power="daemonology-malefic/possession", psychic_test=(4, 5, 6))
    left = played.outcome.unit("seer")
    assert (left.models, left.level, left.health) == (4, 0, ())


def test_a_battle_begins_with_nobody_conjured() -> None:
    """w40k7 T3: who was there from the start may conjure at once; nobody is lost, in reserve or blessed yet."""
    battle = new_battle(army(seer(), Unit("Men", models=5)), army(seer(name="Foe")))
    assert [(unit.conjured, unit.losses, unit.reserve) for unit in battle.units] == [(False, 0, False)] * 3
    assert (battle.turn, battle.pools, battle.attempts, battle.in_play, battle.blessed) == (1, (0, 0), (), (), ())
    assert battle.enemy_known
    assert not new_battle(army(seer()), None).enemy_known


def test_a_unit_without_more() -> None:
    """w40k7 P1, P2, P15: a name is enough: one model, no psyker, on the table, nothing that other rules give."""
    unit = Unit("Man")
    assert (unit.mastery, unit.models, unit.level, unit.deny_bonus, unit.warp_charge, unit.embarked) == (0, 1, 0, 0, 0, False)
    assert (unit.leadership, unit.wounds, unit.generates, unit.harness, unit.deny, unit.joins, unit.powers) == (None,) * 7


# Words of menus

MENU = ("end", "back", "correct", "another-unit", "nobody-targeted")


@pytest.mark.parametrize("word", MENU)
def test_no_unit_is_a_word_of_a_menu(table: Table, word: str) -> None:
    """w40k7 P4, P16: a psyker that is called as a word of a menu has another key, in the battle and when it generates."""
    name = word.replace("-", " ").title()
    played = table.phase([seer(name=name), seer()], (), psyker=f"{word}-2", power=DOMINATE, psychic_test=(1,))
    assert played.outcome.attempts == ((f"{word}-2", DOMINATE),)
    fresh = seer(name=name, mastery=1, powers=None, disciplines=("telepathy",))
    other = seer(mastery=1, powers=None, disciplines=("telepathy",))
    assert list(table.generate(fresh, other, power_roll=[1, 1]).asked("next-psyker")[0].options) == [f"{word}-2", "seer"]


@pytest.mark.parametrize("word", MENU)
def test_no_power_is_a_word_of_a_menu(word: str, tmp_path: Path) -> None:
    """w40k7 P4: nor is a power of one's own tables, which is refused with its place."""
    path = tmp_path / "w40k7" / "powers.yaml"
    path.parent.mkdir(parents=True)
    shipped = (shipped_rules() / "w40k7" / "powers.yaml").read_text(encoding="utf-8")
    path.write_text(shipped.replace("id: force", f"id: {word}"), encoding="utf-8")
    with pytest.raises(RulesError, match=f"id: '{word}' is a word of the menus"):
        read_rules(tmp_path)
