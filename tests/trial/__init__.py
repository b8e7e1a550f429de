"""A small game that nobody ships, plugged in from outside: psykers of two sides, a d100 focus test, phenomena on doubles."""

from __future__ import annotations

from pathlib import Path

from psyphase.systems import Verb, register

RULES = Path(__file__).parent / "rules"
DUEL = Verb("duel", "game", "Fight a duel of psykers.", {"MINE": "Who is first.", "[THEIRS]": "The other side."})


def plug_in() -> None:
    """Add the game to the registry."""
    register("veil", "trial.system", [DUEL], RULES)
