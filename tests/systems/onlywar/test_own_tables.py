"""Tables of one's own: what a command or an ability is called makes no difference, only what it does (onlywar O5, O6)."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from command import EXAMPLES, psyphase
from onlywar_table import OVER, Table, in_play, onlywar_rules, squad, turn
from psyphase.engine.journal import Journal
from psyphase.engine.play import Answered, Narration, play
from psyphase.engine.procedure import Answer, Decision, Event, Number, Numbers, Request, Roll, Selection
from psyphase.engine.sources import RandomDice
from psyphase.errors import RulesError
from psyphase.games.roster import read_roster
from psyphase.systems import find_system
from psyphase.systems.onlywar.commands import DOES
from psyphase.systems.onlywar.encounter import play_encounter
from psyphase.systems.onlywar.model import AbilityWord, CommandWord, Rules
from psyphase.systems.onlywar.roster import Roster
from psyphase.tables.library import shipped_rules
from psyphase.words.wording import Wording

SHIPPED = shipped_rules() / "onlywar" / "commands"
EXAMPLE_OF = {"imperial-guard": "guard", "orks": "orks", "drukhari": "drukhari", "kroot": "kroot", "chaos": "chaos"}
ASKED = {
    "imperial-guard": {"reroll"},
    "orks": {"toughness-test", "own-fire", "extra-move"},
    "drukhari": {"pain-gained", "pain-spent", "watch-test"},
    "kroot": {"surprise", "learned", "growth"},
    "chaos": {"met-test", "force-field", "victims", "sacrifice"},
}
"""What only abilities and commands of a side ask for."""


class Anybody:
    """Answers anything legal, the same for the same questions, whatever keys the options have; ends it after a while."""

    name = "asked"

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.asked = 0

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        self.asked += 1
        if isinstance(request, Decision):
            if request.id == "next" and self.asked > 150:
                return "end"
            left_out = ("end", "end-turn", "back", *(("correct",) if request.id == "command" else ()))
            keys = [key for key in request.options if key not in left_out] or list(request.options)
            return self.random.choice([*keys, *keys[:1] * 3] if request.id == "next" else keys)
        if isinstance(request, Selection):
            return tuple(self.random.sample(list(request.options), min(request.most, len(request.options))))
        if isinstance(request, Number):
            return self.random.randint(request.low, min(request.high, request.low + 60))
        return ("14", "3", "8")[: request.most] if isinstance(request, Numbers) else "Name"


def known(rules: Rules, faction: str) -> Roster:
    """The example squad of a side, which knows every command of it."""
    roster = read_roster(EXAMPLES / f"squad-{EXAMPLE_OF.get(faction, faction)}.yaml").roster
    assert isinstance(roster, Roster)
    return replace(roster, faction=faction, commands=tuple(rules.factions[faction].commands))


def said(rules: Rules, roster: Roster, seed: int) -> tuple[list[str], Journal]:
    """Everything that is said and asked in an encounter in which anything happens, in English; and its answers."""
    words = Wording(find_system("onlywar").sentences(), "en")
    lines: list[str] = []

    def hear(one: Narration) -> None:
        if isinstance(one, Event):
            lines.append(words.say(one))
        elif isinstance(one, Answered):
            lines.append(f"{words.ask(one.request)}: {answer(one)}")

    def answer(one: Answered) -> object:
        if isinstance(one.request, Decision):
            return words.option(one.request, str(one.answer), one.outcome)
        return one.answer if isinstance(one.request, Roll | Number) else ""

    journal = Journal()
    play(play_encounter(rules, roster), Anybody(seed), RandomDice(journal, str(seed)), journal=journal, report=hear)
    return lines, journal


def renamed(faction: str) -> str:
    """The commands of a side as those of the cousins: ability and commands under ids of their own."""
    text = (SHIPPED / f"{faction}.yaml").read_text(encoding="utf-8")
    text = re.sub(rf"^id: {faction}$", "id: cousins", text, count=1, flags=re.MULTILINE)
    return re.sub(r"^((?:- |  )id: )", r"\1own-", text, flags=re.MULTILINE)


@pytest.mark.no_cover
@pytest.mark.parametrize("faction", EXAMPLE_OF)
def test_ids_make_no_difference(faction: str, tmp_path: Path) -> None:
    """onlywar O6: a side with other ids and the same words says and asks the same, whatever happens."""
    path = tmp_path / "onlywar" / "commands" / "cousins.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(renamed(faction), encoding="utf-8")
    ours, theirs = onlywar_rules(), onlywar_rules(tmp_path)
    cousins = replace(known(ours, faction), faction="cousins", commands=tuple(theirs.factions["cousins"].commands))
    asked: set[str] = set()
    for seed in range(40):
        lines, journal = said(ours, known(ours, faction), seed)
        assert said(theirs, cousins, seed)[0] == lines
        asked |= {entry.id for entry in journal.entries}
    assert asked >= ASKED[faction]


def test_a_reroll_a_turn_by_another_name(tmp_path: Path) -> None:
    """onlywar O6: what an effect rerolls it rerolls whatever its command is called."""
    path = tmp_path / "onlywar" / "commands" / "cousins.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(renamed("orks"), encoding="utf-8")
    table = Table(onlywar_rules(tmp_path))
    war = "own-war-waits-for-no-one"
    steps = (turn(war, command_test=1), OVER, turn("melee-attack", attack_test=[99, 98], reroll="yes"))
    played = table.meets(squad(war, faction="cousins"), *steps)
    assert [request.args["why"].id for request in played.asked("reroll")] == [war]


def own_general(folder: Path) -> Path:
    """A folder in which the general commands stand a second time, under ids of their own."""
    text = (SHIPPED / "general.yaml").read_text(encoding="utf-8")
    path = folder / "onlywar" / "commands" / "general.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(re.sub(r"^- id: ", "- id: own-", text, flags=re.MULTILINE), encoding="utf-8")
    return folder


def test_general_commands_under_ids_of_ones_own(tmp_path: Path) -> None:
    """onlywar O5: a volley by another name is drilled, a charge by another name has its bonus, a sector is watched."""
    table = Table(onlywar_rules(own_general(tmp_path)))
    drilled = table.meets(squad(), turn("own-volley-fire", attack_test=[99, 98], reroll="yes"))
    assert [request.args["why"].id for request in drilled.asked("reroll")] == ["fire-drill"]
    orks = squad("here-we-come", faction="orks")
    played = table.meets(orks, turn("here-we-come", extra_move=3), OVER, turn("own-charge", attack_test=1))
    assert [event.args["more"] for event in played.events("weapon-line")] == [3]
    watching = table.meets(squad(), turn("own-overwatch"))
    assert in_play(watching) == {"own-overwatch"}


def test_the_program_takes_them(tmp_path: Path) -> None:
    """onlywar O6: with --rules a side of one's own is played, and its permanent ability told."""
    folder = tmp_path / "mine"
    path = folder / "onlywar" / "commands" / "cousins.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(renamed("orks").replace("The Toughest, the Meanest, the Greenest", "Hard as Nails"), encoding="utf-8")
    text = (EXAMPLES / "squad-orks.yaml").read_text(encoding="utf-8")
    text = re.sub(r"^commands: .*$", "commands: [own-more-dakka]", text, flags=re.MULTILINE).replace(
        "faction: orks", "faction: cousins"
    )
    (tmp_path / "squad.yaml").write_text(text, encoding="utf-8")
    options = ("--journal", "game.yaml", "-a", "command=own-more-dakka", "-a", "next=end")
    done = psyphase("squad", "squad.yaml", "--rules", str(folder), "--yes", "--plain", "--seed", "1", *options, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Hard as Nails" in done.stdout


def test_every_word_does_something() -> None:
    """onlywar O1: each word of `does` has its procedure, and each is used by the tables."""
    assert set(DOES) == set(get_args(CommandWord)) == {one.does for one in onlywar_rules().commands.values()}
    abilities = [faction.permanent for faction in onlywar_rules().factions.values() if faction.permanent]
    assert {word for one in abilities for word in one.does} == set(get_args(AbilityWord))


# Faults of tables

PERMANENT = "  does: [shakes-who-meets]\n  difficulty: easy\n"
FAULTS = [
    pytest.param("chaos", PERMANENT, PERMANENT.replace("easy", "none"), "permanent: 'shakes-who-meets' needs a difficulty", id="ability without its difficulty"),
    pytest.param("chaos", PERMANENT, PERMANENT.replace("easy", "eazy"), "permanent: no difficulty 'eazy'", id="no such difficulty"),
    pytest.param("chaos", PERMANENT, PERMANENT.replace("shakes", "shaked"), "does: expected one of", id="no such word"),
    pytest.param("chaos", "sizes: [10, 20]", "sizes: [20, 10]", "sizes: reversed range, got 20 before 10", id="sizes the wrong way round"),
    pytest.param("chaos", "grants: [flame, tearing]", "grants: [flame, shiny]", "grants: no quality 'shiny'", id="no such quality"),
    pytest.param("chaos", "on: wp, difficulty: very-hard", "on: cooking, difficulty: very-hard", "test: no characteristic or skill 'cooking'", id="no such skill"),
    pytest.param("chaos", "difficulty: very-hard", "difficulty: absurd", "test: no difficulty 'absurd'", id="no such step"),
    pytest.param("chaos", "- id: let-the-galaxy-burn", "- id: no-reaction", "id: 'no-reaction' is a word of the menus", id="a word of the menus"),
    pytest.param("general", "permanent: none", "permanent: all", "permanent: expected an ability or none, got 'all'", id="an ability that is a word"),
    pytest.param("imperial-guard", "  repeats: volley-fire\n", "", "'two-volleys' needs one", id="nothing to repeat"),
    pytest.param("imperial-guard", "repeats: volley-fire", "repeats: run", "repeats: no command with hits 'run'", id="what it repeats makes no hits"),
    pytest.param("orks", "move: full\n  extra_move: 1d10", "move: none\n  extra_move: 1d10", "move: 'move' needs one", id="a move that is none"),
]  # fmt: skip


def faults(folder: Path) -> str:
    """What is wrong with a folder of tables beside ours."""
    with pytest.raises(RulesError) as refused:
        onlywar_rules(folder)
    return str(refused.value)


@pytest.mark.parametrize(("file", "part", "change", "message"), FAULTS)
def test_faults_of_commands(tmp_path: Path, file: str, part: str, change: str, message: str) -> None:
    """onlywar O1, O6: what a list of commands lacks is told at its place."""
    text = (SHIPPED / f"{file}.yaml").read_text(encoding="utf-8")
    assert text.count(part) == 1
    path = tmp_path / "onlywar" / "commands" / f"{file}.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text.replace(part, change), encoding="utf-8")
    assert re.search(rf"{file}\.yaml:\d+:\d+: .*{re.escape(message)}", faults(tmp_path))


@pytest.mark.parametrize("kind", ["a side without an ability", "general commands with one"])
def test_who_has_an_ability(tmp_path: Path, kind: str) -> None:
    """onlywar O5, O6: each side has its permanent ability, the general commands have none."""
    orks = (SHIPPED / "orks.yaml").read_text(encoding="utf-8")
    path = tmp_path / "onlywar" / "commands" / ("orks.yaml" if kind.startswith("a side") else "general.yaml")
    path.parent.mkdir(parents=True)
    if kind.startswith("a side"):
        text = re.sub(r"^permanent:\n(?:  .*\n)+", "permanent: none\n", orks, count=1, flags=re.MULTILINE)
    else:
        text = orks.replace("id: orks", "id: general", 1)
    path.write_text(text, encoding="utf-8")
    wanted = "'orks' needs a permanent ability" if kind.startswith("a side") else "'general' has none"
    assert f"permanent: {wanted}" in faults(tmp_path)


WHOLE = [
    pytest.param("figures", "most-protection", "no figure 'most-protection' in the table", id="a figure that rules ask for"),
    pytest.param("skills", "intimidate", "no 'intimidate' in the table", id="a skill that rules name"),
    pytest.param("difficulties", "hard", "no 'hard' in the table", id="a difficulty that rules name"),
    pytest.param("shock", "to-20", "from_total: hole, no row for a total of 1", id="the lowest row of Shock"),
]


@pytest.mark.parametrize(("table", "id", "message"), WHOLE)
def test_what_tables_must_have(tmp_path: Path, table: str, id: str, message: str) -> None:
    """onlywar M4, M5, facts 2.9: a whole set of tables that lacks what the rules name is refused."""
    import shutil

    shutil.copytree(SHIPPED.parent, tmp_path / "onlywar")
    path = tmp_path / "onlywar" / f"{table}.yaml"
    lines = re.split(r"^(?=- )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    kept = [entry for entry in lines if not re.match(rf"- \{{?id: {id}\b(?!-)", entry)]
    assert len(kept) == len(lines) - 1
    path.write_text("".join(kept), encoding="utf-8")
    done = psyphase("rules", "check", str(tmp_path))
    assert done.returncode == 1
    assert re.search(rf"{table}\.yaml:\d+:\d+: {re.escape(message)}", done.stderr)


# What changes nothing


def remarks(*words: str) -> list[str]:
    """What `rules check` tells of these tables beside their numbers."""
    done = psyphase("rules", "check", *words, "--system", "onlywar")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()[1:]


def test_our_tables() -> None:
    """onlywar facts 2.8, 4: what is for people only in the shipped tables, one line a file."""
    assert remarks() == [
        "onlywar/commands/drukhari.yaml: nothing reads: fear of ready-for-slaughter",
        "onlywar/commands/kroot.yaml: nothing reads: agility-skills of predator-instincts",
        "onlywar/commands/orks.yaml: nothing reads: fear of war-waits-for-no-one",
        "onlywar/qualities.yaml: text only: flame, tearing, reliable, balanced",
    ]


OWN = """\
id: tau
name: {en: Tau, ru: Тау, fr: Tau, ours: [ru, fr]}
sizes: [5, 10]
permanent:
  id: greater-good
  name: {en: For the Greater Good, ru: Ради высшего блага, fr: Pour le bien suprême, ours: [ru, fr]}
  does: []
  difficulty: easy
  per_magnitude: 2
  effect: {en: words, ru: слова, fr: mots}
  source: mine, onlywar O6
source: mine, onlywar O6
commands:
- id: wait
  name: {en: Wait, ru: Ждать, fr: Attendre, ours: [ru, fr]}
  action: half
  subtypes: []
  troops: true
  uses: any
  when: turn
  does: last
  test: none
  hits: {first: 1, every: 1, weapon: ranged}
  move: none
  extra_move: none
  kills: 0
  lasts: scene
  bonuses: [{on: fear, value: 1}]
  grants: []
  granted: none
  effect: {en: words, ru: слова, fr: mots}
  source: mine, onlywar O6
"""


def test_remarks_about_ones_own_tables(tmp_path: Path) -> None:
    """onlywar O1, O6: of a folder of one's own everything that changes nothing is told at its place, and nothing of ours."""
    path = tmp_path / "onlywar" / "commands" / "tau.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(OWN, encoding="utf-8")
    figure = "- id: luck\n  name: {en: Luck, ru: Удача, fr: Chance, ours: [ru, fr]}\n  value: 7\n  source: mine\n"
    (tmp_path / "onlywar" / "figures.yaml").write_text(figure, encoding="utf-8")
    place = r"^.*/(\w+\.yaml:\d+:\d+: .*)$"
    told = [re.match(place, line) for line in remarks(str(tmp_path))]
    assert [one[1] for one in told if one] == [
        "figures.yaml:1:3: nothing reads: luck",
        "tau.yaml:5:3: text only: greater-good",
        "tau.yaml:5:3: nothing reads: difficulty of greater-good",
        "tau.yaml:5:3: nothing reads: per_magnitude of greater-good",
        "tau.yaml:14:3: text only: wait",
        "tau.yaml:28:12: nothing reads: fear of wait",
        "tau.yaml:23:9: nothing reads: hits of wait",
    ]
