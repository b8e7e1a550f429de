"""`psyphase log`: a game's transcript, to read or to keep, and how lucky everybody was."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from psyphase.cli.options import Json, Lang, RulesDirs, command_app

if TYPE_CHECKING:
    from psyphase.engine.play import Narration
    from psyphase.errors import RulesError
    from psyphase.games.session import Session
    from psyphase.words.wording import Wording

app = command_app(no_args_is_help=True)
GameFile = Annotated[Path, typer.Argument(metavar="GAME", help="A game's journal.")]


@app.callback()
def log() -> None:
    """Read, keep or judge a game."""


class Heard(NamedTuple):
    """A game played again as far as it goes, and what stops it where it no longer fits."""

    session: Session
    words: Wording
    narration: list[Narration]
    misfit: RulesError | None

    def finish(self) -> None:
        """Once all that fits was shown: raises RulesError where that is not all."""
        if self.misfit:
            raise self.misfit


def _heard(game: Path, rules: list[Path], lang: str | None) -> Heard:
    from psyphase.cli.config import games_folder, rules_folders
    from psyphase.cli.language import chosen_language
    from psyphase.engine.sources import Ending
    from psyphase.errors import RulesError
    from psyphase.games.saved import find_game, open_script, replay
    from psyphase.games.script import read_script
    from psyphase.words.wording import Wording

    script = read_script(find_game(games_folder(), game))
    session = open_script(script, rules_folders(rules))
    words = Wording(session.system.sentences(), chosen_language(lang), session.names)
    narration: list[Narration] = []
    misfit = None
    try:
        replay(script, session, narration.append, *([] if script.rules else [Ending()]))
    except RulesError as error:
        misfit = error
    return Heard(session, words, narration, misfit)


@app.command()
def show(game: GameFile, rules: RulesDirs = [], lang: Lang = None) -> None:
    """Print the transcript of a game, finished or not."""
    from psyphase.cli.screen.render import Transcript, printer

    heard = _heard(game, rules, lang)
    transcript = Transcript(heard.words, printer())
    for one in heard.narration:
        transcript(one)
    heard.finish()


@app.command()
def export(
    game: GameFile,
    form: Annotated[
        Literal["text", "markdown", "html"] | None, typer.Option("--format", help="Else by the ending of the file.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where; else it is printed.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    rules: RulesDirs = [],
    lang: Lang = None,
) -> None:
    """Keep the transcript as text, Markdown or HTML."""
    from psyphase.cli.options import check_output
    from psyphase.cli.screen.export import export_transcript
    from psyphase.files import write_whole

    if output:
        check_output(output, force)
    heard = _heard(game, rules, lang)
    endings: dict[str, Literal["text", "markdown", "html"]] = {".md": "markdown", ".html": "html", ".htm": "html"}
    by_name = endings.get(output.suffix.lower(), "text") if output else "text"
    text = export_transcript(heard.words, heard.narration, form or by_name)
    if output:
        write_whole(output, text)
    else:
        typer.echo(text, nl=False)
    heard.finish()


@app.command()
def stats(game: GameFile, as_json: Json = False, rules: RulesDirs = [], lang: Lang = None) -> None:
    """How lucky everybody was: faces against expectation, typed and thrown apart, tests against their chances."""
    from psyphase.cli.screen.charts import lines
    from psyphase.cli.screen.render import plain_line
    from psyphase.cli.screen.stdout import json_text
    from psyphase.games.luck import luck

    heard = _heard(game, rules, lang)
    report = luck(heard.narration)
    if as_json:
        typer.echo(json_text(report))
    else:
        for line in lines(report, heard.words):
            plain_line(line)
    heard.finish()


@app.command()
def commands(game: GameFile, rules: RulesDirs = []) -> None:
    """Print the one-shot commands that judge the same dice, one a line."""
    from psyphase.engine.play import Answered

    heard = _heard(game, rules, None)
    for one in heard.narration:
        words = heard.session.system.one_shot(one.request) if isinstance(one, Answered) else None
        if words and isinstance(one, Answered) and isinstance(one.answer, tuple):
            typer.echo(f"psyphase roll {words} --faces {','.join(map(str, one.answer))}")
    heard.finish()
