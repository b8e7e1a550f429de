"""`psyphase roster`: make an army file by answering questions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from psyphase.cli.options import Lang, Plain, RulesDirs, command_app

app = command_app(no_args_is_help=True)


@app.callback()
def roster() -> None:
    """Make a roster file."""


@app.command()
def new(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Where it is written; else named by the army.")] = None,
    system: Annotated[str | None, typer.Option("--system", metavar="NAME", help="For which game.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    rules: RulesDirs = [],
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Make a roster step by step."""
    from psyphase.cli.config import rules_folders
    from psyphase.cli.language import chosen_language
    from psyphase.cli.options import check_output
    from psyphase.cli.wizard import new_roster
    from psyphase.systems import USUAL

    if file:
        check_output(file, force)
    new_roster(system or USUAL, file, rules_folders(rules), chosen_language(lang), plain)
