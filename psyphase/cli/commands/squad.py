"""`psyphase squad`: squads and their commands at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from psyphase.cli.options import Answers, JournalTo, Lang, Plain, RealDice, RulesDirs, Seed, Set, Yes, command_app

app = command_app()


@app.command()
def squad(
    squads: Annotated[list[Path], typer.Argument(metavar="SQUAD...", help="Squad files.")],
    journal: JournalTo = None,
    yes: Yes = False,
    seed: Seed = None,
    real_dice: RealDice = False,
    answers: Answers = [],
    rules: RulesDirs = [],
    changes: Set = [],
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Play an encounter with squads.

    Round by round: the commands they are given, and what the players do to them.
    """
    from psyphase.cli.game import new_game

    new_game(
        "squad", squads, journal, lang, rules, changes, seed=seed, answers=answers, yes=yes, real_dice=real_dice, plain=plain
    )
