"""Settings: readings of the rules that a group of players may choose between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from psyphase.errors import AnswerError
from psyphase.tables.names import Line, Name

S = TypeVar("S", bound=Struct)


class NumberSetting(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="number"):
    """A number that a group of players may change."""

    id: str
    name: Name
    value: int
    low: int
    high: int
    source: Line

    def __post_init__(self) -> None:
        """Raises ValueError if the value is out of range: in a table a problem of its entry."""
        if not self.low <= self.value <= self.high:
            raise ValueError(f"expected a value from {self.low} to {self.high}, got {self.value}")

    def parse(self, text: str) -> int:
        """A value from text. Raises AnswerError."""
        word = text.strip()
        if not (word.isascii() and word.isdigit() and len(word) < 9 and self.low <= int(word) <= self.high):
            raise AnswerError(
                "{id}: expected a number from {low} to {high}, got {got}",
                id=self.id,
                low=self.low,
                high=self.high,
                got=repr(word[:40]),
            )
        return int(word)


class ChoiceSetting(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="choice"):
    """One of several readings of a rule."""

    id: str
    name: Name
    value: str
    choices: tuple[str, ...]
    source: Line

    def __post_init__(self) -> None:
        """Raises ValueError if the value is none of the choices: in a table a problem of its entry."""
        if self.value not in self.choices:
            raise ValueError(f"expected a value that is one of {', '.join(self.choices)}, got {self.value!r}")

    def parse(self, text: str) -> str:
        """A value from text. Raises AnswerError."""
        if text not in self.choices:
            raise AnswerError("{id}: expected one of {choices}, got {got}", id=self.id, choices=self.choices, got=repr(text[:40]))
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
            raise AnswerError("{id}: expected true or false, got {got}", id=self.id, got=repr(text[:40]))
        return text == "true"


Setting: TypeAlias = NumberSetting | ChoiceSetting | FlagSetting


Value: TypeAlias = int | str | bool


def yaml_word(value: object) -> str:
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
            raise AnswerError("no setting '{id}', expected one of {known}", id=unknown[0][:40], known=sorted(self.declared))
        return Settings(self.declared, {**self.changed, **{id: self.declared[id].parse(words[id]) for id in words}})

    def typed(self, shape: type[S]) -> S:
        """The values as a system's own struct, which has a field for every setting it asks for. Raises AnswerError."""
        missing = [id for id in shape.__struct_fields__ if id not in self.declared]
        if missing:
            raise AnswerError("settings: no setting '{id}' in the tables", id=missing[0])
        try:
            return msgspec.convert({id: self[id] for id in shape.__struct_fields__}, shape)
        except msgspec.ValidationError as error:
            raise AnswerError("settings: {why}", why=error) from None

    def unread(self, shape: type[Struct]) -> list[str]:
        """Settings that the tables declare and nothing asks for."""
        return [id for id in self.declared if id not in shape.__struct_fields__]

    def in_force(self) -> Iterator[tuple[Setting, Value]]:
        """Every setting with its value."""
        for id, setting in self.declared.items():
            yield setting, self[id]
