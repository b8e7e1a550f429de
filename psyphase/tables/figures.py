"""Numbers of the rules that belong to no other entry, as a system's own struct."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import fields

from psyphase.tables.library import Library
from psyphase.tables.names import Id, Line, Name

S = TypeVar("S", bound=Struct)


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of the rules that belongs to no other entry."""

    id: Id
    name: Name
    value: Annotated[int, Meta(ge=-1000, le=1000)]
    source: Line


def typed(library: Library, file: str, figures: Mapping[str, Figure], shape: type[S]) -> S | None:
    """The numbers as a struct with a field for every one that is asked for (`double-passes` is `double_passes`).

    A field of type `Figure` has the entry itself, where its name is shown. What is missing is noted as a problem. None where
    the table was not read, or lacks something.
    """
    wanted = {_id(one.name): one for one in fields(shape)}
    missing = [id for id in wanted if id not in figures]
    if not figures:
        return None
    if missing:
        if library.is_whole(file):
            library.places[file, next(iter(figures))].complain("", "no figure '{id}' in the table", id=missing[0])
        return None
    return shape(**{one.name: figures[id] if one.type is Figure else figures[id].value for id, one in wanted.items()})


def unread(figures: Iterable[str], shape: type[Struct]) -> list[str]:
    """Figures that the table has and nothing asks for."""
    asked = set(map(_id, shape.__struct_fields__))
    return [id for id in figures if id not in asked]


def _id(field: str) -> str:
    return field.replace("_", "-")
