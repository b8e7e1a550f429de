"""Rules of units in a battle: on whom they act, how far, with what reaches the dice (w40k7 U1-U9, U31-U41)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from psyphase.games.plain import json_object
from psyphase.systems import find_system
from psyphase.systems.w40k7.battle import Battle, new_battle
from psyphase.systems.w40k7.casualties import dead
from psyphase.systems.w40k7.chances import deny_chance
from psyphase.systems.w40k7.deny import deny_target, may_deny
from psyphase.systems.w40k7.in_force import acting, harness_on, leadership_sum, traits_of
from psyphase.systems.w40k7.model import Rules, Unit
from psyphase.systems.w40k7.played import AT_THE_POOL
from psyphase.systems.w40k7.vocabulary import WarpCharge
from psyphase.systems.w40k7.warp_charge import added_by
from psyphase.words.wording import Wording
from scripted import Played
from w40k7_table import Table, army, read_rules

SMITE, IRON_ARM, SHRIEK = "biomancy/smite", "biomancy/iron-arm", "telepathy/psychic-shriek"
FOCUS = "biomancy/haemorrhage"
"""A power of cost 2."""
CULEXUS = Unit("Culexus", leadership=10, wounds=2, rules=("psychic-abomination",))
TYRANT = Unit("Tyrant", leadership=10, wounds=4, rules=("Shadow in the Warp",))
SQUAD = Unit("Squad", models=5, leadership=8)
RHINO = Unit("Rhino", tags=("vehicle",))
STRIKE = Unit("Strike", models=5, leadership=8, mastery=1, tags=("brotherhood",), powers=(SMITE,), rules=("the-aegis",))
WORDS = Wording(find_system("w40k7").sentences(), "en")


def seer(*powers: str, name: str = "Seer", mastery: int = 2, leadership: int = 9, **more: Any) -> Unit:
    return replace(Unit(name, mastery=mastery, leadership=leadership, wounds=3, powers=powers or (SMITE,)), **more)


def facing(rules: Rules, mine: Sequence[Unit], theirs: Sequence[Unit] = (SQUAD,)) -> Battle:
    """A battle before its first phase."""
    return new_battle(army(*mine), army(*theirs, name="Foes"), rules.unit_rules)


def harness(rules: Rules, battle: Battle, key: str = "seer") -> int:
    return harness_on(rules, battle, battle.unit(key), rules.powers[SMITE]).face


def pools(played: Played[Battle]) -> dict[str, int]:
    return {event.args["side"]: event.args["total"] for event in played.events("warp-charge-pool")}


OWN = """\
id: mine
name: {en: Mine}
source: mine
rules:
- id: boon
  name: {en: Boon}
  does: [EFFECT]
  source: mine
- id: charm
  name: {en: Charm}
  does: [EFFECT]
  source: mine
"""


def with_own(folder: Path, effect: str) -> Rules:
    """The tables with two rules of one's own that do the same."""
    path = folder / "w40k7" / "unit-rules" / "mine.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(OWN.replace("EFFECT", effect), encoding="utf-8")
    return read_rules(folder)


# U31: Psychic Abomination


def test_abomination_vector_3(table: Table) -> None:
    """w40k7 U vectors 3: pool 4 + 2 + 1, sixes only though he harnesses on 3+, 2 charges, perils, leadership 10 - 3."""
    sorcerer = seer(FOCUS, name="Sorcerer", mastery=3, leadership=10, harness=3)
    friends = [seer(name="A", mastery=2), seer(name="B", mastery=1)]
    played = table.phase(
        [sorcerer, *friends],
        [CULEXUS],
        warp_charge=4,
        near=["yes", "no", "no"],
        psyker="sorcerer",
        power=FOCUS,
        target="another-unit",
        psychic_test=(6, 5, 4, 6),
        perils=1,
        leadership_test=(5, 3),
        perils_hits=1,
    )
    assert pools(played)["mine"] == 7
    (dice,) = played.asked("dice")
    assert dice.prospects(4)["passed"] == Fraction(19, 144)
    assert played.args("harnessed") == {"harnessed": 2, "cost": 2}
    assert played.args("leadership-failed") == {"leadership": 7}
    assert not played.outcome.unit("sorcerer").alive
    assert [request.args["unit"].id for request in played.asked("near")] == ["sorcerer", "a", "b"]


