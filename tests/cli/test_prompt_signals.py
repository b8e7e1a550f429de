"""Signals, the keys that stand for them, the end of input and consoles of all kinds, in this process."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import questionary
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from psyphase.cli.prompts import terminal
from psyphase.cli.prompts.arrows import with_escape
from psyphase.cli.prompts.terminal import Signals, asked, has_menus, typed_line
from psyphase.cli.screen.stdout import is_dumb

STYLE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize(("name", "status"), [("SIGHUP", 129), ("SIGQUIT", 131), ("SIGTERM", 143)])
def test_a_signal_ends_as_ctrl_c_does(name: str, status: int) -> None:
    """faults robustness 1: once, with the status that a shell tells of it; a second one does not disturb the tidying up."""
    number = getattr(signal, name)
    with Signals() as signals:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
        signal.raise_signal(number)
        assert signals.status == status
    assert signal.getsignal(number) == signal.SIG_DFL


def test_a_signal_that_is_ignored_stays_so() -> None:
    """As whoever has started us with nohup wants it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Signals() as signals:
            signal.raise_signal(signal.SIGHUP)
            assert signals.status is None
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """What is typed at a menu, on a terminal that shows nothing."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def menu() -> questionary.Question:
    """A question with two answers."""
    question = questionary.select("Which gun?", ["las", "bolt"])
    assert question.application.key_bindings
    with_escape(question.application.key_bindings, LookupError())
    return question


def test_a_signal_at_a_menu_comes_again_behind_it(keys: PipeInput) -> None:
    """faults robustness 1: the menu is left first; what handled the signal before handles it then."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP)}
    keys.send_text("\x1c")
    question = menu()
    with Signals() as signals, pytest.raises(KeyboardInterrupt):
        asked(question)
    assert signals.status == 131
    assert not question.application.is_running
    assert {number: signal.getsignal(number) for number in before} == before


def test_a_pause_asks_again_as_it_stood(keys: PipeInput, monkeypatch: pytest.MonkeyPatch) -> None:
    """faults robustness 1: Ctrl-Z pauses all that runs at the terminal, with the menu out of the way, and then it is there again."""
    paused = []
    question = menu()

    def pause(whom: int, number: int) -> None:
        paused.append((whom, number, question.application.is_running))
        keys.send_text("\r")

    monkeypatch.setattr(os, "kill", pause)
    keys.send_text("\x1b[B\x1a")
    assert asked(question) == "bolt"
    assert paused == [(0, signal.SIGTSTP, False)]


def test_a_signal_together_with_an_answer_is_not_lost(keys: PipeInput) -> None:
    """The menu is left by the answer then, and the program ends all the same."""
    keys.send_text("\x1c\r")
    with Signals() as signals, pytest.raises(KeyboardInterrupt):
        asked(menu())
    assert signals.status == 131


@pytest.mark.usefixtures("keys")
def test_a_signal_before_the_first_picture() -> None:
    """One that comes while a menu is made ready is not lost."""
    question = menu()
    question.application.pre_run_callables.append(lambda: signal.raise_signal(signal.SIGTERM))
    with Signals() as signals, pytest.raises(KeyboardInterrupt):
        asked(question)
    assert signals.status == 143


def test_a_terminal_that_is_gone(keys: PipeInput) -> None:
    """At the end of what can be read the status is that of the signal, whether it has come already or not."""
    keys.close()
    with Signals() as signals, pytest.raises(KeyboardInterrupt):
        asked(menu())
    assert signals.status == 129


