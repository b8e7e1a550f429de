"""What every verb does that is a game: with a journal, undo and resume. No verb is named here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from psyphase.cli.options import Answers, JournalTo, Lang, Plain, RealDice, RulesDirs, Seed, Set, Yes


def play(
    verb: str,
    rosters: Sequence[Path],
    *,
    journal: JournalTo = None,
    yes: Yes = False,
    seed: Seed = None,
    real_dice: RealDice = False,
    answers: Answers = [],
    rules: RulesDirs = [],
    changes: Set = [],
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Play a game with some rosters from its beginning."""
    from psyphase.cli.game import new_game
    from psyphase.cli.language import chosen_language
    from psyphase.cli.terms import Terms

    language = chosen_language(lang)
    terms = Terms(language, seed, tuple(answers), yes, real_dice, plain, tuple(rules), tuple(changes), journal)
    new_game(verb, rosters, terms)
