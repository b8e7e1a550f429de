"""A whole battle: phases in turn, what lasts from one to the next, what is set right between them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from psyphase.engine.journal import Entry, Journal
from psyphase.engine.play import Answered, Narration, Undo, play
from psyphase.engine.procedure import Answer, Decision, Event, Number, Request, Roll, Selection, Text
from psyphase.engine.sources import Defaults, Given, RandomDice, Recorded, SetAside, replay
from psyphase.systems.w40k7.battle import Battle
from psyphase.systems.w40k7.model import Roster, Rules, Unit
from psyphase.systems.w40k7.phase import play_battle
from w40k7_table import army

MINE = army(
    Unit(
        "Seer",
        mastery=2,
        wounds=3,
        leadership=9,
        tags=("psyker", "force-weapon"),
        powers=("telepathy/dominate", "telepathy/invisibility", "daemonology-malefic/summoning", "force"),
    ),
    Unit("Coven", mastery=1, wounds=1, leadership=8, models=4, tags=("brotherhood",), powers=("biomancy/smite",)),
    Unit("Guard", models=10, joins=None),
)
THEIRS = replace(
    army(
        Unit(
            "Librarian", mastery=3, wounds=2, tags=("psyker", "psychic-hood"), powers=("biomancy/enfeeble", "biomancy/endurance")
        ),
        Unit("Squad", models=5, tags=("adamantium-will",)),
    ),
    name="Foes",
)


class Chance:
    """A person who answers anything legal, and sometimes takes an answer back."""

    name = "asked"

    def __init__(self, seed: int, undo: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.undo = undo
        self.asked = 0

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        self.asked += 1
        if self.random.random() < self.undo:
            raise Undo
        if isinstance(request, Decision):
            assert not set(request.options) & set(request.unavailable), "an illegal option is offered"
            if request.id == "next-phase" and self.asked > 60:
                return "end"
            return self.random.choice(list(request.options))
        if isinstance(request, Selection):
            keys = list(request.options)
            return tuple(self.random.sample(keys, self.random.randint(min(request.least, len(keys)), min(3, len(keys)))))
        if isinstance(request, Number):
            return self.random.randint(request.low, min(request.high, request.low + 6))
        assert isinstance(request, Text)
        return "Name"


def battle(rules: Rules, seed: int, undo: float = 0.0) -> tuple[Battle, Journal, list[Narration]]:
    """Random legal play of a battle, with a person who may change his mind."""
    journal, narration, person = Journal(), [], Chance(seed, undo)  # type: ignore[var-annotated]
    sources = (person, RandomDice(journal, str(seed)))
    while True:
        narration.clear()
        before = (replay(journal), SetAside(journal, lambda _: None))
        try:
            outcome = play(play_battle(rules, MINE, THEIRS), *before, *sources, journal=journal, report=narration.append)
        except Undo:
            journal.undo()
            if person.asked > 300:
                person.undo = 0
            continue
        return outcome, journal, narration


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_random_battles_never_fail_and_replay(rules: Rules, seed: int) -> None:
    """Any legal play ends well, keeps pools at 0 or more, and replays to the same events and state."""
    outcome, journal, narration = battle(rules, seed)
    for one in narration:
        if isinstance(one, Event):
            assert all(value >= 0 for key, value in one.args.items() if key in ("pool", "enemy_pool") and isinstance(value, int))
    again: list[Narration] = []
    second = Journal()
    replayed = play(play_battle(rules, MINE, THEIRS), Recorded(tuple(journal.entries)), journal=second, report=again.append)
    assert (replayed, again) == (outcome, narration)
    assert second.entries == journal.entries


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**9))
def test_taking_back_never_changes_dice_already_seen(rules: Rules, seed: int) -> None:
    """With undo at random moments the battle still replays, and what is left is what was answered last."""
    outcome, journal, narration = battle(rules, seed, undo=0.1)
    replayed = play(play_battle(rules, MINE, THEIRS), Recorded(tuple(journal.entries)), journal=Journal())
    assert replayed == outcome
    assert [one.request.id for one in narration if isinstance(one, Answered)] == [entry.id for entry in journal.entries]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_the_phase_always_ends_with_empty_pools(rules: Rules, seed: int) -> None:
    """w40k7 P3: after every phase both players have lost their dice, and no power was tried twice by one unit."""
    _outcome, _journal, narration = battle(rules, seed)
    begun = [one.args for one in narration if isinstance(one, Event) and one.id == "phase-begins"]
    over = [one.args for one in narration if isinstance(one, Event) and one.id == "phase-over"]
    assert len(begun) == len(over)
    assert [args["turn"] for args in begun] == [1 + number // 2 for number in range(len(begun))]
    assert [args["army"] for args in begun] == [(MINE.name, THEIRS.name)[number % 2] for number in range(len(begun))]


def scripted(rules: Rules, mine: Roster, theirs: Roster | None, **answers: list[Answer]) -> list[Narration]:
    """A battle with answers by id, dice included, and the default of everything else."""
    narration: list[Narration] = []
    given_answers = {id.replace("_", "-"): answer for id, answer in answers.items()}
    journal = Journal()
    play(
        play_battle(rules, mine, theirs),
        Given(given_answers),
        Defaults(),
        RandomDice(journal, "1"),
        journal=journal,
        report=narration.append,
    )
    return narration


def events(narration: list[Narration], id: str) -> list[Event]:
    return [one for one in narration if isinstance(one, Event) and one.id == id]


def test_a_blessing_ends_at_its_owners_next_phase(rules: Rules) -> None:
    """w40k7 T2: until the start of the owner's next psychic phase, announced there."""
    seer = army(Unit("Seer", mastery=1, powers=("telepathy/shrouding",)))
    foe = army(Unit("Foe"))
    narration = scripted(
        rules,
        seer,
        foe,
        power=["telepathy/shrouding", "end"],
        dice=[1],
        psychic_test=[(4,)],
        deny_dice=[0],
        next_phase=["go-on", "go-on", "end"],
    )
    order = [one.id for one in narration if isinstance(one, Event) and one.id in ("phase-begins", "lasts", "effect-ends")]
    assert order == ["phase-begins", "lasts", "phase-begins", "phase-begins", "effect-ends"]


