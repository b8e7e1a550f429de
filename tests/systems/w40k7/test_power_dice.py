"""A power's own dice: faults w40k7 19, w40k7 P5, P11, and the FAQ of novas (facts, section 6)."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from command import ROOT
from psyphase.engine.dice import Dice
from psyphase.engine.journal import Journal
from psyphase.engine.play import play
from psyphase.engine.procedure import Event
from psyphase.engine.sources import Defaults
from psyphase.errors import AnswerError, RulesError, Unanswered
from psyphase.games.plain import json_object
from psyphase.systems.w40k7.battle import Battle, new_battle
from psyphase.systems.w40k7.model import Rules, Unit
from psyphase.systems.w40k7.power_dice import Showing, Went, throw_power_dice
from psyphase.systems.w40k7.targets import Declared
from scripted import Given, Played, Script
from w40k7_table import Table, army, read_rules

SHRIEK, SCREAM, LAUGH = "telepathy/psychic-shriek", "hive-mind/psychic-scream", "phantasmancy/laugh-of-sorrows"
MIND_WAR, PURGE, MIRROR = "runes-of-fate/mind-war", "daemonology-sanctic/purge-soul", "phantasmancy/mirror-of-minds"
SCOURGE, CORRUPT = "librarius/psychic-scourge", "heretech/corrupt-machine"
HAEMORRHAGE, HORROR, JAWS = "biomancy/haemorrhage", "hive-mind/the-horror", "tempestas/jaws-of-the-world-wolf"
HALLUCINATION, FRENZY, GAZE = "telepathy/hallucination", "slaanesh/hysterical-frenzy", "change/prismatic-gaze"
FIRE, CRUSH, KRUNCH = "change/flickering-fire-of-tzeentch", "telekinesis/crush", "waaagh/da-krunch"
CHASM, FLAYERSTORM, QUAKE = "geokinesis/chasm", "heretech/flayerstorm", "geokinesis/warp-quake"
SEER = Unit("Seer", mastery=2, leadership=9, powers=())
GUARD = Unit("Guard", models=10, leadership=8)
LONE = Unit("Lone", leadership=8)


def begun(*foes: Unit, seer: Unit = SEER) -> Battle:
    """A battle of one psyker against some units."""
    return new_battle(army(seer), army(*foes, name="Foes"))


def dice_of(
    table: Table, id: str, *foes: Unit, seer: Unit = SEER, elsewhere: bool = False, cost: int = 0, **answers: Given
) -> Played[Went]:
    """The dice of one power, declared on every one of those units."""
    power, battle = table.rules.powers[id], begun(*foes, seer=seer)
    declared = Declared(battle.of("theirs"), elsewhere=elsewhere)
    kind = table.rules.types[power.types[0]]
    procedure = throw_power_dice(table.rules, battle, battle.of("mine")[0], power, kind, declared, cost or power.costs[0])
    return table.play(procedure, answers)


def counted(played: Played[Any]) -> list[tuple[str, int]]:
    """Every number of something that was told, in order."""
    told = played.events("power-total", "less-leadership", "leadership-less")
    return [(one.args["counted"].id.removeprefix("total-"), one.args["counted"].args["count"]) for one in told]


def followed(played: Played[Went]) -> list[str]:
    """Every result that was told, in order."""
    return [event.args["row"].id for event in played.events("power-result")]


# Which powers have dice

DATA = Path(ROOT) / "tests" / "data" / "w40k7-power-dice.csv"
"""From /work/shared/spec/data: w40k7-effects.csv and the profiles of w40k7-powers.csv; `thrown` says when, and was judged by hand."""
NAMES_DICE = re.compile(r"D[36]|\b[Tt]ests?\b|\b[Rr]oll|\bMorale\b|\bPinning\b|\d\+")


def rows() -> list[dict[str, str]]:
    """Every power of the 36 lists."""
    with DATA.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_no_power_with_dice_is_forgotten(rules: Rules) -> None:
    """faults w40k7 19: those that throw when they take effect have dice, and no others; each that names dice was judged."""
    assert {row["power_id"] for row in rows()} == rules.powers.keys() - {"force"}
    assert {row["power_id"] for row in rows() if row["thrown"] == "now"} == {id for id, one in rules.powers.items() if one.dice}
    assert not [
        row["power_id"] for row in rows() if row["thrown"] == "none" and NAMES_DICE.search(row["effect_en"] + row["profile"])
    ]


def test_the_copy_is_of_these_powers(rules: Rules) -> None:
    """What was judged is what the tables say; the copy is empty where a power is its profile and nothing more."""
    assert not [row["power_id"] for row in rows() if row["effect_en"] not in ("", rules.powers[row["power_id"]].effect.en)]


@pytest.mark.parametrize(
    ("id", "dice"),
    [
        (SHRIEK, "3d6"),
        (SCREAM, "2d6+2"),
        ("interromancy/trephination", "2d6+2"),
        ("excess/cacophonic-choir", "2d6"),
        (FIRE, "2d6"),
        ("change/bolt-of-change", "d6+4"),
        ("change/tzeentchs-firestorm", "d6+1"),
        ("nurgle/nurgles-rot", "d6+1"),
        ("phantasmancy/shards-of-light", "3d6"),
        ("slaanesh/sonic-shockwave", "d6"),
        ("hive-mind/paroxysm", "d3"),
        ("sanguinary/quickening", "d3"),
        (GAZE, "d6+6"),
        (SCOURGE, "2d6kh1"),
    ],
)
def test_figures(rules: Rules, id: str, dice: str) -> None:
    """The dice of powers picked by hand, from the effects and profiles of the data."""
    assert f"'{dice}'" in repr(rules.powers[id].dice)


# Totals


@pytest.mark.parametrize(
    ("leadership", "faces", "wounds"),
    [(8, (6, 5, 4), 7), (10, (1, 2, 3), 0), (9, (3, 3, 3), 0), (9, (3, 3, 4), 1), (2, (6, 6, 6), 16)],
)
def test_psychic_shriek(table: Table, leadership: int, faces: tuple[int, ...], wounds: int) -> None:
    """faults w40k7 19: 3D6 less the target's leadership, never below 0; a leadership that was told is not asked."""
    played = dice_of(table, SHRIEK, replace(GUARD, leadership=leadership), power_dice=faces)
    assert counted(played) == [("wounds", wounds)]
    args = played.args("less-leadership")
    assert (args["rolled"], args["leadership"]) == (sum(faces), leadership)
    assert not played.asked("target-leadership")


