"""What is in play counts: every kind of effect that acts, with each of its values (w40k7 U1-U10, `faults w40k7` 5, 8, 11, 13, 17).

The cases of `tests/data/cases/w40k7` are those of the report of faults, as they came.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from command import ROOT, psyphase
from psyphase.engine.dice import Dice
from psyphase.engine.odds import chances, odds
from psyphase.engine.procedure import Event
from psyphase.engine.readings import COUNTS
from psyphase.engine.sources import Defaults
from psyphase.systems.w40k7.battle import Battle, InPlay, UnitInPlay, new_battle
from psyphase.systems.w40k7.deny import best_answer, deny_target, deny_test, may_deny
from psyphase.systems.w40k7.deny_reading import Again, DenyAgain, Thrown
from psyphase.systems.w40k7.in_force import (
    Acting,
    acting,
    harness_on,
    leadership_sum,
    mastery_of,
    perils_on,
    traits_of,
)
from psyphase.systems.w40k7.model import Rules, Unit
from psyphase.systems.w40k7.played import is_played
from psyphase.systems.w40k7.vocabulary import (
    DenyBonus,
    DenyFace,
    Does,
    Grant,
    HarnessFace,
    Leadership,
    Mastery,
    PerilsKind,
    Reroll,
)
from psyphase.tables.names import Name, Words
from psyphase.tables.sums import Modifier, Target
from scripted import Played
from w40k7_table import Table, army

CASES = ROOT / "tests" / "data" / "cases" / "w40k7"
SMITE, IRON_ARM = "biomancy/smite", "biomancy/iron-arm"
SCOURGE, LURE = "librarius/psychic-scourge", "sinistrum/warp-lure"
TERRIFY, HORRIFY, DOMINATE = "telepathy/terrify", "runes-of-battle/horrify", "telepathy/dominate"
GRACE, FORTUNE, FORTRESS = "revenant/ancestors-grace", "runes-of-fate/fortune", "librarius/psychic-fortress"
WORM, SIPHON, SACRIFICE = "interromancy/mind-worm", "tzeentch/siphon-magic", "daemonology-malefic/sacrifice"
SQUAD = Unit("Squad", models=5)
LASTS: Any = {"whose": "target", "when": "until-next-phase"}
"""What most effects of a power say of themselves."""


def seer(*powers: str, name: str = "Seer", mastery: int = 2, **more: Any) -> Unit:
    return replace(Unit(name, mastery=mastery, leadership=9, wounds=3, powers=powers), **more)


def rule(*does: Does, on: str = "seer", id: str = "own/rule", **more: Any) -> InPlay:
    """Something in play for the whole battle."""
    return InPlay(id, Name(en=id.title()), Words(en="..."), (on,), "game", does, **more)


def facing(*mine: Unit, theirs: Sequence[Unit] = (), in_play: Iterable[InPlay] = ()) -> Battle:
    """A battle with this in play."""
    foes = army(*(theirs or [Unit("Grunts", models=10)]), name="Foes")
    return replace(new_battle(army(*mine), foes), in_play=tuple(in_play))


def phase(table: Table, battle: Battle, active: Any = "mine", **answers: Any) -> Played[Battle]:
    return table.next_phase(battle, active, **answers)


def words(value: Any) -> Any:
    """The parts of a sum by the ids of what they come from."""
    return [(one.id, one.value) for one in value.modifiers]


# U10: the vocabulary


def test_there_are_29_kinds() -> None:
    """w40k7 U10: the closed list."""
    kinds = {kind.__struct_config__.tag for kind in cast("Any", Does).__args__}
    assert kinds == {
        *("grant", "leadership", "reroll", "warp-charge", "power-gain", "harness-face", "mastery", "harm", "generation"),
        *("perils-kind", "deny-bonus", "perils-result", "perils-now", "range", "remind", "reach", "immunity", "forbid-casting"),
        *("cost", "deny-face", "power-loss", "no-deny", "auto-manifest", "perils-avoid", "attempts", "test-dice", "deny-roll"),
        *("deny-for", "end-effects"),
    }
    assert len(kinds) == 29


def test_what_powers_do_is_played(rules: Rules) -> None:
    """w40k7 U51, `faults w40k7` 11: 13 of the rules are powers in play; every effect that a shipped power or boon has acts."""
    does = {id: power.does for id, power in rules.powers.items() if power.does}
    assert set(does) == {
        *(
            SCOURGE,
            LURE,
            FORTUNE,
            SIPHON,
            FORTRESS,
            "sinistrum/armour-of-hatred",
            "runes-of-fate/will-of-asuryan",
            GRACE,
            HORRIFY,
        ),
        *(TERRIFY, WORM, DOMINATE, "excess/phantasmagoria", SACRIFICE),
    }
    assert all(is_played(effect) for effects in does.values() for effect in effects)
    assert not any(boon.does for boon in rules.boons.values())


OWN = """\
- id: hex
  name: {en: Hex}
  charge: 1
  type: malediction
  range: 24
  target: one-enemy-unit
  profile: none
  duration: until-next-psychic-phase
  does: [EFFECT]
  effect: {en: "Words."}
  with_force_weapon: false
  source: mine
