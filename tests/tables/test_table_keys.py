"""The shipped tables of every system are loud about any key that is lost or misspelt.

PSYPHASE_FULL=1 tries every key of every file; otherwise a third of the keys of the small files and of some lists, each version
of Python another third, and a random sample of the rest.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from psyphase.errors import RulesError
from psyphase.systems import SYSTEMS, find_system
from psyphase.tables.library import Library, shipped_rules

pytestmark = pytest.mark.no_cover
"""Random or long: other tests reach what these reach, and to measure it would take twice as long."""

SHIPPED = shipped_rules()
TABLES = sorted(
    path.relative_to(SHIPPED).as_posix().removesuffix(".yaml") for name in SYSTEMS for path in (SHIPPED / name).rglob("*.yaml")
)
"""Every shipped file, such as `w40k7/disciplines/biomancy`."""
LISTS = [table for table in TABLES if table.count("/") == 2]
LARGE = ["w40k7/targets", "hh3/others", "hh3/traits", "hh3/moments"]
SMALL = [table for table in TABLES if table not in (*LISTS, *LARGE)]
SAMPLED = [*LISTS, *LARGE * 4]
FULL = os.environ.get("PSYPHASE_FULL", "") not in ("", "0")
TRIED = [
    "w40k7/disciplines/runes-of-battle",
    "w40k7/disciplines/hive-mind",
    "hh3/disciplines/divination",
    "onlywar/commands/kroot",
]
"""Lists of which every key is tried by default: numbers that give two powers, double profiles, every kind of entry."""
LEFT_OUT = {
    "w40k7": {"does", "stacks", "range_in", "scope", "if", "least", "each", "reserved", "tags", "limit", "after", "carrier"}
}
"""Keys that an entry has only where it does more than most: a lost one is no error, a misspelt one is."""

OPTIONAL = ("dice",)
"""Keys of list entries that most of them do not have: without it a power has no dice of its own."""


def tried(table: str) -> list[Change]:
    """The changes that are tried: all, or every third, which of them by the version of Python."""
    return changes(table) if FULL else changes(table)[sys.version_info.minor % 3 :: 3]


def text_of(table: str) -> str:
    """A shipped file as it stands."""
    return (SHIPPED / f"{table}.yaml").read_text(encoding="utf-8")


class Change(NamedTuple):
    """One key of a table deleted (with its value) or misspelt: the text then, and where the key and its mapping stood."""

    table: str
    kind: str
    key: str
    text: str
    key_place: tuple[int, int]
    mapping_place: tuple[int, int]
    last_line: int

    def __repr__(self) -> str:
        return f"{self.kind} {self.key} at {self.table}.yaml:{self.key_place[0]}:{self.key_place[1]}"


def place(mark: yaml.Mark) -> tuple[int, int]:
    """Line and column as an editor counts them."""
    return mark.line + 1, mark.column + 1


def composed(text: str) -> yaml.Node:
    """The nodes of a table."""
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    assert root
    return root


def mappings(node: yaml.Node) -> Iterator[yaml.MappingNode]:
    """Every mapping at every depth."""
    if isinstance(node, yaml.MappingNode):
        yield node
    if not isinstance(node, yaml.ScalarNode):
        for child in node.value:
            for one in child if isinstance(child, tuple) else (child,):
                yield from mappings(one)


def changes(table: str) -> list[Change]:
    """Every key of a table deleted, and misspelt by a letter too many."""
    text = text_of(table)
    found = []
    for mapping in mappings(composed(text)):
        for at, (key, value) in enumerate(mapping.value):
            ways = [("misspelt", text[: key.end_mark.index] + "q" + text[key.end_mark.index :])]
            optional = key.value in OPTIONAL and isinstance(value, yaml.SequenceNode)
            if not optional and key.value not in LEFT_OUT.get(table.partition("/")[0], ()):
                ways.insert(0, ("deleted", without(text, mapping, at)))
            for kind, changed in ways:
                last_line = text.count("\n", 0, mapping.end_mark.index) + 1
                found.append(Change(table, kind, key.value, changed, place(key.start_mark), place(mapping.start_mark), last_line))
    return found


def without(text: str, mapping: yaml.MappingNode, at: int) -> str:
    """The text of a table without one key and its value."""
    key, value = mapping.value[at]
    start, end = key.start_mark.index, value.end_mark.index
    if len(mapping.value) == 1:
        return text[:start] + ("" if mapping.flow_style else "{}") + text[end:]
    if at + 1 < len(mapping.value):
        return text[:start] + text[mapping.value[at + 1][0].start_mark.index :]
    if mapping.flow_style:
        return text[: mapping.value[at - 1][1].end_mark.index] + text[end:]
    nested = not isinstance(value, yaml.ScalarNode) and not value.flow_style
    return (
        text[: text.rindex("\n", 0, start) + 1]
        + text[text.rindex("\n", 0, end) + 1 if nested else text.find("\n", end) + 1 or len(text) :]
    )


class Copy:
    """A copy of the shipped tables in which one file is changed at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for name in SYSTEMS:
            shutil.copytree(SHIPPED / name, path / name)

    def load(self, table: str) -> Any:
        """One table of the copy, and of nowhere else."""
        name, _, short = table.partition("/")
        library = Library(name, [self.path])
        declared = library.settings()
        return find_system(name).load(library, [] if short in ("system", "settings") else [short], declared)

    def fault(self, change: Change) -> str:
        """What is wrong with how a change is told; nothing if all is as it should be."""
        path = self.path / f"{change.table}.yaml"
        path.write_text(change.text, encoding="utf-8")
        try:
            self.load(change.table)
        except RulesError as error:
            return told_badly(change, error, path)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is a crash to report with its change
            return f"{change!r}: crashes with {error!r}"
        else:
            return f"{change!r}: no error"
        finally:
            path.write_text(text_of(change.table), encoding="utf-8")


