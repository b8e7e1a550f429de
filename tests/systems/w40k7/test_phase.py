"""The psychic phase, from the warp charge to the last die: w40k7 P1-P19."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from psyphase.engine.dice import Dice
from psyphase.engine.journal import Journal
from psyphase.engine.play import Answered, Narration, play
from psyphase.engine.procedure import Answer, Decision, Event, Number, Request, Roll, Selection, Text
from psyphase.engine.readings import COUNTS, DANGER
from psyphase.engine.sources import RandomDice, Recorded
from psyphase.errors import AnswerError
from psyphase.systems.w40k7.battle import Battle
from psyphase.systems.w40k7.model import Roster, Rules, Unit
from psyphase.systems.w40k7.perils import suffer
from psyphase.systems.w40k7.perils_table import Perils
from psyphase.systems.w40k7.psychic_test import PsychicTest
from psyphase.systems.w40k7.psychic_test import Tested as Outcome  # a name that pytest does not collect
from w40k7_table import Played, Table, army, play_phase

SHRIEK, DOMINATE, TERRIFY, INVISIBILITY = (
    f"telepathy/{name}" for name in ("psychic-shriek", "dominate", "terrify", "invisibility")
)
SHOCKWAVE = "telekinesis/shockwave"
VORTEX, POSSESSION = "daemonology-sanctic/vortex-of-doom", "daemonology-malefic/possession"
GRUNTS = Unit("Grunts", models=10)


def seer(*powers: str, name: str = "Seer", mastery: int = 2, **more: object) -> Unit:
    return replace(Unit(name, mastery=mastery, leadership=9, wounds=2, powers=powers or (DOMINATE,)), **more)


def pools(played: Played[Battle]) -> list[int]:
    """Both pools after the warp charge roll."""
    return [event.args["total"] for event in played.events("warp-charge-pool")]


def most(played: Played[Battle], id: str) -> list[int]:
    """The most dice that could be declared, each time."""
    return [request.high for request in played.asked(id)]


def unavailable(request: Any) -> dict[str, str]:
    """What may not be chosen, with the reason."""
    return {key: why.id for key, why in request.unavailable.items()}


def works(played: Played[Battle]) -> list[str]:
    """The powers that took effect."""
    return [event.args["power"].id for event in played.events("takes-effect")]


# P1, P2


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        pytest.param(
            [seer(name="Primaris"), seer(name="Astropath", mastery=1), seer(name="Wyrdvanes", mastery=1)], [seer(name="Sorcerer")],
            [7, 5], id="Andy: 3+2+1+1 and 3+2",
        ),
        pytest.param([seer(mastery=1)], [GRUNTS], [4, 3], id="no psyker: the roll alone"),
        pytest.param([seer(mastery=2, embarked=True)], [seer(mastery=3, embarked="Rhino")], [5, 6], id="embarked ones count"),
        pytest.param([seer(mastery=2, joins="Grunts"), GRUNTS], [GRUNTS], [5, 3], id="a character in a unit counts once"),
        pytest.param(
            [seer(mastery=2, joins="Coven"), Unit("Coven", tags=("brotherhood",), models=5, powers=())], [GRUNTS], [6, 3],
            id="level 2 in a unit of level 1 gives 3",
        ),
        pytest.param([seer(mastery=0, tags=("psychic-pilot",))], [GRUNTS], [4, 3], id="a level that is not shown is 1"),
        pytest.param([seer(warp_charge=1)], [GRUNTS], [6, 3], id="P2: a rule adds a die"),
        pytest.param([seer()], [replace(GRUNTS, warp_charge=-2)], [5, 1], id="P2: a rule takes dice, from the own pool"),
        pytest.param([seer()], [replace(GRUNTS, warp_charge=-9)], [5, 0], id="P2: never below 0"),
        pytest.param([seer()], [seer(warp_charge=-5), seer(name="Other")], [5, 2], id="P2: a loss is taken from all dice"),
    ],
)  # fmt: skip
def test_warp_charge(table: Table, mine: list[Unit], theirs: list[Unit], expected: list[int]) -> None:
    """w40k7 P1, P2: both players get the active player's D6 and all their own mastery levels."""
    played = table.phase(mine, theirs, warp_charge=3, **({"psyker": "end"} if len(mine) > 3 else {}))
    assert pools(played) == expected
    (roll,) = played.asked("warp-charge")
    assert (roll.who, str(roll.dice)) == ("mine", "d6")


def test_unknown_opponent(table: Table) -> None:
    """w40k7 P1: the mastery levels of an army nobody wrote down are asked."""
    assert pools(table.phase(seer(), None, warp_charge=3, enemy_mastery=4)) == [5, 7]


def test_slain_psykers_give_no_charge(table: Table) -> None:
    """w40k7 P1: only psykers still on the table count."""
    first = table.phase(seer(wounds=1), (), psychic_test=(6, 6), power=DOMINATE, perils=4)
    later = table.next_phase(first.outcome, "mine", warp_charge=3)
    assert pools(later) == [3, 3]


def test_pools_can_be_corrected(table: Table) -> None:
    """w40k7 P2: a rule the tables do not know adds or removes dice of either pool in the phase."""
    played = table.phase(
        seer(),
        (),
        warp_charge=1,
        power=["correct", DOMINATE],
        correction="pools",
        pool=9,
        enemy_pool=2,
        psychic_test=(4, 1),
        deny_test=(6, 1),
    )
    assert (most(played, "dice"), most(played, "deny-dice")) == ([9], [2])


# P3


def test_phase_ends_without_dice(table: Table) -> None:
    """w40k7 P3: the phase ends when the active player's last die is spent and the power is resolved."""
    played = table.phase(seer(DOMINATE, TERRIFY), (), warp_charge=1, power=DOMINATE, psychic_test=(4, 1, 1))
    assert works(played) == [DOMINATE]
    assert len(played.asked("power")) == 1
    assert played.has("no-dice-left")


def test_pool_of_nothing(table: Table) -> None:
    """w40k7 P3: with no dice from the start nothing can be attempted."""
    played = table.phase(seer(warp_charge=-10), (), warp_charge=1)
    assert pools(played) == [0, 1]
    assert not played.asked("power")


@pytest.mark.parametrize(
    ("units", "answers"),
    [
        pytest.param([seer()], {"power": "end"}, id="w40k7 P3: will not act"),
        pytest.param([seer(), seer(name="Other")], {"psyker": "end"}, id="w40k7 P3: will not act, two psykers"),
        pytest.param([seer(), seer(name="Other")], {"psyker": ["seer", "end"], "power": "back"}, id="w40k7 P3: back and end"),
        pytest.param([GRUNTS], {}, id="w40k7 P3: cannot act, no psyker"),
        pytest.param([seer()], {"power": DOMINATE, "psychic_test": (1,)}, id="w40k7 P3: cannot act, all attempted"),
        pytest.param([seer(powers=())], {}, id="w40k7 P3: cannot act, no powers"),
    ],
)
def test_phase_ends(table: Table, units: list[Unit], answers: dict[str, Any]) -> None:
    """w40k7 P3: the phase ends when the player cannot or will not act; both then lose all dice."""
    played = table.phase(units, [seer(name="Foe")], **answers)
    assert played.outcome.pools == (0, 0)
    assert played.has("phase-over")
    assert not played.has("takes-effect")


def test_drain_ends_the_phase(table: Table) -> None:
    """w40k7 P3, P13.3: a drain that empties the active pool ends the phase after the power is resolved."""
    played = table.phase(
        seer(DOMINATE, TERRIFY), [seer(name="Foe")], warp_charge=5, power=DOMINATE, psychic_test=(6, 6, 1, 1), perils=3, drain=3
    )
    assert works(played) == [DOMINATE]
    assert len(played.asked("power")) == 1
    assert most(played, "deny-dice") == [4]
    assert played.has("no-dice-left")


# P4, P6


