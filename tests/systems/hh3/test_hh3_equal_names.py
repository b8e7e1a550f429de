"""Two units of one name on a table: each is chosen, struck and remembered by its own key."""

from __future__ import annotations

import pytest

from hh3_table import MIND_BURST, Table, grunts, hh3_rules, lost, psyker, statuses


@pytest.fixture(scope="module")
def table() -> Table:
    """A table with the rules as shipped."""
    return Table(hh3_rules())


def test_two_of_one_name_are_two_targets(table: Table) -> None:
    """hh3 A9: both stand in the menu, and only the one that is chosen is Routed."""
    played = table.turns(
        psyker("telepathy"), [grunts(), grunts()], act=MIND_BURST, target="grunts-2", resistance_check=(5, 6), threatened="failed"
    )
    assert list(played.asked("target")[0].options)[:2] == ["grunts", "grunts-2"]
    assert (statuses(played, "grunts"), statuses(played, "grunts-2")) == ((), ("routed",))


def test_two_of_one_name_use_a_power_each(table: Table) -> None:
    """hh3 A14: one power a unit and turn, and they are two units; both may be chosen, by key."""
    played = table.turns(
        [psyker("telepathy"), psyker("telepathy")],
        [grunts(), grunts(name="Men")],
        act=[MIND_BURST, MIND_BURST],
        focus="seer-2",
        target=["grunts", "men"],
        resistance_check=[(5, 6), (5, 6)],
        threatened=["failed", "failed"],
    )
    assert (statuses(played, "grunts"), statuses(played, "men")) == (("routed",), ("routed",))


def test_two_of_one_name_lose_their_own_models(table: Table) -> None:
    """Casualties that are told of the second unit are its own, and it is shown by its number."""
    played = table.turns(
        psyker("telepathy"), [grunts(), grunts()], act="correct", correction="unit", unit="grunts-2", change="casualties",
        casualties_of=3,
    )  # fmt: skip
    assert lost(played) == [("Grunts 2", 3)]
    assert [sum(group.alive for group in played.outcome.unit(id).groups) for id in ("grunts", "grunts-2")] == [10, 7]
