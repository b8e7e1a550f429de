"""Random battles against a bookkeeper who was written apart: who is where, what is in play on whom, how many dice are left.

PSYPHASE_GAMES says how many battles are played.
"""

from __future__ import annotations

import inspect
import os
import random
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from psyphase.engine.journal import Journal
from psyphase.engine.play import Narration, Undo, play
from psyphase.engine.procedure import Answer, Decision, Number, Procedure, Request, Roll, Selection, Text
from psyphase.engine.sources import RandomDice, Recorded, SetAside, replay
from psyphase.games.plain import json_object
from psyphase.systems.w40k7.battle import Battle
from psyphase.systems.w40k7.model import Roster, Rules, Unit
from psyphase.systems.w40k7.phase import play_battle
from psyphase.systems.w40k7.tables import check_roster
from w40k7_ledger import MENUS, Ledger, Question
from w40k7_table import army

pytestmark = pytest.mark.no_cover
"""Random or long: other tests reach what these reach, and to measure it would take twice as long."""

GAMES = int(os.environ.get("PSYPHASE_GAMES", "25"))
ANSWERS = 150
"""After so many the battle is ended at the next roll call."""
CONJURED = ("Squad", "Horrors", "Seer")
MALEFIC = "daemonology-malefic"
SUMMONS = ("daemonology-malefic/summoning", "daemonology-malefic/possession", "daemonology-malefic/sacrifice")
USUAL = (
    "telepathy/terrify",
    "telepathy/dominate",
    "biomancy/smite",
    "biomancy/iron-arm",
    "telekinesis/shockwave",
    "telepathy/invisibility",
)


def random_army(rules: Rules, chance: random.Random, name: str) -> Roster:
    """6 to 15 units: two transports of a name and two squads, joined and carried psykers, hoods, a brotherhood, a conjurer, reserves."""

    # A few powers that several psykers of the army know: the same one is tried, and lies on a unit, more than once.
    known = [*USUAL, *chance.sample(list(rules.powers), 6)]

    def powers(count: int, *certain: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*certain, *chance.sample(known, count))))

    def seer(called: str, *certain: str, **more: Any) -> Unit:
        wounds = chance.choice((None, 1, 2, 3))
        return Unit(called, mastery=chance.randint(1, 4), wounds=wounds, leadership=8, powers=powers(4, *certain), **more)

    def ride() -> bool | str:
        return chance.choice((False, False, True, "Rhino 1", "Rhino 2"))

    squad = Unit("Squad", models=5, leadership=7)
    rhino = Unit("Rhino", tags=("vehicle",), wounds=3)
    units = [
        replace(rhino, reserve=chance.random() < 0.2),
        rhino,
        replace(squad, embarked=ride(), tags=chance.choice(((), ("adamantium-will",)))),
        replace(squad, reserve=chance.random() < 0.2),
        seer("Seer", joins=chance.choice((None, "Squad 1", "Squad 2"))),
        seer("Seer", chance.choice(SUMMONS), embarked=ride()),
    ]
    more = [
        seer("Librarian", tags=("psyker", "psychic-hood", "force-weapon"), embarked=ride()),
        seer("Librarian", tags=("psyker", "psychic-hood"), joins=chance.choice((None, "Squad 2"))),
        seer("Coven", tags=("brotherhood",), models=chance.randint(1, 5)),
        replace(squad, tags=("locked-in-combat",)),
        Unit("Engine", mastery=1, wounds=2, tags=("vehicle", "psychic-pilot"), powers=powers(1), embarked=False),
        replace(squad, name="Passengers", embarked=chance.choice(("Rhino 2", "Rhino 1"))),
        seer("Herald", tags=("psyker", "daemon"), reserve=chance.random() < 0.5),
        Unit("Totem", warp_charge=chance.choice((-2, 1)), deny_bonus=1),
        Unit("Warden", models=2, tags=("adamantium-will",), joins="Squad 2"),
    ]
    roster = army(*units, *chance.sample(more, chance.randint(0, len(more))), name=name)
    barred = {rules.powers[id].id for id in rules.powers if id.startswith("daemonology-sanctic")}
    kept = [
        replace(unit, powers=tuple(id for id in unit.powers or () if "daemon" not in unit.tags or id not in barred))
        for unit in roster.units
    ]
    return replace(roster, units=tuple(replace(unit, powers=unit.powers or None if unit.level else None) for unit in kept))


