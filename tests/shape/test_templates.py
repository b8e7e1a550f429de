"""Errors are said late: what stands in the code is a sentence with named places, written out, and what goes into them."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator

import pytest

from psyphase import errors
from source import MODULES, called, place, tree

TEMPLATE_AT = {
    **{name: 0 for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, errors.PsyphaseError)},
    "NotationError": 2,
    "Unanswered": 1,
    "complain": 1,
    "_fail": 1,
    "Phrase": 0,
}
"""What takes a sentence, and which argument it is."""
del TEMPLATE_AT["RulesError"]  # made of problems, whose sentences are phrases
OWN = ("psyphase.errors", "psyphase.text")
"""Where phrases themselves are built."""


def faults(code: ast.AST) -> Iterator[str]:
    """Sentences that are composed where they stand, or whose places are not what goes into them."""
    for node in ast.walk(code):
        name = called(node)
        if not isinstance(node, ast.Call) or name not in TEMPLATE_AT or len(node.args) <= TEMPLATE_AT[name]:
            continue
        sentence = node.args[TEMPLATE_AT[name]]
        given = [keyword.arg for keyword in node.keywords]
        if isinstance(sentence, ast.Constant) and isinstance(sentence.value, str):
            if _places(sentence.value) != set(given):
                yield f"{node.lineno}: {sentence.value!r} gets {given}"
        elif name == "Phrase" or isinstance(sentence, ast.JoinedStr | ast.BinOp) or called(sentence) in ("format", "str", "_"):
            yield f"{node.lineno}: {ast.unparse(sentence)} is no sentence that stands there"
        elif given:
            yield f"{node.lineno}: {ast.unparse(sentence)} is complete, and gets {given}"


def _places(sentence: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}


@pytest.mark.parametrize("module", [name for name in MODULES if name not in OWN])
def test_errors_are_sentences_with_named_places(module: str) -> None:
    """No f-string and no format in an error or a problem; what goes in is what its sentence has places for."""
    assert [f"{place(module)}:{fault}" for fault in faults(tree(module))] == []


@pytest.mark.parametrize(
    "line",
    [
        "raise AnswerError(f'{id}: no such thing')",
        "raise AnswerError('{id}: none'.format(id=id))",
        "raise AnswerError('{id}: none')",
        "raise AnswerError('none', id=id)",
        "raise PsyphaseError(error.phrase, id=id)",
        "raise NotationError(text, 1, f'not {text}')",
        "place.complain('id', 'no ' + id)",
        "document.complain(node, str(error))",
        "x = Phrase(sentence, id=id)",
    ],
)
def test_a_sentence_put_together_is_seen(line: str) -> None:
    """Composed, with a place too many or too few, or not to be read where it stands."""
    assert list(faults(ast.parse(line)))
