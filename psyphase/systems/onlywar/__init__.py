"""Only War: squads of the game master and the commands they carry out. Spec numbers: onlywar S, M, O, C."""

from __future__ import annotations

from psyphase.systems import Played, System, later
from psyphase.systems.onlywar import rolls, sheet, tables
from psyphase.systems.onlywar.model import Roster

MOST_SQUADS = 50
SYSTEM = System(
    id="onlywar",
    roster=Roster,
    sides=False,
    procedures={"squad": Played(later("psyphase.systems.onlywar.encounter", "play_encounter"), MOST_SQUADS)},
    tables=tables.for_rosters,
    all_tables=tables.all_tables,
    load=tables.load,
    check_roster=tables.check_roster,
    new_roster=later("psyphase.systems.onlywar.wizard", "new_roster"),
    summary=sheet.summary,
    sheet=sheet.sheet,
    lookup=sheet.lookup,
    shapes=tables.SHAPES,
    rolls=rolls.ROLLS,
    one_shot=rolls.one_shot,
)
