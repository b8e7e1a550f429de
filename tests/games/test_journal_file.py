"""A journal on disk: where it cannot be begun, gone on with or written, and that the file is then as it was."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command import ROOT
from psyphase.engine.journal import Entry
from psyphase.engine.procedure import Number
from psyphase.errors import PsyphaseError
from psyphase.games.journal_file import JournalFile

SLOW = 5
"""How much slower than a quiet machine one may be that runs other tests too."""
HEADER = """\
psyphase: 1
system: w40k7
procedure: phase
setup:
  mine: {system: w40k7, name: Coven, units: [{name: Witch, mastery: 1, tags: [psyker]}]}
  rules: abc
play:
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the journal goes, in a folder that is not there yet."""
    return tmp_path / "new" / "game.yaml"


def refused(path: Path) -> str:
    """Why no journal begins there."""
    with pytest.raises(PsyphaseError) as wrong:
        JournalFile.begin(path, HEADER)
    return str(wrong.value)


def asked() -> Number:
    """A question for a number."""
    return Number("dice", "mine", 0, 9)


def test_a_journal_never_replaces_anything(path: Path, tmp_path: Path) -> None:
    """A game, a folder and a device in its place are told apart, and left alone."""
    JournalFile.begin(path, HEADER).close()
    assert refused(path) == f"{path}: there is a game in this file already; name another one"
    assert path.read_text() == HEADER
    folder = tmp_path / "folder"
    folder.mkdir()
    assert refused(folder) == f"{folder}: cannot be written: not a plain file"
    assert refused(Path(os.devnull)) == f"{os.devnull}: cannot be written: not a plain file"


def test_a_journal_begins_where_folders_can_be_made(path: Path, tmp_path: Path) -> None:
    """A file in the way of its folders is told with the reason of the disk."""
    (tmp_path / "new").write_text("a file")
    deeper = path.parent / "deeper" / path.name
    assert refused(deeper) == f"{deeper}: cannot be written: Not a directory"


def test_a_journal_that_is_not_there_cannot_be_gone_on_with(path: Path) -> None:
    """The reason is the disk's."""
    with pytest.raises(PsyphaseError) as wrong:
        JournalFile.go_on(path)
    assert str(wrong.value) == f"{path}: cannot be opened: No such file or directory"


def test_one_process_at_a_time(path: Path) -> None:
    """A journal that is written is refused; closed, it goes on."""
    journal = JournalFile.begin(path, HEADER)
    with pytest.raises(PsyphaseError) as wrong:
        JournalFile.go_on(path)
    assert str(wrong.value) == f"{path}: another psyphase is playing this game"
    journal.close()
    again, script = JournalFile.go_on(path)
    assert (again.entries, script.torn) == ([], False)
    again.close()


def test_answers_are_lines_of_yaml_that_read_back_the_same(path: Path) -> None:
    """Plain words stay plain; whatever YAML would read as something else is quoted; who answered is kept where it matters."""
    answers = (3, "end", "no", "true", "null", "Two words: #1", (5, 6), ("a", "b c"), "\x1b[1m")
    journal = JournalFile.begin(path, HEADER)
    for answer in answers:
        journal.record(asked(), answer)
    journal.record(asked(), 4, by="default")
    journal.close()
    assert path.read_text().removeprefix(HEADER).splitlines() == [
        "- dice: 3",
        "- dice: end",
        "- dice: no",
        '- dice: "true"',
        '- dice: "null"',
        '- dice: "Two words: #1"',
        "- dice: [5, 6]",
        '- dice: [a, "b c"]',
        '- dice: "\\u001b[1m"',
        "- {dice: 4, by: default}",
    ]
    again, _script = JournalFile.go_on(path)
    kept = [*(Entry("dice", answer) for answer in answers), Entry("dice", 4, "default")]
    assert again.entries == [entry._replace(line=at) for at, entry in enumerate(kept, HEADER.count("\n") + 1)]
    again.close()


