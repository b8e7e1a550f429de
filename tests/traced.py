"""Notes which functions of psyphase each test reaches, also in the processes that it starts.

`mutants.py` puts it into a copy of the checkout as `sitecustomize.py`, which Python runs at the start of every process. There
every function of psyphase notes itself, once a process: `test<tab>file<tab>first line`, the test being that of pytest when the
process started, none in pytest itself. A module is line 0. A tracer proper would slow down everything else threefold.
"""

from __future__ import annotations

import ast
import builtins
import os
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

NOTES = "traced.tsv"
FOLDER = Path(__file__).resolve().parent
TEST = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0].partition("[")[0]


def first_line(function: ast.FunctionDef) -> int:
    """Where a function begins, decorators included."""
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


def noting(source: bytes, path: str) -> ast.Module:
    """The module whose functions note themselves: each before it does anything, the module at its end."""
    module = ast.parse(source)
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef):
            after_docstring = int(ast.get_docstring(node, clean=False) is not None)
            node.body[after_docstring:after_docstring] = ast.parse(f"reached_({path!r}, {first_line(node)})").body
    module.body += ast.parse(f"reached_({path!r}, 0)").body
    return module


def install() -> None:
    """From now on modules of psyphase are compiled so."""
    notes = os.open(FOLDER / NOTES, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    compiled = SourceFileLoader.source_to_code
    seen: set[tuple[str, int]] = set()

    def reached(path: str, line: int) -> None:
        if (path, line) not in seen:
            with suppress(OSError):  # a test may forbid to write
                os.write(notes, f"{TEST}\t{path}\t{line}\n".encode())
                seen.add((path, line))

    def source_to_code(self: SourceFileLoader, data: Any, path: Any, **how: Any) -> Any:
        inside = Path(path).is_relative_to(FOLDER / "psyphase")
        return compiled(self, noting(data, Path(path).relative_to(FOLDER).as_posix()) if inside else data, path, **how)

    setattr(builtins, "reached_", reached)  # noqa: B010 (no type knows of it)
    setattr(SourceFileLoader, "source_to_code", source_to_code)  # noqa: B010


if __name__ == "sitecustomize":
    install()
