"""Numbers that keep where they came from."""

from __future__ import annotations

from msgspec import Struct

from psyphase.engine.procedure import Event
from psyphase.tables.names import Name


class Modifier(Struct, frozen=True):
    """A part of a sum, with what it comes from; without a name the front end has a word for its id, or an event tells it."""

    id: str
    name: Name | Event | None
    value: int


class Target(Struct, frozen=True):
    """A number to reach, from a base and the modifiers that apply to each die: it keeps where it came from."""

    base: int
    modifiers: tuple[Modifier, ...] = ()

    @property
    def bonus(self) -> int:
        """What is added to the dice."""
        return sum(modifier.value for modifier in self.modifiers)

    @property
    def needed(self) -> int:
        """The least natural face that is enough."""
        return self.base - self.bonus


class Sum(Struct, frozen=True):
    """A number that keeps where it came from: a base and what is added.

    `limit`: what is added counts no more than this in all, either way; `least`, `most`: the number itself is never below or
    above it.
    """

    base: Modifier
    modifiers: tuple[Modifier, ...] = ()
    limit: int | None = None
    least: int | None = None
    most: int | None = None

    @property
    def added(self) -> int:
        """What all modifiers come to, within the limit."""
        total = sum(modifier.value for modifier in self.modifiers)
        return total if self.limit is None else max(-self.limit, min(self.limit, total))

    @property
    def value(self) -> int:
        """The number itself."""
        value = self.base.value + self.added
        value = value if self.most is None else min(self.most, value)
        return value if self.least is None else max(self.least, value)
