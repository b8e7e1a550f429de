"""Tables of one's own: what no type can express is told in its own words, and what is not read is not missed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hh3_table import hh3_rules
from psyphase.errors import RulesError
from psyphase.systems import find_system
from psyphase.systems.hh3.model import Figures, Rules
from psyphase.tables.library import Library, shipped_rules

HH3 = find_system("hh3")
ENTRY = """- id: {id}
  kind: power
  name: {{en: Own}}
  check: resistance
  moments: [reserves]
  focus: {{en: A psyker}}
  requires: []
  one_of: []
  unless: []
  in_combat: true
  range: none
  target: {{side: enemy, units: one, every: [], some: [], no: [], in_combat: true, without: []}}
  lasts: immediate
  perils: at-once
  manifestation: 0
  cures: none
  threatens: none
  roll: none
  ruptures: never
  effect: {{en: It works.}}
  failed: none
  after: none
  source: ours
"""
HEAD = "id: own\nname: {en: Own}\ntrait: {en: Own}\nrule: none\narcana: false\nsource: ours\nentries:\n"
OWN = HEAD + ENTRY.format(id="power")
TRAIT = """- id: own
  name: {en: Own}
  grants: []
  unless: []
  excludes: []
  does: []
  asked: none
  resists: false
  checks: false
  reacts: true
  immune: []
  recovery: none
  takes_wounds: true
  targeted: true
  source: ours
"""
WOUNDS = "{effect: wounds, less_willpower: 13}"
ROW = "- id: %s\n  faces: %s\n  name: {en: Own}\n  effect: {effect: status, status: %s}\n  source: ours\n"


def write(folder: Path, file: str, text: str) -> Path:
    """Write a table of one's own."""
    path = folder / "hh3" / f"{file}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, file: str, text: str) -> list[str]:
    """What is wrong with a table beside the shipped ones."""
    path = write(folder, file, text)
    with pytest.raises(RulesError) as error:
        hh3_rules(folder)
    assert {problem.file for problem in error.value.problems} == {path}
    return [problem.message for problem in error.value.problems]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rule: none", "rule: mostly", "rule: expected a name or none, got 'mostly'"),
        ("moments: [reserves]", "moments: [teatime]", "moments: no moment 'teatime'"),
        ("requires: []", "requires: [wizard]", "requires: no trait 'wizard'"),
        ("one_of: []", "one_of: [wizard]", "one_of: no trait 'wizard'"),
        ("unless: []", "unless: [wizard]", "unless: no trait 'wizard'"),
        ("every: []", "every: [wizard]", "target: no trait 'wizard'"),
        ("some: []", "some: [wizard]", "target: no trait 'wizard'"),
        ("no: []", "no: [wizard]", "target: no trait 'wizard'"),
        ("without: []", "without: [asleep]", "target: no status 'asleep'"),
        ("threatens: none", "threatens: asleep", "threatens: no status 'asleep'"),
        ("side: enemy", "side: friend", "target: a resistance check goes with a target that is enemy"),
        (
            "check: resistance",
            "check: manifestation",
            "target: a manifestation check goes with a target that is own-unit or friend or none",
        ),
    ],
    ids=lambda value: value.partition(": ")[0] if isinstance(value, str) else "",
)
def test_a_discipline(tmp_path: Path, old: str, new: str, message: str) -> None:
    """hh3 A3: a blessing is for friends, a curse for enemies; moments, traits and statuses are those of the tables."""
    assert old in OWN
    assert problems(tmp_path, "disciplines/own", OWN.replace(old, new)) == [message]


def test_a_discipline_without_a_head(tmp_path: Path) -> None:
    """What a discipline holds is nobody's where its head is wrong: only the head is told."""
    (message,) = problems(tmp_path, "disciplines/own", OWN.replace("arcana: false", "arcana: perhaps"))
    assert message.startswith("arcana: ")


def test_a_word_of_the_menus(tmp_path: Path) -> None:
    """A power outside disciplines stands in menus by its own id, which is none of their words."""
    assert problems(tmp_path, "others", ENTRY.format(id="go-on")) == ["id: 'go-on' is a word of the menus"]


@pytest.mark.parametrize("key", ["grants", "unless", "excludes"])
def test_a_trait(tmp_path: Path, key: str) -> None:
    """A trait brings and excludes traits of the table."""
    text = TRAIT.replace(f"{key}: []", f"{key}: [psyker, wizard]")
    assert problems(tmp_path, "traits", text) == [f"{key}: no trait 'wizard'"]


def test_a_trait_that_spares(tmp_path: Path) -> None:
    """hh3-facts 4: the statuses that a model cannot gain are those of the table, or all."""
    assert problems(tmp_path, "traits", TRAIT.replace("immune: []", "immune: [asleep]")) == ["immune: no status 'asleep'"]
    write(tmp_path, "traits", TRAIT.replace("immune: []", "immune: all"))
    assert hh3_rules(tmp_path).traits["own"].immune == "all"


def test_a_row_of_perils(tmp_path: Path) -> None:
    """hh3 A13: a row gives wounds or a status of the table."""
    text = ROW % ("aetheric-feedback", "[2, 3, 4, 5]", "asleep")
    assert problems(tmp_path, "perils", text) == ["effect: no status 'asleep'"]


def test_perils_without_wounds(tmp_path: Path) -> None:
    """hh3-facts 1: Warp Rupture comes without a roll too, so some row gives wounds."""
    text = ROW % ("warp-rupture", "[1, 6]", "stunned")
    assert problems(tmp_path, "perils", text) == ["effect: no row gives wounds, which other rules bring without a roll"]


@pytest.mark.parametrize(
    ("faces", "message"),
    [("[1]", "faces: hole, no row for 6"), ("[1, 2, 6]", "faces: overlap, 2 already belongs to 'aetheric-feedback'")],
    ids=["a hole", "an overlap"],
)
def test_perils_by_the_die(tmp_path: Path, faces: str, message: str) -> None:
    """hh3 A13: every number of the die has exactly one row."""
    row = (ROW % ("warp-rupture", faces, "stunned")).replace("{effect: status, status: stunned}", WOUNDS)
    write(tmp_path, "perils", row)
    with pytest.raises(RulesError) as error:
        hh3_rules(tmp_path)
    assert [problem.message for problem in error.value.problems] == [message]


def loaded(*tables: str) -> Rules:
    """The rules with only these tables read."""
    library = Library("hh3", [shipped_rules()])
    rules: Rules = HH3.load(library, tables, library.settings())
    return rules


def test_figures_alone() -> None:
    """hh3 A12: a one-shot check reads no more than the doubles that decide it: 1 passes, 6 fails."""
    rules = loaded("figures")
    assert rules.figures == Figures(double_passes=1, double_fails=6)
    assert (rules.traits, rules.statuses, rules.entries, rules.perils.rows, rules.nullify) == ({}, {}, {}, {}, None)


def test_powers_without_statuses() -> None:
    """What refers to a table that was not read is not missed: Mind-burst threatens with a status (hh3-disciplines.csv)."""
    rules = loaded("disciplines/telepathy", "moments", "traits")
    assert rules.power("telepathy/mind-burst").threatens == "routed"
    assert set(rules.entries) == {"telepathy/mind-burst", "telepathy/cursed-whispers"}


def test_every_kind_of_trait_that_is_asked() -> None:
    """hh3 A1: whoever has a discipline is a psyker, by one trait of the table."""
    assert hh3_rules().with_does("by-discipline") == {"psyker"}
