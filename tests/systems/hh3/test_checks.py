"""The willpower check and everything taken by it: hh3 A8, A9, A11-A13, A15, exact chances, one-shot rolls, prompts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pytest

from command import psyphase
from hh3_table import (
    BARRIER,
    CLARITY,
    FORESIGHT,
    GUIDANCE,
    KINE,
    PATHS,
    RESURRECTION,
    SHOTS,
    STRIKE,
    TRANQUILLITY,
    Acts,
    Table,
    against,
    apply_effect,
    army,
    grunts,
    hh3_rules,
    lost,
    psyker,
    squad,
    statuses,
    suffers,
    wounds,
)
from psyphase.engine.odds import Dist, odds
from psyphase.engine.procedure import Event, Procedure
from psyphase.engine.sources import Defaults
from psyphase.systems import find_system
from psyphase.systems.hh3 import rolls
from psyphase.systems.hh3.phase import play_battle
from psyphase.systems.hh3.roster import Roster
from psyphase.words.wording import Wording
from scripted import Played

T = TypeVar("T")

WAYS = {0: 0, 1: 1, 2: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21, 8: 26, 9: 30, 10: 33, **dict.fromkeys(range(11, 21), 35)}
"""Of 36 throws those that pass, by willpower: the issue's list, 0 without dice, and a double 1 for willpower 1."""
PERCENT = {1: "2.8%", 3: "8.3%", 6: "16.7%", 10: "27.8%", 15: "41.7%", 21: "58.3%", 26: "72.2%", 30: "83.3%", 33: "91.7%", 35: "97.2%"}  # fmt: skip
PERILS_PERCENT = ("16.7%", "5.6%", "11.1%")
"""A sixth of all checks show a double; Warp Rupture has 2 of the 36 throws, Ætheric Feedback 4."""
PAIRS = list(product(range(1, 7), repeat=2))


@pytest.fixture(scope="module")
def table() -> Table:
    """A table with the rules as shipped."""
    return Table(hh3_rules())


def heard(procedure: Procedure[Any], *ids: str) -> Procedure[tuple[str, ...]]:
    """A procedure that comes to which of these events were told in another, in order."""
    found: list[str] = []
    reply: Any = None
    while True:
        try:
            step = procedure.send(reply)
        except StopIteration:
            return tuple(found)
        if isinstance(step, Event) and step.id in ids:
            found.append(step.id)
        reply = yield step


def turn_odds(table: Table, mine: Roster, theirs: Roster, act: str, *ids: str) -> Dist[tuple[str, ...]]:
    """The exact chances of these events in one player turn in which something is declared."""
    return odds(
        lambda: heard(play_battle(table.rules, mine, theirs), *ids), lambda: [Acts({"act": act, "next_turn": "end"}), Defaults()]
    )


# A12: the check


@pytest.mark.parametrize("willpower", WAYS, ids=lambda wp: f"A12: willpower {wp} passes {WAYS[wp]} of 36")
@pytest.mark.parametrize("roll", [rolls.manifestation, rolls.resistance, rolls.force])
def test_pass_chances(table: Table, roll: Callable[..., Procedure[Any]], willpower: int) -> None:
    """hh3 A12: 2D6 equal to or under the willpower; a double 1 passes and a double 6 fails, whatever it is."""
    dist = odds(lambda: roll(table.rules, willpower=willpower))
    assert dist.chance(lambda one: one.passed) == Fraction(WAYS[willpower], 36)
    enumerated = sum(pair == (1, 1) or (pair != (6, 6) and sum(pair) <= willpower) for pair in PAIRS) if willpower else 0
    assert enumerated == WAYS[willpower]


@pytest.mark.parametrize("willpower", range(1, 21))
def test_doubles_chances(table: Table, willpower: int) -> None:
    """hh3 A11: a sixth of all checks show a double, each number one in 36, whatever the willpower."""
    dist = odds(lambda: rolls.manifestation(table.rules, willpower=willpower))
    assert dist.chance(lambda one: one.perils) == Fraction(1, 6)
    for number in range(1, 7):
        assert dist.chance(lambda one, number=number: one.double == number) == Fraction(1, 36)  # type: ignore[misc]


@pytest.mark.parametrize("willpower", [2, 7, 9, 12])
def test_chances_of_a_blessing(table: Table, willpower: int) -> None:
    """hh3 A8, A11, A13: in a real turn a blessing works as often as its check passes; perils 1/6, rupture 1/18, feedback 1/9."""
    ids = ("works-on", "perils-of-the-warp", "wounds-less-willpower", "status-gained")
    mine, theirs = army(psyker("divination", willpower=willpower)), army(grunts(), name="Foes")
    dist = turn_odds(table, mine, theirs, FORESIGHT, *ids)
    chances = [dist.chance(lambda narration, one=one: one in narration) for one in ids]  # type: ignore[misc]
    assert chances == [Fraction(WAYS[willpower], 36), Fraction(1, 6), Fraction(1, 18), Fraction(1, 9)]


@pytest.mark.parametrize("willpower", [3, 7, 10])
def test_chances_of_a_curse(table: Table, willpower: int) -> None:
    """hh3 A9, A11, A13: in a real turn a curse works as often as resistance fails; perils 1/6, rupture 1/18, feedback 1/9."""
    ids = ("works-on", "perils-of-the-warp", "wounds-less-willpower", "status-gained")
    mine, theirs = army(psyker("telepathy")), army(grunts(willpower), name="Foes")
    dist = turn_odds(table, mine, theirs, "telepathy/mind-burst", *ids)
    chances = [dist.chance(lambda narration, one=one: one in narration) for one in ids]  # type: ignore[misc]
    assert chances == [Fraction(36 - WAYS[willpower], 36), Fraction(1, 6), Fraction(1, 18), Fraction(1, 9)]