"""


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        (
            "{kind: immunity, whose: target, when: always, to: everything}",
            "w40k7/powers.yaml:9:9: not yet played: immunity of hex",
        ),
        ("{kind: reroll, whose: target, when: always, of: [test], dice: ones, choice: may}", "not yet played: reroll of hex"),
        ("{kind: leadership, whose: target, when: always, add: -D3}", "not yet played: leadership of hex"),
        ("{kind: harness-face, whose: target, when: always, limit: once-a-game, face: 3}", "not yet played: harness-face of hex"),
        ("{kind: harness-face, whose: target, when: always, face: 3}", ""),
    ],
)
def test_what_is_not_played_is_told(tmp_path: Path, effect: str, told: str) -> None:
    """w40k7 U10: kinds and values that nothing in a game comes of are remarks of `rules check`, at their place."""
    path = tmp_path / "w40k7" / "powers.yaml"
    path.parent.mkdir()
    path.write_text(OWN.replace("EFFECT", effect), encoding="utf-8")
    done = psyphase("rules", "check", str(tmp_path))
    lines = [line for line in done.stdout.splitlines() if not line.endswith("are right")]
    assert done.returncode == 0
    assert [line.endswith(told) for line in lines] == [True] * bool(told)


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ("{kind: harnes-face, whose: target, when: always, face: 3}", "harnes-face"),
        ("{kind: harness-face, whose: target, when: always, face: 1}", "1"),
        ("{kind: harness-face, whose: everyone, when: always, face: 3}", "everyone"),
        ("{kind: leadership, whose: target, when: always, add: 1, half: true}", "exactly one"),
        ("{kind: leadership, whose: target, when: always}", "exactly one"),
        ("{kind: grant, whose: target, when: always, tag: force-weapon, disciplines: [telepaty]}", "telepaty"),
        ("{kind: grant, whose: target, when: always, tag: force-weapon, types: [blesing]}", "blesing"),
        ("{kind: grant, whose: target, when: always, tag: force-weapon, powers: [nothing]}", "nothing"),
    ],
)
def test_wrong_words_are_told(tmp_path: Path, effect: str, told: str) -> None:
    """w40k7 U2, U10: a word outside the vocabulary is an error with its place."""
    path = tmp_path / "w40k7" / "powers.yaml"
    path.parent.mkdir()
    path.write_text(OWN.replace("EFFECT", effect), encoding="utf-8")
    done = psyphase("rules", "check", str(tmp_path))
    assert done.returncode
    (line,) = [line for line in done.stderr.splitlines() if "powers.yaml" in line]
    assert "powers.yaml:9:" in line or "powers.yaml:1:" in line
    assert told in line


# U6: harness faces


@pytest.mark.parametrize(
    ("own", "faces", "right"),
    [
        pytest.param(None, [], 4, id="w40k7 P9: the usual face"),
        pytest.param(None, [3], 3, id="w40k7 U12: 3+"),
        pytest.param(None, [3, 2], 2, id="w40k7 U6: the lowest wins"),
        pytest.param(None, [5], 4, id="w40k7 U6: the usual one is lower"),
        pytest.param(None, [6], 6, id="w40k7 U13: 6 only"),
        pytest.param(None, [2, 6, 3], 6, id="w40k7 U6: 6 only beats all"),
        pytest.param(3, [6], 6, id="w40k7 U6: an own rule too"),
        pytest.param(2, [3], 2, id="w40k7 U6: the own face is lower"),
        pytest.param(5, [], 5, id="a roster may say a worse one"),
        pytest.param(6, [2], 6, id="w40k7 U6: 6 only as an own rule"),
    ],
)
def test_harness_faces(rules: Rules, own: int | None, faces: list[int], right: int) -> None:
    """w40k7 U6: "6 only" beats every other face, else the lowest wins; each is named."""
    effects = [rule(HarnessFace(face=face, **LASTS), id=f"own/{face}") for face in faces]
    battle = facing(seer(SMITE, harness=own), in_play=effects)
    harness = harness_on(rules, battle, battle.unit("seer"), rules.powers[SMITE])
    assert harness.face == right


@pytest.mark.parametrize(
    ("limits", "right"),
    [
        ({"disciplines": ("biomancy",)}, 3),
        ({"disciplines": ("telepathy",)}, 4),
        ({"powers": (SMITE,)}, 3),
        ({"powers": (IRON_ARM,)}, 4),
        ({"types": ("witchfire",)}, 3),
        ({"types": ("blessing",)}, 4),
        ({"tags": ("psyker",)}, 3),
        ({"tags": ("vehicle",)}, 4),
    ],
)
def test_for_which_powers(rules: Rules, limits: dict[str, Any], right: int) -> None:
    """w40k7 U1 (scope): an effect may be for some disciplines, types, powers or units only."""
    battle = facing(seer(SMITE), in_play=[rule(HarnessFace(face=3, **LASTS, **limits))])
    assert harness_on(rules, battle, battle.unit("seer"), rules.powers[SMITE]).face == right


def test_faces_are_said_by_name(table: Table) -> None:
    """`faults w40k7` 11: the sum names the rule, in words and in JSON."""
    battle = facing(seer(SMITE), in_play=[rule(HarnessFace(face=6, **LASTS), id="own/hex")])
    played = phase(table, battle, power=SMITE, psychic_test=(5, 6))
    (event,) = played.events("harnesses")
    harness = event.args["harness"]
    assert (harness.id, harness.args["face"], harness.args["base"]) == ("face-in-force", 6, 4)
    assert [(one.id, one.args["rule"].id) for one in harness.args["rules"]] == [("sixes-only", "own/hex")]
    assert played.args("harnessed")["harnessed"] == 1
    (roll,) = played.asked("psychic-test")
    assert roll.args["success"] == 6


def test_chances_with_sixes_only(table: Table) -> None:
    """w40k7 U vectors 3: sixes only, cost 2, four dice: 19/144; perils on two sixes, as ever 171/1296."""
    battle = facing(seer(IRON_ARM), in_play=[rule(HarnessFace(face=6, **LASTS))])
    power = replace(table.rules.powers[IRON_ARM], charge=2)
    hexed = Table(replace(table.rules, powers={**table.rules.powers, IRON_ARM: power}))
    played = phase(hexed, battle, power=IRON_ARM, psychic_test=(6, 5, 4, 6), perils=4)
    (request,) = played.asked("dice")
    thrown = list(product(range(1, 7), repeat=4))
    passed = Fraction(sum(faces.count(6) >= 2 for faces in thrown), len(thrown))
    assert passed == Fraction(19, 144)
    assert request.prospects(4)["passed"] == passed
    assert request.prospects(4)["perils"] == passed


# What brings perils (U6)


@pytest.mark.parametrize(
    ("own", "kinds", "power", "right"),
    [
        (None, [], SMITE, "two-sixes"),
        (None, ["any-double"], SMITE, "any-double"),
        (None, ["never"], SMITE, "never"),
        (None, ["two-sixes", "any-double", "never"], SMITE, "never"),
        (None, ["two-sixes", "any-double"], SMITE, "any-double"),
        (None, [], "daemonology-sanctic/hammerhand", "any-double"),
        pytest.param(None, ["two-sixes"], "daemonology-sanctic/hammerhand", "two-sixes", id="w40k7 U22: lifts the doubles"),
        pytest.param(None, ["two-sixes", "any-double"], "daemonology-sanctic/hammerhand", "any-double", id="only those"),
        ("any-double", ["never"], SMITE, "never"),
        ("never", ["any-double"], SMITE, "never"),
        ("two-sixes", ["any-double"], SMITE, "any-double"),
    ],
)
def test_what_brings_perils(rules: Rules, own: Any, kinds: list[Any], power: str, right: str) -> None:
    """w40k7 U6, T5: `never` beats any double, that beats two sixes, which lift the doubles of daemonology alone."""
    effects = [rule(PerilsKind(perils=kind, **LASTS), id=f"own/{kind}") for kind in kinds]
    battle = facing(seer(power, perils=own), in_play=effects)
    assert perils_on(rules, battle, battle.unit("seer"), rules.powers[power]).kind == right


def test_perils_are_said_by_name(table: Table) -> None:
    """w40k7 U21: a double brings perils, and which rule says so is told before the dice."""
    battle = facing(seer(SMITE), in_play=[rule(PerilsKind(perils="any-double", **LASTS), id="own/collar")])
    played = phase(table, battle, power=SMITE, psychic_test=(2, 2), perils=4)
    assert [one.id for one in played.args("perils-by")["rules"]] == ["own/collar"]
    assert played.args("perils-of-the-warp")["why"].id == "any-double-came-up"
    # two dice: 6 of 36 throws are doubles
    assert played.asked("dice")[0].prospects(2)["perils"] == Fraction(6, 36)


# How a unit denies (U7)


def denies_on(rules: Rules, *in_play: InPlay, **more: Any) -> Target:
    """What each die of a squad needs against a psyker of mastery 2."""
    battle = facing(replace(SQUAD, **more), in_play=in_play)
    return deny_target(rules, battle, 2, battle.members(battle.unit("squad")))


WILL = Grant(tag="adamantium-will", **LASTS)


@pytest.mark.parametrize(
    ("does", "needed"),
    [
        ([], 6),
        ([[WILL]], 5),
        pytest.param([[WILL], [WILL]], 5, id="w40k7 U7: Adamantium Will is one tag and +1 however often it is had"),
        ([[DenyBonus(add=2, **LASTS)]], 4),
        ([[DenyBonus(add=2, **LASTS)], [DenyBonus(add=1, **LASTS)], [WILL]], 2),
        pytest.param([[WILL], [DenyBonus(none=True, **LASTS)]], 6, id="w40k7 U35: no modifier at all"),
        ([[DenyFace(face=2, **LASTS)]], 2),
        ([[DenyFace(face=4, **LASTS)], [WILL]], 3),
        ([[DenyFace(face=4, **LASTS)], [DenyFace(face=2, **LASTS)]], 2),
        pytest.param([[DenyFace(face=4, fixed=True, **LASTS)], [WILL]], 4, id="w40k7 U6: fixed"),
        pytest.param([[DenyBonus(add=5, **LASTS)]], 1, id="w40k7 U7: at +5 every die nullifies"),
    ],
)
def test_deny_faces_and_bonuses(rules: Rules, does: list[list[Does]], needed: int) -> None:
    """w40k7 U7: bonuses add up, each rule once a unit; the lowest face counts, a fixed one takes no modifier."""
    in_play = [rule(*effects, on="squad", id=f"own/{at}") for at, effects in enumerate(does)]
    assert denies_on(rules, *in_play).needed == needed


def test_each_rule_once_a_unit(rules: Rules) -> None:
    """w40k7 U7: the same rule twice on a unit, by two castings or on two who are in it, counts once."""
    bonus = rule(DenyBonus(add=1, **LASTS), on="squad")
    battle = facing(SQUAD, Unit("Lord", joins="Squad"), in_play=[bonus, bonus, replace(bonus, on=("lord",))])
    assert deny_target(rules, battle, 2, battle.members(battle.unit("squad"))).needed == 5


def test_named_in_the_sum(rules: Rules) -> None:
    """`faults w40k7` 11: Adamantium Will that a power grants is named with the power, one's own is not."""
    target = denies_on(rules, rule(WILL, on="squad", id=GRACE))
    (part,) = target.modifiers
    assert (part.id, part.value) == ("adamantium-will", 1)
    assert isinstance(part.name, Event)
    assert (part.name.id, cast("Any", part.name.args["rule"]).id) == ("granted-by", GRACE)
    (own,) = denies_on(rules, rule(WILL, on="squad", id=GRACE), tags=("adamantium-will",)).modifiers
    assert isinstance(own.name, Name)


