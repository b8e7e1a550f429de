"""The outcome tree: what is walked equals what is played, and what is added up equals plain enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from command import EXAMPLES
from psyphase.engine import tree
from psyphase.engine.dice import Dice
from psyphase.engine.journal import Journal
from psyphase.engine.odds import odds
from psyphase.engine.play import Source, play
from psyphase.engine.procedure import Answer, Decision, Event, Number, Procedure, Request, Roll
from psyphase.engine.readings import Pool, Total
from psyphase.engine.rolling import random_bytes
from psyphase.engine.sources import Defaults, Given, RandomDice
from psyphase.engine.tree import Tree
from psyphase.errors import AnswerError, Unanswered
from psyphase.games.roster import read_roster
from psyphase.games.session import Session, open_session, unattended
from psyphase.systems.w40k7.deny import deny_test
from psyphase.systems.w40k7.psychic_test import PsychicTest, psychic_test
from psyphase.tables.sums import Target

D6 = Dice(1, 6)


class Counted:
    """A procedure that counts how often it is begun."""

    def __init__(self, procedure: Callable[[], Procedure[Any]]) -> None:
        self.procedure = procedure
        self.begun = 0

    def __call__(self) -> Procedure[Any]:
        self.begun += 1
        return self.procedure()


def three() -> Procedure[tuple[int, int, int]]:
    """Two dice together, one that is rolled again on 1 and 2, and after a high sum a third roll; a number between."""
    first = yield from Roll("first", "mine", Dice(2, 6), Pool(4))
    yield from Event("told", {"first": first})
    more = yield from Number("more", "mine", 0, 9)
    second = yield from Roll("second", "mine", D6, Total(), {1: Event("again"), 2: Event("again")})
    third = 0
    if first + second > 4:
        third = yield from Roll("third", "theirs", D6, Pool(5))
    return first, second + more, third


def fixed() -> Sequence[Source]:
    """Three on top, whatever is asked."""
    return [Given({"more": [3]})]


class Faces:
    """Gives each roll its faces, in order."""

    name = "thrown"

    def __init__(self, faces: Sequence[tuple[int, ...]]) -> None:
        self.faces = list(faces)

    def __call__(self, request: Request) -> Answer | None:
        return self.faces.pop(0) if isinstance(request, Roll) else None


def enumerated() -> dict[tuple[int, int, int], Fraction]:
    """The chances of `three` from all faces, each played by the driver: 36 x 4 x 6 equal cases, a roll not made in any case."""
    found: Counter[tuple[int, int, int]] = Counter()
    for a, b, second, third in product(range(1, 7), range(1, 7), range(3, 7), range(1, 7)):
        found[play(three(), *fixed(), Faces([(a, b), (second,), (third,)]), journal=Journal())] += 1
    return {outcome: Fraction(ways, 36 * 4 * 6) for outcome, ways in found.items()}


def test_odds_equal_plain_enumeration() -> None:
    """Several dice, a die that is rerolled, a roll in some paths only, an answer between: as often as the faces say."""
    assert odds(three, fixed).chances == enumerated()


@pytest.mark.parametrize("bound", [1, 2, 7, 50])
def test_odds_beyond_the_bound_are_still_exact(monkeypatch: pytest.MonkeyPatch, bound: int) -> None:
    """Paths that are not kept are played."""
    monkeypatch.setattr(tree, "MOST_NODES", bound)
    assert odds(three, fixed).chances == enumerated()


def manifest_and_deny(dice: int) -> Procedure[tuple[bool, bool, bool]]:
    """Two charges on 4 or more, perils on two sixes; six dice deny on sixes (w40k7 P9, P10, P14)."""
    tested = yield from psychic_test("mine", PsychicTest(4, "two-sixes"), 2, dice)
    if tested.harnessed < 2:
        return False, tested.perils, False
    denied = yield from deny_test("theirs", tested.harnessed, 6, Target(6))
    return True, tested.perils, denied.denied


@pytest.mark.parametrize("dice", [1, 2, 5, 12])
def test_odds_of_manifest_and_deny_equal_icepool(dice: int) -> None:
    """w40k7 P9, P10, P14: the procedures that are played have the chances that somebody else's library finds."""
    deny = 6 @ (icepool.d6 >= 6)
    test = dice @ icepool.d6.map(lambda face: icepool.vectorize(face >= 4, face == 6))
    whole = icepool.map(
        lambda tested, nullified: (tested[0] >= 2, tested[1] >= 2, tested[0] >= 2 and nullified >= tested[0]),
        test,
        deny,
        star=False,
    )
    found = {tuple(map(bool, outcome)): Fraction(ways, whole.denominator()) for outcome, ways in whole.items()}
    assert odds(lambda: manifest_and_deny(dice)).chances == found


