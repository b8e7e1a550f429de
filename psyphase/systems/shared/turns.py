"""The loop of turns that every game is played in, and the roll call between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, Self, TypeAlias, TypeVar

from psyphase.engine.procedure import Decision, Event, Procedure, Side, other
from psyphase.systems.shared.sides import OnASide

S = TypeVar("S")
Step: TypeAlias = Callable[[S], Procedure[tuple[S, bool]]]
"""A part of a turn: what stands after it, and whether it ends the game."""
GO_ON, ADJUST, END = "go-on", "correct", "end"


class Alternating(Protocol):
    """A battle in which two sides have turns: whose it is, which game turn, the units, whether there is a roster for the opponent."""

    @property
    def active(self) -> Side: ...
    @property
    def turn(self) -> int: ...
    @property
    def enemy_known(self) -> bool: ...
    @property
    def armies(self) -> tuple[str, str]: ...
    @property
    def units(self) -> Sequence[OnASide]: ...
    def with_turn(self, active: Side, turn: int) -> Self:
        """The same battle in another turn."""


B = TypeVar("B", bound=Alternating)


def play_turns(state: S, *steps: Step[S]) -> Procedure[S]:
    """The steps of a turn, again and again, until one of them ends the game."""
    while True:
        for step in steps:
            state, over = yield from step(state)
            if over:
                return state


def next_turn(battle: B) -> B:
    """The battle in the turn of the other side, or again of the only one whose roster is known; a game turn has one of each."""
    following = other(battle.active) if battle.enemy_known else battle.active
    return battle.with_turn(following, battle.turn + (following == "mine"))


def roll_call(
    id: str,
    battle: B,
    states: Callable[[B], Mapping[str, Event]],
    changed: Callable[[B, str], Procedure[B]],
    adjust: Callable[[B], Procedure[B]],
    over: Event | None = None,
    *,
    opening: bool = False,
    endless: bool = False,
) -> Procedure[tuple[B, bool]]:
    """Before a turn: no change, or what happened since, unit by unit; and whether the battle is over.

    `states`: how each unit stands, by key; `changed` asks what happened to one, `adjust` for anything else. `over`: why nothing
    more is played, where that is so. `opening`: nothing was played yet, so that a script that is over goes on. `endless`: no turn is the last, so that going on is given once beforehand, not for ever.
    """
    while True:
        notes = _of_armies(battle, states(battle))
        keys = (*(() if over else (GO_ON,)), *notes, ADJUST, END)
        choice: str = yield from Decision(
            id,
            battle.active,
            {key: key for key in keys},
            {GO_ON: over} if over else {},
            END if over else GO_ON,
            notes=notes,
            loops_back=frozenset({*notes, ADJUST, *((GO_ON,) if endless else ())}),
            ends=None if opening else END,
            args={
                "army": battle.armies[battle.active == "theirs"],
                "turn": battle.turn,
                "units": {unit.id: unit for unit in battle.units},
            },
        )
        if choice in (GO_ON, END):
            return battle, choice == END
        battle = yield from (adjust(battle) if choice == ADJUST else changed(battle, choice))


def _of_armies(battle: Alternating, states: Mapping[str, Event]) -> Mapping[str, Event]:
    """How units stand, with the army of those that are not of the side whose turn it is."""
    others = {unit.id: battle.armies[unit.side == "theirs"] for unit in battle.units if unit.side != battle.active}
    return {
        key: Event("state-in-army", {"army": others[key], "state": state}) if key in others else state
        for key, state in states.items()
    }