def rosters(rules: Rules, seed: int) -> tuple[Roster, Roster]:
    """Two armies, the same twice in one of three battles."""
    chance = random.Random(f"armies {seed}")
    mine = random_army(rules, chance, "Warband")
    theirs = mine if chance.random() < 1 / 3 else random_army(rules, chance, "Foes")
    for roster in (mine, theirs):
        assert not list(check_roster(rules, roster))
    return mine, theirs


def battle_in(procedure: Procedure[Battle]) -> Battle:
    """The battle as it stands where a procedure waits: that of its innermost generator."""
    found: object = None
    at: object = procedure
    while inspect.isgenerator(at):
        found = inspect.getgeneratorlocals(at).get("battle", found)
        at = at.gi_yieldfrom
    assert isinstance(found, Battle)
    return found


def standing(battle: Battle) -> dict[str, Any]:
    """A battle as plain values, to compare with the book."""
    units = {
        unit.id: (
            unit.models, unit.health, unit.powers, unit.joins, unit.embarked, unit.reserve, unit.locked, unit.conjured, unit.level,
        )
        for unit in battle.units
    }  # fmt: skip
    in_play = [(one.power, one.on, one.until, one.model) for one in battle.in_play]
    own = {id: dice for id, dice in battle.reserved if dice}
    return {"units": units, "in_play": in_play, "pools": battle.pools, "own": own}


def booked(ledger: Ledger) -> dict[str, Any]:
    """The same of the book."""
    return {
        "units": {key: unit.state() for key, unit in ledger.units.items()},
        "in_play": ledger.in_play,
        "pools": (ledger.pool["mine"], ledger.pool["theirs"]),
        "own": {id: dice for id, dice in ledger.own.items() if dice},
    }


def question(request: Request) -> Question:
    """What the bookkeeper hears of a request."""
    options: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    low, high, default = 0, 0, ""
    if isinstance(request, Decision | Selection):
        options, barred = tuple(request.options), tuple(request.unavailable)
        usual = request.default or ()
        default = usual if isinstance(usual, str) else usual[0] if len(usual) == 1 else ""
    if isinstance(request, Number):
        low, high = request.low, request.high
    return Question(request.id, request.who, options, barred, low, high, default)


