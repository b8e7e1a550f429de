"""How large things are, what modules are called, and that each package says what may not be in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from source import MODULES, PACKAGE, SENTENCES, module_name, tree

MODULE, FUNCTION = 300, 40
"""The most lines of either. A list of sentences is as long as there is to say."""
VAGUE = {"util", "utils", "helper", "helpers", "manager", "misc", "common_utils", "base"}
FORBIDS = re.compile(r"\b([Nn]o|not|[Nn]othing|nobody|never|none|only|alone|without)\b")

LONG_MODULES: set[str] = set()
LONG_FUNCTIONS: set[str] = set()
"""What is still longer. These lists only get shorter."""


def lines(code: str) -> int:
    """How many lines a text has."""
    return code.count("\n")


def long_functions(code: ast.AST) -> Iterator[str]:
    """Functions with more lines than are read at once, decorators and docstring counted."""
    for node in ast.walk(code):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if (node.end_lineno or first) - first >= FUNCTION:
                yield node.name


def test_modules_are_short() -> None:
    """No module has more than 300 lines but those that are listed."""
    found = {name for name, path in MODULES.items() if lines(path.read_text(encoding="utf-8")) > MODULE}
    assert {name for name in found if not name.endswith(f".{SENTENCES}")} == LONG_MODULES


def test_functions_are_short() -> None:
    """No function has more than 40 lines but those that are listed."""
    assert {f"{name}.{function}" for name in MODULES for function in long_functions(tree(name))} == LONG_FUNCTIONS


def test_modules_have_names_of_their_own() -> None:
    """A module is called by its job; one that could hold anything soon does."""
    assert not [name for name in MODULES if VAGUE & set(re.split(r"[._]", name))]


def test_every_package_says_what_is_not_in_it() -> None:
    """The first lines of a package say what lives there and what may not."""
    packages = [module_name(path) for path in PACKAGE.rglob("__init__.py")]
    assert not [name for name in packages if not FORBIDS.search(ast.get_docstring(tree(name)) or "")]


@pytest.mark.parametrize(("length", "found"), [(FUNCTION, []), (FUNCTION + 1, ["f"])])
def test_a_long_function_is_seen(length: int, found: list[str]) -> None:
    """Up to 40 lines are none too many."""
    assert list(long_functions(ast.parse("def f():\n" + "    pass\n" * (length - 1)))) == found
