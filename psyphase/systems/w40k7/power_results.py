"""What the dice of a power come to, as it is told (w40k7 P11)."""

from __future__ import annotations

from psyphase.engine.dice import Dice
from psyphase.engine.notation import parse
from psyphase.engine.procedure import Decision, Event, Procedure, Roll
from psyphase.engine.readings import Total
from psyphase.systems.w40k7.power_dice_table import Against, Counted, Result, Span
from psyphase.systems.w40k7.struck import Casting, Struck, about


def written(notation: str, bonus: int = 0) -> tuple[Dice, Total]:
    """Dice as a table has them, with something added."""
    dice, reading = parse(notation)
    assert isinstance(reading, Total)
    return dice, reading._replace(bonus=reading.bonus + bonus)


def total_of(casting: Casting, struck: Struck, notation: str, of: Counted, more: int = 0) -> Procedure[int]:
    """What some dice come to, `more` of them than written."""
    dice, reading = written(notation)
    dice = Dice(dice.count + more, dice.sides)
    args = {**about(casting, struck), "what": Event(f"what-{of}")}
    return (yield from Roll("power-dice", casting.side, dice, reading, args=args))


def tell(casting: Casting, struck: Struck, of: Counted, count: int) -> Procedure[None]:
    """A number of something is told."""
    yield from Event("power-total", {**about(casting, struck), "counted": Event(f"total-{of}", {"count": count})})


def follows(casting: Casting, result: Result, struck: Struck) -> Procedure[None]:
    """A result is told, with what its dice come to."""
    yield from _words(casting, result, struck)
    if result.amount != "none":
        total = yield from total_of(casting, struck, result.amount.dice, result.amount.of)
        yield from tell(casting, struck, result.amount.of, total)


def _words(casting: Casting, result: Result | Span, struck: Struck) -> Procedure[None]:
    yield from Event("power-result", {**about(casting, struck), "row": result, "words": result.words})


def spans_of(casting: Casting, spans: tuple[Span, ...], struck: Struck, number: int) -> Procedure[bool]:
    """Everything that follows from a number; whether the dice are rolled again."""
    again = False
    for span in spans:
        if span.holds(number):
            yield from _words(casting, span, struck)
            if span.counts != "nothing":
                yield from tell(casting, struck, span.counts, number)
            again = again or span.again
    return again and not (yield from is_slain(casting, struck))


def is_slain(casting: Casting, struck: Struck) -> Procedure[bool]:
    """The players see whether the target, or its model, is slain."""
    options = {"alive": False, "slain": True}
    return (yield from Decision("is-slain", casting.owner(struck), options, default="alive", args=about(casting, struck)))


def has_none(casting: Casting, struck: Struck, against: Against) -> Procedure[None]:
    """What has no such characteristic is not affected."""
    yield from Event("has-none", {**about(casting, struck), "what": Event(f"against-{against}")})