def test_every_path_is_begun_once() -> None:
    """`odds` plays as many times as there are ends, and once more to see the first roll."""
    counted = Counted(three)
    ends = list(Tree(counted, fixed).ends())
    assert counted.begun == len(ends) + 1


def test_odds_of_a_tree_that_was_walked() -> None:
    """What is known already is not played again, and counts as much."""
    counted = Counted(three)
    grown = Tree(counted, fixed)
    ways = Counter(grown.walk(random_bytes(f"1/{number}")) for number in range(2_000))
    begun = counted.begun
    found: dict[Any, Fraction] = {}
    for outcome, weight, cases in grown.ends():
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(weight, cases)
    assert found == enumerated()
    assert counted.begun == begun
    assert set(ways) == set(found)


@pytest.mark.no_cover
def test_odds_of_a_long_procedure() -> None:
    """A coin thrown until it falls, 1,100 times at most: as deep a tree is no matter, and its chances are exact."""

    def coin() -> Procedure[int]:
        for number in range(1_100):
            if (yield from Roll("coin", "mine", Dice(1, 2), Total())) == 1:
                return number
        return 1_100

    found = odds(coin).chances
    assert found[0] == Fraction(1, 2)
    assert found[1_099] == found[1_100] == Fraction(1, 2**1_100)
    assert sum(found.values()) == 1


def test_a_roll_that_a_source_answers_is_no_branch() -> None:
    """A die that lies on the table already: the chances are those that are left, and it is still a roll of its number."""
    assert odds(three, lambda: [Given({"more": [0], "second": ["6"]})]).chances == {
        (first, 6, third): Fraction(ways * other, 12)
        for first, ways in ((0, 1), (1, 2), (2, 1))
        for third, other in ((0, 2), (1, 1))
    }
    answers: dict[str, Sequence[Answer]] = {"first": [(6, 6)], "more": [0]}
    assert walked(three, 40, answers) == plain(three, 40, answers)


def walked(start: Callable[[], Procedure[Any]], count: int, answers: dict[str, Sequence[Answer]]) -> list[Any]:
    """What comes of walking one tree again and again, by seed."""
    return list(unattended(start, answers, count, "seed"))


def plain(start: Callable[[], Procedure[Any]], count: int, answers: dict[str, Sequence[Answer]]) -> list[Any]:
    """What comes of playing each by the driver, with the same seeds."""
    found = []
    for number in range(count):
        journal = Journal()
        sources = (Given(answers), Defaults(), RandomDice(journal, f"seed/{number}"))
        found.append(play(start(), *sources, journal=journal))
    return found


@pytest.mark.parametrize("bound", [1, 5, 50_000])
def test_what_is_walked_is_what_is_played(monkeypatch: pytest.MonkeyPatch, bound: int) -> None:
    """The same faces, rerolled ones included, come to the same, kept or not."""
    monkeypatch.setattr(tree, "MOST_NODES", bound)
    answers: dict[str, Sequence[Answer]] = {"more": [3]}
    assert walked(three, 500, answers) == plain(three, 500, answers)


def test_a_tree_grows_only_where_somebody_went() -> None:
    """One walk of two or three rolls: as many nodes and an end; the same faces again add nothing and play nothing."""
    counted = Counted(three)
    grown = Tree(counted, fixed)
    assert (grown.size, counted.begun) == (1, 1)
    first = grown.walk(random_bytes("a"))
    size = grown.size
    assert size == 1 + (3 if first[0] + first[1] - 3 > 4 else 2)
    assert grown.walk(random_bytes("a")) == first
    assert (grown.size, counted.begun) == (size, 2)


def test_equal_outcomes_are_one_node() -> None:
    """Three faces that hit are one outcome, and one path: a pool of one die has two ways."""

    def one() -> Procedure[int]:
        return (yield from Roll("one", "mine", D6, Pool(4)))

    counted = Counted(one)
    grown = Tree(counted)
    for number in range(200):
        grown.walk(random_bytes(str(number)))
    assert (grown.size, counted.begun) == (3, 3)


