"""Which small faults could be planted in a module: `mutants.py` tries whether any test sees them.

A mutant is one edit of the text, found on the syntax tree: the rest of the file stays as it is. Left alone is what says
nothing about behaviour at the table: docstrings, f-strings and the cuts of error messages (words), annotations and type aliases (but for the limits in
their `Meta`), imports, asserts, decorators, Protocols, `__all__`, and `frozen` of a class.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from traced import first_line

COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<", "<=", ">="),
    ast.LtE: ("<=", "<", ">"),
    ast.Gt: (">", ">=", "<="),
    ast.GtE: (">=", ">", "<"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
"""How each comparison is written, then what it may become."""
SUMS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
}
JOINED: dict[type[ast.boolop], tuple[str, str]] = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
EXTREMES = {"min": "max", "max": "min"}
LIMITS = ("ge", "gt", "le", "lt", "min_length")
"""Keywords of `Meta` that say what is legal; `max_length` only keeps absurd files out."""
LEFT_ALONE = ("sentences.py",)
"""Files of words."""


Key: TypeAlias = tuple[str, str, str]
"""A mutant wherever it stands in its file: the path, the line, the line with the fault."""


class Mutant(NamedTuple):
    """One edit of one file: the bytes from `start` to `end` become `text`.

    `function`: the first line of the innermost function that it is in, 0 outside of any.
    """

    path: str
    function: int
    line: int
    before: str
    after: str
    start: int
    end: int
    text: bytes

    @property
    def key(self) -> Key:
        """What the list of equivalents calls it."""
        return self.path, self.before, self.after

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before} -> {self.after}"

    def applied(self, source: bytes) -> bytes:
        """The file with the fault in it."""
        return source[: self.start] + self.text + source[self.end :]


def every_mutant(root: Path, targets: Iterable[str]) -> list[Mutant]:
    """All mutants of these files and folders."""
    paths = (path for target in targets for path in (sorted((root / target).rglob("*.py")) or [root / target]))
    return [mutant for path in paths if path.name not in LEFT_ALONE for mutant in mutants_of(root, path)]


def some(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """So many at random, spread over the files: at even steps through the files, each of them shuffled."""
    dice = random.Random(seed)
    laid_out = sorted(mutants, key=lambda mutant: (mutant.path, dice.random()))
    step = max(1.0, len(mutants) / count)
    first = dice.uniform(0, step)
    found = [laid_out[int(first + step * number)] for number in range(min(count, len(mutants)))]
    dice.shuffle(found)
    return found


def mutants_of(root: Path, path: Path) -> list[Mutant]:
    """Every mutant of one file, in the order of the text."""
    source = path.read_bytes()
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    found: list[Mutant] = []
    for start, end, text, function in sorted(finder.edits):
        line = source.rfind(b"\n", 0, start) + 1
        before, after = (
            rest.split(b"\n", 1)[0].decode().strip() for rest in (source[line:], source[line:start] + text + source[end:])
        )
        number = source.count(b"\n", 0, start) + 1
        found.append(Mutant(path.relative_to(root).as_posix(), function, number, before, after, start, end, text))
    return found


class _Finder(ast.NodeVisitor):
    """Walks a module and notes every edit."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.edits: set[tuple[int, int, bytes, int]] = set()
        self._function = 0
        self._left_alone: set[ast.AST] = set()
        self._lines = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def _start(self, node: ast.expr | ast.keyword) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.keyword) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._lines[node.end_lineno - 1] + node.end_col_offset

    def _edit(self, start: int, end: int, text: str = "") -> None:
        self.edits.add((start, end, text.encode(), self._function))

    def _put(self, node: ast.expr, *texts: str) -> None:
        """An expression becomes something else."""
        for text in texts:
            self._edit(self._start(node), self._end(node), text)

    def _swap(self, left: ast.expr, right: ast.expr, old: str, *news: str) -> None:
        """The operator between two expressions becomes another; it is the last word of the gap but for brackets."""
        gap = self.source[self._end(left) : self._start(right)]
        at = self._end(left) + gap.rindex(old.encode())
        for new in news:
            self._edit(at, at + len(old), new)

    # Operators and constants.

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = (node.left, *node.comparators)
        for left, right, op in zip(operands, node.comparators, node.ops, strict=False):
            self._swap(left, right, *COMPARISONS[type(op)])
            for side in (left, right):
                if isinstance(op, ast.Eq | ast.NotEq) and isinstance(side, ast.Constant) and isinstance(side.value, str):
                    self._put(side, repr(f"{side.value}?"))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._swap(left, right, *JOINED[type(node.op)])
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._edit(self._start(node), self._start(node) + len("not "))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in SUMS and not any(map(_is_text, (node.left, node.right))):
            self._swap(node.left, node.right, *SUMS[type(node.op)])
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in SUMS and not _is_text(node.value):
            self._swap(node.target, node.value, *(f"{sign}=" for sign in SUMS[type(node.op)]))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._put(node, str(not node.value))
        elif isinstance(node.value, int):
            self._put(node, str(node.value + 1), str(node.value - 1))

    def visit_Tuple(self, node: ast.Tuple) -> None:
        if node.elts and all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in node.elts):
            for gone in node.elts:
                rest: list[ast.expr] = [one for one in node.elts if one is not gone]
                self._put(node, ast.unparse(ast.Tuple(rest, ast.Load())))

    # Conditions, calls, results.

    def _force(self, test: ast.expr) -> None:
        self._put(test, "True", "False")

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test).endswith("TYPE_CHECKING"):
            self._visit_all(node.orelse)
            return
        self._force(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._force(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._force(test)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value and not isinstance(node.value, ast.Constant):
            self._put(node.value, "None")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called in EXTREMES:
            self._put(node.func, EXTREMES[called])
        if called == "replace":
            for keyword in node.keywords:
                end = self._end(keyword)
                comma = self.source[end : end + 2].startswith(b", ") * 2 or self.source[end : end + 1] == b","
                self._edit(self._start(keyword), end + comma)
        self.generic_visit(node)

    # What is left alone.

    def _visit_all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node:
                self.visit(node)

    def _annotation(self, node: ast.expr | None) -> None:
        """Of an annotation only the limits."""
        calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)] if node else []
        for call in calls:
            if isinstance(call.func, ast.Name) and call.func.id == "Meta":
                self._visit_all(keyword.value for keyword in call.keywords if keyword.arg in LIMITS)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._annotation(node.annotation)
        if ast.unparse(node.annotation) == "TypeAlias":
            self._annotation(node.value)
        else:
            self._visit_all([node.value])

    def visit_Assign(self, node: ast.Assign) -> None:
        if ast.unparse(node.targets[0]).startswith("__"):
            return
        one_by_one = isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple)
        self._visit_all([*node.targets, *(ast.iter_child_nodes(node.value) if one_by_one else [node.value])])

    def visit_Raise(self, node: ast.Raise) -> None:
        words = [one for one in ast.walk(node) if isinstance(one, ast.Slice)]
        self._left_alone.update(words)
        self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> None:
        if node not in self._left_alone:
            self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> None:
        self._annotation(node.annotation)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.visit(node.args)
        outside, self._function = self._function, first_line(node)
        self._visit_all(node.body)
        self._function = outside

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not any("Protocol" in ast.unparse(base) for base in node.bases):
            self._visit_all(keyword.value for keyword in node.keywords if keyword.arg != "frozen")
            self._visit_all(node.body)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if ast.unparse(node.value) not in ("Literal", "Annotated"):
            self.generic_visit(node)

    def _skip(self, node: ast.AST) -> None:
        """Nothing in it is mutated."""

    visit_Assert = visit_Import = visit_ImportFrom = visit_JoinedStr = _skip  # noqa: N815


def _is_text(node: ast.expr) -> bool:
    """Whether it is words or a collection: what these operators do to it has no other sign."""
    literals = ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp
    return isinstance(node, literals) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
