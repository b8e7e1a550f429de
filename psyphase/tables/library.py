"""Where rule tables are found, and how those of several folders become one set."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import yaml
from msgspec import Struct

from psyphase.errors import Problem, PsyphaseError, RulesError
from psyphase.files import read_text
from psyphase.tables.document import Document
from psyphase.tables.names import About, Name
from psyphase.tables.nodes import child
from psyphase.tables.settings import Setting, Settings
from psyphase.text import Phrase, as_phrase

T = TypeVar("T")


class Place(Struct, frozen=True):
    """Where an entry stands."""

    document: Document
    node: yaml.Node

    @property
    def name(self) -> Name | None:
        """The entry's name, if it has one; what is wrong with it is noted."""
        node = child(self.node, "name", "")
        return self.document.convert(node, Name) if node else None

    @property
    def text(self) -> str:
        """The entry as it is written."""
        lines = self.document.text.splitlines()[self.node.start_mark.line : self.node.end_mark.line + 1]
        if self.node is self.document.root:
            return "\n".join(lines).rstrip()
        end = next((n for n, line in enumerate(lines) if n and line[:1] == "-"), len(lines))
        return "\n".join(lines[:end]).rstrip()

    def complain(self, key: str, sentence: str | Phrase, /, **args: object) -> None:
        """Note a problem of the whole entry (no key) or of the value of one of its keys."""
        message = as_phrase(sentence, args)
        if not key:
            self.document.complain(self.node, message)
            return
        node = child(self.node, key, "") or self.node
        self.document.complain(node, "{key}: {message}", key=key, message=message)

    def check_known(self, key: str, kind: str, ids: Iterable[str], known: Iterable[str]) -> None:
        """Note every id that is none of the known ones; `kind` says what they are ids of."""
        for id in ids:
            if id not in known:
                self.complain(key, "no {kind} '{id}'", kind=kind, id=id)


