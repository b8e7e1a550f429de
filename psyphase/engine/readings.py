"""What faces mean. A reading turns faces into an outcome and knows that outcome's exact chances.

`weights` gives integer weights that add up to sides ** count: the number of equally likely ways to
get each outcome. Readings never throw dice and never print. They are
named tuples and no msgspec structs because plain dice are thrown without importing msgspec.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from psyphase.engine.dice import Dice
from psyphase.errors import AnswerError

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T", bound=Hashable)
H = TypeVar("H")

Faces = Sequence[int]

COUNTS = "counts"
"""The mark of a face that counts as a success."""
DANGER = "six"
"""The mark of a face that may bring perils."""


class Reading(Protocol[H]):
    """What every reading can do; an outcome is hashable."""

    def read(self, faces: Faces) -> H:
        """The outcome of these faces."""

    def weights(self, dice: Dice) -> Mapping[H, int]:
        """How many of the equally likely throws of `dice` give each outcome."""

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        """For each face, what is special about it: COUNTS, DANGER."""


def outcome_of(read: Reading[H], faces: Faces, reroll: Container[int]) -> H:
    """What faces come to; of a die that is rerolled only the last face counts."""
    return read.read(faces[-1:] if reroll else faces)


def weights_of(read: Reading[T], dice: Dice, reroll: Container[int]) -> Mapping[T, int]:
    """How many of the equally likely throws give each outcome: where a die is rerolled, of the faces that may stand."""
    if not reroll:
        return read.weights(dice)
    return merge((read.read([face]), 1) for face in range(1, dice.sides + 1) if face not in reroll)


NO_MARK: frozenset[str] = frozenset()


def unmarked(faces: Faces) -> Sequence[frozenset[str]]:
    """The marks of a reading in which no single face is special."""
    return [NO_MARK] * len(faces)


class Total(NamedTuple):
    """The sum of the faces plus `bonus`; with `keep`, of the highest (or lowest, if negative) ones only."""

    bonus: int = 0
    keep: int = 0

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        """No face is special."""
        return unmarked(faces)

    def kept(self, faces: Faces) -> Faces:
        """The faces that are summed, highest first (lowest first when the lowest are kept)."""
        if not self.keep:
            return faces
        return sorted(faces, reverse=self.keep > 0)[: abs(self.keep)]

    def read(self, faces: Faces) -> int:
        """The sum of the faces that are kept, with the bonus."""
        return sum(self.kept(faces)) + self.bonus

    def weights(self, dice: Dice) -> dict[int, int]:
        """How many of the throws come to each sum, the best kept faces first where only some are kept."""
        if not self.keep:
            return {total + self.bonus: weight for total, weight in sum_weights(dice).items()}
        keep = abs(self.keep)
        order = range(dice.sides, 0, -1) if self.keep >= 0 else range(1, dice.sides + 1)
        # Walk the faces from the best kept one down; `used` dice show a face seen so far.
        ways: dict[tuple[int, int], int] = {(0, 0): 1}
        for face in order:
            step: dict[tuple[int, int], int] = {}
            for (used, total), weight in ways.items():
                for more in range(dice.count - used + 1):
                    key = (used + more, total + face * min(more, max(0, keep - used)))
                    step[key] = step.get(key, 0) + weight * comb(dice.count - used, more)
            ways = step
        return merge((total + self.bonus, weight) for (used, total), weight in ways.items() if used == dice.count)


class Pool(NamedTuple):
    """How many dice show `success` or more once `modifier` is added to each."""

    success: int
    modifier: int = 0

    def counts(self, face: int) -> bool:
        """Whether one face is a success."""
        return face + self.modifier >= self.success

    def read(self, faces: Faces) -> int:
        """How many dice are successes."""
        return sum(map(self.counts, faces))

    def weights(self, dice: Dice) -> Mapping[int, int]:
        """How many of the throws have so many successes."""
        hits = sum(map(self.counts, range(1, dice.sides + 1)))
        return _hits(dice.count, hits, dice.sides - hits)

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        """COUNTS for each face that is a success."""
        return [frozenset({COUNTS}) if self.counts(face) else NO_MARK for face in faces]


@lru_cache(maxsize=256)  # every branch of an outcome tree asks anew
def _hits(count: int, hits: int, misses: int) -> Mapping[int, int]:
    """How many throws of so many dice show each number of hits, if so many faces hit and miss."""
    ways = ((k, comb(count, k) * hits**k * misses ** (count - k)) for k in range(count + 1))
    return MappingProxyType({k: weight for k, weight in ways if weight})


class Under(NamedTuple):
    """Whether the sum of the faces plus `bonus` is `target` or less."""

    target: int
    bonus: int = 0

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        """No face is special."""
        return unmarked(faces)

    def read(self, faces: Faces) -> bool:
        """Whether the sum is low enough."""
        return sum(faces) + self.bonus <= self.target

    def weights(self, dice: Dice) -> dict[bool, int]:
        """How many of the throws are low enough, and how many are not."""
        totals = Total(self.bonus).weights(dice)
        return merge((total <= self.target, weight) for total, weight in totals.items())


class Digits(NamedTuple):
    """Dice read as the digits of one number, as in d66."""

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        """No face is special."""
        return unmarked(faces)

    def read(self, faces: Faces) -> int:
        """The number that the faces spell, the first one in front."""
        return int("".join(map(str, faces)))

    def weights(self, dice: Dice) -> dict[int, int]:
        """Every number once: each throw spells another."""
        numbers = [0]
        for _ in range(dice.count):
            numbers = [number * 10 + face for number in numbers for face in range(1, dice.sides + 1)]
        return dict.fromkeys(numbers, 1)


class Lookup(NamedTuple, Generic[T]):
    """A table read with one die: `rows` maps every face of it to its row."""

    rows: Mapping[int, T]

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        """No face is special."""
        return unmarked(faces)

    def read(self, faces: Faces) -> T:
        """The row of the one face."""
        return self.rows[faces[0]]

    def weights(self, dice: Dice) -> dict[T, int]:
        """How many faces of the die have each row; equal rows are one outcome."""
        return merge((self.rows[face], 1) for face in range(1, dice.sides + 1))


class Pick(NamedTuple, Generic[T]):
    """One of several things at random: equal runs of faces stand for each (`pick_dice` says which die)."""

    options: tuple[T, ...]

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        """No face is special."""
        return unmarked(faces)

    def read(self, faces: Faces) -> T:
        """What the face stands for; one of `unused` stands for nothing and is not asked."""
        return self.options[(faces[0] - 1) // (self.sides // len(self.options))]

    def weights(self, dice: Dice) -> dict[T, int]:
        """How many faces stand for each; those that are thrown again count for none."""
        return merge((self.read([face]), 1) for face in range(1, dice.sides + 1) if face not in self.unused)

    @property
    def sides(self) -> int:
        """The sides of the smallest ordinary die with a face for every option, a D6 where it can be.

        Raises AnswerError for more than 1000 options.
        """
        for sides in (6, 8, 10, 12, 20, 100, 1000):
            if sides >= len(self.options):
                return sides
        raise AnswerError("cannot pick one of {count}; the most is 1000", count=len(self.options))

    @property
    def unused(self) -> range:
        """Faces that stand for nothing and are thrown again."""
        used = self.sides - self.sides % len(self.options)
        return range(used + 1, self.sides + 1)


class Chance(NamedTuple):
    """How likely a reading of some dice passes a test. It is worked out when it is asked for, never while a rule is played."""

    read: Reading[Any]
    dice: Dice
    test: Callable[[Any], bool]

    @property
    def fraction(self) -> Fraction:
        """The exact chance."""
        from fractions import Fraction  # slow to import; who throws dice needs none

        weights = self.read.weights(self.dice)
        return Fraction(sum(weight for outcome, weight in weights.items() if self.test(outcome)), sum(weights.values()))


def sum_weights(dice: Dice) -> dict[int, int]:
    """How many throws give each sum: die by die, each sum a window of as many faces over those before it."""
    weights = [1]
    for _ in range(dice.count):
        window, step = 0, []
        for total in range(len(weights) + dice.sides - 1):
            window += weights[total] if total < len(weights) else 0
            window -= weights[total - dice.sides] if total >= dice.sides else 0
            step.append(window)
        weights = step
    return {total + dice.count: weight for total, weight in enumerate(weights)}


def merge(pairs: Iterable[tuple[T, int]]) -> dict[T, int]:
    """Add up the weights of equal outcomes, in the order in which they first come."""
    weights: dict[T, int] = {}
    for outcome, weight in pairs:
        weights[outcome] = weights.get(outcome, 0) + weight
    return weights
