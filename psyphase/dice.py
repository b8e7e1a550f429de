"""Dice as a value: how many, how many sides, and the faces that may be typed for them.

Nothing here throws dice or knows what faces mean.
"""

from __future__ import annotations

from msgspec import Struct

from psyphase.errors import AnswerError

MAX_COUNT = 1000
MAX_SIDES = 1000


class Dice(Struct, frozen=True):
    """`count` dice with `sides` sides each, at most 1000 of either."""

    count: int
    sides: int

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MAX_COUNT:
            raise AnswerError(f"expected 1 to {MAX_COUNT} dice, got {shortened(self.count)}")
        if not 1 <= self.sides <= MAX_SIDES:
            raise AnswerError(f"expected dice of 1 to {MAX_SIDES} sides, got {shortened(self.sides)}")

    def __str__(self) -> str:
        return f"{'' if self.count == 1 else self.count}d{self.sides}"


def shortened(number: int) -> str:
    """A number as text, told by its length where it is absurdly long."""
    if number.bit_length() > 64:
        return "a number of more than 19 digits"
    return str(number)


def parse_faces(text: str, sides: int) -> tuple[int, ...]:
    """Read typed faces: `3,2 6` or run together (`3266`) on dice of up to nine sides.

    On ten-sided dice `0` is 10; on hundred-sided ones `0` and `00` are 100. Raises AnswerError.
    """
    faces: list[int] = []
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit()):
            raise AnswerError(f"expected faces from 1 to {sides}, got {word[:40]!r}")
        digits = [word] if sides > 9 else list(word)
        for digit in digits:
            faces.append(_face(digit, sides))
    return tuple(faces)


def _face(digits: str, sides: int) -> int:
    zero = (sides == 10 and digits == "0") or (sides == 100 and digits in ("0", "00"))
    face = sides if zero else int(digits[:9])
    if not 1 <= face <= sides or len(digits) > 4:
        raise AnswerError(f"expected faces from 1 to {sides}, got {digits[:40]!r}")
    return face
