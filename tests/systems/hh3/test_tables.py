"""The shipped tables against the 62 rows of the disciplines' list, what a roster holds, and what is wrong with one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from command import psyphase
from hh3_table import army, grunts, hh3_rules, psyker
from psyphase.engine.journal import Journal
from psyphase.engine.odds import odds
from psyphase.engine.play import Narration, play
from psyphase.engine.procedure import Event
from psyphase.games.roster import roster_text
from psyphase.systems.hh3.model import Discipline, Gambit, Power, Ranged, Reaction, Weapon
from psyphase.systems.hh3.perils import perils_row
from psyphase.systems.hh3.perils_table import Wounds
from psyphase.systems.hh3.roster import Models, Unit
from psyphase.systems.hh3.rows import generate, summary
from psyphase.systems.hh3.rows import rows as rows_of

RULES = hh3_rules()

# The rows of hh3-disciplines.csv, by name. Disciplines: trait, rule, what they grant, whether perils are the arcana's.

DISCIPLINES = {
    "Biomancy": ("Biomancer", "Impact (S)", "Biomantic Rage, Biomantic Slam", False),
    "Pyromancy": ("Pyromancer", "Explodes (4+)", "Wildfire, Conflagration", False),
    "Telekinesis": ("Telekine", "Shrouded (4+)", "Force Barrier, Immovable Force", False),
    "Divination": ("Diviner", "Duellist's Edge (2)", "Every Strike Foreseen, Foresight's Blessing", False),
    "Telepathy": ("Telepath", "Fear (1)", "Mind-burst, Cursed Whispers", False),
    "Thaumaturgy": ("Thaumaturge", "Hatred (Psyker)", "Resurrection, Tranquillity", False),
    "Anathemata": ("Anathemata", "Fear (1)", "Void Darts, Seal the Veil, Breach the Veil", False),
    "Diabolism": ("Diabolist", "Fear (1)", "Hellfire, Dark Channeling", False),
    "Stormcalling": ("Stormseer", "Move Through Cover", "Unseen Bolt, Call of the Wind", False),
    "Runecasting": ("Caster of Runes", "Hatred (Psyker)", "Wrath of the Death Wolf, Stormwrought", False),
    "Malignant": ("Malignant", "", "Warp Torrent - Torrent, Warp Torrent - Malignant", False),
    "Navis Astrologis": ("Navis Astrologian", "", "Lidless Stare", False),
    "Raptora": ("Raptora", "", "Crushing Force, Kine Shield", True),
    "Pyrae": ("Pyrae", "", "Inferno Shield, Burning Grasp", True),
    "Pavoni": ("Pavoni", "", "Stoneform, Bloodboil", True),
    "Corvidae": ("Corvidae", "", "Fated Shots, Paths of Consequence", True),
    "Athanaean": ("Athanaean", "", "Emanation of Dread, Clarity", True),
    "Khenetai": ("Khenetai", "", "Bladeweaving, Mindsong of Blades", True),
    "Unattuned": ("Unattuned", "", "Aetheric Guidance", False),  # no arcana: its row has no such note, unlike the others
}
# Ranged: range, FP, RS, AP, D; melee: IM, AM, SM, AP, D; then the special rules.
WEAPONS = {
    "Biomantic Slam": ("melee", "-3 1 12 2 2", "Armourbane; Force (D)"),
    "Wildfire": ("ranged", "18 1 4 4 1", "Panic (1); Blast (5in); Force (RS)"),
    "Conflagration": ("melee", "-1 6+D3 5 4 1", "Deflagrate (5)"),
    "Immovable Force": ("ranged", "18 3 6 4 1", "Pinning (2); Force (FP)"),
    "Cursed Whispers": ("ranged", "18 2D6 3 - 1", "Stun (-)"),
    "Void Darts": ("ranged", "18 D6 5 4 1", "Shred (5+); Force (D)"),
    "Hellfire": ("ranged", "12 D3 7 4 1", "Breaching (6+); Deflagrate (7); Force (D)"),
    "Unseen Bolt": ("ranged", "36 1 4 4 1", "Blast (5in); Barrage (2); Stun (2); Force (RS)"),
    "Wrath of the Death Wolf": ("ranged", "template 1 6 4 1", "Template; Stun (1); Force (D)"),
    "Warp Torrent - Torrent": ("ranged", "12 4 5 4 1", "Deflagrate (5); Overload (1); Force (FP)"),
    "Warp Torrent - Malignant": ("ranged", "12 1 5 2 2", "Deflagrate (5); Overload (2); Force (RS)"),
    "Lidless Stare": ("ranged", "template 1 2 3 2", "Template; Force (D); Panic (1)"),
    "Crushing Force": ("ranged", "12 1 9 4 2", "Armourbane; Force (D)"),
    "Burning Grasp": ("melee", "I 1 8 3 2", "Critical Hit (6+); Breaching (5+); Armourbane"),
    "Bloodboil": ("ranged", "12 1 4 2 2", "Poisoned (2+)"),
    "Emanation of Dread": ("ranged", "24 3 4 - 1", "Panic (1)"),
}
ASSAULT = {"Wrath of the Death Wolf", "Warp Torrent - Torrent", "Warp Torrent - Malignant"}
"""Weapons whose row has the Assault trait beside the Psychic one."""
# Kind, check, phases, whom, range, how long it lasts, when a reaction is paid, figures of its effect.
BLESSING, CURSE = "manifestation", "resistance"
POWERS = {
    "Biomantic Rage": ("power", BLESSING, "assault", "friend", 18, "phase", "", "2"),
    "Force Barrier": ("reaction", BLESSING, "shooting assault", "own-unit", None, "phase", "declared", "3"),
    "Every Strike Foreseen": ("gambit", "willpower", "assault", "none", None, "challenge", "", "2"),
    "Foresight's Blessing": ("power", BLESSING, "shooting", "friend", 18, "attack", "", "5"),
    "Mind-burst": ("power", CURSE, "movement", "enemy", 18, "immediate", "", ""),
    "Resurrection": ("reaction", BLESSING, "shooting", "own-unit", None, "immediate", "declared", "6 4"),
    "Tranquillity": ("power", CURSE, "start", "enemy", 18, "next-own-turn", "", "2 1"),
    "Breach the Veil": ("power", BLESSING, "movement", "none", None, "phase", "", ""),
    "Seal the Veil": ("reaction", CURSE, "assault", "enemy", None, "immediate", "declared", "1"),
    "Dark Channeling": ("power", BLESSING, "assault", "friend", 12, "phase", "", "1 6"),
    "Call of the Wind": ("power", BLESSING, "movement", "friend", 12, "phase", "", ""),
    "Stormwrought": ("reaction", BLESSING, "shooting", "own-unit", None, "phase", "declared", ""),
    "Soul Binding": ("power", CURSE, "assault", "enemy", None, "phase", "", "7"),
    "Kine Shield": ("reaction", BLESSING, "shooting", "own-unit", None, "phase", "passed", "4"),
    "Inferno Shield": ("power", BLESSING, "assault", "own-unit", None, "phase", "", "6 4 1"),
    "Stoneform": ("reaction", BLESSING, "shooting", "own-unit", None, "phase", "passed", "2"),
    "Fated Shots": ("power", BLESSING, "shooting", "own-unit", None, "attack", "", "5"),
    "Paths of Consequence": ("power", CURSE, "start", "enemy", 18, "next-own-turn", "", "2 0"),
    "Clarity": ("power", BLESSING, "start", "friend", 18, "immediate", "", ""),
    "Mindsong of Blades": ("power", BLESSING, "assault", "own-unit", None, "phase", "", "5"),
    "Bladeweaving": ("reaction", BLESSING, "assault", "own-unit", None, "phase", "passed", "5"),
    "Aetheric Guidance": ("power", BLESSING, "shooting", "own-unit", None, "attack", "", "6"),
    "Fortress of the Mind": ("reaction", "unit-willpower", "shooting", "own-unit", None, "attack", "declared", "3 5"),
    "Prophetic Duellist": ("gambit", "none", "assault", "none", None, "", "", ""),
    "Battle of the Wills": ("gambit", "none", "assault", "none", None, "", "", ""),
    "Nullify": ("reaction", "willpower", "", "none", None, "immediate", "declared", ""),
    "Psy-shock": ("reaction", "none", "shooting", "own-unit", None, "immediate", "declared", ""),
}
# Statuses that go, one that threatens, a die's success, Warp Rupture on both units.
PLAIN = ("none", "none", "none", "never")
SPECIAL = {
    "Mind-burst": ("all", "routed", "none", "never"),
    "Clarity": ("one", "none", "none", "never"),
    "Resurrection": ("none", "none", 4, "never"),
    "Fortress of the Mind": ("none", "none", "none", "on-failure"),
    "Psy-shock": ("none", "none", "none", "always"),
}
FRENCH = {
    "Biomancy": "Biomancie", "Pyromancy": "Pyromancie", "Telekinesis": "Télékinésie", "Divination": "Divination",
    "Telepathy": "Télépathie", "Thaumaturgy": "Thaumaturgie", "Anathemata": "Anathemata", "Stormcalling": "Appel de l'Orage",
    "Runecasting": "Runomancie", "Raptora": "Raptora", "Pyrae": "Pyrae", "Pavoni": "Pavoni", "Corvidae": "Corvidae",
    "Athanaean": "Athanéen", "Khenetai": "Khenetai", "Foresight's Blessing": "Bénédiction de Prescience",
    "Mind-burst": "Explosion Mentale", "Void Darts": "Dards du Néant", "Seal the Veil": "Sceller le Voile",
    "Breach the Veil": "Déchirer le Voile", "Unseen Bolt": "Foudre Invisible", "Call of the Wind": "Appel du Vent",
    "Crushing Force": "Force Écrasante", "Kine Shield": "Bouclier Télékinétique", "Inferno Shield": "Bouclier Incandescent",
    "Burning Grasp": "Étreinte Brûlante", "Stoneform": "Corps de Pierre", "Bloodboil": "Ébullition Sanguine",
    "Fated Shots": "Tirs Fatidiques", "Paths of Consequence": "Voies de Conséquence",
    "Emanation of Dread": "Manifestation de l'Effroi", "Clarity": "Clarté", "Bladeweaving": "Tisselame",
    "Mindsong of Blades": "Chant Mental des Lames", "Fortress of the Mind": "Forteresse Mentale", "Psy-shock": "Choc Psy",
    "Battle of the Wills": "Bataille des Volontés", "Nullify": "Annuler",
}  # fmt: skip


def plain(name: str) -> str:
    """A name with the letters of the list: Aetheric for Ætheric."""
    return name.replace("Æ", "Ae")


ENTRIES = {plain(entry.name.en): entry for entry in RULES.entries.values()}
LISTS = {plain(one.name.en): one for one in RULES.disciplines.values()}


def numbers(text: str) -> list[str]:
    """The numbers in a text."""
    return re.findall(r"\d+", text)


def power(name: str) -> Power:
    """The power, reaction or gambit of this name."""
    found = ENTRIES[name]
    assert isinstance(found, Power)
    return found


def test_sixty_two_rows() -> None:
    """hh3 csv: 19 disciplines, 16 weapons, 14 powers, 10 reactions, 3 gambits, and nothing else but the Force check."""
    kinds = [row[0] for row in POWERS.values()]
    assert [len(DISCIPLINES), len(WEAPONS), *(kinds.count(kind) for kind in ("power", "reaction", "gambit"))] == [
        19,
        16,
        14,
        10,
        3,
    ]
    assert set(LISTS) == set(DISCIPLINES)
    assert set(ENTRIES) == {*WEAPONS, *POWERS, "Force"}


@pytest.mark.parametrize("name", DISCIPLINES)
def test_discipline(name: str) -> None:
    """hh3 csv: each discipline with its trait, its rule, everything it grants, and the arcana among them."""
    trait, rule, grants, arcana = DISCIPLINES[name]
    found: Discipline = LISTS[name]
    assert (found.trait.en, "" if found.rule == "none" else found.rule.en) == (trait, rule)
    assert {plain(entry.name.en) for entry in found.entries} == set(grants.split(", "))
    assert found.arcana == arcana


@pytest.mark.parametrize("name", WEAPONS)
def test_weapon(name: str) -> None:
    """hh3 csv: each weapon's line, figure by figure, its special rules, and what its Force doubles."""
    use, line, special = WEAPONS[name]
    found = ENTRIES[name]
    assert isinstance(found, Weapon)
    keys = ("range", "fp", "rs", "ap", "d") if use == "ranged" else ("im", "am", "sm", "ap", "d")
    assert isinstance(found.profile, Ranged) == (use == "ranged")
    assert " ".join(str(getattr(found.profile, key)) for key in keys) == line
    rules = {rule.replace("in)", '")') for rule in special.split("; ")}
    force = {rule for rule in rules if rule.startswith("Force")}
    assert ({f"Force ({found.force})"} if found.force != "none" else set()) == force
    narration, _, trait = ("" if found.rules == "none" else found.rules.en).partition("; ")
    assert {one for one in narration.split(", ") if one} == rules - force
    assert bool(trait) == (name in ASSAULT)


