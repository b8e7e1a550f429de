"""The shape of the code: imports point one way, every id has its sentence, nothing heavy at start-up."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from command import ROOT
from psyphase.systems import MODULES
from psyphase.systems import system as find

PACKAGE = ROOT / "psyphase"
MODULE_PATHS = sorted(PACKAGE.rglob("*.py"))
SHARED_FILES = sorted((*(PACKAGE / "systems").glob("*.py"), *(PACKAGE / "systems" / "shared").glob("*.py")))
SYSTEM_FILES = {name: sorted((PACKAGE / "systems" / name).glob("*.py")) for name in MODULES}


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


FLOORS = ("cellar", "engine", "tables", "words", "systems", "games", "cli")
"""From the lowest up: a floor uses what is below it."""
BANNED = {"click", "random", "typer", "rich", "questionary"}


def _floor(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in FLOORS else "cellar"


@pytest.mark.parametrize("path", MODULE_PATHS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    """A floor uses only what is below it; only `cli` talks to people; sentences alone import words."""
    inside = path.relative_to(PACKAGE).parts
    own = _floor(".".join(("psyphase", *inside[:-1], path.stem)))
    if inside == ("__main__.py",):
        own = "cli"
    elif inside == ("__init__.py",):
        own = "engine"  # which it offers
    for name in _imports(path):
        if name.startswith("psyphase."):
            assert FLOORS.index(_floor(name)) <= FLOORS.index(own), name
        assert own == "cli" or name.partition(".")[0] not in BANNED, name


@pytest.mark.parametrize("path", MODULE_PATHS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_driver_and_odds_send(path: Path) -> None:
    """Nobody else drives a procedure by hand, and nothing branches on the name of a system."""
    text = path.read_text(encoding="utf-8")
    if path.name not in ("play.py", "odds.py", "tree.py"):
        assert ".send(" not in text
    assert "if system ==" not in text


REQUESTS = ("Roll", "Decision", "Selection", "Number", "Numbers", "Text")
PROCEDURES = ("Procedure[", "Carried")
"""How the annotation of a procedure begins."""


def _procedures(tree: ast.Module) -> list[ast.FunctionDef]:
    """Functions that are procedures, by their annotation."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return [node for node in functions if node.returns and ast.unparse(node.returns).startswith(PROCEDURES)]


@pytest.mark.parametrize("system", MODULES)
def test_no_procedure_forgets_its_yield_from(system: str) -> None:
    """A bare call of a procedure or a request would silently do nothing; a bare yield would hand out anything."""
    found = [function for path in (*SHARED_FILES, *SYSTEM_FILES[system]) for function in _procedures(_tree(path))]
    names = {function.name for function in found}
    assert len(names) > 10
    names |= {"Event", *REQUESTS}
    for function in found:
        for node in ast.walk(function):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
                assert node.value.func.id not in names, ast.unparse(node)
            assert not isinstance(node, ast.Yield), ast.unparse(node)


def _values(node: ast.expr) -> Iterator[str]:
    """The words an expression may come to: a constant, or either arm of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_values(node.body), *_values(node.orelse))


def _ids(paths: list[Path], kinds: tuple[str, ...]) -> set[str]:
    """The ids that the code gives to events or requests, literal ones and both arms of a choice."""
    found: set[str] = set()
    for path in paths:
        for node in ast.walk(_tree(path)):
            call = node.func if isinstance(node, ast.Call) else None
            call = call.value if isinstance(call, ast.Subscript) else call
            if isinstance(node, ast.Call) and isinstance(call, ast.Name) and call.id in kinds and node.args:
                found.update(_values(node.args[0]))
    return found


@pytest.mark.parametrize("system", MODULES)
def test_every_id_has_its_sentence(system: str) -> None:
    """Every event and request that a system can make has a sentence."""
    known = find(system).sentences()
    files = [*SHARED_FILES, *SYSTEM_FILES[system]]
    requests = _ids(files, REQUESTS)
    events = _ids(files, ("Event",))
    assert len(requests) > 20
    assert len(events) > 50
    assert requests <= known.requests.keys()
    assert events <= known.events.keys()


COMPOSED = (
    *("lasting-", "until-", "perils-on-", "state-", "check-", "kind-", "profile-"),
    *("action-", "subtype-", "only-", "part-", "speed-", "comes-to-"),
)
"""Beginnings of ids that the rules put together from a word of a table."""


@pytest.mark.parametrize("name", ["common", "shared", *MODULES])
def test_no_sentence_is_dead(name: str) -> None:
    """Every sentence belongs to an id that some rule uses; those that every system has, to one of any system."""
    everything = [path for files in SYSTEM_FILES.values() for path in files]
    paths = SYSTEM_FILES[name] if name in MODULES else [*SHARED_FILES, *(PACKAGE / "engine").glob("*.py"), *everything]
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    module = f"psyphase.systems.{name}.sentences" if name != "common" else "psyphase.words.common"
    known = import_module(module).SENTENCES
    for id in (*known.events, *known.requests):
        used = id.removesuffix(".note")
        assert f'"{used}"' in text or used.startswith(COMPOSED), id


def test_nothing_outside_the_systems_names_one() -> None:
    """A system plugs in by its folders and its sentences: no other line knows of it."""
    modules = [path for path in MODULE_PATHS if path.relative_to(PACKAGE).parts[0] != "systems" and path.stem not in MODULES]
    for path in modules:
        found = [line for line in path.read_text(encoding="utf-8").splitlines() if any(name in line for name in MODULES)]
        assert not found, f"{path.name}: {found}"


@pytest.mark.parametrize("system", MODULES)
def test_no_id_serves_both_a_roll_and_a_decision(system: str) -> None:
    """Journals and -a could not tell them apart."""
    files = [*SHARED_FILES, *SYSTEM_FILES[system]]
    rolls = _ids(files, ("Roll",))
    decisions = _ids(files, REQUESTS[1:])
    assert not rolls & decisions


@pytest.mark.parametrize(
    ("words", "banned"),
    [
        (["--help"], {"questionary", "rich", "yaml", "msgspec"}),
        (["roll", "3d6"], {"questionary", "rich", "yaml", "msgspec", "psyphase.systems"}),
        (["roll", "psychic-test", "--charge", "2", "--dice", "5"], {"questionary", "rich"}),
    ],
    ids=["help", "plain dice", "a rule roll"],
)
def test_heavy_imports_stay_off_the_start_up_path(words: list[str], banned: set[str]) -> None:
    """Start-up time is a feature: what a command does not need it does not import."""
    code = (
        "import sys; sys.argv = ['psyphase', *sys.argv[1:]]\n"
        "from psyphase.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, cwd=ROOT, check=True, timeout=60)
    assert not banned & set(done.stderr.split())
