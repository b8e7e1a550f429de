"""Kinds of psychic power: w40k7 T1-T7."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from psyphase.errors import AnswerError
from psyphase.systems.w40k7.battle import Battle
from psyphase.systems.w40k7.model import Unit
from psyphase.systems.w40k7.tables import check_roster
from w40k7_table import Played, Table, army

MALEFIC, SANCTIC = "daemonology-malefic", "daemonology-sanctic"
SUMMONING, SACRIFICE, CURSED_EARTH = (f"{MALEFIC}/{name}" for name in ("summoning", "sacrifice", "cursed-earth"))
SHRIEK, DOMINATE, TERRIFY, FORTITUDE, INVISIBILITY = (
    f"telepathy/{name}" for name in ("psychic-shriek", "dominate", "terrify", "mental-fortitude", "invisibility")
)
HAEMORRHAGE, ENDURANCE, SHOCKWAVE, ASSAIL = (
    "biomancy/haemorrhage",
    "biomancy/endurance",
    "telekinesis/shockwave",
    "telekinesis/assail",
)
GRUNTS = Unit("Grunts", models=10)
SQUAD = Unit("Squad", models=5)


def seer(*powers: str, name: str = "Seer", mastery: int = 3, **more: object) -> Unit:
    return replace(Unit(name, mastery=mastery, leadership=9, wounds=2, powers=powers), **more)


def works(played: Played[Battle]) -> list[str]:
    """The powers that took effect."""
    return [event.args["power"].id for event in played.events("takes-effect")]


def unavailable(request: Any) -> dict[str, str]:
    """What may not be chosen, with the reason."""
    return {key: why.id for key, why in request.unavailable.items()}


def lasting(played: Played[Battle]) -> list[tuple[str, tuple[object, ...]]]:
    """What is in force after the phase, and on whom."""
    return [(effect.power, effect.on) for effect in played.outcome.in_play]


@pytest.mark.parametrize(
    ("power", "kind"),
    [
        pytest.param("geokinesis/shifting-worldscape", "none", id="w40k7 T1: untyped"),
        pytest.param("force", "blessing", id="w40k7 T2: blessing"),
        pytest.param(SACRIFICE, "conjuration", id="w40k7 T3: conjuration"),
        pytest.param(DOMINATE, "malediction", id="w40k7 T4: malediction"),
        pytest.param(SHRIEK, "witchfire", id="w40k7 T4: witchfire"),
        pytest.param(HAEMORRHAGE, "focussed-witchfire", id="w40k7 T4: focussed witchfire"),
        pytest.param(ASSAIL, "beam", id="w40k7 T4: beam"),
        pytest.param(SHOCKWAVE, "nova", id="w40k7 T4: nova"),
    ],
)
def test_kind_and_text(table: Table, power: str, kind: str) -> None:
    """w40k7 T1-T4: a power that works tells its own effect and reminds of the rules of its kind."""
    cost = table.rules.powers[power].costs[0]
    played = table.phase(seer(power), (), power=power, psychic_test=(4, 5, 6)[:cost])
    args = played.args("takes-effect")
    assert (args["power"].id, args["type"].id) == (power, kind)
    assert args["effect"].en
    assert played.args("type-reminder")["reminder"].en


# T2


def test_blessing_on_friends(table: Table) -> None:
    """w40k7 T2: a blessing goes on friendly units, the psyker's and those locked in combat too, never on an enemy."""
    fighting = replace(SQUAD, tags=("locked-in-combat",))
    played = table.phase([seer(ENDURANCE), fighting], (), power=ENDURANCE, target="squad", psychic_test=(4, 5))
    assert set(played.asked("target")[0].options) == {"seer", "squad", "another-unit"}
    assert lasting(played) == [(ENDURANCE, ("squad",))]
    itself = table.phase([seer(ENDURANCE), fighting], (), power=ENDURANCE, target="seer", psychic_test=(4, 5))
    assert lasting(itself) == [(ENDURANCE, ("seer",))]


