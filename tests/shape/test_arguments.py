"""Sentences get the arguments they ask for: each event and request, as code makes it, is held against its sentence."""

from __future__ import annotations

import ast

import pytest

from made import Code
from needed import needs
from psyphase.systems import find_system
from psyphase.words.sentences import Sentence, Sentences
from source import SYSTEMS, of_system, shared


def lacking(code: Code, sentences: Sentences) -> list[str]:
    """Events and requests without an argument of their sentence."""
    found: list[str] = []
    for made in code.made():
        sentence = (sentences.requests if made.is_request else sentences.events).get(made.id)
        if made.keys is not None and sentence is not None and (missing := needs(sentence) - made.keys.always):
            found.append(f"{made.place}: {made.id} lacks {', '.join(sorted(missing))}")
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_sentence_gets_its_arguments(system: str) -> None:
    """What a sentence asks for stands in the arguments that its event or request is made with."""
    assert not lacking(Code({**of_system(system), **shared()}), find_system(system).sentences())


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
