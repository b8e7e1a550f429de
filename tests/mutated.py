"""Texts with a few accidents: characters, lines and words lost, doubled, moved, or out of place."""

from __future__ import annotations

import random

STRANGE = (
    "\t",
    "\0",
    "\x1b[31m",
    "{",
    "}",
    "[",
    "]",
    ": ",
    "- ",
    "#",
    "&a ",
    "*a",
    "!!int ",
    "'",
    '"',
    "|",
    "\u2028",
    "\ufeff",
    "\n",
    "\r",
)
WORDS = ("null", "-1", "9" * 30, "true", "[]", "{}", "''", "1e9", "ы" * 70, "system", "name", "undo", "x" * 500)


def mutated(text: str, dice: random.Random) -> str:
    """The text after one to four accidents."""
    for _ in range(dice.randint(1, 4)):
        text = dice.choice((_character, _line, _word, _twice, _cut))(text, dice)
    return text


def _character(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text) + 1)
    return text[:at] + dice.choice(STRANGE) + text[at + dice.randrange(3) :]


def _line(text: str, dice: random.Random) -> str:
    lines = text.splitlines(keepends=True) or [""]
    line = lines.pop(dice.randrange(len(lines)))
    lines.insert(dice.randrange(len(lines) + 1), dice.choice(("", line, line + line, "  " + line)))
    return "".join(lines)


def _word(text: str, dice: random.Random) -> str:
    words = text.split(" ")
    words[dice.randrange(len(words))] = dice.choice(WORDS)
    return " ".join(words)


def _twice(text: str, dice: random.Random) -> str:
    """A key of its own is given again, with more below it."""
    start, end = sorted(dice.randrange(len(text) + 1) for _ in range(2))
    return text[:end] + text[start : min(end, start + 80)] + text[end:]


def _cut(text: str, dice: random.Random) -> str:
    start = dice.randrange(len(text) + 1)
    return text[:start] + text[start + dice.randrange(20) :]
