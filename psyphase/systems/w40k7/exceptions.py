"""Exceptions to the rules by discipline or by power (w40k7 T3, T5, P18): their shapes, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import TypeAlias

from msgspec import Struct

from psyphase.systems.w40k7.perils_table import Perils
from psyphase.systems.w40k7.tags import Tag
from psyphase.tables.names import Id, Line, Name, SlashId


class PerilsException(Struct, frozen=True, forbid_unknown_fields=True, tag_field="exception", tag="perils"):
    """Disciplines in which something else brings perils, except for units with one of the tags (T5)."""

    id: Id
    name: Name
    disciplines: tuple[Id, ...]
    perils: Perils
    exempt: tuple[Tag, ...]
    source: Line


class BarredException(Struct, frozen=True, forbid_unknown_fields=True, tag_field="exception", tag="barred"):
    """Disciplines that units with one of the tags cannot use (T5)."""

    id: Id
    name: Name
    disciplines: tuple[Id, ...]
    tags: tuple[Tag, ...]
    source: Line


class FailedTestException(Struct, frozen=True, forbid_unknown_fields=True, tag_field="exception", tag="failed-test"):
    """Powers whose failed test brings perils (P18)."""

    id: Id
    name: Name
    powers: tuple[SlashId, ...]
    source: Line


class ReplacedException(Struct, frozen=True, forbid_unknown_fields=True, tag_field="exception", tag="replaced"):
    """Conjurations whose psyker makes way, with its whole unit of psykers, for what arrives."""

    id: Id
    name: Name
    powers: tuple[SlashId, ...]
    source: Line


RuleException: TypeAlias = PerilsException | BarredException | FailedTestException | ReplacedException


def barred(exceptions: Iterable[RuleException], traits: AbstractSet[str]) -> Mapping[str, BarredException]:
    """The disciplines that a unit with these traits cannot use, with the reason (T5)."""
    bars = (one for one in exceptions if isinstance(one, BarredException) and not traits.isdisjoint(one.tags))
    return {id: bar for bar in bars for id in bar.disciplines}


def perils_of(exceptions: Iterable[RuleException], discipline: str, traits: AbstractSet[str]) -> Perils | None:
    """What brings perils in a discipline that has a rule of its own (T5)."""
    own = (one for one in exceptions if isinstance(one, PerilsException) and discipline in one.disciplines)
    return next((one.perils for one in own if traits.isdisjoint(one.exempt)), None)


def fails_badly(exceptions: Iterable[RuleException], power: str) -> bool:
    """Whether a failed test of a power brings perils; a denied one did not fail (P18)."""
    return any(isinstance(one, FailedTestException) and power in one.powers for one in exceptions)


def makes_way(exceptions: Iterable[RuleException], power: str) -> bool:
    """Whether the psyker of a conjuration makes way for what arrives (facts 6)."""
    return any(isinstance(one, ReplacedException) and power in one.powers for one in exceptions)
