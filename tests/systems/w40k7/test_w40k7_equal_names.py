"""Two units of one name on a table: each is chosen, struck and counted by its own key."""

from __future__ import annotations

from psyphase.systems.w40k7.model import Unit
from w40k7_table import Table

DOMINATE = "telepathy/dominate"
SEER = Unit("Seer", mastery=1, leadership=9, wounds=1, powers=(DOMINATE,))
GRUNTS = Unit("Grunts", models=10)


def test_two_of_one_name_attempt_one_power_each(table: Table) -> None:
    """w40k7 P4, P13: what one of them has tried the other still may; the first is slain by perils, the second is not."""
    played = table.phase(
        [SEER, SEER], warp_charge=6, psyker="seer", power=[DOMINATE, DOMINATE], psychic_test=[(6, 6), (4,)], perils=4
    )
    first, second = played.outcome.of("mine")
    assert (first.id, first.alive, second.id, second.alive) == ("seer", False, "seer-2", True)
    assert [request.args["unit"].id for request in played.asked("power")] == ["seer", "seer-2"]


def test_two_of_one_name_are_two_targets(table: Table) -> None:
    """w40k7 P5: both stand in the menu; the second transport of a name is the one that is chosen."""
    rhino = Unit("Rhino", tags=("vehicle",))
    played = table.phase(SEER, [rhino, rhino, GRUNTS], power=DOMINATE, target="rhino-2", psychic_test=(4,))
    (request,) = played.asked("target")
    assert list(request.options)[:3] == ["rhino", "rhino-2", "grunts"]
    (answer,) = played.outcomes("target")
    assert answer.id == "rhino-2"


def test_two_of_one_name_on_either_side(table: Table) -> None:
    """w40k7 P1, P5: psykers of one name on both sides are told apart, and each counts for his own pool."""
    played = table.phase(SEER, SEER, warp_charge=3, power="end")
    assert [(unit.id, unit.side) for unit in played.outcome.units] == [("seer", "mine"), ("seer-2", "theirs")]
    assert [event.args["total"] for event in played.events("warp-charge-pool")] == [4, 4]