def test_leadership_nobody_told(table: Table) -> None:
    """faults w40k7 19: a leadership that nobody told is asked, without a default; who has none (0) is not affected."""
    unknown = replace(GUARD, leadership=None)
    played = dice_of(table, SHRIEK, unknown, target_leadership=7, power_dice=(4, 4, 4))
    assert counted(played) == [("wounds", 5)]
    (request,) = played.asked("target-leadership")
    assert (request.who, request.low, request.high, request.default) == ("theirs", 0, 10, None)
    none = dice_of(table, SHRIEK, unknown, target_leadership=0)
    assert counted(none) == []
    assert none.args("has-none")["what"].id == "against-leadership"
    with pytest.raises(Unanswered):
        dice_of(table, SHRIEK, unknown, power_dice=(4, 4, 4))


def test_the_highest_leadership_of_those_in_a_unit(table: Table) -> None:
    """faults w40k7 19: a captain of leadership 10 in the unit: 15 less 10, and it is asked if anybody's is not told."""
    captain = Unit("Captain", leadership=10, joins="Guard")
    battle = begun(GUARD, captain)
    power = table.rules.powers[SHRIEK]
    declared = Declared((battle.of("theirs")[0],))
    kind = table.rules.types["witchfire"]
    procedure = throw_power_dice(table.rules, battle, battle.of("mine")[0], power, kind, declared, 1)
    assert counted(table.play(procedure, {"power-dice": (5, 5, 5)})) == [("wounds", 5)]


def test_a_picked_model_may_have_a_leadership_of_its_own(table: Table) -> None:
    """faults w40k7 19: of a unit of several models the leadership of the one that is picked is asked, that of the unit first."""
    trephination = "interromancy/trephination"
    played = dice_of(table, trephination, GUARD, target_leadership=9, power_dice=(5, 5))
    assert counted(played) == [("wounds", 3)]  # 2D6+2 is 12
    assert played.asked("target-leadership")[0].default == 8
    assert counted(dice_of(table, trephination, LONE, power_dice=(5, 5))) == [("wounds", 4)]


