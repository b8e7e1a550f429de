"""A table at which scripted encounters of Only War are played: squads in a line, an encounter step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import scripted
from psyphase.engine.journal import Journal
from psyphase.engine.play import play
from psyphase.engine.procedure import Answer, Procedure, Request
from psyphase.engine.sources import GivenFaces
from psyphase.systems import find_system
from psyphase.systems.onlywar.encounter import play_encounter
from psyphase.systems.onlywar.model import Rules
from psyphase.systems.onlywar.roster import Characteristics, Commander, Roster, Subordinates, Weapon
from psyphase.systems.onlywar.squad import Encounter, Squad
from scripted import Given, Played, unavailable

T = TypeVar("T")

LASGUN = Weapon("Lasgun", damage="1d10+3 E", range=100)
BAYONET = Weapon("Bayonet", damage="1d5+3 R")
FLAMER = Weapon("Flamer", damage="1d10+4 E", penetration=2, range=20, qualities=("flame", "spray"))
STUBBER = Weapon("Heavy stubber", damage="1d10+4 I", penetration=3, range=100)
SWORD = Weapon("Sword", damage="1d10+5 R")
PISTOL = Weapon("Pistol", damage="1d10+2 E", range=30)


def profile(**values: int) -> Characteristics:
    """A profile of 30 in everything but what is given."""
    usual = dict.fromkeys(("ws", "bs", "s", "t", "ag", "int", "per", "wp", "fel"), 30)
    return Characteristics(**{**usual, **values})


def boss(category: Any = "elite", *, skills: dict[str, int] | None = None, **more: Any) -> Commander:
    """A commander: 40 in everything, toughness bonus 4, 12 wounds, no armour."""
    given = {name: more.pop(name) for name in tuple(more) if name in Characteristics.__struct_fields__}
    values = {**dict.fromkeys(("ws", "bs", "s", "t", "ag", "int", "per", "wp", "fel"), 40), **given}
    usual: dict[str, Any] = {"weapons": (PISTOL, SWORD)}
    return Commander(
        name="Boss",
        category=category,
        characteristics=Characteristics(**values),
        skills=skills or {},
        **{"wounds": 12, **usual, **more},
    )


def squad(*commands: str, faction: str = "imperial-guard", magnitude: int = 8, **more: Any) -> Roster:
    """A squad of troops: 30 in everything, toughness bonus 3, armour 4; what is given goes to its part."""
    given = {name: more.pop(name) for name in tuple(more) if name in Characteristics.__struct_fields__}
    parts = {name: more.pop(name) for name in tuple(more) if name in Subordinates.__struct_fields__ and name != "name"}
    men = Subordinates(
        **{
            "name": "Men",
            "category": "troop",
            "magnitude": magnitude,
            "characteristics": profile(**given),
            "armour": 4,
            "ranged": LASGUN,
            "melee": BAYONET,
            **parts,
        }
    )
    usual: dict[str, Any] = {"name": "Squad", "commander": boss(), **more}
    return Roster(system="onlywar", faction=faction, subordinates=men, commands=commands, **usual)


@dataclass
class Step:
    """What happens next: the turn of a squad, something that happens to one, the end of a round. `answers` go by id."""

    next: str
    answers: dict[str, list[Answer]] = field(default_factory=dict)


def turn(*commands: str, who: str = "squad", **answers: Given) -> Step:
    """The turn of a squad: these commands, then its end."""
    return Step(who, {**_lists(answers), "command": [*commands]})


def happens(what: str, *, to: str = "squad", **answers: Given) -> Step:
    """Something happens to a squad outside a turn."""
    return Step("happens", {**_lists(answers), "which-squad": [to], "what-happens": [what]})


def attacked(kind: str = "shooting", *damage: int, to: str = "squad", **answers: Given) -> Step:
    """An attack on a squad: a hit for each number of damage, told on one line; none: no hit does any, or nobody is asked."""
    narration: dict[str, Given] = {"damage": tuple(map(str, damage))} if damage else {}
    return Step(f"hit/{to}", _lists({"attack_kind": kind, **narration, **answers}))


def adjust(change: str, *, of: str = "squad", **answers: Given) -> Step:
    """Something that the program cannot see is set right."""
    return Step("correct", {**_lists(answers), "which-squad": [of], "change": [change]})


OVER = Step("round-over")


def _lists(answers: dict[str, Given]) -> dict[str, list[Answer]]:
    return {id.replace("_", "-"): list(given) if isinstance(given, list) else [given] for id, given in answers.items()}


class Steps:
    """Answers step by step: those of one step have to be used up before the next begins."""

    name = "given"
    lenient = frozenset({"which-squad"})

    def __init__(self, steps: Sequence[Step]) -> None:
        self.waiting = [Step(step.next, {id: list(given) for id, given in step.answers.items()}) for step in steps]
        self.now = Step("")

    def __call__(self, request: Request) -> Answer | None:
        if request.id == "next":
            self.finish()
            self.now = self.waiting.pop(0) if self.waiting else Step("end")
            return self.now.next
        waiting = self.now.answers.get(request.id)
        if waiting:
            return waiting.pop(0)
        return "end-turn" if request.id == "command" else None

    def finish(self) -> None:
        """Whatever nobody asked for is an error."""
        left = {id: given for id, given in self.now.answers.items() if given and id not in self.lenient}
        assert not left, f"nobody asked for {left} in the step {self.now.next}"

    def unused(self) -> list[Step]:
        """Steps that were not reached; what is left of the last one is an error."""
        self.finish()
        return self.waiting


class Table(scripted.Table):
    """A table of Only War: encounters are scripted step by step, and ended."""

    def steps(self, procedure: Procedure[T], steps: Sequence[Step]) -> Played[T]:
        """Play any procedure, step by step."""
        return self.play_script(procedure, Steps(steps))

    def meets(self, squads: Roster | Sequence[Roster], *steps: Step) -> Played[Encounter]:
        """An encounter of one or several squads."""
        rosters = [squads] if isinstance(squads, Roster) else squads
        return self.steps(play_encounter(self.rules, *rosters), steps)


def onlywar_rules(*folders: Path) -> Rules:
    """Every table: the shipped ones, then those of other folders."""
    rules: Rules = scripted.read_rules("onlywar", *folders)
    return rules


def rolled(rules: Rules, name: str, faces: str, *words: str, **options: Any) -> Any:
    """A one-shot roll with these faces."""
    return play(find_system("onlywar").rolls[name].procedure(rules, *words, **options), GivenFaces(faces), journal=Journal())


def sums(played: Played[Any], id: str) -> list[dict[str, int]]:
    """What tests of this id were rolled against, in parts: the base first, then what was added, before the cap."""
    found = [request.args["target"] for request in played.asked(id)]
    return [{part.id: part.value for part in (one.base, *one.modifiers)} for one in found]


def targets(played: Played[Any], id: str) -> list[int]:
    """What tests of this id were rolled against."""
    return [request.args["target"].value for request in played.asked(id)]


def hits(played: Played[Any]) -> list[int]:
    """How many hits the squad made, each time."""
    return [event.args["hits"] for event in played.events("hits")]


def lost(played: Played[Any]) -> list[int]:
    """How many subordinates were lost, each time."""
    return [event.args["count"] for event in played.events("lost")]


def moved(played: Played[Any]) -> list[int]:
    """How far every member moved, in metres, each time."""
    return [event.args["metres"] for event in played.events("moves")]


def reasons(played: Played[Any], at: int = -1) -> dict[str, str]:
    """Why commands could not be given when one was last asked for."""
    return unavailable(played.asked("command")[at])


def offered(played: Played[Any], id: str = "command") -> list[set[str]]:
    """What was on offer, each time."""
    return [set(request.options) for request in played.asked(id)]


def after(played: Played[Encounter], id: str = "squad") -> Squad:
    """A squad in the end."""
    return played.outcome.squad(id)


def effects(squad: Squad) -> set[str]:
    """The effects on a squad, by their commands."""
    return {effect.command for effect in squad.in_play}


def in_play(played: Played[Encounter], id: str = "squad") -> set[str]:
    """The effects on a squad in the end."""
    return effects(after(played, id))


def ended(played: Played[Any]) -> list[str]:
    """The effects that ended, by their English names."""
    return [event.args["effect"].en for event in played.events("effect-over", "watch-ends")]
