"""Units that have joined others, and units that are carried: known by key, and what happens to one happens to all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from psyphase.systems.shared.keys import numbered
from psyphase.text import Phrase, any_of


class Listed(Protocol):
    """A unit as a roster lists it: it names the unit it has joined, and its transport."""

    @property
    def name(self) -> str: ...
    @property
    def joins(self) -> str | None: ...
    @property
    def embarked(self) -> bool | str: ...


class Attached(Protocol):
    """A unit in play: `joins` is the key of the unit it has joined, `embarked` that of its transport or True where nobody said.

    `present`: somebody is left of it and it is not in reserve.
    """

    @property
    def id(self) -> str: ...
    @property
    def joins(self) -> str | None: ...
    @property
    def embarked(self) -> bool | str: ...
    @property
    def reserve(self) -> bool: ...
    @property
    def locked(self) -> bool: ...
    @property
    def present(self) -> bool: ...


U = TypeVar("U", bound=Attached)


class Formations(Generic[U]):
    """Who stands with whom and who rides in what, worked out once for the units of a battle as they are."""

    def __init__(self, units: Iterable[U]) -> None:
        self._units = {unit.id: unit for unit in units}
        self._together: dict[str, list[U]] = defaultdict(list)
        self._aboard: dict[str, list[U]] = defaultdict(list)
        for unit in self._units.values():
            root = self._root(unit)
            # The unit that was joined stands first.
            self._together[root].insert(0 if unit.id == root else len(self._together[root]), unit)
        for unit in self._units.values():
            transport = self.transport(unit)
            if isinstance(transport, str):
                self._aboard[transport].append(unit)

    def _root(self, unit: U) -> str:
        return unit.joins if unit.joins in self._units else unit.id

    def unit(self, id: str) -> U:
        """The unit with this key. Raises KeyError if there is none."""
        return self._units[id]

    def together(self, unit: U) -> tuple[U, ...]:
        """Everyone in the same unit, dead or alive, on the table or not; the one that was joined first."""
        return tuple(self._together[self._root(unit)])

    def members(self, unit: U) -> tuple[U, ...]:
        """Everyone left in the same unit on the table, the one that was joined first."""
        return tuple(one for one in self._together[self._root(unit)] if one.present)

    def host(self, unit: U) -> U:
        """The unit on the table by one of its members: the one that was joined, while it lives."""
        return next((one for one in self._together[self._root(unit)] if one.present), unit)

    def transport(self, unit: U) -> bool | str:
        """The key of the transport that a unit, or the unit it has joined, is in; True where nobody said which."""
        return unit.embarked or self._units[self._root(unit)].embarked

    def aboard(self, unit: U) -> tuple[U, ...]:
        """Everyone who rides in a unit, those who joined its passengers too."""
        return tuple(self._aboard.get(unit.id, ()))

    def whole(self, unit: U) -> tuple[U, ...]:
        """Everyone in the same unit, everyone aboard any of them, and what they ride in: where one goes, all go."""
        found: dict[str, U] = {}
        waiting = list(self.together(unit))
        while waiting:
            one = waiting.pop(0)
            if one.id not in found:
                found[one.id] = one
                with_it = (*self.together(one), *self.aboard(one))
                waiting += [*with_it, *(self._units[one.embarked] for one in with_it if one.embarked in self._units)]
        return tuple(found.values())


def settled(units: Sequence[U]) -> tuple[U, ...]:
    """The units with what is told of one told of all it concerns: who has joined a unit stands where that stands.

    Everyone in a unit is embarked, in reserve or locked in combat if one of them is; who is aboard is in reserve with the
    transport, and in combat.
    """
    formations = Formations(units)
    rides = {one.id: unit.embarked for unit in units if unit.embarked for one in formations.together(unit)}
    units = [_with(unit, embarked=rides.get(unit.id, False)) for unit in units]
    formations = Formations(units)
    away = {one.id for unit in units if unit.reserve for one in formations.whole(unit)}
    locked = {one.id for unit in units if unit.locked for one in formations.whole(unit)}
    return tuple(_with(unit, reserve=unit.id in away, locked=unit.id in locked) for unit in units)


def _with(unit: U, **states: object) -> U:
    return cast(U, replace(cast(Struct, unit), **states))


def linked(entries: Sequence[tuple[str, Listed]]) -> dict[str, tuple[str | None, bool | str]]:
    """Of the units of one roster, by key: the keys of the unit each has joined and of its transport (or whether it has one)."""
    units = [unit for _, unit in entries]

    def key_of(name: str, unit: Listed) -> str | None:
        found = _meant(units, name, unit)
        return entries[found[0]][0] if found else None

    return {
        key: (
            None if unit.joins is None else key_of(unit.joins, unit),
            (key_of(unit.embarked, unit) or True) if isinstance(unit.embarked, str) else unit.embarked,
        )
        for key, unit in entries
    }


def _meant(units: Sequence[Listed], name: str, unit: Listed) -> list[int]:
    """Which others a unit may mean by a name: one is called as in the roster, of several each by its number too (`Rhino 2`)."""
    names = [one.name for one in units]
    found = [at for at, one in enumerate(units) if one.name == name and one is not unit]
    return found or [at for at, shown in enumerate(_with_numbers(names)) if shown == name and units[at] is not unit]


def _with_numbers(names: Sequence[str]) -> list[str]:
    """How units are told apart in a roster: as on screen, and the first of several as well."""
    first = [f"{name} 1" if names.count(name) > 1 else name for name in names]
    return [start if shown == name else shown for name, shown, start in zip(names, numbered(names), first, strict=True)]


def attachment_faults(units: Sequence[Listed], unit: Listed) -> Iterable[tuple[str, Phrase]]:
    """What is wrong, as (key, message): a unit joins exactly one other, which has joined none itself; a transport
    is a unit of the roster.
    """
    if unit.joins is not None:
        meant = _meant(units, unit.joins, unit)
        host = units[meant[0]].joins if meant else None
        if not meant:
            yield "joins", Phrase("no other unit is named '{name}'", name=unit.joins)
        elif len(meant) > 1:
            yield "joins", _several(units, meant)
        elif host is not None:
            yield "joins", Phrase("'{name}' has joined '{host}' itself: join that", name=unit.joins, host=host)
    if isinstance(unit.embarked, str):
        meant = _meant(units, unit.embarked, unit)
        if len(meant) > 1:
            yield "embarked", _several(units, meant)
        elif not meant:
            yield (
                "embarked",
                Phrase(
                    "no unit is named '{name}'; true is enough for a transport that is not in the roster",
                    name=unit.embarked,
                ),
            )


def _several(units: Sequence[Listed], meant: Sequence[int]) -> Phrase:
    shown = _with_numbers([unit.name for unit in units])
    ways = any_of([shown[at] for at in meant])
    return Phrase("{count} units are named '{name}': expected {ways}", count=len(meant), name=units[meant[0]].name, ways=ways)
