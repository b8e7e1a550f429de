"""A journal on disk: one line an answer, each synced before the next question, written by one process at a time."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from psyphase.engine.journal import Entry, Journal
from psyphase.engine.procedure import Answer
from psyphase.errors import PsyphaseError
from psyphase.files import read_bytes, sync_folder
from psyphase.games.script import Script, read_script
from psyphase.text import is_printable

_PLAIN_WORD = re.compile(r"[a-z][a-z0-9/-]*")


class JournalFile(Journal):
    """A journal kept on disk: every answer is there before the next question is asked.

    Only one process at a time can write it; a second is refused. `record` and `undo` raise PsyphaseError where the disk does
    not take what they write; then the file is as it was.
    """

    def __init__(self, path: Path, file: IO[bytes], entries: Iterable[Entry] = (), *, is_new: bool = False) -> None:
        """`is_new`: whether there was no file before, so that nothing is lost if it goes again without an answer."""
        super().__init__(entries)
        self.path = path
        self._file = file
        self._is_new = is_new

    @classmethod
    def begin(cls, path: Path, header: str) -> JournalFile:
        """Begin a new journal with its header (`Session.header`); folders are made.

        Raises PsyphaseError if the file exists or cannot be written.
        """
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
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise PsyphaseError("{path}: cannot be opened: {why}", path=path, why=error.strerror or error) from None
        try:
            _lock(file, path)
            script = read_script(path)
            data = read_bytes(path)
        except PsyphaseError:
            file.close()
            raise
        file.seek(data.rfind(b"\n") + 1 if script.torn else len(data))
        return cls(path, file, script.play), script

    def _keep(self, entry: Entry) -> None:
        line = f"{entry.id}: {_flow(entry.answer)}"
        self.append(f"- {{{line}, by: {entry.by}}}\n" if entry.by else f"- {line}\n")
        super()._keep(entry)

    def undo(self) -> int:
        """Take back the last answer of a person, and write down that it was: how many entries that were. Raises PsyphaseError."""
        count = super().undo()
        if count:
            self.append("- undo: 1\n")
        return count

    def append(self, text: str) -> None:
        """Write and sync. Raises PsyphaseError, with the file as it was, if the disk does not take it."""
        data = text.encode()
        start = self._file.tell()
        if not self._is_there():
            raise PsyphaseError("{path}: the journal was moved or replaced while it was written", path=self.path)
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

    def _is_there(self) -> bool:
        """Whether the file that is written is the one at the path."""
        try:
            return os.path.samestat(self.path.stat(), os.fstat(self._file.fileno()))
        except OSError:
            return False

    def _take_back(self, start: int) -> None:
        """Leave no half-written line behind, where the disk still lets us."""
        with contextlib.suppress(OSError):
            self._file.truncate(start)

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()

    def discard_empty(self) -> None:
        """Remove a journal that was begun here and has no answer: it is no game."""
        if self._is_new and not self.entries and self._is_there():
            self.path.unlink(missing_ok=True)


def _lock(file: IO[bytes], path: Path) -> None:
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise PsyphaseError("{path}: another psyphase is playing this game", path=path) from None


def _flow(answer: Answer) -> str:
    """An answer as YAML on one line."""
    if isinstance(answer, tuple):
        return "[" + ", ".join(map(_flow, answer)) + "]"
    if isinstance(answer, str) and not (_PLAIN_WORD.fullmatch(answer) and answer not in ("true", "false", "null")):
        return json.dumps(answer, ensure_ascii=not is_printable(answer))
    return str(answer)
