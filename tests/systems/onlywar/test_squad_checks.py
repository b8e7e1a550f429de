"""What is wrong with a squad beyond its shape, complaint by complaint (onlywar S1-S4, O6)."""

from __future__ import annotations

import pytest

from onlywar_table import boss, onlywar_rules, squad
from psyphase.systems.onlywar.roster import Roster, Specialist, Weapon
from psyphase.systems.onlywar.tables import check_roster

RULES = onlywar_rules()


def gun(*qualities: str, range: int | None = 60) -> Weapon:
    """A weapon of these qualities."""
    return Weapon("Gun", damage="1d10+3", range=range, qualities=qualities)


@pytest.mark.parametrize(
    ("roster", "expected"),
    [
        pytest.param(squad(), [], id="nothing"),
        pytest.param(squad(faction="imperial-gard"), [("faction", "no faction 'imperial-gard', did you mean 'imperial-guard'?")], id="faction"),
        pytest.param(squad("lok-out"), [("commands", "no special command 'lok-out', did you mean 'look-out'?")], id="special command"),
        pytest.param(squad("look-out", "look-out"), [("commands", "'look-out' is given twice")], id="a command twice"),
        pytest.param(squad(commander=boss(fel=None)), [("commander", "a commander needs the characteristic 'fel'")], id="no fellowship"),
        pytest.param(
            squad(commander=boss(skills={"comand": 40})), [("commander", "no skill 'comand', did you mean 'command'?")], id="skill"
        ),
        pytest.param(squad(ranged=gun("blast-3", "tearing")), [], id="qualities with and without a number"),
        pytest.param(
            squad(ranged=gun("blast")), [("subordinates", "Gun: no quality 'blast': it takes a number, such as blast-3")], id="no number"
        ),
        pytest.param(
            squad(commander=boss(weapons=(gun("taering"),))),
            [("commander", "Gun: no quality 'taering', did you mean 'tearing'?")],
            id="quality of the commander's",
        ),
        pytest.param(
            squad(specialists=(Specialist("Gunner", gun("tearing-2")),)),
            [("specialists", "Gun: no quality 'tearing-2', did you mean 'tearing'?")],
            id="quality of a specialist's, with a number it does not take",
        ),
        pytest.param(squad(ranged=gun(range=None)), [("subordinates", "Gun: a ranged weapon needs its range")], id="no range"),
        pytest.param(squad(melee=gun()), [("subordinates", "Gun: a melee weapon has no range")], id="a range in melee"),
        pytest.param(squad(ranged=None, melee=None), [], id="no weapons"),
    ],
)  # fmt: skip
def test_faults(roster: Roster, expected: list[tuple[str, str]]) -> None:
    """onlywar S1-S4, O6: what goes wrong is told at the key to which it belongs."""
    assert [(key, str(message)) for _, key, message in check_roster(RULES, roster)] == expected