def test_chances_of_a_gambit_without_perils(table: Table) -> None:
    """hh3-facts 1: the check of Every Strike Foreseen passes as any other and never brings perils."""
    mine, theirs = army(psyker("divination", willpower=9)), army(grunts(), name="Foes")
    dist = turn_odds(table, mine, theirs, STRIKE, "works", "perils-of-the-warp")
    assert dist.chance(lambda narration: narration == ("works",)) == Fraction(30, 36)
    assert dist.chance(lambda narration: "perils-of-the-warp" in narration) == 0


@pytest.mark.parametrize(
    ("willpower", "chance"), [(9, Fraction(15, 36)), (2, Fraction(1, 72))], ids=["9: half of 30 of 36", "2: half of 1 of 36"]
)
def test_chances_of_resurrection(table: Table, willpower: int, chance: Fraction) -> None:
    """hh3 csv: Resurrection is a manifestation check and then a D6 of 4+: half of what passes; failed, no die is thrown."""
    ids = ("effect-roll-passed", "effect-roll-failed")
    dist = turn_odds(table, army(grunts(name="Men")), army(psyker("thaumaturgy", willpower=willpower)), RESURRECTION, *ids)
    assert [dist.chance(lambda narration, one=one: one in narration) for one in ids] == [chance, chance]  # type: ignore[misc]
    assert dist.chance(lambda narration: narration == ()) == 1 - Fraction(WAYS[willpower], 36)


def test_chances_of_arcana_perils(table: Table) -> None:
    """hh3-facts 1: perils of the Prosperine Arcana are D3 wounds in a sixth of all checks, never the table."""
    mine = army(psyker("corvidae", traits=("thousand-sons",)))
    ids = ("perils-of-the-warp", "wounds-with-ap", "wounds-less-willpower", "status-gained")
    dist = turn_odds(table, mine, army(grunts(), name="Foes"), "corvidae/fated-shots", *ids)
    assert dist.chance(lambda narration: narration == ("perils-of-the-warp", "wounds-with-ap")) == Fraction(1, 6)
    assert dist.chance(lambda narration: narration == ()) == Fraction(5, 6)


@pytest.mark.parametrize("willpower", [1, 2, 9, 20])
def test_double_one_passes_whatever(table: Table, willpower: int) -> None:
    """hh3 A12: a natural double 1 always passes, and brings perils of row 1."""
    played = table.turns(psyker("divination", willpower=willpower), act=FORESIGHT, manifestation_check=(1, 1))
    assert (apply_effect(played), suffers(played)) == ([FORESIGHT], ["Seer"])
    assert played.has("wounds-less-willpower")


@pytest.mark.parametrize("willpower", [1, 9, 12, 20])
def test_double_six_fails_whatever(table: Table, willpower: int) -> None:
    """hh3 A12: a natural double 6 always fails, and brings perils of row 6."""
    played = table.turns(psyker("divination", willpower=willpower), act=FORESIGHT, manifestation_check=(6, 6))
    assert (apply_effect(played), suffers(played)) == ([], ["Seer"])
    assert played.has("wounds-less-willpower")


@pytest.mark.parametrize(
    ("willpower", "faces", "passed"),
    [
        pytest.param(9, (4, 5), True, id="A12: equal passes"),
        pytest.param(9, (4, 6), False, id="A12: one more fails"),
        pytest.param(9, (3, 5), True, id="A12: under passes"),
        pytest.param(2, (1, 2), False, id="A12: willpower 2, total 3"),
        pytest.param(12, (5, 6), True, id="A12: willpower 12, total 11"),
    ],
)
def test_equal_or_under(table: Table, willpower: int, faces: tuple[int, int], passed: bool) -> None:
    """hh3 A12: a total equal to or under the willpower passes."""
    played = table.turns(psyker("divination", willpower=willpower), act=FORESIGHT, manifestation_check=faces)
    assert apply_effect(played) == ([FORESIGHT] if passed else [])
    assert not suffers(played)


def test_willpower_0_manifests_nothing(table: Table) -> None:
    """hh3-facts 2: willpower 0 fails with no dice rolled, so without perils; the power counts as used."""
    played = table.turns(psyker("divination", willpower=0), act=FORESIGHT)
    assert not played.asked("manifestation-check")
    assert (apply_effect(played), suffers(played)) == ([], [])
    assert played.outcome.manifested == frozenset({"seer"})


def test_willpower_0_resists_nothing(table: Table) -> None:
    """hh3-facts 2: a target of willpower 0 fails its resistance check with no dice rolled."""
    played = table.turns(psyker("telepathy"), grunts(0), act="telepathy/mind-burst")
    assert not played.asked("resistance-check")
    assert (apply_effect(played), suffers(played)) == (["telepathy/mind-burst"], [])


@pytest.mark.parametrize(
    ("change", "faces", "passed"),
    [
        pytest.param(-2, (3, 4), True, id="A8: 9 - 2 is 7"),
        pytest.param(-2, (3, 5), False, id="A8: 8 is too much"),
        pytest.param(1, (4, 6), True, id="A8: 9 + 1 is 10"),
        pytest.param(-20, None, False, id="hh3-facts 2: never below 0, and no dice then"),
    ],
)
def test_current_willpower(table: Table, change: int, faces: Any, passed: bool) -> None:
    """hh3 A8: the check is against the current willpower, with what changes it."""
    rolled = {} if faces is None else {"manifestation_check": faces}
    played = table.turns(
        psyker("divination"),
        act=["correct", FORESIGHT],
        correction="unit",
        unit="seer",
        change="willpower",
        willpower_change=change,
        **rolled,
    )
    assert apply_effect(played) == ([FORESIGHT] if passed else [])
    assert bool(played.asked("manifestation-check")) == (faces is not None)


def test_current_willpower_resists(table: Table) -> None:
    """hh3 A9: resistance, too, is against the current willpower: 7 less 3 is 4."""
    played = table.turns(
        psyker("telepathy"), act=["correct", "telepathy/mind-burst"], correction="unit", unit="grunts", change="willpower",
        willpower_change=-3, resistance_check=(1, 4),
    )  # fmt: skip
    assert against(played, "resistance-check") == [4]
    assert apply_effect(played) == ["telepathy/mind-burst"]


