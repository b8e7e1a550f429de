"""Sentences get the arguments they ask for: each event and request is held against its sentence, unplayed and played."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest

from command import EXAMPLES, ROOT
from psyphase.engine import procedure
from psyphase.engine.journal import Journal
from psyphase.engine.play import Answered, Narration, play
from psyphase.engine.procedure import Answer, Decision, Event, Number, Numbers, Request, Roll, Selection, Text
from psyphase.engine.sources import Defaults, Given, RandomDice, Recorded
from psyphase.games.roster import read_roster
from psyphase.games.script import read_script
from psyphase.games.session import Session, open_session
from psyphase.systems import system as find
from psyphase.words.sentences import Sentence, Sentences
from psyphase.words.wording import Wording
from source import SYSTEMS, called, of_system, place, shared

REQUESTS = ("Roll", "Decision", "Selection", "Number", "Numbers", "Text")


# What a sentence asks for


class Missing(KeyError):
    """An argument that was not there."""


class Asked(dict[str, object]):
    """Arguments that tell which of them was missing."""

    def __missing__(self, key: str) -> object:
        raise Missing(key)


class Anything(int):
    """An argument of any kind, as far as a sentence looks at it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __getitem__(self, _key: object) -> Any:
        return self


class Mumbling:
    """Says everything the same way."""

    def __getattr__(self, _name: str) -> Callable[..., str]:
        return lambda *_args: "..."


def needs(sentence: Sentence) -> set[str]:
    """The arguments that a sentence cannot do without: its placeholders, or those it looks at when it is said."""
    if isinstance(sentence, str):
        return {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(sentence) if name}
    return set().union(*(_looked_at(sentence, Anything(value)) for value in (0, 1, 2)))


def _looked_at(sentence: Callable[..., str], value: Anything) -> set[str]:
    """What it looks at, each time it is said with what was missing before."""
    args = Asked()
    while True:
        try:
            sentence(Mumbling(), args)
        except KeyError as missing:
            key = missing.args[0]
            # A key of another mapping: what is said depends on a value nobody knows.
            if key in args or not isinstance(key, str) or (not isinstance(missing, Missing) and not re.fullmatch("[a-z_]+", key)):
                break
            args[key] = value
        except (AttributeError, TypeError, ValueError, StopIteration, ArithmeticError, AssertionError):
            break
        else:
            break
    return set(args)


# What the code brings


class Made(NamedTuple):
    """An event or a request that code makes, with the arguments it certainly has; None: only a game can tell."""

    id: str
    is_request: bool
    line: int
    keys: frozenset[str] | None


class Code:
    """Modules whose functions may call each other."""

    def __init__(self, modules: Mapping[str, ast.Module]) -> None:
        self.modules = modules
        found = [node for code in modules.values() for node in ast.walk(code) if isinstance(node, ast.FunctionDef)]
        names = [function.name for function in found]
        self.functions = {one.name: one for one in found if names.count(one.name) == 1}

    def made(self) -> Iterator[tuple[str, Made]]:
        """Every event and request with an id that is written out."""
        for name, code in self.modules.items():
            for function in (node for node in ast.walk(code) if isinstance(node, ast.FunctionDef)):
                for node in ast.walk(function):
                    if isinstance(node, ast.Call) and called(node) in ("Event", *REQUESTS) and node.args:
                        keys = self.keys(_args_of(node), function)
                        for id in _ids(node.args[0]):
                            yield place(name) if name else "", Made(id, called(node) != "Event", node.lineno, keys)

    def keys(self, node: ast.expr | None, function: ast.FunctionDef, depth: int = 0) -> frozenset[str] | None:
        """The keys that a mapping certainly has."""
        if node is None:
            return frozenset()
        if isinstance(node, ast.Dict):
            return self._of_dict(node, function, depth)
        if isinstance(node, ast.IfExp):
            return _in_all([self.keys(node.body, function, depth), self.keys(node.orelse, function, depth)])
        if isinstance(node, ast.BinOp):
            return _in_any([self.keys(node.left, function, depth), self.keys(node.right, function, depth)])
        if isinstance(node, ast.Name):
            assigned = [
                one for one in ast.walk(function) if isinstance(one, ast.Assign | ast.AnnAssign) and _target(one) == node.id
            ]
            return _in_all([self.keys(one.value, function, depth) for one in assigned])
        if isinstance(node, ast.Call) and called(node) in self.functions and depth < 5:
            helper = self.functions[called(node)]
            returned = [one.value for one in ast.walk(helper) if isinstance(one, ast.Return)]
            return _in_all([self.keys(one, helper, depth + 1) for one in returned])
        return None

    def _of_dict(self, node: ast.Dict, function: ast.FunctionDef, depth: int) -> frozenset[str] | None:
        own = frozenset(str(key.value) for key in node.keys if isinstance(key, ast.Constant))
        more = [self.keys(value, function, depth) for key, value in zip(node.keys, node.values, strict=True) if key is None]
        return _in_any([own, *more])


def _in_all(several: list[frozenset[str] | None]) -> frozenset[str] | None:
    known = [one for one in several if one is not None]
    return frozenset.intersection(*known) if known and len(known) == len(several) else None


def _in_any(several: list[frozenset[str] | None]) -> frozenset[str] | None:
    return None if None in several else frozenset(key for one in several if one is not None for key in one)


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return target.id if isinstance(target, ast.Name) else ""


def _args_of(call: ast.Call) -> ast.expr | None:
    """The arguments that an event or request is made with."""
    place = getattr(procedure, called(call)).__struct_fields__.index("args")
    named = next((word.value for word in call.keywords if word.arg == "args"), None)
    return named or (call.args[place] if len(call.args) > place else None)