def test_a_nova_rolls_for_each_unit(table: Table) -> None:
    """facts, section 6 (FAQ): random hits are rolled separately for each unit, those in no roster too."""
    played = dice_of(table, SCREAM, GUARD, replace(LONE, leadership=6), power_dice=[(4, 3), (2, 1)])
    assert [event.args["unit"].name for event in played.events("less-leadership")] == ["Guard", "Lone"]
    assert counted(played) == [("wounds", 1), ("wounds", 0)]  # 7+2-8 and 3+2-6
    thunder = "tempestas/thunderclap"
    more = dice_of(table, thunder, GUARD, elsewhere=True, units_elsewhere=2, power_dice=[(6, 5), (1, 1), (2, 3)])
    assert counted(more) == [("hits", 11), ("hits", 2), ("hits", 5)]
    named = [event.args["unit"] for event in more.events("power-total")]
    assert [getattr(unit, "name", unit) for unit in named] == ["Guard", *(Event("numbered", {"number": at}) for at in (1, 2))]


def test_a_nova_that_hits_nobody_rolls_nothing(table: Table) -> None:
    """w40k7 P16: no unit, no dice."""
    assert not dice_of(table, SCREAM).narration


def test_two_leadership_tests_told_by_how_much(table: Table) -> None:
    """faults w40k7 19: Laugh of Sorrows: what the first fails by, and what the second passes by; leadership is asked once."""
    played = dice_of(table, LAUGH, replace(GUARD, leadership=None), target_leadership=7, power_dice=[(6, 4), (1, 2)])
    assert counted(played) == [("wounds", 3), ("wounds", 4)]
    none = dice_of(table, LAUGH, replace(GUARD, leadership=7), power_dice=[(3, 4), (6, 6)])
    assert counted(none) == [("wounds", 0), ("wounds", 0)]
    assert [event.id for event in none.events("less-leadership", "leadership-less")] == ["less-leadership", "leadership-less"]


@pytest.mark.parametrize(("cost", "dice"), [(1, 2), (2, 3), (3, 4)])
def test_one_more_die_a_charge(table: Table, cost: int, dice: int) -> None:
    """w40k7 T7: Flickering Fire: 2D6 shots, one more die for each charge above 1 that was declared."""
    played = dice_of(table, FIRE, GUARD, cost=cost, power_dice=(3,) * dice)
    assert counted(played) == [("shots", 3 * dice)]


def test_what_some_totals_mean(table: Table) -> None:
    """faults w40k7 19: Crush: 11 or 12 is told to wound automatically, 10 is not; the AP has its own die."""
    for faces, results in (((5, 5), []), ((5, 6), ["automatic"]), ((6, 6), ["automatic"])):
        played = dice_of(table, CRUSH, GUARD, power_dice=[faces, (2,)])
        assert (counted(played), followed(played)) == ([("strength", sum(faces)), ("ap", 2)], results)


def test_dice_that_are_thrown_again(table: Table) -> None:
    """faults w40k7 19: Da Krunch strikes again on 11 or 12, until it shows less or the target is gone."""
    played = dice_of(table, KRUNCH, GUARD, power_dice=[(6, 6), (5, 6), (5, 5)], is_slain=["alive", "alive"])
    assert counted(played) == [("strength", 12), ("strength", 11), ("strength", 10)]
    assert counted(dice_of(table, KRUNCH, GUARD, power_dice=[(6, 6)], is_slain=["slain"])) == [("strength", 12)]


def test_dice_for_each_of_what_came_before(table: Table) -> None:
    """faults w40k7 19: Flayerstorm: D3 hull points, and D6 hits for each of them."""
    played = dice_of(table, FLAYERSTORM, LONE, power_dice=[(2,), (4,), (6,)])
    assert counted(played) == [("lost-hull-points", 2), ("hits", 4), ("hits", 6)]
    curse = dice_of(table, "technomancy/machine-curse", LONE, power_dice=[(3,), (1,), (5,), (6,)])
    assert (counted(curse), followed(curse)) == ([("hits", 3)], ["nothing", "glancing", "penetrating"])


def test_d3_is_a_die_of_three_sides(table: Table) -> None:
    """w40k7 P13: as for the D3 of perils."""
    played = dice_of(table, "nurgle/fleshy-abundance", LONE, power_dice=3)
    assert counted(played) == [("wounds-regained", 3)]
    assert played.asked("power-dice")[0].dice == Dice(1, 3)
    with pytest.raises(AnswerError):
        dice_of(table, "nurgle/fleshy-abundance", LONE, power_dice=4)


# Tables

