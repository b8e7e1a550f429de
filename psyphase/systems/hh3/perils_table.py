"""Shapes of the perils tables: values only, no procedures (hh3 A11, A13)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from psyphase.tables.names import Id, Line, Name


class Wounds(Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="wounds"):
    """Wounds on the unit: so many less its willpower."""

    less_willpower: Annotated[int, Meta(ge=1, le=30)]


class StatusGained(Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="status"):
    """The unit gains a status."""

    status: Id


class PerilsRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the perils table (A13), by the numbers that bring it."""

    id: Id
    faces: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(min_length=1, max_length=6)]
    name: Name
    effect: Wounds | StatusGained
    source: Line


class Arcana(Struct, frozen=True, forbid_unknown_fields=True):
    """What replaces the perils table for checks of an arcana's powers: random wounds."""

    id: Id
    name: Name
    dice: Literal["d3", "d6"]
    ap: Annotated[int, Meta(ge=1, le=7)]
    damage: Annotated[int, Meta(ge=1, le=10)]
    source: Line