# A11, A13: perils on the natural double

ROWS = {1: "warp-rupture", 2: "aetheric-feedback", 3: "aetheric-feedback", 4: "aetheric-feedback", 5: "aetheric-feedback", 6: "warp-rupture"}  # fmt: skip


@pytest.mark.parametrize("number", ROWS, ids=lambda n: f"A13: {n} is {ROWS[n]}")
def test_row_of_a_manifestation_check(table: Table, number: int) -> None:
    """hh3 A11, A13: the doubled number of a manifestation check is the row of the perils table."""
    played = table.turns(psyker("divination"), act=FORESIGHT, manifestation_check=(number, number))
    assert suffers(played) == ["Seer"]
    assert played.args("perils-row")["row"].id == ROWS[number]
    assert statuses(played, "seer") == (("stunned",) if 1 < number < 6 else ())
    assert wounds(played) == ([] if 1 < number < 6 else [("Seer", 4, 1, None)])  # 13 - 9
    assert apply_effect(played) == ([FORESIGHT] if number < 5 else [])  # A15: 2, 4, 6, 8 pass with 9; 10 and 12 fail


@pytest.mark.parametrize("number", ROWS, ids=lambda n: f"A13: {n} is {ROWS[n]}")
def test_row_of_a_resistance_check(table: Table, number: int) -> None:
    """hh3 A11, A13: the doubled number of a resistance check is the row, and it strikes the focus, not who rolled."""
    played = table.turns(psyker("telepathy"), act="telepathy/mind-burst", resistance_check=(number, number))
    assert suffers(played) == ["Seer"]
    assert played.args("perils-row")["row"].id == ROWS[number]
    assert statuses(played, "seer") == (("stunned",) if 1 < number < 6 else ())
    assert statuses(played, "grunts") == ()
    assert wounds(played) == ([] if 1 < number < 6 else [("Seer", 4, 1, None)])
    assert apply_effect(played) == ([] if number < 4 else ["telepathy/mind-burst"])  # A15: 2, 4, 6 resist with 7


@pytest.mark.parametrize("faces", [pair for pair in PAIRS if pair[0] != pair[1]], ids=str)
def test_no_double_no_perils(table: Table, faces: tuple[int, int]) -> None:
    """hh3 A11: only both dice the same bring perils."""
    assert not suffers(table.turns(psyker("divination"), act=FORESIGHT, manifestation_check=faces))


RUPTURES = {7: 6, 9: 4, 10: 3, 13: 0, 14: 0}


@pytest.mark.parametrize("willpower", RUPTURES, ids=lambda wp: f"A13: 13 - {wp} is {RUPTURES[wp]}")
@pytest.mark.parametrize("number", [1, 6])
def test_warp_rupture(table: Table, willpower: int, number: int) -> None:
    """hh3 A13: Warp Rupture is 13 less the willpower in wounds, none at 13 and more."""
    played = table.turns(psyker("divination", willpower=willpower), act=FORESIGHT, manifestation_check=(number, number))
    count = RUPTURES[willpower]
    assert wounds(played) == ([("Seer", count, 1, None)] if count else [])
    assert bool(played.asked("casualties-of")) == bool(count)


@pytest.mark.parametrize(("willpower", "count"), [(9, 4), (12, 1), (13, 1), (14, 1)])
def test_rupture_least(table: Table, willpower: int, count: int) -> None:
    """hh3-facts 1: with setting rupture_least a Warp Rupture is at least one wound."""
    seer = psyker("divination", willpower=willpower)
    played = table.under(rupture_least="1").turns(seer, act=FORESIGHT, manifestation_check=(6, 6))
    assert wounds(played) == [("Seer", count, 1, None)]


def test_rupture_damage(table: Table) -> None:
    """hh3-facts 1: the damage of each wound of a Warp Rupture is 1, and can be set."""
    played = table.under(rupture_damage="3").turns(psyker("divination"), act=FORESIGHT, manifestation_check=(6, 6))
    assert wounds(played) == [("Seer", 4, 3, None)]


@pytest.mark.parametrize(
    ("answers", "count"),
    [
        pytest.param({"suffer_with": "lowest"}, 7, id="13 less the lowest, 6"),
        pytest.param({"suffer_with": "leader"}, 5, id="13 less the Sergeant's 8"),
        pytest.param({}, 5, id="the better of both where nobody chooses"),
    ],
)
def test_rupture_of_a_whole_unit(table: Table, answers: dict[str, Any], count: int) -> None:
    """hh3-facts 1: wounds are 13 less the lowest willpower in the focus's whole unit, or a Sergeant's."""
    seer = psyker("divination", joins="Squad")
    played = table.turns([seer, squad()], act=FORESIGHT, manifestation_check=(6, 6), **answers)
    assert wounds(played) == [("Squad", count, 1, None)]


@pytest.mark.parametrize(("change", "count"), [(-2, 6), (2, 2), (4, 0), (-20, 13)])
def test_rupture_by_the_current_willpower(table: Table, change: int, count: int) -> None:
    """hh3-facts 1: 13 less the current willpower: 9 and what changes it."""
    played = table.turns(
        psyker("telepathy"), act=["correct", "telepathy/mind-burst"], correction="unit", unit="seer", change="willpower",
        willpower_change=change, resistance_check=(6, 6),
    )  # fmt: skip
    assert wounds(played) == ([("Seer", count, 1, None)] if count else [])


def test_rupture_by_the_focus_alone(table: Table) -> None:
    """hh3-facts 1: a joined psyker without Sergeant, Command or Paragon does not raise the unit's willpower."""
    played = table.turns(
        [psyker("divination", joins="Grunts"), grunts(6)], act=FORESIGHT, target="grunts", manifestation_check=(6, 6)
    )
    assert not played.asked("suffer-with")
    assert wounds(played) == [("Grunts", 7, 1, None)]


