"""A journal on disk: one line an answer, each synced before the next question, written by one process at a time."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

from psyphase.engine.journal import Entry, Journal
from psyphase.errors import PsyphaseError
from psyphase.files import lock, read_bytes, sync_folder, write_whole
from psyphase.games.script import MOST_BYTES, Script, canonical, is_as_written, line_of, script_from
from psyphase.text import Phrase

MOST_HEADER = MOST_BYTES // 4
"""How long a journal may be where it begins: the rest is room for answers."""


class JournalFile(Journal):
    """A journal kept on disk: every answer is there before the next question is asked.

    Only one process at a time can write it; a second is refused. `record` and `undo` raise PsyphaseError where the disk does
    not take what they write; then the file is as it was.
    """

    def __init__(
        self, path: Path, file: IO[bytes], text: bytes = b"", entries: Iterable[Entry] = (), *, is_new: bool = False
    ) -> None:
        """`text`: what the file holds, up to where the next answer goes. `is_new`: whether there was no file before, so that
        nothing is lost if it goes again without an answer.
        """
        super().__init__(entries)
        self.path = path
        self.tell: Callable[[Phrase], None] = lambda _said: None
        """Hears where the answers are, once that is not where they were."""
        self._file = file
        self._text = bytearray(text)
        self._size = len(text)
        """How long the file is if nobody else has written to it."""
        self._old_form = False
        self._is_new = is_new

    @classmethod
    def begin(cls, path: Path, header: str) -> JournalFile:
        """Begin a new journal with its header (`Session.header`); folders are made.

        Raises PsyphaseError if the file exists or cannot be written.
        """
        if len(header) > MOST_HEADER:
            raise PsyphaseError("{path}: the rosters are too large for a game", path=path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("xb", buffering=0)
        except FileExistsError:
            if not path.is_file():
                raise PsyphaseError("{path}: cannot be written: not a plain file", path=path) from None
            raise PsyphaseError("{path}: there is a game in this file already; name another one", path=path) from None
        except OSError as error:
            raise PsyphaseError("{path}: cannot be written: {why}", path=path, why=error.strerror or error) from None
        _lock(file, path)
        journal = cls(path, file, is_new=True)
        try:
            journal.append(header)
        except PsyphaseError:
            file.close()  # what is open cannot be removed on Windows
            path.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
        return journal

    @classmethod
    def go_on(cls, path: Path) -> tuple[JournalFile, Script]:
        """Open a journal to go on with it, and what it says; nothing is written, the next answer replaces an unfinished last line.

        Raises PsyphaseError if it cannot be opened or another process has it, RulesError if it cannot be read.
        """
        try:
            if path.exists() and not path.is_file():
                raise PsyphaseError("{path}: cannot be opened: not a plain file", path=path)
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise PsyphaseError("{path}: cannot be opened: {why}", path=path, why=error.strerror or error) from None
        try:
            _lock(file, path)
            data = read_bytes(path, MOST_BYTES)
            script = script_from(path, data)
            kept = data[: data.rfind(b"\n") + 1] if script.torn else data
            as_written = is_as_written(kept) and kept.endswith(b"\n")
            text = kept if as_written else canonical(path, script, kept).encode()
        except PsyphaseError:
            file.close()
            raise
        journal = cls(path, file, text, script.play)
        journal._old_form = not as_written
        journal._size = len(data)
        file.seek(len(kept))
        return journal, script

    def _keep(self, entry: Entry) -> None:
        self.append(line_of(entry))
        super()._keep(entry)

    def undo(self) -> int:
        """Take back the last answer of a person, and write down that it was: how many entries that were. Raises PsyphaseError."""
        count = super().undo()
        if count:
            self.append("- undo: 1\n")
        return count

    def append(self, text: str) -> None:
        """Write and sync. Raises PsyphaseError, with the file as it was, if the disk does not take it.

        A file that can be read but not be written on with is rewritten first, the old one kept as `.bak`. Where another program
        took the file away everything is written anew, and where it wrote something else there, beside it: `tell` hears of it.
        """
        data = text.encode()
        if len(self._text) + len(data) > MOST_BYTES:
            raise PsyphaseError("{path}: the answer could not be kept: the journal is too long", path=self.path)
        if self._old_form or not self._is_untouched():
            self._write_anew(data)
            return
        start = self._file.tell()
        try:
            written = self._file.write(data)
            if written != len(data):
                raise OSError(28, "No space left on device")
            self._file.truncate()  # what is left of a line that a power cut tore
            os.fsync(self._file.fileno())
        except OSError as error:
            self._take_back(start)
            why = error.strerror or error
            raise PsyphaseError("{path}: the answer could not be kept: {why}", path=self.path, why=why) from None
        self._text += data
        self._size = start + len(data)

    def _is_there(self) -> bool:
        """Whether the file that is written is the one at the path."""
        try:
            return os.path.samestat(self.path.stat(), os.fstat(self._file.fileno()))
        except OSError:
            return False

    def _is_untouched(self) -> bool:
        """Whether it is, and as long as it was left."""
        return self._is_there() and os.fstat(self._file.fileno()).st_size == self._size

    def _write_anew(self, data: bytes) -> None:
        """Write everything, and lock what was written: in place of an older form or of nothing, else beside what stands there."""
        path = self.path
        if self._old_form and self._is_untouched():
            old = _beside(path, ".bak")
            write_whole(old, read_bytes(path, MOST_BYTES))
            self.tell(Phrase("{path}: rewritten with an answer a line; the old file is {old}", path=path, old=old))
        elif os.path.lexists(path):
            path = _beside(path, path.suffix)
            self.tell(Phrase("{path}: changed by another program; the game goes on in {new}", path=self.path, new=path))
        else:
            self.tell(Phrase("{path}: was deleted or moved; it is written anew", path=path))
        path.parent.mkdir(parents=True, exist_ok=True)
        text = bytes(self._text + data)
        write_whole(path, text)
        file = path.open("r+b", buffering=0)
        _lock(file, path)
        self._file.close()
        file.seek(len(text))
        self.path, self._file, self._text, self._size, self._old_form = path, file, bytearray(text), len(text), False

    def _take_back(self, start: int) -> None:
        """Leave no half-written line behind, where the disk still lets us."""
        with contextlib.suppress(OSError):
            self._file.truncate(start)
            self._file.seek(start)

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()

    def discard_empty(self) -> None:
        """Remove a journal that was begun here and has no answer: it is no game."""
        if self._is_new and not self.entries and self._is_there():
            self.close()
            self.path.unlink(missing_ok=True)


def _lock(file: IO[bytes], path: Path) -> None:
    if not lock(file):
        raise PsyphaseError("{path}: another psyphase is playing this game", path=path)


def _beside(path: Path, ending: str) -> Path:
    """A path with another ending that nothing has yet."""
    number = 1
    found = path.with_suffix(ending)
    while os.path.lexists(found):
        number += 1
        found = path.with_name(f"{path.stem}-{number}{ending}")
    return found
