"""Generating psychic powers before the game: w40k7 G1-G14."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from psyphase.engine.journal import Journal
from psyphase.engine.play import Answered, Narration, play
from psyphase.engine.procedure import Answer, Event, Request
from psyphase.engine.sources import Defaults, RandomDice
from psyphase.errors import AnswerError
from psyphase.systems.w40k7.generation import generate_psyker
from psyphase.systems.w40k7.model import Roster, Rules, Unit
from w40k7_table import Played, Table, army, read_rules

SHRIEK, DOMINATE, TERRIFY = "telepathy/psychic-shriek", "telepathy/dominate", "telepathy/terrify"
PRESCIENCE, FOREBODING = "divination/prescience", "divination/foreboding"
MALEFIC = "daemonology-malefic"
LISTS = ("telepathy", "divination")


def seer(mastery: int = 1, *disciplines: str, name: str = "Seer", **more: object) -> Unit:
    return replace(Unit(name, mastery=mastery, disciplines=disciplines or ("telepathy",)), **more)


def known(played: Played[Roster], unit: int = 0) -> list[str]:
    return list(played.outcome.units[unit].powers or ())


def swaps_offered(played: Played[Roster]) -> list[bool]:
    """For each generated power, whether a swap was offered right after it."""
    order = played.order("power-roll", "power-card", "swap")
    return [order[at + 1 : at + 2] == ["swap"] for at, id in enumerate(order) if id != "swap"]


# G1, G2


def test_order_of_psykers(table: Table) -> None:
    """w40k7 G1: with several psykers their owner chooses who generates next; others and the finished are not offered."""
    done = seer(2, name="Done", powers=(TERRIFY,))
    played = table.generate(
        done, Unit("Squad"), seer(name="A"), seer(name="B"), seer(name="C"), next_psyker=["c", "a"], power_roll=[(1,), (2,), (3,)]
    )
    assert [set(request.options) for request in played.asked("next-psyker")] == [{"a", "b", "c"}, {"a", "b"}]
    assert [known(played, unit)[:1] for unit in range(5)] == [
        [TERRIFY], [], ["telepathy/mental-fortitude"], [TERRIFY], [DOMINATE],
    ]  # fmt: skip


def test_openly(table: Table) -> None:
    """w40k7 G1: what is generated is said aloud, power by power and in the end."""
    played = table.generate(seer(2, *LISTS), discipline=["telepathy", "divination"], power_roll=[(3,), (1,)])
    assert [[power.id for power in powers] for powers in played.outcomes("power-roll")] == [[TERRIFY], [FOREBODING]]
    assert [power.id for power in played.args("knows")["powers"]] == [TERRIFY, FOREBODING]


def test_before_the_game(table: Table) -> None:
    """w40k7 G1: both armies generate before the first phase begins."""
    played = table.phase(
        seer(), [seer(name="Foe")], power_roll=[(1,), (2,)], power=DOMINATE, target="foe", psychic_test=(4,), deny_test=(5,)
    )
    assert played.order("power-roll", "warp-charge") == ["power-roll", "power-roll", "warp-charge"]
    assert [unit.powers for unit in played.outcome.units] == [(DOMINATE, SHRIEK), ("telepathy/mental-fortitude", SHRIEK)]


def test_fixed_powers(table: Table) -> None:
    """w40k7 G2: a psyker with fixed powers has those, rolls none and has no focus."""
    played = table.generate(seer(3, fixed=(TERRIFY, PRESCIENCE)))
    assert not played.asked("power-roll")
    assert known(played) == [TERRIFY, PRESCIENCE]
    assert played.outcome.units[0].focus is None


def test_fixed_powers_and_generated_ones(table: Table) -> None:
    """w40k7 G2: an entry may say that powers are generated beside the fixed ones."""
    played = table.generate(seer(3, fixed=(PRESCIENCE,), generates=1), power_roll=[(3,)])
    assert sorted(known(played)) == sorted([TERRIFY, PRESCIENCE, SHRIEK])


# G3, G4

ROWS: Mapping[str, Sequence[Sequence[str]]] = {
    "telepathy": [["dominate"], ["mental-fortitude"], ["terrify"], ["shrouding"], ["invisibility"], ["hallucination"]],
    "divination": [["foreboding"], ["forewarning"], ["perfect-timing"], ["precognition"], ["misfortune"], ["scriers-gaze"]],
    "biomancy": [["iron-arm"], ["enfeeble"], ["life-leech"], ["warp-speed"], ["endurance"], ["haemorrhage"]],
    "nurgle-2012": [["weapon-virus"]] * 2 + [["gift-of-contagion"]] * 2 + [["plague-wind"]] * 2,
    "change-2013": [["tzeentchs-firestorm"]] * 2 + [["bolt-of-change"]] * 2 + [["infernal-gateway"]] * 2,
    "powers-of-the-witch": [["creeping-terror"]] * 2 + [["warp-flux"]] * 2 + [["unnatural-vigour"]] * 2,
    "runes-of-battle": [
        ["destructor", "renewer"], ["embolden", "horrify"], ["enhance", "drain"],
        ["protect", "jinx"], ["quicken", "restrain"], ["empower", "enervate"],
    ],
}  # fmt: skip


@pytest.mark.parametrize("discipline", ROWS)
def test_number_gives_power(table: Table, discipline: str) -> None:
    """w40k7 G3: the D6 gives the power with that number, in pairs where a list has three, two powers in Runes of Battle."""
    for face in range(1, 7):
        played = table.generate(seer(3, discipline, generates=1), power_roll=[(face,)])
        powers = [f"{discipline}/{name}" for name in ROWS[discipline][face - 1]]
        assert known(played)[: len(powers)] == powers


def test_discipline_is_chosen_each_time(table: Table) -> None:
    """w40k7 G3, G4: before each roll one of the psyker's own disciplines is chosen, any of them again."""
    played = table.generate(
        seer(3, "telepathy", "divination", "biomancy"),
        discipline=["biomancy", "telepathy", "biomancy"],
        power_roll=[(1,), (1,), (2,)],
    )
    assert [set(request.options) for request in played.asked("discipline")] == [{"telepathy", "divination", "biomancy"}] * 3
    assert known(played) == ["biomancy/iron-arm", DOMINATE, "biomancy/enfeeble"]


