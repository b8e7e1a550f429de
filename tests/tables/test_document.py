"""Documents: what is noted of a file, and where."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from psyphase.errors import RulesError
from psyphase.tables.document import MAX_PROBLEMS, Document


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a table."""

    faces: tuple[int, ...]
    kind: str = ""


def noted(document: Document) -> list[str]:
    """What was noted, as lines."""
    return [str(problem) for problem in document.problems]


def test_more_problems_than_anybody_reads_are_left_out() -> None:
    """A hundred are told, then that there are more; the same one twice is one."""
    document = Document(Path("t.yaml"), "- entry\n" * (MAX_PROBLEMS + 2))
    *entries, last, _unseen = document.items()
    for entry in entries:
        document.complain(entry, "wrong")
        document.complain(entry, "wrong")
    assert len(document.problems) == 100
    with pytest.raises(RulesError) as wrong:
        document.complain(last, "wrong")
    lines = str(wrong.value).splitlines()
    assert lines[:100] == [f"t.yaml:{line}:3: wrong" for line in range(1, 101)]
    assert lines[100:] == ["t.yaml:101:3: more than 100 problems; the rest is left out"]


def test_the_top_level_is_a_mapping_with_known_keys() -> None:
    """Unknown, twice given, missing and no words at all, each at its place."""
    document = Document(Path("t.yaml"), "name: a\nnmae: b\nname: c\n? [x]\n: d\n")
    assert document.mapping(("name", "units"), ("name", "units")).keys() == {"name", "nmae"}
    assert noted(document) == [
        "t.yaml:2:1: unknown key 'nmae', expected one of name, units",
        "t.yaml:3:1: name: duplicate key",
        "t.yaml:4:3: expected a word as key",
        "t.yaml:1:1: missing key 'units'",
    ]


def test_a_list_is_no_mapping() -> None:
    """For the whole file and inside it; nothing inside is an empty one."""
    document = Document(Path("t.yaml"), "- [1]\n- ~\n")
    assert document.mapping(("name",), ("name",)) == {}
    first, second = document.items()
    assert document.pairs(first) == document.pairs(second) == document.pairs(None) == {}
    assert document.convert_keys(Entry) is None
    assert noted(document) == ["t.yaml:1:1: expected a mapping with name", "t.yaml:1:3: expected a mapping, got a list"]


def test_a_list_has_its_limit() -> None:
    """The first entry too many is the place; what is no list is noted and gives none."""
    document = Document(Path("t.yaml"), "[1, 2, 3]\n")
    with pytest.raises(RulesError, match=r"^t.yaml:1:8: expected at most 2 entries, got 3$"):
        document.items(document.root, 2)
    word = Document(Path("t.yaml"), "three\n")
    assert word.items() == []
    assert noted(word) == ["t.yaml:1:1: expected a list of entries, got three"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("faces: [1, x]\n", "t.yaml:1:12: faces: expected a number, got 'x'"),
        ("faces: [1]\nknid: a\n", "t.yaml:2:1: unknown key 'knid', did you mean 'kind'?"),
        ("kind: a\n", "t.yaml:1:1: missing key 'faces'"),
        ("faces: 6\n", "t.yaml:1:8: faces: expected a list, got 6"),
        ("[1]\n", "t.yaml:1:1: expected a mapping, got a list"),
    ],
)
def test_what_does_not_fit_a_shape_is_told_at_its_place(text: str, wanted: str) -> None:
    """The key or the value to blame, in the words of who writes tables."""
    document = Document(Path("t.yaml"), text)
    assert document.convert(document.root, Entry) is None
    assert noted(document) == [wanted]