def test_a_terminal_that_is_gone_where_its_signal_is_ignored(keys: PipeInput) -> None:
    """Under nohup the program ends all the same, as there is nobody to answer."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    keys.close()
    try:
        with Signals() as signals, pytest.raises(KeyboardInterrupt):
            asked(menu())
    finally:
        signal.signal(signal.SIGHUP, before)
    assert signals.status is None


def test_a_terminal_that_takes_nothing_any_more() -> None:
    """The same where drawing fails first."""

    class Screen(DummyOutput):
        gone = False

        def flush(self) -> None:
            if self.gone:
                raise OSError(5, "Input/output error")

    screen = Screen()
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=screen):
        question = menu()
        screen.gone = True
        with Signals() as signals, pytest.raises(KeyboardInterrupt):
            asked(question)
    assert signals.status == 129


class Typed(io.StringIO):
    """Standard input at a terminal, which is there so often."""

    def __init__(self, text: str = "", there: int = 9, error: OSError | None = None) -> None:
        super().__init__(text)
        self.there = there
        self.error = error

    def isatty(self) -> bool:
        self.there -= 1
        return self.there >= 0

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        if self.error:
            raise self.error
        return super().readline()


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        pytest.param(Typed(), None, id="Ctrl-D"),
        pytest.param(Typed(there=1), 129, id="gone at the end"),
        pytest.param(Typed(error=OSError(5, "Input/output error")), 129, id="gone while it was read"),
    ],
)
def test_the_end_of_typed_lines(typed: Typed, status: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves as Ctrl-C does; of a terminal that has gone the status tells. What is said next has a line of its own."""
    monkeypatch.setattr(sys, "stdin", typed)
    out = io.StringIO("> ")
    with Signals() as signals, pytest.raises(KeyboardInterrupt):
        typed_line(out)
    assert signals.status == status


def test_lines_of_a_pipe_and_of_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a pipe is an empty line; an error of the disk stays one."""
    monkeypatch.setattr(sys, "stdin", Typed("3\n", there=0))
    assert (typed_line(io.StringIO()), typed_line(io.StringIO())) == ("3\n", "")
    monkeypatch.setattr(sys, "stdin", Typed(there=0, error=IsADirectoryError(21, "Is a directory")))
    with pytest.raises(IsADirectoryError):
        typed_line(io.StringIO())


TOLD = io.StringIO()
"""What a console is told beside its prompts."""


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A console that was not looked at yet."""
    monkeypatch.setattr("psyphase.cli.screen.stdout.sys", SimpleNamespace(stdout=Typed()))
    monkeypatch.setattr("psyphase.cli.prompts.terminal.sys", SimpleNamespace(stdin=Typed(), stderr=TOLD))
    for name, value in {"TERM": "xterm", "ACCESSIBLE": "", "NO_COLOR": ""}.items():
        monkeypatch.setenv(name, value)
    terminal._can_be_driven.cache_clear()
    yield monkeypatch
    terminal._can_be_driven.cache_clear()


class NoConsoleError(Exception):
    """What prompt_toolkit raises on Windows where there is no console, as in Git-Bash."""


def test_a_console_that_cannot_be_driven(console: pytest.MonkeyPatch) -> None:
    """faults robustness 9: numbered lines, and a word about it, once."""

    def create_output() -> object:
        raise NoConsoleError

    console.setattr("prompt_toolkit.output.defaults.create_output", create_output)
    with create_app_session():
        assert [has_menus(plain=False) for _ in range(3)] == [False] * 3
    assert TOLD.getvalue() == "This console cannot show menus: numbered lines it is.\n"


@pytest.mark.parametrize(
    ("system", "term", "menus"),
    [
        ("posix", None, False),
        ("posix", "", False),
        ("posix", "dumb", False),
        ("posix", "xterm", True),
        ("nt", None, True),
        ("nt", "", True),
        ("nt", "dumb", False),
        ("nt", "xterm", True),
    ],
)
def test_what_kind_of_terminal(system: str, term: str | None, menus: bool, console: pytest.MonkeyPatch) -> None:
    """faults robustness 10: consoles of Windows say nothing of their kind and show menus; elsewhere such a terminal gets lines."""
    known = {} if term is None else {"TERM": term}
    console.setattr("psyphase.cli.screen.stdout.os", SimpleNamespace(name=system, environ=known))
    assert is_dumb() is not menus


@pytest.mark.parametrize(("value", "styled"), [("1", False), ("", True)])
def test_no_style_where_none_is_wanted(value: str, styled: bool, console: pytest.MonkeyPatch) -> None:
    """faults robustness 10: NO_COLOR leaves neither bold nor reverse video in menus; empty it counts as unset."""
    console.setenv("NO_COLOR", value)
    shown = io.StringIO()
    with create_pipe_input() as pipe:
        output = Vt100_Output(shown, lambda: SimpleNamespace(rows=9, columns=40), term="xterm")  # type: ignore[arg-type, return-value]
        with create_app_session(input=pipe, output=output):
            assert has_menus(plain=False)
            pipe.send_text("\r")
            assert asked(menu()) == "las"
    assert "Which gun?" in shown.getvalue()
    assert bool(STYLE.search(shown.getvalue())) is styled
