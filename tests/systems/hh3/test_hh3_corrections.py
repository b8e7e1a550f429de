"""Setting right: several units at once, losses as counts, models that are back, units that arrive; few keys at a terminal."""

from __future__ import annotations

import random
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hh3_table import FORESIGHT, MIND_BURST, Table, apply_effect, army, grunts, hh3_rules, lost, offers, psyker, squad, statuses
from psyphase.engine.journal import Journal
from psyphase.engine.play import play
from psyphase.engine.procedure import Answer, Decision, Request, Selection
from psyphase.engine.sources import Defaults, RandomDice
from psyphase.systems.hh3.battle import Battle
from psyphase.systems.hh3.phase import play_battle
from psyphase.systems.hh3.roster import Models, Unit
from scripted import Played
from terminal import DOWN, ENTER, Terminal

MEN = grunts(name="Men")
UP = "\x1b[A"


@pytest.fixture(scope="module")
def table() -> Table:
    """A table with the rules as shipped."""
    return Table(hh3_rules())


def before(table: Table, units: Any, theirs: Any = (), *, unit: str | list[str], **more: Any) -> Played[Battle]:
    """A turn before which something happened to units, named one after the other in the roll call."""
    units_named = [unit] if isinstance(unit, str) else unit
    return table.turns(units, theirs, before_battle=[*units_named, "go-on"], **more)


def left(played: Played[Battle], *keys: str) -> list[int]:
    """How many models are left of units."""
    return [sum(group.alive for group in played.outcome.unit(key).groups) for key in keys]


# One unit


def test_a_usual_change_takes_four_keys(tmp_path: Path) -> None:
    """Three models lost between turns: the unit is named in the roll call, and then four keys do it; one is where one was."""
    roster = """\
        system: hh3
        name: Legion
        units:
        - {name: Squad, willpower: 7, models: [{name: Sergeant, willpower: 8, traits: [sergeant]}, {name: Men, count: 9}]}
        """
    (tmp_path / "mine.yaml").write_text(dedent(roster))
    journal = tmp_path / "game.yaml"
    with Terminal("phase", str(tmp_path / "mine.yaml"), "--journal", str(journal), lines=40) as table:
        table.see("Legion begins: has anything changed?")
        table.type(UP * 3 + ENTER, "Squad: what happened?")
        keys = [DOWN, ENTER, "3", ENTER]
        table.type(keys[0] + keys[1], "how many of 10 are lost?")
        screen = table.type(keys[2] + keys[3], "Men: lost 3, left 6")
        assert "Legion begins: has anything changed?" in screen
    assert "- change: casualties\n- casualties-of: 3\n" in journal.read_text()


def test_nothing_is_the_default_of_a_change(table: Table) -> None:
    """Whoever has named the wrong unit is back where he was with one key."""
    played = before(table, [MEN], unit="men")
    (request,) = played.asked("change")
    assert (request.default, next(iter(request.options)), list(request.options)[-1]) == ("back", "casualties", "back")
    assert len(played.asked("before-battle")) == 2
    assert left(played, "men") == [10]


def test_the_only_model_is_lost_at_once(table: Table) -> None:
    """Of one model it is not asked how many."""
    played = before(table, [psyker(), MEN], unit="seer", change="casualties")
    assert (lost(played), played.asked("casualties-of")) == ([("Seer", 1)], [])


def test_one_kind_of_models_is_lost(table: Table) -> None:
    """hh3 A9: a Sergeant may fall before his men: each kind but the many stands in the menu."""
    played = before(table, [squad()], unit="squad", change="lost-leader")
    assert lost(played) == [("Leader", 1)]
    assert "lost-men" not in played.asked("change")[0].options


def test_several_of_a_kind_are_counted(table: Table) -> None:
    """Of a kind of several models it is asked how many."""
    unit = Unit("Cabal", willpower=7, models=(Models("Masters", 3), Models("Blades", 5)))
    played = before(table, [unit], unit="cabal", change="lost-masters", casualties_of=2)
    assert lost(played) == [("Masters", 2)]


