"""The language of what is printed: sentences through gettext, rule names from the tables."""

from __future__ import annotations

import os

from psyphase.errors import AnswerError
from psyphase.tables.names import Language

LANGUAGES: tuple[Language, ...] = ("en", "ru", "fr")


def chosen_language(wanted: str | None) -> Language:
    """The language asked for, else PSYPHASE_LANG, else the locale's, else English. Raises AnswerError."""
    named = wanted or os.environ.get("PSYPHASE_LANG")
    if named:
        if named not in LANGUAGES:
            place = "--lang" if wanted else "PSYPHASE_LANG"
            raise AnswerError("{place}: expected one of {known}, got {got}", place=place, known=LANGUAGES, got=repr(named[:40]))
        return named
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(variable, "")[:2].lower()
        if code:
            return code if code in LANGUAGES else "en"
    return "en"