def told_badly(change: Change, error: RulesError, path: Path) -> str:
    """Every line has its place in this file; one stands at the key or its mapping and names what is missing or wrong."""
    for line in str(error).split("\n"):
        if not re.fullmatch(r"[^\n]*[^/\n]+\.yaml:[1-9]\d*:[1-9]\d*: \S[^\n]*", line):
            return f"{change!r}: told without a place: {line}"
    problems = [problem for problem in error.problems if problem.file.resolve() == path.resolve()]
    here = [problem for problem in problems if change.mapping_place[0] <= problem.line <= change.last_line]
    places = {change.key_place, change.mapping_place}
    exact = [problem.message for problem in here if (problem.line, problem.column) in places or change.kind == "deleted"]
    if not any(change.key in message for message in exact):
        return f"{change!r}: told as {error}"
    return ""


def faults(copy: Copy, changed: Sequence[Change]) -> list[str]:
    """What is wrong with how some changes are told."""
    return [fault for change in changed if (fault := copy.fault(change))]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy of the shipped tables."""
    return Copy(tmp_path_factory.mktemp("rules"))


@pytest.mark.parametrize("table", TABLES if FULL else [*SMALL, *TRIED])
def test_no_key_is_lost_or_misspelt_in_silence(table: str, copy: Copy) -> None:
    """Deleting or misspelling any key of any mapping of a shipped table is an error at its place that names the key."""
    some = tried(table)
    assert len(some) >= 2
    bad = faults(copy, some)
    assert not bad, f"{len(bad)} of {len(some)}:\n" + "\n".join(bad[:20])


@settings(max_examples=120)
@given(st.data())
def test_no_key_is_lost_or_misspelt_in_silence_anywhere(copy: Copy, data: st.DataObject) -> None:
    """The same for keys picked at random from the large files."""
    change = data.draw(st.sampled_from(SAMPLED).flatmap(lambda table: st.sampled_from(changes(table))))
    assert not copy.fault(change)


def test_every_change_is_yaml_that_lacks_just_that_key() -> None:
    """The test's own changes are sound: each is YAML, and each has exactly one key less or one key spelt otherwise."""

    def keys(text: str) -> list[str]:
        found = mappings(composed(text))
        return sorted(key.value for mapping in found for key, _value in mapping.value)

    for table in (*SMALL, *TRIED):
        before = keys(text_of(table))
        for change in tried(table):
            after = keys(change.text)
            if change.kind == "misspelt":
                assert sorted([*after, change.key]) == sorted([*before, change.key + "q"]), change
            else:
                assert change.key in before
                assert len(after) < len(before), change
                assert set(after) <= set(before), change


def test_a_fault_in_a_copy_is_told_by_the_whole_check(tmp_path: Path) -> None:
    """Also when every table is loaded together the error of one file stands in that file, among all the others."""
    copied = Copy(tmp_path)
    path = tmp_path / "w40k7" / "disciplines" / "telepathy.yaml"
    text = text_of("w40k7/disciplines/telepathy")
    path.write_text(text.replace("  charge: 1\n", "  chrage: 1\n", 1), encoding="utf-8")
    line = text[: text.index("  charge: 1\n")].count("\n") + 1
    library = Library("w40k7", [copied.path])
    found = find_system("w40k7")
    with pytest.raises(RulesError) as refused:
        found.load(library, found.all_tables(library), library.settings())
    narration = [
        (problem.file.name, problem.line, problem.column) for problem in refused.value.problems if "chrage" in problem.message
    ]
    assert narration == [("telepathy.yaml", line, 3)]


@pytest.mark.parametrize("table", TABLES)
def test_each_table_loads_alone(table: str, copy: Copy) -> None:
    """A command reads only the tables it needs: each can be read without the rest."""
    copy.load(table)
