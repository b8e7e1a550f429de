"""From YAML to `Rules`: which tables there are, and what no type can express about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, get_args

import yaml
from msgspec import Struct

from psyphase.systems.onlywar.model import (
    RESERVED,
    AbilityWord,
    Category,
    CharacteristicName,
    Command,
    CommandWord,
    Difficulty,
    Faction,
    Figures,
    Location,
    MultipleHits,
    NamedDifficulty,
    NamedSkill,
    Permanent,
    Quality,
    Rules,
    SettingsInForce,
    ShockRow,
    Skill,
)
from psyphase.systems.onlywar.profiles import base_of, is_told
from psyphase.systems.onlywar.roster import Roster, Weapon
from psyphase.systems.shared.loading import check_reserved, read_by_range, read_headed, read_lists
from psyphase.tables.document import Document
from psyphase.tables.figures import Figure
from psyphase.tables.figures import typed as typed_figures
from psyphase.tables.library import Library, Place
from psyphase.tables.names import About, Id, Line, Name
from psyphase.tables.settings import Setting, Settings
from psyphase.text import Phrase, nearest

SIDES = 100
GENERAL = "general"
"""The file of the commands that every squad knows."""
LISTS = "commands/"
NEEDED_BY: Mapping[CommandWord, Sequence[str]] = {
    "move": ("move",),
    **dict.fromkeys(("attack", "volley", "suppress", "watch"), ("test", "hits")),
    **dict.fromkeys(("scatter", "learn", "run-faster", "deceive", "evade", "heal", "gift", "field"), ("test",)),
    "two-volleys": ("test", "repeats"),
}
"""Keys of a command that its procedure cannot do without."""
TESTED_FOR: tuple[AbilityWord, ...] = ("toughness-saves", "shakes-who-meets")
"""What a permanent ability does by a test, which needs its difficulty."""
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
    read = read_lists(library, SHAPES, names)
    wanted = [name for name in library.files("commands") if LISTS in names or LISTS + name in names]
    factions = {found.id: found for name in wanted if (found := _faction(library, name))}
    rules = Rules(
        settings.typed(SettingsInForce),
        settings,
        characteristics=read.get("characteristics", {}),
        skills=read.get("skills", {}),
        difficulties=read.get("difficulties", {}),
        figures_read=typed_figures(library, "figures.yaml", read.get("figures", {}), Figures),
        locations=read_by_range(library, "locations.yaml", read.get("locations", {}), _faces, SIDES),
        multiple_hits=read.get("multiple-hits", {}),
        shock=tuple(sorted(read.get("shock", {}).values(), key=lambda row: row.from_total)),
        qualities=read.get("qualities", {}),
        categories=read.get("categories", {}),
        factions=factions,
    )
    _check_rows(library, rules, frozenset(names))
    _check_commands(library, rules, frozenset(names))
    library.finish()
    return rules


def _faces(row: Location) -> tuple[int, int]:
    return row.faces[0], row.faces[1]


def _faction(library: Library, name: str) -> Faction | None:
    found = read_headed(library, f"{LISTS}{name}.yaml", FactionHead, ("commands", Command), _check_head)
    if not found:
        return None
    head, commands = found
    permanent = head.permanent if isinstance(head.permanent, Permanent) else None
    return Faction(name, head.name, head.sizes, permanent, commands)


def _check_head(document: Document, nodes: Mapping[str, yaml.Node], head: FactionHead) -> None:
    if isinstance(head.permanent, str) and head.permanent != "none":
        document.complain(nodes["permanent"], "permanent: expected an ability or none, got '{got}'", got=head.permanent)
    general = document.path.stem == GENERAL
    if (head.permanent == "none") != general:
        what = Phrase("has none") if general else Phrase("needs a permanent ability")
        document.complain(nodes["permanent"], "permanent: '{id}' {what}", id=head.id, what=what)
    if isinstance(head.permanent, Permanent) and head.permanent.difficulty == "none":
        for word in (word for word in head.permanent.does if word in TESTED_FOR):
            document.complain(nodes["permanent"], "permanent: '{word}' needs a difficulty", word=word)
    if head.sizes[0] > head.sizes[1]:
        document.complain(nodes["sizes"], "sizes: reversed range, got {low} before {high}", low=head.sizes[0], high=head.sizes[1])


def _check_rows(library: Library, rules: Rules, read: frozenset[str]) -> None:
    if {"skills", "characteristics"} <= read:
        for skill in rules.skills.values():
            place = library.places["skills.yaml", skill.id]
            place.check_known("characteristic", "characteristic", (skill.characteristic,), rules.characteristics)
    _check_named(library, "skills.yaml", rules.skills, get_args(NamedSkill))
    _check_named(library, "difficulties.yaml", rules.difficulties, get_args(NamedDifficulty))
    if rules.shock and rules.shock[0].from_total != 1 and library.is_whole("shock.yaml"):
        library.places["shock.yaml", rules.shock[0].id].complain("from_total", "hole, no row for a total of 1")


def _check_named(library: Library, file: str, entries: Mapping[str, object], named: Iterable[str]) -> None:
    """Note what the rules name and a table lacks."""
    missing = [id for id in named if id not in entries]
    if entries and missing and library.is_whole(file):
        library.places[file, next(iter(entries))].complain("", "no '{id}' in the table", id=missing[0])


def _check_commands(library: Library, rules: Rules, read: frozenset[str]) -> None:
    """What a command's procedure needs is looked for in any list; what it refers to, only where everything was read."""
    everything = set(SHARED) <= read
    for faction in rules.factions.values():
        head = library.places[f"{LISTS}{faction.id}.yaml", ""]
        if everything and faction.permanent and faction.permanent.difficulty != "none":
            head.check_known("permanent", "difficulty", (faction.permanent.difficulty,), rules.difficulties)
        for id, command in faction.commands.items():
            place = library.places[f"{LISTS}{faction.id}.yaml", id]
            check_reserved(place, id, RESERVED)
            for key in NEEDED_BY.get(command.does, ()):
                if getattr(command, key) == "none":
                    place.complain(key, "'{does}' needs one", does=command.does)
            if everything:
                _check_references(place, rules, command)


