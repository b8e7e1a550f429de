"""Chances beside the prompts for dice, held against faces counted one by one: w40k7 P9-P18."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb, sqrt
from typing import Any

import pytest
from msgspec import Struct, structs

import oracle_w40k7 as oracle
from oracle_w40k7 import Situation
from psyphase.cli.screen.charts import MOST_ROWS, chance_lines, chances
from psyphase.engine.dice import Dice
from psyphase.engine.journal import Journal
from psyphase.engine.play import Narration, play
from psyphase.engine.procedure import Answer, Event, Number, Request
from psyphase.engine.readings import Pool
from psyphase.engine.sources import Defaults, Given, RandomDice
from psyphase.systems import find_system
from psyphase.systems.w40k7.chances import Prospects, Share, power_drain, suggested_dice
from psyphase.systems.w40k7.model import Rules, Unit
from psyphase.systems.w40k7.perils_table import Drain, PerilsRow, Wound
from psyphase.systems.w40k7.psychic_test import PsychicTest
from psyphase.tables.names import Name
from psyphase.words.wording import Wording
from w40k7_table import Played, Table, army, play_phase

DOMINATE, TERRIFY, SHRIEK, HALLUCINATION = (
    f"telepathy/{name}" for name in ("dominate", "terrify", "psychic-shriek", "hallucination")
)
VORTEX = "daemonology-sanctic/vortex-of-doom"
GRUNTS = Unit("Grunts", models=10)
MINE, SITUATIONS = 5, 200
GAMES = int(os.environ.get("PSYPHASE_GAMES", "1000"))
DRAINS = ((0, 15), (1, 1), (2, 1), (3, 1))
"""A sixth of perils takes one, two or three charges (P13.3)."""


def seer(*powers: str, **more: Any) -> Unit:
    return structs.replace(Unit("Seer", mastery=2, leadership=9, wounds=30, powers=powers or (DOMINATE,)), **more)


# The oracle against sums done by hand


@pytest.mark.parametrize(
    ("again", "chance"),
    [("none", Fraction(1, 6)), ("failed", Fraction(11, 36)), ("ones", Fraction(7, 36)), ("all", Fraction(11, 36))],
)
def test_what_is_counted_of_one_die(again: Any, chance: Fraction) -> None:
    """A die on 6+, thrown again where it failed: 1/6 + 5/6 * 1/6; where it showed a 1: 1/6 + 1/6 * 1/6."""
    assert oracle.denied(Situation(1, 4, "never", False, 1, 1, 6, again=again), 1, 1) == chance


def test_what_is_counted_of_two_dice() -> None:
    """Both on 4+ for two charges: 1/4; all of a failed test again: 1/4 + 3/4 * 1/4; only what failed: (3/4) ** 2."""
    chances = [oracle.denied(Situation(1, 4, "never", False, 2, 1, 4, again=again), 2, 2) for again in ("none", "all", "failed")]
    assert chances == [Fraction(1, 4), Fraction(7, 16), Fraction(9, 16)]


def test_what_is_counted_of_the_issue() -> None:
    """faults w40k7 9: six dice on any double, cost 1, against four deny dice on 3+: exact 50.6 % works, not 45.2 %."""
    malefic = Situation(1, 4, "any-double", False, 4, 1, 3)
    assert float(oracle.chances(malefic, 6)["works"]) == pytest.approx(0.506, abs=0.0005)


# What is shown against what is counted


def random_situations(count: int, seed: int = 10) -> list[Situation]:
    """Situations at random, the same ones each time."""
    chance = random.Random(seed)
    return [
        Situation(
            cost=3 if failing else chance.randint(1, 2),
            harness=chance.randint(2, 6),
            perils=chance.choice(("two-sixes", "any-double", "never")),
            failing=failing,
            pool=chance.randint(0, 4),
            powers=chance.randint(1, 4),
            deny=6 if bonus else chance.randint(2, 6),
            bonus=bonus,
        )
        for failing, bonus in ((chance.random() < 0.2, chance.choice((0, 0, 0, -2, -1, 1, 2, 3, 4, 5))) for _ in range(count))
    ]


def power_of(situation: Situation) -> str:
    """A power of this cost that may be declared on an enemy."""
    return VORTEX if situation.failing else {1: DOMINATE, 2: HALLUCINATION}[situation.cost]


def armies(situation: Situation) -> tuple[Unit, Unit]:
    """Two units that meet in this situation once a 1 was rolled for warp charge: five dice against the opponent's."""
    others = [TERRIFY, SHRIEK, "force"][: situation.powers - 1]
    mine = seer(power_of(situation), *others, harness=situation.harness, perils=situation.perils, warp_charge=MINE - 3)
    theirs = structs.replace(GRUNTS, warp_charge=situation.pool - 1)
    own = {"deny_bonus": situation.bonus} if situation.bonus else {"deny": situation.deny}
    return mine, structs.replace(theirs, **own)


