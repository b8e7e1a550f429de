"""Exact chances, of one reading and of a whole procedure. No floats."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from msgspec import Struct

from psyphase.engine.dice import Dice
from psyphase.engine.play import Source
from psyphase.engine.procedure import Procedure
from psyphase.engine.readings import Reading
from psyphase.engine.tree import Tree

H = TypeVar("H", bound=Hashable)


class Dist(Struct, Generic[H], frozen=True):
    """A finite distribution: for each outcome its chance, as an exact fraction; they add up to 1."""

    chances: Mapping[H, Fraction]

    def chance(self, test: Callable[[H], bool]) -> Fraction:
        """The chance of all outcomes that pass `test`."""
        return sum((chance for outcome, chance in self.chances.items() if test(outcome)), Fraction(0))


def chances(read: Reading[H], dice: Dice) -> Dist[H]:
    """The distribution of one reading of some dice; faces that are rerolled are not its concern."""
    weights = read.weights(dice)
    ways = sum(weights.values())
    return Dist({outcome: Fraction(weight, ways) for outcome, weight in weights.items()})


def odds(start: Callable[[], Procedure[H]], sources: Callable[[], Sequence[Source]] = tuple) -> Dist[H]:
    """The distribution of a procedure's outcome, its outcome tree added up; `sources`, fresh for each path, answer the rest.

    Raises Unanswered for a decision nobody made, AnswerError for an answer that does not fit.
    """
    weights: dict[int, dict[H, int]] = {}
    for outcome, weight, cases in Tree(start, sources).ends():
        known = weights.setdefault(cases, {})
        known[outcome] = known.get(outcome, 0) + weight
    found: dict[H, Fraction] = {}
    for cases, known in weights.items():
        for outcome, weight in known.items():
            found[outcome] = found.get(outcome, Fraction(0)) + Fraction(weight, cases)
    return Dist(found)
