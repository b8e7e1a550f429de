"""What a game system offers to the front ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from psyphase.engine.procedure import Procedure, Request
from psyphase.tables.library import Library
from psyphase.tables.settings import Settings
from psyphase.text import Phrase
from psyphase.words.sentences import Sentences, merge

if TYPE_CHECKING:
    from psyphase.tables.remarks import Remark

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
    """A verb: a procedure of (R, roster, ...), what it is in one sentence, and how many rosters it takes at most.

    A game has a journal; a maker takes one roster and returns it with what it made. Sentence, kind and name stand once more
    in the line of the registry.
    """

    procedure: Callable[..., Procedure[Any]]
    help: str
    kind: Literal["maker", "game"] = "game"
    most: int = 2


def _nothing(*_: Any) -> tuple[Any, ...]:
    return ()


def _no_rows(*_: Any) -> list[dict[str, Any]]:
    return []


def _not_generated(_roster: Any) -> bool:
    return False


def _as_it_is(roster: Any) -> Any:
    return roster


def _in_plain_values(_rules: Any, roster: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(roster)
    return plain


def _no_command(_request: Request) -> str | None:
    return None


class System(Struct, frozen=True, kw_only=True):
    """What the front ends know of a game system; `R` below stands for its type of rules. The first five are all it needs.

    `id`: its name in rosters and journals, and that of its folder of tables.
    `roster`: the type of its roster files.
    `verbs`: what is done with rosters, by name, the usual one first.
    `load(library, tables, settings)` -> R.
    `sentences()`: what it says, read when it is first spoken.

    `two_sided`: played with a roster for either side, else with any number for one.
    `units`: the key of the list in a roster whose entries have problems of their own; empty where the roster is one thing.
    `tables(rosters, verb)`: which tables a verb with these rosters reads, as `load` knows them; `all_tables(library)`: every
    table there is. A system whose `load` always reads everything names none.
    `check_roster(R, roster)`: what is wrong with it, as (index of the unit or ROOT, key, message).
    `generated(roster)`: whether a maker has been at it; `forget(roster)`: without what was made.
    `new_roster(R)`: a procedure that makes one by questions, if there is one.
    `summary(R, roster)`: a roster as plain ids; `rows(R, roster)`: the same as rows for people;
    `lookup(R, text)`: such rows for whatever has the text in its name.
    `shapes`: the types of its tables by name, for editors.
    `rolls`: its one-shot rolls; `one_shot(request)`: the words of the one that is the same as a roll of a game.
    `remarks(R, library)`: what its tables hold that changes nothing in play.
    """

    id: str
    roster: type[Any]
    verbs: Mapping[str, Playable]
    load: Callable[[Library, Iterable[str], Settings], Any]
    sentences: Callable[[], Sentences]
    two_sided: bool = True
    units: str = "units"
    tables: Callable[[Sequence[Any], str], Iterable[str]] = _nothing
    all_tables: Callable[[Library], Iterable[str]] = _nothing
    check_roster: Callable[[Any, Any], Iterable[tuple[int, str, Phrase]]] = _nothing
    generated: Callable[[Any], bool] = _not_generated
    forget: Callable[[Any], Any] = _as_it_is
    new_roster: Callable[[Any], Procedure[Any]] | None = None
    summary: Callable[[Any, Any], dict[str, Any]] = _in_plain_values
    rows: Callable[[Any, Any], list[dict[str, Any]]] = _no_rows
    lookup: Callable[[Any, str], list[dict[str, Any]]] = _no_rows
    shapes: Mapping[str, Any] = {}
    rolls: Mapping[str, NamedRoll] = {}
    one_shot: Callable[[Request], str | None] = _no_command
    remarks: Callable[[Any, Library], Iterable[Remark]] = _nothing


def later(module: str, name: str) -> Callable[..., Any]:
    """A function imported when it is first called: one-shot rolls need no procedure of a game, and they are slow to import."""

    @cache
    def found() -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(module), name)
        return function

    def played(*args: Any) -> Any:
        return found()(*args)

    return played


def spoken(module: str) -> Callable[[], Sentences]:
    """The sentences of a system, beside those that every system has; imported when they are first said."""

    @cache
    def found() -> Sentences:
        parts = ("psyphase.words.common", "psyphase.systems.shared.sentences", module)
        return merge(*(import_module(part).SENTENCES for part in parts))

    return found