def test_back_and_forth(table: Table) -> None:
    """w40k7 P4: one may go back and forth between psykers; each tries a power once, another may try the same."""
    played = table.phase(
        [seer(DOMINATE, TERRIFY, name="A"), seer(DOMINATE, TERRIFY, name="B")],
        (),
        psyker=["a", "b", "a", "b"],
        power=[DOMINATE, DOMINATE, TERRIFY, TERRIFY],
        psychic_test=[(4,), (4,), (4,), (4,)],
    )
    assert works(played) == [DOMINATE, DOMINATE, TERRIFY, TERRIFY]


@pytest.mark.parametrize(
    ("faces", "deny"),
    [
        pytest.param((4,), (), id="w40k7 P4: a power that worked"),
        pytest.param((3,), (), id="w40k7 P4: a failed attempt"),
        pytest.param((4,), [(6,)], id="w40k7 P4: a denied attempt"),
    ],
)
def test_never_twice(table: Table, faces: tuple[int, ...], deny: list[Any]) -> None:
    """w40k7 P4, P6: a unit never attempts the same power twice in a phase, however the first attempt went."""
    played = table.phase(seer(DOMINATE, TERRIFY), (), power=[DOMINATE, "end"], psychic_test=faces, deny_test=list(deny))
    first, second = played.asked("power")
    assert {DOMINATE, TERRIFY} <= set(first.options)
    assert DOMINATE not in second.options
    assert unavailable(second) == {DOMINATE: "already-attempted"}
    again = table.next_phase(played.outcome, "mine", power=[DOMINATE], psychic_test=faces)
    assert again.has("phase-over")


def test_never_twice_by_one_unit(table: Table) -> None:
    """w40k7 P4: several psykers in one unit share its attempts (facts, section 6)."""
    squad = [seer(DOMINATE, TERRIFY, name="Leader", joins="Coven"), seer(DOMINATE, name="Coven", models=5)]
    played = table.phase(squad, (), psyker=["coven", "leader"], power=[DOMINATE, "back"], psychic_test=(1,))
    assert unavailable(played.asked("power")[1]) == {DOMINATE: "already-attempted"}


@pytest.mark.parametrize("count", [1, 2])
def test_attempts_limited_by_mastery(table: Table, count: int) -> None:
    """w40k7 P4: with the FAQ's setting a psyker attempts as many powers as its mastery level, else as many as it knows."""
    powers = [DOMINATE, TERRIFY, SHRIEK]
    unit = seer(*powers, mastery=count)
    faq = table.under(attempts_per_phase="mastery").phase(unit, (), power=powers[:count], psychic_test=[(1,)] * count)
    assert len(faq.asked("power")) == count
    assert faq.has("phase-over")
    source = table.phase(unit, (), power=powers, psychic_test=[(1,)] * 3)
    assert len(source.asked("psychic-test")) == 3


@pytest.mark.parametrize("tag", ["falling-back", "gone-to-ground"])
def test_fallen_back_or_gone_to_ground(table: Table, tag: str) -> None:
    """w40k7 P6: units that fall back or have gone to ground may still manifest."""
    assert works(table.phase(seer(tags=(tag,)), (), power=DOMINATE, psychic_test=(4,))) == [DOMINATE]


def test_only_known_powers(table: Table) -> None:
    """w40k7 P6: a power that the unit does not know cannot be attempted."""
    with pytest.raises(AnswerError):
        table.phase(seer(DOMINATE), (), power=TERRIFY, psychic_test=(4,))


def test_only_the_active_player(table: Table) -> None:
    """w40k7 P4: only the active player's psykers are offered."""
    played = table.phase([seer(name="A"), seer(name="B")], [seer(name="Foe")], psyker="end")
    assert set(played.asked("psyker")[0].options) == {"a", "b", "correct", "end"}
    theirs = table.next_phase(played.outcome, "theirs", power=DOMINATE, psychic_test=(4,))
    assert theirs.asked("psychic-test")[0].who == "theirs"


# P5, P7, P8


def test_order_of_steps(table: Table) -> None:
    """w40k7 P5: psyker and power, target, dice, test, perils, deny, effect: in this order."""
    played = table.phase(
        [seer(name="A"), seer(name="B")], (), psyker="a", power=DOMINATE, psychic_test=(6, 6), perils=5, leadership_test=(1, 1),
        deny_test=(6, 1),
    )  # fmt: skip
    steps = [
        "psyker",
        "power",
        "target",
        "dice",
        "psychic-test",
        "perils",
        "leadership-test",
        "deny-dice",
        "deny-test",
        "takes-effect",
    ]
    assert played.order(*steps)[: len(steps)] == steps


@pytest.mark.parametrize(
    ("power", "faces", "reminded"),
    [
        pytest.param(SHRIEK, (4,), True, id="witchfire on a unit"),
        pytest.param(DOMINATE, (4,), True, id="malediction on a unit"),
        pytest.param(INVISIBILITY, (4, 4), True, id="blessing on a friend"),
        pytest.param("telekinesis/assail", (4,), True, id="beam"),
        pytest.param("telekinesis/crush", (4,), True, id="focussed witchfire"),
        pytest.param("geokinesis/chasm", (4, 4), True, id="untyped power on a unit"),
        pytest.param("geokinesis/warp-quake", (4,), True, id="witchfire on a building"),
        pytest.param("geokinesis/scorched-earth", (4,), True, id="malediction on a point"),
        pytest.param(SHOCKWAVE, (4,), False, id="nova says otherwise"),
        pytest.param("force", (4,), False, id="no target"),
    ],
)
def test_line_of_sight(table: Table, power: str, faces: tuple[int, ...], reminded: bool) -> None:
    """w40k7 P7: a power with a target needs line of sight to it, which the program cannot see and reminds of."""
    played = table.phase(seer(power), (), power=power, psychic_test=faces)
    assert played.has("reminder-sight") == reminded


EMBARKED = {
    "biomancy/smite": "witchfire",
    "biomancy/enfeeble": "malediction",
    "biomancy/iron-arm": "blessing",
    "biomancy/haemorrhage": "focussed-witchfire",
    "telekinesis/assail": "beam",
    SHOCKWAVE: "nova",
    "daemonology-malefic/summoning": "conjuration",
    "geokinesis/chasm": "untyped",
    "force": "blessing",
}


@pytest.mark.parametrize(
    ("setting", "kinds"),
    [("plain", {"witchfire"}), ("all", {"witchfire", "focussed-witchfire", "beam", "nova"})],
    ids=["w40k7 P8: plain witchfire", "w40k7 P8: any witchfire"],
)
@pytest.mark.parametrize(
    "units",
    [
        pytest.param([seer(*EMBARKED, embarked=True)], id="itself"),
        pytest.param([seer(*EMBARKED, embarked="Rhino")], id="in a named transport"),
        pytest.param([seer(*EMBARKED, joins="Squad"), Unit("Squad", models=5, embarked=True)], id="with its squad"),
    ],
)
def test_embarked_psykers(table: Table, units: list[Unit], setting: str, kinds: set[str]) -> None:
    """w40k7 P8, faults w40k7 16: embarked psykers may use only witchfire powers; where the setting is why, it is named."""
    played = table.under(embarked_powers=setting).phase(units, (), power="end")
    (request,) = played.asked("power")
    assert {EMBARKED[id] for id in request.options if id in EMBARKED} == kinds
    witchfire = {"witchfire", "focussed-witchfire", "beam", "nova"}
    for id, why in request.unavailable.items():
        if EMBARKED[id] in witchfire:
            assert (why.id, why.args) == ("embarked-plain-only", {"setting": "embarked_powers", "value": "plain"})
        else:
            assert (why.id, why.args) == ("embarked-witchfire-only", {})


def test_the_readings_of_embarked_psykers(table: Table) -> None:
    """faults w40k7 16: the source lets every variant of witchfire out of a transport; the FAQ only the plain kind."""
    assert table.rules.settings.embarked_powers == "all"
    faq = table.under(readings="faq")
    assert (faq.rules.settings.embarked_powers, faq.rules.settings.attempts_per_phase) == ("plain", "mastery")


