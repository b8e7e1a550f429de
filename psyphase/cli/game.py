"""A game at the table: which sources answer, in order, and who hears of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from psyphase.cli.options import command, given_answers
from psyphase.cli.prompts.arrows import Menus
from psyphase.cli.prompts.lines import Lines
from psyphase.cli.prompts.real_dice import TypedDice
from psyphase.cli.prompts.terminal import has_menus
from psyphase.cli.screen.render import Print, Standing, Transcript, printer
from psyphase.cli.terms import Terms, open_on
from psyphase.engine.journal import Journal
from psyphase.engine.play import Narration, Report, Source
from psyphase.engine.procedure import Answer, Request
from psyphase.engine.sources import Defaults, Given, OnlyWay, RandomDice
from psyphase.errors import Misfit, PsyphaseError, Stopped
from psyphase.games.session import Game, Session
from psyphase.text import Phrase, printable
from psyphase.words.catalogue import _
from psyphase.words.wording import Wording

if TYPE_CHECKING:
    from psyphase.games.journal_file import JournalFile
    from psyphase.games.script import Script


def say_aside(said: Phrase) -> None:
    """Say something about files on stderr."""
    typer.echo(f"psyphase: {printable(str(said))}", err=True)


def say_what_differs(script: Script, session: Session) -> None:
    """Say on stderr what of a file is left out, and that it was played with other rules."""
    if script.torn:
        say_aside(Phrase("{path}: the last line was not finished and is left out", path=script.path))
    if script.rules and script.rules != session.fingerprint:
        say_aside(Phrase("{path}: the rules have changed since it was played", path=script.path))


def new_game(verb: str, paths: Sequence[Path], terms: Terms) -> None:
    """Read the rosters, begin a journal, play, and name the file at the end."""
    from psyphase.cli.config import games_folder
    from psyphase.games.journal_file import JournalFile
    from psyphase.games.roster import read_roster
    from psyphase.games.saved import new_game_path

    session = open_on(terms, verb, [read_roster(path) for path in paths])
    given_answers(session.system.id, terms.answers)  # a wrong one is told before a game begins
    file = terms.journal or new_game_path(games_folder(), paths[0].stem)
    journal = JournalFile.begin(file, session.header(real_dice=terms.real_dice))
    play_at_table(session, journal, terms)
    say_what_is_left(journal.path)


def play_at_table(session: Session, journal: JournalFile, terms: Terms, over: Callable[[], bool] | None = None) -> Any:
    """Play a game to its end with a journal on disk; whatever ends it early says where the answers are.

    `over`: as `Game.play` asks it. Raises Misfit where the journal does not fit, once everything before was told.
    """
    sources, report = seats(session, journal, terms)
    journal.tell = say_aside
    try:
        return _play(session, journal, terms, sources, report, over)
    except Misfit:
        raise
    except KeyboardInterrupt:
        if not journal.entries:
            raise Stopped("stopped; nothing was answered yet") from None
        raise Stopped("stopped; nothing is lost, {again}", again=_go_on_with(journal)) from None
    except PsyphaseError as error:
        if not journal.entries:
            raise PsyphaseError(error.phrase) from None
        raise PsyphaseError("{error}; {again}", error=error.phrase, again=_go_on_with(journal)) from None
    finally:
        journal.discard_empty()
        journal.close()


def _play(
    session: Session, journal: JournalFile, terms: Terms, sources: list[Source], report: Report, over: Callable[[], bool] | None
) -> Any:
    """Play a game; of one in the folder of games it is kept how far it has come."""
    from psyphase.cli.config import games_folder
    from psyphase.games.saved import Progress

    note = report.note if isinstance(report, Transcript) else _silent
    if isinstance(report, Transcript):
        sources = [_NowOnScreen(report), *sources]
    if journal.path.parent != games_folder():
        return Game(session.start, journal, report, note).play(sources, over)
    progress = Progress(journal.path, Wording(session.system.sentences(), terms.language, session.names))
    outcome = Game(session.start, journal, progress.also(report), progress.also(note)).play([progress, *sources], over)
    progress.keep(_(" (over)"))
    return outcome


class _NowOnScreen:
    """Asked once everything was played again: until then no prompt leaves a trace of what people answered. It never answers."""

    name = "asked"

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._echo = transcript.echo
        transcript.echo = True

    def __call__(self, _request: Request) -> Answer | None:
        self._transcript.echo = self._echo
        return None


def _go_on_with(journal: JournalFile) -> Phrase:
    """The command that goes on with a game, to be pasted."""
    return Phrase("go on with: {command}", command=command("resume", journal.path))


def say_what_is_left(path: Path) -> None:
    """Name the commands that do something with a game, to be pasted."""
    print()
    print(_("To see it again: {command}").format(command=command("run", path)))
    print(_("How lucky everybody was: {command}").format(command=command("log", "stats", path)))
    print(_("The same tests one by one: {command}").format(command=command("log", "commands", path)))


def seats(session: Session, journal: Journal, terms: Terms, *, quiet: bool = False) -> tuple[list[Source], Report]:
    """Given answers, then dice (thrown, or typed first with real dice), then defaults, then prompts where there is something to decide; and a transcript.

    `quiet`: the transcript goes to standard error, for standard output holds data.
    """
    words = Wording(session.system.sentences(), terms.language, session.names)
    simple = quiet or not has_menus(terms.plain)
    show: Print = _on_stderr if quiet else printer(simple)
    out = sys.stderr if quiet else sys.stdout
    standing = Standing()
    prompts = Lines(words, show, out, journal, standing) if simple else Menus(words, show, journal, standing)
    given = given_answers(session.system.id, terms.answers)
    thrown = RandomDice(journal, terms.seed)
    sources: list[Source] = [
        Given(given),
        *([TypedDice(words, show, out, journal, thrown)] if terms.real_dice else []),
        thrown,
        *([Defaults()] if terms.yes else []),
        OnlyWay(),
        prompts,
    ]
    return sources, _silent if quiet and terms.yes else Transcript(words, show, not simple, standing)


def _on_stderr(text: str, _style: str) -> None:
    print(text, file=sys.stderr)


def _silent(_told: Narration) -> None:
    """Tell nobody."""
