"""From YAML to `Rules`: which tables there are, and what no type can express about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import yaml
from msgspec import Struct
from msgspec.structs import replace

from psyphase.systems.hh3.model import (
    RESERVED,
    Allotment,
    Discipline,
    Entry,
    Figures,
    HeresySettings,
    Moment,
    Phase,
    Power,
    Rules,
)
from psyphase.systems.hh3.perils_table import Arcana, PerilsRow, StatusGained, Wounds
from psyphase.systems.hh3.roster import Roster, Unit
from psyphase.systems.hh3.traits import Status, TraitRule
from psyphase.systems.shared.loading import check_reserved, misspelt, read_by_die, read_headed, read_lists
from psyphase.systems.system import ROOT
from psyphase.tables.document import Document
from psyphase.tables.figures import Figure, typed
from psyphase.tables.library import Library, Place
from psyphase.tables.names import About, Id, Line, Name
from psyphase.tables.settings import Setting, Settings
from psyphase.text import Phrase, any_of, nearest

SIDES = 6
LISTS = "disciplines/"


class DisciplineHead(Struct, frozen=True, forbid_unknown_fields=True):
    """A discipline's file without its entries."""

    id: Id
    name: Name
    trait: Name
    rule: Name | str
    arcana: bool
    source: Line


SHAPES: Mapping[str, Any] = {
    "system": About,
    "settings": tuple[Setting, ...],
    "phases": tuple[Phase, ...],
    "moments": tuple[Moment, ...],
    "traits": tuple[TraitRule, ...],
    "statuses": tuple[Status, ...],
    "perils": tuple[PerilsRow, ...],
    "arcana": tuple[Arcana, ...],
    "allotment": tuple[Allotment, ...],
    "figures": tuple[Figure, ...],
    "others": tuple[Entry, ...],
    "discipline": DisciplineHead,
    "entry": Entry,
}
SHARED = ("phases", "moments", "traits", "statuses", "perils", "arcana", "allotment", "figures", "others")


def all_tables(library: Library) -> Iterable[str]:
    """The name of every table of every folder."""
    return [*SHARED, *(LISTS + name for name in library.files("disciplines"))]


def for_rosters(rosters: Sequence[Roster], _procedure: str) -> Iterable[str]:
    """What a game with these armies reads."""
    groups = [group for roster in rosters for unit in roster.units for group in unit.groups]
    wanted = {id for group in groups for id in group.disciplines}
    return [*SHARED, *(LISTS + name for name in sorted(wanted))]


def load(library: Library, tables: Iterable[str], settings: Settings) -> Rules:
    """Read the named tables (`perils`, `disciplines/telepathy`, ...). Raises RulesError, AnswerError."""
    names = list(dict.fromkeys(tables))
    read = read_lists(library, SHAPES, names)
    known = library.files("disciplines")
    disciplines = {found.id: found for name in known if LISTS + name in names and (found := _discipline(library, name))}
    entries: dict[str, Entry] = {entry.id: entry for one in disciplines.values() for entry in one.entries}
    rules = Rules(
        settings,
        settings.typed(HeresySettings),
        typed(library, "figures.yaml", read.get("figures", {}), Figures),
        known=tuple(known),
        disciplines=disciplines,
        entries=entries | read.get("others", {}),
        traits=read.get("traits", {}),
        statuses=read.get("statuses", {}),
        phases=tuple(read.get("phases", {}).values()),
        moments=read.get("moments", {}),
        perils=read_by_die(library, "perils.yaml", read.get("perils", {}), lambda row: row.faces, SIDES),
        arcana=next(iter(read.get("arcana", {}).values()), None),
        allotments=tuple(sorted(read.get("allotment", {}).values(), key=lambda one: one.up_to)),
    )
    _check_references(library, rules, frozenset(names))
    library.finish()
    return rules


def _discipline(library: Library, name: str) -> Discipline | None:
    entry: Any = Entry  # no type says that it is one of several
    found = read_headed(library, f"{LISTS}{name}.yaml", DisciplineHead, ("entries", entry), _check_head)
    if found is None:
        return None
    head, entries = found
    full = tuple(replace(entry, id=f"{name}/{id}") for id, entry in entries.items())
    return Discipline(name, head.name, head.trait, head.rule, head.arcana, full)  # type: ignore[arg-type]


def _check_head(document: Document, nodes: Mapping[str, yaml.Node], head: DisciplineHead) -> None:
    if isinstance(head.rule, str) and head.rule != "none":
        document.complain(nodes["rule"], "rule: expected a name or none, got '{got}'", got=head.rule)


def _check_references(library: Library, rules: Rules, read: frozenset[str]) -> None:
    if {"moments", "traits"} <= read:
        for entry in rules.entries.values():
            if isinstance(entry, Power):
                _check_power(_place(library, entry.id), rules, entry)
    if {"perils", "statuses"} <= read:
        _check_perils(library, rules)
    if {"moments", "phases"} <= read:
        known = [phase.id for phase in rules.phases]
        for moment in rules.moments.values():
            library.places["moments.yaml", moment.id].check_known("phase", "phase", (moment.phase,), known)
    for trait in rules.traits.values():
        _check_trait(library.places["traits.yaml", trait.id], rules, trait)


