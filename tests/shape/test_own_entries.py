"""A table of one's own: an entry with an id that nobody has heard of does what its words say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from msgspec.structs import replace

import hh3_table
import onlywar_table
from command import ROOT
from psyphase.systems.hh3.roster import Unit
from psyphase.systems.w40k7 import model as w40k7
from w40k7_table import Table, read_rules

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


def with_type(rules: w40k7.Rules, power: str, kind: str) -> Table:
    """A table at which a power is of another type."""
    return Table(replace(rules, powers={**rules.powers, power: replace(rules.powers[power], type=kind)}))


def test_a_type_of_ones_own_conjures(tmp_path: Path) -> None:
    """w40k7 T3: by a power whose type `conjures` a new unit arrives, which conjures nothing this turn, whatever it is called."""
    rules = read_rules(under_own_id(tmp_path, "w40k7/types.yaml", "conjuration"))
    summoning = "daemonology-malefic/summoning"
    seer = w40k7.Unit("Seer", mastery=3, leadership=9, wounds=3, tags=("daemon",), powers=(summoning,))
    found = {}
    for kind in ("conjuration", OWN, "none"):
        named: dict[str, Any] = {} if kind == "none" else {"conjured_name": "Horrors"}
        played = with_type(rules, summoning, kind).phase(seer, (), power=summoning, psychic_test=(4, 5, 4), **named)
        found[kind] = [unit.name for unit in played.outcome.units if unit.conjured]
    assert found == {"conjuration": ["Horrors"], OWN: ["Horrors"], "none": []}


def test_a_type_of_ones_own_picks_the_model(tmp_path: Path) -> None:
    """w40k7 T4: by a power whose type picks the model, a charge more than the cost lets its owner pick, whatever it is called."""
    rules = read_rules(under_own_id(tmp_path, "w40k7/types.yaml", "focussed-witchfire"))
    smite = "biomancy/smite"
    seer = w40k7.Unit("Seer", mastery=1, powers=(smite,))
    found = {}
    for kind in ("focussed-witchfire", OWN, "witchfire"):
        played = with_type(rules, smite, kind).phase(seer, (), power=smite, psychic_test=(4, 4))
        found[kind] = played.has("you-pick-the-model")
    assert found == {"focussed-witchfire": True, OWN: True, "witchfire": False}


def test_a_power_of_ones_own_comes_with_a_force_weapon(tmp_path: Path) -> None:
    """w40k7 G10: whoever generates powers and bears a force weapon knows every power that comes with one."""
    table = Table(read_rules(under_own_id(tmp_path, "w40k7/powers.yaml", "force")))
    armed = w40k7.Unit("Seer", mastery=1, disciplines=("telepathy",), tags=("force-weapon",))
    (unit,) = table.generate(armed, power_roll=(1,)).outcome.units
    assert unit.powers == ("telepathy/dominate", "telepathy/psychic-shriek", "force", OWN)
    (bare,) = table.generate(replace(armed, tags=()), power_roll=(1,)).outcome.units
    assert bare.powers == ("telepathy/dominate", "telepathy/psychic-shriek")