@pytest.mark.parametrize("name", POWERS)
def test_power(name: str) -> None:
    """hh3 csv: each power, reaction and gambit: its kind, check, phase, target, range and duration."""
    kind, check, phases, side, reach, lasts, _, _ = POWERS[name]
    found = power(name)
    assert isinstance(found, Reaction) == (kind == "reaction")
    assert isinstance(found, Gambit) == (kind == "gambit")
    assert found.check == check
    assert not phases or {RULES.moments[moment].phase for moment in found.moments} == set(phases.split())
    assert found.target.side == side
    assert found.target.units == "one"
    assert found.range == (reach or "none")
    assert not lasts or found.lasts == lasts


@pytest.mark.parametrize("name", [*POWERS, "Force"])
def test_what_follows(name: str) -> None:
    """hh3 csv: what each power does beside its words: statuses removed, one that threatens, a D6, Warp Rupture on both units."""
    found = power(name)
    assert (found.cures, found.threatens, found.roll, found.ruptures) == SPECIAL.get(name, PLAIN)


def test_who_cannot_charge() -> None:
    """hh3-facts 4: neither a pinned nor a routed unit charges, so Biomantic Rage is for neither."""
    assert set(power("Biomantic Rage").target.without) == {"pinned", "routed"}


@pytest.mark.parametrize("name", POWERS)
def test_when_perils_come(name: str) -> None:
    """hh3 A11, hh3-facts 1: perils follow manifestation and resistance checks alone, at once but for Resurrection's."""
    expected = "at-once" if POWERS[name][1] in (BLESSING, CURSE) else "never"
    assert power(name).perils == ("afterwards" if name == "Resurrection" else expected)