def test_the_dead_are_alive_after_all(table: Table) -> None:
    """Who was taken for dead is back with as many models as are told."""
    played = before(table, [MEN, psyker()], unit=["men", "men"], change=["casualties", "alive"], casualties_of=10, models_back=4)
    assert set(played.asked("change")[1].options) == {"alive", "back"}
    assert left(played, "men") == [4]


def test_models_are_back(table: Table) -> None:
    """Of several kinds it is asked which."""
    played = before(table, [squad()], unit="squad", change="returned", which_models="leader", models_back=2)
    assert [group.alive for group in played.outcome.unit("squad").groups] == [3, 9]


@pytest.mark.parametrize("unit", ["men", "seer"])
def test_a_reaction_of_another_kind_is_of_the_whole_unit(table: Table, unit: str) -> None:
    """hh3-facts 4, A14: a reaction of another kind is that of all who stand together, and costs one point of two."""
    foes = [psyker("telekinesis", joins="Men"), MEN, psyker("telekinesis", name="Other")]
    played = table.turns(grunts(), foes, act="correct", correction="unit", unit=unit, change="reacted")
    assert played.outcome.reacted == frozenset({"seer", "men"})
    assert played.events("turn-over")[0].args["points"] == 1


# Several units


def test_losses_of_several_units(table: Table) -> None:
    """Of several units named at once each is asked for its losses."""
    played = table.turns(
        [MEN, grunts(name="Crew")], before_battle=["correct", "go-on"], correction="units", units=("men", "crew", "grunts"),
        change="casualties", casualties_of=[3, 0, 10],
    )  # fmt: skip
    assert [request.args["name"] for request in played.asked("casualties-of")] == ["Men", "Crew", "Grunts"]
    assert left(played, "men", "crew", "grunts") == [7, 10, 0]


def test_a_change_all_of_them_may_have(table: Table) -> None:
    """Only what may have happened to all is in the menu: of one in reserve and one in play neither reserve nor arrival."""
    played = table.turns(
        [MEN, grunts(name="Crew", reserve=True)], before_battle=["correct", "go-on"], correction="units", units=("men", "crew"),
    )  # fmt: skip
    options = set(played.asked("change")[0].options)
    assert options == {"casualties", "embarked", "joined", "locked", "willpower", "returned", "back"}


def test_units_of_both_sides_join_nobody(table: Table) -> None:
    """Units of two armies embark in no one transport and join no one unit; they may be locked together."""
    played = table.turns(
        [MEN], before_battle=["correct", "go-on"], correction="units", units=("men", "grunts"), change="locked"
    )  # fmt: skip
    assert {"embarked", "joined"}.isdisjoint(played.asked("change")[0].options)
    assert [unit.locked for unit in played.outcome.units] == [True, True]


def test_statuses_of_several_units(table: Table) -> None:
    """One question sets the statuses of all that were named."""
    played = table.turns(
        [MEN, grunts(name="Crew")], before_battle=["correct", "go-on"], correction="units", units=("men", "crew"),
        change="statuses", statuses=("pinned",),
    )  # fmt: skip
    assert statuses(played, "men") == statuses(played, "crew") == ("pinned",)
    assert len(played.asked("statuses")) == 1


def test_no_units_are_no_change(table: Table) -> None:
    """Naming nobody leads back."""
    played = table.turns([MEN], before_battle=["correct", "go-on"], correction="units")
    assert not played.asked("change")


# Units that arrive


def new(table: Table, units: Any, theirs: Any = (), **more: Any) -> Played[Battle]:
    """A turn before which a unit is added."""
    return table.turns(units, theirs, before_battle=["correct", "go-on"], correction="new-unit", **more)


