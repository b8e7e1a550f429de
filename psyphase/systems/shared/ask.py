"""Questions with two answers, and the first reason against something."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ParamSpec

from psyphase.engine.procedure import Args, Decision, Event, Procedure, Side

P = ParamSpec("P")
NO_ARGS: Args = {}


def ask_yes(id: str, who: Side, default: bool, args: Args = NO_ARGS) -> Procedure[bool]:
    """Yes or no; the default stands first."""
    answers = {"yes": True, "no": False} if default else {"no": False, "yes": True}
    return (yield from Decision(id, who, answers, default="yes" if default else "no", args=args))


def first_reason(checks: Iterable[Callable[P, Event | None]], *facts: P.args, **more: P.kwargs) -> Event | None:
    """The first reason that applies, asked for in this order; None where nothing is against it."""
    return next((why for check in checks if (why := check(*facts, **more)) is not None), None)
