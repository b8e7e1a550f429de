"""What was asked in a game: numbers with their limits, and what is proposed where one only presses Enter."""

from __future__ import annotations

from typing import Any, TypeAlias

from psyphase.engine.play import Answered
from psyphase.engine.procedure import Decision, Number, Numbers, Request, Selection, Text
from scripted import Played

Limits: TypeAlias = tuple[int, int, int | None]
"""The lowest number, the highest, and the one that is proposed."""


def requests(played: Played[Any]) -> list[Request]:
    """Everything that was asked, in order."""
    return [one.request for one in played.narration if isinstance(one, Answered)]


def numbers(played: Played[Any]) -> dict[str, list[Limits]]:
    """The limits of every number, each time it was asked for."""
    found: dict[str, list[Limits]] = {}
    for one in requests(played):
        if isinstance(one, Number):
            found.setdefault(one.id, []).append((one.low, one.high, one.default))
    return found


def proposed(played: Played[Any]) -> dict[str, list[Any]]:
    """What is proposed each time something other than a number was asked for; of several things all their keys."""
    found: dict[str, list[Any]] = {}
    for one in requests(played):
        if isinstance(one, Decision | Selection | Text | Numbers):
            found.setdefault(one.id, []).append(one.default)
    return found
