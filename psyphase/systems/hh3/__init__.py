"""Horus Heresy (Age of Darkness), 3rd edition: psychic powers, reactions and perils. Spec numbers: hh3 A1-A15.

Rules as procedures: no I/O, no dice thrown; words stand in `sentences` alone.
"""

from __future__ import annotations

from psyphase.systems.hh3 import rolls, tables
from psyphase.systems.hh3 import rows as sheet
from psyphase.systems.hh3.model import Roster
from psyphase.systems.system import Playable, System, later, spoken

SYSTEM = System(
    id="hh3",
    roster=Roster,
    sides=True,
    procedures={
        "phase": Playable(later("psyphase.systems.hh3.phase", "play_battle"), 2),
        "generate": Playable(later("psyphase.systems.hh3.rows", "generate"), 1),
    },
    tables=tables.for_rosters,
    all_tables=tables.all_tables,
    load=tables.load,
    check_roster=tables.check_roster,
    new_roster=later("psyphase.systems.hh3.wizard", "new_roster"),
    summary=sheet.summary,
    sheet=sheet.sheet,
    lookup=sheet.lookup,
    shapes=tables.SHAPES,
    rolls=rolls.ROLLS,
    one_shot=rolls.one_shot,
    sentences=spoken("psyphase.systems.hh3.sentences"),
)