def test_feedback_stuns_the_whole_unit(table: Table) -> None:
    """hh3 A11, A13: the unit that includes the focus is stunned, everyone in it."""
    played = table.turns([psyker("divination", joins="Squad"), squad()], act=FORESIGHT, manifestation_check=(2, 2))
    assert statuses(played, "seer") == statuses(played, "squad") == ("stunned",)


# Other perils than the table's


@pytest.mark.parametrize("face", [1, 2, 3])
def test_arcana(table: Table, face: int) -> None:
    """hh3-facts 1: perils of an arcana's power are D3 wounds of AP 2 and damage 1, whatever the doubled number."""
    seer = psyker("corvidae", traits=("thousand-sons",))
    played = table.turns(seer, act="corvidae/fated-shots", manifestation_check=(3, 3), arcana_wounds=(face,))
    assert wounds(played) == [("Seer", face, 1, 2)]
    assert str(played.asked("arcana-wounds")[0].dice) == "d3"
    assert statuses(played, "seer") == ()


def test_arcana_curse(table: Table) -> None:
    """hh3 A11: a double on the resistance check against an arcana's curse is D3 wounds on the focus's unit."""
    seer = psyker("corvidae", traits=("thousand-sons",))
    played = table.turns(seer, act="corvidae/paths-of-consequence", resistance_check=(1, 1), arcana_wounds=(2,))
    assert wounds(played) == [("Seer", 2, 1, 2)]


def test_core_discipline_of_a_thousand_son(table: Table) -> None:
    """hh3-facts 1: core disciplines on a Thousand Son use the perils table."""
    seer = psyker("corvidae", "divination", traits=("thousand-sons",))
    played = table.turns(seer, act=FORESIGHT, manifestation_check=(6, 6))
    assert wounds(played) == [("Seer", 4, 1, None)]


def test_arcana_reaction(table: Table) -> None:
    """hh3-facts 1: an arcana's reaction has the arcana's perils as well, passed or not."""
    foe = psyker("raptora", traits=("thousand-sons",), name="Son")
    played = table.turns(grunts(name="Men"), foe, act=KINE, manifestation_check=(5, 5), arcana_wounds=(3,))
    assert (apply_effect(played), wounds(played)) == ([], [("Son", 3, 1, 2)])


@pytest.mark.parametrize(
    ("faces", "status", "wounded"),
    [((2, 2), ("stunned",), []), ((6, 6), (), [("Seer", 4, 1, None)])],
    ids=["a double 2 stuns", "a double 6 is 13 - 9 wounds"],
)
def test_unattuned_is_no_arcana(table: Table, faces: tuple[int, int], status: tuple[str, ...], wounded: list[Any]) -> None:
    """hh3-facts 1, csv: the Unattuned are not among the arcana: perils of Ætheric Guidance use the table."""
    played = table.turns(psyker("unattuned", traits=("thousand-sons",)), act=GUIDANCE, manifestation_check=faces)
    assert (statuses(played, "seer"), wounds(played)) == (status, wounded)


@pytest.mark.parametrize(
    ("number", "event"), [(6, "no-wounds"), (2, "status-gained")], ids=["a vehicle takes no wounds", "a vehicle can be stunned"]
)
def test_vehicle(table: Table, number: int, event: str) -> None:
    """hh3-facts 1: wounds on Vehicle models are discarded; statuses are not."""
    played = table.turns(
        psyker("divination", traits=("vehicle",)), act=FORESIGHT, target="another-unit", manifestation_check=(number, number)
    )
    assert played.has(event)
    assert not wounds(played)
    assert not played.asked("casualties-of")


def test_automata(table: Table) -> None:
    """hh3-facts 1: Automata cannot gain tactical statuses, but take wounds."""
    seer = psyker("divination", traits=("automata",))
    played = table.turns(seer, act=FORESIGHT, manifestation_check=(2, 2))
    assert statuses(played, "seer") == ()
    ruptured = table.turns(seer, act=FORESIGHT, manifestation_check=(6, 6))
    assert wounds(ruptured) == [("Seer", 4, 1, None)]


def test_anathema_ignores_wounds(table: Table) -> None:
    """hh3-facts 1: Anathema models ignore the damage of perils; the others of the unit do not."""
    units = [psyker("divination", joins="Sisters"), grunts(7, name="Sisters", traits=("anathema",))]
    played = table.turns(units, act=FORESIGHT, target="another-unit", manifestation_check=(6, 6))
    assert wounds(played) == [("Sisters", 6, 1, None)]
    assert [request.args["name"] for request in played.asked("casualties-of")] == ["Seer"]


@pytest.mark.parametrize("face", ROWS)
def test_perils_from_elsewhere(table: Table, face: int) -> None:
    """hh3 A11: perils with no check behind them roll 1D6 on the table."""
    played = table.turns(
        psyker("divination"), act="correct", correction="perils", perils_unit="grunts", perils_cause="d6", perils=(face,)
    )
    assert suffers(played) == ["Grunts"]
    assert str(played.asked("perils")[0].dice) == "d6"
    assert statuses(played, "grunts") == (("stunned",) if 1 < face < 6 else ())
    assert wounds(played) == ([] if 1 < face < 6 else [("Grunts", 6, 1, None)])


def test_warp_rupture_at_once(table: Table) -> None:
    """hh3-facts 1: some rules bring Warp Rupture with no roll."""
    played = table.turns(
        psyker("divination"), act="correct", correction="perils", perils_unit="grunts", perils_cause="warp-rupture"
    )
    assert not played.asked("perils")
    assert wounds(played) == [("Grunts", 6, 1, None)]


# Who is lost


def ruptured(table: Table, mine: Any, unit: str, **answers: Any) -> Played[Any]:
    """A turn in which a unit suffers Warp Rupture by another rule."""
    usual: dict[str, Any] = {"act": "correct", "correction": "perils", "perils_unit": unit, "perils_cause": "warp-rupture"}
    return table.turns([psyker("divination"), *mine], **usual, **answers)


