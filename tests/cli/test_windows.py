"""What is different on Windows, simulated: locks of single bytes, open files, signals that are not there, line ends."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from command import EXAMPLES, ROOT, psyphase
from psyphase.cli.prompts import terminal
from psyphase.cli.wizard import _free_name
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
DICE = Number("dice", "mine", 0, 9)


class Locks:
    """`msvcrt.locking`: bytes from where the file stands, held by one open file until it is closed."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: dict[tuple[int, int], int] = {}

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        byte = (os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR))
        if self.held.get(byte, descriptor) != descriptor and is_open(self.held[byte]):
            raise PermissionError(13, "Permission denied")
        self.held[byte] = descriptor


def is_open(descriptor: int) -> bool:
    """Whether a file is open under this number."""
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


@pytest.fixture
def locks(monkeypatch: pytest.MonkeyPatch) -> Locks:
    """A system with the locks of Windows, and none of Unix."""
    there = Locks()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", there)
    return there


def test_two_processes_on_one_game(locks: Locks, tmp_path: Path) -> None:
    """The second is refused; the byte that is locked is none that anybody reads; once the first ends, the other may go on."""
    path = tmp_path / "game.yaml"
    first = JournalFile.begin(path, HEADER)
    first.record(DICE, 3, "asked")
    with pytest.raises(PsyphaseError, match="another psyphase is playing this game"):
        JournalFile.go_on(path)
    assert all(place > 2**20 for _file, place in locks.held)
    assert path.read_text() == HEADER + "- dice: 3\n"
    first.close()
    second, script = JournalFile.go_on(path)
    assert [entry.answer for entry in script.play] == [3]
    for answer in (3, 4):
        second.record(DICE, answer, "asked")
    second.close()
    assert path.read_text() == HEADER + "- dice: 3\n- dice: 4\n"


@pytest.fixture
def open_files_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file can be removed while it is open."""
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("needs /proc to know which files are open")
    unlink = Path.unlink

    def unlink_closed(path: Path, missing_ok: bool = False) -> None:
        for link in Path("/proc/self/fd").iterdir():
            if link.exists() and link.readlink() == path:
                raise PermissionError(13, "The process cannot access the file", str(path))
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink_closed)


@pytest.mark.usefixtures("locks", "open_files_stay")
def test_a_game_without_answers_is_removed(tmp_path: Path) -> None:
    """Closed first, as what is open cannot be removed."""
    path = tmp_path / "game.yaml"
    journal = JournalFile.begin(path, HEADER)
    journal.discard_empty()
    journal.close()
    assert not path.exists()


@pytest.mark.usefixtures("open_files_stay")
def test_a_journal_that_cannot_begin_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk that takes no header leaves no file either."""

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "game.yaml"
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PsyphaseError, match="No space left"):
        JournalFile.begin(path, HEADER)
    assert not path.exists()


@pytest.mark.parametrize(
    ("army", "file"),
    [
        ("Con", "con-army.yaml"),
        ("N U L", "n-u-l.yaml"),
        ("NUL.", "nul-army.yaml"),
        ("Lpt1", "lpt1-army.yaml"),
        ('C:\\Wolves <"1|2?*"> .', "c-wolves-1-2.yaml"),
        ("Шторм / Père", "шторм-père.yaml"),
        ("...", "army.yaml"),
    ],
)
def test_files_named_by_people(army: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No letter that a name may not have there, no end that is cut off, and no device."""
    monkeypatch.chdir(tmp_path)
    assert str(_free_name(army)) == file


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "byte order mark"])
def test_a_journal_from_an_editor_of_windows(mark: bytes, tmp_path: Path) -> None:
    """Line ends of two bytes and a mark at the beginning: the game goes on behind them, and is read again."""
    path = tmp_path / "game.yaml"
    path.write_bytes(mark + (HEADER + "- dice: 3\n").replace("\n", "\r\n").encode())
    journal, _script = JournalFile.go_on(path)
    for answer in (3, 4):
        journal.record(DICE, answer, "asked")
    journal.close()
    again, script = JournalFile.go_on(path)
    again.close()
    assert [entry.answer for entry in script.play] == [3, 4]


def test_lines_typed_with_two_bytes_at_their_end() -> None:
    """As a pipe of Windows has them: a number of the menu, and what a die shows."""
    done = psyphase("generate", str(EXAMPLES / "sara.yaml"), "--real-dice", stdin="1\r\n4\r\n")
    assert "4 (typed)" in done.stdout
    assert "expected" not in done.stdout


@pytest.fixture
def without_unix(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """What touches the terminal, loaded anew where there are the signals of Windows only."""
    for name in ("SIGHUP", "SIGQUIT", "SIGTSTP", "SIGCONT"):
        monkeypatch.delattr(signal, name)
    monkeypatch.setattr(signal, "SIGBREAK", signal.SIGUSR1, raising=False)
    monkeypatch.setattr(signal, "Signals", {"SIGTERM": signal.SIGTERM, "SIGBREAK": signal.SIGUSR1})
    spec = importlib.util.spec_from_file_location("terminal_of_windows", terminal.__file__)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_signals_of_windows(without_unix: ModuleType) -> None:
    """Ctrl-Break ends as Ctrl-C does; nothing pauses, no key stands for what is not there."""
    assert (without_unix.PAUSING, without_unix.HANGING_UP) == ((), ())
    with without_unix.Signals() as signals, pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGUSR1)
    assert signals.status == 128 + signal.SIGUSR1
    keys = SimpleNamespace(add=lambda *_key, **_how: pytest.fail("a key of Unix"))
    without_unix.with_signal_keys(keys)


def test_a_game_without_the_modules_of_unix(tmp_path: Path) -> None:
    """Played to its end, and a script of it: nothing imports what only Unix has."""
    code = (
        "import subprocess, sys; from types import SimpleNamespace\n"  # which looks for them where it stands
        "sys.modules.update(dict.fromkeys(('fcntl', 'termios', 'tty', 'pty', 'pwd', 'grp', 'resource')))\n"
        "sys.modules['msvcrt'] = SimpleNamespace(LK_NBLCK=2, locking=lambda *_: None)\n"
        "from psyphase.cli import main; main()"
    )
    words = ("phase", f"{EXAMPLES}/andy.yaml", f"{EXAMPLES}/chaos.yaml", "--yes", "--seed", "1", "--journal", "game.yaml")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PSYPHASE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "game.yaml").is_file()
