"""Tables say what a thing does by a closed word: no rule in Python knows an entry of a table by its id."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
import yaml

from command import ROOT
from source import SYSTEMS, called, of_system, place, shared

NOT_RULES = ("settings.yaml", "figures.yaml", "system.yaml")
"""Tables of named values, which Python asks for by name: a struct has a field for each."""
NAMED = ("settings", "figures", "args")
"""Mappings whose keys are no entries of tables."""
ASKS = (
    "Event",
    "Roll",
    "Decision",
    "Selection",
    "Number",
    "Numbers",
    "Text",
    "NamedRoll",
    "figure",
    "number",
    "getattr",
    "ask_yes",
)
BUILDS = ("frozenset", "set", "tuple")
"""What is called with a word that is no entry of a table: the id of what is said or asked, the name of a field or a figure."""


class Found(NamedTuple):
    """A word of a table that code looks for."""

    word: str
    line: int
    code: str


@cache
def table_ids(system: str) -> frozenset[str]:
    """The ids of all entries of a system's shipped tables."""
    paths = (path for path in (ROOT / "rules" / system).rglob("*.yaml") if path.name not in NOT_RULES)
    return frozenset(id for path in paths for id in _ids(yaml.safe_load(path.read_text(encoding="utf-8"))))


def _ids(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        yield from ([node["id"]] if isinstance(node.get("id"), str) else [])
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _ids(inner)


class Vocabulary:
    """The closed words of some modules: what their types allow, and what their constants hold."""

    def __init__(self, modules: Mapping[str, ast.Module]) -> None:
        self.constants: dict[str, frozenset[str]] = {}
        self.fields: dict[str, set[str]] = {}
        aliases: dict[str, set[str]] = {}
        nodes = [node for code in modules.values() for node in ast.walk(code)]
        for node in nodes:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _is_alias(node) and node.value:
                aliases.setdefault(node.target.id, set()).update(_literals(node.value, {}))
        for code in modules.values():
            for statement in code.body:
                self._constant(statement)
        for node in nodes:
            if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation:
                name = node.arg if isinstance(node, ast.arg) else ast.unparse(node.target)
                self.fields.setdefault(name, set()).update(_literals(node.annotation, aliases))
        self.lists = [*aliases.values(), *self.fields.values()]
        self.types = frozenset(word for words in (*aliases.values(), self.fields.get("does", set())) for word in words)

    def _constant(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Assign) and isinstance(target := statement.targets[0], ast.Name | ast.Tuple):
            values = statement.value.elts if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple) else []
            for name, value in (
                zip(target.elts, values, strict=True) if isinstance(target, ast.Tuple) else [(target, statement.value)]
            ):
                words = frozenset(_words(value))
                if isinstance(name, ast.Name) and words and not isinstance(value, ast.Dict):
                    self.constants[name.id] = words

    def words(self, node: ast.expr) -> frozenset[str]:
        """The words that an expression holds, by themselves or as a constant."""
        if isinstance(node, ast.Name):
            return self.constants.get(node.id, frozenset())
        return frozenset(word for one in _parts(node) for word in (self.words(one) if isinstance(one, ast.Name) else _words(one)))

    def closes(self, node: ast.expr | None, word: str) -> bool:
        """Whether what a word is compared with has a type that lists it; what is looked up is listed by any type."""
        if node is None:
            return word in self.types
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        return word in self.fields.get(name, ())


def _is_alias(node: ast.AnnAssign) -> bool:
    return "TypeAlias" in ast.unparse(node.annotation)


def _literals(node: ast.expr, aliases: Mapping[str, set[str]]) -> Iterator[str]:
    """The words that a type lists, by itself or by its alias."""
    for one in ast.walk(node):
        if isinstance(one, ast.Subscript) and ast.unparse(one.value) == "Literal":
            yield from _words(one.slice)
        elif isinstance(one, ast.Name):
            yield from aliases.get(one.id, ())


def _parts(node: ast.expr) -> list[ast.expr]:
    """The members of a collection that is written out; else the expression itself."""
    if isinstance(node, ast.Call) and called(node) in ("frozenset", "set", "tuple") and node.args:
        node = node.args[0]
    return node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]


