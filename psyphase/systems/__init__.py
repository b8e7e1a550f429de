"""The game systems by name, each imported only when it is asked for. No rule and no word of a game stands here."""

from __future__ import annotations

from importlib import import_module

from psyphase.errors import AnswerError
from psyphase.systems.system import System

MODULES = {"w40k7": "psyphase.systems.w40k7", "hh3": "psyphase.systems.hh3", "onlywar": "psyphase.systems.onlywar"}


USUAL = "w40k7"
"""The system that is meant where nobody says."""


def system(name: str) -> System:
    """The system of this name. Raises AnswerError if there is none."""
    if name not in MODULES:
        raise AnswerError("no system '{name}', expected one of {known}", name=name[:40], known=list(MODULES))
    found: System = import_module(MODULES[name]).SYSTEM
    return found