@pytest.mark.parametrize(
    ("unit", "count"),
    [
        pytest.param(seer(1), 1, id="w40k7 G4: mastery 1"),
        pytest.param(seer(4), 4, id="w40k7 G4: mastery 4"),
        pytest.param(seer(0, tags=("psyker",)), 1, id="w40k7 G4: a psyker without a level has 1"),
        pytest.param(seer(0, tags=("brotherhood",)), 1, id="w40k7 G4: a brotherhood without a level has 1"),
        pytest.param(seer(0, tags=("psychic-pilot",)), 1, id="w40k7 G4: a pilot without a level has 1"),
        pytest.param(seer(1, generates=3), 3, id="w40k7 G4: the entry says more than the level"),
        pytest.param(seer(3, generates=1), 1, id="w40k7 G4: the entry says fewer than the level"),
        pytest.param(seer(3, generates=0), 0, id="w40k7 G4: the entry says none"),
        pytest.param(seer(0), 0, id="w40k7 G4: no psyker"),
    ],
)
def test_how_many(table: Table, unit: Unit, count: int) -> None:
    """w40k7 G4: as many as the mastery level, or as the entry states."""
    played = table.generate(unit, power_roll=[(face,) for face in range(1, count + 1)])
    assert len(played.asked("power-roll")) == count


# G5, G6, G7


def test_duplicate_is_rolled_again(table: Table) -> None:
    """w40k7 G5: a duplicate is re-rolled in the same discipline, without asking, until a new power comes up."""
    played = table.generate(seer(3, *LISTS), discipline=["telepathy"] * 3, power_roll=[(3,), (3, 3, 1), (1, 3, 3, 2)])
    assert known(played)[:3] == [TERRIFY, DOMINATE, "telepathy/mental-fortitude"]
    assert len(played.asked("discipline")) == 3


@pytest.mark.parametrize(
    "second",
    [pytest.param((3,), id="w40k7 G5: a duplicate cannot stand"), pytest.param((2, 1), id="w40k7 G5: a new power stands")],
)
def test_only_duplicates_are_rolled_again(table: Table, second: tuple[int, ...]) -> None:
    """w40k7 G5: the dice are re-rolled when they must be, and only then."""
    with pytest.raises(AnswerError):
        table.generate(seer(2), power_roll=[(3,), second])


def test_fixed_power_is_a_duplicate(table: Table) -> None:
    """w40k7 G5: a fixed power that is rolled is re-rolled too."""
    played = table.generate(seer(1, fixed=(TERRIFY,), generates=1), power_roll=[(3, 1)])
    assert sorted(known(played)) == sorted([TERRIFY, DOMINATE, SHRIEK])


@pytest.mark.parametrize("half", ["embolden", "horrify"])
def test_half_a_duplicate(table: Table, half: str) -> None:
    """w40k7 G5: where a number gives two powers, having either of them makes it a duplicate."""
    unit = seer(2, "runes-of-battle", fixed=(f"runes-of-battle/{half}",), generates=1)
    played = table.generate(unit, power_roll=[(2, 3)])
    assert len(set(known(played))) == len(known(played)) == 5
    with pytest.raises(AnswerError):
        table.generate(unit, power_roll=[(2,)])


