"""The d100 test of Only War, its degrees, hit locations, Multiple Hits, Shock, and the one-shot rolls: onlywar-facts 2 and 6."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command import EXAMPLES, psyphase
from onlywar_table import Table, onlywar_rules, rolled, squad, sums, targets, turn
from psyphase.engine.odds import chances, odds
from psyphase.engine.procedure import Answer, Procedure, Roll
from psyphase.engine.sources import Defaults, Given
from psyphase.systems import find_system
from psyphase.systems.onlywar.attacks_by import further_parts
from psyphase.systems.onlywar.degrees import Degrees
from psyphase.systems.onlywar.encounter import play_encounter
from psyphase.systems.onlywar.model import Part

RULES = onlywar_rules()
TABLE = Table(RULES)
METHODS = ("margin", "tens")


def table(**words: str) -> Table:
    """A table with other settings."""
    return TABLE.under(**words)


def degrees(target: int, roll: int, **words: str) -> int:
    """Degrees of a one-shot test; with a minus they are of failure."""
    done = rolled(table(**words).rules, "skill", str(roll), target=target)
    assert done.passed == (done.degrees > 0)
    found: int = done.degrees
    return found


def by_counting(target: int, roll: int, method: str) -> int:
    """Degrees worked out without the formula: steps of ten walked, or tens digits as they are written."""
    if method == "tens":
        further = abs(int(f"{target:03d}"[:2]) - int(f"{roll:03d}"[:2]))
    else:
        further = len(range(10, abs(target - roll) + 1, 10))
    return 1 + further if roll <= target else -1 - further


def shot(*words: str) -> dict[str, Any]:
    """What a one-shot roll prints as JSON."""
    done = psyphase("roll", *words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# 2.1, 2.2: degrees

VECTORS = [
    (74, 31, 5, 5),
    (74, 38, 4, 5),
    (45, 38, 1, 2),
    (45, 5, 5, 5),
    (60, 59, 1, 2),
    (60, 61, -1, -1),
    (59, 60, -1, -2),
    (59, 69, -2, -2),
    (40, 49, -1, -1),
    (40, 50, -2, -2),
]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("target", "roll", "margin", "tens"), VECTORS, ids=[f"{roll} against {target}" for target, roll, *_ in VECTORS]
)
def test_degrees(method: str, target: int, roll: int, margin: int, tens: int) -> None:
    """onlywar-facts 2.2: a bare result is one degree; further ones by each full ten of the margin, or by the tens digits."""
    assert degrees(target, roll, degrees=method) == {"margin": margin, "tens": tens}[method]


@pytest.mark.parametrize("method", METHODS)
def test_degrees_of_every_roll(method: str) -> None:
    """onlywar-facts 2.2: degrees of all 100 rolls against all targets of 1 to 99, counted another way."""
    for target in range(1, 100):
        reading = Degrees(target, method, automatic=True)
        found = [reading.read((roll,)).degrees for roll in range(1, 101)]
        assert found == [by_counting(target, roll, method) for roll in range(1, 101)], target


def test_how_often_the_methods_differ() -> None:
    """onlywar-facts 2.2: over targets 1 to 99 and rolls 1 to 100 the methods differ in 41.8% of cases, by one degree."""
    differences = []
    for target in range(1, 100):
        one, other = (Degrees(target, method, automatic=True) for method in METHODS)
        differences += [abs(one.read((roll,)).degrees - other.read((roll,)).degrees) for roll in range(1, 101)]
    assert set(differences) == {0, 1}
    assert round(100 * sum(differences) / len(differences), 1) == 41.8


@pytest.mark.parametrize("roll", range(1, 101, 3))
@pytest.mark.parametrize("target", [9, 59, 99])
def test_a_target_ending_in_9(target: int, roll: int) -> None:
    """onlywar-facts 2.2: a target that ends in 9 gives the same degrees of success by both methods."""
    one, other = (Degrees(target, method, automatic=True).read((roll,)) for method in METHODS)
    assert one == other or not one.passed


@pytest.mark.parametrize(
    ("target", "roll", "automatic", "expected"),
    [
        pytest.param(0, 1, "true", 1, id="01 passes against 0, barely"),
        pytest.param(-25, 1, "true", 1, id="01 passes against a target far below 0, barely"),
        pytest.param(0, 2, "true", -1, id="02 is nothing special"),
        pytest.param(36, 1, "true", 4, id="01 that passes anyway has all its degrees"),
        pytest.param(100, 100, "true", -1, id="100 fails against 100, barely"),
        pytest.param(125, 100, "true", -1, id="100 fails against a target far above it, barely"),
        pytest.param(110, 99, "true", 2, id="99 is nothing special"),
        pytest.param(36, 100, "true", -7, id="100 that fails anyway has all its degrees"),
        pytest.param(0, 1, "false", -1, id="off: 01 fails against 0"),
        pytest.param(-20, 1, "false", -3, id="off: 01 fails by its margin"),
        pytest.param(100, 100, "false", 1, id="off: 100 passes against 100"),
        pytest.param(120, 100, "false", 3, id="off: 100 passes by its margin"),
    ],
)
def test_automatic(target: int, roll: int, automatic: str, expected: int) -> None:
    """onlywar-facts 2.1: a natural 01 always passes and 100 always fails, unless the setting `automatic` is off."""
    assert degrees(target, roll, automatic=automatic) == expected


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("target", "roll", "expected"), [(-25, 1, 1), (125, 100, -1)], ids=["01", "100"])
def test_automatic_by_either_method(method: str, target: int, roll: int, expected: int) -> None:
    """onlywar-facts 2.1, 2.2: an automatic result that the sum denies is a bare one: never 0 degrees, nor of the other sign."""
    assert degrees(target, roll, degrees=method) == expected


@given(target=st.integers(-80, 180), roll=st.integers(1, 100), method=st.sampled_from(METHODS), automatic=st.booleans())
def test_degrees_fit_the_result(target: int, roll: int, method: str, automatic: bool) -> None:
    """onlywar-facts 2.2: a success has 1 degree or more, a failure -1 or less, whatever target and settings."""
    done = Degrees(target, method, automatic).read((roll,))
    passes = (roll == 1 or (roll <= target and roll != 100)) if automatic else roll <= target
    assert (done.passed, done.degrees >= 1, done.degrees <= -1) == (passes, passes, not passes)


@pytest.mark.parametrize(
    ("roll", "double"),
    [*[(11 * digit, True) for digit in range(1, 10)], (100, True), *[(roll, False) for roll in (1, 10, 12, 21, 89, 90, 98)]],
)
def test_doubles(roll: int, double: bool) -> None:
    """onlywar S8, onlywar-facts 4.24: 11, 22, ... 99 and 00 are doubles, 10 and 90 are none."""
    assert Degrees(50, "margin", automatic=True).read((roll,)).double is double


# 2.3: the ladder and the cap

LADDER = {
    "trivial": 60, "elementary": 50, "simple": 40, "easy": 30, "routine": 20, "ordinary": 10, "challenging": 0, "difficult": -10,
    "hard": -20, "very-hard": -30, "arduous": -40, "punishing": -50, "hellish": -60,
}  # fmt: skip


@pytest.mark.parametrize(("step", "value"), list(LADDER.items()))
def test_ladder(step: str, value: int) -> None:
    """onlywar C2, onlywar-facts 2.3: every step of the difficulty ladder is worth its figure."""
    assert rolled(RULES, "skill", "50", target=70, difficulty=step).target == 70 + value
    assert len(RULES.difficulties) == len(LADDER)


@pytest.mark.parametrize(
    ("russian", "value"),
    [
        ("лёгкий", 30),
        ("рутинный", 20),
        ("простой", 10),
        ("средний", 0),
        ("трудный", -10),
        ("сложный", -20),
        ("очень сложный", -30),
    ],
)
def test_russian_ladder(russian: str, value: int) -> None:
    """onlywar C2: the seven Russian steps of the text; простой is Ordinary (+10), not Simple (+40)."""
    assert [step.value for step in RULES.difficulties.values() if step.name.ru.casefold() == russian] == [value]


@pytest.mark.parametrize(
    ("modifier", "difficulty", "cap", "expected"),
    [
        pytest.param(60, "challenging", "60", 96, id="+60 stands"),
        pytest.param(70, "challenging", "60", 96, id="+70 counts +60"),
        pytest.param(-75, "challenging", "60", -24, id="-75 counts -60"),
        pytest.param(50, "easy", "60", 96, id="+50 and easy count +60"),
        pytest.param(80, "very-hard", "60", 86, id="the total is capped, not each part"),
        pytest.param(70, "challenging", "200", 106, id="cap 200: +70 stands"),
        pytest.param(70, "challenging", "0", 36, id="cap 0: nothing is added"),
        pytest.param(25, "challenging", "20", 56, id="cap 20"),
    ],
)
def test_modifier_cap(modifier: int, difficulty: str, cap: str, expected: int) -> None:
    """onlywar-facts 2.1, 4.5: the total of all modifiers counts no more than `modifier_cap`, either way."""
    done = rolled(table(modifier_cap=cap).rules, "skill", "50", target=36, modifier=modifier, difficulty=difficulty)
    assert done.target == expected


# 2.5: hit locations and Multiple Hits


def place(reversed_digits: int) -> str:
    """The location of facts 2.5 for reversed digits, 00 last."""
    number = reversed_digits or 100
    ends = {10: "head", 20: "right-arm", 30: "left-arm", 70: "body", 85: "right-leg", 100: "left-leg"}
    return next(name for end, name in ends.items() if number <= end)


@pytest.mark.parametrize("roll", range(1, 101))
def test_hit_location(roll: int) -> None:
    """onlywar-facts 2.5: an attack roll is read backwards, always padded to two digits."""
    backwards = int(f"{roll % 100:02d}"[::-1])
    done = rolled(RULES, "hit-location", str(roll))
    assert (done.reversed % 100, done.location) == (backwards, place(backwards))


@pytest.mark.parametrize(
    ("roll", "backwards", "location"),
    [
        pytest.param(32, 23, "left-arm", id="32 is 23: left arm"),
        pytest.param(14, 41, "body", id="14 is 41: body"),
        pytest.param(20, 2, "head", id="20 is 02: head"),
        pytest.param(5, 50, "body", id="05 is 50: body, not head"),
        pytest.param(1, 10, "head", id="01 is 10: head"),
        pytest.param(2, 20, "right-arm", id="02 is 20: right arm"),
        pytest.param(3, 30, "left-arm", id="03 is 30: left arm"),
        pytest.param(4, 40, "body", id="04 is 40: body"),
        pytest.param(6, 60, "body", id="06 is 60: body"),
        pytest.param(7, 70, "body", id="07 is 70: body"),
        pytest.param(8, 80, "right-leg", id="08 is 80: right leg"),
        pytest.param(9, 90, "left-leg", id="09 is 90: left leg"),
        pytest.param(10, 1, "head", id="10 is 01: head"),
        pytest.param(11, 11, "right-arm", id="11 stays: right arm"),
        pytest.param(12, 21, "left-arm", id="12 is 21: left arm"),
        pytest.param(13, 31, "body", id="13 is 31: body"),
        pytest.param(17, 71, "right-leg", id="17 is 71: right leg"),
        pytest.param(30, 3, "head", id="30 is 03: head"),
        pytest.param(40, 4, "head", id="40 is 04: head"),
        pytest.param(50, 5, "head", id="50 is 05: head"),
        pytest.param(58, 85, "right-leg", id="58 is 85: right leg"),
        pytest.param(60, 6, "head", id="60 is 06: head"),
        pytest.param(68, 86, "left-leg", id="68 is 86: left leg"),
        pytest.param(70, 7, "head", id="70 is 07: head"),
        pytest.param(80, 8, "head", id="80 is 08: head"),
        pytest.param(90, 9, "head", id="90 is 09: head"),
        pytest.param(100, 0, "left-leg", id="100 is 00: left leg"),
    ],
)
def test_reversed_digits(roll: int, backwards: int, location: str) -> None:
    """onlywar-facts 2.5: the vectors of reversed digits, by hand."""
    done = rolled(RULES, "hit-location", str(roll))
    assert (done.reversed % 100, done.location) == (backwards, location)


@pytest.mark.parametrize(
    ("first", "sequence"),
    [
        ("head", "head head arm body arm body body body"),
        ("arm", "arm arm body head body arm arm arm"),
        ("body", "body body arm head arm body body body"),
        ("leg", "leg leg body arm head body body body"),
    ],
)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 8])
def test_multiple_hits(first: Part, sequence: str, count: int) -> None:
    """onlywar-facts 2.5: further hits on one target follow the row of the first; its last entry repeats."""
    assert list(further_parts(RULES, first, count)) == sequence.split()[:count]


# 2.9: Shock

SHOCK = [(1, 20), (21, 40), (41, 60), (61, 80), (81, 100), (101, 120), (121, 130), (131, 140), (141, 400)]


@pytest.mark.parametrize(("low", "high"), SHOCK, ids=[f"{low} to {high}" for low, high in SHOCK])
def test_shock_rows(low: int, high: int) -> None:
    """onlywar-facts 2.9: nine rows of the Shock table, each from its first total to its last."""
    places = {}
    for total in (low, high):
        failed_by = min(30, max(0, -(-(total - 100) // 10)))
        done = rolled(RULES, "shock", str(total - 10 * failed_by), failed_by=failed_by)
        assert done.total == total
        places[total] = [row.id for row in RULES.shock].index(done.row)
    assert set(places.values()) == {SHOCK.index((low, high))}


@pytest.mark.parametrize(
    ("roll", "failed_by", "total"),
    [(30, 0, 30), (30, 1, 40), (30, 2, 50), (90, 2, 110), (100, 5, 150)],
    ids=["no degree", "one degree is +10 already", "two degrees", "past 100", "past 140"],
)
def test_shock_total(roll: int, failed_by: int, total: int) -> None:
    """onlywar-facts 2.9: the Shock roll gets +10 for every degree of failure, the first included."""
    assert rolled(RULES, "shock", str(roll), failed_by=failed_by).total == total


# One-shot rolls, 6.1

COMMANDS_61 = [
    pytest.param("volley-fire --skill 36 --magnitude 8", "31", 76, 5, 5, {"hits": (5, 5)}, id="volley: 31 against 76"),
    pytest.param("volley-fire --skill 36 --magnitude 8", "05", 76, 8, 8, {"hits": (8, 8)}, id="volley: 05 against 76"),
    pytest.param("volley-fire --skill 36 --magnitude 8 --eligible 4", "5", 76, 8, 8, {"hits": (4, 4)}, id="volley: 4 see the target"),
    pytest.param("volley-fire --skill 20 --magnitude 14", "08", 80, 8, 9, {"hits": (8, 9)}, id="volley: +70 counts +60"),
    pytest.param("volley-fire --skill 20 --magnitude 14 --set modifier_cap=200", "08", 90, 9, 10, {"hits": (9, 10)}, id="volley: no clamp"),
    pytest.param("charge --skill 45 --magnitude 6", "22", 85, 7, 7, {"hits": (6, 6)}, id="charge: capped by 6"),
    pytest.param("overwatch --skill 33 --magnitude 10", "12", 73, 7, 7, {"hits": (4, 4)}, id="sector: 1 and 1 for every 2"),
    pytest.param("overwatch --skill 33 --magnitude 10", "70", 73, 1, 1, {"hits": (1, 1)}, id="sector: a bare success"),
    pytest.param(
        "suppressing-fire --skill 36 --magnitude 8", "04", 66, 7, 7, {"hits": (2, 2), "enemies": (7, 7), "pinning": (-40, -40)},
        id="suppression: 7 enemies at -40, 2 hits",
    ),
    pytest.param("scatter --skill 35 --magnitude 4", "03", 15, 2, 2, {"saved": (2, 2)}, id="scatter: 2 saved"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "faces", "target", "margin", "tens", "more"), COMMANDS_61)
def test_command_vectors(
    words: str, faces: str, target: int, margin: int, tens: int, more: Mapping[str, tuple[int, int]]
) -> None:
    """onlywar-facts 6.1: every worked command, rolled once from the command line by either method."""
    name, *options = words.split()
    done = shot("command", *words.split(), "--faces", faces)
    expected = {"target": target, "faces": [int(faces)], "passed": True, "degrees": margin, "method": "margin"}
    expected |= {key: values[0] for key, values in more.items()}
    assert {key: done[key] for key in expected} == expected
    numbers = {key[2:]: int(value) for key, value in zip(options[::2], options[1::2], strict=True) if key != "--set"}
    other = table(degrees="tens", modifier_cap="200" if "--set" in options else "60")
    by_tens = rolled(other.rules, "command", faces, name, **numbers)
    assert (by_tens.target, by_tens.degrees, by_tens.method) == (target, tens, "tens")
    assert {key: getattr(by_tens, key) for key in more} == {key: values[1] for key, values in more.items()}


@pytest.mark.parametrize(
    ("command", "skill", "magnitude", "faces", "expected"),
    [
        pytest.param("volley-fire", 36, 8, "77", (76, -1, {"hits": 0}), id="volley-fire: failed, no hit"),
        pytest.param("melee-attack", 32, 8, "2", (72, 8, {"hits": 8}), id="melee-attack: +0, one hit for each degree"),
        pytest.param("charge", 45, 6, "86", (85, -1, {"hits": 0}), id="charge: failed, no hit"),
        pytest.param("overwatch", 33, 10, "53", (73, 3, {"hits": 2}), id="overwatch: 3 degrees, 2 hits"),
        pytest.param("overwatch", 33, 10, "63", (73, 2, {"hits": 1}), id="overwatch: 2 degrees, 1 hit"),
        pytest.param("overwatch", 33, 10, "74", (73, -1, {"hits": 0}), id="overwatch: failed, no hit"),
        pytest.param("suppressing-fire", 36, 8, "47", (66, 2, {"hits": 0, "enemies": 2}), id="suppressing-fire: 2 degrees, no hit"),
        pytest.param("suppressing-fire", 36, 8, "40", (66, 3, {"hits": 1, "enemies": 3}), id="suppressing-fire: 3 degrees, 1 hit"),
        pytest.param("suppressing-fire", 36, 8, "67", (66, -1, {"hits": 0, "enemies": 0}), id="suppressing-fire: failed, nobody"),
        pytest.param("scatter", 35, 4, "16", (15, -1, {"saved": 0}), id="scatter: failed, nobody saved"),
        pytest.param("look-out", 38, 8, "38", (38, 1, {}), id="look-out: +0, magnitude is nothing"),
        pytest.param("move-move-move", 48, 8, "58", (58, 1, {}), id="move-move-move: ordinary"),
        pytest.param("first-rank-second-rank", 48, 8, "68", (68, 1, {}), id="first-rank-second-rank: routine"),
        pytest.param("war-waits-for-no-one", 60, 12, "60", (60, 1, {}), id="war-waits-for-no-one: challenging"),
        pytest.param("exquisite-deceit", 60, 6, "60", (60, 1, {}), id="exquisite-deceit: challenging"),
        pytest.param("shapers-wisdom", 52, 10, "52", (52, 1, {}), id="shapers-wisdom: challenging"),
        pytest.param("hunting-craft", 50, 10, "40", (40, 1, {"saved": 2}), id="hunting-craft: difficult, 1 hit and 1 for the degree"),
        pytest.param("hunting-craft", 50, 10, "41", (40, -1, {"saved": 0}), id="hunting-craft: failed, none avoided"),
        pytest.param("rejoice-in-blood", 48, 12, "58", (58, 1, {}), id="rejoice-in-blood: +10, C1"),
        pytest.param("accept-these-souls", 48, 12, "18", (18, 1, {}), id="accept-these-souls: very hard"),
        pytest.param("let-the-galaxy-burn", 48, 12, "38", (38, 1, {}), id="let-the-galaxy-burn: difficult"),
        pytest.param("tremble-before-me", 48, 12, "48", (48, 1, {}), id="tremble-before-me: challenging"),
    ],
)  # fmt: skip
def test_every_command_with_a_test(
    command: str, skill: int, magnitude: int, faces: str, expected: tuple[int, int, dict[str, int]]
) -> None:
    """onlywar O1 and the table: every command with a test can be rolled once, against its own sum."""
    done = rolled(RULES, "command", faces, command, skill=skill, magnitude=magnitude)
    target, degrees, more = expected
    assert (done.command, done.target, done.degrees) == (command, target, degrees)
    assert {key: getattr(done, key) for key in more} == more


@pytest.mark.parametrize(
    "command",
    [
        "advance",
        "run",
        "disengage",
        "tactical-advance",
        "here-we-come",
        "more-dakka",
        "monstrous-delight",
        "ready-for-slaughter",
        "predator-instincts",
        "forest-ghosts",
        "no-such-command",
    ],
)
def test_commands_without_a_test(command: str) -> None:
    """onlywar O1 and the table: what has no test, or is no command, cannot be rolled."""
    with pytest.raises(Exception, match=command):
        rolled(RULES, "command", "50", command, skill=30)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param(
            "skill --target 36 --modifier 40 --faces 31", {"target": 76, "faces": [31], "passed": True, "degrees": 5, "method": "margin"},
            id="skill: passed",
        ),
        pytest.param(
            "skill --target 36 --difficulty hard --faces 31 --set degrees=tens",
            {"target": 16, "faces": [31], "passed": False, "degrees": -3, "method": "tens"}, id="skill: failed by the tens",
        ),
        pytest.param("skill --target 36 --faces 00", {"faces": [100], "passed": False, "degrees": -7}, id="skill: 00 is 100"),
        pytest.param("skill --target 100 --faces 100", {"passed": False, "degrees": -1}, id="skill: 100 fails"),
        pytest.param("skill --target 100 --faces 100 --set automatic=false", {"passed": True, "degrees": 1}, id="skill: automatic off"),
        pytest.param("shock --failed-by 2 --faces 70", {"faces": [70], "total": 90}, id="shock: +10 for every degree"),
        pytest.param("hit-location --faces 5", {"faces": [5], "reversed": 50, "location": "body"}, id="hit-location: 05 is 50"),
        pytest.param("hit-location --faces 100", {"faces": [100], "location": "left-leg"}, id="hit-location: 00"),
    ],
)  # fmt: skip
def test_one_shots(words: str, expected: dict[str, Any]) -> None:
    """onlywar-facts 2, issue 5: one-shot rolls print their result as JSON, degrees of failure with a minus."""
    done = shot(*words.split())
    assert {key: done[key] for key in expected} == expected


@pytest.mark.parametrize(
    "words", ["skill --target 50", "command volley-fire --skill 36 --magnitude 8", "shock --failed-by 1", "hit-location"]
)
def test_seed(words: str) -> None:
    """onlywar-facts 5.4, issue 5: the same seed throws the same d100."""
    first, second = (shot(*words.split(), "--seed", "crusade") for _ in range(2))
    assert first == second
    assert 1 <= first["faces"][0] <= 100


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("command advance --skill 30", id="a command without a test"),
        pytest.param("command nonsense --skill 30", id="no command"),
        pytest.param("skill --target 36 --difficulty nonsense", id="no step of the ladder"),
        pytest.param("skill --target 36 --faces 101", id="no face of a d100"),
        pytest.param("skill --target 36 --faces 3,4", id="one face too many"),
        pytest.param("skill --target 36 --set degrees=guess", id="no method"),
    ],
)
def test_one_shots_that_cannot_be(words: str) -> None:
    """onlywar O1, C2, onlywar-facts 2.2: what cannot be rolled is one line on stderr."""
    done = psyphase("roll", *words.split())
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("psyphase: ")
    assert len(done.stderr.splitlines()) == 1


def test_the_whole_sum_is_shown() -> None:
    """onlywar-facts 5.4: a test shows base, every modifier with its reason, roll, degrees and their method."""
    answers = ("next=third-squad", "next=end", "command=volley-fire", "command=end-turn", "attack-test=31")
    words = [word for answer in answers for word in ("-a", answer)]
    done = psyphase("squad", str(EXAMPLES / "squad-guard.yaml"), "--yes", "--plain", "--seed", "1", *words, PSYPHASE_HOME="/tmp")
    text = " ".join(done.stdout.split()).casefold()
    assert "76 = 36 ballistic skill + 40 magnitude 8" in text
    assert "5 degrees of success (by the margin)" in text


def test_the_clamp_is_shown() -> None:
    """onlywar-facts 5.4: where the cap binds the text says what the modifiers would have come to."""
    done = psyphase("roll", "command", "volley-fire", "--skill", "20", "--magnitude", "14", "--faces", "8")
    text = " ".join(done.stdout.split())
    assert "80 = 20" in text
    assert "70" in text
    assert "60" in text


# 6.3

MAGNITUDES = (5, 8, 10, 12, 14, 20)
MODIFIERS = {
    "volley-fire": (25, 40, 50, 60, 60, 60),
    "melee-attack": (25, 40, 50, 60, 60, 60),
    "charge": (35, 50, 60, 60, 60, 60),
    "overwatch": (15, 30, 40, 50, 60, 60),
    "suppressing-fire": (15, 30, 40, 50, 60, 60),
}
ROWS_63 = [(command, size, value) for command, row in MODIFIERS.items() for size, value in zip(MAGNITUDES, row, strict=True)]


@pytest.mark.parametrize(
    ("command", "magnitude", "modifier"), ROWS_63, ids=[f"{name} at {size}: {value:+d}" for name, size, value in ROWS_63]
)
def test_modifier_of_attacks(command: str, magnitude: int, modifier: int) -> None:
    """onlywar-facts 6.3, 4.5: what magnitude and difficulty add to an attack order, within 60."""
    assert rolled(RULES, "command", "50", command, skill=30, magnitude=magnitude).target == 30 + modifier


@pytest.mark.parametrize(("magnitude", "modifier"), list(zip(MAGNITUDES, (-25, -40, -50, -60, -60, -60), strict=True)))
def test_modifier_of_enemy_pinning(magnitude: int, modifier: int) -> None:
    """onlywar-facts 6.3, 4.19: enemies under suppressing fire test at -5 for each point of magnitude, within 60."""
    assert rolled(RULES, "command", "1", "suppressing-fire", skill=30, magnitude=magnitude).pinning == modifier


@pytest.mark.parametrize(
    ("command", "at", "uncapped"),
    [("volley-fire", 13, 65), ("charge", 11, 65), ("overwatch", 15, 65), ("suppressing-fire", 15, 65)],
)
def test_where_the_cap_binds(command: str, at: int, uncapped: int) -> None:
    """onlywar-facts 4.5: the cap binds above magnitude 12 (volley), 10 (charge), 14 (sector, suppression), and not before."""
    free = table(modifier_cap="200").rules
    for magnitude, lost in ((at - 1, 0), (at, uncapped - 60)):
        found = [rolled(rules, "command", "50", command, skill=20, magnitude=magnitude).target for rules in (free, RULES)]
        assert found[0] - found[1] == lost


# Exact chances

FORCES = [
    pytest.param(34, 8, 74, ("3.12", "3.47"), id="8 at BS 34"),
    pytest.param(34, 5, 59, ("1.95", "1.95"), id="5 at BS 34"),
    pytest.param(20, 12, 80, ("3.60", "4.32"), id="12 orks at BS 20"),
    pytest.param(33, 10, 83, ("3.87", "4.35"), id="10 kroot at BS 33"),
]


@pytest.mark.parametrize(("skill", "magnitude", "target", "means"), FORCES)
@pytest.mark.parametrize("method", METHODS)
def test_mean_hits(skill: int, magnitude: int, target: int, means: tuple[str, str], method: str) -> None:
    """onlywar-facts 2.2: the mean hits of volleys, exactly, by either method; and the chance to pass is the target."""
    rules = table(degrees=method).rules
    procedure = find_system("onlywar").rolls["command"].procedure
    found = odds(lambda: procedure(rules, "volley-fire", skill=skill, magnitude=magnitude))
    mean = sum(outcome.hits * chance for outcome, chance in found.chances.items())
    worked_out = Fraction(sum(max(0, min(magnitude, by_counting(target, roll, method))) for roll in range(1, 101)), 100)
    assert mean == worked_out
    assert f"{float(mean):.2f}" == means[METHODS.index(method)]
    assert found.chance(lambda outcome: outcome.passed) == Fraction(target, 100)


@pytest.mark.parametrize(
    ("target", "automatic", "expected"),
    [
        *[(76, "true", 76), (1, "true", 1), (0, "true", 1), (-40, "true", 1), (99, "true", 99), (100, "true", 99)],
        *[(130, "true", 99), (0, "false", 0), (100, "false", 100), (130, "false", 100)],
    ],
)
def test_chance_to_pass(target: int, automatic: str, expected: int) -> None:
    """onlywar-facts 2.1: the exact chance to pass, at least 1 and at most 99 in 100 unless `automatic` is off."""
    rules = table(automatic=automatic).rules
    found = odds(lambda: find_system("onlywar").rolls["skill"].procedure(rules, target=target))
    assert found.chance(lambda outcome: outcome.passed) == Fraction(expected, 100)


def test_chances_in_prompts() -> None:
    """onlywar-facts 5.4: the prompt of a test knows its exact chance, and shows the degrees that would come of it."""
    (request,) = TABLE.meets(squad(), turn("volley-fire", attack_test=31)).asked("attack-test")
    assert isinstance(request, Roll)
    found = chances(request.read, request.dice)
    assert request.passes is not None
    assert found.chance(request.passes) == Fraction(70, 100)
    assert found.chance(lambda outcome: outcome.degrees >= 4) == Fraction(40, 100)


def test_chances_of_an_encounter() -> None:
    """onlywar S12, onlywar-facts 4.28: over the real encounter a deadly Spray takes two of eight at 70 in 100, agility 30."""

    def left() -> Procedure[int]:
        encounter = yield from play_encounter(RULES, squad())
        return encounter.squads[0].magnitude

    answers: dict[str, list[Answer]] = {
        "next": ["hit/squad", "round-over", "end"], "attack-kind": ["spray"], "damage": ["20"],
    }  # fmt: skip
    found = odds(left, lambda: [Given(answers), Defaults()])
    assert found.chances == {8: Fraction(30, 100), 6: Fraction(70, 100)}


def test_parts_of_a_sum() -> None:
    """onlywar O7, onlywar-facts 5.4: the sum of a volley keeps its base and its modifiers apart."""
    played = TABLE.meets(squad(bs=36), turn("volley-fire", attack_test=31, other_modifier=-10))
    (parts,) = sums(played, "attack-test")
    assert (parts["bs"], parts["magnitude"], sum(parts.values())) == (36, 40, 66)
    assert targets(played, "attack-test") == [66]


def test_what_a_force_field_comes_to_is_said() -> None:
    """Facts 4.45: 60 - 21 is 3 tens beyond the first degree, 4 degrees, times magnitude 5."""
    done = psyphase("roll", "command", "tremble-before-me", "--skill", "60", "--magnitude", "5", "--faces", "21")
    assert done.stdout.splitlines()[-1] == "Force field: 20"
