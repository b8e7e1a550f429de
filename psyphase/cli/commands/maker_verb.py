"""What every verb does that makes a roster of a roster: printed, written, or so many at once. No verb is named here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer

from psyphase.cli.options import Answers, Lang, Plain, RealDice, RulesDirs, Seed, Set, Yes

if TYPE_CHECKING:
    from psyphase.cli.terms import Terms
    from psyphase.engine.procedure import Procedure
    from psyphase.games.roster import Army
    from psyphase.games.session import Session

Format: TypeAlias = Literal["table", "yaml", "json", "markdown", "csv"]
MOST_ROSTERS = 1_000_000


def make(
    verb: str,
    rosters: Sequence[Path],
    *,
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
    """Make a roster of a roster, once or many times."""
    from psyphase.cli.language import chosen_language
    from psyphase.cli.terms import Terms, open_on
    from psyphase.errors import PsyphaseError

    terms = Terms(chosen_language(lang), seed, tuple(answers), yes, real_dice, plain, tuple(rules), tuple(changes))
    (path,) = rosters
    army = _unmade(path, again)
    if output:
        _check_output(output, army, force, count)
    session = open_on(terms, verb, [army])
    if count is None:
        _once(session, army, terms, form or "table", output)
    elif real_dice or form not in (None, "json"):
        raise PsyphaseError("--count throws the dice itself and prints JSON; it goes with neither --real-dice nor --format")
    else:
        _many(session, count, seed, answers)


def _unmade(path: Path, again: bool) -> Army:
    """A roster; with `again` without what was made of it before. Raises PsyphaseError if that would be lost."""
    from psyphase.errors import PsyphaseError
    from psyphase.games.roster import read_roster

    army = read_roster(path)
    if not army.system.generated(army.roster):
        return army
    if not again:
        raise PsyphaseError("{path}: its psykers have powers already; --again generates them anew", path=path)
    return army.without_powers()


def _once(session: Session, army: Army, terms: Terms, form: Format, output: Path | None) -> None:
    """One roster, made as the terms say, then written and printed."""
    from psyphase.cli.game import seats
    from psyphase.cli.options import write_or_print
    from psyphase.cli.screen.cards import print_roster
    from psyphase.engine.journal import Journal
    from psyphase.games.session import Game
    from psyphase.words.catalogue import _

    quiet = form != "table"
    journal = Journal()
    sources, report = seats(session, journal, terms, quiet=quiet)
    made = Game(session.start, journal, report).play(sources)
    if output:
        write_or_print(output, _text(output, army, made))
    print_roster(session, made, form, terms.language)
    if output and not quiet:
        typer.echo("\n" + _("Written: {path}").format(path=output))


def _text(output: Path, army: Army, made: Any) -> str:
    """What is written: into the army's own file what is new in it, with everything else as it was."""
    from psyphase.games.rewriting import rewritten
    from psyphase.games.roster import roster_text

    return (rewritten(army, made) if _is_own_file(output, army) else None) or roster_text(made)


def _is_own_file(output: Path, army: Army) -> bool:
    return output.exists() and output.samefile(army.document.path)


def _check_output(output: Path, army: Army, force: bool, count: int | None) -> None:
    """Raise PsyphaseError for what would fail, or overwrite something, only after every question is answered."""
    from psyphase.cli.options import check_output
    from psyphase.errors import PsyphaseError
    from psyphase.games.rewriting import rewritten

    own = _is_own_file(output, army)
    if own and not force and rewritten(army, army.roster) is None:
        raise PsyphaseError("{path}: its comments and its order would be lost; --force writes it all the same", path=output)
    check_output(output, force or own)
    if count is not None:
        raise PsyphaseError("--count prints many rosters; it does not go with -o")


def _many(session: Session, count: int, seed: str | None, answers: list[str]) -> None:
    """Independent rosters, one JSON object a line: the i-th follows from the seed and i alone."""
    import sys

    import msgspec

    from psyphase.cli.options import given_answers
    from psyphase.cli.screen.stdout import can_show, json_text
    from psyphase.games.session import unattended
    from psyphase.text import is_printable

    encoder = msgspec.json.Encoder()

    def line() -> Procedure[str]:
        """One roster, down to the line: that is worked out once for all rosters which come out alike."""
        summary = session.system.summary(session.rules, (yield from session.start()))
        text = encoder.encode(summary).decode()
        return f"{text if can_show(text) and is_printable(text) else json_text(summary)}\n"

    sys.stdout.writelines(unattended(line, given_answers(session.system.id, answers), count, seed))
