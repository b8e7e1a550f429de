"""Warhammer 40,000, 7th edition: psychic powers and the psychic phase. Spec numbers: w40k7 G, P, T.

Rules as procedures: no I/O, no dice thrown; words stand in `sentences` alone.
"""

from __future__ import annotations

from psyphase.systems.system import Playable, System, later, spoken
from psyphase.systems.w40k7 import rolls, tables
from psyphase.systems.w40k7.model import Roster

SYSTEM = System(
    id="w40k7",
    roster=Roster,
    tables=tables.for_rosters,
    all_tables=tables.all_tables,
    load=tables.load,
    check_roster=tables.check_roster,
    generated=later("psyphase.systems.w40k7.rows", "generated"),
    forget=later("psyphase.systems.w40k7.rows", "forget"),
    verbs={
        "phase": Playable(later("psyphase.systems.w40k7.phase", "play_battle"), "Play the psychic powers of a battle."),
        "generate": Playable(
            later("psyphase.systems.w40k7.generation", "generate"), "Generate psychic powers before the game.", "maker", 1
        ),
    },
    new_roster=later("psyphase.systems.w40k7.wizard", "new_roster"),
    summary=later("psyphase.systems.w40k7.rows", "summary"),
    rows=later("psyphase.systems.w40k7.rows", "rows"),
    lookup=later("psyphase.systems.w40k7.rows", "lookup"),
    shapes=tables.SHAPES,
    rolls=rolls.ROLLS,
    one_shot=rolls.one_shot,
    remarks=later("psyphase.systems.w40k7.remarks", "remarks"),
    sentences=spoken("psyphase.systems.w40k7.sentences"),
)
