"""What a system's tables hold that changes nothing in play, found the same way in every system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from psyphase.tables import figures
from psyphase.tables.library import Library
from psyphase.tables.remarks import Remark
from psyphase.tables.settings import Settings


def unread_names(library: Library, declared: Settings, settings: type[Struct], numbers: type[Struct] | None) -> Iterator[Remark]:
    """Settings and figures that none of a system's own structs asks for."""
    asked = {"settings.yaml": declared.unread(settings)}
    if numbers:
        known = [id for file, id in library.places if file == "figures.yaml" and id]
        asked["figures.yaml"] = figures.unread(known, numbers)
    return (Remark(file, id, "nothing reads") for file, ids in asked.items() for id in ids)


def text_only(file: str, does: Mapping[str, bool]) -> Iterator[Remark]:
    """Entries of a file that only say their words: `does` tells of each id whether it does more."""
    return (Remark(file, id, "text only") for id, more in does.items() if not more)
