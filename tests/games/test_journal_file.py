"""A journal on disk: where it cannot be begun, gone on with or written, and that the file is then as it was."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from psyphase.engine.journal import Entry
from psyphase.engine.procedure import Number
from psyphase.errors import PsyphaseError
from psyphase.games.journal_file import JournalFile

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


@pytest.mark.parametrize("gone", ["removed", "replaced"])
def test_a_journal_that_was_moved_takes_no_answer(gone: str, path: Path) -> None:
    """What stands at the path is not what is written: the answer is refused and nothing of it is left."""
    journal = JournalFile.begin(path, HEADER)
    path.rename(path.with_name("moved.yaml"))
    if gone == "replaced":
        path.write_text("somebody else's")
    with pytest.raises(PsyphaseError) as wrong:
        journal.record(asked(), 3)
    assert str(wrong.value) == f"{path}: the journal was moved or replaced while it was written"
    assert journal.entries == []
    assert path.with_name("moved.yaml").read_text() == HEADER
    journal.discard_empty()
    assert path.exists() == (gone == "replaced")  # what is not ours is not removed
    journal.close()


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
