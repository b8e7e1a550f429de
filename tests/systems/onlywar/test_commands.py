"""Every command and permanent ability, what each does and when it may be given: the table of onlywar, O1-O7."""

from __future__ import annotations

from typing import Any

import pytest

from onlywar_table import (
    FLAMER,
    LASGUN,
    OVER,
    STUBBER,
    Step,
    Table,
    adjust,
    after,
    attacked,
    boss,
    effects,
    ended,
    happens,
    hits,
    in_play,
    lost,
    moved,
    offered,
    onlywar_rules,
    reasons,
    squad,
    sums,
    targets,
    turn,
)
from psyphase.errors import AnswerError
from psyphase.systems.onlywar.roster import Roster, Specialist, Weapon
from psyphase.systems.onlywar.squad import Encounter
from scripted import Played, unavailable

RULES = onlywar_rules()
TABLE = Table(RULES)
COMMANDS = RULES.commands

GUARD, ORKS, DRUKHARI, KROOT, CHAOS = "imperial-guard", "orks", "drukhari", "kroot", "chaos"
SIDES = (GUARD, ORKS, DRUKHARI, KROOT, CHAOS)
GUNNERS = (Specialist("Gunner", FLAMER), Specialist("Heavy", STUBBER))

# id: list, action, subtypes, troops only, once a scene, move
TABLE_ROWS = {
    "advance": ("general", "half", "movement", False, False, "half"),
    "run": ("general", "full", "movement", False, False, "run"),
    "disengage": ("general", "full", "movement", False, False, "half"),
    "volley-fire": ("general", "half", "attack shooting", False, False, "none"),
    "melee-attack": ("general", "half", "attack melee", False, False, "none"),
    "charge": ("general", "full", "attack melee", False, False, "charge"),
    "tactical-advance": ("general", "full", "concentration movement", True, False, "full"),
    "scatter": ("general", "reaction", "movement", True, False, "half"),
    "overwatch": ("general", "full", "attack concentration shooting", True, False, "none"),
    "suppressing-fire": ("general", "full", "attack shooting", True, False, "none"),
    "look-out": (GUARD, "reaction", "movement concentration", True, False, "none"),
    "move-move-move": (GUARD, "reaction", "movement concentration", True, False, "none"),
    "first-rank-second-rank": (GUARD, "full", "attack concentration", True, True, "none"),
    "here-we-come": (ORKS, "full", "movement concentration", True, False, "full"),
    "war-waits-for-no-one": (ORKS, "full", "concentration", True, False, "none"),
    "more-dakka": (ORKS, "half", "concentration", True, False, "none"),
    "exquisite-deceit": (DRUKHARI, "half", "concentration movement", True, False, "half"),
    "monstrous-delight": (DRUKHARI, "reaction", "concentration", True, False, "none"),
    "ready-for-slaughter": (DRUKHARI, "half", "concentration", True, False, "none"),
    "shapers-wisdom": (KROOT, "half", "concentration", True, True, "none"),
    "predator-instincts": (KROOT, "half", "concentration", True, False, "none"),
    "forest-ghosts": (KROOT, "half", "concentration", True, False, "none"),
    "hunting-craft": (KROOT, "reaction", "movement", True, False, "none"),
    "rejoice-in-blood": (CHAOS, "half-or-reaction", "concentration", True, False, "none"),
    "accept-these-souls": (CHAOS, "half", "concentration", True, False, "none"),
    "let-the-galaxy-burn": (CHAOS, "half", "concentration", True, False, "none"),
    "tremble-before-me": (CHAOS, "half-or-reaction", "concentration", True, False, "none"),
}
PERMANENT = {
    GUARD: "fire-drill",
    ORKS: "biggest-and-greenest",
    DRUKHARI: "power-from-pain",
    KROOT: "hunters-blood",
    CHAOS: "sanity-is-weakness",
}
# id: whose value, which, difficulty, for each point of magnitude
TESTS = {
    "volley-fire": ("squad", "bs", 0, 5),
    "melee-attack": ("squad", "ws", 0, 5),
    "charge": ("squad", "ws", 10, 5),
    "scatter": ("squad", "ag", 0, -5),
    "overwatch": ("squad", "bs", -10, 5),
    "suppressing-fire": ("squad", "bs", -10, 5),
    "look-out": ("commander", "per", 0, 0),
    "move-move-move": ("commander", "command", 10, 0),
    "first-rank-second-rank": ("commander", "command", 20, 0),
    "war-waits-for-no-one": ("commander", "intimidate", 0, 0),
    "exquisite-deceit": ("commander", "stealth", 0, 0),
    "shapers-wisdom": ("commander", "survival", 0, 0),
    "hunting-craft": ("commander", "dodge", -10, 0),
    "rejoice-in-blood": ("commander", "wp", 10, 0),
    "accept-these-souls": ("commander", "wp", -30, 0),
    "let-the-galaxy-burn": ("commander", "wp", -10, 0),
    "tremble-before-me": ("commander", "wp", 0, 0),
}
SKILLED = {"command": 40, "intimidate": 40, "stealth": 40, "survival": 40, "dodge": 40}


def of(faction: str, *commands: str, magnitude: int = 8, **more: Any) -> Roster:
    """A squad of a side with a commander who has every skill at 40."""
    return squad(*commands, faction=faction, magnitude=magnitude, **{"commander": boss("master", skills=SKILLED), **more})


def lasting(played: Played[Encounter], command: str) -> str:
    """Whether an effect was in play each time somebody could act: `-++-`."""
    states = [event.args["states"][0].args["squad"] for event in played.events("status")]
    return "".join("+" if command in effects(state) else "-" for state in states)


def modified(played: Played[Any]) -> list[int]:
    """What attackers were told to add, each time there was something."""
    return [event.args["modifier"] for event in played.events("attackers-modified")]


def stopped(played: Played[Any]) -> list[int]:
    """What armour and cover took off the damage of each hit."""
    found = [event.args["stops"] for event in played.events("through")]
    return [-sum(part.value for part in parts if part.id == "armour") for parts in found]


def gained(played: Played[Any]) -> list[set[str]]:
    """The qualities that effects in play gave the weapon, each time it was shown."""
    return [{quality.id for quality in event.args["gained"]} for event in played.events("weapon-line")]


def more_damage(played: Played[Any]) -> list[int]:
    """What effects in play added to the damage, each time the weapon was shown."""
    return [event.args["more"] for event in played.events("weapon-line")]


# The table itself


@pytest.mark.parametrize("command", TABLE_ROWS)
def test_rows(command: str) -> None:
    """onlywar O2, O5, O6: list, action, subtypes, who may give it, how often, and how far it moves, of every command."""
    found = COMMANDS[command]
    side, action, subtypes, troops, once, move = TABLE_ROWS[command]
    assert command in RULES.factions[side].commands
    assert (found.action, set(found.subtypes)) == (action, set(subtypes.split()))
    assert (found.troops, found.uses == "scene", found.move) == (troops, once, move)


def test_no_other_rows() -> None:
    """onlywar O5, O6: 10 general commands, 17 special ones, 5 permanent abilities, and nothing else."""
    assert set(COMMANDS) == set(TABLE_ROWS)
    assert len(RULES.factions["general"].commands) == 10
    assert sum(len(RULES.factions[side].commands) for side in SIDES) == 17
    assert {id: side.permanent.id for id, side in RULES.factions.items() if side.permanent} == PERMANENT


@pytest.mark.parametrize("command", TABLE_ROWS)
def test_tests_of_the_table(command: str) -> None:
    """onlywar O7 and the table: whose value a command tests, how hard, and what magnitude adds; or that it tests nothing."""
    test = COMMANDS[command].test
    found = None if test == "none" else (test.who, test.on, RULES.difficulties[test.difficulty].value, test.per_magnitude)
    assert found == TESTS.get(command)


@pytest.mark.parametrize("command", TABLE_ROWS)
def test_what_is_granted(command: str) -> None:
    """onlywar table: Storm for the main ranged weapon by more-dakka, Flame and Tearing for attacks by let-the-galaxy-burn."""
    granted = {"more-dakka": ({"storm"}, "main-ranged"), "let-the-galaxy-burn": ({"flame", "tearing"}, "attacks")}
    found = COMMANDS[command]
    assert (set(found.grants), found.granted) == granted.get(command, (set(), "none"))


def test_movement_in_russian() -> None:
    """onlywar C3: the subtype of hunting-craft is the same movement as everybody's."""
    assert COMMANDS["hunting-craft"].subtypes == COMMANDS["scatter"].subtypes == ("movement",)


# Manoeuvre


def test_advance() -> None:
    """onlywar table, O3: advance is a half action, so it may be given twice in a turn."""
    played = TABLE.meets(squad(), turn("advance", "advance"))
    assert [event.args["command"].id for event in played.events("command-given")] == ["advance", "advance"]
    assert after(played).turn.moved


@pytest.mark.parametrize("command", ["run", "disengage", "tactical-advance"])
def test_full_moves(command: str) -> None:
    """onlywar table, O3: run, disengage and tactical-advance are the whole turn, without a test."""
    played = TABLE.meets(squad(), turn(command))
    assert all(options == {"end-turn"} for options in offered(played)[1:])
    assert after(played).turn.moved
    assert not played.asked("command-test")


SCATTERS = attacked("blast", 0, reaction="scatter", command_test=1)
METRES = [
    pytest.param(GUARD, turn("advance"), 3, id="advance: half move"),
    pytest.param(GUARD, turn("disengage"), 3, id="disengage: half move"),
    pytest.param(GUARD, turn("tactical-advance"), 6, id="tactical-advance: full move"),
    pytest.param(GUARD, turn("charge", attack_test=99), 9, id="charge: charge distance"),
    pytest.param(GUARD, turn("run"), 18, id="run: run distance"),
    pytest.param(GUARD, SCATTERS, 3, id="scatter: half move"),
    pytest.param(ORKS, turn("here-we-come", extra_move=7), 6, id="here-we-come: full move"),
    pytest.param(DRUKHARI, turn("exquisite-deceit", watchers=0, command_test=99), 3, id="exquisite-deceit: half move"),
]


@pytest.mark.parametrize(("side", "step", "metres"), METRES)
def test_metres(side: str, step: Step, metres: int) -> None:
    """onlywar table, facts 2.7: agility bonus 3 moves 3 metres at the half, 6 at the full, 9 charging and 18 running."""
    played = TABLE.meets(of(side, "here-we-come", "exquisite-deceit", ag=39, magnitude=4), step)
    assert moved(played) == [metres]


QUICK, SLOW = (5, 10, 15, 30), (2, 4, 6, 12)
SLOWEST = [
    pytest.param(squad(ag=50), [4, 24], id="a commander of agility bonus 4"),
    pytest.param(squad(ag=20), [2, 12], id="subordinates of agility bonus 2"),
    pytest.param(squad(ag=20, movement=QUICK), [4, 24], id="quick by the file, the commander by his agility"),
    pytest.param(squad(ag=60, movement=SLOW), [2, 12], id="slow by the file, whatever their agility"),
    pytest.param(squad(ag=60, commander=boss(movement=SLOW)), [2, 12], id="a slow commander by the file"),
    pytest.param(squad(movement=(5, 10, 15, 25), commander=boss(movement=(6, 9, 14, 20))), [5, 20], id="each speed by itself"),
]


@pytest.mark.parametrize(("men", "metres"), SLOWEST)
def test_the_slowest_member(men: Roster, metres: list[int]) -> None:
    """onlywar O4: a squad moves as its slowest member, by the speeds of the file where it has them, else by agility."""
    assert moved(TABLE.meets(men, turn("advance"), OVER, turn("run"))) == metres


@pytest.mark.parametrize("command", ["volley-fire", "melee-attack", "overwatch", "suppressing-fire"])
def test_who_stands(command: str) -> None:
    """onlywar table: an order without a move moves nobody."""
    faces: dict[str, Any] = {} if command == "overwatch" else {"attack_test": 1}
    assert not TABLE.meets(squad(), turn(command, **faces)).has("moves")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("shooting", [-20]), ("melee", [10]), ("spray", [])],
    ids=["shot at with -20", "fought with +10", "Spray needs no test"],
)
def test_run(kind: str, expected: list[int]) -> None:
    """onlywar table, facts 4.20: until its next turn a squad that ran is shot at with -20 and fought with +10."""
    faces: dict[str, Any] = {"spray_test": 1} if kind == "spray" else {}
    again = attacked(kind, **faces)
    played = TABLE.meets(squad(), turn("run"), again, OVER, again)
    assert modified(played) == expected * 2


def test_run_ends() -> None:
    """onlywar table: what run does to attackers ends at the start of the squad's next turn, before a command is given."""
    played = TABLE.meets(squad(), turn("run"), OVER, turn(), attacked("shooting"))
    assert lasting(played, "run") == "-++--"
    assert played.order("command", "effect-over") == ["command", "effect-over", "command"]
    assert not modified(played)


# Attack

