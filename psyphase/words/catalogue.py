"""Marks of sentences, and the catalogues that translate them."""

from __future__ import annotations

from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from psyphase.errors import PsyphaseError

LOCALE = Path(__file__).parent / "locale"


def N_(sentence: str) -> str:  # noqa: N802  the name that tools which collect sentences know
    """Mark a sentence that is said later, in whatever language is wanted then."""
    return sentence


@cache
def translations(language: str) -> NullTranslations:
    """The catalogue of a language; where there is none every sentence is its own translation."""
    return translation("psyphase", LOCALE, [language], fallback=True)


def say_error(error: PsyphaseError, language: str) -> str:
    """What an error says, in a language."""
    return error.phrase.said(translations(language).gettext)


def _(sentence: str) -> str:
    """Mark a sentence and say it at once."""
    return translations("en").gettext(sentence)