class Library:
    """The tables of one system, from the folders given: later ones add entries or replace them by id.

    Problems are noted while tables are read, and `finish` raises them all. `places`: where each entry stands, by file and id;
    `replaced`: file, id and both paths of each entry that another folder replaced. Raises PsyphaseError if no folder has tables of
    the system.
    """

    def __init__(self, system: str, folders: Sequence[Path]) -> None:
        self.system = system
        self.folders = [folder / system for folder in folders if (folder / system).is_dir()]
        if not self.folders:
            raise PsyphaseError("no rules for '{system}' in {folders}", system=system, folders=list(folders))
        self.problems: list[Problem] = []
        self.places: dict[tuple[str, str], Place] = {}
        self.replaced: list[tuple[str, str, Path, Path]] = []
        self._languages: dict[Path, Sequence[str]] = {}
        self._read: dict[str, list[Document]] = {}

    def documents(self, file: str) -> Iterator[Document]:
        """The file of this name in each folder that has it; one that cannot be read is noted and left out."""
        for folder in self.folders:
            path = folder / file
            if os.path.lexists(path):
                try:
                    text = read_text(path)
                    document = Document(path, text, self._languages.get(folder, ()))
                except RulesError as error:
                    self.problems += error.problems
                    continue
                self._read.setdefault(file, []).append(document)
                yield document

    def texts(self, file: str) -> Iterator[str]:
        """The file of this name as it stands in each folder that has it; one that cannot be read says nothing."""
        for folder in self.folders:
            if os.path.lexists(folder / file):
                with suppress(RulesError):
                    yield read_text(folder / file)

    def whole(self, file: str, shape: type[T]) -> T | None:
        """A file that is one mapping; the last folder's wins. None if there is none or it is wrong."""
        found = None
        for document in self.documents(file):
            value = document.convert(document.root, shape)
            self.keep(file, "", document, document.root)
            found = value or found
        return found

    def demand(self, languages: Sequence[str]) -> None:
        """From here on every text of every folder must be given in these languages."""
        self._languages = dict.fromkeys(self.folders, languages)

    def languages(self, file: str, declared: Sequence[str]) -> None:
        """From here on the names of the folder that has `file`, which has been read, must be given in these languages."""
        document = self.places[file, ""].document
        document.languages = self._languages.setdefault(document.path.parent, declared)
        document.plain(document.root)

    def settings(self) -> Settings:
        """The system's settings, none of them changed. Raises RulesError with every problem of what was read so far."""
        about = self.whole("system.yaml", About)
        if about:
            self.languages("system.yaml", about.languages)
        settings = Settings(self.table("settings.yaml", Setting))  # type: ignore[arg-type]
        self._check_readings(settings)
        self.finish()
        return settings

    def _check_readings(self, settings: Settings) -> None:
        """The FAQ's readings need a setting that turns them on; beside it, every setting says whether it has one."""
        readings = settings.readings
        document = self.places["settings.yaml", readings.id].document if readings else None
        for id, setting in settings.declared.items():
            place = self.places["settings.yaml", id]
            if setting.faq is None and place.document is document:
                place.complain("", "missing key 'faq' (beside 'readings' every setting gives the FAQ's value, or none)")
            elif settings.faq(id) is not None and not readings:
                place.complain("faq", "expected a setting of the kind 'readings', which turns it on")

    def table(self, file: str, shape: type[T]) -> dict[str, T]:
        """The entries of a list file by id, merged over the folders; one with a problem is left out."""
        entries: dict[str, T] = {}
        for document in self.documents(file):
            self.entries(file, document, document.items(), shape, entries)
        return entries

    def entries(self, file: str, document: Document, nodes: Sequence[yaml.Node], shape: type[T], into: dict[str, T]) -> None:
        """Convert entries one by one into `into`, by id; the same id twice in one file is a problem."""
        for node in nodes:
            value = document.convert(node, shape)
            if value is None:
                continue
            id = str(getattr(value, "id"))  # noqa: B009
            known = self.places.get((file, id))
            if known and known.document is document:
                document.complain(node, "id '{id}' is already on line {line}", id=id, line=known.node.start_mark.line + 1)
            self.keep(file, id, document, node)
            into[id] = value

    def keep(self, file: str, id: str, document: Document, node: yaml.Node) -> None:
        """Note where an entry (no id: a whole file) stands, and whether it replaces another folder's."""
        before = self.places.get((file, id))
        if before and before.document is not document:
            self.replaced.append((file, id, before.document.path, document.path))
        self.places[file, id] = Place(document, node)

    def in_order(self, file: str, ids: Iterable[str]) -> list[str]:
        """Ids of entries, those of later folders last: they are to blame where two do not go together."""
        return sorted(ids, key=lambda one: self._read[file].index(self.places[file, one].document))

    def is_whole(self, file: str) -> bool:
        """Whether every entry of a file could be read, so that what is missing is really missing."""
        return not any(document.problems for document in self._read.get(file, ()))

    def files(self, folder: str) -> list[str]:
        """The names, without ending, of the YAML files in a sub-folder."""
        return sorted({path.stem for top in self.folders for path in (top / folder).glob("*.yaml")})

    def has_read(self, path: Path) -> bool:
        """Whether a file is one of the tables read."""
        return any(document.path == path for read in self._read.values() for document in read)

    @property
    def count(self) -> int:
        """How many files were read."""
        return sum(map(len, self._read.values()))

    @property
    def fingerprint(self) -> str:
        """A short name for exactly the tables read so far: 16 hexadecimal digits."""
        from hashlib import sha256  # only journals need it, and it is slow to import

        return sha256("\0".join(document.text for read in self._read.values() for document in read).encode()).hexdigest()[:16]

    def finish(self) -> None:
        """Raise RulesError with every problem of every file read."""
        problems = [problem for read in self._read.values() for document in read for problem in document.problems]
        if problems or self.problems:
            raise RulesError(problems + self.problems)


def shipped_rules() -> Path:
    """The folder of tables that comes with the program: a checkout's own first (an editable install may
    leave a stale copy), else the one inside the installed package.
    """
    package = Path(__file__).resolve().parent.parent
    checkout = package.parent / "rules"
    return checkout if (package.parent / "pyproject.toml").is_file() and checkout.is_dir() else package / "_rules"
