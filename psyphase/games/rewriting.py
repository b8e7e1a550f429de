"""A roster file written anew: what changed is put in its place, and comments, order and style of the rest stay."""

from __future__ import annotations

from io import StringIO
from typing import Any, TypeGuard

import msgspec
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import YAMLError
from ruamel.yaml.util import load_yaml_guess_indent

from psyphase.errors import PsyphaseError
from psyphase.games.roster import Army, roster_from
from psyphase.tables.document import Document

WIDE = 10_000
"""No line of a roster is as long, so none is broken."""


def rewritten(army: Army, roster: Any) -> str | None:
    """The text of an army's file with another roster of as many units; None where it would not read as this roster."""
    text, before = army.document.text, roster_from(army.document, army.document.root).roster
    writer = YAML()
    writer.preserve_quotes = True
    writer.width = WIDE
    try:
        _, step, before_dash = load_yaml_guess_indent(text)
        writer.indent(mapping=step or 2, sequence=step or 2, offset=before_dash or 0)
        data = writer.load(text)
        _put(data, msgspec.to_builtins(before), msgspec.to_builtins(roster))
        written = StringIO()
        writer.dump(data, written)
        document = Document(army.document.path, written.getvalue())
        same = roster_from(document, document.root).roster == roster
    except (YAMLError, PsyphaseError, LookupError, TypeError, ValueError):
        return None  # anchors that two units share, a mapping where a list was: whatever it is, nothing of it may be lost
    return written.getvalue() if same else None


def _put(data: CommentedMap, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Change in a mapping what differs between two rosters, and nothing else."""
    for key in before.keys() - after.keys():
        del data[key]
    for key, value in after.items():
        old = before.get(key)
        if _are_things(old) and _are_things(value) and len(old) == len(value):
            for item, was, now in zip(data[key], old, value, strict=True):
                _put(item, was, now)
        elif key not in data:
            data.insert(_place(data), key, _styled(value))
        elif value != old:
            data[key] = _styled(value)


def _are_things(value: object) -> TypeGuard[tuple[dict[str, Any], ...]]:
    """Whether it is a list of things with keys, such as units."""
    return isinstance(value, tuple) and all(isinstance(item, dict) for item in value)


def _place(data: CommentedMap) -> int:
    """Where a new key goes: behind all others, but before one under which there are lines that may be about what follows."""
    last = next(reversed(data))
    value = data[last]
    behind = data.ca.items.get(last, [None] * 4)[2]
    lines = behind is not None and behind.value.count("\n") > 1
    inside = isinstance(value, CommentedMap | CommentedSeq) and bool(value.ca.items or value.ca.comment)
    return len(data) - 1 if len(data) > 1 and (lines or inside) else len(data)


def _styled(value: Any) -> Any:
    """A list as one line, as people write short ones."""
    if not isinstance(value, tuple):
        return value
    line = CommentedSeq(value)
    line.fa.set_flow_style()
    return line
