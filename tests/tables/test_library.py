"""Files of tables: what YAML may say here, the place of everything that is wrong, and users' own folders."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from psyphase.errors import Problem, PsyphaseError, RulesError
from psyphase.files import read_text
from psyphase.games.roster import read_roster
from psyphase.systems import find_system
from psyphase.systems.w40k7.model import Rules
from psyphase.tables.document import Document
from psyphase.tables.library import Library, shipped_rules

AT_ONCE = 0.5
"""Seconds within which every trap is refused."""
PLACE = re.compile(r"[^\n]+?:[1-9]\d*:[1-9]\d*: [^\n]+")
"""What every message about a file looks like: file:line:column: text."""
W40K7 = find_system("w40k7")


def data(text: str | bytes, path: Path) -> object:
    """What a file with this content says. Raises RulesError."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    document = Document(path, read_text(path))
    found = document.plain(document.root)
    document.finish()
    return found


def refusal(text: str | bytes, path: Path) -> list[Problem]:
    """The problems of a file, each with its place, found at once."""
    start = time.perf_counter()
    with pytest.raises(RulesError) as refused:
        data(text, path)
    assert time.perf_counter() - start < AT_ONCE
    return checked(refused.value)


def checked(error: RulesError) -> list[Problem]:
    """The problems of an error: each is one line with its place, in order of place."""
    lines = str(error).split("\n")
    assert lines == [str(problem) for problem in error.problems]
    for line in lines:
        assert PLACE.fullmatch(line), line
        assert len(line) < 600
    assert error.problems == sorted(error.problems)
    return error.problems


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file for a table of a test's own."""
    return tmp_path / "table.yaml"


# What YAML says


def test_words_are_words(file: Path) -> None:
    """`on`, `off`, `yes`, `no` and their like are text, as values and as keys; only true, false and null are not."""
    text = """
        on: off
        yes: no
        No: {y: n, ON: Off}
        words: [on, off, yes, no, y, n, Yes, NO, On, TRUE, False, Null]
        quoted: ["true", 'null', "7"]
        meant: [true, false, null, ~]
        """
    assert data(dedent(text), file) == {
        "on": "off",
        "yes": "no",
        "No": {"y": "n", "ON": "Off"},
        "words": ["on", "off", "yes", "no", "y", "n", "Yes", "NO", "On", "TRUE", "False", "Null"],
        "quoted": ["true", "null", "7"],
        "meant": [True, False, None, None],
    }


def test_numbers_are_plainly_decimal(file: Path) -> None:
    """A leading zero changes nothing, and nothing but decimal digits is a number: no octal, sexagesimal, hexadecimal, float, date."""
    text = "[010, 08, 7, -3, +5, 0, 1:30, 0x10, 0o7, 1e3, 1.5, 1_000, .inf, 2024-01-01, 0b1]"
    strings = ["1:30", "0x10", "0o7", "1e3", "1.5", "1_000", ".inf", "2024-01-01", "0b1"]
    assert data(text, file) == [10, 8, 7, -3, 5, 0, *strings]


def test_a_number_of_any_length_is_read_at_once(file: Path) -> None:
    """A number too long to mean anything is no trap."""
    start = time.perf_counter()
    data("a: " + "9" * 1_000_000, file)
    assert time.perf_counter() - start < AT_ONCE


@pytest.mark.parametrize(
    ("text", "line", "column", "first"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, 1, 1),
        ("x:\n  key: 1\n  other: 2\n  key: 1\n", 4, 3, 2),
        ("- {a: 1, b: 2,\n   a: 3}\n", 2, 4, 1),
        ("yes: 1\nno: 2\nyes: 3\n", 3, 1, 1),
        ("a: 1\n'a': 2\n", 2, 1, 1),
        ("1: a\n2: b\n1: c\n", 3, 1, 1),
    ],
    ids=["at the top", "deeper", "in braces", "a word", "quoted once", "a number"],
)
def test_a_duplicate_key_names_both_lines(text: str, line: int, column: int, first: int, file: Path) -> None:
    """A key given twice is never silently replaced: the error stands at the second and names the line of the first."""
    (problem,) = refusal(text, file)
    assert (problem.line, problem.column) == (line, column)
    assert "duplicate" in problem.message
    assert f"line {first}" in problem.message


