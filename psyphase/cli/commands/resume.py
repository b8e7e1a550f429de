"""`psyphase resume`: go on with a game exactly where it stopped."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from psyphase.cli.options import Answers, Lang, Plain, RealDice, RulesDirs, Seed, Yes, command_app

if TYPE_CHECKING:
    from psyphase.cli.terms import Terms
    from psyphase.games.journal_file import JournalFile
    from psyphase.games.script import Script
    from psyphase.games.session import Session

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
    """Go on with a game, with real dice if it was played so.

    The transcript is printed as far as it went; then the next question is asked. A game that no longer fits is printed as far
    as it does, and left as it is.
    """
    from psyphase.cli.config import games_folder, rules_folders
    from psyphase.cli.game import say_what_differs, say_what_is_left
    from psyphase.cli.language import chosen_language
    from psyphase.cli.options import command
    from psyphase.cli.terms import Terms
    from psyphase.errors import AnswerError
    from psyphase.games.journal_file import JournalFile
    from psyphase.games.saved import find_game, open_script

    language = chosen_language(lang)
    journal, script = JournalFile.go_on(find_game(games_folder(), game) if game else _chosen(plain))
    with closing(journal):
        session = open_script(script, rules_folders(rules))
        say_what_differs(script, session)
        if not script.rules:
            play = command("run", journal.path)
            raise AnswerError("{path}: a script, not a game; play it with: {play}", path=journal.path, play=play)
        terms = Terms(language, seed, tuple(answers), yes, real_dice or script.real_dice, plain)
        _go_on(script, session, journal, terms)
    say_what_is_left(journal.path)


def _go_on(script: Script, session: Session, journal: JournalFile, terms: Terms) -> None:
    """Play to the end. Raises RulesError, once it was shown as far as it fits, where a game no longer does."""
    from psyphase.cli.game import play_at_table, say_aside
    from psyphase.cli.options import command
    from psyphase.errors import Misfit
    from psyphase.games.saved import located
    from psyphase.text import Phrase

    try:
        play_at_table(session, journal, terms, lambda: _wants_back(terms.plain))
    except Misfit as error:
        again = command("log", "show", script.path)
        say_aside(Phrase("{path}: it cannot be gone on with here, only read: {again}", path=script.path, again=again))
        raise located(script, journal.entries, error) from None


def _chosen(plain: bool) -> Path:
    """The one game there is, or the one the user picks: the newest first."""
    from psyphase.cli.config import games_folder
    from psyphase.cli.game import say_aside
    from psyphase.cli.options import command
    from psyphase.cli.prompts.outside import ask_one
    from psyphase.errors import PsyphaseError
    from psyphase.games.saved import games
    from psyphase.systems import all_verbs
    from psyphase.words.catalogue import _

    found = list(games(games_folder(), say_aside))
    if not found:
        verb = next(one for one in all_verbs().values() if one.kind == "game")
        rosters = " ".join(one.strip("[]") for one in verb.rosters)
        begin = f"{command(verb.name)} {rosters}"
        raise PsyphaseError("no game in {folder}; begin one with: {command}", folder=games_folder(), command=begin)
    if len(found) == 1:
        return found[0].path
    chosen = ask_one(_("Which game?"), {str(kept.path): kept.label for kept in found}, plain)
    return Path(chosen)


def _wants_back(plain: bool) -> bool:
    """Whether the last answer of a game that was ended, perhaps by a slip, is to be taken back."""
    import sys

    from psyphase.cli.prompts.outside import ask_one
    from psyphase.words.catalogue import _

    if not sys.stdin.isatty():
        return False
    ways = {"leave": _("leave it so"), "back": _("take the last answer back and go on")}
    return ask_one(_("This game is over."), ways, plain) == "back"