@pytest.mark.parametrize("name", [name for name, row in POWERS.items() if row[0] == "reaction"])
def test_reaction(name: str) -> None:
    """hh3 csv, A7: each reaction costs one point, paid on declaration or only on a pass; which are psychic, which once a battle."""
    found = power(name)
    assert isinstance(found, Reaction)
    assert (found.points, found.paid) == (1, POWERS[name][6])
    assert found.uses == ("battle" if name == "Fortress of the Mind" else "turn")


def test_curses() -> None:
    """hh3-facts 3: in the whole set only five named curses; all else that manifests is a blessing."""
    curses = {name for name, entry in ENTRIES.items() if isinstance(entry, Power) and entry.check == "resistance"}
    assert curses == {"Mind-burst", "Tranquillity", "Paths of Consequence", "Seal the Veil", "Soul Binding"}


@pytest.mark.parametrize("name", [name for name, row in POWERS.items() if row[7]])
@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_figures_of_an_effect(name: str, language: Any) -> None:
    """hh3 csv: the figures of each effect stand in its words, in every language."""
    found = power(name)
    words = [found.effect, *(one for one in (found.failed, found.after) if one != "none")]
    narration = numbers(" ".join(one.within(language) for one in words))
    wanted = [figure for figure in POWERS[name][7].split() if figure != "0"]
    assert all(narration.count(figure) >= wanted.count(figure) for figure in wanted), narration


