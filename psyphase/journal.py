"""Journals and scripts on disk: YAML with one line per answer, each synced before the next question.

A script is the same written by hand: rosters may be paths relative to it, and rolls and decisions may be left out.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO

import yaml
from msgspec import Struct

from psyphase.document import Document, decoded, is_null, read_bytes
from psyphase.errors import AnswerError, PsyphaseError, is_printable
from psyphase.library import Library, shipped_rules
from psyphase.play import Entry, Journal
from psyphase.procedure import Answer
from psyphase.roster import MAX_UNITS, Army, read_roster, roster_from, sync_folder
from psyphase.tables import Settings, word

FORMAT = 1
MOST_ANSWERS = 100_000
_HEADER = ("psyphase", "system", "procedure", "setup", "answers", "play")
SIDES = ("mine", "theirs")
ROSTERS = "rosters"
TYPED = "typed"
"""The dice of a game whose people throw their own."""
_SETUP = (*SIDES, ROSTERS, "settings", "dice", "rules")
_PLAIN_WORD = re.compile(r"[a-z][a-z0-9/-]*")


class Script(Struct, frozen=True):
    """A journal or a hand-written script as read. `rules`: the fingerprint it was played with, if any; `real_dice`: whether
    faces are typed.
    """

    path: Path
    procedure: str
    armies: tuple[Army, ...]
    settings: Mapping[str, str]
    rules: str
    real_dice: bool
    answers: Mapping[str, Sequence[Answer]]
    play: tuple[Entry, ...]
    torn: bool


def read_script(path: Path) -> Script:
    """Read a journal or script. Raises RulesError with every problem.

    The last line of a journal that a power cut left unfinished is dropped, and `torn` says so.
    """
    data = read_bytes(path)
    # Only a journal of ours has a fingerprint; in a script of a person the last line may lack its end.
    torn = b"\n  rules: " in data and b"\nplay:" in data and not data.endswith(b"\n")
    text = decoded(path, data[: data.rfind(b"\n") + 1] if torn else data)
    document = Document(path, text)
    nodes = document.mapping(_HEADER, ("psyphase", "system", "setup"))
    document.finish()
    if document.plain(nodes["psyphase"]) != FORMAT:
        document.complain(nodes["psyphase"], f"psyphase: expected {FORMAT}, the format this version reads")
    setup = document.pairs(nodes["setup"], _SETUP)
    armies = _armies(document, nodes["setup"], setup, path)
    procedure = _procedure(document, nodes.get("procedure"), armies)
    settings = _settings(document, setup.get("settings"), armies)
    answers = {key: _given(document, node) for key, node in document.pairs(nodes.get("answers")).items()}
    play = (
        [_entry(document, node) for node in document.items(nodes["play"], MOST_ANSWERS)]
        if "play" in nodes and not is_null(nodes["play"])
        else []
    )
    document.finish()
    for army in armies:
        if army.system.id != document.plain(nodes["system"]):
            document.complain(nodes["system"], f"system: the rosters are for {army.system.id}")
    document.finish()
    rules = str(document.plain(setup["rules"])) if "rules" in setup else ""
    real_dice = "dice" in setup and document.plain(setup["dice"]) == TYPED
    return Script(
        path, procedure, tuple(armies), settings, rules, real_dice, answers, tuple(entry for entry in play if entry), torn
    )


def _procedure(document: Document, node: yaml.Node | None, armies: Sequence[Army]) -> str:
    """What is played: the usual procedure of the system where the file does not say."""
    if not armies:
        return ""
    known = list(armies[0].system.procedures)
    procedure = document.plain(node) if node else known[0]
    if procedure not in known:
        document.complain(node, f"procedure: expected one of {', '.join(known)}, got {procedure!r}")
    return str(procedure)


def _settings(document: Document, node: yaml.Node | None, armies: Sequence[Army]) -> dict[str, str]:
    """The settings of a script, as text, each held against what its system has."""
    if not armies or node is None:
        return {}
    found = armies[0].system
    return located_settings(document, node, Library(found.id, [shipped_rules()]).settings())


def located_settings(document: Document, node: yaml.Node | None, declared: Settings) -> dict[str, str]:
    """Settings that stand in a document, as text; what is wrong with one is noted at its place."""
    changes: dict[str, str] = {}
    for id, value in document.pairs(node, tuple(declared.declared)).items():
        changes[id] = word(document.plain(value))
        try:
            declared.change({id: changes[id]})
        except AnswerError as error:
            document.complain(value, str(error))
    return changes


def _armies(document: Document, node: yaml.Node, setup: Mapping[str, yaml.Node], path: Path) -> list[Army]:
    """A roster for either side, or a list of them for one."""
    listed = document.items(setup[ROSTERS], MAX_UNITS) if ROSTERS in setup else []
    sides = [setup[side] for side in SIDES if side in setup and not is_null(setup[side])]
    if bool(listed) == bool(sides):
        document.complain(node, f"setup: expected either 'mine' (and 'theirs') or a list of '{ROSTERS}'")
        return []
    armies = [_army(document, one, path) for one in listed or sides]
    if armies[0].system.sides == bool(listed):
        wanted = "'mine' and 'theirs'" if armies[0].system.sides else f"a list of '{ROSTERS}'"
        document.complain(node, f"setup: {armies[0].system.id} takes {wanted}")
    return armies


def _army(document: Document, node: yaml.Node, path: Path) -> Army:
    if isinstance(node, yaml.ScalarNode):
        file = path.parent / node.value
        if not file.is_file():
            document.complain(node, f"no such file: '{node.value[:100]}'")
            document.finish()
        return read_roster(file)
    return roster_from(document, node)


def _entry(document: Document, node: yaml.Node) -> Entry | None:
    """One line of `play`: `- name: answer`, or `- {name: answer, by: typed}`."""
    pairs = document.pairs(node)
    by = pairs.pop("by", None)
    if len(pairs) != 1:
        document.complain(node, "expected one answer, written as '- name: answer'")
        return None
    id, value = next(iter(pairs.items()))
    answer = _answer(document, value)
    if id == "undo" and (not isinstance(answer, int) or not 1 <= answer <= MOST_ANSWERS):
        document.complain(value, f"undo: expected how many answers are taken back, got {answer!r}")
        return None
    return Entry(id, answer, str(document.plain(by)) if by else "")


def _given(document: Document, node: yaml.Node) -> list[Answer]:
    """Answers given whenever asked: one, or a list used up in order."""
    if isinstance(node, yaml.SequenceNode):
        return [_answer(document, item) for item in node.value]
    return [_answer(document, node)]


def _answer(document: Document, node: yaml.Node) -> Answer:
    value = document.plain(node)
    if isinstance(value, list) and all(isinstance(item, int | str) and not isinstance(item, bool) for item in value):
        return tuple(value)
    if isinstance(value, int | str):
        return word(value) if isinstance(value, bool) else value
    document.complain(node, "expected a number, a word or a list of them")
    return ""


class JournalFile(Journal):
    """A journal kept on disk: every answer is there before the next question is asked.

    Only one process at a time can write it; a second is refused.
    """

    def __init__(self, path: Path, file: IO[bytes], entries: Iterable[Entry] = ()) -> None:
        super().__init__(entries)
        self.path = path
        self._file = file

    @classmethod
    def begin(cls, path: Path, header: str) -> JournalFile:
        """Begin a new journal. Raises PsyphaseError if the file exists or cannot be written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("xb", buffering=0)
        except FileExistsError:
            if not path.is_file():
                raise PsyphaseError(f"{path}: cannot be written: not a plain file") from None
            raise PsyphaseError(f"{path}: there is a game in this file already; name another one") from None
        except OSError as error:
            raise PsyphaseError(f"{path}: cannot be written: {error.strerror or error}") from None
        _lock(file, path)
        journal = cls(path, file)
        try:
            journal.append(header)
        except PsyphaseError:
            path.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
        return journal

    @classmethod
    def go_on(cls, path: Path) -> tuple[JournalFile, Script]:
        """Open a journal to go on with it; an unfinished last line is cut off. Raises PsyphaseError."""
        try:
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise PsyphaseError(f"{path}: cannot be opened: {error.strerror or error}") from None
        _lock(file, path)
        script = read_script(path)
        if script.torn:
            data = read_bytes(path)
            file.truncate(data.rfind(b"\n") + 1)
        file.seek(0, os.SEEK_END)
        return cls(path, file, script.play), script

    def _keep(self, entry: Entry) -> None:
        line = f"{entry.id}: {_flow(entry.answer)}"
        self.append(f"- {{{line}, by: {entry.by}}}\n" if entry.by else f"- {line}\n")
        super()._keep(entry)

    def take_back(self) -> int:
        count = super().take_back()
        if count:
            self.append("- undo: 1\n")
        return count

    def append(self, text: str) -> None:
        """Write and sync. Raises PsyphaseError, with the file as it was, if the disk does not take it."""
        data = text.encode()
        start = self._file.tell()
        if not self._is_there():
            raise PsyphaseError(f"{self.path}: the journal was moved or replaced while it was written")
        try:
            written = self._file.write(data)
            if written != len(data):
                raise OSError(28, "No space left on device")
            os.fsync(self._file.fileno())
        except OSError as error:
            self._take_back(start)
            raise PsyphaseError(f"{self.path}: the answer could not be kept: {error.strerror or error}") from None

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
        """Remove a journal without any answer: it is no game."""
        if not self.entries and self._is_there():
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
        raise PsyphaseError(f"{path}: another psyphase is playing this game") from None


def _flow(answer: Answer) -> str:
    """An answer as YAML on one line."""
    if isinstance(answer, tuple):
        return "[" + ", ".join(map(_flow, answer)) + "]"
    if isinstance(answer, str) and not (_PLAIN_WORD.fullmatch(answer) and answer not in ("true", "false", "null")):
        return json.dumps(answer, ensure_ascii=not is_printable(answer))
    return str(answer)