@pytest.mark.parametrize("gone", ["removed", "replaced", "cut", "grown"])
def test_a_journal_that_another_program_touched_is_kept_elsewhere(gone: str, path: Path) -> None:
    """Taken away, it is written anew; where something else stands now, everything goes beside it (faults robustness 6, 18)."""
    journal = JournalFile.begin(path, HEADER)
    journal.record(asked(), 3)
    told: list[str] = []
    journal.tell = lambda said: told.append(str(said))
    others = {"replaced": "somebody else's", "cut": HEADER[:20], "grown": HEADER + "- dice: 3\n# note\n"}
    if gone in ("removed", "replaced"):
        path.rename(path.with_name("moved.yaml"))
    if gone in others:
        path.write_text(others[gone])
    journal.record(asked(), 4)
    journal.record(asked(), 5)
    kept = path if gone == "removed" else path.with_name("game-2.yaml")
    assert journal.path == kept
    assert kept.read_text() == HEADER + "- dice: 3\n- dice: 4\n- dice: 5\n"
    if gone == "removed":
        assert told == [f"{path}: was deleted or moved; it is written anew"]
    else:
        assert told == [f"{path}: changed by another program; the game goes on in {kept}"]
        assert path.read_text() == others[gone]
    with pytest.raises(PsyphaseError, match="another psyphase is playing this game"):
        JournalFile.go_on(kept)
    journal.close()