def test_a_tag_may_be_taken_away(rules: Rules) -> None:
    """w40k7 U10 (grant): a removed tag helps no more."""
    lost = rule(Grant(tag="adamantium-will", removed=True, **LASTS), on="squad")
    assert denies_on(rules, tags=("adamantium-will",)).needed == 5
    assert denies_on(rules, lost, tags=("adamantium-will",)).needed == 6
    assert traits_of(facing(SQUAD, in_play=[lost]), facing(SQUAD).unit("squad")) == frozenset()


def test_nothing_helps_where_nobody_is_targeted(table: Table) -> None:
    """w40k7 U8: against a blessing 6s only, whatever is in play on the opponent's units."""
    in_play = [rule(WILL, DenyBonus(add=2, **LASTS), on="grunts")]
    played = phase(table, facing(seer(IRON_ARM), in_play=in_play), power=IRON_ARM, psychic_test=(4,), deny_test=(5,))
    assert played.args("deny-bare")["target"] == Target(6)
    assert played.has("not-denied")


# U3, U9: around others


def test_friends_within_reach_are_asked(table: Table) -> None:
    """w40k7 U3: Psychic Fortress helps friends within 12": asked for the one that is targeted, once a phase, then the default."""
    librarian = seer(FORTRESS, name="Librarian")
    battle = facing(seer(SMITE, "telepathy/psychic-shriek"), theirs=[librarian, SQUAD])
    cast = phase(table, battle, "theirs", power=FORTRESS, psychic_test=(4,)).outcome
    shot = ["telepathy/psychic-shriek", SMITE]
    played = phase(table, cast, power=shot, target=["squad"] * 2, psychic_test=[(4, 4), (4,)], near="no")
    assert len(played.asked("near")) == 1
    assert played.asked("near")[0].args["range"] == 12
    assert [one.args["target"].needed for one in played.events("deny-needs")] == [6, 6]
    again = phase(table, played.outcome, power=SMITE, target="squad", psychic_test=(4,))
    (asked,) = again.asked("near")
    assert asked.default == "no"
    inside = phase(table, played.outcome, power=SMITE, target="squad", psychic_test=(4,), near="yes")
    assert inside.args("deny-needs")["target"].needed == 5


@pytest.mark.parametrize(
    ("foes", "target", "asked", "needed"),
    [
        pytest.param([seer(name="Librarian", joins="Squad"), SQUAD], "squad", 0, 4, id="his own unit is near"),
        pytest.param([seer(name="Librarian"), SQUAD], "librarian", 0, 4, id="he himself is"),
        pytest.param(
            [seer(name="Librarian"), replace(SQUAD, tags=("adamantium-will",))], "squad", 0, 5, id="it has the same already"
        ),
        pytest.param([seer(name="Librarian", embarked=True), SQUAD], "squad", 0, 6, id="w40k7 U9: not out of a transport"),
        pytest.param([seer(name="Librarian", reserve=True), SQUAD], "squad", 0, 6, id="not out of reserve"),
        pytest.param([seer(name="Librarian"), SQUAD], "squad", 1, 5, id="asked"),
    ],
)
def test_when_reach_is_asked(table: Table, foes: list[Unit], target: str, asked: int, needed: int) -> None:
    """w40k7 U3, U9: only where the answer can matter."""
    aura = Grant(tag="adamantium-will", whose="friends", range_in=12, when="until-next-phase")
    battle = facing(seer(SMITE), theirs=foes, in_play=[rule(aura, on="librarian")])
    played = phase(table, battle, power=SMITE, target=target, psychic_test=(4,))
    assert len(played.asked("near")) == asked
    # mastery 2 against 2: a psyker in the unit is +1, no higher mastery
    assert played.args("deny-needs")["target"].needed == needed