@pytest.mark.parametrize("power", [DOMINATE, FORTITUDE, "force"])
def test_how_long(table: Table, power: str) -> None:
    """w40k7 T2, T4: blessings and maledictions last until the start of the psyker's own next psychic phase."""
    first = table.phase(seer(power), [seer(DOMINATE, name="Foe")], power=power, psychic_test=(4,))
    assert len(first.outcome.in_play) == 1
    tested: dict[str, Any] = {"leadership_test": (1, 1)} if power == DOMINATE else {}
    theirs = table.next_phase(first.outcome, "theirs", power=DOMINATE, target="seer", psychic_test=(4,), **tested)
    assert [effect.until for effect in theirs.outcome.in_play] == ["mine", "theirs"]
    mine = table.next_phase(theirs.outcome, "mine")
    assert [effect.until for effect in mine.outcome.in_play] == ["theirs"]
    assert mine.order("effect-ends", "warp-charge") == ["effect-ends", "warp-charge"]


@pytest.mark.parametrize(("power", "later"), [("broodmind/mental-onslaught", 0), ("interromancy/mind-worm", 1)])
def test_said_otherwise(table: Table, power: str, later: int) -> None:
    """w40k7 T2, T4: a power that says otherwise lasts for the turn, or for the game."""
    cost = table.rules.powers[power].costs[0]
    first = table.phase(seer(power), (), power=power, psychic_test=(4,) * cost)
    assert len(first.outcome.in_play) == 1
    assert len(table.next_phase(first.outcome, "theirs").outcome.in_play) == later


@pytest.mark.parametrize(
    ("faces", "denied", "again"),
    [
        pytest.param((4, 5), False, False, id="w40k7 T2: blessed"),
        pytest.param((4, 1), False, True, id="w40k7 T2: the test failed"),
        pytest.param((4, 5), True, True, id="w40k7 T2: denied"),
    ],
)
def test_same_blessing_once_a_turn(table: Table, faces: tuple[int, ...], denied: bool, again: bool) -> None:
    """w40k7 T2: a unit benefits from one blessing once a turn, whoever casts it; another unit may have it."""
    played = table.phase(
        [seer(ENDURANCE, name="A"), seer(ENDURANCE, name="B"), SQUAD],
        (),
        psyker=["a", "b"],
        power=[ENDURANCE] * 2,
        target=["squad", "squad" if again else "a"],
        psychic_test=[faces, (4, 5)],
        deny_test=[(6, 6)] * denied,
    )
    second = played.asked("target")[1]
    assert ("squad" in second.options) == again
    assert unavailable(second) == ({} if again else {"squad": "already-blessed"})
    assert lasting(played)[-1] == (ENDURANCE, ("squad",) if again else ("a",))


def test_same_blessing_next_turn(table: Table) -> None:
    """w40k7 T2: in the next turn the same blessing may be given again."""
    units = [seer(ENDURANCE), SQUAD]
    first = table.phase(units, (), power=ENDURANCE, target="squad", psychic_test=(4, 5))
    again = table.next_phase(first.outcome, "mine", power=ENDURANCE, target="squad", psychic_test=(4, 5))
    assert lasting(again) == [(ENDURANCE, ("squad",))]


def test_different_blessings_stack(table: Table) -> None:
    """w40k7 T2: different blessings on one unit stack."""
    played = table.phase(
        [seer(ENDURANCE, FORTITUDE), SQUAD],
        (),
        power=[ENDURANCE, FORTITUDE],
        target=["squad", "squad"],
        psychic_test=[(4, 5), (4,)],
    )
    assert lasting(played) == [(ENDURANCE, ("squad",)), (FORTITUDE, ("squad",))]


