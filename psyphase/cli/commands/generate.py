"""`psyphase generate`: the powers of an army's psykers, before the game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from psyphase.cli.options import Answers, Lang, Plain, RealDice, RulesDirs, Seed, Set, Yes, command_app

if TYPE_CHECKING:
    from psyphase.games.session import Session

app = command_app()
Format = Literal["table", "yaml", "json", "markdown", "csv"]
MOST_ROSTERS = 1_000_000


@app.command()
def generate(
    roster: Annotated[Path, typer.Argument(metavar="ROSTER", help="Roster file.")],
    yes: Yes = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the roster with its powers.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite another existing file.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Generate anew where the roster has powers.")] = False,
    form: Annotated[Format | None, typer.Option("--format", help="What to print in the end.")] = None,
    count: Annotated[
        int | None, typer.Option("--count", min=1, max=MOST_ROSTERS, help="Make so many rosters, one JSON object a line.")
    ] = None,
    seed: Seed = None,
    real_dice: RealDice = False,
    answers: Answers = [],
    rules: RulesDirs = [],
    changes: Set = [],
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Generate psychic powers before the game.

    Step by step, or with --yes by each unit's plan.
    """
    from psyphase.cli.config import rules_folders, setting_changes
    from psyphase.cli.game import seats
    from psyphase.cli.language import chosen_language
    from psyphase.cli.screen.cards import print_roster
    from psyphase.engine.journal import Journal
    from psyphase.errors import PsyphaseError
    from psyphase.files import write_whole
    from psyphase.games.roster import read_roster, roster_text
    from psyphase.games.session import Game, open_session
    from psyphase.words.catalogue import _

    language = chosen_language(lang)
    army = read_roster(roster)
    if army.system.generated(army.roster):
        if not again:
            raise PsyphaseError("{roster}: its psykers have powers already; --again generates them anew", roster=roster)
        army = army.without_powers()
    if output:
        _check_output(output, roster, force, count)
    session = open_session("generate", [army], rules_folders(rules), setting_changes(army.system.id, changes))
    if count is not None:
        if real_dice or form not in (None, "json"):
            raise PsyphaseError("--count throws the dice itself and prints JSON; it goes with neither --real-dice nor --format")
        _many(session, count, seed, answers)
        return
    quiet = form not in (None, "table")
    journal = Journal()
    sources, report = seats(session, journal, language, seed, answers, yes, real_dice, plain, quiet)
    made = Game(session.start, journal, report).play(sources)
    if output:
        write_whole(output, roster_text(made))
    print_roster(session, made, form or "table", language)
    if output and not quiet:
        typer.echo("\n" + _("Written: {path}").format(path=output))


def _check_output(output: Path, roster: Path, force: bool, count: int | None) -> None:
    """Raise PsyphaseError for what would fail, or overwrite something, only after every question is answered."""
    from psyphase.cli.options import check_output
    from psyphase.errors import PsyphaseError

    check_output(output, force or (output.exists() and output.samefile(roster)))
    if count is not None:
        raise PsyphaseError("--count prints many rosters; it does not go with -o")


def _many(session: Session, count: int, seed: str | None, answers: list[str]) -> None:
    """Independent rosters, one JSON object a line: the i-th follows from the seed and i alone."""
    import msgspec

    from psyphase.cli.options import given_answers
    from psyphase.cli.screen.stdout import can_show, json_text
    from psyphase.games.session import unattended
    from psyphase.text import is_printable

    encoder = msgspec.json.Encoder()
    given = given_answers(session.system.id, answers)
    for number in range(count):
        made = unattended(session, None if seed is None else f"{seed}/{number}", given)
        summary = session.system.summary(session.rules, made)
        line = encoder.encode(summary).decode()
        print(line if can_show(line) and is_printable(line) else json_text(summary))
