"""The shipped 7th-edition tables: complete, and right to the figure."""

from __future__ import annotations

import os
import re

import pytest
import yaml

from psyphase.systems import find_system
from psyphase.systems.w40k7.model import Profile, Rules
from psyphase.tables.library import shipped_rules

W40K7 = find_system("w40k7")
SHIPPED = shipped_rules() / "w40k7"
TABLES = sorted(path.relative_to(SHIPPED).as_posix().removesuffix(".yaml") for path in SHIPPED.rglob("*.yaml"))
DISCIPLINES = [table for table in TABLES if table.startswith("disciplines/")]
SMALL = [table for table in TABLES if table not in (*DISCIPLINES, "targets")]
SAMPLED = [*DISCIPLINES, *["targets"] * 4]
FULL = os.environ.get("PSYPHASE_FULL", "") not in ("", "0")
TRIED = ["disciplines/runes-of-battle", "disciplines/hive-mind"]
"""Disciplines of which every key is tried by default: one whose numbers give two powers, one with double profiles."""
LANGUAGES = ("en", "ru", "fr")


def text_of(table: str) -> str:
    """A shipped file as it stands."""
    return (SHIPPED / f"{table}.yaml").read_text(encoding="utf-8")


# What the tables hold


def test_every_shipped_table_loads(rules: Rules) -> None:
    """The tables as shipped have no fault, and there is something in each."""
    assert len(rules.disciplines) == 36
    assert sum(len(discipline.powers) for discipline in rules.disciplines.values()) == 243
    assert len(rules.powers) == 244  # and Force, which is of no discipline
    assert rules.powers.keys() >= {"force"}
    assert len(rules.perils.rows) == 6
    for table in (rules.types, rules.targets, rules.boons, rules.modifiers, rules.exceptions, rules.patrons):
        assert table


def test_lists_have_as_many_powers_as_they_should(rules: Rules) -> None:
    """29 lists of six and a primaris, Runes of Battle with two of each, five lists of three and a primaris, one of three without."""
    counts = {id: (len(one.powers), len(one.primaris)) for id, one in rules.disciplines.items()}
    three = {"change-2013", "plague-2013", "excess-2013", "nurgle-2012"}
    assert {id for id, count in counts.items() if count == (4, 1)} == three
    assert counts.pop("runes-of-battle") == (14, 2)
    assert counts.pop("powers-of-the-witch") == (3, 0)
    assert {id for id, count in counts.items() if count == (7, 1)} == set(counts) - three
    assert len(counts) == 34


@pytest.mark.parametrize("discipline", [table.removeprefix("disciplines/") for table in DISCIPLINES])
def test_numbers_cover_the_die(discipline: str, rules: Rules) -> None:
    """Every face of the D6 gives one power, two in Runes of Battle; in lists of three the faces go in pairs."""
    rows = rules.disciplines[discipline].rows.rows
    assert sorted(rows) == [1, 2, 3, 4, 5, 6]
    given_at_once = {len(row) for row in rows.values()}
    assert given_at_once == ({2} if discipline == "runes-of-battle" else {1})
    distinct = len({row[0].id for row in rows.values()})
    assert distinct in (3, 6)
    if distinct == 3:
        assert rows[1] == rows[2] != rows[3] == rows[4] != rows[5] == rows[6]