def test_power_fixed_twice_is_known_once(table: Table) -> None:
    """w40k7 G5: a psyker never has the same power twice, not even where its entry names it twice."""
    force = Unit("Seer", mastery=1, fixed=(TERRIFY, TERRIFY, "force"), tags=("force-weapon",))
    assert sorted(known(table.generate(force))) == ["force", TERRIFY]


@pytest.mark.parametrize(
    ("mastery", "discipline", "throws", "power"),
    [
        pytest.param(1, "telepathy", (5, 6, 4), "telepathy/shrouding", id="w40k7 G6: cost 2 at level 1"),
        pytest.param(2, "telepathy", (5,), "telepathy/invisibility", id="w40k7 G6: exactly the level stands"),
        pytest.param(2, MALEFIC, (6, 5, 4), f"{MALEFIC}/sacrifice", id="w40k7 G6: cost 3 at level 2"),
        pytest.param(3, MALEFIC, (6,), f"{MALEFIC}/possession", id="w40k7 G6: cost 3 at level 3"),
        pytest.param(1, "plague", (6,), "plague/putrescent-vitality", id="w40k7 G6: 1-3 counts as 1"),
        pytest.param(1, "change", (4, 2), "change/bolt-of-change", id="w40k7 G6: 2 or 3 at level 1"),
        pytest.param(2, "change", (4,), "change/boon-of-flame", id="w40k7 G6: 2 or 3 counts as 2"),
        pytest.param(2, "runes-of-fate", (6, 5), "runes-of-fate/mind-war", id="w40k7 G6: 3 or 4 at level 2"),
        pytest.param(3, "runes-of-fate", (6,), "runes-of-fate/eldritch-storm", id="w40k7 G6: 3 or 4 counts as 3"),
        pytest.param(1, "nurgle-2012", (5, 6, 1), "nurgle-2012/weapon-virus", id="w40k7 G6: a pair of faces"),
    ],
)
def test_unaffordable_is_rolled_again(table: Table, mastery: int, discipline: str, throws: tuple[int, ...], power: str) -> None:
    """w40k7 G6: a power dearer than the mastery level is re-rolled in the same discipline."""
    unit = seer(mastery, discipline, generates=1)
    assert known(table.generate(unit, power_roll=[throws]))[0] == power
    if len(throws) > 1:
        with pytest.raises(AnswerError):
            table.generate(unit, power_roll=[throws[:1]])


def test_unaffordable_may_stand(table: Table) -> None:
    """w40k7 G6: with the setting off a dear power stands; a duplicate is still re-rolled."""
    free = table.under(reroll_unaffordable="false")
    assert known(free.generate(seer(1, MALEFIC), power_roll=[(6,)]))[0] == f"{MALEFIC}/possession"
    assert len(known(free.generate(seer(1, MALEFIC, generates=2), power_roll=[(6,), (6, 5)]))) == 3


def test_two_psykers_may_know_the_same(table: Table) -> None:
    """w40k7 G7: psykers of one army may have the same power."""
    played = table.generate(seer(name="A"), seer(name="B"), power_roll=[(3,), (3,)])
    assert known(played, 0) == known(played, 1) == [TERRIFY, SHRIEK]


# G8, G9

STEP = {"T": "telepathy", "D": "divination"}


@pytest.mark.parametrize(
    ("steps", "offered", "powers"),
    [
        # T, D: the discipline; a star: swapped; the power of step n has number n.
        ("T", "n", "t1 t0"),
        ("T T", "y n", "t1 t2 t0"),
        ("T* T", "y n", "t0 t2"),
        ("T D", "y y", "t1 d2"),
        ("T D*", "y y", "t1 d0"),
        ("T* D", "y y", "t0 d2"),
        ("T* D*", "y y", "t0 d0"),
        ("T T T", "y y n", "t1 t2 t3 t0"),
        ("T* T T", "y n n", "t0 t2 t3"),
        ("T T* T", "y y n", "t1 t0 t3"),
        ("T T D", "y y y", "t1 t2 d3"),
        ("T T D*", "y y y", "t1 t2 d0"),
        ("T D T", "y y y", "t1 d2 t3"),
        ("T D T*", "y y y", "t1 d2 t0"),
        ("D T T", "y y y", "d1 t2 t3"),
        ("D T T*", "y y y", "d1 t2 t0"),
        ("D* T T", "y y y", "d0 t2 t3"),
        ("D* T T*", "y y y", "d0 t2 t0"),
        ("T* D T", "y y n", "t0 d2 t3"),
        ("D T* T", "y y n", "d1 t0 t3"),
        ("T D* T*", "y y y", "t1 d0 t0"),
        ("T T T T", "y y y n", "t1 t2 t3 t4 t0"),
        ("T T T D", "y y y y", "t1 t2 t3 d4"),
        ("D T T T", "y y y y", "d1 t2 t3 t4"),
    ],
)
def test_swap_and_focus(table: Table, steps: str, offered: str, powers: str) -> None:
    """w40k7 G8, G9: a swap is offered after every power but where the primaris is known or focus is certain."""
    plan = steps.split()
    swaps = ["primaris" if "*" in step else "keep" for step, may in zip(plan, offered.split(), strict=True) if may == "y"]
    played = table.generate(
        seer(len(plan), *LISTS),
        discipline=[STEP[step[0]] for step in plan],
        power_roll=[(at,) for at in range(1, len(plan) + 1)],
        swap=swaps,
    )
    primaris = {"t0": SHRIEK, "d0": PRESCIENCE}
    rolled = {f"{name[0]}{at + 1}": f"{name}/{ROWS[name][at][0]}" for name in LISTS for at in range(4)}
    assert swaps_offered(played) == [may == "y" for may in offered.split()]
    assert sorted(known(played)) == sorted({**primaris, **rolled}[power] for power in powers.split())


