"""What of the tables of squads only says its words, or is read by nothing: one thing after the other is changed in an entry."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from onlywar_table import onlywar_rules
from psyphase.systems.onlywar.model import Bonus, Command, Faction, Hits, Permanent, Quality, Rules
from psyphase.systems.onlywar.model import Test as CommandTest  # a name that pytest does not collect
from psyphase.tables.remarks import Remark
from told import told

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


def with_side(side: Faction) -> Rules:
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
