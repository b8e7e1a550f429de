"""Dice as a person writes them: `3d6`, `2d6+1`, `4d6kh3`, `d66`, `4d6>=4`, `2d6<=9`."""

from __future__ import annotations

import re

from msgspec import Struct

from psyphase.dice import Dice, shortened
from psyphase.errors import AnswerError, NotationError
from psyphase.readings import Digits, Pool, Total, Under

_DICE = re.compile(r"(\d*)[dD](\d+|%)", re.ASCII)
_KEEP = re.compile(r"[kK]([hHlL]?)(\d+)", re.ASCII)
_BONUS = re.compile(r"[+-]\d+", re.ASCII)
_COMPARE = re.compile(r"(>=|<=)(\d+)", re.ASCII)
MAX_BONUS = 1_000_000


class Notation(Struct, frozen=True):
    """What was asked for: dice and what their faces mean."""

    dice: Dice
    read: Total | Pool | Under | Digits


def looks_like_dice(word: str) -> bool:
    """Whether a word is meant as dice, well written or not, and not as a roll's name."""
    return bool(re.match(r"[-+]?\d|[dD][\d%]|[dD]-", word, re.ASCII)) or not word.strip()


def parse(text: str) -> Notation:
    """Read dice notation. Raises NotationError, which names the column."""
    match = _DICE.match(text)
    if not match:
        raise NotationError(text[:60], 1, "expected dice such as 3d6 or d100")
    count, sides = match.groups()
    if sides == "66":
        return _d66(text, match.end(), count)
    at = match.end()
    try:
        dice = Dice(_number(count or "1"), _number("100" if sides == "%" else sides))
    except AnswerError as error:
        raise NotationError(text[:60], 1, str(error)) from None
    keep = 0
    if match := _KEEP.match(text, at):
        keep = _number(match[2]) * (-1 if match[1] in ("l", "L") else 1)
        if not 1 <= abs(keep) <= dice.count:
            raise NotationError(text[:60], at + 1, f"expected to keep 1 to {dice.count} dice, got {shortened(abs(keep))}")
        at = match.end()
    bonus = 0
    if match := _BONUS.match(text, at):
        bonus = _number(match[0])
        if abs(bonus) > MAX_BONUS:
            raise NotationError(text[:60], at + 1, f"expected at most {MAX_BONUS}, got {shortened(abs(bonus))}")
        at = match.end()
    read: Total | Pool | Under = Total(bonus, keep)
    if match := _COMPARE.match(text, at):
        read = _compared(text, at, match, dice, bonus, keep)
        at = match.end()
    if at != len(text):
        raise NotationError(text[:60], at + 1, f"expected nothing more, got {text[at : at + 20]!r}")
    return Notation(dice, read)


def _compared(text: str, at: int, match: re.Match[str], dice: Dice, bonus: int, keep: int) -> Pool | Under:
    sign, number = match[1], _number(match[2])
    if number > MAX_BONUS:
        raise NotationError(text[:60], at + 3, f"expected at most {MAX_BONUS}, got {shortened(number)}")
    if sign == "<=" and not keep:
        return Under(number, bonus)
    if sign == ">=" and not keep and not bonus:
        if not 1 <= number <= dice.sides:
            raise NotationError(text[:60], at + 3, f"expected 1 to {dice.sides}, got {number}")
        return Pool(number)
    raise NotationError(text[:60], at + 1, f"'{sign}' cannot follow '{text[:at]}'")


def _d66(text: str, at: int, count: str) -> Notation:
    if count not in ("", "1"):
        raise NotationError(text[:60], 1, "d66 is two dice read as one number: write d66")
    if at != len(text):
        raise NotationError(text[:60], at + 1, f"expected nothing more, got {text[at : at + 20]!r}")
    return Notation(Dice(2, 6), Digits())


def _number(digits: str) -> int:
    """Like int(), but cheap and safe on absurdly long words."""
    return int(digits[:20])
