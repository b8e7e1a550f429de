"""One YAML file into typed objects, with the place of everything that is wrong.

YAML is read in its 1.2 sense: `on`, `no` and `off` are words, `010` is ten. Duplicate keys, tags and
aliases are refused, and so is a file beyond MAX_BYTES or nested beyond MAX_DEPTH.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NoReturn, Protocol, TypeVar

import msgspec
import yaml
from yaml.resolver import BaseResolver

from psyphase.errors import Problem, PsyphaseError, RulesError, printable

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)
MAX_BYTES = 1024 * 1024
MAX_ENTRIES = 2000
MAX_PROBLEMS = 100
MAX_DEPTH = 40
NAMES = ("name", "trait", "rule")
"""Keys under which a name stands, which tells in what languages it is ours; other texts are ours in all."""
_PLAIN, _TEXT = "plain", "text"
_NUMERIC = frozenset("+-0123456789")
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_MAP, _SEQ = "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"
_INHERENT = frozenset({_PLAIN, _TEXT, _MAP, _SEQ})


class Mark(Protocol):
    """A place in a file as libyaml tells it; both count from 0."""

    line: int
    column: int


class _Loader(yaml.CLoader, BaseResolver):
    """libyaml's composer, told not to guess what plain words mean: `Document` knows better and is quicker."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)

    def resolve(self, kind: type[yaml.Node], value: str | None, implicit: tuple[bool, bool]) -> str:  # noqa: ARG002
        if kind is not yaml.ScalarNode:
            return _MAP if kind is yaml.MappingNode else _SEQ
        return _PLAIN if implicit[0] else _TEXT

    def descend_resolver(self, current_node: object, current_index: object) -> None:
        """Nothing here depends on the path."""

    def ascend_resolver(self) -> None:
        """Nothing here depends on the path."""


