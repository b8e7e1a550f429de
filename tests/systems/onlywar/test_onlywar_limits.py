"""What is asked in an encounter and for a squad file: the least, the most, and what is proposed (onlywar S-O, facts 2, 4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from msgspec.structs import replace

from asked import Limits, numbers, proposed
from onlywar_table import (
    FLAMER,
    OVER,
    STUBBER,
    Step,
    Table,
    adjust,
    after,
    attacked,
    boss,
    happens,
    offered,
    onlywar_rules,
    squad,
    sums,
    turn,
)
from psyphase.errors import RulesError
from psyphase.systems import find_system
from psyphase.systems.onlywar.model import CommandWord
from psyphase.systems.onlywar.roster import Characteristics, Commander, Roster, Specialist, Subordinates, Weapon
from psyphase.systems.onlywar.squad import metres, new_squad
from psyphase.systems.onlywar.wizard import new_roster
from psyphase.tables.library import Library, shipped_rules

TABLE = Table(onlywar_rules())
ONLYWAR = find_system("onlywar")
GUNNERS = (Specialist("Gunner", STUBBER), Specialist("Burner", FLAMER))
DRUKHARI, CHAOS, KROOT = "drukhari", "chaos", "kroot"
HIT: dict[str, Any] = {"struck": "double", "struck_whom": "commander"}

NUMBERS = [
    # S7, facts 4.12, 4.15: nobody need shoot, specialists shoot their own; five hits go to one target or to as many as there
    # are hits, and each of the others keeps one.
    pytest.param(
        squad(specialists=GUNNERS), [turn("volley-fire", attack_test=26, targets=3)],
        {"eligible-to-shoot": [(0, 6, 6)], "targets": [(1, 5, 5)], "hits-on-target": [(1, 3, 2), (1, 2, 2)],
         "other-modifier": [(-60, 60, 0)]},
        id="a volley",
    ),
    # As many targets as last time, but no more than hits.
    pytest.param(
        squad(), [turn("volley-fire", attack_test=41, targets=2), OVER, turn("volley-fire", attack_test=[1])],
        {"targets": [(1, 3, 3), (1, 7, 2)], "hits-on-target": [(1, 2, 2), (1, 6, 4)]},
        id="a second volley",
    ),
    pytest.param(squad(specialists=GUNNERS), [turn("melee-attack", attack_test=99)], {"eligible-to-fight": [(0, 8, 8)]}, id="a brawl"),
    # S8, S9, S11, facts 2.5, 2.10: a d100 strikes somewhere; penetration and cover start at none and are as told the next time.
    pytest.param(
        squad(), [attacked("shooting", 9, penetration=2, cover=4), attacked("shooting", 9)],
        {"penetration": [(0, 50, 0), (0, 50, 2)], "cover": [(0, 50, 0), (0, 50, 4)]},
        id="shots at it",
    ),
    pytest.param(
        squad(), [attacked("shooting", 9, penetration=3, commander_cover=8, **HIT), attacked("shooting", 9, **HIT)],
        {"penetration": [(0, 50, 0), (0, 50, 3)], "commander-cover": [(0, 50, 0), (0, 50, 8)]},
        id="shots at its commander",
    ),
    pytest.param(squad(), [attacked("blast", 9)], {"blast-number": [(1, 20, 3)]}, id="a blast: as a frag grenade"),
    # facts 2.9: Fear (1) to (4).
    pytest.param(squad(), [happens("fear", fear_test=1)], {"fear-rating": [(1, 4, 1)]}, id="fear"),
    pytest.param(squad(), [happens("pinning", pinning_test=1)], {"pinning-modifier": [(-60, 60, 0)]}, id="pinning"),
    # O6: a character's willpower is a percentage, and may be raised.
    pytest.param(
        squad(faction=CHAOS), [happens("met", met_test=1)], {"met-willpower": [(1, 120, 35)], "other-modifier": [(-60, 60, 0)]}, id="met"
    ),
    # facts 4.38: pain of an attack may be none, of an incident is at least proposed.
    pytest.param(
        squad(faction=DRUKHARI), [turn("volley-fire", attack_test=99), happens("pain")], {"pain-gained": [(0, 20, 0), (0, 20, 1)]}, id="pain"
    ),
    # facts 4.39: two come back for a point, so three killed take two.
    pytest.param(
        squad("monstrous-delight", faction=DRUKHARI, magnitude=10),
        [happens("pain", pain_gained=5), attacked("shooting", 20, 20, 20), OVER, happens("reaction", reaction="monstrous-delight")],
        {"pain-spent": [(1, 2, 2)]},
        id="some come back",
    ),
    pytest.param(
        squad("monstrous-delight", faction=DRUKHARI, magnitude=10),
        [happens("pain", pain_gained=1), attacked("shooting", 20, 20, 20), OVER, happens("reaction", reaction="monstrous-delight")],
        {"pain-spent": [(1, 1, 1)]},
        id="some come back, with a single point",
    ),
    pytest.param(
        squad("ready-for-slaughter", faction=DRUKHARI),
        [happens("pain", pain_gained=4), turn("ready-for-slaughter")],
        {"pain-spent": [(1, 4, 4)]},
        id="pain for fear",
    ),
    # facts 4.40: perception is a percentage, against each who watches, of whom there may be none.
    pytest.param(
        squad("exquisite-deceit", faction=DRUKHARI),
        [turn("exquisite-deceit", command_test=1, watch_test=99)],
        {"watchers": [(0, 20, 1)], "watcher-perception": [(1, 100, 35)]},
        id="deceit",
    ),
    # facts 4.46: 0 to 5 victims.
    pytest.param(
        squad("accept-these-souls", faction=CHAOS), [turn("accept-these-souls", command_test=99)], {"victims": [(0, 5, 1)]}, id="souls"
    ),
    # S1, S9: everyone may be gone, and reinforcements come; critical damage is below 0.
    pytest.param(squad(magnitude=7), [adjust("magnitude")], {"magnitude-now": [(0, 200, 7)]}, id="magnitude set right"),
    pytest.param(squad(), [adjust("wounds")], {"wounds-now": [(-100, 200, 12)]}, id="wounds set right"),
    pytest.param(
        squad(commander=boss(wounds=1)),
        [attacked("shooting", *[500] * 2, **HIT), adjust("wounds")],
        {"wounds-now": [(1 - 2 * (500 - 4), 200, 1 - 2 * (500 - 4))]},
        id="wounds set right beyond what one would tell",
    ),
    pytest.param(
        squad(faction=DRUKHARI), [happens("pain", pain_gained=3), adjust("pain")], {"pain-now": [(0, 100, 3)]}, id="pain set right"
    ),
    pytest.param(
        squad(),
        [Step("correct", {"correction": ["free-dice"], "free-throw": [3]})],
        {"free-count": [(1, 100, 1)], "free-sides": [(2, 100, 6)]},
        id="other dice",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("men", "steps", "expected"), NUMBERS)
def test_numbers(men: Roster, steps: list[Step], expected: dict[str, list[Limits]]) -> None:
    """S7-S11, O6, facts 2.9, 4.15, 4.38-4.46: every number that is asked for in an encounter."""
    asked = numbers(TABLE.meets(men, *steps))
    assert {id: asked.get(id) for id in expected} == expected


def test_hits_of_an_attack() -> None:
    """S9, S12: any number of hits in one go, each with its damage; a template has one damage for everybody. None are proposed."""
    played = TABLE.meets(squad(), attacked("shooting", 9), attacked("blast", 9), attacked("melee", 9, **HIT))
    asked = [(one.low, one.high, one.most, one.default) for one in played.asked("damage")]
    assert asked == [(0, 500, 50, ()), (0, 500, 1, ()), (0, 500, 50, ())]


@pytest.mark.parametrize("attack_roll", [1, 100])
def test_any_roll_of_a_d100_hits_somewhere(attack_roll: int) -> None:
    """facts 2.5: the commander of no squad is hit where a d100 says, which nobody can guess."""
    gone = attacked("shooting", *[20] * 8)
    played = TABLE.meets(squad(), gone, attacked("shooting", 5, attack_roll=attack_roll))
    assert numbers(played)["attack-roll"] == [(1, 100, None)]


def test_furious_hits() -> None:
    """facts 4.26: by the setting some, or none, of those that were stopped are furious."""
    played = TABLE.under(fury_pierces="true").meets(squad(), attacked("shooting", 7, 7, 20))
    assert numbers(played)["fury-hits"] == [(0, 2, 0)]


PROPOSED = [
    pytest.param(squad(), [turn()], {"command": ["volley-fire"]}, id="O1: to attack"),
    pytest.param(squad(), [attacked("spray", 9, spray_test=99)], {"attack-kind": ["shooting"], "fury": ["no"]}, id="S12: a spray"),
    pytest.param(squad(), [attacked("blast", 9)], {"blast-hits": ["yes"], "fury": ["no"]}, id="S12: a blast"),
    pytest.param(squad(), [attacked("shooting", 9)], {"struck": ["subordinates"]}, id="S8: an ordinary one is struck"),
    pytest.param(
        squad(), [attacked("shooting", 30, struck="double")],
        {"struck-whom": ["commander"], "double": ["11"], "commander-evades": ["no"], "commander-out": ["no"]},
        id="S8-S10: a double, for the commander",
    ),
    pytest.param(
        squad(), [attacked("shooting", 3, struck="called-shot")], {"called-location": ["body"]}, id="S8: a called shot, at the body"
    ),
    pytest.param(
        squad(), [turn("overwatch"), happens("sector", attack_test=60), happens("sector")],
        {"what-happens": ["sector", "sector"], "another-enemy": ["no"]}, id="facts 4.18: the sector is for an enemy",
    ),
    pytest.param(squad(traits=("fearless",)), [happens("fear")], {"immune": ["yes"]}, id="M3: immune"),
    pytest.param(
        squad(traits=("fearless",)), [attacked("shooting", *[20] * 4), OVER, turn()], {"waive-morale": ["yes"]}, id="M4: morale is waived"
    ),
    pytest.param(
        squad(), [happens("pinning", pinning_test=99), turn(unpin_test=1)], {"pinned-still": ["covered"]}, id="M3: he runs into cover"
    ),
    pytest.param(squad(faction=KROOT), [turn("volley-fire", attack_test=99)], {"surprise": ["no"]}, id="facts 4.42: no surprise"),
    pytest.param(squad(), [turn("volley-fire", attack_test=[99, 99])], {"reroll": ["yes"]}, id="O6: the drill is used"),
    pytest.param(squad("look-out"), [attacked("shooting", 9)], {"reaction": ["no-reaction"]}, id="O3: no reaction"),
    pytest.param(
        squad("forest-ghosts", faction=KROOT), [turn("forest-ghosts"), attacked("shooting", 9, cover=4)],
        {"growth": ["thin"]}, id="O6: no thick growth",
    ),
    pytest.param(squad(), [turn("volley-fire", attack_test=41)], {"others": [()]}, id="S4: nobody else shoots unasked"),
]  # fmt: skip


@pytest.mark.parametrize(("men", "steps", "expected"), PROPOSED)
def test_what_is_proposed(men: Roster, steps: list[Step], expected: dict[str, list[Any]]) -> None:
    """S8-S12, M3, M4, O1, O6: what the usual game does; nothing that changes much happens unsaid."""
    asked = proposed(TABLE.meets(men, *steps))
    assert {id: asked.get(id) for id in expected} == expected


# What comes of it


def test_nobody_left_is_no_squad() -> None:
    """S1, faults onlywar 6: a squad set right to nobody is none, nor is a crowd before somebody leads it."""
    nobody, three = adjust("magnitude", magnitude_now=0), adjust("magnitude", magnitude_now=3)
    played = TABLE.meets(squad(), nobody, three, adjust("leads"))
    assert [event.args["squad"].standing for event in played.events("squad-corrected")] == ["shattered", "shattered", "squad"]
    played = TABLE.meets(squad(), happens("commander-lost"), nobody, three)
    assert [event.args["squad"].standing for event in played.events("squad-corrected")] == ["gone", "shattered"]


def test_who_leads_nobody_leads_no_squad() -> None:
    """S1, S13: a commander who is up again leads a squad only where somebody is left."""
    gone, out = adjust("magnitude", magnitude_now=0), happens("commander-lost")
    assert after(TABLE.meets(squad(), gone, adjust("leads"))).standing == "shattered"
    again = after(TABLE.meets(squad(), out, adjust("leads")))
    assert (again.standing, again.commander_up) == ("squad", True)


def test_who_came_back_is_no_longer_lost() -> None:
    """facts 4.39: of three killed in the round before two came back, so that one is left to bring back."""
    hurt = (happens("pain", pain_gained=2), attacked("shooting", 20, 20, 20), OVER)
    delight = happens("reaction", reaction="monstrous-delight", pain_spent=1)
    played = TABLE.meets(squad("monstrous-delight", faction=DRUKHARI, magnitude=10), *hurt, delight)
    assert (after(played).magnitude, after(played).lost_before, after(played).pain) == (9, 1, 1)


@pytest.mark.parametrize("ended", ["rejoice-in-blood", "tremble-before-me"])
def test_an_effect_that_ended_before_its_time(ended: str) -> None:
    """O1: of two effects that last for rounds one is set right as over, the other stays."""
    both = ("rejoice-in-blood", "tremble-before-me")
    steps = (
        turn(both[0], command_test=1),
        OVER,
        turn(both[1], command_test=1, field_rounds=5),
        adjust("effect", ended_effect=ended),
    )
    played = TABLE.meets(squad(*both, faction=CHAOS), *steps)
    assert [effect.command for effect in after(played).in_play] == [one for one in both if one != ended]
    (request,) = played.asked("ended-effect")
    assert list(request.options)[:2] == list(both)


def test_who_is_there_to_be_attacked() -> None:
    """S9, S13: of a squad that is lost only the commander can be struck, or, without him, its single members, who are no squad."""
    all_dead = attacked("shooting", *[20] * 8)
    alone = TABLE.meets(squad(), all_dead, attacked("shooting", 5, attack_roll=50))
    assert [event.id for event in alone.events("only-the-commander", "only-single-ones")] == ["only-the-commander"]
    single = TABLE.meets(squad(), happens("commander-lost"), Step("hit/squad"))
    assert [event.id for event in single.events("only-the-commander", "only-single-ones")] == ["only-single-ones"]


@pytest.mark.parametrize(
    ("name", "why", "hits"),
    [("volley-fire", "by-degrees", 3), ("overwatch", "by-further-degrees", 2), ("suppressing-fire", "by-full-degrees", 1)],
)
def test_why_so_many_hits(name: str, why: str, hits: int) -> None:
    """onlywar table, facts 4.18, 4.19: three degrees: a hit for each, one and one for two further, or one for a full three."""
    test = TABLE.rules.commands[name].test
    assert test != "none"
    skill = 55 - TABLE.rules.difficulties[test.difficulty].value - test.per_magnitude * 8
    played = TABLE.play(
        ONLYWAR.rolls["command"].procedure(TABLE.rules, name, skill=skill, magnitude=8), {"command_test_alone": 35}
    )
    assert (played.args("hits")["why"].id, played.outcome.hits) == (why, hits)


def test_pain_adds_up() -> None:
    """onlywar table, facts 4.38: what is gained, by an attack or otherwise, is told with all there is."""
    steps = (happens("pain", pain_gained=2), turn("volley-fire", attack_test=99, pain_gained=3), happens("pain", pain_gained=1))
    played = TABLE.meets(squad(faction=DRUKHARI), *steps)
    assert [(event.args["gained"], event.args["pain"]) for event in played.events("pain")] == [(2, 2), (3, 5), (1, 6)]
    assert after(played).pain == 6


def test_who_does_not_reroll_may_do_so_later() -> None:
    """O6, facts 4.30: one failed test a turn may be rerolled, whichever: who lets the first stand has it for the second."""
    war = turn("war-waits-for-no-one", command_test=1)
    hits = attacked("shooting", 8, 8, toughness_test=[99, 99, 1], reroll=["no", "yes"])
    played = TABLE.meets(squad("war-waits-for-no-one", faction="orks"), war, hits)
    assert proposed(played)["reroll"] == ["yes", "yes"]
    assert after(played).magnitude == 7


def test_a_squad_file_without_more() -> None:
    """S1, S3: no armour, nothing unnatural, no skills, weapons or traits beyond what a file tells."""
    values = Characteristics(ws=30, bs=30, t=30, ag=30)
    men = Subordinates(name="Men", category="troop", magnitude=5, characteristics=values)
    leader = Commander(name="Boss", category="elite", characteristics=values, wounds=10)
    for one in (men, leader):
        assert (one.armour, one.unnatural_toughness, dict(one.skills), one.movement, one.traits) == (0, 0, {}, None, ())
    assert (men.ranged, men.melee, leader.weapons) == (None, None, ())
    assert {getattr(values, id) for id in ("s", "int", "per", "wp", "fel")} == {None}
    weapon = Weapon(name="Knife", damage="1d5 R")
    assert (weapon.penetration, weapon.range, weapon.qualities) == (0, None, ())
    plain = Roster(system="onlywar", name="Squad", faction="orks", commander=leader, subordinates=men)
    assert (plain.specialists, plain.commands) == ((), ())


def test_who_is_gone_is_not_attacked() -> None:
    """S8, S13: once nobody is left of a squad, the commander neither, there is nobody to strike."""
    lost = happens("commander-lost")
    played = TABLE.meets(squad(), adjust("magnitude", magnitude_now=0), lost, adjust("magnitude", magnitude_now=2))
    assert ["hit/squad" in options for options in offered(played, "next")] == [True, True, False, True]


@pytest.mark.parametrize(
    ("damage", "event", "wounds"), [(15, "wounds-left", 1), (16, "wounds-left", 0), (17, "critical-damage", 1)]
)
def test_wounds_of_the_commander(damage: int, event: str, wounds: int) -> None:
    """S9: of 12 wounds, toughness bonus 4: none left is not critical damage yet."""
    played = TABLE.meets(squad(), attacked("shooting", damage, **HIT))
    assert played.args(event) == {"name": "Boss", "wounds": wounds}


def test_commands_of_another_side_are_told() -> None:
    """O6: a squad may know a command of another side, which is told for each: the game master decides."""
    played = TABLE.meets(squad("look-out", "more-dakka", "forest-ghosts", commander=boss("master")))
    assert [event.args["command"].id for event in played.events("foreign-command")] == ["more-dakka", "forest-ghosts"]


def test_a_commander_who_is_out_slows_nobody() -> None:
    """O4: the slowest member in formation counts, and who is out of action is in none."""
    slow = new_squad("squad", squad(ag=40, commander=boss(ag=10)), TABLE.rules)
    assert metres(slow, "half") == 1
    assert metres(replace(slow, commander_up=False), "half") == 4


@pytest.mark.parametrize(("growth", "cover"), [("none", 4), ("thin", 5), ("thick", 6)])
def test_growth(growth: str, cover: int) -> None:
    """O6: cover that hides the squad is better by 1, by 2 in thick growth, and no better where there is none."""
    known = squad("forest-ghosts", faction=KROOT)
    played = TABLE.meets(known, turn("forest-ghosts"), attacked("shooting", 20, cover=4, growth=growth))
    (armour, _) = played.args("through")["stops"]
    assert (armour.name.args["armour"], armour.name.args["cover"]) == (4, cover)


def test_qualities_are_named() -> None:
    """S12, facts 2.8: a quality by its name and its number; one that the tables do not know as it is written."""
    grenade = Weapon("Grenade", damage="2d10 X", range=30, qualities=("blast-3", "flame", "odd", "odd-3"))
    played = TABLE.meets(squad(ranged=grenade), turn("volley-fire", attack_test=1))
    (line, *_) = played.events("weapon-line")
    known = TABLE.rules.qualities
    assert [(one.id, one.args["name"], one.args["number"]) for one in line.args["qualities"]] == [
        ("quality-number", known["blast"].name, 3),
        ("quality", known["flame"].name, 0),
        ("quality", "odd", 0),
        ("quality", "odd-3", 0),
    ]


@pytest.mark.parametrize(
    ("name", "roll", "magnitude", "event", "value"),
    [
        ("scatter", "35", 1, "comes-to-saved", {"saved": 3}),
        ("rejoice-in-blood", "35", 8, "comes-to-healed", {"healed": 3}),
        ("tremble-before-me", "30", 8, "comes-to-field", {"field": 24}),
        ("let-the-galaxy-burn", "30", 8, "comes-to-rounds", {"rounds": 3}),
    ],
)
def test_what_a_roll_comes_to(name: str, roll: str, magnitude: int, event: str, value: dict[str, int]) -> None:
    """onlywar table, facts 4.45: against 55 in all a 35 or a 30 is three degrees, which save, heal, protect or last."""
    test = TABLE.rules.commands[name].test
    assert test != "none"
    skill = 55 - TABLE.rules.difficulties[test.difficulty].value - test.per_magnitude * magnitude
    procedure = ONLYWAR.rolls["command"].procedure(TABLE.rules, name, skill=skill, magnitude=magnitude)
    played = TABLE.play(procedure, {"command_test_alone": int(roll)})
    assert (played.outcome.target, played.outcome.degrees) == (55, 3)
    assert played.args(event) == value


# The questions of the wizard


def test_numbers_of_a_new_squad() -> None:
    """S1, S3, facts 2.1, 2.2: whatever a squad file may hold can be answered; round figures are proposed (facts 3)."""
    answers: dict[str, Any] = {
        "squad_name": "Third", "faction": "orks", "subordinates_name": "Boyz", "commander_name": "Nob",
        "ranged_weapon": "Shoota", "melee_weapon": "Choppa", "characteristic": [30] * 10 + [45], "trained_skills": ("command",),
    }  # fmt: skip
    made = TABLE.play(new_roster(TABLE.rules), answers)
    assert numbers(made) == {
        "magnitude": [(1, 100, 20)],
        "characteristic": [(1, 100, 30)] * 11,
        "armour": [(0, 30, 4)] * 2,
        "damage-dice": [(1, 10, 1)] * 2,
        "damage-bonus": [(0, 50, 3)] * 2,
        "weapon-penetration": [(0, 30, 0)] * 2,
        "weapon-range": [(1, 2000, 100)],
        "commander-wounds": [(1, 200, 12)],
        "skill-value": [(1, 150, 45)],
    }
    assert proposed(made) == {
        "squad-name": [None],
        "faction": [next(id for id, side in TABLE.rules.factions.items() if side.permanent)],
        "subordinates-kind": ["troop"],
        "subordinates-name": [None],
        "ranged-weapon": ["-"],
        "damage-die": ["d10"] * 2,
        "melee-weapon": ["-"],
        "commander-name": [None],
        "commander-category": ["elite"],
        "trained-skills": [()],
        "commander-armed": ["yes"],
        "special-commands": [()],
    }


# Words of menus

MENU = ("end", "back", "correct", "happens", "round-over", "end-turn", "no-reaction")


@pytest.mark.parametrize("word", MENU)
def test_no_squad_is_a_word_of_a_menu(word: str) -> None:
    """O1, S1: a squad that is called as a word of a menu has another key, so that either can be chosen."""
    played = TABLE.meets(squad(name=word.replace("-", " ").title()), turn(who=f"{word}-2"))
    assert after(played, f"{word}-2").round.acted


@pytest.mark.parametrize("word", MENU)
def test_no_command_is_a_word_of_a_menu(word: str, tmp_path: Path) -> None:
    """O1: nor is a command of one's own tables, which is refused with its place."""
    path = tmp_path / "onlywar" / "commands" / "orks.yaml"
    path.parent.mkdir(parents=True)
    shipped = shipped_rules() / "onlywar" / "commands" / "orks.yaml"
    text = shipped.read_text(encoding="utf-8").replace("id: more-dakka", f"id: {word}")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match=f"id: '{word}' is a word of the menus"):
        onlywar_rules(tmp_path)


