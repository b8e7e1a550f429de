"""What effects of powers, boons and units' rules name has to exist in the other tables (w40k7 U1)."""

from __future__ import annotations

from collections.abc import Iterable

from psyphase.systems.w40k7.effect_words import Effect
from psyphase.systems.w40k7.model import Rules
from psyphase.systems.w40k7.unit_rule_tables import file_of
from psyphase.systems.w40k7.vocabulary import EndEffects
from psyphase.tables.library import Library, Place


def check_effects(place: Place, rules: Rules, effects: Iterable[Effect]) -> None:
    """What effects are meant for has to exist; powers of lists that are not read cannot be looked up."""
    for effect in effects:
        place.check_known("does", "type", effect.types, rules.types)
        place.check_known("does", "discipline", effect.disciplines, rules.known)
        lists = {id: id.partition("/")[0] for id in effect.powers}
        read = [id for id, name in lists.items() if name not in rules.known or name in rules.disciplines]
        place.check_known("does", "power", read, rules.powers)
        if isinstance(effect, EndEffects):
            place.check_known("does", "type", effect.ends, rules.types)


def check_unit_rules(library: Library, rules: Rules) -> None:
    """The same of every rule of units that was read."""
    for rule in rules.unit_rules.values():
        check_effects(library.places[file_of(rule.army.id), rule.id], rules, rule.does)