def test_blessing_on_the_own_unit(table: Table) -> None:
    """w40k7 T2: Force of two psykers in one unit would bless it twice: the second is barred."""
    units = [seer("force", name="A", joins="Squad"), seer("force", name="B", joins="Squad"), SQUAD]
    played = table.phase(units, (), psyker="a", power="force", psychic_test=(4,))
    assert len(played.asked("power")) == 1
    assert lasting(played) == [("force", ("squad",))]
    apart = table.phase([seer("force", name="A"), seer("force", name="B")], (), psyker=["a", "b"], power=["force"] * 2,
                        psychic_test=[(4,), (4,)])  # fmt: skip
    assert lasting(apart) == [("force", ("a",)), ("force", ("b",))]


@pytest.mark.parametrize(("kind", "side"), [("blessing", {"seer", "squad"}), ("malediction", {"grunts"})])
def test_blessing_or_malediction(table: Table, kind: str, side: set[str]) -> None:
    """w40k7 T2, T4: a power of both kinds is a blessing on a friend or a malediction on an enemy."""
    power = "nurgle/curse-of-the-leper"
    target = min(side)
    played = table.phase([seer(power), SQUAD], (), power=power, use_as=kind, target=target, psychic_test=(4, 5))
    assert set(played.asked("target")[0].options) - {"another-unit"} == side
    assert played.args("takes-effect")["type"].id == kind


# T3


def conjure(
    table: Table,
    *,
    powers: tuple[str, ...] = (SUMMONING,),
    kind: str = "psyker",
    discipline: str = MALEFIC,
    **answers: Any,
) -> Played[Battle]:
    """A daemon of level 3 conjures a psyker of level 1, which rolls a 1, and goes on."""
    return table.phase(
        seer(*powers, tags=("daemon",)),
        (),
        conjured=kind,
        conjured_name="Herald",
        conjured_mastery=1,
        conjured_disciplines=(discipline,),
        **{"power_roll": (1,), **answers},
    )


def test_conjured_unit_arrives(table: Table) -> None:
    """w40k7 T3: a new unit arrives on the caster's side, within the power's range, without psychic powers unless a psyker."""
    played = table.phase(seer(SUMMONING, tags=("daemon",)), (), power=SUMMONING, psychic_test=(4, 5, 6), conjured_name="Horrors")
    assert played.args("conjured-arrives")["range"] == 12
    unit = played.outcome.unit("horrors")
    assert (unit.side, unit.level, unit.powers, unit.conjured) == ("mine", 0, (), True)


@pytest.mark.parametrize(
    ("faces", "deny"), [((4, 5, 1), ()), ((4, 5, 6), (6, 6, 6))], ids=["w40k7 T3: a failed test", "w40k7 T3: denied"]
)
def test_nothing_is_conjured(table: Table, faces: tuple[int, ...], deny: tuple[int, ...]) -> None:
    """w40k7 T3: nothing arrives unless the power takes effect."""
    played = table.phase(
        seer(SUMMONING, tags=("daemon",)), (), power=SUMMONING, psychic_test=faces, deny_test=[deny] if deny else []
    )
    assert not played.has("conjured-arrives")
    assert len(played.outcome.of("mine")) == 1


@pytest.mark.parametrize(("mishap", "units"), [("no-psyker", 2), ("psyker", 2), ("destroyed", 1)])
def test_conjured_mishap(table: Table, mishap: str, units: int) -> None:
    """w40k7 T3, faults w40k7 7: after a mishap the unit is in ongoing reserve, where it may come from, or it is destroyed."""
    answers: dict[str, dict[str, Any]] = {
        "no-psyker": {"conjured_models": 10},
        "psyker": {"conjured_mastery": 1, "conjured_disciplines": (MALEFIC,), "power_roll": (1,)},
    }
    played = table.phase(
        seer(SUMMONING, tags=("daemon",)),
        (),
        power=SUMMONING,
        psychic_test=(4, 5, 6),
        conjured="not-arrived",
        mishap=mishap,
        **answers.get(mishap, {}),
    )
    assert played.has("conjured-mishap") == (units == 2)
    assert played.has("conjured-destroyed") == (units == 1)
    arrived = played.outcome.of("mine")[1:]
    assert [(unit.reserve, unit.present, unit.models, unit.level) for unit in arrived] == [
        (True, False, 10 if mishap == "no-psyker" else 1, int(mishap == "psyker"))
    ][: units - 1]


