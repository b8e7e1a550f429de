"""Squad files: made by questions, shown as rows, looked up; and words for rolls of a game (onlywar S1-S4, O6)."""

from __future__ import annotations

from typing import Any

import pytest

from onlywar_table import (
    OVER,
    STUBBER,
    Table,
    adjust,
    after,
    attacked,
    boss,
    happens,
    offered,
    onlywar_rules,
    rolled,
    squad,
    turn,
)
from psyphase.engine.journal import Journal
from psyphase.engine.play import play
from psyphase.engine.procedure import Answer, Decision, Event, Roll
from psyphase.engine.sources import Defaults, Given
from psyphase.errors import AnswerError
from psyphase.systems import find_system
from psyphase.systems.onlywar.degrees import D100, Degrees
from psyphase.systems.onlywar.roster import Characteristics, Commander, Roster, Specialist, Subordinates, Weapon
from psyphase.systems.onlywar.wizard import new_roster

RULES = onlywar_rules()
TABLE = Table(RULES)
ONLYWAR = find_system("onlywar")

ANSWERS: dict[str, list[Answer]] = {
    "squad-name": ["Third"], "faction": ["orks"], "subordinates-name": ["Boyz"], "magnitude": [15],
    # ws, bs, t, ag of the subordinates, then ws, bs, t, ag, per, wp, fel of the commander
    "characteristic": [31, 21, 41, 32, 45, 25, 46, 33, 34, 35, 36],
    "armour": [3, 5],
    "ranged-weapon": ["Shoota"], "melee-weapon": ["Choppa"],
    "damage-dice": [2, 1], "damage-die": ["d5", "d10"], "damage-bonus": [4, 6], "weapon-penetration": [1, 2], "weapon-range": [60],
    "commander-name": ["Nob"], "commander-category": ["master"], "commander-wounds": [18],
    "trained-skills": ["command,intimidate"], "skill-value": [44, 55],
    "commander-armed": ["yes"], "special-commands": ["more-dakka,here-we-come"],
}  # fmt: skip


def made(**changed: list[Answer]) -> Roster:
    """What the wizard makes of these answers."""
    given = {**ANSWERS, **{id.replace("_", "-"): answers for id, answers in changed.items()}}
    roster = play(new_roster(RULES), Given(given), Defaults(), journal=Journal())
    assert isinstance(roster, Roster)
    assert not list(ONLYWAR.check_roster(RULES, roster))
    return roster


def test_the_wizard_asks_what_commands_test() -> None:
    """faults onlywar 4: strength for a commander without Intimidate who is to command by it; else nobody asks for it."""
    values = [*ANSWERS["characteristic"], 52]
    answers: dict[str, list[Answer]] = {"trained_skills": ["command"], "skill_value": [44], "characteristic": values}
    assert made(**answers, special_commands=["war-waits-for-no-one"]).commander.characteristics.s == 52
    assert made(special_commands=["war-waits-for-no-one"]).commander.characteristics.s is None


def test_the_wizard_makes_a_squad() -> None:
    """onlywar S1-S3, O6: side, subordinates with profile and weapons, commander with trained skills, special commands."""
    shoota = Weapon("Shoota", damage="2d5+4", penetration=1, range=60)
    choppa = Weapon("Choppa", damage="1d10+6", penetration=2)
    assert made() == Roster(
        system="onlywar",
        name="Third",
        faction="orks",
        commander=Commander(
            name="Nob",
            category="master",
            characteristics=Characteristics(ws=45, bs=25, t=46, ag=33, per=34, wp=35, fel=36),
            wounds=18,
            skills={"command": 44, "intimidate": 55},
            armour=5,
            weapons=(shoota, choppa),
        ),
        subordinates=Subordinates(
            name="Boyz",
            category="troop",
            magnitude=15,
            characteristics=Characteristics(ws=31, bs=21, t=41, ag=32),
            armour=3,
            ranged=shoota,
            melee=choppa,
        ),
        commands=("here-we-come", "more-dakka"),
    )


def test_the_wizard_makes_minions() -> None:
    """onlywar S2, O6: minions know no special commands, are led by a leader, and need not carry anything."""
    roster = made(
        subordinates_kind=["minion"],
        commander_category=["leader"],
        ranged_weapon=["-"],
        commander_armed=["no"],
        damage_dice=[1],
        damage_die=["d10"],
        damage_bonus=[6],
        weapon_penetration=[2],
        special_commands=[],
    )
    assert (roster.subordinates.category, roster.subordinates.ranged, roster.commands) == ("minion", None, ())
    assert roster.subordinates.melee == Weapon("Choppa", damage="1d10+6", penetration=2)
    assert (roster.commander.category, roster.commander.weapons) == ("leader", ())


