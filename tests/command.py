"""Running the program as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"


def psyphase(*words: str, stdin: str = "", cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `psyphase` to its end in UTF-8 and English, without a user's own settings."""
    base = {key: value for key, value in os.environ.items() if not key.startswith(("PSYPHASE", "NO_COLOR", "FORCE"))}
    settings = {
        "PYTHONIOENCODING": "utf-8",
        "LANG": "C.UTF-8",
        "LC_ALL": "",
        "PSYPHASE_HOME": os.devnull,
        "PYTHONPATH": str(ROOT),
    }
    return subprocess.run(
        [sys.executable, "-m", "psyphase", *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**base, **settings, **environment},
        timeout=60,
        check=False,
    )