def test_a_unit_is_added(table: Table) -> None:
    """faults w40k7 7: what arrives during a battle is asked for, has a key and a name that tell it apart, and is a target."""
    played = new(
        table, [psyker("telepathy")], [MEN], whose="theirs", unit_name="Men", unit_models=6, unit_traits=("malefic",), act=MIND_BURST,
        target="men-2", willpower=6, resistance_check=(3, 4), threatened="failed",
    )  # fmt: skip
    unit = played.outcome.unit("men-2")
    assert (unit.name, unit.side, unit.groups[0].alive, unit.statuses) == ("Men 2", "theirs", 6, ("routed",))
    assert unit.groups[0].traits == {"malefic"}
    assert [request.args["name"] for request in played.asked("willpower")] == ["Men 2"]


def test_a_psyker_is_added(table: Table) -> None:
    """What arrives may be a psyker, has the traits of its army, and uses its powers; its willpower is asked then."""
    mine = army(psyker("divination"), traits=("thousand-sons",))
    played = new(
        table, mine, whose="mine", unit_name="Second", unit_disciplines=("divination",), act=[FORESIGHT, FORESIGHT],
        focus="second", target="seer", willpower=7, manifestation_check=[(3, 4), (5, 6)],
    )  # fmt: skip
    assert played.outcome.unit("second").groups[0].traits == {"psyker", "thousand-sons"}
    assert apply_effect(played) == [FORESIGHT]


def test_a_unit_is_added_where_the_opponent_has_no_roster(table: Table) -> None:
    """It is then not asked whose it is."""
    played = new(table, [psyker("telepathy")], None, unit_name="Daemons", unit_models=5)
    assert not played.asked("whose")
    assert left(played, "daemons") == [5]


def test_the_key_of_a_new_unit_is_no_word_of_the_menus(table: Table) -> None:
    """A unit may be called what a menu says, or as a model is."""
    units = [squad()]
    keys = {}
    for name in ("Back", "Leader"):
        played = new(table, units, whose="mine", unit_name=name)
        keys[name] = played.outcome.units[-1].id
    assert keys == {"Back": "back-2", "Leader": "leader-2"}


# By an independent count

ROSTER = army(
    psyker("thaumaturgy", "divination", name="Librarian", joins="Tacticals 1"),
    grunts(name="Tacticals", embarked="Rhino 1"),
    grunts(name="Tacticals"),
    grunts(name="Rhino", models=1, traits=("vehicle",)),
    grunts(name="Rhino", models=1, traits=("vehicle",)),
    psyker("telepathy", name="Rider", reserve=True),
    name="Friends",
)


