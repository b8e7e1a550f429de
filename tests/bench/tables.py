"""Tables: all of rules/w40k7 with every check against bare parse events of the same bytes, collecting garbage as the program does."""

from __future__ import annotations

import gc
from pathlib import Path

import yaml
from ratio import ratio

from psyphase.cli import MOST_UNSEARCHED
from psyphase.systems import find_system
from psyphase.tables.library import Library, shipped_rules


def run(_folder: Path, _against: Path | None) -> list[bool]:
    """One figure."""
    found = find_system("w40k7")
    texts = [path.read_bytes() for path in sorted((shipped_rules() / "w40k7").rglob("*.yaml"))]

    def ours() -> None:
        library = Library("w40k7", [shipped_rules()])
        found.load(library, found.all_tables(library), library.settings())

    def base() -> None:
        for text in texts:
            for _event in yaml.parse(text, Loader=yaml.CLoader):
                pass

    before = gc.get_threshold()
    gc.set_threshold(MOST_UNSEARCHED)
    try:
        return [ratio("loading rules/w40k7 / parse events", ours, base, 15, 2.9, "tables")]
    finally:
        gc.set_threshold(*before)