SHOTS = [
    pytest.param(70, 8, 1, id="a bare success: 1 hit"),
    pytest.param(61, 8, 1, id="61: margin 9, 1 hit"),
    pytest.param(60, 8, 2, id="60: margin 10, 2 hits"),
    pytest.param(31, 8, 4, id="31: 4 hits"),
    pytest.param(1, 8, 7, id="01: 7 hits"),
    pytest.param(1, 3, 3, id="3 see the target: 3 hits"),
    pytest.param(1, 0, 0, id="nobody sees it: no hit"),
    pytest.param(71, 8, 0, id="failed: no hit"),
    pytest.param(100, 8, 0, id="00: no hit"),
]


@pytest.mark.parametrize(("roll", "eligible", "expected"), SHOTS)
def test_volley_fire(roll: int, eligible: int, expected: int) -> None:
    """onlywar table: volley-fire at 30 + 5 x 8 makes 1 hit a degree, at most as many as see the target in range."""
    played = TABLE.meets(of(KROOT, bs=30), turn("volley-fire", eligible_to_shoot=eligible, attack_test=roll))
    assert sums(played, "attack-test") == [{"bs": 30, "magnitude": 40}]
    assert sum(hits(played)) == expected


@pytest.mark.parametrize(("roll", "engaged", "expected"), [(31, 8, 4), (1, 2, 2), (71, 8, 0)], ids=["degrees", "cap", "failed"])
def test_melee_attack(roll: int, engaged: int, expected: int) -> None:
    """onlywar table: melee-attack is as volley-fire with weapon skill, capped by the subordinates engaged."""
    played = TABLE.meets(squad(ws=30, bs=1), turn("melee-attack", eligible_to_fight=engaged, attack_test=roll))
    assert sums(played, "attack-test") == [{"ws": 30, "magnitude": 40}]
    assert sum(hits(played)) == expected
    assert not played.asked("reroll")


@pytest.mark.parametrize(("roll", "engaged", "expected"), [(22, 6, 6), (22, 4, 4), (85, 6, 1), (86, 6, 0)])
def test_charge(roll: int, engaged: int, expected: int) -> None:
    """onlywar table, facts 4.20, 6.1: charge is ordinary (+10) weapon skill, +5 x magnitude: 85 = 45 + 10 + 30."""
    played = TABLE.meets(squad(ws=45, magnitude=6), turn("charge", eligible_to_fight=engaged, attack_test=roll))
    assert sums(played, "attack-test") == [{"ws": 45, "ordinary": 10, "magnitude": 30}]
    assert sum(hits(played)) == expected
    assert after(played).turn.moved


def test_hits_are_made_with_the_main_weapon() -> None:
    """onlywar S3 and the table: volleys with the main ranged weapon, melee attacks with the main melee weapon."""
    played = TABLE.meets(squad(), turn("volley-fire", attack_test=70), OVER, turn("melee-attack", attack_test=70))
    assert [event.args["weapon"].name for event in played.events("weapon-line")] == ["Lasgun", "Bayonet"]


def test_rate_of_fire_is_nothing() -> None:
    """onlywar-facts 4.14: no rate of fire: a heavy weapon as main weapon makes no more hits than a lasgun."""
    played = TABLE.meets(squad(ranged=STUBBER), turn("volley-fire", attack_test=31))
    assert hits(played) == [4]


@pytest.mark.parametrize(("roll", "eligible", "made"), [(51, 8, 4), (31, 8, 8), (21, 8, 8), (31, 5, 5), (71, 8, 0)])
def test_a_storm_weapon(roll: int, eligible: int, made: int) -> None:
    """onlywar-facts 2.8, 4.15: a main weapon with Storm of its own makes twice the hits, then capped by who can shoot."""
    bolters = of(KROOT, ranged=Weapon("Storm bolter", damage="1d10+5 X", range=90, qualities=("storm",)))
    played = TABLE.meets(bolters, turn("volley-fire", eligible_to_shoot=eligible, attack_test=roll))
    assert sum(hits(played)) == made


@pytest.mark.parametrize(
    ("command", "weapons", "faces"),
    [
        pytest.param("volley-fire", ["Pistol", "Heavy stubber"], [50, 40], id="volley-fire: everybody shoots"),
        pytest.param("melee-attack", ["Sword"], [50], id="melee-attack: who has a melee weapon"),
        pytest.param("charge", ["Sword"], [50], id="charge: a standard attack in melee"),
    ],
)
def test_others_attack(command: str, weapons: list[str], faces: list[int]) -> None:
    """onlywar S4 and the table, facts 4.21: commander and specialists attack with their own weapon and value, +10, one hit each."""
    who = boss("master")
    ready = TABLE.meets(squad(specialists=GUNNERS[1:], commander=who), turn(command, attack_test=70))
    keys = tuple(ready.asked("others")[0].options)
    played = TABLE.meets(
        squad(specialists=GUNNERS[1:], commander=who), turn(command, attack_test=70, others=keys, other_attack_test=faces)
    )
    assert len(played.events("other-hits")) == len(weapons)
    assert [event.args["weapon"].name for event in played.events("weapon-line")][1:] == weapons
    assert targets(played, "other-attack-test") == faces


def test_nobody_else_has_to_attack() -> None:
    """onlywar table: commander and specialists may attack as part of the order, and by default do not."""
    played = TABLE.meets(squad(specialists=GUNNERS), turn("volley-fire", attack_test=70))
    assert not played.asked("other-attack-test")
    assert played.asked("others")[0].default == ()


def test_spray_needs_no_test() -> None:
    """onlywar-facts 2.8: a specialist with a Spray weapon makes no ballistic skill test."""
    men = squad(specialists=GUNNERS[:1])
    played = TABLE.meets(men, turn("volley-fire", attack_test=70, others=("other-2",)))
    assert [event.args["weapon"] for event in played.events("weapon-line")] == [LASGUN, FLAMER]
    assert played.has("spray-needs-no-test")
    assert not played.asked("other-attack-test")


@pytest.mark.parametrize(("specialists", "most"), [((), 8), (GUNNERS[:1], 7), (GUNNERS, 6)], ids=["none", "one", "two"])
def test_specialists_are_not_eligible(specialists: tuple[Specialist, ...], most: int) -> None:
    """onlywar S4 and the table, facts 4.3: specialists count in the magnitude, not in the cap of hits."""
    played = TABLE.meets(squad(specialists=specialists), turn("volley-fire", attack_test=1))
    (request,) = played.asked("eligible-to-shoot")
    assert (request.high, request.default) == (most, most)
    assert targets(played, "attack-test") == [70]
    assert hits(played) == [min(7, most)]


def test_where_a_shot_of_the_commander_strikes() -> None:
    """onlywar-facts 2.5: the commander's own shot strikes where its reversed digits say: 05 is 50, the body."""
    played = TABLE.meets(squad(), turn("volley-fire", attack_test=70, others=("other-1",), other_attack_test=5))
    assert played.args("other-hits")["location"].id == "body"


# Tactical


def test_tactical_advance() -> None:
    """onlywar table: tactical-advance takes the round's Concentration and its cover along, in the words shown."""
    played = TABLE.meets(squad(), turn("tactical-advance"))
    assert after(played).round.concentrated
    assert "cover" in played.args("carried-out")["effect"].en


SCATTERED = [
    pytest.param("spray", 3, "no", 2, 0, id="Spray: of 2 dead both are saved by 2 degrees"),
    pytest.param("spray", 15, "no", 1, 1, id="Spray: one degree saves 1 of 2"),
    pytest.param("spray", 15, "yes", 1, 2, id="Spray with fury: one degree saves 1 of 3"),
    pytest.param("blast", 3, "no", 2, 1, id="Blast: 2 degrees save 2 of 3"),
    pytest.param("blast", 15, "no", 1, 2, id="Blast: one degree saves 1 of 3"),
    pytest.param("blast", 16, "no", 0, 3, id="failed: nobody is saved"),
]


@pytest.mark.parametrize(("kind", "roll", "fury", "saved", "dead"), SCATTERED)
def test_scatter(kind: str, roll: int, fury: str, saved: int, dead: int) -> None:
    """onlywar table, facts 4.29, 6.1: the squad's agility at -5 x magnitude; each degree saves one of those who would die."""
    extra: dict[str, Any] = {"spray_test": 99} if kind == "spray" else {}
    played = TABLE.meets(squad(ag=35, magnitude=4), attacked(kind, 20, reaction="scatter", command_test=roll, fury=fury, **extra))
    assert sums(played, "command-test") == [{"ag": 35, "magnitude": -20}]
    assert sum(lost(played)) == dead
    assert [event.args["saved"] for event in played.events("scattered-saved")] == [saved] * bool(saved)
    assert after(played).round.reacted


def test_scatter_saves_no_more_than_would_die() -> None:
    """onlywar-facts 4.29: scattering cannot save more than would die, and a Spray that misses kills nobody anyway."""
    played = TABLE.meets(squad(ag=60, magnitude=4), attacked("spray", 20, reaction="scatter", command_test=1, spray_test=99))
    assert (lost(played), after(played).magnitude) == ([], 4)
    missed = attacked("spray", reaction="scatter", command_test=1, spray_test=1)
    assert after(TABLE.meets(squad(ag=60, magnitude=4), missed)).magnitude == 4


def test_scatter_is_no_help_later() -> None:
    """onlywar-facts 4.29: scattering saves from the attack it answers, not from the next."""
    first = attacked("blast", 20, reaction="scatter", command_test=1)
    played = TABLE.meets(squad(ag=60, magnitude=6), first, attacked("blast", 20))
    assert after(played).magnitude == 3


@pytest.mark.parametrize(
    ("roll", "eligible", "expected"),
    [(73, 10, 1), (64, 10, 1), (63, 10, 1), (53, 10, 2), (43, 10, 2), (33, 10, 3), (12, 10, 4), (12, 2, 2), (74, 10, 0)],
)
def test_overwatch(roll: int, eligible: int, expected: int) -> None:
    """onlywar table, facts 4.18, 6.1: 73 = 33 - 10 + 50; 1 hit, 1 more for every two degrees beyond the first, capped."""
    steps = (turn("overwatch"), happens("sector", attack_test=roll, eligible_to_shoot=eligible))
    played = TABLE.meets(squad(bs=33, magnitude=10), *steps)
    assert sums(played, "attack-test") == [{"bs": 33, "difficult": -10, "magnitude": 50}]
    assert sum(hits(played)) == expected
    assert not played.asked("reroll")


@pytest.mark.parametrize("command", ["overwatch", "suppressing-fire"])
def test_only_the_squad_shoots(command: str) -> None:
    """onlywar table: others may attack as part of volley-fire, melee-attack and charge: not in overwatch nor suppressing fire."""
    steps = (turn("overwatch"), happens("sector", attack_test=1))
    played = TABLE.meets(squad(specialists=GUNNERS), *(steps if command == "overwatch" else [turn(command, attack_test=1)]))
    assert len(played.asked("attack-test")) == 1
    assert not played.asked("others")
    assert not played.asked("other-attack-test")


def test_overwatch_lasts() -> None:
    """onlywar table: the sector is watched until the start of the squad's next turn, through the end of the round."""
    played = TABLE.meets(squad(), turn("overwatch"), OVER, happens("sector", attack_test=90), turn())
    assert lasting(played, "overwatch") == "-+++-"
    assert played.order("command", "effect-over") == ["command", "effect-over", "command"]


def test_nothing_is_watched_without_overwatch() -> None:
    """onlywar table: an enemy in the sector matters only while overwatch lasts."""
    played = TABLE.meets(squad(), happens("back"), turn("overwatch"), OVER, turn(), happens("back"))
    assert all("sector" not in options for options in offered(played, "what-happens"))


