"""What can go wrong through no fault of the program; anything else that is raised is a bug."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from psyphase.text import Lines, Phrase, as_phrase, printable


class PsyphaseError(Exception):
    """Something the user can fix: one line for stderr, and the exit status.

    `phrase` is what it says: a sentence with named places, and what goes into them. `str` says it in English.
    """

    status = 1

    def __init__(self, sentence: str | Phrase, /, **args: object) -> None:
        self.phrase = as_phrase(sentence, args)
        super().__init__(self.phrase)


class Stopped(PsyphaseError):
    """Ctrl-C, with a word about what is kept."""

    status = 130


class AnswerError(PsyphaseError):
    """A player, flag, script or saved game said something the rules cannot accept."""


class Misfit(AnswerError):
    """An entry of a journal is not an answer to what is asked: `number` counts from 1, `why` says what it should be."""

    def __init__(self, number: int, why: Phrase) -> None:
        super().__init__("entry {number} of play: {why}", number=number, why=why)
        self.number = number
        self.why = why


class Unanswered(AnswerError):
    """Nobody could answer a request. `id` is the request's name."""

    def __init__(self, id: str, phrase: Phrase | None = None) -> None:
        super().__init__(phrase or Phrase("nobody answered '{id}'; give it with -a {id}=VALUE", id=id))
        self.id = id


class NotationError(AnswerError):
    """Dice notation that cannot be read; `column` counts from 1."""

    status = 2

    def __init__(self, text: str, column: int, sentence: str | Phrase, /, **args: object) -> None:
        super().__init__("{text}, column {column}: {message}", text=repr(text), column=column, message=as_phrase(sentence, args))
        self.text = text
        self.column = column


class Problem(NamedTuple):
    """One fault in a file. `line` and `column` count from 1; 0 where the file has none."""

    file: Path
    line: int
    column: int
    phrase: Phrase

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return str(self.phrase)

    @property
    def located(self) -> Phrase:
        """What is wrong, and where."""
        file = printable(str(self.file))
        if not self.line:
            return Phrase("{file}: {message}", file=file, message=self.phrase)
        return Phrase("{file}:{line}:{column}: {message}", file=file, line=self.line, column=self.column, message=self.phrase)

    def __str__(self) -> str:
        return str(self.located)


class RulesError(PsyphaseError):
    """A file is wrong: every problem found in it, in order of place."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(problems)
        super().__init__(Lines([problem.located for problem in self.problems]))
