"""The exact chances beside a prompt for dice: of a psychic test, of a deny test, and what is suggested (w40k7 P9-P14).

Readings come from the rules that are played, so that what is shown is what is thrown: whatever has `weights` will do, and
what these add up to is every case there is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import lcm
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Event, Suggestion
from psyphase.engine.readings import Pool, Reading, merge
from psyphase.systems.w40k7.deny_reading import DenyAgain, DenyReading
from psyphase.systems.w40k7.perils_table import Drain, PerilsRow, thrown
from psyphase.systems.w40k7.psychic_test import Tested

if TYPE_CHECKING:
    from fractions import Fraction

Drains: TypeAlias = tuple[tuple[int, int], ...]
"""How many charges perils take from both pools, each in so many of the cases."""
NO_DRAIN: Drains = ((0, 1),)
OFTEN = (3, 4)
"""What is suggested works so often: three times in four."""


class Share(Struct, frozen=True):
    """What the opponent is taken to spend on one power: an even share of his pool for each that may yet come, by his best unit.

    `needed`: the face on which its dice deny, for people; `read` is how they are read.
    """

    read: DenyReading
    needed: int
    pool: int
    powers: int

    def dice(self, harnessed: int, drained: int = 0) -> int:
        """Rounded up, no fewer than there are charges to nullify, no more than a drain has left him."""
        even = -(-self.pool // self.powers)
        return max(0, min(max(even, harnessed), self.pool - drained))


class Prospects(Struct, frozen=True):
    """The exact chances of a psychic test before it is thrown, against the opponent's share.

    `share` None: nobody can deny. `fails_badly`: a failed test brings perils too (P18).
    """

    test: Reading[Tested]
    cost: int
    share: Share | None = None
    drains: Drains = NO_DRAIN
    fails_badly: bool = False

    def __call__(self, count: int) -> Mapping[str, Fraction]:
        """`passed`, `perils`, and `works` (passed and not denied) for so many dice."""
        return _prospects(self, count)


class Reply(Struct, frozen=True):
    """What the opponent is taken to spend on a power of this cost, beside each number of dice for it."""

    share: Share
    cost: int

    def __call__(self, count: int) -> Event:
        if self.share.pool < self.cost:
            return Event("his-dice-too-few")
        least, most = self.share.dice(self.cost), self.share.dice(max(count, self.cost))
        return Event("his-share", {"dice": least, "most": most, "needed": self.share.needed})


class DenyProspects(Struct, frozen=True):
    """The exact chance that so many dice nullify all charges: `deny`."""

    read: DenyReading
    harnessed: int

    def __call__(self, count: int) -> Mapping[str, Fraction]:
        return {"deny": deny_chance(self.read, count, self.harnessed)}


def power_drain(table: Sequence[PerilsRow]) -> Drains:
    """What perils take from both pools by a table with one row a face (P13.3); no leadership test is asked for that."""
    drains = ([thrown(effect.dice) for effect in row.effects if isinstance(effect, Drain)] for row in table)
    # Of a row without such dice there is the one throw of none.
    throws = [[sum(faces) for faces in product(*(range(1, die.sides + 1) for die in dice))] for dice in drains]
    cases = lcm(*map(len, throws))
    return tuple(merge((charges, cases // len(row)) for row in throws for charges in row).items())


def suggested_dice(prospects: Prospects, most: int) -> Suggestion:
    """The fewest dice that work three times in four; else the fewest that pass as often; else all.

    More dice never make either less likely: they harness no less, and bring no fewer perils.
    """
    times, of = OFTEN
    counts = range(prospects.cost, most + 1)
    for id, why in (("works", "fewest-that-work"), ("passed", "fewest-that-pass")):
        at = bisect_left(counts, True, key=lambda count: prospects(count)[id] * of >= times)
        if at < len(counts):
            return Suggestion(counts[at], Event(why, {"times": times, "of": of}))
    return Suggestion(most, Event("every-die", {"times": times, "of": of}))


@lru_cache(maxsize=256)
def _prospects(asked: Prospects, count: int) -> Mapping[str, Fraction]:
    from fractions import Fraction

    weights = asked.test.weights(Dice(count, 6))
    ways = sum(weights.values())
    passed = {tested: weight for tested, weight in weights.items() if tested.harnessed >= asked.cost}
    perils = (weight for tested, weight in weights.items() if tested.perils or (asked.fails_badly and tested not in passed))
    works = Fraction(0)
    for tested, weight in passed.items():
        drains = asked.drains if tested.perils else NO_DRAIN
        works += weight * (1 - (_denied(asked.share, tested.harnessed, drains) if asked.share else 0))
    return {"passed": Fraction(sum(passed.values()), ways), "perils": Fraction(sum(perils), ways), "works": works / ways}


@lru_cache(maxsize=1024)
def _denied(share: Share, harnessed: int, drains: Drains) -> Fraction:
    """The chance that the opponent's share nullifies so many charges, after perils that may have drained his pool."""
    from fractions import Fraction

    answers = ((share.dice(harnessed, charges), weight) for charges, weight in drains)
    denied = sum((weight * deny_chance(share.read, dice, harnessed) for dice, weight in answers), Fraction(0))
    return denied / sum(weight for _, weight in drains)


def deny_chance(read: DenyReading, dice: int, harnessed: int) -> Fraction:
    """The chance to nullify `harnessed` charges with so many dice, those that are thrown again counted."""
    if isinstance(read, DenyAgain):
        return read.chance(dice, harnessed)
    tails = _deny_tails(read, dice)
    return tails[harnessed] if harnessed < len(tails) else tails[0] - tails[0]


@lru_cache(maxsize=256)
def _deny_tails(read: Pool, dice: int) -> tuple[Fraction, ...]:
    """The chances to nullify at least 0, 1, 2, ... charges."""
    from fractions import Fraction

    weights = read.weights(Dice(dice, 6)) if dice else {0: 1}
    ways, total, tails = sum(weights.values()), 0, []
    for nullified in range(dice, -1, -1):
        total += weights.get(nullified, 0)
        tails.append(Fraction(total, ways))
    return tuple(reversed(tails))
