"""The outcome tree: walking it comes to what playing with the same dice comes to."""

from __future__ import annotations

import pytest

from psyphase.engine.dice import Dice
from psyphase.engine.journal import Journal
from psyphase.engine.play import play
from psyphase.engine.procedure import Event, Procedure, Roll
from psyphase.engine.readings import Total
from psyphase.engine.rolling import random_bytes
from psyphase.engine.sources import RandomDice
from psyphase.engine.tree import Tree


def rolls() -> Procedure[tuple[int, ...]]:
    """A die, two more where it shows an even number, and one that is rerolled on a 6."""
    first = yield from Roll("first", "mine", Dice(1, 6), Total())
    more = 0
    if first % 2 == 0:
        more = yield from Roll("more", "mine", Dice(2, 6), Total())
    last = yield from Roll("last", "mine", Dice(1, 6), Total(), {6: Event("known")})
    return first, more, last


@pytest.mark.parametrize("seed", ["1", "2", "3", "a seed"])
def test_a_walk_is_a_game(seed: str) -> None:
    """The same dice lead to the same end: a new way, and one that has been gone."""
    tree = Tree(rolls)
    played = play(rolls(), RandomDice(journal := Journal(), seed), journal=journal)
    assert [tree.walk(random_bytes(seed)) for _ in range(3)] == [played] * 3


def test_no_more_nodes_than_ways() -> None:
    """A first roll with six outcomes, eleven sums after the three even ones, then five ends: walked often, the tree only fills."""
    tree = Tree(rolls)
    for number in range(300):
        first, more, last = tree.walk(random_bytes(str(number)))
        assert (more in range(2, 13)) if first % 2 == 0 else (more == 0)
        assert last in range(1, 6)
    # the root, six ways on, 33 after two dice, and five ends after each of the 3 + 33 last rolls
    assert tree.size <= 1 + 6 + 33 + 5 * 36
