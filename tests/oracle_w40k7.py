"""What a psychic test comes to, counted face by face from the rules as they are written (w40k7 P9-P16, T5, P18).

Nothing of the program is in here: faces are laid out with `itertools.product` and counted, so that it can be held against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Literal

D3, D6 = range(1, 4), range(1, 7)
DRAINS = 3
"""The face of the perils die that takes D3 charges from both pools (P13.3)."""
SIX = 6


@dataclass(frozen=True)
class Situation:
    """All that counts before the dice of a psychic test are thrown.

    `harness`: the face that harnesses; `perils`: what brings them, and `failing` whether a failed test does too; `pool`: the
    opponent's dice, `powers` how many powers may still come; `deny`: the face that nullifies, with `bonus` on each die;
    `again`: which of his dice are thrown once more: those that nullified nothing, ones, or all of a test that failed.
    """

    cost: int
    harness: int
    perils: Literal["two-sixes", "any-double", "never"]
    failing: bool
    pool: int
    powers: int
    deny: int
    bonus: int = 0
    again: Literal["none", "failed", "ones", "all"] = "none"


def spent(situation: Situation, harnessed: int, drained: int = 0) -> int:
    """An even share for each power, rounded up; as many dice as charges at least; what is left at most."""
    share = 0
    while share * situation.powers < situation.pool:
        share += 1
    return min(max(share, harnessed), max(situation.pool - drained, 0))


def brings_perils(kind: str, faces: Sequence[int]) -> bool:
    """Two natural sixes, or any two alike (P10, T5)."""
    pairs = [face for face in set(faces) if faces.count(face) > 1]
    return {"two-sixes": SIX in pairs, "any-double": bool(pairs), "never": False}[kind]


@cache
def tests(dice: int, harness: int, kind: str) -> Counter[tuple[int, bool]]:
    """Of all throws of the psychic test, how many harness so many charges with and without perils."""
    return Counter((sum(face >= harness for face in faces), brings_perils(kind, faces)) for faces in product(D6, repeat=dice))


def nullified(situation: Situation, faces: Sequence[int]) -> int:
    """How many charges these faces nullify (P14)."""
    return sum(face + situation.bonus >= situation.deny for face in faces)


def thrown_again(situation: Situation, faces: tuple[int, ...], harnessed: int) -> Iterator[tuple[int, ...]]:
    """The same dice after those that may be thrown again were, in every way they can fall."""
    again = {
        "none": [],
        "failed": [at for at, face in enumerate(faces) if face + situation.bonus < situation.deny],
        "ones": [at for at, face in enumerate(faces) if face == 1],
        "all": [] if nullified(situation, faces) >= harnessed else list(range(len(faces))),
    }[situation.again]
    for new in product(D6, repeat=len(again)):
        after = list(faces)
        for at, face in zip(again, new, strict=True):
            after[at] = face
        yield tuple(after)


@cache
def denied(situation: Situation, dice: int, harnessed: int) -> Fraction:
    """The chance that so many deny dice nullify every charge (P14)."""
    chance = Fraction(0)
    for faces in product(D6, repeat=dice):
        falls = [nullified(situation, after) >= harnessed for after in thrown_again(situation, faces, harnessed)]
        chance += Fraction(sum(falls), len(falls) * 6**dice)
    return chance


def chances(situation: Situation, dice: int) -> dict[str, Fraction]:
    """What stands beside so many dice: passed, perils, and passed but not denied."""
    found = dict.fromkeys(("passed", "perils", "works"), Fraction(0))
    for (harnessed, natural), ways in tests(dice, situation.harness, situation.perils).items():
        chance = Fraction(ways, 6**dice)
        passed = harnessed >= situation.cost
        found["passed"] += chance * passed
        found["perils"] += chance * (natural or (situation.failing and not passed))
        for die, charges in product(D6, D3):
            drained = charges if natural and die == DRAINS else 0
            stands = 1 - denied(situation, spent(situation, harnessed, drained), harnessed) if passed else 0
            found["works"] += chance * Fraction(1, 18) * stands
    return found


def suggested(situation: Situation, most: int) -> int:
    """The fewest dice that work three times in four; else that pass so often; else all."""
    rows = {dice: chances(situation, dice) for dice in range(1, most + 1)}
    for wanted in ("works", "passed"):
        for dice, row in rows.items():
            if row[wanted] >= Fraction(3, 4):
                return dice
    return most