REACTIONS = [
    pytest.param(of(GUARD), (), attacked("blast", 1, reaction="scatter", command_test=99), id="scatter, failed"),
    pytest.param(of(GUARD), (), attacked("blast", 1, reaction="scatter", command_test=1), id="scatter, passed"),
    pytest.param(
        of(KROOT, "hunting-craft"), (), attacked("shooting", reaction="hunting-craft", command_test=99), id="hunting-craft"
    ),
    pytest.param(
        of(GUARD, "look-out"), (OVER,), attacked("shooting", reaction="look-out", command_test=99),
        id="look-out, with the Concentration of the next round",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("men", "between", "reaction"), REACTIONS)
def test_a_reaction_ends_overwatch(men: Roster, between: tuple[Step, ...], reaction: Step) -> None:
    """onlywar table: a reaction order by the squad ends overwatch, whether its test is passed or not."""
    played = TABLE.meets(men, turn("overwatch"), *between, reaction)
    assert "overwatch" not in in_play(played)
    assert played.has("watch-ends")


def test_no_reaction_keeps_overwatch() -> None:
    """onlywar table: being shot at without a reaction order leaves the sector watched."""
    played = TABLE.meets(of(KROOT, "hunting-craft"), turn("overwatch"), attacked("shooting"))
    assert in_play(played) == {"overwatch"}


@pytest.mark.parametrize(("once", "narration"), [("true", 1), ("false", 0)])
def test_overwatch_once_per_round(once: str, narration: int) -> None:
    """onlywar-facts 4.18: by default the same enemy is shot at once a round, and the squad is told so; the setting lifts it."""
    again = {"another_enemy": "yes"} if narration else {}
    steps = (turn("overwatch"), happens("sector", attack_test=60), happens("sector", attack_test=60, **again))
    played = TABLE.under(overwatch_once_per_round=once).meets(squad(), *steps)
    assert len(played.asked("another-enemy")) == narration
    assert len(played.asked("attack-test")) == 2


def test_overwatch_fires_once_at_the_same_enemy() -> None:
    """onlywar-facts 4.18: the same enemy is not shot at again in the same round."""
    steps = (turn("overwatch"), happens("sector", attack_test=60), happens("sector", another_enemy="no"))
    assert len(TABLE.meets(squad(), *steps).asked("attack-test")) == 1


SUPPRESSED = [
    pytest.param(4, 8, 7, 2, id="7 degrees: 7 enemies, 2 hits"),
    pytest.param(4, 1, 7, 1, id="only one can shoot: 1 hit"),
    pytest.param(37, 8, 3, 1, id="3 degrees: 1 hit"),
    pytest.param(46, 8, 3, 1, id="just 3 degrees"),
    pytest.param(47, 8, 2, 0, id="2 degrees: no hit"),
    pytest.param(66, 8, 1, 0, id="a bare success: one enemy"),
]


@pytest.mark.parametrize(("roll", "eligible", "enemies", "made"), SUPPRESSED)
def test_suppressing_fire(roll: int, eligible: int, enemies: int, made: int) -> None:
    """onlywar table, facts 4.19, 6.1: an enemy for each degree tests at -5 x magnitude, and 1 hit for every three degrees."""
    played = TABLE.meets(squad(bs=36), turn("suppressing-fire", attack_test=roll, eligible_to_shoot=eligible))
    assert sums(played, "attack-test") == [{"bs": 36, "difficult": -10, "magnitude": 40}]
    event = played.args("enemies-tested")
    assert (event["enemies"], event["penalty"]) == (enemies, -40)
    assert sum(hits(played)) == made


def test_suppressing_fire_fails() -> None:
    """onlywar table: suppressing-fire that fails tests nobody, and the fire drill is no help to it."""
    played = TABLE.meets(squad(bs=36), turn("suppressing-fire", attack_test=67))
    assert sum(event.args["enemies"] for event in played.events("enemies-tested")) == 0
    assert sum(hits(played)) == 0
    assert not played.asked("reroll")


# Imperial Guard


def test_fire_drill() -> None:
    """onlywar O6 fire-drill: the first failed ballistic skill test of a volley may be thrown again, and what then shows counts."""
    played = TABLE.meets(of(GUARD), turn("volley-fire", attack_test=[90, 31]))
    assert (len(played.asked("reroll")), hits(played)) == (1, [4])
    again = TABLE.meets(of(GUARD), turn("volley-fire", attack_test=[90, 95]))
    assert (len(again.asked("reroll")), sum(hits(again))) == (1, 0)


@pytest.mark.parametrize(
    ("men", "step"),
    [
        pytest.param(of(GUARD), turn("advance", "volley-fire", attack_test=90), id="the squad has moved this turn"),
        pytest.param(of(GUARD), turn("volley-fire", attack_test=70), id="the test was passed"),
        pytest.param(of(GUARD), turn("melee-attack", attack_test=90), id="a weapon skill test"),
        pytest.param(of(GUARD), turn("charge", attack_test=90), id="a charge"),
        pytest.param(of(KROOT), turn("volley-fire", attack_test=90), id="another side"),
        pytest.param(of(GUARD, category="minion", magnitude=8), turn("volley-fire", attack_test=90), id="minions"),
    ],
)
def test_no_fire_drill(men: Roster, step: Step) -> None:
    """onlywar O6 fire-drill, facts 4.17: only a failed volley of a troop squad of the Guard that has not moved this turn."""
    assert not TABLE.meets(men, step).asked("reroll")


def test_fire_drill_of_each_turn() -> None:
    """onlywar O6 fire-drill, facts 4.17: one re-roll a turn; moving in the turn before is nothing."""
    played = TABLE.meets(
        of(GUARD), turn("volley-fire", attack_test=[90, 90]), OVER, turn("run"), OVER, turn("volley-fire", attack_test=[90, 31])
    )
    assert len(played.asked("reroll")) == 2


def test_moving_after_the_volley() -> None:
    """onlywar O6 fire-drill: a squad that moves after its volley had not moved when it failed."""
    played = TABLE.meets(of(GUARD), turn("volley-fire", "advance", attack_test=[90, 31]))
    assert hits(played) == [4]


def test_a_reaction_in_the_turn_of_another_is_no_move_of_this_turn() -> None:
    """onlywar O6 fire-drill, facts 4.17: scattering before the own turn is not moving in it."""
    played = TABLE.meets(
        of(GUARD), attacked("blast", 0, reaction="scatter", command_test=1), turn("volley-fire", attack_test=[90, 30])
    )
    assert len(played.asked("reroll")) == 1


@pytest.mark.parametrize(("roll", "cover", "armour"), [(40, 0, 6), (40, 4, 10), (41, 0, 4), (41, 4, 8)])
def test_look_out(roll: int, cover: int, armour: int) -> None:
    """onlywar table, facts 4.37: perception +0 of the commander; +2 armour from cover against the attack that triggered it."""
    played = TABLE.meets(
        of(GUARD, "look-out", magnitude=8), attacked("shooting", 9, reaction="look-out", command_test=roll, cover=cover)
    )
    assert sums(played, "command-test") == [{"per": 40}]
    assert stopped(played) == [armour]


def test_look_out_covers_the_commander() -> None:
    """onlywar table: all members have the +2, on every location, so the commander too."""
    shots = attacked("shooting", 9, reaction="look-out", command_test=1, struck="called-shot", called_location="head")
    assert stopped(TABLE.meets(of(GUARD, "look-out"), shots)) == [2]


def test_look_out_ends() -> None:
    """onlywar table, facts 4.37: it ends with the end of the squad's next turn, the same round's or the next round's."""
    shots = attacked("shooting", reaction="look-out", command_test=1)
    before = TABLE.meets(of(GUARD, "look-out"), shots, turn())
    assert lasting(before, "look-out") == "-+-"
    assert before.order("command", "effect-over") == ["command", "effect-over"]
    later = TABLE.meets(of(GUARD, "look-out"), turn(), shots, OVER, turn())
    assert lasting(later, "look-out") == "--++-"


@pytest.mark.parametrize("kind", ["melee"])
def test_look_out_is_for_shots(kind: str) -> None:
    """onlywar table: look-out answers being shot at, not a melee attack."""
    played = TABLE.meets(of(GUARD, "look-out"), attacked(kind))
    assert not any("look-out" in options for options in offered(played, "reaction"))


MOVES = [
    pytest.param("always", 50, [8], -10, id="passed"),
    pytest.param("always", 51, [], -10, id="failed: no metres, the penalty all the same"),
    pytest.param("on_success", 50, [8], -10, id="on_success: passed"),
    pytest.param("on_success", 51, [], 0, id="on_success: failed, no penalty"),
]


@pytest.mark.parametrize(("setting", "roll", "metres", "penalty"), MOVES)
def test_move_move_move(setting: str, roll: int, metres: list[int], penalty: int) -> None:
    """onlywar table, setting move_penalty: with run, Command +10: magnitude metres more; shots at -10 until the next turn."""
    played = TABLE.under(move_penalty=setting).meets(
        of(GUARD, "move-move-move"), turn("run", "move-move-move", command_test=roll)
    )
    assert sums(played, "command-test") == [{"command": 40, "ordinary": 10}]
    assert [event.args["metres"] for event in played.events("moves-further")] == metres
    assert after(played).bonus("ballistic-skill") == penalty
    assert (after(played).round.reacted, after(played).round.concentrated) == (True, True)


def test_move_move_move_ends() -> None:
    """onlywar table, facts 4.22: its penalty is gone at the start of the squad's next turn."""
    steps = (turn("run", "move-move-move", command_test=1), OVER, turn("volley-fire", attack_test=70))
    played = TABLE.meets(of(GUARD, "move-move-move"), *steps)
    assert targets(played, "attack-test") == [70]
    assert lasting(played, "move-move-move") == "-++-"


def test_move_move_move_needs_a_run() -> None:
    """onlywar table: it goes with run, not with another command, nor with the run of the turn before."""
    assert reasons(TABLE.meets(of(GUARD, "move-move-move"), turn("advance")))["move-move-move"] == "only-after-run"
    later = TABLE.meets(of(GUARD, "move-move-move"), turn("run"), OVER, turn())
    assert reasons(later)["move-move-move"] == "only-after-run"


def test_first_rank_second_rank() -> None:
    """onlywar table, facts 4.16: Command +20; two volleys at once as free actions, although one Attack a round is allowed."""
    played = TABLE.meets(
        of(GUARD, "first-rank-second-rank"), turn("first-rank-second-rank", command_test=60, attack_test=[31, 60])
    )
    assert sums(played, "command-test") == [{"command": 40, "routine": 20}]
    assert hits(played) == [4, 2]
    assert (after(played).round.attacked, after(played).round.concentrated) == (True, True)


def test_first_rank_wasted() -> None:
    """onlywar table: failed, the action is wasted: no volley, and the turn is over."""
    played = TABLE.meets(of(GUARD, "first-rank-second-rank"), turn("first-rank-second-rank", command_test=61))
    assert played.has("wasted")
    assert not played.asked("attack-test")
    assert all(options == {"end-turn"} for options in offered(played)[1:])
    assert after(played).round.attacked


@pytest.mark.parametrize("roll", [1, 99], ids=["passed", "failed"])
def test_first_rank_once_a_scene(roll: int) -> None:
    """onlywar table: first-rank-second-rank once a scene, passed or failed."""
    volleys: dict[str, Any] = {"attack_test": [70, 70]} if roll == 1 else {}
    first = turn("first-rank-second-rank", command_test=roll, **volleys)
    played = TABLE.meets(of(GUARD, "first-rank-second-rank"), first, OVER, turn(), OVER, turn())
    assert reasons(played)["first-rank-second-rank"] == "once-a-scene"


@pytest.mark.parametrize(
    ("faces", "made"),
    [
        pytest.param([90, 31, 31], [4, 4], id="the first volley fails and is thrown again"),
        pytest.param([31, 90, 60], [4, 2], id="the second volley fails and is thrown again"),
        pytest.param([90, 31, 90], [4, 0], id="no second re-roll"),
        pytest.param([90, 91, 92], [0, 0], id="one re-roll, still failed"),
    ],
)
def test_fire_drill_in_two_volleys(faces: list[int], made: list[int]) -> None:
    """onlywar O6 fire-drill, facts 4.17: one re-roll for both volleys, of whichever fails first."""
    played = TABLE.meets(of(GUARD, "first-rank-second-rank"), turn("first-rank-second-rank", command_test=1, attack_test=faces))
    assert (len(played.asked("reroll")), sum(hits(played))) == (1, sum(made))


def test_a_declined_re_roll() -> None:
    """onlywar O6 fire-drill, facts 4.17: it is the first failed volley that may be thrown again: declined, the second may not."""
    step = turn("first-rank-second-rank", command_test=1, attack_test=[90, 91], reroll="no")
    played = TABLE.meets(of(GUARD, "first-rank-second-rank"), step)
    assert (len(played.asked("reroll")), hits(played)) == (1, [])


def test_a_declined_re_roll_of_the_turn_before() -> None:
    """onlywar O6 fire-drill: every turn has its own first failed volley, declined or not in the turn before."""
    played = TABLE.meets(
        of(GUARD), turn("volley-fire", attack_test=90, reroll="no"), OVER, turn("volley-fire", attack_test=[90, 31])
    )
    assert (len(played.asked("reroll")), hits(played)) == (2, [4])


@pytest.mark.parametrize(("setting", "times"), [("false", 1), ("true", 2)])
def test_others_in_two_volleys(setting: str, times: int) -> None:
    """onlywar-facts 4.16: commander and specialists shoot once in the two volleys; the setting lets them shoot in both."""
    shoot: dict[str, Any] = {"others": [("other-1",)] * times, "other_attack_test": [1] * times}
    step = turn("first-rank-second-rank", command_test=1, attack_test=[70, 70], **shoot)
    played = TABLE.under(others_shoot_twice=setting).meets(of(GUARD, "first-rank-second-rank"), step)
    assert len(played.asked("others")) == times


# Orks

TOUGH = [
    pytest.param([11], [30], 0, id="through 4 of toughness bonus 4: survives at 30 or less"),
    pytest.param([11], [31], 1, id="through 4: dies at 31"),
    pytest.param([9], [1], 0, id="through 2: survives"),
    pytest.param([12, 12], [], 2, id="through 5: no test, dead"),
    pytest.param([11, 12], [30], 1, id="a test for each casualty that may have one"),
    pytest.param([11, 10], [30, 31], 1, id="two tests, one dies"),
    pytest.param([7], [], 0, id="nothing through: no test"),
]


@pytest.mark.parametrize(("damage", "faces", "dead"), TOUGH)
def test_biggest_and_greenest(damage: list[int], faces: list[int], dead: int) -> None:
    """onlywar O6 biggest-and-greenest, facts 4.30: killed by no more than the toughness bonus: difficult toughness to survive."""
    orks = of(ORKS, t=40, armour=3, magnitude=12)
    played = TABLE.meets(orks, attacked("shooting", *damage, toughness_test=faces))
    assert targets(played, "toughness-test") == [30] * len(faces)
    assert sum(lost(played)) == dead


def test_unnatural_toughness_of_orks() -> None:
    """onlywar-facts 2.1, 4.30: unnatural toughness adds to the toughness bonus that stops damage and that allows the test."""
    orks = of(ORKS, t=40, armour=3, magnitude=12, unnatural_toughness=1)
    played = TABLE.meets(orks, attacked("shooting", 13, 14, toughness_test=30))
    assert [event.args["through"] for event in played.events("through")] == [5, 6]
    assert sum(lost(played)) == 1


@pytest.mark.parametrize(("kind", "faces", "dead"), [("spray", [31, 30], 1), ("blast", [31, 30, 31], 2)], ids=["Spray", "Blast"])
def test_extra_kills_of_orks(kind: str, faces: list[int], dead: int) -> None:
    """onlywar-facts 4.30: the others whom Spray or Blast kills test on the damage of the hit that killed the first."""
    extra: dict[str, Any] = {"spray_test": 99} if kind == "spray" else {}
    played = TABLE.meets(of(ORKS, t=40, armour=3, magnitude=12), attacked(kind, 11, toughness_test=faces, **extra))
    assert sum(lost(played)) == dead


def test_only_orks_survive_so() -> None:
    """onlywar O6: no other side takes toughness tests."""
    assert lost(TABLE.meets(of(GUARD), attacked("shooting", 8))) == [1]


@pytest.mark.parametrize("happening", ["fear", "pinning"])
@pytest.mark.parametrize(("magnitude", "modifier"), [(5, 50), (8, 60), (10, 60), (12, 60), (14, 60), (20, 60)])
def test_orks_are_brave_together(happening: str, magnitude: int, modifier: int) -> None:
    """onlywar O6, facts 4.5, 6.3: +10 x magnitude on willpower against fear and pinning, within 60."""
    orks = of(ORKS, magnitude=magnitude, commander=boss("master", wp=20))
    faces: dict[str, Any] = {f"{happening}_test": 1}
    played = TABLE.meets(orks, happens(happening, **faces))
    assert targets(played, f"{happening}-test") == [20 + modifier]


def test_fear_and_bravery_are_capped_together() -> None:
    """onlywar-facts 4.5: the cap is on the total: +80 of eight orks and -30 of Fear (4) make +50."""
    orks = of(ORKS, magnitude=8, commander=boss("master", wp=20))
    assert targets(TABLE.meets(orks, happens("fear", fear_rating=4, fear_test=1)), "fear-test") == [70]


@pytest.mark.parametrize(
    ("skills", "expected"), [({"intimidate": 60, "command": 30}, 60), ({"intimidate": 30, "command": 60}, 60)]
)
def test_orks_obey_the_loudest(skills: dict[str, int], expected: int) -> None:
    """onlywar O6: an ork commander may use Intimidate for Command, in the morale test too: +20 and -5 x 6."""
    orks = of(ORKS, magnitude=12, commander=boss("master", skills=skills), t=30)
    played = TABLE.meets(orks, attacked("shooting", *[20] * 6), OVER, turn(morale_test=1))
    assert targets(played, "morale-test") == [expected + 20 - 30]


def test_others_obey_commands_only() -> None:
    """onlywar O6, M4: only orks may be commanded by Intimidate."""
    guard = of(GUARD, commander=boss(skills={"intimidate": 60, "command": 30}))
    played = TABLE.meets(guard, attacked("shooting", *[20] * 4), OVER, turn(morale_test=1))
    assert targets(played, "morale-test") == [30 + 20 - 20]


def test_here_we_come() -> None:
    """onlywar table: one throw of 1d10 for the whole squad, and the charge of the next turn does +3 damage."""
    played = TABLE.meets(
        of(ORKS, "here-we-come", magnitude=12), turn("here-we-come", extra_move=7), OVER, turn("charge", attack_test=1)
    )
    assert str(played.asked("extra-move")[0].dice) in ("d10", "1d10")
    assert [event.args["metres"] for event in played.events("moves-further")] == [7]
    assert more_damage(played) == [3]


def test_here_we_come_for_everybody() -> None:
    """onlywar table: the commander's attack is one of that charge's attacks, and does +3 damage too."""
    charge = turn("charge", attack_test=70, others=("other-1",), other_attack_test=1)
    played = TABLE.meets(of(ORKS, "here-we-come", magnitude=12), turn("here-we-come", extra_move=1), OVER, charge)
    assert more_damage(played) == [3, 3]


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param((turn("melee-attack", attack_test=1),), id="a melee attack is no charge"),
        pytest.param((turn("volley-fire", attack_test=1),), id="a volley is no charge"),
        pytest.param((turn(), OVER, turn("charge", attack_test=1)), id="a charge of the turn after"),
    ],
)
def test_here_we_come_is_for_the_next_charge(steps: tuple[Step, ...]) -> None:
    """onlywar table, facts 4.23: +3 only if charge is ordered next turn."""
    played = TABLE.meets(of(ORKS, "here-we-come", magnitude=12), turn("here-we-come", extra_move=1), OVER, *steps)
    assert more_damage(played) == [0]


