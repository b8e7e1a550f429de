"""YAML as nodes with their places, in its 1.2 sense, and plain data as YAML."""

from __future__ import annotations

import re
from typing import Protocol

import yaml
from yaml.resolver import BaseResolver

from psyphase.text import Phrase, cut_short

MAX_DEPTH = 40


_PLAIN, _TEXT = "plain", "text"


_NUMERIC = frozenset("+-0123456789")


_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")


_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}


_MAP, _SEQ = "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"


INHERENT = frozenset({_PLAIN, _TEXT, _MAP, _SEQ})


class Mark(Protocol):
    """A place in a file as libyaml tells it; both count from 0."""

    line: int
    column: int


class NodeLoader(yaml.CLoader, BaseResolver):
    """libyaml's composer, told not to guess what plain words mean: `Document` knows better and is quicker."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)

    def resolve(self, kind: type[yaml.Node], value: str | None, implicit: tuple[bool, bool]) -> str:  # noqa: ARG002
        """Tell plain words, quoted text, mappings and lists apart, and nothing more."""
        if kind is not yaml.ScalarNode:
            return _MAP if kind is yaml.MappingNode else _SEQ
        return _PLAIN if implicit[0] else _TEXT

    def descend_resolver(self, current_node: object, current_index: object) -> None:
        """Nothing here depends on the path."""

    def ascend_resolver(self) -> None:
        """Nothing here depends on the path."""


def is_null(node: yaml.Node) -> bool:
    """Whether a value was left out."""
    return isinstance(node, yaml.ScalarNode) and node.tag == _PLAIN and _WORDS.get(node.value, 0) is None


def scalar(node: yaml.ScalarNode) -> object:
    """What a word means: a whole number of at most 18 digits, true, false, nothing, or itself; quoted, always itself."""
    value: str = node.value
    if node.tag != _PLAIN:
        return value
    if value[:1] in _NUMERIC and _INTEGER.fullmatch(value):
        return int(value)
    return _WORDS.get(value, value)


def described(node: yaml.Node) -> Phrase | str:
    """What stands there, for a message: the word, cut short, nothing, or that it is a mapping or a list."""
    if is_null(node):
        return Phrase("nothing")
    if isinstance(node, yaml.ScalarNode):
        return cut_short(scalar(node))
    return Phrase("a mapping") if isinstance(node, yaml.MappingNode) else Phrase("a list")


class _Dumper(yaml.CSafeDumper):
    """Writes text so that `Document` reads the same text back."""


def _quoted(dumper: yaml.CSafeDumper, text: str) -> yaml.ScalarNode:
    means_more = text in _WORDS or _INTEGER.fullmatch(text)
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if means_more or "\n" in text else None)


_Dumper.add_representer(str, _quoted)


def dump_yaml(data: object, width: int = 100) -> str:
    """Plain data as YAML text that `Document` reads back as the same data; lines are at most `width` characters where they can be."""
    return str(yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=width, default_flow_style=None))


def child(node: yaml.Node, key: str, index: str) -> yaml.Node | None:
    """The value of a key of a mapping, the last if it is given twice, as it is read; or the entry at an index of a list.

    None if there is none. One of the two is empty.
    """
    if index and isinstance(node, yaml.SequenceNode):
        return node.value[int(index)] if int(index) < len(node.value) else None
    if key and isinstance(node, yaml.MappingNode):
        return next((value for name, value in reversed(node.value) if name.value == key), None)
    return None
