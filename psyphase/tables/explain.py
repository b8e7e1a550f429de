"""What msgspec says of an entry, with the place where it went wrong and in the words of who writes tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import yaml

from psyphase.tables.nodes import child, described, scalar
from psyphase.text import Phrase, any_of, cut_short, nearest


def explain(node: yaml.Node, message: str, shape: object) -> tuple[yaml.Node, Phrase]:
    """Where an entry went wrong and why: msgspec's message with its path turned into a place.

    `node` is the entry, `message` what msgspec said when it was to become a `shape`. Returns the node to blame and the message
    for who wrote it.
    """
    text, _, path = message.partition(" - at `")
    field = ""
    for part in re.findall(r"\.([\w-]+)|\[(\d+)\]", path):
        found = child(node, *part)
        if found is None:
            break
        node, field = found, part[0] or field
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", text, re.DOTALL):
        for key, _value in node.value if isinstance(node, yaml.MappingNode) else ():
            if key.value == match[1]:
                hint = nearest(match[1], _keys(shape))
                return key, Phrase("unknown key '{key}'{hint}", key=cut_short(match[1]), hint=hint)
    if match := re.fullmatch(r"Object missing required field `(.*)`", text):
        return node, _of(field, Phrase("missing key '{key}'", key=match[1]))
    if text.startswith("Invalid"):
        words = _words_allowed(shape, field)
        return node, _of(field, Phrase("expected {wanted}, got {got}", wanted=words, got=_got(node)))
    return node, _of(field, _reworded(text, node, shape))


def _of(field: str, message: Phrase) -> Phrase:
    return Phrase("{key}: {message}", key=field, message=message) if field else message


def _words_allowed(shape: object, field: str) -> Phrase:
    """The words that a field may hold, as the types tell it."""
    _schemas, definitions = msgspec.json.schema_components([shape])
    fields = [definition.get("properties", {}).get(field, {}) for definition in definitions.values()]
    kinds = [*fields, *(kind for one in fields for kind in one.get("anyOf", ()))]
    words = {str(word) for kind in kinds for word in kind.get("enum", ())}
    return Phrase("one of {words}", words=sorted(words)) if words else Phrase("one of the words allowed here")


@cache
def _keys(shape: object) -> Sequence[str]:
    return sorted(set(re.findall(r"Field\(name='(\w+)'", str(msgspec.inspect.type_info(shape)))))


_KINDS = {
    "int": Phrase("a number"),
    "object": Phrase("a mapping"),
    "array": Phrase("a list"),
    "str": Phrase("text"),
    "bool": Phrase("true or false"),
    "null": Phrase("nothing"),
}


def _got(node: yaml.Node) -> Phrase | str:
    if not isinstance(node, yaml.ScalarNode):
        return described(node)
    got = scalar(node)
    return repr(cut_short(got)) if isinstance(got, str) else cut_short(node.value) or Phrase("nothing")


def _reworded(text: str, node: yaml.Node, shape: object) -> Phrase:
    if match := re.match(r"Expected `array` of length >= (\d+)", text):
        return Phrase("expected a list with at least {least} in it, got {count}", least=match[1], count=len(node.value))
    if match := re.match(r"Expected `str` matching regex (.*)$", text, re.DOTALL):
        return _such_as(_example(shape, match[1]), scalar(node) if isinstance(node, yaml.ScalarNode) else described(node))
    match = re.match(r"Expected `([^`]*)`(.*?)(, got `.*`)?$", text, re.DOTALL)
    if not match:
        return Phrase("{message}", message=text)
    kinds = any_of([_KINDS.get(kind, kind) for kind in match[1].split(" | ")])
    return Phrase("expected {kinds}{limits}, got {got}", kinds=kinds, limits=match[2], got=_got(node))


@cache
def _example(shape: object, pattern: str) -> str:
    """What a type gives as an example of text in this form."""
    _schemas, definitions = msgspec.json.schema_components([shape])
    return next((str(one["examples"][0]) for one in _forms(definitions) if repr(one["pattern"]) == pattern), "")


def _forms(schema: object) -> Iterator[dict[str, Any]]:
    """Every text with a form and an example, at any depth of a schema."""
    if isinstance(schema, dict):
        if "pattern" in schema and "examples" in schema:
            yield schema
        for value in schema.values():
            yield from _forms(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _forms(value)


def _such_as(example: str, got: object) -> Phrase:
    """What is expected by example, and what was probably meant: the same in small letters, with hyphens for spaces."""
    written = str(got)
    meant = re.sub(r"[\s_]+", "-", written.casefold())
    hint = Phrase(", did you mean '{close}'?", close=meant) if re.fullmatch(r"[a-z0-9][a-z0-9/-]*", meant) else Phrase("")
    return Phrase("expected text such as '{example}', got {got}{hint}", example=example, got=repr(cut_short(written)), hint=hint)