def _ids(node: ast.expr) -> list[str]:
    """The ids that are written out, both arms of a choice too."""
    if isinstance(node, ast.IfExp):
        return [*_ids(node.body), *_ids(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def lacking(code: Code, sentences: Sentences) -> list[str]:
    """Events and requests without an argument of their sentence."""
    found: list[str] = []
    for at, made in code.made():
        sentence = (sentences.requests if made.is_request else sentences.events).get(made.id)
        if made.keys is not None and sentence is not None and (missing := needs(sentence) - made.keys):
            found.append(f"{at}:{made.line}: {made.id} lacks {', '.join(sorted(missing))}")
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_sentence_gets_its_arguments(system: str) -> None:
    """What a sentence asks for stands in the arguments that its event or request is made with."""
    assert not lacking(Code({**of_system(system), **shared()}), find(system).sentences())


# What a game brings


class Whatever:
    """Answers of no sense, all of them legal, from a seed."""

    name = "given"

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.left = 150

    def __call__(self, request: Request) -> Answer | None:
        self.left -= 1
        if self.left < 0 or isinstance(request, Roll):
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


def told(session: Session, *sources: Any, journal: Journal) -> list[Event | Request]:
    """Everything that is said and asked in a game, what stands beside options and in arguments too."""
    heard: list[Narration] = []
    play(session.start(), *sources, journal=journal, report=heard.append)
    steps = [one.request if isinstance(one, Answered) else one for one in heard if isinstance(one, Answered | Event)]
    return [inner for step in steps for inner in (step, *_events(step))]


def _events(value: object) -> Iterator[Event]:
    """The events in what is told; a request in there is only one whose chances are shown."""
    if isinstance(value, Event | Roll | Decision | Selection | Number | Numbers | Text):
        for field in ("args", "notes", "unavailable", "reroll"):
            yield from _events(getattr(value, field, None))
    elif isinstance(value, Mapping | tuple | list):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from (*([one] if isinstance(one, Event) else []), *_events(one))


def scripted(script: Path) -> tuple[Session, list[Event | Request]]:
    """What an example script tells."""
    read = read_script(script)
    text = script.read_text(encoding="utf-8")
    folders = [ROOT / named[1]] if (named := re.search(r"^#.*--rules (\S+)", text, re.MULTILINE)) else []
    session = open_session(read.procedure, read.armies, folders, read.settings)
    journal = Journal()
    recorded = Recorded(tuple(Journal(read.play).entries))
    return session, told(session, recorded, Given(read.answers), Defaults(), RandomDice(journal, "1"), journal=journal)


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


@cache
def _needed(system: str, id: str, is_event: bool) -> frozenset[str]:
    sentences = find(system).sentences()
    return frozenset(needs((sentences.events if is_event else sentences.requests)[id]))


@pytest.mark.parametrize(
    "script", sorted(path.with_suffix(".yaml") for path in EXAMPLES.glob("*.txt")), ids=lambda path: path.stem
)
def test_example_scripts_bring_every_argument(script: Path) -> None:
    """Whatever an example script tells has what its sentence asks for."""
    session, steps = scripted(script)
    assert not check(session, steps)


GAMES = {
    "w40k7": ("andy.yaml", "chaos.yaml"),
    "hh3": ("thousand-sons.yaml", "loyalists.yaml"),
    "onlywar": ("squad-orks.yaml", "squad-guard.yaml", "squad-chaos.yaml", "squad-drukhari.yaml"),
}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("system", SYSTEMS)
def test_games_without_sense_bring_every_argument(system: str, seed: int) -> None:
    """Whatever is told after any legal answers has what its sentence asks for."""
    armies = [read_roster(EXAMPLES / name) for name in GAMES[system]]
    session = open_session(next(iter(armies[0].system.procedures)), armies, [], {})
    journal = Journal()
    steps = told(session, Whatever(seed), Defaults(), RandomDice(journal, str(seed)), journal=journal)
    assert not check(session, steps)


# Faults that the checks see


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("{unit}: {wounds:+d} of {unit.name}", {"unit", "wounds"}),
        (lambda words, args: words.value(args["unit"]) + str(args["wounds"]), {"unit", "wounds"}),
        (lambda words, args: "{unit}".format_map({key: words.value(value) for key, value in args.items()}), {"unit"}),
        (lambda words, args: words.value(args["wounds"]) if "unit" in args else "", set()),
        (lambda words, args: {2: "two"}[args["count"]] + words.value(args["left"]), {"count", "left"}),
    ],
    ids=["braces", "looked at", "filled", "only if it is there", "by another mapping"],
)
def test_what_a_sentence_asks_for_is_seen(sentence: Sentence, asked: set[str]) -> None:
    """Placeholders, and what a function looks at."""
    assert needs(sentence) == asked


@pytest.mark.parametrize(
    "code",
    [
        "def f(): yield from Event('hurt', {'unit': 1})",
        "def f(a): yield from Event('hurt' if a else 'x', {'unit': 1})",
        "def f():\n    args = {'unit': 1}\n    yield from Event('hurt', args)",
        "def f(a):\n    args = {'unit': 1, 'wounds': 2} if a else {'unit': 1}\n    yield from Event('hurt', {**args})",
        "def g(a): return {'unit': a}\ndef f(): yield from Event('hurt', {**g(1), 'other': 2})",
        "def f(): yield from Decision('hurt', 'mine', {}, args={'unit': 1})",
    ],
)
def test_an_argument_that_lacks_is_seen(code: str) -> None:
    """Written out, by a name, by either arm of a choice, by another function."""
    sentences = Sentences(events={"hurt": "{unit} {wounds}"}, requests={"hurt": "{unit} {wounds}"})
    assert [one.partition(": ")[2] for one in lacking(Code({"": ast.parse(code)}), sentences)] == ["hurt lacks wounds"]