def asked_in(table: Table, situation: Situation) -> Number:
    """The prompt for dice as the game comes to it."""
    mine, theirs = armies(situation)
    played = table.phase(mine, theirs, 1, power=power_of(situation), target="grunts", psychic_test=(1,), **failure(situation))
    (request,) = played.asked("dice")
    assert isinstance(request, Number)
    assert request.high == MINE
    return request


def failure(situation: Situation) -> dict[str, Any]:
    """What a test with a single 1 brings where a failed one has perils: nothing that is asked."""
    return {"perils": 4} if situation.failing else {}


class Again(Struct, frozen=True):
    """Deny dice of which some are thrown once more, in closed form: of 36 falls of a die so many nullify."""

    hits: int

    def weights(self, dice: Dice) -> Mapping[int, int]:
        return {k: comb(dice.count, k) * self.hits**k * (36 - self.hits) ** (dice.count - k) for k in range(dice.count + 1)}


def with_dice_again(prospects: Prospects, situation: Situation) -> Prospects:
    """The same prospects against an opponent who throws some of his dice again."""
    good = range(max(situation.deny - situation.bonus, 1), 7)
    first = [face for face in range(1, 7) if situation.again == "ones" and face == 1]
    first += [face for face in range(1, 7) if situation.again == "failed" and face not in good]
    hits = sum(6 for face in good if face not in first) + len(first) * len(good)
    assert prospects.share
    return structs.replace(prospects, share=structs.replace(prospects.share, read=Again(hits)))


@pytest.mark.no_cover
@pytest.mark.parametrize("part", range(10))
def test_shown_chances_equal_counted_faces(table: Table, part: int) -> None:
    """faults w40k7 9: in 200 random situations every row, and what is suggested, is what enumeration of plain faces finds."""
    for situation in random_situations(SITUATIONS)[part::10]:
        request = asked_in(table, situation)
        assert request.prospects
        for dice in range(1, MINE + 1):
            assert request.prospects(dice) == oracle.chances(situation, dice), (situation, dice)
        assert request.default == oracle.suggested(situation, MINE), situation


@pytest.mark.parametrize("again", ["failed", "ones"])
def test_dice_thrown_again_are_in_the_chances(table: Table, again: Any) -> None:
    """faults w40k7 11: a reading need only have weights, of all the cases it has; here of 36 a die."""
    for plain in random_situations(40, 11):
        if not plain.pool or plain.pool == 4:
            continue  # nobody denies, or more falls than are counted in a moment
        situation = replace(plain, again=again)
        request = asked_in(table, plain)
        assert isinstance(request.prospects, Prospects)
        for dice in range(1, 4):
            found = with_dice_again(request.prospects, situation)(dice)
            assert found == oracle.chances(situation, dice), (situation, dice)


# What is thrown against what is counted


class Opponent:
    """Someone who denies with the share that he is taken to spend."""

    name = "given"

    def __init__(self, situation: Situation) -> None:
        self.situation = situation

    def __call__(self, request: Request) -> Answer | None:
        if request.id != "deny-dice" or not isinstance(request, Number):
            return None
        return min(oracle.spent(self.situation, int(str(request.args["harnessed"]))), request.high)


def thrown(table: Table, situation: Situation, dice: int, seed: str) -> dict[str, bool]:
    """One game: whether the test was passed, brought perils, and the power worked."""
    mine, theirs = armies(situation)
    answers = Given({"power": [power_of(situation), "end"], "target": ["grunts"], "dice": [dice], "warp-charge": [(1,)]})
    journal, narration = Journal(), list[Narration]()
    procedure = play_phase(table.rules, army(mine), army(theirs, name="Foes"))
    sources = (answers, Opponent(situation), RandomDice(journal, seed), Defaults())
    played = Played(play(procedure, *sources, journal=journal, report=narration.append), narration, journal)
    return {
        "passed": played.has("harnessed"),
        "perils": played.has("perils-of-the-warp"),
        "works": played.has("takes-effect"),
    }