class Person:
    """Answers anything legal, tells the bookkeeper of every question, and sometimes takes an answer back."""

    name = "asked"

    def __init__(self, seed: str, undo: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.undo = undo
        self.answers = 0
        self.kinds: set[str] = set()

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        self.answers += 1
        self.kinds.add(request.id)
        if self.answers > 2 * ANSWERS:
            self.undo = 0.0
        if self.random.random() < self.undo:
            raise Undo
        if isinstance(request, Decision):
            return self._chosen(request)
        if isinstance(request, Selection):
            keys = list(request.options)
            if MALEFIC in keys:
                return (MALEFIC,)
            most = min(3, len(keys))
            return tuple(self.random.sample(keys, self.random.randint(min(request.least, most), most)))
        if isinstance(request, Number):
            if request.id in ("dice", "conjured-mastery"):  # enough, as a rule
                return min(request.high, self.random.randint(2, 6))
            if request.id == "deny-dice" and self.random.random() < 0.5:
                return request.low
            return self.random.randint(request.low, min(request.high, request.low + 6))
        return self.random.choice(CONJURED) if isinstance(request, Text) else None

    def _chosen(self, request: Decision[Any]) -> str:
        keys = list(request.options)
        again = [key for key in keys if "on-it-already" in str(request.notes.get(key))]
        if again and self.random.random() < 0.5:
            return self.random.choice(again)
        if request.id in ("target", "denier") and request.default and self.random.random() < 0.4:
            return request.default
        if request.id in ("before-battle", "next-phase"):
            if self.answers > ANSWERS:
                return "end"
            keys = ["go-on"] * ("go-on" in keys) * (len(keys) // 2) + [key for key in keys if key != "end"]
        elif request.id in ("psyker", "power"):
            keys = [key for key in keys if key not in ("end", "back")] * 3 + keys + [key for key in keys if key in SUMMONS] * 20
        elif request.id == "change":
            keys = [key for key in keys if key not in ("dead", "power-gained")] * 2 + keys
        return self.random.choice(keys)


class Table:
    """One battle: a procedure, who answers, and the book, which is begun anew whenever an answer is taken back."""

    name = "book"

    def __init__(self, rules: Rules, seed: int, undo: float = 0.0) -> None:
        self.rules, self.seed = rules, seed
        self.armies = rosters(rules, seed)
        self.person = Person(f"person {seed}", undo)
        self.journal = Journal()
        self.narration: list[Narration] = []

    def __call__(self, request: Request) -> Answer | None:
        """Nothing is answered; the book is held against the battle."""
        if isinstance(request, Roll):
            return None
        self.ledger.at(question(request))
        if request.id in MENUS:
            agree(battle_in(self.procedure), self.ledger)
        return None

    def heard(self, narration: Narration) -> None:
        self.narration.append(narration)
        self.ledger.told(json_object(narration))

    def play(self) -> Battle:
        """To its end."""
        while True:
            self.narration.clear()
            mine, theirs = ([to_builtins(unit) for unit in roster.units] for roster in self.armies)
            self.ledger = Ledger(mine, theirs)
            self.procedure = play_battle(self.rules, *self.armies)
            before = (self, replay(self.journal), SetAside(self.journal, lambda _: None))
            sources = (self.person, RandomDice(self.journal, str(self.seed)))
            try:
                return play(self.procedure, *before, *sources, journal=self.journal, report=self.heard)
            except Undo:
                self.journal.undo()


def agree(battle: Battle, ledger: Ledger) -> None:
    """Raises AssertionError with what the battle says and the book does not, in a few lines."""
    now, right = standing(battle), booked(ledger)
    if now == right:
        return
    units = [
        f"{key}: {one}, right {right['units'].get(key)}" for key, one in now["units"].items() if one != right["units"].get(key)
    ]
    rest = [f"{part}: {now[part]}, right {right[part]}" for part in ("in_play", "pools", "own") if now[part] != right[part]]
    raise AssertionError(
        "\n".join((*units, *rest, "units: state, health, powers, joins, embarked, reserve, locked, conjured, level"))
    )


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_battle_stands_as_it_is_booked(rules: Rules, seed: int) -> None:
    """w40k7 P1-P8, P13-P17, T2-T4; faults w40k7 1-4, 6, 7, 17, 20: what is offered and how it stands, after every answer; and it replays."""
    table = Table(rules, seed)
    outcome = table.play()
    table.ledger.bury()
    agree(outcome, table.ledger)
    again: list[Narration] = []
    journal = Journal()
    recorded = Recorded(tuple(table.journal.entries))
    assert play(play_battle(rules, *table.armies), recorded, journal=journal, report=again.append) == outcome
    assert (again, journal.entries, recorded.left) == (table.narration, table.journal.entries, 0)


@pytest.mark.parametrize("seed", range(GAMES // 5))
def test_a_battle_stands_so_after_undo(rules: Rules, seed: int) -> None:
    """faults w40k7 1-4: with answers taken back at random places the book, begun anew, still agrees; what is left replays equally."""
    table = Table(rules, seed, undo=0.05)
    outcome = table.play()
    again: list[Narration] = []
    journal = Journal()
    replayed = play(
        play_battle(rules, *table.armies), Recorded(tuple(table.journal.entries)), journal=journal, report=again.append
    )
    assert (replayed, again, journal.entries) == (outcome, table.narration, table.journal.entries)


def test_battles_come_to_everything(rules: Rules) -> None:
    """The battles above are no idle ones: between them every kind of correction, target and arrival is asked for."""
    kinds: set[str] = set()
    for seed in range(25):
        table = Table(rules, seed)
        table.play()
        kinds |= table.person.kinds
    assert {"got-out", "transport", "joined-unit", "units", "new-kind", "models-apart", "pool-now", "conjured", "denier"} <= kinds
