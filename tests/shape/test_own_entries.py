"""A table of one's own: an entry with an id that nobody has heard of does what its words say."""

from __future__ import annotations

import re
from pathlib import Path

import hh3_table
import onlywar_table
from command import ROOT
from psyphase.systems.hh3.roster import Unit

OWN = "an-entry-of-my-own"


def under_own_id(folder: Path, file: str, id: str) -> Path:
    """A folder of tables with a shipped entry under another id, below the head of its file where that has one."""
    head, *entries = re.split(r"^- id: ", (ROOT / "rules" / file).read_text(encoding="utf-8"), flags=re.MULTILINE)
    (entry,) = (entry for entry in entries if entry.startswith(f"{id}\n"))
    path = folder / file
    path.parent.mkdir(parents=True)
    path.write_text(f"{head}- id: {OWN}{entry.removeprefix(id)}", encoding="utf-8")
    return folder


def test_a_trait_of_ones_own_is_a_force_weapon(tmp_path: Path) -> None:
    """hh3-facts 1, A2: whoever has a trait that does `force-weapon` may declare Force in its fights, whatever it is called."""
    rules = hh3_table.hh3_rules(under_own_id(tmp_path, "hh3/traits.yaml", "force-weapon"))
    found = {}
    for trait in ("force-weapon", OWN, "sergeant"):
        seer = Unit("Seer", willpower=9, traits=("psyker", trait))
        found[trait] = any(hh3_table.offers(hh3_table.Table(rules).turns(seer), "force"))
    assert found == {"force-weapon": True, OWN: True, "sergeant": False}


def test_a_command_of_ones_own_does_what_it_says(tmp_path: Path) -> None:
    """onlywar O1, O2: a command that does `last` gives its bonus to the end of the next turn, whatever it is called."""
    folder = under_own_id(tmp_path, "onlywar/commands/imperial-guard.yaml", "look-out")
    table = onlywar_table.Table(onlywar_table.onlywar_rules(folder))
    shots = onlywar_table.attacked("shooting", 9, reaction=OWN, command_test=1)
    played = table.meets(onlywar_table.squad(OWN), shots)
    assert onlywar_table.in_play(played) == {OWN}
    # armour 4, toughness bonus 3, cover 2: nothing of 9 gets through
    assert onlywar_table.after(played).magnitude == 8
    assert not played.has("lost")