@pytest.mark.parametrize(
    ("whose", "mine", "theirs"),
    [("friends", 4, 5), ("enemies", 5, 4), ("all", 4, 4), ("army", 4, 5), ("table", 4, 4)],
)
def test_whose(rules: Rules, whose: Any, mine: int, theirs: int) -> None:
    """w40k7 U2: friends, enemies, both sides, the army of whoever has it, the table."""
    bearer = [Unit("Bearer"), seer(SMITE, harness=5)]
    effect = HarnessFace(face=4, whose=whose, when="always")
    battle = facing(*bearer, theirs=[seer(SMITE, name="Foe", harness=5)], in_play=[rule(effect, on="bearer")])
    found = {id: harness_on(rules, battle, battle.unit(id), rules.powers[SMITE]).face for id in ("seer", "foe")}
    assert found == {"seer": mine, "foe": theirs}


# U5, U37: deny dice thrown again


def again_faces(again: Again, needed: int, first: Sequence[int]) -> list[bool]:
    """Which dice of a failed deny test are thrown again, face by face."""
    if again == "all":
        return [True] * len(first)
    return [face == 1 if again == "ones" else face < needed for face in first]


def enumerated(again: Again, needed: int, dice: int, harnessed: int) -> Fraction:
    """The chance to deny, from all faces of both throws."""
    total = Fraction(0)
    for first in product(range(1, 7), repeat=dice):
        if sum(face >= needed for face in first) >= harnessed:
            total += Fraction(1, 6**dice)
            continue
        thrown = again_faces(again, needed, first)
        kept = sum(face >= needed for face, once_more in zip(first, thrown, strict=True) if not once_more)
        more = sum(thrown)
        hits = sum(kept + sum(face >= needed for face in second) >= harnessed for second in product(range(1, 7), repeat=more))
        total += Fraction(hits, 6 ** (dice + more))
    return total


@pytest.mark.parametrize("again", ["failed", "ones", "all"])
@pytest.mark.parametrize("needed", [6, 5, 4, 2])
@pytest.mark.parametrize(("dice", "harnessed"), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (2, 3)])
def test_chances_of_denying_again(again: Again, needed: int, dice: int, harnessed: int) -> None:
    """w40k7 U5: the closed form equals all faces of both throws, and so does the outcome tree of the procedure itself."""
    right = enumerated(again, needed, dice, harnessed)
    assert DenyAgain(6, 6 - needed, again).chance(dice, harnessed) == right
    target = Target(6, (Modifier("x", None, 6 - needed),) if needed < 6 else ())
    rerolls: Acting[Reroll] = Acting("own/again", Name(en="Again"), Reroll(of=("deny",), dice=again, choice="may", **LASTS))
    tree = odds(lambda: deny_test("mine", harnessed, dice, target, rerolls), lambda: [Defaults()])
    assert tree.chance(lambda denied: denied.denied) == right


@pytest.mark.parametrize(
    ("needed", "right"),
    [
        pytest.param(4, Fraction(5537, 6912), id="w40k7 U vectors 5: The Aegis at 4+"),
        pytest.param(6, Fraction(96481, 559872), id="w40k7 U vectors 5: at 6+"),
    ],
)
def test_the_aegis(needed: int, right: Fraction) -> None:
    """w40k7 U vectors 5: four dice against 2 charges, 1s thrown again."""
    assert DenyAgain(6, 6 - needed, "ones").chance(4, 2) == right


@pytest.mark.parametrize("again", ["failed", "ones", "all"])
def test_first_throw_by_enumeration(again: Again) -> None:
    """The weights of the first throw are those of all its faces; what nullifies is marked."""
    reading = DenyAgain(6, 1, again)
    found: dict[Thrown, int] = {}
    for faces in product(range(1, 7), repeat=3):
        thrown = reading.read(faces)
        found[thrown] = found.get(thrown, 0) + 1
    assert dict(reading.weights(Dice(3, 6))) == found
    assert sum(chances(reading, Dice(3, 6)).chances.values()) == 1
    assert [COUNTS in mark for mark in reading.marks((1, 5, 6))] == [False, True, True]


def fortunate(choice: Any = "may", dice: Any = "failed") -> Battle:
    fortune = rule(Reroll(of=("deny",), dice=dice, choice=choice, **LASTS), on="grunts", id=FORTUNE)
    return facing(seer(SMITE), in_play=[fortune])


def test_fortune(table: Table) -> None:
    """`faults w40k7` 11, w40k7 U37: Fortune throws deny dice that failed once more; the chances beside the dice count it."""
    played = phase(table, fortunate(), power=SMITE, psychic_test=(4, 5), deny_test=(6, 2), deny_again=(6,))
    assert played.args("denied")["nullified"] == 2
    assert played.args("deny-again-by")["rule"].id == FORTUNE
    assert played.asked("throw-again")[0].args["count"] == 1
    (asked,) = played.asked("deny-dice")
    # each die: 1/6, or else 5/6 times 1/6, in all 11/36
    assert asked.prospects(2)["deny"] == Fraction(11, 36) ** 2
    (dice,) = played.asked("dice")
    # his only power: one die passes in 1 of 2, and all six dice of the opponent have to fail twice
    assert dice.args["enemy_pool"] == 6
    assert dice.prospects(1)["works"] == Fraction(1, 2) * Fraction(25, 36) ** 6


@pytest.mark.parametrize(
    ("choice", "dice", "first", "answers", "nullified"),
    [
        ("may", "failed", (6, 6), {}, 2),
        ("may", "failed", (2, 3), {"throw_again": "no"}, 0),
        ("must", "failed", (2, 3), {"deny_again": (6, 1)}, 1),
        ("must", "ones", (1, 3), {"deny_again": (6,)}, 1),
        ("must", "ones", (2, 3), {}, 0),
        ("may", "all", (6, 3), {"deny_again": (6, 6)}, 2),
        ("may", "all", (6, 3), {"deny_again": (1, 1)}, 0),
        ("must", "all", (6, 6), {}, 2),
    ],
)
def test_may_and_must(table: Table, choice: Any, dice: Any, first: Any, answers: Any, nullified: int) -> None:
    """w40k7 U5: what may be thrown again is a choice, asked only where it is not denied yet; what must be is not."""
    played = phase(table, fortunate(choice, dice), power=SMITE, psychic_test=(4, 5), deny_test=first, **answers)
    (event,) = played.events("denied", "not-denied")
    assert event.args["nullified"] == nullified
    assert len(played.asked("throw-again")) == ((choice == "may") and nullified < 2) or dice == "all"


