"""What the program cannot see, set right the same way in every system: effects that ended, dice for anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Args, Decision, Event, Number, Procedure, Roll, Selection, Side
from psyphase.engine.readings import Total
from psyphase.tables.names import Name

BACK = "back"


class Lasting(Protocol):
    """An effect in play."""

    @property
    def name(self) -> Name: ...


L = TypeVar("L", bound=Lasting)
S = TypeVar("S")
U = TypeVar("U")


def choose_adjustment(
    side: Side, state: S, ways: Mapping[str, Callable[[S], Procedure[S]]], unavailable: Mapping[str, Event] = {}
) -> Procedure[S]:
    """Choose what to set right, and do it: what stands then. The first way is the usual one."""
    keys = {key: key for key in (*ways, BACK) if key not in unavailable}
    key = yield from Decision("correction", side, keys, unavailable, next(iter(ways)))
    return state if key == BACK else (yield from ways[key](state))


def choose_thing(id: str, side: Side, things: Mapping[str, U], notes: Mapping[str, Event] = {}) -> Procedure[U | None]:
    """One of several things in play, how each stands beside it; None: back."""
    ways: dict[str, U | None] = {**things, BACK: None}
    return (yield from Decision(id, side, ways, default=next(iter(ways)), notes=notes))


def choose_things(id: str, side: Side, things: Mapping[str, U], args: Args) -> Procedure[tuple[U, ...]]:
    """Several things in play at once; none: back."""
    return (yield from Selection(id, side, things, default=(), args=args))


def choose_change(side: Side, keys: Iterable[str], args: Args) -> Procedure[str | None]:
    """What happened to one of them, or to several; None, which is the default: nothing did."""
    ways: dict[str, str | None] = {**{key: key for key in keys}, BACK: None}
    return (yield from Decision("change", side, ways, default=BACK, args=args))


def without_an_effect(
    side: Side, in_play: Sequence[L], names: Callable[[L], tuple[str | Event, ...]]
) -> Procedure[tuple[L, ...]]:
    """The effects in play but for one that ended before its time; `names`: of those it is on."""
    options = {str(number): number for number in range(1, len(in_play) + 1)}
    shown = {str(number): Event("effect-on", {"effect": one.name, "names": names(one)}) for number, one in enumerate(in_play, 1)}
    number = yield from Decision("ended-effect", side, {**options, BACK: 0}, default="1", args={"effects": shown})
    if not number:
        return tuple(in_play)
    over = in_play[number - 1]
    yield from Event("effect-ends", {"effect": over.name, "names": names(over)})
    return tuple(one for one in in_play if one is not over)


def free_dice(side: Side, state: S) -> Procedure[S]:
    """Dice for anything the program does not know: their sum is told, and all stands as it stood."""
    count = yield from Number("free-count", side, 1, 100, default=1)
    sides = yield from Number("free-sides", side, 2, 100, default=6)
    total = yield from Roll("free-throw", side, Dice(count, sides), Total())
    yield from Event("free-total", {"total": total})
    return state