class Document:
    """One YAML file: its node tree, its plain data and the problems found in it so far."""

    def __init__(self, path: Path, text: str, languages: Sequence[str] = ()) -> None:
        """`languages`: those that every name of this file has to be given in."""
        self.path = path
        self.text = text
        self.problems: list[Problem] = []
        self.languages = languages
        self.root = self._compose(text)

    def _compose(self, text: str) -> yaml.Node:
        try:
            if "*" in text:
                self._refuse_aliases(text)
            loader = _Loader(text)
            try:
                root = loader.get_single_node()
            finally:
                loader.dispose()
        except yaml.MarkedYAMLError as error:
            self._fail(error.problem_mark, f"not valid YAML: {error.problem}")
        except yaml.YAMLError as error:
            self._fail(None, f"not valid YAML: {getattr(error, 'reason', error)}")
        if root is None:
            self._fail(None, "expected a table, got an empty file")
        return root

    def _refuse_aliases(self, text: str) -> None:
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.AliasEvent):
                self._fail(event.start_mark, f"aliases are not allowed, got '*{event.anchor}'")

    def _fail(self, mark: Mark | None, message: str) -> NoReturn:
        self.complain(mark, message)
        raise RulesError(self.problems)

    @cached_property
    def _shown(self) -> Path:
        return shown(self.path)

    def complain(self, at: yaml.Node | Mark | None, message: str) -> None:
        """Note a problem at a node, a mark or (None) the whole file."""
        mark = at.start_mark if isinstance(at, yaml.Node) else at
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        problem = Problem(self._shown, line, column, printable(message))
        if problem in self.problems:
            return
        self.problems.append(problem)
        if len(self.problems) > MAX_PROBLEMS:
            self.problems[-1] = Problem(self._shown, line, column, f"more than {MAX_PROBLEMS} problems; the rest is left out")
            raise RulesError(self.problems)

    def plain(self, node: yaml.Node, depth: int = 0) -> object:
        """A node as plain data; what YAML allows and we do not is noted as a problem."""
        if node.tag not in _INHERENT:
            self.complain(node, f"tags are not allowed, got '{node.tag.replace('tag:yaml.org,2002:', '!!')}'")
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if depth >= MAX_DEPTH:
            self._fail(node.start_mark, f"nested more than {MAX_DEPTH} levels deep")
        if isinstance(node, yaml.SequenceNode):
            return [self.plain(item, depth + 1) for item in node.value]
        return self._mapping(node, depth)

    def _mapping(self, node: yaml.Node, depth: int) -> dict[str, object]:
        data: dict[str, object] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.complain(key, "expected a word as key")
                continue
            name = key.value
            if name in data:
                first = next(one for one, _ in node.value if one.value == name)
                self.complain(key, f"{name}: duplicate key, already given on line {first.start_mark.line + 1}")
            data[name] = self.plain(value, depth + 1)
        if len(self.languages) > 1:
            self._all_languages(node, data)
        return data

    def _all_languages(self, node: yaml.Node, data: dict[str, object]) -> None:
        """Note the languages that a text of this folder lacks, and a name that does not say which are ours."""
        if "en" in data:
            for language in self.languages:
                if language not in data:
                    self.complain(node, f"missing key '{language}' (this folder gives every text in every language)")
        for key in NAMES:
            name = data.get(key)
            if isinstance(name, dict) and "ours" not in name:
                message = f"{key}: missing key 'ours' (the languages in which it is our own rendering)"
                self.complain(child(node, key, ""), message)

    def convert(self, node: yaml.Node, shape: type[T]) -> T | None:
        """A node as a typed object, or None with the problem noted."""
        return self.typed(node, self.plain(node), shape)

    def convert_keys(self, shape: type[S]) -> S | None:
        """Those keys of the top-level mapping that a shape has, as that shape; the others are somebody else's."""
        if not isinstance(self.root, yaml.MappingNode):
            return None
        names = shape.__struct_encode_fields__
        pairs = [pair for pair in self.root.value if pair[0].value in names]
        return self.convert(yaml.MappingNode(self.root.tag, pairs, self.root.start_mark), shape)

    def typed(self, node: yaml.Node, data: object, shape: type[T]) -> T | None:
        """The plain data of a node as a typed object, or None with the problem noted."""
        try:
            return msgspec.convert(data, shape)
        except msgspec.ValidationError as error:
            self.complain(*_explained(node, str(error), shape))
            return None

    def mapping(self, known: Sequence[str], required: Sequence[str]) -> dict[str, yaml.Node]:
        """The values of the top-level mapping by key; unknown and missing keys are noted."""
        found: dict[str, yaml.Node] = {}
        if not isinstance(self.root, yaml.MappingNode):
            self.complain(self.root, f"expected a mapping with {', '.join(required)}")
            return found
        for key, value in self.root.value:
            if not isinstance(key, yaml.ScalarNode):
                self.complain(key, "expected a word as key")
                continue
            if key.value not in known:
                self.complain(key, f"unknown key '{_cut(key.value)}', expected one of {', '.join(known)}")
            elif key.value in found:
                self.complain(key, f"{key.value}: duplicate key")
            found[key.value] = value
        for name in required:
            if name not in found:
                self.complain(self.root, f"missing key '{name}'")
        return found

    def pairs(self, node: yaml.Node | None, known: Sequence[str] = ()) -> dict[str, yaml.Node]:
        """The values of a mapping inside the document by key; nothing gives an empty one, faults are noted."""
        if node is None or is_null(node):
            return {}
        if not isinstance(node, yaml.MappingNode):
            self.complain(node, f"expected a mapping, got {_cut(_scalar(node))}")
            return {}
        self.plain(node)
        found = {key.value: value for key, value in node.value if isinstance(key, yaml.ScalarNode)}
        for key, _ in node.value:
            if known and isinstance(key, yaml.ScalarNode) and key.value not in known:
                self.complain(key, f"unknown key '{_cut(key.value)}'{nearest(key.value, known)}")
        return {key: value for key, value in found.items() if not known or key in known}

    def items(self, node: yaml.Node | None = None, most: int = MAX_ENTRIES) -> list[yaml.Node]:
        """The entries of a list, at most so many; anything else is noted and gives none."""
        node = node or self.root
        if isinstance(node, yaml.SequenceNode):
            if len(node.value) > most:
                self._fail(node.value[most].start_mark, f"expected at most {most} entries, got {len(node.value)}")
            return list(node.value)
        self.complain(node, f"expected a list of entries, got {_cut(_scalar(node))}")
        return []

    def finish(self) -> None:
        """Raise RulesError if anything was noted."""
        if self.problems:
            raise RulesError(self.problems)


def is_null(node: yaml.Node) -> bool:
    """Whether a value was left out."""
    return isinstance(node, yaml.ScalarNode) and node.tag == _PLAIN and _WORDS.get(node.value, 0) is None


def _scalar(node: yaml.Node) -> object:
    if not isinstance(node, yaml.ScalarNode):
        return "a mapping" if isinstance(node, yaml.MappingNode) else "a list"
    value: str = node.value
    if node.tag != _PLAIN:
        return value
    if value[:1] in _NUMERIC and _INTEGER.fullmatch(value):
        return int(value)
    return _WORDS.get(value, value)


