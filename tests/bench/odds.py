"""Odds: the chances of manifest and deny against icepool's time for the same distributions, which are held equal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import icepool
from ratio import ratio

from psyphase.engine.odds import odds
from psyphase.engine.procedure import Procedure
from psyphase.engine.readings import Pool
from psyphase.systems.w40k7 import chances, psychic_test
from psyphase.systems.w40k7.deny import deny_test
from psyphase.tables.sums import Target

COST, ROWS, DENY_DICE = 2, range(1, 13), 6
TEST, TARGET = psychic_test.PsychicTest(4, "two-sixes"), Target(6)
Row: TypeAlias = Mapping[tuple[bool, ...], Fraction]
"""The chances of (manifested, perils, denied)."""


def manifest_and_deny(dice: int) -> Procedure[tuple[bool, ...]]:
    """A psychic test with so many dice, and the opponent's answer with all of his."""
    tested = yield from psychic_test.psychic_test("mine", TEST, COST, dice)
    if tested.harnessed < COST:
        return False, tested.perils, False
    denied = yield from deny_test("theirs", tested.harnessed, DENY_DICE, TARGET)
    return True, tested.perils, denied.denied


def by_tree() -> list[Row]:
    """Every row from the procedures that are played."""
    return [odds(lambda dice=dice: manifest_and_deny(dice)).chances for dice in ROWS]  # type: ignore[misc]


def by_prospects() -> list[Mapping[str, Fraction]]:
    """Every row as the prompt shows it."""
    forget()
    prospects = chances.Prospects(TEST, COST, chances.Share(Pool(TARGET.base, TARGET.bonus), TARGET.needed, DENY_DICE, 1))
    return [prospects(dice) for dice in ROWS]


def forget() -> None:
    """Nothing is remembered of what was worked out before."""
    for cached in (chances._prospects, chances._denied, chances._deny_tails):
        cached.cache_clear()


def by_icepool() -> list[Row]:
    """The same two rolls, the second where the first asks for it."""
    deny = DENY_DICE @ (icepool.d6 >= TARGET.base)
    die = icepool.d6.map(lambda face: icepool.vectorize(face >= TEST.success, face == 6))
    rows: list[Row] = []
    for dice in ROWS:
        test = (dice @ die).map(lambda harnessed, sixes: (harnessed, sixes >= 2))
        whole = test.map(
            lambda harnessed, perils: (
                deny.map(lambda nullified: (True, perils, nullified >= harnessed))
                if harnessed >= COST
                else (False, perils, False)
            )
        )
        rows.append({tuple(map(bool, outcome)): Fraction(ways, whole.denominator()) for outcome, ways in whole.items()})
    return rows


def run(_folder: Path, _against: Path | None) -> list[bool]:
    """What `odds` makes of the procedures, and what stands beside the prompt."""
    tree, prompt, oracle = by_tree(), by_prospects(), by_icepool()
    assert tree == oracle
    for row, shown in zip(oracle, prompt, strict=True):
        assert shown["passed"] == sum(chance for outcome, chance in row.items() if outcome[0])
        assert shown["perils"] == sum(chance for outcome, chance in row.items() if outcome[1])
        assert shown["works"] == sum(chance for outcome, chance in row.items() if outcome[0] and not outcome[2])
    name = f"manifest and deny, {len(ROWS)} rows against {DENY_DICE} dice, {{}} / icepool"
    return [
        ratio(name.format("odds of the procedures"), _only(by_tree), _only(by_icepool), 25, 0.35, "odds"),
        ratio(name.format("beside the prompt"), _only(by_prospects), _only(by_icepool), 25, 0.35, "odds"),
    ]


def _only(rows: Callable[[], object]) -> Callable[[], None]:
    """Work them out, for the time it takes."""

    def run() -> None:
        rows()

    return run