def test_fortune_is_cast_and_ends(table: Table) -> None:
    """w40k7 T2: it helps until its owner's next psychic phase."""
    battle = facing(seer(FORTUNE), SQUAD, theirs=[seer(SMITE, name="Foe")])
    cast = phase(table, battle, power=FORTUNE, target="squad", psychic_test=(4, 4)).outcome
    played = phase(table, cast, "theirs", power=SMITE, target="squad", psychic_test=(4,), deny_test=(1,), deny_again=(6,))
    assert played.has("denied")
    over = phase(table, played.outcome)
    later = phase(table, over.outcome, "theirs", power=SMITE, target="squad", psychic_test=(4,), deny_test=(1,))
    assert later.has("not-denied")


def test_the_best_answer_counts_what_is_thrown_again(rules: Rules) -> None:
    """w40k7 P14: 6+ thrown again nullifies less often than 5+ (11/36, 12/36), 5+ thrown again more often than 4+ (20/36, 18/36)."""
    fortune = rule(Reroll(of=("deny",), dice="failed", choice="may", **LASTS), on="squad")
    for will, best in ((0, "grunts"), (1, "squad")):
        in_play = [fortune, rule(DenyBonus(add=1 + will, **LASTS), on="grunts", id="own/b")]
        in_play += [rule(DenyBonus(add=will, **LASTS), on="squad", id="own/c")] if will else []
        battle = facing(seer(SMITE), theirs=[SQUAD, Unit("Grunts", models=10)], in_play=in_play)
        struck = [battle.unit("squad"), battle.unit("grunts")]
        answer = best_answer(may_deny(rules, battle, battle.unit("seer"), struck, ()))
        assert answer
        assert answer.id == best


# U49, T2, faults 5: leadership


@pytest.mark.parametrize(
    ("leadership", "does", "right"),
    [
        (9, [], 9),
        (9, [{"add": -1}], 8),
        (9, [{"add": -3}, {"add": -1}], 5),
        pytest.param(3, [{"add": -3}], 2, id="w40k7 T2: not below 2"),
        pytest.param(3, [{"add": -3, "least": 1}], 1, id="Mind Worm: minimum 1"),
        pytest.param(10, [{"add": 1}], 10, id="w40k7 T2: not above 10"),
        (9, [{"add": 1}], 10),
        (7, [{"set": 10}], 10),
        pytest.param(7, [{"add": -2}, {"set": 10}], 8, id="set first"),
        pytest.param(9, [{"half": True}], 5, id="half, rounded up"),
        pytest.param(9, [{"half": True}, {"add": -1}], 4, id="half last"),
        pytest.param(9, [{"immune": "negative"}, {"add": -3}, {"add": 1}], 10, id="safe from what lowers it"),
    ],
)
def test_leadership_in_force(leadership: int, does: list[Any], right: int) -> None:
    """w40k7 U10, U49, T2: what is added, set, halved, within 2 and 10; each is named."""
    in_play = [rule(Leadership(**LASTS, **one), id=f"own/{at}") for at, one in enumerate(does)]
    battle = facing(seer(), in_play=in_play)
    total = leadership_sum(battle, battle.unit("seer"), leadership, None)
    assert total.value == right
    assert {id for id, _ in words(total)} <= {one.power for one in in_play}


PERILS_1: Any = {"power": SMITE, "psychic_test": (6, 6), "perils": 1}
"""Two sixes, and a row with a leadership test whose failure slays."""


def perils_of(table: Table, battle: Battle, faces: tuple[int, int], **answers: Any) -> Played[Battle]:
    return phase(table, battle, **PERILS_1, leadership_test=faces, **answers)


def test_the_highest_in_the_unit(table: Table) -> None:
    """`faults w40k7` 5: a joined psyker tests against the highest leadership of its unit on the table."""
    battle = facing(seer(SMITE, leadership=7, joins="Squad"), replace(SQUAD, leadership=9))
    played = perils_of(table, battle, (4, 5))
    assert played.args("leadership-passed")["leadership"] == 9
    total = played.args("leadership-in-force")["leadership"]
    assert (total.value, total.base.name.args["unit"]) == (9, "Squad")
    alone = perils_of(table, facing(seer(SMITE, leadership=7), replace(SQUAD, leadership=9)), (4, 5), perils_hits=1)
    assert alone.args("leadership-failed")["leadership"] == 7


def test_what_is_on_its_unit_counts(table: Table) -> None:
    """`faults w40k7` 5: Terrify on the squad that it has joined: 9 - 1 = 8."""
    terrified = rule(Leadership(add=-1, **LASTS), on="squad", id=TERRIFY)
    battle = facing(seer(SMITE, joins="Squad"), replace(SQUAD, leadership=8), in_play=[terrified])
    played = perils_of(table, battle, (4, 5), perils_hits=1)
    assert played.args("leadership-failed")["leadership"] == 8
    assert words(played.args("leadership-in-force")["leadership"]) == [(TERRIFY, -1)]


def test_leadership_is_asked_once_and_what_is_in_play_is_not_kept(table: Table) -> None:
    """`faults w40k7` 5: what somebody types is the profile; what is in play changes it, and no longer than it lasts."""
    terrified = replace(rule(Leadership(add=-1, **LASTS), id=TERRIFY), until="mine")
    battle = facing(seer(SMITE, leadership=None), in_play=[terrified])
    # the effect ends as my own phase begins, so it is looked at in a phase of which it is no part
    first = perils_of(table, replace(battle, in_play=(replace(terrified, until="game"),)), (4, 4), leadership=9)
    assert first.args("leadership-passed")["leadership"] == 8
    assert first.outcome.unit("seer").entry.leadership == 9
    later = perils_of(table, replace(first.outcome, in_play=()), (4, 5))
    assert not later.asked("leadership")
    assert later.args("leadership-passed")["leadership"] == 9


@pytest.mark.parametrize(("row", "tests"), [(1, 1), (2, 0), (3, 0), (4, 0), (5, 1), (6, 1)])
def test_leadership_is_asked_where_a_test_is_due(table: Table, row: int, tests: int) -> None:
    """w40k7 P13, `faults w40k7` 21: rows 2 to 4 need none."""
    answers: dict[str, Any] = {"leadership": 9, "leadership_test": (1, 1)} if tests else {}
    answers |= {"drain": 1} if row == 3 else {}
    played = phase(table, facing(seer(SMITE, leadership=None)), power=SMITE, psychic_test=(6, 6), perils=row, **answers)
    assert len(played.asked("leadership")) == tests


def test_an_untold_squad_is_asked_with_the_psykers_as_default(table: Table) -> None:
    """`faults w40k7` 5: nobody told the squad's; the psyker's stands as the default, and 10 cannot be beaten."""
    joined = facing(seer(SMITE, leadership=7, joins="Squad"), SQUAD)
    played = perils_of(table, joined, (4, 5), leadership=9)
    assert played.asked("leadership")[0].default == 7
    assert played.args("leadership-passed")["leadership"] == 9
    best = perils_of(table, facing(seer(SMITE, leadership=10, joins="Squad"), SQUAD), (4, 5))
    assert not best.asked("leadership")


