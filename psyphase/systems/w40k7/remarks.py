"""What the tables of the 7th edition hold that changes nothing in play: powers that are text only, entries nobody refers to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from psyphase.systems.shared.remarks import text_only, unread_names
from psyphase.systems.w40k7.exceptions import FailedTestException, ReplacedException
from psyphase.systems.w40k7.model import Boon, Power, PsychicSettings, Rules
from psyphase.systems.w40k7.perils_table import Gain
from psyphase.systems.w40k7.played import is_played
from psyphase.systems.w40k7.tables import LISTS, effects_of
from psyphase.systems.w40k7.unit_rule_tables import file_of
from psyphase.systems.w40k7.unit_rules import UnitRule
from psyphase.tables.library import Library
from psyphase.tables.remarks import Remark


def remarks(rules: Rules, library: Library) -> Iterator[Remark]:
    """Everything in the tables that changes nothing in play."""
    yield from unread_names(library, rules.declared, PsychicSettings, None)
    yield from text_only("powers.yaml", {id: _does(rules, power) for id, power in rules.powers.items() if "/" not in id})
    for one in rules.disciplines.values():
        yield from text_only(f"{LISTS}{one.id}.yaml", {power.id.partition("/")[2]: _does(rules, power) for power in one.powers})
        yield from _not_played(f"{LISTS}{one.id}.yaml", one.powers)
    yield from _not_played("powers.yaml", (power for id, power in rules.powers.items() if "/" not in id))
    yield from _not_played("boons.yaml", rules.boons.values())
    for rule in rules.unit_rules.values():
        yield from _not_played(file_of(rule.army.id), [rule])
    powers = rules.powers.values()
    yield from _unread("types.yaml", rules.types, {id for power in powers for id in power.types})
    yield from _unread("targets.yaml", rules.targets, {power.target for power in powers})
    rows = rules.perils.rows.values()
    yield from _unread("boons.yaml", rules.boons, {one.rule for row in rows for one in effects_of(row) if isinstance(one, Gain)})


def _not_played(file: str, entries: Iterable[Power | Boon | UnitRule]) -> Iterator[Remark]:
    """Effects of powers, boons and units' rules that are only read."""
    for entry in entries:
        kinds = dict.fromkeys(str(effect.__struct_config__.tag) for effect in entry.does if not is_played(effect))
        yield from (Remark(file, entry.id.rpartition("/")[2], "not yet played", "does", kind) for kind in kinds)


def _does(rules: Rules, power: Power) -> bool:
    """Whether more happens by a power than that it is tested and its words are said."""
    kinds = [rules.types[id] for id in power.types]
    special = any(kind.once_a_turn or kind.conjures or kind.picks_model for kind in kinds)
    excepted = any(power.id in one.powers for one in rules.exceptions if isinstance(one, FailedTestException | ReplacedException))
    said = power.profile == "none" and power.duration == "instant" and not (power.dice or power.does)
    return not said or special or excepted or power in rules.force


def _unread(file: str, ids: Collection[str], read: Collection[str]) -> Iterator[Remark]:
    return (Remark(file, id, "nothing reads") for id in ids if id not in read)