HALLUCINATIONS = ["pinning-test", "pinning-test", "dazed", "dazed", "attacked-by-his-own", "attacked-by-his-own"]


@pytest.mark.parametrize(
    ("id", "results"),
    [
        (HALLUCINATION, HALLUCINATIONS),
        (FRENZY, ["quick", "strong", "furious"]),
        ("nurgle/gift-of-contagion", ["shrouded", "slow", "weak"]),
    ],
)
def test_every_face_of_a_table(table: Table, id: str, results: list[str]) -> None:
    """faults w40k7 19: the row of each face."""
    assert [followed(dice_of(table, id, GUARD, power_dice=face)) for face in range(1, len(results) + 1)] == [
        [result] for result in results
    ]


def test_a_row_with_dice(table: Table) -> None:
    """faults w40k7 19: Prismatic Gaze: 2-5 cost D3 wounds, 6 costs D6+6, 1 nothing; where it missed there is no die."""
    for faces, total in (([1], []), ([2, 3], [3]), ([5, 1], [1]), ([6, 4], [10])):
        played = dice_of(table, GAZE, LONE, power_dice=faces)
        assert [count for _, count in counted(played)] == total
    assert not dice_of(table, GAZE, LONE, how_many=0).asked("power-dice")


def test_what_the_players_count(table: Table) -> None:
    """faults w40k7 19: Warp Quake: a die for each building, and for each unit in ruins, of which a 4+ brings D6 hits."""
    played = dice_of(table, QUAKE, how_many=[1, 2], power_dice=[4, 3, 4, 5])
    assert followed(played) == ["penetrating", "nothing", "falling-stone"]
    assert counted(played) == [("hits", 5)]
    assert [event.args["what"].id for event in played.asked("how-many")] == ["each-building", "each-unit-inside"]


# A die for each model


def test_dangerous_ground_for_every_model(table: Table) -> None:
    """faults w40k7 19: Chasm: a die for each of ten models, of which each 1 is a wound; of a unit in no roster it is asked."""
    played = dice_of(table, CHASM, GUARD, power_dice=(1, 2, 3, 4, 5, 6, 1, 2, 3, 1))
    assert counted(played) == [("wounds", 3)]
    unlisted = dice_of(table, CHASM, elsewhere=True, how_many=2, power_dice=(1, 6))
    assert counted(unlisted) == [("wounds", 1)]
    assert unlisted.asked("how-many")[0].default is None
    assert not dice_of(table, "tempestas/tempests-wrath", GUARD).asked("power-dice")


# Opposed rolls


@pytest.mark.parametrize(
    ("mine", "theirs", "results", "wounds"),
    [
        pytest.param(2, 4, [], [], id="11 against 12"),
        pytest.param(3, 4, ["confused"], [], id="12 against 12: a tie"),
        pytest.param(6, 1, ["confused", "struck"], [("wounds", 6)], id="15 against 9"),
    ],
)
def test_mind_war(table: Table, mine: int, theirs: int, results: list[str], wounds: list[tuple[str, int]]) -> None:
    """faults w40k7 19: both sides' D6 and leadership: a tie or more costs WS and BS, a win the difference in wounds."""
    played = dice_of(table, MIND_WAR, LONE, power_dice=mine, power_dice_theirs=theirs)
    assert (followed(played), counted(played)) == (results, wounds)
    (event,) = played.events("opposed-won", "opposed-tied", "opposed-lost")
    margin = (9 + mine) - (8 + theirs)
    assert event.id == ("opposed-won" if margin > 0 else "opposed-lost" if margin < 0 else "opposed-tied")
    assert (event.args["mine"].value, event.args["theirs"].value, event.args["margin"]) == (9 + mine, 8 + theirs, abs(margin))
    assert [request.who for id in ("power-dice", "power-dice-theirs") for request in played.asked(id)] == ["mine", "theirs"]


def test_leaderships_of_an_opposed_roll_are_asked(table: Table) -> None:
    """faults w40k7 19: each where nobody told it."""
    played = dice_of(
        table, PURGE, replace(LONE, leadership=None), seer=replace(SEER, leadership=None), leadership=10, target_leadership=7,
        power_dice=1, power_dice_theirs=4,
    )  # fmt: skip
    assert followed(played) == ["wound"]  # 11 against 11
    assert [request.who for request in played.asked("leadership")] == ["mine"]


