"""A game in progress: what it is played with, taking back and going on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from psyphase import __version__
from psyphase.engine.journal import Journal
from psyphase.engine.play import Answered, Narration, Report, Source, Undo, Undone, play
from psyphase.engine.procedure import Answer, Procedure, Request
from psyphase.engine.rolling import random_bytes
from psyphase.engine.sources import Defaults, Given, SetAside, left_over, replay
from psyphase.engine.tree import Tree
from psyphase.errors import PsyphaseError
from psyphase.games.roster import Army, army_names
from psyphase.games.script import FORMAT, ROSTERS, SIDES, TYPED
from psyphase.systems import library_of
from psyphase.systems.system import System
from psyphase.tables.nodes import dump_yaml
from psyphase.tables.settings import Settings
from psyphase.text import Phrase, all_of

T = TypeVar("T")


class Session(Struct, frozen=True):
    """What a game is played with: a procedure, the armies, the rules with the settings in force, the fingerprint of the tables."""

    system: System
    procedure: str
    armies: tuple[Army, ...]
    rules: Any
    settings: Settings
    fingerprint: str

    @property
    def names(self) -> tuple[str, ...]:
        """What tells its armies apart on screen."""
        return army_names(self.armies)

    def start(self) -> Procedure[Any]:
        """The procedure, at its beginning."""
        return self.system.verbs[self.procedure].procedure(self.rules, *(army.roster for army in self.armies))

    def header(self, *, real_dice: bool = False) -> str:
        """The first lines of its journal, up to `play:`. `real_dice`: whether faces are typed."""
        rosters = [msgspec.to_builtins(army.roster) for army in self.armies]
        setup: dict[str, Any] = dict(zip(SIDES, rosters, strict=False)) if self.system.two_sided else {ROSTERS: rosters}
        setup["settings"] = {setting.id: value for setting, value in self.settings.in_force()}
        if real_dice:
            setup["dice"] = TYPED
        setup["rules"] = self.fingerprint
        head = {"psyphase": FORMAT, "version": __version__, "system": self.system.id, "procedure": self.procedure, "setup": setup}
        text = dump_yaml(head, width=1000)
        return f"{text}play:\n"


def open_session(procedure: str, armies: Sequence[Army], folders: Sequence[Path], *changes: Mapping[str, str]) -> Session:
    """Read the tables the armies need and check the armies against them.

    `folders`: tables of the players, later ones replacing entries of earlier ones and of the shipped; `changes`: settings by name, as
    text, from one place after another. Raises PsyphaseError for armies that do not go together or with the procedure, AnswerError for a setting, RulesError for
    what is wrong in a table or roster.
    """
    systems = {army.system.id for army in armies}
    if len(systems) > 1:
        raise PsyphaseError("the armies play different systems: {systems}", systems=all_of(sorted(systems)))
    found = armies[0].system
    if procedure not in found.verbs:
        known = all_of(list(found.verbs))
        raise PsyphaseError("{system} has no '{procedure}', it has {known}", system=found.id, procedure=procedure, known=known)
    most = found.verbs[procedure].most
    if len(armies) > most:
        rosters = Phrase("1 roster") if most == 1 else Phrase("{count} rosters", count=most)
        raise PsyphaseError("'{procedure}' takes at most {most}, got {got}", procedure=procedure, most=rosters, got=len(armies))
    library = library_of(found.id, folders)
    settings = library.settings().change(*changes)
    rules = found.load(library, found.tables([army.roster for army in armies], procedure), settings)
    for army in armies:
        army.check(rules)
    return Session(found, procedure, tuple(armies), rules, settings, library.fingerprint)


def unattended(
    start: Callable[[], Procedure[T]], answers: Mapping[str, Sequence[Answer]], count: int, seed: str | None
) -> Iterator[T]:
    """Play a procedure `count` times without people: given answers by id, defaults, dice thrown. Each outcome in turn.

    The faces of the i-th, from 0, follow from the seed (None: no seed) and i alone. Raises AnswerError for a given answer that
    does not fit, Unanswered for a question without a default.
    """
    tree = Tree(start, lambda: (Given(answers), Defaults()) if answers else (Defaults(),))
    for number in range(count):
        yield tree.walk(random_bytes(None if seed is None else f"{seed}/{number}"))


class Game:
    """A procedure played with its journal: taking back and going on are replays."""

    def __init__(self, start: Callable[[], Procedure[Any]], journal: Journal, report: Report, note: Report | None = None) -> None:
        """`start` begins the procedure afresh; `report` hears what happens, `note` again what was told before an answer was taken back."""
        self._start = start
        self._journal = journal
        self._report = report
        self._note = note
        self._answered: list[Answered] = []
        self._muted = False
        self._went_on = False

    def play(self, sources: Sequence[Source], over: Callable[[], bool] | None = None) -> Any:
        """Play to the end, and return the outcome; `report` hears everything once, and what is taken back.

        `sources` answer what the journal does not; one that raises Undo has the last answer of a person taken back, and so has
        `over`, which is asked where the journal had every answer already. Raises Misfit for an entry of the journal that does not
        fit, PsyphaseError as `play` and the journal do.
        """
        # What a script leaves unanswered is asked for after what the journal has.
        reached = _Reached(self)
        while True:
            self._answered.clear()
            recorded = replay(self._journal)
            before: list[Source] = [recorded, reached, SetAside(self._journal, self._report)]
            try:
                outcome = play(self._start(), *before, *sources, journal=self._journal, report=self._heard)
            except Undo:
                self._take_back()
                continue
            if recorded.left:
                raise left_over(recorded)
            if self._went_on or not over or not over():
                return outcome
            self._take_back()

    def _take_back(self) -> None:
        count = self._journal.undo()
        if count:
            self._report(Undone(tuple(self._answered[-count:])))
        self._muted = True

    def go_on(self) -> None:
        """Everything that was told before has gone by."""
        self._muted = False
        self._went_on = True

    def _heard(self, narration: Narration) -> None:
        if isinstance(narration, Answered):
            self._answered.append(narration)
        if not self._muted:
            self._report(narration)
        elif self._note:
            self._note(narration)


class _Reached:
    """Asked once a journal has no more answers: from there on everything is new."""

    name = "reached"

    def __init__(self, game: Game) -> None:
        self._game = game

    def __call__(self, _request: Request) -> Answer | None:
        self._game.go_on()
        return None
