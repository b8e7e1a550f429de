"""Docstrings below the systems: every public name of `engine`, `tables`, `games`, files and text has one, and it names what is raised."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

import pytest

from psyphase import errors
from source import called, place, tree, under

PACKAGES = ("psyphase.engine", "psyphase.tables", "psyphase.games", "psyphase.files", "psyphase.text", "psyphase.errors")
Function = ast.FunctionDef


def _public(code: ast.Module) -> Iterator[tuple[str, ast.ClassDef | None, Function]]:
    """Public functions and methods of public classes, with their names; what Python calls by itself belongs to its class."""
    for node in code.body:
        if isinstance(node, Function) and not node.name.startswith("_"):
            yield node.name, None, node
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for one in node.body:
                if isinstance(one, Function) and (not one.name.startswith("_") or one.name.endswith("__")):
                    yield f"{node.name}.{one.name}", node, one


def undocumented(code: ast.Module) -> list[str]:
    """Public modules, classes and functions without a docstring."""
    classes = [(node.name, node) for node in code.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    functions = [(name, node) for name, _, node in _public(code) if not node.name.startswith("_")]
    named: list[tuple[str, ast.Module | ast.ClassDef | Function]] = [("the module", code), *classes, *functions]
    return [name for name, node in named if not ast.get_docstring(node)]


def raised(code: ast.Module, owner: ast.ClassDef | None, function: Function) -> set[str]:
    """The errors that a function raises by itself or by private functions of its module."""
    near = {one.name: one for one in ast.walk(owner or code) if isinstance(one, Function)}
    near = {**{one.name: one for one in code.body if isinstance(one, Function)}, **near}
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [function]
    while waiting:
        one = waiting.pop()
        for node in ast.walk(one):
            if isinstance(node, ast.Raise) and node.exc is not None and node not in caught(one):
                found.add(_error(node.exc, near))
            name = called(node)
            if name.startswith("_") and not name.endswith("__") and name in near and name not in seen:
                seen.add(name)
                waiting.append(near[name])
    return {name for name in found if _is_told(name)}


def caught(function: Function) -> set[ast.AST]:
    """What is raised only to be caught in the same function."""
    return {
        node
        for tried in ast.walk(function)
        if isinstance(tried, ast.Try)
        for handler in tried.handlers
        for body in tried.body
        for node in ast.walk(body)
        if isinstance(node, ast.Raise) and node.exc and handler.type and called(node.exc) in ast.unparse(handler.type)
    }


def _error(node: ast.expr, near: dict[str, Function]) -> str:
    """The class of what is raised, also where a function makes it."""
    name = called(node) or (node.id if isinstance(node, ast.Name) else "")
    maker = near.get(name)
    return ast.unparse(maker.returns) if maker and maker.returns else name


def _is_told(name: str) -> bool:
    """Whether somebody may have to catch it: what the user can fix, and what is Python's own."""
    return name == "Undo" or hasattr(errors, name) or isinstance(getattr(builtins, name, None), type)


def untold(code: ast.Module) -> list[str]:
    """Public functions that raise what neither their docstring nor that of their class names."""
    found = []
    for name, owner, function in _public(code):
        text = f"{ast.get_docstring(function) or ''} {(ast.get_docstring(owner) or '') if owner else ''}"
        missing = [error for error in sorted(raised(code, owner, function)) if not any(one in text for one in _names(error))]
        found += [f"{name} raises {error}" for error in missing]
    return found


def _names(error: str) -> list[str]:
    """An error by its own name, or by that of the kind of which it is one."""
    kind = getattr(errors, error, None)
    return [one.__name__ for one in kind.__mro__ if one.__name__ in vars(errors)] if kind else [error]


@pytest.mark.parametrize("module", under(*PACKAGES))
def test_everything_public_says_what_it_means(module: str) -> None:
    """Modules, classes, functions, methods and properties."""
    assert [f"{place(module)}: {name}" for name in undocumented(tree(module))] == []


@pytest.mark.parametrize("module", under(*PACKAGES))
def test_what_is_raised_is_told(module: str) -> None:
    """`Raises X` in the docstring of the function, or of its class."""
    assert [f"{place(module)}: {name}" for name in untold(tree(module))] == []


def test_what_private_functions_raise_counts() -> None:
    """A public function answers for those it calls."""
    code = ast.parse('"""."""\ndef _deep(): raise AnswerError("x")\ndef f():\n    """Nothing said."""\n    _deep()\ndef g(): f()')
    assert untold(code) == ["f raises AnswerError"]
    assert undocumented(code) == ["g"]


def test_a_kind_of_error_stands_for_those_of_its_kind() -> None:
    """Who says PsyphaseError has said AnswerError; not the other way round."""
    code = ast.parse(
        'def f():\n    """Raises PsyphaseError."""\n    raise AnswerError("x")\ndef g():\n    """Raises AnswerError."""\n    raise PsyphaseError("x")'
    )
    assert untold(code) == ["g raises PsyphaseError"]
