"""Shapes of what models have and what may befall their units: traits and statuses; values only, no procedures (hh3 A1, A9)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from psyphase.tables.names import Id, Line, Name, Words

Trait: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*$", examples=["psychic-conduit"], max_length=40)]


class TraitRule(Struct, frozen=True, forbid_unknown_fields=True):
    """What a trait of a model means here. `grants`: traits that come with it, but not to a model with one of `unless`.

    `excludes`: traits it cannot have beside it. `does`: `by-discipline`, whoever has a discipline has it; `force-weapon`, it bears
    one beside its psychic weapons; `carries`, others may embark in it. `asked`: when making a roster, of the army, of a unit or of
    who leads a squad. `resists`: its willpower may stand for its unit's against curses and in perils (A9); `checks`: in other
    checks of the unit. `reacts`: whether its unit may react. `immune`: statuses that it cannot gain; `recovery`: how it loses one,
    where not as the status says. `takes_wounds`: whether it suffers wounds of perils; `targeted`: whether its unit may be the
    target of blessings and curses.
    """

    id: Trait
    name: Name
    grants: tuple[Trait, ...]
    unless: tuple[Trait, ...]
    excludes: tuple[Trait, ...]
    does: tuple[Literal["by-discipline", "force-weapon", "carries"], ...]
    asked: Literal["army", "unit", "leader", "none"]
    resists: bool
    checks: bool
    reacts: bool
    immune: tuple[Id, ...] | Literal["all"]
    recovery: Words | Literal["none"]
    takes_wounds: bool
    targeted: bool
    source: Line


class Status(Struct, frozen=True, forbid_unknown_fields=True):
    """A tactical status of a whole unit. `replaces`: it takes the place of all others."""

    id: Id
    name: Name
    reacts: bool
    replaces: bool
    effect: Words
    recovery: Words
    source: Line
