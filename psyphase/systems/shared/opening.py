"""What every game begins with."""

from __future__ import annotations

from psyphase.engine.procedure import Event, Procedure
from psyphase.tables.settings import Settings


def tell_settings(declared: Settings) -> Procedure[None]:
    """Which settings differ from what the tables have; nothing is said where none does."""
    differing = tuple(declared.differing())
    if differing:
        yield from Event("settings-in-force", {"settings": differing})