@pytest.mark.no_cover
def test_thrown_frequencies_fit(table: Table) -> None:
    """faults w40k7 9: games played to the end fall as counted, within five sigma (PSYPHASE_GAMES of them, 1,000 if not said)."""
    situations = random_situations(20, 12)
    counts, means, variances = ({"passed": 0.0, "perils": 0.0, "works": 0.0} for _ in range(3))
    for game in range(GAMES):
        situation, dice = situations[game % len(situations)], 1 + game // len(situations) % MINE
        expected = oracle.chances(situation, dice)
        for id, happened in thrown(table, situation, dice, f"chances/{game}").items():
            counts[id] += happened
            means[id] += float(expected[id])
            variances[id] += float(expected[id] * (1 - expected[id]))
    for id, count in counts.items():
        assert abs(count - means[id]) <= 5 * sqrt(variances[id]), (id, count, means[id])


# By hand


def test_prospects_beside_the_dice(table: Table) -> None:
    """w40k7 P9, P14, P17: the opponent has two dice for one power, and needs 5+ with the hood: a charge stands 4 times in 9."""
    hood = Unit("Librarian", mastery=1, leadership=9, wounds=2, tags=("psychic-hood",), powers=())
    played = table.phase(seer(), [GRUNTS, hood], warp_charge=1, power=DOMINATE, target="grunts", psychic_test=(1,))
    (request,) = played.asked("dice")
    assert request.prospects(1) == {"passed": Fraction(1, 2), "perils": 0, "works": Fraction(2, 9)}
    assert request.note(1) == Event("his-share", {"dice": 2, "most": 2, "needed": 5})
    assert request.note(3) == Event("his-share", {"dice": 2, "most": 2, "needed": 5})


@pytest.mark.parametrize(
    ("units", "powers"),
    [
        pytest.param([seer()], 1, id="the one"),
        pytest.param([seer(DOMINATE, TERRIFY, SHRIEK)], 3, id="three of one psyker"),
        pytest.param([seer(DOMINATE, TERRIFY), structs.replace(seer(DOMINATE), name="Other")], 3, id="of two psykers"),
        pytest.param(
            [seer(DOMINATE, TERRIFY, joins="Guard"), structs.replace(seer(DOMINATE), name="Other", joins="Guard"), Unit("Guard")],
            2, id="P4: the same of one unit only once",
        ),
        pytest.param([seer(DOMINATE, VORTEX, warp_charge=-1)], 1, id="what costs more than the pool never comes"),
    ],
)  # fmt: skip
def test_what_may_still_come(table: Table, units: list[Unit], powers: int) -> None:
    """faults w40k7 15: his dice must last for every power that can still be attempted, this one included."""
    answers = {"psyker": "seer"} if len([unit for unit in units if unit.mastery]) > 1 else {}
    played = table.phase(units, (), 1, power=DOMINATE, target="grunts", psychic_test=(1,), **answers)
    request = played.asked("dice")[0]
    assert request.args["count"] == powers


def test_the_opponents_share() -> None:
    """faults w40k7 15: seven dice for three powers are three each, four where four charges are harnessed, never more than are left."""
    share = Share(Pool(5), 5, 7, 3)
    assert [share.dice(harnessed) for harnessed in (1, 3, 4, 7, 9)] == [3, 3, 4, 7, 7]
    assert [share.dice(1, drained) for drained in (1, 4, 5, 6, 7, 9)] == [3, 3, 2, 1, 0, 0]


def test_power_drain_is_read_from_the_table(rules: Rules) -> None:
    """w40k7 P13.3: a sixth of the shipped table drains D3; another table may drain more, on other faces and twice."""
    assert dict(power_drain(list(rules.perils.rows.values()))) == dict(DRAINS)
    quiet, once, twice = (
        PerilsRow(f"row-{count}", (1,), Name("Row"), (Wound(1), *(Drain("d3"),) * count), "a house rule") for count in range(3)
    )
    # Two dice come to 2, 3, 4, 5, 6 in 1, 2, 3, 2, 1 of 9 throws; one to 1, 2, 3 in 3 of 9 each; four faces drain nothing.
    assert dict(power_drain([quiet, quiet, once, quiet, twice, quiet])) == {0: 36, 1: 3, 2: 4, 3: 5, 4: 3, 5: 2, 6: 1}


def test_nobody_can_deny(table: Table) -> None:
    """w40k7 P14: without dice of his own the opponent denies nothing, and no row says anything of him."""
    request = asked_in(table, Situation(1, 4, "never", False, 0, 2, 6))
    assert request.note is None
    assert request.prospects
    assert request.prospects(2) == {"passed": Fraction(3, 4), "perils": 0, "works": Fraction(3, 4)}
    words = Wording(find_system("w40k7").sentences(), "en")
    assert words.note(request) == "perils: never; he has no dice to deny"


# What is suggested, and why


