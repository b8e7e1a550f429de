"""Files written whole or not at all; text on one line; what the package offers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import psyphase
from psyphase.errors import PsyphaseError, RulesError
from psyphase.files import MAX_BYTES, check_writable, read_bytes, short_path, sync_folder, write_whole
from psyphase.text import Lines, Phrase, clean, cut_short, printable, shortened


def test_a_file_is_written_whole_with_its_mode(tmp_path: Path) -> None:
    """A new file has the usual mode, an old one keeps its own; through a link the file itself is written."""
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    mask = os.umask(0o027)
    try:
        write_whole(path, "один\n")
    finally:
        os.umask(mask)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == ("один\n".encode(), 0o640)
    path.chmod(0o604)
    link.symlink_to(path)
    write_whole(link, "two\n")
    assert (path.read_text(), path.stat().st_mode & 0o777, link.is_symlink()) == ("two\n", 0o604, True)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.txt", "link.txt"]


def test_a_disk_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the new text, and no file beside it."""

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "a.txt"
    path.write_text("old\n")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(PsyphaseError) as wrong:
        write_whole(path, "new\n")
    assert str(wrong.value) == f"{path}: cannot be written: No space left on device"
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("a.txt", "old\n")]
    sync_folder(tmp_path)  # where folders cannot be synced, nothing is lost that could be kept


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A folder in the way, a folder that is missing."""
    with pytest.raises(PsyphaseError) as wrong:
        check_writable(tmp_path)
    assert str(wrong.value) == f"{tmp_path}: cannot be written: not a plain file"
    with pytest.raises(PsyphaseError) as wrong:
        check_writable(tmp_path / "no" / "a.txt")
    assert str(wrong.value) == f"{tmp_path / 'no' / 'a.txt'}: cannot be written: no such folder"


def test_a_folder_that_takes_nothing_is_told_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No question is asked first (faults robustness 5)."""
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(PsyphaseError, match=r"a\.txt: cannot be written: nothing may be written in its folder$"):
        check_writable(tmp_path / "a.txt")


def test_reading_has_its_limit(tmp_path: Path) -> None:
    """A MiB is read, a byte more is not; what is no file is told."""
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * MAX_BYTES)
    assert len(read_bytes(path)) == 1024 * 1024
    path.write_bytes(b"x" * (MAX_BYTES + 1))
    with pytest.raises(RulesError, match=r"a\.txt:1:1: expected at most 1 MiB, got a larger file$"):
        read_bytes(path)
    with pytest.raises(RulesError, match=r"cannot be read: not a plain file$"):
        read_bytes(tmp_path)


def test_a_path_is_told_as_short_as_it_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative where it lies inside the working folder, else as it is."""
    monkeypatch.chdir(tmp_path)
    assert short_path(tmp_path / "a" / "b.yaml") == Path("a/b.yaml")
    assert short_path(tmp_path.parent / "b.yaml") == tmp_path.parent / "b.yaml"


def test_text_of_a_file_stays_on_its_line() -> None:
    """Control characters are shown or replaced, spaces of all widths and joiners of emoji stay; long values are cut."""
    assert printable("a\x1b[1m\n\u2009b\u200dc") == "a\\x1b[1m\\n\u2009b\u200dc"
    assert clean("a\x1b[1m\n\u2009b\u200dc") == "a\ufffd[1m\ufffd\u2009b\u200dc"
    assert (cut_short("x" * 60), cut_short("x" * 61)) == ("x" * 60, "x" * 57 + "...")
    assert (shortened(2**64 - 1), shortened(2**64)) == ("18446744073709551615", "a number of more than 19 digits")


def test_phrases_one_below_the_other() -> None:
    """Each is translated by itself."""
    lines = Lines([Phrase("{count} left", count=2), Phrase("over")])
    assert lines.said(lambda sentence: {"over": "vorbei"}.get(sentence, sentence)) == "2 left\nvorbei"
    assert repr(lines) == "Phrase('2 left\\nover')"
    assert Phrase("{x}", x=["a\n", Phrase("{y}", y="b\t")]).printable() == Phrase("a\\n, b\\t")


def test_the_package_offers_names_and_no_others() -> None:
    """Imported when they are asked for."""
    from psyphase.engine.procedure import Roll

    assert psyphase.Roll is Roll
    with pytest.raises(AttributeError, match=r"^module 'psyphase' has no attribute 'Wish'$"):
        psyphase.Wish  # noqa: B018
