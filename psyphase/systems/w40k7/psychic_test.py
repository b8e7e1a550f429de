"""The psychic test: its procedure and its reading (w40k7 P9, P10)."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, factorial

from msgspec import Struct

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Event, Procedure, Roll, Side
from psyphase.engine.readings import COUNTS, DANGER, NO_MARK, Faces
from psyphase.systems.w40k7.model import Power
from psyphase.systems.w40k7.perils_table import Perils

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


def psychic_test(
    side: Side, test: PsychicTest, cost: int, dice: int, name: str = "", power: Power | None = None
) -> Procedure[Tested]:
    """Throw the dice; each success harnesses a charge, and as many as the cost are needed (P9)."""
    args = {"name": name, "power": power, "cost": cost, "success": test.success}
    tested = yield from Roll("psychic-test", side, Dice(dice, 6), test, args=args, passes=Passes(cost))
    event = "harnessed" if tested.harnessed >= cost else "not-harnessed"
    yield from Event(event, {"harnessed": tested.harnessed, "cost": cost})
    return tested
