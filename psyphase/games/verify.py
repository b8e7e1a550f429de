"""Whether the faces of a game are those that follow from a seed, and what no journal can prove."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from psyphase.engine.journal import Entry, Journal
from psyphase.engine.play import Answered
from psyphase.engine.procedure import Roll
from psyphase.engine.rolling import random_bytes, roll_dice

Faces: TypeAlias = tuple[int, ...]


class Throw(Struct, frozen=True):
    """A roll of a game: where it stands in its file, its name, its faces, who threw them, and what follows from the seed, if that is told."""

    line: int
    roll: str
    faces: Faces
    by: str
    expected: Faces | None = None

    @property
    def follows(self) -> bool:
        """Whether its faces are those of the seed."""
        return self.faces == self.expected


def throws(play: Sequence[Entry], answered: Sequence[Answered], seed: str | None) -> Iterator[Throw]:
    """Every roll that counts, in order. `play`: the entries of the file, `answered`: what was answered when it was played again."""
    rolls = [entry for entry in play if entry.is_roll]
    counted = Journal(play).entries
    before = 0
    for entry, one in zip(counted, answered, strict=False):
        if not isinstance(one.request, Roll):
            continue
        faces = tuple(face for face in one.answer if isinstance(face, int)) if isinstance(one.answer, tuple) else ()
        expected = None
        if seed is not None and one.by == "thrown":
            number = next(number for number, other in enumerate(rolls) if other is entry)
            # The same dice at the same place show what they showed before they were taken back; up to version 0.2.0 a throw had
            # the number of those that still counted.
            same = [at for at, other in enumerate(rolls[:number]) if (other.id, other.answer) == (entry.id, entry.answer)]
            found = [_faces(seed, at, one.request) for at in (number, before, *same)]
            expected = faces if faces in found else found[0]
        before += 1
        yield Throw(entry.line, entry.id, faces, one.by, expected)


def _faces(seed: str, number: int, roll: Roll[object]) -> Faces:
    return roll_dice(roll.dice, random_bytes(seed), number, roll.reroll)


def taken_back(play: Sequence[Entry]) -> int:
    """How many rolls of a file do not count any more."""
    return sum(entry.is_roll for entry in play) - sum(entry.is_roll for entry in Journal(play).entries)


CHI_SQUARE_5 = 11.07
"""Fair six-sided dice come above this once in twenty times (five degrees of freedom)."""


def chi_square(counts: Sequence[int]) -> float | None:
    """How far counts of equally likely faces are from what is expected; None where nothing was counted."""
    expected = sum(counts) / len(counts)
    return round(sum((count - expected) ** 2 for count in counts) / expected, 2) if expected else None
