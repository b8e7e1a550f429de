"""`psyphase run`: play a journal or a hand-written script and print what happens."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from psyphase.cli.options import Answers, Json, Lang, RulesDirs, Seed, Set, Yes, command_app

app = command_app()


@app.command()
def run(
    script: Annotated[Path, typer.Argument(metavar="SCRIPT", help="Journal or script.")],
    yes: Yes = False,
    seed: Seed = None,
    as_json: Json = False,
    answers: Answers = [],
    rules: RulesDirs = [],
    changes: Set = [],
    lang: Lang = None,
) -> None:
    """Play a journal or script.

    Rolls that it leaves out are thrown; decisions that it leaves out are an error, or with --yes the default.
    """
    from psyphase.cli.config import rules_folders
    from psyphase.cli.game import say_what_differs
    from psyphase.cli.language import chosen_language
    from psyphase.cli.options import given_answers, known_answers, pairs
    from psyphase.cli.screen.render import Transcript, json_line, printer
    from psyphase.engine.journal import Journal
    from psyphase.engine.play import Source, play
    from psyphase.engine.sources import Defaults, Ending, Given, RandomDice, Recorded
    from psyphase.errors import AnswerError
    from psyphase.games.script import read_script
    from psyphase.games.session import open_session
    from psyphase.words.wording import Wording

    language = chosen_language(lang)
    read = read_script(script)
    settings = {**read.settings, **dict(pairs(changes, "--set"))}
    session = open_session(read.procedure, read.armies, rules_folders(rules), settings)
    say_what_differs(read, session)
    journal = Journal()
    recorded = Recorded(tuple(Journal(read.play).entries))
    sources: list[Source] = [
        recorded,
        Given(given_answers(session.system.id, answers)),
        Given(known_answers(session.system.id, read.answers, f"{script}: answers")),
        RandomDice(journal, seed),
    ]
    sources.append(Defaults() if yes else Ending())
    words = Wording(session.system.sentences(), language, tuple(army.roster.name for army in session.armies))
    try:
        play(session.start(), *sources, journal=journal, report=json_line if as_json else Transcript(words, printer()))
    except AnswerError as error:
        raise AnswerError("{script}: {message}", script=script, message=error.phrase) from None
    if recorded.left:
        raise AnswerError("{script}: {count} entries of play are left over after the end", script=script, count=recorded.left)