@pytest.mark.parametrize(
    ("share", "most", "number", "why"),
    [
        # Without an answer two dice pass 3/4 of the time.
        pytest.param(None, 9, 2, "fewest-that-work", id="nobody denies"),
        # One die on 6+ denies a charge 1/6 of the time and never two: 2 dice 1/2 * 5/6 + 1/4 = 2/3, 3 dice 3/8 * 5/6 + 1/2 = 13/16.
        pytest.param(Share(Pool(6), 6, 1, 1), 9, 3, "fewest-that-work", id="three times in four against his share"),
        pytest.param(Share(Pool(2), 2, 9, 1), 3, 2, "fewest-that-pass", id="none works so often: passes"),
        pytest.param(None, 1, 1, "every-die", id="none passes so often: all"),
    ],
)
def test_suggested_dice(share: Share | None, most: int, number: int, why: str) -> None:
    """faults w40k7 15: the fewest dice that work three times in four, else the fewest that pass as often, else all; and why."""
    found = suggested_dice(Prospects(PsychicTest(4, "never"), 1, share), most)
    assert (found.number, found.why.id) == (number, why)
    assert found.why.args == {"times": 3, "of": 4}


# The table that is shown


def lines(cost: int, pool: int, enemy: int, powers: int = 1) -> list[str]:
    """The chances beside a prompt as lines."""
    share = Share(Pool(6), 6, enemy, powers)
    prospects = Prospects(PsychicTest(4, "two-sixes"), cost, share, DRAINS)
    suggested = suggested_dice(prospects, pool)
    args = {"enemy_pool": enemy, "count": powers, "perils": Event("perils-on-two-sixes")}
    request = Number("dice", "mine", 1, pool, suggested.number, prospects, args, suggested=suggested)
    table = chances(Wording(find_system("w40k7").sentences(), "en"), request)
    assert table
    return chance_lines(table)


def rows(found: list[str]) -> list[int]:
    """The numbers that have a row."""
    return [int(line.strip("*").split()[0]) for line in found[1:-2]]


@pytest.mark.parametrize(("cost", "pool", "enemy"), [(1, 36, 4), (3, 36, 36), (2, 60, 60), (3, 12, 8), (1, 4, 3), (1, 200, 200)])
def test_rows_that_are_shown(cost: int, pool: int, enemy: int) -> None:
    """faults w40k7 15: from the cost up to where nothing changes, at most 30 rows, always with the one that is suggested."""
    found = lines(cost, pool, enemy)
    numbers = rows(found)
    assert numbers[0] == cost
    assert len(numbers) <= MOST_ROWS
    (marked,) = [line for line in found[1:-2] if line.startswith("*")]
    assert float(marked.split()[4].rstrip("%")) >= 75
    assert found[-2] == "* suggested: the fewest dice that work 3 times in 4"


def test_rows_end_where_nothing_changes() -> None:
    """faults w40k7 15: cost 1, nobody worth speaking of denies: the rows end with the first that works more than 98 times in 100."""
    found = lines(1, 36, 1, 9)
    works = {int(line.strip("*").split()[0]): line.strip("*").split()[3] for line in found[1:-2]}
    last = [float(cell.rstrip("%").lstrip(">")) for cell in works.values()]
    assert last[-1] >= 99 - 0.1
    assert all(cell < 99 for cell in last[:-1])
    assert max(works) < 12


# Deny


def test_chances_beside_the_deny_dice(table: Table) -> None:
    """w40k7 P14: two dice nullify one charge on a 6 in 11 of 36 throws, two charges in 1; a charge more than dice never."""
    played = table.phase(seer(), (), power=DOMINATE, psychic_test=(4, 4), deny_test=(6, 1))
    (number,), (roll,) = played.asked("deny-dice"), played.asked("deny-test")
    assert [number.prospects(dice)["deny"] for dice in (1, 2)] == [0, Fraction(1, 36)]
    assert [roll.passes(nullified) for nullified in (1, 2)] == [False, True]
    single = table.phase(seer(), (), power=DOMINATE, psychic_test=(4,), deny_test=(6, 1))
    (number,), (roll,) = single.asked("deny-dice"), single.asked("deny-test")
    assert number.prospects(2)["deny"] == Fraction(11, 36)
    assert [roll.passes(nullified) for nullified in (0, 1, 2)] == [False, True, True]


