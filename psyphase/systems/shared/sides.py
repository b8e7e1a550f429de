"""The two sides of a battle: their units by key, and who they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from psyphase.engine.procedure import Side
from psyphase.systems.shared.keys import unit_keys

SIDES: tuple[Side, Side] = ("mine", "theirs")


class Named(Protocol):
    """What stands in a roster."""

    @property
    def name(self) -> str: ...


class OnASide(Protocol):
    """A unit in play."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> Side: ...


N_co = TypeVar("N_co", bound=Named, covariant=True)
U = TypeVar("U", bound=OnASide)


class HasUnits(Protocol[N_co]):
    """A roster."""

    @property
    def name(self) -> str: ...
    @property
    def units(self) -> Sequence[N_co]: ...


R = TypeVar("R")
N = TypeVar("N", bound=Named)


def deployed(rosters: Iterable[HasUnits[N] | None], reserved: Collection[str]) -> Iterator[tuple[str, Side, N]]:
    """Every unit of both rosters with its key and its side; no roster, no units."""
    listed = [(side, unit) for side, roster in zip(SIDES, rosters, strict=False) if roster for unit in roster.units]
    keys = unit_keys((unit.name for _, unit in listed), reserved)
    return ((key, side, unit) for key, (side, unit) in zip(keys, listed, strict=True))


def of_side(units: Sequence[U], side: Side) -> tuple[U, ...]:
    """The units of a side."""
    return tuple(unit for unit in units if unit.side == side)


def by_key(units: Iterable[U], id: str) -> U:
    """The unit with this key. Raises StopIteration if there is none."""
    return next(unit for unit in units if unit.id == id)


def with_changed(units: Sequence[U], changed: Iterable[U]) -> tuple[U, ...]:
    """The units, some of them as they are now."""
    now = {unit.id: unit for unit in changed}
    return tuple(now.get(unit.id, unit) for unit in units)
