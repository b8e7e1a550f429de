"""What can go wrong through no fault of the program; anything else that is raised is a bug."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class PsyphaseError(Exception):
    """Something the user can fix: one line for stderr, and the exit status."""

    status = 1


class Stopped(PsyphaseError):
    """Ctrl-C, with a word about what is kept."""

    status = 130


class AnswerError(PsyphaseError):
    """A player, flag, script or saved game said something the rules cannot accept."""


class Unanswered(AnswerError):
    """Nobody could answer a request. `id` is the request's name."""

    def __init__(self, id: str, message: str = "") -> None:
        super().__init__(message or f"nobody answered '{id}'; give it with -a {id}=VALUE")
        self.id = id


class NotationError(AnswerError):
    """Dice notation that cannot be read; `column` counts from 1."""

    status = 2

    def __init__(self, text: str, column: int, message: str) -> None:
        super().__init__(f"{text!r}, column {column}: {message}")
        self.text = text
        self.column = column


class Problem(NamedTuple):
    """One fault in a file. `line` and `column` count from 1; 0 where the file has none."""

    file: Path
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        if not self.line:
            return f"{self.file}: {self.message}"
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class RulesError(PsyphaseError):
    """A file is wrong: every problem found in it, in order of place."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(problems)
        super().__init__("\n".join(map(str, self.problems)))
