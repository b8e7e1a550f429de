"""Readings: every clever distribution equals plain enumeration and icepool, exactly; `odds` plays rules down every branch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psyphase.engine.dice import Dice
from psyphase.engine.odds import Dist, chances, odds
from psyphase.engine.procedure import Decision, Event, Number, Procedure, Roll
from psyphase.engine.readings import COUNTS, Digits, Lookup, Pick, Pool, Reading, Total, Under
from psyphase.engine.sources import Given
from psyphase.errors import AnswerError, Unanswered
from psyphase.systems.w40k7.psychic_test import PsychicTest
from psyphase.systems.w40k7.psychic_test import Tested as Outcome

small_dice = st.builds(Dice, st.integers(1, 4), st.integers(1, 6))


def throws(dice: Dice) -> Iterator[tuple[int, ...]]:
    """Every throw of some dice, each equally likely."""
    return product(range(1, dice.sides + 1), repeat=dice.count)


def assert_enumerated(read: Reading[Any], dice: Dice, outcome: Mapping[tuple[int, ...], Hashable] | None = None) -> None:
    """The weights of a reading are those of reading every throw; none is zero, and they add up."""
    weights = read.weights(dice)
    assert weights == Counter(read.read(faces) for faces in throws(dice))
    assert sum(weights.values()) == dice.sides**dice.count
    assert all(isinstance(weight, int) and weight > 0 for weight in weights.values())
    for faces, wanted in (outcome or {}).items():
        assert read.read(faces) == wanted


# Against plain enumeration


@settings(max_examples=200)
@given(small_dice, st.integers(-3, 3), st.data())
def test_total(dice: Dice, bonus: int, data: st.DataObject) -> None:
    """The sum of all dice, or of the highest or lowest kept, with its bonus."""
    keep = data.draw(st.integers(-dice.count, dice.count))
    read = Total(bonus, keep)
    assert_enumerated(read, dice)
    for faces in throws(dice):
        ordered = sorted(faces)
        kept = ordered[-keep:] if keep > 0 else ordered[:-keep] if keep < 0 else ordered
        assert read.read(faces) == sum(kept) + bonus


@settings(max_examples=200)
@given(small_dice, st.integers(-1, 8), st.integers(-3, 3))
def test_pool(dice: Dice, success: int, modifier: int) -> None:
    """How many dice reach a number once each is modified: also where all do or none can."""
    read = Pool(success, modifier)
    assert_enumerated(read, dice)
    for faces in throws(dice):
        assert read.read(faces) == len([face for face in faces if face + modifier >= success])


@settings(max_examples=200)
@given(small_dice, st.integers(-4, 30), st.integers(-3, 3))
def test_under(dice: Dice, target: int, bonus: int) -> None:
    """Whether the sum is the target or less, the target itself included."""
    read = Under(target, bonus)
    assert_enumerated(read, dice)
    for faces in throws(dice):
        assert read.read(faces) is (sum(faces) + bonus <= target)


@settings(max_examples=50)
@given(st.builds(Dice, st.integers(1, 3), st.integers(1, 9)))
def test_digits(dice: Dice) -> None:
    """Every number of dice read as digits comes up one way."""
    read = Digits()
    assert_enumerated(read, dice)
    for faces in throws(dice):
        assert read.read(faces) == sum(face * 10**place for place, face in enumerate(reversed(faces)))


@settings(max_examples=50)
@given(st.integers(1, 12).flatmap(lambda sides: st.lists(st.sampled_from("abc"), min_size=sides, max_size=sides)))
def test_lookup(rows: list[str]) -> None:
    """A table's rows come up as often as the die has faces for them."""
    read = Lookup(dict(enumerate(rows, 1)))
    assert_enumerated(read, Dice(1, len(rows)))
    assert read.weights(Dice(1, len(rows))) == Counter(rows)
    assert [read.read([face]) for face in range(1, len(rows) + 1)] == rows


@settings(max_examples=100)
@given(st.integers(1, 120))
def test_pick(count: int) -> None:
    """Every option is equally likely on the smallest ordinary die; faces left over stand for nothing and are thrown again."""
    options = tuple(range(count))
    read = Pick(options)
    dice = Dice(1, read.sides)
    stands = [face for face in range(1, read.sides + 1) if face not in read.unused]
    assert read.weights(dice) == Counter(read.read([face]) for face in stands)
    assert set(read.weights(dice)) == set(options)
    assert len(set(read.weights(dice).values())) == 1
    assert sum(read.weights(dice).values()) == len(stands) == read.sides - len(read.unused)
    assert len(read.unused) < count
    smaller = [sides for sides in (6, 8, 10, 12, 20, 100, 1000) if sides < read.sides]
    assert all(sides < count for sides in smaller)


