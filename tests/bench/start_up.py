"""Start-up: commands, and the first menu of a game, against a minimal one-command Typer app; commands against another checkout too."""

from __future__ import annotations

import sys
from pathlib import Path

from ratio import on_a_terminal, process, program, psyphase, ratio

MINIMAL = "import typer\napp = typer.Typer()\n@app.command()\ndef main(n: int = 3):\n    print(n)\nif __name__ == '__main__':\n    app()\n"
COMMANDS = {"roll 3d6": 1.12, "roll psychic-test --charge 2 --dice 5": 1.5, "--help": 1.25}


def run(folder: Path, against: Path | None) -> list[bool]:
    """Every command with its limit; against another checkout it may take 1.03 times as long."""
    minimal = folder / "minimal.py"
    minimal.write_text(MINIMAL)
    base = process(sys.executable, str(minimal))
    kept = [
        ratio(f"{command} / minimal Typer app", psyphase(*command.split()), base, 15, limit, "start_up")
        for command, limit in COMMANDS.items()
    ]
    menu = on_a_terminal(
        program("phase", "examples/sara.yaml", "examples/chaos.yaml", "--seed", "1"), b"which discipline?", folder
    )
    shown = on_a_terminal((sys.executable, str(minimal)), b"3", folder)
    kept.append(ratio("first menu of phase / minimal Typer app", menu, shown, 15, 3.4, "start_up"))
    if against:
        kept += [
            ratio(
                f"{command} / {against}",
                psyphase(*command.split()),
                psyphase(*command.split(), checkout=against),
                41,
                1.03,
                f"start_up --against {against}",
            )
            for command in COMMANDS
        ]
    return kept