def test_swapped_away_power_may_come_up_again(table: Table) -> None:
    """w40k7 G8: what was swapped away is not known, so it stands when it comes up again; there is no second swap."""
    played = table.generate(
        seer(3, *LISTS),
        discipline=["telepathy", "divination", "telepathy"],
        swap=["primaris", "keep"],
        power_roll=[(3,), (1,), (3,)],
    )
    assert sorted(known(played)) == sorted([SHRIEK, FOREBODING, TERRIFY])
    assert swaps_offered(played) == [True, True, False]


def test_primaris_of_any_cost(table: Table) -> None:
    """w40k7 G8: the limit of G6 does not bind a primaris, neither swapped in nor known by focus."""
    swapped = table.generate(
        seer(2, MALEFIC, "telepathy"), discipline=[MALEFIC, "telepathy"], swap=["primaris", "keep"], power_roll=[(1,), (1,)]
    )
    assert sorted(known(swapped)) == [f"{MALEFIC}/summoning", DOMINATE]
    focussed = table.generate(seer(1, MALEFIC), power_roll=[(1,)])
    assert sorted(known(focussed)) == [f"{MALEFIC}/cursed-earth", f"{MALEFIC}/summoning"]


def test_fixed_primaris_cannot_be_swapped_in(table: Table) -> None:
    """w40k7 G8: no swap where the psyker already has the primaris, as with a fixed one."""
    unit = seer(2, *LISTS, fixed=(SHRIEK,), generates=2)
    played = table.generate(unit, discipline=["telepathy", "divination"], power_roll=[(1,), (1,)])
    assert swaps_offered(played) == [False, True]
    assert sorted(known(played)) == sorted([SHRIEK, DOMINATE, FOREBODING])
    focussed = table.generate(unit, discipline=["telepathy", "telepathy"], power_roll=[(1,), (3,)])
    assert sorted(known(focussed)) == sorted([SHRIEK, DOMINATE, TERRIFY])


def test_both_primaris_powers_of_runes_of_battle(table: Table) -> None:
    """w40k7 G8, G9: a list with two powers a number has two primaris powers, swapped in or known together."""
    runes = "runes-of-battle"
    swapped = table.generate(
        seer(2, runes, "telepathy"), discipline=[runes, "telepathy"], swap=["primaris", "keep"], power_roll=[(4,), (1,)]
    )
    assert sorted(known(swapped)) == [f"{runes}/conceal", f"{runes}/reveal", DOMINATE]
    focussed = table.generate(seer(1, runes), power_roll=[(4,)])
    assert sorted(known(focussed)) == [f"{runes}/{name}" for name in ("conceal", "jinx", "protect", "reveal")]


@pytest.mark.parametrize("lists", [("powers-of-the-witch",), ("powers-of-the-witch", "telepathy")])
def test_discipline_without_primaris(table: Table, lists: tuple[str, ...]) -> None:
    """w40k7 G8, G9: a discipline without a primaris offers no swap and gives nothing for focus."""
    unit = seer(2, *lists)
    chosen = ["powers-of-the-witch"] * 2 if len(lists) > 1 else []
    played = table.generate(unit, power_roll=[(1,), (2, 6)], discipline=chosen)
    assert swaps_offered(played) == [False, False]
    assert known(played) == ["powers-of-the-witch/creeping-terror", "powers-of-the-witch/unnatural-vigour"]


@pytest.mark.parametrize("mastery", [1, 2, 3])
def test_focus_names_its_discipline(table: Table, mastery: int) -> None:
    """w40k7 G9, G11: the roster says in which discipline the psyker has focus."""
    played = table.generate(
        seer(mastery, *LISTS), discipline=["divination"] * mastery, power_roll=[(n + 1,) for n in range(mastery)]
    )
    assert played.outcome.units[0].focus == "divination"
    assert PRESCIENCE in known(played)
    assert played.has("psychic-focus")