@settings(max_examples=100)
@given(st.integers(1, 5), st.integers(2, 6), st.sampled_from(["two-sixes", "any-double", "never"]))
def test_psychic_test(count: int, success: int, perils: Any) -> None:
    """w40k7 P9, P10, T5: charges harnessed, and perils by two natural sixes, by any double, or never."""
    read = PsychicTest(success, perils)
    dice = Dice(count, 6)
    assert_enumerated(read, dice)
    for faces in throws(dice):
        doubles = {face for face in faces if faces.count(face) > 1}
        brings = {"two-sixes": 6 in doubles, "any-double": bool(doubles), "never": False}[perils]
        assert read.read(faces) == Outcome(sum(face >= success for face in faces), brings)


# Worked out by hand


@pytest.mark.parametrize(
    ("read", "faces", "outcome"),
    [
        (Total(), (3, 2, 6), 11),
        (Total(bonus=-4), (1, 2), -1),
        (Total(keep=3), (1, 5, 2, 6), 13),
        (Total(keep=-1, bonus=2), (4, 3), 5),
        (Pool(4), (3, 4, 5, 6), 3),
        (Pool(6, 1), (4, 5, 6), 2),
        (Pool(6, -1), (6, 6), 0),
        (Pool(6, 6), (1, 1), 2),
        (Under(9), (4, 5), True),
        (Under(9), (4, 6), False),
        (Under(9, bonus=1), (4, 5), False),
        (Digits(), (3, 5), 35),
        (Pick(("a", "b", "c")), (4,), "b"),
        (Pick(("a", "b", "c", "d")), (4,), "d"),
    ],
    ids=str,
)
def test_a_reading_reads(read: Reading[Any], faces: tuple[int, ...], outcome: object) -> None:
    """What faces come to, worked out by hand."""
    assert read.read(faces) == outcome


@pytest.mark.parametrize(
    ("read", "dice", "weights"),
    [
        (Total(), Dice(2, 6), {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}),
        (Total(keep=1), Dice(2, 6), {1: 1, 2: 3, 3: 5, 4: 7, 5: 9, 6: 11}),
        (Total(keep=-1), Dice(2, 6), {6: 1, 5: 3, 4: 5, 3: 7, 2: 9, 1: 11}),
        (Pool(5), Dice(2, 6), {0: 16, 1: 16, 2: 4}),
        (Pool(7), Dice(2, 6), {0: 36}),
        (Pool(1), Dice(2, 6), {2: 36}),
        (Under(9), Dice(2, 6), {True: 30, False: 6}),
        (Under(12), Dice(2, 6), {True: 36}),
        (Under(1), Dice(2, 6), {False: 36}),
        (Lookup({1: "x", 2: "x", 3: "y"}), Dice(1, 3), {"x": 2, "y": 1}),
        (
            PsychicTest(4, "two-sixes"),
            Dice(2, 6),
            {Outcome(0, False): 9, Outcome(1, False): 18, Outcome(2, False): 8, Outcome(2, True): 1},
        ),
        (PsychicTest(4, "any-double"), Dice(1, 6), {Outcome(0, False): 3, Outcome(1, False): 3}),
    ],
    ids=str,
)
def test_weights_worked_out_by_hand(read: Reading[Any], dice: Dice, weights: dict[object, int]) -> None:
    """How many of the equally likely throws give each outcome; what cannot happen is not listed."""
    assert read.weights(dice) == weights


@pytest.mark.parametrize(
    "read",
    [Total(), Under(9), Digits(), Lookup({face: face for face in range(1, 7)}), Pick((1, 2))],
    ids=lambda read: type(read).__name__,
)
def test_no_face_is_marked_where_none_is_special(read: Reading[Any]) -> None:
    """Readings of the whole throw mark no single face."""
    assert list(read.marks((1, 6, 6))) == [frozenset()] * 3


def test_successes_are_marked_as_the_modifier_makes_them() -> None:
    """A pool marks exactly the faces it counts."""
    assert [COUNTS in mark for mark in Pool(6, 1).marks((4, 5, 6))] == [False, True, True]


