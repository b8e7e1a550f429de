"""Which entries only say their words, and what nothing reads: one thing after the other is changed in an entry that does nothing."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from hh3_table import MIND_BURST, hh3_rules
from onlywar_table import onlywar_rules
from psyphase.systems import find_system
from psyphase.systems.hh3.model import Discipline, Gambit, Power, Reaction, Status, TraitRule, Weapon
from psyphase.systems.hh3.model import Rules as Hh3Rules
from psyphase.systems.onlywar.model import Bonus, Command, Faction, Hits, Permanent, Quality
from psyphase.systems.onlywar.model import Rules as OnlywarRules
from psyphase.systems.onlywar.model import Test as CommandTest  # a name that pytest does not collect
from psyphase.systems.w40k7.exceptions import BarredException, FailedTestException, ReplacedException
from psyphase.systems.w40k7.model import Profile
from psyphase.systems.w40k7.model import Rules as W40k7Rules
from psyphase.tables.library import Library, shipped_rules
from psyphase.tables.remarks import Remark
from w40k7_table import read_rules


@cache
def shipped(system: str) -> Library:
    """The shipped tables, read."""
    library = Library(system, [shipped_rules()])
    found = find_system(system)
    found.load(library, found.all_tables(library), library.settings())
    return library


def told(system: str, rules: Any) -> set[Remark]:
    """What changes nothing in these rules."""
    return set(find_system(system).remarks(rules, shipped(system)))


# The Age of Darkness


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


def with_other(power: Power) -> Hh3Rules:
    """The tables with one more entry of no discipline."""
    return replace(HH3, entries={**HH3.entries, power.id: power})


def in_a_discipline(power: Power) -> Hh3Rules:
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
    HH3.traits["sergeant"], id="plain", grants=(), excludes=(), does=(), resists=False, reacts=True, takes_statuses=True,
    takes_wounds=True, targeted=True,
)  # fmt: skip
TRAITS = [
    pytest.param(TRAIT, False, id="a word"),
    pytest.param(replace(TRAIT, reacts=False), True, id="it does not react"),
    pytest.param(replace(TRAIT, takes_statuses=False), True, id="it takes no statuses"),
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


# Only War


ONLYWAR = onlywar_rules()
LAST: Command = replace(
    ONLYWAR.commands["forest-ghosts"], id="plain", does="last", test="none", hits="none", extra_move="none", bonuses=(), grants=(),
    lasts="next-turn-start", repeats="none",
)  # fmt: skip
TEST = CommandTest("squad", "bs", "challenging", 5)
COVER, FEAR, SKILLS = Bonus("cover", 2), Bonus("fear", 2), Bonus("agility-skills", 20)
KROOT = "commands/kroot.yaml"
ONLY_TEXT = Remark(KROOT, "plain", "text only")


def unread(key: str, word: str = "") -> Remark:
    """What nothing reads of the command."""
    return Remark(KROOT, "plain", "nothing reads", key, word or key)


COMMANDS = [
    pytest.param(LAST, {ONLY_TEXT}, id="it only lasts"),
    pytest.param(replace(LAST, bonuses=(COVER,)), set(), id="it lasts and gives cover"),
    pytest.param(replace(LAST, grants=("tearing",)), set(), id="it lasts and gives a quality"),
    pytest.param(replace(LAST, bonuses=(FEAR,)), {ONLY_TEXT, unread("bonuses", "fear")}, id="fear is for the players"),
    pytest.param(replace(LAST, bonuses=(SKILLS,)), {ONLY_TEXT, unread("bonuses", "agility-skills")}, id="so are skills"),
    pytest.param(replace(LAST, bonuses=(COVER,), test=TEST), set(), id="it may have a test"),
    pytest.param(replace(LAST, bonuses=(COVER,), hits=Hits(1, 1, "ranged")), {unread("hits")}, id="it hits nobody"),
    pytest.param(replace(LAST, bonuses=(COVER,), extra_move="1d10"), {unread("extra_move")}, id="it does not move"),
    pytest.param(replace(LAST, bonuses=(COVER,), repeats="volley-fire"), {unread("repeats")}, id="it repeats nothing"),
    pytest.param(replace(LAST, does="move", test=TEST), {unread("test")}, id="who moves tests nothing"),
    pytest.param(replace(LAST, does="move", extra_move="1d10"), set(), id="who moves may go further"),
    pytest.param(replace(LAST, does="restore", lasts="none", test=TEST), {unread("test")}, id="who comes back tests nothing"),
    pytest.param(replace(LAST, does="terrify", test=TEST), {unread("test")}, id="nor does who terrifies"),
    pytest.param(replace(LAST, does="gift", test=TEST), {unread("lasts")}, id="a gift does not last"),
    pytest.param(replace(LAST, does="gift", test=TEST, lasts="none"), set(), id="a gift"),
    pytest.param(
        replace(LAST, does="evade", test=TEST, lasts="none", bonuses=(COVER,)), {unread("bonuses")}, id="a dodge has no bonus"
    ),
    pytest.param(
        replace(LAST, does="evade", test=TEST, lasts="none", grants=("flame",)), {unread("grants")}, id="and no quality"
    ),
    *(
        pytest.param(replace(LAST, does=does, test=TEST, hits=Hits(1, 1, "ranged"), lasts="none"), set(), id=f"{does}: it hits")
        for does in ("attack", "volley", "suppress", "watch")
    ),
    *(
        pytest.param(replace(LAST, does=does, test="none" if does == "terrify" else TEST), set(), id=f"{does}: it lasts")
        for does in ("watch", "own-fire-on-doubles", "reroll-once-a-turn", "learn", "run-faster", "terrify", "heal", "field")
    ),
    pytest.param(replace(LAST, does="two-volleys", test=TEST, lasts="none", repeats="volley-fire"), set(), id="two volleys"),
]


@pytest.mark.parametrize(("command", "expected"), COMMANDS)
def test_commands_of_onlywar(command: Command, expected: set[Remark]) -> None:
    """onlywar O1, O5, O6: what each kind of command reads of its entry."""
    kroot: Faction = ONLYWAR.factions["kroot"]
    changed = replace(kroot, commands={**kroot.commands, command.id: command})
    assert told("onlywar", with_side(changed)) - told("onlywar", ONLYWAR) == expected


def with_side(side: Faction) -> OnlywarRules:
    """The tables with one side changed."""
    return replace(ONLYWAR, factions={**ONLYWAR.factions, side.id: side})


HUNTERS = ONLYWAR.factions["kroot"].permanent
assert HUNTERS
OWN: Permanent = replace(HUNTERS, id="own", does=(), difficulty="none", per_magnitude=0)
ABILITIES = [
    pytest.param(OWN, {("text only", "own")}, id="words"),
    pytest.param(replace(OWN, does=("pain-points",)), set(), id="something"),
    pytest.param(
        replace(OWN, does=("pain-points",), difficulty="hard"), {("nothing reads", "difficulty of own")}, id="it tests nothing"
    ),
    pytest.param(
        replace(OWN, does=("pain-points",), per_magnitude=5), {("nothing reads", "per_magnitude of own")}, id="nor by magnitude"
    ),
    *(
        pytest.param(replace(OWN, does=(does,), difficulty="hard"), set(), id=f"{does}: it tests")
        for does in ("toughness-saves", "shakes-who-meets")
    ),
    *(
        pytest.param(replace(OWN, does=(does,), per_magnitude=5), set(), id=f"{does}: by magnitude")
        for does in ("brave-by-magnitude", "surprise-bonus", "shakes-who-meets")
    ),
]


@pytest.mark.parametrize(("ability", "expected"), ABILITIES)
def test_abilities_of_onlywar(ability: Permanent, expected: set[tuple[str, str]]) -> None:
    """onlywar O6: what each ability reads of its entry."""
    found = told("onlywar", with_side(replace(ONLYWAR.factions["kroot"], permanent=ability))) - told("onlywar", ONLYWAR)
    assert found == {Remark(KROOT, "", kind, "permanent", word) for kind, word in expected}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("id", "does", "expected"),
    [
        ("own", "none", True),
        ("own", "double-hits", False),
        ("spray", "none", False),
        ("blast", "none", False),
        ("melee", "none", False),
    ],
)
def test_qualities_of_onlywar(id: str, does: Any, expected: bool) -> None:
    """onlywar S12: Spray and Blast are kinds of attacks; any other quality does what it says."""
    quality: Quality = replace(ONLYWAR.qualities["tearing"], id=id, does=does)
    changed = replace(ONLYWAR, qualities={**ONLYWAR.qualities, id: quality})
    assert (Remark("qualities.yaml", id, "text only") in told("onlywar", changed)) is expected


# The 7th edition


W40K7 = read_rules()
MIND = replace(W40K7.force[0], id="plain", type="none", target="psyker", profile="none", duration="instant")
EXCEPTION = W40K7.exceptions[0]


def named(kind: type[Any], *powers: str) -> Any:
    """An exception that names some powers."""
    return kind(id="own", name=EXCEPTION.name, powers=powers, source="mine")


def with_power(power: Any, **more: Any) -> W40k7Rules:
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
def test_powers_of_w40k7(rules: W40k7Rules, expected: bool) -> None:
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
    """w40k7 T1: of Telepathy Psychic Shriek only says its words; it is told in its list and by its id there."""
    found = {one for one in told("w40k7", W40K7) if one.id.endswith("psychic-shriek")}
    assert found == {Remark("disciplines/telepathy.yaml", "psychic-shriek", "text only")}


# Numbers that nothing asks for


@pytest.mark.parametrize(("system", "rules"), [("hh3", HH3), ("onlywar", ONLYWAR)])
def test_a_figure_that_nothing_asks_for(system: str, rules: Any, tmp_path: Path) -> None:
    """A figure of one's own is told, beside none of ours; where a system has no figures nothing is missing."""
    assert not [one for one in told(system, rules) if one.file == "figures.yaml"]
    path = tmp_path / system / "figures.yaml"
    path.parent.mkdir()
    path.write_text("- {id: own, name: {en: Own}, value: 1, source: mine}\n", encoding="utf-8")
    library = Library(system, [shipped_rules(), tmp_path])
    found = find_system(system)
    changed = found.load(library, found.all_tables(library), library.settings())
    figures = [one for one in found.remarks(changed, library) if one.file == "figures.yaml"]
    assert figures == [Remark("figures.yaml", "own", "nothing reads")]
