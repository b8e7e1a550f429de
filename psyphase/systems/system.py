"""What a game system offers to the front ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct

from psyphase.engine.procedure import Procedure, Request
from psyphase.tables.library import Library
from psyphase.tables.settings import Settings
from psyphase.text import Phrase
from psyphase.words.sentences import Sentences, merge

ROOT = -1
"""In place of the index of a unit: the roster as a whole."""


class NamedRoll(Struct, frozen=True):
    """A one-shot roll: a procedure of (rules, *typed parameters*) that returns a struct of plain values.

    Positional parameters are arguments, keyword-only ones options. `tables` tells from the parameters
    which tables it reads.
    """

    procedure: Callable[..., Procedure[Any]]
    tables: Callable[[Mapping[str, Any]], Iterable[str]]


class Playable(Struct, frozen=True):
    """What is played with rosters: a procedure of (R, roster, ...), and how many rosters it takes at most."""

    procedure: Callable[..., Procedure[Any]]
    most: int


def _nothing_generated(_roster: Any) -> bool:
    return False


def _as_it_is(roster: Any) -> Any:
    return roster


class System(Struct, frozen=True):
    """What the front ends know of a game system. `R` below stands for its type of rules.

    `roster`: the type of its roster files. `procedures`: what is played with rosters, by name, the usual one first; `sides`: with a roster for either side, else with any number for one. `tables(rosters, procedure)`: which tables one of them with these rosters reads.
    `load(library, tables, settings)` -> R. `all_tables(library)`: every table there is.
    `check_roster(R, roster)`: what is wrong with it, as (index of the unit or ROOT, key, message).
    `generated(roster)`: whether powers were generated; `forget(roster)`: without them.
    `new_roster(R)`: a procedure that makes one.
    `summary(R, roster)`: its result as plain ids. `sheet(R, roster)`: the same as rows for people;
    `lookup(R, text)`: such rows for whatever has the text in its name.
    `one_shot(request)`: the words of the one-shot roll that is the same as a roll of a game, if there is one.
    `sentences()`: what it says, read when it is first spoken.
    """

    id: str
    roster: type[Any]
    sides: bool
    tables: Callable[[Sequence[Any], str], Iterable[str]]
    all_tables: Callable[[Library], Iterable[str]]
    load: Callable[[Library, Iterable[str], Settings], Any]
    check_roster: Callable[[Any, Any], Iterable[tuple[int, str, Phrase]]]
    procedures: Mapping[str, Playable]
    new_roster: Callable[[Any], Procedure[Any]]
    summary: Callable[[Any, Any], dict[str, Any]]
    sheet: Callable[[Any, Any], list[dict[str, Any]]]
    lookup: Callable[[Any, str], list[dict[str, Any]]]
    shapes: Mapping[str, Any]
    rolls: Mapping[str, NamedRoll]
    one_shot: Callable[[Request], str | None]
    sentences: Callable[[], Sentences]
    generated: Callable[[Any], bool] = _nothing_generated
    forget: Callable[[Any], Any] = _as_it_is


def later(module: str, name: str) -> Callable[..., Procedure[Any]]:
    """A procedure imported when it is first played: one-shot rolls need none of them, and they are slow to import."""

    @cache
    def found() -> Callable[..., Procedure[Any]]:
        procedure: Callable[..., Procedure[Any]] = getattr(import_module(module), name)
        return procedure

    def played(*args: Any) -> Procedure[Any]:
        return found()(*args)

    return played


def spoken(module: str) -> Callable[[], Sentences]:
    """The sentences of a system, beside those that every system has; imported when they are first said."""

    @cache
    def found() -> Sentences:
        parts = ("psyphase.words.common", "psyphase.systems.shared.sentences", module)
        return merge(*(import_module(part).SENTENCES for part in parts))

    return found
