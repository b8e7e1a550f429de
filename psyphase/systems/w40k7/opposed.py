"""Opposed rolls of a power: both sides roll and add what they have (w40k7 P5, P11)."""

from __future__ import annotations

from msgspec.structs import replace

from psyphase.engine.procedure import Event, Number, Procedure, Roll
from psyphase.systems.w40k7.battle import UnitInPlay
from psyphase.systems.w40k7.effect_words import Outcome
from psyphase.systems.w40k7.in_force import leadership_sum, mastery_of
from psyphase.systems.w40k7.leadership import told_leadership
from psyphase.systems.w40k7.near import ask_near
from psyphase.systems.w40k7.power_dice_table import Adds, OpposedDice
from psyphase.systems.w40k7.power_results import has_none, spans_of, written
from psyphase.systems.w40k7.struck import Casting, Struck, about
from psyphase.systems.w40k7.vocabulary import Leadership
from psyphase.tables.sums import Modifier, Sum


def opposed(casting: Casting, dice: OpposedDice) -> Procedure[tuple[Casting, frozenset[Outcome]]]:
    """Both sides roll, each its own dice; what a difference means stands in the table, and a tie is one. How it went is given back."""
    struck, mine, theirs = casting.struck[0], 0, 0
    if dice.adds == "leadership":
        theirs = struck.leadership or 0
        if not theirs:
            yield from has_none(casting, struck, "leadership")
            return casting, frozenset()
        casting, mine = yield from _own_leadership(casting)
    elif dice.adds == "mastery":
        mine, theirs = mastery_of(casting.battle, casting.psyker).value, (yield from _mastery(casting, struck))
    margin, again = 0, True
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
    return casting, frozenset(span.went for span in dice.results if span.went != "any" and span.holds(margin))


def _parts(total: int, adds: Adds, bonus: int) -> Sum:
    """A side's total and where it comes from."""
    return Sum(Modifier("rolled", None, total - bonus), (Modifier(adds, None, bonus),) if bonus else ())


def _own_leadership(casting: Casting) -> Procedure[tuple[Casting, int]]:
    """The psyker's own leadership in force; what its profile says is asked where nobody told it."""
    psyker, battle = casting.psyker, casting.battle
    profile = told_leadership(casting.rules, psyker)
    if profile is None:
        profile = yield from Number("leadership", psyker.side, 1, 10, args={"name": psyker.name})
        known = battle.unit(psyker.id)
        battle = battle.with_units([replace(known, entry=replace(known.entry, leadership=profile))])
    battle = yield from ask_near(battle, [psyker], (Leadership,))
    return replace(casting, battle=battle), leadership_sum(battle, psyker, profile, None).value


def _mastery(casting: Casting, struck: Struck) -> Procedure[int]:
    """The mastery level of the psyker that is struck, asked of one in no roster."""
    if isinstance(struck.unit, UnitInPlay):
        return mastery_of(casting.battle, casting.battle.unit(struck.unit.id)).value
    return (yield from Number("target-mastery", casting.owner(struck), 1, 10, args=about(casting, struck)))
