"""A table at which scripted games of any system are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar, cast

from msgspec.structs import replace

from psyphase.engine.journal import Journal
from psyphase.engine.play import Answered, Narration, Source, play
from psyphase.engine.procedure import Answer, Event, Procedure, Request
from psyphase.engine.sources import Defaults
from psyphase.systems import find_system
from psyphase.tables.library import Library, shipped_rules

T = TypeVar("T")
Given: TypeAlias = Answer | list[Any]


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


class Scripted(Source, Protocol):
    """A script that knows what of it nobody asked for."""

    def unused(self) -> object:
        """What is left."""


class Table:
    """Plays scripted games. Faces and decisions go by id, an underscore for a hyphen.

    A tuple is one answer (faces), a list several in order. Decisions that are not scripted take their default, a roll that is
    not scripted is an error, and so is an answer that nobody asked for.
    """

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def under(self, **words: str) -> Self:
        """The same table with other settings."""
        declared = self.rules.declared.change(words)
        return type(self)(replace(self.rules, declared=declared, settings=declared.typed(type(self.rules.settings))))

    def play_script(self, procedure: Procedure[T], script: Scripted, *others: Source) -> Played[T]:
        """Play any procedure by a script."""
        narration: list[Narration] = []
        journal = Journal()
        outcome = play(procedure, script, *others, Defaults(), journal=journal, report=narration.append)
        assert not script.unused(), f"nobody asked for {script.unused()}"
        return Played(outcome, narration, journal)

    def play(self, procedure: Procedure[T], answers: Mapping[str, Given], *others: Source) -> Played[T]:
        """Play any procedure, with answers by id."""
        return self.play_script(procedure, self.script(answers), *others)

    def script(self, answers: Mapping[str, Given]) -> Scripted:
        """The script of these answers."""
        return Script(answers)


@cache
def read_rules(system: str, *folders: Path) -> Any:
    """Every table of a system: the shipped ones, then those of other folders."""
    found = find_system(system)
    library = Library(system, [shipped_rules(), *folders])
    return found.load(library, found.all_tables(library), library.settings())


def unavailable(request: Any) -> dict[str, str]:
    """What may not be chosen, with the reason."""
    return {key: why.id for key, why in request.unavailable.items()}