@pytest.mark.parametrize("unit", [seer(), seer(tags=("brotherhood",), models=5)], ids=["one psyker", "a brotherhood"])
def test_possession(table: Table, unit: Unit) -> None:
    """w40k7 T3: the psyker, or the whole brotherhood, makes way for what possesses it (facts, section 6)."""
    power = f"{MALEFIC}/possession"
    unit = replace(unit, powers=(power,), tags=(*unit.tags, "daemon"))
    played = table.phase(unit, (), power=power, psychic_test=(4, 5, 6), conjured_name="Prince")
    assert not played.outcome.unit("seer").alive
    assert played.outcome.unit("prince").alive


@pytest.mark.parametrize(("setting", "event"), [("false", "conjured-does-not-score"), ("true", "conjured-scores")])
def test_conjured_scoring(table: Table, setting: str, event: str) -> None:
    """w40k7 T3: conjured units do not score, unless a setting says so."""
    played = table.under(conjured_score=setting).phase(seer(SACRIFICE, tags=("daemon",)), (), power=SACRIFICE, psychic_test=(4,))
    assert [found.id for found in played.events("conjured-scores", "conjured-does-not-score")] == [event]


def test_conjured_psyker(table: Table) -> None:
    """w40k7 T3: a conjured psyker generates at once and may use its powers, but attempts no conjuration this turn."""
    played = conjure(table, power=[SUMMONING, CURSED_EARTH], psyker=["herald"], psychic_test=[(4, 5, 6), (4,)])
    herald = played.outcome.unit("herald")
    assert herald.powers == (CURSED_EARTH, SUMMONING)
    second = played.asked("power")[1]
    assert CURSED_EARTH in second.options
    assert unavailable(second) == {SUMMONING: "conjured-this-turn"}
    assert works(played) == [SUMMONING, CURSED_EARTH]
    # The pool had 6 dice and 3 for the caster; the herald brings none in this phase.
    assert [request.high for request in played.asked("dice")] == [9, 6]


def test_conjured_psyker_next_turn(table: Table) -> None:
    """w40k7 T3, P1: from the next turn on a conjured psyker gives warp charge and may conjure."""
    played = conjure(table, power=[SUMMONING], psychic_test=[(4, 5, 6)])
    theirs = table.next_phase(played.outcome, "theirs", warp_charge=3)
    later = table.next_phase(theirs.outcome, "mine", warp_charge=3, psyker=["herald"], power=[SUMMONING], psychic_test=(4, 5, 6))
    assert [event.args["total"] for event in later.events("warp-charge-pool")] == [7, 3]
    assert works(later) == [SUMMONING]


def test_conjured_daemon_cannot_use_sanctic(table: Table) -> None:
    """w40k7 T3, T5: a conjured daemon is barred from Sanctic daemonology like any other."""
    with pytest.raises(AnswerError):
        conjure(table, power=[SUMMONING], psychic_test=[(4, 5, 6)], discipline=SANCTIC)


def test_conjured_daemons_are_daemons(table: Table) -> None:
    """w40k7 T3: what a power says it summons is that: lesser daemons may be blessed as daemons."""
    vitality = "plague/putrescent-vitality"
    played = table.phase(
        seer(SUMMONING, vitality, tags=("daemon",)),
        (),
        power=[SUMMONING, vitality],
        psychic_test=[(4, 5, 6), (4,)],
        conjured_name="Plaguebearers",
        cost="1",
        target="plaguebearers",
    )
    assert lasting(played) == [(vitality, ("plaguebearers",))]


