"""What of the tables of the Age of Darkness only says its words: one thing after the other is changed in an entry that does nothing."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict, replace

from hh3_table import MIND_BURST, hh3_rules
from psyphase.systems.hh3.model import Discipline, Gambit, Power, Reaction, Rules, Weapon
from psyphase.systems.hh3.traits import Status, TraitRule
from psyphase.tables.remarks import Remark
from told import told

HH3 = hh3_rules()
PLAIN = replace(
    HH3.power(MIND_BURST),
    id="plain",
    lasts="immediate",
    manifestation=0,
    cures="none",
    threatens="none",
    ruptures="never",
    roll="none",
)


def as_kind(kind: type[Power], power: Power, **more: Any) -> Power:
    """The same as another kind of thing that is declared."""
    return kind(**asdict(power), **more)


POWERS = [
    pytest.param(PLAIN, False, id="a power that only says its words"),
    pytest.param(
        as_kind(Reaction, PLAIN, points=1, paid="declared", uses="turn"), False, id="a reaction that only says its words"
    ),
    pytest.param(as_kind(Gambit, PLAIN), True, id="a gambit counts against no limit"),
    pytest.param(replace(PLAIN, lasts="attack"), True, id="it lasts"),
    pytest.param(replace(PLAIN, manifestation=-2), True, id="it changes manifestation checks"),
    pytest.param(replace(PLAIN, cures="one"), True, id="it cures"),
    pytest.param(replace(PLAIN, threatens="routed"), True, id="it threatens"),
    pytest.param(replace(PLAIN, ruptures="always"), True, id="it ruptures"),
    pytest.param(replace(PLAIN, roll=4), True, id="it has a die"),
]


def with_other(power: Power) -> Rules:
    """The tables with one more entry of no discipline."""
    return replace(HH3, entries={**HH3.entries, power.id: power})


def in_a_discipline(power: Power) -> Rules:
    """The tables with one more entry in a discipline."""
    one = replace(power, id="telepathy/plain")
    telepathy: Discipline = HH3.disciplines["telepathy"]
    changed = replace(telepathy, entries=(*telepathy.entries, one))
    return replace(HH3, disciplines={**HH3.disciplines, "telepathy": changed}, entries={**HH3.entries, one.id: one})


@pytest.mark.parametrize(("power", "does"), POWERS)
def test_powers_of_hh3(power: Power, does: bool) -> None:
    """hh3 A3, A7: a power does something if it lasts, changes a check, statuses or wounds, or throws a die."""
    before = told("hh3", HH3)
    for changed, remark in (
        (with_other(power), Remark("others.yaml", "plain", "text only")),
        (in_a_discipline(power), Remark("disciplines/telepathy.yaml", "plain", "text only")),
    ):
        assert told("hh3", changed) - before == (set() if does else {remark})


@pytest.mark.parametrize(("force", "does"), [("D", True), ("none", False)])
def test_weapons_of_hh3(force: Any, does: bool) -> None:
    """hh3-facts 1: of a psychic weapon only Force is asked for."""
    weapon = next(one for one in HH3.entries.values() if isinstance(one, Weapon))
    changed = replace(HH3, entries={**HH3.entries, "plain": replace(weapon, id="plain", force=force)})
    remark = Remark("others.yaml", "plain", "text only")
    assert (remark in told("hh3", changed)) is not does


TRAIT: TraitRule = replace(
    HH3.traits["sergeant"], id="plain", grants=(), excludes=(), does=(), unless=(), resists=False, checks=False, reacts=True, immune=(),
    recovery="none", takes_wounds=True, targeted=True,
)  # fmt: skip
TRAITS = [
    pytest.param(TRAIT, False, id="a word"),
    pytest.param(replace(TRAIT, reacts=False), True, id="it does not react"),
    pytest.param(replace(TRAIT, immune="all"), True, id="it takes no statuses"),
    pytest.param(replace(TRAIT, immune=("stunned",)), True, id="it does not take one"),
    pytest.param(replace(TRAIT, recovery=HH3.statuses["stunned"].name), True, id="it recovers in its own way"),
    pytest.param(replace(TRAIT, checks=True), True, id="it stands in elsewhere"),
    pytest.param(replace(TRAIT, takes_wounds=False), True, id="it takes no wounds"),
    pytest.param(replace(TRAIT, targeted=False), True, id="it is no target"),
    pytest.param(replace(TRAIT, does=("force-weapon",)), True, id="it does something"),
    pytest.param(replace(TRAIT, grants=("sergeant",)), True, id="it brings another"),
    pytest.param(replace(TRAIT, excludes=("sergeant",)), True, id="it keeps out another"),
    pytest.param(replace(TRAIT, resists=True), True, id="it stands in"),
]


@pytest.mark.parametrize(("trait", "does"), TRAITS)
def test_traits_of_hh3(trait: TraitRule, does: bool) -> None:
    """hh3 A9, hh3-facts 1, 4: what a trait may change."""
    changed = replace(HH3, traits={**HH3.traits, trait.id: trait})
    assert (Remark("traits.yaml", "plain", "text only") in told("hh3", changed)) is not does


@pytest.mark.parametrize("where", ["requires", "every", "some", "no", "grants", "excludes"])
def test_traits_that_are_asked_for(where: str) -> None:
    """hh3 A1, A8: a trait that does nothing by itself is read where a power, its target or another trait asks for it."""
    power = replace(HH3.power(MIND_BURST), id="asks")
    other = replace(TRAIT, id="other", targeted=False)
    if where == "requires":
        power = replace(power, requires=("plain",))
    elif where in ("grants", "excludes"):
        other = replace(other, **{where: ("plain",)})
    else:
        power = replace(power, target=replace(power.target, **{where: ("plain",)}))
    traits = {**HH3.traits, "plain": TRAIT, "other": other}
    changed = replace(HH3, traits=traits, entries={**HH3.entries, "asks": power})
    assert Remark("traits.yaml", "plain", "text only") not in told("hh3", changed)


@pytest.mark.parametrize(("reacts", "replaces", "does"), [(True, False, False), (False, False, True), (True, True, True)])
def test_statuses_of_hh3(reacts: bool, replaces: bool, does: bool) -> None:
    """hh3-facts 4: a status does something if it keeps from reacting or takes the place of others."""
    status: Status = replace(HH3.statuses["pinned"], id="plain", reacts=reacts, replaces=replaces)
    changed = replace(HH3, statuses={**HH3.statuses, "plain": status})
    assert (Remark("statuses.yaml", "plain", "text only") in told("hh3", changed)) is not does
