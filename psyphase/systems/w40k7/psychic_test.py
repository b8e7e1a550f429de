"""The psychic test: its procedure, its reading, and the chances that go with it (w40k7 P9, P10, P14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb, factorial
from typing import TYPE_CHECKING

from msgspec import Struct

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Event, Procedure, Roll, Side
from psyphase.engine.readings import COUNTS, DANGER, NO_MARK, Faces, Pool
from psyphase.systems.w40k7.deny_reading import DenyAgain, DenyReading
from psyphase.systems.w40k7.model import Power
from psyphase.systems.w40k7.perils_table import Perils

if TYPE_CHECKING:
    from fractions import Fraction

SIXES_FOR_PERILS = 2


class Tested(Struct, frozen=True):
    """What a psychic test came to: charges harnessed, and whether it brings perils."""

    harnessed: int
    perils: bool


class PsychicTest(Struct, frozen=True):
    """D6s that harness on `success` or more; `perils` says which natural faces bring perils (P9, P10, T5)."""

    success: int
    perils: Perils

    def read(self, faces: Faces) -> Tested:
        return Tested(sum(face >= self.success for face in faces), self._perils(faces))

    def _perils(self, faces: Faces) -> bool:
        if self.perils == "any-double":
            return len(set(faces)) < len(faces)
        return self.perils == "two-sixes" and list(faces).count(6) >= SIXES_FOR_PERILS

    def weights(self, dice: Dice) -> dict[Tested, int]:
        n, high, low = dice.count, 7 - self.success, self.success - 1
        weights: dict[Tested, int] = {}
        for h in range(n + 1):
            ways = comb(n, h) * high**h * low ** (n - h)
            quiet = ways
            if self.perils == "two-sixes":
                quiet = comb(n, h) * low ** (n - h) * ((high - 1) ** h + (h * (high - 1) ** (h - 1) if h else 0))
            elif self.perils == "any-double":
                quiet = comb(high, h) * comb(low, n - h) * factorial(n)
            for perils, weight in ((False, quiet), (True, ways - quiet)):
                if weight:
                    weights[Tested(h, perils)] = weight
        return weights

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        bad = self._bad_faces(faces)
        return [
            (frozenset({COUNTS}) if face >= self.success else NO_MARK) | (frozenset({DANGER}) if face in bad else NO_MARK)
            for face in faces
        ]

    def _bad_faces(self, faces: Faces) -> frozenset[int]:
        if self.perils == "any-double":
            return frozenset(face for face in faces if list(faces).count(face) > 1)
        return frozenset({6} if self.perils == "two-sixes" else ())


class Passes(Struct, frozen=True):
    """Whether a test harnesses as many charges as the power costs (P9)."""

    cost: int

    def __call__(self, tested: Tested) -> bool:
        return tested.harnessed >= self.cost


class Prospects(Struct, frozen=True):
    """The exact chances of a psychic test before it is thrown, against the opponent's best answer.

    `answer` is how the best denier reads its dice, None if nobody can deny; `dice` all it could spend.
    """

    test: PsychicTest
    cost: int
    answer: DenyReading | None = None
    dice: int = 0

    def __call__(self, count: int) -> Mapping[str, Fraction]:
        """`manifest`, `perils`, `denied` (of passed tests) and `works` (passed and not denied) for so many dice."""
        from fractions import Fraction  # slow to import, and no test that is only thrown needs it

        ways = 6**count
        weights = self.test.weights(Dice(count, 6))
        passed = {tested: weight for tested, weight in weights.items() if tested.harnessed >= self.cost}
        manifest = Fraction(sum(passed.values()), ways)
        denied = sum((Fraction(weight, ways) * self.denied(tested.harnessed) for tested, weight in passed.items()), Fraction(0))
        return {
            "manifest": manifest,
            "perils": Fraction(sum(weight for tested, weight in weights.items() if tested.perils), ways),
            "denied": denied / manifest if manifest else Fraction(0),
            "works": manifest - denied,
        }

    def denied(self, harnessed: int) -> Fraction:
        """The chance that the best answer, with all its dice, nullifies so many charges."""
        from fractions import Fraction

        if self.answer is None or not self.dice:
            return Fraction(0)
        return deny_chance(self.answer, self.dice, harnessed)


def deny_chance(answer: DenyReading, dice: int, harnessed: int) -> Fraction:
    """The chance to nullify `harnessed` charges with so many dice, those that are thrown again counted."""
    if isinstance(answer, DenyAgain):
        return answer.chance(dice, harnessed)
    tails = _deny_tails(answer, dice)
    return tails[harnessed] if harnessed < len(tails) else tails[0] - tails[0]


@lru_cache(maxsize=256)
def _deny_tails(answer: Pool, dice: int) -> tuple[Fraction, ...]:
    """The chances to nullify at least 0, 1, 2, ... charges."""
    from fractions import Fraction

    weights = answer.weights(Dice(dice, 6)) if dice else {0: 1}
    total, tails = 0, []
    for nullified in range(dice, -1, -1):
        total += weights.get(nullified, 0)
        tails.append(Fraction(total, 6**dice))
    return tuple(reversed(tails))


def suggested_dice(test: PsychicTest, cost: int, pool: int) -> int:
    """The fewest dice that manifest three times in four; all of them where even that is too few."""
    prospects = Prospects(test, cost)
    for count in range(cost, pool):
        if 4 * prospects(count)["manifest"] >= 3:
            return count
    return pool


def psychic_test(
    side: Side, test: PsychicTest, cost: int, dice: int, name: str = "", power: Power | None = None
) -> Procedure[Tested]:
    """Throw the dice; each success harnesses a charge, and as many as the cost are needed (P9)."""
    args = {"name": name, "power": power, "cost": cost, "success": test.success}
    tested = yield from Roll("psychic-test", side, Dice(dice, 6), test, args=args, passes=Passes(cost))
    event = "harnessed" if tested.harnessed >= cost else "not-harnessed"
    yield from Event(event, {"harnessed": tested.harnessed, "cost": cost})
    return tested