def test_conjured_cultist_is_no_daemon(table: Table) -> None:
    """w40k7 T3, T5: what a power of no daemons brings is no daemon, so a double in Malefic brings it perils."""
    summons = "broodmind/telepathic-summons"
    played = conjure(
        table, powers=(summons,), kind="psyker", power=[summons, CURSED_EARTH], cost="2", psyker=["herald"], psychic_test=[(4, 5), (3, 3)], perils=4,
        wounds_left=1,
    )  # fmt: skip
    assert played.has("perils-of-the-warp")


# T4


@pytest.mark.parametrize(
    ("power", "allowed"),
    [(SHRIEK, False), ("biomancy/smite", False), (DOMINATE, True), (INVISIBILITY, True), (SHOCKWAVE, True), (SACRIFICE, True)],
)
def test_locked_in_combat(table: Table, power: str, allowed: bool) -> None:
    """w40k7 T4: witchfire is not for psykers locked in combat; blessings, maledictions and novas are."""
    unit = seer(power, TERRIFY, tags=("locked-in-combat",))
    (request,) = table.phase(unit, (), power="end").asked("power")
    assert (power in request.options) == allowed
    assert unavailable(request) == ({} if allowed else {power: "locked-in-combat"})


@pytest.mark.parametrize(
    ("kinds", "state", "reason"),
    [
        (("witchfire", "malediction"), {"tags": ("locked-in-combat",)}, None),
        (("witchfire", "beam"), {"tags": ("locked-in-combat",)}, "locked-in-combat"),
        (("malediction", "witchfire"), {"embarked": True}, None),
        (("malediction", "blessing"), {"embarked": True}, "embarked-witchfire-only"),
    ],
    ids=["one fits a combat", "none fits a combat", "one fits a transport", "none fits a transport"],
)
def test_powers_of_two_types(table: Table, kinds: tuple[str, ...], state: dict[str, Any], reason: str | None) -> None:
    """w40k7 T1, T4, P8: a power of two types may be attempted where either of them may."""
    rules = table.rules
    mixed = replace(rules, powers={**rules.powers, DOMINATE: replace(rules.powers[DOMINATE], type=kinds)})
    unit = seer(DOMINATE, TERRIFY, "biomancy/smite", **state)
    (request,) = Table(mixed).phase(unit, (), power="end").asked("power")
    assert unavailable(request).get(DOMINATE) == reason
    assert (DOMINATE in request.options) == (reason is None)


def test_malediction_on_a_fighting_enemy(table: Table) -> None:
    """w40k7 T4: a malediction goes on enemies only, locked in combat or not."""
    played = table.phase([seer(DOMINATE), SQUAD], replace(GRUNTS, tags=("locked-in-combat",)), power=DOMINATE, psychic_test=(4,))
    assert set(played.asked("target")[0].options) == {"grunts", "another-unit"}
    assert works(played) == [DOMINATE]


@pytest.mark.parametrize(("power", "fighting"), [(SHOCKWAVE, True), (ASSAIL, False)], ids=["nova", "beam"])
def test_nova_and_beam_strike_several(table: Table, power: str, fighting: bool) -> None:
    """w40k7 T4, faults w40k7 4: novas strike all enemies in range, in combat too, beams all under the line, but across no
    combat: the players say who.
    """
    foes = [GRUNTS, Unit("Boyz", models=20), Unit("Nobz", tags=("locked-in-combat",))]
    last = "nobz" if fighting else "boyz"
    played = table.phase(seer(power), foes, power=power, targets=("grunts", last), psychic_test=(4,))
    (request,) = played.asked("targets")
    assert {"grunts", "boyz"} <= set(request.options)
    assert unavailable(request) == ({} if fighting else {"nobz": "locked-no-target"})
    assert played.args("takes-effect")["names"] == ("Grunts", last.title())
    assert "friends" in table.rules.types["beam"].reminder.en


