"""The commands of systems, built from what the registry says: no system is imported to build one, and none is named here."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from psyphase.cli.commands.game_verb import play
from psyphase.cli.commands.maker_verb import make
from psyphase.cli.options import command_app

if TYPE_CHECKING:
    from psyphase.systems import Verb

KINDS: Mapping[str, Callable[..., None]] = {"game": play, "maker": make}
"""What a verb of a kind does: a function of the verb's name, its roster files, and the options that all of the kind have."""


def verb_app(verb: Verb) -> typer.Typer:
    """The Typer app of a verb: its rosters, then the options of its kind."""
    run = KINDS[verb.kind]
    files = [_roster(metavar, help) for metavar, help in verb.rosters.items()]
    options = [one for one in inspect.signature(run, eval_str=True).parameters.values() if one.kind is one.KEYWORD_ONLY]

    def command(**given: Any) -> None:
        run(verb.name, _paths(given.pop(one.name) for one in files), **given)

    command.__signature__ = inspect.Signature([*files, *options])  # type: ignore[attr-defined]
    built = command_app()
    built.command(help=f"{verb.help}\n\n{verb.more}")(command)
    return built


def _roster(metavar: str, help: str) -> inspect.Parameter:
    """The argument of a roster: `MINE` is one, `[THEIRS]` may be left out, `SQUAD...` are several."""
    kind: Any = list[Path] if metavar.endswith("...") else Path | None if metavar.startswith("[") else Path
    default = None if metavar.startswith("[") else inspect.Parameter.empty
    name = metavar.strip("[.]").lower()
    hint = Annotated[kind, typer.Argument(metavar=metavar, help=help)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _paths(given: Iterable[Path | list[Path] | None]) -> list[Path]:
    """The roster files of a command line in order, without those left out."""
    several = [one if isinstance(one, list) else [one] for one in given]
    return [path for some in several for path in some if path]
