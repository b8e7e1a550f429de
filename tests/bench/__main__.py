"""`python tests/bench [NAME ...] [--against CHECKOUT]`: every promise about speed and memory; fails if one is broken.

Each is a ratio measured in one run, so that it holds on any machine. `--against` pairs whole commands with another checkout. Time in which a process only stands in line for a processor is not counted.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

BENCHES = ("start_up", "generation", "tables", "long_game", "odds", "prompts", "memory", "saved_games")


def main() -> None:
    """Run all benches, or those named."""
    parser = argparse.ArgumentParser(prog="python tests/bench", description="Measure what the program promises about speed.")
    parser.add_argument("names", nargs="*", choices=[[], *BENCHES], metavar="NAME", help=f"all, or of: {', '.join(BENCHES)}")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="pair whole commands with another checkout")
    given = parser.parse_args()
    kept: list[bool] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in given.names or BENCHES:
            kept += importlib.import_module(name).run(Path(folder), given.against)
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