# What a command cannot do without


NEEDS = {
    "move": ("move",),
    **dict.fromkeys(("attack", "volley", "suppress", "watch"), ("test", "hits")),
    **dict.fromkeys(("scatter", "learn", "run-faster", "deceive", "evade", "heal", "gift", "field"), ("test",)),
    "two-volleys": ("test", "repeats"),
    **dict.fromkeys(("last", "own-fire-on-doubles", "reroll-once-a-turn", "restore", "terrify"), ()),
}
"""O1 and the table: who moves needs a speed, who attacks a test and hits, who tests a test; what only lasts needs nothing."""


def read_command(tmp_path: Path, **changed: object) -> str:
    """What is told of a side with one command, with everything that one may have but for what is changed."""
    shipped = yaml.safe_load((shipped_rules() / "onlywar" / "commands" / "kroot.yaml").read_text(encoding="utf-8"))
    whole = {
        "id": "plain", "test": {"who": "squad", "on": "bs", "difficulty": "hard", "per_magnitude": 0}, "move": "half",
        "hits": {"first": 1, "every": 1, "weapon": "ranged"}, "repeats": "volley-fire",
    }  # fmt: skip
    path = tmp_path / "onlywar" / "commands" / "cousins.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    side = {**shipped, "id": "cousins", "commands": [{**shipped["commands"][0], **whole, **changed}]}
    path.write_text(yaml.safe_dump(side, allow_unicode=True), encoding="utf-8")
    try:
        library = Library("onlywar", [shipped_rules(), tmp_path])
        ONLYWAR.load(library, ONLYWAR.all_tables(library), library.settings())
    except RulesError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("does", get_args(CommandWord))
