"""Faults found at a table, each by its number: who dies of an attack, and in what order it is found out."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from onlywar_table import (
    FLAMER,
    OVER,
    PISTOL,
    STUBBER,
    SWORD,
    Step,
    Table,
    adjust,
    after,
    attacked,
    boss,
    happens,
    lost,
    offered,
    onlywar_rules,
    reasons,
    squad,
    targets,
    turn,
)
from psyphase.systems.onlywar.roster import Commander, Roster, Specialist, Weapon
from psyphase.systems.onlywar.tables import check_roster

RULES = onlywar_rules()
TABLE = Table(RULES)


def orks(magnitude: int, **more: Any) -> Roster:
    """Orks of toughness 40 in armour 3: damage 8 to 11 gets 1 to 4 through, which a toughness test at 30 may survive."""
    return squad(faction="orks", t=40, armour=3, magnitude=magnitude, **more)


LAST_HITS = [
    pytest.param([10, 10, 28], [1, 1], 1, id="two survive, the third hit kills outright"),
    pytest.param([28, 10, 10], [1, 99], 2, id="the survivor of a test is struck again"),
    pytest.param([28, 28, 10], [], 2, id="nobody is left to be tested"),
]


@pytest.mark.parametrize(("damage", "faces", "dead"), LAST_HITS)
def test_every_hit_counts_until_nobody_is_left(damage: list[int], faces: list[int], dead: int) -> None:
    """faults onlywar 1: two orks hit by 3, 3 and 21 past their armour and toughness; onlywar S9, facts 4.30."""
    played = TABLE.meets(orks(2), attacked("shooting", *damage, toughness_test=faces))
    assert targets(played, "toughness-test") == [40 - 10] * len(faces)
    assert sum(lost(played)) == dead


@pytest.mark.parametrize(("damage", "faces", "dead"), [([10, 28, 28], [1], 1), ([10, 10], [1, 1], 0), ([28, 10], [], 1)])
def test_an_attack_kills_one_by_any_of_its_hits(damage: list[int], faces: list[int], dead: int) -> None:
    """faults onlywar 1: where an attack kills one (facts 4.25), it is by whichever of its hits does."""
    played = TABLE.under(kills_per="attack").meets(orks(5), attacked("shooting", *damage, toughness_test=faces))
    assert sum(lost(played)) == dead


BLASTS = [
    pytest.param("blast", 12, [1], 0, id="Blast: the struck one survives, so nobody else is killed"),
    pytest.param("blast", 12, [99, 1, 99], 2, id="Blast: he dies, and one of two others"),
    pytest.param("blast", 12, [99, 1, 1], 1, id="Blast: he dies, the two others do not"),
    pytest.param("spray", 10, [1], 0, id="Spray: the struck one survives"),
    pytest.param("spray", 10, [99, 99], 2, id="Spray: he dies, and the one other"),
]


@pytest.mark.parametrize(("kind", "most", "faces", "dead"), BLASTS)
def test_others_die_only_if_one_dies(kind: str, most: int, faces: list[int], dead: int) -> None:
    """faults onlywar 10: further kills are told after the struck one's test, and only if it kills him (onlywar S12)."""
    extra: dict[str, Any] = {"spray_test": 99} if kind == "spray" else {}
    played = TABLE.meets(orks(most), attacked(kind, 10, toughness_test=faces, **extra))
    assert sum(lost(played)) == dead
    told = played.order("toughness-test", "more-die")
    assert told == ["toughness-test", *["more-die"] * bool(dead), *["toughness-test"] * (len(faces) - 1)]


@pytest.mark.parametrize(("faces", "dead", "saved"), [([99, 1, 99], 1, [1]), ([99, 1, 1], 0, [1]), ([1], 0, [])])
def test_scattering_saves_who_would_be_killed(faces: list[int], dead: int, saved: list[int]) -> None:
    """faults onlywar 10: a degree of scattering saves one of those whom the tests did not (onlywar scatter, facts 4.29)."""
    # Agility 60 - 5 x 12 is 0, where only a 01 succeeds, with one degree.
    men = orks(12, ag=60)
    played = TABLE.meets(men, attacked("blast", 10, reaction="scatter", command_test=1, toughness_test=faces))
    assert [event.args["saved"] for event in played.events("scattered-saved")] == saved
    assert sum(lost(played)) == dead


@pytest.mark.parametrize("kind", ["spray", "blast"])
def test_a_template_may_be_meant_for_the_commander(kind: str) -> None:
    """faults onlywar 10: onlywar S8 excepts neither Blast nor Spray from doubles and called shots."""
    extra: dict[str, Any] = {"spray_test": 99} if kind == "spray" else {"called_location": "body"}
    step = attacked(kind, 9, struck="called-shot", struck_whom="commander", **extra)
    played = TABLE.meets(squad(), step)
    # 12 wounds, toughness bonus 4, no armour.
    assert offered(played, "struck") == [{"subordinates", "double", "called-shot"}]
    assert (after(played).wounds, after(played).magnitude) == (12 - 5, 8)


