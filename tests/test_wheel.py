"""The wheel alone, in a fresh environment outside the checkout, does the work."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from command import EXAMPLES, ROOT


def _run(*words: str | Path, cwd: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PSYPHASE"))}
    settings = {"PYTHONIOENCODING": "utf-8", "PSYPHASE_HOME": str(cwd / "home"), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**environment, **settings},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a fresh environment with the wheel and what it depends on, and the example files beside it."""
    folder = tmp_path_factory.mktemp("wheel")
    wheel = os.environ.get("PSYPHASE_WHEEL")  # built already, by whoever runs these tests on several Pythons
    if not wheel:
        _run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT, cwd=folder)
        wheel = str(next(folder.glob("*.whl")))
    venv.create(folder / "env")
    python = folder / "env" / "bin" / "python"
    _run(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-compile", wheel, cwd=folder)
    for name in ("sara.yaml", "andy.yaml", "chaos.yaml", "andy-phase.yaml"):
        (folder / name).write_bytes((EXAMPLES / name).read_bytes())
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="paths of the environment differ")
def test_the_wheel_generates_plays_and_checks(installed: Path) -> None:
    """`generate`, `phase` (scripted) and `rules check` work from the installed wheel, which carries the rules."""
    program = installed / "env" / "bin" / "psyphase"
    made = _run(program, "generate", "sara.yaml", "--yes", "--seed", "1", "--format", "json", cwd=installed)
    assert '"name": "Sorcerer"' in made
    played = _run(program, "run", "andy-phase.yaml", "--lang", "en", cwd=installed)
    assert played == (EXAMPLES / "andy-phase.txt").read_text(encoding="utf-8")
    phase = _run(program, "phase", "chaos.yaml", "--yes", "--seed", "1", "--lang", "en", cwd=installed)
    assert "The psychic phase is over." in phase
    shipped = len(list((ROOT / "rules" / "w40k7").rglob("*.yaml")))
    assert f"w40k7: {shipped} files" in _run(program, "rules", "check", cwd=installed)
    assert not (installed / "env" / "bin" / "click").exists()