@pytest.mark.parametrize(("roll", "expected"), [(40, "-+-"), (30, "-+++-"), (20, "-+++++-"), (41, "---")])
def test_war_waits_for_no_one(roll: int, expected: str) -> None:
    """onlywar table: Intimidate +0; Fear (1) and re-rolls for as many rounds as degrees, counted from the own turn."""
    rounds = expected.count("+") // 2 + 1
    steps = [turn("war-waits-for-no-one", command_test=roll)]
    for _ in range(rounds):
        steps += [OVER, turn()]
    played = TABLE.meets(of(ORKS, "war-waits-for-no-one"), *steps)
    assert sums(played, "command-test") == [{"intimidate": 40}]
    # at every status: before, after the own turn, after the round, after the own turn, ...
    assert lasting(played, "war-waits-for-no-one").rstrip("-") == expected.replace("+-", "++-").rstrip("-")


def test_war_is_fearsome() -> None:
    """onlywar table: while war does not wait the squad has Fear (1)."""
    played = TABLE.meets(of(ORKS, "war-waits-for-no-one"), turn("war-waits-for-no-one", command_test=1))
    assert after(played).bonus("fear") == 1


def test_war_rerolls_weapon_skill() -> None:
    """onlywar table: one failed weapon skill test each turn may be thrown again, no ballistic skill test."""
    war = turn("war-waits-for-no-one", command_test=1)
    men = of(ORKS, "war-waits-for-no-one")
    assert hits(TABLE.meets(men, war, OVER, turn("melee-attack", attack_test=[99, 31]))) == [4]
    assert not TABLE.meets(men, war, OVER, turn("volley-fire", attack_test=99)).asked("reroll")


def test_war_rerolls_toughness() -> None:
    """onlywar table: or one failed toughness test; the second that fails stands."""
    war = turn("war-waits-for-no-one", command_test=1)
    orks = of(ORKS, "war-waits-for-no-one", t=40, armour=3, magnitude=12)
    played = TABLE.meets(orks, war, attacked("shooting", 11, 11, toughness_test=[99, 30, 99]))
    assert sum(lost(played)) == 1


def test_war_rerolls_one_or_the_other() -> None:
    """onlywar table: one failed weapon skill or toughness test each turn, not one of each."""
    war = turn("war-waits-for-no-one", command_test=1)
    orks = of(ORKS, "war-waits-for-no-one", t=40, armour=3, magnitude=12)
    fight = turn("melee-attack", attack_test=[99, 31])
    played = TABLE.meets(orks, war, OVER, fight, attacked("shooting", 11, toughness_test=[99]))
    assert sum(lost(played)) == 1


def test_war_keeps_a_declined_re_roll() -> None:
    """onlywar table: any one failed weapon skill or toughness test each turn: who declines one may throw another again."""
    war = turn("war-waits-for-no-one", command_test=1)
    orks = of(ORKS, "war-waits-for-no-one", t=40, armour=3, magnitude=12)
    fight = turn("melee-attack", attack_test=99, reroll="no")
    played = TABLE.meets(orks, war, OVER, fight, attacked("shooting", 11, toughness_test=[99, 30]))
    assert after(played).magnitude == 12


DAKKA = [
    pytest.param(40, 12, 12, id="6 degrees: 12 hits"),
    pytest.param(40, 7, 7, id="doubled first, then capped by 7 who see the target"),
    pytest.param(81, 12, 2, id="a bare success: 2 hits"),
    pytest.param(96, 12, 0, id="failed: no hit"),
]


@pytest.mark.parametrize(("roll", "eligible", "made"), DAKKA)
def test_more_dakka(roll: int, eligible: int, made: int) -> None:
    """onlywar table, facts 4.15: Storm doubles the hits, and the cap of those who can shoot comes after."""
    orks = of(ORKS, "more-dakka", magnitude=12)
    played = TABLE.meets(orks, turn("more-dakka", "volley-fire", attack_test=roll, eligible_to_shoot=eligible))
    assert targets(played, "attack-test") == [90]
    assert sum(hits(played)) == made
    assert [("storm" in qualities) for qualities in gained(played)] == [True] * bool(made)


@pytest.mark.parametrize("roll", [11, 22, 33, 44, 55, 66, 77, 88, 99, 100])
def test_own_fire(roll: int) -> None:
    """onlywar table, facts 4.24: while it lasts every double on a ballistic skill test kills 1d5 of the own, hit or miss, 00 too."""
    played = TABLE.meets(of(ORKS, "more-dakka", magnitude=12), turn("more-dakka", "volley-fire", attack_test=roll, own_fire=3))
    assert str(played.asked("own-fire")[0].dice) in ("d5", "1d5")
    assert after(played).magnitude == 9


@pytest.mark.parametrize(
    ("commands", "answers", "dead"),
    [
        pytest.param(("more-dakka", "volley-fire"), {"attack_test": 10}, 0, id="10 is no double"),
        pytest.param(("volley-fire",), {"attack_test": 33}, 0, id="without the order"),
        pytest.param(("more-dakka", "melee-attack"), {"attack_test": 33}, 0, id="a weapon skill test"),
        pytest.param(
            ("more-dakka", "volley-fire"), {"attack_test": 10, "others": ("other-1",), "other_attack_test": 33, "own_fire": 2}, 2,
            id="the commander's shot",
        ),
        pytest.param(
            ("more-dakka", "volley-fire"), {"attack_test": 10, "others": ("other-1",), "other_attack_test": 99, "own_fire": 2}, 2,
            id="the commander's miss",
        ),
        pytest.param(
            ("more-dakka", "volley-fire"), {"attack_test": 10, "others": ("other-2",), "other_attack_test": 88, "own_fire": 5}, 5,
            id="a specialist's miss",
        ),
        pytest.param(
            ("more-dakka", "volley-fire"),
            {"attack_test": 11, "own_fire": [1, 2], "others": ("other-1",), "other_attack_test": 22}, 3, id="each double",
        ),
        pytest.param(
            ("more-dakka", "melee-attack"), {"attack_test": 10, "others": ("other-1",), "other_attack_test": 33}, 0,
            id="the commander's blow",
        ),
    ],
)  # fmt: skip
def test_whose_doubles(commands: tuple[str, ...], answers: dict[str, Any], dead: int) -> None:
    """onlywar table, facts 4.24: doubles on ballistic skill tests only, those of commander and specialists included."""
    orks = of(ORKS, "more-dakka", magnitude=12, specialists=GUNNERS[1:])
    assert 12 - after(TABLE.meets(orks, turn(*commands, **answers))).magnitude == dead


def test_more_dakka_everywhere() -> None:
    """onlywar table: the main ranged weapon has Storm in suppressing fire too, and a double kills there as well."""
    orks = of(ORKS, "more-dakka", magnitude=12)
    played = TABLE.meets(orks, turn("more-dakka"), OVER, turn("suppressing-fire", attack_test=44, own_fire=1))
    # 80 = 30 - 10 + 60; 44: 4 degrees, 1 hit, doubled
    assert (hits(played), after(played).magnitude) == ([2], 11)


def test_more_dakka_is_not_for_melee() -> None:
    """onlywar table: the melee weapon gains nothing."""
    played = TABLE.meets(of(ORKS, "more-dakka", magnitude=12), turn("more-dakka", "melee-attack", attack_test=70))
    assert (hits(played), gained(played)) == ([3], [set()])


def test_more_dakka_is_for_the_main_weapon() -> None:
    """onlywar table: weapons of commander and specialists gain no Storm, although their doubles kill."""
    orks = of(ORKS, "more-dakka", magnitude=12, specialists=GUNNERS[1:])
    shoot: dict[str, Any] = {"others": ("other-1", "other-2"), "other_attack_test": [1, 1]}
    played = TABLE.meets(orks, turn("more-dakka", "volley-fire", attack_test=70, **shoot))
    assert gained(played) == [{"storm"}, set(), set()]


