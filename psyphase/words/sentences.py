"""What the sentences of a system are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from psyphase.engine.procedure import Args, Event, Side
from psyphase.tables.sums import Modifier, Sum, Target


class Speaker(Protocol):
    """What a sentence may ask of whoever says it: translations, and arguments as text."""

    def gettext(self, sentence: str) -> str:
        """A marked sentence in the language that is spoken."""

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The one of two marked sentences that fits a count, in the language that is spoken."""

    def say(self, event: Event) -> str:
        """The sentence of an event."""

    def value(self, value: object) -> str:
        """An argument as text."""

    def target(self, target: Target) -> str:
        """A number to reach and where it comes from."""

    def sum(self, sum: Sum) -> str:
        """A number and where it comes from."""

    def part(self, part: Modifier) -> str:
        """The name of a part of a sum."""

    def army(self, side: Side) -> str:
        """Whose turn or dice."""


Sentence: TypeAlias = str | Callable[[Speaker, Args], str]
"""A sentence with its arguments in braces, or what builds one; marked where it stands, translated when it is said."""


class Sentences(Struct, frozen=True):
    """The sentences of one system: for events, for what is asked, for options without a name of their own,
    for chances, the columns of a sheet, one-shot rolls and their parameters. `risks`: the chances nobody aims at.
    `sides`: who is who, where it is not two armies.
    """

    events: dict[str, Sentence]
    requests: dict[str, Sentence]
    options: dict[str, str] = {}
    chances: dict[str, str] = {}
    risks: frozenset[str] = frozenset()
    columns: dict[str, str] = {}
    tests: dict[str, str] = {}
    rolls: dict[str, str] = {}
    parameters: dict[str, str] = {}
    headings: frozenset[str] = frozenset()
    alarms: frozenset[str] = frozenset()
    good: frozenset[str] = frozenset()
    asides: frozenset[str] = frozenset()
    header: str = ""
    header_ends: str = ""
    sides: tuple[str, ...] = ()


def merge(*several: Sentences) -> Sentences:
    """The sentences of several places as one: later ones replace earlier ones."""
    fields = Sentences.__struct_fields__
    found: dict[str, Any] = {field: getattr(several[0], field) for field in fields}
    for more in several[1:]:
        for field in fields:
            first, last = found[field], getattr(more, field)
            found[field] = last or first if isinstance(first, str | tuple) else first | last
    return Sentences(**found)