@pytest.mark.parametrize(
    ("unit", "low", "high"),
    [
        pytest.param(psyker(name="Men", traits=("psyker",)), 0, 1, id="a lone model: none or itself"),
        pytest.param(grunts(name="Men"), 0, 10, id="ten models: none to all"),
    ],
)
def test_casualties_of_one_kind(table: Table, unit: Any, low: int, high: int) -> None:
    """hh3-facts 1: invulnerable saves are allowed, so of models all alike any number may be lost, none too."""
    played = ruptured(table, [unit], "men")
    (request,) = played.asked("casualties-of")
    assert (request.low, request.high, request.default) == (low, high, low)
    assert not played.asked("casualties")
    assert lost(played) == []
    assert lost(ruptured(table, [unit], "men", casualties_of=high)) == [("Men", high)]


def test_casualties_of_the_last(table: Table) -> None:
    """hh3-facts 1: the last model left of ten may be saved as well: it is asked 0 or 1."""
    played = table.turns(
        [psyker("divination"), grunts(name="Men")],
        act=["correct", "correct"],
        correction=["perils", "perils"],
        perils_unit=["men", "men"],
        perils_cause=["warp-rupture", "warp-rupture"],
        casualties_of=[9, 1],
    )
    assert [(request.low, request.high) for request in played.asked("casualties-of")] == [(0, 10), (0, 1)]
    assert lost(played) == [("Men", 9), ("Men", 1)]
    assert played.outcome.unit("men").alive == ()


@pytest.mark.parametrize(
    ("answers", "gone", "asked"),
    [
        pytest.param({}, [], [], id="nobody"),
        pytest.param({"casualties": ("leader",)}, [("Leader", 1)], [], id="the Sergeant alone"),
        pytest.param({"casualties": ("men",), "casualties_of": 9}, [("Men", 9)], [(1, 9)], id="all but the Sergeant"),
        pytest.param({"casualties": ("men", "leader"), "casualties_of": 2}, [("Men", 2), ("Leader", 1)], [(1, 9)], id="some of both"),
    ],
)  # fmt: skip
def test_casualties_of_several_kinds(
    table: Table, answers: dict[str, Any], gone: list[tuple[str, int]], asked: list[tuple[int, int]]
) -> None:
    """hh3-facts 1: wounds are allocated as from shooting: the players say which of several kinds of models are lost."""
    played = ruptured(table, [squad()], "squad", suffer_with="leader", **answers)
    assert wounds(played) == [("Squad", 5, 1, None)]  # 13 - 8
    assert lost(played) == gone
    assert [(request.low, request.high) for request in played.asked("casualties-of")] == asked


def test_no_casualties_without_wounds(table: Table) -> None:
    """hh3 A13: 13 less a willpower of 13 is no wound, so nobody is asked for."""
    played = ruptured(table, [grunts(13, name="Men")], "men")
    assert not played.asked("casualties-of")
    assert played.has("no-wounds")


# Nullify


@pytest.mark.parametrize("setting", ["subtract", "add"])
@pytest.mark.parametrize("own", range(1, 15))
def test_nullify_target(table: Table, setting: str, own: int) -> None:
    """hh3-facts 3: by default the total must be at most twice the own willpower less the focus's; the other reading, the focus's."""
    rules = table.under(nullify=setting).rules
    for focus in range(15):
        dist = odds(lambda focus=focus: rolls.nullify(rules, willpower=own, focus_willpower=focus))  # type: ignore[misc]
        target = 2 * own - focus if setting == "subtract" else focus
        ways = sum(pair == (1, 1) or (pair != (6, 6) and sum(pair) <= target) for pair in PAIRS)
        assert dist.chance(lambda one: one.passed) == Fraction(ways, 36), focus
        (modifier,) = {one.modifier for one in dist.chances}
        assert modifier == own - focus  # the facts name it so, whichever way it works


def test_nullify_without_willpower(table: Table) -> None:
    """hh3-facts 2: a psyker of willpower 0 nullifies nothing, without dice."""
    dist = odds(lambda: rolls.nullify(table.rules, willpower=0, focus_willpower=0))
    assert dist.chance(lambda one: one.passed) == 0
    assert len(dist.chances) == 1


@pytest.mark.parametrize(
    ("setting", "faces", "nullified"),
    [
        pytest.param("subtract", (5, 6), True, id="10 against 9: 11 or less"),
        pytest.param("subtract", (6, 6), False, id="10 against 9: a double 6 fails"),
        pytest.param("add", (4, 5), True, id="10 against 9, the other reading: 9 or less"),
        pytest.param("add", (4, 6), False, id="10 against 9, the other reading: 10 is too much"),
    ],
)
def test_nullify_in_a_turn(table: Table, setting: str, faces: tuple[int, int], nullified: bool) -> None:
    """hh3-facts 3: in a turn, too, the check is helped or hurt by the difference in willpower, and without perils."""
    played = table.under(nullify=setting).turns(
        psyker("telepathy"),
        psyker(name="Warder", willpower=10, traits=("psyker",)),
        act="telepathy/mind-burst",
        resistance_check=(5, 6),
        nullify="warder",
        nullify_check=faces,
    )
    assert apply_effect(played) == ([] if nullified else ["telepathy/mind-burst"])
    assert not suffers(played)


@pytest.mark.parametrize(("setting", "expected"), [("false", []), ("true", ["Warder"])])
def test_nullify_perils(table: Table, setting: str, expected: list[str]) -> None:
    """hh3-facts 3: a double on a Nullify check brings no perils, unless a setting says so: then on who nullifies."""
    played = table.under(nullify_perils=setting).turns(
        psyker("telepathy"),
        psyker(name="Warder", traits=("psyker",)),
        act="telepathy/mind-burst",
        resistance_check=(5, 6),
        nullify="warder",
        nullify_check=(2, 2),
    )
    assert suffers(played) == expected
    assert played.has("nullified")


# One-shot rolls