def test_more_dakka_in_two_volleys() -> None:
    """onlywar table: both volleys of first-rank-second-rank are volleys: each has its hits doubled."""
    orks = of(ORKS, "more-dakka", "first-rank-second-rank", magnitude=12)
    volleys = turn("first-rank-second-rank", command_test=1, attack_test=[81, 71])  # 1 and 2 degrees of 90
    assert hits(TABLE.meets(orks, turn("more-dakka"), OVER, volleys)) == [2, 4]


def test_more_dakka_ends() -> None:
    """onlywar table: more-dakka lasts to the end of the squad's next turn, that turn's volley included."""
    steps = (turn("more-dakka"), OVER, turn("volley-fire", attack_test=70), OVER, turn("volley-fire", attack_test=70))
    played = TABLE.meets(of(ORKS, "more-dakka", magnitude=12), *steps)
    assert hits(played) == [6, 3]
    assert lasting(played, "more-dakka") == "-++---"


# Drukhari


def test_power_from_pain() -> None:
    """onlywar O6 power-from-pain, facts 4.38: unspent pain points count as magnitude in the sum, not in the cap of hits."""
    elves = of(DRUKHARI, magnitude=6)
    played = TABLE.meets(elves, happens("pain", pain_gained=4), turn("volley-fire", attack_test=1))
    assert sum(sums(played, "attack-test")[0].values()) == 30 + 5 * 10
    assert (played.asked("eligible-to-shoot")[0].high, hits(played)) == (6, [6])
    assert (after(played).magnitude, after(played).pain) == (6, 4)


@pytest.mark.parametrize(
    ("command", "expected"),
    [("volley-fire", 30 + 50), ("melee-attack", 30 + 50), ("charge", 30 + 60), ("suppressing-fire", 30 + 40)],
)
def test_pain_in_every_attack(command: str, expected: int) -> None:
    """onlywar O6 power-from-pain: 6 Drukhari with 4 pain points give orders as 10."""
    played = TABLE.meets(of(DRUKHARI, magnitude=6), happens("pain", pain_gained=4), turn(command, attack_test=100))
    assert targets(played, "attack-test") == [expected]


def test_pain_of_attacks_and_of_nobody_else() -> None:
    """onlywar O6 power-from-pain: an attack asks for the suffering it caused; other sides have no pain points."""
    played = TABLE.meets(of(DRUKHARI), turn("volley-fire", attack_test=1, pain_gained=3))
    assert after(played).pain == 3
    guard = TABLE.meets(of(GUARD), turn("volley-fire", attack_test=1), happens("back"))
    assert not guard.asked("pain-gained")
    assert "pain" not in offered(guard, "what-happens")[0]


@pytest.mark.parametrize(
    ("roll", "watcher", "seen", "result"),
    [
        pytest.param(40, 35, 36, "hidden-from", id="a success beats a failure"),
        pytest.param(41, 35, 35, "seen-by", id="a failure loses to a success"),
        pytest.param(20, 35, 26, "hidden-from", id="more degrees win"),
        pytest.param(40, 35, 5, "seen-by", id="fewer degrees lose"),
        pytest.param(41, 35, 36, "tied-with", id="both fail: a tie"),
    ],
)
def test_exquisite_deceit(roll: int, watcher: int, seen: int, result: str) -> None:
    """onlywar table, facts 2.4, 4.40: the commander's Stealth against the perception of each watching enemy."""
    step = turn("exquisite-deceit", command_test=roll, watchers=1, watcher_perception=watcher, watch_test=seen)
    played = TABLE.meets(of(DRUKHARI, "exquisite-deceit"), step)
    assert sums(played, "command-test") == [{"stealth": 40}]
    assert [event.id for event in played.events("hidden-from", "seen-by", "tied-with")] == [result]


def test_opposed_tests_by_bonus() -> None:
    """onlywar-facts 2.4: both pass with the same degrees: the higher characteristic bonus wins, before the lower roll."""
    commander = boss("master", ag=30, skills={"stealth": 55})
    step = turn("exquisite-deceit", command_test=46, watchers=1, watcher_perception=50, watch_test=50)
    played = TABLE.meets(of(DRUKHARI, "exquisite-deceit", commander=commander), step)
    assert [event.id for event in played.events("hidden-from", "seen-by", "tied-with")] == ["seen-by"]


def test_a_higher_bonus_before_a_lower_roll() -> None:
    """onlywar-facts 2.4: the bonus of the characteristic decides, agility 60 over the typed 59, not the roll, nor the skill."""
    commander = boss("master", ag=60, skills={"stealth": 51})
    step = turn("exquisite-deceit", command_test=50, watchers=1, watcher_perception=59, watch_test=49)
    played = TABLE.meets(of(DRUKHARI, "exquisite-deceit", commander=commander), step)
    # 51 - 50 and 59 - 49: one degree and two
    assert [event.id for event in played.events("hidden-from", "seen-by", "tied-with")] == ["seen-by"]
    step = turn("exquisite-deceit", command_test=51, watchers=1, watcher_perception=59, watch_test=50)
    played = TABLE.meets(of(DRUKHARI, "exquisite-deceit", commander=commander), step)
    assert [event.id for event in played.events("hidden-from", "seen-by", "tied-with")] == ["hidden-from"]


def test_opposed_tests_by_roll() -> None:
    """onlywar-facts 2.4: same degrees, same bonus: the lower roll wins."""
    commander = boss("master", ag=50, skills={"stealth": 50})
    men = of(DRUKHARI, "exquisite-deceit", commander=commander)
    both: dict[str, Any] = {"watchers": 2, "watcher_perception": [50, 50], "watch_test": [48, 44]}
    played = TABLE.meets(men, turn("exquisite-deceit", command_test=46, **both))
    assert [event.id for event in played.events("hidden-from", "seen-by", "tied-with")] == ["hidden-from", "seen-by"]


@pytest.mark.parametrize(
    ("killed", "pain", "spent", "back", "left"),
    [
        pytest.param(3, 3, 1, 2, 2, id="1 point: 2 back"),
        pytest.param(3, 3, 2, 3, 1, id="2 points, but only 3 were killed"),
        pytest.param(1, 3, 1, 1, 2, id="1 point, 1 was killed"),
        pytest.param(4, 2, 2, 4, 0, id="2 points: 4 back"),
    ],
)
def test_monstrous_delight(killed: int, pain: int, spent: int, back: int, left: int) -> None:
    """onlywar table, facts 4.39: each point brings back up to 2 of those killed in the previous round, spending the reaction."""
    delight = happens("reaction", reaction="monstrous-delight", pain_spent=spent)
    hurt = (happens("pain", pain_gained=pain), attacked("shooting", *[20] * killed), OVER)
    played = TABLE.meets(of(DRUKHARI, "monstrous-delight", magnitude=10), *hurt, delight)
    assert (after(played).magnitude, after(played).pain) == (10 - killed + back, left)
    assert (after(played).round.reacted, after(played).round.concentrated) == (True, True)


def test_monstrous_delight_is_for_the_previous_round() -> None:
    """onlywar table: not for those killed in this round, nor two rounds ago."""
    hurt = (happens("pain", pain_gained=1), attacked("shooting", 20))
    now = TABLE.meets(of(DRUKHARI, "monstrous-delight", magnitude=10), *hurt, turn())
    assert reasons(now)["monstrous-delight"] == "nobody-to-restore"
    late = TABLE.meets(of(DRUKHARI, "monstrous-delight", magnitude=10), *hurt, OVER, OVER, turn())
    assert reasons(late)["monstrous-delight"] == "nobody-to-restore"


def test_the_restored_after_a_morale_test() -> None:
    """onlywar table, M4: those killed in the previous round were killed in it, morale tested in that round or not."""
    hurt = (happens("pain", pain_gained=3), attacked("shooting", *[20] * 5), turn(morale_test=1), OVER)
    delight = happens("reaction", reaction="monstrous-delight", pain_spent=2)
    played = TABLE.meets(of(DRUKHARI, "monstrous-delight", magnitude=10), *hurt, delight)
    assert after(played).magnitude == 5 + 4


def test_the_restored_are_not_restored_twice() -> None:
    """onlywar-facts 4.39: limited by the actual losses: who came back by a reaction comes back once."""
    delight = happens("reaction", reaction="monstrous-delight", pain_spent=1)
    hurt = (happens("pain", pain_gained=4), attacked("shooting", 20), OVER)
    played = TABLE.meets(of(DRUKHARI, "monstrous-delight", magnitude=10), *hurt, delight, OVER, turn())
    assert after(played).magnitude == 10
    assert reasons(played)["monstrous-delight"] == "nobody-to-restore"


@pytest.mark.parametrize(("spent", "expected"), [(1, "--++--"), (2, "--++++")])
def test_ready_for_slaughter(spent: int, expected: str) -> None:
    """onlywar table: pain points for Fear (2) over as many rounds."""
    steps = (happens("pain", pain_gained=3), turn("ready-for-slaughter", pain_spent=spent), OVER, turn(), OVER)
    played = TABLE.meets(of(DRUKHARI, "ready-for-slaughter"), *steps)
    assert lasting(played, "ready-for-slaughter") == expected
    assert after(played).pain == 3 - spent


def test_ready_for_slaughter_is_fear_2() -> None:
    """onlywar table: the fear it causes is Fear (2)."""
    played = TABLE.meets(of(DRUKHARI, "ready-for-slaughter"), happens("pain", pain_gained=1), turn("ready-for-slaughter"))
    assert after(played).bonus("fear") == 2


def test_those_who_fear_the_slaughter() -> None:
    """onlywar table, facts 4.41: who fails that fear test has -10 to the end of the scene, cumulative: the words shown say so."""
    played = TABLE.meets(of(DRUKHARI, "ready-for-slaughter"), happens("pain", pain_gained=1), turn("ready-for-slaughter"))
    words = played.args("lasts")["words"].en
    assert all(part in words for part in ("Fear (2)", "-10", "scene", "cumulative"))


@pytest.mark.parametrize("command", ["monstrous-delight", "ready-for-slaughter"])
def test_pain_is_needed(command: str) -> None:
    """onlywar table: what discards pain points needs at least one."""
    assert reasons(TABLE.meets(of(DRUKHARI, command), turn()))[command] == "no-pain-points"


# Kroot

SURPRISE = [
    pytest.param("volley-fire", "yes", 10, 30 + 60, id="volley: +50 and +20 count +60"),
    pytest.param("volley-fire", "yes", 6, 30 + 42, id="volley of 6: +30 and +12"),
    pytest.param("melee-attack", "yes", 6, 30 + 42, id="melee attack of 6"),
    pytest.param("charge", "yes", 6, 30 + 52, id="charge of 6: +10 more"),
    pytest.param("suppressing-fire", "yes", 6, 30 + 32, id="suppressing fire of 6: -10"),
    pytest.param("volley-fire", "no", 6, 30 + 30, id="no surprise"),
]


@pytest.mark.parametrize(("command", "surprise", "magnitude", "expected"), SURPRISE)
def test_hunters_blood(command: str, surprise: str, magnitude: int, expected: int) -> None:
    """onlywar O6 hunters-blood, facts 4.42: attacks by surprise at +2 x magnitude besides the rest, within 60."""
    played = TABLE.meets(of(KROOT, magnitude=magnitude), turn(command, attack_test=100, surprise=surprise))
    assert targets(played, "attack-test") == [expected]


def test_surprise_is_for_kroot() -> None:
    """onlywar O6 hunters-blood: no other side is asked for surprise."""
    assert not TABLE.meets(of(GUARD), turn("volley-fire", attack_test=70)).asked("surprise")


@pytest.mark.parametrize(("roll", "learns"), [(40, True), (41, False)])
def test_shapers_wisdom(roll: int, learns: bool) -> None:
    """onlywar table: the commander's Survival +0; passed, every member has what he names to the end of the scene."""
    step = turn("shapers-wisdom", learned="Fearless", command_test=roll)
    played = TABLE.meets(of(KROOT, "shapers-wisdom"), step, OVER, turn(), OVER, turn())
    assert sums(played, "command-test") == [{"survival": 40}]
    assert lasting(played, "shapers-wisdom") == ("-+++++" if learns else "------")
    assert reasons(played)["shapers-wisdom"] == "once-a-scene"


def test_a_command_that_was_eaten() -> None:
    """onlywar table: a faction order that is learned so can be given to the end of the scene."""
    step = turn("shapers-wisdom", learned="more-dakka", command_test=1)
    played = TABLE.meets(of(KROOT, "shapers-wisdom"), step, OVER, turn())
    assert "more-dakka" in offered(played)[-1]


@pytest.mark.parametrize(("kind", "expected"), [("shooting", [-20]), ("melee", [])])
def test_predator_instincts(kind: str, expected: list[int]) -> None:
    """onlywar table: ranged attacks against the squad -20, melee as ever; +20 to Athletics and Acrobatics."""
    played = TABLE.meets(of(KROOT, "predator-instincts"), turn("predator-instincts"), attacked(kind))
    assert modified(played) == expected
    assert after(played).bonus("agility-skills") == 20


@pytest.mark.parametrize("command", ["predator-instincts", "forest-ghosts"])
def test_kroot_effects_end(command: str) -> None:
    """onlywar table: predator-instincts and forest-ghosts last to the end of the squad's next turn."""
    played = TABLE.meets(of(KROOT, command), turn(command), OVER, turn("advance"), OVER)
    assert lasting(played, command) == "-++--"
    assert played.order("command-given", "effect-over") == ["command-given", "command-given", "effect-over"]


