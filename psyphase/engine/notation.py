"""Dice as a person writes them: `3d6`, `2d6+1`, `4d6kh3`, `d66`, `4d6>=4`, `2d6<=9`."""

from __future__ import annotations

import re
from typing import NamedTuple

from psyphase.engine.dice import Dice
from psyphase.engine.readings import Digits, Pool, Total, Under
from psyphase.errors import AnswerError, NotationError
from psyphase.text import shortened

# Compiled when something is parsed: rolls by name only look whether a word is meant as dice.
_DICE = r"(\d*)[dD](\d+|%)"
_KEEP = r"[kK]([hHlL]?)(\d+)"
_BONUS = r"[+-]\d+"
_COMPARE = r"(>=|<=)(\d+)"
MAX_BONUS = 1_000_000


class Notation(NamedTuple):
    """What was asked for: dice and what their faces mean."""

    dice: Dice
    read: Total | Pool | Under | Digits


def looks_like_dice(word: str) -> bool:
    """Whether a word is meant as dice, well written or not, and not as the name of a roll."""
    return bool(re.match(r"[-+]?\d|[dD][\d%]|[dD]-", word, re.ASCII)) or not word.strip()


def parse(text: str) -> Notation:
    """Read dice notation, with nothing before or after it. Raises NotationError, which names the column."""
    match = re.compile(_DICE, re.ASCII).match(text)
    if not match:
        raise NotationError(text[:60], 1, "expected dice such as 3d6 or d100")
    if match[2] == "66":
        dice, at = _d66(text, match[1]), match.end()
        read: Total | Pool | Under | Digits = Digits()
    else:
        dice = _dice(text, match[1] or "1", match[2])
        keep, at = _keep(text, match.end(), dice)
        bonus, at = _bonus(text, at)
        read = Total(bonus, keep)
        if match := re.compile(_COMPARE, re.ASCII).match(text, at):
            read, at = _compared(text, match, dice, read), match.end()
    if at != len(text):
        raise NotationError(text[:60], at + 1, "expected nothing more, got {got}", got=repr(text[at : at + 20]))
    return Notation(dice, read)


def _dice(text: str, count: str, sides: str) -> Dice:
    try:
        dice = Dice(_number(count), 1)
    except AnswerError as error:
        raise NotationError(text[:60], 1, error.phrase) from None
    try:
        return Dice(dice.count, _number("100" if sides == "%" else sides))
    except AnswerError as error:
        raise NotationError(text[:60], re.search("[dD]", text).end() + 1, error.phrase) from None  # type: ignore[union-attr]


def _d66(text: str, count: str) -> Dice:
    if count not in ("", "1"):
        raise NotationError(text[:60], 1, "d66 is two dice read as one number: write d66")
    return Dice(2, 6)


def _keep(text: str, at: int, dice: Dice) -> tuple[int, int]:
    """How many dice are kept (negative: the lowest), and where the notation goes on."""
    match = re.compile(_KEEP, re.ASCII).match(text, at)
    if not match:
        return 0, at
    keep = _number(match[2])
    if not 1 <= keep <= dice.count:
        raise NotationError(
            text[:60], at + 1, "expected to keep 1 to {count} dice, got {got}", count=dice.count, got=shortened(keep)
        )
    return -keep if match[1] in ("l", "L") else keep, match.end()


def _bonus(text: str, at: int) -> tuple[int, int]:
    match = re.compile(_BONUS, re.ASCII).match(text, at)
    if not match:
        return 0, at
    bonus = _number(match[0])
    if abs(bonus) > MAX_BONUS:
        raise NotationError(text[:60], at + 1, "expected at most {most}, got {got}", most=MAX_BONUS, got=shortened(abs(bonus)))
    return bonus, match.end()


def _compared(text: str, match: re.Match[str], dice: Dice, total: Total) -> Pool | Under:
    """`>=` counts dice, `<=` judges the sum."""
    at, number = match.start(), _number(match[2])
    if number > MAX_BONUS:
        raise NotationError(text[:60], at + 3, "expected at most {most}, got {got}", most=MAX_BONUS, got=shortened(number))
    if match[1] == "<=" and not total.keep:
        return Under(number, total.bonus)
    if match[1] == ">=" and total == Total():
        if not 1 <= number <= dice.sides:
            raise NotationError(text[:60], at + 3, "expected 1 to {sides}, got {got}", sides=dice.sides, got=number)
        return Pool(number)
    raise NotationError(text[:60], at + 1, "'{sign}' cannot follow '{before}'", sign=match[1], before=text[:at])


def _number(digits: str) -> int:
    """Like int(), but cheap and safe on absurdly long words."""
    sign = -1 if digits[:1] == "-" else 1
    return sign * int(digits.lstrip("+-0")[:21] or "0")