@pytest.mark.parametrize(
    ("kind", "sizes"), [("troop", (10, 20)), ("minion", (3, 5))], ids=["orks come in tens", "minions in threes to fives"]
)
def test_the_usual_size_stands_beside_the_question(kind: str, sizes: tuple[int, int]) -> None:
    """onlywar S2: usually 10 to 20 orks, 3 to 5 minions; the greatest usual number is proposed."""
    asked: dict[str, Any] = {}

    def hear(one: Any) -> None:
        if not isinstance(one, Event):
            asked[one.request.id] = one.request

    given: dict[str, list[Answer]] = {**ANSWERS, "subordinates-kind": [kind]}
    play(new_roster(RULES), Given(given), Defaults(), journal=Journal(), report=hear)
    assert (asked["magnitude"].args["low"], asked["magnitude"].args["high"]) == sizes
    assert asked["magnitude"].default == sizes[1]


def test_no_more_specialists_than_subordinates() -> None:
    """onlywar S4, facts 4.3: specialists count in the magnitude, so there are no more of them than it says."""
    gunners = tuple(Specialist(f"Gunner {number}", STUBBER) for number in (1, 2, 3))
    assert not list(ONLYWAR.check_roster(RULES, squad(magnitude=3, specialists=gunners)))
    ((_, key, message),) = ONLYWAR.check_roster(RULES, squad(magnitude=2, specialists=gunners))
    assert (key, str(message)) == ("specialists", "3 specialists, but magnitude 2 counts them in")


# Rows


def test_summary_and_sheet() -> None:
    """onlywar S1, O5: a squad in plain ids; a row for each command it may be given, tactical ones for troops only."""
    known = squad("look-out")
    assert ONLYWAR.summary(RULES, known) == {
        "system": "onlywar",
        "name": "Squad",
        "faction": "imperial-guard",
        "magnitude": 8,
        "commander": "Boss",
        "commands": ["look-out"],
    }
    names = [row["command"].en for row in ONLYWAR.rows(RULES, known)]
    assert names == [one.name.en for one in RULES.general.values()] + ["Look Out!"]
    minions = ONLYWAR.rows(RULES, squad("look-out", category="minion"))
    assert len(minions) == 6
    row = ONLYWAR.rows(RULES, known)[-1]
    assert (row["unit"], row["action"], row["subtypes"]) == (
        "Squad",
        Event("action-reaction"),
        (Event("subtype-movement"), Event("subtype-concentration")),
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("dakka", ["More Dakka!"]),
        ("огневая", ["Fire Drill"]),
        ("HUNTERS-BLOOD", ["Hunter's Blood"]),
        ("drill", ["Fire Drill"]),
        ("nothing of the kind", []),
    ],
    ids=["a name", "a Russian name", "an id", "an ability", "nothing"],
)
def test_lookup(text: str, found: list[str]) -> None:
    """onlywar O5, O6: commands and permanent abilities are found by id or name, in any language."""
    rows = ONLYWAR.lookup(RULES, text)
    assert [row["command"].en for row in rows] == found


def test_an_ability_in_the_rows() -> None:
    """onlywar O6: a permanent ability costs no action and has no subtypes."""
    (row,) = ONLYWAR.lookup(RULES, "fire-drill")
    assert (row["action"], row["subtypes"]) == (Event("action-permanent"), "")
    assert row["effect"].en.startswith("If the squad has not moved this turn")


# One-shot rolls


def test_words_for_rolls_of_a_game() -> None:
    """onlywar-facts 2.1, 2.9: a test of a game is `skill` with its target, a roll on Shock has its degrees; others have none."""
    test = Roll("attack-test", "mine", D100, Degrees(76, "margin", automatic=True))
    assert ONLYWAR.one_shot(test) == "skill --target 76"
    fear = happens("fear", fear_test=80, shock=50)
    (shock,) = TABLE.meets(squad(), fear).asked("shock")
    assert ONLYWAR.one_shot(shock) == f"shock --failed-by {shock.args['degrees']}"
    (loss,) = TABLE.under(commander_loss="shock").meets(squad(), happens("commander-lost", loss_degrees=2)).asked("loss-degrees")
    assert ONLYWAR.one_shot(loss) is None
    assert ONLYWAR.one_shot(Decision("next", "mine", {"end": "end"})) is None


def test_no_face_of_a_test_is_marked() -> None:
    """onlywar-facts 2.1: a d100 is read as it is."""
    assert list(Degrees(50, "margin", automatic=True).marks((7,))) == [frozenset()]


@pytest.mark.parametrize(("roll", "healed"), [("50", 1), ("41", 1), ("40", 2), ("10", 5), ("51", 0), ("90", 0)])
def test_a_command_heals_by_degrees(roll: str, healed: int) -> None:
    """onlywar table, facts 4.6: Rejoice at willpower 40 and ordinary (+10) heals a wound for each degree, for as many rounds."""
    done = rolled(RULES, "command", roll, "rejoice-in-blood", skill=40)
    assert (done.target, done.healed, done.rounds) == (50, healed, healed)


@pytest.mark.parametrize(("roll", "saved"), [("40", 1), ("30", 2), ("41", 0)])
def test_a_command_saves_by_degrees(roll: str, saved: int) -> None:
    """onlywar table: Scatter at agility 60 and -5 for each of 4 saves one for each degree."""
    assert rolled(RULES, "command", roll, "scatter", skill=60, magnitude=4).saved == saved


# What is easily lost