class Ledger:
    """Somebody at the table who tells changes at random, and writes down in his own way where everyone is."""

    name = "asked"

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.left = 25
        self.joins: dict[str, str | None] = dict.fromkeys(KEYS)
        self.aboard: dict[str, str | None] = dict.fromkeys(KEYS)
        self.joins["librarian"] = "tacticals"
        self.aboard["tacticals"] = self.aboard["librarian"] = "rhino"
        self.reserve = {"rider"}
        self.locked: set[str] = set()
        self.count = {"librarian": 1, "tacticals": 10, "tacticals-2": 10, "rhino": 1, "rhino-2": 1, "rider": 1}
        self.unit = ""
        self.what = ""

    def with_(self, key: str) -> set[str]:
        """All who stand in one unit."""
        root = self.joins[key] or key
        return {one for one in KEYS if (self.joins[one] or one) == root}

    def carried(self, key: str) -> set[str]:
        """All who stand in one unit, and all aboard any of them."""
        found = self.with_(key)
        for one in [one for one in KEYS if self.aboard[one] in found]:
            found |= self.carried(one)
        return found

    def transports(self) -> list[str]:
        """Where the unit that was named might embark."""
        free = [one for one in KEYS if self.count[one] and self.aboard[one] is None and one not in self.with_(self.unit)]
        return [one for one in free if one.startswith("rhino") or one in self.aboard.values()]

    def __call__(self, request: Request) -> Answer | None:
        answer = self._answer(request)
        self._write(request, answer)
        return answer

    def _answer(self, request: Request) -> Answer | None:
        if request.id == "before-battle" and isinstance(request, Decision):
            self.left -= 1
            return "end" if self.left < 0 else self.random.choice([key for key in request.options if key in KEYS])
        if request.id in ("change", "transport", "joined-unit") and isinstance(request, Decision):
            without = ("statuses", "willpower", "reacted", "returned", "alive")
            return self.random.choice([key for key in request.options if key not in without])
        if request.id == "casualties-of":
            return self.random.choice((1, 4, 10)) if self.count[self.unit] == 10 else self.count[self.unit]
        if isinstance(request, Selection):
            return tuple(key for key in request.options if self.random.random() < 0.5)
        return None

    def _write(self, request: Request, answer: Any) -> None:
        if request.id == "before-battle":
            self.unit = answer
        elif request.id == "change":
            self.what = answer
            self._changed(answer)
        elif request.id == "casualties-of":
            self._lose(answer)
        elif request.id == "transport":
            self._embark(None if answer == "another-unit" else answer)
        elif request.id == "joined-unit" and answer != "back":
            self._join(answer)
        elif request.id == "got-out":
            for one in KEYS:
                if self.count.get(self.aboard[one] or "", 1) == 0:
                    self.aboard[one] = None
                    if one not in answer:
                        self._gone(one)

    def _changed(self, what: str) -> None:
        if what == "casualties" and self.count[self.unit] == 1:
            self._lose(1)
        elif what in ("reserve", "arrived"):
            (self.reserve.update if what == "reserve" else self.reserve.difference_update)(self.carried(self.unit))
            if what == "reserve":
                self.locked -= self.carried(self.unit)
        elif what in ("locked", "not-locked"):
            (self.locked.update if what == "locked" else self.locked.difference_update)(self.carried(self.unit))
        elif what == "disembarked":
            for one in self.with_(self.unit):
                self.aboard[one] = None
                self.locked.discard(one)
        elif what == "left-unit":
            self.joins[self.unit] = None
        elif what == "embarked" and not self.transports():
            self._embark(None)

    def _lose(self, count: int) -> None:
        self.count[self.unit] -= count
        if not self.count[self.unit]:
            self._gone(self.unit)

    def _gone(self, key: str) -> None:
        self.count[key] = 0
        self.aboard[key] = None
        self.reserve.discard(key)
        self.locked.discard(key)

    def _embark(self, transport: str | None) -> None:
        moved = self.with_(self.unit)
        everyone = self.carried(self.unit)
        for one in moved:
            self.aboard[one] = transport or "elsewhere"
        if transport:
            for one in everyone:
                for book in (self.reserve, self.locked):
                    (book.add if transport in book else book.discard)(one)

    def _join(self, host: str) -> None:
        for one in self.with_(self.unit):
            self.joins[one] = host
            self.aboard[one] = self.aboard[host]
            for book in (self.reserve, self.locked):
                (book.add if host in book else book.discard)(one)


KEYS = ("librarian", "tacticals", "tacticals-2", "rhino", "rhino-2", "rider")


@given(st.integers(0, 10**9))
def test_where_everyone_is_by_another_count(seed: int) -> None:
    """Whatever is told, everyone is where an independent book has him: joined, aboard, in reserve, locked, and how many are left."""
    ledger, journal = Ledger(seed), Journal()
    battle = play(
        play_battle(hh3_rules(), ROSTER),
        ledger,
        RandomDice(journal, str(seed)),
        Defaults(),
        journal=journal,
        report=lambda _: None,
    )
    for unit in battle.units:
        if not unit.alive:
            assert ledger.count[unit.id] == 0
            continue
        assert sum(group.alive for group in unit.groups) == ledger.count[unit.id]
        transport = battle.formations.transport(unit)
        assert (transport if isinstance(transport, str) else "elsewhere" if transport else None) == ledger.aboard[unit.id]
        assert (unit.reserve, unit.locked) == (unit.id in ledger.reserve, unit.id in ledger.locked), unit.id
        assert unit.joins == ledger.joins[unit.id]


def test_offers_follow_a_correction(table: Table) -> None:
    """hh3 A5: what is told before the battle counts from its first phase on."""
    played = before(table, [psyker("telepathy"), MEN], unit="seer", change="reserve")
    assert not any(offers(played, MIND_BURST))
