"""How dice look: faces with their marks, as glyphs where the terminal has them, else digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from psyphase.cli.screen.stdout import can_show
from psyphase.engine.dice import Dice
from psyphase.engine.readings import COUNTS, DANGER, Reading

GLYPHS = "⚀⚁⚂⚃⚄⚅"


MANY = 40
"""More dice than this are summed up face by face."""


def shown_faces(dice: Dice, faces: Sequence[int], read: Reading[Any], glyphs: bool) -> str:
    """Faces as text: `[5]` counts, `6!` may bring perils; many dice are summed up as `12x1 9x2`."""
    if len(faces) > MANY:
        counted = Counter(faces)
        return " ".join(f"{counted[face]}x{face}" for face in sorted(counted))
    marks = read.marks(faces)
    return " ".join(_face(dice, face, mark, glyphs) for face, mark in zip(faces, marks, strict=True))


def _face(dice: Dice, face: int, mark: frozenset[str], glyphs: bool) -> str:
    text = f"{GLYPHS[face - 1]}{face}" if glyphs and dice.sides == len(GLYPHS) else str(face)
    if DANGER in mark:
        text += "!"
    return f"[{text}]" if COUNTS in mark else text


def large_faces(dice: Dice, faces: Sequence[int], read: Reading[Any], width: int) -> list[str]:
    """Faces as boxes, three lines a row: a double border counts, `!` may bring perils. Empty for too many dice."""
    boxes = [_box(str(face), mark) for face, mark in zip(faces, read.marks(faces), strict=True)]
    across = max(1, width // (max((len(box[0]) for box in boxes), default=1) + 1))
    if not boxes or len(boxes) > 3 * across:
        return []
    rows = [boxes[at : at + across] for at in range(0, len(boxes), across)]
    return [" ".join(box[line] for box in row) for row in rows for line in range(3)]


def _box(face: str, mark: frozenset[str]) -> tuple[str, str, str]:
    inside = f" {face}{'!' if DANGER in mark else ' '}"
    line = "═" if COUNTS in mark else "─"
    left, right = ("╔║╚", "╗║╝") if COUNTS in mark else ("┌│└", "┐│┘")
    drawn = (
        f"{left[0]}{line * len(inside)}{right[0]}",
        f"{left[1]}{inside}{right[1]}",
        f"{left[2]}{line * len(inside)}{right[2]}",
    )
    return drawn if can_show("".join(drawn)) else tuple(part.translate(_ASCII) for part in drawn)  # type: ignore[return-value]


_ASCII = str.maketrans("═─╔╗╚╝┌┐└┘║│", "=-++++++++||")
