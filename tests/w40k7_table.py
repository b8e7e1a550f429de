"""A table at which scripted phases of the 7th edition are played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

import scripted
from psyphase.engine.procedure import Answer, Decision, Procedure, Request, Roll, Side
from psyphase.systems.w40k7.battle import Battle
from psyphase.systems.w40k7.generation import generate
from psyphase.systems.w40k7.model import Roster, Rules, Unit
from psyphase.systems.w40k7.phase import begin, psychic_phase
from scripted import Given, Played

__all__ = ["Played", "Table", "army", "play_phase", "read_rules"]


class Enough:
    """Ends the phase once the script has no more powers to attempt."""

    name = "enough"

    def __call__(self, request: Request) -> Answer | None:
        if request.id not in ("psyker", "power") or not isinstance(request, Decision):
            return None
        return "end" if "end" in request.options else "back"


class OwnDice:
    """Throws the dice that powers have of their own, and knows the targets, where a script is about something else: ones, and 7."""

    name = "own-dice"

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return (1,) * request.dice.count if request.id.startswith(("power-dice", "power-test")) else None
        return 7 if request.id in ("target-leadership", "target-characteristic", "target-mastery") else None


class Table(scripted.Table):
    """A table of the 7th edition."""

    def generate(self, *units: Unit, **answers: Given) -> Played[Roster]:
        """Generate an army's powers."""
        return self.play(generate(self.rules, army(*units)), answers)

    def phase(
        self, mine: Unit | Sequence[Unit], theirs: Unit | Sequence[Unit] | None = (), warp_charge: int = 6, **answers: Given
    ) -> Played[Battle]:
        """One psychic phase of the first army; no units: an army without psykers, None: an army nobody knows."""
        foes = None if theirs is None else army(*(_units(theirs) or [Unit("Grunts", models=10)]), name="Foes")
        procedure = play_phase(self.rules, army(*_units(mine)), foes)
        return self.play(procedure, {"warp_charge": (warp_charge,), **answers}, Enough(), OwnDice())

    def next_phase(self, battle: Battle, active: Side, warp_charge: int = 6, **answers: Given) -> Played[Battle]:
        """A later psychic phase of one side in the same battle."""
        procedure = psychic_phase(self.rules, replace(battle, active=active))
        return self.play(procedure, {"warp_charge": (warp_charge,), **answers}, Enough(), OwnDice())


def read_rules(*folders: Path) -> Rules:
    """Every table of the 7th edition: the shipped ones, then those of other folders."""
    rules: Rules = scripted.read_rules("w40k7", *folders)
    return rules


def play_phase(rules: Rules, mine: Roster, theirs: Roster | None) -> Procedure[Battle]:
    """The first psychic phase of a battle."""
    battle = yield from begin(rules, mine, theirs)
    return (yield from psychic_phase(rules, battle))


def army(*units: Unit, name: str = "Friends") -> Roster:
    """A roster of these units."""
    return Roster(system="w40k7", name=name, units=units)


def _units(units: Unit | Sequence[Unit]) -> list[Unit]:
    return [units] if isinstance(units, Unit) else list(units)
