"""Horus Heresy (Age of Darkness), 3rd edition: psychic powers, reactions and perils. Spec numbers: hh3 A1-A15.

Rules as procedures: no I/O, no dice thrown; words stand in `sentences` alone.
"""

from __future__ import annotations

from psyphase.systems.hh3 import rolls, tables
from psyphase.systems.hh3.roster import Roster
from psyphase.systems.system import Playable, System, later, spoken

SYSTEM = System(
    id="hh3",
    roster=Roster,
    verbs={
        "phase": Playable(later("psyphase.systems.hh3.phase", "play_battle"), "Play the psychic powers of a battle."),
        "generate": Playable(
            later("psyphase.systems.hh3.rows", "generate"), "Generate psychic powers before the game.", "maker", 1
        ),
    },
    tables=tables.for_rosters,
    all_tables=tables.all_tables,
    load=tables.load,
    check_roster=tables.check_roster,
    new_roster=later("psyphase.systems.hh3.wizard", "new_roster"),
    summary=later("psyphase.systems.hh3.rows", "summary"),
    rows=later("psyphase.systems.hh3.rows", "rows"),
    lookup=later("psyphase.systems.hh3.rows", "lookup"),
    shapes=tables.SHAPES,
    rolls=rolls.ROLLS,
    one_shot=rolls.one_shot,
    remarks=later("psyphase.systems.hh3.remarks", "remarks"),
    sentences=spoken("psyphase.systems.hh3.sentences"),
)
