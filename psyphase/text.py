"""Text on one line: without control characters, cut to a length, nearest to another word."""

from __future__ import annotations

from collections.abc import Sequence


def shortened(number: int) -> str:
    """A number as text, told by its length where it is absurdly long."""
    if number.bit_length() > 64:
        return "a number of more than 19 digits"
    return str(number)


HARMLESS = "\u200c\u200d"
"""Joiners that hold letters together, in Persian and in emoji of families and flags."""


def is_printable(text: str) -> bool:
    """Whether text has no control character of any kind; spaces of all widths are allowed."""
    if text.isprintable():
        return True
    import unicodedata  # hardly ever wanted, and slow to import

    return all(c.isprintable() or c in HARMLESS or unicodedata.category(c) == "Zs" for c in text)


def printable(text: str) -> str:
    """Text on one line without control characters: what stands in a file never acts on a terminal."""
    return text if is_printable(text) else "".join(c if is_printable(c) else ascii(c)[1:-1] for c in text)


def cut_short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def nearest(word: str, names: Sequence[str]) -> str:
    """The end of a message: what was probably meant, if anything."""
    from difflib import get_close_matches  # only wanted once something is wrong

    close = get_close_matches(word, names, 1)
    return f", did you mean '{close[0]}'?" if close else f", expected one of {', '.join(names[:12])}" if len(names) <= 12 else ""


def clean(text: str) -> str:
    """Text from a file or a person without control characters, so that it can never act as a code."""
    return text if is_printable(text) else "".join(c if is_printable(c) else "\ufffd" for c in text)