@pytest.mark.parametrize(
    ("cover", "growth", "armour"),
    [
        pytest.param(4, "thin", 4 + 4 + 1, id="any cover: +1"),
        pytest.param(4, "thick", 4 + 4 + 2, id="woods: +2 instead"),
        pytest.param(0, None, 4, id="no cover: nothing"),
    ],
)
def test_forest_ghosts(cover: int, growth: str | None, armour: int) -> None:
    """onlywar table: armour of cover that hides the squad +1, or +2 instead in thick growth."""
    answers: dict[str, Any] = {"growth": growth} if growth else {}
    played = TABLE.meets(of(KROOT, "forest-ghosts"), turn("forest-ghosts"), attacked("shooting", 9, cover=cover, **answers))
    assert stopped(played) == [armour]


@pytest.mark.parametrize(
    ("cover", "growth", "armour"),
    [
        pytest.param(4, "thin", 4 + 4 + 1 + 2, id="any cover"),
        pytest.param(4, "thick", 4 + 4 + 2 + 2, id="woods"),
    ],
)
def test_look_out_in_the_forest(cover: int, growth: str, armour: int) -> None:
    """onlywar table: the +2 of look-out and what forest-ghosts adds are two things, and both count."""
    shots = attacked("shooting", 9, reaction="look-out", command_test=1, cover=cover, growth=growth)
    played = TABLE.meets(of(KROOT, "forest-ghosts", "look-out"), turn("forest-ghosts"), OVER, shots)
    assert stopped(played) == [armour]


def test_look_out_in_the_open() -> None:
    """onlywar table: look-out's +2 needs no other cover, whether forest-ghosts is in play or not: 4 of armour become 6 at least."""
    shots = attacked("shooting", 9, reaction="look-out", command_test=1, cover=0)
    played = TABLE.meets(of(KROOT, "forest-ghosts", "look-out"), turn("forest-ghosts"), OVER, shots)
    assert stopped(played)[0] >= 4 + 2


AVOIDED = [
    pytest.param("true", 30, [2], id="1 degree: 1 and 1 avoided"),
    pytest.param("true", 20, [3], id="2 degrees: 3 avoided"),
    pytest.param("true", 31, [], id="failed: none avoided"),
    pytest.param("false", 30, [1], id="setting: 1 degree, 1 avoided"),
    pytest.param("false", 20, [2], id="setting: 2 degrees, 2 avoided"),
]


@pytest.mark.parametrize(("setting", "roll", "avoided"), AVOIDED)
def test_hunting_craft(setting: str, roll: int, avoided: list[int]) -> None:
    """onlywar table, facts 4.43: the commander's Dodge -10; success avoids 1 hit, and 1 for each degree of success."""
    left: dict[str, Any] = {"hits_made": avoided[0] + 1} if avoided else {}
    step = attacked("shooting", 20, reaction="hunting-craft", command_test=roll, **left)
    played = TABLE.under(hunting_craft_first=setting).meets(of(KROOT, "hunting-craft"), step)
    assert sums(played, "command-test") == [{"dodge": 40, "difficult": -10}]
    assert [event.args["avoided"] for event in played.events("hits-avoided")] == avoided
    assert lost(played) == [1]
    assert (after(played).round.reacted, after(played).round.concentrated) == (True, False)


def test_hunting_craft_for_the_commander() -> None:
    """onlywar table: it avoids hits of the attack on the squad, whomever they would have struck."""
    step = attacked(
        "shooting",
        9,
        reaction="hunting-craft",
        command_test=20,
        struck="double",
        struck_whom="commander",
        double="33",
        hits_made=4,
    )
    played = TABLE.meets(of(KROOT, "hunting-craft"), step)
    assert [event.args["avoided"] for event in played.events("hits-avoided")] == [3]
    assert not played.asked("commander-evades")


def test_hunting_craft_is_for_shots() -> None:
    """onlywar table: hunting-craft answers ranged attacks only."""
    played = TABLE.meets(of(KROOT, "hunting-craft"), attacked("melee"))
    assert not played.asked("reaction")


# Chaos


@pytest.mark.parametrize(("magnitude", "modifier"), [(5, 5), (8, -10), (10, -20), (12, -30), (14, -40), (20, -60)])
def test_sanity_is_weakness(magnitude: int, modifier: int) -> None:
    """onlywar O6 sanity-is-weakness, facts 4.44, 6.3: easy (+30) willpower at -5 x magnitude, within 60."""
    played = TABLE.meets(of(CHAOS, magnitude=magnitude), happens("met", met_willpower=70, met_test=1))
    assert targets(played, "met-test") == [70 + modifier]
    assert played.asked("met-test")[0].who == "theirs"


@pytest.mark.parametrize(
    ("roll", "event"),
    [(40, "met-bravely"), (41, "met-shaken"), (50, "met-shaken"), (59, "met-shaken"), (60, "met-badly"), (99, "met-badly")],
)
def test_meeting_the_insane(roll: int, event: str) -> None:
    """onlywar O6, facts 4.44: failed: -10; failed by 3 or more degrees: 1 willpower damage and -20 instead; 40 = 50 + 30 - 40."""
    played = TABLE.meets(of(CHAOS, magnitude=8), happens("met", met_willpower=50, met_test=roll))
    assert [one.id for one in played.events("met-bravely", "met-shaken", "met-badly")] == [event]


def test_only_chaos_is_met() -> None:
    """onlywar O6 sanity-is-weakness: nobody tests on meeting another side."""
    assert "met" not in offered(TABLE.meets(of(GUARD), happens("back")), "what-happens")[0]


@pytest.mark.parametrize(
    ("roll", "wounds", "healed"),
    [
        pytest.param(50, 5, 6, id="1 degree: 1 wound"),
        pytest.param(20, 5, 9, id="4 degrees: 4 wounds"),
        pytest.param(20, -2, 2, id="critical damage first"),
        pytest.param(20, -6, -2, id="critical damage only"),
        pytest.param(20, 11, 12, id="never above his wounds"),
        pytest.param(51, 5, 5, id="failed: nothing"),
    ],
)
def test_rejoice_in_blood(roll: int, wounds: int, healed: int) -> None:
    """onlywar table, C1: one own subordinate dies; willpower +10; a wound for each degree, critical damage first."""
    men = of(CHAOS, "rejoice-in-blood", magnitude=12)
    played = TABLE.meets(men, adjust("wounds", wounds_now=wounds), turn("rejoice-in-blood", command_test=roll))
    assert sums(played, "command-test") == [{"wp": 40, "ordinary": 10}]
    assert (after(played).magnitude, after(played).wounds) == (11, healed)


@pytest.mark.parametrize(("setting", "expected"), [("ordinary", 50), ("routine", 60)])
def test_rejoice_difficulty(setting: str, expected: int) -> None:
    """onlywar C1, facts 4.6: the printed number +10 by default; the setting takes the printed word, routine (+20)."""
    played = TABLE.under(rejoice_difficulty=setting).meets(
        of(CHAOS, "rejoice-in-blood"), turn("rejoice-in-blood", command_test=1)
    )
    assert targets(played, "command-test") == [expected]


def test_hatred_lasts() -> None:
    """onlywar table: all members hate for as many rounds as degrees of success."""
    men = of(CHAOS, "rejoice-in-blood", magnitude=12)
    played = TABLE.meets(men, turn("rejoice-in-blood", command_test=40), OVER, turn(), OVER, turn())  # 2 degrees
    assert lasting(played, "rejoice-in-blood") == "-++++-"
    failed = TABLE.meets(men, turn("rejoice-in-blood", command_test=99))
    assert not in_play(failed)


def test_hatred() -> None:
    """onlywar table, facts 2.9: Hatred (All): +10 weapon skill of all members, and no ballistic skill."""
    hate = turn("rejoice-in-blood", command_test=1)
    men = of(CHAOS, "rejoice-in-blood", magnitude=9)
    fight = turn("melee-attack", attack_test=1, others=("other-1",), other_attack_test=1)
    fought = TABLE.meets(men, hate, OVER, fight)
    assert targets(fought, "attack-test") == [30 + 40 + 10]
    assert targets(fought, "other-attack-test") == [40 + 10 + 10]
    assert targets(TABLE.meets(men, hate, OVER, turn("volley-fire", attack_test=1)), "attack-test") == [30 + 40]


@pytest.mark.parametrize("command", ["rejoice-in-blood", "tremble-before-me"])
def test_half_action_or_reaction(command: str) -> None:
    """onlywar table: in the own turn a half action that leaves the reaction, in another's turn the reaction."""
    field: dict[str, Any] = {"field_rounds": 5} if command == "tremble-before-me" else {}
    own = TABLE.meets(of(CHAOS, command), turn(command, command_test=1, **field))
    assert (after(own).round.reacted, after(own).round.concentrated) == (False, True)
    assert "volley-fire" in offered(own)[-1]
    assert reasons(own)["charge"] == "needs-a-full-action"
    other = TABLE.meets(of(CHAOS, command), happens("reaction", reaction=command, command_test=1, **field), turn())
    assert (after(other).round.reacted, after(other).round.concentrated) == (True, True)
    assert "charge" in offered(other)[-1]
    assert reasons(other)[command] == "one-concentration-a-round"


@pytest.mark.parametrize("command", ["rejoice-in-blood", "tremble-before-me"])
def test_a_round_from_a_reaction(command: str) -> None:
    """onlywar table: one round, given as a reaction just before the own turn, is not over when that turn begins."""
    field: dict[str, Any] = {"field_rounds": 1} if command == "tremble-before-me" else {}
    roll = 50 if command == "rejoice-in-blood" else 40  # one degree
    given = happens("reaction", reaction=command, command_test=roll, **field)
    assert lasting(TABLE.meets(of(CHAOS, command), given, turn(), OVER, turn()), command) == "-+++-"
    assert lasting(TABLE.meets(of(CHAOS, command), turn(), given, OVER, turn()), command) == "--++-"


@pytest.mark.parametrize("command", ["rejoice-in-blood", "tremble-before-me"])
def test_two_rounds_from_a_reaction(command: str) -> None:
    """onlywar table: two rounds, given outside the own turn, end two turns later: before this round's turn not with that."""
    field: dict[str, Any] = {"field_rounds": 2} if command == "tremble-before-me" else {}
    roll = 40 if command == "rejoice-in-blood" else 30  # two degrees
    given = happens("reaction", reaction=command, command_test=roll, **field)
    two = (OVER, turn(), OVER, turn())
    assert lasting(TABLE.meets(of(CHAOS, command), given, turn(), *two), command) == "-+++++-"
    assert lasting(TABLE.meets(of(CHAOS, command), turn(), given, *two), command) == "--++++-"


@pytest.mark.parametrize("kind", ["shooting", "melee", "spray", "blast"])
@pytest.mark.parametrize("command", ["rejoice-in-blood", "tremble-before-me"])
def test_a_reaction_to_anything(command: str, kind: str) -> None:
    """onlywar O1 and the table: a reaction without a trigger of its own may be ordered when any attack comes, blows too."""
    faces: dict[str, Any] = {"spray_test": 1} if kind == "spray" else {}
    field: dict[str, Any] = {"field_rounds": 1} if command == "tremble-before-me" else {}
    played = TABLE.meets(of(CHAOS, command), attacked(kind, reaction=command, command_test=1, **field, **faces))
    assert command in offered(played, "reaction")[0]
    assert (after(played).round.reacted, after(played).magnitude) == (True, 7)


@pytest.mark.parametrize("kind", ["shooting", "melee"])
def test_delight_when_attacked(kind: str) -> None:
    """onlywar O1 and the table: monstrous-delight is no answer to shots only: blows will do, and it comes before the damage."""
    hurt = (happens("pain", pain_gained=1), attacked("shooting", 20, 20), OVER)
    step = attacked(kind, 20, reaction="monstrous-delight", pain_spent=1)
    played = TABLE.meets(of(DRUKHARI, "monstrous-delight", magnitude=10), *hurt, step)
    assert offered(played, "reaction") == [{"monstrous-delight", "no-reaction"}]
    assert after(played).magnitude == 10 - 2 + 2 - 1


def test_a_field_just_in_time() -> None:
    """onlywar O1, facts 4.45: an order is carried out at once: the field of 44 stops the very hit that it answers."""
    field: dict[str, Any] = {"reaction": "tremble-before-me", "command_test": 1, "field_rounds": 1, "force_field": 44}
    step = attacked("melee", 20, struck="double", struck_whom="commander", double="33", **field)
    assert after(TABLE.meets(of(CHAOS, "tremble-before-me", magnitude=12), step)).wounds == 12


SACRIFICES = [
    pytest.param(0, 10, False, id="none: -30"),
    pytest.param(3, 40, True, id="three: +0"),
    pytest.param(5, 60, True, id="five: +20"),
]