@pytest.mark.parametrize(
    ("change", "dice"),
    [("dead", 1), ("reserve", 1), ("embarked", 3)],
    ids=["a dead psyker adds no mastery", "one in reserve adds none", "an embarked one does"],
)
def test_what_happened_between_the_phases(rules: Rules, change: str, dice: int) -> None:
    """w40k7 P1: only psykers on the table, embarked ones included, add dice: a 1 and mastery 2 are 3."""
    seer = army(Unit("Seer", mastery=2, powers=("telepathy/shrouding",)), Unit("Guard"))
    narration = scripted(
        rules,
        seer,
        None,
        power=["end"],
        warp_charge=[(1,)],
        next_phase=["correct", "go-on", "end"],
        correction=["unit"],
        unit=["seer"],
        change=[change],
    )
    totals = [event.args["total"] for event in events(narration, "warp-charge-pool") if event.args["side"] == "mine"]
    assert totals == [3, dice]


def test_free_dice_and_a_pool_set_right(rules: Rules) -> None:
    """From a menu of the phase: dice for anything else, and both pools, both told."""
    seer = army(Unit("Seer", mastery=1, powers=("telepathy/shrouding",)))
    narration = scripted(
        rules,
        seer,
        None,
        power=["correct", "correct", "end"],
        correction=["free-dice", "pools"],
        free_count=[2],
        free_sides=[6],
        free_throw=[(3, 4)],
        pool=[9],
        enemy_pool=[1],
        next_phase=["end"],
    )
    assert events(narration, "free-total")[0].args == {"total": 7}
    assert events(narration, "pools-corrected")[0].args == {"pool": 9, "enemy_pool": 1}


def test_a_lost_power_stays_lost(rules: Rules) -> None:
    """w40k7 P13.2: for the rest of the battle."""
    seer = army(Unit("Seer", mastery=2, wounds=5, powers=("telepathy/shrouding", "telepathy/invisibility")))
    narration = scripted(
        rules,
        seer,
        None,
        warp_charge=[(6,)],
        power=["telepathy/shrouding", "end"],
        dice=[2],
        psychic_test=[(6, 6)],
        perils=[(2,)],
        lost_power=[(1,)],
        deny_dice=[0],
        next_phase=["go-on", "end"],
    )
    requests = [one.request for one in narration if isinstance(one, Answered) and one.request.id == "power"]
    offered = [request.options for request in requests if isinstance(request, Decision)]
    assert [set(options) & {"telepathy/shrouding"} for options in offered] == [{"telepathy/shrouding"}, set(), set()]


def test_a_journal_entry_tells_who_answered() -> None:
    """Only what is unusual is written down: typed faces, defaults and answers given beforehand."""
    journal = Journal()
    number = Number("dice", "mine", 1, 5)
    journal.record(number, 2, "asked")
    journal.record(number, 2, "given")
    assert journal.entries == [Entry("dice", 2), Entry("dice", 2, "given")]
    assert [entry.is_persons for entry in journal.entries] == [True, False]


def test_pools_are_no_matter_between_phases(rules: Rules) -> None:
    """There are none then: only units, new ones too, effects and free dice can be set right."""
    seer = army(Unit("Seer", mastery=1, powers=("telepathy/shrouding",)))
    narration = scripted(rules, seer, None, power=["end"], next_phase=["correct", "end"], correction=["back"])
    requests = [one.request for one in narration if isinstance(one, Answered) and one.request.id == "correction"]
    assert [set(request.options) for request in requests if isinstance(request, Decision)] == [
        {"unit", "units", "new-unit", "free-dice", "back"}
    ]


def test_leadership_is_not_asked_for_what_leaves_it_alone(rules: Rules) -> None:
    """w40k7 P13, T2: the tables say which effects change leadership; others on the psyker ask nothing."""
    seer = army(Unit("Seer", mastery=2, wounds=5, leadership=9, powers=("telepathy/shrouding", "telepathy/invisibility")))
    narration = scripted(
        rules,
        seer,
        None,
        warp_charge=[(6,)],
        power=["telepathy/shrouding", "telepathy/invisibility", "end"],
        target=["seer"],
        dice=[1, 2],
        psychic_test=[(4,), (6, 6)],
        perils=[(5,)],
        leadership_test=[(4, 5)],
        deny_dice=[0],
        next_phase=["end"],
    )
    assert [event.args["leadership"] for event in events(narration, "leadership-passed")] == [9]
    assert not events(narration, "leadership-in-force")