@pytest.mark.parametrize("power", ["biomancy/smite", "geokinesis/warp-quake"])
def test_fire_point(table: Table, power: str) -> None:
    """w40k7 P8: witchfire from a transport needs a fire point, which the program reminds of."""
    embarked = table.phase(seer(power, embarked=True), (), power=power, psychic_test=(4,))
    assert embarked.has("reminder-fire-point")
    assert not table.phase(seer(power), (), power=power, psychic_test=(4,)).has("reminder-fire-point")


@pytest.mark.parametrize(
    ("power", "request_id", "kept_out"),
    [
        pytest.param(DOMINATE, "target", {"loot", "joined"}, id="an enemy unit"),
        pytest.param(SHOCKWAVE, "targets", {"loot", "joined"}, id="enemy units in range"),
        pytest.param(INVISIBILITY, "target", {"passengers"}, id="a friendly unit"),
    ],
)
def test_embarked_units_are_no_targets(table: Table, power: str, request_id: str, kept_out: set[str]) -> None:
    """w40k7 P8: an embarked unit, or who has joined it, is never a target."""
    played = table.phase(
        [seer(power), Unit("Passengers", embarked=True)],
        [GRUNTS, Unit("Loot", embarked="Trukk"), Unit("Joined", joins="Loot")],
        power=power,
        psychic_test=(1,),
    )
    (request,) = played.asked(request_id)
    assert not kept_out & set(request.options)
    assert kept_out <= set(unavailable(request))


# P9


@pytest.mark.parametrize(
    ("power", "faces", "passed"),
    [
        pytest.param(DOMINATE, (4,), True, id="w40k7 P9: a 4 harnesses"),
        pytest.param(DOMINATE, (3, 3, 3), False, id="w40k7 P9: a 3 does not"),
        pytest.param(INVISIBILITY, (4, 5), True, id="w40k7 P9: exactly the cost"),
        pytest.param(INVISIBILITY, (6, 3, 2, 1), False, id="w40k7 P9: one short of the cost"),
        pytest.param(INVISIBILITY, (4, 5, 6, 5, 1), True, id="w40k7 P9: more than the cost"),
    ],
)
def test_psychic_test(table: Table, power: str, faces: tuple[int, ...], passed: bool) -> None:
    """w40k7 P9: every 4+ harnesses a charge; as many as the cost pass the test, else nothing happens."""
    played = table.phase(seer(power), (), power=power, psychic_test=faces)
    assert works(played) == [power] * passed
    assert bool(played.asked("deny-dice")) == passed
    assert played.args("harnessed" if passed else "not-harnessed")["harnessed"] == sum(face >= 4 for face in faces)


def test_declared_dice_leave_the_pool(table: Table) -> None:
    """w40k7 P9: from one die to the whole pool may be declared; they are gone whatever comes of it."""
    played = table.phase(
        seer(DOMINATE, TERRIFY, SHRIEK),
        (),
        warp_charge=5,
        power=[DOMINATE, TERRIFY, SHRIEK],
        psychic_test=[(4, 1), (1, 1, 1), (4, 1)],
    )
    assert [(request.low, request.high) for request in played.asked("dice")] == [(1, 7), (1, 5), (1, 2)]
    for dice in (0, 8):
        with pytest.raises(AnswerError):
            table.phase(seer(), (), warp_charge=5, power=DOMINATE, dice=dice)


def test_fewer_dice_than_the_cost(table: Table) -> None:
    """w40k7 P9: a test may be declared with fewer dice than the cost, which only makes it fail."""
    dear = "interromancy/mind-wipe"
    played = table.phase(seer(dear, mastery=2), (), warp_charge=1, power=dear, dice=2, psychic_test=(5, 5))
    assert played.args("not-harnessed")["harnessed"] == 2
    assert works(played) == []


def test_a_pool_below_the_cost(table: Table) -> None:
    """w40k7 P9: a power that cannot be paid for is not offered, and the menu says what it needs and what is left."""
    dear = "interromancy/mind-wipe"
    played = table.phase(seer(dear, mastery=1), (), warp_charge=1)
    assert played.args("cannot-attempt")["why"] == Event("needs-charges", {"cost": 3, "pool": 2})


def test_the_whole_pool_for_exactly_the_cost(table: Table) -> None:
    """w40k7 P9: a pool of exactly the cost is enough."""
    unit = seer(INVISIBILITY, mastery=1)
    assert works(table.phase(unit, (), warp_charge=1, power=INVISIBILITY, psychic_test=(4, 4))) == [INVISIBILITY]


@pytest.mark.parametrize(("success", "passed"), [("2", True), ("3", True), ("4", False), ("6", False)])
def test_success_is_a_setting(table: Table, success: str, passed: bool) -> None:
    """w40k7 P9: the face that harnesses is a setting."""
    assert works(table.under(success=success).phase(seer(), (), power=DOMINATE, psychic_test=(3,))) == [DOMINATE] * passed


@pytest.mark.parametrize(("harness", "passed"), [(3, True), (4, False), (6, False)])
def test_a_unit_may_harness_on_another_face(table: Table, harness: int, passed: bool) -> None:
    """w40k7 P9: a unit's own rule may say on which face it harnesses (facts, section 6)."""
    assert works(table.phase(seer(harness=harness), (), power=DOMINATE, psychic_test=(3,))) == [DOMINATE] * passed


# P10, P11, P12


@pytest.mark.parametrize(
    ("power", "faces", "perils"),
    [
        pytest.param(DOMINATE, (6, 6), True, id="w40k7 P10: two sixes"),
        pytest.param(DOMINATE, (6, 1, 6, 6), True, id="w40k7 P10: three sixes"),
        pytest.param(DOMINATE, (6, 5, 5), False, id="w40k7 P10: one six"),
        pytest.param(DOMINATE, (5, 5, 1, 1), False, id="w40k7 P10: other doubles"),
        pytest.param("daemonology-malefic/summoning", (6, 6, 1), True, id="w40k7 P10: a failed test too"),
        pytest.param(DOMINATE, (6,), False, id="w40k7 P10: a single die"),
    ],
)
def test_two_sixes(table: Table, power: str, faces: tuple[int, ...], perils: bool) -> None:
    """w40k7 P10: two or more natural sixes bring perils, once, whether or not the test was passed."""
    played = table.phase(
        seer(power, tags=("daemon",)), (), power=power, psychic_test=faces, perils=[5] * perils, leadership_test=[(1, 1)] * perils
    )
    assert len(played.events("perils-of-the-warp")) == perils


def test_modified_success_keeps_natural_sixes(table: Table) -> None:
    """w40k7 P10: only natural sixes count, whatever face harnesses."""
    played = table.under(success="2").phase(seer(), (), power=DOMINATE, psychic_test=(5, 5, 4, 4))
    assert not played.has("perils-of-the-warp")


@pytest.mark.parametrize(
    ("kind", "faces", "perils"), [("any-double", (2, 2), 1), ("any-double", (1, 2), 0), ("never", (6, 6, 6), 0)]
)
def test_perils_are_a_setting(table: Table, kind: str, faces: tuple[int, ...], perils: int) -> None:
    """w40k7 P10: what brings perils is a setting."""
    played = table.under(perils=kind).phase(seer(), (), power=DOMINATE, psychic_test=faces, perils=[4] * perils)
    assert len(played.events("perils-of-the-warp")) == perils


@pytest.mark.parametrize(
    ("kind", "faces", "perils"), [("never", (6, 6, 6), 0), ("any-double", (1, 1), 1), ("any-double", (6, 5), 0)]
)
def test_perils_by_a_units_own_rule(table: Table, kind: Perils, faces: tuple[int, ...], perils: int) -> None:
    """w40k7 P10: a unit's own rule may say what brings perils (facts, section 6)."""
    played = table.phase(seer(perils=kind), (), power=DOMINATE, psychic_test=faces, perils=[4] * perils)
    assert len(played.events("perils-of-the-warp")) == perils