def test_abomination_is_said_by_name(table: Table) -> None:
    """Whatever it does stands by name: at the pool, at the face, in words and in JSON."""
    played = table.phase(seer(), [CULEXUS, SQUAD], near="yes", power=SMITE, target="squad", psychic_test=(4,), warp_charge=6)
    (none,) = played.events("adds-no-dice")
    assert WORDS.say(none) == "Seer adds no dice to the pool (Psychic Abomination)"
    assert json_object(none)["rule"] == "psychic-abomination"
    (face,) = played.events("harnesses")
    assert WORDS.say(face) == "Seer harnesses on 6+ (4+, Psychic Abomination: 6 only)"
    (asked,) = played.asked("near")
    assert WORDS.ask(asked) == 'Opponent: Psychic Abomination: is Seer within 12" of Culexus?'
    assert asked.who == "theirs"
    assert played.has("not-harnessed")


def test_friend_or_foe(table: Table) -> None:
    """w40k7 U31: psykers of both sides; who is no psyker is not asked about and keeps his leadership."""
    played = table.phase(
        [seer(), CULEXUS], [seer(name="Sorc", mastery=3), SQUAD], near=["yes", "yes"], power="end", warp_charge=5
    )
    assert pools(played) == {"mine": 5, "theirs": 5}
    battle = played.outcome
    assert [leadership_sum(battle, battle.unit(key), 9, None).value for key in ("seer", "sorc", "squad")] == [6, 6, 9]


@pytest.mark.parametrize(
    ("mine", "asked"),
    [
        pytest.param([], 1, id="on the table"),
        pytest.param({"embarked": True}, 0, id="U9: embarked, in no roster's transport"),
        pytest.param({"embarked": "Rhino"}, 0, id="U9: embarked in one of the roster"),
        pytest.param({"reserve": True}, 0, id="in reserve"),
    ],
)
def test_where_its_bearer_is(table: Table, mine: Any, asked: int) -> None:
    """w40k7 U9: an aura does not reach out of a transport, and nobody in reserve has one."""
    bearer = replace(CULEXUS, **dict(mine))
    answers: dict[str, Any] = {"near": "yes"} if asked else {}
    played = table.phase(seer(), [bearer, RHINO, SQUAD], power=SMITE, target="squad", psychic_test=(4,), **answers)
    assert len(played.asked("near")) == asked
    assert played.has("not-harnessed") == bool(asked)
    assert pools(played)["mine"] == (6 if asked else 8)


def test_who_steps_into_a_transport_takes_it_along(rules: Rules, table: Table) -> None:
    """w40k7 U9: what was said of the distance counts no more once the bearer is aboard; nor does it when he is dead."""
    battle = table.phase(seer(), [CULEXUS, SQUAD], near="yes", power="end").outcome
    assert harness(rules, battle) == 6
    bearer = battle.unit("culexus")
    assert harness(rules, battle.with_units([replace(bearer, embarked=True)])) == 4
    assert harness(rules, battle.with_units([dead(bearer)])) == 4


def test_a_psyker_in_a_transport_is_reached(rules: Rules, table: Table) -> None:
    """w40k7 U9: it is out of a transport that an aura does not reach; who is inside is asked about."""
    battle = table.phase([RHINO, seer(embarked="Rhino")], [CULEXUS, SQUAD], near="yes", power="end").outcome
    assert harness(rules, battle) == 6


def test_two_of_one_name_bear_it(table: Table) -> None:
    """w40k7 U7, U9: two bearers are asked about at once and do not add up; with one of them dead the other still has it."""
    played = table.phase(seer(), [CULEXUS, CULEXUS, SQUAD], near="yes", power="end")
    (asked,) = played.asked("near")
    words = WORDS.ask(asked)
    assert words == 'Opponent: Psychic Abomination: is Seer within 12" of one of Culexus, Culexus 2?'
    battle = played.outcome
    assert leadership_sum(battle, battle.unit("seer"), 9, None).value == 6
    battle = battle.with_units([dead(battle.unit("culexus"))])
    assert leadership_sum(battle, battle.unit("seer"), 9, None).value == 6
    battle = battle.with_units([dead(battle.unit("culexus-2"))])
    assert leadership_sum(battle, battle.unit("seer"), 9, None).value == 9