def _cut(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def shown(path: Path) -> Path:
    """A path as short as it can be told: relative to the working folder when it lies inside."""
    try:
        return path.resolve().relative_to(Path.cwd())
    except (ValueError, OSError):
        return path


def read_text(path: Path) -> str:
    """A text file of at most MAX_BYTES in UTF-8 or UTF-16 with a byte order mark."""
    return decoded(path, read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """A file of at most MAX_BYTES. Raises PsyphaseError, RulesError."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise PsyphaseError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise RulesError([Problem(path, 1, 1, f"expected at most {MAX_BYTES // 2**20} MiB, got a larger file")])
    return data


def decoded(path: Path, data: bytes) -> str:
    """The text of a file. Raises RulesError with the place of the first byte that is none."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = f"not {'UTF-16' if encoding == 'utf-16' else 'UTF-8'} at byte {error.start}"
        raise RulesError([Problem(shown(path), line, column, message)]) from None


class _Dumper(yaml.CSafeDumper):
    """Writes text so that `Document` reads the same text back."""


def _quoted(dumper: yaml.CSafeDumper, text: str) -> yaml.ScalarNode:
    means_more = text in _WORDS or _INTEGER.fullmatch(text)
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if means_more or "\n" in text else None)


_Dumper.add_representer(str, _quoted)


def dumped(data: object, width: int = 100) -> str:
    """Plain data as YAML text that `Document` reads back as the same data."""
    return str(yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=width, default_flow_style=None))


def _explained(node: yaml.Node, message: str, shape: object) -> tuple[yaml.Node, str]:
    """Where an entry went wrong and why: msgspec's message with its path turned into a place."""
    text, _, path = message.partition(" - at `")
    field = ""
    for part in re.findall(r"\.([\w-]+)|\[(\d+)\]", path):
        found = child(node, *part)
        if found is None:
            break
        node, field = found, part[0] or field
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", text, re.DOTALL):
        for key, _value in node.value:
            if key.value == match[1]:
                return key, f"unknown key '{_cut(match[1])}'{nearest(match[1], _keys(shape))}"
    if match := re.fullmatch(r"Object missing required field `(.*)`", text):
        return node, f"{f'{field}: ' if field else ''}missing key '{match[1]}'"
    if text.startswith("Invalid"):
        return node, f"{field + ': ' if field else ''}expected {_words_allowed(shape, field)}, got {_got(node)}"
    return node, f"{field + ': ' if field else ''}{_reworded(text, node)}"


def _words_allowed(shape: object, field: str) -> str:
    """The words that a field may hold, as the types tell it."""
    _schemas, definitions = msgspec.json.schema_components([shape])
    fields = [definition.get("properties", {}).get(field, {}) for definition in definitions.values()]
    kinds = [*fields, *(kind for one in fields for kind in one.get("anyOf", ()))]
    words = {str(word) for kind in kinds for word in kind.get("enum", ())}
    return f"one of {', '.join(sorted(words))}" if words else "one of the words allowed here"


def child(node: yaml.Node, key: str, index: str) -> yaml.Node | None:
    if index and isinstance(node, yaml.SequenceNode):
        return node.value[int(index)]  # type: ignore[no-any-return]
    if key and isinstance(node, yaml.MappingNode):
        return next((value for name, value in node.value if name.value == key), None)
    return None


def nearest(word: str, names: Sequence[str]) -> str:
    """The end of a message: what was probably meant, if anything."""
    from difflib import get_close_matches  # only wanted once something is wrong

    close = get_close_matches(word, names, 1)
    return f", did you mean '{close[0]}'?" if close else f", expected one of {', '.join(names[:12])}" if len(names) <= 12 else ""


def _keys(shape: object) -> list[str]:
    return sorted(set(re.findall(r"Field\(name='(\w+)'", str(msgspec.inspect.type_info(shape)))))


_KINDS = {"int": "a number", "object": "a mapping", "array": "a list", "str": "text", "bool": "true or false", "null": "nothing"}


def _got(node: yaml.Node) -> str:
    got = _scalar(node)
    if isinstance(node, yaml.ScalarNode):
        return repr(_cut(got)) if isinstance(got, str) else _cut(node.value) or "nothing"
    return str(got)


def _reworded(text: str, node: yaml.Node) -> str:
    match = re.match(r"Expected (.*?)(, got `.*`)?$", text, re.DOTALL)
    if not match:
        return text
    wanted = re.sub(r"`([\w ]+)`", lambda kind: _KINDS.get(kind[1], kind[1]), match[1])
    wanted = re.sub(r"`([^`]*)`", lambda kinds: " or ".join(_KINDS.get(k, k) for k in kinds[1].split(" | ")), wanted)
    return f"expected {wanted.replace(' | ', ' or ')}, got {_got(node)}"