@pytest.mark.parametrize(
    ("best", "level", "theirs", "results"),
    [
        pytest.param((3, 1), 2, 3, ["scourged"], id="5 against 5: a tie"),
        pytest.param((2, 2), 3, 2, [], id="4 against 5"),
        pytest.param((1, 5), 1, 4, ["scourged"], id="7 against 5"),
        pytest.param((6, 2), 2, 3, ["scourged", "loses-a-power"], id="8 against 5: by 3"),
    ],
)
def test_psychic_scourge(table: Table, best: tuple[int, int], level: int, theirs: int, results: list[str]) -> None:
    """faults w40k7 19: the best of 2D6 and mastery 2 against D6 and the target's mastery."""
    foe = Unit("Foe", mastery=level, powers=())
    assert followed(dice_of(table, SCOURGE, foe, power_dice=best, power_dice_theirs=theirs)) == results
    asked = dice_of(table, SCOURGE, elsewhere=True, target_mastery=level, power_dice=best, power_dice_theirs=theirs)
    assert followed(asked) == results


def test_what_is_in_play_counts(table: Table) -> None:
    """faults w40k7 5, 19: Terrify on the target: 3D6 less a leadership of 8 - 1; and Horrify, by another 3."""
    seer = replace(SEER, powers=("telepathy/terrify", "runes-of-battle/horrify", SHRIEK))
    played = table.phase(
        seer, GUARD, power=["telepathy/terrify", "runes-of-battle/horrify", SHRIEK], target=["guard"] * 3,
        psychic_test=[(4,), (4,), (4,)], power_dice=(4, 4, 4),
    )  # fmt: skip
    assert counted(played) == [("wounds", 12 - (8 - 1 - 3))]
    (told,) = played.events("leadership-in-force")
    assert told.args["leadership"].value == 4


@pytest.mark.parametrize(("mine", "results"), [(3, []), (4, ["snap-shots"]), (5, ["you-fire-it"])])
def test_a_roll_off(table: Table, mine: int, results: list[str]) -> None:
    """faults w40k7 19: a tie is a result of its own, and nothing is added."""
    played = dice_of(table, CORRUPT, LONE, power_dice=mine, power_dice_theirs=4)
    assert followed(played) == results
    (event,) = played.events("opposed-won", "opposed-tied", "opposed-lost")
    assert event.args["mine"].modifiers == ()


def test_an_opposed_roll_again(table: Table) -> None:
    """faults w40k7 19: Mirror of Minds goes on until the target rolls higher or is dead."""
    played = dice_of(table, MIRROR, LONE, power_dice=[4, 6, 1], power_dice_theirs=[5, 1, 6], is_slain=["alive", "alive"])
    assert followed(played) == ["wound", "wound"]
    assert played.order("opposed-won", "opposed-tied", "opposed-lost") == ["opposed-tied", "opposed-won", "opposed-lost"]
    assert followed(dice_of(table, MIRROR, LONE, power_dice=6, power_dice_theirs=1, is_slain="slain")) == ["wound"]


# Tests


@pytest.mark.parametrize(
    ("toughness", "faces", "wounds"),
    [(3, (3, 4), 1), (3, (1, 2), 0), (4, (5, 6), 2), (7, (5, 6), 1), (1, (1, 2), 1)],
)
def test_toughness(table: Table, toughness: int, faces: tuple[int, int], wounds: int) -> None:
    """faults w40k7 19: two tests, passed by a D6 of Toughness or less; a 6 always fails, a 1 always passes."""
    slain: dict[str, Any] = {"is_slain": "alive"} if wounds else {}
    played = dice_of(table, HAEMORRHAGE, GUARD, target_characteristic=toughness, power_test=list(faces), **slain)
    assert followed(played) == ["wound"] * wounds
    assert {request.who for request in played.asked("power-test")} == {"theirs"}


def test_a_chain_of_tests(table: Table) -> None:
    """faults w40k7 19: each model slain passes one test to another, whose Toughness is asked."""
    played = dice_of(
        table, HAEMORRHAGE, GUARD, target_characteristic=[3, 4, 3], power_test=[6, 1, 5, 2], is_slain=["slain", "slain"]
    )
    assert followed(played) == ["wound", "wound"]
    assert [event.args["value"] for event in played.events("power-test-passed", "power-test-failed")] == [3, 3, 4, 3]
    assert not dice_of(table, HAEMORRHAGE, GUARD, target_characteristic=0).asked("power-test")