def test_a_template_that_kills_a_specialist_kills_others() -> None:
    """faults onlywar 10: Blast that kills the specialist kills two subordinates more (onlywar S12)."""
    men = squad(specialists=(Specialist("Gunner", FLAMER),))
    played = TABLE.meets(men, attacked("blast", 20, struck="double", struck_whom="specialist-1"))
    assert (after(played).specialists, after(played).magnitude) == ((), 8 - 3)


def chaos(magnitude: int, *commands: str) -> Roster:
    """A chaos band whose commander has willpower 40 and 12 wounds."""
    return squad(*commands, faction="chaos", magnitude=magnitude)


def test_the_last_one_is_sacrificed_and_heals_him() -> None:
    """faults onlywar 2: willpower 40 + 10 by 21 is 1 + 2 degrees: 3 wounds back; nobody is left to hate with him (facts 4.45)."""
    hurt = adjust("wounds", wounds_now=5)
    played = TABLE.meets(chaos(1, "rejoice-in-blood"), hurt, turn("rejoice-in-blood", command_test=21))
    assert played.order("lost", "command-test") == ["lost", "command-test"]
    squad = after(played)
    assert (squad.magnitude, squad.wounds, squad.standing, squad.in_play) == (0, 5 + 3, "shattered", ())
    assert len(played.asked("command")) == 1


def test_all_are_sacrificed_for_a_gift() -> None:
    """faults onlywar 2: three of three killed: willpower 40 - 30 + 3 x 10 (facts 4.46)."""
    played = TABLE.meets(chaos(3, "accept-these-souls"), turn("accept-these-souls", victims=3, command_test=40))
    assert (targets(played, "command-test"), played.has("gift-of-chaos")) == ([40], True)


def test_a_field_of_nobody_protects_nobody() -> None:
    """faults onlywar 2: degrees x 0 left after the sacrifice is no protection (facts 4.45)."""
    played = TABLE.meets(chaos(1, "tremble-before-me"), turn("tremble-before-me", command_test=1))
    assert (targets(played, "command-test"), played.args("protected")["rating"], after(played).in_play) == ([40], 0, ())


def test_a_commander_without_subordinates_is_still_there() -> None:
    """faults onlywar 6: the magnitude set right to 0 leaves the living commander, who can be attacked and can rally (M5)."""
    played = TABLE.meets(squad(), adjust("magnitude", magnitude_now=0), attacked("shooting", 9, attack_roll=55))
    assert (after(played).commander_up, after(played).standing, after(played).wounds) == (True, "shattered", 12 - 5)


def test_a_count_set_right_is_no_loss() -> None:
    """faults onlywar 6: 3 of 8 instead of 8 owes no morale test; the same five told as dead do (onlywar M4)."""
    men = squad(commander=boss(skills={"command": 40}))
    assert not targets(TABLE.meets(men, adjust("magnitude", magnitude_now=3), OVER, turn()), "morale-test")
    told = TABLE.meets(men, adjust("losses", losses=5), OVER, turn(morale_test=1))
    assert targets(told, "morale-test") == [40 + 20 - 25]


def shot(count: int) -> Step:
    """So many subordinates die of shots."""
    return attacked("shooting", *[20] * count)


HALVES = [
    pytest.param(5, 4, [-25, -45], id="4 of the 5 left: tested for all 9"),
    pytest.param(5, 3, [-25, -40], id="3 of the 5 left are half of them"),
    pytest.param(5, 2, [-25], id="2 of the 5 left are less than half"),
]


@pytest.mark.parametrize(("before", "later", "losses"), HALVES)
def test_each_half_lost_is_tested(before: int, later: int, losses: list[int]) -> None:
    """faults onlywar 8: half of the current magnitude, after a test of the same round too; -5 for all losses of the round."""
    men = squad(magnitude=10, commander=boss(skills={"command": 70}))
    last: dict[str, Any] = {"morale_test": 1} if len(losses) > 1 else {}
    played = TABLE.meets(men, shot(before), turn(morale_test=1), shot(later), OVER, turn(**last))
    assert targets(played, "morale-test") == [70 + 20 + loss for loss in losses]