def test_mind_worm_is_on_one_model(table: Table) -> None:
    """w40k7 U10: Mind Worm lowers the leadership of the model that lost a wound, for the game; of its unit the others keep theirs."""
    lord = Unit("Lord", leadership=9, joins="Squad")
    battle = facing(seer(WORM), theirs=[seer(SMITE, name="Foe", leadership=7, joins="Squad"), lord, replace(SQUAD, leadership=8)])
    answers: Any = {"power": WORM, "target": "squad", "psychic_test": (4, 4)}
    worm = phase(table, battle, **answers, how_it_went="wounded", struck="lord").outcome
    foe = worm.unit("foe")
    assert [one.on for one in worm.in_play] == [("lord",)]
    assert [leadership_sum(worm, worm.unit(id), 9, None).value for id in ("lord", "squad")] == [6, 9]
    played = phase(table, worm, "theirs", power=SMITE, psychic_test=(6, 6), perils=5, leadership_test=(4, 4))
    assert played.args("leadership-passed")["leadership"] == 8
    squad = phase(table, battle, **answers, how_it_went="wounded", struck="squad").outcome
    assert leadership_sum(squad, squad.unit("squad"), 8, None).value == 8
    unhurt = phase(table, battle, **answers, how_it_went="nothing")
    assert not unhurt.outcome.in_play
    assert not unhurt.asked("struck")
    assert foe.entry.leadership == 7


def test_case_leadership_of_the_joined_unit() -> None:
    """`faults w40k7` 5, case leadership-of-the-joined-unit: the leadership in force is 8, a 9 fails: removed, D6 hits."""
    lines = run_case("leadership-of-the-joined-unit")
    (failed,) = [one for one in lines if one.get("event") == "leadership-failed"]
    assert failed["leadership"] == 8
    (told,) = [one for one in lines if one.get("event") == "leadership-in-force"]
    assert told["leadership"]["modifiers"] == [{"id": TERRIFY, "value": -1}]
    assert [one["unit"] for one in lines if one.get("event") == "slain"] == ["a"]
    assert [one["dice"] for one in lines if one.get("roll") == "perils-hits"] == ["d6"]


def run_case(name: str) -> list[dict[str, Any]]:
    """A case as it came, every answer that it leaves out as usual."""
    done = psyphase("run", str(CASES / f"{name}.yaml"), "--yes", "--json", "--seed", "1")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


# U13: Psychic Scourge and its twin


# The best of two dice against one, between psykers of one mastery level: a loss, a tie, and a win by 3.
ROLLED: dict[str, dict[str, Any]] = {
    "nothing": {"power_dice": (2, 1), "power_dice_theirs": 3},
    "won": {"power_dice": (1, 3), "power_dice_theirs": 3},
    "won-by-3": {"power_dice": (6, 6), "power_dice_theirs": 3},
}


def scourged(table: Table, power: str, went: str, **answers: Any) -> Played[Battle]:
    victim = seer(SMITE, IRON_ARM, name="Victim")
    battle = facing(seer(power), theirs=[victim])
    return phase(table, battle, power=power, target="victim", psychic_test=(4,), **ROLLED[went], **answers)


@pytest.mark.parametrize("power", [SCOURGE, LURE])
@pytest.mark.parametrize(("went", "wounds", "known", "face"), [("nothing", 3, 2, 4), ("won", 2, 2, 6), ("won-by-3", 2, 1, 6)])
def test_scourge(table: Table, power: str, went: str, wounds: int, known: int, face: int) -> None:
    """`faults w40k7` 11, w40k7 U13: drawn or won: a wound and sixes only; by 3 or more a power is lost as well."""
    played = scourged(table, power, went, **({"lost_power": 1} if went == "won-by-3" else {}))
    victim = played.outcome.unit("victim")
    assert (victim.health, len(victim.powers)) == ((wounds,), known)
    harness = harness_on(table.rules, played.outcome, victim, table.rules.powers[victim.powers[0]])
    assert (harness.face, len(played.outcome.in_play)) == (face, int(went != "nothing"))


def test_scourge_ends(table: Table) -> None:
    """w40k7 T4: at the start of its owner's next psychic phase the victim harnesses as ever."""
    hit = scourged(table, SCOURGE, "won").outcome
    theirs = phase(table, hit, "theirs", power=IRON_ARM, psychic_test=(5, 4))
    assert theirs.args("not-harnessed")["harnessed"] == 0
    mine = phase(table, theirs.outcome)
    again = phase(table, mine.outcome, "theirs", power=IRON_ARM, psychic_test=(5, 4))
    assert again.args("harnessed")["harnessed"] == 2


def test_scourge_slays(table: Table) -> None:
    """w40k7 U13: whoever dies of its wound loses no power, and nothing stays in play on him."""
    victim = seer(SMITE, IRON_ARM, name="Victim", wounds=1)
    battle = facing(seer(SCOURGE), theirs=[victim, SQUAD])
    played = phase(table, battle, power=SCOURGE, target="victim", psychic_test=(4,), **ROLLED["won-by-3"])
    assert played.has("slain")
    assert not played.has("power-lost")
    assert not played.outcome.in_play


def test_scourge_strikes_one_psyker(table: Table) -> None:
    """w40k7 U13: only the psyker that it strikes harnesses on sixes, not another in the same unit."""
    foes = [seer(SMITE, name="One", joins="Squad"), seer(SMITE, name="Two", joins="Squad"), SQUAD]
    battle = facing(seer(SCOURGE), theirs=foes)
    played = phase(table, battle, power=SCOURGE, target="squad", psychic_test=(4,), struck="two", **ROLLED["won"])
    assert list(played.asked("struck")[0].options) == ["one", "two"]
    smite = table.rules.powers[SMITE]
    faces = [harness_on(table.rules, played.outcome, played.outcome.unit(id), smite).face for id in ("one", "two")]
    assert faces == [4, 6]


def test_case_psychic_scourge() -> None:
    """`faults w40k7` 11, case psychic-scourge: with 5 and 4 it harnesses nothing, and which rule says so is told."""
    lines = run_case("psychic-scourge")
    (failed,) = [one for one in lines if one.get("event") == "not-harnessed"]
    assert failed["harnessed"] == 0
    (told,) = [one for one in lines if one.get("event") == "harnesses"]
    assert told["harness"] == {
        "id": "face-in-force",
        "face": 6,
        "base": 4,
        "rules": [{"id": "sixes-only", "rule": SCOURGE, "face": 6}],
    }


# mastery


