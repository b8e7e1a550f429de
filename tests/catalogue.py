"""A catalogue made up for tests: a language in which some sentences are other ones."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

import pytest

from psyphase.words import catalogue, wording


class Catalogue(NullTranslations):
    """Translations by sentence; plurals by their first sentence."""

    def __init__(self, sentences: Mapping[str, str], plurals: Mapping[str, tuple[str, str]] = {}) -> None:
        super().__init__()
        self.sentences = sentences
        self.plurals = plurals

    def gettext(self, message: str) -> str:
        return self.sentences.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.plurals.get(msgid1, (msgid1, msgid2))[n != 1]


def speak(patch: pytest.MonkeyPatch, sentences: Mapping[str, str], plurals: Mapping[str, tuple[str, str]] = {}) -> None:
    """From now on French has these sentences."""
    french = Catalogue(sentences, plurals)

    def translations(language: str) -> NullTranslations:
        return french if language == "fr" else NullTranslations()

    for module in (catalogue, wording):
        patch.setattr(module, "translations", translations)
