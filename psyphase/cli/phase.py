"""`psyphase phase`: one psychic phase at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from psyphase.cli.options import Answers, Lang, Plain, RealDice, RulesDirs, Seed, Set, Yes, command_app

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
    from psyphase.cli.language import chosen_language
    from psyphase.cli.options import app_folder, given_answers, rules_folders, setting_changes
    from psyphase.cli.table import play_at_table, say_what_is_left
    from psyphase.journal import JournalFile
    from psyphase.roster import read_roster
    from psyphase.session import open_session

    language = chosen_language(lang)
    armies = [read_roster(path) for path in (mine, theirs) if path]
    changed = setting_changes(armies[0].system.id, changes)
    session = open_session("phase", armies, rules_folders(rules), changed)
    given_answers(session.system.id, answers)  # a wrong one is told before a game begins
    kept = JournalFile.begin(journal or _new_game(app_folder() / "games", mine.stem), session.header())
    play_at_table(session, kept, language, seed=seed, answers=answers, yes=yes, real_dice=real_dice, plain=plain)
    say_what_is_left(kept.path)


def _new_game(folder: Path, name: str) -> Path:
    """A journal of its own for every game, by day and number."""
    from datetime import date

    stem = f"{date.today():%Y-%m-%d}-{name}"  # noqa: DTZ011  the day where the table stands
    number = 1
    while (path := folder / f"{stem}-{number}.yaml").exists():
        number += 1
    return path