@pytest.mark.parametrize(("victims", "expected", "gift"), SACRIFICES)
def test_accept_these_souls(victims: int, expected: int, gift: bool) -> None:
    """onlywar table, facts 4.46: up to 5 die, +10 each on very hard willpower; passed, Gifts of Chaos, which are not ours."""
    step = turn("accept-these-souls", victims=victims, command_test=40)
    played = TABLE.meets(of(CHAOS, "accept-these-souls", magnitude=12), step)
    assert targets(played, "command-test") == [expected]
    assert after(played).magnitude == 12 - victims
    assert played.has("gift-of-chaos") == gift


@pytest.mark.parametrize(("magnitude", "most"), [(12, 5), (3, 3)])
def test_most_victims(magnitude: int, most: int) -> None:
    """onlywar-facts 4.46: 0 to 5 victims, and no more than there are."""
    step = turn("accept-these-souls", victims=0, command_test=99)
    (request,) = TABLE.meets(of(CHAOS, "accept-these-souls", magnitude=magnitude), step).asked("victims")
    assert (request.low, request.high) == (0, most)


def test_let_the_galaxy_burn() -> None:
    """onlywar table: 1d5 die, difficult willpower; Flame and Tearing for as many rounds as degrees."""
    steps = (turn("let-the-galaxy-burn", "volley-fire", sacrifice=3, command_test=21, attack_test=70), OVER, turn(), OVER, turn())
    played = TABLE.meets(of(CHAOS, "let-the-galaxy-burn", magnitude=15), *steps)  # 1 degree
    assert sums(played, "command-test") == [{"wp": 40, "difficult": -10}]
    assert str(played.asked("sacrifice")[0].dice) in ("d5", "1d5")
    assert (gained(played), lost(played)) == ([{"flame", "tearing"}], [3])
    assert lasting(played, "let-the-galaxy-burn") == "-++---"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("volley-fire", {"flame", "tearing"}),
        ("melee-attack", {"flame", "tearing"}),
        ("charge", {"flame", "tearing"}),
        ("suppressing-fire", set()),
    ],
)
def test_what_burns(command: str, expected: set[str]) -> None:
    """onlywar table: Flame and Tearing in volley-fire, melee-attack and charge only."""
    burn = turn("let-the-galaxy-burn", sacrifice=1, command_test=1)
    played = TABLE.meets(of(CHAOS, "let-the-galaxy-burn", magnitude=15), burn, OVER, turn(command, attack_test=2))
    assert set().union(*gained(played)) == expected


@pytest.mark.parametrize(("command", "other"), [("volley-fire", "other-1"), ("melee-attack", "other-1"), ("charge", "other-1")])
def test_the_weapons_of_others_burn(command: str, other: str) -> None:
    """onlywar table: Flame and Tearing for the attacks of commander and specialists as part of these orders too."""
    burn = turn("let-the-galaxy-burn", sacrifice=1, command_test=1)
    strike = turn(command, attack_test=2, others=(other,), other_attack_test=1)
    played = TABLE.meets(of(CHAOS, "let-the-galaxy-burn", magnitude=15), burn, OVER, strike)
    assert gained(played) == [{"flame", "tearing"}, {"flame", "tearing"}]


def test_the_watched_sector_does_not_burn() -> None:
    """onlywar table: the shots of overwatch are none of volley-fire, melee-attack and charge: no Flame, no Tearing."""
    burn = turn("let-the-galaxy-burn", sacrifice=1, command_test=1)  # 3 degrees of 30
    steps = (burn, OVER, turn("overwatch"), happens("sector", attack_test=2))
    played = TABLE.meets(of(CHAOS, "let-the-galaxy-burn", magnitude=15), *steps)
    assert "let-the-galaxy-burn" in in_play(played)
    assert gained(played) == [set()]


def test_everybody_burns() -> None:
    """onlywar table: Flame and Tearing for commander and specialists; a flamer, which has Flame, gains Tearing."""
    men = of(CHAOS, "let-the-galaxy-burn", magnitude=15, specialists=GUNNERS)
    burn = turn("let-the-galaxy-burn", sacrifice=1, command_test=1)
    volley = turn("volley-fire", attack_test=2, others=("other-1", "other-2", "other-3"), other_attack_test=[1, 1])
    played = TABLE.meets(men, burn, OVER, volley)
    lines = [(event.args["weapon"], event.args["gained"]) for event in played.events("weapon-line")]
    assert [weapon.name for weapon, _ in lines] == ["Lasgun", "Pistol", "Flamer", "Heavy stubber"]
    assert all({"flame", "tearing"} <= {*weapon.qualities, *(one.id for one in more)} for weapon, more in lines)


def test_both_volleys_burn() -> None:
    """onlywar table: the two volleys of first-rank-second-rank are volley-fire, and burn."""
    men = of(CHAOS, "let-the-galaxy-burn", "first-rank-second-rank", magnitude=15)
    burn = turn("let-the-galaxy-burn", sacrifice=1, command_test=1)
    played = TABLE.meets(men, burn, OVER, turn("first-rank-second-rank", command_test=1, attack_test=[2, 2]))
    assert gained(played) == [{"flame", "tearing"}] * 2


def test_a_failed_sacrifice() -> None:
    """onlywar-facts 4.45: the sacrifice comes first, even where the test then fails."""
    played = TABLE.meets(
        of(CHAOS, "let-the-galaxy-burn", magnitude=15), turn("let-the-galaxy-burn", sacrifice=2, command_test=99)
    )
    assert (lost(played), in_play(played)) == ([2], set())
    assert played.order("lost", "command-test") == ["lost", "command-test"]


def test_more_victims_than_there_are() -> None:
    """onlywar-facts 4.47: 1d5 victims may exceed the magnitude: all die and the squad is at its end."""
    played = TABLE.meets(of(CHAOS, "let-the-galaxy-burn", magnitude=3), turn("let-the-galaxy-burn", sacrifice=5, command_test=1))
    assert (sum(lost(played)), after(played).magnitude) == (3, 0)
    assert played.has("wiped-out")
    assert not after(played).acts


FIELDS = [
    pytest.param(6, 40, 5, "protected", id="1 degree x 5 left of 6"),
    pytest.param(11, 21, 20, "protected", id="2 degrees x 10 left of 11"),
    pytest.param(21, 1, 80, "protected", id="4 degrees x 20: 80"),
    pytest.param(22, 1, 80, "protected-capped", id="4 degrees x 21: at most 80"),
]


@pytest.mark.parametrize(("magnitude", "roll", "rating", "event"), FIELDS)
def test_tremble_before_me(magnitude: int, roll: int, rating: int, event: str) -> None:
    """onlywar table, facts 4.45: degrees x magnitude after the sacrifice, at most 80, fixed when it is given, for 1d5 rounds."""
    men = of(CHAOS, "tremble-before-me", magnitude=magnitude)
    played = TABLE.meets(men, turn("tremble-before-me", command_test=roll, field_rounds=2), attacked("shooting", 20))
    assert sums(played, "command-test") == [{"wp": 40}]
    assert str(played.asked("field-rounds")[0].dice) in ("d5", "1d5")
    assert played.args(event)["rating"] == rating
    assert [effect.amount for effect in after(played).in_play] == [rating]
    assert after(played).magnitude == magnitude - 2
    assert not played.asked("force-field")


def test_tremble_fails() -> None:
    """onlywar table, facts 4.45: failed, one is dead and there is no field."""
    played = TABLE.meets(of(CHAOS, "tremble-before-me"), turn("tremble-before-me", command_test=41))
    assert (lost(played), in_play(played)) == ([1], set())


@pytest.mark.parametrize(("face", "stops"), [(1, True), (44, True), (45, False), (100, False)])
def test_force_field(face: int, stops: bool) -> None:
    """onlywar table, facts 2.10: a roll of the protection or less stops a hit on the commander: 44 = 4 degrees x 11."""
    field = turn("tremble-before-me", command_test=1, field_rounds=2)
    shot = attacked("shooting", 8, struck="double", struck_whom="commander", double="33", force_field=face)
    played = TABLE.meets(of(CHAOS, "tremble-before-me", magnitude=12), field, shot)
    assert (played.has("field-stops"), played.has("field-fails")) == (stops, not stops)
    assert after(played).wounds == (12 if stops else 12 - 4)


@pytest.mark.parametrize(
    ("setting", "faces", "wounds"),
    [("hit", [1, 100, 100], 4), ("hit", [44, 44, 44], 12), ("attack", [1], 12), ("attack", [100], 0)],
)
def test_fields_per(setting: str, faces: list[int], wounds: int) -> None:
    """onlywar-facts 2.10: a field is rolled for against each hit, or by the setting once against each attack."""
    field = turn("tremble-before-me", command_test=1, field_rounds=2)
    shot = attacked("shooting", 8, 8, 8, struck="double", struck_whom="commander", double="33", force_field=faces)
    played = TABLE.under(fields_per=setting).meets(of(CHAOS, "tremble-before-me", magnitude=12), field, shot)
    assert after(played).wounds == wounds


@pytest.mark.parametrize(
    "way", [attacked("shooting", *[20] * 11), happens("fear", fear_test=99, shock=1)], ids=["all dead", "shattered"]
)
def test_the_field_is_the_commanders(way: Step) -> None:
    """onlywar table, facts 4.45: fixed for 1d5 rounds and protecting only the commander: it outlasts his squad."""
    field = turn("tremble-before-me", command_test=1, field_rounds=5)
    shot = attacked("shooting", 8, attack_roll=33, force_field=44)
    played = TABLE.meets(of(CHAOS, "tremble-before-me", magnitude=12), field, way, shot)
    assert after(played).wounds == 12


@pytest.mark.parametrize(("rounds", "expected"), [(1, "-++---"), (2, "-++++-"), (5, "-+++++")])
def test_field_rounds(rounds: int, expected: str) -> None:
    """onlywar table: the field lasts as many rounds as 1d5 shows, from the turn in which it was given."""
    steps = (turn("tremble-before-me", command_test=1, field_rounds=rounds), OVER, turn(), OVER, turn())
    assert lasting(TABLE.meets(of(CHAOS, "tremble-before-me"), *steps), "tremble-before-me") == expected


# O1-O7: what is legal

ILLEGAL = [
    pytest.param((), (), "scatter", "only-template", id="O1: scatter only against Spray or Blast"),
    pytest.param((), (), "look-out", "only-shot-at", id="O1: look-out only when shot at"),
    pytest.param((), (), "move-move-move", "only-after-run", id="O1: move-move-move only with run"),
    pytest.param(("volley-fire",), (), "melee-attack", "one-attack-a-round", id="O2: one Attack a round"),
    pytest.param(("volley-fire",), (), "volley-fire", "one-attack-a-round", id="O2: not the same Attack twice"),
    pytest.param(("advance",), (), "charge", "needs-a-full-action", id="O3: a full action after a half"),
    pytest.param(("advance",), (), "overwatch", "needs-a-full-action", id="O3: overwatch after a half"),
    pytest.param(("advance",), (), "run", "needs-a-full-action", id="O3: run after a half"),
]


@pytest.mark.parametrize(("commands", "before", "command", "why"), ILLEGAL)
def test_illegal(commands: tuple[str, ...], before: tuple[Step, ...], command: str, why: str) -> None:
    """onlywar O1-O3: what cannot be given now stands beside the menu with its reason."""
    men = of(GUARD, "look-out", "move-move-move", "first-rank-second-rank")
    faces: dict[str, Any] = {"attack_test": 70} if "volley-fire" in commands else {}
    played = TABLE.meets(men, *before, turn(*commands, **faces))
    assert reasons(played)[command] == why
    assert command not in offered(played)[-1]


def test_a_barred_command_is_refused() -> None:
    """onlywar O2: who orders what is barred gets the reason, and no attack."""
    with pytest.raises(AnswerError, match="one attack a round"):
        TABLE.meets(of(GUARD), turn("volley-fire", "melee-attack", attack_test=70))


def test_one_concentration_a_round() -> None:
    """onlywar O2: at most one order of subtype Concentration a round; the next round has its own."""
    men = of(KROOT, "predator-instincts", "forest-ghosts")
    played = TABLE.meets(men, turn("predator-instincts"), OVER, turn("forest-ghosts"))
    assert [reasons(played, at)["forest-ghosts"] for at in (1,)] == ["one-concentration-a-round"]
    assert "predator-instincts" not in offered(played)[1]
    assert in_play(played) == {"forest-ghosts"}


def test_reactions_take_the_concentration_of_the_round() -> None:
    """onlywar-facts 4.9: a reaction marked Concentration counts for the round, before or after the own turn."""
    men = of(GUARD, "look-out", "first-rank-second-rank")
    shots = attacked("shooting", reaction="look-out", command_test=1)
    played = TABLE.meets(men, shots, turn())
    assert reasons(played)["first-rank-second-rank"] == "one-concentration-a-round"
    assert reasons(played)["tactical-advance"] == "one-concentration-a-round"
    later = TABLE.meets(men, turn("tactical-advance"), attacked("shooting"))
    assert not any("look-out" in options for options in offered(later, "reaction"))


@pytest.mark.parametrize("command", ["overwatch", "first-rank-second-rank"])
def test_both_subtypes_use_both(command: str) -> None:
    """onlywar O2, facts 4.9: orders that are Attack and Concentration take both of the round."""
    faces: dict[str, Any] = {"command_test": 99} if command == "first-rank-second-rank" else {}
    state = after(TABLE.meets(of(GUARD, "first-rank-second-rank"), turn(command, **faces)))
    assert (state.round.attacked, state.round.concentrated) == (True, True)


