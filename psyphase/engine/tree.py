"""The outcome tree: a procedure unfolded at its rolls. Each path of outcomes is played once by the real procedure, and kept.

A generator cannot be copied, so a new path plays the procedure from its start: the outcomes known so far are handed back,
and its sources are asked for afresh. The tree grows where somebody goes, up to a bound; beyond it paths are only played.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterator, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from psyphase.engine.dice import Dice
from psyphase.engine.play import Source, first_answer
from psyphase.engine.procedure import Event, Procedure, Roll
from psyphase.engine.readings import Reading, outcome_of, weights_of
from psyphase.engine.rolling import RandomBytes, roll_dice
from psyphase.errors import Unanswered

T = TypeVar("T")

MOST_NODES = 50_000
"""How many nodes of a tree are kept."""


# gc=False: nothing below a node leads back to it, so the collector of cycles need not go through trees again and again.
class End(Struct, Generic[T], eq=False, gc=False):
    """Where a path is over: what the procedure came to; `outcome` led here."""

    result: T
    outcome: object = None
    kept: bool = False


class Branching(Struct, Generic[T], eq=False, gc=False):
    """Where dice are rolled, after `number` rolls: of the roll what chance needs, as the rest is for people.

    What follows is known by outcome, which is all that a procedure sees of its dice; `by_face` is a shorter way to the same
    nodes, for a single die. A node that is not `kept` is no part of the tree.
    """

    dice: Dice
    read: Reading[Any]
    reroll: Container[int]
    number: int
    outcome: object = None
    kept: bool = False
    children: dict[object, Branching[T] | End[T]] = {}
    by_face: dict[int, Branching[T] | End[T]] = {}


Node: TypeAlias = Branching[T] | End[T]
Path: TypeAlias = Generator[Node[T], object, None]
"""A procedure being played from roll to roll: it yields nodes and is sent outcomes."""


class Tree(Generic[T]):
    """A procedure by the outcomes of those of its rolls that no source answers. Raises AnswerError and Unanswered."""

    def __init__(self, start: Callable[[], Procedure[T]], sources: Callable[[], Sequence[Source]] = tuple) -> None:
        """Plays up to the first roll."""
        self._start = start
        self._sources = sources
        self.root = next(_nodes(start(), sources(), ()))
        self.root.kept = True
        self.size = 1

    def walk(self, source: RandomBytes) -> T:
        """Go to an end as the dice fall: its result."""
        node, path = self.root, None
        way: list[object] = []
        while isinstance(node, Branching):
            faces = roll_dice(node.dice, source, node.number, node.reroll)
            child = node.by_face.get(faces[-1])
            if child is None:
                way.append(outcome_of(node.read, faces, node.reroll))
                child, path = self._step(node, way, path)
                if path is None and node.dice.count == 1:
                    node.by_face[faces[-1]] = child
            else:
                way.append(child.outcome)
            node = child
        return node.result

    def ends(self) -> Iterator[tuple[T, int, int]]:
        """Every way to an end: its result, and in how many of how many equally likely cases it is gone."""
        node, path = self.root, None
        way: tuple[object, ...] = ()
        weight = cases = 1
        waiting: list[tuple[Branching[T], tuple[object, ...], int, int]] = []
        while True:
            if isinstance(node, Branching):
                weights = weights_of(node.read, node.dice, node.reroll)
                cases *= sum(weights.values())
                waiting += [(node, (*way, outcome), weight * more, cases) for outcome, more in weights.items()]
            else:
                yield node.result, weight, cases
            if not waiting:
                return
            parent, way, weight, cases = waiting.pop()
            node, path = self._step(parent, way, path if parent is node else None)

    def _step(self, node: Branching[T], way: Sequence[object], path: Path[T] | None) -> tuple[Node[T], Path[T] | None]:
        """Where the last outcome of a way leads from a node: known, or played by the path that waits there, or by a new one."""
        outcome = way[-1]
        try:
            child = node.children.get(outcome)
            kept = node.kept and self.size < MOST_NODES
        except TypeError:  # not hashable: it cannot be known again
            child, kept = None, False
        if child is None:
            if path:
                child = path.send(outcome)
            else:
                path = _nodes(self._start(), self._sources(), way)
                child = next(path)
            child.outcome, child.kept = outcome, kept
            if kept:
                node.children[outcome] = child
                self.size += 1
        return child, path


def _nodes(procedure: Procedure[T], sources: Sequence[Source], way: Sequence[object]) -> Path[T]:
    """Play a procedure from where the outcomes of a way lead to its end, which is the last node."""
    known, rolls = list(way[::-1]), 0
    reply: object = None
    while True:
        try:
            step = procedure.send(reply)
        except StopIteration as done:
            yield End(done.value)
            return
        if isinstance(step, Event):
            reply = None
            continue
        answer = first_answer(step, sources)[0] if sources else None
        if answer is not None:
            reply = step.accept(answer)
        elif isinstance(step, Roll):
            reply = known.pop() if known else (yield Branching(step.dice, step.read, step.reroll, rolls))
        else:
            raise Unanswered(step.id)
        rolls += isinstance(step, Roll)
