"""`psyphase resume`: go on with a game exactly where it stopped."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from psyphase.cli.options import Answers, Lang, Plain, RealDice, RulesDirs, Seed, Yes, command_app

if TYPE_CHECKING:
    from psyphase.engine.play import Narration
    from psyphase.games.journal_file import JournalFile
    from psyphase.games.script import Script
    from psyphase.games.session import Session
    from psyphase.tables.names import Language

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
    from psyphase.cli.game import play_at_table, say_what_differs, say_what_is_left
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
        if _is_over(script, session, language, plain):
            _ask_what_to_do(journal, plain)
        terms = Terms(language, seed, tuple(answers), yes, real_dice or script.real_dice, plain)
        play_at_table(session, journal, terms)
    say_what_is_left(journal.path)


def _chosen(plain: bool) -> Path:
    """The one game there is, or the one the user picks: the newest first."""
    from psyphase.cli.config import games_folder
    from psyphase.cli.game import say_aside
    from psyphase.cli.prompts.outside import ask_one
    from psyphase.errors import PsyphaseError
    from psyphase.games.saved import games
    from psyphase.systems import all_verbs
    from psyphase.words.catalogue import _

    found = list(games(games_folder(), say_aside))
    if not found:
        verb = next(one for one in all_verbs().values() if one.kind == "game")
        rosters = " ".join(one.strip("[]") for one in verb.rosters)
        begin = f"psyphase {verb.name} {rosters}"
        raise PsyphaseError("no game in {folder}; begin one with: {command}", folder=games_folder(), command=begin)
    if len(found) == 1:
        return found[0].path
    chosen = ask_one(_("Which game?"), {str(kept.path): kept.label for kept in found}, plain)
    return Path(chosen)


def _is_over(script: Script, session: Session, language: Language, plain: bool) -> bool:
    """Whether a game has been played to its end. Raises RulesError, once it was shown, where it no longer fits."""
    from psyphase.cli.game import say_aside
    from psyphase.cli.options import command
    from psyphase.cli.screen.render import Transcript, printer
    from psyphase.errors import RulesError
    from psyphase.games.saved import replay
    from psyphase.text import Phrase
    from psyphase.words.wording import Wording

    narration: list[Narration] = []
    try:
        return replay(script, session, narration.append)
    except RulesError:
        words = Wording(session.system.sentences(), language, session.names)
        transcript = Transcript(words, printer(plain))
        for one in narration:
            transcript(one)
        again = command("log", "show", script.path)
        say_aside(Phrase("{path}: it cannot be gone on with here, only read: {again}", path=script.path, again=again))
        raise


def _ask_what_to_do(journal: JournalFile, plain: bool) -> None:
    """A game that was ended, perhaps by a slip: the last answer may be taken back."""
    import sys

    from psyphase.cli.prompts.outside import ask_one
    from psyphase.words.catalogue import _

    if not sys.stdin.isatty():
        return
    ways = {"leave": _("leave it so"), "back": _("take the last answer back and go on")}
    if ask_one(_("This game is over."), ways, plain) == "back":
        journal.undo()