@pytest.mark.parametrize(
    ("name", "requires", "every", "some", "no"),
    [
        ("Breach the Veil", ["traitor"], [], [], []),
        ("Seal the Veil", ["loyalist"], [], ["malefic"], []),
        ("Soul Binding", ["zardu-layak"], [], [], []),
        ("Fortress of the Mind", ["thousand-sons"], ["thousand-sons"], [], ["vehicle"]),
        ("Prophetic Duellist", ["thousand-sons"], [], [], []),
        ("Battle of the Wills", ["magnus"], [], [], []),
        ("Nullify", ["psyker"], [], [], []),
        ("Mind-burst", [], [], [], ["vehicle"]),
        ("Tranquillity", [], [], ["psyker"], []),
        ("Dark Channeling", [], ["word-bearers"], [], []),
        ("Call of the Wind", [], ["white-scars"], [], ["vehicle"]),
        ("Stormwrought", [], ["space-wolves"], [], []),
        ("Kine Shield", [], ["thousand-sons"], [], []),
        ("Stoneform", [], ["thousand-sons"], [], []),
        ("Inferno Shield", [], ["thousand-sons"], [], []),
        ("Fated Shots", [], ["thousand-sons"], [], []),
        ("Clarity", [], ["thousand-sons"], [], []),
        ("Aetheric Guidance", [], ["thousand-sons"], [], []),
        ("Bladeweaving", [], [], [], []),
    ],
)
def test_who_and_on_whom(name: str, requires: list[str], every: list[str], some: list[str], no: list[str]) -> None:
    """hh3 csv: whose models use it, and what the models of its target must be or not be."""
    found = power(name)
    target = found.target
    assert [list(one) for one in (found.requires, target.every, target.some, target.no)] == [requires, every, some, no]