@pytest.mark.parametrize(
    ("leadership", "faces", "results"), [(7, (3, 2), []), (7, (3, 3), ["pinned"]), (3, (1, 1), []), (3, (1, 2), ["pinned"])]
)
def test_leadership_less_two(table: Table, leadership: int, faces: tuple[int, int], results: list[str]) -> None:
    """faults w40k7 19, w40k7 P19: 2D6 of leadership - 2 or less, which is never below 2."""
    assert followed(dice_of(table, HORROR, replace(GUARD, leadership=leadership), power_test=faces)) == results


def test_wounds_left(table: Table) -> None:
    """faults w40k7 19: Final Decomposition: a D6 above the wounds that are left; a 6 on six wounds is not above them."""
    power = "plague/final-decomposition"
    for wounds, face, results in ((2, 2, []), (2, 3, ["liquefied"]), (6, 6, [])):
        assert followed(dice_of(table, power, replace(LONE, wounds=wounds), power_test=face)) == results
    assert followed(dice_of(table, power, GUARD, target_characteristic=1, power_test=2)) == ["liquefied"]


def test_a_test_that_saves_the_target(table: Table) -> None:
    """faults w40k7 19: who may resist Creeping Terror tests its leadership; others do not."""
    power = "powers-of-the-witch/creeping-terror"
    assert not dice_of(table, power, GUARD).asked("power-test")
    assert followed(dice_of(table, power, GUARD, how_many=1, power_test=(4, 4))) == ["resisted"]
    assert followed(dice_of(table, power, GUARD, how_many=1, power_test=(4, 5))) == []


def test_what_a_wounded_unit_tests(table: Table) -> None:
    """faults w40k7 19: Warpflame: Toughness, D3 wounds or Feel No Pain, once the players say that a unit was wounded."""
    for face, results, wounds in ((5, ["warpflame"], [("wounds", 2)]), (4, ["feel-no-pain"], [])):
        rolled = [(3,), *([2] if wounds else [])]
        played = dice_of(
            table, "change/bolt-of-change", GUARD, how_many=1, target_characteristic=4, power_test=face, power_dice=rolled
        )
        assert followed(played) == results
        assert counted(played) == [("strength", 7), *wounds]


# Exact distributions, by plain enumeration of faces


def enumerated(
    table: Table, id: str, foe: Unit, ids: Mapping[str, tuple[int, int]], **answers: Given
) -> Counter[tuple[Any, ...]]:
    """What is told for every throw: `ids` has the count and sides of the dice of each request."""
    told: Counter[tuple[Any, ...]] = Counter()
    throws = [list(product(range(1, sides + 1), repeat=count)) for count, sides in ids.values()]
    for faces in product(*throws):
        played = dice_of(table, id, foe, **dict(zip(ids, faces, strict=True)), **answers)  # type: ignore[arg-type]
        told[*counted(played), *followed(played)] += 1
    return told


def test_distribution_of_a_total_less_leadership(table: Table) -> None:
    """faults w40k7 19: 216 throws of Psychic Shriek against leadership 8."""
    wounds = Counter((("wounds", max(0, a + b + c - 8)),) for a, b, c in product(range(1, 7), repeat=3))
    assert enumerated(table, SHRIEK, GUARD, {"power_dice": (3, 6)}) == wounds
    assert wounds[("wounds", 0),] == 56  # as many throws of 3D6 come to 8 or less


def test_distribution_of_an_opposed_roll(table: Table) -> None:
    """faults w40k7 19: 216 throws of Psychic Scourge, mastery 2 against 1."""
    found: Counter[tuple[Any, ...]] = Counter()
    for a, b, c in product(range(1, 7), repeat=3):
        margin = max(a, b) + 2 - (c + 1)
        found[*(["scourged"] if margin >= 0 else []), *(["loses-a-power"] if margin >= 3 else [])] += 1
    foe = Unit("Foe", mastery=1, powers=())
    assert enumerated(table, SCOURGE, foe, {"power_dice": (2, 6), "power_dice_theirs": (1, 6)}) == found
    won: Counter[tuple[Any, ...]] = Counter()
    for a, b in product(range(1, 7), repeat=2):
        margin = a + 9 - b - 8
        won[*([("wounds", margin)] if margin > 0 else []), *["confused", "struck"][: (margin >= 0) + (margin > 0)]] += 1
    assert enumerated(table, MIND_WAR, LONE, {"power_dice": (1, 6), "power_dice_theirs": (1, 6)}) == won