@pytest.mark.parametrize(
    ("row", "answers"),
    [
        pytest.param(4, {}, id="w40k7 P11: slain by a wound"),
        pytest.param(1, {"leadership_test": (6, 6), "perils_hits": 3}, id="w40k7 P11: dragged into the warp"),
        pytest.param(2, {}, id="w40k7 P11: the power itself is forgotten"),
    ],
)
def test_perils_do_not_stop_the_power(table: Table, row: int, answers: dict[str, Any]) -> None:
    """w40k7 P11: a power whose test was passed takes effect even if its psyker is slain or forgets it."""
    played = table.phase(seer(wounds=1), (), power=DOMINATE, psychic_test=(6, 6), perils=row, **answers)
    assert works(played) == [DOMINATE]
    assert [effect.power for effect in played.outcome.in_play] == [DOMINATE]
    assert played.outcome.unit("seer").level == 0
    denied = table.phase(seer(wounds=1), (), power=DOMINATE, psychic_test=(6, 6), deny_test=(6, 6), perils=row, **answers)
    assert works(denied) == []


def test_the_slain_manifest_no_more(table: Table) -> None:
    """w40k7 P11, P4: a slain psyker attempts nothing further."""
    played = table.phase(seer(DOMINATE, TERRIFY, wounds=1), (), power=DOMINATE, psychic_test=(6, 6), perils=4)
    assert len(played.asked("power")) == 1


COVEN = seer(DOMINATE, TERRIFY, name="Coven", mastery=1, wounds=1, tags=("brotherhood",), models=5)


def test_a_brotherhood_of_like_models(table: Table) -> None:
    """w40k7 P12, faults w40k7 21: of models that are all alike any one is struck, without a die; the unit goes on."""
    played = table.phase(COVEN, (), power=[DOMINATE, TERRIFY], psychic_test=[(6, 6), (4,)], perils=4)
    assert not played.asked("perils-model")
    assert works(played) == [DOMINATE, TERRIFY]
    coven = played.outcome.unit("coven")
    assert (len(coven.health), coven.losses, coven.level) == (4, 1, 1)


