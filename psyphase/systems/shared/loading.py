"""Lists of entries, and files with a head and entries, checked for what no type can express."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol, TypeVar

import yaml
from msgspec import Struct

from psyphase.engine.readings import Lookup
from psyphase.tables.document import Document
from psyphase.tables.library import Library, Place
from psyphase.tables.names import Name
from psyphase.text import Phrase

H = TypeVar("H", bound=Struct)
E = TypeVar("E")
R = TypeVar("R", bound=Hashable)


class Listed(Protocol):
    """An entry with an id and a name."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> Name: ...


def read_lists(library: Library, shapes: Mapping[str, Any], names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Those of the named tables that are lists of entries: by table and by id. Of `shapes` the list's own type is asked."""
    return {name: library.table(f"{name}.yaml", shapes[name].__args__[0]) for name in names if name in shapes}


def read_headed(
    library: Library,
    file: str,
    head: type[H],
    entries: tuple[str, type[E]],
    check: Callable[[Document, Mapping[str, yaml.Node], H], None] | None = None,
) -> tuple[H, dict[str, E]] | None:
    """A file with a head beside a list of entries, merged over the folders: the last head, and the entries by id.

    `entries`: the key of the list, and the type of an entry. The head's `id` is the name of the file; `check` notes what else is
    wrong with it. None where no head could be read.
    """
    key, entry = entries
    name = file.rpartition("/")[2].removesuffix(".yaml")
    heads: list[H] = []
    found: dict[str, E] = {}
    keys = (*head.__struct_fields__, key)
    for document in library.documents(file):
        nodes = document.mapping(keys, keys)
        one = document.convert_keys(head)
        library.keep(file, "", document, document.root)
        if one is not None:
            if (id := str(getattr(one, "id"))) != name:  # noqa: B009  every head has one
                document.complain(nodes["id"], "id: expected '{name}' as the file is named, got '{got}'", name=name, got=id)
            if check:
                check(document, nodes, one)
            heads.append(one)
        if key in nodes:
            library.entries(file, document, document.items(nodes[key]), entry, found)
    return (heads[-1], found) if heads else None


def read_by_die(library: Library, file: str, rows: Mapping[str, R], faces: Callable[[R], Sequence[int]], sides: int) -> Lookup[R]:
    """Rows of a table that are found with one die: every face belongs to exactly one of them; faults are noted."""
    found: dict[int, R] = {}
    whose: dict[int, str] = {}
    for id in library.in_order(file, rows):
        for face in faces(rows[id]):
            if face in whose:
                library.places[file, id].complain("faces", _overlap(face, whose[face]))
            found.setdefault(face, rows[id])
            whose.setdefault(face, id)
    missing = [face for face in range(1, sides + 1) if face not in found]
    if rows and missing and library.is_whole(file):
        library.places[file, list(rows)[-1]].complain("faces", _hole(missing))
    return Lookup(found)


def read_by_range(
    library: Library, file: str, rows: Mapping[str, R], ends: Callable[[R], tuple[int, int]], sides: int
) -> Lookup[R]:
    """Rows that are found with one die, each from its first face to its last; they tile the die, faults are noted."""
    ranges = {id: ends(rows[id]) for id in library.in_order(file, rows)}
    for id, message in tiling_faults(ranges, sides, library.is_whole(file)):
        library.places[file, id].complain("faces", message)
    return Lookup({face: rows[id] for id, (low, high) in ranges.items() for face in range(low, high + 1)})


def tiling_faults(rows: Mapping[str, tuple[int, int]], sides: int, complete: bool = True) -> Iterator[tuple[str, Phrase]]:
    """What is wrong with rows that should cover every face of a die once: (row, message) pairs.

    `rows` maps a row's id to its first and last face. A hole is none where not `complete`: a row could not be read.
    """
    taken: dict[int, str] = {}
    for row, (low, high) in rows.items():
        if low > high:
            yield row, Phrase("reversed range, got {low} before {high}", low=low, high=high)
        elif low < 1 or high > sides:
            got = low if low < 1 else high
            yield row, Phrase("beyond the die, expected faces from 1 to {sides}, got {got}", sides=sides, got=got)
        else:
            for face in range(low, high + 1):
                if face in taken:
                    yield row, _overlap(face, taken[face])
                taken.setdefault(face, row)
    missing = [face for face in range(1, sides + 1) if face not in taken]
    if missing and rows and complete:
        yield list(rows)[-1], _hole(missing)


def _overlap(face: int, row: str) -> Phrase:
    return Phrase("overlap, {face} already belongs to '{row}'", face=face, row=row)


def _hole(missing: list[int]) -> Phrase:
    return Phrase("hole, no row for {faces}", faces=missing)


def check_reserved(place: Place, id: str, reserved: Collection[str]) -> None:
    """Note an entry whose id is a word of the menus: no key beside it may be the same."""
    if id in reserved:
        place.complain("id", "'{id}' is a word of the menus", id=id)


MOST_SOUGHT = 50
"""So many words of a list that nobody knows are held against those that are known: whoever has more has words of his own."""


def misspelt(words: Iterable[str], known: Collection[str]) -> Iterator[tuple[str, str]]:
    """Each word that is nearly a known one and none itself, with the one it is nearly."""
    from difflib import get_close_matches  # only wanted where a roster has words of its own

    for word in islice((word for word in words if word not in known), MOST_SOUGHT):
        yield from ((word, meant) for meant in get_close_matches(word, list(known), 1, 0.8))


def has_text(thing: Listed, text: str) -> bool:
    """Whether a text stands in the id or in the name of something, in any language."""
    wanted = text.casefold()
    return any(wanted in one.casefold() for one in (thing.id, thing.name.en, thing.name.ru, thing.name.fr))