def rolled(*words: str) -> dict[str, Any]:
    """The JSON of a one-shot roll."""
    done = psyphase("roll", *words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


NO, YES = False, True


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        pytest.param("manifestation --willpower 9 --faces 4,5", (YES, 0, NO), id="manifestation: 9 on 9"),
        pytest.param("manifestation --willpower 9 --faces 46", (NO, 0, NO), id="manifestation: 10 on 9"),
        pytest.param("manifestation --willpower 9 --faces 5,5", (NO, 5, YES), id="manifestation: a double that fails"),
        pytest.param("manifestation --willpower 9 --faces 3,3", (YES, 3, YES), id="manifestation: a double that passes"),
        pytest.param("manifestation --willpower 1 --faces 1,1", (YES, 1, YES), id="manifestation: a double 1"),
        pytest.param("resistance --willpower 20 --faces 6,6", (NO, 6, YES), id="resistance: a double 6"),
        pytest.param("resistance --willpower 7 --faces 3,4", (YES, 0, NO), id="resistance: 7 on 7"),
        pytest.param("resistance --willpower 7 --faces 2,6", (NO, 0, NO), id="resistance: 8 on 7"),
        pytest.param("force --willpower 8 --faces 4,4", (YES, 4, YES), id="force: a double that passes"),
        pytest.param("force --willpower 8 --faces 4,5", (NO, 0, NO), id="force: 9 on 8"),
        pytest.param("nullify --willpower 9 --focus-willpower 8 --faces 6,4", (YES, 0, NO, 1), id="nullify: 10 - 1 on 9"),
        pytest.param("nullify --willpower 9 --focus-willpower 8 --faces 5,6", (NO, 0, NO, 1), id="nullify: 11 - 1 on 9"),
        pytest.param("nullify --willpower 8 --focus-willpower 10 --faces 3,3", (YES, 3, NO, -2), id="nullify: 6 + 2 on 8"),
        pytest.param("nullify --willpower 8 --focus-willpower 10 --faces 3,4", (NO, 0, NO, -2), id="nullify: 7 + 2 on 8"),
        pytest.param("nullify --willpower 2 --focus-willpower 12 --faces 1,1", (YES, 1, NO, -10), id="nullify: double 1"),
        pytest.param("nullify --willpower 12 --focus-willpower 2 --faces 6,6", (NO, 6, NO, 10), id="nullify: double 6"),
        pytest.param(
            "nullify --willpower 9 --focus-willpower 8 --faces 4,5 --set nullify=add", (NO, 0, NO, 1), id="nullify: 9 + 1 on 9"
        ),
        pytest.param(
            "nullify --willpower 9 --focus-willpower 9 --faces 2,2 --set nullify_perils=true", (YES, 2, YES, 0),
            id="nullify: perils by a setting",
        ),
    ],
)  # fmt: skip
def test_one_shot_check(command: str, expected: tuple[Any, ...]) -> None:
    """Issue 4: a one-shot check tells roll, faces, passed, double and perils, and Nullify its modifier (hh3 A7-A9, A11, A12)."""
    words = command.split()
    found = rolled(*words)
    faces = [int(digit) for digit in words[words.index("--faces") + 1] if digit.isdigit()]
    assert (found["roll"], found["faces"]) == (words[0], faces)
    keys = ("passed", "double", "perils", *(("modifier",) if words[0] == "nullify" else ()))
    assert tuple(found[key] for key in keys) == expected


@pytest.mark.parametrize("roll", ["manifestation", "resistance", "force"])
def test_one_shot_without_willpower(roll: str) -> None:
    """hh3-facts 2: willpower 0 fails with no dice rolled, so no perils."""
    found = rolled(roll, "--willpower", "0")
    assert [found[key] for key in ("faces", "passed", "double", "perils")] == [[], False, 0, False]


PERILS = ["perils", "--system", "hh3", "--willpower", "7"]


@pytest.mark.parametrize("how", ["die", "double"])
@pytest.mark.parametrize("number", [1, 2, 5, 6], ids=lambda n: f"A13: {n} is {ROWS[n]}")
def test_one_shot_perils(number: int, how: str) -> None:
    """Issue 4: perils tell row, wounds and status, of a D6 or of the doubled number (hh3 A11, A13)."""
    found = rolled(*PERILS, "--faces" if how == "die" else "--double", str(number))
    wounds, status = (0, "stunned") if 1 < number < 6 else (6, None)
    faces = [number] if how == "die" else []
    expected = ["perils", faces, ROWS[number], wounds, status]
    assert [found[key] for key in ("roll", "faces", "row", "wounds", "status")] == expected


@pytest.mark.parametrize("face", [1, 3])
def test_one_shot_arcana(face: int) -> None:
    """hh3-facts 1: the arcana's perils are D3 wounds of AP 2 and damage 1, without a status."""
    found = rolled(*PERILS, "--arcana", "--faces", str(face))
    assert (found["faces"], found["wounds"], found["status"]) == ([face], face, None)
    assert (found["ap"], found["damage"]) == (2, 1)
    assert found["row"] not in ROWS.values()