@pytest.mark.parametrize(
    ("power", "foes", "options"),
    [
        pytest.param("technomancy/subvert-machine", [GRUNTS, Unit("Tank", tags=("vehicle",))], {"tank"}, id="a vehicle"),
        pytest.param("plague/plague-wind", [GRUNTS, Unit("Tank", tags=("vehicle",))], {"grunts"}, id="no vehicle"),
        pytest.param(f"{SANCTIC}/banishment", [GRUNTS, Unit("Imps", tags=("daemon",))], {"imps"}, id="a daemon"),
        pytest.param("librarius/psychic-scourge", [GRUNTS, seer(DOMINATE, name="Foe")], {"foe"}, id="a psyker"),
        pytest.param(
            "librarius/psychic-scourge", [GRUNTS, Unit("Coven", models=5, tags=("brotherhood",), powers=())], {"coven"},
            id="a brotherhood is a psyker",
        ),
        pytest.param(
            "librarius/psychic-scourge", [GRUNTS, Unit("Walker", tags=("psychic-pilot", "vehicle"), powers=())], {"walker"},
            id="a vehicle with a psychic pilot is a psyker",
        ),
    ],
)  # fmt: skip
def test_who_may_be_targeted(table: Table, power: str, foes: list[Unit], options: set[str]) -> None:
    """w40k7 P5, T4: a power that names a kind of unit is declared on such a unit."""
    played = table.phase(seer(power), foes, power=power, psychic_test=(1,))
    (request,) = played.asked("target")
    assert set(request.options) - {"another-unit"} == options
    assert set(unavailable(request).values()) == {"target-not-fitting"}


# T5


@pytest.mark.parametrize(
    ("tags", "power", "faces", "perils"),
    [
        pytest.param((), f"{SANCTIC}/hammerhand", (1, 1), True, id="Sanctic, a double of misses"),
        pytest.param((), f"{SANCTIC}/hammerhand", (5, 2, 5), True, id="Sanctic, a double of hits"),
        pytest.param((), f"{SANCTIC}/hammerhand", (1, 2, 3, 4, 5, 6), False, id="Sanctic, no double"),
        pytest.param((), f"{SANCTIC}/hammerhand", (6,), False, id="Sanctic, one die"),
        pytest.param((), CURSED_EARTH, (3, 4, 3), True, id="Malefic, a double"),
        pytest.param((), CURSED_EARTH, (6, 6), True, id="Malefic, two sixes"),
        pytest.param((), CURSED_EARTH, (3, 4, 6), False, id="Malefic, no double"),
        pytest.param(("grey-knight",), f"{SANCTIC}/hammerhand", (5, 5), False, id="Grey Knights, Sanctic"),
        pytest.param(("grey-knight",), f"{SANCTIC}/hammerhand", (6, 6), True, id="Grey Knights, Sanctic, two sixes"),
        pytest.param(("daemon",), CURSED_EARTH, (5, 5, 1, 1), False, id="daemons, Malefic"),
        pytest.param(("daemon",), CURSED_EARTH, (6, 1, 6), True, id="daemons, Malefic, two sixes"),
        pytest.param(("inquisitor",), f"{SANCTIC}/hammerhand", (5, 5), True, id="Inquisitors are not exempt"),
        pytest.param((), DOMINATE, (5, 5), False, id="no daemonology"),
        pytest.param((), "force", (5, 5), False, id="Force"),
    ],
)
def test_daemonology(table: Table, tags: tuple[str, ...], power: str, faces: tuple[int, ...], perils: bool) -> None:
    """w40k7 T5: in daemonology any double brings perils, passed or not, unless the psyker is exempt for that set."""
    played = table.phase(seer(power, tags=tags), (), power=power, psychic_test=faces, perils=[4] * perils)
    assert len(played.events("perils-of-the-warp")) == perils


