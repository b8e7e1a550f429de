"""Settings: readings of the rules that a group of players may choose between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from psyphase.errors import AnswerError
from psyphase.tables.names import Line, Name

S = TypeVar("S", bound=Struct)
FAQ = "faq"
READINGS = ("source", FAQ)
NoFaq: TypeAlias = Literal["none"]
"""The official FAQ says nothing else."""


class NumberSetting(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="number"):
    """A number that a group of players may change. `faq`: the reading of the official FAQ, where that is another."""

    id: str
    name: Name
    value: int
    low: int
    high: int
    source: Line
    faq: int | NoFaq | None = None

    def __post_init__(self) -> None:
        """Raises ValueError if a value is out of range: in a table a problem of its entry."""
        for value in (self.value, self.faq):
            if isinstance(value, int) and not self.low <= value <= self.high:
                raise ValueError(f"expected a value from {self.low} to {self.high}, got {value}")

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
    """One of several readings of a rule. `faq`: that of the official FAQ, where it is another."""

    id: str
    name: Name
    value: str
    choices: tuple[str, ...]
    source: Line
    faq: str | None = None

    def __post_init__(self) -> None:
        """Raises ValueError if a value is none of the choices: in a table a problem of its entry."""
        for value in (self.value, self.faq):
            if value not in (*self.choices, "none", None):
                raise ValueError(f"expected a value that is one of {', '.join(self.choices)}, got {value!r}")

    def parse(self, text: str) -> str:
        """A value from text. Raises AnswerError."""
        if text not in self.choices:
            raise AnswerError("{id}: expected one of {choices}, got {got}", id=self.id, choices=self.choices, got=repr(text[:40]))
        return text


class FlagSetting(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="flag"):
    """A rule that a group of players may switch off or on. `faq`: the reading of the official FAQ, where that is another."""

    id: str
    name: Name
    value: bool
    source: Line
    faq: bool | NoFaq | None = None

    def parse(self, text: str) -> bool:
        """A value from text. Raises AnswerError."""
        if text not in ("true", "false"):
            raise AnswerError("{id}: expected true or false, got {got}", id=self.id, got=repr(text[:40]))
        return text == "true"


class ReadingsSetting(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="readings"):
    """Whose reading every setting takes that has one of the official FAQ and was not set by itself."""

    id: str
    name: Name
    value: Literal["source", "faq"]
    source: Line

    @property
    def faq(self) -> NoFaq:
        """It has no reading of its own."""
        return "none"

    def parse(self, text: str) -> str:
        """A value from text. Raises AnswerError."""
        if text not in READINGS:
            raise AnswerError("{id}: expected one of {choices}, got {got}", id=self.id, choices=READINGS, got=repr(text[:40]))
        return text


Setting: TypeAlias = NumberSetting | ChoiceSetting | FlagSetting | ReadingsSetting


Value: TypeAlias = int | str | bool


def yaml_word(value: object) -> str:
    """A value as it is written in YAML."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Settings(Struct, frozen=True):
    """The settings in force: what the tables say, and what was changed."""

    declared: Mapping[str, Setting]
    changed: Mapping[str, Value] = {}

    def __getitem__(self, id: str) -> Value:
        return self.changed[id] if id in self.changed else self._usual(self.declared[id])

    def _usual(self, setting: Setting) -> Value:
        """What the tables say of a setting, under the readings in force."""
        faq = self.faq(setting.id)
        return setting.value if faq is None or not self.readings or self[self.readings.id] != FAQ else faq

    def faq(self, id: str) -> Value | None:
        """The official FAQ's reading of a setting; None where it has none of its own."""
        found = self.declared[id].faq
        return None if found == "none" else found

    @property
    def readings(self) -> ReadingsSetting | None:
        """The setting that stands for the FAQ's readings of all others, if the tables have one."""
        return next((one for one in self.declared.values() if isinstance(one, ReadingsSetting)), None)

    def number(self, id: str) -> int:
        """The value of a number."""
        return int(self[id])

    def change(self, *places: Mapping[str, str]) -> Settings:
        """These settings with some given anew, as text: in one place after another, a config file, then the command line.

        Readings given in a place take the place of what was chosen before it, not of what is given beside them. Raises AnswerError.
        """
        changed = dict(self.changed)
        for words in places:
            unknown = sorted(set(words) - set(self.declared))
            if unknown:
                raise AnswerError("no setting '{id}', expected one of {known}", id=unknown[0][:40], known=sorted(self.declared))
            if self.readings and self.readings.id in words:
                changed = {id: value for id, value in changed.items() if self.faq(id) is None}
            changed |= {id: self.declared[id].parse(words[id]) for id in words}
        return Settings(self.declared, changed)

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
        asked = (*shape.__struct_fields__, *([self.readings.id] if self.readings else []))
        return [id for id in self.declared if id not in asked]

    def in_force(self) -> Iterator[tuple[Setting, Value]]:
        """Every setting with its value."""
        for id, setting in self.declared.items():
            yield setting, self[id]

    def differing(self) -> Iterator[tuple[Setting, Value]]:
        """The settings that are not as the tables have them; readings stand for all that follows from them."""
        return ((setting, value) for setting, value in self.in_force() if value != self._usual(setting))