@pytest.mark.parametrize(
    ("willpower", "changes", "wounds", "damage"),
    [
        pytest.param(7, "", 6, 1, id="7: 6 wounds"),
        pytest.param(9, "", 4, 1, id="9: 4 wounds"),
        pytest.param(10, "", 3, 1, id="10: 3 wounds"),
        pytest.param(13, "", 0, 1, id="13: no wound"),
        pytest.param(14, "", 0, 1, id="14: no wound"),
        pytest.param(14, "rupture_least=1", 1, 1, id="14: one by a setting"),
        pytest.param(9, "rupture_damage=2", 4, 2, id="9: 4 wounds of damage 2 by a setting"),
    ],
)
def test_one_shot_rupture(willpower: int, changes: str, wounds: int, damage: int) -> None:
    """hh3 A13: Warp Rupture is 13 less the willpower in wounds; least and damage can be set."""
    changed = ["--set", changes] if changes else []
    found = rolled("perils", "--system", "hh3", "--willpower", str(willpower), "--double", "6", *changed)
    assert (found["row"], found["wounds"], found["status"], found["damage"]) == ("warp-rupture", wounds, None, damage)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        pytest.param(["manifestation", "--willpower", "21"], 2, id="no willpower beyond 20"),
        pytest.param(["manifestation"], 2, id="a willpower is needed"),
        pytest.param(["nullify", "--willpower", "9"], 2, id="the focus's willpower is needed"),
        pytest.param(["resistance", "--willpower", "7", "--faces", "3,7"], 1, id="no face beyond 6"),
        pytest.param(["resistance", "--willpower", "7", "--faces", "3"], 1, id="two faces are needed"),
        pytest.param(["resistance", "--willpower", "7", "--faces", "3,3,3"], 1, id="two faces are enough"),
        pytest.param([*PERILS, "--arcana", "--faces", "4"], 1, id="no face of a D3 beyond 3"),
        pytest.param([*PERILS, "--double", "7"], 2, id="no double beyond 6"),
        pytest.param([*PERILS, "--double", "0"], 2, id="no double of 0"),
        pytest.param(
            ["nullify", "--willpower", "9", "--focus-willpower", "9", "--set", "nullify=divide"], 1, id="no such reading"
        ),
    ],
)
def test_one_shot_refuses(words: list[str], status: int) -> None:
    """Issue 4: what cannot be rolled is refused with its reason and the documented status, and nothing on stdout."""
    done = psyphase("roll", *words, "--json")
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr
    assert "Traceback" not in done.stderr


