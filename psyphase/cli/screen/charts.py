"""Chances and luck as lines of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from psyphase.engine.procedure import Number
from psyphase.words.catalogue import _
from psyphase.words.wording import Wording, percent

MOST_ROWS = 60
"""Chances are shown for so many dice at most: nobody holds more."""


class Chances(Struct, frozen=True):
    """The chances that go with each number: what they are of, one row a number, and what they mean, if that needs saying."""

    heads: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    note: str = ""


def chances(words: Wording, request: Number) -> Chances | None:
    """The chances beside a question for a number, if it has any."""
    if not request.prospects:
        return None
    first = max(request.low, 1)
    found = {count: request.prospects(count) for count in range(first, min(request.high, MOST_ROWS) + 1)}
    if not found:
        return None
    heads = tuple(words.chance(id) for id in found[first])
    rows = tuple((count, tuple(map(percent, one.values()))) for count, one in found.items())
    return Chances(heads, rows, words.note(request))


def chance_lines(table: Chances) -> list[str]:
    """Chances as lines of a table."""
    widths = [max(len(head), 6) for head in table.heads]
    lines = ["      " + "  ".join(head.rjust(width) for head, width in zip(table.heads, widths, strict=True))]
    for count, cells in table.rows:
        lines.append(f"{count:5} " + "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)))
    return [*lines, table.note] if table.note else lines


def lines(report: Sequence[dict[str, Any]], words: Wording) -> Iterator[str]:
    """The report for people."""
    if not report:
        yield _("No dice have been thrown.")
    for part in report:
        army, by = words.army(part["side"]), {"thrown": _("dice thrown"), "typed": _("real dice")}[part["dice"]]
        dice = [(part["count"], 6), *((other["count"], other["sides"]) for other in part["others"])]
        listed = ", ".join(f"{count} D{sides}" for count, sides in dice if count)
        yield _("{army}, {by}: {dice}").format(army=army, by=by, dice=listed)
        if part["count"]:
            counts = "  ".join(f"{face}: {count}" for face, count in enumerate(part["faces"], 1))
            yield _("  {counts}   (expected {expected} of each)").format(counts=counts, expected=part["expected"])
            yield _("  mean {mean} (expected 3.5)").format(mean=part["mean"])
        for other in part["others"]:
            yield _("  D{sides}: mean {mean} (expected {expected})").format_map(other)
        for test in part["tests"]:
            share = percent(Fraction(str(test["chance"])))
            yield _("  {name}: {passed} of {count} passed, {expected} expected ({share} each)").format(
                name=words.test(test["roll"]), share=share, **test
            )
