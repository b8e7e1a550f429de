"""Army files: read with the place of everything that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec import Struct
from msgspec.structs import fields, replace

from psyphase.files import read_text
from psyphase.systems import SYSTEMS, find_system
from psyphase.systems.shared.keys import numbered_armies
from psyphase.systems.system import ROOT, System
from psyphase.tables.document import Document
from psyphase.tables.nodes import dump_yaml
from psyphase.text import Phrase, nearest

MAX_UNITS = 200


class Army(Struct, frozen=True):
    """A roster as read: its system, the typed roster, and where its units stand in the file (the whole, where it is one)."""

    system: System
    roster: Any
    document: Document
    units: tuple[yaml.Node, ...]

    def without_powers(self) -> Army:
        """The roster before its powers were generated."""
        return replace(self, roster=self.system.forget(self.roster))

    def check(self, rules: Any) -> None:
        """Raise RulesError for what the tables rule out (unknown disciplines, powers, ...). `rules`: as the system loads them."""
        for index, key, message in self.system.check_roster(rules, self.roster):
            node = self.document.root if index == ROOT else self.units[index]
            found = next((value for name, value in node.value if name.value == key), node)
            self.document.complain(found, Phrase("{key}: {message}", key=key, message=message) if key else message)
        self.document.finish()


def army_names(armies: Sequence[Army]) -> tuple[str, ...]:
    """What tells the armies of a game apart on screen."""
    return tuple(numbered_armies([army.roster.name for army in armies]))


def read_roster(path: Path) -> Army:
    """Read a roster file. Raises RulesError with every problem, also if there is no such file."""
    document = Document(path, read_text(path))
    return roster_from(document, document.root)


def roster_from(document: Document, root: yaml.Node) -> Army:
    """A roster that stands in a document, alone or inside a journal, at the node `root`. Raises RulesError with every problem."""
    if not isinstance(root, yaml.MappingNode):
        document.complain(root, "expected a roster with system, name and what is in it")
        document.finish()
    keys = {key.value: (key, value) for key, value in root.value if isinstance(key, yaml.ScalarNode)}
    found = _system_of(document, root, keys.get("system", (None, None))[1])
    shape = {field.encode_name: field for field in fields(found.roster)}
    for name, (key, _) in keys.items():
        if name not in shape:
            hint = nearest(str(name), list(shape))
            document.complain(key, "unknown key '{key}'{hint}", key=str(name)[:40], hint=hint)
    for name, field in shape.items():
        if name in keys:
            for node, kind in _parts(document, keys[name][1], field.type):
                document.convert(node, kind)
        elif field.required:
            document.complain(root, "missing key '{key}'", key=name)
    document.plain(root)
    document.problems = list(dict.fromkeys(document.problems))
    document.finish()
    data = {name: document.plain(keys[name][1]) for name in shape if name in keys}
    roster = document.typed(root, data, found.roster)
    document.finish()
    units = keys[found.units][1].value if found.units in keys else [root]
    return Army(found, roster, document, tuple(units))


def _parts(document: Document, node: yaml.Node, kind: Any) -> Iterator[tuple[yaml.Node, Any]]:
    """What is converted by itself, so that every part with a problem is told: each entry of a list of things, else the whole."""
    bare = kind.__origin__ if hasattr(kind, "__metadata__") else kind
    entry = bare.__args__[0] if getattr(bare, "__origin__", None) is tuple else None
    if isinstance(entry, type) and issubclass(entry, Struct):
        yield from ((item, entry) for item in document.items(node, MAX_UNITS))
    else:
        yield node, kind


def _system_of(document: Document, root: yaml.Node, node: yaml.Node | None) -> System:
    name = document.plain(node) if node else None
    if not isinstance(name, str) or name not in SYSTEMS:
        if node:
            document.complain(node, "system: expected one of {known}, got {got}", known=list(SYSTEMS), got=repr(name))
        else:
            document.complain(root, "missing key 'system', expected one of {known}", known=list(SYSTEMS))
        document.finish()
    return find_system(str(name))


def roster_text(roster: Any) -> str:
    """A roster as the text of a roster file, in YAML."""
    data = msgspec.to_builtins(roster)
    return dump_yaml(data)
