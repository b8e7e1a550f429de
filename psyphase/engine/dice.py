"""Dice as a value: how many, how many sides, and the faces that may be typed for them.

Nothing here throws dice or knows what faces mean.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from psyphase.errors import AnswerError
from psyphase.text import shortened

MAX_COUNT = 1000


MAX_SIDES = 1000


class _Dice(NamedTuple):
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody wants of dice
    sides: int


class Dice(_Dice):
    """`count` dice with `sides` sides each, at most 1000 of either. Raises AnswerError for others."""

    # A named tuple and no msgspec struct: plain dice are thrown without importing msgspec.
    __slots__ = ()

    def __new__(cls, count: int, sides: int) -> Self:
        if not 1 <= count <= MAX_COUNT:
            raise AnswerError("expected 1 to {most} dice, got {got}", most=MAX_COUNT, got=shortened(count))
        if not 1 <= sides <= MAX_SIDES:
            raise AnswerError("expected dice of 1 to {most} sides, got {got}", most=MAX_SIDES, got=shortened(sides))
        return tuple.__new__(cls, (count, sides))  # quicker than through two classes: every roll makes one

    def __str__(self) -> str:
        return f"{'' if self.count == 1 else self.count}d{self.sides}"


D6 = Dice(1, 6)


def parse_faces(text: str, sides: int) -> tuple[int, ...]:
    """Read typed faces: `3,2 6` or run together (`3266`) on dice of up to nine sides; as many as there are, none for no text.

    On ten-sided dice `0` is 10; on hundred-sided ones `0` and `00` are 100. Raises AnswerError for what is no face of such a die.
    """
    faces: list[int] = []
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit()):
            raise AnswerError("expected faces from 1 to {sides}, got {got}", sides=sides, got=repr(word[:40]))
        faces += (_face(digits, sides) for digits in ([word] if sides > 9 else word))
    return tuple(faces)


def _face(digits: str, sides: int) -> int:
    zero = (sides == 10 and digits == "0") or (sides == 100 and digits in ("0", "00"))
    face = sides if zero else int(digits[:9])
    if not 1 <= face <= sides or len(digits) > 4:
        raise AnswerError("expected faces from 1 to {sides}, got {got}", sides=sides, got=repr(digits[:40]))
    return face