def test_attacks_and_the_concentration_of_the_round() -> None:
    """onlywar O2: an Attack leaves the Concentration, a Concentration leaves the Attack; overwatch needs both."""
    played = TABLE.meets(of(ORKS, "more-dakka", magnitude=12), turn("more-dakka"))
    assert reasons(played)["overwatch"] == "one-concentration-a-round"
    assert "volley-fire" in offered(played)[-1]


def test_a_full_action_or_two_half_actions() -> None:
    """onlywar O3: two half actions and the turn is over, one full action and it is over."""
    halves = TABLE.meets(of(GUARD), turn("advance", "volley-fire", attack_test=70))
    full = TABLE.meets(of(GUARD), turn("run"))
    assert after(halves).round.acted
    assert after(full).round.acted
    for played in (halves, full):
        assert not any("advance" in options for options in offered(played)[len(played.events("command-given")) :])


def test_every_round_anew() -> None:
    """onlywar O2, O3: actions, the Attack, the Concentration and the reaction come back with every round."""
    men = of(KROOT, "hunting-craft", "predator-instincts")
    shots = attacked("shooting", reaction="hunting-craft", command_test=1, hits_made=1)
    again = (turn("predator-instincts", "volley-fire", attack_test=70), shots)
    played = TABLE.meets(men, *again, OVER, *again)
    assert len(played.events("command-given")) == 6


def test_one_reaction_a_round() -> None:
    """onlywar S10, O3, facts 4.10: one reaction a round; the second attack finds it spent, the next round brings it back."""
    shots = attacked("shooting", reaction="hunting-craft", command_test=1, hits_made=1)
    quiet = attacked("shooting")
    played = TABLE.meets(of(KROOT, "hunting-craft"), shots, quiet, OVER, shots)
    assert ["hunting-craft" in options for options in offered(played, "reaction")] == [True, True]


def test_a_spent_reaction_is_told() -> None:
    """onlywar O3: a reaction order is barred once the reaction of the round is spent, with this reason."""
    hurt = (happens("pain", pain_gained=2), attacked("shooting", 20), OVER)
    scattered = attacked("blast", 0, reaction="scatter", command_test=1)
    played = TABLE.meets(of(DRUKHARI, "monstrous-delight", magnitude=10), *hurt, scattered, turn())
    assert reasons(played)["monstrous-delight"] == "reaction-spent"


def test_a_spent_reaction_leaves_half_actions() -> None:
    """onlywar table, O3: with the reaction spent rejoice-in-blood is still a half action in the own turn, and no reaction."""
    men = of(CHAOS, "rejoice-in-blood", magnitude=12)
    scattered = attacked("blast", 0, reaction="scatter", command_test=1)
    played = TABLE.meets(men, scattered, attacked("blast", 0), turn("rejoice-in-blood", command_test=1))
    assert len(played.asked("reaction")) == 1
    assert after(played).magnitude == 11


def test_move_move_move_with_the_reaction_spent() -> None:
    """onlywar table, S10: move-move-move needs the reaction too, and cannot be given once it is spent."""
    scattered = attacked("blast", 0, reaction="scatter", command_test=1)
    played = TABLE.meets(of(GUARD, "move-move-move"), scattered, turn("run"))
    assert not any("move-move-move" in options for options in offered(played))


def test_a_reaction_costs_no_action() -> None:
    """onlywar O3: after a reaction the squad still has its whole turn."""
    played = TABLE.meets(
        of(KROOT, "hunting-craft"), attacked("shooting", reaction="hunting-craft", command_test=1, hits_made=1), turn("run")
    )
    assert after(played).round.reacted


TACTICAL = ("tactical-advance", "scatter", "overwatch", "suppressing-fire")


@pytest.mark.parametrize("command", TACTICAL)
def test_troops_only(command: str) -> None:
    """onlywar O5, facts 4.8: minions get manoeuvre and attack orders only, with the reason beside the rest."""
    played = TABLE.meets(of(GUARD, category="minion", magnitude=4), turn())
    assert reasons(played)[command] == "troops-only"
    assert offered(played)[0] == {"advance", "run", "disengage", "volley-fire", "melee-attack", "charge", "end-turn", "correct"}


@pytest.mark.parametrize("side", SIDES)
def test_minions_have_nothing_of_their_side(side: str) -> None:
    """onlywar O6, facts 4.8: a minion squad has no permanent ability and no special orders, whoever leads it."""
    special = tuple(RULES.factions[side].commands)
    played = TABLE.meets(of(side, *special, category="minion", magnitude=4), turn())
    assert not played.has("permanent-ability")
    assert not set(special) & offered(played)[0]


@pytest.mark.parametrize("side", SIDES)
def test_troops_have_the_ability_of_their_side(side: str) -> None:
    """onlywar O6: each troop squad has its faction's one permanent ability."""
    played = TABLE.meets(of(side, magnitude=10))
    assert [event.args["ability"].id for event in played.events("permanent-ability")] == [PERMANENT[side]]


@pytest.mark.parametrize("side", SIDES)
def test_only_known_special_orders(side: str) -> None:
    """onlywar O6: of its faction's special orders a squad is offered those it knows."""
    first, *others = RULES.factions[side].commands
    played = TABLE.meets(of(side, first, magnitude=10), turn())
    known = set(offered(played)[0]) | set(reasons(played))
    assert first in known
    assert not set(others) & known


PINNED = happens("pinning", pinning_test=99)


def test_pinned_half_actions_only() -> None:
    """onlywar M3, facts 4.7: pinned, orders that cost a full action are barred, half actions are not."""
    men = of(GUARD, "first-rank-second-rank")
    played = TABLE.meets(men, PINNED, turn(unpin_test=99))
    why = reasons(played)
    full = ("run", "disengage", "charge", "tactical-advance", "overwatch", "suppressing-fire", "first-rank-second-rank")
    assert {why[command] for command in full} == {"pinned-half-only"}
    assert {"advance", "volley-fire", "melee-attack"} <= offered(played)[0]


def test_pinned_reactions_stay_legal() -> None:
    """onlywar-facts 4.7: pinned, reactions stay legal."""
    shots = attacked("shooting", reaction="hunting-craft", command_test=1, hits_made=1)
    played = TABLE.meets(of(KROOT, "hunting-craft"), PINNED, shots)
    assert after(played).round.reacted


def test_one_half_action_when_pinned() -> None:
    """onlywar M3, facts 2.9: pinned, half actions only, and two of them are still two."""
    played = TABLE.meets(of(GUARD), PINNED, turn("volley-fire", "advance", attack_test=60, unpin_test=99))
    assert len(played.events("command-given")) == 2


@pytest.mark.parametrize(("setting", "expected"), [("0", 70), ("20", 50)], ids=["M3 alone", "facts 2.9"])
def test_pinned_shots(setting: str, expected: int) -> None:
    """onlywar M3, facts 2.9: half actions only; by the setting who is pinned also shoots at -20."""
    step = turn("volley-fire", attack_test=50, unpin_test=99)
    played = TABLE.under(pinned_penalty=setting).meets(of(GUARD), PINNED, step)
    assert targets(played, "attack-test") == [expected]


def test_whose_value() -> None:
    """onlywar O7, facts 4.1: weapon skill, ballistic skill and agility of the subordinates, the rest of the commander."""
    men = of(GUARD, "look-out", ws=31, bs=32, ag=33, commander=boss(ws=61, bs=62, ag=63, per=64, wp=65, skills=SKILLED))
    volley = TABLE.meets(men, turn("volley-fire", attack_test=1), OVER, turn("melee-attack", attack_test=1))
    assert [next(iter(parts.values())) for parts in sums(volley, "attack-test")] == [32, 31]
    scatter = TABLE.meets(men, attacked("spray", reaction="scatter", command_test=99, spray_test=1))
    assert sums(scatter, "command-test") == [{"ag": 33, "magnitude": -40}]
    assert sums(scatter, "spray-test") == [{"ag": 33}]
    nerve = TABLE.meets(men, happens("fear", fear_test=1), happens("pinning", pinning_test=1))
    assert targets(nerve, "fear-test") + targets(nerve, "pinning-test") == [65, 65]
    look = TABLE.meets(men, attacked("shooting", reaction="look-out", command_test=1))
    assert sums(look, "command-test") == [{"per": 64}]


@pytest.mark.parametrize(
    ("skills", "expected"),
    [
        pytest.param({"command": 55}, {"command": 55, "routine": 20}, id="trained: the skill's full value"),
        pytest.param({}, {"fel": 40, "untrained": -20, "routine": 20}, id="untrained: fellowship at -20"),
    ],
)
def test_skills_of_the_commander(skills: dict[str, int], expected: dict[str, int]) -> None:
    """onlywar-facts 2.1: a skill he has at its value, one he has not at its characteristic -20."""
    men = of(GUARD, "first-rank-second-rank", commander=boss(skills=skills))
    played = TABLE.meets(men, turn("first-rank-second-rank", command_test=99))
    assert sums(played, "command-test") == [expected]


def test_no_main_weapon() -> None:
    """onlywar S3 and the table: without a main ranged weapon there is nothing to fire, and the menu says so."""
    played = TABLE.meets(of(GUARD, ranged=None), turn())
    assert {reasons(played)[command] for command in ("volley-fire", "overwatch", "suppressing-fire")} == {"no-main-weapon"}
    assert "melee-attack" in offered(played)[0]


@pytest.mark.parametrize("modifier", [-30, -10, 10, 30])
def test_modifiers_of_the_game_master(modifier: int) -> None:
    """onlywar-facts 2.7: range and light are added to the sum of an attack as the game master tells."""
    played = TABLE.meets(of(GUARD, magnitude=4), turn("volley-fire", attack_test=100, other_modifier=modifier, reroll="no"))
    assert targets(played, "attack-test") == [30 + 20 + modifier]


def test_a_modifier_is_inside_the_cap() -> None:
    """onlywar-facts 4.5: +60 of twelve and -30 of extreme range make +30, seventy of fourteen and -30 make +40."""
    for magnitude, expected in ((12, 60), (14, 70)):
        played = TABLE.meets(of(GUARD, magnitude=magnitude), turn("volley-fire", attack_test=99, other_modifier=-30, reroll="no"))
        assert targets(played, "attack-test") == [expected]


def test_the_magnitude_of_the_moment() -> None:
    """onlywar S1 and the table: losses lower the sum and the cap at once."""
    played = TABLE.meets(of(GUARD, magnitude=8), attacked("shooting", 20, 20, 20), turn("volley-fire", attack_test=1))
    assert targets(played, "attack-test") == [30 + 25]
    assert played.asked("eligible-to-shoot")[0].high == 5


def test_two_squads_keep_apart() -> None:
    """onlywar O2, O3, S6: each squad has its own actions, Attack and reaction; an order is carried out by all of one squad."""
    one, two = of(GUARD, name="Alpha"), of(KROOT, "hunting-craft", name="Beta")
    shots = attacked("shooting", to="beta", reaction="hunting-craft", command_test=1, hits_made=1)
    steps = (turn("volley-fire", who="alpha", attack_test=70), shots, turn("volley-fire", who="beta", attack_test=70))
    played = TABLE.meets([one, two], *steps)
    assert (after(played, "alpha").round.reacted, after(played, "beta").round.reacted) == (False, True)
    assert ended(played) == []


def test_a_second_overwatch_takes_the_place_of_the_first() -> None:
    """onlywar table: an effect ordered again begins anew and is there once."""
    played = TABLE.meets(of(ORKS, "more-dakka", magnitude=12), turn("more-dakka"), OVER, turn("more-dakka"), OVER, turn())
    assert lasting(played, "more-dakka") == "-++++-"
    twice = TABLE.meets(of(ORKS, "more-dakka", magnitude=12), turn("more-dakka"), OVER, turn("more-dakka"))
    assert len(after(twice).in_play) == 1


def test_reasons_are_shown_for_reactions_too() -> None:
    """onlywar O1: asked for a reaction, only orders for this trigger are on offer."""
    men = of(GUARD, "look-out", "move-move-move")
    shot = TABLE.meets(men, attacked("shooting"))
    blast = TABLE.meets(men, attacked("blast", 0))
    assert offered(shot, "reaction")[0] == {"look-out", "no-reaction"}
    assert "scatter" in offered(blast, "reaction")[0]
    assert "move-move-move" not in offered(blast, "reaction")[0]
    assert all(not set(request.options) & set(unavailable(request)) for request in shot.asked("command"))


def test_lasgun_is_shown() -> None:
    """onlywar S7, issue 5: hits are shown with the line of the main weapon."""
    played = TABLE.meets(of(GUARD), turn("volley-fire", attack_test=70))
    assert played.args("weapon-line")["weapon"] == LASGUN


def test_willpower_of_who_meets_them_as_usual() -> None:
    """Sanity is weakness: who meets the band has the usual 35, where nobody says otherwise."""
    played = TABLE.meets(of(CHAOS, magnitude=8), happens("met", met_test=1))
    (request,) = played.asked("met-willpower")
    assert request.default == 35
    assert played.outcomes("met-willpower") == [35]
