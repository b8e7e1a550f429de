"""Two squads of one name in an encounter: each acts, is struck and is remembered by its own key."""

from __future__ import annotations

import json
from pathlib import Path

from command import psyphase
from onlywar_table import FLAMER, OVER, PISTOL, STUBBER, Table, after, attacked, boss, happens, onlywar_rules, squad, turn
from psyphase.systems.onlywar.roster import Specialist

TABLE = Table(onlywar_rules())
GUNNERS = (Specialist("Gunner", FLAMER), Specialist("Gunner", STUBBER))
MOB = """\
system: onlywar
name: Mob
faction: orks
commander:
  {name: Nob, category: elite, wounds: 12, characteristics: {ws: 40, bs: 20, t: 45, ag: 30, per: 30, wp: 30, fel: 20}}
subordinates:
  name: Boyz
  category: troop
  magnitude: 9
  characteristics: {ws: 35, bs: 20, t: 40, ag: 30}
"""


def test_two_of_one_name_are_struck_one_by_one() -> None:
    """onlywar S1: losses are those of the squad that was attacked; the second has a number in its name."""
    played = TABLE.meets((squad(), squad()), attacked("shooting", 20, 20, to="squad-2"))
    assert [(one.id, one.name, one.magnitude) for one in played.outcome.squads] == [
        ("squad", "Squad", 8),
        ("squad-2", "Squad 2", 6),
    ]


def test_two_of_one_name_act_once_a_round_each() -> None:
    """onlywar S6, O3: the turn of one is not the turn of the other."""
    played = TABLE.meets((squad(), squad()), turn(who="squad-2"), turn(), OVER)
    assert [request.args["squad"].id for request in played.asked("command")] == ["squad-2", "squad"]


def test_two_of_one_name_are_pinned_one_by_one() -> None:
    """onlywar M3: the squad that is fired at is pinned, its namesake is not."""
    played = TABLE.meets((squad(), squad()), happens("pinning", to="squad-2", pinning_modifier=0, pinning_test=100))
    assert (after(played).pinned, after(played, "squad-2").pinned) == (False, True)


def test_people_of_two_of_one_name_are_told_apart() -> None:
    """faults w40k7 1 (its kind): commanders and specialists too have numbers, over all squads, in the order of the files."""
    played = TABLE.meets((squad(specialists=GUNNERS), squad(specialists=GUNNERS[:1])))
    people = [(one.entry.commander.name, *(gunner.name for gunner in one.specialists)) for one in played.outcome.squads]
    assert people == [("Boss", "Gunner", "Gunner 2"), ("Boss 2", "Gunner 3")]


def test_the_second_of_two_of_one_name_loses_its_own_commander() -> None:
    """onlywar S9, S13: what is told of a commander names which of the two it is."""
    hit = attacked("shooting", 30, to="squad-2", struck="double", struck_whom="commander", double="11", commander_out="yes")
    played = TABLE.meets((squad(), squad()), hit)
    assert played.args("critical-damage")["name"] == "Boss 2"
    assert played.asked("commander-out")[0].args["name"] == "Boss 2"
    assert (after(played).commander_up, after(played, "squad-2").commander_up) == (True, False)


def test_a_specialist_of_two_of_one_name_is_struck() -> None:
    """onlywar S8: the attacker chooses between two gunners by their numbers, and the one who was chosen dies."""
    hit = attacked("shooting", 20, struck="called-shot", struck_whom="specialist-2")
    played = TABLE.meets(squad(specialists=GUNNERS), hit)
    (request,) = played.asked("struck-whom")
    assert [getattr(one, "name", one) for one in request.options.values()] == ["commander", "Gunner", "Gunner 2", "subordinates"]
    assert played.args("specialist-killed")["name"] == "Gunner 2"
    assert [(one.name, one.weapon) for one in after(played).specialists] == [("Gunner", FLAMER)]


def test_weapons_of_one_name_are_told_apart() -> None:
    """onlywar S7: who carries two pistols is asked which of them by a number."""
    volley = turn("volley-fire", attack_test=1, others=("other-1",), other_attack_test=100)
    played = TABLE.meets(squad(commander=boss(weapons=(PISTOL, PISTOL)), specialists=GUNNERS), volley)
    (others,), (weapon,) = played.asked("others"), played.asked("other-weapon")
    assert [one.name for one in others.options.values()] == ["Boss", "Gunner: Flamer", "Gunner 2: Heavy stubber"]
    assert [one.name for one in weapon.options.values()] == ["Pistol", "Pistol 2"]


def test_no_two_commands_have_one_name() -> None:
    """onlywar O5, O6: a menu may hold commands of several sides; in no language are two called the same."""
    commands = TABLE.rules.commands.values()
    for language in ("en", "ru", "fr"):
        names = [one.name.within(language) for one in commands]
        assert len({*names}) == len(names)


def test_two_of_one_name_in_json_and_in_the_transcript(tmp_path: Path) -> None:
    """The key and beside it the name with its number; the transcript has the number wherever it names a squad."""
    (tmp_path / "mob.yaml").write_text(MOB)
    script = tmp_path / "script.yaml"
    play = "- next: hit/mob-2\n- attack-kind: melee\n- struck: subordinates\n- penetration: 0\n- damage: [20]\n- next: end\n"
    script.write_text(f"psyphase: 1\nsystem: onlywar\nsetup: {{rosters: [mob.yaml, mob.yaml]}}\nplay:\n{play}")
    lines = [json.loads(line) for line in psyphase("run", str(script), "--json").stdout.splitlines()]
    stand = [(line["squad"], line["name"]) for line in lines if line.get("event") == "squad-stands"]
    states = [[(one["squad"], one["name"], one["magnitude"]) for one in line["states"]] for line in lines if "states" in line]
    assert stand == [("mob", "Mob"), ("mob-2", "Mob 2")]
    assert states[-1] == [("mob", "Mob", 9), ("mob-2", "Mob 2", 8)]
    text = psyphase("run", str(script), "--lang", "en").stdout
    assert "\nMob 2: 1 killed, magnitude 8\n" in text
    assert "\nMob 2: magnitude 9, Nob 2 wounds 12\n" in text
