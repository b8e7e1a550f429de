"""Rules that units have by wargear, formation or birth (w40k7 U1): values, and which of them a roster means by a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from psyphase.systems.w40k7.vocabulary import Does
from psyphase.tables.names import Id, Line, Name, Words
from psyphase.text import folded

RuleWord: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
"""What a roster calls a rule: its id, or its name in any language."""


class ArmyHead(Struct, frozen=True, forbid_unknown_fields=True):
    """An army's file without the rules of its units."""

    id: Id
    name: Name
    source: Line


class ListedRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rule of units; `carrier`: who has it; `does`: how it changes psychic dice."""

    id: Id
    name: Name
    carrier: Words | UnsetType = UNSET
    does: Annotated[tuple[Does, ...], Meta(min_length=1)]
    source: Line


class UnitRule(ListedRule, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rule of units with the army in whose file it stands."""

    army: ArmyHead

    @property
    def words(self) -> tuple[str, ...]:
        """What it may be called."""
        return tuple(dict.fromkeys(word for word in (self.id, self.name.en, self.name.ru, self.name.fr) if word))


def meant(rules: Iterable[UnitRule], word: str) -> list[UnitRule]:
    """The rules of this id or, if there is none, of this name in any language; case and accents make no difference."""
    wanted = folded(word)
    named = [rule for rule in rules if wanted in map(folded, rule.words)]
    return [rule for rule in named if rule.id == wanted] or named


def rules_of(rules: Iterable[UnitRule], words: Iterable[str]) -> Iterator[UnitRule]:
    """The rules that a unit has by these words, each once. Every word has to mean one: `check_roster` sees to that."""
    known = tuple(rules)
    return iter({rule.id: rule for word in words for rule in meant(known, word)[:1]}.values())