def _check_trait(place: Place, rules: Rules, trait: TraitRule) -> None:
    for key, traits in (("grants", trait.grants), ("unless", trait.unless), ("excludes", trait.excludes)):
        place.check_known(key, "trait", traits, rules.traits)
    if rules.statuses and trait.immune != "all":
        place.check_known("immune", "status", trait.immune, rules.statuses)


def _check_perils(library: Library, rules: Rules) -> None:
    if (
        rules.perils.rows
        and library.is_whole("perils.yaml")
        and not any(isinstance(row.effect, Wounds) for row in rules.perils.rows.values())
    ):
        last = list(rules.perils.rows.values())[-1]
        library.places["perils.yaml", last.id].complain("effect", "no row gives wounds, which other rules bring without a roll")
    for row in set(rules.perils.rows.values()):
        if isinstance(row.effect, StatusGained):
            library.places["perils.yaml", row.id].check_known("effect", "status", (row.effect.status,), rules.statuses)


def _place(library: Library, id: str) -> Place:
    discipline, slash, short = id.partition("/")
    return library.places[f"{LISTS}{discipline}.yaml" if slash else "others.yaml", short if slash else discipline]


def _check_power(place: Place, rules: Rules, power: Power) -> None:
    check_reserved(place, power.id, RESERVED)
    place.check_known("moments", "moment", power.moments, rules.moments)
    place.check_known("requires", "trait", power.requires, rules.traits)
    place.check_known("one_of", "trait", power.one_of, rules.traits)
    place.check_known("unless", "trait", power.unless, rules.traits)
    if rules.statuses:
        place.check_known("threatens", "status", () if power.threatens == "none" else (power.threatens,), rules.statuses)
        place.check_known("target", "status", power.target.without, rules.statuses)
    place.check_known("target", "trait", (*power.target.every, *power.target.some, *power.target.no), rules.traits)
    sides = {"manifestation": ("own-unit", "friend", "none"), "resistance": ("enemy",)}
    if power.target.side not in sides.get(power.check, (power.target.side,)):
        wanted = any_of(sides[power.check])
        place.complain("target", "a {check} check goes with a target that is {wanted}", check=power.check, wanted=wanted)


def check_roster(rules: Rules, roster: Roster) -> Iterable[tuple[int, str, Phrase]]:
    """What is wrong with a roster beyond its shape: (index of the unit, key, message)."""
    from psyphase.systems.shared.attached import attachment_faults  # only rosters need it, and rolls start quicker

    for message in _wrong_words(rules, roster.traits):
        yield ROOT, "traits", message
    for index, unit in enumerate(roster.units):
        for key, message in chain(
            _wrong_disciplines(rules, unit),
            _wrong_traits(rules, roster, unit),
            attachment_faults(roster.units, unit),
        ):
            yield index, key, message


def _wrong_disciplines(rules: Rules, unit: Unit) -> Iterable[tuple[str, Phrase]]:
    psykers = rules.with_does("by-discipline")
    for group in unit.groups:
        for id in group.disciplines:
            key = "disciplines" if id in unit.disciplines else "models"
            if id not in rules.disciplines:
                yield key, Phrase("no discipline '{id}'{hint}", id=id, hint=nearest(id, rules.known))
        if (group.disciplines or psykers.intersection(group.traits)) and group.willpower is None:
            yield "", Phrase("'{name}' is a psyker without a willpower", name=group.name)
    names = [one.name for one in unit.groups]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield "models", Phrase("'{name}' is listed twice: give a count, or another name", name=name)


def _wrong_words(rules: Rules, traits: Iterable[str]) -> Iterable[Phrase]:
    """Traits that are nearly one that some rule asks for; there may be any others."""
    for trait, meant in misspelt(traits, rules.traits):
        # A longer word is another word (commander), unless it is only a plural.
        if not trait.startswith(meant) or trait == f"{meant}s":
            yield Phrase("'{word}' looks like '{meant}' misspelt", word=trait, meant=meant)


def _wrong_traits(rules: Rules, roster: Roster, unit: Unit) -> Iterable[tuple[str, Phrase]]:
    own = {trait for group in unit.groups for trait in group.traits}
    for key, some in (("traits", sorted(own.intersection(unit.traits))), ("models", sorted(own.difference(unit.traits)))):
        for message in _wrong_words(rules, some):
            yield key, message
    every = own | set(roster.traits)
    for id in sorted(every & rules.traits.keys()):
        for other in every.intersection(rules.traits[id].excludes):
            if id < other:
                yield "traits", Phrase("a model is {trait} or {other}, not both", trait=id, other=other)
