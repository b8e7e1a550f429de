"""Only War: squads of the game master and the commands they carry out. Spec numbers: onlywar S, M, O, C.

Rules as procedures: no I/O, no dice thrown; words stand in `sentences` alone.
"""

from __future__ import annotations

from psyphase.systems.onlywar import rolls, tables
from psyphase.systems.onlywar.roster import Roster
from psyphase.systems.system import Playable, System, later, spoken

MOST_SQUADS = 50
SYSTEM = System(
    id="onlywar",
    roster=Roster,
    two_sided=False,
    units="",
    verbs={
        "squad": Playable(
            later("psyphase.systems.onlywar.encounter", "play_encounter"), "Play an encounter with squads.", most=MOST_SQUADS
        )
    },
    tables=tables.for_rosters,
    all_tables=tables.all_tables,
    load=tables.load,
    check_roster=tables.check_roster,
    new_roster=later("psyphase.systems.onlywar.wizard", "new_roster"),
    summary=later("psyphase.systems.onlywar.rows", "summary"),
    rows=later("psyphase.systems.onlywar.rows", "rows"),
    lookup=later("psyphase.systems.onlywar.rows", "lookup"),
    shapes=tables.SHAPES,
    rolls=rolls.ROLLS,
    one_shot=rolls.one_shot,
    remarks=later("psyphase.systems.onlywar.remarks", "remarks"),
    sentences=spoken("psyphase.systems.onlywar.sentences"),
)
