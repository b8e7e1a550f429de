"""From YAML to `Rules`: which tables there are, and what no type can express about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from psyphase.engine.readings import Lookup
from psyphase.systems.onlywar.model import (
    GENERAL,
    RESERVED,
    VOLLEY,
    Category,
    CharacteristicName,
    Command,
    Difficulty,
    Faction,
    Figure,
    Location,
    MultipleHits,
    Permanent,
    Quality,
    Roster,
    Rules,
    ShockRow,
    Skill,
    Weapon,
)
from psyphase.systems.shared.loading import tiling_faults
from psyphase.tables.document import Document
from psyphase.tables.library import Library, Place
from psyphase.tables.names import About, Id, Line, Name
from psyphase.tables.settings import Setting, Settings
from psyphase.text import nearest

SIDES = 100
LISTS = "commands/"
NEEDED_BY = {
    "move": ("move",),
    **dict.fromkeys(("attack", "suppress", "watch"), ("test", "hits")),
    **dict.fromkeys(("scatter", "learn", "run-faster", "two-volleys", "deceive", "evade", "heal", "gift", "field"), ("test",)),
}
"""Keys of a command that its procedure reads."""
NEEDED = ("per", "wp", "fel")
"""Characteristics that a commander needs beside those of everybody."""


class FactionHead(Struct, frozen=True, forbid_unknown_fields=True):
    """A side's file without its commands; the general one has no ability."""

    id: Id
    name: Name
    sizes: tuple[int, int]
    permanent: Permanent | str
    source: Line


SHAPES: Mapping[str, Any] = {
    "system": About,
    "settings": tuple[Setting, ...],
    "characteristics": tuple[CharacteristicName, ...],
    "skills": tuple[Skill, ...],
    "difficulties": tuple[Difficulty, ...],
    "figures": tuple[Figure, ...],
    "locations": tuple[Location, ...],
    "multiple-hits": tuple[MultipleHits, ...],
    "shock": tuple[ShockRow, ...],
    "qualities": tuple[Quality, ...],
    "categories": tuple[Category, ...],
    "faction": FactionHead,
    "command": Command,
}
FIGURES = (
    *("standard-attack", "pinning-by-suppression", "morale-by-losses", "fear-by-rating", "unpinned-in-cover"),
    *("shock-of-subordinates", "shock-by-degree", "most-victims", "gift-by-victim", "restored-by-pain", "most-protection"),
    "badly-shaken",
)
"""Every figure that the procedures ask for."""
SHARED = (
    "characteristics",
    "skills",
    "difficulties",
    "figures",
    "locations",
    "multiple-hits",
    "shock",
    "qualities",
    "categories",
)


def all_tables(library: Library) -> Iterable[str]:
    """The name of every table of every folder."""
    return [*SHARED, *(LISTS + name for name in library.files("commands"))]


def for_rosters(_rosters: Sequence[Roster], _procedure: str) -> Iterable[str]:
    """What an encounter reads: a squad may know a command of any side (O6)."""
    return [*SHARED, LISTS]


def load(library: Library, tables: Iterable[str], settings: Settings) -> Rules:
    """Read the named tables (`shock`, `commands/orks`; `commands/` for all of them). Raises RulesError, AnswerError."""
    names = list(dict.fromkeys(tables))
    read: dict[str, dict[str, Any]] = {
        name: library.table(f"{name}.yaml", SHAPES[name].__args__[0]) for name in names if name in SHAPES
    }
    wanted = [name for name in library.files("commands") if LISTS in names or LISTS + name in names]
    factions = {found.id: found for name in wanted if (found := _faction(library, name))}
    rules = Rules(
        settings,
        characteristics=read.get("characteristics", {}),
        skills=read.get("skills", {}),
        difficulties=read.get("difficulties", {}),
        figures=read.get("figures", {}),
        locations=_locations(library, read.get("locations", {})),
        multiple_hits=read.get("multiple-hits", {}),
        shock=tuple(sorted(read.get("shock", {}).values(), key=lambda row: row.from_total)),
        qualities=read.get("qualities", {}),
        categories=read.get("categories", {}),
        factions=factions,
    )
    _check_skills(library, rules, frozenset(names))
    _check_commands(library, rules, frozenset(names))
    library.finish()
    return rules


def _faction(library: Library, name: str) -> Faction | None:
    file = f"{LISTS}{name}.yaml"
    heads: list[FactionHead] = []
    commands: dict[str, Command] = {}
    for document in library.documents(file):
        keys = (*FactionHead.__struct_fields__, "commands")
        nodes = document.mapping(keys, keys)
        head = document.convert_keys(FactionHead)
        library.keep(file, "", document, document.root)
        if head:
            _check_head(document, nodes, head, name)
            heads.append(head)
        if "commands" in nodes:
            library.entries(file, document, document.items(nodes["commands"]), Command, commands)
    if not heads:
        return None
    last = heads[-1]
    permanent = last.permanent if isinstance(last.permanent, Permanent) else None
    return Faction(name, last.name, last.sizes, permanent, commands)


def _check_head(document: Document, nodes: Mapping[str, Any], head: FactionHead, name: str) -> None:
    if head.id != name:
        document.complain(nodes["id"], f"id: expected '{name}' as the file is named, got '{head.id}'")
    if isinstance(head.permanent, str) and head.permanent != "none":
        document.complain(nodes["permanent"], f"permanent: expected an ability or none, got '{head.permanent}'")
    if (head.permanent == "none") != (head.id == GENERAL):
        what = "has none" if head.id == GENERAL else "needs a permanent ability"
        document.complain(nodes["permanent"], f"permanent: '{head.id}' {what}")
    if head.sizes[0] > head.sizes[1]:
        document.complain(nodes["sizes"], f"sizes: reversed range, got {head.sizes[0]} before {head.sizes[1]}")


