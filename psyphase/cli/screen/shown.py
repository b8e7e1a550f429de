"""One picture of a request in the language that is spoken: made here, drawn as menus and as lines by the prompts, plain JSON
for any other front end.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from psyphase.cli.screen.charts import Chances, chances
from psyphase.cli.screen.render import Standing
from psyphase.engine.procedure import Decision, Number, Numbers, Selection, Side, Text
from psyphase.words.wording import Wording

Question: TypeAlias = Decision[Any] | Selection[Any] | Number | Numbers | Text
"""What a person is asked; dice are thrown or typed."""
Kind: TypeAlias = Literal["one", "several", "number", "numbers", "text"]
KINDS: dict[type[Question], Kind] = {Decision: "one", Selection: "several", Number: "number", Numbers: "numbers", Text: "text"}


class Row(Struct, frozen=True):
    """An option: its key, its label, a few words beside it, what it does; why it is unavailable, if it is."""

    key: str
    label: str
    note: str = ""
    effect: str = ""
    reason: str = ""

    @property
    def text(self) -> str:
        """The label with the words beside it."""
        return f"{self.label}: {self.note}" if self.note else self.label


class Shown(Struct, frozen=True):
    """A request as it is shown: the question, below how things stand and the last dice; chances; options, those that are
    unavailable apart. `least`: so many must be marked.
    """

    id: str
    kind: Kind
    who: Side
    question: str
    header: str = ""
    last_roll: tuple[str, ...] = ()
    chances: Chances | None = None
    rows: tuple[Row, ...] = ()
    unavailable: tuple[Row, ...] = ()
    default: int | str | tuple[str, ...] | None = None
    least: int = 0

    @property
    def keys(self) -> list[str]:
        """The keys of the options, in order."""
        return [row.key for row in self.rows]


def shown(words: Wording, request: Question, standing: Standing) -> Shown:
    """The picture of a request."""
    options = request if isinstance(request, Decision | Selection) else None
    return Shown(
        request.id,
        KINDS[type(request)],
        request.who,
        words.ask(request),
        standing.header,
        standing.last_roll,
        chances(words, request) if isinstance(request, Number) else None,
        _rows(words, options) if options else (),
        _unavailable(words, options) if options else (),
        request.default,
        request.least if isinstance(request, Selection) else 0,
    )


def _rows(words: Wording, request: Decision[Any] | Selection[Any]) -> tuple[Row, ...]:
    rows = []
    for key, value in request.options.items():
        note = request.notes.get(key) or getattr(value, "note", None)
        label = words.option(request, key, value)
        rows.append(Row(key, label, words.say(note) if note else "", words.effect(value)))
    return tuple(rows)


def _unavailable(words: Wording, request: Decision[Any] | Selection[Any]) -> tuple[Row, ...]:
    return tuple(Row(key, words.option(request, key, None), reason=words.say(why)) for key, why in request.unavailable.items())


def shown_object(picture: Shown) -> dict[str, Any]:
    """The picture as a plain JSON object; what there is none of is null or empty, never left out."""
    plain: dict[str, Any] = msgspec.to_builtins(picture)
    return plain
