"""What of the tables of the 7th edition only says its words, or is referred to by nothing."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from psyphase.systems.w40k7.exceptions import BarredException, FailedTestException, ReplacedException
from psyphase.systems.w40k7.model import Profile, Rules
from psyphase.tables.remarks import Remark
from told import told
from w40k7_table import read_rules

W40K7 = read_rules()
MIND = replace(W40K7.force[0], id="plain", type="none", target="psyker", profile="none", duration="instant")
EXCEPTION = W40K7.exceptions[0]


def named(kind: type[Any], *powers: str) -> Any:
    """An exception that names some powers."""
    return kind(id="own", name=EXCEPTION.name, powers=powers, source="mine")


def with_power(power: Any, **more: Any) -> Rules:
    """The tables with one more power of no discipline."""
    return replace(W40K7, powers={**W40K7.powers, power.id: power}, **more)


KINDS = {id: kind for id, kind in W40K7.types.items() if kind.once_a_turn or kind.conjures or kind.picks_model}
CHANGED = [
    pytest.param(with_power(MIND), True, id="it only says its words"),
    pytest.param(with_power(replace(MIND, profile=Profile(4, 2, "Assault 1"))), False, id="a weapon line"),
    pytest.param(with_power(replace(MIND, duration="turn")), False, id="it lasts"),
    *(pytest.param(with_power(replace(MIND, type=id)), False, id=f"T2-T4, T6: {id}") for id in KINDS),
    pytest.param(with_power(replace(MIND, type=("none", "blessing"))), False, id="one of its types does something"),
    pytest.param(with_power(MIND, exceptions=(named(FailedTestException, "plain"),)), False, id="P18: a failed test brings perils"),
    pytest.param(with_power(MIND, exceptions=(named(ReplacedException, "plain"),)), False, id="T3: its psyker makes way"),
    pytest.param(with_power(MIND, exceptions=(named(FailedTestException, "other"),)), True, id="P18: that of another"),
    pytest.param(
        with_power(MIND, exceptions=tuple(one for one in W40K7.exceptions if isinstance(one, BarredException))), True,
        id="T5: exceptions of disciplines",
    ),
    pytest.param(with_power(MIND, force=(MIND,)), False, id="G10: it comes with a force weapon"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "expected"), CHANGED)
def test_powers_of_w40k7(rules: Rules, expected: bool) -> None:
    """w40k7 G10, P18, T1-T6: what a power may do beside its words."""
    assert (Remark("powers.yaml", "plain", "text only") in told("w40k7", rules)) is expected


@pytest.mark.parametrize("file", ["types", "targets", "boons"])
def test_what_no_entry_of_w40k7_refers_to(file: str) -> None:
    """w40k7 P5, P13.6, T: a type or a target that no power has, a boon that no row gives; all others are read."""
    entries = dict(getattr(W40K7, file))
    assert not [one for one in told("w40k7", W40K7) if one.file == f"{file}.yaml"]
    one = next(iter(entries.values()))
    changed = replace(W40K7, **{file: {**entries, "own": replace(one, id="own")}})
    assert [one for one in told("w40k7", changed) if one.file == f"{file}.yaml"] == [
        Remark(f"{file}.yaml", "own", "nothing reads")
    ]


def test_powers_of_a_list_are_told_in_its_file() -> None:
    """w40k7 T1: without its dice Psychic Shriek only says its words; it is told in its list and by its id there."""
    assert not [one for one in told("w40k7", W40K7) if one.id == "psychic-shriek"]
    telepathy = W40K7.disciplines["telepathy"]
    mute = tuple(replace(one, dice=()) for one in telepathy.primaris)
    lists = {**W40K7.disciplines, "telepathy": replace(telepathy, primaris=mute)}
    powers = {**W40K7.powers, **{one.id: one for one in mute}}
    found = {one for one in told("w40k7", replace(W40K7, disciplines=lists, powers=powers)) if one.id == "psychic-shriek"}
    assert found == {Remark("disciplines/telepathy.yaml", "psychic-shriek", "text only")}