@pytest.mark.parametrize(
    ("foe", "faces"),
    [(structs.replace(GRUNTS, warp_charge=-5), (4, 4)), (structs.replace(GRUNTS, deny_bonus=-1), (4,))],
    ids=["two charges, one die", "a 7 is needed"],
)
def test_no_prompt_where_nobody_can_deny(table: Table, foe: Unit, faces: tuple[int, ...]) -> None:
    """faults w40k7 18: a deny that cannot succeed is not asked; it is said why."""
    played = table.phase(seer(), [foe], power=DOMINATE, psychic_test=faces)
    assert not played.asked("deny-dice")
    assert played.args("cannot-be-denied") == {"harnessed": len(faces), "enemy_pool": 6 + foe.warp_charge}
    assert played.has("takes-effect")


def test_who_cannot_succeed_is_no_denier(table: Table) -> None:
    """faults w40k7 18: of two targets one denies on 7+: the other is asked for its dice at once, with 0 for letting it pass."""
    foes = [structs.replace(GRUNTS, deny_bonus=-1), Unit("Boyz", models=20)]
    played = table.phase(
        seer("telekinesis/shockwave"), foes, power="telekinesis/shockwave", targets=("grunts", "boyz"), psychic_test=(4,)
    )
    assert not played.asked("denier")
    (number,) = played.asked("deny-dice")
    assert (number.low, number.default) == (0, 0)


def test_nobody_is_among_the_deniers(table: Table) -> None:
    """faults w40k7 18: of several one may be nobody, and is where nobody says; who is chosen throws a die at least."""
    foes = [GRUNTS, Unit("Librarian", mastery=1, tags=("psychic-hood",), powers=())]
    passed = table.phase(seer(), foes, power=DOMINATE, target="grunts", psychic_test=(4, 4))
    (menu,) = passed.asked("denier")
    assert (list(menu.options), menu.default) == (["grunts", "grunts-by-librarian", "nobody"], "nobody")
    assert {key: note.args["target"].needed for key, note in menu.notes.items()} == {"grunts": 6, "grunts-by-librarian": 5}
    assert passed.has("not-denied-tried")
    assert not passed.asked("deny-dice")
    tried = table.phase(
        seer(), foes, power=DOMINATE, target="grunts", psychic_test=(4, 4), denier="grunts-by-librarian", deny_test=(5, 5)
    )
    (number,) = tried.asked("deny-dice")
    assert (number.low, number.high, number.default) == (1, 7, 2)
    assert tried.has("denied")


def test_a_unit_called_nobody_has_another_key(table: Table) -> None:
    """faults w40k7 18: the word of the menu is no unit's key."""
    played = table.phase(seer(), [Unit("Nobody", models=3)], power=DOMINATE, psychic_test=(1,))
    assert "nobody-2" in played.asked("target")[0].options


def test_deny_numbers_beside_the_targets(table: Table) -> None:
    """faults w40k7 18: what each enemy unit denies on stands beside it when the target is chosen, the hood's where it is better."""
    foes = [
        GRUNTS,
        Unit("Boyz", models=20, tags=("adamantium-will",)),
        Unit("Warlock", mastery=3, tags=("psychic-hood",), powers=()),
    ]
    one = table.phase(seer(), foes, power=DOMINATE, target="grunts", psychic_test=(1,)).asked("target")[0]
    # The hood's bearer adds 1 for a psyker and 1 for a higher level, to the will of the Boyz too.
    needed = {key: (note.id, note.args["target"].needed) for key, note in one.notes.items()}
    assert needed == {"grunts": ("hood-needs", 4), "boyz": ("hood-needs", 3), "warlock": ("denier-needs", 4)}
    several = table.phase(
        seer("telekinesis/shockwave"), foes[:2], power="telekinesis/shockwave", targets="grunts", psychic_test=(1,)
    ).asked("targets")[0]
    assert {key: note.args["target"].needed for key, note in several.notes.items()} == {"grunts": 6, "boyz": 5}
    blessing = table.phase(seer("telepathy/invisibility"), foes, power="telepathy/invisibility", target="seer", psychic_test=(1,))
    assert blessing.asked("target")[0].notes == {}


# The header


def test_the_status_follows_every_change_of_a_pool(table: Table) -> None:
    """faults w40k7 10: after the test, a drain and a deny the header has the pools as they are then, before the next dice."""
    played = table.phase(seer(), (), power=DOMINATE, psychic_test=(6, 6), perils=3, drain=2, deny_test=(1, 1))
    told = [(event.args["pool"], event.args["enemy_pool"]) for event in played.events("status")]
    # 6 + 2 dice against 6: two for the test, two drained from both, two for the deny.
    assert told[:4] == [(8, 6), (6, 6), (4, 4), (4, 2)]
    order = played.order("status", "psychic-test", "drained", "deny-test")
    assert order[:7] == ["status", "status", "psychic-test", "drained", "status", "status", "deny-test"]
