"""Sentences only say what they are given: no figure of a rule stands in one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from source import SENTENCES, SYSTEMS, called, texts, tree, under

PLACES = [f"psyphase.systems.{name}.{SENTENCES}" for name in ("shared", *SYSTEMS)] + ["psyphase.words.common"]


def figures(code: ast.AST) -> Iterator[tuple[int, str]]:
    """Sentences in which a digit stands outside braces, with their lines; the singular of a plural may say 1."""
    said = _said(code)
    singular = {id(one) for node in ast.walk(code) for one in _singular(node)}
    for text in said:
        bare = re.sub(r"\{[^{}]*\}", "", str(text.value))
        if id(text) in singular:
            bare = re.sub(r"\b1\b", "", bare, count=1)
        if re.search(r"\d", bare):
            yield text.lineno, str(text.value)


def _said(code: ast.AST) -> list[ast.Constant]:
    """Texts that are marked as sentences, and all parts of composed ones."""
    marked = [one for node in ast.walk(code) if called(node) in ("_", "N_", "gettext", "ngettext") for one in texts(node)]
    composed = [one for node in ast.walk(code) if isinstance(node, ast.JoinedStr) for one in texts(node)]
    return list({id(one): one for one in (*marked, *composed)}.values())


def _singular(node: ast.AST) -> Iterator[ast.Constant]:
    """What is said of one thing: the first sentence of a plural, or what follows where a count is 1."""
    if called(node) in ("plural", "ngettext"):
        assert isinstance(node, ast.Call)
        yield from texts(node.args[0])
    elif isinstance(node, ast.IfExp) and ast.unparse(node.test).endswith("== 1"):
        yield from texts(node.body)


def said_at_once(code: ast.AST) -> Iterator[int]:
    """Lines in which a sentence is said as the module is read, or composed before it is translated."""
    for node in ast.walk(code):
        name = called(node)
        if (isinstance(node, ast.Attribute) and called(node.value) == "N_") or (isinstance(node, ast.Call) and name == "_"):
            yield node.lineno
        elif isinstance(node, ast.Call) and name in ("N_", "gettext", "ngettext"):
            yield from (one.lineno for one in ast.walk(node) if isinstance(one, ast.JoinedStr | ast.BinOp))


@pytest.mark.parametrize("module", [*PLACES, *under("psyphase.words")])
def test_sentences_are_said_late(module: str) -> None:
    """A sentence is marked where it stands, as it is, and translated when it is said."""
    assert not list(said_at_once(tree(module)))


@pytest.mark.parametrize("line", ["x = _('Passed')", "x = N_('{count} left').format(count=1)", "x = gettext(f'{unit} stands')"])
def test_a_sentence_said_at_once_is_seen(line: str) -> None:
    """Said while the module is read, filled before it is translated, or never the same twice."""
    assert list(said_at_once(ast.parse(line)))


PERMITTED = {
    "{unit}: wounds left of the model that was struck? (0: slain)": "an answer, and what it means",
    "Leadership of {unit} (0: it has none)": "an answer, and what it means",
    "{unit}: {what} (0: it has none)": "an answer, and what it means",
    "Dice to deny {harnessed}, of {pool}? (0: let it pass)": "an answer, and what it means",
    "Willpower of its Sergeant (0: it has none)": "an answer, and what it means",
    "a D6 on the table": "the name of a die",
    "The doubled number; else a D6 is thrown.": "the name of a die",
    "{squad}: damage of each hit, such as 9 12": "how to write an answer",
    "1 half action left": "a count, said for each",
    "2 half actions left": "a count, said for each",
}
OPEN: set[str] = set()
"""Sentences in which a figure of a rule still stands. This list only gets shorter."""


def test_no_figure_of_a_rule_stands_in_a_sentence() -> None:
    """Figures stand in tables and come through the event; what still has one is listed."""
    found = {sentence: f"{module}:{line}" for module in PLACES for line, sentence in figures(tree(module))}
    assert not {sentence: at for sentence, at in found.items() if sentence not in PERMITTED and sentence not in OPEN}
    gone = (OPEN | PERMITTED.keys()) - found.keys()
    assert not gone, f"no longer said, to be struck from the lists: {sorted(gone)}"


@pytest.mark.parametrize(
    "code",
    [
        "x = _('{unit}: 3 wounds')",
        "x = N_('-10 on all tests')",
        "x = plural(_('1 hit'), _('{count} hits, 2 more'))",
        "x = _('1 hit')",
        "x = f'{unit} 4+'",
    ],
)
def test_a_figure_is_seen(code: str) -> None:
    """In a marked sentence, a plural and a composed text."""
    assert list(figures(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "x = _('{count} wounds, {bonus:+d}')",
        "x = plural(_('1 hit'), _('{count} hits'))",
        "x = _('1 die') if count == 1 else _('{count} dice')",
        "x = args[0]",
    ],
)
def test_counts_are_no_figures(code: str) -> None:
    """What comes through an argument is no figure of the sentence, and of one thing it says 1."""
    assert not list(figures(ast.parse(code)))