LEVELS = 2000
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + level)}: &{chr(98 + level)} [{', '.join(['*' + chr(97 + level)] * 9)}]\n" for level in range(8)
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (BOMB, "alias"),
        ("&a [*a]", "alias"),
        ("a: &a {b: *a}", "alias"),
        ("a: &x 1\nb: *x\n", "alias"),
        ("a: &x {b: 1}\nc:\n  <<: *x\n", "alias"),
        ("a: *nobody", "alias"),
        ("[" * LEVELS + "]" * LEVELS, "nest"),
        ("[" * LEVELS, "nest"),
        ("{a: " * LEVELS + "1" + "}" * LEVELS, "nest"),
        ("- " * LEVELS + "x", "nest"),
        ("\n".join("  " * level + "a:" for level in range(700)), "nest"),
        ("[" * 1_000_000, "nest"),
        ("[" * 900 + "]" * 900, "nest"),
        ("a: " + "[" * 60 + "]" * 60, "nest"),
        ("!!python/object/apply:os.system ['true']", "tag"),
        ("a: !!python/name:os.system", "tag"),
        ("a: !mine 1", "tag"),
        ("a: !!str 1", "tag"),
        ("- !!set {x, y}", "tag"),
        ("%TAG ! tag:example.org,2000:\n---\na: !b 1", "tag"),
        ("a: !<tag:yaml.org,2002:int> 1", "tag"),
    ],
    ids=[
        "an alias bomb",
        "a recursive alias",
        "a recursive alias in a mapping",
        "a harmless alias",
        "a merge",
        "an alias of nothing",
        "2000 lists",
        "2000 lists never closed",
        "2000 mappings",
        "2000 dashes",
        "700 indents",
        "a million lists",
        "900 lists",
        "60 lists",
        "a python call",
        "a python name",
        "a tag of one's own",
        "a standard tag",
        "a set",
        "a declared tag",
        "a verbatim tag",
    ],
)
def test_traps_of_yaml_are_refused_with_the_reason(text: str, reason: str, file: Path) -> None:
    """Aliases, tags and nesting without end are refused within half a second and named as what they are."""
    assert len(BOMB) < 400
    problems = refusal(text, file)
    assert reason in problems[0].message


@pytest.mark.parametrize("text", ["a: '*b'", "a: x * y", 'a: "&b *b"', "a: 4 & 5", "a: '!b'", "a: really!"], ids=repr)
def test_text_with_special_characters_is_text(text: str, file: Path) -> None:
    """Stars, ampersands and exclamation marks inside text are no aliases, anchors or tags."""
    found = data(text, file)
    assert isinstance(found, dict)
    assert isinstance(found["a"], str)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nb: [1, 2\n", 3),
        ("a: 1\n\tb: 2\n", 2),
        ("a: 1\n b: 2\n", 2),
        ("a: 1\n---\nb: 2\n", 2),
        ("a: 'never closed\n", 2),
        ('a: 1\nb: "\\uD800"\n', 2),
        ("a: 1\nb: @x\n", 2),
    ],
    ids=["an open list", "a tab", "a wrong indent", "two documents", "an open quote", "half a character", "a reserved sign"],
)
def test_broken_yaml_is_refused_at_its_line(text: str, line: int, file: Path) -> None:
    """A file that is no YAML is an error at the line where reading stopped."""
    (problem,) = refusal(text, file)
    assert problem.line == line
    assert "YAML" in problem.message


@pytest.mark.parametrize("text", ["a: \x00", "a: \x07", "a: \x1b[31m"], ids=["NUL", "BEL", "ESC"])
def test_control_characters_are_refused(text: str, file: Path) -> None:
    """Raw control characters are no text, and the message does not repeat them."""
    (problem,) = refusal(text, file)
    assert problem.message.isprintable()


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# only a comment\n", "---\n", "\ufeff"], ids=["nothing", "lines", "a comment", "a mark", "a BOM"]
)
def test_an_empty_file_is_no_table(text: str, file: Path) -> None:
    """A file without content is an error of its own, told with a place like every other."""
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        read_roster(file)
    checked(refused.value)


@pytest.mark.parametrize(
    "text",
    ["? [a, b]\n: 1\n", "? {a: 1}\n: 1\n", "x:\n  ? [a]\n  : 1\n", "{[a]: 1}"],
    ids=["list", "mapping", "deeper", "in braces"],
)
def test_a_key_that_is_no_word_is_refused(text: str, file: Path) -> None:
    """Lists and mappings as keys are an error with its place."""
    refusal(text, file)


# Encodings

LETTERS = "name: Шторм\nlist: [é, 💀]\n"
MEANT = {"name": "Шторм", "list": ["é", "💀"]}