@pytest.mark.parametrize(
    ("mastery", "does", "right"),
    [
        (2, [{"add": 1}], 3),
        (3, [{"add": 1, "most": 3}], 3),
        (2, [{"add": -3}], 0),
        (1, [{"set": 3}], 3),
        (1, [{"add": 1}, {"set": 2}], 3),
        pytest.param(0, [{"add": 1}], 0, id="no psyker"),
    ],
)
def test_mastery_in_force(mastery: int, does: list[Any], right: int) -> None:
    """w40k7 U43: mastery is added to, up to a most, or set; it makes no psyker."""
    in_play = [rule(Mastery(**LASTS, **one), id=f"own/{at}") for at, one in enumerate(does)]
    battle = facing(replace(seer(mastery=mastery), powers=()), in_play=in_play)
    assert mastery_of(battle, battle.unit("seer")).value == right


def test_mastery_counts(table: Table) -> None:
    """w40k7 P1, P15: it counts in the pool and when denying, and is told by name."""
    gift = rule(Mastery(add=1, **LASTS), id="own/gift", on="foe")
    battle = facing(seer(SMITE), theirs=[seer(name="Foe")], in_play=[gift])
    played = phase(table, battle, power=SMITE, target="foe", psychic_test=(4,))
    assert [one.args["total"] for one in played.events("warp-charge-pool")] == [8, 9]
    assert words(played.args("mastery-in-force")["mastery"]) == [("own/gift", 1)]
    # +1 a psyker, +1 of higher mastery: 3 against 2
    assert played.args("deny-needs")["target"].needed == 4


# U50: before casting


def dominated(power: str, *foes: Unit) -> Battle:
    return facing(seer(SMITE, IRON_ARM), *foes, theirs=[seer(power, name="Foe")])


@pytest.mark.parametrize(
    ("power", "after"),
    [
        pytest.param(DOMINATE, [], id="w40k7 U50: Dominate: nothing that phase"),
        pytest.param("excess/phantasmagoria", [IRON_ARM], id="w40k7 U50: Phantasmagoria: another may be tried"),
    ],
)
def test_a_leadership_test_before_casting(table: Table, power: str, after: list[str]) -> None:
    """w40k7 U50: failed, the power is not attempted, no dice are spent, and what it costs is told by name."""
    cast = phase(table, dominated(power), "theirs", power=power, target="seer", psychic_test=(4,)).outcome
    played = phase(table, cast, power=SMITE, leadership_test=(5, 5))
    assert played.args("test-before-casting")["rule"].id == power
    assert not played.asked("psychic-test")
    assert not played.outcome.attempts
    asked = played.asked("power")
    assert [key for key in asked[-1].options if "/" in key] == (after or [SMITE, IRON_ARM])
    reasons = {why.id for request in asked for why in request.unavailable.values()}
    assert (reasons == {"leadership-failed-for"}) == bool(after)
    assert played.has("nothing-to-attempt") == (not after)
    passed = phase(table, cast, power=[SMITE, IRON_ARM], leadership_test=[(4, 5), (4, 5)], psychic_test=[(4,), (4,)])
    assert len(passed.events("takes-effect")) == 2
    free = phase(table, phase(table, played.outcome, "theirs").outcome, power=SMITE, psychic_test=(4,))
    assert free.has("takes-effect")


def test_its_whole_unit_loses_the_phase(table: Table) -> None:
    """w40k7 U50: the unit tests, with its highest leadership less what is on it, and its other psykers attempt nothing either."""
    in_play = [
        rule(*table.rules.powers[DOMINATE].does, on="squad", id=DOMINATE),
        rule(Leadership(add=-3, **LASTS), on="squad", id=HORRIFY),
    ]
    units = [seer(SMITE, name="A", joins="Squad"), seer(SMITE, IRON_ARM, name="B", joins="Squad"), replace(SQUAD, leadership=8)]
    played = phase(table, facing(*units, in_play=in_play), psyker="a", power=SMITE, leadership_test=(3, 4))
    assert played.args("leadership-failed")["leadership"] == 6
    assert played.has("nothing-to-attempt")


# U42: dice of one's own


def siphoning(*more: Unit) -> Battle:
    """A psyker with Siphon Magic in play, and others."""
    return facing(seer(IRON_ARM, name="Siphoner"), *more)


def test_siphon_magic(table: Table) -> None:
    """w40k7 U42: each power that a friend within 18" manifests is a die that only its psyker may use."""
    siphon = rule(*table.rules.powers[SIPHON].does, on="siphoner", id=SIPHON)
    friend = seer(SMITE, IRON_ARM, name="Friend")
    battle = replace(siphoning(friend), in_play=(siphon,))
    # mastery 2 + 2 and a 6: 10 dice; 5 for each of two powers of the friend, which leaves none but the reserved two
    played = phase(
        table,
        battle,
        psyker=["friend", "friend", "siphoner"],
        power=[SMITE, IRON_ARM, IRON_ARM],
        target="grunts",
        psychic_test=[(4, 1, 1, 1, 2), (4, 1, 1, 1, 2), (5, 1)],
    )
    assert [one.args["dice"] for one in played.events("banked")] == [1, 2]
    assert len(played.asked("near")) == 1
    last = played.asked("dice")[-1]
    assert (last.high, last.args["pool"]) == (2, 2)
    assert played.outcome.reserved == ()


@pytest.mark.parametrize(
    ("friend", "faces", "near", "banked"),
    [
        (seer(SMITE, name="Friend"), (4, 1), "yes", 1),
        pytest.param(seer(SMITE, name="Friend"), (4, 1), "no", 0, id="too far"),
        pytest.param(seer(SMITE, name="Friend"), (1, 1), None, 0, id="a failed test"),
        pytest.param(seer(SMITE, name="Friend", joins="Siphoner"), (4, 1), None, 1, id="in the same unit nobody is asked"),
    ],
)
def test_when_dice_are_banked(table: Table, friend: Unit, faces: Any, near: str | None, banked: int) -> None:
    """w40k7 U42: for a passed test within reach."""
    siphon = rule(*table.rules.powers[SIPHON].does, on="siphoner", id=SIPHON)
    battle = replace(siphoning(friend), in_play=(siphon,))
    answers = {"near": near} if near else {}
    played = phase(table, battle, psyker="friend", power=SMITE, target="grunts", psychic_test=faces, **answers)
    assert len(played.events("banked")) == banked


def test_others_may_not_use_them() -> None:
    """w40k7 U42, P3: what is reserved for one is nobody else's, and a phase is not over while it is left."""
    battle = replace(facing(seer(SMITE), seer(SMITE, name="Friend")), reserved=(("seer", 2),), pools=(3, 0))
    assert [battle.dice_for(battle.unit(id)) for id in ("seer", "friend")] == [5, 3]
    assert battle.dice_left("mine") == 5
    spent = battle.spend_for(battle.unit("seer"), 4)
    assert (spent.pools, spent.reserved) == ((1, 0), ())
    assert battle.spend_for(battle.unit("seer"), 1).reserved == (("seer", 1),)
    assert battle.spend_for(battle.unit("friend"), 1).pools == (2, 0)


