"""The loop of turns that every game is played in, and the roll call between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Self, TypeAlias, TypeVar

from psyphase.engine.procedure import Decision, Event, Procedure, Side, other

S = TypeVar("S")
Step: TypeAlias = Callable[[S], Procedure[tuple[S, bool]]]
"""A part of a turn: what stands after it, and whether it ends the game."""
GO_ON, ADJUST, END = "go-on", "correct", "end"


class Alternating(Protocol):
    """A battle in which two sides have turns: whose it is, which game turn, whether there is a roster for the opponent."""

    @property
    def active(self) -> Side: ...
    @property
    def turn(self) -> int: ...
    @property
    def enemy_known(self) -> bool: ...
    @property
    def armies(self) -> tuple[str, str]: ...
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
    id: str, battle: B, adjust: Callable[[B], Procedure[B]], over: Event | None = None, *, endless: bool = False
) -> Procedure[tuple[B, bool]]:
    """Before a turn: no change, or what happened since; and whether the battle is over.

    `over`: why nothing more is played, where that is so. `endless`: no turn is the last, so that going on is given once
    beforehand, not for ever.
    """
    keys = [key for key in (GO_ON, ADJUST, END) if not over or key != GO_ON]
    while True:
        choice: str = yield from Decision(
            id,
            battle.active,
            {key: key for key in keys},
            {GO_ON: over} if over else {},
            END if over else GO_ON,
            loops_back=frozenset({ADJUST, GO_ON} if endless else {ADJUST}),
            ends=END,
            args={"army": battle.armies[battle.active == "theirs"], "turn": battle.turn},
        )
        if choice != ADJUST:
            return battle, choice == END
        battle = yield from adjust(battle)
