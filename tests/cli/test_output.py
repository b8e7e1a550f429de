"""What the program prints and how it ends: exit codes, one-line errors, JSON, encodings, pipes, files and foreign names."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from command import OF_THE_PROCESS, ROOT, in_process
from terminal import Terminal

ESC = b"\x1b"
NOTHING: Mapping[str, str] = {}
PLACE = re.compile(r"[^\n]+?:[1-9]\d*:[1-9]\d*: [^\n]+")
"""file:line:column: message."""
SARA = """\
system: w40k7
name: Sara's coven
units:
- name: Sorcerer
  mastery: 3
  leadership: 9
  wounds: 2
  tags: [psyker, force-weapon]
  disciplines: [telepathy, divination]
  plan: [telepathy, telepathy, divination]
  swap: [telepathy/dominate]
- name: Cultists
  models: 10
"""


class Done(NamedTuple):
    """How a run ended: its exit status and what it printed, as bytes."""

    status: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        """What was printed, where that is UTF-8."""
        return self.out.decode()

    @property
    def errors(self) -> list[str]:
        """The lines on standard error."""
        return self.err.decode().splitlines()

    @property
    def json(self) -> Any:
        """The one JSON object printed."""
        assert (self.status, self.err) == (0, b""), self
        assert self.out.count(b"\n") == 1
        return json.loads(self.out)

    def complaint(self, *words: str) -> str:
        """The one line of an error that the user can fix: it names these words."""
        assert self.status == 1, self
        assert len(self.errors) == 1, self
        (line,) = self.errors
        assert line.isprintable(), repr(line)
        assert all(word in line for word in words), (words, line)
        return line


def environment(**changes: str) -> dict[str, str]:
    """A user's environment in English and UTF-8, without settings of his own; an empty word unsets a variable."""
    kept = {key: value for key, value in os.environ.items() if not re.match("PSYPHASE|NO_COLOR|FORCE_COLOR|LC_|LANG", key)}
    plain = {"LANG": "C.UTF-8", "TERM": "xterm-256color", "PSYPHASE_HOME": os.devnull, "PYTHONPATH": str(ROOT)}
    return {key: value for key, value in {**kept, **plain, **changes}.items() if value or key == "NO_COLOR"}


def started(command: list[str], stdin: bytes, cwd: Path | None, env: Mapping[str, str], timeout: float, **how: Any) -> Done:
    """A command run to its end; whatever happens it prints no traceback and does not hang."""
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, env=env, timeout=timeout, check=False, **how)
    assert b"Traceback" not in done.stderr + done.stdout, done.stderr.decode(errors="replace")
    return Done(done.returncode, done.stdout, done.stderr)


def run(
    *words: str | Path,
    stdin: str = "",
    cwd: Path | None = None,
    timeout: float = 20,
    env: Mapping[str, str] = NOTHING,
    **changes: str,
) -> Done:
    """Run psyphase with its input from a pipe and its output into one, in a changed environment."""
    changed = {**env, **changes}
    if any(name.startswith(OF_THE_PROCESS) for name in changed):
        command = [sys.executable, "-m", "psyphase", *map(str, words)]
        return started(command, stdin.encode(), cwd, environment(**changed), timeout)
    done = in_process(list(map(str, words)), stdin.encode(), cwd or Path.cwd(), environment(**changed))
    assert b"Traceback" not in done.err + done.out, done
    return Done(*done)


def shell(script: str, cwd: Path | None = None, **changes: str) -> Done:
    """Run a line of bash in which $P is psyphase."""
    program = shlex.join([sys.executable, "-m", "psyphase"])
    return started(["bash", "-c", script.replace("$P", program)], b"", cwd, environment(**changes), 20)


