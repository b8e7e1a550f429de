"""Opposed rolls of a power: both sides roll and add what they have (w40k7 P5, P11)."""

from __future__ import annotations

from psyphase.engine.procedure import Event, Number, Procedure, Roll
from psyphase.systems.w40k7.battle import UnitInPlay
from psyphase.systems.w40k7.power_dice_table import Adds, OpposedDice
from psyphase.systems.w40k7.power_results import has_none, spans_of, written
from psyphase.systems.w40k7.struck import Casting, Struck, about, leadership_of
from psyphase.tables.sums import Modifier, Sum


def opposed(casting: Casting, dice: OpposedDice) -> Procedure[None]:
    """Both sides roll, each its own dice; what a difference means stands in the table, and a tie is one."""
    struck, mine, theirs = casting.struck[0], 0, 0
    if dice.adds == "leadership":
        mine, theirs = (yield from _own_leadership(casting)), struck.leadership or 0
        if not theirs:
            yield from has_none(casting, struck, "leadership")
            return
    elif dice.adds == "mastery":
        mine, theirs = casting.psyker.level, (yield from _mastery(casting, struck))
    again = True
    while again:
        args = {**about(casting, struck), "what": Event("what-opposed")}
        rolled = yield from Roll("power-dice", casting.side, *written(dice.mine, mine), args=args)
        answered = yield from Roll("power-dice-theirs", casting.battle.opponent(), *written(dice.theirs, theirs), args=args)
        margin = rolled - answered
        sums = {"mine": _parts(rolled, dice.adds, mine), "theirs": _parts(answered, dice.adds, theirs)}
        outcome = "won" if margin > 0 else "lost" if margin < 0 else "tied"
        told = {**about(casting, struck), "psyker": casting.psyker, **sums, "margin": abs(margin)}
        yield from Event(f"opposed-{outcome}", told)
        again = yield from spans_of(casting, dice.results, struck, margin)


def _parts(total: int, adds: Adds, bonus: int) -> Sum:
    """A side's total and where it comes from."""
    added = (Modifier(f"added-{adds}", None, bonus),) if bonus else ()
    return Sum(Modifier("rolled", None, total - bonus), added)


def _own_leadership(casting: Casting) -> Procedure[int]:
    """The psyker's own leadership, asked where nobody told it."""
    psyker = casting.psyker
    known = leadership_of(casting.rules, casting.battle, psyker, alone=True)
    return known or (yield from Number("leadership", casting.side, 1, 10, args={"name": psyker.name}))


def _mastery(casting: Casting, struck: Struck) -> Procedure[int]:
    """The mastery level of the psyker that is struck: of several in the unit, or of one in no roster, it is asked."""
    members = casting.battle.members(struck.unit) if isinstance(struck.unit, UnitInPlay) else ()
    levels = [one.level for one in members if one.level]
    if len(levels) == 1:
        return levels[0]
    return (yield from Number("target-mastery", casting.owner(struck), 1, 10, args=about(casting, struck)))
