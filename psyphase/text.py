"""Text on one line: without control characters, cut to a length, nearest to another word; and sentences that are said late."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence


def shortened(number: int) -> str:
    """A number as text, or that it has more than 19 digits."""
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


def folded(text: str) -> str:
    """Text without case and accents, to compare names that people write."""
    if text.isascii():
        return text.casefold()
    import unicodedata  # hardly ever wanted, and slow to import

    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


def cut_short(value: object) -> str:
    """A value as text of at most 60 characters, for a message."""
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Phrase:
    """A sentence in English with named places, and what goes into them. It is put together when it is said: `str` says it
    in English.

    What goes in may be a phrase itself; what lists hold is joined by commas. A sentence without arguments is said as it stands,
    braces and all: text of a file or a person goes in as an argument.
    """

    # No dataclass: it is on the way of plain dice, and they are slow to import.
    __slots__ = ("args", "template")

    def __init__(self, template: str, /, **args: object) -> None:
        self.template = template
        self.args = args

    def said(self, translate: Callable[[str], str]) -> str:
        """The sentence with its template and those of its arguments translated."""
        text = translate(self.template) if self.template else ""  # catalogues keep their header under the empty sentence
        return text.format_map({key: _said(value, translate) for key, value in self.args.items()}) if self.args else text

    def printable(self) -> Phrase:
        """The same without control characters in what goes in."""
        return Phrase(self.template, **{key: _printable(value) for key, value in self.args.items()})

    def __str__(self) -> str:
        return self.said(str)

    def __repr__(self) -> str:
        return f"Phrase({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and str(self) == str(other)

    def __lt__(self, other: Phrase) -> bool:
        return str(self) < str(other)

    def __hash__(self) -> int:
        return hash(str(self))


class Lines(Phrase):
    """Phrases one below the other."""

    __slots__ = ("phrases",)

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        super().__init__("")
        self.phrases = phrases

    def said(self, translate: Callable[[str], str]) -> str:
        """Each phrase translated, on a line of its own."""
        return "\n".join(phrase.said(translate) for phrase in self.phrases)


def _said(value: object, translate: Callable[[str], str]) -> str:
    if isinstance(value, Phrase):
        return value.said(translate)
    # Dice are a tuple too, and say themselves.
    return ", ".join(_said(one, translate) for one in value) if type(value) in (tuple, list) else str(value)  # type: ignore[attr-defined]


def _printable(value: object) -> object:
    if isinstance(value, Phrase):
        return value.printable()
    return [_printable(one) for one in value] if type(value) in (tuple, list) else printable(str(value))  # type: ignore[attr-defined]


def as_phrase(sentence: str | Phrase, args: Mapping[str, object]) -> Phrase:
    """A phrase as it is, or one made of a sentence and its arguments."""
    return sentence if isinstance(sentence, Phrase) else Phrase(sentence, **args)


def all_of(names: Sequence[object]) -> Phrase:
    """`a and b and c`; at least one name."""
    *before, last = names
    return Phrase("{some} and {last}", some=all_of(before), last=last) if before else Phrase("{last}", last=last)


def any_of(names: Sequence[object]) -> Phrase:
    """`a or b or c`; at least one name."""
    *before, last = names
    return Phrase("{some} or {last}", some=any_of(before), last=last) if before else Phrase("{last}", last=last)


def nearest(word: str, names: Sequence[str]) -> Phrase:
    """The end of a message: what was probably meant, if anything."""
    from difflib import get_close_matches  # only wanted once something is wrong

    if close := get_close_matches(word, names, 1):
        return Phrase(", did you mean '{close}'?", close=close[0])
    return Phrase(", expected one of {names}", names=tuple(names)) if len(names) <= 12 else Phrase("")


def clean(text: str) -> str:
    """Text from a file or a person without control characters, so that it can never act as a code."""
    return text if is_printable(text) else "".join(c if is_printable(c) else "\ufffd" for c in text)


def as_markdown(text: str) -> str:
    """Text that Markdown shows as it is: what it would take for markup is escaped."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#+!|&~" else c for c in text)
