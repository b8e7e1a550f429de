"""Shapes of rules that every system shares: names in several languages, and numbers that keep their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from psyphase.errors import AnswerError
from psyphase.procedure import Event

Language: TypeAlias = Literal["en", "ru", "fr"]
Id: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
PowerId: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)?$", max_length=120)]
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """A short text in the players' languages; one that is missing falls back to English."""

    en: Line
    ru: Line = ""
    fr: Line = ""

    def within(self, language: Language) -> str:
        """The text in a language."""
        return str(getattr(self, language)) or self.en


class Name(Words, frozen=True, forbid_unknown_fields=True):
    """A name in the players' languages; `ours` lists the languages in which it is not the publisher's."""

    ours: tuple[Language, ...] = ()


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """The system's own entry: its name, and the languages in which this folder gives every name."""

    id: Id
    name: Name
    languages: tuple[Language, ...]
    source: Line


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

    `limit`: what is added counts no more than this in all, either way; `least`: the number itself is never below it.
    """

    base: Modifier
    modifiers: tuple[Modifier, ...] = ()
    limit: int | None = None
    least: int | None = None

    @property
    def added(self) -> int:
        """What all modifiers come to, within the limit."""
        total = sum(modifier.value for modifier in self.modifiers)
        return total if self.limit is None else max(-self.limit, min(self.limit, total))

    @property
    def value(self) -> int:
        """The number itself."""
        value = self.base.value + self.added
        return value if self.least is None else max(self.least, value)


class NumberSetting(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="number"):
    """A number that a group of players may change."""

    id: str
    name: Name
    value: int
    low: int
    high: int
    source: Line

    def __post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise ValueError(f"expected a value from {self.low} to {self.high}, got {self.value}")

    def parse(self, text: str) -> int:
        """A value from text. Raises AnswerError."""
        word = text.strip()
        if not (word.isascii() and word.isdigit() and len(word) < 9 and self.low <= int(word) <= self.high):
            raise AnswerError(f"{self.id}: expected a number from {self.low} to {self.high}, got {word[:40]!r}")
        return int(word)


class ChoiceSetting(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="choice"):
    """One of several readings of a rule."""

    id: str
    name: Name
    value: str
    choices: tuple[str, ...]
    source: Line

    def __post_init__(self) -> None:
        if self.value not in self.choices:
            raise ValueError(f"expected a value that is one of {', '.join(self.choices)}, got {self.value!r}")

    def parse(self, text: str) -> str:
        """A value from text. Raises AnswerError."""
        if text not in self.choices:
            raise AnswerError(f"{self.id}: expected one of {', '.join(self.choices)}, got {text[:40]!r}")
        return text


class FlagSetting(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="flag"):
    """A rule that a group of players may switch off or on."""

    id: str
    name: Name
    value: bool
    source: Line

    def parse(self, text: str) -> bool:
        """A value from text. Raises AnswerError."""
        if text not in ("true", "false"):
            raise AnswerError(f"{self.id}: expected true or false, got {text[:40]!r}")
        return text == "true"


Setting: TypeAlias = NumberSetting | ChoiceSetting | FlagSetting
Value: TypeAlias = int | str | bool


def word(value: object) -> str:
    """A value as it is written in YAML."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Settings(Struct, frozen=True):
    """The settings in force: what the tables say, and what was changed."""

    declared: Mapping[str, Setting]
    changed: Mapping[str, Value] = {}

    def __getitem__(self, id: str) -> Value:
        return self.changed[id] if id in self.changed else self.declared[id].value

    def number(self, id: str) -> int:
        """The value of a number."""
        return int(self[id])

    def change(self, words: Mapping[str, str]) -> Settings:
        """These settings with some given anew, as text. Raises AnswerError."""
        unknown = sorted(set(words) - set(self.declared))
        if unknown:
            raise AnswerError(f"no setting '{unknown[0][:40]}', expected one of {', '.join(sorted(self.declared))}")
        return Settings(self.declared, {**self.changed, **{id: self.declared[id].parse(words[id]) for id in words}})

    def in_force(self) -> Iterator[tuple[Setting, Value]]:
        """Every setting with its value."""
        for id, setting in self.declared.items():
            yield setting, self[id]


def tiling_faults(rows: Mapping[str, tuple[int, int]], sides: int, complete: bool = True) -> Iterator[tuple[str, str]]:
    """What is wrong with rows that should cover every face of a die once: (row, message) pairs.

    `rows` maps a row's id to its first and last face. A hole is none where not `complete`: a row could not be read.
    """
    taken: dict[int, str] = {}
    for row, (low, high) in rows.items():
        if low > high:
            yield row, f"reversed range, got {low} before {high}"
        elif low < 1 or high > sides:
            yield row, f"beyond the die, expected faces from 1 to {sides}, got {low if low < 1 else high}"
        else:
            for face in range(low, high + 1):
                if face in taken:
                    yield row, f"overlap, {face} already belongs to '{taken[face]}'"
                taken.setdefault(face, row)
    missing = [face for face in range(1, sides + 1) if face not in taken]
    if missing and rows and complete:
        yield list(rows)[-1], f"hole, no row for {', '.join(map(str, missing))}"
