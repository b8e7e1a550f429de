"""Warhammer 40,000, 7th edition: psychic powers and the psychic phase. Spec numbers: w40k7 G, P, T."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from psyphase.procedure import Procedure
from psyphase.systems import System
from psyphase.systems.w40k7 import rolls, sheet, tables
from psyphase.systems.w40k7.model import Roster


def _later(module: str, name: str) -> Callable[..., Procedure[Any]]:
    """A procedure imported when it is first played: one-shot rolls need none of them, and they are slow to import."""

    @cache
    def found() -> Callable[..., Procedure[Any]]:
        procedure: Callable[..., Procedure[Any]] = getattr(import_module(f"psyphase.systems.w40k7.{module}"), name)
        return procedure

    def played(*args: Any) -> Procedure[Any]:
        return found()(*args)

    return played


SYSTEM = System(
    id="w40k7",
    roster=Roster,
    tables=tables.for_rosters,
    all_tables=tables.all_tables,
    settings=tables.settings,
    load=tables.load,
    check_roster=tables.check_roster,
    generated=sheet.generated,
    forget=sheet.forget,
    generate=_later("generation", "generate"),
    phase=_later("phase", "play_battle"),
    new_roster=_later("wizard", "new_roster"),
    summary=sheet.summary,
    sheet=sheet.sheet,
    lookup=sheet.lookup,
    shapes=tables.SHAPES,
    rolls=rolls.ROLLS,
    one_shot=rolls.one_shot,
)
