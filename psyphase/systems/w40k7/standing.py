"""Rules of units as they stand in a battle: on whoever has them, from its first phase to its last (w40k7 U1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from psyphase.systems.w40k7.model import Unit
from psyphase.systems.w40k7.played import is_played
from psyphase.systems.w40k7.unit_rules import UnitRule, rules_of
from psyphase.systems.w40k7.vocabulary import Does
from psyphase.tables.names import Name


class Standing(Struct, frozen=True):
    """A rule that units of either side have. `on`: their keys, dead or alive; `does`: what of it is played."""

    id: str
    name: Name
    on: tuple[str, ...]
    does: tuple[Does, ...]
    model: ClassVar[None] = None


def standing(entries: Iterable[tuple[str, Unit]], rules: Mapping[str, UnitRule]) -> tuple[Standing, ...]:
    """The rules of these units, by key, each rule once; what is only read stands nowhere."""
    on: dict[str, list[str]] = {}
    for key, unit in entries:
        for rule in rules_of(rules.values(), unit.rules) if unit.rules else ():
            on.setdefault(rule.id, []).append(key)
    played = {id: tuple(effect for effect in rules[id].does if is_played(effect)) for id in on}
    return tuple(Standing(id, rules[id].name, tuple(keys), played[id]) for id, keys in on.items() if played[id])


def shared(rules: Sequence[Standing], key: str, new: str) -> tuple[Standing, ...]:
    """Once models of a unit go on as a new one, that has its rules too."""
    return tuple(replace(one, on=(*one.on, new)) if key in one.on else one for one in rules)
