"""Tables: all of rules/w40k7 with every check against bare yaml.compose of the same bytes."""

from __future__ import annotations

from pathlib import Path

import yaml
from ratio import ratio

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
            yaml.compose(text, Loader=yaml.CLoader)

    return [ratio("loading rules/w40k7 / yaml.compose", ours, base, 15, 2, "tables")]