@pytest.mark.parametrize(
    "content",
    [
        LETTERS.encode(),
        b"\xef\xbb\xbf" + LETTERS.encode(),
        LETTERS.encode("utf-16"),
        b"\xff\xfe" + LETTERS.encode("utf-16-le"),
        b"\xfe\xff" + LETTERS.encode("utf-16-be"),
        LETTERS.replace("\n", "\r\n").encode(),
        LETTERS.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + LETTERS.replace("\n", "\r\n").encode(),
        LETTERS.replace("\n", "\r\n").encode("utf-16"),
    ],
    ids=["UTF-8", "BOM", "UTF-16", "UTF-16 LE", "UTF-16 BE", "CRLF", "CR", "BOM and CRLF", "UTF-16 and CRLF"],
)
def test_what_editors_write_loads(content: bytes, file: Path) -> None:
    """Byte order marks, UTF-16 and every kind of line end are read as they are meant."""
    assert data(content, file) == MEANT


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [(b"\xef\xbb\xbfa: 1\r\nb: 1\r\n\r\na: 2\r\n", 4, 1), ("a: 1\r\nб: 2\r\nа: 3\r\na: 4\r\n".encode("utf-16"), 4, 1)],
    ids=["BOM and CRLF", "UTF-16"],
)
def test_places_are_right_whatever_the_encoding(content: bytes, line: int, column: int, file: Path) -> None:
    """Lines are counted as an editor counts them."""
    problems = refusal(content, file)
    assert (problems[0].line, problems[0].column) == (line, column)


@pytest.mark.parametrize(
    ("content", "encoding", "offset", "line"),
    [
        ("a: 1\nname: Шторм\n".encode("cp1251"), "UTF-8", 11, 2),
        ("name: é\n".encode("latin-1"), "UTF-8", 6, 1),
        (b"a: 1\nb: \xff\n", "UTF-8", 8, 2),
        (b"a: \xed\xa0\x80\n", "UTF-8", 3, 1),
        (b"a: \xc3", "UTF-8", 3, 1),
        (b"\xff\xfea\x00:\x00 \x00\x00\xd8", "UTF-16", 8, 1),
        (b"\xff\xfea\x00:\x00 \x00x", "UTF-16", 8, 1),
    ],
    ids=["cp1251", "latin-1", "a stray byte", "half a pair", "cut short", "half a pair in UTF-16", "an odd byte in UTF-16"],
)
def test_another_encoding_is_refused_with_its_byte(content: bytes, encoding: str, offset: int, line: int, file: Path) -> None:
    """A file in another encoding is "not UTF-8" (or UTF-16), with the offset of the first byte that is not."""
    (problem,) = refusal(content, file)
    assert f"not {encoding}" in problem.message
    assert re.search(rf"byte {offset}\b", problem.message)
    assert problem.line == line


def test_a_file_over_the_limit_is_refused(file: Path) -> None:
    """A file of more than 2 MiB is not read at all, however simple its content."""
    (problem,) = refusal("# " + "x" * (5 * 2**20), file)
    assert "1 MiB" in problem.message


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """A missing file or a folder in its place is one line that names it."""
    for path in (tmp_path / "nowhere.yaml", tmp_path):
        with pytest.raises(PsyphaseError) as refused:
            read_text(path)
        assert str(path) in str(refused.value)
        assert "\n" not in str(refused.value)


# Tables of one's own

POWER = """\
- id: {id}
  number: {number}
  name: {{en: {name}}}
  charge: 1
  type: blessing
  range: 12
  target: one-friendly-unit
  profile: none
  duration: turn
  effect: {{en: Something nice.}}
"""


def house(*powers: tuple[str, str], name: str = "House list") -> str:
    """A discipline `house` with these powers: (id, number)."""
    entries = "".join(POWER.format(id=id, number=number, name=id.capitalize()) for id, number in powers)
    return f"id: house\nname: {{en: {name}}}\nsource: ours\npowers:\n{entries}"