HEAD = HEADER.removesuffix("play:\n")
PLAY = "- dice: 3\n- dice: [5, 6]\n- undo: 1\n"
FORMS = {
    "UTF-16": (HEADER + PLAY).encode("utf-16"),
    "a byte order mark": (HEADER + PLAY).encode("utf-8-sig"),
    "Windows line ends": (HEADER + PLAY).replace("\n", "\r\n").encode(),
    "indented": (HEADER + "  - dice: 3\n  - dice: [5, 6]\n  - undo: 1\n").encode(),
    "flow": (HEAD + "play: [dice: 3, dice: [5, 6], undo: 1]\n").encode(),
    "no end of line": (HEAD.replace("  rules: abc\n", "") + "play:\n" + PLAY).rstrip().encode(),
    "an end mark": (HEADER + PLAY + "...\n").encode(),
    "a beginning mark": ("---\n" + HEADER + PLAY).encode(),
    "answers after": (HEADER + PLAY + "answers: {deny-dice: 2}\n").encode(),
    "on several lines": (HEADER + "- dice:\n    3\n- dice:\n  - 5\n  - 6\n- undo: 1\n").encode(),
    "all in one mapping": b"{psyphase: 1, system: w40k7, setup: {rules: abc, mine: {system: w40k7, name: Coven, units: "
    b"[{name: Witch, mastery: 1, tags: [psyker]}]}}, play: [{dice: 3}, {dice: [5, 6]}, {undo: 1}]}\n",
    "a comment at the end": (HEADER + PLAY + "# that is all\n").encode(),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_what_can_be_read_can_be_written_on(form: bytes, path: Path) -> None:
    """In every form: the next answer is there when it is read again, and the old file is kept where it was rewritten
    (faults robustness 3).
    """
    path.parent.mkdir()
    path.write_bytes(form)
    journal, before = JournalFile.go_on(path)
    assert path.read_bytes() == form  # reading alone changes nothing
    journal.record(asked(), 7)
    journal.close()
    again, after = JournalFile.go_on(path)
    again.close()
    assert [(one.id, one.answer) for one in after.play] == [(one.id, one.answer) for one in before.play] + [("dice", 7)]
    assert (after.armies[0].roster, after.answers, after.rules) == (before.armies[0].roster, before.answers, before.rules)
    olds = list(path.parent.glob("*.bak"))
    assert [old.read_bytes() for old in olds] == ([] if path.read_bytes().startswith(form) else [form])


@pytest.mark.parametrize("form", [FORMS["flow"], FORMS["indented"]], ids=["flow", "indented"])
def test_a_journal_of_no_set_form_is_left_alone_without_an_answer(form: bytes, path: Path) -> None:
    """Nothing is rewritten for looking at it (faults robustness 3)."""
    path.parent.mkdir()
    path.write_bytes(form)
    journal, _script = JournalFile.go_on(path)
    journal.discard_empty()
    journal.close()
    assert [(one.name, one.read_bytes()) for one in path.parent.iterdir()] == [("game.yaml", form)]


def test_a_journal_may_be_longer_than_other_files(path: Path) -> None:
    """Two rosters of nearly a MiB and 30,000 answers go on; a header beyond its limit begins no game (faults robustness 4)."""
    path.parent.mkdir()
    long = HEADER.replace("units: [", "units: [" + f"{{name: {'x' * 40}, models: 3}}, " * 150)
    path.write_text(long.replace("play:\n", f"# {'y' * 1000}\n" * 1900 + "play:\n") + "- dice: 3\n" * 30_000)
    assert path.stat().st_size > 2 * 1024 * 1024
    journal, script = JournalFile.go_on(path)
    assert len(script.play) == 30_000
    journal.close()
    other = path.with_name("other.yaml")
    with pytest.raises(PsyphaseError, match=r"the rosters are too large for a game$"):
        JournalFile.begin(other, "#" * (8 * 1024 * 1024 + 1))
    assert not other.exists()


READ = """\
import pathlib, sys
from psyphase.errors import PsyphaseError
from psyphase.games.journal_file import JournalFile
try:
    JournalFile.go_on(pathlib.Path(sys.argv[1]))
except PsyphaseError as error:
    print(error)
print(next(line.split()[1] for line in pathlib.Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")))
"""


def limited(path: Path) -> tuple[list[str], float, int]:
    """Read a journal in a process of its own: what it says, its seconds and its peak in MiB."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", READ, str(path)], stdout=subprocess.PIPE, cwd=ROOT, text=True, check=True)
    *said, peak = done.stdout.splitlines()
    return said, time.perf_counter() - start, int(peak) // 1024


@pytest.mark.parametrize(
    "play",
    ["- undo: 1\n" * 1_000_000, "  - undo: 1\n" * 1_000_000, "- undo: 100000\n" * 3000],
    ids=["a million", "a million indented", "three thousand of a hundred thousand"],
)
def test_undo_takes_back_no_more_than_there_is(play: str, path: Path) -> None:
    """Read, or refused in one line, within 2 seconds and 200 MB (faults robustness 7)."""
    path.parent.mkdir()
    path.write_text(HEADER + "- dice: 3\n" * 10 + play)
    said, seconds, peak = limited(path)
    assert len(said) <= 1
    assert all("expected at most" in line for line in said)
    assert (seconds < 2 * SLOW, peak < 200) == (True, True), (seconds, peak)


def test_a_disk_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is written but not synced: it is cut off again, and a journal that cannot even begin is removed."""

    def fail(_descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    journal = JournalFile.begin(path, HEADER)
    journal.record(asked(), 3)
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        with pytest.raises(PsyphaseError) as wrong:
            journal.record(asked(), 4)
        other = path.with_name("other.yaml")
        assert refused(other) == f"{other}: the answer could not be kept: Input/output error"
        assert not other.exists()
    assert str(wrong.value) == f"{path}: the answer could not be kept: Input/output error"
    assert path.read_text() == HEADER + "- dice: 3\n"
    journal.close()


def test_a_disk_that_takes_half_a_line_is_full(path: Path) -> None:
    """A short write is no write."""

    class Full:
        """A file on a disk with room for three bytes."""

        def __init__(self, journal: JournalFile) -> None:
            self.file = journal._file

        def write(self, data: bytes) -> int:
            return self.file.write(data[:3])

        def __getattr__(self, name: str) -> object:
            return getattr(self.file, name)

    journal = JournalFile.begin(path, HEADER)
    journal._file = Full(journal)  # type: ignore[assignment]
    with pytest.raises(PsyphaseError) as wrong:
        journal.record(asked(), 3)
    assert str(wrong.value) == f"{path}: the answer could not be kept: No space left on device"
    assert path.read_text() == HEADER
    journal.close()


def test_undo_is_written_down_and_an_empty_journal_removed(path: Path) -> None:
    """Taking back is a line of its own; nothing to take back writes none; a journal with no answer left is no game."""
    journal = JournalFile.begin(path, HEADER)
    assert journal.undo() == 0
    journal.record(asked(), 3)
    assert journal.undo() == 1
    assert path.read_text() == HEADER + "- dice: 3\n- undo: 1\n"
    journal.discard_empty()
    assert not path.exists()
    journal.close()


@pytest.mark.parametrize("play", ["", "- dice: 3\n- undo: 1\n"], ids=["no answer yet", "all taken back"])
def test_a_file_that_was_there_before_is_never_removed(play: str, path: Path) -> None:
    """Gone on with and left without an answer, it stays as it was (faults robustness 2)."""
    path.parent.mkdir()
    path.write_text(HEADER + play)
    journal, _script = JournalFile.go_on(path)
    journal.discard_empty()
    journal.close()
    assert path.read_text() == HEADER + play


def test_a_journal_with_answers_is_kept(path: Path) -> None:
    """Only an empty one is discarded."""
    journal = JournalFile.begin(path, HEADER)
    journal.record(asked(), 3)
    journal.discard_empty()
    assert path.read_text() == HEADER + "- dice: 3\n"
    journal.close()
