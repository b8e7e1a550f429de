"""Journals and scripts as they are read: rosters may be paths, and rolls and decisions may be left out."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import yaml
from msgspec import Struct

from psyphase import __version__
from psyphase.engine.journal import Entry
from psyphase.engine.procedure import Answer
from psyphase.errors import AnswerError, Problem, RulesError
from psyphase.files import MAX_BYTES, decode, read_bytes, short_path
from psyphase.games.roster import MAX_UNITS, Army, army_names, read_roster, roster_from
from psyphase.systems import library_of
from psyphase.tables.document import Document
from psyphase.tables.nodes import dump_yaml, is_null
from psyphase.tables.settings import Settings, yaml_word
from psyphase.text import Phrase, is_printable

FORMAT = 1


MOST_ANSWERS = 100_000


MOST_BYTES = 32 * MAX_BYTES
"""How large a journal may be, which no evening comes near; whatever else is read is at most MAX_BYTES."""


_AS_WRITTEN = re.compile(rb"(?:\n|\A)play:[ \r]*\n(?:(?:- [^\n]*+|#[^\n]*+|\r?)\n)*+(?:- [^\n]*+)?\Z")
"""A file that ends with its answers, each on a line of its own from the first column: the next is a line below."""


_PLAIN_WORD = re.compile(r"[a-z][a-z0-9/-]*")


_HEADER = ("psyphase", "version", "system", "procedure", "setup", "answers", "play")


SIDES = ("mine", "theirs")


ROSTERS = "rosters"


TYPED = "typed"
"""The dice of a game whose people throw their own."""


_SETUP = (*SIDES, ROSTERS, "settings", "dice", "rules")


class Script(Struct, frozen=True):
    """A journal or a hand-written script as read. `version`: of the program that wrote it, where it says so; `rules`: the
    fingerprint it was played with, if any; `real_dice`: whether faces are typed.
    """

    path: Path
    version: str
    procedure: str
    armies: tuple[Army, ...]
    settings: Mapping[str, str]
    rules: str
    real_dice: bool
    answers: Mapping[str, Sequence[Answer]]
    play: tuple[Entry, ...]
    torn: bool

    @property
    def names(self) -> tuple[str, ...]:
        """What tells its armies apart on screen."""
        return army_names(self.armies)


def read_script(path: Path) -> Script:
    """Read a journal or script; paths of rosters in it are relative to itself. Raises RulesError with every problem.

    The last line of a journal that a power cut left unfinished is dropped, and `torn` says so.
    """
    return script_from(path, read_bytes(path, MOST_BYTES))


def read_head(path: Path) -> Script:
    """The same without the answers, where they stand below the rest. Raises RulesError."""
    data = read_bytes(path, MOST_BYTES)
    head, play, _rest = data.partition(b"\nplay:")
    return script_from(path, head + play + b"\n")


def script_from(path: Path, data: bytes) -> Script:
    """The same of a file that was read. Raises RulesError."""
    _check_size(path, data)
    # Only a journal of ours has a fingerprint; in a script of a person the last line may lack its end.
    torn = b"\n  rules: " in data and b"\nplay:" in data and not data.endswith(b"\n")
    text = decode(path, data[: data.rfind(b"\n") + 1] if torn else data)
    document = Document(path, text)
    nodes = document.mapping(_HEADER, ("psyphase", "system", "setup"))
    version = str(document.plain(nodes["version"])) if "version" in nodes else ""
    try:
        return _script(document, nodes, version, torn)
    except RulesError as error:
        raise with_version(error, path, version, is_game=b"\n  rules: " in data) from None


def is_as_written(data: bytes) -> bool:
    """Whether a file that can be read has an answer a line at its end, so that another can be written below."""
    return data[:2] not in (b"\xff\xfe", b"\xfe\xff") and bool(_AS_WRITTEN.search(data))


def canonical(path: Path, script: Script, data: bytes) -> str:
    """What a file says, in the form in which journals are written. Raises RulesError."""
    document = Document(path, decode(path, data))
    head = cast(dict[str, object], document.plain(document.root))
    head.pop("play", None)
    return f"{dump_yaml(head, width=1000)}play:\n" + "".join(map(line_of, script.play))


def line_of(entry: Entry) -> str:
    """An answer as a line of a journal."""
    line = f"{entry.id}: {_flow(entry.answer)}"
    return f"- {{{line}, by: {entry.by}}}\n" if entry.by else f"- {line}\n"


def _flow(answer: Answer) -> str:
    """An answer as YAML on one line."""
    if isinstance(answer, tuple):
        return "[" + ", ".join(map(_flow, answer)) + "]"
    if isinstance(answer, str) and not (_PLAIN_WORD.fullmatch(answer) and answer not in ("true", "false", "null")):
        return json.dumps(answer, ensure_ascii=not is_printable(answer))
    return str(answer)


def _check_size(path: Path, data: bytes) -> None:
    """Raise RulesError for a file that would take too long: only what we wrote ourselves may be longer than other files are."""
    if len(data) > MAX_BYTES and not is_as_written(data):
        why = Phrase(
            "expected at most {most} MiB in a file with anything but an answer a line at its end", most=MAX_BYTES // 2**20
        )
        raise RulesError([Problem(short_path(path), 1, 1, why)])
    if data.count(b"\n- ") > MOST_ANSWERS:
        raise RulesError([Problem(short_path(path), 1, 1, Phrase("expected at most {most} answers", most=MOST_ANSWERS))])


def with_version(error: RulesError, path: Path, version: str, *, is_game: bool) -> RulesError:
    """What is wrong in a file, and by which version of the program it was made: that may be why.

    `is_game`: a journal, which only older versions wrote without their name; a script of a person may have none.
    """
    if not (version or is_game) or all(one.file != short_path(path) for one in error.problems):
        return error
    who = Phrase("psyphase {version}", version=version[:40]) if version else Phrase("a version that it does not name")
    made = Phrase("made by {who}; this is psyphase {own}", who=who, own=__version__)
    return RulesError([*error.problems, Problem(short_path(path), 0, 0, made)])


def _script(document: Document, nodes: Mapping[str, yaml.Node], version: str, torn: bool) -> Script:
    """What a document says. Raises RulesError with every problem."""
    path = document.path
    document.finish()
    if document.plain(nodes["psyphase"]) != FORMAT:
        document.complain(nodes["psyphase"], "psyphase: expected {format}, the format this version reads", format=FORMAT)
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
            document.complain(nodes["system"], "system: the rosters are for {id}", id=army.system.id)
    document.finish()
    rules = str(document.plain(setup["rules"])) if "rules" in setup else ""
    real_dice = "dice" in setup and document.plain(setup["dice"]) == TYPED
    return Script(
        path,
        version,
        procedure,
        tuple(armies),
        settings,
        rules,
        real_dice,
        answers,
        tuple(entry for entry in play if entry),
        torn,
    )


def _procedure(document: Document, node: yaml.Node | None, armies: Sequence[Army]) -> str:
    """What is played: the usual procedure of the system where the file does not say."""
    if not armies:
        return ""
    known = list(armies[0].system.verbs)
    procedure = document.plain(node) if node else known[0]
    if procedure not in known:
        document.complain(node, "procedure: expected one of {known}, got {got}", known=known, got=repr(procedure))
    return str(procedure)


def _settings(document: Document, node: yaml.Node | None, armies: Sequence[Army]) -> dict[str, str]:
    """The settings of a script, as text, each held against what its system has."""
    if not armies or node is None:
        return {}
    found = armies[0].system
    return located_settings(document, node, library_of(found.id).settings())


def located_settings(document: Document, node: yaml.Node | None, declared: Settings) -> dict[str, str]:
    """Settings that stand in a document, as text; one that is unknown or out of range is noted at its place."""
    changes: dict[str, str] = {}
    for id, value in document.pairs(node, tuple(declared.declared)).items():
        changes[id] = yaml_word(document.plain(value))
        try:
            declared.change({id: changes[id]})
        except AnswerError as error:
            document.complain(value, error.phrase)
    return changes


def _armies(document: Document, node: yaml.Node, setup: Mapping[str, yaml.Node], path: Path) -> list[Army]:
    """A roster for either side, or a list of them for one."""
    listed = document.items(setup[ROSTERS], MAX_UNITS) if ROSTERS in setup else []
    sides = [setup[side] for side in SIDES if side in setup and not is_null(setup[side])]
    if bool(listed) == bool(sides):
        document.complain(node, "setup: expected either 'mine' (and 'theirs') or a list of '{key}'", key=ROSTERS)
        return []
    armies = [_army(document, one, path) for one in listed or sides]
    if armies[0].system.two_sided == bool(listed):
        wanted = Phrase("'mine' and 'theirs'") if armies[0].system.two_sided else Phrase("a list of '{key}'", key=ROSTERS)
        document.complain(node, "setup: {id} takes {wanted}", id=armies[0].system.id, wanted=wanted)
    return armies


def _army(document: Document, node: yaml.Node, path: Path) -> Army:
    if isinstance(node, yaml.ScalarNode):
        file = path.parent / node.value
        if not file.is_file():
            document.complain(node, "no such file: '{name}'", name=node.value[:100])
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
        document.complain(value, "undo: expected how many answers are taken back, got {got}", got=repr(answer))
        return None
    return Entry(id, answer, str(document.plain(by)) if by else "", node.start_mark.line + 1)


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
        return yaml_word(value) if isinstance(value, bool) else value
    document.complain(node, "expected a number, a word or a list of them")
    return ""
