"""The program's own source, read for the shape tests: modules by name, their syntax trees, the texts that stand in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from command import ROOT
from psyphase import systems

PACKAGE = ROOT / "psyphase"
SYSTEMS = tuple(systems.SYSTEMS)
"""Every system of the registry."""
SENTENCES = "sentences"
"""The module of a system that may speak."""


def module_name(path: Path) -> str:
    """The name by which a file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}
"""Every module of the program and where it is."""


@cache
def tree(module: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def place(module: str) -> str:
    """The file of a module, for people."""
    return str(MODULES[module].relative_to(ROOT))


def under(*packages: str) -> list[str]:
    """The modules of some packages, the packages themselves too."""
    return [name for name in MODULES if any(name == package or name.startswith(f"{package}.") for package in packages)]


def of_system(system: str, *, silent: bool = True) -> dict[str, ast.Module]:
    """The modules of a system; `silent`: without its sentences."""
    found = under(f"psyphase.systems.{system}")
    return {name: tree(name) for name in found if not (silent and name.endswith(f".{SENTENCES}"))}


def shared(*, silent: bool = True) -> dict[str, ast.Module]:
    """What all systems have, with the registry and what a system offers."""
    found = ["psyphase.systems", "psyphase.systems.system", *under("psyphase.systems.shared")]
    return {name: tree(name) for name in found if not (silent and name.endswith(f".{SENTENCES}"))}


def texts(node: ast.AST) -> Iterator[ast.Constant]:
    """Every string constant, parts of composed ones too."""
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one


def called(node: ast.AST) -> str:
    """The name of what is called, without what it belongs to: `Roll` for `Roll[int](...)`, `get` for `x.get(...)`."""
    if not isinstance(node, ast.Call):
        return ""
    function = node.func.value if isinstance(node.func, ast.Subscript) else node.func
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""


def structs(kind: object) -> Iterator[type[msgspec.Struct]]:
    """Every struct that a type is made of."""
    if isinstance(kind, msgspec.inspect.StructType):
        yield kind.cls
        for field in kind.fields:
            yield from structs(field.type)
    for name in ("item_type", "value_type"):
        if hasattr(kind, name):
            yield from structs(getattr(kind, name))
    for several in ("types", "item_types"):
        for one in getattr(kind, several, ()):
            yield from structs(one)
