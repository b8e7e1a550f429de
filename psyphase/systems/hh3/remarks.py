"""What the tables of the Age of Darkness hold that no rule reads: entries that are text only, settings and figures unasked for."""

from __future__ import annotations

from collections.abc import Iterator

from psyphase.systems.hh3.model import Entry, Figures, HeresySettings, Power, Reaction, Rules, Weapon
from psyphase.systems.hh3.tables import LISTS
from psyphase.systems.hh3.traits import Status, TraitRule
from psyphase.systems.shared.remarks import text_only, unread_names
from psyphase.tables.library import Library
from psyphase.tables.remarks import Remark


def remarks(rules: Rules, library: Library) -> Iterator[Remark]:
    """Everything in the tables that changes nothing in play."""
    yield from unread_names(library, rules.declared, HeresySettings, Figures)
    listed = {entry.id for one in rules.disciplines.values() for entry in one.entries}
    others = {id: _entry_does(entry) for id, entry in rules.entries.items() if id not in listed}
    yield from text_only("others.yaml", others)
    for one in rules.disciplines.values():
        does = {entry.id.rpartition("/")[2]: _entry_does(entry) for entry in one.entries}
        yield from text_only(f"{LISTS}{one.id}.yaml", does)
    referred = frozenset(_referred_traits(rules))
    yield from text_only("traits.yaml", {id: id in referred or _trait_does(one) for id, one in rules.traits.items()})
    yield from text_only("statuses.yaml", {id: _status_does(one) for id, one in rules.statuses.items()})


def _entry_does(entry: Entry) -> bool:
    """Whether anything happens by an entry but that it is declared, checked and said."""
    if isinstance(entry, Weapon):
        return entry.force != "none"
    lasts = entry.lasts != "immediate" or entry.manifestation != 0
    changes = entry.cures != "none" or entry.threatens != "none" or entry.ruptures != "never" or entry.roll != "none"
    return lasts or changes or type(entry) not in (Power, Reaction)


def _referred_traits(rules: Rules) -> Iterator[str]:
    for entry in rules.entries.values():
        if isinstance(entry, Power):
            yield from (*entry.requires, *entry.one_of, *entry.unless, *entry.target.every, *entry.target.some, *entry.target.no)
    for one in rules.traits.values():
        yield from (*one.grants, *one.unless, *one.excludes)


def _trait_does(trait: TraitRule) -> bool:
    plain = trait.reacts and not trait.immune and trait.recovery == "none" and trait.takes_wounds and trait.targeted
    return not plain or bool(trait.does or trait.grants or trait.excludes) or trait.resists or trait.checks


def _status_does(status: Status) -> bool:
    return status.replaces or not status.reacts
