"""What the tables of the 7th edition hold that no rule reads: powers that are text only once they manifest, settings unasked for."""

from __future__ import annotations

from collections.abc import Iterator

from psyphase.systems.shared.remarks import text_only, unread_names
from psyphase.systems.w40k7.model import Power, PsychicSettings, Rules
from psyphase.systems.w40k7.tables import LISTS
from psyphase.tables.library import Library
from psyphase.tables.remarks import Remark


def remarks(rules: Rules, library: Library) -> Iterator[Remark]:
    """Everything in the tables that changes nothing in play."""
    yield from unread_names(library, rules.declared, PsychicSettings, None)
    files: dict[str, dict[str, bool]] = {}
    for id, power in rules.powers.items():
        discipline, _, short = id.rpartition("/")
        file = f"{LISTS}{discipline}.yaml" if discipline else "powers.yaml"
        files.setdefault(file, {})[short] = _power_does(rules, power)
    for file, does in files.items():
        yield from text_only(file, does)


def _power_does(rules: Rules, power: Power) -> bool:
    """Whether a power that manifested stays in play, or brings a unit with it."""
    return power.duration != "instant" or any(rules.types[type].conjures for type in power.types)