@pytest.mark.parametrize(
    ("models", "throws", "again", "health"),
    [
        (5, (5,), {6}, (1, 2, 2, 2, 1)),
        (5, (6, 6, 1), {6}, (2, 2, 2, 2)),
        (3, (3,), set(), (1, 1, 2)),
        (2, (3,), set(), (2,)),
        (2, (4,), set(), (1, 1)),
    ],
)
def test_brotherhood(table: Table, models: int, throws: tuple[int, ...], again: set[int], health: tuple[int, ...]) -> None:
    """w40k7 P12: once one is wounded, perils fall on one of the models at random, each as likely; that one alone is wounded."""
    coven = replace(COVEN, models=models, wounds=2)
    played = table.phase(coven, (), power=[DOMINATE, TERRIFY], psychic_test=[(6, 6), (6, 6)], perils_model=throws, perils=[4, 4])
    (roll,) = played.asked("perils-model")
    assert set(roll.reroll) == again
    assert set(roll.read.weights(roll.dice).values()) == {6 // models if models < 5 else 1}
    assert played.outcome.unit("coven").health == health


def test_brotherhood_loses_models_to_hits(table: Table) -> None:
    """w40k7 P12, P13.1: models slain by the hits are no longer among those that perils may fall on."""
    played = table.phase(
        COVEN, (), power=[DOMINATE, TERRIFY], psychic_test=[(6, 6), (6, 6)], perils=[1, 4], leadership_test=(6, 6),
        perils_hits=6, losses=3,
    )  # fmt: skip
    assert not played.outcome.unit("coven").alive


# P13


@pytest.mark.parametrize("passed", [True, False])
@pytest.mark.parametrize("row", [1, 5, 6])
def test_leadership_test(table: Table, row: int, passed: bool) -> None:
    """w40k7 P13: a leadership test is passed on 2D6 equal to or under the leadership, failed above it."""
    played = table.phase(
        seer(leadership=8), (), power=DOMINATE, psychic_test=(6, 6), perils=row, leadership_test=(5, 3) if passed else (4, 5),
        perils_hits=[1] * (row == 1 and not passed),
    )  # fmt: skip
    unit = played.outcome.unit("seer")
    wounds = {(1, True): (1,), (1, False): (), (5, True): (2,), (5, False): (1,), (6, True): (2,), (6, False): (1,)}
    assert unit.health == wounds[row, passed]
    boons = [effect for effect in played.outcome.in_play if effect.power == "warp-surge"]
    assert len(boons) == (row == 6 and passed)
    assert str(played.asked("leadership-test")[0].dice) == "2d6"
    assert played.outcomes("leadership-test") == [passed]


def test_dragged_into_the_warp(table: Table) -> None:
    """w40k7 P13.1: the psyker is removed and its unit suffers D6 hits at strength 6 AP 1, allocated as from its position."""
    played = table.phase(
        seer(wounds=3, models=6),
        (),
        power=DOMINATE,
        psychic_test=(6, 6),
        perils=1,
        leadership_test=(6, 6),
        perils_hits=4,
        losses=2,
    )
    args = played.args("unit-hit")
    assert (args["hits"], args["strength"], args["ap"]) == (4, 6, 1)
    unit = played.outcome.unit("seer")
    assert (unit.losses, unit.alive, unit.level) == (3, True, 0)
    assert most(played, "losses") == [4]  # five are left, but four hits slay no more than four
    assert str(played.asked("perils-hits")[0].dice) == "d6"


@pytest.mark.parametrize(
    "units",
    [
        pytest.param([seer(joins="Squad"), Unit("Squad", models=5)], id="the unit it has joined"),
        pytest.param([seer(), Unit("Squad", models=5, joins="Seer")], id="who has joined it"),
    ],
)
def test_dragged_from_a_unit(table: Table, units: list[Unit]) -> None:
    """w40k7 P13.1: the hits fall on what is left of the psyker's whole unit."""
    played = table.phase(
        units, (), power=DOMINATE, psychic_test=(6, 6), perils=1, leadership_test=(6, 6), perils_hits=5, losses=4
    )
    assert played.outcome.unit("squad").losses == 4


@pytest.mark.parametrize(
    ("powers", "face", "lost", "again"),
    [
        pytest.param((DOMINATE,), None, DOMINATE, set(), id="the only one"),
        pytest.param((DOMINATE, TERRIFY), (3,), DOMINATE, set(), id="one of two, low"),
        pytest.param((DOMINATE, TERRIFY), (4,), TERRIFY, set(), id="one of two, high"),
        pytest.param((DOMINATE, TERRIFY, SHRIEK, "force"), (6, 5, 4), "force", {5, 6}, id="one of four"),
    ],
)
def test_mind_purged(table: Table, powers: tuple[str, ...], face: Any, lost: str, again: set[int]) -> None:
    """w40k7 P13.2: one wound, and one power, each as likely, is lost for the rest of the battle."""
    played = table.phase(seer(*powers), (), power=DOMINATE, psychic_test=(6, 6), perils=2, lost_power=[face] if face else [])
    unit = played.outcome.unit("seer")
    assert unit.health == (1,)
    assert unit.powers == tuple(power for power in powers if power != lost)
    for roll in played.asked("lost-power"):
        assert set(roll.reroll) == again
        assert len(roll.read.weights(roll.dice)) == len(powers)
        assert len(set(roll.read.weights(roll.dice).values())) == 1
    offered = {key for request in played.asked("power")[1:] for key in (*request.options, *request.unavailable)}
    assert lost not in offered
    later = table.next_phase(played.outcome, "mine")
    assert lost not in {key for request in later.asked("power") for key in (*request.options, *request.unavailable)}


@pytest.mark.parametrize("drain", [1, 2, 3])
def test_power_drain(table: Table, drain: int) -> None:
    """w40k7 P13.3: one wound, and both players lose D3 charges."""
    played = table.phase(
        seer(DOMINATE, TERRIFY),
        (),
        power=[DOMINATE, TERRIFY],
        psychic_test=[(6, 6), (4,)],
        perils=3,
        drain=drain,
    )
    assert most(played, "dice") == [8, 6 - drain]
    assert most(played, "deny-dice") == [6 - drain, 6 - drain]
    assert played.outcome.unit("seer").health == (1,)
    assert str(played.asked("drain")[0].dice) == "d3"


def test_drained_pools_stop_at_nothing(table: Table) -> None:
    """w40k7 P13.3, P2: no pool is drained below 0; an opponent without dice cannot deny."""
    played = table.phase(seer(DOMINATE, TERRIFY), (), warp_charge=2, power=DOMINATE, psychic_test=(6, 6), perils=3, drain=3)
    args = played.args("drained")
    assert (args["pool"], args["enemy_pool"]) == (0, 0)
    assert not played.asked("deny-dice")
    assert works(played) == [DOMINATE]


def test_psychic_backlash(table: Table) -> None:
    """w40k7 P13.4: one wound and no more; a second one slays a psyker of two wounds."""
    played = table.phase(seer(DOMINATE, TERRIFY), (), power=[DOMINATE, TERRIFY], psychic_test=[(6, 6), (6, 6)], perils=[4, 4])
    assert not played.outcome.unit("seer").alive
    assert [event.args["wounds"] for event in played.events("has-wounds-left")] == [1]


def test_unknown_wounds_and_leadership(table: Table) -> None:
    """w40k7 P13: wounds left and leadership are asked where the roster does not say."""
    unit = seer(wounds=None, leadership=None)
    played = table.phase(
        unit, (), power=DOMINATE, psychic_test=(6, 6), perils=1, leadership=7, leadership_test=(3, 4), wounds_left=1
    )
    assert played.outcome.unit("seer").health == (1,)
    slain = table.phase(unit, (), power=DOMINATE, psychic_test=(6, 6), perils=4, wounds_left=0)
    assert not slain.outcome.unit("seer").alive


@pytest.mark.parametrize(("faces", "wounds"), [((5, 5), (2,)), ((5, 6), (1,))])
def test_psychic_pilot(table: Table, faces: tuple[int, ...], wounds: tuple[int, ...]) -> None:
    """w40k7 P13: a psychic pilot has leadership 10 (facts, section 6)."""
    pilot = seer(leadership=None, tags=("psychic-pilot", "vehicle"))
    played = table.phase(pilot, (), power=DOMINATE, psychic_test=(6, 6), perils=5, leadership_test=faces)
    assert played.outcome.unit("seer").health == wounds


def test_warp_surge(table: Table) -> None:
    """w40k7 P13.6: the boon lasts until the start of the owner's next psychic phase, not the opponent's."""
    first = table.phase(seer(), (), power=DOMINATE, psychic_test=(6, 6), perils=6, leadership_test=(1, 1))
    effect = first.args("gains")["effect"].en
    assert all(rule in effect for rule in ("3+", "Fleshbane", "Armourbane", "Smash"))
    theirs = table.next_phase(first.outcome, "theirs")
    assert {effect.power for effect in theirs.outcome.in_play} == {"warp-surge", DOMINATE}
    mine = table.next_phase(theirs.outcome, "mine")
    assert mine.outcome.in_play == ()
    assert len(mine.events("effect-ends")) == 2


# P14-P16


@pytest.mark.parametrize(
    ("harnessing", "denying", "denied"),
    [
        pytest.param((4,), (6,), True, id="w40k7 P14: nullified equals harnessed"),
        pytest.param((4,), (5, 5, 5, 5), False, id="w40k7 P14: a 5 is not enough"),
        pytest.param((4, 5), (6, 6), True, id="w40k7 P14: two of two"),
        pytest.param((4, 5), (6, 5, 1, 2), False, id="w40k7 P14: one of two, though the power costs 1"),
        pytest.param((4, 4, 4), (6, 6, 6, 6), True, id="w40k7 P14: more than harnessed"),
        pytest.param((4, 4, 4, 1, 1), (6, 6, 5), False, id="w40k7 P14: all charges, not only the cost"),
    ],
)
def test_deny_the_witch(table: Table, harnessing: tuple[int, ...], denying: tuple[int, ...], denied: bool) -> None:
    """w40k7 P14: every 6+ nullifies a charge; all harnessed charges must go."""
    played = table.phase(seer(), (), power=DOMINATE, psychic_test=harnessing, deny_test=denying)
    assert works(played) == [DOMINATE] * (not denied)
    assert played.outcome.in_play == () if denied else played.outcome.in_play
    (test,) = played.asked("deny-test")
    assert (test.who, str(test.dice)) == ("theirs", str(Dice(len(denying), 6)))
    assert played.args("denied" if denied else "not-denied")["nullified"] == denying.count(6)


def test_deny_may_be_impossible(table: Table) -> None:
    """w40k7 P14: an opponent without dice is told so and not asked."""
    played = table.phase(seer(), [replace(GRUNTS, warp_charge=-10)], power=DOMINATE, psychic_test=(4,))
    assert played.has("no-dice-to-deny")
    assert not played.asked("deny-dice")


def test_denying_takes_dice(table: Table) -> None:
    """w40k7 P14: deny dice come from the opponent's own pool, at most all of it, and are gone."""
    played = table.phase(
        seer(DOMINATE, TERRIFY, SHRIEK), (), warp_charge=5, power=[DOMINATE, TERRIFY, SHRIEK], psychic_test=[(4,), (4,), (4,)],
        deny_test=[(1, 1), (1, 1, 6)],
    )  # fmt: skip
    assert most(played, "deny-dice") == [5, 3]
    assert most(played, "dice") == [7, 6, 5]
    assert works(played) == [DOMINATE, SHRIEK]
    with pytest.raises(AnswerError):
        table.phase(seer(), (), warp_charge=5, power=DOMINATE, psychic_test=(4,), deny_dice=6)


def test_no_deny_of_a_failed_test(table: Table) -> None:
    """w40k7 P14: only a passed test can be answered."""
    assert not table.phase(seer(), (), power=DOMINATE, psychic_test=(3,)).asked("deny-dice")


def test_deny_may_be_left_alone(table: Table) -> None:
    """w40k7 P14: the opponent need not try, and keeps the dice."""
    played = table.phase(seer(DOMINATE, TERRIFY), (), power=[DOMINATE, TERRIFY], psychic_test=[(4,), (4,)])
    assert most(played, "deny-dice") == [6, 6]
    assert works(played) == [DOMINATE, TERRIFY]


def test_deny_dice_bring_no_perils(table: Table) -> None:
    """w40k7 P14: sixes in a deny test bring no perils (facts, section 6)."""
    played = table.phase(seer(), [seer(name="Foe")], power=DOMINATE, psychic_test=(4,), deny_test=(6, 6, 6))
    assert not played.has("perils-of-the-warp")


def test_one_target_makes_one_attempt(table: Table) -> None:
    """w40k7 P14: of several targets one unit makes the one attempt; units that are no target have no say."""
    foes = [GRUNTS, Unit("Boyz", models=20, tags=("adamantium-will",)), seer(name="Weirdboy", mastery=3)]
    played = table.phase(
        seer(SHOCKWAVE), foes, power=SHOCKWAVE, targets=("grunts", "boyz"), psychic_test=(4,), denier="boyz", deny_test=(4, 4)
    )
    assert set(played.asked("denier")[0].options) == {"grunts", "boyz", "nobody"}
    assert len(played.asked("deny-test")) == 1
    assert works(played) == [SHOCKWAVE]


def character(name: str, joins: str, *tags: str, mastery: int = 0) -> Unit:
    return Unit(name, mastery=mastery, tags=tags, joins=joins, powers=() if mastery else None)


def denied_by(table: Table, foes: Sequence[Unit], face: int, power: str = DOMINATE, **answers: Any) -> bool:
    """Whether a single deny die with this face stops a power of one charge by a psyker of level 2."""
    played = table.phase(seer(power), foes, power=power, psychic_test=(4,), deny_test=(face,), **answers)
    return not works(played)


@pytest.mark.parametrize(
    ("foes", "needed"),
    [
        pytest.param([GRUNTS], 6, id="no modifier"),
        pytest.param([seer(name="Foe", mastery=1)], 5, id="a psyker"),
        pytest.param([Unit("Foe", tags=("psyker",), powers=())], 5, id="a psyker without a level"),
        pytest.param([Unit("Foe", tags=("psychic-pilot",), powers=())], 5, id="a psychic pilot"),
        pytest.param([Unit("Foe", tags=("brotherhood",), models=5, powers=())], 5, id="a brotherhood"),
        pytest.param(
            [seer(name="Foe", mastery=1, tags=("psyker", "psychic-pilot", "brotherhood"))], 5, id="of one kind each once"
        ),
        pytest.param([seer(name="Foe", mastery=2)], 5, id="a level that is equal"),
        pytest.param([seer(name="Foe", mastery=3)], 4, id="a level that is higher"),
        pytest.param([Unit("Foe", tags=("adamantium-will",))], 5, id="adamantium will"),
        pytest.param([seer(name="Foe", mastery=3, tags=("adamantium-will",))], 3, id="all three"),
        pytest.param([GRUNTS, character("Chief", "Grunts", mastery=3)], 4, id="a character that has joined"),
        pytest.param(
            [replace(GRUNTS, tags=("adamantium-will",)), character("Chief", "Grunts", "adamantium-will")],
            5,
            id="two wills count once",
        ),
        pytest.param(
            [GRUNTS, character("A", "Grunts", mastery=1), character("B", "Grunts", mastery=1)], 5, id="two psykers count once"
        ),
        pytest.param(
            [GRUNTS, character("A", "Grunts", mastery=3), character("B", "Grunts", mastery=4)], 4, id="two higher count once"
        ),
        pytest.param(
            [replace(GRUNTS, tags=("adamantium-will",)), character("A", "Grunts", mastery=3)], 3, id="all three, spread out"
        ),
        pytest.param([GRUNTS, seer(name="Chief", mastery=4)], 6, id="another unit's psyker"),
    ],
)
def test_deny_modifiers(table: Table, foes: list[Unit], needed: int) -> None:
    """w40k7 P15: a psyker, a higher level than the caster's and adamantium will add 1 to each die, each once."""
    target = foes[0].name.lower()
    assert denied_by(table, foes, needed, target=target)
    assert not denied_by(table, foes, needed - 1, target=target)


@pytest.mark.parametrize(
    ("foe", "needed"),
    [
        pytest.param(Unit("Kharn", deny=2), 2, id="on 2+"),
        pytest.param(seer(name="Hound", mastery=3, tags=("adamantium-will",), deny=4), 4, id="on 4+ whatever the modifiers"),
        pytest.param(Unit("Collar", deny_bonus=2), 4, id="+2"),
        pytest.param(seer(name="Collar", mastery=1, deny_bonus=2), 3, id="+2 beside the others"),
    ],
)
def test_deny_by_a_units_own_rule(table: Table, foe: Unit, needed: int) -> None:
    """w40k7 P15: rules of a unit's own say on what it denies or add to its dice (facts, section 6)."""
    assert denied_by(table, [foe], needed)
    assert not denied_by(table, [foe], needed - 1)


def test_joined_characters_are_no_targets_of_their_own(table: Table) -> None:
    """w40k7 P14, P15: a character is targeted with the unit it has joined."""
    played = table.phase(seer(), [GRUNTS, character("Chief", "Grunts", mastery=3)], power=DOMINATE, psychic_test=(1,))
    assert set(played.asked("target")[0].options) == {"grunts", "another-unit"}


def test_modifiers_count_for_each_die(table: Table) -> None:
    """w40k7 P14, P15: the modifiers are added to each die, none to the number of dice."""
    foe = seer(name="Foe", mastery=3)
    played = table.phase(seer(), foe, power=DOMINATE, psychic_test=(4, 4, 4), deny_test=(4, 5, 4))
    assert works(played) == []
    short = table.phase(seer(), foe, power=DOMINATE, psychic_test=(4, 4, 4), deny_test=(4, 5, 3, 3))
    assert works(short) == [DOMINATE]


@pytest.mark.parametrize(("success", "denied"), [("6", False), ("5", True)])
def test_deny_success_is_a_setting(table: Table, success: str, denied: bool) -> None:
    """w40k7 P14: the face that nullifies is a setting."""
    assert denied_by(table.under(deny_success=success), [GRUNTS], 5) == denied


@pytest.mark.parametrize(
    ("theirs", "asked"),
    [(None, {"enemy_mastery": 0}), ([GRUNTS], {"target": "another-unit"})],
    ids=["no roster", "not in the roster"],
)
def test_modifiers_of_unlisted_units(table: Table, theirs: Any, asked: dict[str, Any]) -> None:
    """w40k7 P15: the modifiers of a unit in no roster are asked of its owner."""
    answers = {"power": DOMINATE, "psychic_test": (4,), **asked}
    modifiers = ("psyker", "higher-mastery", "adamantium-will")
    played = table.phase(seer(), theirs, **answers, deny_modifiers=modifiers, deny_test=(3,))
    assert works(played) == []
    (request,) = played.asked("deny-modifiers")
    assert (request.who, set(request.options)) == ("theirs", set(modifiers))
    assert works(table.phase(seer(), theirs, **answers, deny_modifiers=("psyker",), deny_test=(4,))) == [DOMINATE]


@pytest.mark.parametrize(
    ("bearer", "modifiers", "ways"),
    [
        pytest.param(seer(name="Chief", mastery=1), (), {"another-unit": 6, "another-unit-by-chief": 5}, id="the bearer is a psyker"),
        pytest.param(
            seer(name="Chief", mastery=3), (), {"another-unit": 6, "another-unit-by-chief": 4}, id="of a higher level too",
        ),
        pytest.param(
            seer(name="Chief", mastery=1), ("psyker", "adamantium-will"), {"another-unit": 4, "another-unit-by-chief": 4},
            id="both are psykers: once",
        ),
        pytest.param(
            seer(name="Chief", mastery=1, deny_bonus=1), (), {"another-unit": 6, "another-unit-by-chief": 4},
            id="with the bearer's own rule",
        ),
        pytest.param(seer(name="Chief", mastery=3, embarked=True), (), {"another-unit": 6}, id="in a vehicle: not for others"),
        pytest.param(
            [seer(name="Chief", mastery=3, joins="Guard"), Unit("Guard", models=5, embarked=True)], (), {"another-unit": 6},
            id="in a vehicle with its squad: not for others",
        ),
    ],
)  # fmt: skip
def test_hood_for_an_unlisted_unit(
    table: Table, bearer: Unit | list[Unit], modifiers: tuple[str, ...], ways: Mapping[str, int]
) -> None:
    """w40k7 P15, P17: a hood may stand in for a unit in no roster, with the modifiers of both, each once; not from a vehicle."""
    first, *others = bearer if isinstance(bearer, list) else [bearer]
    foes = [replace(first, tags=("psychic-hood",)), *others]
    passes: dict[str, Any] = {"denier": "nobody"} if len(ways) > 1 else {"deny_dice": 0}
    played = table.phase(
        seer(), foes, power=DOMINATE, target="another-unit", psychic_test=(4,), deny_modifiers=modifiers, **passes
    )
    menus = played.asked("denier")
    assert len(menus) == (len(ways) > 1)
    needed = [menu.notes[key].args["target"].needed for menu in menus for key in ways] or [
        played.args("deny-needs")["target"].needed
    ]
    assert needed == list(ways.values())
    assert all([*menu.options] == [*ways, "nobody"] for menu in menus)
    by: dict[str, Any] = {"denier": "another-unit-by-chief"} if menus else {}
    by_the_hood = table.phase(
        seer(), foes, power=DOMINATE, target="another-unit", psychic_test=(4,), deny_modifiers=modifiers,
        deny_test=(ways.get("another-unit-by-chief", 6),), **by,
    )  # fmt: skip
    assert by_the_hood.has("hood-reminder") == bool(menus)
    assert works(by_the_hood) == []


@pytest.mark.parametrize("target", ["grunts", "another-unit"])
def test_no_hood_from_reserve(table: Table, target: str) -> None:
    """w40k7 P17: a hood that is not on the table stands in for nobody."""
    chief = seer(name="Chief", mastery=3, tags=("psychic-hood",))
    first = table.phase(seer(), [GRUNTS, chief], power="end").outcome
    away = first.with_units([replace(first.unit("chief"), reserve=True)])
    for battle, menus in ((first, 1), (away, 0)):
        again = table.next_phase(battle, "mine", power=DOMINATE, target=target, psychic_test=(4,))
        assert (len(again.asked("denier")), len(again.asked("deny-dice"))) == (menus, 1 - menus)


@pytest.mark.parametrize(
    ("kind", "bad"),
    [("two-sixes", (False, False, False, True)), ("any-double", (True, False, True, False)), ("never", (False,) * 4)],
)
def test_faces_that_are_marked(kind: Perils, bad: tuple[bool, ...]) -> None:
    """w40k7 P9, P10: of 1, 4, 1 and 6 the last and the 4 count; what may bring perils depends on their rule."""
    marks = PsychicTest(4, kind).marks((1, 4, 1, 6))
    assert [COUNTS in mark for mark in marks] == [False, True, False, True]
    assert tuple(DANGER in mark for mark in marks) == bad


def test_hits_without_losses(table: Table) -> None:
    """w40k7 P13.1: where the hits slay nobody nothing is said, and the next unit may still lose as many as there were hits."""
    squad = [seer(wounds=2, joins="Squad"), Unit("Squad", models=10)]
    played = table.phase(
        squad, (), power=DOMINATE, psychic_test=(6, 6), perils=1, leadership_test=(6, 6), perils_hits=4, losses=0
    )
    assert not played.has("models-lost")
    assert played.outcome.unit("squad").models == 10
    assert [request.high for request in played.asked("losses")] == [4]


def test_no_power_to_lose(table: Table) -> None:
    """w40k7 P13.2: who has no power left loses none."""
    battle = table.phase(seer(), (), power="end").outcome
    unit = replace(battle.unit("seer"), powers=())
    played = table.play(suffer(table.rules, battle.with_units([unit]), unit, Event("from-elsewhere")), {"perils": 2})
    assert played.has("no-power-to-lose")
    assert (played.outcome.unit("seer").health, played.outcome.unit("seer").powers) == ((1,), ())


MAGNUS = seer(name="Magnus", mastery=5, tags=("adamantium-will", "psychic-hood"))


@pytest.mark.parametrize(
    ("power", "answers"),
    [
        pytest.param("force", {}, id="w40k7 P16: a blessing on itself"),
        pytest.param("sanguinary/unleash-rage", {}, id="w40k7 P16: a blessing on a friend"),
        pytest.param("telepathy/shrouding", {}, id="w40k7 P16: an aura"),
        pytest.param("daemonology-malefic/sacrifice", {}, id="w40k7 P16: a conjuration"),
        pytest.param("geokinesis/scorched-earth", {}, id="w40k7 P16: a point on the table"),
        pytest.param(SHOCKWAVE, {"targets": ()}, id="w40k7 P16: a nova that catches nobody"),
        pytest.param("fulmination/magnetokinesis", {"target": "seer"}, id="w40k7 P16: any unit, a friend"),
    ],
)
def test_no_enemy_unit_targeted(table: Table, power: str, answers: dict[str, Any]) -> None:
    """w40k7 P16: where no enemy unit is a target the opponent may deny without any modifier, nor by a hood."""
    cost = table.rules.powers[power].costs[0]
    for face, denied in ((5, False), (6, True)):
        played = table.phase(seer(power), MAGNUS, power=power, psychic_test=(4,) * cost, deny_test=(face,) * cost, **answers)
        assert (not works(played)) == denied
        assert not played.asked("denier")
        assert not played.asked("deny-modifiers")


def test_friend_in_no_roster(table: Table) -> None:
    """w40k7 P16: a blessing on a friendly unit that is in no roster is denied without modifiers too."""
    played = table.phase(
        seer(INVISIBILITY), MAGNUS, power=INVISIBILITY, target="another-unit", psychic_test=(4, 4), deny_test=(5, 6)
    )
    assert not played.asked("deny-modifiers")
    assert works(played) == [INVISIBILITY]


def test_friend_or_foe(table: Table) -> None:
    """w40k7 P15, P16: a power that may go on any unit is denied with modifiers when it goes on an enemy."""
    power = "fulmination/magnetokinesis"
    played = table.phase(seer(power), MAGNUS, power=power, target="magnus", psychic_test=(4, 4), deny_test=(3, 3))
    assert works(played) == []


def test_slain_psykers_do_not_help_to_deny(table: Table) -> None:
    """w40k7 P15: a unit whose psyker was slain contains none any more."""
    foe = seer(name="Foe", mastery=3, models=6, wounds=1)
    first = table.phase(seer(), foe, power="end")
    theirs = table.next_phase(first.outcome, "theirs", power=DOMINATE, psychic_test=(6, 6), perils=4)
    again = table.next_phase(theirs.outcome, "mine", power=DOMINATE, leadership_test=(1, 1), psychic_test=(4,), deny_test=(5,))
    assert works(again) == [DOMINATE]


# P17


def librarian(mastery: int = 1, **more: object) -> Unit:
    return seer(name="Librarian", mastery=mastery, tags=("psychic-hood",), **more)


WILLED = replace(GRUNTS, tags=("adamantium-will",))
RHINO = Unit("Rhino", tags=("vehicle",))


@pytest.mark.parametrize(
    ("foes", "target", "ways"),
    [
        pytest.param([GRUNTS, librarian()], "grunts", {"grunts": 6, "grunts-by-librarian": 5}, id="the bearer counts with the unit"),
        pytest.param([WILLED, librarian()], "grunts", {"grunts": 5, "grunts-by-librarian": 4}, id="both together"),
        pytest.param(
            [WILLED, replace(librarian(), tags=("psychic-hood", "adamantium-will"))], "grunts",
            {"grunts": 5, "grunts-by-librarian": 4}, id="both together, each once",
        ),
        pytest.param([WILLED, librarian(3)], "grunts", {"grunts": 5, "grunts-by-librarian": 3}, id="a bearer of a higher level"),
        pytest.param(
            [seer(name="Grunts", mastery=3), librarian(4)], "grunts", {"grunts": 4, "grunts-by-librarian": 4},
            id="two psykers of higher levels, each once",
        ),
        pytest.param([GRUNTS, librarian()], "librarian", {"librarian": 5}, id="the bearer's own unit"),
        pytest.param([GRUNTS, librarian(joins="Grunts")], "grunts", {"grunts": 5}, id="a bearer that is part of the unit"),
        pytest.param(
            [GRUNTS, Unit("Guard", models=5, tags=("adamantium-will",)), librarian(joins="Guard")], "grunts",
            {"grunts": 6, "grunts-by-librarian": 5}, id="the bearer, not its squad",
        ),
        pytest.param(
            [GRUNTS, librarian(), replace(librarian(3), name="Chief")], "grunts",
            {"grunts": 6, "grunts-by-librarian": 5, "grunts-by-chief": 4}, id="two bearers: either",
        ),
        pytest.param([GRUNTS, RHINO, librarian(embarked="Rhino")], "grunts", {"grunts": 6}, id="in a vehicle: not for others"),
        pytest.param(
            [GRUNTS, RHINO, librarian(embarked="Rhino")], "rhino", {"rhino": 6, "rhino-by-librarian": 5}, id="in a vehicle: for it",
        ),
        pytest.param(
            [GRUNTS, RHINO, Unit("Land Raider", tags=("vehicle",)), librarian(embarked="Rhino")], "land-raider", {"land-raider": 6},
            id="in a vehicle: not for another",
        ),
        pytest.param([GRUNTS, librarian(embarked=True)], "grunts", {"grunts": 6}, id="in some vehicle: not for others"),
        pytest.param(
            [GRUNTS, RHINO, Unit("Guard", models=5, embarked="Rhino"), librarian(joins="Guard")], "grunts", {"grunts": 6},
            id="in a vehicle with its squad: not for others",
        ),
        pytest.param(
            [GRUNTS, RHINO, Unit("Guard", models=5, embarked="Rhino"), librarian(joins="Guard")], "rhino",
            {"rhino": 6, "rhino-by-librarian": 5}, id="in a vehicle with its squad: for it",
        ),
    ],
)  # fmt: skip
def test_psychic_hood(table: Table, foes: list[Unit], target: str, ways: Mapping[str, int]) -> None:
    """w40k7 P17: a hood's bearer may deny in a unit's stead with the modifiers of both, each once; in a vehicle only for it."""
    several = len(ways) > 1
    for way, needed in ways.items():
        choice: dict[str, Any] = {"denier": way} if several else {}
        played = table.phase(
            seer(), foes, power=DOMINATE, target=target, psychic_test=(4,), deny_test=(needed,), **choice
        )  # fmt: skip
        assert works(played) == []
        assert [set(request.options) for request in played.asked("denier")] == [{*ways, "nobody"}] * several
        assert not denied_by(table, foes, needed - 1, target=target, **choice)


def test_hood_is_a_reminder_and_the_one_attempt(table: Table) -> None:
    """w40k7 P17: 12" are a reminder; there is one attempt, and if it fails only the original target is affected."""
    played = table.phase(
        seer(),
        [GRUNTS, librarian()],
        power=DOMINATE,
        target="grunts",
        psychic_test=(4,),
        denier="grunts-by-librarian",
        deny_test=(4,),
    )
    assert played.args("hood-reminder")["range"] == 12
    assert len(played.asked("deny-test")) == 1
    assert [effect.on for effect in played.outcome.in_play] == [("grunts",)]
    own = table.phase(
        seer(), [GRUNTS, librarian()], power=DOMINATE, target="grunts", psychic_test=(4,), denier="grunts", deny_test=(5,)
    )
    assert not own.has("hood-reminder")


def test_hood_of_the_slain(table: Table) -> None:
    """w40k7 P17: the hood of a slain psyker is gone."""
    first = table.phase(seer(), [GRUNTS, librarian(wounds=1)], power="end")
    theirs = table.next_phase(first.outcome, "theirs", power=DOMINATE, psychic_test=(6, 6), perils=4)
    mine = table.next_phase(
        theirs.outcome, "mine", power=DOMINATE, target="grunts", leadership_test=(1, 1), psychic_test=(4,), deny_test=(5,)
    )
    assert not mine.asked("denier")
    assert works(mine) == [DOMINATE]


def test_hoods_of_the_active_player(table: Table) -> None:
    """w40k7 P17: only hoods on the target's side answer."""
    played = table.phase([seer(), librarian()], (), psyker="seer", power=DOMINATE, psychic_test=(4,), deny_test=(5,))
    assert not played.asked("denier")


# P18, P19


@pytest.mark.parametrize("power", [VORTEX, POSSESSION])
def test_failed_test_and_denied_power(table: Table, power: str) -> None:
    """w40k7 P18: some powers bring perils when their test is failed, but not when they are denied."""
    unit = seer(power, tags=("grey-knight",) if power == VORTEX else ("daemon",))
    failed = table.phase(unit, (), power=power, psychic_test=(4, 5, 1), perils=4)
    assert failed.outcome.unit("seer").health == (1,)
    denied = table.phase(unit, (), power=power, psychic_test=(4, 5, 4), deny_test=(6, 6, 6))
    assert not denied.has("perils-of-the-warp")
    assert denied.outcome.unit("seer").health == (2,)
    other = table.phase(seer(), (), power=DOMINATE, psychic_test=(1, 2))
    assert not other.has("perils-of-the-warp")


def test_powers_stack(table: Table) -> None:
    """w40k7 P19: different powers on one unit are in force together."""
    played = table.phase(seer(DOMINATE, TERRIFY), (), power=[DOMINATE, TERRIFY], psychic_test=[(4,), (4,)])
    assert [(effect.power, effect.on) for effect in played.outcome.in_play] == [(DOMINATE, ("grunts",)), (TERRIFY, ("grunts",))]


# Chances against plain enumeration

KINDS: tuple[Perils, ...] = ("two-sixes", "any-double", "never")


def brings_perils(kind: Perils, faces: Sequence[int]) -> bool:
    doubles = {"two-sixes": {6}, "any-double": {1, 2, 3, 4, 5, 6}, "never": set[int]()}[kind]
    return any(faces.count(face) > 1 for face in doubles)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("success", [2, 3, 4, 5, 6])
def test_weights_equal_enumeration(success: int, kind: Perils) -> None:
    """w40k7 P9, P10: the chances of a psychic test equal every throw of the dice counted one by one."""
    test = PsychicTest(success, kind)
    for count in range(1, 6):
        counted: dict[Outcome, int] = {}
        for faces in product(range(1, 7), repeat=count):
            tested = Outcome(sum(face >= success for face in faces), brings_perils(kind, faces))
            counted[tested] = counted.get(tested, 0) + 1
        assert test.weights(Dice(count, 6)) == counted


# Replay of random phases


class Whims:
    """Any legal answer at random, small numbers where large ones make no difference."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Decision):
            keys = sorted(request.options)
            going_on = [key for key in keys if key not in ("end", "back", "correct")]
            return self.random.choice(going_on if going_on and self.random.random() < 0.9 else keys)
        if isinstance(request, Selection):
            most = min(request.most, len(request.options), request.least + 2)
            return tuple(self.random.sample(sorted(request.options), self.random.randint(request.least, most)))
        if isinstance(request, Number):
            return self.random.randint(request.low, min(request.high, request.low + 5))
        return "Newcomer" if isinstance(request, Text) else None


def random_army(rules: Rules, dice: random.Random, name: str) -> Roster:
    """Two to four units, psykers with powers or yet to generate, squads, characters in them."""
    powers = sorted(rules.powers)
    tags = ("psychic-hood", "adamantium-will", "daemon", "vehicle", "locked-in-combat", "force-weapon", "psychic-pilot")
    units = [Unit("Squad", models=10, tags=tuple(dice.sample(tags[1:4], 1)), embarked=dice.random() < 0.2)]
    for number in range(dice.randint(1, 3)):
        brothers = dice.random() < 0.3
        units.append(
            Unit(
                f"Psyker {number}",
                mastery=dice.randint(1, 4),
                leadership=dice.choice([None, 7, 9]),
                wounds=dice.choice([None, 1, 3]),
                models=dice.randint(1, 7) if brothers else 1,
                tags=("brotherhood",) * brothers + tuple(dice.sample(tags, 2)),
                disciplines=tuple(dice.sample(sorted(rules.disciplines), 2)),
                powers=None if dice.random() < 0.2 else tuple(dice.sample(powers, dice.randint(1, 5))),
                joins="Squad" if dice.random() < 0.3 else None,
                embarked=dice.random() < 0.15,
            )
        )
    return army(*units, name=name)


def heard(narration: Sequence[Narration]) -> Iterator[Any]:
    """What was told, without where the answers came from."""
    for one in narration:
        yield (one.request.id, one.answer, one.outcome) if isinstance(one, Answered) else one


@given(seed=st.integers(0, 2**32))
def test_replay(rules: Rules, seed: int) -> None:
    """w40k7 P1-P19: any phase played again from its journal tells the same and ends the same, within the rules."""
    dice = random.Random(seed)
    mine, theirs = (random_army(rules, dice, name) for name in ("Friends", "Foes"))
    narration: list[Narration] = []
    journal = Journal()
    sources = (RandomDice(journal, str(seed)), Whims(seed))
    battle = play(play_phase(rules, mine, theirs), *sources, journal=journal, report=narration.append)

    again: list[Narration] = []
    second = Journal()
    recorded = Recorded(journal.entries)
    replayed = play(play_phase(rules, mine, theirs), recorded, journal=second, report=again.append)
    assert replayed == battle
    assert list(heard(again)) == list(heard(narration))
    assert second.entries == journal.entries
    assert recorded.left == 0

    assert battle.pools == (0, 0)
    assert len(set(battle.attempts)) == len(battle.attempts)
    assert len(set(battle.blessed)) == len(battle.blessed)
    declared = [one for one in narration if isinstance(one, Answered) and one.request.id in ("dice", "psychic-test")]
    assert all(
        len(test.answer) == number.answer and isinstance(test.request, Roll)  # type: ignore[arg-type]
        for number, test in zip(declared[::2], declared[1::2], strict=True)
    )