@pytest.mark.parametrize(
    ("damages", "asked"), [((30, 4), 1), ((4, 30), 1), ((4, 4), 0)], ids=["first of two", "second of two", "neither"]
)
def test_one_of_two_hits_may_put_the_commander_out(damages: tuple[int, int], asked: int) -> None:
    """onlywar S9, S13: critical damage by one hit of two is enough for the question whether he is out; none, and nobody asks."""
    out: dict[str, Any] = {"commander_out": "yes"} if asked else {}
    step = attacked("shooting", *damages, struck="double", struck_whom="commander", double="11", **out)
    played = TABLE.meets(squad(commander=boss(wounds=1)), step)
    # no armour, toughness bonus 4: of 4 nothing gets through
    assert len(played.asked("commander-out")) == asked
    assert after(played).commander_up == (not asked)


def test_a_squad_that_is_wiped_out_owes_no_morale() -> None:
    """onlywar M4: who has lost everyone tests nothing, not even with others about him in his next turn."""
    losses = attacked("shooting", *[20] * 4)
    played = TABLE.meets(squad(magnitude=8), turn(), losses, attacked("shooting", *[20] * 4))
    assert played.has("wiped-out")
    assert (after(played).due, after(played).standing) == (0, "shattered")
    states = [event.args["states"][0].args["state"].args["parts"] for event in played.events("status")]
    assert [any(part.id == "state-due" for part in parts) for parts in states] == [False, False, True, False]
    again = adjust("magnitude", magnitude_now=6)
    leads = adjust("leads")
    rallied = TABLE.meets(squad(magnitude=8), turn(), losses, losses, OVER, again, leads, turn())
    assert not rallied.asked("morale-test")


ANY_TIME = [
    pytest.param("chaos", ("rejoice-in-blood", "accept-these-souls", "let-the-galaxy-burn", "tremble-before-me"),
                 {"rejoice-in-blood", "tremble-before-me"}, id="half action or reaction"),
    pytest.param("imperial-guard", ("look-out", "move-move-move", "first-rank-second-rank"), set(), id="only when shot at, or after a run"),
    pytest.param("kroot", ("hunting-craft", "forest-ghosts"), set(), id="only when shot at"),
]  # fmt: skip


@pytest.mark.parametrize(("faction", "known", "expected"), ANY_TIME)
def test_reactions_at_any_time(faction: str, known: tuple[str, ...], expected: set[str]) -> None:
    """onlywar O1, O3: outside its turn and unprovoked a squad may only give commands that are reactions to nothing in particular."""
    incident = happens("reaction", reaction="no-reaction") if expected else happens("fear", fear_test=1)
    played = TABLE.meets(squad(*known, faction=faction), turn(), incident)
    assert ("reaction" in offered(played, "what-happens")[0]) == bool(expected)
    assert [one - {"no-reaction"} for one in offered(played, "reaction")] == ([expected] if expected else [])


def test_pain_points_are_needed_at_any_time() -> None:
    """onlywar table: Monstrous Delight is a reaction at any time, but only with pain points and someone to bring back."""
    killed = attacked("shooting", 20)
    pained = happens("pain", pain_gained=2)
    known = squad("monstrous-delight", faction="drukhari")
    played = TABLE.meets(known, killed, pained, OVER, happens("reaction", reaction="monstrous-delight", pain_spent=1))
    assert [("reaction" in options) for options in offered(played, "what-happens")] == [False, True]
    assert after(played).magnitude == 8


def test_volleys_end_with_the_squad() -> None:
    """onlywar O6, facts 4.16, 4.24: a squad that shoots itself dead in the first of two volleys fires no second one."""
    known = squad("first-rank-second-rank", "more-dakka", magnitude=2, bs=30)
    both = turn("first-rank-second-rank", command_test=1, attack_test=22, own_fire=5)
    played = TABLE.meets(known, turn("more-dakka"), OVER, both)
    assert [event.args["number"] for event in played.events("volley")] == [1]
    assert played.has("wiped-out")


@pytest.mark.parametrize(("again", "dead"), [("no", 1), ("yes", 0)])
def test_a_toughness_test_may_be_left_as_it_is(again: str, dead: int) -> None:
    """onlywar O6, facts 4.30: an ork that failed its test of toughness dies unless the reroll is taken and passed."""
    faces: list[Answer] = [99] if again == "no" else [99, 1]
    war = turn("war-waits-for-no-one", command_test=1)
    hit = attacked("shooting", 8, toughness_test=faces, reroll=again)
    # armour 4, toughness bonus 3: 1 gets through, no more than the bonus
    played = TABLE.meets(squad("war-waits-for-no-one", faction="orks"), war, hit)
    assert after(played).magnitude == 8 - dead


@pytest.mark.parametrize("magnitude", [0, 101])
def test_a_magnitude_within_its_limits(magnitude: int) -> None:
    """S1: as many as the tables take, 1 to 100; the question takes no other."""
    with pytest.raises(AnswerError, match=f"magnitude: expected a number from 1 to 100, got {magnitude}"):
        made(magnitude=[magnitude])