@pytest.mark.parametrize("name", [*DISCIPLINES, *WEAPONS, *POWERS])
def test_names_in_every_language(name: str) -> None:
    """Issue 4: everything has a name in English, Russian and French; the French ones that are known are those of the list."""
    found = LISTS[name] if name in LISTS and name not in ENTRIES else ENTRIES[name]
    assert found.name.ru
    assert found.name.fr
    assert re.search("[а-яё]", found.name.ru.lower())
    assert name not in FRENCH or found.name.fr == FRENCH[name]


# Perils, arcana, statuses, phases


@pytest.mark.parametrize("number", range(1, 7), ids=lambda n: f"A13: {n}")
def test_perils_table(number: int) -> None:
    """hh3 A13: 1 and 6 are Warp Rupture, 13 less the willpower in wounds; 2 to 5 are Ætheric Feedback, the unit is stunned."""
    row = RULES.perils.rows[number]
    rupture = number in (1, 6)
    assert (row.name.en, row.name.fr) == (
        ("Warp Rupture", "Rupture Warp") if rupture else ("Ætheric Feedback", "Reflux Éthérique")
    )
    if isinstance(row.effect, Wounds):
        assert (rupture, row.effect.less_willpower) == (True, 13)
    else:
        assert (rupture, row.effect.status) == (False, "stunned")


def test_perils_by_a_die() -> None:
    """hh3 A11, A13: perils without a check are a third Warp Rupture: the D6 has two faces of it."""
    dist = odds(lambda: perils_row(RULES, "mine", None))
    assert dist.chance(lambda row: row.id == "warp-rupture") * 3 == 1


def test_arcana_table() -> None:
    """hh3-facts 1: Prosperine Arcana are D3 wounds, AP 2, damage 1."""
    assert RULES.arcana
    assert (RULES.arcana.dice, RULES.arcana.ap, RULES.arcana.damage) == ("d3", 2, 1)
    assert RULES.arcana.name.fr == "Arcanes de Prospero"


def test_phases_of_a_turn() -> None:
    """hh3-facts 4: a player turn goes through start, movement, shooting, assault and end."""
    assert [phase.id for phase in RULES.phases] == ["start", "movement", "shooting", "assault", "end"]
    order = [[phase.id for phase in RULES.phases].index(moment.phase) for moment in RULES.moments.values()]
    assert order == sorted(order)


@pytest.mark.parametrize(
    ("status", "reacts", "french"),
    [
        ("stunned", False, "Sonnée"),
        ("suppressed", True, "Neutralisée"),
        ("pinned", True, "Fixé"),
        ("routed", False, "En déroute"),
    ],
)
def test_statuses(status: str, reacts: bool, french: str) -> None:
    """hh3-facts 4: four statuses; stunned and routed units do not react; Routed replaces all others."""
    assert set(RULES.statuses) == {"stunned", "suppressed", "pinned", "routed"}
    found = RULES.statuses[status]
    assert (found.reacts, found.replaces) == (reacts, status == "routed")
    assert found.name.fr.startswith(french)