def test_distribution_of_tests(table: Table) -> None:
    """faults w40k7 19: 36 throws of a Pinning test at leadership 8 - 2, and of a Toughness test by a 6 that always fails."""
    pinned = Counter(("pinned",) if a + b > 6 else () for a, b in product(range(1, 7), repeat=2))
    assert enumerated(table, HORROR, GUARD, {"power_test": (2, 6)}) == pinned
    failed = Counter(("swallowed",) if a > 4 else () for a in range(1, 7))
    assert enumerated(table, JAWS, GUARD, {"power_test": (1, 6)}, target_characteristic=4) == failed


def test_distribution_of_a_table(table: Table) -> None:
    """faults w40k7 19: two faces of six for each row."""
    assert enumerated(table, HALLUCINATION, GUARD, {"power_dice": (1, 6)}) == Counter((one,) for one in HALLUCINATIONS)


def test_distribution_of_faces(table: Table) -> None:
    """faults w40k7 19: ones among three dice."""
    ones = Counter((("wounds", faces.count(1)),) for faces in product(range(1, 7), repeat=3))
    assert enumerated(table, CHASM, replace(GUARD, models=3), {"power_dice": (3, 6)}) == ones


def every_dice(rules: Rules) -> Iterable[str]:
    """The powers that have dice."""
    return sorted(id for id, power in rules.powers.items() if power.dice)


def test_every_reading_has_the_chances_of_its_faces(table: Table) -> None:
    """faults w40k7 19: whatever a power asks for, the weights of its reading are those of all faces, counted one by one."""
    seen = 0
    for id in every_dice(table.rules):
        for request in requests_of(table, id):
            plain = Counter(
                request.read.read(faces) for faces in product(range(1, request.dice.sides + 1), repeat=request.dice.count)
            )
            assert +Counter(request.read.weights(request.dice)) == plain, id
            seen += 1
    assert seen > 100


def requests_of(table: Table, id: str) -> list[Any]:
    """The dice that a power asks for where everything it may strike is there once."""

    def answer(request: Any) -> Any:
        if request.id.startswith("power-"):
            # Tests are passed, so that no chain goes on; other dice show the most.
            return (1 if request.id == "power-test" else request.dice.sides,) * request.dice.count
        return {"how-many": 1, "target-leadership": 7, "target-characteristic": 4, "target-mastery": 1, "is-slain": "slain"}.get(
            request.id
        )

    answer.name = "given"  # type: ignore[attr-defined]
    power, battle = table.rules.powers[id], begun(LONE)
    declared = Declared(battle.of("theirs"))
    kind = table.rules.types[power.types[0]]
    procedure = throw_power_dice(table.rules, battle, battle.of("mine")[0], power, kind, declared, power.costs[-1])
    played = table.play_script(procedure, Script({}), answer)  # type: ignore[arg-type]
    return [request for name in ("power-dice", "power-dice-theirs", "power-test") for request in played.asked(name)]


def test_showing_has_marks() -> None:
    """A face that counts is marked, no other."""
    assert [bool(mark) for mark in Showing(frozenset({1, 2})).marks([1, 2, 3])] == [True, True, False]


# In a phase


def test_dice_come_right_after_the_effect(table: Table) -> None:
    """faults w40k7 19: once the power takes effect, before what lasts is told; never when it fails or is denied."""
    paroxysm = "hive-mind/paroxysm"
    seer = replace(SEER, powers=(paroxysm,))
    played = table.phase(seer, (), power=paroxysm, psychic_test=(4,), power_dice=2)
    assert played.order("takes-effect", "power-dice", "power-total", "lasts") == [
        "takes-effect",
        "power-dice",
        "power-total",
        "lasts",
    ]
    assert not table.phase(seer, (), power=paroxysm, psychic_test=(3,)).asked("power-dice")
    assert not table.phase(seer, (), power=paroxysm, psychic_test=(4,), deny_test=(6,)).asked("power-dice")


def test_dice_of_a_psyker_slain_by_perils(table: Table) -> None:
    """w40k7 P11: the power takes effect all the same."""
    seer = replace(SEER, powers=(SHRIEK,), wounds=1)
    played = table.phase(seer, GUARD, power=SHRIEK, psychic_test=(6, 6), perils=4, power_dice=(6, 6, 6))
    assert counted(played) == [("wounds", 10)]


