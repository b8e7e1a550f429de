"""The words of a one-shot roll that stand beside a roll of a game: `roll` reads them, and judges the same dice alike."""

from __future__ import annotations

import json
from typing import Any

import pytest

from command import psyphase
from hh3_table import MIND_BURST, RAGE, STRIKE, Table, grunts, hh3_rules, psyker
from psyphase.systems import find_system
from scripted import Played

HH3 = find_system("hh3")


@pytest.fixture(scope="module")
def table() -> Table:
    """A table with the rules as shipped."""
    return Table(hh3_rules())


def rolled(words: str, faces: tuple[int, ...]) -> dict[str, Any]:
    """What the command `roll` makes of these words and faces."""
    done = psyphase("roll", *words.split(), "--faces", ",".join(map(str, faces)), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def command(played: Played[Any], id: str) -> str:
    """The words beside the one roll of this id."""
    (request,) = played.asked(id)
    words = HH3.one_shot(request)
    assert words is not None
    return words


@pytest.mark.parametrize("faces", [(4, 5), (4, 6)], ids=["9 on 9", "10 on 9"])
def test_a_manifestation_check(table: Table, faces: tuple[int, int]) -> None:
    """hh3 A8: against the focus's willpower."""
    played = table.turns([psyker("biomancy"), grunts()], act=RAGE, target="grunts", manifestation_check=faces)
    words = command(played, "manifestation-check")
    assert words == "manifestation --willpower 9"
    assert rolled(words, faces)["passed"] == played.outcomes("manifestation-check")[0].passed == (sum(faces) <= 9)


@pytest.mark.parametrize("faces", [(3, 4), (3, 5)], ids=["7 on 7", "8 on 7"])
def test_a_resistance_check(table: Table, faces: tuple[int, int]) -> None:
    """hh3 A9: against the target's willpower."""
    played = table.turns(psyker("telepathy"), grunts(7), act=MIND_BURST, resistance_check=faces)
    words = command(played, "resistance-check")
    assert words == "resistance --willpower 7"
    assert rolled(words, faces)["passed"] == played.outcomes("resistance-check")[0].passed == (sum(faces) <= 7)


@pytest.mark.parametrize("faces", [(4, 5), (5, 5)], ids=["9 on 9", "a double 5"])
def test_a_force_check(table: Table, faces: tuple[int, int]) -> None:
    """hh3-facts 1: before an attack with a Force weapon, against the bearer's willpower."""
    played = table.turns(psyker("pyromancy"), act="force", willpower_check=faces)
    words = command(played, "willpower-check")
    assert words == "force --willpower 9"
    found = rolled(words, faces)
    assert (found["passed"], found["double"]) == ((True, 0) if faces == (4, 5) else (False, 5))
    assert [(one.passed, one.double) for one in played.outcomes("willpower-check")] == [(found["passed"], found["double"])]


@pytest.mark.parametrize("faces", [(3, 4), (3, 5)], ids=["7 + 1 on 8", "8 + 1 on 8"])
def test_a_nullify_check(table: Table, faces: tuple[int, int]) -> None:
    """hh3 A7: with the willpower of both, as their difference counts: 8 against the focus's 9."""
    foes = [grunts(), psyker(name="Warder", willpower=8, traits=("psyker",))]
    played = table.turns(
        psyker("telepathy"), foes, act=MIND_BURST, target="grunts", resistance_check=(5, 6), nullify="warder", nullify_check=faces
    )
    words = command(played, "nullify-check")
    assert words == "nullify --willpower 8 --focus-willpower 9"
    found = rolled(words, faces)
    assert (found["passed"], found["modifier"]) == (faces == (3, 4), -1)
    assert played.outcomes("nullify-check")[0].passed == found["passed"]


@pytest.mark.parametrize("face", [1, 3])
def test_wounds_of_an_arcana(table: Table, face: int) -> None:
    """hh3-facts 1: D3 wounds, whatever the willpower."""
    seer = psyker("corvidae", traits=("thousand-sons",))
    played = table.turns(seer, act="corvidae/fated-shots", manifestation_check=(3, 3), arcana_wounds=(face,))
    words = command(played, "arcana-wounds")
    assert words == "perils --system hh3 --willpower 0 --arcana"
    assert rolled(words, (face,))["wounds"] == played.outcomes("arcana-wounds")[0] == face


def test_a_check_without_perils_has_none(table: Table) -> None:
    """hh3-facts 1: Every Strike Foreseen never causes perils, and every one-shot check may."""
    played = table.turns(psyker("divination"), act=STRIKE, willpower_check=(4, 4))
    assert [HH3.one_shot(request) for request in played.asked("willpower-check")] == [None]


def test_other_requests_have_none(table: Table) -> None:
    """What is no check stands alone: perils from elsewhere are followed by their unit's willpower."""
    how: dict[str, Any] = {"correction": "perils", "perils_unit": "grunts", "perils_cause": "d6", "perils": (3,)}
    played = table.turns(psyker("telepathy"), act="correct", **how)
    assert [HH3.one_shot(request) for id in ("correction", "perils") for request in played.asked(id)] == [None, None]