def _words(node: ast.expr) -> list[str]:
    return [one.value for one in _parts(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def dispatched(code: ast.Module, ids: frozenset[str], known: Vocabulary) -> Iterator[Found]:
    """Ids of tables that are keys of a mapping in which something is looked up, unless a type lists all its keys."""
    asked = [node.value for node in ast.walk(code) if isinstance(node, ast.Subscript | ast.Attribute)]
    names = {node.id for node in asked if isinstance(node, ast.Name)}
    assigned = [(_target(node), node.value) for node in code.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    for node in (*asked, *(value for name, value in assigned if name in names)):
        if isinstance(node, ast.Dict) and not any(called(value) == "NamedRoll" for value in node.values):
            keys = {key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
            if not any(keys <= words for words in known.lists):
                yield from (Found(word, node.lineno, ast.unparse(node)[:100]) for word in keys & ids)


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    return ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])


def looked_for(code: ast.Module, ids: frozenset[str], known: Vocabulary) -> Iterator[Found]:
    """Ids of tables that code compares with, looks up, or hands to what looks them up."""
    yield from dispatched(code, ids, known)
    for node in ast.walk(code):
        pairs: list[tuple[ast.expr, ast.expr | None]] = []
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            pairs = list(pairwise(sides))
            pairs += [(other, one) for one, other in pairs if other]
        elif isinstance(node, ast.Subscript) and not _is_type(node):
            pairs = [(node.slice, None)] if not _last(node.value).endswith(NAMED) else []
        elif isinstance(node, ast.Call) and called(node) not in (*ASKS, *BUILDS) and not _is_named(node):
            given = [*node.args, *(word.value for word in node.keywords if word.arg)]
            pairs = [(one, None) for one in given]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.Sub):
            pairs = [(one, None) for one in (node.left, node.right) if not isinstance(one, ast.Constant | ast.Dict)]
        elif isinstance(node, ast.match_case):
            pairs = [(one.value, None) for one in ast.walk(node.pattern) if isinstance(one, ast.MatchValue)]
        for one, other in pairs:
            for word in known.words(one) & ids:
                if not known.closes(other, word):
                    yield Found(word, one.lineno, ast.unparse(node)[:100])


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_type(node: ast.Subscript) -> bool:
    return ast.unparse(node.value) in ("Literal", "cast", "tuple", "dict", "Mapping", "Annotated")


def _is_named(node: ast.Call) -> bool:
    """Whether a mapping of named values is asked."""
    return isinstance(node.func, ast.Attribute) and _last(node.func.value).endswith(NAMED)


def found_in(system: str) -> list[tuple[str, Found]]:
    """Every id of a table that a system's rules look for, with its file."""
    modules = {**of_system(system), **shared()}
    known = Vocabulary(modules)
    return [(place(name), one) for name, code in modules.items() for one in looked_for(code, table_ids(system), known)]


PERMITTED = {
    "w40k7": {
        "none": "a value of effects: no dice, no modifier",
        "psyker": "a tag of rosters, which makes a unit one; the wizard's and the conjurer's answer is called so too",
        "adamantium-will": "a tag of rosters: whoever writes one that is nearly right is asked whether it is meant",
    },
    "hh3": {"end": "the word of a menu that ends the battle"},
    "onlywar": {
        "scatter": "a word of `does`",
        "troop": "one of the two kinds of subordinates that a roster knows",
        "bs": "a characteristic that every profile has; `test.on` may be a skill too",
        "ws": "a characteristic that every profile has; `test.on` may be a skill too",
        "end": "the word of a menu that ends the encounter",
        "general": "the name of the file of the commands that every squad knows",
    },
}
"""Words of a type or of a menu that some entry has for its id too. As the id of an entry none of them may be compared."""

OPEN: dict[str, set[str]] = {}
"""Ids that Python still knows. This list only gets shorter."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_id_of_a_table_is_known_to_python(system: str) -> None:
    """An entry with another id and the same words would do the same: none is compared, looked up or handed on by its id."""
    permitted = PERMITTED.get(system, {})
    found = [(file, one) for file, one in found_in(system) if one.word not in permitted or ".id" in one.code]
    new = [f"{file}:{one.line}: {one.word}: {one.code}" for file, one in found if one.word not in OPEN.get(system, set())]
    assert not new, "\n".join(new)
    gone = OPEN.get(system, set()) - {one.word for _, one in found}
    assert not gone, f"no longer known to Python, to be struck from OPEN: {sorted(gone)}"


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("if kind.id == 'smite': pass", "smite"),
        ("if 'smite' in power.types: pass", "smite"),
        ("if power.id in ('other', 'smite'): pass", "smite"),
        ("x = rules.powers['smite']", "smite"),
        ("x = rules.powers.get('smite')", "smite"),
        ("SMITE = 'smite'\nx = has_ability(squad, SMITE)", "smite"),
        ("ONE, SMITE = 'one', 'smite'\nif ability.id == SMITE: pass", "smite"),
        ("ALL = frozenset({'smite'})\nx = power.id in ALL", "smite"),
        ("WAYS = {'smite': f}\nx = WAYS[power.id]", "smite"),
        ("x = {'smite': f}[power.id]", "smite"),
        ("x = {'smite': f}.get(power.id)", "smite"),
        ("x = power.traits & {'smite'}", "smite"),
        ("match power.id:\n    case 'smite' | 'other': pass", "smite"),
    ],
)
def test_every_way_to_know_an_id_is_seen(code: str, word: str) -> None:
    """Comparing, looking up, handing on, by a constant too: each is seen."""
    module = ast.parse(code)
    assert {one.word for one in looked_for(module, frozenset({word}), Vocabulary({"": module}))} == {word}


@pytest.mark.parametrize(
    "code",
    [
        "class C:\n    does: Literal['smite', 'other']\nx = command.does == 'smite'",
        "Does: TypeAlias = Literal['smite']\nclass C:\n    does: Does\nx = command.does == 'smite'",
        "x = yield from Event('smite', {'smite': 1})",
        "x = rules.settings['smite'] or rules.settings.number('smite') or rules.figure('smite') or request.args['smite']",
    ],
)
def test_words_of_a_type_are_no_ids(code: str) -> None:
    """A closed word of a type, the id of an event, a setting or an argument may be called like an entry of a table."""
    module = ast.parse(code)
    assert not list(looked_for(module, frozenset({"smite"}), Vocabulary({"": module})))


if __name__ == "__main__":
    for each in SYSTEMS:
        for file, one in found_in(each):
            print(f"{file}:{one.line}: {one.word}: {one.code}")
