"""Fair dice: faces from random bytes. The only place where chance enters."""

from __future__ import annotations

import os
from collections.abc import Callable, Container
from typing import TypeAlias

from psyphase.engine.dice import Dice

RandomBytes: TypeAlias = Callable[[int, int], bytes]
"""Bytes for a roll, by its number, and the number of the block."""


def roll_dice(dice: Dice, source: RandomBytes, roll: int, reroll: Container[int] = ()) -> tuple[int, ...]:
    """Throw dice; a single die is thrown until it shows a face not in `reroll`. All faces in order, rerolled ones too.

    `roll` is the number of the roll in its game, from 0. Every face takes as many bits as it needs, and values beyond the die
    are skipped, so every face is equally likely.
    """
    count, sides = dice
    width = (sides - 1).bit_length()
    if not width:
        return (1,) * count
    mask = (1 << width) - 1
    faces: list[int] = []
    block = 0
    while True:
        data = source(roll, block)
        bits = int.from_bytes(data, "little")
        for _ in range(len(data) * 8 // width):
            face = (bits & mask) + 1
            bits >>= width
            if face <= sides:
                faces.append(face)
                if len(faces) >= count and face not in reroll:
                    return tuple(faces)
        block += 1


def random_bytes(seed: str | None) -> RandomBytes:
    """Bytes from the operating system, or those that follow from a seed."""
    return system_bytes if seed is None else seeded_bytes(seed)


def system_bytes(_roll: int, _block: int) -> bytes:
    """32 random bytes of the operating system, whatever the roll."""
    return os.urandom(32)


def seeded_bytes(seed: str) -> RandomBytes:
    """Bytes that follow from a seed, the number of the roll and that of the block: the same on every Python."""
    import hashlib  # only seeded dice need it, and it is slow to import

    return lambda roll, block: hashlib.sha256(f"{seed}/{roll}/{block}".encode(errors="surrogateescape")).digest()