def test_json_says_the_same(table: Table) -> None:
    """faults w40k7 19: ids and figures, with their parts."""
    played = dice_of(table, MIND_WAR, LONE, power_dice=6, power_dice_theirs=1)
    told = [json_object(event) for event in played.events("opposed-won", "power-result", "power-total")]
    assert told == [
        {
            "event": "opposed-won",
            "power": MIND_WAR,
            "unit": "lone",
            "psyker": "seer",
            "mine": {"base": {"id": "rolled", "value": 6}, "modifiers": [{"id": "leadership", "value": 9}], "value": 15},
            "theirs": {"base": {"id": "rolled", "value": 1}, "modifiers": [{"id": "leadership", "value": 8}], "value": 9},
            "margin": 6,
        },
        {"event": "power-result", "power": MIND_WAR, "unit": "lone", "row": "confused"},
        {"event": "power-result", "power": MIND_WAR, "unit": "lone", "row": "struck"},
        {"event": "power-total", "power": MIND_WAR, "unit": "lone", "counted": {"id": "total-wounds", "count": 6}},
    ]


# Tables of one's own

HEAD = "id: house\nname: {en: House}\nsource: x\npowers:\n"
POWER = (
    "- {id: a, number: [1, 6], name: {en: A}, charge: 1, type: malediction, range: 1, target: one-enemy-unit, profile: none,"
    " duration: instant, effect: {en: x}, dice: ["
)
ROW = "{id: %s, faces: %s, words: {en: x}, amount: none}"


@pytest.mark.parametrize(
    ("dice", "problem"),
    [
        pytest.param(
            f"{{does: table, die: d3, each: power, rows: [{ROW % ('b', '[1]')}, {ROW % ('c', '[3]')}]}}", "hole", id="a hole"
        ),
        pytest.param(
            f"{{does: table, die: d3, each: power, rows: [{ROW % ('b', '[1, 2]')}, {ROW % ('c', '[2, 3]')}]}}",
            "overlap",
            id="two",
        ),
        pytest.param(f"{{does: table, die: d3, each: power, rows: [{ROW % ('b', '[1, 4]')}]}}", "beyond the die", id="beyond"),
        pytest.param(
            f"{{does: table, die: d3, each: power, rows: [{ROW % ('b', '[1]')}, {ROW % ('b', '[2, 3]')}]}}", "twice", id="one id"
        ),
        pytest.param("{does: sum, dice: d6, of: hits, each: of-those}", "expected a sum before", id="of nothing"),
        pytest.param("{does: sum, dice: d8, of: hits, each: power}", "d8", id="no such die"),
        pytest.param("{does: conjure, dice: d6, of: hits, each: power}", "conjure", id="no such word"),
        pytest.param("{does: sum, dice: d6, of: socks, each: power}", "socks", id="of no such thing"),
    ],
)
def test_faults_of_tables_are_told(dice: str, problem: str, tmp_path: Path) -> None:
    """faults w40k7 19: rows tile their die, and words are those that the program knows."""
    path = tmp_path / "w40k7" / "disciplines" / "house.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(f"{HEAD}{POWER}{dice}]}}\n", encoding="utf-8")
    with pytest.raises(RulesError, match=problem):
        read_rules(tmp_path)


def test_a_right_table_of_ones_own(tmp_path: Path) -> None:
    """A sum, and a die for each of those."""
    path = tmp_path / "w40k7" / "disciplines" / "house.yaml"
    path.parent.mkdir(parents=True)
    dice = "{does: sum, dice: d3, of: hits, each: power}, {does: sum, dice: d6, of: wounds, each: of-those}"
    path.write_text(f"{HEAD}{POWER}{dice}]}}\n", encoding="utf-8")
    table = Table(read_rules(tmp_path))
    assert counted(dice_of(table, "house/a", LONE, power_dice=[1, 5])) == [("hits", 1), ("wounds", 5)]


def test_defaults_alone_never_fill_in_a_leadership(table: Table) -> None:
    """faults w40k7 19: what nobody told is asked for, never taken for granted."""
    battle = begun(replace(GUARD, leadership=None))
    power = table.rules.powers[SHRIEK]
    declared = Declared(battle.of("theirs"))
    procedure = throw_power_dice(table.rules, battle, battle.of("mine")[0], power, table.rules.types["witchfire"], declared, 1)
    with pytest.raises(Unanswered, match="target-leadership"):
        play(procedure, Defaults(), journal=Journal(), report=lambda _: None)
