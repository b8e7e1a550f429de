"""`psyphase run`: play a journal or a hand-written script and print what happens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from psyphase.cli.options import Answers, Json, Lang, RulesDirs, Seed, Set, Yes, command_app

if TYPE_CHECKING:
    from psyphase.engine.play import Report
    from psyphase.engine.sources import Given
    from psyphase.games.script import Script
    from psyphase.games.session import Session

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
    from psyphase.engine.sources import Given
    from psyphase.games.saved import open_script
    from psyphase.games.script import read_script
    from psyphase.words.wording import Wording

    language = chosen_language(lang)
    read = read_script(script)
    session = open_script(read, rules_folders(rules), dict(pairs(changes, "--set")))
    say_what_differs(read, session)
    own = given_answers(session.system.id, answers)
    of_the_script = known_answers(session.system.id, read.answers, f"{script}: answers")
    words = Wording(session.system.sentences(), language, session.names)
    report = json_line if as_json else Transcript(words, printer())
    _play(session, read, [Given(own), Given(of_the_script)], seed, yes, report)


def _play(session: Session, script: Script, given: list[Given], seed: str | None, yes: bool, report: Report) -> None:
    """Play what the script has; what it leaves out is given, thrown, or with `yes` the default. Raises PsyphaseError."""
    from psyphase.engine.journal import Journal
    from psyphase.engine.sources import Defaults, Ending, RandomDice
    from psyphase.errors import AnswerError
    from psyphase.games.saved import play_script

    journal = Journal()
    last = Defaults() if yes else Ending()
    try:
        play_script(script, session, journal, report, *given, RandomDice(journal, seed), last)
    except AnswerError as error:
        raise AnswerError("{script}: {message}", script=script.path, message=error.phrase) from None
