"""What is asked in a battle and for a roster: the least, the most, and what is proposed; and what is set right (hh3 A5-A15)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from asked import Limits, numbers, proposed
from hh3_table import (
    BARRIER,
    CLARITY,
    FORESIGHT,
    MIND_BURST,
    PATHS,
    RAGE,
    TRANQUILLITY,
    Table,
    army,
    effects,
    grunts,
    hh3_rules,
    offers,
    psyker,
    squad,
    statuses,
)
from psyphase.engine.procedure import Event
from psyphase.engine.readings import DANGER
from psyphase.errors import RulesError
from psyphase.systems import find_system
from psyphase.systems.hh3.check import Checked, WillpowerCheck
from psyphase.systems.hh3.declarations import described
from psyphase.systems.hh3.model import Power, Reaction
from psyphase.systems.hh3.roster import Models, Roster, Unit
from psyphase.tables.library import shipped_rules
from scripted import unavailable

RULES = hh3_rules()
TABLE = Table(RULES)
HH3 = find_system("hh3")
SONS = ("thousand-sons",)
WARDEN = psyker("telekinesis", name="Warden")


def right(what: str, **answers: Any) -> dict[str, Any]:
    """The answers that set something right once, in a phase in which a power could be used."""
    return {"act": ["correct"], "correction": what, **answers}


NUMBERS = [
    # A9, A12: a willpower may be any that 2D6 can meet, or none; a legionary's is proposed where nobody can tell.
    pytest.param(psyker("telepathy"), None, {"act": MIND_BURST, "resistance_check": (1, 2)}, {"target-willpower": [(0, 20, 7)]}, id="A9"),
    pytest.param(
        psyker("telepathy"), None,
        {"act": MIND_BURST, "resistance_check": (5, 6), "nullify": "another-unit", "nullify_check": (1, 2)},
        {"target-willpower": [(0, 20, 7)], "nullify-willpower": [(0, 20, 9)]}, id="A7: whoever nullifies is a psyker",
    ),
    pytest.param(
        psyker("telepathy"), [Unit("Men", models=5)],
        {"act": MIND_BURST, "target": "men", "willpower": 7, "resistance_check": (1, 2)},
        {"willpower": [(0, 20, None)]}, id="A9: nobody guesses it of a unit of the roster",
    ),
    pytest.param(
        psyker("divination"), (),
        {"act": ["correct", "correct"], "correction": ["unit", "unit"], "unit": "seer", "change": "willpower", "willpower_change": -3},
        {"willpower-change": [(-20, 20, 0)]}, id="facts 2: by what it is changed",
    ),
    # facts 4: two points in a battle of 3,000.
    pytest.param(psyker("divination"), (), right("points"), {"reaction-points-now": [(0, 50, 2)]}, id="facts 4: points set right"),
    pytest.param(
        psyker("divination"), (), right("free-dice", free_throw=(4,)),
        {"free-count": [(1, 100, 1)], "free-sides": [(2, 100, 6)]}, id="other dice",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("mine", "theirs", "answers", "expected"), NUMBERS)
def test_numbers(mine: Any, theirs: Any, answers: dict[str, Any], expected: dict[str, list[Limits]]) -> None:
    """hh3 A7, A9, A12, hh3-facts 2, 4: every number that is asked for in a battle."""
    asked = numbers(TABLE.turns(mine, theirs, **answers))
    assert {id: asked.get(id) for id in expected} == expected


PROPOSED = [
    pytest.param(psyker("divination"), (), {"manifestation_check": (1, 2)}, {"target": ["seer"]}, id="A8: a blessing on oneself"),
    pytest.param(
        [grunts(name="Men"), psyker("divination")], (), {"manifestation_check": (1, 2)}, {"target": ["seer"]}, id="A8: whoever stands first"
    ),
    pytest.param(
        psyker("telepathy"), None, {"act": MIND_BURST, "resistance_check": (5, 6)},
        {"target": ["another-unit"], "nullify": ["nobody"], "threatened": None}, id="A7: nobody nullifies unasked",
    ),
    pytest.param(
        psyker("telepathy"), (), {"act": MIND_BURST, "target": "grunts", "resistance_check": (5, 6)},
        {"target": ["grunts"], "threatened": ["passed"]}, id="facts 3: the threat passes",
    ),
    pytest.param(
        psyker("thaumaturgy"), [WARDEN], {"act": TRANQUILLITY, "target": "warden", "resistance_check": (5, 6)},
        {"target": ["warden"]}, id="A9: a curse on the first enemy",
    ),
    pytest.param(psyker("divination"), (), right("perils", perils=3), {"perils-cause": ["d6"]}, id="A11: other perils by a D6"),
    pytest.param(
        psyker("telepathy"), [squad()], {"act": MIND_BURST, "resistance_check": (1, 2)}, {"resist-with": ["leader"]}, id="A9: the highest"
    ),
]  # fmt: skip


@pytest.mark.parametrize(("mine", "theirs", "answers", "expected"), PROPOSED)
def test_what_is_proposed(mine: Any, theirs: Any, answers: dict[str, Any], expected: dict[str, Any]) -> None:
    """hh3 A7-A11: the usual way of a game."""
    acts = {"act": FORESIGHT, **answers}
    asked = proposed(TABLE.turns(mine, theirs, **acts))
    assert {id: asked.get(id) for id in expected} == expected


def test_the_own_power_is_proposed() -> None:
    """hh3 A3, A7: one's own power is proposed where there is one; a reaction is the opponent's choice, and goes on unasked."""
    own = TABLE.turns([psyker("divination"), grunts(name="Men")], psyker("telekinesis"))
    proposals = {request.default for request in own.asked("act") if FORESIGHT in request.options}
    assert proposals == {FORESIGHT}
    others = {request.default for request in own.asked("act") if FORESIGHT not in request.options}
    assert others == {"go-on"}


def test_recovery_is_asked_for_once_a_turn() -> None:
    """hh3-facts 4: in the End phase alone, of whoever has a status then."""
    pinned: dict[str, Any] = {
        "act": ["correct"],
        "correction": "unit",
        "unit": "seer",
        "change": "statuses",
        "statuses": ("pinned",),
    }
    played = TABLE.turns(psyker("divination"), (), **pinned)
    (request,) = played.asked("recovered")
    assert list(request.options) == ["seer-pinned"]
    *_, status = played.events("status")
    assert status.args["phase"].id == "end"
    healed = TABLE.turns(psyker("divination"), (), **pinned, recovered=("seer-pinned",))
    assert statuses(healed, "seer") == ()


def test_recovery_is_of_whole_units() -> None:
    """hh3-facts 4: statuses are of the whole unit: who has joined one is not asked for beside it."""
    pinned: dict[str, Any] = {
        "act": ["correct"],
        "correction": "unit",
        "unit": "men",
        "change": "statuses",
        "statuses": ("pinned",),
    }
    played = TABLE.turns([psyker("divination", joins="Men"), grunts(name="Men")], (), **pinned)
    assert statuses(played, "seer") == ("pinned",)
    (request,) = played.asked("recovered")
    assert list(request.options) == ["men-pinned"]


def test_one_of_two_statuses_is_cured() -> None:
    """hh3-facts 3: Clarity cures one, and of two the first is proposed."""
    change: dict[str, Any] = {
        "act": ["correct", CLARITY], "correction": "unit", "unit": "seer", "change": "statuses", "statuses": ("pinned", "suppressed"),
        "target": "seer", "manifestation_check": (1, 2),
    }  # fmt: skip
    played = TABLE.turns(psyker("athanaean", traits=SONS), (), **change)
    (request,) = played.asked("cured")
    assert request.default == next(iter(request.options))
    assert set(request.options) == {"pinned", "suppressed"}
    assert statuses(played, "seer") == tuple(status for status in request.options if status != request.default)


def test_a_blessing_has_no_chance_by_its_target() -> None:
    """hh3 A8, A9: only a curse is resisted, so only its targets have chances beside them."""
    blessing = TABLE.turns(psyker("divination"), (), act=FORESIGHT, target="seer", manifestation_check=(1, 2))
    assert dict(blessing.asked("target")[0].notes) == {}
    curse = TABLE.turns(psyker("telepathy"), (), act=MIND_BURST, target="grunts", resistance_check=(1, 2))
    assert {key: note.id for key, note in curse.asked("target")[0].notes.items()} == {"grunts": "resists-note"}


@pytest.mark.parametrize(
    ("options", "faces", "event", "wounds"),
    [
        ({"double": 1}, {}, "wounds-without-ap", (13 - 9, 1, None)),
        ({"arcana": True}, {"arcana_wounds": 3}, "wounds-with-ap", (3, 1, 2)),
    ],
    ids=["the table", "an arcana"],
)
def test_what_perils_come_to(options: dict[str, Any], faces: dict[str, Any], event: str, wounds: tuple[int, ...]) -> None:
    """hh3 A13, hh3-facts 1: the table states no AP; wounds of an arcana have AP 2 and a damage of 1."""
    played = TABLE.play(HH3.rolls["perils"].procedure(RULES, willpower=9, **options), faces)
    args = played.args(event)
    assert (args["wounds"], args["damage"], args["ap"]) == wounds
    assert (played.outcome.wounds, played.outcome.damage, played.outcome.ap) == wounds


def test_numbers_of_a_new_army() -> None:
    """hh3 A9, A12: whatever a roster may hold can be answered; a sergeant with no willpower of its own is none."""
    assert HH3.new_roster
    answers: dict[str, Any] = {"army_name": "A", "unit_kind": ["lone", "squad", "done"], "unit_name": ["Seer", "Men"]}
    made = TABLE.play(HH3.new_roster(RULES), answers)
    assert numbers(made) == {
        "unit-willpower": [(0, 20, 9), (0, 20, 7)],
        "unit-models": [(1, 200, 10)],
        "sergeant-willpower": [(0, 20, 0)],
    }
    assert proposed(made) == {
        "army-name": [None],
        "army-traits": [()],
        "unit-kind": ["lone", "done", "done"],
        "unit-name": [None, None],
        "unit-traits": [(), ()],
        "unit-disciplines": [(), ()],
    }


# What is told


def test_a_chance_is_that_of_the_check() -> None:
    """hh3 A8, facts 2: Tranquillity makes manifesting harder by 2, and the chances beside a power are those of 7, not of 9."""
    first: dict[str, Any] = {"act": [TRANQUILLITY, FORESIGHT], "target": ["other", "other"], "resistance_check": (5, 6)}
    foe = psyker("divination", name="Other")
    played = TABLE.turns(psyker("thaumaturgy"), foe, turns=2, manifestation_check=(1, 2), **first)
    notes = [request.notes[FORESIGHT].args["chance"] for request in played.asked("act") if FORESIGHT in request.notes]
    assert {note.args["against"].value for note in notes} == {9 - 2}


@pytest.mark.parametrize(
    ("willpower", "focus", "faces", "total", "said"),
    [
        (9, 8, (2, 3), 4, "by-the-modified-total"),
        (20, 1, (1, 2), 0, "by-the-total-of-none"),
        (12, 9, (1, 2), 0, "by-the-modified-total"),
    ],
)
def test_a_total_is_never_below_0(willpower: int, focus: int, faces: tuple[int, int], total: int, said: str) -> None:
    """hh3-facts 2: what modifies a roll changes its total, which stops at 0: 3 less 19 is 0."""
    played = TABLE.play(
        HH3.rolls["nullify"].procedure(RULES, willpower=willpower, focus_willpower=focus), {"nullify_check": faces}
    )
    why = played.args("check-passed")["why"]
    assert (why.id, why.args["total"], why.args["target"]) == (said, total, willpower)


def test_a_check_without_more() -> None:
    """hh3 A11, A12: nothing modifies a check unless it is said, doubles bring perils, and of one without dice there is no total."""
    assert RULES.figures
    read = WillpowerCheck(7, RULES.figures)
    assert [read.read(faces) for faces in ((3, 4), (4, 4))] == [Checked(True, 0, 7, 7), Checked(False, 4, 8, 8)]
    assert [DANGER in mark for mark in (*read.marks((4, 4)), *read.marks((3, 4)))] == [True, True, False, False]
    nothing = Checked(passed=False)
    assert (nothing.double, nothing.dice, nothing.total) == (0, 0, 0)


@pytest.mark.parametrize(
    ("row", "command"), [("doubled", "perils --system hh3 --willpower N --double 3"), ("d6", "perils --system hh3 --willpower N")]
)
def test_how_perils_of_force_go_on(row: str, command: str) -> None:
    """hh3-facts 1: the row is that of the double, or by the setting one of a D6."""
    table = TABLE.under(force_row=row)
    played = table.play(HH3.rolls["force"].procedure(table.rules, willpower=9), {"willpower_check": (3, 3)})
    assert played.args("perils-follow") == {"double": 3, "command": command}
    assert not table.play(HH3.rolls["force"].procedure(table.rules, willpower=9), {"willpower_check": (3, 4)}).has(
        "perils-follow"
    )


@pytest.mark.parametrize(("setting", "perils"), [("true", True), ("false", False)])
def test_perils_of_nullify(setting: str, perils: bool) -> None:
    """hh3-facts 3: whether Nullify brings perils is a setting; where it does not, nothing follows."""
    table = TABLE.under(nullify_perils=setting)
    played = table.play(HH3.rolls["nullify"].procedure(table.rules, willpower=9, focus_willpower=9), {"nullify_check": (3, 3)})
    assert (played.outcome.double, played.outcome.perils, played.has("perils-follow")) == (3, perils, perils)


@pytest.mark.parametrize("power", [one for one in RULES.entries.values() if isinstance(one, Power)], ids=lambda one: one.id)
def test_what_is_told_of_a_power(power: Power) -> None:
    """hh3 A3, A7, A8: beside its words for how long, what follows where it fails or either way, what is paid and how often."""
    expected = {
        "lasting": power.lasts != "immediate",
        "if-it-fails": power.failed != "none",
        "either-way": power.after != "none",
        "paid-on-a-pass": isinstance(power, Reaction) and power.paid == "passed",
        "once-a-battle": isinstance(power, Reaction) and power.uses == "battle",
        "reminder": power.range == "none",
        "reminder-range": power.range != "none",
    }
    effect, *parts = described(power)
    assert effect == power.effect
    assert [one.id for one in parts if isinstance(one, Event)] == [id for id, told in expected.items() if told]


def test_what_stands_beside_a_power_before_it_is_declared() -> None:
    """hh3 A8: all that one wants to know of it."""
    (first, *_) = TABLE.turns(psyker("divination"), ()).asked("act")
    assert first.options[FORESIGHT].effect == described(RULES.power(FORESIGHT))


def test_the_first_reason_against_a_target() -> None:
    """hh3-facts 1: of two traits that make its unit no target, the one of the models that stand first is told."""
    shunned = replace(RULES.traits["anathema"], id="shunned")
    table = Table(replace(RULES, traits={**RULES.traits, "shunned": shunned}))
    men = Unit("Men", willpower=7, models=(Models("Sisters", traits=("anathema",)), Models("Others", traits=("shunned",))))
    played = table.turns(psyker("telepathy"), [men, grunts()], act=MIND_BURST, target="grunts", resistance_check=(1, 2))
    (request,) = played.asked("target")
    assert (request.unavailable["men"].id, request.unavailable["men"].args["trait"].id) == ("no-target-trait", "anathema")


# What is set right


def test_an_effect_that_ended_before_its_time() -> None:
    """hh3 A6: of two that last one is over, whichever it was; or none after all."""
    curses: dict[str, Any] = {
        "act": [PATHS, TRANQUILLITY],
        "target": ["warden", "warden"],
        "resistance_check": [(5, 6), (5, 6)],
    }
    mine = [psyker("corvidae", traits=SONS), psyker("thaumaturgy", name="Other")]
    for ended, left in (("1", [TRANQUILLITY]), ("2", [PATHS]), ("back", [PATHS, TRANQUILLITY])):
        found = {**curses, "next_turn": ["correct", "end"], "correction": "effect", "ended_effect": ended}
        played = TABLE.turns(mine, WARDEN, **found)
        assert sorted(effects(played)) == sorted(left)
        (request,) = played.asked("ended-effect")
        assert (list(request.options), request.default) == (["1", "2", "back"], "1")
        told = [event.args["effect"].en for event in played.events("effect-ends")]
        assert told == [RULES.power(id).name.en for id in (PATHS, TRANQUILLITY) if id not in left]


def test_nothing_in_play_cannot_end() -> None:
    """hh3 A6: where nothing is in play there is no effect to end, and it says so."""
    (request,) = TABLE.turns(psyker("divination"), (), **right("back")).asked("correction")
    assert unavailable(request) == {"effect": "nothing-in-play"}
    assert list(request.options) == ["unit", "units", "new-unit", "points", "perils", "free-dice", "back"]


def joins(host: str, unit: str = "seer") -> dict[str, Any]:
    """The answers by which a unit joins another, before a turn."""
    return {
        "next_turn": ["correct", "go-on", "end"], "correction": "unit", "unit": unit, "change": "joined", "joined_unit": host,
    }  # fmt: skip


def test_whom_a_unit_may_join() -> None:
    """hh3 A5, A14: a unit of its own side that has joined none itself, in reserve too; from then on they are one."""
    mine = [psyker("divination"), grunts(name="Men"), psyker(name="Late", reserve=True), psyker(name="Aide", joins="Men")]
    played = TABLE.turns(mine, (), **joins("men"))
    (request,) = played.asked("joined-unit")
    assert set(request.options) == {"men", "late", "back"}
    assert played.outcome.host(played.outcome.unit("seer")).id == "men"
    away = TABLE.turns(mine, (), **joins("back"))
    assert away.outcome.host(away.outcome.unit("seer")).id == "seer"


@pytest.mark.parametrize("used", [True, False], ids=["one of them has used it", "neither has"])
def test_a_power_of_units_that_come_together(used: bool) -> None:
    """hh3 A14: who joins a unit that has used its power of the turn has used it too; where it has not, nobody has."""
    mine = [psyker("biomancy"), psyker("biomancy", name="Host"), grunts(name="Men")]
    first: dict[str, Any] = {"manifestation_check": (1, 2), "focus": "host", "target": "men"} if used else {}
    acts = [RAGE, "correct"] if used else ["correct"]
    played = TABLE.turns(mine, (), act=acts, correction="unit", unit="seer", change="joined", joined_unit="host", **first)
    assert offers(played, RAGE)[-1] == (set() if used else {RAGE})
    assert played.outcome.manifested == (frozenset({"seer", "host"}) if used else frozenset())


def test_a_reaction_of_units_that_come_together() -> None:
    """hh3 A14: so it is with reactions: where the host has not reacted, whoever joins it still may."""
    foes = [psyker("telekinesis"), grunts(name="Men")]
    played = TABLE.turns(
        grunts(name="Crew"), foes, act=["correct"], correction="unit", unit="seer", change="joined", joined_unit="men"
    )
    assert offers(played, BARRIER)[-1] == {BARRIER}
    assert played.outcome.reacted == frozenset()


def test_statuses_of_units_that_come_together() -> None:
    """hh3-facts 4: statuses affect the whole unit, whoever joins it too."""
    change: dict[str, Any] = {
        "act": ["correct", "correct"], "correction": ["unit", "unit"], "unit": ["men", "seer"], "change": ["statuses", "joined"],
        "statuses": ("pinned",), "joined_unit": "men",
    }  # fmt: skip
    played = TABLE.turns([psyker("divination"), grunts(name="Men")], (), **change)
    assert statuses(played, "seer") == ("pinned",)


# Words of menus

MENU = ("end", "back", "correct", "go-on", "nobody", "another-unit", "lowest")


@pytest.mark.parametrize("word", MENU)
def test_no_unit_is_a_word_of_a_menu(word: str) -> None:
    """hh3 A1, A9: a unit, or one of its models, that is called as a word of a menu has another key."""
    name = word.replace("-", " ").title()
    played = TABLE.turns([psyker("divination", name=name), squad(name="Men")], (), act="correct", correction="unit", unit=f"{word}-2",
                         change="willpower", willpower_change=1)  # fmt: skip
    assert played.outcome.unit(f"{word}-2").change == 1
    led = replace_leader(squad(name="Men"), name)
    groups = [group.id for group in TABLE.turns([psyker("divination"), led], ()).outcome.unit("men").groups]
    assert groups[0] == f"{word}-2"


def replace_leader(unit: Unit, name: str) -> Unit:
    """A squad whose leader is called so."""
    assert isinstance(unit.models, tuple)
    leader, *men = unit.models
    return Unit(
        unit.name, willpower=unit.willpower, models=(type(leader)(name, willpower=leader.willpower, traits=leader.traits), *men)
    )


@pytest.mark.parametrize("word", MENU)
def test_no_power_is_a_word_of_a_menu(word: str, tmp_path: Path) -> None:
    """hh3 A3: nor is a power of one's own tables, which is refused with its place."""
    path = tmp_path / "hh3" / "others.yaml"
    path.parent.mkdir(parents=True)
    shipped = (shipped_rules() / "hh3" / "others.yaml").read_text(encoding="utf-8")
    path.write_text(shipped.replace("id: prophetic-duellist", f"id: {word}"), encoding="utf-8")
    with pytest.raises(RulesError, match=f"id: '{word}' is a word of the menus"):
        hh3_rules(tmp_path)


def test_how_a_battle_begins() -> None:
    """hh3 A5, A14, facts 4: nothing is used, nothing in play, and points come with the first turn."""
    from psyphase.systems.hh3.deployment import new_battle

    battle = new_battle(RULES, army(psyker("divination")), army(grunts()))
    assert (battle.turn, battle.phase, battle.points) == (1, "start", 0)
    assert (battle.manifested, battle.reacted, battle.spent, battle.nullified) == (frozenset(),) * 4
    assert battle.in_play == ()
    for unit in battle.units:
        assert (unit.joins, unit.embarked, unit.reserve, unit.locked, unit.statuses, unit.change) == (
            None,
            False,
            False,
            False,
            (),
            0,
        )


def test_a_roster_without_more() -> None:
    """hh3 A5, facts 4: what a roster does not tell: one model, on the table, no points beyond the allotment."""
    plain: Roster = army(Unit("Man"))
    assert (plain.reactions, plain.traits) == (0, ())
    (unit,) = plain.units
    assert (unit.models, unit.embarked, unit.reserve, unit.joins, unit.willpower) == (1, False, False, None, None)
    (group,) = unit.groups
    assert (group.count, group.willpower) == (1, None)