class Folder:
    """A user's folder of tables beside the shipped ones."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, file: str, text: str | bytes) -> Path:
        """Write one table."""
        path = self.path / "w40k7" / f"{file}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else dedent(text).encode())
        return path

    def library(self, *others: Path, alone: bool = False) -> Library:
        """The tables of this folder, after the shipped ones unless it stands alone."""
        return Library("w40k7", [*([] if alone else [shipped_rules()]), self.path, *others])

    def load(self, *tables: str, alone: bool = False) -> Rules:
        """Some tables, or all of them. Raises RulesError."""
        library = self.library(alone=alone)
        rules: Rules = W40K7.load(library, tables or W40K7.all_tables(library), library.settings())
        return rules

    def problems(self, *tables: str) -> list[Problem]:
        """What is wrong with some tables, or all of them."""
        with pytest.raises(RulesError) as refused:
            self.load(*tables)
        return checked(refused.value)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A user's folder."""
    return Folder(tmp_path / "mine")


def whole_perils(**faces: str) -> str:
    """A perils table of six rows a to f on 1 to 6, some of them on other faces."""
    rows = {row: faces.get(row, f"[{face}]") for face, row in enumerate("abcdef", 1)}
    return "".join(f"- {{id: {row}, faces: {on}, name: {{en: {row}}}, effects: [], source: x}}\n" for row, on in rows.items())


def alone(folder: Folder, file: str, text: str) -> list[Problem]:
    """What is wrong with one table that replaces the shipped one altogether."""
    folder.write("system", "{id: w40k7, name: {en: x}, languages: [en], source: x}\n")
    folder.write("settings", (shipped_rules() / "w40k7" / "settings.yaml").read_text(encoding="utf-8"))
    folder.write("boons", "[]\n")
    folder.write(file, text)
    library = folder.library(alone=True)
    with pytest.raises(RulesError) as refused:
        W40K7.load(library, [file, "boons"], library.settings())
    return checked(refused.value)


TILING: Mapping[str, tuple[dict[str, str], int, str]] = {
    "a hole": ({"c": "[2]"}, 0, "hole"),
    "an overlap": ({"d": "[3, 4]"}, 4, "overlap"),
    "a reversed range": ({"c": "[4, 3]"}, 3, "reversed"),
    "beyond the die": ({"f": "[6, 7]"}, 6, "beyond"),
    "below the die": ({"a": "[0, 1]"}, 1, "beyond"),
}


@pytest.mark.parametrize(("faces", "line", "word"), TILING.values(), ids=TILING.keys())
def test_rows_that_do_not_tile_the_die(faces: dict[str, str], line: int, word: str, folder: Folder) -> None:
    """A hole, an overlap, a reversed range and a row beyond the die are four different errors, each at a line of the table."""
    problems = alone(folder, "perils", whole_perils(**faces))
    narration = [problem for problem in problems if word in problem.message]
    assert narration
    assert all(problem.file.name == "perils.yaml" for problem in narration)
    if line:
        assert narration[0].line == line
        assert narration[0].column == 18
    others = {"hole", "overlap", "reversed", "beyond"} - {word}
    assert not any(other in narration[0].message for other in others)


def test_a_hole_names_the_faces_without_a_row(folder: Folder) -> None:
    """The message tells which faces nothing happens on."""
    text = "".join(whole_perils().splitlines(keepends=True)[:2] + whole_perils().splitlines(keepends=True)[4:])
    (problem,) = alone(folder, "perils", text)
    assert "hole" in problem.message
    assert "3, 4" in problem.message


@pytest.mark.parametrize(
    ("numbers", "line", "word"),
    [
        (("1", "2", "3", "4", "5"), 0, "hole"),
        (("[1, 3]", "[3, 4]", "[5, 6]"), 16, "overlap"),
        (("[1, 2]", "[4, 3]", "[5, 6]"), 16, "reversed"),
        (("[1, 2]", "[3, 4]", "[5, 7]"), 26, "beyond"),
        (("1", "2", "3", "4", "5", "6", "0"), 66, "beyond"),
        (("1", "2", "3", "3", "3", "4", "5", "6"), 36, "overlap"),
    ],
    ids=["a hole", "an overlap", "a reversed range", "beyond the die", "a zero", "three on one number"],
)
def test_powers_that_do_not_tile_the_die(numbers: tuple[str, ...], line: int, word: str, folder: Folder) -> None:
    """A discipline's numbers cover every face of a D6 once; what is wrong is told at the number itself."""
    folder.write("disciplines/house", house(*[(f"power-{at}", number) for at, number in enumerate(numbers, 1)]))
    problems = [problem for problem in folder.problems("types", "targets", "disciplines/house") if word in problem.message]
    assert problems
    assert problems[0].file.name == "house.yaml"
    if line:
        assert (problems[0].line, problems[0].column) == (line, 11)


