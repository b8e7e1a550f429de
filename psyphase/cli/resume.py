"""`psyphase resume`: go on with a game exactly where it stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from psyphase.cli.options import Answers, Lang, Plain, RealDice, RulesDirs, Seed, Yes, command_app

app = command_app()


@app.command()
def resume(
    game: Annotated[Path | None, typer.Argument(metavar="[GAME]", help="A game's journal; without it, choose one.")] = None,
    yes: Yes = False,
    seed: Seed = None,
    real_dice: RealDice = False,
    answers: Answers = [],
    rules: RulesDirs = [],
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Go on with a game.

    The transcript is printed as far as it went; then the next question is asked.
    """
    from psyphase.cli.games import chosen_game, kept_game, say_what_differs
    from psyphase.cli.language import chosen_language
    from psyphase.cli.options import rules_folders
    from psyphase.cli.table import play_at_table, say_what_is_left
    from psyphase.errors import AnswerError
    from psyphase.journal import JournalFile
    from psyphase.session import open_session

    language = chosen_language(lang)
    journal, script = JournalFile.go_on(kept_game(game) if game else chosen_game(plain))
    session = open_session(script.procedure, script.armies, rules_folders(rules), script.settings)
    say_what_differs(script, session)
    if not script.rules:
        raise AnswerError(f"{journal.path}: a script, not a game; play it with: psyphase run")
    play_at_table(session, journal, language, seed=seed, answers=answers, yes=yes, real_dice=real_dice, plain=plain)
    say_what_is_left(journal.path)
