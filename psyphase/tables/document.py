"""One YAML file into typed objects, with the place of everything that is wrong.

YAML is read in its 1.2 sense: `on`, `no` and `off` are words, `010` is ten. Duplicate keys, tags and
aliases are refused, and so is a file beyond MAX_BYTES or nested beyond MAX_DEPTH.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NoReturn, TypeVar

import msgspec
import yaml

from psyphase.errors import Problem, RulesError
from psyphase.files import short_path
from psyphase.tables.explain import explain
from psyphase.tables.nodes import INHERENT, MAX_DEPTH, Mark, NodeLoader, child, described, is_null, scalar
from psyphase.text import Phrase, as_phrase, cut_short, nearest

T = TypeVar("T")


S = TypeVar("S", bound=msgspec.Struct)


MAX_ENTRIES = 2000


MAX_PROBLEMS = 100


NAMES = ("name", "trait", "rule")
"""Keys under which a name stands, which tells in what languages it is ours; other texts are ours in all."""


_ALIAS = re.compile(r"(?:^|[\s,\[{:?-])\*\S")
"""Where an alias may stand: most stars are in a word, and then the file is read once."""


class Document:
    """One YAML file: its node tree, its plain data and the problems found in it so far.

    Problems are noted, and `finish` raises them all. What cannot be gone on with is raised at once: every method that notes a
    problem raises RulesError where it is one too many (MAX_PROBLEMS).
    """

    def __init__(self, path: Path, text: str, languages: Sequence[str] = ()) -> None:
        """`path` is for messages only; `languages`: those that every name of this file has to be given in.

        Raises RulesError for what is no YAML, has aliases or is empty.
        """
        self.path = path
        self.text = text
        self.problems: list[Problem] = []
        self.languages = languages
        self.root = self._compose(text)

    def _compose(self, text: str) -> yaml.Node:
        try:
            if _ALIAS.search(text):
                self._refuse_aliases(text)
            loader = NodeLoader(text)
            try:
                root = loader.get_single_node()
            finally:
                loader.dispose()
        except yaml.MarkedYAMLError as error:
            self._fail(error.problem_mark, "not valid YAML: {why}", why=error.problem)
        except yaml.YAMLError as error:
            if bad := yaml.reader.Reader.NON_PRINTABLE.search(text):
                at = _mark(text, bad.start())
                self._fail(at, "not valid YAML: control characters are not allowed, got U+{code}", code=f"{ord(bad[0]):04X}")
            self._fail(None, "not valid YAML: {why}", why=getattr(error, "reason", error))
        if root is None:
            self._fail(None, "expected a table, got an empty file")
        return root

    def _refuse_aliases(self, text: str) -> None:
        for event in yaml.parse(text, Loader=NodeLoader):
            if isinstance(event, yaml.AliasEvent):
                self._fail(event.start_mark, "aliases are not allowed, got '*{name}'", name=event.anchor)

    def _fail(self, mark: Mark | None, sentence: str, /, **args: object) -> NoReturn:
        self.complain(mark, as_phrase(sentence, args))
        raise RulesError(self.problems)

    @cached_property
    def _shown(self) -> Path:
        return short_path(self.path)

    def complain(self, at: yaml.Node | Mark | None, sentence: str | Phrase, /, **args: object) -> None:
        """Note a problem at a node, a mark or (None) the whole file; the same one is noted once.

        Raises RulesError beyond MAX_PROBLEMS.
        """
        mark = at.start_mark if isinstance(at, yaml.Node) else at
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        problem = Problem(self._shown, line, column, as_phrase(sentence, args).printable())
        if problem in self.problems:
            return
        self.problems.append(problem)
        if len(self.problems) > MAX_PROBLEMS:
            too_many = Phrase("more than {most} problems; the rest is left out", most=MAX_PROBLEMS)
            self.problems[-1] = Problem(self._shown, line, column, too_many)
            raise RulesError(self.problems)

    def plain(self, node: yaml.Node, depth: int = 0) -> object:
        """A node as plain data; what YAML allows and we do not is noted as a problem.

        `depth`: how deep the node stands. Raises RulesError beyond MAX_DEPTH.
        """
        if node.tag not in INHERENT:
            tag = node.tag.replace("tag:yaml.org,2002:", "!!")
            self.complain(node, "tags are not allowed, got '{tag}'", tag=tag)
        if isinstance(node, yaml.ScalarNode):
            return scalar(node)
        if depth >= MAX_DEPTH:
            self._fail(node.start_mark, "nested more than {most} levels deep", most=MAX_DEPTH)
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
                line = first.start_mark.line + 1
                self.complain(key, "{key}: duplicate key, already given on line {line}", key=name, line=line)
            is_word = type(value) is yaml.ScalarNode and value.tag in INHERENT  # most are: a call less for each
            data[name] = scalar(value) if is_word else self.plain(value, depth + 1)
        if len(self.languages) > 1:
            self._all_languages(node, data)
        return data

    def _all_languages(self, node: yaml.Node, data: dict[str, object]) -> None:
        """Note the languages that a text of this folder lacks, and a name that does not say which are ours."""
        if "en" in data:
            for language in self.languages:
                if language not in data:
                    message = Phrase("missing key '{key}' (this folder gives every text in every language)", key=language)
                    self.complain(node, message)
        for key in NAMES:
            name = data.get(key)
            if isinstance(name, dict) and "ours" not in name:
                message = Phrase("{key}: missing key 'ours' (the languages in which it is our own rendering)", key=key)
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
            self.complain(*explain(node, str(error), shape))
            return None

    def mapping(self, known: Sequence[str], required: Sequence[str]) -> dict[str, yaml.Node]:
        """The values of the top-level mapping by key; keys that are not among `known` and `required` ones that are missing are noted."""
        found: dict[str, yaml.Node] = {}
        if not isinstance(self.root, yaml.MappingNode):
            self.complain(self.root, "expected a mapping with {keys}", keys=required)
            return found
        for key, value in self.root.value:
            if not isinstance(key, yaml.ScalarNode):
                self.complain(key, "expected a word as key")
                continue
            if key.value not in known:
                self.complain(key, "unknown key '{key}', expected one of {known}", key=cut_short(key.value), known=known)
            elif key.value in found:
                self.complain(key, "{key}: duplicate key", key=key.value)
            found[key.value] = value
        for name in required:
            if name not in found:
                self.complain(self.root, "missing key '{key}'", key=name)
        return found

    def pairs(self, node: yaml.Node | None, known: Sequence[str] = ()) -> dict[str, yaml.Node]:
        """The values of a mapping inside the document by key; nothing gives an empty one, faults are noted.

        `known`: the keys it may have, any where none are named; others are noted and left out.
        """
        if node is None or is_null(node):
            return {}
        if not isinstance(node, yaml.MappingNode):
            self.complain(node, "expected a mapping, got {got}", got=described(node))
            return {}
        self.plain(node)
        found = {key.value: value for key, value in node.value if isinstance(key, yaml.ScalarNode)}
        for key, _ in node.value:
            if known and isinstance(key, yaml.ScalarNode) and key.value not in known:
                self.complain(key, "unknown key '{key}'{hint}", key=cut_short(key.value), hint=nearest(key.value, known))
        return {key: value for key, value in found.items() if not known or key in known}

    def items(self, node: yaml.Node | None = None, most: int = MAX_ENTRIES) -> list[yaml.Node]:
        """The entries of a list (None: the whole file); anything else is noted and gives none.

        Raises RulesError for more than `most`.
        """
        node = node or self.root
        if isinstance(node, yaml.SequenceNode):
            if len(node.value) > most:
                self._fail(
                    node.value[most].start_mark, "expected at most {most} entries, got {got}", most=most, got=len(node.value)
                )
            return list(node.value)
        self.complain(node, "expected a list of entries, got {got}", got=described(node))
        return []

    def finish(self) -> None:
        """Raise RulesError if anything was noted."""
        if self.problems:
            raise RulesError(self.problems)


def _mark(text: str, index: int) -> yaml.Mark:
    """The place of a character."""
    start = text.rfind("\n", 0, index) + 1
    return yaml.Mark("", index, text.count("\n", 0, index), index - start, None, 0)