def _check_references(place: Place, rules: Rules, command: Command) -> None:
    place.check_known("grants", "quality", command.grants, rules.qualities)
    if command.test != "none":
        place.check_known("test", "characteristic or skill", (command.test.on,), (*rules.characteristics, *rules.skills))
        place.check_known("test", "difficulty", (command.test.difficulty,), rules.difficulties)
    if command.repeats != "none":
        with_hits = [id for id, one in rules.commands.items() if one.hits != "none"]
        place.check_known("repeats", "command with hits", (command.repeats,), with_hits)


def check_roster(rules: Rules, roster: Roster) -> Iterable[tuple[int, str, Phrase]]:
    """What is wrong with a squad beyond its shape: (0, key, message)."""
    for key, message in chain(_wrong_squad(rules, roster), _wrong_weapons(rules, roster)):
        yield 0, key, message


def _wrong_squad(rules: Rules, roster: Roster) -> Iterable[tuple[str, Phrase]]:
    sides = [id for id, faction in rules.factions.items() if faction.permanent]
    if roster.faction not in sides:
        yield "faction", Phrase("no faction '{id}'{hint}", id=roster.faction, hint=nearest(roster.faction, sides))
    special = [id for side in sides for id in rules.factions[side].commands]
    for id in (id for id in roster.commands if id not in special):
        yield "commands", Phrase("no special command '{id}'{hint}", id=id, hint=nearest(id, special))
    for id in sorted(id for id, count in Counter(roster.commands).items() if count > 1):
        yield "commands", Phrase("'{id}' is given twice", id=id)
    yield from _untold(rules, roster)
    skills = [("commander", id) for id in roster.commander.skills] + [("subordinates", id) for id in roster.subordinates.skills]
    for key, id in skills:
        if id not in rules.skills:
            yield key, Phrase("no skill '{id}'{hint}", id=id, hint=nearest(id, list(rules.skills)))
    if len(roster.specialists) > roster.subordinates.magnitude:
        count, magnitude = len(roster.specialists), roster.subordinates.magnitude
        message = Phrase("{count} specialists, but magnitude {magnitude} counts them in", count=count, magnitude=magnitude)
        yield "specialists", message


def _untold(rules: Rules, roster: Roster) -> Iterable[tuple[str, Phrase]]:
    """Characteristics that every commander needs, or that a command of the squad tests: nobody is worth 0."""
    missing = [id for id in NEEDED if getattr(roster.commander.characteristics, id) is None]
    for id in missing:
        yield "commander", Phrase("a commander needs the characteristic '{id}'", id=id)
    if missing:
        return
    for command in (rules.commands[id] for id in roster.commands if id in rules.commands):
        if command.test == "none" or command.test.on not in (*rules.characteristics, *rules.skills):
            continue
        commander = command.test.who == "commander"
        needed = base_of(rules, command.test.on)
        told = is_told(rules, roster.commander if commander else roster.subordinates, command.test.on)
        if not told:
            message = Phrase("'{command}' needs the characteristic '{id}'", command=command.id, id=needed)
            yield ("commander" if commander else "subordinates"), message


def _wrong_weapons(rules: Rules, roster: Roster) -> Iterable[tuple[str, Phrase]]:
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
                numbers = Phrase(": it takes a number, such as {word}-3", word=word)
                hint = numbers if known else nearest(word, list(rules.qualities))
                yield key, Phrase("{weapon}: no quality '{word}'{hint}", weapon=weapon.name, word=word, hint=hint)
    if own.ranged and own.ranged.range is None:
        yield "subordinates", Phrase("{weapon}: a ranged weapon needs its range", weapon=own.ranged.name)
    if own.melee and own.melee.range is not None:
        yield "subordinates", Phrase("{weapon}: a melee weapon has no range", weapon=own.melee.name)
