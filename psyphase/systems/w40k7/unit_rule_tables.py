"""The tables of units' rules: which of an army's files are read, and what no type can express about them (w40k7 U1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from psyphase.systems.shared.loading import read_headed
from psyphase.systems.w40k7.unit_rules import ArmyHead, ListedRule, UnitRule, meant
from psyphase.tables.library import Library
from psyphase.text import Phrase, any_of, folded, nearest

if TYPE_CHECKING:
    from psyphase.systems.w40k7.model import Roster, Unit

FOLDER = "unit-rules"
WANTED = "unit-rule:"
"""Before an id or a name: asks for whatever files have that rule."""


def file_of(army: str) -> str:
    """The file of an army's rules."""
    return f"{FOLDER}/{army}.yaml"


def all_unit_rules(library: Library) -> list[str]:
    """The name of every table of units' rules."""
    return [f"{FOLDER}/{army}" for army in library.files(FOLDER)]


def wanted_rules(rosters: Iterable[Roster]) -> list[str]:
    """What is read for the rules that units have: nothing where none has any."""
    return list(dict.fromkeys(WANTED + word for roster in rosters for unit in roster.units for word in unit.rules))


def read_unit_rules(library: Library, names: Collection[str]) -> dict[str, UnitRule]:
    """The rules of the named tables by id, and of all files that may have a rule that is wanted.

    To read a file takes long, to look for a word in it does not: only where a word stands in none as it is are all of them read,
    since something near it may be meant.
    """
    wanted = [name.removeprefix(WANTED) for name in names if name.startswith(WANTED)]
    asked = [name for name in names if name.startswith(f"{FOLDER}/")]
    if not wanted and not asked:
        return {}
    armies = library.files(FOLDER)
    likely = [army for army in armies if f"{FOLDER}/{army}" in asked or _mentions(library, file_of(army), wanted)]
    found = _read(library, likely, {})
    if all(meant(found.values(), word) for word in wanted):
        return found
    return _read(library, [army for army in armies if army not in likely], found)


def _mentions(library: Library, file: str, words: Iterable[str]) -> bool:
    """Whether any of the words stands in a file, in any folder."""
    looked_for = [folded(word) for word in words]
    # In single quotes YAML writes an apostrophe twice.
    texts = [folded(text.replace("''", "'")) for text in library.texts(file)] if looked_for else []
    return any(word in text for text in texts for word in looked_for)


def _read(library: Library, armies: Iterable[str], found: dict[str, UnitRule]) -> dict[str, UnitRule]:
    for army in armies:
        head, listed = read_headed(library, file_of(army), ArmyHead, ("rules", ListedRule)) or (None, {})
        for id, rule in listed.items():
            if head and id in found:
                file = file_of(found[id].army.id)
                library.places[file_of(army), id].complain("id", "'{id}' is already in {file}", id=id, file=file)
            elif head:
                found[id] = UnitRule(**asdict(rule), army=head)
    return found


def rule_faults(rules: Collection[UnitRule], unit: Unit) -> Iterator[Phrase]:
    """What is wrong with the rules that a roster says a unit has."""
    ids = []
    for word in unit.rules:
        found = meant(rules, word)
        if not found:
            known = [folded(name) for rule in rules for name in rule.words]
            yield Phrase("no rule '{id}'{hint}", id=word, hint=nearest(folded(word), known))
        elif len(found) > 1:
            ways = any_of([rule.id for rule in found])
            yield Phrase("{count} rules are named '{name}': expected {ways}", count=len(found), name=word, ways=ways)
        ids += [rule.id for rule in found[:1]]
    if len(set(ids)) < len(ids):
        yield Phrase("the same rule is given twice")
