"""`psyphase log`: a game's transcript, to read or to keep, and how lucky everybody was."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from psyphase.cli.options import Json, Lang, RulesDirs, Seed, command_app

if TYPE_CHECKING:
    from psyphase.engine.play import Narration
    from psyphase.errors import RulesError
    from psyphase.games.script import Script
    from psyphase.games.session import Session
    from psyphase.games.verify import Throw
    from psyphase.words.wording import Wording

app = command_app(no_args_is_help=True)
GameFile = Annotated[Path, typer.Argument(metavar="GAME", help="A game's journal.")]


@app.callback()
def log() -> None:
    """Read, keep or judge a game."""


class Heard(NamedTuple):
    """A game played again as far as it goes, and what stops it where it no longer fits."""

    script: Script
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
    return Heard(script, session, words, narration, misfit)


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
    from psyphase.cli.options import command
    from psyphase.engine.play import Answered

    heard = _heard(game, rules, None)
    for one in heard.narration:
        words = heard.session.system.one_shot(one.request) if isinstance(one, Answered) else None
        if words and isinstance(one, Answered) and isinstance(one.answer, tuple):
            typer.echo(f"{command('roll')} {words} --faces {','.join(map(str, one.answer))}")
    heard.finish()


@app.command()
def verify(game: GameFile, seed: Seed = None, rules: RulesDirs = [], lang: Lang = None) -> None:
    """Play a game again and judge its dice: which follow from --seed, which were typed, how even they fell.

    Status 1 if the game does not fit the rules, or dice do not follow from the seed.
    """
    from psyphase.engine.play import Answered
    from psyphase.errors import AnswerError
    from psyphase.games.luck import luck
    from psyphase.games.verify import taken_back, throws
    from psyphase.words.catalogue import _

    heard = _heard(game, rules, lang)
    answered = [one for one in heard.narration if isinstance(one, Answered)]
    found = list(throws(heard.script.play, answered, seed))
    typer.echo(_("Played again: {answers} answers, {rolls} of them rolls.").format(answers=len(answered), rolls=len(found)))
    _say_throws(found, heard.words, seeded=seed is not None)
    for part in luck(heard.narration):
        _say_evenness(part, heard.words)
    if gone := taken_back(heard.script.play):
        typer.echo(_("Taken back with their answers and not judged: {count}").format(count=gone))
    typer.echo(_("No file proves that typed faces lay on a table, that nobody wrote it by hand, or that it was not begun anew."))
    heard.finish()
    strange = [one for one in found if one.expected is not None and not one.follows]
    if strange:
        raise AnswerError("{game}: {count} rolls do not follow from the seed", game=game, count=len(strange))


def _say_throws(found: list[Throw], words: Wording, *, seeded: bool) -> None:
    """What can be said of single rolls: typed ones and those that do not follow from the seed by their lines."""
    from psyphase.words.catalogue import _

    thrown = [one for one in found if one.by == "thrown"]
    if seeded:
        typer.echo(_("Follow from the seed: {count} of {all}").format(count=sum(one.follows for one in thrown), all=len(thrown)))
    elif thrown:
        typer.echo(_("Thrown by the program: {count}; only --seed tells whether they were").format(count=len(thrown)))
    for one in found:
        name, faces = words.test(one.roll), " ".join(map(str, one.faces))
        if one.by != "thrown":
            how = _("typed") if one.by == "typed" else _("given beforehand")
            typer.echo(_("  line {line}: {name}: {faces} ({how})").format(line=one.line, name=name, faces=faces, how=how))
        elif one.expected is not None and not one.follows:
            wanted = " ".join(map(str, one.expected))
            line = _("  line {line}: {name}: {faces}, and from the seed follows {wanted}")
            typer.echo(line.format(line=one.line, name=name, faces=faces, wanted=wanted))


def _say_evenness(part: dict[str, Any], words: Wording) -> None:
    """How often each face of six fell, and how far that is from even."""
    from psyphase.games.verify import CHI_SQUARE_5, chi_square
    from psyphase.words.catalogue import _

    found = chi_square(part["faces"])
    if found is not None:
        by = {"thrown": _("dice thrown"), "typed": _("real dice")}[part["dice"]]
        counts = "  ".join(f"{face}: {count}" for face, count in enumerate(part["faces"], 1))
        line = _("{army}, {by}: {counts}; chi-square {found} (fair dice are above {limit} once in twenty times)")
        typer.echo(line.format(army=words.army(part["side"]), by=by, counts=counts, found=found, limit=CHI_SQUARE_5))
