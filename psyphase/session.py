"""A game in progress: what it is played with, and its journal on disk.

A journal is YAML with one line per answer, each synced before the next question. A script is the same
written by hand: rosters may be paths relative to it, and rolls and decisions may be left out.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, cast

import msgspec
import yaml
from msgspec import Struct

from psyphase.document import Document, decoded, dumped, is_null, read_bytes
from psyphase.errors import AnswerError, PsyphaseError, is_printable
from psyphase.library import Library, shipped_rules
from psyphase.play import Defaults, Given, Journal, Source, Thrown, play
from psyphase.procedure import Answer, Procedure, Request
from psyphase.roster import Army, read_roster, roster_from, sync_folder
from psyphase.systems import System
from psyphase.tables import Settings, word

FORMAT = 1
MOST_ANSWERS = 100_000
PROCEDURES = ("generate", "phase")
_HEADER = ("psyphase", "system", "procedure", "setup", "answers", "play")
_SETUP = ("mine", "theirs", "settings", "rules")
_PLAIN_WORD = re.compile(r"[a-z][a-z0-9/-]*")


class Session(Struct, frozen=True):
    """What a game is played with: a procedure, the armies, the rules with the settings in force."""

    system: System
    procedure: str
    armies: tuple[Army, ...]
    rules: Any
    settings: Settings
    fingerprint: str

    def start(self) -> Procedure[Any]:
        """The procedure, at its beginning."""
        rosters = [army.roster for army in self.armies]
        if self.procedure == "generate":
            return self.system.generate(self.rules, rosters[0])
        return self.system.phase(self.rules, rosters[0], rosters[1] if len(rosters) > 1 else None)

    def header(self) -> str:
        """The first lines of its journal."""
        names = ("mine", "theirs")
        setup: dict[str, Any] = {name: msgspec.to_builtins(army.roster) for name, army in zip(names, self.armies, strict=False)}
        setup["settings"] = {setting.id: value for setting, value in self.settings.in_force()}
        setup["rules"] = self.fingerprint
        head = {"psyphase": FORMAT, "system": self.system.id, "procedure": self.procedure, "setup": setup}
        text = dumped(head, width=1000)
        return f"{text}play:\n"


def open_session(procedure: str, armies: Sequence[Army], folders: Sequence[Path], changes: Mapping[str, str]) -> Session:
    """Read the tables the armies need and check the armies against them. Raises PsyphaseError."""
    systems = {army.system.id for army in armies}
    if len(systems) > 1:
        raise PsyphaseError(f"the armies play different systems: {' and '.join(sorted(systems))}")
    found = armies[0].system
    library = Library(found.id, [shipped_rules(), *folders])
    settings = found.settings(library).change(changes)
    rules = found.load(library, found.tables([army.roster for army in armies], procedure), settings)
    for army in armies:
        army.check(rules)
    return Session(found, procedure, tuple(armies), rules, settings, library.fingerprint)


def unattended(session: Session, seed: str | None, answers: Mapping[str, Sequence[Answer]]) -> Any:
    """Play a session without people: given answers, defaults, dice thrown. Its outcome."""
    journal = Journal()
    given: list[Source] = [Given(answers)] if answers else []
    return play(session.start(), *given, Defaults(), Thrown(journal, seed), journal=journal)


class Script(Struct, frozen=True):
    """A journal or a hand-written script as read. `rules`: the fingerprint it was played with, if any."""

    path: Path
    procedure: str
    armies: tuple[Army, ...]
    settings: Mapping[str, str]
    rules: str
    answers: Mapping[str, Sequence[Answer]]
    play: tuple[tuple[str, Answer], ...]
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
    procedure = document.plain(nodes["procedure"]) if "procedure" in nodes else "phase"
    if procedure not in PROCEDURES:
        document.complain(nodes["procedure"], f"procedure: expected one of {', '.join(PROCEDURES)}, got {procedure!r}")
    setup = document.pairs(nodes["setup"], _SETUP)
    armies = [_army(document, setup[side], path) for side in ("mine", "theirs") if side in setup and not is_null(setup[side])]
    if not armies:
        document.complain(nodes["setup"], "setup: missing key 'mine'")
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
    return Script(path, str(procedure), tuple(armies), settings, rules, answers, tuple(cast(Any, play)), torn)


def _settings(document: Document, node: yaml.Node | None, armies: Sequence[Army]) -> dict[str, str]:
    """The settings of a script, as text, each held against what its system has."""
    if not armies or node is None:
        return {}
    found = armies[0].system
    return located_settings(document, node, found.settings(Library(found.id, [shipped_rules()])))


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


def _army(document: Document, node: yaml.Node, path: Path) -> Army:
    if isinstance(node, yaml.ScalarNode):
        file = path.parent / node.value
        if not file.is_file():
            document.complain(node, f"no such file: '{node.value[:100]}'")
            document.finish()
        return read_roster(file)
    return roster_from(document, node)


def _entry(document: Document, node: yaml.Node) -> tuple[str, Answer] | None:
    if not isinstance(node, yaml.MappingNode) or len(node.value) != 1:
        document.complain(node, "expected one answer, written as '- name: answer'")
        return None
    key, value = node.value[0]
    return str(key.value), _answer(document, value)


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

    def __init__(self, path: Path, header: str) -> None:
        """Begin a new journal. Raises PsyphaseError if the file exists or cannot be written."""
        super().__init__()
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = path.open("xb", buffering=0)
        except FileExistsError:
            raise PsyphaseError(f"{path}: there is a game in this file already; name another one") from None
        except OSError as error:
            raise PsyphaseError(f"{path}: cannot be written: {error.strerror or error}") from None
        _lock(self._file, path)
        try:
            self._append(header)
        except PsyphaseError:
            path.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)

    def record(self, request: Request, answer: Answer) -> None:
        self._append(f"- {request.id}: {_flow(answer)}\n")
        super().record(request, answer)

    def _append(self, text: str) -> None:
        data = text.encode()
        start = self._file.tell()
        try:
            written = self._file.write(data)
            if written != len(data):
                raise OSError(28, "No space left on device")
            os.fsync(self._file.fileno())
        except OSError as error:
            self._take_back(start)
            raise PsyphaseError(f"{self.path}: the answer could not be kept: {error.strerror or error}") from None

    def _take_back(self, start: int) -> None:
        """Leave no half-written line behind, where the disk still lets us."""
        with contextlib.suppress(OSError):
            self._file.truncate(start)

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()


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
