"""What msgspec says of an entry, with the place where it went wrong and in the words of who writes tables."""

from __future__ import annotations

import re

import msgspec
import yaml

from psyphase.tables.nodes import child, scalar
from psyphase.text import cut_short, nearest


def explain(node: yaml.Node, message: str, shape: object) -> tuple[yaml.Node, str]:
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
                return key, f"unknown key '{cut_short(match[1])}'{nearest(match[1], _keys(shape))}"
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


def _keys(shape: object) -> list[str]:
    return sorted(set(re.findall(r"Field\(name='(\w+)'", str(msgspec.inspect.type_info(shape)))))


_KINDS = {"int": "a number", "object": "a mapping", "array": "a list", "str": "text", "bool": "true or false", "null": "nothing"}


def _got(node: yaml.Node) -> str:
    got = scalar(node)
    if isinstance(node, yaml.ScalarNode):
        return repr(cut_short(got)) if isinstance(got, str) else cut_short(node.value) or "nothing"
    return str(got)


def _reworded(text: str, node: yaml.Node) -> str:
    match = re.match(r"Expected (.*?)(, got `.*`)?$", text, re.DOTALL)
    if not match:
        return text
    wanted = re.sub(r"`([\w ]+)`", lambda kind: _KINDS.get(kind[1], kind[1]), match[1])
    wanted = re.sub(r"`([^`]*)`", lambda kinds: " or ".join(_KINDS.get(k, k) for k in kinds[1].split(" | ")), wanted)
    return f"expected {wanted.replace(' | ', ' or ')}, got {_got(node)}"