def _locations(library: Library, rows: Mapping[str, Location]) -> Lookup[Location]:
    file = "locations.yaml"
    faces = {id: (rows[id].faces[0], rows[id].faces[1]) for id in library.in_order(file, rows)}
    for id, message in tiling_faults(faces, SIDES, library.is_whole(file)):
        library.places[file, id].complain("faces", message)
    return Lookup({face: rows[id] for id, (low, high) in faces.items() for face in range(low, high + 1)})


def _check_skills(library: Library, rules: Rules, read: frozenset[str]) -> None:
    if {"skills", "characteristics"} <= read:
        for skill in rules.skills.values():
            place = library.places["skills.yaml", skill.id]
            place.check_known("characteristic", "characteristic", (skill.characteristic,), rules.characteristics)
    missing = [id for id in FIGURES if id not in rules.figures]
    if missing and rules.figures and library.is_whole("figures.yaml"):
        library.places["figures.yaml", next(iter(rules.figures))].complain("", f"no figure '{missing[0]}' in the table")
    if rules.shock and rules.shock[0].from_total != 1 and library.is_whole("shock.yaml"):
        library.places["shock.yaml", rules.shock[0].id].complain("from_total", "hole, no row for a total of 1")


def _check_commands(library: Library, rules: Rules, read: frozenset[str]) -> None:
    if not set(SHARED) <= read:
        return
    for faction in rules.factions.values():
        head = library.places[f"{LISTS}{faction.id}.yaml", ""]
        if faction.permanent and faction.permanent.difficulty != "none":
            head.check_known("permanent", "difficulty", (faction.permanent.difficulty,), rules.difficulties)
        if faction.id == GENERAL and VOLLEY not in faction.commands:
            head.complain("commands", f"no command '{VOLLEY}'")
        for id, command in faction.commands.items():
            _check_command(library.places[f"{LISTS}{faction.id}.yaml", id], rules, command)


def _check_command(place: Place, rules: Rules, command: Command) -> None:
    if command.id in RESERVED:
        place.complain("id", f"'{command.id}' is a word of the menus")
    place.check_known("grants", "quality", command.grants, rules.qualities)
    if command.test != "none":
        place.check_known("test", "characteristic or skill", (command.test.on,), (*rules.characteristics, *rules.skills))
        place.check_known("test", "difficulty", (command.test.difficulty,), rules.difficulties)
    for key in NEEDED_BY.get(command.does, ()):
        if getattr(command, key) == "none":
            place.complain(key, f"{key}: '{command.does}' needs one")


def check_roster(rules: Rules, roster: Roster) -> Iterable[tuple[int, str, str]]:
    """What is wrong with a squad beyond its shape: (0, key, message)."""
    for key, message in (*_wrong_squad(rules, roster), *_wrong_weapons(rules, roster)):
        yield 0, key, message


def _wrong_squad(rules: Rules, roster: Roster) -> Iterable[tuple[str, str]]:
    sides = [id for id, faction in rules.factions.items() if faction.permanent]
    if roster.faction not in sides:
        yield "faction", f"no faction '{roster.faction}'{nearest(roster.faction, sides)}"
    special = [id for side in sides for id in rules.factions[side].commands]
    for id in (id for id in roster.commands if id not in special):
        yield "commands", f"no special command '{id}'{nearest(id, special)}"
    for id in sorted({id for id in roster.commands if roster.commands.count(id) > 1}):
        yield "commands", f"'{id}' is given twice"
    for missing in (id for id in NEEDED if getattr(roster.commander.characteristics, id) is None):
        yield "commander", f"a commander needs the characteristic '{missing}'"
    skills = [("commander", id) for id in roster.commander.skills] + [("subordinates", id) for id in roster.subordinates.skills]
    for key, id in skills:
        if id not in rules.skills:
            yield key, f"no skill '{id}'{nearest(id, list(rules.skills))}"
    if len(roster.specialists) > roster.subordinates.magnitude:
        yield (
            "specialists",
            f"{len(roster.specialists)} specialists, but magnitude {roster.subordinates.magnitude} counts them in",
        )


def _wrong_weapons(rules: Rules, roster: Roster) -> Iterable[tuple[str, str]]:
    own = roster.subordinates
    weapons: list[tuple[str, Weapon]] = [
        *(("commander", one) for one in roster.commander.weapons),
        *(("subordinates", one) for one in (own.ranged, own.melee) if one),
        *(("specialists", one.weapon) for one in roster.specialists),
    ]
    for key, weapon in weapons:
        for word in weapon.qualities:
            id, _, number = word.rpartition("-")
            numbered = number.isdigit() and id in rules.qualities and rules.qualities[id].number
            plain = word in rules.qualities and not rules.qualities[word].number
            if not numbered and not plain:
                known = word in rules.qualities
                hint = f": it takes a number, such as {word}-3" if known else nearest(word, list(rules.qualities))
                yield key, f"{weapon.name}: no quality '{word}'{hint}"
    if own.ranged and own.ranged.range is None:
        yield "subordinates", f"{own.ranged.name}: a ranged weapon needs its range"
    if own.melee and own.melee.range is not None:
        yield "subordinates", f"{own.melee.name}: a melee weapon has no range"