def test_sanctic_and_malefic_are_two_lists(table: Table) -> None:
    """w40k7 G9: Sanctic and Malefic count as two disciplines (facts, section 6)."""
    lists = ["daemonology-sanctic", MALEFIC]
    played = table.generate(seer(2, *lists), discipline=lists, power_roll=[(1,), (1,)])
    assert sorted(known(played)) == [f"{MALEFIC}/cursed-earth", "daemonology-sanctic/gate-of-infinity"]
    assert swaps_offered(played) == [True, True]


@pytest.mark.parametrize(
    ("mastery", "faces", "swapped"),
    [
        pytest.param(2, [3, 1], True, id="w40k7 G8: the wish is the default"),
        pytest.param(1, [3], False, id="w40k7 G9: the wish cannot be met, and that is said"),
    ],
)
def test_swap_wished_for_beforehand(table: Table, mastery: int, faces: list[int], swapped: bool) -> None:
    """w40k7 G8, G9: a roster may say which powers are to be swapped; where that is not allowed the player is told."""
    played = table.generate(seer(mastery, swap=(TERRIFY,)), power_roll=[(face,) for face in faces])
    assert (TERRIFY in known(played)) != swapped
    assert SHRIEK in known(played)
    assert [event.args["why"].id for event in played.events("swap-impossible")] == ["focus-anyway"] * (not swapped)


# G10-G12


def test_force(table: Table) -> None:
    """w40k7 G10: Force is a blessing of cost 1 on the psyker and its unit until the owner's next psychic phase."""
    force = table.rules.powers["force"]
    assert (force.costs, force.types, force.target, force.duration) == (
        (1,),
        ("blessing",),
        "psyker-and-own-unit",
        "until-next-psychic-phase",
    )
    assert "Instant Death" in force.effect.en
    assert known(table.generate(seer(tags=("force-weapon",)), power_roll=[(3,)])) == [TERRIFY, SHRIEK, "force"]
    assert "force" not in known(table.generate(seer(), power_roll=[(3,)]))


def test_fixed_powers_do_not_break_focus(table: Table) -> None:
    """w40k7 G10: neither Force nor fixed powers of another discipline break focus."""
    unit = seer(2, fixed=(PRESCIENCE,), generates=2, tags=("force-weapon",))
    played = table.generate(unit, power_roll=[(1,), (3,)])
    assert sorted(known(played)) == sorted([DOMINATE, TERRIFY, SHRIEK, PRESCIENCE, "force"])
    assert swaps_offered(played) == [True, False]


def test_result_is_written_into_the_roster(table: Table) -> None:
    """w40k7 G11: generation gives the same roster with powers and focus written in, and leaves the old one alone."""
    unit, squad = seer(2, *LISTS), Unit("Squad", models=5)
    played = table.generate(unit, squad, discipline=["telepathy", "divination"], power_roll=[(3,), (1,)])
    assert played.outcome == army(replace(unit, powers=(TERRIFY, FOREBODING)), squad)
    assert unit.powers is None


def test_cards(table: Table) -> None:
    """w40k7 G12: cards are drawn instead of rolled; swap and focus go the same way."""
    cards = table.under(draw="cards")
    played = cards.generate(seer(3, *LISTS), discipline=["telepathy", "telepathy", "divination"], power_card=[(3,), (1,), (6,)],
                            swap=["keep", "primaris", "keep"])  # fmt: skip
    assert sorted(known(played)) == sorted([TERRIFY, SHRIEK, "divination/scriers-gaze"])
    assert swaps_offered(played) == [True, True, True]
    focussed = cards.generate(seer(2), power_card=[(3,), (1,)])
    assert sorted(known(focussed)) == sorted([TERRIFY, DOMINATE, SHRIEK])
    assert swaps_offered(focussed) == [True, False]
    assert not focussed.asked("power-roll")


def test_unaffordable_card(table: Table) -> None:
    """w40k7 G12: a card that costs more than the mastery level is drawn again (G6)."""
    cards = table.under(draw="cards")
    assert known(cards.generate(seer(1), power_card=[(5, 6, 2)]))[0] == "telepathy/mental-fortitude"
    with pytest.raises(AnswerError):
        cards.generate(seer(1), power_card=[(5,)])


# G13


def why_exhausted(played: Played[Roster]) -> list[tuple[str, str]]:
    """The disciplines said to be exhausted at the end, with the reason."""
    return [(event.args["discipline"].id, event.args["why"].id) for event in played.events("discipline-exhausted")]


