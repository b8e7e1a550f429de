"""Text files read with the place of what is wrong, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import IO

from psyphase.errors import Problem, PsyphaseError, RulesError
from psyphase.text import Phrase

MAX_BYTES = 1024 * 1024
LOCKED_BYTE = 1 << 30
"""On Windows nobody else can read a byte that is locked, so it is one that no file of ours has."""


def short_path(path: Path) -> Path:
    """A path as short as it can be told: relative to the working folder when it lies inside."""
    try:
        return path.resolve().relative_to(Path.cwd())
    except (ValueError, OSError, RuntimeError):  # RuntimeError: a loop of links, until Python 3.13
        return path


def read_text(path: Path) -> str:
    """A text file of at most MAX_BYTES in UTF-8, or UTF-16 with a byte order mark. Raises RulesError."""
    return decode(path, read_bytes(path))


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes:
    """A plain file of at most so many bytes. Raises RulesError if it cannot be read, is none (a pipe may never end) or is larger."""
    try:
        # Opening a pipe would wait for who writes into it.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise RulesError([Problem(path, 0, 0, Phrase("cannot be read: not a plain file"))])
            with open(descriptor, "rb", closefd=False) as file:
                data = file.read(most + 1)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise RulesError([Problem(path, 0, 0, Phrase("cannot be read: {why}", why=error.strerror or error))]) from None
    if len(data) > most:
        raise RulesError([Problem(path, 1, 1, Phrase("expected at most {most} MiB, got a larger file", most=most // 2**20))])
    return data


def decode(path: Path, data: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 with a byte order mark. Raises RulesError with the place of the first byte that is none."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        name = "UTF-16" if encoding == "utf-16" else "UTF-8"
        message = Phrase("not {encoding} at byte {place}", encoding=name, place=error.start)
        raise RulesError([Problem(short_path(path), line, column, message)]) from None


def check_writable(path: Path) -> None:
    """Raise PsyphaseError if a file cannot be written there: worth knowing before any question is asked."""
    try:
        is_plain = stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        is_plain = True  # nothing is in the way
    except OSError as error:
        raise PsyphaseError("{path}: cannot be written: {why}", path=path, why=error.strerror or error) from None
    if not is_plain:
        raise PsyphaseError("{path}: cannot be written: not a plain file", path=path)
    folder = _target(path).parent
    if not folder.is_dir():
        raise PsyphaseError("{path}: cannot be written: no such folder", path=path)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PsyphaseError("{path}: cannot be written: nothing may be written in its folder", path=path)


def _target(path: Path) -> Path:
    """The file itself, where a path is a link to it."""
    return Path(os.path.realpath(path))


def write_whole(path: Path, text: str | bytes) -> None:
    """Write a file, text in UTF-8, so that it is there complete or as it was before. Raises PsyphaseError."""
    import tempfile  # slow to import, and most commands write nothing

    check_writable(path)
    path = _target(path)
    folder = path.parent
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(text.encode() if isinstance(text, str) else text)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).chmod(_mode(path))
            Path(temporary).replace(path)
            sync_folder(folder)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise PsyphaseError("{path}: cannot be written: {why}", path=path, why=error.strerror or error) from None


def lock(file: IO[bytes]) -> bool:
    """Whether no other process has locked the file; from now on it is ours, until it is closed."""
    try:
        import fcntl
    except ImportError:
        return _lock_byte(file)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _lock_byte(file: IO[bytes]) -> bool:
    """The same on Windows, where bytes are locked, from the place in the file on."""
    import msvcrt

    place = file.tell()
    file.seek(LOCKED_BYTE)
    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except OSError:
        return False
    finally:
        file.seek(place)
    return True


def sync_folder(folder: Path) -> None:
    """Have the folder itself on disk, so that a new name in it outlives a power cut (where folders can be synced)."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _mode(path: Path) -> int:
    """The mode the file has, or what a new one would get."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
