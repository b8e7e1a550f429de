"""The program on a console that prompt_toolkit cannot drive, as Git-Bash is on Windows."""

from __future__ import annotations

import prompt_toolkit.output.defaults

from psyphase.cli import main


class NoConsoleError(Exception):
    """What is raised there."""


def no_output() -> object:
    raise NoConsoleError


prompt_toolkit.output.defaults.create_output = no_output  # type: ignore[assignment]
main()
