"""Warp charge for both players at the start of a psychic phase (w40k7 P1, P2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct, field

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Event, Procedure, Roll, Side, other
from psyphase.engine.readings import Total
from psyphase.systems.w40k7.battle import Battle
from psyphase.systems.w40k7.in_force import mastery_of

Sources: TypeAlias = tuple[Mapping[str, int], int]
"""What a player adds to the roll: mastery levels by psyker, and dice by other rules."""


class Charges(Struct, frozen=True):
    """Both pools after the warp charge roll: of who has the turn, and of the opponent. JSON has names of its own for them."""

    active: int = field(name="mine")
    other: int = field(name="theirs")


def mastery_sum(battle: Battle, side: Side) -> Sources:
    """The mastery levels of all psyker units on the table, embarked ones included, by key; and other dice (P1, P2)."""
    present = [unit for unit in battle.of(side) if unit.present]
    levels = {unit.id: mastery_of(battle, unit).value for unit in present if unit.level}
    return levels, sum(unit.entry.warp_charge for unit in present)


def warp_charge(side: Side, own: Sources, against: Sources) -> Procedure[Charges]:
    """Roll a D6; each player adds the own mastery levels, and dice that other rules give or take (P1, P2)."""
    roll = yield from Roll("warp-charge", side, Dice(1, 6), Total())
    totals = []
    for who, (levels, extra) in ((side, own), (other(side), against)):
        total = max(0, roll + sum(levels.values()) + extra)
        args = {"side": who, "roll": roll, "levels": tuple(levels.values()), "extra": extra, "total": total}
        yield from Event("warp-charge-pool", args)
        totals.append(total)
    return Charges(*totals)