@pytest.mark.parametrize(
    ("unit", "faces", "why", "powers"),
    [
        pytest.param(seer(7, "biomancy"), [1, 2, 3, 4, 5, 6], "every-power-known", 7, id="w40k7 G13: all six known"),
        pytest.param(seer(4, "nurgle-2012"), [1, 3, 5], "every-power-known", 4, id="w40k7 G13: all three known"),
        pytest.param(seer(4, "powers-of-the-witch"), [1, 3, 5], "every-power-known", 3, id="w40k7 G13: no primaris"),
        pytest.param(seer(7, "runes-of-battle"), [1, 2, 3, 4, 5, 6], "every-power-known", 14, id="w40k7 G13: all twelve known"),
        pytest.param(seer(1, MALEFIC, generates=5), [1, 2, 3, 4], "rest-too-costly", 5, id="w40k7 G13: the rest too costly"),
        pytest.param(seer(1, "nurgle-2012", generates=3), [1, 3], "rest-too-costly", 3, id="w40k7 G13: the third too costly"),
    ],
)
def test_nothing_left_to_generate(table: Table, unit: Unit, faces: list[int], why: str, powers: int) -> None:
    """w40k7 G13: when re-rolling would never end, generation says why and ends with fewer powers."""
    played = table.generate(unit, power_roll=[(face,) for face in faces])
    assert why_exhausted(played) == [(unit.disciplines[0], why)]
    assert played.has("generation-ends-early")
    assert len(known(played)) == len(set(known(played))) == powers


DEAR = """\
id: dear
name: {en: Dear}
source: this test
powers:
- {id: low, number: [1, 3], name: {en: Low}, charge: 2, type: blessing, range: self, target: psyker,
   profile: none, duration: turn, effect: {en: None.}}
- {id: high, number: [4, 6], name: {en: High}, charge: [2, 3], type: blessing, range: self, target: psyker,
   profile: none, duration: turn, effect: {en: None.}}
"""


def test_every_power_too_costly(tmp_path: Path) -> None:
    """w40k7 G13: a discipline whose every power costs too much is named with that reason; nothing is rolled."""
    (tmp_path / "w40k7" / "disciplines").mkdir(parents=True)
    (tmp_path / "w40k7" / "disciplines" / "dear.yaml").write_text(DEAR, encoding="utf-8")
    table = Table(read_rules(tmp_path))
    played = table.generate(seer(1, "dear"))
    assert why_exhausted(played) == [("dear", "every-power-too-costly")]
    assert known(played) == []
    other = table.generate(seer(1, "dear", "telepathy"), discipline=["telepathy"], power_roll=[(1,)])
    assert set(other.asked("discipline")[0].unavailable) == {"dear"}
    assert known(table.generate(seer(2, "dear"), power_roll=[(1,), (3, 6)])) == ["dear/low", "dear/high"]


@pytest.mark.parametrize("planned", [False, True])
def test_other_disciplines_are_offered(table: Table, planned: bool) -> None:
    """w40k7 G13: an exhausted discipline is barred with the reason and the others are offered."""
    plan = ("nurgle-2012",) * 4 if planned else ()
    played = table.generate(
        seer(4, "nurgle-2012", *LISTS, plan=plan),
        discipline=["nurgle-2012"] * 3 + ["divination"],
        power_roll=[(1,), (3,), (5,), (1,)],
    )
    last = played.asked("discipline")[-1]
    assert set(last.options) == {"telepathy", "divination"}
    assert {id: why.id for id, why in last.unavailable.items()} == {"nurgle-2012": "every-power-known"}
    assert FOREBODING in known(played)
    assert played.has("plan-impossible") == planned
    assert not played.has("generation-ends-early")


def test_every_discipline_exhausted(table: Table) -> None:
    """w40k7 G13: when all disciplines are exhausted, each is named."""
    lists = ("powers-of-the-witch", "nurgle-2012")
    played = table.generate(
        seer(7, *lists), discipline=[lists[0]] * 3 + [lists[1]] * 3, power_roll=[(1,), (3,), (5,), (1,), (3,), (5,)]
    )
    assert set(why_exhausted(played)) == {(name, "every-power-known") for name in lists}
    assert played.args("generation-ends-early")["count"] == 6


def test_swap_makes_room_again(table: Table) -> None:
    """w40k7 G13: a power that was swapped away can be generated, so nothing is exhausted before all are known."""
    played = table.generate(seer(4, "nurgle-2012"), power_roll=[(1,), (3,), (5,), (6,)], swap=["keep", "keep", "primaris"])
    assert not played.has("generation-ends-early")
    assert len(known(played)) == 4


# G14