@pytest.fixture(scope="module")
def sara(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sara's roster, which no test writes to."""
    path = tmp_path_factory.mktemp("rosters") / "sara.yaml"
    path.write_text(SARA, encoding="utf-8")
    return path


def written(path: Path, text: str | bytes) -> Path:
    """A file with this content, in folders made for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# Exit codes


@pytest.mark.parametrize(
    "words",
    [["--version"], ["--help"], ["roll", "--help"], ["roll", "deny", "--help"], ["roll", "3d6"], ["rules", "check"]],
    ids=" ".join,
)
def test_what_works_ends_with_0(words: list[str]) -> None:
    """A run that did what was asked prints it and ends with 0."""
    done = run(*words)
    assert (done.status, done.err) == (0, b"")
    assert done.out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["generate", "nowhere.yaml"], ["nowhere.yaml"]),
        (["generate", "."], ["."]),
        (["phase", "nowhere.yaml"], ["nowhere.yaml"]),
        (["run", "nowhere.yaml"], ["nowhere.yaml"]),
        (["rules", "check", "nowhere"], ["nowhere"]),
        (["rules", "show", "dominat"], ["dominat"]),
        (["rules", "list", "--system", "chess"], ["chess", "w40k7"]),
        (["roll", "power", "telepathi", "--mastery", "2"], ["telepathi", "telepathy"]),
        (["roll", "power", "telepathy", "--mastery", "2", "--knows", "telepathy/dominat"], ["telepathy/dominat"]),
        (["roll", "perils", "--leadership", "9", "--set", "sucess=3"], ["sucess"]),
        (["roll", "perils", "--leadership", "9", "--set", "success=9"], ["success", "9"]),
        (["roll", "perils", "--leadership", "9", "--rules", "nowhere"], ["nowhere"]),
        (["roll", "2d6", "--faces", "7,1"], ["7", "6"]),
        (["roll", "d100", "--faces", "-1"], ["-1"]),
    ],
    ids=lambda value: " ".join(value[:4]) if len(value) > 2 else None,
)
def test_what_the_user_can_fix_ends_with_1(words: list[str], named: list[str], tmp_path: Path) -> None:
    """It prints one clear line on standard error that names what is wrong, and nothing else."""
    done = run(*words, cwd=tmp_path)
    done.complaint(*named)
    assert done.out == b""


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["frobnicate"], "frobnicate"),
        (["generate"], "ROSTER"),
        (["roll", "frobnicate"], "frobnicate"),
        (["roll", "3d6", "--frobnicate"], "frobnicate"),
        (["roll", "psychic-test", "--charge", "2"], "dice"),
        (["roll", "psychic-test", "--charge", "two", "--dice", "5"], "charge"),
        (["roll", "psychic-test", "--charge", "2", "--dice", "5", "--perils", "sometimes"], "perils"),
        (["roll", "deny", "--harnessed", "2", "--dice", "3", "--modifier", "-20"], "modifier"),
        (["roll", "psychic-test", "--charge", "2", "--dice", "1000000000"], "dice"),
        (["generate", "x.yaml", "--count", "99999999999"], "count"),
        (["generate", "x.yaml", "--format", "xml"], "format"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_usage_ends_with_2(words: list[str], named: str) -> None:
    """An option, command or number that does not exist is named on standard error."""
    done = run(*words)
    assert done.status == 2, done
    assert named in done.err.decode()
    assert done.out == b""


@pytest.mark.parametrize("words", [["generate", "sara.yaml"], ["phase", "sara.yaml", "--journal", "game.yaml"]], ids=" ".join)
def test_ctrl_c_ends_with_130_and_one_line(words: list[str], tmp_path: Path) -> None:
    """Ctrl-C at the first prompt says so in one line, ends with 130, and leaves no empty game behind."""
    written(tmp_path / "sara.yaml", SARA)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [sys.executable, "-u", "-m", "psyphase", *words]
    with subprocess.Popen(command, cwd=tmp_path, env=environment(), **pipes) as game:  # type: ignore[call-overload]
        read = b""
        while not read.endswith(b"> "):
            byte = game.stdout.read(1)
            assert byte, game.stderr.read()
            read += byte
        game.send_signal(signal.SIGINT)
        _out, err = game.communicate(timeout=10)
    assert game.returncode == 130
    assert len(err.decode().split("\n")) <= 3
    assert len(err.decode().strip().splitlines()) == 1, err
    # Nothing was answered yet, so there is no game to go on with.
    assert not (tmp_path / "game.yaml").exists()


# Dice and their notation


@pytest.mark.parametrize(
    ("words", "at"),
    [
        (["2d6 for Smite"], "for"),
        (["2d6", "for", "Smite"], "for"),
        (["1d6d6"], "d6"),
        (["2d6+-3"], "+-"),
        (["2d6++)"], "++"),
        (["1d6-"], "-"),
        (["0d6"], "0"),
        (["d-6"], "d"),
        (["1+2+3"], "1"),
        (["--", "-1d6"], "-"),
        (["4d6", "4+", "5+"], "5+"),
        (["4d6", "7+"], "7"),
        (["100000000d6"], "1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_bad_notation_is_pointed_at(words: list[str], at: str) -> None:
    """Notation that cannot be read is refused with a caret under the place, never half-read and never a hang."""
    done = run("roll", *words, timeout=5)
    assert (done.status, done.out) == (2, b"")
    written_line, caret_line = done.errors[-2:]
    assert caret_line.strip() == "^"
    assert written_line[caret_line.index("^") :].startswith(at), done.errors


def test_a_number_with_a_minus_is_no_option() -> None:
    """A word that begins with a minus gets the hint that it goes after `--`; a negative value of an option just works."""
    done = run("roll", "-1d6")
    assert done.status == 2
    assert "--" in done.errors[0]
    assert (
        run("roll", "deny", "--harnessed", "1", "--dice", "2", "--modifier", "-1", "--faces", "6,6", "--json").json["nullified"]
        == 0
    )


def test_an_empty_word_is_refused() -> None:
    """An empty word is no dice."""
    done = run("roll", "")
    assert done.status == 2
    assert done.errors


def test_a_message_never_repeats_control_codes() -> None:
    """What was typed is shown so that it cannot act on the terminal."""
    done = run("roll", "2d6\x1b[31m\x07x")
    assert done.status == 2
    assert not {ESC, b"\x07"} & {bytes([byte]) for byte in done.err}


def test_a_thousand_dice_are_summed_up() -> None:
    """Many dice print a short summary with their sum, not a wall of faces."""
    done = run("roll", "1000d6")
    assert done.status == 0
    assert len(done.text) < 200
    counts = [int(count) for count in re.findall(r"(\d+)x\d", done.text)]
    assert sum(counts) == 1000
    assert 1000 <= int(re.findall(r"\d+", done.text)[-1]) <= 6000


# JSON

ROLLS: list[tuple[str, dict[str, object]]] = [
    # Plain dice.
    ("3d6 --faces 3,2,6", {"faces": [3, 2, 6], "total": 11}),
    ("2d6+1 --faces 6,6", {"faces": [6, 6], "total": 13}),
    ("4d6kh3 --faces 1,5,2,6", {"faces": [1, 5, 2, 6], "total": 13}),
    ("d66 --faces 3,5", {"faces": [3, 5], "total": 35}),
    ("d3 --faces 2", {"faces": [2], "total": 2}),
    ("d100 --faces 00", {"faces": [100], "total": 100}),
    ("d10 --faces 0", {"faces": [10], "total": 10}),
    ("4d6 4+ --faces 3,4,5,6", {"faces": [3, 4, 5, 6], "successes": 3}),
    ("'4d6>=4' --faces '3 4 5 6'", {"faces": [3, 4, 5, 6], "successes": 3}),
    ("2d6 --at-most 9 --faces 4,5", {"faces": [4, 5], "passed": True}),
    ("2d6 --at-most 9 --faces 4,6", {"faces": [4, 6], "passed": False}),
    ("'2d6<=9' --faces 64", {"faces": [6, 4], "passed": False}),
    # P1, the worked example Andy: 3 + 4 = 7 and 3 + 2 = 5.
    ("warp-charge --mastery 4 --enemy-mastery 2 --faces 3", {"roll": "warp-charge", "faces": [3], "mine": 7, "theirs": 5}),
    # P9, P10: 4+ harnesses, two natural sixes bring perils whether passed or not.
    (
        "psychic-test --charge 2 --dice 5 --faces 3,2,6,6,1",
        {"roll": "psychic-test", "faces": [3, 2, 6, 6, 1], "harnessed": 2, "passed": True, "perils": True},
    ),
    ("psychic-test --charge 3 --dice 2 --faces 66", {"harnessed": 2, "passed": False, "perils": True}),
    ("psychic-test --charge 2 --dice 4 --faces 6,1,1,4", {"harnessed": 2, "passed": True, "perils": False}),
    ("psychic-test --charge 2 --dice 4 --faces 6,1,1,4 --perils any-double", {"harnessed": 2, "passed": True, "perils": True}),
    ("psychic-test --charge 2 --dice 2 --faces 6,6 --perils never", {"harnessed": 2, "passed": True, "perils": False}),
    ("psychic-test --charge 1 --dice 2 --faces 3,3 --set success=3", {"harnessed": 2, "passed": True, "perils": False}),
    ("psychic-test --charge 1 --dice 2 --faces 5,5 --set perils=any-double", {"harnessed": 2, "passed": True, "perils": True}),
    # P14: modifiers are added to each die, every 6+ nullifies one charge, all must go.
    (
        "deny --harnessed 2 --dice 3 --modifier 1 --faces 5,6,1",
        {"roll": "deny", "faces": [5, 6, 1], "nullified": 2, "denied": True},
    ),
    ("deny --harnessed 2 --dice 3 --faces 5,6,1", {"nullified": 1, "denied": False}),
    ("deny --harnessed 1 --dice 3 --modifier 3 --faces 2,3,3", {"nullified": 2, "denied": True}),
    # P13, leadership tests included: 2D6, equal to or under the value.
    (
        "perils --leadership 9 --faces 1,4,5",
        {"roll": "perils", "faces": [1, 4, 5], "row": "dragged-into-the-warp", "outcome": [{"effect": "wound", "amount": 1}]},
    ),
    (
        "perils --leadership 9 --faces 1,4,6,5",
        {
            "faces": [1, 4, 6, 5],
            "row": "dragged-into-the-warp",
            "outcome": [{"effect": "slain"}, {"effect": "hits", "hits": 5, "strength": 6, "ap": 1}],
        },
    ),
    (
        "perils --leadership 9 --faces 2",
        {"row": "mind-purged", "outcome": [{"effect": "wound", "amount": 1}, {"effect": "lose-power"}]},
    ),
    (
        "perils --leadership 9 --faces 3,2",
        {"row": "power-drain", "outcome": [{"effect": "wound", "amount": 1}, {"effect": "drain", "charges": 2}]},
    ),
    ("perils --leadership 9 --faces 4", {"row": "psychic-backlash", "outcome": [{"effect": "wound", "amount": 1}]}),
    ("perils --leadership 9 --faces 5,5,4", {"row": "empyric-feedback", "outcome": []}),
    ("perils --leadership 9 --faces 5,5,5", {"row": "empyric-feedback", "outcome": [{"effect": "wound", "amount": 1}]}),
    ("perils --leadership 7 --faces 6,3,4", {"row": "warp-surge", "outcome": [{"effect": "gain", "rule": "warp-surge"}]}),
    ("perils --leadership 7 --faces 6,4,4", {"row": "warp-surge", "outcome": [{"effect": "wound", "amount": 1}]}),
    # G3, G5, G6: known and too costly powers are thrown again.
    ("power telepathy --mastery 2 --faces 3", {"roll": "power", "faces": [3], "power": "telepathy/terrify", "rerolled": []}),
    (
        "power telepathy --mastery 3 --knows telepathy/terrify --faces 3,3,1",
        {"faces": [3, 3, 1], "power": "telepathy/dominate", "rerolled": [3, 3]},
    ),
    ("power telepathy --mastery 1 --faces 5,6,4", {"power": "telepathy/shrouding", "rerolled": [5, 6]}),
    (
        "power telepathy --mastery 1 --faces 5 --set reroll_unaffordable=false",
        {"power": "telepathy/invisibility", "rerolled": []},
    ),
    ("power nurgle-2012 --mastery 2 --faces 4", {"power": "nurgle-2012/gift-of-contagion", "rerolled": []}),
]


@pytest.mark.parametrize(("line", "wanted"), ROLLS, ids=[line for line, _ in ROLLS])
def test_json_of_a_roll(line: str, wanted: dict[str, object]) -> None:
    """With real faces and --json standard output is one object with at least what the dice come to, worked out by hand."""
    found = run("roll", *shlex.split(line), "--json").json
    assert {key: found.get(key) for key in wanted} == wanted
    assert found["roll"]
    assert found["faces"]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("3d6 --faces 3,2", ["3", "2"]),
        ("3d6 --faces 3,2,1,1", ["3", "4"]),
        ("3d6 --faces ''", ["3"]),
        ("psychic-test --charge 2 --dice 5 --faces 3,2,6,6", ["psychic-test", "few"]),
        ("psychic-test --charge 2 --dice 5 --faces 3,2,6,6,1,1", ["psychic-test", "many"]),
        ("perils --leadership 9 --faces 1,4", ["leadership-test", "few"]),
        ("perils --leadership 9 --faces 1,6,6", ["perils-hits", "few"]),
        ("perils --leadership 9 --faces 4,4", ["perils", "many"]),
        ("perils --leadership 9 --faces 3,4", ["4", "3"]),
        ("power telepathy --mastery 1 --faces 5,6", ["power-roll", "few"]),
        ("power telepathy --mastery 1 --faces 1,2", ["power-roll", "many"]),
        ("warp-charge --mastery 1 --faces ''", ["warp-charge", "few"]),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_too_few_or_too_many_faces_name_the_roll(line: str, named: list[str]) -> None:
    """Faces that are missing, left over or no faces of that die are an error that names the roll."""
    done = run("roll", *shlex.split(line), "--json")
    done.complaint(*named)
    assert done.out == b""


def test_faces_of_several_kinds_of_dice(tmp_path: Path) -> None:
    """Faces are read with the dice they belong to: a 5 on the D6 does not trouble the D3 that follows."""
    row = "- {id: empyric-feedback, faces: [5], name: {en: x}, effects: [{effect: drain, dice: d3}], source: x}\n"
    written(tmp_path / "w40k7" / "perils.yaml", row)
    found = run("roll", "perils", "--leadership", "9", "--faces", "5,2", "--json", "--rules", tmp_path).json
    assert found["outcome"] == [{"effect": "drain", "charges": 2}]


def test_json_of_generation(sara: Path) -> None:
    """`--format json` is one object with every unit's name, powers in order and focus, and nothing else on any stream."""
    found = run("generate", sara, "--yes", "--seed", "1", "--format", "json").json
    assert [unit["name"] for unit in found["units"]] == ["Sorcerer", "Cultists"]
    powers = found["units"][0]["powers"]
    assert len(powers) == 4
    assert powers[-1] == "force"
    assert [power.partition("/")[0] for power in powers[:3]] == ["telepathy", "telepathy", "divination"]
    assert [unit["focus"] for unit in found["units"]] == [None, None]
    assert found["units"][1]["powers"] == []


@pytest.mark.parametrize("form", ["json", "yaml", "csv", "markdown"])
def test_only_data_on_standard_output(form: str, sara: Path) -> None:
    """Where data is asked for, everything else (questions, prompts, transcript) goes to standard error."""
    done = run("generate", sara, "--format", form, "--seed", "1", stdin="\n" * 20)
    assert done.status == 0
    assert b"discipline?" in done.err
    assert b"Sorcerer" in done.out
    lines = done.text.splitlines()
    if form == "json":
        assert json.loads(done.out)["units"]
    elif form == "yaml":
        assert yaml.safe_load(done.out)["units"]
    elif form == "csv":
        assert {len(row) for row in csv.reader(lines)} == {8}
    else:
        assert all(line.startswith("| ") and line.endswith(" |") for line in lines)


# Colours and codes

LEGENDS = r"""
system: w40k7
name: "Army [red]x[/red] :skull:"
units:
- {name: "Captain [legends]", mastery: 1, disciplines: [telepathy]}
- {name: "[/x] :skull: {power} %s", mastery: 1, disciplines: [telepathy]}
- {name: "Esc \e[31mred\e[0m\e]0;title\a bell\rreturn\nline \x9b32m \u202erlo", mastery: 1, disciplines: [biomancy]}
- {name: "A champion of a very long name indeed, longer than any column of a terminal", mastery: 1, disciplines: [biomancy]}
- {name: "Pipe | and \\ and -1", mastery: 1, disciplines: [biomancy]}
"""
CODES = re.compile(rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")
"""Control characters other than the end of a line, in UTF-8."""


@pytest.fixture(scope="module")
def legends(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A roster whose names look like markup, emoji, formats, options and codes."""
    return written(tmp_path_factory.mktemp("legends") / "legends.yaml", LEGENDS)


@pytest.mark.parametrize(
    "changes",
    [{}, {"FORCE_COLOR": "1"}, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, {"FORCE_COLOR": "1", "TERM": "dumb"}],
    ids=["nothing set", "FORCE_COLOR", "FORCE_COLOR and NO_COLOR", "FORCE_COLOR on a dumb terminal"],
)
def test_pipes_have_no_codes(changes: dict[str, str], legends: Path) -> None:
    """Into a pipe goes plain text whatever the environment says, help and errors included."""
    for words in (["generate", str(legends), "--yes", "--seed", "1"], ["roll", "--help"], ["roll", "2d7x"]):
        done = run(*words, env=changes)
        assert not CODES.search(done.out + done.err), done


def on_terminal(*words: str | Path, columns: int = 200, env: Mapping[str, str] = NOTHING) -> str:
    """Everything psyphase sends to a terminal."""
    with Terminal(*map(str, words), columns=columns, environment={"PSYPHASE_HOME": os.devnull, **env}) as terminal:
        assert terminal.end() == 0
        return terminal.raw


@pytest.mark.parametrize(
    ("changes", "plain"),
    [
        ({}, False),
        ({"NO_COLOR": ""}, False),
        ({"NO_COLOR": "1"}, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True),
        ({"TERM": "dumb"}, True),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        ({"ACCESSIBLE": "1"}, True),
    ],
    ids=["a terminal", "empty NO_COLOR", "NO_COLOR", "NO_COLOR and FORCE_COLOR", "dumb", "dumb and FORCE_COLOR", "ACCESSIBLE"],
)
def test_codes_on_a_terminal(changes: dict[str, str], plain: bool, sara: Path) -> None:
    """A terminal gets styles; with NO_COLOR, on a dumb terminal or for a screen reader not one code. Empty counts as unset."""
    raw = on_terminal("generate", sara, "--yes", "--seed", "1", env=changes)
    assert "Sorcerer" in raw
    assert ("\x1b" not in raw) is plain


@pytest.mark.parametrize("columns", [60, 200])
def test_names_are_literal_on_a_terminal(columns: int, legends: Path) -> None:
    """Names from a file are shown letter by letter: no markup, no emoji, no codes, wherever they are printed."""
    raw = on_terminal("generate", legends, "--yes", "--seed", "1", columns=columns)
    text = re.sub(r"\x1b\[[0-9;]*m", "", raw)
    for name in ("Captain [legends]", "[/x] :skull: {power} %s", "Army [red]x[/red] :skull:"):
        assert text.count(name) >= 1, name
    assert not CODES.search(text.replace("\r\n", "\n").replace("\r", "").encode())
    assert "\x1b[31m" not in raw or "red" not in raw.partition("\x1b[31m")[2][:4]


def test_names_are_literal_in_a_pipe(legends: Path) -> None:
    """Piped tables have every name in full, no ellipsis, and each row on one line."""
    done = run("generate", legends, "--yes", "--seed", "1")
    table = done.text[done.text.index("\nUnit") + 1 :].splitlines()
    assert len(table) == 1 + 5 * 2
    for name in (
        "Captain [legends]",
        "[/x] :skull: {power} %s",
        "Pipe | and \\ and -1",
        "A champion of a very long name indeed, longer than any column of a terminal",
    ):
        assert sum(line.startswith(name) for line in table) == 2, name
    assert "…" not in done.text
    assert "..." not in done.text


@pytest.mark.parametrize("form", ["json", "csv", "markdown", "yaml"])
def test_names_never_act_as_codes_in_data(form: str, legends: Path) -> None:
    """Data has no raw control characters either, and what reads it back finds the names."""
    done = run("generate", legends, "--yes", "--seed", "1", "--format", form)
    assert not CODES.search(done.out), done.out
    if form == "json":
        names = [unit["name"] for unit in json.loads(done.out)["units"]]
        assert names[2].startswith("Esc \x1b[31mred")
    elif form == "csv":
        rows = list(csv.reader(done.text.splitlines()))
        assert len(rows) == 11
        assert all(cell[:1] not in ("=", "+", "-", "@") for row in rows for cell in row)
    elif form == "markdown":
        assert {line.replace("\\|", "").count("|") for line in done.text.splitlines()} == {9}


def test_names_are_no_markup_in_markdown(tmp_path: Path) -> None:
    """A tag, a link, stars and a cell's end in a name are escaped (faults robustness 12)."""
    path = tmp_path / "names.yaml"
    names = ("<b>bold</b>", "[a](http://x)", "*star*", "a|b", "`c`")
    units = "".join(f"- {{name: {json.dumps(name)}, mastery: 1, powers: [telepathy/dominate]}}\n" for name in names)
    path.write_text(f"system: w40k7\nname: Names\nunits:\n{units}")
    shown = run("generate", path, "--again", "--yes", "--seed", "1", "--format", "markdown").text
    for escaped in (r"\<b\>bold\</b\>", r"\[a\](http://x)", r"\*star\*", r"a\|b", r"\`c\`"):
        assert escaped in shown


def test_count_lines_have_no_codes(legends: Path) -> None:
    """JSON lines for scripts have no raw control characters."""
    done = run("generate", legends, "--count", "2", "--seed", "1")
    assert done.out.count(b"\n") == 2
    assert not CODES.search(done.out), done.out


def test_names_are_literal_in_a_game_and_its_journal(legends: Path, tmp_path: Path) -> None:
    """A phase with such names is played, kept and played again, each time with the same text and no codes."""
    played = run("phase", legends, "--yes", "-a", "next-phase=end", "-a", "target-leadership=8", "--seed", "1",
                 "--journal", tmp_path / "game.yaml")  # fmt: skip
    again = run("run", tmp_path / "game.yaml")
    assert (played.status, again.status) == (0, 0), (played.err, again.err)
    for done in (played, again):
        assert b"Captain [legends]" in done.out
        assert b"[/x] :skull: {power} %s" in done.out
        assert not CODES.search(done.out)
    as_json = run("run", tmp_path / "game.yaml", "--json")
    assert not CODES.search(as_json.out)
    assert all(isinstance(json.loads(line), dict) for line in as_json.text.splitlines())


def test_names_of_tables_are_literal_too(tmp_path: Path) -> None:
    """Names and texts in a user's tables act as nothing but text, in lists as in rolls."""
    head = 'id: house\nname: {en: "House [b]list\\e[31m"}\nsource: x\npowers:\n'
    rows = "charge: 1, type: blessing, range: 1, target: psyker, profile: none, duration: turn, effect: {en: x}"
    power = f'- {{id: a, number: [1, 6], name: {{en: "Po[/x]wer :skull: \\e[31m\\n\\x9b"}}, {rows}}}\n'
    written(tmp_path / "w40k7" / "disciplines" / "house.yaml", head + power)
    for words in (["rules", "list"], ["roll", "power", "house", "--mastery", "1", "--faces", "1"], ["rules", "show", "house/a"]):
        done = run(*words, "--rules", str(tmp_path))
        assert done.status == 0
        assert b"Po[/x]wer :skull:" in done.out
        assert not CODES.search(done.out), done.out[-500:]


@pytest.mark.parametrize(
    "unit",
    [
        r'{name: x, "\e[31mred": 1}',
        r'{name: x, "two\nlines": 1}',
        r'{name: x, mastery: 1, disciplines: [telepathy], joins: "\e[31mX\n"}',
    ],
    ids=["a code in a key", "a line end in a key", "a code in a value"],
)
def test_errors_about_files_never_act_as_codes(unit: str, tmp_path: Path) -> None:
    """Also the message about a bad roster stays one line of plain text."""
    path = written(tmp_path / "roster.yaml", f"system: w40k7\nname: x\nunits:\n- {unit}\n")
    assert PLACE.search(run("generate", path, "--yes").complaint("roster.yaml:4:"))


def test_a_file_name_never_acts_as_a_code(tmp_path: Path) -> None:
    """Also a file's name is shown on one line without codes."""
    path = written(tmp_path / "ro\x1b[31mster.yaml", "- 1\n")
    run("generate", path, "--yes").complaint("ster")


# Encodings


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp1251", "cp866", "latin-1"])
def test_terminals_without_the_letters(encoding: str, sara: Path) -> None:
    """On a terminal that lacks boxes, dice and letters everything still runs, with digits for dice."""
    rolled = run("roll", "3d6", "--faces", "3,2,6", PYTHONIOENCODING=encoding)
    assert rolled.status == 0
    assert re.search(r"3 2 6\b.*11", rolled.out.decode(encoding))
    made = run("generate", sara, "--yes", "--seed", "1", "--lang", "ru", PYTHONIOENCODING=encoding)
    assert made.status == 0
    assert "Sorcerer" in made.out.decode(encoding)
    assert made.err == b""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp866"])
def test_screens_without_the_letters(encoding: str, sara: Path) -> None:
    """On a real terminal of such an encoding the tables have plain borders and dice are digits."""
    with Terminal(
        "generate", str(sara), "--yes", "--seed", "1", columns=200, environment={"PYTHONIOENCODING": encoding}
    ) as terminal:
        terminal.child.encoding = "latin-1"
        assert terminal.end() == 0
        assert "Sorcerer" in terminal.raw
        assert "Traceback" not in terminal.raw


@pytest.mark.parametrize("encoding", ["ascii", "cp1251"])
def test_json_loses_no_letters(encoding: str, tmp_path: Path) -> None:
    """Data keeps every letter of a name whatever the encoding of the terminal: JSON can escape them."""
    path = written(
        tmp_path / "r.yaml", "system: w40k7\nname: Шторм\nunits:\n- {name: Père Шторм ☠, mastery: 1, disciplines: [telepathy]}\n"
    )
    for words in (["--format", "json", "--yes"], ["--count", "1"]):
        found = json.loads(run("generate", path, *words, PYTHONIOENCODING=encoding).out.decode(encoding))
        assert found["units"][0]["name"] == "Père Шторм ☠"


def test_files_are_utf_8_in_any_locale(tmp_path: Path) -> None:
    """Under LC_ALL=C and without UTF-8 mode files are read and written in UTF-8 all the same."""
    text = "system: w40k7\r\nname: Шторм\r\nunits:\r\n- {name: Père, mastery: 1, disciplines: [telepathy]}\r\n"
    bare = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for name, content in {"bom.yaml": b"\xef\xbb\xbf" + text.encode(), "utf16.yaml": text.encode("utf-16")}.items():
        path = written(tmp_path / name, content)
        done = run("generate", path, "--yes", "--seed", "1", "-o", path.with_suffix(".out"), "--lang", "ru", env=bare)
        assert (done.status, done.err) == (0, b"")
        assert "name: Шторм" in path.with_suffix(".out").read_text(encoding="utf-8")
    cp1251 = written(tmp_path / "cp1251.yaml", "system: w40k7\nname: Шторм\n".encode("cp1251"))
    line = run("generate", cp1251, env=bare).complaint("UTF-8", "20")
    assert re.search(r"cp1251\.yaml:2:\d+: ", line)
    assert run("rules", "check", env=bare).status == 0


# Pipes, disks, closed streams


@pytest.mark.parametrize("command", ["rules list", "generate $R --yes --seed 1 --count 20000", "roll 3d6", "rules schema"])
def test_a_closed_pipe_is_quiet(command: str, sara: Path) -> None:
    """A reader that has seen enough is no error: not a word on standard error."""
    done = shell(f"$P {command} | head -1", R=str(sara)) if "head" not in command else None
    assert done
    assert done.out.count(b"\n") == 1
    assert done.err == b""


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["roll 3d6", "roll 3d6 --json", "generate $R --yes --count 3", "roll --help"])
def test_a_full_disk_is_one_message(command: str, sara: Path) -> None:
    """Output that cannot be written is one line and a status that is not 0."""
    done = shell(f"$P {command} >/dev/full", R=str(sara))
    done.complaint("pace")


@pytest.mark.parametrize(
    "command",
    [
        "roll 3d6 >&-",
        "roll 3d6 --json >&-",
        "generate $R --yes >&-",
        "roll 0d6 2>&-",
        "generate $R <&-",
        "generate $R --real-dice <&-",
        "generate $R --yes <&-",
    ],
)
def test_closed_streams_are_no_crash(command: str, sara: Path) -> None:
    """A standard stream that is closed altogether ends in an exit code, not a crash."""
    done = shell(f"$P {command}", R=str(sara))
    assert done.status in (0, 1, 2)
    assert len(done.errors) <= 1


@pytest.mark.parametrize("words", [["generate"], ["phase", "--journal", "game.yaml"]], ids=["generate", "phase"])
def test_without_a_terminal_nothing_hangs(words: list[str], tmp_path: Path) -> None:
    """In a session of its own, without any terminal and with nothing to read, it ends soon and says what it would have asked."""
    written(tmp_path / "sara.yaml", SARA)
    command = [sys.executable, "-m", "psyphase", words[0], "sara.yaml", *words[1:]]
    done = started(command, b"", tmp_path, environment(), 10, start_new_session=True)
    assert done.status == 1
    assert "discipline" in done.errors[-1 if words[0] == "generate" else 0] + done.errors[-1]
    assert b"not a terminal" not in done.err
    assert b"cursor" not in done.err


# Questions from a pipe


def test_end_of_input_names_question_and_flag(sara: Path) -> None:
    """When the input ends at a question the error names the question and the flag that answers it."""
    line = run("generate", sara).complaint("discipline", "-a discipline=")
    assert "end" in line
    line = run("generate", sara, "--real-dice", "-a", "discipline=telepathy").complaint("power-roll")
    assert "-a power-roll=" in line


def test_end_of_input_within_a_game(sara: Path, tmp_path: Path) -> None:
    """Also the second question of a phase names itself, and the answers before it are kept."""
    done = run("phase", sara, "--journal", tmp_path / "game.yaml", "--seed", "1", stdin="telepathy\n1\n2\n")
    assert done.status == 1
    assert any("-a " in line for line in done.errors)
    kept = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    assert "- discipline: telepathy\n" in kept


def test_answers_may_be_given_beforehand(sara: Path) -> None:
    """`-a` answers a question whenever it comes: once for all, or one after the other."""
    done = run("generate", sara, "-a", "discipline=divination", "-a", "swap=keep", "-a", "power-roll=1", "-a", "power-roll=2", "-a", "power-roll=3", "--format", "json")  # fmt: skip
    assert json.loads(done.out)["units"][0]["focus"] == "divination"
    line = run("generate", sara, "--yes", "-a", "discipline=waaagh").complaint("discipline", "waaagh", "telepathy")
    assert "divination" in line
    assert run("generate", sara, "--yes", "-a", "discipline").status in (1, 2)


def powers_in(path: Path) -> list[str]:
    """The powers of the first unit of a roster that was written."""
    powers: list[str] = yaml.safe_load(path.read_text(encoding="utf-8"))["units"][0]["powers"]
    return powers


def test_wrong_answers_are_asked_again(sara: Path, tmp_path: Path) -> None:
    """Nonsense at a question is told and asked again, by number or by word, until it fits."""
    out = tmp_path / "out.yaml"
    lines = ["waaagh", "0", "3", "99999999999", "-1", "1e0", "divination", "", "2", "", "1", "", ""]
    done = run("generate", sara, "--seed", "1", "-o", out, stdin="\n".join(lines) + "\n")
    assert (done.status, done.err) == (0, b"")
    assert [power.partition("/")[0] for power in powers_in(out)] == ["divination", "divination", "telepathy", "force"]


def test_a_real_die_thrown_again_keeps_the_others(sara: Path, tmp_path: Path) -> None:
    """Typed dice: nonsense is asked again, a duplicate asks for another throw (w40k7 Sara), a typed die stays typed."""
    out = tmp_path / "out.yaml"
    lines = ["telepathy", "x", "3", "1", "telepathy", "3", "7", "1", "2", "divination", "6", "1"]
    done = run("generate", sara, "--real-dice", "-o", out, stdin="\n".join(lines) + "\n")
    assert (done.status, done.err) == (0, b"")
    assert powers_in(out) == ["telepathy/terrify", "telepathy/psychic-shriek", "divination/scriers-gaze", "force"]


# Seeds and counts


def test_a_seed_gives_the_same_again() -> None:
    """The same seed throws the same dice; another seed, or none, others."""
    words = ["roll", "100d6", "--json"]
    first = run(*words, "--seed", "x").json
    assert first == run(*words, "--seed", "x", PYTHONHASHSEED="7").json
    others = [run(*words, "--seed", "y").json, run(*words, "--seed", "x "), run(*words).json, run(*words).json]
    assert len({str(one) for one in (first, *others)}) == 5


def test_rosters_of_a_count_are_independent(sara: Path) -> None:
    """`--count` makes one JSON object a line; each follows from the seed and its number alone, and they differ."""
    five = run("generate", sara, "--count", "5", "--seed", "x").text.splitlines()
    two = run("generate", sara, "--count", "2", "--seed", "x").text.splitlines()
    many = run("generate", sara, "--count", "300", "--seed", "x").text.splitlines()
    assert len(five) == 5
    assert five[:2] == two
    assert many[:5] == five
    powers = [tuple(json.loads(line)["units"][0]["powers"]) for line in many]
    assert len(set(powers)) > 60
    firsts = [power[0] for power in powers]
    assert all(
        30 <= firsts.count(power) <= 75 for power in ("telepathy/terrify", "telepathy/shrouding", "telepathy/invisibility")
    )
    other = run("generate", sara, "--count", "5", "--seed", "y").text.splitlines()
    assert other != five


def test_count_does_not_swallow_other_wishes(sara: Path, tmp_path: Path) -> None:
    """Asked for a file of many rosters it writes one or says that it will not; it never keeps silent and writes none."""
    done = run("generate", sara, "--count", "2", "-o", tmp_path / "out")
    assert done.status in (1, 2) or (tmp_path / "out").exists()


# The roster that is written


def test_output_is_written_into_a_new_file(sara: Path, tmp_path: Path) -> None:
    """`-o` writes a roster that can be read again: same units, with powers and focus."""
    out = tmp_path / "out.yaml"
    assert run("generate", sara, "--yes", "--seed", "1", "-o", out).status == 0
    run("generate", out, "--yes").complaint("out.yaml", "--again")
    found = run("generate", out, "--yes", "--again", "--seed", "1", "--format", "json").json
    assert found == run("generate", sara, "--yes", "--seed", "1", "--format", "json").json
    assert [path.name for path in tmp_path.iterdir()] == ["out.yaml"]


def test_another_file_is_overwritten_only_by_force(sara: Path, tmp_path: Path) -> None:
    """Another existing file stays as it is without `--force`, whatever else is asked."""
    out = written(tmp_path / "out.yaml", "precious")
    for more in ([], ["--again"]):
        run("generate", sara, "--yes", "-o", out, *more).complaint("out.yaml", "--force")
        assert out.read_text(encoding="utf-8") == "precious"
    out.chmod(0o640)
    assert run("generate", sara, "--yes", "-o", out, "--force").status == 0
    assert "telepathy/" in out.read_text(encoding="utf-8")
    assert stat.S_IMODE(out.stat().st_mode) == 0o640


def test_the_roster_itself_may_be_written(tmp_path: Path) -> None:
    """Powers go into the roster they are for without `--force`; one that has powers already needs `--again`."""
    roster = written(tmp_path / "mine.yaml", SARA)
    assert run("generate", roster, "--yes", "--seed", "1", "-o", roster).status == 0
    first = roster.read_text(encoding="utf-8")
    assert "focus" in first or "powers" in first
    run("generate", roster, "--yes", "--seed", "2", "-o", roster).complaint("--again")
    run("generate", roster, "--yes", "--seed", "2", "-o", roster, "--force").complaint("--again")
    assert roster.read_text(encoding="utf-8") == first
    assert run("generate", roster, "--yes", "--seed", "2", "-o", roster, "--again").status == 0
    assert roster.read_text(encoding="utf-8") != first


def test_a_failed_write_leaves_the_old_file(sara: Path, tmp_path: Path) -> None:
    """When the disk is full in the middle the old file is there unharmed and nothing else is left behind."""
    written(tmp_path / "out.yaml", "precious")
    done = shell("ulimit -f 0; $P generate $R --yes --seed 1 -o out.yaml --force --format json", cwd=tmp_path, R=str(sara))
    done.complaint("out.yaml")
    assert (tmp_path / "out.yaml").read_text(encoding="utf-8") == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["out.yaml"]


def test_a_folder_that_is_missing_is_told_before_any_question(sara: Path, tmp_path: Path) -> None:
    """Nobody answers twenty questions to learn that the result cannot be written."""
    done = run("generate", sara, "--yes", "-o", tmp_path / "nowhere" / "out.yaml")
    done.complaint("nowhere")
    assert done.out == b""


def test_only_plain_files_are_replaced(sara: Path, tmp_path: Path) -> None:
    """What is no plain file, a device or a pipe with a name, is never replaced by one, not even by force."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    run("generate", sara, "--yes", "-o", pipe, "--force", timeout=5).complaint("pipe")
    assert pipe.is_fifo()


# Languages


def test_ids_are_the_same_in_every_language(sara: Path, tmp_path: Path) -> None:
    """JSON has ids in every language; names for people change."""
    made = {run("generate", sara, "--yes", "--seed", "1", "--format", "json", "--lang", lang).out for lang in ("en", "ru", "fr")}
    assert len(made) == 1
    rolled = {
        run("roll", "power", "telepathy", "--mastery", "2", "--faces", "1", "--json", "--lang", lang).out
        for lang in ("en", "ru", "fr")
    }
    assert len(rolled) == 1
    run("phase", sara, "--yes", "-a", "target-leadership=8", "--seed", "4", "--journal", tmp_path / "game.yaml", "--lang", "fr")
    played = {lang: run("run", tmp_path / "game.yaml", "--json", "--lang", lang) for lang in ("en", "ru", "fr")}
    assert all(done.status == 0 and done.out.count(b"\n") > 10 for done in played.values())
    assert len({done.out for done in played.values()}) == 1


@pytest.mark.parametrize(
    ("words", "changes", "name"),
    [
        ([], {}, "Dominate"),
        (["--lang", "ru"], {}, "Доминирование"),
        (["--lang", "fr"], {"PSYPHASE_LANG": "ru"}, "Domination"),
        ([], {"PSYPHASE_LANG": "ru", "LANG": "fr_FR.UTF-8"}, "Доминирование"),
        ([], {"LANG": "fr_FR.UTF-8"}, "Domination"),
        ([], {"LANG": "ru_RU.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "Domination"),
        ([], {"LANG": "de_DE.UTF-8"}, "Dominate"),
    ],
    ids=[
        "the default",
        "--lang",
        "--lang before PSYPHASE_LANG",
        "PSYPHASE_LANG before the locale",
        "the locale",
        "LC_ALL before LANG",
        "another locale",
    ],
)
def test_names_follow_the_language(words: list[str], changes: dict[str, str], name: str) -> None:
    """Rule names follow --lang, then PSYPHASE_LANG, then the locale."""
    done = run("roll", "power", "telepathy", "--mastery", "2", "--faces", "1", *words, env={"PYTHONUTF8": "1", **changes})
    assert name in done.text


def test_an_unknown_language_is_refused() -> None:
    """A language there is not names those there are."""
    done = run("roll", "power", "telepathy", "--mastery", "2", "--lang", "de")
    assert done.status in (1, 2)
    assert all(word in done.err.decode() for word in ("de", "en", "ru", "fr"))


# Rules


def test_rules_list_names_everything() -> None:
    """The list has every discipline, power and setting, with the values in force."""
    done = run("rules", "list", "--lang", "ru")
    for word in ("telepathy", "runes-of-battle", "dominate", "Доминирование", "success", "attempts_per_phase", "warp-surge"):
        assert word in done.text, word
    assert re.search(r"success\W+4\b", done.text)


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("telepathy/dominate", ["telepathy.yaml", "Domination", "charge: 1"]),
        ("dominate", ["telepathy.yaml", "Domination"]),
        ("telepathy", ["telepathy.yaml", "Télépathie"]),
        ("success", ["settings.yaml", "value: 4"]),
        ("force", ["powers.yaml", "blessing"]),
        ("mind-purged", ["perils.yaml", "lose-power"]),
    ],
)
def test_rules_show(id: str, words: list[str]) -> None:
    """A discipline, a power, a setting or a row is shown as it stands, with its file and line."""
    done = run("rules", "show", id)
    assert done.status == 0, done.err
    assert all(word in done.text for word in words)
    assert re.search(r"\.yaml:\d+", done.text)


def test_rules_show_shows_one_entry_only() -> None:
    """An entry ends where the next begins."""
    done = run("rules", "show", "telepathy/dominate")
    assert "mental-fortitude" not in done.text
    assert "psychic-shriek" not in done.text
    assert "Contre-charge" in done.text


def test_rules_check_tells_every_problem(tmp_path: Path) -> None:
    """A folder with faults in several files gives one line each with its place and ends with 1; a good one with 0."""
    good = "- {id: mind-purged, faces: [2], name: {en: x}, effects: [], source: x}\n"
    path = written(tmp_path / "w40k7" / "perils.yaml", good)
    done = run("rules", "check", tmp_path)
    assert (done.status, done.err) == (0, b"")
    path.write_text(good.replace("[2]", "[2, 9]") + "- {id: y, fases: [1]}\n", encoding="utf-8")
    written(tmp_path / "w40k7" / "boons.yaml", "- {id: x\n")
    done = run("rules", "check", tmp_path)
    assert (done.status, done.out) == (1, b"")
    assert len(done.errors) >= 3
    for line in done.errors:
        assert PLACE.fullmatch(line.removeprefix("psyphase: ")), line
    assert all(any(word in line for line in done.errors) for word in ("beyond", "fases", "boons.yaml:"))


def test_rules_schema_describes_the_tables() -> None:
    """The schema is one JSON document that knows the keys of every kind of table."""
    schema = json.loads(run("rules", "schema").out)
    assert "json-schema.org" in schema["$schema"]
    text = json.dumps(schema)
    for key in ("charge", "disciplines", "faces", "reroll_unaffordable" if "reroll_unaffordable" in text else "choices", "ours"):
        assert f'"{key}"' in text, key


def test_tables_of_ones_own(tmp_path: Path) -> None:
    """`--rules` adds and replaces by id, the list names what was replaced, and other commands use it."""
    mine = "- {id: mind-purged, faces: [2], name: {en: Wiped}, effects: [{effect: wound, amount: 2}], source: x}\n"
    written(tmp_path / "w40k7" / "perils.yaml", mine)
    words = ["roll", "perils", "--leadership", "9", "--faces", "2", "--json"]
    assert run(*words, "--rules", tmp_path).json["outcome"] == [{"effect": "wound", "amount": 2}]
    assert run(*words).json["outcome"][0]["amount"] == 1
    listed = run("rules", "list", "--rules", tmp_path).text
    assert any("replaced" in line and "mind-purged" in line and str(tmp_path) in line for line in listed.splitlines())
    home = tmp_path / "home"
    written(home / "rules" / "w40k7" / "perils.yaml", mine.replace("amount: 2", "amount: 3"))
    assert run(*words, PSYPHASE_HOME=str(home)).json["outcome"][0]["amount"] == 3
    assert run(*words, "--rules", tmp_path, PSYPHASE_HOME=str(home)).json["outcome"][0]["amount"] == 2


def test_a_bad_table_is_told_by_every_command(sara: Path, tmp_path: Path) -> None:
    """A command that needs a bad table ends with its place; one that does not need it works."""
    written(tmp_path / "w40k7" / "perils.yaml", "- {id: mind-purged, faces: [2], name: {en: x}, effects: 3, source: x}\n")
    line = run("roll", "perils", "--leadership", "9", "--rules", tmp_path).complaint("effects", "3")
    assert re.search(r"perils\.yaml:1:\d+: ", line)
    assert run("generate", sara, "--yes", "--rules", tmp_path).status == 0


# Settings

TEST = ["roll", "psychic-test", "--charge", "2", "--dice", "2", "--faces", "3,3", "--json"]


def test_settings_come_from_the_config_file_then_the_flag(tmp_path: Path) -> None:
    """The user's config file changes a setting, `--set` has the last word."""
    assert run(*TEST).json["harnessed"] == 0
    written(tmp_path / "config.yaml", "settings: {w40k7: {success: 3, reroll_unaffordable: false}}\n")
    assert run(*TEST, PSYPHASE_HOME=str(tmp_path)).json["harnessed"] == 2
    assert run(*TEST, "--set", "success=4", PSYPHASE_HOME=str(tmp_path)).json["harnessed"] == 0


@pytest.mark.parametrize(
    ("config", "line", "words"),
    [
        ("setings: {}\n", 1, ["setings"]),
        ("settings:\n  w40k7:\n    sucess: 3\n", 3, ["sucess"]),
        ("settings:\n  w40k7:\n    success: 9\n", 3, ["9"]),
        ("settings:\n  w40k7:\n    success: [3]\n", 3, []),
        ("settings:\n  w40k8: {success: 3}\n", 2, ["w40k8"]),
        ("settings: 3\n", 1, ["3"]),
        ("settings: {w40k7: {success: 3, success: 4}}\n", 1, ["success"]),
        ("? [a]\n: 1\n", 1, []),
        ("- 1\n", 1, []),
    ],
    ids=[
        "unknown key",
        "unknown setting",
        "beyond its limits",
        "a list",
        "unknown system",
        "no mapping",
        "given twice",
        "a list for a key",
        "a list",
    ],
)
def test_a_bad_config_file_is_told_at_its_line(config: str, line: int, words: list[str], tmp_path: Path) -> None:
    """What is wrong in the config file is told with its line and column."""
    written(tmp_path / "config.yaml", config)
    complaint = run(*TEST, PSYPHASE_HOME=str(tmp_path)).complaint(*words)
    assert re.search(rf"config\.yaml:{line}:\d+: ", complaint), complaint


def test_settings_are_shown_and_kept(sara: Path, tmp_path: Path) -> None:
    """The settings in force are shown at the start of a phase, kept in its journal and used when it is played again."""
    game = tmp_path / "game.yaml"
    done = run("phase", sara, "--yes", "-a", "target-leadership=8", "--seed", "1", "--set", "success=2", "--journal", game)
    assert done.status == 0
    assert "success=2" in done.text
    assert re.search(r"success: 2\b", game.read_text(encoding="utf-8"))
    again = run("run", game)
    assert again.status == 0
    assert "success=2" in again.text


# Files that are too big, and other bad rosters


def test_a_roster_of_5_mb_is_refused_at_once(tmp_path: Path) -> None:
    """A file over the limit is an error, not a wait."""
    path = written(tmp_path / "big.yaml", "system: w40k7\nname: x\nunits:\n" + "- {name: Cultists}\n" * 280_000)
    start = time.perf_counter()
    line = run("generate", path, "--yes", timeout=10).complaint("big.yaml", "MiB")
    assert time.perf_counter() - start < 3
    assert PLACE.search(line)


@pytest.mark.parametrize("rows", ["a table", "a roster", "a script"])
def test_a_million_rows_are_refused_soon(rows: str, tmp_path: Path) -> None:
    """A million rows in a file below the limit of bytes are a few lines within seconds, not a flood minutes later."""
    if rows == "a table":
        written(tmp_path / "w40k7" / "types.yaml", "-\n" * 1_000_000)
        words: list[str | Path] = ["rules", "check", tmp_path]
    elif rows == "a roster":
        words = [
            "generate",
            written(tmp_path / "r.yaml", "system: w40k7\nname: x\nunits: [" + "1," * 1_000_000 + "1]\n"),
            "--yes",
        ]
    else:
        words = [
            "run",
            written(tmp_path / "r.yaml", "psyphase: 1\nsystem: w40k7\nsetup: {}\nplay: [" + "1," * 1_000_000 + "1]\n"),
        ]
    done = run(*words, timeout=10)
    assert done.status == 1
    assert len(done.errors) <= 1000
    assert PLACE.search(done.errors[0])


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("  wounds: 2\n", "  wonds: 2\n", "7:3", ["wonds", "wounds"]),
        ("  wounds: 2\n", "  wounds: two\n", "7:11", ["wounds", "two"]),
        ("  wounds: 2\n", "  mastery: 2\n", "7:3", ["mastery", "5"]),
        ("name: Sara's coven\n", "name: Sara's coven\npoints: 5\n", "3:1", ["points"]),
        ("[telepathy, divination]", "[telepathi]", "9:16", ["telepathi", "telepathy"]),
        ("telepathy/dominate", "telepathy/dominat", "11:9", ["telepathy/dominat"]),
        ("plan: [telepathy", "plan: [waaagh", "10:9", ["waaagh"]),
        ("system: w40k7", "system: chess", "1:9", ["chess"]),
        ("  models: 10\n", "  models: 10\n  joins: Nobody\n", "14:10", ["Nobody"]),
        ("  models: 10\n", "  models: &x 10\n  wounds: *x\n", "14:11", ["alias"]),
        ("  models: 10\n", "  models: !!int 10\n", "13:11", ["tag"]),
        ("  models: 10\n", "  models: [\n", "14:1", ["YAML"]),
    ],
    ids=[
        "unknown key",
        "text for a number",
        "key given twice",
        "unknown key of the roster",
        "unknown discipline",
        "unknown power",
        "plan beyond the disciplines",
        "unknown system",
        "joins nobody",
        "alias",
        "tag",
        "broken YAML",
    ],
)
def test_a_wrong_roster_is_told_with_its_place(old: str, new: str, place: str, words: list[str], tmp_path: Path) -> None:
    """Whatever is wrong in a roster is a line with file, line, column and what was probably meant."""
    assert old in SARA
    path = written(tmp_path / "r.yaml", SARA.replace(old, new, 1))
    done = run("generate", path, "--yes")
    assert (done.status, done.out) == (1, b"")
    assert all(PLACE.fullmatch(line) for line in done.errors)
    assert any(f"r.yaml:{place}: " in line and all(word in line for word in words) for line in done.errors), done


def test_several_faults_are_several_lines(tmp_path: Path) -> None:
    """All faults of a roster are told at once, each on a line with its place."""
    path = written(tmp_path / "r.yaml", SARA.replace("wounds: 2", "wounds: two").replace("models: 10", "modls: 10"))
    done = run("generate", path, "--yes")
    assert done.status == 1
    assert [line.partition("r.yaml")[2].split(":")[1] for line in done.errors] == ["7", "13"]
