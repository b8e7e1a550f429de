"""`psyphase phase`: psychic powers of two armies at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from psyphase.cli.options import Answers, JournalTo, Lang, Plain, RealDice, RulesDirs, Seed, Set, Yes, command_app

app = command_app()


@app.command()
def phase(
    mine: Annotated[Path, typer.Argument(metavar="MINE", help="Roster whose turn it is first.")],
    theirs: Annotated[Path | None, typer.Argument(metavar="[THEIRS]", help="The opponent's roster.")] = None,
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
    """Play the psychic powers of a battle.

    Turn by turn, yours first. Powers that are generated at random are generated first where a roster has none.
    """
    from psyphase.cli.game import new_game

    paths = [path for path in (mine, theirs) if path]
    new_game("phase", paths, journal, lang, rules, changes, seed=seed, answers=answers, yes=yes, real_dice=real_dice, plain=plain)
