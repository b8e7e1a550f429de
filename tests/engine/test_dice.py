"""Dice, their notation, typed faces, and chance that is fair and repeatable."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from math import erfc, exp, gamma, sqrt

import pytest

from psyphase.engine.dice import MAX_COUNT, MAX_SIDES, Dice, parse_faces
from psyphase.engine.journal import Entry, Journal
from psyphase.engine.notation import Notation, looks_like_dice, parse
from psyphase.engine.play import Source, play
from psyphase.engine.procedure import Answer, Event, Procedure, Roll
from psyphase.engine.readings import Digits, Pool, Total, Under
from psyphase.engine.sources import RandomDice, Recorded
from psyphase.errors import AnswerError, NotationError

AT_ONCE = 0.1
"""Seconds: far more than a refusal needs, far less than any work."""

# Dice as a value


@pytest.mark.parametrize(
    ("dice", "text"),
    [(Dice(3, 6), "3d6"), (Dice(1, 6), "d6"), (Dice(1, 100), "d100"), (Dice(MAX_COUNT, MAX_SIDES), "1000d1000")],
    ids=["several", "one is not counted", "a hundred sides", "the most there can be"],
)
def test_dice_are_written_as_people_write_them(dice: Dice, text: str) -> None:
    """Dice as text are notation that reads back as the same dice."""
    assert str(dice) == text
    assert parse(text).dice == dice


@pytest.mark.parametrize(
    ("count", "sides", "named"),
    [
        (0, 6, "0"),
        (-1, 6, "-1"),
        (1001, 6, "1001"),
        (10**5000, 6, "dice"),
        (1, 0, "0"),
        (1, -6, "-6"),
        (1, 1001, "1001"),
        (1, 10**5000, "sides"),
    ],
    ids=[
        "no dice",
        "less than none",
        "too many",
        "absurdly many",
        "no sides",
        "negative sides",
        "too many sides",
        "absurdly many sides",
    ],
)
def test_dice_beyond_the_limits_are_refused_at_once(count: int, sides: int, named: str) -> None:
    """Dice have 1 to 1000 of everything; the message tells what was asked for, or of what kind it was."""
    start = time.perf_counter()
    with pytest.raises(AnswerError, match=named) as refused:
        Dice(count, sides)
    assert time.perf_counter() - start < AT_ONCE
    assert "1000" in str(refused.value)
    assert len(str(refused.value)) < 100


# Notation


@pytest.mark.parametrize(
    ("text", "dice", "read"),
    [
        ("3d6", Dice(3, 6), Total()),
        ("d6", Dice(1, 6), Total()),
        ("1d6", Dice(1, 6), Total()),
        ("D6", Dice(1, 6), Total()),
        ("2D6", Dice(2, 6), Total()),
        ("d3", Dice(1, 3), Total()),
        ("d10", Dice(1, 10), Total()),
        ("d100", Dice(1, 100), Total()),
        ("d%", Dice(1, 100), Total()),
        ("010d08", Dice(10, 8), Total()),
        ("1000d1000", Dice(1000, 1000), Total()),
        ("d66", Dice(2, 6), Digits()),
        ("D66", Dice(2, 6), Digits()),
        ("2d6+1", Dice(2, 6), Total(bonus=1)),
        ("2d6-3", Dice(2, 6), Total(bonus=-3)),
        ("4d6kh3", Dice(4, 6), Total(keep=3)),
        ("4d6k3", Dice(4, 6), Total(keep=3)),
        ("4D6KH3", Dice(4, 6), Total(keep=3)),
        ("2d20kl1", Dice(2, 20), Total(keep=-1)),
        ("4d6kh3+2", Dice(4, 6), Total(bonus=2, keep=3)),
        ("4d6>=4", Dice(4, 6), Pool(4)),
        ("4d6>=1", Dice(4, 6), Pool(1)),
        ("2d6<=9", Dice(2, 6), Under(9)),
        ("2d6+1<=9", Dice(2, 6), Under(9, bonus=1)),
        ("d100<=76", Dice(1, 100), Under(76)),
    ],
)
def test_notation_reads(text: str, dice: Dice, read: object) -> None:
    """Every documented spelling gives its dice and what their faces mean."""
    found = parse(text)
    assert found == Notation(dice, read)  # type: ignore[arg-type]
    assert type(found.read) is type(read)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        (" ", 1),
        ("abc", 1),
        ("-1d6", 1),
        ("+1d6", 1),
        (" 3d6", 1),
        ("\uff13d\uff16", 1),
        ("\u0663d6", 1),
        ("1+2+3", 1),
        ("d-6", 1),
        ("0d6", 1),
        ("1001d6", 1),
        ("100000000d6", 1),
        ("9999999d999999999", 1),
        ("2d66", 1),
        ("d0", 2),
        ("1d1001", 3),
        ("1d999999999999999999999", 3),
        ("1d6-", 4),
        ("1d6+", 4),
        ("1d6d6", 4),
        ("2d6+-3", 4),
        ("2d6++)", 4),
        ("2d6)", 4),
        ("2d6 ", 4),
        ("2d6\n", 4),
        ("2d6 for Smite", 4),
        ("3d6\u00b2", 4),
        ("d66+1", 4),
        ("d66kh1", 4),
        ("4d6kh", 4),
        ("4d6kh0", 4),
        ("4d6kh5", 4),
        ("4d6!", 4),
        ("2d6+1.5", 6),
        ("2d6+1+1", 6),
        ("2d6+1000001", 4),
        ("4d6>4", 4),
        ("4d6>=", 4),
        ("4d6>=7", 6),
        ("4d6>=0", 6),
        ("2d6<=9999999999", 6),
        ("4d6+1>=4", 6),
        ("4d6kh3>=4", 7),
        ("4d6kh3<=9", 7),
        ("4d6>=4>=4", 7),
    ],
    ids=repr,
)
def test_bad_notation_is_refused_at_its_column(text: str, column: int) -> None:
    """What cannot be read is refused where it goes wrong and never half-read: dice, sides or whatever follows."""
    with pytest.raises(NotationError, match=f"column {column}:") as refused:
        parse(text)
    assert refused.value.column == column


@pytest.mark.parametrize(
    "text",
    [
        "9" * 100_000 + "d6",
        "1d" + "9" * 100_000,
        "2d6+" + "9" * 100_000,
        "4d6kh" + "9" * 100_000,
        "4d6>=" + "9" * 100_000,
        "2d6" * 50_000,
    ],
    ids=["count", "sides", "bonus", "kept", "success", "repeated"],
)
def test_absurd_notation_is_refused_at_once(text: str) -> None:
    """Numbers of a hundred thousand digits cost no time and give a short message."""
    start = time.perf_counter()
    with pytest.raises(NotationError) as refused:
        parse(text)
    assert time.perf_counter() - start < AT_ONCE
    assert len(str(refused.value)) < 250


@pytest.mark.parametrize(
    ("padded", "plain"),
    [("2d6+" + "0" * 25 + "5", "2d6+5"), ("4d6kh" + "0" * 25 + "3", "4d6kh3"), ("2d6<=" + "0" * 25 + "9", "2d6<=9")],
    ids=["bonus", "kept", "target"],
)
def test_leading_zeros_never_change_a_number(padded: str, plain: str) -> None:
    """However many zeros stand before a number, it is read in full or refused, never cut to something else."""
    try:
        found = parse(padded)
    except NotationError:
        return
    assert found == parse(plain)


@pytest.mark.parametrize(
    ("word", "is_dice"),
    [("3d6", True), ("-1d6", True), ("d%", True), ("d-6", True), ("1+2+3", True), ("", True), ("deny", False), ("perils", False)],
)
def test_a_word_is_taken_for_dice_or_for_a_rolls_name(word: str, is_dice: bool) -> None:
    """Badly written dice are told as such, and the names of rolls are never taken for dice."""
    assert looks_like_dice(word) is is_dice


# Faces typed by hand


@pytest.mark.parametrize(
    ("text", "sides", "faces"),
    [
        ("3,2,6,6,1", 6, (3, 2, 6, 6, 1)),
        ("3 2 6", 6, (3, 2, 6)),
        (" 3 , 2 ", 6, (3, 2)),
        ("3266", 6, (3, 2, 6, 6)),
        ("32 66", 6, (3, 2, 6, 6)),
        ("", 6, ()),
        ("0", 10, (10,)),
        ("10", 10, (10,)),
        ("0 9 1", 10, (10, 9, 1)),
        ("00", 100, (100,)),
        ("0", 100, (100,)),
        ("100", 100, (100,)),
        ("07", 100, (7,)),
        ("7", 100, (7,)),
        ("10 00 99", 100, (10, 100, 99)),
        ("20", 20, (20,)),
        ("1", 1, (1,)),
    ],
    ids=repr,
)
def test_typed_faces_are_read(text: str, sides: int, faces: tuple[int, ...]) -> None:
    """Faces are separated or run together; a ten-sided die shows 0 for ten, a hundred-sided one 0 or 00 for a hundred."""
    assert parse_faces(text, sides) == faces


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("101", 100),
        ("-1", 100),
        ("1e2", 100),
        ("1.5", 100),
        ("000", 100),
        ("+7", 100),
        ("7", 6),
        ("0", 6),
        ("3270", 6),
        ("-1", 6),
        ("3;2", 6),
        ("six", 6),
        ("11", 10),
        ("100", 10),
        ("00", 20),
        ("\u00b2", 6),
        ("\u0663", 6),
        ("\uff13", 6),
        ("0x1", 100),
        ("1_0", 100),
        ("9" * 100_000, 100),
    ],
    ids=lambda value: repr(value)[:12],
)
def test_typed_faces_that_no_die_shows_are_refused(text: str, sides: int) -> None:
    """A number beyond the die or no plain number at all is an error that names the range, at once."""
    start = time.perf_counter()
    with pytest.raises(AnswerError, match=f"1 to {sides}") as refused:
        parse_faces(text, sides)
    assert time.perf_counter() - start < AT_ONCE
    assert len(str(refused.value)) < 120


# Chance


def _survival(chi_square: float, freedom: int) -> float:
    """The chance that a chi-square variable with so many degrees of freedom is at least as large, in closed form."""
    half = chi_square / 2
    chance, first = (erfc(sqrt(half)), 3) if freedom % 2 else (exp(-half), 4)
    for step in range(first, freedom + 1, 2):
        chance += half ** (step / 2 - 1) * exp(-half) / gamma(step / 2)
    return chance


def test_the_chi_square_chance_is_right() -> None:
    """The yardstick itself, against values in any printed table: 5 % at 11.070 (5), 1 % at 21.666 (9), 0.1 % at 148.230 (99)."""
    assert _survival(11.070, 5) == pytest.approx(0.05, rel=1e-3)
    assert _survival(21.666, 9) == pytest.approx(0.01, rel=1e-3)
    assert _survival(148.230, 99) == pytest.approx(0.001, rel=1e-3)
    assert _survival(9.210, 2) == pytest.approx(0.01, rel=1e-3)


def _chance_of_such_a_spread(outcomes: Iterable[object], equally_likely: int) -> float:
    """The chance that fair outcomes deviate as much as these or more."""
    counted = Counter(outcomes)
    assert len(counted) <= equally_likely
    expected = sum(counted.values()) / equally_likely
    missing = equally_likely - len(counted)
    spread = sum((seen - expected) ** 2 / expected for seen in counted.values()) + missing * expected
    return _survival(spread, equally_likely - 1)


def _rolled(dice: Dice, rolls: int, seed: str | None) -> list[int]:
    """The faces of so many rolls, by the driver and the source that every command uses."""
    journal = Journal()

    def all_rolls() -> Procedure[None]:
        for _ in range(rolls):
            yield from Roll("dice", "mine", dice, Total())

    play(all_rolls(), RandomDice(journal, seed), journal=journal)
    return [face for entry in journal.entries for face in _faces(entry.answer)]


def _faces(answer: Answer) -> tuple[int, ...]:
    assert isinstance(answer, tuple)
    return tuple(int(face) for face in answer)


FALSE_ALARM = 1e-7
"""For each of the tests below; together they give a false alarm less than once in a million runs."""


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", [None, "fair"], ids=["operating system", "seeded"])
@pytest.mark.parametrize("sides", [6, 10, 100], ids=["d6", "d10", "d100"])
def test_dice_are_fair(sides: int, seed: str | None) -> None:
    """Over 600,000 rolls every face comes up as often as it should, also where a power of two is no multiple of the sides."""
    faces = _rolled(Dice(1000, sides), 600, seed)
    assert len(faces) == 600_000
    assert set(faces) == set(range(1, sides + 1))
    assert _chance_of_such_a_spread(faces, sides) > FALSE_ALARM


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", [None, "fair"], ids=["operating system", "seeded"])
def test_one_die_tells_nothing_about_the_next(seed: str | None) -> None:
    """Pairs of faces, in one throw and from one throw to the next, are as even as single ones."""
    faces = _rolled(Dice(5, 6), 24_000, seed)
    assert _chance_of_such_a_spread(zip(faces[::2], faces[1::2], strict=True), 36) > FALSE_ALARM
    assert _chance_of_such_a_spread(zip(faces[4:-1:5], faces[5::5], strict=True), 36) > FALSE_ALARM


def test_a_fair_test_would_see_the_modulo_of_random_bytes() -> None:
    """The yardstick would catch bytes taken modulo 100, in which 1 to 56 come up half again as often as the rest."""
    biased = [value % 100 + 1 for value in range(256)] * 2400
    assert _chance_of_such_a_spread(biased, 100) < FALSE_ALARM


# Seeds

SEEDED: Sequence[tuple[str, Dice, list[tuple[int, ...]]]] = [
    # From `printf 'sara/0/0' | sha256sum` and so on: the digest as one little-endian number, its lowest bits first,
    # three for a D6 (values 6 and 7 skipped), four for a D10, seven for a D100, two for a D3, none for a D1.
    ("sara", Dice(5, 6), [(4, 5, 2, 4, 4), (6, 6, 1, 4, 4), (5, 1, 3, 5, 6)]),
    ("sara", Dice(4, 10), [(4, 4, 4, 10), (2, 2, 5, 4), (5, 9, 9, 3)]),
    ("sara", Dice(3, 100), [(52, 36, 18), (46, 100, 7), (5, 76, 28)]),
    ("sara", Dice(6, 3), [(1, 1, 1, 3, 2, 3), (2, 3, 3, 2, 1, 3), (1, 2, 1, 3, 1, 3)]),
    ("sara", Dice(2, 1), [(1, 1), (1, 1)]),
    ("1", Dice(8, 6), [(5, 6, 2, 6, 4, 4, 2, 3), (1, 3, 6, 2, 3, 2, 4, 5), (6, 2, 6, 2, 4, 3, 3, 4)]),
]


def _by_hand(seed: str, roll: int, dice: Dice) -> tuple[int, ...]:
    """The faces of a roll, worked out from SHA-256 bit by bit."""
    width = len(f"{dice.sides - 1:b}") if dice.sides > 1 else 0
    faces: list[int] = []
    block = 0
    while len(faces) < dice.count:
        digest = sha256(f"{seed}/{roll}/{block}".encode()).digest()
        bits = "".join(f"{byte:08b}"[::-1] for byte in digest)
        words = [bits[at : at + width][::-1] for at in range(0, len(bits) - width + 1, width)] if width else ["0"] * dice.count
        faces += [int(word, 2) + 1 for word in words if int(word, 2) < dice.sides]
        block += 1
    return tuple(faces[: dice.count])


def _throws(seed: str, *dice: Dice) -> list[tuple[int, ...]]:
    journal = Journal()

    def all_rolls() -> Procedure[None]:
        for one in dice:
            yield from Roll("dice", "mine", one, Total())

    play(all_rolls(), RandomDice(journal, seed), journal=journal)
    return [_faces(entry.answer) for entry in journal.entries]


@pytest.mark.parametrize(("seed", "dice", "faces"), SEEDED, ids=lambda value: str(value)[:20])
def test_seeded_faces_are_the_same_on_every_python(seed: str, dice: Dice, faces: list[tuple[int, ...]]) -> None:
    """The faces that follow from a seed are fixed for good: a script with a seed plays the same next year."""
    assert _throws(seed, *[dice] * len(faces)) == faces


@pytest.mark.parametrize(
    "dice", [Dice(5, 6), Dice(200, 6), Dice(50, 100), Dice(40, 10), Dice(300, 2), Dice(3, 1), Dice(100, 1000)], ids=str
)
def test_seeded_faces_follow_from_seed_and_number_of_the_roll(dice: Dice) -> None:
    """Each roll's faces follow from the seed and the roll's number alone, over as many blocks as it takes."""
    assert _throws("Штормовой", *[dice] * 3) == [_by_hand("Штормовой", roll, dice) for roll in range(3)]


def test_a_seeded_roll_does_not_depend_on_the_rolls_before_it() -> None:
    """Other dice before it, more or fewer, change nothing."""
    assert _throws("x", Dice(1, 6), Dice(4, 6))[1] == _throws("x", Dice(300, 100), Dice(4, 6))[1]


def test_seeds_that_look_alike_give_other_faces() -> None:
    """Seed and number cannot run into each other: roll 1 of seed `1` is not roll 11 of the empty seed."""
    rolls = [_throws(seed, *[Dice(20, 6)] * 12) for seed in ("", "1", "1/1", "11")]
    every = [faces for throws in rolls for faces in throws]
    assert len(set(every)) == len(every)


def test_seeded_dice_go_on_after_a_resume() -> None:
    """A game taken up again throws what it would have thrown had it never stopped."""
    through = _throws("resume", Dice(3, 6), Dice(2, 6), Dice(4, 6))
    journal = Journal()

    def game() -> Procedure[None]:
        for count in (3, 2, 4):
            yield from Roll("dice", "mine", Dice(count, 6), Total())

    recorded = Recorded([Entry("dice", through[0]), Entry("dice", through[1])])
    play(game(), recorded, RandomDice(journal, "resume"), journal=journal)
    assert [entry.answer for entry in journal.entries] == through


def test_dice_without_a_seed_differ() -> None:
    """Without a seed two throws of a thousand dice are never the same."""
    assert _rolled(Dice(1000, 6), 1, None) != _rolled(Dice(1000, 6), 1, None)


# Thrown again


def test_throwing_again_keeps_every_throw() -> None:
    """A die thrown again until another face shows keeps what it showed before, in order."""
    again = {1, 2, 3, 4}
    longest = 0
    for number in range(100):
        journal = Journal()
        roll = Roll("dice", "mine", Dice(1, 6), Total(), {face: Event("again") for face in again})
        play(iter(roll), RandomDice(journal, str(number)), journal=journal)
        faces = _faces(journal.entries[0][1])
        stream = _by_hand(str(number), 0, Dice(60, 6))
        stands = next(at for at, face in enumerate(stream) if face not in again)
        assert faces == stream[: stands + 1]
        longest = max(longest, len(faces))
    assert longest > 5


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [((3, 3, 1), 1), ((5, 3, 3, 6), 6), ((2,), 2), (2, 2)],
    ids=["the same face twice", "two faces thrown again", "stands at once", "a single number"],
)
def test_only_the_last_of_a_die_thrown_again_counts(answer: Answer, outcome: int) -> None:
    """The answer to such a roll is every throw; its outcome that of the last."""
    roll = Roll("dice", "mine", Dice(1, 6), Total(), {3: Event("known"), 5: Event("costly")})
    assert roll.accept(answer) == outcome


@pytest.mark.parametrize(
    "answer", [(), (3,), (1, 2), (3, 1, 1), (3, 7), (0,)], ids=["nothing", "ends on it", "no need", "one more", "beyond", "zero"]
)
def test_throws_that_do_not_fit_are_refused(answer: Answer) -> None:
    """A die is thrown again exactly as long as it must be, no more and no less."""
    roll = Roll("dice", "mine", Dice(1, 6), Total(), {3: Event("known")})
    with pytest.raises(AnswerError, match="dice"):
        roll.accept(answer)


@pytest.mark.parametrize("again", [{1}, {1, 2, 3, 4, 5}, {6}], ids=str)
def test_thrown_dice_fit_the_roll_they_are_for(again: set[int]) -> None:
    """What the program throws is what the rule accepts, and the face that stands is never one to throw again."""
    source: Callable[[Journal], Source] = RandomDice
    journal = Journal()

    def rolls() -> Procedure[list[int]]:
        outcomes = []
        for _ in range(200):
            outcome = yield from Roll("dice", "mine", Dice(1, 6), Total(), {face: Event("again") for face in again})
            outcomes.append(outcome)
        return outcomes

    assert set(play(rolls(), source(journal), journal=journal)) <= set(range(1, 7)) - again
