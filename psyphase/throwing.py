"""Fair dice: faces from random bytes. The only place where chance enters."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from psyphase.dice import Dice


def throw(dice: Dice, blocks: Iterator[bytes], again: Iterable[int] = ()) -> tuple[int, ...]:
    """Throw dice with random bytes; a single die is thrown until it shows a face not in `again`."""
    faces: list[int] = []
    for face in fair_faces(dice.sides, blocks):
        faces.append(face)
        if face not in again and len(faces) >= dice.count:
            break
    return tuple(faces)


def fair_faces(sides: int, blocks: Iterator[bytes]) -> Iterator[int]:
    """Endless fair faces: as many bits as a face needs, values beyond the die are skipped."""
    width = (sides - 1).bit_length()
    mask = (1 << width) - 1
    if not width:
        yield from iter(lambda: 1, 0)
    for block in blocks:
        bits = int.from_bytes(block, "little")
        for _ in range(len(block) * 8 // width):
            value = bits & mask
            bits >>= width
            if value < sides:
                yield value + 1


def random_bytes(seed: str | None, roll: int) -> Iterator[bytes]:
    """Endless random bytes: the operating system's, or those that follow from a seed and the number of the roll."""
    return _system_blocks() if seed is None else _seeded_blocks(f"{seed}/{roll}")


def _system_blocks() -> Iterator[bytes]:
    while True:
        yield os.urandom(64)


def _seeded_blocks(seed: str) -> Iterator[bytes]:
    from hashlib import sha256  # only seeded dice need it, and it is slow to import

    number = 0
    while True:
        yield sha256(f"{seed}/{number}".encode()).digest()
        number += 1