def test_of_two_psykers_of_one_name(rules: Rules, table: Table) -> None:
    """Distances are known by key: the second of a name is near, the first is not."""
    battle = table.phase([seer(), seer()], [CULEXUS], near=["no", "yes"], psyker="end").outcome
    assert [harness(rules, battle, key) for key in ("seer", "seer-2")] == [4, 6]


def test_both_sides_have_one(table: Table) -> None:
    """A mirror match: of two assassins on either side each psyker is asked about once, as both reach friend and foe."""
    played = table.phase([seer(), CULEXUS], [seer(name="Sorc"), CULEXUS], near=["yes", "no"], power="end", warp_charge=1)
    assert [request.args["unit"].id for request in played.asked("near")] == ["seer", "sorc"]
    assert pools(played) == {"mine": 1, "theirs": 3}


def test_the_next_phase_has_the_answers_for_defaults(table: Table) -> None:
    """w40k7 U3: asked again in the next phase, with what was said as the default."""
    first = table.phase(seer(), [CULEXUS, SQUAD], near="no", power="end")
    second = table.next_phase(first.outcome, "theirs")
    assert [request.default for request in (*first.asked("near"), *second.asked("near"))] == ["yes", "no"]


# U33: Shadow in the Warp


def test_shadow_is_on_the_psyker_alone(table: Table) -> None:
    """w40k7 U33: leadership 10 - 3; his squad of 8 keeps its own, and the unit tests on that."""
    for joins, right in (("Squad", 8), (None, 7)):
        psyker = seer(leadership=10, joins=joins)
        played = table.phase(
            [psyker, SQUAD],
            [TYRANT],
            near="yes",
            power=SMITE,
            target="tyrant",
            psychic_test=(6, 6),
            perils=1,
            leadership_test=(1, 1),
        )
        assert played.args("leadership-passed") == {"leadership": right}


@pytest.mark.parametrize(("own", "theirs", "right"), [(True, False, 9), (False, True, 6), (True, True, 6)])
def test_shadow_in_a_mirror_match(table: Table, own: bool, theirs: bool, right: int) -> None:
    """w40k7 U33: enemies alone suffer it; the one that is asked about is the enemy's, who answers."""
    broods = [[replace(TYRANT, rules=TYRANT.rules if has else ())] for has in (own, theirs)]
    answers: dict[str, Any] = {"near": "yes"} if theirs else {}
    played = table.phase(
        [seer(), *broods[0]],
        broods[1],
        power=SMITE,
        target="tyrant-2",
        psychic_test=(6, 6),
        perils=1,
        leadership_test=(1, 1),
        **answers,
    )
    assert played.args("leadership-passed") == {"leadership": right}
    assert [(one.who, one.args["bearer"].id) for one in played.asked("near")] == [("theirs", "tyrant-2")] * theirs


def test_shadow_is_asked_about_when_it_is_tested(table: Table) -> None:
    """w40k7 U3: without a test of leadership nobody says how near anybody is."""
    assert not table.phase(seer(), [TYRANT], power=SMITE, target="tyrant", psychic_test=(4,)).asked("near")


# U37: The Aegis, U8


def answers(rules: Rules, mine: Sequence[Unit], target: str) -> tuple[Battle, Any]:
    """How a unit of mine denies a power of theirs."""
    battle = replace(facing(rules, mine, [seer(name="Sorc", mastery=1)]), active="theirs")
    (denier,) = may_deny(rules, battle, battle.unit("sorc"), [battle.unit(target)], ())
    return battle, denier


def test_aegis_vector_5(rules: Rules, table: Table) -> None:
    """w40k7 U vectors 5: 4+ with a psyker and a warding stave, 1s again: 5537/6912; `1 1 4 3`, then `5 2`, denies 2 charges."""
    squad = replace(STRIKE, tags=("brotherhood", "adamantium-will"))
    _, denier = answers(rules, [squad], "strike")
    assert denier.target.needed == 4
    assert deny_chance(denier.read, 4, 2) == Fraction(5537, 6912)
    played = table.phase(
        seer(FOCUS, mastery=1),
        squad,
        power=FOCUS,
        target="strike",
        psychic_test=(4, 4),
        deny_test=(1, 1, 4, 3),
        deny_again=(5, 2),
    )
    assert played.args("denied")["nullified"] == 2
    assert played.args("deny-again-by")["rule"].id == "the-aegis"


