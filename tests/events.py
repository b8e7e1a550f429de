"""The tables of rules/EVENTS.md, drawn from the code: `python tests/record.py` writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from command import ROOT
from flow import LINE, VALUE, Flow, starts
from made import Code, Made
from psyphase.engine.procedure import Event, Request
from psyphase.games.plain import plain_value
from psyphase.systems import find_system
from psyphase.systems.shared import sentences as of_shared
from psyphase.tables.names import Words
from psyphase.tables.sums import Sum, Target
from psyphase.words import common
from psyphase.words.sentences import Sentence
from source import SYSTEMS, of_system, shared, tree

PAGE = ROOT / "rules" / "EVENTS.md"
OF_GAMES = "psyphase.engine.sources"
"""What says something beside every procedure."""
LEFT_OUT = frozenset({"text in a language", "nothing"})
"""Kinds of values that JSON leaves out."""


class Listed(NamedTuple):
    """An event or request of the page; `always`: the arguments that it certainly has."""

    id: str
    kind: str
    always: frozenset[str]
    ever: frozenset[str]
    sentence: str


class Section(NamedTuple):
    """What one part of the page lists."""

    lines: dict[str, Listed]
    values: dict[str, Listed]
    asked: dict[str, Listed]


def merged(several: Iterable[Listed]) -> dict[str, Listed]:
    """By id; what is made in several places may have the arguments of all, and certainly those that all have."""
    found: dict[str, Listed] = {}
    for one in several:
        had = found.get(one.id, one)
        kind = had.kind if one.kind in had.kind.split(" or ") else f"{had.kind} or {one.kind}"
        found[one.id] = Listed(one.id, kind, had.always & one.always, had.ever | one.ever, one.sentence)
    return dict(sorted(found.items()))


@cache
def of_one_system(system: str) -> Section:
    """Everything a game of this system may say and ask."""
    code = Code({**of_system(system), **shared()})
    procedures = starts(code, system)
    if not procedures:
        raise LookupError(f"{system}: its module names no verbs")
    made = list(Flow(code, procedures).made())
    sentences, own = find_system(system).sentences(), _said(_own_sentences(system))
    lines = [one for one, ends in made if LINE in ends and not one.is_request]
    values = [one for one, ends in made if VALUE in ends and not one.is_request]
    asked = [one for one, _ in made if one.is_request]
    parts = ((lines, sentences.events), (values, sentences.events), (asked, sentences.requests))
    return Section(*(merged(_all_listed(several, known, own)) for several, known in parts))


def _all_listed(several: Sequence[Made], sentences: Mapping[str, Sentence], own: set[str]) -> Iterator[Listed]:
    written = {one.id for one in several}
    for made in several:
        yield from _listed(made, sentences, written, own)


def _listed(made: Made, sentences: Mapping[str, Sentence], written: set[str], own: set[str]) -> Iterator[Listed]:
    """What is made, once for each id that it may have: of a pattern those that have a sentence and are not written out.

    `own`: the ids of the system itself, the only ones that are meant where a part of a pattern may be anything.
    """
    if made.keys is None or ".+" in made.keys.ever:
        raise LookupError(f"{made.place}: nobody can tell the arguments of {made.id}")
    unwritten = [id for id in sentences if id not in written and (id in own or ".+" not in made.id)]
    ids = [made.id] if made.id in sentences else [id for id in unwritten if re.fullmatch(made.id, id)]
    if not ids:
        raise LookupError(f"{made.place}: {made.id} has no sentence")
    for id in ids:
        sentence = sentences[id]
        plain = sentence if isinstance(sentence, str) else ""
        yield Listed(id, made.kind, made.keys.always, made.keys.ever, plain)


@cache
def sections() -> dict[str, Section]:
    """The parts of the page: what is common, what systems share, and each of them; a thing stands where its sentence does."""
    home = {id: name for name, of in (("common", common), ("shared", of_shared)) for id in _said(of.SENTENCES)}
    found: dict[str, list[list[Listed]]] = {name: [[], [], []] for name in ("common", "shared", *SYSTEMS)}
    for system in SYSTEMS:
        own = _said(_own_sentences(system))
        for at, several in enumerate(of_one_system(system)):
            for key, one in several.items():
                found[system if key in own else home.get(key, system)][at].append(one)
    of_games = Code({OF_GAMES: tree(OF_GAMES)}).made()
    found["common"][0] += [one for made in of_games for one in _listed(made, common.SENTENCES.events, set(), set())]
    return {name: Section(*(merged(several) for several in parts)) for name, parts in found.items()}


def _own_sentences(system: str) -> object:
    from importlib import import_module

    return import_module(f"psyphase.systems.{system}.sentences").SENTENCES


def _said(sentences: object) -> set[str]:
    return {*getattr(sentences, "events", ()), *getattr(sentences, "requests", ())}


def glossary(text: str) -> dict[str, tuple[frozenset[str], str]]:
    """The hand-written glossary of the page: of every argument the kinds of its values, and what it is."""
    part = text[text.index("<!-- glossary -->") : text.index("<!-- end of glossary -->")]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| ([^|]+) \|$", part, re.MULTILINE)
    return {name: (frozenset(kinds.strip().split(" or ")) - {""}, meaning) for name, kinds, meaning in rows}


def drawn(name: str, kinds: Mapping[str, frozenset[str]]) -> str:
    """The tables of one part of the page."""
    section = sections()[name]
    parts = [
        _table("Lines", ("event", "arguments", "in English"), section.lines, kinds),
        _table("Events in arguments", ("id", "arguments", "in English"), section.values, kinds),
        _table("Questions and rolls", ("id", "kind", "arguments of the sentence", "in English"), section.asked, None),
    ]
    return "\n".join(part for part in parts if part)


def _table(title: str, head: tuple[str, ...], rows: Mapping[str, Listed], kinds: Mapping[str, frozenset[str]] | None) -> str:
    if not rows:
        return ""
    lines = [f"### {title}", "", f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    for id, one in rows.items():
        said = " ".join(one.sentence.split()).replace("|", "\\|")
        cells = [f"`{id}`", *([] if kinds is not None else [one.kind]), _arguments(one, kinds), said]
        lines.append(f"| {' | '.join(cells)} |".replace("  ", " "))
    return "\n".join([*lines, ""])


def _arguments(one: Listed, kinds: Mapping[str, frozenset[str]] | None) -> str:
    """The names of the arguments, in brackets those that are not always there; in JSON nothing that is language only."""
    names: list[str] = []
    for name in sorted(one.ever):
        of = kinds.get(name, frozenset()) if kinds is not None else frozenset({"..."})
        if of - LEFT_OUT:
            names.append(f"`{name}`" if name in one.always and not of & LEFT_OUT else f"[`{name}`]")
    return ", ".join(names)


@cache
def known(system: str) -> Section:
    """What the page lists for the games of a system."""
    parts = [sections()[name] for name in ("common", "shared", system)]
    return Section(*({id: one for part in parts for id, one in part[at].items()} for at in range(3)))


@cache
def kinds_of_page() -> dict[str, frozenset[str]]:
    """The kinds of values that the page's glossary gives each argument."""
    return {name: of for name, (of, _) in glossary(PAGE.read_text(encoding="utf-8")).items()}