@pytest.mark.parametrize(
    ("faces", "rolled"), [("[010]", "10"), ("[08]", "8"), ("[1:30]", "1:30"), ("[0x2]", "0x2")], ids=["010", "08", "1:30", "0x2"]
)
def test_rows_that_yaml_1_1_would_misread(faces: str, rolled: str, folder: Folder) -> None:
    """Ten is never eight and one-thirty never ninety: such a row is decimal, or an error at its line."""
    problems = alone(folder, "perils", whole_perils(b=faces))
    assert [problem.line for problem in problems if rolled in problem.message] == [2]


def test_leading_zeros_are_decimal_in_a_table(folder: Folder) -> None:
    """Rows 01 to 06 are one to six."""
    shipped = folder.load("perils", "boons")
    folder.write("perils", "- {id: mind-purged, faces: [02], name: {en: Wiped}, effects: [], source: x}\n")
    rows = folder.load("perils", "boons").perils.rows
    assert rows[2].name.en == "Wiped"
    assert rows.keys() == shipped.perils.rows.keys() == set(range(1, 7))


def test_all_problems_of_a_table_are_told_at_once(folder: Folder) -> None:
    """A table with five bad entries gives five problems at five places, not the first and then the next."""
    text = house(*[(f"power-{at}", str(at)) for at in range(1, 7)])
    lines = text.splitlines()
    for line, bad in {
        7: "  charge: one",
        18: "  typo: blessing",
        27: "  name: {en: 7}",
        39: "  range: far",
        47: "  target: nobody",
    }.items():
        lines[line] = bad
    folder.write("disciplines/house", "\n".join(lines) + "\n")
    problems = folder.problems("types", "targets", "disciplines/house")
    assert {problem.line for problem in problems} >= {8, 19, 28, 40}
    assert "charge" in next(problem.message for problem in problems if problem.line == 8)
    assert "typo" in next(problem.message for problem in problems if problem.line == 19)
    assert "range" in next(problem.message for problem in problems if problem.line == 40)


def test_one_bad_entry_does_not_blame_the_others(folder: Folder) -> None:
    """A row that cannot be read leaves no hole to complain about: one fault is one problem."""
    (problem,) = alone(folder, "perils", whole_perils().replace("id: c, faces", "id: c, fases"))
    assert problem.line == 3
    assert "fases" in problem.message


def test_every_bad_file_is_told_at_once(folder: Folder) -> None:
    """Files are checked one by one: broken YAML in one hides nothing in another."""
    folder.write("types", "- id: [\n")
    folder.write("perils", "- {id: mind-purged, faces: [2], name: {en: x}, effects: [{effect: nap}], source: x}\n")
    folder.write("disciplines/house", "id: house\nname: Шторм\n".encode("cp1251"))
    named = {problem.file.name for problem in folder.problems()}
    assert named >= {"types.yaml", "perils.yaml", "house.yaml"}