@pytest.mark.parametrize(
    ("tags", "discipline", "wrong"),
    [
        (("grey-knight",), MALEFIC, True),
        (("grey-knight",), SANCTIC, False),
        (("daemon",), SANCTIC, True),
        (("daemon",), MALEFIC, False),
        ((), SANCTIC, False),
        ((), MALEFIC, False),
    ],
)
def test_barred_daemonology(table: Table, tags: tuple[str, ...], discipline: str, wrong: bool) -> None:
    """w40k7 T5: Malefic is barred to Grey Knights and Sanctic to daemons."""
    unit = Unit("Seer", mastery=2, tags=tags, disciplines=("telepathy", discipline))
    problems = list(check_roster(table.rules, army(SQUAD, unit)))
    assert [(index, key) for index, key, _ in problems] == [(1, "disciplines")] * wrong


# T6, T7


@pytest.mark.parametrize(
    ("power", "faces", "event"),
    [
        pytest.param(HAEMORRHAGE, (4, 5), "closest-model", id="exactly the cost"),
        pytest.param(HAEMORRHAGE, (4, 5, 1, 1, 2), "closest-model", id="more dice, exactly the cost"),
        pytest.param(HAEMORRHAGE, (4, 5, 4), "you-pick-the-model", id="more than the cost"),
        pytest.param("telekinesis/crush", (4,), "closest-model", id="one of one"),
        pytest.param("telekinesis/crush", (4, 5), "you-pick-the-model", id="two of one"),
        pytest.param(SHRIEK, (4, 5), None, id="plain witchfire"),
    ],
)
def test_focussed_witchfire(table: Table, power: str, faces: tuple[int, ...], event: str | None) -> None:
    """w40k7 T6: harnessing more than the cost lets the caster pick the model; exactly the cost hits the closest."""
    played = table.phase(seer(power), (), power=power, psychic_test=faces)
    assert [found.id for found in played.events("closest-model", "you-pick-the-model")] == ([event] if event else [])


@pytest.mark.parametrize(
    ("power", "costs", "cost", "faces", "passed"),
    [
        pytest.param("change/flickering-fire-of-tzeentch", {"1", "2", "3"}, "1", (4,), True, id="1 to 3: one"),
        pytest.param("change/flickering-fire-of-tzeentch", {"1", "2", "3"}, "2", (4, 1), False, id="1 to 3: two, one short"),
        pytest.param("change/flickering-fire-of-tzeentch", {"1", "2", "3"}, "2", (4, 5), True, id="1 to 3: two"),
        pytest.param("change/flickering-fire-of-tzeentch", {"1", "2", "3"}, "3", (4, 5), False, id="1 to 3: three, one short"),
        pytest.param("runes-of-fate/eldritch-storm", {"3", "4"}, "4", (4, 5, 4), False, id="3 or 4: four, one short"),
        pytest.param("runes-of-fate/eldritch-storm", {"3", "4"}, "3", (4, 5, 4), True, id="3 or 4: three"),
    ],
)
def test_several_costs(table: Table, power: str, costs: set[str], cost: str, faces: tuple[int, ...], passed: bool) -> None:
    """w40k7 T7: of several costs one is declared before the dice, and that one must be harnessed."""
    played = table.phase(seer(power), (), power=power, cost=cost, psychic_test=faces)
    assert set(played.asked("cost")[0].options) == costs
    assert played.order("cost", "dice", "psychic-test") == ["cost", "dice", "psychic-test"]
    assert works(played) == [power] * passed


def test_the_whole_pool_for_a_cost(table: Table) -> None:
    """w40k7 T7: a cost of exactly the pool may be declared."""
    power = "change/flickering-fire-of-tzeentch"
    played = table.phase(seer(power, mastery=1), (), warp_charge=1, power=power, cost="2", psychic_test=(4, 5))
    assert works(played) == [power]


def test_cost_that_is_not_printed(table: Table) -> None:
    """w40k7 T7: only a printed cost can be declared."""
    with pytest.raises(AnswerError):
        table.phase(seer("runes-of-fate/eldritch-storm"), (), power="runes-of-fate/eldritch-storm", cost="5")