@pytest.mark.parametrize(
    ("mine", "target", "again"),
    [
        pytest.param([STRIKE], "strike", True, id="its own"),
        pytest.param([STRIKE, replace(SQUAD, joins="Strike")], "strike", True, id="the unit, when another has joined it"),
        pytest.param([SQUAD, Unit("Lord", rules=("the-aegis",), joins="Squad")], "squad", True, id="that of who joined"),
        pytest.param([SQUAD, Unit("Lord", rules=("the-aegis",))], "squad", False, id="of another unit"),
        pytest.param([SQUAD, replace(SQUAD, rules=("the-aegis",))], "squad", False, id="the first of a name has none"),
        pytest.param([SQUAD, replace(SQUAD, rules=("the-aegis",))], "squad-2", True, id="the second of a name has it"),
        pytest.param([RHINO, replace(STRIKE, embarked="Rhino")], "strike", True, id="embarked: it is no aura"),
    ],
)
def test_whose_dice_the_aegis_throws_again(rules: Rules, mine: list[Unit], target: str, again: bool) -> None:
    """w40k7 U2, U37: `unit` is everyone who stands in it."""
    _, denier = answers(rules, mine, target)
    assert (denier.again is not None) == again


def test_a_dead_bearer_shields_nobody(rules: Rules) -> None:
    """w40k7 U2: with who had joined it gone the unit has it no more."""
    battle, _ = answers(rules, [SQUAD, Unit("Lord", rules=("the-aegis",), joins="Squad")], "squad")
    battle = battle.with_units([dead(battle.unit("lord"))])
    (denier,) = may_deny(rules, battle, battle.unit("sorc"), [battle.unit("squad")], ())
    assert denier.again is None


def test_nothing_serves_against_what_targets_nobody(table: Table) -> None:
    """w40k7 U8: against a blessing sixes only; the Aegis, the psyker and Adamantium Will bring nothing."""
    squad = replace(STRIKE, tags=("brotherhood", "adamantium-will"))
    played = table.phase(seer(IRON_ARM), squad, power=IRON_ARM, psychic_test=(4,), deny_test=(5, 1, 1))
    assert played.has("not-denied")
    assert not played.has("deny-again-by")
    assert played.args("deny-bare")["target"].needed == 6


# U7, U40: Adamantium Will


@pytest.mark.parametrize(
    ("whose", "more", "right"),
    [
        pytest.param("self", {}, 6, id="nobody has it"),
        pytest.param("self", {"rules": ("boon",)}, 5, id="by a rule"),
        pytest.param("self", {"rules": ("boon", "charm")}, 5, id="by two rules, once"),
        pytest.param("self", {"rules": ("boon",), "tags": ("adamantium-will",)}, 5, id="by tag and rule, once"),
        pytest.param("self", {"tags": ("adamantium-will",)}, 5, id="by tag"),
        pytest.param("unit", {"rules": ("boon",)}, 5, id="of the unit"),
    ],
)
def test_adamantium_will_by_a_rule(tmp_path: Path, whose: str, more: dict[str, Any], right: int) -> None:
    """w40k7 U7, U40: a rule grants the tag, and however often it is had it is +1."""
    rules = with_own(tmp_path, f"{{kind: grant, whose: {whose}, when: always, tag: adamantium-will}}")
    battle = facing(rules, [replace(SQUAD, **more)], [seer(name="Sorc", mastery=1)])
    unit = battle.unit("squad")
    assert ("adamantium-will" in traits_of(battle, unit)) == (right == 5)
    assert deny_target(rules, battle, 1, [unit]).needed == right


