"""From rosters to units in play, before the battle and while it goes on (hh3 A1, A5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from psyphase.engine.procedure import Side
from psyphase.systems.hh3.battle import Battle, Group, UnitInPlay
from psyphase.systems.hh3.model import RESERVED, Rules
from psyphase.systems.hh3.roster import Models, Roster, Unit
from psyphase.systems.shared.attached import linked, settled
from psyphase.systems.shared.keys import numbered, numbered_armies, unit_keys
from psyphase.systems.shared.sides import SIDES, deployed


def new_battle(rules: Rules, mine: Roster, theirs: Roster | None) -> Battle:
    """The battle before its first turn; what a roster tells of one unit concerns all who are with it."""
    entries: list[tuple[str, Side, Unit]] = list(deployed((mine, theirs), RESERVED))
    names = numbered([unit.name for _, _, unit in entries])
    listed = [one for _, _, unit in entries for one in _listed(unit)]
    keys = iter(unit_keys([one.name for one in listed], (*RESERVED, *(key for key, _, _ in entries))))
    shown = iter(numbered([one.name for one in listed]))
    links = {
        key: link
        for side in SIDES
        for key, link in linked([(key, unit) for key, whose, unit in entries if whose == side]).items()
    }
    traits = (mine.traits, theirs.traits if theirs else ())
    units = []
    for (key, side, unit), name in zip(entries, names, strict=True):
        own = [(next(keys), next(shown)) for _ in _listed(unit)] or [(key, unit.groups[0].name)]
        joins, embarked = links[key]
        groups = _groups(rules, traits[side == "theirs"], unit, name, own)
        units.append(UnitInPlay(key, side, name, groups, joins, embarked, unit.reserve))
    first, second = numbered_armies((mine.name, theirs.name if theirs else ""))
    bonuses = (mine.reactions, theirs.reactions if theirs else 0)
    return Battle("mine", (first, second), bonuses, settled(units), theirs is not None, traits)


def entering(rules: Rules, battle: Battle, unit: Unit, side: Side) -> UnitInPlay:
    """A unit of models that are alike which enters a battle under way, with a key and a name that tell it apart."""
    taken = [group.id for one in battle.units for group in one.groups]
    (key,) = unit_keys([unit.name], (*RESERVED, *(one.id for one in battle.units), *taken))
    name = numbered([*(one.name for one in battle.units), unit.name])[-1]
    return UnitInPlay(key, side, name, _groups(rules, battle.traits[side == "theirs"], unit, name, [(key, name)]))


def _listed(unit: Unit) -> Sequence[Models]:
    """The models of a unit that have keys of their own."""
    return unit.groups if len(unit.groups) > 1 else ()


def _groups(
    rules: Rules, traits: tuple[str, ...], unit: Unit, name: str, known_as: Sequence[tuple[str, str]]
) -> tuple[Group, ...]:
    """The models of a unit, each kind with its key and name; those that are called as the unit is are so on screen as well."""
    psykers = rules.with_does("by-discipline")
    return tuple(
        Group(
            key,
            name if one.name == unit.name else shown,
            one.willpower,
            one.count,
            all_traits(rules, (*traits, *one.traits, *(psykers if one.disciplines else ()))),
            one.disciplines,
        )
        for one, (key, shown) in zip(unit.groups, known_as, strict=True)
    )


def all_traits(rules: Rules, traits: Iterable[str]) -> frozenset[str]:
    """Traits and those that come with them."""
    own = frozenset(traits)
    return own.union(*(rule.grants for rule in rules.traits_of(own) if not own.intersection(rule.unless)))
