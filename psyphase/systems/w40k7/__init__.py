"""Warhammer 40,000, 7th edition: psychic powers and the psychic phase. Spec numbers: w40k7 G, P, T."""

from __future__ import annotations

from psyphase.procedure import Procedure
from psyphase.systems import System
from psyphase.systems.w40k7 import rolls, sheet, tables
from psyphase.systems.w40k7.model import Roster, Rules

# One-shot rolls need neither of the two, and both are slow to import.


def _generate(rules: Rules, roster: Roster) -> Procedure[Roster]:
    from psyphase.systems.w40k7.generation import generate

    return generate(rules, roster)


def _phase(rules: Rules, mine: Roster, theirs: Roster | None) -> Procedure[object]:
    from psyphase.systems.w40k7.phase import play_phase

    return play_phase(rules, mine, theirs)


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
    generate=_generate,
    phase=_phase,
    summary=sheet.summary,
    sheet=sheet.sheet,
    shapes=tables.SHAPES,
    rolls=rolls.ROLLS,
)