@pytest.mark.parametrize(
    ("file", "text", "line", "words"),
    [
        ("disciplines/house", house(("a", "[1, 6]")).replace("id: house", "id: hose"), 1, ("house", "hose")),
        ("disciplines/house", house(("a", "[1, 6]"), ("a", "[1, 6]")), 15, ("a", "line 5")),
        ("disciplines/house", house(("a", "[1, 6]")).replace("type: blessing", "type: blesing"), 9, ("blesing",)),
        ("disciplines/house", house(("a", "[1, 6]")).replace("one-friendly-unit", "nobody"), 11, ("nobody",)),
        ("disciplines/house", house(("a", "[1, 6]")).replace("source: ours\n", ""), 1, ("source",)),
        ("disciplines/house", house(("a", "[1, 6]")) + "extra: 1\n", 15, ("extra",)),
        ("disciplines/house", house(("a", "[1, 6]")).replace("charge: 1", "charge: one"), 8, ("charge", "one")),
        ("disciplines/house", house(("a", "[1, 6]")).replace("charge: 1", "charge: 0"), 8, ("charge", "0")),
        ("disciplines/house", house(("a", "[1, 6]")).replace("charge: 1", "charge: true"), 8, ("charge",)),
        ("disciplines/house", house(("a", "[1, 6]")).replace("{en: A}", "{ru: A}"), 7, ("en",)),
        ("disciplines/house", house(("a", "[1, 6]")).replace("id: a", "id: A b"), 5, ("id",)),
        ("disciplines/house", "- 1\n- 2\n", 1, ("mapping",)),
        ("disciplines/house", "just words\n", 1, ("mapping",)),
        ("disciplines/house", house().replace("powers:", "powers: 3"), 4, ("list",)),
        ("types", "blessing: 1\n", 1, ("list",)),
        ("types", "- 3\n", 1, ("mapping", "3")),
        ("types", "-\n", 1, ("mapping",)),
        ("types", "- {id: x, [a]: 1}\n", 1, ()),
        ("boons", "- [a, b]\n", 1, ("mapping",)),
        ("system", "- id: w40k7\n", 1, ("mapping",)),
        ("settings", "- {id: x, kind: numbr, name: {en: x}, value: 1, source: x}\n", 1, ("kind", "numbr")),
        ("settings", "- {id: x, kind: number, name: {en: x}, value: 9, low: 1, high: 6, source: x}\n", 1, ("9",)),
        ("settings", "- {id: x, kind: choice, name: {en: x}, value: c, choices: [a, b], source: x}\n", 1, ("c",)),
        ("settings", "- {id: x, kind: flag, name: {en: x}, value: on, source: x}\n", 1, ("value", "on")),
        ("patrons", "- {id: x, name: {en: x}, disciplines: [chnge], least: 0, most: half, source: x}\n", 1, ("chnge",)),
        (
            "perils",
            "- {id: warp-surge, faces: [6], name: {en: x}, effects: [{effect: gain, rule: nap}], source: x}\n",
            1,
            ("nap",),
        ),
        ("modifiers", "- {id: x, name: {en: x}, when: {}, value: 1, source: x}\n", 1, ("tags",)),
    ],
    ids=[
        "a discipline under another's name",
        "an id given twice",
        "an unknown type",
        "an unknown target",
        "no source",
        "an unknown key at the top",
        "a word for a number",
        "a number too low",
        "a truth for a number",
        "a name without English",
        "an id with a space",
        "a list for a discipline",
        "text for a discipline",
        "powers that are no list",
        "a mapping for a list",
        "a number for an entry",
        "nothing for an entry",
        "a list for a key",
        "a list for an entry",
        "a list for the system",
        "an unknown kind of setting",
        "a setting beyond its limits",
        "a setting that is none of its choices",
        "a flag that is a word",
        "an unknown discipline of a patron",
        "an unknown boon",
        "a modifier that never applies",
    ],
)
def test_what_is_wrong_is_told_at_its_line(file: str, text: str, line: int, words: tuple[str, ...], folder: Folder) -> None:
    """Every fault of a user's table is told at its line, with the word that is wrong."""
    path = folder.write(file, text)
    problems = [problem for problem in folder.problems() if problem.file.name == path.name]
    narration = [problem for problem in problems if problem.line == line and all(word in problem.message for word in words)]
    assert narration, problems


@pytest.mark.parametrize("file", ["disciplines/house", "types", "perils", "settings", "system", "exceptions", "modifiers"])
@pytest.mark.parametrize(
    "text",
    [
        "? [a]\n: 1\n",
        "- ? [a]\n  : 1\n",
        "- ? {a: 1}\n  : {b: 2}\n",
        "id: {a: [b]}\n",
        "- id: {a: b}\n",
        "- - - x\n",
        "~\n",
        "5\n",
        "''\n",
    ],
    ids=repr,
)
def test_nonsense_is_refused_wherever_it_stands(file: str, text: str, folder: Folder) -> None:
    """Keys that are lists, values of the wrong kind and empty values are problems of the table, never a crash."""
    folder.write(file, text)
    folder.problems(file if file not in ("settings", "system") else "boons")