@pytest.mark.parametrize(
    ("unit", "faces", "answers", "offered"),
    [
        # `offered`: for every choice of a discipline, the lists that may be chosen.
        pytest.param(seer(1, "biomancy", "nurgle", patron="nurgle"), "1", ["nurgle"], ["nurgle"], id="a mark, level 1: his list"),
        pytest.param(
            seer(2, "biomancy", "nurgle", patron="nurgle"), "12", ["biomancy", "nurgle"], ["biomancy nurgle", "nurgle"],
            id="a mark: at least one of his list",
        ),
        pytest.param(
            seer(3, "biomancy", "nurgle", patron="nurgle"), "112", ["biomancy", "nurgle", "biomancy"], ["biomancy nurgle"] * 3,
            id="a mark: one is enough",
        ),
        pytest.param(
            seer(2, "biomancy", "nurgle", patron="nurgle"), "12", ["nurgle", "nurgle"], ["biomancy nurgle"] * 2,
            id="a mark: all may be of his list",
        ),
        pytest.param(
            seer(1, "biomancy", "plague", patron="plague"), "1", ["plague"], ["biomancy plague"], id="a daemon, level 1: one of one",
        ),
        pytest.param(
            seer(2, "biomancy", "plague", patron="plague"), "11", ["plague", "biomancy"], ["biomancy plague", "biomancy"],
            id="a daemon: one of two",
        ),
        pytest.param(
            seer(3, "biomancy", "plague", patron="plague"), "121", ["plague", "plague", "biomancy"],
            ["biomancy plague", "biomancy plague", "biomancy"], id="a daemon: two of three",
        ),
        pytest.param(
            seer(4, "biomancy", "plague", patron="plague"), "1122", ["plague", "biomancy", "plague", "biomancy"],
            ["biomancy plague"] * 3 + ["biomancy"], id="a daemon: two of four",
        ),
        pytest.param(
            seer(2, "biomancy", "plague", patron="plague"), "12", ["biomancy", "biomancy"], ["biomancy plague"] * 2,
            id="a daemon: none is enough",
        ),
    ],
)  # fmt: skip
def test_patron_limits(table: Table, unit: Unit, faces: str, answers: list[str], offered: list[str]) -> None:
    """w40k7 G14: a mark demands one power of the god's list; a daemon takes at most half, rounded up, from it."""
    played = table.generate(unit, discipline=answers, power_roll=[(int(face),) for face in faces])
    assert [" ".join(sorted(request.options)) for request in played.asked("discipline")] == offered
    for request in played.asked("discipline"):
        assert set(request.options) | set(request.unavailable) == {"biomancy", unit.patron}


@pytest.mark.parametrize("patron", ["nurgle", "plague"])
def test_patron_limits_may_be_waived(table: Table, patron: str) -> None:
    """w40k7 G14: a detachment may waive the limits: a setting."""
    free = table.under(patron_limits="false")
    unit = seer(2, "biomancy", patron, patron=patron)
    for discipline in unit.disciplines:
        played = free.generate(unit, discipline=[discipline] * 2, power_roll=[(1,), (2,)])
        assert all(set(request.options) == set(unit.disciplines) for request in played.asked("discipline"))


@pytest.mark.parametrize(
    ("unit", "chosen", "powers"),
    [
        pytest.param(seer(1, "plague", patron="plague"), [], "debilitating-distention stream-of-corruption", id="its own list once"),
        pytest.param(
            seer(2, "biomancy", "plague", patron="plague"), ["biomancy"] * 2, "iron-arm enfeeble smite stream-of-corruption",
            id="all from a rulebook list: ordinary focus as well",
        ),
        pytest.param(
            seer(2, "biomancy", "plague", patron="plague"), ["biomancy", "plague"], "iron-arm plague-wind stream-of-corruption",
            id="two lists: only the patron's",
        ),
        pytest.param(seer(1, "biomancy", patron="plague"), [], "iron-arm smite stream-of-corruption", id="without access to his list"),
        pytest.param(seer(1, "nurgle-2012", patron="nurgle-2012"), [], "weapon-virus nurgles-rot", id="an older list"),
        pytest.param(seer(2, fixed=("biomancy/endurance",), patron="plague"), [], "endurance stream-of-corruption", id="fixed powers"),
    ],
)  # fmt: skip
def test_patron_primaris(table: Table, unit: Unit, chosen: list[str], powers: str) -> None:
    """w40k7 G14: a mark or a daemon's god gives the primaris of his list for free, once, beside ordinary focus."""
    faces = [(n + 1,) for n in range(0 if unit.fixed else unit.mastery)]
    played = table.generate(unit, power_roll=faces, discipline=chosen)
    assert sorted(power.partition("/")[2] for power in known(played)) == sorted(powers.split())


def test_patron_primaris_is_not_swapped_in(table: Table) -> None:
    """w40k7 G14, G8: who knows the patron's primaris already cannot swap it in, but may swap in another list."""
    unit = seer(2, "plague", "biomancy", patron="plague")
    played = table.generate(unit, discipline=["plague", "biomancy"], power_roll=[(2,), (1,)], swap=["primaris"])
    assert swaps_offered(played) == [False, True]
    assert sorted(known(played)) == ["biomancy/smite", "plague/plague-wind", "plague/stream-of-corruption"]