def test_who_stands_in() -> None:
    """hh3 A9, hh3-facts 2: Sergeant, Command and Paragon models, and no others, may stand in for the lowest willpower."""
    assert {trait.id for trait in RULES.traits.values() if trait.resists} == {"sergeant", "command", "paragon"}
    assert {trait.id for trait in RULES.traits.values() if trait.checks} == {"sergeant", "command"}


def test_settings_as_shipped() -> None:
    """hh3-facts 1, 2, 3: the readings of what is unclear, as shipped."""
    given = {setting.id: value for setting, value in RULES.declared.in_force()}
    assert {key: value for key, value in given.items() if key != "points_limit"} == {
        "nullify": "subtract",
        "nullify_perils": False,
        "rupture_damage": 1,
        "rupture_least": 0,
        "force_row": "doubled",
        "same_power": "once",
    }


# What a roster holds

CIRCLE = army(
    psyker("telepathy", "telekinesis", name="Librarian"),
    Unit("Cabal", willpower=8, models=(Models("Master", willpower=10, disciplines=("khenetai",)), Models("Blades", count=4))),
    grunts(name="Men"),
    name="Circle",
)


def test_nothing_is_generated() -> None:
    """hh3-facts 3, issue 4: nothing is rolled at random: no dice, no question, the roster as it was, and it is said."""
    narration: list[Narration] = []
    journal = Journal()
    made = play(generate(RULES, CIRCLE), journal=journal, report=narration.append)
    assert made == CIRCLE
    assert journal.entries == []
    assert [one.id for one in narration if isinstance(one, Event)] == ["nothing-random"]


@pytest.mark.parametrize("name", DISCIPLINES)
def test_everything_of_a_discipline(name: str) -> None:
    """hh3 A1, hh3-facts 3: a model with a discipline has everything in it."""
    id = LISTS[name].id
    allegiance = {"Seal the Veil": "loyalist", "Breach the Veil": "traitor"}
    for trait, other in (("loyalist", "traitor"), ("traitor", "loyalist")):
        granted = {one for one in DISCIPLINES[name][2].split(", ") if allegiance.get(one) != other}
        assert held_as_json(id, trait) == granted
        assert held_as_rows(id, trait) == granted


def held_as_json(discipline: str, trait: str) -> set[str]:
    """What a model of an allegiance has from a discipline, as JSON tells it."""
    (unit,) = summary(RULES, army(psyker(discipline), traits=(trait,)))["units"]
    (model,) = unit["models"]
    return {plain(RULES.entries[one].name.en) for one in model["has"]}


def held_as_rows(discipline: str, trait: str) -> set[str]:
    """The same as the rows for people list it, without the row of the discipline itself."""
    rows = rows_of(RULES, army(psyker(discipline), traits=(trait,)))
    return {plain(row["power"].en) for row in rows if row["kind"].id != "kind-discipline"}


@pytest.mark.parametrize("name", DISCIPLINES)
def test_row_of_a_discipline(name: str) -> None:
    """hh3-facts 3: a model with a discipline gets its trait and special rule too: a row of its own says which."""
    first, *others = rows_of(RULES, army(psyker(LISTS[name].id)))
    trait, rule, _, _ = DISCIPLINES[name]
    assert (plain(first["power"].en), first["kind"].id) == (name, "kind-discipline")
    assert [one.en for one in first["effect"].args["gains"]] == [one for one in (trait, rule) if one]
    assert not [row for row in others if row["kind"].id == "kind-discipline"]


@pytest.fixture
def circle(tmp_path: Path) -> Path:
    """A roster file."""
    path = tmp_path / "circle.yaml"
    path.write_text(roster_text(CIRCLE), encoding="utf-8")
    return path


