"""What a roster holds, said before the game, and what is looked up by a part of its name (hh3 A1, facts 3)."""

from __future__ import annotations

import pytest

from hh3_table import Table, army, grunts, hh3_rules, psyker
from psyphase.systems.hh3.roster import Unit
from psyphase.systems.hh3.rows import generate, lookup

RULES = hh3_rules()


@pytest.mark.parametrize(("unit", "said"), [(grunts(), True), (psyker("telepathy"), False)], ids=["men", "a psyker"])
def test_an_army_without_disciplines(unit: Unit, said: bool) -> None:
    """hh3-facts 3: nothing is rolled before the game; where no model has a discipline, the 19 that there are are named."""
    played = Table(RULES).play(generate(RULES, army(unit)), {})
    assert played.outcome == army(unit)
    assert [len(event.args["known"]) for event in played.events("no-disciplines")] == ([19] if said else [])


@pytest.mark.parametrize(
    ("text", "found"),
    [("mind-burst", ["Mind-burst"]), ("TRANQUIL", ["Tranquillity"]), ("Éruption", []), ("Explosion Mentale", ["Mind-burst"])],
)
def test_lookup(text: str, found: list[str]) -> None:
    """Whatever has the text in its id or in its name of any language."""
    assert [row["power"].en for row in lookup(RULES, text)] == found