@pytest.mark.parametrize(("key", "line"), [("weapon-1", "Pistol"), ("weapon-2", "Rifle")])
def test_one_attack_a_person(key: str, line: str) -> None:
    """faults onlywar 3: a commander with two guns shoots once, with the one he chooses (onlywar volley-fire, facts 4.21)."""
    rifle = Weapon("Rifle", damage="1d10+4 I", range=150)
    men = squad(commander=boss(weapons=(PISTOL, rifle, SWORD)), specialists=(Specialist("Heavy", STUBBER),))
    volley = turn("volley-fire", attack_test=70, others=("other-1",), other_weapon=key, other_attack_test=50)
    played = TABLE.meets(men, volley)
    assert [one.name for one in played.asked("others")[0].options.values()] == ["Boss", "Heavy: Heavy stubber"]
    assert [event.args["weapon"].name for event in played.events("weapon-line")] == ["Lasgun", line]


def test_a_single_weapon_is_not_asked_for() -> None:
    """faults onlywar 3: of a pistol and a sword one fits each command."""
    for command, key in (("volley-fire", "Boss: Pistol"), ("melee-attack", "Boss: Sword")):
        played = TABLE.meets(squad(), turn(command, attack_test=70, others=("other-1",), other_attack_test=50))
        assert [one.name for one in played.asked("others")[0].options.values()] == [key]
        assert not played.asked("other-weapon")


def kroot() -> Roster:
    """A kroot squad whose commander dodges at 40 - 10."""
    return squad("hunting-craft", faction="kroot", commander=boss(skills={"dodge": 40}))


def test_hunting_craft_takes_cover() -> None:
    """faults onlywar 11: without cover it is not offered; with cover it is (onlywar hunting-craft)."""
    out = TABLE.meets(kroot(), attacked("shooting", 20, in_cover="no"))
    assert (out.asked("reaction"), lost(out)) == ([], [1])
    covered = TABLE.meets(kroot(), attacked("shooting", 20, in_cover="yes"))
    assert "hunting-craft" in offered(covered, "reaction")[0]


def test_who_cannot_evade_is_not_asked_for_cover() -> None:
    """faults onlywar 11: only where the answer matters."""
    assert not TABLE.meets(squad(), attacked("shooting", 20)).asked("in-cover")


@pytest.mark.parametrize(("made", "damage", "dead"), [(4, (20, 20), [1 + 1]), (3, (20,), [1]), (2, (), []), (1, (), [])])
def test_no_damage_of_hits_that_were_avoided(made: int, damage: tuple[int, ...], dead: list[int]) -> None:
    """faults onlywar 11: a success by 1 degree avoids 1 + 1 hits; damage is told for the others alone (facts 4.43)."""
    shots = attacked("shooting", *damage, in_cover="yes", reaction="hunting-craft", command_test=30, hits_made=made)
    played = TABLE.meets(kroot(), shots)
    assert [request.most for request in played.asked("damage")] == [made - 2] * bool(damage)
    assert lost(played) == dead


def weak(skills: dict[str, int] | None = None) -> Commander:
    """A commander whose file does not tell his strength, on which Intimidate is based."""
    chief = boss("master", skills=skills)
    return replace(chief, characteristics=replace(chief.characteristics, s=None))


@pytest.mark.parametrize(
    ("skills", "wrong"), [({}, ["'war-waits-for-no-one' needs the characteristic 's'"]), ({"intimidate": 45}, [])]
)
def test_what_a_command_tests_is_told(skills: dict[str, int], wrong: list[str]) -> None:
    """faults onlywar 4: a squad that commands by Intimidate tells strength or the skill; nobody is worth 0."""
    men = squad("war-waits-for-no-one", faction="orks", magnitude=12, commander=weak(skills))
    assert [(key, str(message)) for _, key, message in check_roster(RULES, men)] == [("commander", one) for one in wrong]


def test_a_learned_command_may_test_what_is_not_told() -> None:
    """faults onlywar 4: such a command is barred with its reason (shapers-wisdom brings one of another side)."""
    men = squad("shapers-wisdom", faction="kroot", commander=weak({"survival": 40}))
    learn = turn("shapers-wisdom", learned="war-waits-for-no-one", command_test=1)
    played = TABLE.meets(men, learn, OVER, turn())
    assert reasons(played)["war-waits-for-no-one"] == "not-told"


def test_who_tells_no_strength_commands_otherwise() -> None:
    """faults onlywar 4: of Command and Intimidate only what is told: morale by Command 40, a crowd is rallied by it alone."""
    chief = weak({"command": 40})
    men = squad(faction="orks", magnitude=10, commander=chief)
    morale = TABLE.meets(men, adjust("losses", losses=5), OVER, turn(morale_test=100))
    assert targets(morale, "morale-test") == [40 + 20 - 25]
    rally = TABLE.meets(men, adjust("losses", losses=5), OVER, turn(morale_test=100), happens("rally", rally_test=1))
    assert offered(rally, "rally-with") == [{"command"}]