@pytest.mark.parametrize(
    "text",
    [
        "? [a]\n: 1\nsystem: w40k7\nname: x\nunits: [{name: y}]\n",
        "system: [w40k7]\nname: x\nunits: [{name: y}]\n",
        "system: {w40k7: 1}\nname: x\nunits: [{name: y}]\n",
        "system: w40k7\nname: x\nunits: [{name: y, ? [a] : 1}]\n",
        "system: w40k7\nname: {en: x}\nunits: {name: y}\n",
        "system: w40k7\nname: x\nunits: [[{name: y}]]\n",
        "system: w40k7\nname: x\nunits: [~, 3, x]\n",
        "system:\nname:\nunits:\n",
        "- system: w40k7\n",
        "w40k7\n",
        "~\n",
    ],
    ids=repr,
)
def test_nonsense_in_a_roster_is_refused(text: str, file: Path) -> None:
    """A roster of the wrong shape is problems with their places, never a crash."""
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        read_roster(file)
    checked(refused.value)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("sytem: w40k7\nname: x\nunits: [{name: y}]\n", 1, 1, ("system",)),
        ("system: w40k8\nname: x\nunits: [{name: y}]\n", 1, 9, ("w40k8",)),
        ("system: w40k7\nname: x\npoints: 5\nunits: [{name: y}]\n", 3, 1, ("points",)),
        ("system: w40k7\nname: x\nunits:\n- name: y\n  masterly: 2\n", 5, 3, ("masterly", "mastery")),
        ("system: w40k7\nname: x\nunits:\n- name: y\n  mastery: two\n", 5, 12, ("mastery", "two")),
        ("system: w40k7\nname: x\nunits:\n- name: y\n  mastery: 11\n", 5, 12, ("mastery", "11")),
        ("system: w40k7\nname: x\nunits:\n- mastery: 1\n", 4, 3, ("name",)),
        ("system: w40k7\nname: x\nunits:\n- name: y\n  tags: psyker\n", 5, 9, ("tags", "psyker")),
        ("system: w40k7\nname: x\nunits:\n- name: y\n  models: 10\n  models: 20\n", 6, 3, ("models", "line 5")),
        ("system: w40k7\nname: x\nname: z\nunits:\n- name: y\n", 3, 1, ("name", "line 2")),
        ("system: w40k7\nname: x\nunits: []\n", 3, 8, ("units",)),
    ],
    ids=[
        "a misspelled system",
        "an unknown system",
        "an unknown key",
        "an unknown key of a unit",
        "text for a number",
        "a number too high",
        "a unit without a name",
        "text for a list",
        "a key of a unit given twice",
        "a key given twice",
        "no units",
    ],
)
def test_a_wrong_roster_is_told_at_its_place(text: str, line: int, column: int, words: tuple[str, ...], file: Path) -> None:
    """Unknown keys and wrong values of a roster are told at their line and column, with what was probably meant."""
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        read_roster(file)
    problems = checked(refused.value)
    narration = [problem.message for problem in problems if (problem.line, problem.column) == (line, column)]
    assert any(all(word in message for word in words) for message in narration), problems


@pytest.mark.parametrize(
    "text",
    [
        'system: w40k7\nname: x\nunits:\n- name: y\n  "\\e[31m": 1\n',
        'system: w40k7\nname: x\nunits:\n- name: y\n  "a\\nb": 1\n',
        'system: w40k7\nname: x\n"\\e]0;t\\a": 1\nunits:\n- name: y\n',
        'system: "\\e[31m"\nname: x\nunits:\n- name: y\n',
        'system: w40k7\nname: x\nunits:\n- name: y\n  mastery: "\\e[31m\\n"\n',
        'system: w40k7\nname: x\nunits:\n- name: y\n  "\\x9b31m": 1\n  "\\x9b31m": 2\n',
        "system: w40k7\nname: x\nunits:\n- name: y\n  joins: !<x\x7f> 1\n",
    ],
    ids=["key of a unit", "line end in a key", "key", "system", "value", "given twice", "tag"],
)
def test_messages_never_repeat_control_characters(text: str, file: Path) -> None:
    """What a file says is quoted so that it can neither colour the terminal nor break the line of the message."""
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        read_roster(file)
    for line in str(refused.value).split("\n"):
        assert line.isprintable(), repr(line)
        assert PLACE.fullmatch(line), repr(line)


# Folders on top of one another


def test_a_user_adds_a_discipline(folder: Folder) -> None:
    """A file under a new name adds a discipline; the shipped ones stay as they are."""
    shipped = folder_of_shipped()
    folder.write("disciplines/house", house(("knock", "[1, 3]"), ("knack", "[4, 6]"), ("nudge", "primaris")))
    rules = folder.load()
    assert set(rules.disciplines) == set(shipped.disciplines) | {"house"}
    added = rules.disciplines["house"]
    assert added.name.en == "House list"
    assert [[power.id for power in added.rows.rows[face]] for face in (1, 3, 4, 6)] == [
        ["house/knock"],
        ["house/knock"],
        ["house/knack"],
        ["house/knack"],
    ]
    assert [power.id for power in added.primaris] == ["house/nudge"]
    assert rules.powers["telepathy/dominate"] == shipped.powers["telepathy/dominate"]


def folder_of_shipped() -> Rules:
    """The shipped tables alone."""
    library = Library("w40k7", [shipped_rules()])
    rules: Rules = W40K7.load(library, W40K7.all_tables(library), library.settings())
    return rules


