"""Settings and figures: every one that is asked for is declared in a table, and every one declared is asked for."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
import yaml

from command import ROOT
from psyphase.tables.settings import Settings
from source import SYSTEMS, called, of_system, shared


def declared(path: Path) -> set[str]:
    """The ids of a table, written as a field of a struct would be; rules never ask for the readings that stand for others."""
    entries = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else []
    return {str(entry["id"]).replace("-", "_") for entry in entries if entry.get("kind") != "readings"}


def asked(code: ast.AST, what: str, by: str, also: Iterable[str] = ()) -> Iterator[str]:
    """The settings (or figures) that code asks for: `settings["x"]`, `settings.number("x")`, `settings.x`.

    `what`: the name that holds them, `by`: what is called for one, `also`: attributes that are none.
    """
    for node in ast.walk(code):
        if isinstance(node, ast.Attribute) and _name(node.value) == what and node.attr not in (*also, by):
            yield node.attr
        elif isinstance(node, ast.Subscript) and _name(node.value) == what:
            yield _word(node.slice)
        elif isinstance(node, ast.Call) and called(node) == by and node.args and what in (_name(_owner(node)), f"{by}s"):
            yield _word(node.args[0])


def _owner(call: ast.Call) -> ast.expr:
    return call.func.value if isinstance(call.func, ast.Attribute) else call.func


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _word(node: ast.expr) -> str:
    return str(node.value).replace("-", "_") if isinstance(node, ast.Constant) else f"? {ast.unparse(node)}"


def constants(modules: Iterable[ast.Module]) -> dict[str, str]:
    """Words with a name of their own, as `asked` tells them."""
    assigned = [
        node for code in modules for node in code.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    ]
    return {f"? {ast.unparse(node.targets[0])}": _word(node.value) for node in assigned}


OF_ALL = {name for name in dir(Settings) if not name.startswith("_")}
"""What settings can do themselves."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_settings_are_declared_and_asked_for(system: str) -> None:
    """Rules ask for the settings of their system's table, for no other ones and for each of them."""
    modules = [*of_system(system).values(), *shared().values()]
    named = constants(modules)
    found = {named.get(id, id) for code in modules for id in asked(code, "settings", "number", OF_ALL)}
    assert found == declared(ROOT / "rules" / system / "settings.yaml")


@pytest.mark.parametrize("system", SYSTEMS)
def test_figures_are_declared_and_asked_for(system: str) -> None:
    """The same for the figures of a system; a struct of them may go by any name."""
    known = declared(ROOT / "rules" / system / "figures.yaml")
    modules = list(of_system(system).values())
    named = constants(modules)
    found = {named.get(id, id) for code in modules for id in asked(code, "figures", "figure", {"get", "values", "items", "keys"})}
    read = {node.attr for code in modules for node in ast.walk(code) if isinstance(node, ast.Attribute)}
    assert {id for id in found if not id.startswith("?")} <= known
    assert known <= found | read


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_struct_of_settings_has_a_field_for_each(system: str) -> None:
    """A system that has its settings as a type of its own leaves none out."""
    classes = [node for code in of_system(system).values() for node in ast.walk(code) if isinstance(node, ast.ClassDef)]
    for one in classes:
        if one.name.endswith("Settings"):
            fields = {ast.unparse(line.target) for line in one.body if isinstance(line, ast.AnnAssign)}
            assert fields == declared(ROOT / "rules" / system / "settings.yaml")


@pytest.mark.parametrize(
    "code",
    ["x = rules.settings['draw']", "x = rules.settings.number('draw')", "x = rules.settings.draw", "x = settings.draw"],
)
def test_every_way_to_ask_is_seen(code: str) -> None:
    """By a key, as a number, as a field."""
    assert list(asked(ast.parse(code), "settings", "number", OF_ALL)) == ["draw"]


def test_a_computed_name_is_seen() -> None:
    """A setting whose name is put together cannot be held against the table."""
    (found,) = asked(ast.parse("x = rules.settings[name]"), "settings", "number")
    assert found == "? name"
