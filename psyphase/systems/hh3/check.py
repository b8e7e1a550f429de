"""The willpower check: its reading, its procedure and whose willpower it is taken against (hh3 A8, A9, A12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Args, Event, Procedure, Roll, Side
from psyphase.engine.readings import DANGER, NO_MARK, Chance, Faces, Reading, merge
from psyphase.systems.hh3.model import Figures, Rules
from psyphase.systems.hh3.perils_table import PerilsRow
from psyphase.tables.sums import Modifier, Sum

TWO_DICE = Dice(2, 6)
WILLPOWER = "willpower"


class Checked(Struct, frozen=True):
    """What a check came to: passed or not, the number of a natural double, 0 where there was none (A11), and the dice.

    `total`: the dice with the modifier, never below 0 (facts 2).
    """

    passed: bool
    double: int = 0
    dice: int = 0
    total: int = 0


class WillpowerCheck(NamedTuple):
    """Two dice plus `modifier`, `target` or less; natural doubles of two numbers always pass and always fail (A12).

    `perils`: whether a double brings them.
    """

    target: int
    doubles: Figures
    modifier: int = 0
    perils: bool = True

    def read(self, faces: Faces) -> Checked:
        first, second = faces
        double = first if first == second else 0
        dice = sum(faces)
        total = max(0, dice + self.modifier)
        always, never = double == self.doubles.double_passes, double == self.doubles.double_fails
        return Checked(always or (not never and total <= self.target), double, dice, total)

    def weights(self, dice: Dice) -> dict[Checked, int]:
        faces = range(1, dice.sides + 1)
        return merge((self.read((first, second)), 1) for first in faces for second in faces)

    def marks(self, faces: Faces) -> Sequence[frozenset[str]]:
        return [frozenset({DANGER}) if self.perils and len(set(faces)) == 1 else NO_MARK] * len(faces)


def has_passed(checked: Checked) -> bool:
    """Whether a check was passed."""
    return checked.passed


def willpower(value: int, modifiers: tuple[Modifier, ...] = ()) -> Sum:
    """A model's current willpower, never below 0."""
    return Sum(Modifier(WILLPOWER, None, value), modifiers, least=0)


def check_roll(
    rules: Rules, id: str, side: Side, against: Sum, args: Args, modifier: int = 0, *, perils: bool = True
) -> Roll[Checked]:
    """Two dice against a willpower that is not 0."""
    assert rules.figures
    reading = WillpowerCheck(against.value, rules.figures, modifier, perils)
    return Roll(id, side, TWO_DICE, reading, args={"against": against, "modifier": modifier, **args}, passes=has_passed)


def check(
    rules: Rules, id: str, side: Side, against: Sum, args: Args, modifier: int = 0, *, perils: bool = True
) -> Procedure[Checked]:
    """Roll two dice against a willpower; at 0 the check fails without dice (A12)."""
    if not against.value:
        yield from Event("fails-without-dice", {"against": against, "willpower": against.value, **args})
        return Checked(passed=False)
    checked = yield from check_roll(rules, id, side, against, args, modifier, perils=perils)
    event = "check-passed" if checked.passed else "check-failed"
    yield from Event(event, {"against": against, "why": _why(rules, checked, against, modifier), **args})
    return checked


def _why(rules: Rules, checked: Checked, against: Sum, modifier: int) -> Event:
    """What decided: a double that always does, or the total."""
    assert rules.figures
    if checked.double in (rules.figures.double_passes, rules.figures.double_fails):
        event = "double-one-passes" if checked.double == rules.figures.double_passes else "double-six-fails"
        return Event(event, {"double": checked.double})
    args = {"total": checked.total, "dice": checked.dice, "modifier": modifier, "target": against.value}
    if checked.dice + modifier < checked.total:
        return Event("by-the-total-of-none", args)
    return Event("by-the-modified-total" if modifier else "by-the-total", args)


def chance_note(rules: Rules, id: str, against: Sum, modifier: int = 0) -> Event:
    """What to say of a check before it is taken: its chances, and those of each row of perils."""
    if not against.value:
        return Event("fails-without-dice", {"against": against, "willpower": against.value})
    read = check_roll(rules, "willpower-check", "mine", against, {}, modifier).read
    rows = {row.id: row for row in rules.perils.rows.values()}
    args = {
        "against": against,
        "modifier": modifier,
        "passes": Chance(read, TWO_DICE, has_passed),
        "perils": Chance(read, TWO_DICE, brings_perils),
        "rows": tuple(_row_chance(read, row) for row in rows.values()),
    }
    return Event(id, args)


def _row_chance(read: Reading[Checked], row: PerilsRow) -> Event:
    return Event("row-chance", {"row": row, "chance": Chance(read, TWO_DICE, Doubled(row.faces))})


class Doubled(Struct, frozen=True):
    """Whether a check showed a double of one of these numbers."""

    numbers: tuple[int, ...]

    def __call__(self, checked: Checked) -> bool:
        return checked.double in self.numbers


def brings_perils(checked: Checked) -> bool:
    """Whether a check showed a double."""
    return bool(checked.double)
