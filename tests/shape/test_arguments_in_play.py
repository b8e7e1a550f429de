"""Whatever games tell, scripted ones and ones without sense, can be said, and rules/EVENTS.md knows it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from command import EXAMPLES, ROOT
from events import strange_event, strange_request
from needed import needs
from psyphase.engine.journal import Journal
from psyphase.engine.play import Answered, Narration, play
from psyphase.engine.procedure import Answer, Decision, Event, Number, Numbers, Request, Roll, Selection, Text
from psyphase.engine.sources import Defaults, Given, RandomDice, Recorded
from psyphase.games.roster import Army, read_roster
from psyphase.games.script import read_script
from psyphase.games.session import Session, open_session
from psyphase.systems import find_system
from psyphase.words.wording import Wording
from source import SYSTEMS


class Whatever:
    """Answers of no sense, all of them legal, from a seed."""

    name = "given"

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.left = 150

    def __call__(self, request: Request) -> Answer | None:
        self.left -= 1
        untold = isinstance(request, Number) and request.default is None
        if (self.left < 0 and not untold) or isinstance(request, Roll):
            return None
        if isinstance(request, Decision):
            keys = [key for key in request.options if key != request.ends] or list(request.options)
            return self.random.choice(keys)
        if isinstance(request, Selection):
            keys, most = list(request.options), min(request.most, len(request.options), request.least + 2)
            return tuple(self.random.sample(keys, self.random.randint(min(request.least, most), most)))
        if isinstance(request, Number):
            return self.random.randint(request.low, min(request.high, request.low + 12))
        if isinstance(request, Numbers):
            return (str(request.low), str(min(request.high, request.low + 9)))[: request.most]
        return f"name {self.left}"


def heard(session: Session, *sources: Any, journal: Journal) -> list[Narration]:
    """Everything that is told in a game."""
    told: list[Narration] = []
    play(session.start(), *sources, journal=journal, report=told.append)
    return told


def said(told: Iterable[Narration]) -> list[Event | Request]:
    """Everything that is said and asked in a game, what stands beside options and in arguments too."""
    steps = [one.request if isinstance(one, Answered) else one for one in told if isinstance(one, Answered | Event)]
    return [inner for step in steps for inner in (step, *_events(step))]


def _events(value: object) -> Iterator[Event]:
    """The events in what is told; a request in there is only one whose chances are shown."""
    if isinstance(value, Event | Roll | Decision | Selection | Number | Numbers | Text):
        for field in ("args", "notes", "unavailable", "reroll"):
            yield from _events(getattr(value, field, None))
    elif isinstance(value, Mapping | tuple | list):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from (*([one] if isinstance(one, Event) else []), *_events(one))


def scripted(script: Path) -> tuple[Session, list[Narration]]:
    """What an example script tells."""
    read = read_script(script)
    text = script.read_text(encoding="utf-8")
    folders = [ROOT / named[1]] if (named := re.search(r"^#.*--rules (\S+)", text, re.MULTILINE)) else []
    session = open_session(read.procedure, read.armies, folders, read.settings)
    journal = Journal()
    recorded = Recorded(tuple(Journal(read.play).entries))
    return session, heard(session, recorded, Given(read.answers), Defaults(), RandomDice(journal, "1"), journal=journal)


def check(session: Session, steps: list[Event | Request]) -> list[str]:
    """What is said without an argument that its sentence asks for; everything is said once, too."""
    sentences = session.system.sentences()
    words = Wording(sentences, "en", tuple(army.roster.name for army in session.armies))
    found: set[str] = set()
    for step in steps:
        known = sentences.events if isinstance(step, Event) else sentences.requests
        missing = (
            _needed(session.system.id, step.id, isinstance(step, Event)) - step.args.keys()
            if step.id in known
            else {"a sentence"}
        )
        if missing:
            found.add(f"{step.id} lacks {', '.join(sorted(missing))}")
        elif isinstance(step, Event):
            words.say(step)
        else:
            words.ask(step)
    return sorted(found)


def unlisted(system: str, told: Iterable[Narration]) -> list[str]:
    """What JSON has of a game and rules/EVENTS.md does not list: ids, arguments and kinds of values."""
    found: set[str] = set()
    for one in told:
        if isinstance(one, Event):
            found.update(strange_event(system, one))
        elif isinstance(one, Answered):
            found.update(strange_request(system, one.request))
    return sorted(found)


@cache
def _needed(system: str, id: str, is_event: bool) -> frozenset[str]:
    sentences = find_system(system).sentences()
    return frozenset(needs((sentences.events if is_event else sentences.requests)[id]))


@pytest.mark.parametrize(
    "script", sorted(path.with_suffix(".yaml") for path in EXAMPLES.glob("*.txt")), ids=lambda path: path.stem
)
def test_example_scripts_bring_every_argument(script: Path) -> None:
    """Whatever an example script tells has what its sentence asks for, and what the page of events lists."""
    session, told = scripted(script)
    assert not check(session, said(told))
    assert not unlisted(session.system.id, told)


@cache
def example_armies(system: str) -> list[Army]:
    """Example rosters of a system, as many as its usual game takes, four at most."""
    armies = [read_roster(path) for path in sorted(EXAMPLES.glob("*.yaml")) if is_roster(path, system)]
    return armies[: min(4, next(iter(find_system(system).verbs.values())).most)]


def is_roster(path: Path, system: str) -> bool:
    """Whether a file is a roster of a system that needs no tables of its own."""
    text = path.read_text(encoding="utf-8")
    return f"\nsystem: {system}\n" in f"\n{text}" and "\nsetup:" not in text and "--rules" not in text


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("system", SYSTEMS)
def test_games_without_sense_bring_every_argument(system: str, seed: int) -> None:
    """Whatever is told after any legal answers has what its sentence asks for, and what the page of events lists."""
    armies = example_armies(system)
    session = open_session(next(iter(armies[0].system.verbs)), armies, [], {})
    journal = Journal()
    told = heard(session, Whatever(seed), Defaults(), RandomDice(journal, str(seed)), journal=journal)
    assert not check(session, said(told))
    assert not unlisted(session.system.id, told)