def test_what_a_command_cannot_do_without(does: str, tmp_path: Path) -> None:
    """O1 and the table: a command without what it is done by is refused at the key; without anything else it is not."""
    assert not read_command(tmp_path, does=does)
    for key in ("test", "hits", "move", "repeats"):
        told = read_command(tmp_path, does=does, **{key: "none"})
        assert (f"{key}: '{does}' needs one" in told) is (key in NEEDS[does]), key
        assert bool(told) is (key in NEEDS[does])


# Others who shoot


def test_others_of_a_pinned_squad() -> None:
    """S4, facts 2.7, 2.9: the commander's own shot is a standard attack, +10; by the setting being pinned counts for it, too."""
    table = TABLE.under(pinned_penalty="20")
    shot = turn("volley-fire", attack_test=1, others=("other-1",), other_attack_test=1, unpin_test=1)
    played = table.meets(squad(), happens("pinning", pinning_test=99), shot)
    assert sums(played, "other-attack-test") == [{"bs": 40, "standard-attack": 10, "pinned": -20}]
    blow = turn("melee-attack", attack_test=1, others=("other-1",), other_attack_test=1, unpin_test=1)
    played = table.meets(squad(), happens("pinning", pinning_test=99), blow)
    assert sums(played, "other-attack-test") == [{"ws": 40, "standard-attack": 10}]