# The worked examples


def test_stu(table: Table) -> None:
    """w40k7 G, Stu: level 2, one discipline, a force weapon: two generated, the primaris and Force make four."""
    played = table.generate(seer(2, *LISTS, tags=("force-weapon",)), discipline=["telepathy"] * 2, power_roll=[(3,), (1,)])
    assert sorted(known(played)) == sorted([TERRIFY, DOMINATE, SHRIEK, "force"])


def test_sara(table: Table) -> None:
    """w40k7 G, Sara: level 3, rolls of 3, 3 again 1 swapped, 6 in two disciplines, a force weapon: no focus."""
    played = table.generate(
        seer(3, *LISTS, tags=("force-weapon",)),
        discipline=["telepathy", "telepathy", "divination"],
        power_roll=[(3,), (3, 1), (6,)],
        swap=["keep", "primaris", "keep"],
    )
    assert known(played) == [TERRIFY, SHRIEK, "divination/scriers-gaze", "force"]
    assert played.outcome.units[0].focus is None


# Ten thousand psykers


class Chooses:
    """Decides at random."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def __call__(self, request: Request) -> Answer | None:
        return self.random.choice(list(getattr(request, "options", {}))) if request.id in ("discipline", "swap") else None


def referee(rules: Rules, unit: Unit, narration: Sequence[Narration]) -> tuple[list[str], bool]:
    """Play the answers again by G4-G9 alone, asserting each was asked for rightly: the powers, and whether they are all."""
    answers: Iterator[Any] = iter([one for one in narration if isinstance(one, Answered)])
    generated: list[tuple[str, bool]] = []
    powers: list[str] = []
    for number in range(unit.mastery):
        lists = [rules.disciplines[id] for id in unit.disciplines]
        legal = {
            one.id: {
                face
                for face, row in one.rows.rows.items()
                if not {power.id for power in row} & set(powers) and min(min(power.costs) for power in row) <= unit.mastery
            }
            for one in lists
        }
        if not any(legal.values()):
            assert next(answers, None) is None
            break
        chosen = lists[0]
        if len(lists) > 1:
            asked = next(answers)
            assert set(asked.request.options) == {id for id, faces in legal.items() if faces}
            chosen = asked.outcome
        *again, face = next(answers).answer
        assert face in legal[chosen.id]
        assert not legal[chosen.id].intersection(again)
        primaris = [power.id for power in chosen.primaris]
        certain = number + 1 == unit.mastery and all(one == (chosen.id, False) for one in generated)
        swapped = False
        if primaris and not set(primaris) & set(powers) and not certain:
            swapped = next(answers).answer == "primaris"
        generated.append((chosen.id, swapped))
        powers += primaris if swapped else [power.id for power in chosen.rows.rows[face]]
    assert next(answers, None) is None
    if len({id for id, _ in generated}) == 1:
        powers += [power.id for power in rules.disciplines[generated[0][0]].primaris if power.id not in powers]
    return powers + ["force"] * ("force-weapon" in unit.tags), len(generated) == unit.mastery


@pytest.mark.no_cover
def test_ten_thousand_psykers(rules: Rules) -> None:
    """w40k7 G4-G9: whatever is rolled and chosen, no psyker breaks the rules of generation."""
    dice = random.Random(40_007)
    assert len(rules.disciplines) == 36
    for number in range(10_000):
        unit = Unit(
            "Seer",
            mastery=dice.randint(1, 4),
            disciplines=tuple(dice.sample(sorted(rules.disciplines), dice.randint(1, 4))),
            tags=("force-weapon",) * dice.randint(0, 1),
        )
        narration: list[Narration] = []
        journal = Journal()
        sources = (RandomDice(journal, f"seed {number}"), Chooses(number), Defaults())
        made = play(generate_psyker(rules, unit, "mine"), *sources, journal=journal, report=narration.append)
        powers, whole = referee(rules, unit, narration)
        assert list(made.powers or ()) == powers
        assert len(set(powers)) == len(powers)
        assert whole != any(isinstance(one, Event) and one.id == "generation-ends-early" for one in narration)


def test_what_stands_beside_a_swap(table: Table) -> None:
    """w40k7 G8: beside either answer stand the cost and the words of the powers it gives, of two at once both."""
    played = table.generate(
        seer(2, "runes-of-battle", "telepathy"), discipline=["runes-of-battle", "telepathy"], power_roll=[(1,), (1,)]
    )
    keep = played.asked("swap")[0].options["keep"]
    assert [power.id for power in keep.powers] == ["runes-of-battle/destructor", "runes-of-battle/renewer"]
    assert keep.effect == tuple(power.effect for power in keep.powers)
    assert keep.note.args["costs"] == keep.powers[0].costs
