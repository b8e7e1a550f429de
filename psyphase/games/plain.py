"""Events, answers and their arguments as plain JSON: ids and figures, no language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from psyphase.engine.play import Narration, Undone
from psyphase.engine.procedure import Args, Event, Roll
from psyphase.engine.readings import Chance
from psyphase.tables.names import Words
from psyphase.tables.sums import Sum, Target


def plain_value(value: object) -> Any:
    """An argument for JSON: ids and figures, no language. Texts in several languages become None."""
    if isinstance(value, Words):
        return None
    if isinstance(value, Event):
        return {"id": value.id, **plain_args(value.args)}
    if isinstance(value, Target | Sum | Chance):
        return _plain_number(value)
    if isinstance(value, Mapping):
        return {str(key): plain_value(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain_value(one) for one in value]
    return _plain_object(value)


def _plain_number(number: Target | Sum | Chance) -> Any:
    """A number with the parts it came from; a chance as a number from 0 to 1."""
    if isinstance(number, Chance):
        return round(float(number.fraction), 6)
    parts = [{"id": modifier.id, "value": modifier.value} for modifier in number.modifiers]
    if isinstance(number, Sum):
        return {"base": {"id": number.base.id, "value": number.base.value}, "modifiers": parts, "value": number.value}
    return {"base": number.base, "modifiers": parts, "needed": number.needed}


def _plain_object(value: object) -> Any:
    """A thing by its id, a roster's unit by its name, any other struct by its figures."""
    if value is None or isinstance(value, str | int):
        return value
    id = getattr(value, "id", None) or getattr(value, "name", None)
    if isinstance(id, str):
        return id
    import msgspec

    return msgspec.to_builtins(value)


def plain_args(args: Args) -> dict[str, Any]:
    """The arguments of an event or request for JSON; what is language only is left out."""
    return {key: plain for key, value in args.items() if (plain := plain_value(value)) is not None}


def json_object(narration: Narration) -> dict[str, Any]:
    """An event or answer as JSON: ids and figures only."""
    if isinstance(narration, Event):
        return {"event": narration.id, **plain_args(narration.args)}
    if isinstance(narration, Undone):
        return {"taken-back": [answered.request.id for answered in narration.answers]}
    request = narration.request
    if isinstance(request, Roll):
        faces = list(narration.answer) if isinstance(narration.answer, tuple) else [narration.answer]
        outcome = plain_value(narration.outcome)
        roll = {"roll": request.id, "who": request.who, "dice": str(request.dice), "faces": faces}
        return {**roll, "outcome": outcome, "by": narration.by}
    answer = list(narration.answer) if isinstance(narration.answer, tuple) else narration.answer
    return {"answer": request.id, "who": request.who, "value": answer, "by": narration.by}
