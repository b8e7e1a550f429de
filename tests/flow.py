"""What of all that code makes can stand in JSON: which events are lines, which stand in arguments, which only prompts show."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from made import REQUESTS, Code, Made
from source import called

LINE, VALUE, PROMPT = "line", "value", "prompt"
CONTAINERS = ("append", "extend", "insert", "add", "update", "setdefault")
"""What puts a value into a name."""
OF_CONTAINERS = ("items", "values", "get", "pop", "setdefault", "copy")
"""What takes it out again."""


def may_hold(annotation: ast.expr | None) -> bool:
    """Whether something with this annotation may be or hold an event; structs are followed by their fields."""
    return annotation is None or bool(re.search(r"\b(Event|object|Any|Args|[A-Z])\b", ast.unparse(annotation)))


def _is_property(function: ast.AST) -> bool:
    return isinstance(function, ast.FunctionDef) and any(ast.unparse(one) == "property" for one in function.decorator_list)


class Flow:
    """Where what is made ends, as far as a game gets to it from where it starts."""

    def __init__(self, code: Code, starts: Iterable[ast.AST]) -> None:
        self.code = code
        self.reached: set[ast.AST] = set()
        waiting = list(starts)
        while waiting:
            one = waiting.pop()
            if one not in self.reached:
                self.reached.add(one)
                waiting += self._used(one)
        self.loads: dict[str, list[ast.expr]] = {}
        for node in code.parents:
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load) and self.is_reached(node):
                self.loads.setdefault(node.id if isinstance(node, ast.Name) else node.attr, []).append(node)

    def _used(self, owner: ast.AST) -> Iterator[ast.AST]:
        """What is used in something; of a class its methods come by their own names."""
        for node in () if isinstance(owner, ast.ClassDef) else ast.walk(owner):
            if isinstance(node, ast.Name | ast.Attribute):
                yield from self.code.meant(node)

    def is_reached(self, node: ast.AST) -> bool:
        """Whether a game gets to where something stands."""
        while node in self.code.parents:
            if node in self.reached:
                return True
            node = self.code.parents[node]
        return False

    def made(self) -> Iterator[tuple[Made, frozenset[str]]]:
        """What a game makes, and where it ends."""
        for made in self.code.made():
            if self.is_reached(made.node):
                yield made, self.ends(made.node)

    def ends(self, node: ast.AST) -> frozenset[str]:
        """Where a value ends."""
        return frozenset(self._ends(node, set()))

    def _ends(self, node: ast.AST, seen: set[ast.AST]) -> set[str]:
        if node in seen:
            return set()
        seen.add(node)
        parent = self.code.parents[node]
        if isinstance(parent, ast.YieldFrom | ast.Yield) and self._is_said(node):
            return {LINE}
        if isinstance(parent, ast.Call):
            return self._of_call(node, parent, "", seen)
        if isinstance(parent, ast.keyword):
            call = self.code.parents[parent]
            return self._of_call(node, call, parent.arg or "", seen) if isinstance(call, ast.Call) else set()
        if isinstance(parent, ast.Attribute):
            call = self.code.parents[parent]
            return self._ends(call, seen) if parent.attr in OF_CONTAINERS and isinstance(call, ast.Call) else set()
        if isinstance(parent, ast.Return):
            function = self.code.function(parent)
            return self._all(self._references(function), seen) if function and may_hold(function.returns) else set()
        targets = self._targets(node, parent)
        if targets is not None:
            found = self._all((load for target in targets for load in self._of_target(target, parent)), seen)
            return found | (self._ends(parent, seen) if isinstance(parent, ast.NamedExpr) else set())
        return self._ends(parent, seen) if self._passes_on(node, parent) else set()

    def _is_said(self, node: ast.AST) -> bool:
        """Whether `yield from` this says it; a procedure or a request only gives its outcome."""
        if not isinstance(node, ast.Call):
            return True
        functions = self.code.meant(node.func)
        generates = any(isinstance(one, ast.Yield | ast.YieldFrom) for function in functions for one in ast.walk(function))
        return called(node) not in REQUESTS and not generates

    def _passes_on(self, node: ast.AST, parent: ast.AST) -> bool:
        if isinstance(parent, ast.IfExp):
            return node is not parent.test
        if isinstance(parent, ast.Subscript):
            return node is parent.value
        if isinstance(parent, ast.Dict):
            return node in parent.values
        transparent = (ast.BoolOp, ast.Tuple, ast.List, ast.Set, ast.Starred, ast.BinOp, ast.Lambda, ast.YieldFrom, ast.Yield)
        return isinstance(parent, (*transparent, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp))

    def _targets(self, node: ast.AST, parent: ast.AST) -> list[ast.expr] | None:
        """What a value is given to."""
        if isinstance(parent, ast.Assign):
            return parent.targets
        if isinstance(parent, ast.AnnAssign):
            return [parent.target] if may_hold(parent.annotation) else []
        if isinstance(parent, ast.AugAssign | ast.NamedExpr):
            return [parent.target]
        if isinstance(parent, ast.For | ast.comprehension):
            return [parent.target] if node is parent.iter else []
        return None

    def _of_target(self, target: ast.AST, parent: ast.AST) -> Iterator[ast.AST]:
        """Where something that was given to names is used."""
        function = self.code.function(parent)
        owner = self.code.parents[parent]
        within = set(ast.walk(owner)) if isinstance(parent, ast.comprehension) else None
        for one in ast.walk(target):
            if isinstance(one, ast.Name):
                if isinstance(owner, ast.ClassDef):
                    yield from (load for load in self.loads.get(one.id, []) if isinstance(load, ast.Attribute))
                elif function:
                    loads = self.loads.get(one.id, [])
                    yield from (load for load in loads if (load in within if within else self.code.function(load) is function))
                else:
                    yield from self._references(parent)

    def _references(self, what: ast.AST) -> Iterator[ast.AST]:
        """Where a function or a constant is used."""
        name = getattr(what, "name", "") or next((name for (_, name), node in self.code.top.items() if node is what), "")
        for load in self.loads.get(name, []):
            if what in self.code.meant(load) and self._is_of(load, self.code.parents[what], known=_is_property(what)):
                yield load

    def _of_call(self, node: ast.AST, call: ast.Call, name: str, seen: set[ast.AST]) -> set[str]:
        """What a call does with an argument, by its place or its name."""
        if node is call.func:
            return self._ends(call, seen)
        kind = called(call)
        at = call.args.index(node) if node in call.args else -1
        if kind == "Event":
            return {VALUE if one == LINE else one for one in self._ends(call, seen)}
        if kind in REQUESTS:
            return self._ends(call, seen) if (name or at) in ("options", 2) else {PROMPT}
        if kind == "Modifier":
            return {PROMPT}
        if kind in CONTAINERS and isinstance(call.func, ast.Attribute):
            return self._all(self._of_target(call.func.value, call), seen)
        meant = self.code.meant(call.func)
        if not meant:
            if kind != "replace" or not name:
                return self._ends(call, seen)
            return self._all((load for load in self.loads.get(name, []) if isinstance(load, ast.Attribute)), seen)
        return self._all((load for one in meant for load in self._parameter(one, at, name)), seen)

    def _parameter(self, one: ast.AST, at: int, name: str) -> Iterator[ast.AST]:
        """Where a parameter of a function or a field of a struct is used."""
        if isinstance(one, ast.ClassDef):
            fields = self.code.fields(one)
            name = name or (fields[at] if 0 <= at < len(fields) else "")
            found = (node for node in one.body if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name)
            if all(may_hold(field.annotation) for field in found):
                yield from (
                    load for load in self.loads.get(name, []) if isinstance(load, ast.Attribute) and self._is_of(load, one)
                )
        elif isinstance(one, ast.FunctionDef):
            names = [argument.arg for argument in (*one.args.posonlyargs, *one.args.args)]
            names = names[1:] if names[:1] == ["self"] else names
            name = name or (names[at] if 0 <= at < len(names) else one.args.vararg.arg if one.args.vararg else "")
            within = [load for load in self.loads.get(name, []) if isinstance(load, ast.Name) and self.code.function(load) is one]
            yield from within if within and may_hold(self._type(within[0])) else []

    def _type(self, node: ast.AST) -> ast.expr | None:
        """The annotation of a name, of a field, or of what a function gives, where there is one."""
        if isinstance(node, ast.Attribute):
            for struct in self._classes(node.value):
                for one in ast.walk(struct):
                    if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.target.id == node.attr:
                        return one.annotation
        function = self.code.function(node)
        if not isinstance(node, ast.Name) or not function:
            return None
        parameters = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        written = (one for one in ast.walk(function) if isinstance(one, ast.AnnAssign) and ast.unparse(one.target) == node.id)
        found = [*(one.annotation for one in parameters if one.arg == node.id), *(one.annotation for one in written)]
        return next((one for one in found if one), None)

    def _classes(self, node: ast.AST) -> list[ast.ClassDef]:
        """The classes that a value may belong to, none where nothing says so."""
        function = self.code.function(node)
        if isinstance(node, ast.Name) and node.id == "self" and function:
            owner = self.code.parents[function]
            return [owner] if isinstance(owner, ast.ClassDef) else []
        annotation = self._type(node)
        named = [one for one in ast.walk(annotation) if isinstance(one, ast.Name)] if annotation else []
        return [one for name in named for one in self.code.meant(name) if isinstance(one, ast.ClassDef)]

    def _is_of(self, load: ast.AST, owner: ast.AST, *, known: bool = False) -> bool:
        """Whether an attribute may be one of this class; `known`: only where annotations say so."""
        if not isinstance(load, ast.Attribute) or not isinstance(owner, ast.ClassDef):
            return True
        classes = self._classes(load.value)
        return owner in classes or not (classes or known)

    def _all(self, nodes: Iterable[ast.AST], seen: set[ast.AST]) -> set[str]:
        return {end for node in list(nodes) for end in self._ends(node, seen)}


def starts(code: Code, system: str) -> list[ast.AST]:
    """The procedures that a system plays with rosters: what it names by module and function among its `verbs`."""
    init = code.modules[f"psyphase.systems.{system}"]
    declared = [one.value for one in ast.walk(init) if isinstance(one, ast.keyword) and one.arg == "verbs"]
    calls = [node for one in declared for node in ast.walk(one) if isinstance(node, ast.Call) and called(node) == "later"]
    names = [tuple(str(getattr(one, "value", "")) for one in call.args[:2]) for call in calls]
    return [code.top[name] for name in names if name in code.top]