FIGURES = [
    # id, number, costs, type, range, strength, AP, weapon
    ("biomancy/smite", "primaris", (1,), "witchfire", 18, "4", "2", "Assault 4"),
    ("biomancy/iron-arm", "1", (1,), "blessing", "self", "", "", ""),
    ("biomancy/warp-speed", "4", (1,), "blessing", "self", "", "", ""),
    ("biomancy/haemorrhage", "6", (2,), "focussed-witchfire", 18, "", "", ""),
    ("broodmind/psionic-blast", "2", (1,), "witchfire", 24, "5", "3", "Assault 1, Blast"),
    ("broodmind/telepathic-summons", "6", (2, 3), "conjuration", "none", "", "", ""),
    (
        "change/flickering-fire-of-tzeentch",
        "primaris",
        (1, 2, 3),
        "witchfire",
        24,
        "5",
        "4",
        "Assault 2D6, Soul Blaze, Warpflame",
    ),
    ("change/boon-of-flame", "4", (2, 3), "conjuration", 12, "", "", ""),
    ("change/infernal-gateway", "5", (2,), "witchfire", 18, "D6+4", "1", "Assault 1, Blast, Warpflame"),
    ("change-2013/bolt-of-change", "3-4", (1,), "beam", 24, "D6+4", "2", "Assault 1, Warpflame"),
    ("daemonology-malefic/dark-flame", "2", (1,), "witchfire", "template", "4", "5", "Assault 1, Soul Blaze, Torrent"),
    ("daemonology-malefic/possession", "6", (3,), "conjuration", 6, "", "", ""),
    ("daemonology-sanctic/vortex-of-doom", "6", (3,), "witchfire", 12, "D", "1", "Assault 1, Blast, Vortex"),
    ("daemonology-sanctic/gate-of-infinity", "1", (1,), "blessing", "self", "", "", ""),
    ("divination/foreboding", "1", (1,), "blessing", "self", "", "", ""),
    ("divination/scriers-gaze", "6", (2,), "blessing", "self", "", "", ""),
    ("ectomancy/coruscating-blaze", "3", (2,), "witchfire", 18, "5", "4", "Assault D6, Lethal Discharge"),
    ("excess/slicing-shards", "5", (2,), "witchfire", 24, "4", "4", "Assault 1, Large Blast, Soul Flay"),
    ("excess-2013/lash-of-slaanesh", "primaris", (1,), "beam", 24, "6", "-", "Assault 1, Rending"),
    ("geokinesis/chasm", "primaris", (2,), "none", 18, "", "", ""),
    ("geokinesis/warp-quake", "5", (1,), "witchfire", 24, "6", "-", ""),
    ("geomortis/rupture", "2", (1,), "malediction", 24, "5", "4", ""),
    (
        "hive-mind/warp-blast",
        "6",
        (2,),
        "witchfire",
        (24, 18),
        "5|10",
        "3|2",
        "Burst: Assault 1, Blast | Lance: Assault 1, Lance",
    ),
    ("interromancy/mind-worm", "primaris", (1,), "focussed-witchfire", 12, "6", "2", "Assault 1, Ignores Cover, Sap Will"),
    ("librarius/veil-of-time", "1", (2,), "blessing", "self", "", "", ""),
    ("nurgle/nurgles-rot", "primaris", (1,), "nova", 6, "2", "5", "Assault D6+1, Poisoned (4+)"),
    ("nurgle-2012/gift-of-contagion", "3-4", (1,), "malediction", 48, "", "", ""),
    ("plague/putrescent-vitality", "6", (1, 2, 3), "blessing", 24, "", "", ""),
    ("plague/stream-of-corruption", "primaris", (1,), "witchfire", "template", "-", "3", "Assault 1, Poisoned (4+)"),
    ("plague-2013/rancid-visitations", "5-6", (2,), "nova", 12, "", "", ""),
    ("powers-of-the-witch/warp-flux", "3-4", (1,), "witchfire", 12, "7", "-", "Assault 1, Blast, Haywire"),
    ("powers-of-the-witch/creeping-terror", "1-2", (1,), "malediction", 12, "", "", ""),
    ("pyromancy/inferno", "5", (2,), "witchfire", 24, "4", "5", "Assault 1, Ignores Cover, Large Blast, Soul Blaze"),
    ("revenant/spirit-hook", "primaris", (1,), "focussed-witchfire", 18, "6 or 3", "", ""),
    ("revenant/gaze-of-ynnead", "6", (3,), "witchfire", 12, "10", "1", "Assault 1, Ignores Cover, Inescapable"),
    ("runes-of-battle/conceal", "primaris", (1,), "blessing", "self", "", "", ""),
    ("runes-of-battle/reveal", "primaris", (1,), "malediction", 18, "", "", ""),
    ("runes-of-battle/destructor", "1", (1,), "witchfire", "template", "5", "4", "Assault 1, Soul Blaze"),
    ("runes-of-battle/enervate", "6", (1,), "malediction", 18, "", "", ""),
    ("runes-of-fate/executioner", "1", (1,), "focussed-witchfire", 24, "user", "-", ""),
    (
        "runes-of-fate/eldritch-storm",
        "6",
        (3, 4),
        "witchfire",
        24,
        "3",
        "3",
        "Assault 1, Fleshbane, Haywire, Pinning, Large Blast (WC3) or Apocalyptic Blast (WC4)",
    ),
    ("sanguinary/wings-of-sanguinius", "6", (2,), "blessing", 12, "", "", ""),
    ("slaanesh/apoplectic-glee", "6", (2,), "witchfire", 24, "Special", "-", "Assault 1, Ecstasy, Ignores Cover"),
    ("technomancy/machine-curse", "2", (1,), "focussed-witchfire", 18, "1", "-", ""),
    ("telekinesis/crush", "1", (1,), "focussed-witchfire", 18, "2D6", "D6", ""),
    ("telepathy/psychic-shriek", "primaris", (1,), "witchfire", 18, "", "", ""),
    ("telepathy/dominate", "1", (1,), "malediction", 24, "", "", ""),
    ("telepathy/terrify", "3", (1,), "malediction", 24, "", "", ""),
    ("tempestas/thunderclap", "3", (1,), "nova", 12, "3", "-", "Assault 2D6"),
    (
        "tempestas/fury-of-the-wolf-spirits",
        "5",
        (2,),
        "witchfire",
        18,
        "6 and 5",
        "- and 2",
        "Freki: Assault 4 + Geri: Assault 2, Precision Shot",
    ),
    ("tzeentch/boon-of-mutation", "1", (1,), "blessing", 2, "", "", ""),
    ("waaagh/da-krunch", "6", (2,), "witchfire", 24, "2D6*", "4", "Assault 1, Barrage, Large Blast"),
]


