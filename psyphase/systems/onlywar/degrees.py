"""The d100 test: its reading, its sum and its procedure (onlywar-facts 2.1, 2.2; O7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Args, Event, Procedure, Roll, Side
from psyphase.engine.readings import Faces, merge, unmarked
from psyphase.systems.onlywar.model import Rules
from psyphase.tables.sums import Modifier, Sum

D100 = Dice(1, 100)
ALWAYS_FAILS = 100


class Tested(Struct, frozen=True):
    """What a test came to. `degrees`: of success, or with a minus of failure; a bare result is one already."""

    passed: bool
    degrees: int
    roll: int

    @property
    def double(self) -> bool:
        """Whether both digits are the same: 11, 22, ... 99, and 00 (S8)."""
        return self.roll % 11 == 0 or self.roll == ALWAYS_FAILS


class Degrees(NamedTuple):
    """A d100 at or under `target`. Degrees beyond the first: one for every ten of the margin, or by the difference of the tens."""

    target: int
    method: str
    automatic: bool

    def read(self, faces: Faces) -> Tested:
        roll = faces[0]
        passed = roll <= self.target
        if self.automatic and roll in (1, ALWAYS_FAILS):
            passed = roll == 1
        degrees = 1 + max(0, self._further(roll) if passed else -self._further_failed(roll))
        return Tested(passed, degrees if passed else -degrees, roll)

    def _further(self, roll: int) -> int:
        return self.target // 10 - roll // 10 if self.method == "tens" else (self.target - roll) // 10

    def _further_failed(self, roll: int) -> int:
        return self.target // 10 - roll // 10 if self.method == "tens" else -((roll - self.target) // 10)

    def weights(self, dice: Dice) -> dict[Tested, int]:
        return merge((self.read((face,)), 1) for face in range(1, dice.sides + 1))

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        return unmarked(faces)


def has_passed(tested: Tested) -> bool:
    """Whether a test was passed."""
    return tested.passed


def target(rules: Rules, base: Modifier, modifiers: Sequence[Modifier]) -> Sum:
    """What to roll at most: modifiers of 0 are left out, all together count no more than the cap (facts 4.5)."""
    return Sum(base, tuple(one for one in modifiers if one.value), limit=rules.settings.modifier_cap)


def difficulty(rules: Rules, id: str) -> Modifier:
    """A step of the ladder as a part of a sum (C2)."""
    step = rules.difficulties[id]
    return Modifier(step.id, step.name, step.value)


def reading(rules: Rules, against: Sum) -> Degrees:
    """How a roll against this target is read under the settings."""
    return Degrees(against.value, rules.settings.degrees, rules.settings.automatic)


def roll_of(rules: Rules, id: str, who: Side, against: Sum, args: Args) -> Roll[Tested]:
    """The roll of a test."""
    return Roll(id, who, D100, reading(rules, against), args={"target": against, **args}, passes=has_passed)


def take_test(rules: Rules, id: str, who: Side, against: Sum, args: Args) -> Procedure[Tested]:
    """Roll a d100 against a target, and say the degrees and how they were counted."""
    tested = yield from roll_of(rules, id, who, against, args)
    said = {"degrees": abs(tested.degrees), "target": against.value, "method": rules.settings.degrees}
    yield from Event("test-passed" if tested.passed else "test-failed", said)
    return tested