def test_more_options_than_any_die_has_faces_are_refused() -> None:
    """A random pick among more than a thousand things is an error, not a wrong die."""
    assert Pick(tuple(range(1000))).sides == 1000
    with pytest.raises(AnswerError, match="1001"):
        _ = Pick(tuple(range(1001))).sides


# Against icepool


def exact(die: Any) -> dict[Any, Fraction]:
    """An icepool die as exact chances."""
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items() if weight}


@pytest.mark.parametrize("bonus", [0, 7, -3])
@pytest.mark.parametrize(
    "dice", [Dice(1, 6), Dice(2, 6), Dice(3, 6), Dice(10, 6), Dice(40, 6), Dice(7, 10), Dice(3, 100), Dice(5, 1)], ids=str
)
def test_total_equals_icepool(dice: Dice, bonus: int) -> None:
    """Sums with a bonus."""
    assert chances(Total(bonus), dice).chances == exact(dice.count @ icepool.d(dice.sides) + bonus)


@pytest.mark.parametrize("keep", [1, 2, 3])
@pytest.mark.parametrize("dice", [Dice(3, 6), Dice(4, 6), Dice(12, 6), Dice(5, 20)], ids=str)
def test_kept_dice_equal_icepool(dice: Dice, keep: int) -> None:
    """Sums of the highest and of the lowest dice."""
    die = icepool.d(dice.sides)
    assert chances(Total(2, keep), dice).chances == exact(die.highest(dice.count, keep) + 2)
    assert chances(Total(0, -keep), dice).chances == exact(die.lowest(dice.count, keep))


@pytest.mark.parametrize("modifier", [-5, -1, 0, 1, 6])
@pytest.mark.parametrize("dice", [Dice(1, 6), Dice(7, 6), Dice(60, 6), Dice(9, 10)], ids=str)
def test_pool_equals_icepool(dice: Dice, modifier: int) -> None:
    """Counted successes with a modifier to every die."""
    success = icepool.d(dice.sides).map(lambda face: int(face + modifier >= 6))
    assert chances(Pool(6, modifier), dice).chances == exact(dice.count @ success)


@pytest.mark.parametrize("target", [1, 2, 7, 9, 12, 13])
def test_under_equals_icepool(target: int) -> None:
    """Whether 2D6 and three D100 stay at or under a target."""
    for dice in (Dice(2, 6), Dice(3, 100)):
        under = (dice.count @ icepool.d(dice.sides)).map(lambda total: total <= target)
        assert chances(Under(target), dice).chances == exact(under)


def test_digits_equal_icepool() -> None:
    """d66 and d666."""
    for count in (2, 3):
        number = icepool.map(lambda *faces: int("".join(map(str, faces))), *[icepool.d6] * count)
        assert chances(Digits(), Dice(count, 6)).chances == exact(number)


def test_lookup_and_pick_equal_icepool() -> None:
    """A d100 table of three rows, and one of seven at random on a D8 thrown again on an 8."""
    rows = {face: "low" if face <= 8 else "middle" if face <= 90 else "high" for face in range(1, 101)}
    assert chances(Lookup(rows), Dice(1, 100)).chances == exact(icepool.d100.map(rows))
    options = tuple("abcdefg")
    seventh = icepool.d8.map({**dict(enumerate(options, 1)), 8: icepool.Reroll})
    assert chances(Pick(options), Dice(1, 8)).chances == exact(seventh)


@pytest.mark.parametrize("count", [1, 2, 5, 12])
def test_psychic_test_equals_icepool(count: int) -> None:
    """w40k7 P9, P10: harnessed charges together with perils, for as many dice as a big battle has."""
    face = icepool.d6.map(lambda face: icepool.vectorize(int(face >= 4), int(face == 6)))
    tested = (count @ face).map(lambda harnessed, sixes: (harnessed, sixes >= 2))
    found = chances(PsychicTest(4, "two-sixes"), Dice(count, 6)).chances
    assert {(outcome.harnessed, outcome.perils): chance for outcome, chance in found.items()} == exact(tested)


@pytest.mark.parametrize(
    ("read", "dice"),
    [
        (Total(), Dice(40, 6)),
        (Total(keep=10), Dice(40, 6)),
        (Pool(4), Dice(1000, 6)),
        (Under(140), Dice(40, 6)),
        (PsychicTest(4, "two-sixes"), Dice(200, 6)),
    ],
    ids=str,
)
def test_weights_of_many_dice_add_up(read: Reading[Any], dice: Dice) -> None:
    """Also of far more dice than can be enumerated every single throw is counted once."""
    assert sum(read.weights(dice).values()) == dice.sides**dice.count


