"""Procedures: none forgets its `yield from`, and a question in a loop has an answer that leaves it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

import pytest

from source import SYSTEMS, called, of_system, place, shared

REQUESTS = ("Roll", "Decision", "Selection", "Number", "Numbers", "Text")
PROCEDURE = ("Procedure[", "Carried")
"""How the annotation of a procedure begins."""


def procedures(modules: Mapping[str, ast.Module]) -> dict[str, ast.FunctionDef]:
    """The functions that are procedures, by their annotation."""
    functions = [node for code in modules.values() for node in ast.walk(code) if isinstance(node, ast.FunctionDef)]
    return {one.name: one for one in functions if one.returns and ast.unparse(one.returns).startswith(PROCEDURE)}


def forgotten(modules: Mapping[str, ast.Module]) -> list[str]:
    """Bare calls of procedures, requests and events, which do nothing, and bare yields, which hand out anything."""
    found = procedures(modules)
    names = {*found, "Event", *REQUESTS}
    nodes = [node for function in found.values() for node in ast.walk(function)]
    bare = [node for node in nodes if isinstance(node, ast.Expr) and called(node.value) in names]
    return [ast.unparse(node) for node in (*bare, *(node for node in nodes if isinstance(node, ast.Yield)))]


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_procedure_forgets_its_yield_from(system: str) -> None:
    """A bare call of a procedure or a request would silently do nothing."""
    assert not forgotten({**of_system(system), **shared()})


@pytest.mark.parametrize("line", ["Event('x')", "Roll[int]('x')", "module.f()", "f()", "x = yield Event('x')"])
def test_a_forgotten_yield_from_is_seen(line: str) -> None:
    """Of an event, a request, a procedure, and a yield without from."""
    assert forgotten({"": ast.parse(f"def f() -> Procedure[int]:\n    {line}\n    yield from g()")})


def endless(modules: Mapping[str, ast.Module]) -> Iterator[tuple[str, int, str]]:
    """Decisions in a `while` that say neither what ends it nor what leads back to them: module, line, id.

    Those of a procedure count too, where what it comes to may end the loop.
    """
    all_procedures = procedures(modules)
    for name, code in modules.items():
        for loop in (node for node in ast.walk(code) if isinstance(node, ast.While)):
            choosers = [all_procedures[one] for one in _deciding(loop) if one in all_procedures]
            for node in (inner for part in (loop, *choosers) for inner in ast.walk(part)):
                if isinstance(node, ast.Call) and called(node) == "Decision" and not _has_end(node):
                    yield name, node.lineno, ast.unparse(node.args[0]).strip("'")


def _deciding(loop: ast.While) -> Iterator[str]:
    """The procedures whose outcome a loop looks at before it is left."""
    exits = [node for node in ast.walk(loop) if isinstance(node, ast.If) and _leaves(node)]
    tested = {one.id for node in exits for one in ast.walk(node.test) if isinstance(one, ast.Name)}
    for node in ast.walk(loop):
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.YieldFrom):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if tested & {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}:
                yield called(node.value.value)


def _leaves(node: ast.If) -> bool:
    return any(isinstance(one, ast.Break | ast.Return) for one in ast.walk(node))


def _has_end(call: ast.Call) -> bool:
    return bool({word.arg for word in call.keywords} & {"ends", "loops_back"})


LEAVES = {
    "next-psyker": "every answer leaves one psyker fewer",
    "discipline": "every answer gives one of the powers to generate",
    "unit-kind": "once there is a unit, the default is that it is all",
}
"""Decisions in a loop that ends without their help, and why."""


def test_a_decision_in_a_loop_has_its_end() -> None:
    """A script that is over, or an answer given once for all, does not go round for ever."""
    found: set[str] = set()
    for system in SYSTEMS:
        for name, line, id in endless({**of_system(system), **shared()}):
            assert id in LEAVES, f"{place(name)}:{line}: {id}"
            found.add(id)
    assert not LEAVES.keys() - found


ASKS = "yield from Decision('again', 'mine', {}, default='yes'"


@pytest.mark.parametrize(
    "code",
    [
        f"def f() -> Procedure[int]:\n    while True:\n        x = {ASKS})",
        f"def f() -> Procedure[int]:\n    while True:\n        x = yield from g()\n        if x:\n            return x\ndef g() -> Procedure[int]:\n    return ({ASKS}))",
    ],
    ids=["itself", "by a procedure"],
)
def test_a_loop_without_an_end_is_seen(code: str) -> None:
    """A decision in the loop itself, and one of a procedure called in it."""
    assert [id for _, _, id in endless({"": ast.parse(code)})] == ["again"]


@pytest.mark.parametrize("more", ["ends='end'", "loops_back=frozenset()"])
def test_a_loop_with_an_end_is_none(more: str) -> None:
    """What ends it, or what leads back, is said."""
    code = f"def f() -> Procedure[int]:\n    while True:\n        x = {ASKS}, {more})"
    assert not list(endless({"": ast.parse(code)}))
