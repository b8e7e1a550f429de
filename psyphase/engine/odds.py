"""Exact chances: a procedure played down every branch of its rolls. No floats."""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

from msgspec import Struct

from psyphase.engine.dice import Dice
from psyphase.engine.play import Source
from psyphase.engine.procedure import Event, Procedure, Roll
from psyphase.engine.readings import Reading
from psyphase.errors import Unanswered

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


def odds(start: Callable[[], Procedure[H]], *sources: Source) -> Dist[H]:
    """The distribution of a procedure's outcome; `sources` answer what is not a roll.

    A generator cannot be copied, so every branch plays it anew from the start: the outcomes of its
    rolls so far are handed back in order, and every source starts afresh. Raises Unanswered.
    """
    found: dict[H, Fraction] = {}
    branches: list[tuple[list[object], Fraction]] = [([], Fraction(1))]
    while branches:
        outcomes, weight = branches.pop()
        ended, value = _follow(start(), outcomes, copy.deepcopy(sources))
        if ended is None:
            found[value] = found.get(value, Fraction(0)) + weight  # type: ignore[index, arg-type]
            continue
        for outcome, chance in _branches(ended):
            branches.append(([*outcomes, outcome], weight * chance))
    return Dist(found)


def _follow(procedure: Procedure[H], outcomes: list[object], sources: tuple[Source, ...]) -> tuple[Roll[Hashable] | None, object]:
    """Play until a roll beyond the known outcomes (returned) or to the end (None and the result)."""
    left = iter(outcomes)
    reply: object = None
    while True:
        try:
            step = procedure.send(reply)
        except StopIteration as done:
            return None, done.value
        reply = None
        if isinstance(step, Event):
            continue
        if isinstance(step, Roll):
            try:
                reply = next(left)
            except StopIteration:
                return step, None
            continue
        answer = next((answer for source in sources if (answer := source(step)) is not None), None)
        if answer is None:
            raise Unanswered(step.id)
        reply = step.accept(answer)


def _branches(roll: Roll[Hashable]) -> list[tuple[Hashable, Fraction]]:
    if not roll.reroll:
        return list(chances(roll.read, roll.dice).chances.items())
    faces = [face for face in range(1, roll.dice.sides + 1) if face not in roll.reroll]
    return [(roll.read.read([face]), Fraction(1, len(faces))) for face in faces]
