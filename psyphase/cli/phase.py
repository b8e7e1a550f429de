"""`psyphase phase`: one psychic phase at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from psyphase.cli.app import command_app
from psyphase.cli.options import Answers, Lang, Plain, RealDice, RulesDirs, Seed, Set, Yes

app = command_app()


@app.command()
def phase(
    mine: Annotated[Path, typer.Argument(metavar="MINE", help="Roster whose psychic phase it is.")],
    theirs: Annotated[Path | None, typer.Argument(metavar="[THEIRS]", help="The opponent's roster.")] = None,
    journal: Annotated[Path | None, typer.Option("--journal", metavar="FILE", help="Where the answers are kept.")] = None,
    yes: Yes = False,
    seed: Seed = None,
    real_dice: RealDice = False,
    answers: Answers = [],
    rules: RulesDirs = [],
    changes: Set = [],
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Play one psychic phase.

    From the warp charge roll to the last die. Rosters without powers generate them first.
    """
    from psyphase.cli.language import _, chosen_language
    from psyphase.cli.options import app_folder, given_answers, rules_folders, setting_changes
    from psyphase.cli.table import people
    from psyphase.errors import PsyphaseError, Stopped
    from psyphase.play import play
    from psyphase.roster import read_roster
    from psyphase.session import JournalFile, open_session

    language = chosen_language(lang)
    armies = [read_roster(path) for path in (mine, theirs) if path]
    changed = setting_changes(armies[0].system.id, changes)
    session = open_session("phase", armies, rules_folders(rules), changed)
    given_answers(session.system.id, answers)  # a wrong one is told before a game begins
    kept = JournalFile(journal or _new_game(app_folder() / "games", mine.stem), session.header())
    sources, tell = people(session, kept, language, seed, answers, yes, real_dice, plain)
    kept_in = f"every answer so far is in {kept.path}"
    try:
        play(session.start(), *sources, journal=kept, tell=tell)
    except KeyboardInterrupt:
        raise Stopped(f"stopped; {kept_in}") from None
    except PsyphaseError as error:
        raise PsyphaseError(f"{error}; {kept_in}") from None
    finally:
        kept.close()
    typer.echo("\n" + _("To see it again: psyphase run {path}").format(path=kept.path))


def _new_game(folder: Path, name: str) -> Path:
    """A journal of its own for every game, by day and number."""
    from datetime import date

    stem = f"{date.today():%Y-%m-%d}-{name}"  # noqa: DTZ011  the day where the table stands
    number = 1
    while (path := folder / f"{stem}-{number}.yaml").exists():
        number += 1
    return path
