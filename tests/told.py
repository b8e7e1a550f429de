"""What is told of tables in which nothing is wrong: entries that only say their words, and what nothing reads."""

from __future__ import annotations

from functools import cache
from typing import Any

from psyphase.systems import find_system
from psyphase.tables.library import Library, shipped_rules
from psyphase.tables.remarks import Remark


@cache
def shipped(system: str) -> Library:
    """The shipped tables, read."""
    library = Library(system, [shipped_rules()])
    found = find_system(system)
    found.load(library, found.all_tables(library), library.settings())
    return library


def told(system: str, rules: Any) -> set[Remark]:
    """What changes nothing in these rules."""
    return set(find_system(system).remarks(rules, shipped(system)))
