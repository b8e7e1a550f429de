"""Chances that stand beside a power: to deny it, to manifest it; and the faces that may bring perils (w40k7 P9, P10, P14)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from psyphase.engine.readings import DANGER, Pool
from psyphase.systems.w40k7.chances import Prospects, Share, deny_chance
from psyphase.systems.w40k7.psychic_test import PsychicTest


@pytest.mark.parametrize(
    ("answer", "dice", "harnessed", "chance"),
    [
        pytest.param(Pool(6), 2, 1, Fraction(11, 36), id="a six in two dice"),
        pytest.param(Pool(6), 2, 2, Fraction(1, 36), id="two sixes in two"),
        pytest.param(Pool(6), 2, 3, Fraction(0), id="three in two dice cannot be"),
        pytest.param(Pool(6, 1), 2, 4, Fraction(0), id="nor four"),
        pytest.param(Pool(6, -1), 3, 1, Fraction(0), id="a seven cannot be"),
        pytest.param(Pool(6, -1), 3, 0, Fraction(1), id="no charge is always nullified"),
        pytest.param(Pool(2, 1), 3, 3, Fraction(1), id="every face is enough"),
        pytest.param(Pool(2, 1), 3, 1, Fraction(1), id="and so for one"),
        pytest.param(Pool(6), 0, 1, Fraction(0), id="no dice"),
    ],
)
def test_the_chance_to_deny(answer: Pool, dice: int, harnessed: int, chance: Fraction) -> None:
    """w40k7 P14: all charges that were harnessed have to go, with as many dice."""
    assert deny_chance(answer, dice, harnessed) == chance


def test_who_has_no_dice_denies_nothing() -> None:
    """w40k7 P14: whoever could answer needs dice for it: with none, or where nobody can, what is manifested works."""
    test = PsychicTest(4, "never")
    for prospects in (Prospects(test, 1, Share(Pool(6), 6, 0, 1)), Prospects(test, 1)):
        assert prospects(1) == {"passed": Fraction(1, 2), "perils": 0, "works": Fraction(1, 2)}


def test_what_may_bring_perils_is_marked() -> None:
    """w40k7 P10, T5: sixes may, or by another rule every face that came twice, or none."""
    marked = {
        kind: [DANGER in marks for marks in PsychicTest(4, kind).marks((6, 3, 3, 5))]
        for kind in ("two-sixes", "any-double", "never")
    }
    assert marked == {
        "two-sixes": [True, False, False, False],
        "any-double": [False, True, True, False],
        "never": [False] * 4,
    }
