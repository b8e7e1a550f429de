"""Chances and luck as lines of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct

from psyphase.engine.procedure import Number
from psyphase.words.catalogue import _
from psyphase.words.wording import Wording, percent

Prospects: TypeAlias = Callable[[int], Mapping[str, Fraction]]
MOST_ROWS = 30
"""So many rows are a table; more would be off the screen."""
SETTLED = Fraction(1, 100)
"""A chance that is so near to where it ends changes no more."""


class Chances(Struct, frozen=True):
    """The chances that go with each number: what they are of, one row a number, and what they mean, if that needs saying.

    `beside`: a few words for each row, or nothing at all; `suggested`: the number that is, with the reason.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    note: str = ""
    beside: tuple[str, ...] = ()
    suggested: int | None = None
    why: str = ""


def chances(words: Wording, request: Number) -> Chances | None:
    """The chances beside a question for a number, if it has any."""
    numbers = range(max(request.low, 1), request.high + 1)
    if not request.prospects or not numbers:
        return None
    found = _worth_a_row(words, request.prospects, numbers)
    suggested = request.suggested
    if suggested and suggested.number not in found:
        kept = list(found.items())[: MOST_ROWS - 1]
        found = dict(sorted([*kept, (suggested.number, request.prospects(suggested.number))]))
    notes = [request.note(count) for count in found] if request.note else []
    return Chances(
        tuple(map(words.chance, next(iter(found.values())))),
        tuple((count, tuple(map(percent, one.values()))) for count, one in found.items()),
        words.note(request),
        tuple(words.say(note) if note else "" for note in notes) if any(notes) else (),
        suggested.number if suggested else None,
        words.say(suggested.why) if suggested else "",
    )


def _worth_a_row(words: Wording, prospects: Prospects, numbers: range) -> dict[int, Mapping[str, Fraction]]:
    """From the first number with which anything can be gained to where nothing changes any more; risks grow on and on."""
    most = prospects(numbers[-1])
    goals = [id for id in most if id not in words.sentences.risks]
    found: dict[int, Mapping[str, Fraction]] = {}
    for count in numbers:
        one = prospects(count)
        if count < numbers[-1] and not found and not any(one[id] for id in goals):
            continue
        found[count] = one
        if len(found) == MOST_ROWS or all(abs(most[id] - one[id]) <= SETTLED for id in goals):
            break
    return found


def chance_lines(table: Chances) -> list[str]:
    """Chances as lines of a table, the number that is suggested with a star."""
    widths = [max(len(head), 6) for head in table.heads]
    lines = ["      " + "  ".join(head.rjust(width) for head, width in zip(table.heads, widths, strict=True))]
    for (count, cells), words in zip(table.rows, table.beside or [""] * len(table.rows), strict=True):
        mark = "*" if count == table.suggested else " "
        row = f"{mark}{count:4} " + "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append(f"{row}  {words}".rstrip())
    star = _("* suggested: {why}").format(why=table.why) if table.why else ""
    return [*lines, *filter(None, (star, table.note))]


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
