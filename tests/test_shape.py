"""The shape of the code: every id has its sentence, nothing heavy at start-up. More of it is held in `shape/`."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from command import ROOT
from psyphase.systems import SYSTEMS, all_verbs, find_system

PACKAGE = ROOT / "psyphase"
SHARED_FILES = sorted((*(PACKAGE / "systems").glob("*.py"), *(PACKAGE / "systems" / "shared").glob("*.py")))
SYSTEM_FILES = {name: sorted((PACKAGE / "systems" / name).glob("*.py")) for name in SYSTEMS}
MODULES_OF_SYSTEMS = {one.module for one in SYSTEMS.values()}


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


REQUESTS = ("Roll", "Decision", "Selection", "Number", "Numbers", "Text")


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


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_id_has_its_sentence(system: str) -> None:
    """Every event and request that a system can make has a sentence."""
    known = find_system(system).sentences()
    files = [*SHARED_FILES, *SYSTEM_FILES[system]]
    requests = _ids(files, REQUESTS)
    events = _ids(files, ("Event",))
    assert requests <= known.requests.keys()
    assert events <= known.events.keys()


COMPOSED = (
    *("lasting-", "until-", "perils-on-", "state-", "check-", "kind-", "profile-"),
    *("action-", "subtype-", "only-", "part-", "speed-", "comes-to-"),
)
"""Beginnings of ids that the rules put together from a word of a table."""


@pytest.mark.parametrize("name", ["common", "shared", *SYSTEMS])
def test_no_sentence_is_dead(name: str) -> None:
    """Every sentence belongs to an id that some rule uses; those that every system has, to one of any system."""
    everything = [path for files in SYSTEM_FILES.values() for path in files]
    paths = SYSTEM_FILES[name] if name in SYSTEMS else [*SHARED_FILES, *(PACKAGE / "engine").glob("*.py"), *everything]
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    module = f"psyphase.systems.{name}.sentences" if name != "common" else "psyphase.words.common"
    known = import_module(module).SENTENCES
    for id in (*known.events, *known.requests):
        used = id.removesuffix(".note")
        assert f'"{used}"' in text or used.startswith(COMPOSED), id


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_id_serves_both_a_roll_and_a_decision(system: str) -> None:
    """Journals and -a could not tell them apart."""
    files = [*SHARED_FILES, *SYSTEM_FILES[system]]
    rolls = _ids(files, ("Roll",))
    decisions = _ids(files, REQUESTS[1:])
    assert not rolls & decisions


@pytest.mark.parametrize(
    ("words", "banned"),
    [
        (["--help"], {"questionary", "rich", "yaml", "msgspec", *MODULES_OF_SYSTEMS}),
        *(([verb, "--help"], {"questionary", "rich", "yaml", "msgspec", *MODULES_OF_SYSTEMS}) for verb in all_verbs()),
        (["roll", "3d6"], {"questionary", "rich", "yaml", "msgspec", "psyphase.systems"}),
        (["roll", "psychic-test", "--charge", "2", "--dice", "5"], {"questionary", "rich"}),
    ],
    ids=["help", *(f"help of {verb}" for verb in all_verbs()), "plain dice", "a rule roll"],
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
