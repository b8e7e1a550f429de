"""Sentences get the arguments they ask for: each event and request, as code makes it, is held against its sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pytest

from needed import needs
from psyphase.engine import procedure
from psyphase.systems import system as find
from psyphase.words.sentences import Sentence, Sentences
from source import SYSTEMS, called, of_system, place, shared

REQUESTS = ("Roll", "Decision", "Selection", "Number", "Numbers", "Text")


class Made(NamedTuple):
    """An event or a request that code makes, with the arguments it certainly has; None: only a game can tell."""

    id: str
    is_request: bool
    line: int
    keys: frozenset[str] | None


class Code:
    """Modules whose functions may call each other."""

    def __init__(self, modules: Mapping[str, ast.Module]) -> None:
        self.modules = modules
        found = [node for code in modules.values() for node in ast.walk(code) if isinstance(node, ast.FunctionDef)]
        names = [function.name for function in found]
        self.functions = {one.name: one for one in found if names.count(one.name) == 1}

    def made(self) -> Iterator[tuple[str, Made]]:
        """Every event and request with an id that is written out."""
        for name, code in self.modules.items():
            for function in (node for node in ast.walk(code) if isinstance(node, ast.FunctionDef)):
                for node in ast.walk(function):
                    if isinstance(node, ast.Call) and called(node) in ("Event", *REQUESTS) and node.args:
                        keys = self.keys(_args_of(node), function)
                        for id in _ids(node.args[0]):
                            yield place(name) if name else "", Made(id, called(node) != "Event", node.lineno, keys)

    def keys(self, node: ast.expr | None, function: ast.FunctionDef, depth: int = 0) -> frozenset[str] | None:
        """The keys that a mapping certainly has."""
        if node is None:
            return frozenset()
        if isinstance(node, ast.Dict):
            return self._of_dict(node, function, depth)
        if isinstance(node, ast.IfExp):
            return _in_all([self.keys(node.body, function, depth), self.keys(node.orelse, function, depth)])
        if isinstance(node, ast.BinOp):
            return _in_any([self.keys(node.left, function, depth), self.keys(node.right, function, depth)])
        if isinstance(node, ast.Name):
            assigned = [
                one for one in ast.walk(function) if isinstance(one, ast.Assign | ast.AnnAssign) and _target(one) == node.id
            ]
            return _in_all([self.keys(one.value, function, depth) for one in assigned])
        if isinstance(node, ast.Call) and called(node) in self.functions and depth < 5:
            helper = self.functions[called(node)]
            returned = [one.value for one in ast.walk(helper) if isinstance(one, ast.Return)]
            return _in_all([self.keys(one, helper, depth + 1) for one in returned])
        return None

    def _of_dict(self, node: ast.Dict, function: ast.FunctionDef, depth: int) -> frozenset[str] | None:
        own = frozenset(str(key.value) for key in node.keys if isinstance(key, ast.Constant))
        more = [self.keys(value, function, depth) for key, value in zip(node.keys, node.values, strict=True) if key is None]
        return _in_any([own, *more])


def _in_all(several: list[frozenset[str] | None]) -> frozenset[str] | None:
    known = [one for one in several if one is not None]
    return frozenset.intersection(*known) if known and len(known) == len(several) else None


def _in_any(several: list[frozenset[str] | None]) -> frozenset[str] | None:
    return None if None in several else frozenset(key for one in several if one is not None for key in one)


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return target.id if isinstance(target, ast.Name) else ""


def _args_of(call: ast.Call) -> ast.expr | None:
    """The arguments that an event or request is made with."""
    place = getattr(procedure, called(call)).__struct_fields__.index("args")
    named = next((word.value for word in call.keywords if word.arg == "args"), None)
    return named or (call.args[place] if len(call.args) > place else None)


def _ids(node: ast.expr) -> list[str]:
    """The ids that are written out, both arms of a choice too."""
    if isinstance(node, ast.IfExp):
        return [*_ids(node.body), *_ids(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def lacking(code: Code, sentences: Sentences) -> list[str]:
    """Events and requests without an argument of their sentence."""
    found: list[str] = []
    for at, made in code.made():
        sentence = (sentences.requests if made.is_request else sentences.events).get(made.id)
        if made.keys is not None and sentence is not None and (missing := needs(sentence) - made.keys):
            found.append(f"{at}:{made.line}: {made.id} lacks {', '.join(sorted(missing))}")
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_sentence_gets_its_arguments(system: str) -> None:
    """What a sentence asks for stands in the arguments that its event or request is made with."""
    assert not lacking(Code({**of_system(system), **shared()}), find(system).sentences())


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("{unit}: {wounds:+d} of {unit.name}", {"unit", "wounds"}),
        (lambda words, args: words.value(args["unit"]) + str(args["wounds"]), {"unit", "wounds"}),
        (lambda words, args: "{unit}".format_map({key: words.value(value) for key, value in args.items()}), {"unit"}),
        (lambda words, args: words.value(args["wounds"]) if "unit" in args else "", set()),
        (lambda words, args: {2: "two"}[args["count"]] + words.value(args["left"]), {"count", "left"}),
    ],
    ids=["braces", "looked at", "filled", "only if it is there", "by another mapping"],
)
def test_what_a_sentence_asks_for_is_seen(sentence: Sentence, asked: set[str]) -> None:
    """Placeholders, and what a function looks at."""
    assert needs(sentence) == asked


@pytest.mark.parametrize(
    "code",
    [
        "def f(): yield from Event('hurt', {'unit': 1})",
        "def f(a): yield from Event('hurt' if a else 'x', {'unit': 1})",
        "def f():\n    args = {'unit': 1}\n    yield from Event('hurt', args)",
        "def f(a):\n    args = {'unit': 1, 'wounds': 2} if a else {'unit': 1}\n    yield from Event('hurt', {**args})",
        "def g(a): return {'unit': a}\ndef f(): yield from Event('hurt', {**g(1), 'other': 2})",
        "def f(): yield from Decision('hurt', 'mine', {}, args={'unit': 1})",
    ],
)
def test_an_argument_that_lacks_is_seen(code: str) -> None:
    """Written out, by a name, by either arm of a choice, by another function."""
    sentences = Sentences(events={"hurt": "{unit} {wounds}"}, requests={"hurt": "{unit} {wounds}"})
    assert [one.partition(": ")[2] for one in lacking(Code({"": ast.parse(code)}), sentences)] == ["hurt lacks wounds"]
