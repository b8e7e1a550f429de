"""Options that several commands share, and what is written in them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from psyphase.errors import AnswerError, PsyphaseError
from psyphase.text import is_printable, printable

if TYPE_CHECKING:
    from psyphase.engine.procedure import Answer

Seed: TypeAlias = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="Throw dice that follow from this seed.")]


Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, with ids in place of names.")]


Lang: TypeAlias = Annotated[str | None, typer.Option("--lang", metavar="en|ru|fr", help="Language of rule names.")]


Plain: TypeAlias = Annotated[bool, typer.Option("--plain", help="Plain numbered lines, no colours, no arrow keys.")]


Yes: TypeAlias = Annotated[bool, typer.Option("--yes", "-y", help="Take the default of every question.")]


RealDice: TypeAlias = Annotated[bool, typer.Option("--real-dice", help="Type what your dice show.")]


JournalTo: TypeAlias = Annotated[Path | None, typer.Option("--journal", metavar="FILE", help="Where the answers are kept.")]


RulesDirs: TypeAlias = Annotated[
    list[Path], typer.Option("--rules", metavar="DIR", help="Folder of tables that add to ours or replace them.")
]


Set: TypeAlias = Annotated[
    list[str], typer.Option("--set", metavar="NAME=VALUE", help="Change a setting; see psyphase rules list.")
]


Answers: TypeAlias = Annotated[
    list[str], typer.Option("--answer", "-a", metavar="ID=VALUE", help="Answer a question beforehand.")
]


def command_app(**extra: Any) -> typer.Typer:
    """The Typer app of one command's module."""
    return typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, **extra)


def called_as() -> str:
    """The name by which this program was called: another than ours if whoever installed it gave it one."""
    name = Path(sys.argv[0]).name.removesuffix(".exe")
    return "psyphase" if name in ("", "-c", "-m") or name.endswith(".py") else name


def command(*words: object) -> str:
    """A command line of this program, to be pasted into a shell: whatever is in a word, it is a word and no more."""
    return " ".join(
        [
            _quoted(called_as()),
            *(_quoted(f"./{word}" if isinstance(word, Path) and str(word)[:1] == "-" else str(word)) for word in words),
        ]
    )


def _quoted(word: str) -> str:
    """A word for the shell of the platform. What would act on a terminal is written as an escape."""
    import shlex

    if os.name == "nt":
        return word if word and not set(word) & set(" \t&|<>^()%!;,'`$@") else f'"{printable(word)}"'
    if is_printable(word):
        return shlex.quote(word)
    escaped = "".join(
        c if is_printable(c) and c not in "\\'" else "".join(f"\\{byte:03o}" for byte in os.fsencode(c)) for c in word
    )
    return f"$'{escaped}'"


def pairs(words: Sequence[str], flag: str) -> list[tuple[str, str]]:
    """`name=value` words as pairs. Raises AnswerError."""
    found = []
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise AnswerError("{flag}: expected NAME=VALUE, got {got}", flag=flag, got=repr(word[:60]))
        found.append((name, value))
    return found


def given_answers(system: str, words: Sequence[str]) -> Mapping[str, Sequence[Answer]]:
    """Answers given with -a, by id in order. Raises AnswerError for an id that no question has."""
    answers: dict[str, list[Answer]] = {}
    for id, value in pairs(words, "-a"):
        answers.setdefault(id, []).append(value)
    return known_answers(system, answers, "-a")


def known_answers(system: str, answers: Mapping[str, Sequence[Answer]], where: str) -> Mapping[str, Sequence[Answer]]:
    """The answers, if a question has each id. Raises AnswerError, which says where they were given."""
    if not answers:
        return answers
    from psyphase.systems import find_system
    from psyphase.text import nearest

    known = [id for id in find_system(system).sentences().requests if not id.endswith(".note")]
    for id in answers:
        if id not in known:
            raise AnswerError("{where}: no question '{id}'{hint}", where=where, id=id[:60], hint=nearest(id, known))
    return answers


def check_output(path: Path, force: bool) -> None:
    """Raise PsyphaseError for a file that cannot be written, or that is there and may not be overwritten."""
    from psyphase.files import check_writable

    check_writable(path)
    if path.exists() and not force:
        raise PsyphaseError("{path}: the file exists; --force overwrites it", path=path)


def write_or_print(path: Path, text: str) -> None:
    """Write what was asked for question by question. Raises PsyphaseError where the disk does not take it, once it was printed."""
    from psyphase.files import write_whole

    try:
        write_whole(path, text)
    except PsyphaseError as error:
        print(text, end="")
        raise PsyphaseError("{error}; it is printed instead", error=error.phrase) from None
