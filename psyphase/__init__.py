"""psyphase: a dice assistant for tabletop games with psychic powers.

What a rule is made of and what plays it can be had from here; each is imported when it is first used, because starting
quickly is a feature. Six floors, each using only what is below it: `cli`, `games`, `systems`, `words`, `tables`, `engine`;
under them `errors`, `files` and `text`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from psyphase.engine.journal import Journal
    from psyphase.engine.odds import odds
    from psyphase.engine.play import play
    from psyphase.engine.procedure import Decision, Event, Number, Roll, Selection, Text

__version__ = "0.2.0"
__all__ = ["Decision", "Event", "Journal", "Number", "Roll", "Selection", "Text", "odds", "play"]

_HOMES = {
    "Journal": "psyphase.engine.journal",
    "odds": "psyphase.engine.odds",
    "play": "psyphase.engine.play",
    **dict.fromkeys(("Decision", "Event", "Number", "Roll", "Selection", "Text"), "psyphase.engine.procedure"),
}


def __getattr__(name: str) -> object:
    """One of the names offered, imported now."""
    if name not in _HOMES:
        raise AttributeError(f"module 'psyphase' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