@pytest.mark.parametrize(("near", "needed"), [("yes", 5), ("no", 6)])
def test_adamantium_will_around_a_bearer(tmp_path: Path, near: str, needed: int) -> None:
    """w40k7 U40: in reach of a friend who has it around him; the enemy beside him has nothing, and whoever has the tag is not asked."""
    table = Table(with_own(tmp_path, "{kind: grant, whose: friends, range_in: 12, when: always, tag: adamantium-will}"))
    bearer = Unit("Lord", rules=("boon",))
    played = table.phase(
        seer(mastery=1), [SQUAD, bearer], near=near, power=SMITE, target="squad", psychic_test=(4,), deny_test=(1,)
    )
    assert played.args("deny-needs")["target"].needed == needed
    has_it = [replace(SQUAD, tags=("adamantium-will",)), bearer]
    played = table.phase(seer(mastery=1), has_it, power=SMITE, target="squad", psychic_test=(4,), deny_test=(1,))
    assert not played.asked("near")
    mine = [replace(bearer, name="Friend"), seer(mastery=1)]
    played = table.phase(mine, SQUAD, power=SMITE, target="squad", psychic_test=(4,), deny_test=(1,))
    assert not played.asked("near")


# U41: dice for the pool


@pytest.mark.parametrize(
    ("effect", "more", "right"),
    [
        pytest.param("add: 1", {}, 1, id="U41: Bones of Osrak"),
        pytest.param("add: 1, each: model", {"models": 3}, 3, id="U41: one a model"),
        pytest.param("by_models: [{models: 11, value: 2}]", {"models": 10}, 0, id="U41: ten Blue Horrors"),
        pytest.param("by_models: [{models: 11, value: 2}]", {"models": 11}, 2, id="U41: eleven Blue Horrors"),
        pytest.param(
            "by_models: [{models: 11, value: 2}, {models: 16, value: 3}]", {"models": 15}, 2, id="U41: fifteen Pink Horrors"
        ),
        pytest.param(
            "by_models: [{models: 11, value: 2}, {models: 16, value: 3}]", {"models": 16}, 3, id="U41: sixteen Pink Horrors"
        ),
    ],
)
def test_dice_by_a_rule(tmp_path: Path, effect: str, more: dict[str, Any], right: int) -> None:
    """w40k7 U41: beside mastery levels; by name, and not from reserve."""
    rules = with_own(tmp_path, f"{{kind: warp-charge, whose: self, when: phase-start, {effect}}}")
    unit = Unit("Bearer", rules=("boon",), **more)
    for reserve, dice in ((False, right), (True, 0)):
        battle = facing(rules, [seer(), replace(unit, reserve=reserve)])
        assert added_by(battle, "mine").dice == 2 + dice
    played = Table(rules).phase([seer(), unit], SQUAD, power="end", warp_charge=4)
    assert pools(played) == {"mine": 6 + right, "theirs": 4}
    told = WORDS.say(played.events("warp-charge-pool")[0])
    assert told.endswith(f": 4 rolled + mastery 2{f' + {right} Boon' if right else ''} = {6 + right} dice")


# What is not played yet, what changes in a battle


def test_what_is_not_played_stands_nowhere(rules: Rules) -> None:
    """A rule whose effects are only read changes nothing and asks nothing."""
    assert not facing(rules, [seer(rules=("spell-familiar", "runes-of-the-farseer", "warp-contradiction"))]).standing
    assert [len(one.does) for one in facing(rules, [CULEXUS]).standing] == [3]


def test_battles_without_rules_stand_as_before(rules: Rules) -> None:
    """Where nobody has a rule what is in force is what is in play, and no question is added."""
    battle = facing(rules, [seer()])
    assert battle.standing == ()
    assert battle.in_force is battle.in_play


def test_a_unit_that_splits_keeps_its_rules(rules: Rules, table: Table) -> None:
    """Some models that go on as a unit of their own have the rules of it."""
    played = table.phase(
        [seer(), replace(SQUAD, rules=("the-aegis",))],
        SQUAD,
        power=["correct", "end"],
        correction="unit",
        unit="squad",
        change="splits",
        models_apart=2,
    )
    (aegis,) = played.outcome.standing
    assert aegis.on == ("squad", "squad-3")
    assert rules.unit_rules[aegis.id].name == aegis.name


def test_who_is_asked_about_is_on_the_table(table: Table) -> None:
    """w40k7 U9: of two bearers the one in a transport is not named."""
    played = table.phase(seer(), [replace(CULEXUS, embarked=True), CULEXUS, SQUAD], near="no", power="end")
    (asked,) = played.asked("near")
    assert asked.args["bearer"].id == "culexus-2"


TWO_RANGES = """{kind: harness-face, whose: enemies, range_in: 18, when: always, face: 6},
  {kind: leadership, whose: enemies, range_in: 6, when: always, add: -1}"""