# faults 13: what reminders bring about


@pytest.mark.parametrize(
    ("suffers", "wounds"),
    [("seer", (2, 1)), ("friend", (3, 0)), ("another-unit", (3, 1))],
)
def test_sacrifice(table: Table, suffers: str, wounds: tuple[int, int]) -> None:
    """`faults w40k7` 13: Sacrifice costs its psyker, or a friend within 6", a wound without saves: who, is asked."""
    friend = replace(Unit("Friend", models=1), wounds=1)
    played = phase(
        table,
        facing(seer(SACRIFICE, tags=("daemon",)), friend),
        power=SACRIFICE,
        psychic_test=(4,),
        suffers=suffers,
        conjured="not-arrived",
        mishap="destroyed",
    )
    units = [played.outcome.unit(id) for id in ("seer", "friend")]
    assert tuple(sum(unit.health) for unit in units) == wounds
    assert played.asked("suffers")[0].default == "seer"


def test_sacrifice_of_a_model(table: Table) -> None:
    """`faults w40k7` 13: of a unit of several models it is asked whether one is slain."""
    played = phase(
        table,
        facing(seer(SACRIFICE, tags=("daemon",)), SQUAD),
        power=SACRIFICE,
        psychic_test=(4,),
        suffers="squad",
        losses=1,
        conjured="not-arrived",
        mishap="destroyed",
    )
    assert played.outcome.unit("squad").models == 4


# faults 17: the dead, models, castings


def test_effects_end_with_the_dead(table: Table) -> None:
    """`faults w40k7` 17: with the last of a unit what is on it ends, and that is told; with the squad alone its lord keeps it."""
    terrified = rule(Leadership(add=-1, **LASTS), on="squad", id=TERRIFY)
    squad, lord = replace(SQUAD, models=1, leadership=8), Unit("Lord", leadership=9)
    for joins, left in ((None, []), ("Squad", [("lord",)])):
        battle = facing(seer(SMITE), squad, replace(lord, joins=joins), in_play=[terrified])
        played = phase(table, battle, power=["correct", "end"], correction="unit", unit="squad", change="dead")
        assert [one.on for one in played.outcome.in_play] == left
        assert len(played.events("effect-ends")) == (not left)
        if left:
            assert leadership_sum(played.outcome, played.outcome.unit("lord"), 9, None).value == 8


def test_a_boon_is_on_one_model(table: Table) -> None:
    """`faults w40k7` 17: of a brotherhood the one model that has it, by its number; it ends with that model."""
    warlocks = seer(SMITE, IRON_ARM, name="Warlocks", models=3, wounds=1, tags=("brotherhood",))
    hurt = facing(warlocks)
    hurt = hurt.with_units([replace(hurt.unit("warlocks"), health=(1, 2, 1))])
    surge: Any = {"power": SMITE, "psychic_test": (6, 6), "leadership_test": (1, 1)}
    played = phase(table, hurt, **surge, perils_model=3, perils=6)
    (boon,) = played.outcome.in_play
    assert (boon.on, boon.model) == (("warlocks",), 1)
    (shown,) = played.events("still-in-play")
    (name,) = shown.args["names"]
    assert (name.id, name.args["unit"], name.args["model"]) == ("model-of", "Warlocks", 2)
    kept = replace(played.outcome, in_play=(replace(boon, until="game"),))
    first = phase(table, kept, power=SMITE, psychic_test=(6, 6), perils_model=1, perils=4)
    assert [one.model for one in first.outcome.in_play] == [0]
    itself = phase(table, kept, power=SMITE, psychic_test=(6, 6), perils_model=3, perils=1, leadership_test=(6, 6), perils_hits=1)
    assert not itself.outcome.in_play
    assert itself.args("effect-ends")["names"][0].args["model"] == 2


def test_the_same_again(table: Table) -> None:
    """`faults w40k7` 17, w40k7 T4: the same malediction twice counts once, and that is said; castings that add up stand twice."""
    for power, times in ((HORRIFY, 1), ("slaanesh/symphony-of-pain", 2)):
        units = [seer(power, name="A"), seer(power, name="B")]
        cost = table.rules.powers[power].costs[0]
        faces = [(4,) * cost] * 2
        played = phase(table, facing(*units), psyker=["a", "b"], power=[power] * 2, target=["grunts"] * 2, psychic_test=faces)
        assert len(played.outcome.in_play) == times
        assert played.has("same-again") == (times == 1)


# G10, faults 8


@pytest.mark.parametrize(
    ("powers", "tags", "right"),
    [
        ((SMITE,), ("force-weapon",), (SMITE, "force")),
        ((SMITE, "force"), ("force-weapon",), (SMITE, "force")),
        (("force", SMITE), ("force-weapon",), ("force", SMITE)),
        ((SMITE,), (), (SMITE,)),
    ],
)
def test_force_with_powers_by_hand(table: Table, powers: Any, tags: Any, right: Any) -> None:
    """`faults w40k7` 8, w40k7 G10: a psyker with a force weapon knows Force too where its powers are written by hand; it is told."""
    played = table.phase(seer(*powers, tags=tags), (), power="end")
    assert played.outcome.unit("seer").powers == right
    told = [tuple(power.id for power in event.args["powers"]) for event in played.events("knows")]
    assert told == ([right] if len(right) > len(powers) else [])


def test_no_force_without_a_psyker(table: Table) -> None:
    """w40k7 G10: a force weapon makes no psyker."""
    played = table.phase([seer(SMITE), replace(SQUAD, tags=("force-weapon",))], (), power="end")
    assert played.outcome.unit("squad").powers == ()


def test_acting_is_what_is_there() -> None:
    """w40k7 U1: an effect acts on whom it is on, of its own kind only."""
    battle = facing(seer(), SQUAD, in_play=[rule(HarnessFace(face=3, **LASTS), WILL)])
    unit: UnitInPlay = battle.unit("seer")
    assert [one.effect.face for one in acting(battle, unit, HarnessFace)] == [3]
    assert not acting(battle, battle.unit("squad"), HarnessFace)
    assert WILL.range_in is UNSET


@pytest.mark.parametrize("whose", ["caster", "attacker"])
def test_what_is_for_another_power_acts_on_nobody(rules: Rules, whose: Any) -> None:
    """w40k7 U2: an effect on the caster of a denied power, or on who targets its bearer, is on nobody before that."""
    battle = facing(seer(SMITE), in_play=[rule(HarnessFace(face=3, whose=whose, when="always"))])
    assert harness_on(rules, battle, battle.unit("seer"), rules.powers[SMITE]).face == 4
