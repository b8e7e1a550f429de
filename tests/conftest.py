"""Fixtures for tests of rules: the shipped tables, and a table at which scripted games are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

import pytest
from hypothesis import HealthCheck, settings
from msgspec.structs import replace

from psyphase.engine.journal import Journal
from psyphase.engine.play import Answered, Narration, Source, play
from psyphase.engine.procedure import Answer, Decision, Event, Procedure, Request, Side
from psyphase.engine.sources import Defaults
from psyphase.systems import find_system
from psyphase.systems.w40k7.battle import Battle
from psyphase.systems.w40k7.generation import generate
from psyphase.systems.w40k7.model import PsychicSettings, Roster, Rules, Unit
from psyphase.systems.w40k7.phase import begin, psychic_phase
from psyphase.tables.library import Library, shipped_rules

T = TypeVar("T")
Given: TypeAlias = Answer | list[Any]

settings.register_profile("quick", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=1000)
settings.load_profile("quick")


class Script:
    """Answers by id, each used once, in order. As many dice are declared as the next test has faces."""

    name = "given"
    counted: ClassVar = {"dice": "psychic-test", "deny-dice": "deny-test"}

    def __init__(self, answers: Mapping[str, Given]) -> None:
        self.left: dict[str, list[Answer]] = {
            id.replace("_", "-"): list(given) if isinstance(given, list) else [given] for id, given in answers.items()
        }

    def __call__(self, request: Request) -> Answer | None:
        waiting = self.left.get(request.id)
        if waiting:
            return waiting.pop(0)
        faces = self.left.get(self.counted.get(request.id, ""))
        if faces:
            return len(cast("tuple[int, ...]", faces[0])) if isinstance(faces[0], tuple) else 1
        return None

    def unused(self) -> dict[str, list[Answer]]:
        """What nobody asked for."""
        return {id: answers for id, answers in self.left.items() if answers}


class Enough:
    """Ends the phase once the script has no more powers to attempt."""

    name = "enough"

    def __call__(self, request: Request) -> Answer | None:
        if request.id not in ("psyker", "power") or not isinstance(request, Decision):
            return None
        return "end" if "end" in request.options else "back"


class Played(Generic[T]):
    """A procedure that was played to its end: what it came to, what was told, what was answered."""

    def __init__(self, outcome: T, narration: Sequence[Narration], journal: Journal) -> None:
        self.outcome = outcome
        self.narration = narration
        self.journal = journal

    def events(self, *ids: str) -> list[Any]:
        """The events of these ids."""
        return [narration for narration in self.narration if isinstance(narration, Event) and narration.id in ids]

    def has(self, id: str) -> bool:
        """Whether there was such an event."""
        return bool(self.events(id))

    def args(self, id: str) -> Mapping[str, Any]:
        """The arguments of the one event of this id."""
        (event,) = self.events(id)
        args: Mapping[str, Any] = event.args
        return args

    def asked(self, id: str) -> list[Any]:
        """The requests of this id."""
        return [
            narration.request for narration in self.narration if isinstance(narration, Answered) and narration.request.id == id
        ]

    def outcomes(self, id: str) -> list[Any]:
        """What the requests of this id came to."""
        return [
            narration.outcome for narration in self.narration if isinstance(narration, Answered) and narration.request.id == id
        ]

    def order(self, *ids: str) -> list[str]:
        """The events and requests of these ids, in the order in which they came."""
        narration = (one for one in self.narration if isinstance(one, Event | Answered))
        all_ids = [one.id if isinstance(one, Event) else one.request.id for one in narration]
        return [id for id in all_ids if id in ids]


class Table:
    """Plays scripted games with some rules. Faces and decisions go by id, an underscore for a hyphen.

    A tuple is one answer (faces), a list several in order. Decisions that are not scripted take their
    default, a roll that is not scripted is an error, and so is an answer that nobody asked for.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def under(self, **words: str) -> Table:
        """The same table with other settings."""
        declared = self.rules.declared.change(words)
        return Table(replace(self.rules, declared=declared, settings=declared.typed(PsychicSettings)))

    def play(self, procedure: Procedure[T], answers: Mapping[str, Given], *others: Source) -> Played[T]:
        """Play any procedure."""
        script = Script(answers)
        narration: list[Narration] = []
        journal = Journal()
        outcome = play(procedure, script, *others, Defaults(), journal=journal, report=narration.append)
        assert not script.unused(), f"nobody asked for {script.unused()}"
        return Played(outcome, narration, journal)

    def generate(self, *units: Unit, **answers: Given) -> Played[Roster]:
        """Generate an army's powers."""
        return self.play(generate(self.rules, army(*units)), answers)

    def phase(
        self, mine: Unit | Sequence[Unit], theirs: Unit | Sequence[Unit] | None = (), warp_charge: int = 6, **answers: Given
    ) -> Played[Battle]:
        """One psychic phase of the first army; no units: an army without psykers, None: an army nobody knows."""
        foes = None if theirs is None else army(*(_units(theirs) or [Unit("Grunts", models=10)]), name="Foes")
        procedure = play_phase(self.rules, army(*_units(mine)), foes)
        return self.play(procedure, {"warp_charge": (warp_charge,), **answers}, Enough())

    def next_phase(self, battle: Battle, active: Side, warp_charge: int = 6, **answers: Given) -> Played[Battle]:
        """A later psychic phase of one side in the same battle."""
        procedure = psychic_phase(self.rules, replace(battle, active=active))
        return self.play(procedure, {"warp_charge": (warp_charge,), **answers}, Enough())


def read_rules(*folders: Path) -> Rules:
    """Every table of the 7th edition: the shipped ones, then those of other folders."""
    found = find_system("w40k7")
    library = Library("w40k7", [shipped_rules(), *folders])
    loaded: Rules = found.load(library, found.all_tables(library), library.settings())
    return loaded


def play_phase(rules: Rules, mine: Roster, theirs: Roster | None) -> Procedure[Battle]:
    """The first psychic phase of a battle."""
    battle = yield from begin(rules, mine, theirs)
    return (yield from psychic_phase(rules, battle))


def army(*units: Unit, name: str = "Friends") -> Roster:
    """A roster of these units."""
    return Roster(system="w40k7", name=name, units=units)


def _units(units: Unit | Sequence[Unit]) -> list[Unit]:
    return [units] if isinstance(units, Unit) else list(units)


@pytest.fixture(scope="session")
def rules() -> Rules:
    """Every shipped table of the 7th edition, settings as shipped."""
    return read_rules()


@pytest.fixture(scope="session")
def table(rules: Rules) -> Table:
    """A table with the rules as shipped."""
    return Table(rules)
