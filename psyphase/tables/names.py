"""Names and short texts in several languages, and the ids that stand for them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Language: TypeAlias = Literal["en", "ru", "fr"]


Id: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*$", examples=["telepathy"], max_length=60)]


SlashId: TypeAlias = Annotated[
    str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)?$", examples=["telepathy/dominate"], max_length=120)
]


Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """A short text in the players' languages; one that is missing falls back to English."""

    en: Line
    ru: Line = ""
    fr: Line = ""

    def within(self, language: Language) -> str:
        """The text in a language."""
        return str(getattr(self, language)) or self.en


class Name(Words, frozen=True, forbid_unknown_fields=True):
    """A name in the players' languages; `ours` lists the languages in which it is not the publisher's."""

    ours: tuple[Language, ...] = ()


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """The system's own entry: its name, and the languages in which this folder gives every name."""

    id: Id
    name: Name
    languages: tuple[Language, ...]
    source: Line
