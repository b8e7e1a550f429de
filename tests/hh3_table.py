"""A table at which scripted games of the Age of Darkness are played: rosters in a line, answers by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

import scripted
from psyphase.engine.procedure import Answer, Event, Request
from psyphase.systems.hh3.battle import Battle
from psyphase.systems.hh3.model import Rules
from psyphase.systems.hh3.phase import play_battle
from psyphase.systems.hh3.roster import Models, Roster, Unit
from scripted import Given, Played, Script

T = TypeVar("T")
Units: TypeAlias = Unit | Sequence[Unit]

MIND_BURST, TRANQUILLITY, RAGE = "telepathy/mind-burst", "thaumaturgy/tranquillity", "biomancy/biomantic-rage"
FORESIGHT, STRIKE, WIND = "divination/foresights-blessing", "divination/every-strike-foreseen", "stormcalling/call-of-the-wind"
BARRIER, RESURRECTION, KINE = "telekinesis/force-barrier", "thaumaturgy/resurrection", "raptora/kine-shield"
STONEFORM, BLADEWEAVING, SHOTS = "pavoni/stoneform", "khenetai/bladeweaving", "corvidae/fated-shots"
PATHS, CLARITY, GUIDANCE = "corvidae/paths-of-consequence", "athanaean/clarity", "unattuned/aetheric-guidance"
SEAL, BREACH, CHANNELING = "anathemata/seal-the-veil", "anathemata/breach-the-veil", "diabolism/dark-channeling"
STORMWROUGHT, INFERNO, MINDSONG = "runecasting/stormwrought", "pyrae/inferno-shield", "khenetai/mindsong-of-blades"


def psyker(*disciplines: str, name: str = "Seer", willpower: int = 9, **more: Any) -> Unit:
    """A lone psyker."""
    return replace(Unit(name, willpower=willpower, disciplines=disciplines), **more)


def grunts(willpower: int = 7, name: str = "Grunts", **more: Any) -> Unit:
    """Ten models without anything."""
    return replace(Unit(name, willpower=willpower, models=10), **more)


def squad(name: str = "Squad", willpower: int = 6, leader: int = 8, trait: str = "sergeant", **more: Any) -> Unit:
    """Nine models and one whose willpower may stand for theirs."""
    models = (Models("Leader", willpower=leader, traits=(trait,)), Models("Men", count=9))
    return replace(Unit(name, willpower=willpower, models=models), **more)


def army(*units: Unit, name: str = "Friends", traits: tuple[str, ...] = (), reactions: int = 0) -> Roster:
    """A roster of these units."""
    return Roster(system="hh3", name=name, traits=traits, reactions=reactions, units=units)


class Acts(Script):
    """A script in which what is to be declared waits until it is on offer."""

    def __call__(self, request: Request) -> Answer | None:
        if request.id != "act":
            return super().__call__(request)
        waiting = self.left.get("act")
        return waiting.pop(0) if waiting and waiting[0] in getattr(request, "options", ()) else "go-on"


class Table(scripted.Table):
    """A table of the Age of Darkness."""

    def script(self, answers: Mapping[str, Given]) -> Acts:
        """What is to be declared waits until it is on offer."""
        return Acts(answers)

    def turns(self, mine: Units | Roster, theirs: Units | Roster | None = (), turns: int = 1, **answers: Given) -> Played[Battle]:
        """So many player turns, the first army's first; no units: some men, None: an army nobody knows."""
        foes = None if theirs is None else _army(theirs or [grunts()], "Foes")
        usual: dict[str, Given] = {} if "next_turn" in answers else {"next_turn": [*["go-on"] * (turns - 1), "end"]}
        return self.play(play_battle(self.rules, _army(mine, "Friends"), foes), {**usual, **answers})


def _army(units: Units | Roster, name: str) -> Roster:
    if isinstance(units, Roster):
        return units
    return army(*([units] if isinstance(units, Unit) else units), name=name)


def hh3_rules(*folders: Path) -> Rules:
    """Every table: the shipped ones, then those of other folders."""
    rules: Rules = scripted.read_rules("hh3", *folders)
    return rules


def offers(played: Played[Any], *powers: str, turn: int = 1) -> list[set[str]]:
    """Of some powers those on offer, each time something could be declared in a turn."""
    return [set(request.options) & set(powers) for request in played.asked("act") if request.args["turn"] == turn]


def apply_effect(played: Played[Any]) -> list[str]:
    """The powers that took effect; of Force with a known weapon it is told what is doubled."""
    found = played.events("works", "works-on", "force-doubles")
    return ["force" if event.id == "force-doubles" else event.args["power"].id for event in found]


def on(played: Played[Any]) -> list[tuple[str, ...]]:
    """On whom powers took effect."""
    return [
        tuple(name if isinstance(name, str) else name.id for name in event.args["names"]) for event in played.events("works-on")
    ]


def suffers(played: Played[Any]) -> list[str]:
    """The units that suffered perils."""
    return [event.args["unit"].name for event in played.events("perils-of-the-warp")]


def wounds(played: Played[Any]) -> list[tuple[str, int, int, int | None]]:
    """Wounds by perils: the unit, how many, their damage and AP."""
    found = played.events("wounds-without-ap", "wounds-with-ap")
    return [(one.args["unit"].name, one.args["wounds"], one.args["damage"], one.args["ap"]) for one in found]


def against(played: Played[Any], check: str) -> list[int]:
    """The willpower against which checks were taken."""
    return [request.args["against"].value for request in played.asked(check)]


def lost(played: Played[Any]) -> list[tuple[str, int]]:
    """The models that were lost, and how many of each."""
    return [(event.args["name"], event.args["count"]) for event in played.events("lost")]


def statuses(played: Played[Battle], unit: str) -> tuple[str, ...]:
    """The statuses of a unit in the end."""
    return played.outcome.unit(unit).statuses


def effects(played: Played[Battle]) -> list[str]:
    """What is in play in the end."""
    return [effect.power for effect in played.outcome.in_play]


def event_ids(played: Played[Any]) -> list[str]:
    """Everything that was told, in order."""
    return [narration.id for narration in played.narration if isinstance(narration, Event)]
