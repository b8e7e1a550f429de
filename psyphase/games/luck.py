"""What the dice showed against what they should have shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from psyphase.engine.odds import chances
from psyphase.engine.play import Answered, Narration
from psyphase.engine.procedure import Roll, Side

SIDES: tuple[Side, ...] = ("mine", "theirs")


def luck(narration: Sequence[Narration]) -> list[dict[str, Any]]:
    """For each side and source of its dice: D6s thrown, each face counted, their mean (3.5 expected), and for each
    kind of test how many passed and how many should have, in exact chances. Dice that nobody threw have no entry.
    """
    rolls = [one for one in narration if isinstance(one, Answered) and isinstance(one.request, Roll)]
    report = []
    for side in SIDES:
        for by in ("thrown", "typed"):
            own = [one for one in rolls if one.request.who == side and one.by == by]
            if own:
                report.append({"side": side, "dice": by, **_faces(own), "tests": _tests(own)})
    return report


def _faces(rolls: Sequence[Answered]) -> dict[str, Any]:
    faces = _shown(rolls, 6)
    counted = Counter(faces)
    others = sorted({one.request.dice.sides for one in rolls if isinstance(one.request, Roll)} - {6})
    return {
        "count": len(faces),
        "faces": [counted[face] for face in range(1, 7)],
        "expected": round(len(faces) / 6, 1),
        "mean": _mean(faces),
        "others": [
            {"sides": sides, "count": len(shown), "mean": _mean(shown), "expected": (sides + 1) / 2}
            for sides in others
            for shown in [_shown(rolls, sides)]
        ],
    }


def _shown(rolls: Sequence[Answered], sides: int) -> list[int]:
    """What all dice of so many sides showed."""
    return [
        face
        for one in rolls
        if isinstance(one.request, Roll) and one.request.dice.sides == sides and isinstance(one.answer, tuple)
        for face in one.answer
        if isinstance(face, int)
    ]


def _mean(faces: Sequence[int]) -> float | None:
    return round(sum(faces) / len(faces), 2) if faces else None


def _tests(rolls: Sequence[Answered]) -> list[dict[str, Any]]:
    """Passed and expected, for every kind of roll of which it is known when it passes."""
    kinds: dict[str, list[tuple[bool, Fraction]]] = {}
    for one in rolls:
        roll = one.request
        if isinstance(roll, Roll) and roll.passes is not None:
            chance = chances(roll.read, roll.dice).chance(roll.passes)
            kinds.setdefault(roll.id, []).append((roll.passes(one.outcome), chance))
    return [
        {
            "roll": id,
            "count": len(tests),
            "passed": sum(passed for passed, _chance in tests),
            "expected": round(float(sum(chance for _passed, chance in tests)), 2),
            "chance": round(float(sum(chance for _passed, chance in tests) / len(tests)), 6),
        }
        for id, tests in kinds.items()
    ]