# Odds of a procedure


def duel() -> Procedure[str]:
    """Roll a D6; on 4 or more press on or stop; pressing on throws a die on which 1 and 2 are thrown again, doubled on a six."""
    first = yield from Roll("first", "mine", Dice(1, 6), Total())
    yield from Event("told", {"first": first})
    if first < 4:
        return "lost"
    goes_on = yield from Decision("press", "mine", {"on": True, "stop": False}, default="stop")
    if not goes_on:
        return f"won {first}"
    second = yield from Roll("second", "theirs", Dice(1, 6), Total(), {1: Event("again"), 2: Event("again")})
    return f"won {first + second * (2 if second == 6 else 1)}"


def enumerated(goes_on: bool) -> dict[str, Fraction]:
    """The same by hand: 36 equal pairs in which the second die is one of 3, 4, 5, 6."""
    found: Counter[str] = Counter()
    for first, second in product((1, 2, 3, 4, 5, 6), (3, 4, 5, 6)):
        won = first + (12 if second == 6 else second) if goes_on else first
        found["lost" if first < 4 else f"won {won}"] += 1
    return {outcome: Fraction(ways, 24) for outcome, ways in found.items()}


@pytest.mark.parametrize(("answer", "goes_on"), [("on", True), ("stop", False)], ids=["presses on", "stops"])
def test_odds_of_a_procedure_equal_enumeration(answer: str, goes_on: bool) -> None:
    """Two rolls, the second only in some branches and with faces thrown again, and a decision between them."""
    dist = odds(duel, lambda: [Given({"press": [answer]})])
    assert dist.chances == enumerated(goes_on)
    assert sum(dist.chances.values()) == 1
    assert all(isinstance(chance, Fraction) for chance in dist.chances.values())


def test_odds_by_hand() -> None:
    """Half the first rolls lose; 4 with a six doubled is one first roll in six and one second roll in four."""
    dist = odds(duel, lambda: [Given({"press": ["on"]})])
    assert dist.chances["lost"] == Fraction(1, 2)
    assert dist.chances["won 16"] == Fraction(1, 24)
    assert dist.chance(lambda outcome: outcome != "lost") == Fraction(1, 2)
    assert dist.chance(lambda outcome: outcome == "no such thing") == 0


def test_odds_ask_for_a_decision_nobody_made() -> None:
    """A decision that no source answers is an error that names it, never a guess."""
    with pytest.raises(Unanswered, match="press") as asked:
        odds(duel)
    assert asked.value.id == "press"


def test_a_list_of_answers_is_used_up_in_every_branch_alike() -> None:
    """Answers given as a list start from the first in every branch: one branch cannot eat another's."""

    def twice() -> Procedure[tuple[int, int, int]]:
        face = yield from Roll("coin", "mine", Dice(1, 2), Total())
        first = yield from Number("dice", "mine", 0, 9)
        second = yield from Number("dice", "mine", 0, 9)
        return face, first, second

    answers = odds(twice, lambda: [Given({"dice": [3, 5]})])
    assert answers.chances == {(1, 3, 5): Fraction(1, 2), (2, 3, 5): Fraction(1, 2)}


def test_odds_merge_equal_outcomes_and_equal_readings() -> None:
    """Rolling two dice one by one has the chances of rolling them together."""

    def one_by_one() -> Procedure[int]:
        first = yield from Roll("a", "mine", Dice(1, 6), Total())
        second = yield from Roll("b", "mine", Dice(1, 6), Total())
        return first + second

    assert odds(one_by_one).chances == chances(Total(), Dice(2, 6)).chances


def test_a_reading_of_a_die_thrown_again_sees_only_what_stands() -> None:
    """Chances of `again` are conditional: a pick on a D6 among four has a quarter each."""
    pick = Pick(("a", "b", "c", "d"))

    def once() -> Procedure[str]:
        picked = yield from Roll("pick", "mine", Dice(1, pick.sides), pick, {face: Event("nothing") for face in pick.unused})
        return picked

    assert odds(once).chances == dict.fromkeys("abcd", Fraction(1, 4))


def test_dist_holds_no_floats() -> None:
    """Chances of a reading are exact fractions that add up to one."""
    dist: Dist[int] = chances(Pool(4), Dice(7, 6))
    assert [type(chance) for chance in dist.chances.values()] == [Fraction] * 8
    assert sum(dist.chances.values()) == 1
