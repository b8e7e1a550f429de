"""Numbers of the rules that belong to no other entry, as a system's own struct."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeVar

from msgspec import Meta, Struct

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

    What is missing is noted as a problem. None where the table was not read, or lacks something.
    """
    fields = {field.replace("_", "-"): field for field in shape.__struct_fields__}
    missing = [id for id in fields if id not in figures]
    if not figures:
        return None
    if missing:
        if library.is_whole(file):
            library.places[file, next(iter(figures))].complain("", f"no figure '{missing[0]}' in the table")
        return None
    return shape(**{field: figures[id].value for id, field in fields.items()})
