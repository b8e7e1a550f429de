"""Units that have joined others, and units that are carried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from psyphase.engine.procedure import Side
from psyphase.text import Phrase


class Listed(Protocol):
    """A unit as a roster lists it."""

    @property
    def name(self) -> str: ...
    @property
    def joins(self) -> str | None: ...
    @property
    def embarked(self) -> bool | str: ...


class Joining(Protocol):
    """A unit in play: `joins` names the unit it has joined; `present`: it is on the table, if only in a transport."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> Side: ...
    @property
    def name(self) -> str: ...
    @property
    def joins(self) -> str | None: ...
    @property
    def present(self) -> bool: ...


U = TypeVar("U", bound=Joining)


def _joined(units: Sequence[U], unit: U) -> U:
    """The unit that its roster says it has joined, dead or alive, or itself."""
    return next((one for one in units if one.side == unit.side and one.name == unit.joins and one.id != unit.id), unit)


def together(units: Sequence[U], unit: U) -> tuple[U, ...]:
    """Everyone in the same unit, dead or alive, on the table or not; the one that was joined first."""
    root = _joined(units, unit).id
    found = (one for one in units if one.side == unit.side and _joined(units, one).id == root)
    return tuple(sorted(found, key=lambda one: one.id != root))


def members(units: Sequence[U], unit: U) -> tuple[U, ...]:
    """Everyone left in the same unit on the table, the one that was joined first."""
    return tuple(one for one in together(units, unit) if one.present)


def attachment_faults(units: Sequence[Listed], unit: Listed) -> Iterable[tuple[str, Phrase]]:
    """What is wrong, as (key, message): a unit joins exactly one other, which has joined none itself; a transport
    is a unit of the roster.
    """
    named = [one for one in units if one.name == unit.joins]
    if unit.joins is not None:
        if not named or unit.joins == unit.name:
            yield "joins", Phrase("no other unit is named '{name}'", name=unit.joins)
        elif len(named) > 1:
            message = Phrase("{count} units are named '{name}': give them different names", count=len(named), name=unit.joins)
            yield "joins", message
        elif named[0].joins is not None:
            host = named[0].joins
            yield "joins", Phrase("'{name}' has joined '{host}' itself: join that", name=unit.joins, host=host)
    if isinstance(unit.embarked, str) and unit.embarked not in {one.name for one in units if one.name != unit.name}:
        yield (
            "embarked",
            Phrase(
                "no unit is named '{name}'; true is enough for a transport that is not in the roster",
                name=unit.embarked,
            ),
        )