@pytest.mark.parametrize(("near", "face", "leadership"), [(["yes", "no"], 6, 9), (["yes", "yes"], 6, 8), (["no", "no"], 4, 9)])
def test_each_range_by_itself(tmp_path: Path, near: list[str], face: int, leadership: int) -> None:
    """w40k7 U3: of a rule that reaches 18" with one effect and 6" with another each distance is asked by itself."""
    table = Table(with_own(tmp_path, TWO_RANGES))
    faces = (6, 6) if face == 6 else (4, 6, 6)
    played = table.phase(
        seer(),
        Unit("Bearer", rules=("boon",)),
        near=near,
        power=SMITE,
        target="bearer",
        psychic_test=faces,
        perils=1,
        leadership_test=(1, 1),
    )
    assert [request.args["range"] for request in played.asked("near")] == [18, 6]
    assert played.asked("psychic-test")[0].args["success"] == face
    assert played.args("leadership-passed") == {"leadership": leadership}


@pytest.mark.parametrize(
    ("effect", "more", "asked"),
    [
        ("kind: harness-face, face: 3", {}, 1),
        pytest.param("kind: harness-face, face: 3", {"harness": 3}, 0, id="U6: he has 3+ himself"),
        pytest.param("kind: harness-face, face: 3", {"harness": 2}, 0, id="U6: he has a lower one"),
        pytest.param("kind: harness-face, face: 3", {"harness": 6}, 0, id="U6: sixes only beat it"),
        pytest.param("kind: harness-face, face: 6", {"harness": 3}, 1, id="U6: sixes only beat his"),
        pytest.param("kind: harness-face, face: 6", {"harness": 6}, 0, id="U6: sixes only already"),
        ("kind: perils-kind, perils: any-double", {}, 1),
        pytest.param("kind: perils-kind, perils: any-double", {"perils": "never"}, 0, id="U6: never beats it"),
        pytest.param("kind: perils-kind, perils: any-double", {"perils": "two-sixes"}, 1, id="U6: it beats two sixes"),
    ],
)
def test_asked_only_where_it_can_matter(tmp_path: Path, effect: str, more: dict[str, Any], asked: int) -> None:
    """w40k7 U3, U6: nobody says how near he is to what could change nothing."""
    table = Table(with_own(tmp_path, f"{{{effect}, whose: enemies, range_in: 12, when: always}}"))
    answers: dict[str, Any] = {"near": "no"} if asked else {}
    bearer = Unit("Bearer", rules=("boon",))
    played = table.phase(seer(**more), bearer, power=SMITE, target="bearer", psychic_test=(1,), **answers)
    assert len(played.asked("near")) == asked


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("whose: self, when: always", 3),
        pytest.param("whose: self, when: on-perils", 4, id="another moment"),
        pytest.param("whose: caster, when: always", 4, id="the caster of a denied power"),
        pytest.param("whose: attacker, when: always", 4, id="who targets the bearer"),
        pytest.param("whose: self, when: always, limit: once-a-turn", 4, id="a limit, which nothing counts yet"),
        pytest.param("whose: enemies, when: always", 4, id="the other side"),
        pytest.param("whose: army, when: always", 3, id="the own army"),
        pytest.param("whose: all, range_in: table, when: always", 3, id="everywhere"),
    ],
)
def test_when_and_whose(tmp_path: Path, words: str, right: int) -> None:
    """w40k7 U2: what is not meant for this unit or not for now does not act, nor does what is not played yet."""
    rules = with_own(tmp_path, f"{{kind: harness-face, face: 3, {words}}}")
    assert harness(rules, facing(rules, [seer(rules=("boon",))])) == right


def test_another_moment_is_another(tmp_path: Path) -> None:
    """w40k7 U2: what acts at the warp charge roll acts at no other moment, and the other way round."""
    rules = with_own(tmp_path, "{kind: warp-charge, whose: self, when: phase-start, add: 1}")
    battle = facing(rules, [seer(rules=("boon",))])
    unit = battle.unit("seer")
    assert not acting(battle, unit, WarpCharge)
    assert [one.effect.add for one in acting(battle, unit, WarpCharge, when=AT_THE_POOL)] == [1]
