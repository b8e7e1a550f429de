"""Deny dice that are thrown again: how they are read, and their exact chances (w40k7 P14, U5, U37)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from psyphase.engine.dice import Dice
from psyphase.engine.readings import Faces, Pool

if TYPE_CHECKING:
    from fractions import Fraction

Again: TypeAlias = Literal["failed", "all", "ones"]
"""Which dice are thrown again: those that did not nullify, all of a failed test, natural 1s."""


class Thrown(Struct, frozen=True):
    """What the first throw of a deny test came to: charges nullified, and how many dice are thrown again unless it is enough."""

    nullified: int
    again: int


class DenyAgain(Struct, frozen=True):
    """D6s of a deny test of which some are thrown once more; read is the first throw."""

    success: int
    modifier: int
    again: Again

    @property
    def pool(self) -> Pool:
        """How each throw is read."""
        return Pool(self.success, self.modifier)

    def is_again(self, face: int) -> bool:
        """Whether a die with this face is thrown again."""
        return self.again == "all" or (face == 1 if self.again == "ones" else not self.pool.counts(face))

    def read(self, faces: Faces) -> Thrown:
        """What the first throw comes to; a 1 that is thrown again has nullified nothing yet."""
        kept = faces if self.again == "all" else [face for face in faces if not self.is_again(face)]
        return Thrown(self.pool.read(kept), sum(map(self.is_again, faces)))

    def weights(self, dice: Dice) -> Mapping[Thrown, int]:
        """How many of the throws come to each: a die nullifies, is thrown again, or does neither."""
        n = dice.count
        if self.again == "all":
            return {Thrown(nullified, n): weight for nullified, weight in self.pool.weights(dice).items()}
        again = [face for face in range(1, 7) if self.is_again(face)]
        hits = sum(self.pool.counts(face) for face in range(1, 7) if face not in again)
        lost = 6 - hits - len(again)
        weights = {
            Thrown(k, a): comb(n, k) * comb(n - k, a) * hits**k * len(again) ** a * lost ** (n - k - a)
            for k in range(n + 1)
            for a in range(n - k + 1)
        }
        return {thrown: weight for thrown, weight in weights.items() if weight}

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        """COUNTS for each face that nullifies."""
        return self.pool.marks(faces)

    def chance(self, dice: int, harnessed: int) -> Fraction:
        """The chance to nullify so many charges with both throws, in closed form."""
        from fractions import Fraction  # slow to import, and who throws dice needs none

        hits = sum(map(self.pool.counts, range(1, 7)))
        if self.again == "all":
            once = Fraction(_tail(dice, hits, 6, harnessed), 6**dice)
            return once + (1 - once) * once
        # Each die by itself, over both throws: of 36 ways those that nullify.
        again = [face for face in range(1, 7) if self.is_again(face)]
        kept = sum(self.pool.counts(face) for face in range(1, 7) if face not in again)
        return Fraction(_tail(dice, 6 * kept + len(again) * hits, 36, harnessed), 36**dice)


@lru_cache(maxsize=256)
def _tail(dice: int, hits: int, ways: int, least: int) -> int:
    """In how many of all cases at least so many of the dice nullify."""
    return sum(comb(dice, k) * hits**k * (ways - hits) ** (dice - k) for k in range(least, dice + 1))


DenyReading: TypeAlias = Pool | DenyAgain