def test_a_user_overrides_an_entry_by_its_id(folder: Folder) -> None:
    """An entry with a shipped id replaces that entry and nothing else, and the library names what was replaced."""
    mine = house(("dominate", "1")).replace("id: house", "id: telepathy").replace("charge: 1", "charge: 2")
    path = folder.write("disciplines/telepathy", mine)
    library = folder.library()
    rules: Rules = W40K7.load(library, W40K7.all_tables(library), library.settings())
    assert rules.powers["telepathy/dominate"].charge == 2
    assert rules.powers["telepathy/terrify"].charge == 1
    assert [power.id for power in rules.disciplines["telepathy"].rows.rows[1]] == ["telepathy/dominate"]
    assert len(rules.disciplines["telepathy"].powers) == 7
    replaced = [(file, id, after) for file, id, _before, after in library.replaced if id]
    assert replaced == [("disciplines/telepathy.yaml", "dominate", path)]


def test_a_user_overrides_a_setting_and_a_row(folder: Folder) -> None:
    """Settings and rows of tables are replaced by id like everything else."""
    folder.write("settings", "- {id: success, kind: number, name: {en: Success}, value: 3, low: 2, high: 6, source: ours}\n")
    folder.write("perils", "- {id: mind-purged, faces: [2], name: {en: Wiped}, effects: [{effect: slain}], source: ours}\n")
    rules = folder.load()
    assert rules.settings.success == 3
    assert rules.settings.deny_success == 6
    assert rules.perils.rows[2].name.en == "Wiped"
    assert rules.perils.rows[3].name.en == "Power drain"


def test_the_last_folder_wins(folder: Folder, tmp_path: Path) -> None:
    """Of several folders that replace the same entry the one named last has its way."""
    later = Folder(tmp_path / "later")
    for one, value in ((folder, 3), (later, 5)):
        one.write("settings", f"- {{id: success, kind: number, name: {{en: x}}, value: {value}, low: 2, high: 6, source: x}}\n")
    assert folder.library(later.path).settings()["success"] == 5
    assert later.library(folder.path).settings()["success"] == 3


def test_users_names_may_leave_languages_out(folder: Folder) -> None:
    """Only English is required of users; a missing language falls back to it."""
    folder.write("disciplines/house", house(("a", "[1, 6]")))
    name = folder.load().disciplines["house"].name
    assert [name.within(language) for language in ("en", "ru", "fr")] == ["House list"] * 3


def test_an_overlap_with_a_shipped_row_is_told_in_the_users_file(folder: Folder) -> None:
    """Whoever adds a row that covers a shipped one finds the error in his own file."""
    folder.write("perils", "- {id: mind-purged, faces: [2, 3], name: {en: x}, effects: [], source: x}\n")
    problems = folder.problems("perils", "boons")
    assert folder.path in problems[0].file.resolve().parents, problems


def test_a_bad_user_table_is_told_with_its_own_path(folder: Folder) -> None:
    """The path in the message is that of the user's file, ready for an editor."""
    path = folder.write("perils", "- {id: x}\n")
    (problem,) = [problem for problem in folder.problems() if "missing" in problem.message]
    assert problem.file.resolve() == path.resolve()


def test_only_what_is_needed_is_read(folder: Folder) -> None:
    """A bad table troubles nobody who does not need it."""
    folder.write("disciplines/house", "id: [\n")
    assert folder.load("perils", "boons").perils.rows[1].id == "dragged-into-the-warp"
    folder.problems("disciplines/house")


def test_the_fingerprint_follows_the_tables(folder: Folder) -> None:
    """A game can tell whether the tables it was played with have changed."""

    def fingerprint() -> str:
        library = folder.library()
        W40K7.load(library, ["perils", "boons"], library.settings())
        return library.fingerprint

    folder.write("types", "[]\n")
    shipped = fingerprint()
    assert fingerprint() == shipped
    folder.write("types", "- {}\n")
    assert fingerprint() == shipped
    folder.write("perils", "- {id: mind-purged, faces: [2], name: {en: x}, effects: [], source: x}\n")
    assert fingerprint() != shipped


def test_a_system_without_tables_is_an_error(tmp_path: Path) -> None:
    """Folders that hold nothing for a system are named."""
    with pytest.raises(PsyphaseError, match="w40k7") as refused:
        Library("w40k7", [tmp_path])
    assert str(tmp_path) in str(refused.value)
