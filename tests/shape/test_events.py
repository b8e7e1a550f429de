"""rules/EVENTS.md: its glossary is complete and used, its examples are real, and its tables follow from the code."""

from __future__ import annotations

import ast
import json
import re

import pytest

import events
from command import EXAMPLES, psyphase
from flow import LINE, PROMPT, VALUE, Flow
from made import Code, Keys
from psyphase.engine.dice import Dice
from psyphase.engine.play import Answered, Undone
from psyphase.engine.procedure import Number, Roll
from psyphase.engine.readings import Total
from psyphase.games.plain import json_object

PAGE = events.PAGE.read_text(encoding="utf-8")
GLOSSARY = events.glossary(PAGE)
SHOWN = [json.loads(block) for block in re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)]


def _arguments(*parts: str) -> set[str]:
    return {
        name
        for section in events.sections().values()
        for part in parts
        for one in getattr(section, part).values()
        for name in one.ever
    }


def test_the_glossary_has_every_argument_and_no_other() -> None:
    """What is new is explained, what is gone is gone."""
    used = _arguments("lines", "values", "asked")
    assert (sorted(used - GLOSSARY.keys()), sorted(GLOSSARY.keys() - used)) == ([], [])


def test_the_glossary_is_in_order() -> None:
    """Somebody looks a name up."""
    assert list(GLOSSARY) == sorted(GLOSSARY)


def test_the_glossary_tells_what_json_has() -> None:
    """Kinds for what stands in lines, a dash for what only the sentence of a question has."""
    known = {"text", "number", "list", "event", "sum", "target", "object", "flag", *events.LEFT_OUT}
    in_json = _arguments("lines", "values")
    wrong = {name for name, (kinds, _) in GLOSSARY.items() if not (kinds <= known if name in in_json else kinds == {"-"})}
    assert not wrong


def test_the_examples_are_real() -> None:
    """The lines of the page are lines of an example script; what is undone is made of two answers."""
    lines = [
        json.loads(line)
        for script in ("hh3-nullify", "andy-phase")
        for line in psyphase("run", str(EXAMPLES / f"{script}.yaml"), "--json").stdout.splitlines()
    ]
    assert [one for one in SHOWN if one not in lines] == [SHOWN[-1]]
    number, roll = Number("dice", "mine", 1, 6), Roll("psychic-test", "mine", Dice(1, 6), Total())
    undone = Undone((Answered(number, 1, 1, "asked"), Answered(roll, (4,), 4, "thrown")))
    assert json_object(undone) == SHOWN[-1]


@pytest.mark.parametrize(
    ("code", "ends"),
    [
        ("def start(): yield from Event('it')", {LINE}),
        ("def start():\n    why = Event('it')\n    yield from Event('because', {'why': why})", {VALUE}),
        ("def why(): return Event('it')\ndef start(): yield from Event('because', {'why': why()})", {VALUE}),
        ("def say(why): yield from Event('because', {'why': why})\ndef start(): yield from say(Event('it'))", {VALUE}),
        ("def start(): yield from Decision('which', 'mine', {}, {'a': Event('it')})", {PROMPT}),
        ("def start(): yield from Decision('which', 'mine', {}, notes={'a': Event('because', {'why': Event('it')})})", {PROMPT}),
        ("def start(): yield from Roll('dice', 'mine', dice, read, {1: Event('it')})", {PROMPT}),
        (
            "def start():\n    one = yield from Decision('which', 'mine', {'a': Event('it')})\n    yield from Event('b', {'c': one})",
            {VALUE},
        ),
        ("class Held(Struct):\n    why: Event\ndef start():\n    held = Held(Event('it'))\n    yield from held.why", {LINE}),
        ("def other(): yield from Event('it')\ndef start(): yield from Event('because')", None),
    ],
    ids=["said", "by a name", "returned", "given", "unavailable", "noted", "rerolled", "chosen", "held", "not reached"],
)
def test_where_an_event_ends_is_seen(code: str, ends: set[str] | None) -> None:
    """A line of its own, in the arguments of another, or at prompts only."""
    read = Code({"": ast.parse(code)})
    found = {made.id: set(ends) for made, ends in Flow(read, [read.top["", "start"]]).made()}
    assert found.get("it") == ends


def test_arguments_that_are_not_always_there_are_seen() -> None:
    """Two ways to make an event: what both have is certain."""
    code = ast.parse("def f(a): yield from Event('hurt', {'unit': 1, 'wounds': 2} if a else {'unit': 1})")
    (made,) = Code({"": code}).made()
    assert made.keys == Keys(frozenset({"unit"}), frozenset({"unit", "wounds"}))


def test_an_id_that_is_given_goes_with_the_arguments_of_its_call() -> None:
    """Calls of one function are told apart."""
    code = "def say(id, args): yield from Event(id, args)\ndef f():\n    yield from say('a', {'b': 1})\n    yield from say('c', {'d': 1})"
    made = Code({"": ast.parse(code)}).made()
    assert {one.id: set(one.keys.ever) for one in made if one.keys} == {"a": {"b"}, "c": {"d"}}


@pytest.mark.parametrize(
    ("code", "id"),
    [
        (
            "def f():\n    flags = {'dead': 1, 'locked': 2}\n    for flag, on in flags.items():\n        yield Event(f'is-{flag}')",
            "dead|locked",
        ),
        ("def f(part: Literal['arm', 'leg']): yield Event(f'is-{part}')", "arm|leg"),
        (
            "Part: TypeAlias = Literal['arm', 'leg']\nclass Hit:\n    part: Part\ndef f(hit): yield Event(f'is-{hit.part}')",
            "arm|leg",
        ),
        ("def f(part): yield Event(f'is-{part}')", None),
    ],
    ids=["gone through", "listed", "of a field", "anything"],
)
def test_an_id_that_is_put_together_is_a_pattern(code: str, id: str | None) -> None:
    """Of the words that may stand in it, or of anything."""
    (made,) = Code({"": ast.parse(code)}).made()
    assert made.id == (rf"is\-(?:{id})" if id else r"is\-.+")
