"""Rules of units: how they are named and read, and on whom they act (w40k7 U1-U9, U31-U41)."""

from __future__ import annotations

from pathlib import Path

import pytest

from psyphase.errors import RulesError
from psyphase.games.roster import read_roster
from psyphase.systems import find_system, library_of
from psyphase.systems.w40k7.model import Rules, Unit
from psyphase.systems.w40k7.tables import for_rosters
from psyphase.systems.w40k7.unit_rules import meant
from psyphase.tables.library import Library
from w40k7_table import army

FOLDER = "unit-rules/"


def files_read(*words: str, folders: tuple[Path, ...] = ()) -> list[str]:
    """Which files of units' rules are read for a unit with these."""
    library = library_of("w40k7", folders)
    names = for_rosters([army(Unit("Squad", rules=words))], "phase")
    find_system("w40k7").load(library, names, library.settings())
    return sorted({file.removeprefix(FOLDER) for file, _ in library.places if file.startswith(FOLDER)})


def named(rules: Rules, word: str) -> list[str]:
    return [rule.id for rule in meant(rules.unit_rules.values(), word)]


# Names


@pytest.mark.parametrize(
    "word", ["the-aegis", "The-Aegis", "The Aegis", "THE AEGIS", "эгида", "Эгида", "L'Égide", "l'egide", "L'E\u0301gide"]
)
def test_a_rule_is_named_in_any_language(rules: Rules, word: str) -> None:
    """w40k7 U1: by its id, or by its name in English, Russian or French, whatever the case and the accents."""
    assert named(rules, word) == ["the-aegis"]


def test_a_part_of_a_name_is_no_name(rules: Rules) -> None:
    """Nothing is guessed."""
    assert not named(rules, "aegis")


def test_a_rule_knows_its_army(rules: Rules) -> None:
    """Each rule says in which army's file it stands."""
    assert {id: rule.army.id for id, rule in rules.unit_rules.items()}.items() >= {
        ("spell-familiar", "chaos-space-marines"),
        ("runes-of-the-farseer", "craftworlds"),
        ("psychic-abomination", "officio-assassinorum"),
        ("the-aegis", "grey-knights"),
        ("shadow-in-the-warp", "tyranids"),
        ("warp-contradiction", "chaos-daemons"),
    }


# Files


def test_nothing_is_read_without_rules() -> None:
    """An army without rules starts as it ever did: no file of them is read, no folder looked into."""
    assert not files_read()
    assert [name for name in for_rosters([army(Unit("Squad"))], "phase") if "rule" in name] == []


@pytest.mark.parametrize("word", ["spell-familiar", "SPELL familiar", "Колдовской Фамильяр", "Familier Sorcier"])
def test_only_the_files_that_have_it_are_read(word: str) -> None:
    """Whatever it is called: one file."""
    assert files_read(word) == ["chaos-space-marines.yaml"]


def test_all_files_are_read_for_what_none_has() -> None:
    """A part of a name is no name, and something near it may be meant: every file is read."""
    assert len(files_read("Фамильяр")) == len(library_of("w40k7").files("unit-rules"))


OWN = """\
id: mine
name: {en: Mine}
source: mine
rules:
- id: ID
  name: {en: NAME}
  does: [{kind: grant, whose: self, when: always, tag: adamantium-will}]
  source: mine
"""


def own(folder: Path, id: str, name: str) -> Path:
    """A folder with one rule of one's own."""
    path = folder / "w40k7" / "unit-rules" / "mine.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(OWN.replace("ID", id).replace("NAME", name), encoding="utf-8")
    return folder


@pytest.mark.parametrize("written", ["Emperor's Boon", "'Emperor''s Boon'", '"Emperor\\u0027s Boon"'])
def test_a_name_is_found_however_it_is_written(tmp_path: Path, written: str) -> None:
    """Quotes of YAML make no difference; where a word does not stand in a file as it is, all are read."""
    assert "mine.yaml" in files_read("emperor's boon", folders=(own(tmp_path, "boon", written),))


def test_an_id_stands_in_one_file(tmp_path: Path) -> None:
    """Two armies cannot have a rule of the same id: the second is told with the file of the first."""
    library = Library("w40k7", [library_of("w40k7").folders[0].parent, own(tmp_path, "the-aegis", "Aegis")])
    with pytest.raises(RulesError, match=r"mine\.yaml:5:7: id: 'the-aegis' is already in unit-rules/grey-knights\.yaml"):
        find_system("w40k7").load(library, ["unit-rules/grey-knights", "unit-rules/mine"], library.settings())


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ("{kind: end-effects, whose: self, when: always, ends: [blesing]}", "no type 'blesing'"),
        ("{kind: grant, whose: self, when: always, tag: x, disciplines: [telepaty]}", "no discipline 'telepaty'"),
    ],
)
def test_what_a_rule_is_for_exists(tmp_path: Path, effect: str, told: str) -> None:
    """w40k7 U1: types, disciplines and powers that a rule names are those of the tables."""
    path = own(tmp_path, "boon", "Boon") / "w40k7" / "unit-rules" / "mine.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("{kind: grant, whose: self, when: always, tag: adamantium-will}", effect), encoding="utf-8")
    with pytest.raises(RulesError, match=rf"mine\.yaml:7:9: does: {told}"):
        files_read("boon", folders=(tmp_path,))


# Rosters


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("[spel-familiar]", "no rule 'spel-familiar', did you mean 'spell-familiar'?"),
        ("[Schadow in the Warp]", "no rule 'Schadow in the Warp', did you mean 'shadow in the warp'?"),
        ("[тень в варпу]", "no rule 'тень в варпу', did you mean 'тень в варпе'?"),
        ("[the-aegis, The Aegis]", "the same rule is given twice"),
    ],
)
def test_a_wrong_rule_is_told(tmp_path: Path, words: str, told: str) -> None:
    """Near matches are offered, at the place of the key."""
    path = tmp_path / "roster.yaml"
    path.write_text(f"system: w40k7\nname: Army\nunits:\n- name: Squad\n  rules: {words}\n", encoding="utf-8")
    found = read_roster(path)
    library = library_of("w40k7")
    loaded = find_system("w40k7").load(library, for_rosters([found.roster], "phase"), library.settings())
    with pytest.raises(RulesError) as refused:
        found.check(loaded)
    assert str(refused.value).endswith(f"roster.yaml:5:10: rules: {told}")


def test_a_name_of_several_is_refused(tmp_path: Path) -> None:
    """A name that two rules have is not enough: their ids are told, and do."""
    folder = own(tmp_path, "my-aegis", "The Aegis")
    path = tmp_path / "roster.yaml"
    for word, right in (("The Aegis", False), ("my-aegis", True), ("the-aegis", True)):
        path.write_text(f"system: w40k7\nname: Army\nunits:\n- name: Squad\n  rules: [{word}]\n", encoding="utf-8")
        found = read_roster(path)
        library = library_of("w40k7", (folder,))
        loaded = find_system("w40k7").load(library, for_rosters([found.roster], "phase"), library.settings())
        if right:
            found.check(loaded)
        else:
            with pytest.raises(RulesError, match="2 rules are named 'The Aegis': expected the-aegis or my-aegis"):
                found.check(loaded)
