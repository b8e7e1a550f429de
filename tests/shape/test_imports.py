"""Who imports whom, late and dynamic imports counted: floors hold, nothing goes in a circle, rules stay pure."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase

import pytest

from source import MODULES, SENTENCES, SYSTEMS, called, of_system, place, shared, tree

FLOORS = ("cellar", "engine", "tables", "words", "systems", "games", "cli")
"""From the lowest up: a floor uses what is below it."""
PLACED = {"psyphase": "engine", "psyphase.__main__": "cli"}
"""The package offers names of the engine; run as a program it is the command line."""
TALKS = {"click", "typer", "rich", "questionary"}
"""Libraries that talk to people."""
CHANCE = {"random", "secrets", "uuid"}
NOT_FOR_RULES = (
    *("psyphase.engine.play", "psyphase.engine.sources", "psyphase.engine.journal", "psyphase.engine.rolling"),
    *("psyphase.games", "psyphase.cli", "psyphase.files"),
)
"""What plays a procedure or reads a file."""


def floor(module: str) -> str:
    """The floor a module stands on."""
    part = module.split(".")[1] if "." in module else ""
    return PLACED.get(module) or (part if part in FLOORS else "cellar")


def imports(module: str, code: ast.AST, known: Mapping[str, object] = MODULES) -> Iterator[str]:
    """What a module imports, wherever in it the import stands; a string that names a module counts, a composed one too.

    A package counts as a module of its own only for names that it defines itself.
    """
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = _absolute(module, node, known)
            yield from (inner if (inner := f"{package}.{alias.name}") in known else package for alias in node.names)
        elif isinstance(node, ast.JoinedStr):
            parts = [one.value if isinstance(one, ast.Constant) else "*" for one in node.values]
            pattern = "".join(map(str, parts))
            if pattern.startswith("psyphase."):
                yield from (name for name in known if fnmatchcase(name, pattern))
        elif isinstance(node, ast.Constant) and node.value in known and node.value != "psyphase":
            yield str(node.value)


def _absolute(module: str, node: ast.ImportFrom, known: Mapping[str, object]) -> str:
    """The package of a `from` import, relative ones too."""
    if not node.level:
        return node.module or ""
    is_package = any(name.startswith(f"{module}.") for name in known)
    parts = module.split(".")
    parts = parts[: len(parts) - node.level + is_package]
    return ".".join((*parts, node.module) if node.module else parts)


def against_the_grain(module: str, found: Iterator[str]) -> list[str]:
    """What a module imports that stands above it."""
    own = FLOORS.index(floor(module))
    inside = (name for name in found if name.partition(".")[0] == "psyphase")
    return [name for name in inside if FLOORS.index(floor(name)) > own]


def circles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """Modules that reach one another, and each that imports itself."""

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        waiting = [*graph[start]]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += graph.get(one, ())
        return found

    reach = {name: reached(name) for name in graph}
    rounds = {frozenset({name, *(other for other in reach[name] if name in reach.get(other, ()))}) for name in graph}
    return sorted((set(one) for one in rounds if len(one) > 1 or reach[min(one)] & one), key=sorted)


GRAPH = {name: set(imports(name, tree(name))) for name in MODULES}
INSIDE = {name: {one for one in found if one in MODULES} for name, found in GRAPH.items()}
RULES = [name for system in SYSTEMS for name in of_system(system, silent=False)]
IN_SYSTEMS = [*RULES, *shared(silent=False)]


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str) -> None:
    """A floor uses only what is below it."""
    assert not against_the_grain(module, iter(GRAPH[module])), place(module)


def test_no_module_is_part_of_a_circle() -> None:
    """No module reaches itself, not even by an import that waits in a function."""
    assert not circles(INSIDE)


@pytest.mark.parametrize("system", SYSTEMS)
def test_only_sentences_speak(system: str) -> None:
    """Inside a system words are imported by its sentences alone; what a system offers may have their type."""
    for name, code in {**of_system(system), **shared()}.items():
        found = {one for one in imports(name, code) if one.startswith("psyphase.words")}
        allowed = {"psyphase.words.sentences", "psyphase.words.common"} if name == "psyphase.systems.system" else set()
        assert found <= allowed, place(name)


@pytest.mark.parametrize("module", IN_SYSTEMS)
def test_rules_neither_play_themselves_nor_read_files(module: str) -> None:
    """A rule is handed its answers: it imports no driver, source, journal, dice bag, roster or file."""
    assert not [name for name in GRAPH[module] if name.startswith(NOT_FOR_RULES)], place(module)


@pytest.mark.parametrize("system", SYSTEMS)
def test_systems_do_not_know_each_other(system: str) -> None:
    """No system imports another one, and the shared room names none."""
    others = tuple(f"psyphase.systems.{other}" for other in SYSTEMS if other != system)
    for name in of_system(system, silent=False):
        assert not [one for one in GRAPH[name] if one.startswith(others)], place(name)
    for name in shared(silent=False):
        if name != "psyphase.systems":  # the registry
            assert system not in MODULES[name].read_text(encoding="utf-8"), place(name)


@pytest.mark.parametrize("module", MODULES)
def test_only_the_command_line_talks(module: str) -> None:
    """Nothing outside `cli` prints, writes to a stream or imports a library that talks to people."""
    if floor(module) != "cli":
        assert not {name.partition(".")[0] for name in GRAPH[module]} & TALKS, place(module)
        assert not talk(tree(module)), place(module)


def talk(code: ast.AST) -> list[str]:
    """Where code prints, asks, or takes a standard stream."""
    streams = ("sys.stdout", "sys.stderr", "sys.stdin")
    return [
        ast.unparse(node)
        for node in ast.walk(code)
        if called(node) in ("print", "input") or (isinstance(node, ast.Attribute) and ast.unparse(node) in streams)
    ]


@pytest.mark.parametrize("module", MODULES)
def test_chance_has_one_door(module: str) -> None:
    """Dice come from engine/rolling.py and from nowhere else."""
    assert not {name.partition(".")[0] for name in GRAPH[module]} & CHANCE, place(module)
    if module != "psyphase.engine.rolling":
        assert "urandom" not in MODULES[module].read_text(encoding="utf-8"), place(module)
    if module in IN_SYSTEMS or (floor(module) == "engine" and module != "psyphase.engine.rolling"):
        assert "hashlib" not in GRAPH[module], place(module)


@pytest.mark.parametrize("module", MODULES)
def test_only_the_driver_and_the_tree_send(module: str) -> None:
    """Nobody else drives a procedure by hand, and nothing branches on the name of a system."""
    if module not in ("psyphase.engine.play", "psyphase.engine.tree"):
        assert not [node for node in ast.walk(tree(module)) if called(node) in ("send", "throw")], place(module)
    assert not branches_on_a_system(tree(module)), place(module)


def branches_on_a_system(code: ast.AST) -> list[str]:
    """Comparisons with the name of a system."""
    compared = (node for node in ast.walk(code) if isinstance(node, ast.Compare))
    return [
        ast.unparse(node)
        for node in compared
        if any(isinstance(one, ast.Constant) and one.value in SYSTEMS for one in ast.walk(node))
        or (isinstance(node.left, ast.Name) and node.left.id == "system" and isinstance(node.ops[0], ast.Eq))
    ]


def test_nothing_outside_the_systems_names_one() -> None:
    """A system plugs in by its folders and its sentences: no other line knows of it."""
    for name, path in MODULES.items():
        if not name.startswith("psyphase.systems"):
            found = [line for line in path.read_text(encoding="utf-8").splitlines() if any(one in line for one in SYSTEMS)]
            assert not found, f"{place(name)}: {found}"


KNOWN = dict.fromkeys(("psyphase", "psyphase.cli", "psyphase.cli.app", "psyphase.games.script", "psyphase.words.wording"))


@pytest.mark.parametrize(
    "line",
    [
        "import psyphase.games.script",
        "from psyphase.games.script import read",
        "from psyphase.games import script",
        "from ..games import script",
        "def f():\n    from psyphase.games.script import read",
        "if TYPE_CHECKING:\n    from psyphase.games.script import Script",
        "later('psyphase.games.script', 'read')",
        "import_module(f'psyphase.games.{name}')",
    ],
)
def test_every_way_to_import_is_seen(line: str) -> None:
    """Plain, relative, late, for types only, by a string, by a composed string: all are imports."""
    found = imports("psyphase.words.wording", ast.parse(line), KNOWN)
    assert against_the_grain("psyphase.words.wording", found) == ["psyphase.games.script"]


def test_a_circle_is_seen() -> None:
    """Three modules in a round, and one that imports itself; what only leads there is none of them."""
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": {"e"}}
    assert circles(graph) == [{"a", "b", "c"}, {"e"}]


@pytest.mark.parametrize("line", ["print(1)", "input()", "sys.stdout.write('x')"])
def test_talk_is_seen(line: str) -> None:
    """Printing, asking and writing to a stream are seen."""
    assert talk(ast.parse(line))


@pytest.mark.parametrize("line", ["if system == 'x': pass", f"x = name == '{next(iter(SYSTEMS))}'"])
def test_a_branch_on_a_system_is_seen(line: str) -> None:
    """A comparison with the name of a system is seen, whatever it is called."""
    assert branches_on_a_system(ast.parse(line))


def test_sentences_have_their_own_module() -> None:
    """Every system has a module of sentences, which is found by its name."""
    assert all(f"psyphase.systems.{system}.{SENTENCES}" in MODULES for system in SYSTEMS)
