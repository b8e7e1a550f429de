"""Events and requests as code makes them, found by reading it: their ids, their arguments, and whether JSON can have them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from psyphase.engine import procedure
from source import called, place

REQUESTS = ("Roll", "Decision", "Selection", "Number", "Numbers", "Text")
DEPTH = 6
"""How many calls deep a value is followed."""


class Keys(NamedTuple):
    """The keys of a mapping: those it certainly has, and all it may have."""

    always: frozenset[str]
    ever: frozenset[str]


NO_KEYS = Keys(frozenset(), frozenset())


class Made(NamedTuple):
    """An event or a request that code makes; its id may be a pattern, its keys None where only a game can tell."""

    id: str
    kind: str
    place: str
    node: ast.Call
    keys: Keys | None

    @property
    def is_request(self) -> bool:
        return self.kind != "Event"


class Code:
    """Modules whose functions may call each other, with what every name in them means."""

    def __init__(self, modules: Mapping[str, ast.Module]) -> None:
        self.modules = modules
        self.parents: dict[ast.AST, ast.AST] = {}
        self.top: dict[tuple[str, str], ast.AST] = {}
        self.imported: dict[tuple[str, str], tuple[str, str]] = {}
        self.methods: dict[str, list[ast.AST]] = {}
        self.bound: dict[ast.FunctionDef, ast.Call] = {}
        self.names: dict[ast.AST, str] = {code: name for name, code in modules.items()}
        for name, code in modules.items():
            self._read(name, code)

    def _read(self, module: str, code: ast.Module) -> None:
        for node in ast.walk(code):
            self.parents.update(dict.fromkeys(ast.iter_child_nodes(node), node))
            if isinstance(node, ast.ImportFrom):
                self.imported |= {(module, one.asname or one.name): (node.module or "", one.name) for one in node.names}
            if isinstance(node, ast.ClassDef):
                for one in node.body:
                    if isinstance(one, ast.FunctionDef):
                        self.methods.setdefault(one.name, []).append(one)
        for node in code.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                self.top[module, node.name] = node
            elif isinstance(node, ast.Assign | ast.AnnAssign) and (name := _target(node)):
                self.top[module, name] = node

    def module(self, node: ast.AST) -> str:
        """The module that something stands in."""
        while node in self.parents:
            node = self.parents[node]
        return self.names[node]

    def function(self, node: ast.AST) -> ast.FunctionDef | None:
        """The function that something stands in."""
        while node in self.parents:
            node = self.parents[node]
            if isinstance(node, ast.FunctionDef):
                return node
        return None

    def meant(self, node: ast.AST) -> list[ast.AST]:
        """The functions, classes and module constants that a name or an attribute may stand for."""
        if isinstance(node, ast.Subscript):
            return self.meant(node.value)
        if isinstance(node, ast.Name):
            at = self.imported.get((self.module(node), node.id), (self.module(node), node.id))
            return [self.top[at]] if at in self.top else []
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and (whence := self.imported.get((self.module(node), node.value.id))):
                of_module = self.top.get((".".join(whence), node.attr))
                return [of_module] if of_module else self.methods.get(node.attr, [])
            return self.methods.get(node.attr, [])
        return []

    def assigned(self, name: str, function: ast.AST) -> list[ast.expr]:
        """What a name is set to in a function."""
        return [
            one.value
            for one in ast.walk(function)
            if isinstance(one, ast.Assign | ast.AnnAssign) and one.value is not None and _target(one) == name
        ]

    def given(self, name: str, function: ast.FunctionDef) -> list[ast.expr]:
        """What a parameter is called with, its default where it is not."""
        parameters = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
        if name not in parameters and name not in [one.arg for one in function.args.kwonlyargs]:
            return []
        defaults = function.args.defaults
        by_default = dict(zip(parameters[len(parameters) - len(defaults) :], defaults, strict=True))
        found: list[ast.expr] = []
        for call in [self.bound[function]] if function in self.bound else self.calls(function):
            named = [word.value for word in call.keywords if word.arg == name]
            at = parameters.index(name) - (parameters[0] == "self") if name in parameters else len(call.args)
            found += named or call.args[at : at + 1] or [by_default[name]] * (name in by_default)
        return found

    def called_by(self, node: ast.AST, id: ast.expr) -> Iterator[ast.expr]:
        """The id of what is made, for each call of a function that is given it; meanwhile only that call counts."""
        function = self.function(node)
        if not function or not isinstance(id, ast.Name) or not self.given(id.id, function) or function in self.bound:
            yield id
            return
        for call in self.calls(function):
            self.bound[function] = call
            for given in self.given(id.id, function):
                yield from self.called_by(call, given)
            del self.bound[function]

    @cached_property
    def _calls(self) -> dict[ast.AST, list[ast.Call]]:
        found: dict[ast.AST, list[ast.Call]] = {}
        for node in self.parents:
            if isinstance(node, ast.Call):
                for one in self.meant(node.func):
                    found.setdefault(one, []).append(node)
        return found

    def calls(self, function: ast.AST) -> list[ast.Call]:
        """Every call of a function or class."""
        return self._calls.get(function, [])

    def fields(self, struct: ast.ClassDef) -> list[str]:
        """The fields of a struct in their order, those of its bases first."""
        of_bases = [
            field
            for base in struct.bases
            for one in self.meant(base)
            if isinstance(one, ast.ClassDef)
            for field in self.fields(one)
        ]
        own = [node.target.id for node in struct.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)]
        return list(dict.fromkeys([*of_bases, *own]))

    def held(self, field: str) -> list[ast.expr]:
        """What the structs that have such a field are made with."""
        found: list[ast.expr] = []
        for struct in self.top.values():
            if isinstance(struct, ast.ClassDef) and field in (fields := self.fields(struct)):
                for call in self.calls(struct):
                    named = [word.value for word in call.keywords if word.arg == field]
                    found += named or call.args[fields.index(field) :][:1]
        return found

    def returned(self, function: ast.AST) -> list[ast.expr]:
        """What a function returns, or an empty list for what is none."""
        found = ast.walk(function) if isinstance(function, ast.FunctionDef) else ()
        return [one.value for one in found if isinstance(one, ast.Return) and one.value is not None]

    def made(self) -> Iterator[Made]:
        """Every event and request; one whose id depends on a condition or a call once for each."""
        for name, code in self.modules.items():
            for node in ast.walk(code):
                if isinstance(node, ast.Call) and called(node) in ("Event", *REQUESTS) and node.args:
                    at = f"{place(name)}:{node.lineno}" if name else ""
                    for one in self.called_by(node, node.args[0]):
                        keys = self.keys(_args_of(node))
                        for id in self.ids(one):
                            yield Made(id, called(node), at, node, keys)

    def keys(self, node: ast.expr | None, depth: int = 0) -> Keys | None:
        """The keys of a mapping, None if they cannot be told."""
        if node is None:
            return NO_KEYS
        if isinstance(node, ast.Dict):
            more = [self.keys(value, depth) for key, value in zip(node.keys, node.values, strict=True) if key is None]
            return _together([self._written(node), *more])
        if isinstance(node, ast.IfExp):
            return _either([self.keys(node.body, depth), self.keys(node.orelse, depth)])
        if isinstance(node, ast.BinOp):
            return _together([self.keys(node.left, depth), self.keys(node.right, depth)])
        if isinstance(node, ast.YieldFrom):
            return self.keys(node.value, depth)
        return _either([self.keys(one, depth + 1) for one in self.sources(node)]) if depth < DEPTH else None

    def _written(self, node: ast.Dict) -> Keys:
        """The keys that are written out; where a key is one of several, none of them is certain."""
        several = [self.ids(key) for key in node.keys if key]
        certain = frozenset(names[0] for names in several if len(names) == 1)
        return Keys(certain, certain.union(*several))

    def sources(self, node: ast.expr) -> list[ast.expr]:
        """What a name or a call may come from: what is assigned, given, returned."""
        if isinstance(node, ast.Call):
            return [value for function in self.meant(node.func) for value in self.returned(function)]
        if isinstance(node, ast.Attribute):
            return self.held(node.attr)
        if not isinstance(node, ast.Name):
            return []
        function = self.function(node)
        local = [*self.assigned(node.id, function), *self.given(node.id, function)] if function else []
        constants = [one.value for one in self.meant(node) if isinstance(one, ast.Assign | ast.AnnAssign) and one.value]
        return local or constants

    def ids(self, node: ast.expr, depth: int = 0) -> list[str]:
        """The texts that an expression may come to; parts that only a game can tell are patterns."""
        if isinstance(node, ast.IfExp):
            return [*self.ids(node.body, depth), *self.ids(node.orelse, depth)]
        if isinstance(node, ast.BoolOp):
            return [id for value in node.values for id in self.ids(value, depth)]
        if isinstance(node, ast.Constant):
            return [node.value] if isinstance(node.value, str) else []
        if isinstance(node, ast.JoinedStr):
            return ["".join(self._pattern(one) for one in node.values)]
        found = [id for one in self.sources(node) for id in self.ids(one, depth + 1)] if depth < DEPTH else []
        return list(dict.fromkeys(found)) or [".+"]

    def _pattern(self, part: ast.expr) -> str:
        """A part of a text that is put together: as it is written, or one of the words that may stand there, or anything."""
        if isinstance(part, ast.Constant):
            return re.escape(str(part.value))
        words = self._words(part.value) if isinstance(part, ast.FormattedValue) else []
        return f"(?:{'|'.join(map(re.escape, dict.fromkeys(words)))})" if words else ".+"

    def _words(self, node: ast.expr) -> list[str]:
        """The words that a name or a field may have: keys of a mapping that is gone through, or what its annotation lists."""
        function = self.function(node)
        if isinstance(node, ast.Attribute):
            fields = [one for struct in self.top.values() if isinstance(struct, ast.ClassDef) for one in struct.body]
            annotated = [one for one in fields if isinstance(one, ast.AnnAssign) and _target(one) == node.attr]
            return [word for one in annotated for word in self._listed(one.annotation)]
        if not isinstance(node, ast.Name) or not function:
            return []
        loops = [one for one in ast.walk(function) if isinstance(one, ast.For | ast.comprehension)]
        gone_through = [_mapping(loop.iter) for loop in loops if _first(loop.target) == node.id]
        through = [value for one in gone_through for value in self.sources(one)]
        keys = [id for one in through if isinstance(one, ast.Dict) for key in one.keys if key for id in self.ids(key)]
        parameters = [one.annotation for one in (*function.args.args, *function.args.kwonlyargs) if one.arg == node.id]
        return keys or [word for annotation in parameters if annotation for word in self._listed(annotation)]

    def _listed(self, annotation: ast.expr) -> list[str]:
        """The words of a `Literal`, also of one that has a name."""
        words = [one.value for one in ast.walk(annotation) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        named = [one for name in ast.walk(annotation) if isinstance(name, ast.Name) for one in self.meant(name)]
        aliases = [one.value for one in named if isinstance(one, ast.Assign | ast.AnnAssign) and one.value]
        return [*words, *(word for one in aliases for word in self._listed(one))]


def _first(target: ast.expr) -> str:
    """The first name of what a loop sets."""
    first = target.elts[0] if isinstance(target, ast.Tuple) else target
    return first.id if isinstance(first, ast.Name) else ""


def _mapping(node: ast.expr) -> ast.expr:
    """What a loop goes through, of a mapping the mapping itself."""
    of_mapping = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("items", "keys")
    return node.func.value if of_mapping else node  # type: ignore[attr-defined]


def _either(several: list[Keys | None]) -> Keys | None:
    known = [one for one in several if one is not None]
    if not known or len(known) < len(several):
        return None
    return Keys(frozenset.intersection(*(one.always for one in known)), frozenset().union(*(one.ever for one in known)))


def _together(several: list[Keys | None]) -> Keys | None:
    known = [one for one in several if one is not None]
    if len(known) < len(several):
        return None
    return Keys(frozenset().union(*(one.always for one in known)), frozenset().union(*(one.ever for one in known)))


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return target.id if isinstance(target, ast.Name) else ""


def _args_of(call: ast.Call) -> ast.expr | None:
    """The arguments that an event or request is made with."""
    at = getattr(procedure, called(call)).__struct_fields__.index("args")
    named = next((word.value for word in call.keywords if word.arg == "args"), None)
    return named or (call.args[at] if len(call.args) > at else None)