@pytest.mark.parametrize(
    ("id", "number", "costs", "kind", "reach", "strength", "ap", "weapon"), FIGURES, ids=[one[0] for one in FIGURES]
)
def test_figures_of_powers(
    id: str, number: str, costs: tuple[int, ...], kind: str, reach: object, strength: str, ap: str, weapon: str, rules: Rules
) -> None:
    """Number, costs, type, range and profile of powers picked by hand from every kind there is."""
    power = rules.powers[id]
    discipline = rules.disciplines[id.partition("/")[0]]
    faces = sorted(face for face, row in discipline.rows.rows.items() if power in row)
    assert (power in discipline.primaris) is (number == "primaris")
    assert faces == ([] if number == "primaris" else list(range(int(number[0]), int(number[-1]) + 1)))
    assert (power.costs, power.types, power.range) == (costs, (kind,), reach)
    shown = [""] * 3
    if isinstance(power.profile, Profile):
        shown = [str(part).replace("none", "") for part in (power.profile.strength, power.profile.ap, power.profile.weapon)]
    assert shown == [strength, ap, weapon]


def test_powers_of_two_types(rules: Rules) -> None:
    """A power that may be a blessing or a malediction says so."""
    double = {power.id for power in rules.powers.values() if len(power.types) > 1}
    assert {rules.powers[id].types for id in double} == {("blessing", "malediction")}
    assert len(double) == 1


@pytest.mark.parametrize(
    ("table", "id", "names"),
    [
        ("perils", "dragged-into-the-warp", ("Dragged into the warp", "Затянуло в варп")),
        ("perils", "mind-purged", ("Mind purged", "Стёрлось из сознания")),
        ("perils", "power-drain", ("Power drain", "Истощение сил")),
        ("perils", "psychic-backlash", ("Psychic backlash", "Психический «бумеранг»")),
        ("perils", "empyric-feedback", ("Empyric feedback", "Отклик в Эмпиреях")),
        ("perils", "warp-surge", ("Warp surge", "Всплеск в варпе")),
        ("modifiers", "adamantium-will", ("Adamantium Will", "Несокрушимая воля")),
        ("types", "witchfire", ("Witchfire", "Колдовской огонь")),
        ("types", "blessing", ("Blessing", "Благословение")),
        ("types", "conjuration", ("Conjuration", "Заклинание")),
    ],
)
def test_names_of_the_russian_source(table: str, id: str, names: tuple[str, str]) -> None:
    """Where the Russian source has a term, it is the one that is used."""
    (entry,) = [entry for entry in yaml.safe_load(text_of(table)) if entry["id"] == id]
    assert (entry["name"]["en"], entry["name"]["ru"]) == names


def test_vortex_of_doom_in_three_languages(rules: Rules) -> None:
    """The names players look for are there in their language."""
    assert rules.powers["daemonology-sanctic/vortex-of-doom"].name.ru == "Вихрь погибели"
    assert rules.powers["telepathy/dominate"].name.fr == "Domination"
    assert rules.powers["biomancy/smite"].name.ru == "Сокрушение"


def entries(table: str) -> list[dict[str, object]]:
    """The entries of a table and, of a discipline or an army, of what it lists, read by another YAML reader."""
    content = yaml.safe_load(text_of(table))
    if isinstance(content, list):
        return content
    return [content, *content.get("powers", []), *content.get("rules", [])]


@pytest.mark.parametrize("table", TABLES)
def test_every_entry_is_named_in_three_languages(table: str) -> None:
    """Every entry has an id, names in English, Russian and French, and its source; every other text is in all three too."""
    for entry in entries(table):
        name = entry["name"]
        assert isinstance(name, dict), entry
        for language in LANGUAGES:
            assert str(name[language]).strip(), entry
        assert re.search("[а-яё]", name["ru"], re.IGNORECASE) or name["ru"] == name["en"], entry
        for key in ("effect", "reminder", "carrier"):
            if key in entry:
                text = entry[key]
                assert isinstance(text, dict)
                assert [bool(str(text[language]).strip()) for language in LANGUAGES] == [True] * 3, entry
                assert re.search("[а-яё]", text["ru"], re.IGNORECASE), entry
    assert "source" in entries(table)[0]


@pytest.mark.no_cover
def test_ids_are_never_used_twice() -> None:
    """Within a table every id stands once."""
    for table in TABLES:
        ids = [entry["id"] for entry in entries(table)][int("/" in table) :]
        assert len(ids) == len(set(ids)), table


@pytest.mark.no_cover
def test_wording_is_short() -> None:
    """Reminders are ours and short: no paragraph of any rulebook."""
    for table in TABLES:
        for entry in entries(table):
            for key in ("effect", "reminder", "carrier"):
                text = entry.get(key, {})
                assert isinstance(text, dict)
                assert all(len(str(line)) <= 160 for line in text.values()), entry
