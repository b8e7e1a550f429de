"""How a unit stands, part by part, so that a transcript and JSON say the same."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import asdict

from psyphase.engine.procedure import Args, Event


class UnitState(Struct, frozen=True):
    """A unit as it stands now. None: the system knows nothing of the kind, or there is nothing to tell.

    `unit`: its key; `models` that are left; `wounds` left of each model that has some, None where nobody said; `embarked`: in a transport, by name where
    it is told; `joins`: the unit it has joined.
    """

    unit: str
    name: str
    models: int | None
    wounds: tuple[int | None, ...] | None
    embarked: bool | str | None
    reserve: bool | None
    locked: bool | None
    joins: str | None
    dead: bool

    def with_words(self, state: Event) -> Args:
        """Every part by its key, beside the event that says them."""
        return {**asdict(self), "state": state}
