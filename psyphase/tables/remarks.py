"""What tables hold that changes nothing in play: no fault, but whoever writes tables wants to know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from psyphase.errors import Problem
from psyphase.files import short_path
from psyphase.tables.library import Library
from psyphase.tables.nodes import child
from psyphase.text import Phrase


class Remark(Struct, frozen=True):
    """An entry of a file (no `id`: its head) that is text only, or a `word` in it that nothing reads or plays, at one of its keys."""

    file: str
    id: str
    kind: Literal["text only", "nothing reads", "not yet played"]
    key: str = ""
    word: str = ""

    @property
    def subject(self) -> str:
        """What it is about: the entry, or the word and where it stands."""
        if not self.word or self.word == self.id:
            return self.id
        return f"{self.word} of {self.id}" if self.id else self.word


def located(library: Library, remark: Remark) -> Problem:
    """A remark at its place: `file:line:col: message`."""
    place = library.places[remark.file, remark.id]
    mark = (child(place.node, remark.key, "") or place.node).start_mark
    messages = {
        "text only": Phrase("text only: {subject}", subject=remark.subject),
        "nothing reads": Phrase("nothing reads: {subject}", subject=remark.subject),
        "not yet played": Phrase("not yet played: {subject}", subject=remark.subject),
    }
    message = messages[remark.kind]
    return Problem(short_path(place.document.path), mark.line + 1, mark.column + 1, message)


def summed_up(remarks: Iterable[Remark]) -> Iterator[str]:
    """One line a file: `qualities.yaml: text only: flame, tearing`."""
    by_file: dict[str, dict[str, list[str]]] = {}
    for remark in remarks:
        by_file.setdefault(remark.file, {}).setdefault(remark.kind, []).append(remark.subject)
    for file, kinds in sorted(by_file.items()):
        yield f"{file}: " + "; ".join(f"{kind}: {', '.join(subjects)}" for kind, subjects in kinds.items())
