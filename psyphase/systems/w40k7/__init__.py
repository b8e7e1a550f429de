"""Warhammer 40,000, 7th edition: psychic powers and the psychic phase. Spec numbers: w40k7 G, P, T."""

from psyphase.systems import System
from psyphase.systems.w40k7 import rolls, sheet, tables
from psyphase.systems.w40k7.generation import generate
from psyphase.systems.w40k7.model import Roster
from psyphase.systems.w40k7.phase import play_phase

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
    generate=generate,
    phase=play_phase,
    summary=sheet.summary,
    sheet=sheet.sheet,
    shapes=tables.SHAPES,
    rolls=rolls.ROLLS,
)
