"""Warp charge for both players at the start of a psychic phase (w40k7 P1, P2)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Event, Procedure, Roll, Side, other
from psyphase.engine.readings import Total


class Charges(Struct, frozen=True):
    """Both pools after the warp charge roll."""

    mine: int
    theirs: int


def warp_charge(side: Side, mine: tuple[Mapping[str, int], int], theirs: tuple[Mapping[str, int], int]) -> Procedure[Charges]:
    """Roll a D6; each player adds the own mastery levels, and dice that other rules give or take (P1, P2)."""
    roll = yield from Roll("warp-charge", side, Dice(1, 6), Total())
    totals = []
    for who, (levels, extra) in ((side, mine), (other(side), theirs)):
        total = max(0, roll + sum(levels.values()) + extra)
        args = {"side": who, "roll": roll, "levels": tuple(levels.values()), "extra": extra, "total": total}
        yield from Event("warp-charge-pool", args)
        totals.append(total)
    return Charges(*totals)