def test_generate_for_people(circle: Path) -> None:
    """Issue 4: generate says that nothing is random and lists what each psyker has, by name, with a weapon's figures."""
    done = psyphase("generate", circle.name, "--plain", cwd=circle.parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert "nothing is rolled at random" in done.stdout
    for name in ("Mind-burst", "Cursed Whispers", "Force Barrier", "Immovable Force", "Bladeweaving", "Mindsong of Blades"):
        assert name in done.stdout
    assert "Librarian" in done.stdout
    assert "Master" in done.stdout
    assert "2D6" in done.stdout


def test_generate_lists_traits_and_rules(circle: Path) -> None:
    """hh3-facts 3: a model with a discipline gets everything in it, the special rule and the trait too: they are listed."""
    done = psyphase("generate", circle.name, "--plain", cwd=circle.parent)
    words = ["Telepath", "Fear (1)", "Telekine", "Shrouded (4+)", "Khenetai"]
    assert [word for word in words if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", done.stdout)] == []


@pytest.mark.parametrize(
    ("trait", "listed", "left_out"),
    [("loyalist", "Seal the Veil", "Breach the Veil"), ("traitor", "Breach the Veil", "Seal the Veil")],
)
def test_generate_by_allegiance(tmp_path: Path, trait: str, listed: str, left_out: str) -> None:
    """hh3 csv: Anathemata holds Seal the Veil for loyalists and Breach the Veil for traitors, so only one of them is listed."""
    (tmp_path / "veil.yaml").write_text(roster_text(army(psyker("anathemata"), traits=(trait,))), encoding="utf-8")
    done = psyphase("generate", "veil.yaml", "--plain", cwd=tmp_path)
    assert "Void Darts" in done.stdout
    assert listed in done.stdout
    assert left_out not in done.stdout


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_generate_as_json(circle: Path, language: str) -> None:
    """Issue 4: the same as JSON, by ids, the same in every language."""
    done = psyphase("generate", circle.name, "--format", "json", "--lang", language, cwd=circle.parent)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1)
    assert "nothing is rolled at random" in done.stderr
    units = json.loads(done.stdout)["units"]
    held = {model["name"]: (model["willpower"], set(model["has"])) for unit in units for model in unit["models"]}
    assert held == {
        "Librarian": (
            9, {"telepathy/mind-burst", "telepathy/cursed-whispers", "telekinesis/force-barrier", "telekinesis/immovable-force"},
        ),
        "Master": (10, {"khenetai/bladeweaving", "khenetai/mindsong-of-blades"}),
        "Blades": (8, set()),
        "Men": (7, set()),
    }  # fmt: skip


def test_generate_twice(circle: Path) -> None:
    """Issue 4: what generate writes is a roster that it takes again, and says the same of it."""
    first = psyphase("generate", circle.name, "-o", "made.yaml", "--format", "json", cwd=circle.parent)
    second = psyphase("generate", "made.yaml", "--format", "json", cwd=circle.parent)
    assert (first.returncode, second.returncode) == (0, 0)
    assert json.loads(first.stdout) == json.loads(second.stdout)


# What is wrong with a roster

HEAD = "system: hh3\nname: Wrong\nunits:\n"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        pytest.param(
            HEAD + "- name: Seer\n  willpower: 9\n  disciplines: [telepaty]\n", 6, ["telepaty", "telepathy"], id="unknown discipline"
        ),
        pytest.param(
            HEAD + "- name: Squad\n  willpower: 7\n  traits: [sergant]\n", 6, ["sergant", "sergeant"], id="misspelt trait of a unit"
        ),
        pytest.param(
            "system: hh3\nname: Wrong\ntraits: [loyalst]\nunits:\n- name: A\n- name: B\n", 3, ["loyalst", "loyalist"],
            id="misspelt trait of the army",
        ),
        pytest.param(
            HEAD + "- name: Squad\n  willpower: 7\n  models:\n  - name: Leader\n    traits: [sergant]\n  - name: Men\n", (4, 9),
            ["sergant", "sergeant"], id="misspelt trait of a model",
        ),
        pytest.param(HEAD + "- name: Men\n- name: Seer\n  disciplines: [telepathy]\n", 5, ["Seer", "willpower"], id="psyker without willpower"),
        pytest.param(HEAD + "- name: Seer\n  traits: [psyker]\n", 4, ["Seer", "willpower"], id="psyker by trait without willpower"),
        pytest.param(
            HEAD + "- name: Squad\n  willpower: 7\n  models:\n  - {name: Men, count: 4}\n  - {name: Men, count: 5}\n", (4, 8), ["Men"],
            id="two groups of one name",
        ),
        pytest.param(HEAD + "- name: A\n  willpower: 7\n  traits: [loyalist, traitor]\n", 6, ["loyalist", "traitor"], id="loyalist and traitor"),
        pytest.param(
            "system: hh3\nname: Wrong\ntraits: [loyalist]\nunits:\n- name: A\n- name: B\n  traits: [traitor]\n", 7, ["loyalist", "traitor"],
            id="a traitor in a loyalist army",
        ),
        pytest.param(HEAD + "- name: A\n  willpower: 21\n", 5, ["willpower", "20"], id="willpower beyond 20"),
        pytest.param(HEAD + "- name: A\n  willpower: nine\n", 5, ["willpower"], id="willpower in words"),
        pytest.param(HEAD + "- name: A\n  wilpower: 9\n", 5, ["wilpower", "willpower"], id="misspelt key"),
        pytest.param(HEAD + "- name: A\n  models: 0\n", 5, ["models"], id="no models"),
        pytest.param(HEAD + "- name: A\n  joins: B\n", 5, ["B"], id="joins nobody"),
        pytest.param(HEAD + "- name: A\n  embarked: Rhino\n", 5, ["Rhino"], id="embarked on nothing"),
        pytest.param(HEAD + "- name: A\n  mastery: 2\n", 5, ["mastery"], id="a key of another system"),
    ],
)  # fmt: skip
def test_roster_faults(tmp_path: Path, text: str, line: int | tuple[int, int], words: list[str]) -> None:
    """Issue 4: what is wrong with a roster is told with file, line and column, before anything is asked."""
    (tmp_path / "roster.yaml").write_text(text, encoding="utf-8")
    done = psyphase("generate", "roster.yaml", "--plain", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    found = [
        match for one in done.stderr.splitlines() if (match := re.match(r"(?:psyphase: )?roster\.yaml:(\d+):(\d+): (.+)", one))
    ]
    assert len(found) == len(done.stderr.splitlines()) >= 1, done.stderr
    first, last = (line, line) if isinstance(line, int) else line
    assert all(first <= int(match[1]) <= last and int(match[2]) >= 1 for match in found), done.stderr
    assert all(word in done.stderr for word in words), done.stderr


def test_a_misspelt_trait_of_an_army_is_told_once(tmp_path: Path) -> None:
    """Issue 4: a misspelt trait of the whole army is one fault, at the roster's `traits`, however many units there are."""
    text = "system: hh3\nname: Wrong\ntraits: [loyalst]\nunits:\n- name: A\n- name: B\n- name: C\n"
    (tmp_path / "roster.yaml").write_text(text, encoding="utf-8")
    done = psyphase("generate", "roster.yaml", "--plain", cwd=tmp_path)
    (line,) = done.stderr.splitlines()
    assert re.match(r"(?:psyphase: )?roster\.yaml:3:\d+: traits: .*loyalst.*loyalist", line), line


@pytest.mark.parametrize("place", [0, 1], ids=["mine", "theirs"])
def test_roster_faults_of_a_turn(tmp_path: Path, place: int) -> None:
    """Issue 4: the same before a turn, for either army."""
    good, bad = HEAD + "- name: Men\n", HEAD + "- name: Seer\n  willpower: 9\n  disciplines: [telepaty]\n"
    for name, text in (("good", good), ("bad", bad)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    names = ["bad.yaml", "good.yaml"][:: -1 if place else 1]
    done = psyphase("phase", *names, "--plain", "--journal", "game.yaml", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.search(r"bad\.yaml:6:\d+: .*telepaty", done.stderr)
    assert not (tmp_path / "game.yaml").exists()


@pytest.mark.parametrize("trait", ["veteran", "primarch", "skirmish", "infantry"])
def test_traits_of_the_players(tmp_path: Path, trait: str) -> None:
    """Issue 4: traits that mean nothing here are allowed: rosters may have more than the psychic rules know."""
    text = f"{HEAD}- name: Seer\n  willpower: 9\n  traits: [{trait}]\n  disciplines: [telepathy]\n"
    (tmp_path / "roster.yaml").write_text(text, encoding="utf-8")
    done = psyphase("generate", "roster.yaml", "--plain", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