def test_a_tree_stops_at_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it every path that is not known is played each time, and nothing is kept."""
    monkeypatch.setattr(tree, "MOST_NODES", 4)
    counted = Counted(three)
    grown = Tree(counted, fixed)
    for number in range(300):
        grown.walk(random_bytes(str(number)))
    assert grown.size == 4
    assert counted.begun > 150


@pytest.mark.no_cover
def test_no_tree_is_larger_than_it_may_be() -> None:
    """Half a million paths and more: 50,000 nodes, no matter how often it is walked."""

    def many() -> Procedure[int]:
        total = 0
        for _ in range(10):
            total += yield from Roll("d100", "mine", Dice(1, 100), Total())
        return total

    grown = Tree(many)
    for number in range(7_000):
        grown.walk(random_bytes(str(number)))
    assert grown.size == tree.MOST_NODES == 50_000


def twice() -> Procedure[tuple[int, int, int]]:
    """A coin, then two numbers, and another coin."""
    face = yield from Roll("coin", "mine", Dice(1, 2), Total())
    first = yield from Number("dice", "mine", 0, 9)
    second = yield from Number("dice", "mine", 0, 9)
    yield from Roll("coin", "mine", Dice(1, 2), Total())
    return face, first, second


def test_sources_are_asked_for_afresh() -> None:
    """A list of answers is used up anew in each path: none eats another's."""
    answers: dict[str, Sequence[Answer]] = {"dice": [3, 5]}
    assert set(walked(twice, 30, answers)) == {(1, 3, 5), (2, 3, 5)}
    assert walked(twice, 30, answers) == plain(twice, 30, answers)
    assert odds(twice, lambda: [Given(answers)]).chances == {(1, 3, 5): Fraction(1, 2), (2, 3, 5): Fraction(1, 2)}


class Listed:
    """A reading whose outcome is a list, which no dictionary can hold."""

    def read(self, faces: Sequence[int]) -> list[int]:
        return sorted(faces)


def test_outcomes_that_are_no_keys_are_played_each_time() -> None:
    """A list as an outcome: nothing after it is kept, and what comes of it is right all the same."""

    def listed() -> Procedure[int]:
        first = yield from Roll("first", "mine", D6, Total())
        rolled: Any = yield from Roll("listed", "mine", Dice(3, 6), Listed())  # type: ignore[arg-type]
        last = yield from Roll("last", "mine", D6, Total())
        return first * 100 + int(rolled[0]) * 10 + last

    counted = Counted(listed)
    assert walked(counted, 100, {}) == plain(listed, 100, {})
    assert counted.begun == 101
    grown = Tree(listed)
    for number in range(100):
        grown.walk(random_bytes(str(number)))
    assert grown.size == 7


def test_what_goes_wrong_in_a_path_leaves_no_trace() -> None:
    """A wrong answer comes up as often as its path does, and the other paths are as they were."""

    def picky() -> Procedure[str]:
        face = yield from Roll("coin", "mine", Dice(1, 2), Total())
        return (yield from Decision("which", "mine", {"a": "a"} if face == 1 else {"b": "b"}))

    grown = Tree(picky, lambda: [Given({"which": ["a"]})])
    found = []
    for number in range(20):
        try:
            found.append(grown.walk(random_bytes(str(number))))
        except AnswerError as error:
            found.append(str(error))
    assert set(found) == {"a", "which: expected one of b, got 'a'"}
    assert grown.size == 2
    with pytest.raises(Unanswered, match="which"):
        Tree(picky).walk(random_bytes("1"))


def test_walks_without_a_seed_are_fair() -> None:
    """Dice of the operating system, walked: each face of 6,000 within five deviations of a sixth."""

    def one() -> Procedure[int]:
        return (yield from Roll("one", "mine", D6, Total()))

    ways = Counter(unattended(one, {}, 6_000, None))
    assert all(abs(ways[face] - 1_000) < 5 * 29 for face in range(1, 7))


def session(name: str, **changes: str) -> Session:
    """Generation for an example roster, its powers forgotten."""
    return open_session("generate", [read_roster(EXAMPLES / f"{name}.yaml").without_powers()], [], changes)


ANSWERED: dict[str, dict[str, Sequence[Answer]]] = {
    "as planned": {},
    "the primaris never": {"swap": ["keep"]},
    "answers used up in order": {"discipline": ["divination", "telepathy"], "swap": ["keep", "primaris"]},
}


@pytest.mark.parametrize("changes", [{}, {"reroll_unaffordable": "false"}, {"patron_limits": "false"}], ids=str)
@pytest.mark.parametrize("name", ["andy", "sara", "stu", "chaos", "loyalists", "thousand-sons"])
def test_examples_are_generated_as_they_are_played(name: str, changes: dict[str, str]) -> None:
    """w40k7 G3-G14: every example roster, with rerolls and patrons, by 50 seeds."""
    declared = read_roster(EXAMPLES / f"{name}.yaml").system.id == "w40k7"
    start = session(name, **(changes if declared else {})).start
    assert walked(start, 50, {}) == plain(start, 50, {})


@pytest.mark.parametrize("answers", ANSWERED.values(), ids=list(ANSWERED))
def test_given_answers_are_used_up_in_every_roster(answers: dict[str, Sequence[Answer]]) -> None:
    """A unit of two disciplines that may swap: what -a gives, in order, for each roster anew."""
    start = session("sara").start
    assert walked(start, 50, answers) == plain(start, 50, answers)