def strange_event(system: str, event: Event, *, inner: bool = False) -> Iterator[str]:
    """What the page does not say of an event, and of those in its arguments."""
    section = known(system)
    listed = (section.values if inner else section.lines).get(event.id)
    if listed is None:
        yield f"{event.id} {'in arguments' if inner else 'as a line'}"
        return
    for name in sorted(event.args.keys() - listed.ever):
        yield f"{event.id}: {name}"
    for name in sorted(listed.ever):
        kind = "nothing" if name not in event.args else kind_of(event.args[name])
        optional = name not in event.args and name not in listed.always
        if not optional and kind not in kinds_of_page().get(name, ()):
            yield f"{event.id}: {name} is {kind}"
    for value in event.args.values():
        for one in _events(value):
            yield from strange_event(system, one, inner=True)


def strange_request(system: str, request: Request) -> Iterator[str]:
    """What the page does not say of a question or roll."""
    listed = known(system).asked.get(request.id)
    if listed is None or type(request).__name__ not in listed.kind.split(" or "):
        yield f"{type(request).__name__} {request.id}"
    else:
        yield from (f"{request.id}: {name}" for name in request.args.keys() - listed.ever)


def _events(value: object) -> Iterator[Event]:
    """The events that JSON shows of a value, without those in them."""
    if isinstance(value, Event):
        yield value
    elif isinstance(value, Mapping | tuple | list):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _events(one)


def kind_of(value: object) -> str:
    """What JSON shows of an argument, in the words of the glossary."""
    plain = plain_value(value)
    if isinstance(value, Event | Sum | Target):
        return type(value).__name__.lower()
    if plain is None:
        return "text in a language" if isinstance(value, Words) else "nothing"
    names = {bool: "flag", int: "number", str: "text", list: "list", dict: "object"}
    return names[type(plain)]


def refreshed(text: str) -> str:
    """The page with its tables drawn anew."""
    kinds = {name: of for name, (of, _) in glossary(text).items()}
    for name in sections():
        start = text.index(f"<!-- events {name} -->")
        end = text.index("<!-- end of events -->", start)
        text = f"{text[:start]}<!-- events {name} -->\n\n{drawn(name, kinds)}\n{text[end:]}"
    return text


def page() -> str:
    """The page as it ought to be."""
    return refreshed(PAGE.read_text(encoding="utf-8"))


def recorded() -> Iterator[tuple[Path, str]]:
    """What is written, and where."""
    yield PAGE, page()