def test_one_shot_seed() -> None:
    """Issue 4: a seed throws the same dice again, and what is told of them is right (hh3 A11, A12)."""
    words = ("manifestation", "--willpower", "9", "--seed", "a seed")
    found = rolled(*words)
    assert found == rolled(*words)
    first, second = found["faces"]
    double = first if first == second else 0
    passed = double == 1 or (double != 6 and first + second <= 9)
    assert (found["double"], found["perils"], found["passed"]) == (double, bool(double), passed)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param("manifestation --willpower 9 --faces 4,5", ["(at most 9)", "Passed", "9 or less"], id="passed"),
        pytest.param("manifestation --willpower 9 --faces 6,6", ["Failed", "double 6", "Perils"], id="a double 6"),
        pytest.param("resistance --willpower 7 --faces 3,5", ["(at most 7)", "Failed", "7 or less"], id="not resisted"),
        pytest.param("force --willpower 8 --faces 1,2", ["(at most 8)", "Passed", "8 or less"], id="a Force check"),
        pytest.param(
            "nullify --willpower 9 --focus-willpower 8 --faces 5,6", ["dice -1", "at most 9", "Failed", "= 10"], id="11 - 1 on 9"
        ),
        pytest.param("perils --system hh3 --willpower 9 --faces 6", ["Warp Rupture", "wounds 4"], id="rupture"),
        pytest.param("perils --system hh3 --willpower 9 --faces 2", ["Ætheric Feedback", "Stunned"], id="feedback"),
    ],
)
def test_one_shot_in_words(words: str, said: list[str]) -> None:
    """Issue 4: for people a roll says what came of it and why (hh3 A12, A13)."""
    done = psyphase("roll", *words.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert all(word in done.stdout for word in said), done.stdout


# Chances in prompts


def prompt(tmp_path: Path, mine: Roster, theirs: Roster, *answers: str) -> str:
    """What the plain program has printed when its input ends at a prompt."""
    from psyphase.games.roster import roster_text

    for name, roster in (("mine", mine), ("theirs", theirs)):
        (tmp_path / f"{name}.yaml").write_text(roster_text(roster), encoding="utf-8")
    given = [word for answer in ("before-battle=go-on", *answers) for word in ("-a", answer)]
    done = psyphase("phase", "mine.yaml", "theirs.yaml", "--plain", "--journal", "game.yaml", *given, cwd=tmp_path)
    assert "Traceback" not in done.stderr
    return done.stdout


def chances_shown(text: str, word: str) -> dict[int, tuple[str, ...]]:
    """The percentages shown by willpower, in lines with a word such as `passes 83.3%`."""
    found = {}
    for line in text.splitlines():
        match = re.search(rf"\b{word} ", line)
        value = re.search(r"willpower (\d+)", line)
        if match and value:
            found[int(value[1])] = tuple(re.findall(r"[\d.]+%", line))
    return found


def test_chances_shown_for_a_blessing(tmp_path: Path) -> None:
    """Issue 4: who manifests is asked with the chance to pass of each willpower, and of perils (hh3 A8, A11)."""
    mine = army(*(psyker("divination", name=f"Seer {wp}", willpower=wp) for wp in range(1, 21)))
    text = prompt(tmp_path, mine, army(grunts()), f"act={FORESIGHT}")
    assert chances_shown(text, "passes") == {wp: (PERCENT[WAYS[wp]], *PERILS_PERCENT) for wp in range(1, 21)}


def test_chances_shown_for_a_curse(tmp_path: Path) -> None:
    """Issue 4: the target is asked with the chance to resist of each willpower, and of perils (hh3 A9, A11)."""
    theirs = army(*(psyker(name=f"Foe {wp}", willpower=wp, traits=("psyker",)) for wp in range(1, 21)))
    text = prompt(tmp_path, army(psyker("thaumaturgy")), theirs, f"act={TRANQUILLITY}")
    assert chances_shown(text, "resists") == {wp: (PERCENT[WAYS[wp]], *PERILS_PERCENT) for wp in range(1, 21)}


def test_chances_shown_for_a_sergeant(tmp_path: Path) -> None:
    """hh3 A9: who resists is asked with the chance of each: 6 passes 15 of 36, the Sergeant's 8 passes 26."""
    text = prompt(tmp_path, army(psyker("telepathy")), army(squad()), "act=telepathy/mind-burst", "target=squad")
    assert chances_shown(text, "resists")[6][0] == "41.7%"
    assert chances_shown(text, "resists")[8][0] == "72.2%"


def test_chances_shown_for_nullify(tmp_path: Path) -> None:
    """hh3-facts 3: who nullifies is asked with the chance of twice the own willpower less the focus's 9."""
    ways = {7: 10, 8: 21, 9: 30, 10: 35, 11: 35}  # 5, 7, 9, 11, 13 or less
    warders = (psyker(name=f"Warder {wp}", willpower=wp, traits=("psyker",)) for wp in ways)
    theirs = army(grunts(0), *warders)
    text = prompt(tmp_path, army(psyker("telepathy")), theirs, "act=telepathy/mind-burst", "target=grunts")
    assert {wp: shown[0] for wp, shown in chances_shown(text, "nullifies").items()} == {wp: PERCENT[ways[wp]] for wp in ways}


def test_chances_shown_for_a_reaction(tmp_path: Path) -> None:
    """Issue 4: a reaction on offer shows its chance to pass, 26 of 36 with willpower 8, and of perils (hh3 A7, A8)."""
    text = prompt(tmp_path, army(grunts(name="Men")), army(psyker("telekinesis", willpower=8)))
    (line,) = (line for line in text.splitlines() if "Force Barrier" in line)
    assert re.findall(r"[\d.]+%", line) == ["72.2%", *PERILS_PERCENT]


def test_chances_shown_without_dice(tmp_path: Path) -> None:
    """hh3-facts 2: of willpower 0 no chance is shown: it fails without dice."""
    text = prompt(tmp_path, army(psyker("divination", willpower=0)), army(grunts()))
    (line,) = (line for line in text.splitlines() if "Foresight's Blessing" in line)
    assert "%" not in line
    assert "without dice" in line


WORDS = Wording(find_system("hh3").sentences(), "en")
ON_THE_TABLE = "perils 16.7%: Warp Rupture 5.6%, Ætheric Feedback 11.1%"  # 6, 2 and 4 of 36
SONS = ("thousand-sons",)


def chance_of(played: Played[Any], power: str) -> str:
    """The chances beside the first offer of a power, in words."""
    request = next(request for request in played.asked("act") if power in request.options)
    return WORDS.value(request.notes[power].args["chance"])


@pytest.mark.parametrize(
    ("power", "unit", "note"),
    [
        pytest.param(FORESIGHT, psyker("divination"), f"passes 83.3% (willpower 9), {ON_THE_TABLE}", id="30 of 36, and the table"),
        pytest.param(
            GUIDANCE, psyker("unattuned", willpower=8, traits=SONS), f"passes 72.2% (willpower 8), {ON_THE_TABLE}",
            id="the Unattuned are no arcana",
        ),
        pytest.param(SHOTS, psyker("corvidae", traits=SONS), "passes 83.3% (willpower 9), perils 16.7%", id="the arcana have no table"),
        pytest.param(
            CLARITY, psyker("athanaean", willpower=10, traits=SONS), "passes 91.7% (willpower 10), perils 16.7%", id="Clarity, too",
        ),
        pytest.param(STRIKE, psyker("divination"), "passes 83.3% (willpower 9)", id="Every Strike Foreseen has no perils"),
        pytest.param("force", psyker("telekinesis"), f"passes 83.3% (willpower 9), {ON_THE_TABLE}", id="Force has perils"),
        pytest.param("force", psyker("raptora", traits=SONS), "passes 83.3% (willpower 9), perils 16.7%", id="Force of an arcana's weapon"),
    ],
)  # fmt: skip
def test_note_of_a_check(table: Table, power: str, unit: Any, note: str) -> None:
    """hh3-facts 1, 2: beside what is on offer stand its chance to pass, of perils and of each row, where there are any."""
    assert chance_of(table.turns(unit), power) == note


@pytest.mark.parametrize(
    ("power", "unit", "note"),
    [
        pytest.param(BARRIER, psyker("telekinesis"), f"passes 83.3% (willpower 9), {ON_THE_TABLE}", id="a reaction"),
        pytest.param(KINE, psyker("raptora", traits=SONS), "passes 83.3% (willpower 9), perils 16.7%", id="an arcana's reaction"),
        pytest.param(
            "fortress-of-the-mind", grunts(8, traits=SONS), "passes 72.2% (willpower 8)", id="a unit's check: no perils"
        ),
        pytest.param(
            "fortress-of-the-mind",
            squad(traits=SONS),
            "passes 72.2% (willpower 8)",
            id="a unit's check: the Sergeant's willpower",
        ),
    ],
)
def test_note_of_a_reaction(table: Table, power: str, unit: Any, note: str) -> None:
    """hh3-facts 1, 2: the same of reactions: perils come only of manifestation checks, and of the arcana no row is shown."""
    assert chance_of(table.turns(grunts(name="Men"), unit), power) == note


@pytest.mark.parametrize(
    ("power", "seer", "note"),
    [
        pytest.param(
            "telepathy/mind-burst",
            psyker("telepathy"),
            f"resists 41.7% (willpower 6), {ON_THE_TABLE}",
            id="15 of 36, and the table",
        ),
        pytest.param(PATHS, psyker("corvidae", traits=SONS), "resists 41.7% (willpower 6), perils 16.7%", id="an arcana's curse"),
    ],
)
def test_notes_of_a_curse(table: Table, power: str, seer: Any, note: str) -> None:
    """hh3 A9, hh3-facts 1: who resists is told the chance of each way and of the focus's perils, 6 passing 15 of 36 and 8 26."""
    played = table.turns(seer, squad(), act=power, resistance_check=(1, 2))
    notes = {key: WORDS.value(one) for key, one in played.asked("resist-with")[0].notes.items()}
    best = note.replace("41.7% (willpower 6)", "72.2% (willpower 8)")
    assert notes == {"lowest": note, "leader": best}
    assert WORDS.value(played.asked("target")[0].notes["squad"]) == best
