"""Games that once came out wrong, from the fault list: each has the right outcome that its first lines tell."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from command import psyphase
from psyphase.engine.journal import Journal
from psyphase.engine.play import Narration, play
from psyphase.engine.procedure import Event
from psyphase.engine.sources import Defaults, Given, RandomDice
from psyphase.errors import AnswerError
from psyphase.games.plain import json_object
from psyphase.games.script import read_script
from psyphase.games.session import Session, open_session
from psyphase.systems.w40k7.battle import Battle
from scripted import Played

CASES = Path(__file__).resolve().parents[2] / "data" / "cases" / "w40k7"


def opened(name: str) -> tuple[Session, dict[str, Any]]:
    """A case as `run --yes` opens it."""
    script = read_script(CASES / f"{name}.yaml")
    return open_session(script.procedure, script.armies, [], script.settings), dict(script.answers)


def played(name: str, seed: str = "1", narration: list[Narration] | None = None) -> Played[Battle]:
    """A case as `run --yes` plays it."""
    session, answers = opened(name)
    told, journal = [] if narration is None else narration, Journal()
    sources = (Given(answers), RandomDice(journal, seed), Defaults())
    return Played(play(session.start(), *sources, journal=journal, report=told.append), told, journal)


def states(case: Played[Battle], side: str) -> dict[str, dict[str, Any]]:
    """How the units of a side stood when it was told last, by key."""
    last = [event for event in case.events("army-state") if event.args["side"] == side][-1]
    return {one["unit"]: one for one in json_object(last)["states"]}


def pools(case: Played[Battle], side: str) -> list[int]:
    """The pools of a side after each warp charge roll."""
    return [event.args["total"] for event in case.events("warp-charge-pool") if event.args["side"] == side]


def test_effect_on_the_first_of_a_name() -> None:
    """faults w40k7 1: Terrify lies on the first Sorc alone; the second tests perils on its own 9, and nobody is asked."""
    case = played("effect-on-the-first-of-a-name")
    assert [effect.on for effect in case.outcome.in_play] == [("sorc",)]
    assert not case.asked("leadership")
    (test,) = case.asked("leadership-test")
    assert (test.args["name"], test.args["leadership"]) == ("Sorc 2", 9)
    assert case.args("leadership-passed")["leadership"] == 9


def test_embark_with_the_second_of_a_name() -> None:
    """faults w40k7 1: who joined the second Cultists is embarked with them; the first Cultists stay on the table."""
    case = states(played("embark-with-the-second-of-a-name"), "mine")
    assert {key: (one["embarked"], one.get("joins")) for key, one in case.items()} == {
        "sorcerer": (True, "Cultists 2"),
        "cultists": (False, None),
        "cultists-2": (True, None),
    }


def test_embarked_in_json() -> None:
    """faults w40k7 1: `run --yes --json` shows the sorcerer embarked, with `name` beside `unit`."""
    done = psyphase("run", str(CASES / "embark-with-the-second-of-a-name.yaml"), "--yes", "--json", "--seed", "1")
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    last = [one for one in told if one.get("event") == "army-state" and one["side"] == "mine"][-1]
    sorcerer, first, second = last["states"]
    assert (sorcerer["unit"], sorcerer["embarked"]) == ("sorcerer", True)
    assert [(one["unit"], one["name"]) for one in (first, second)] == [("cultists", "Cultists"), ("cultists-2", "Cultists 2")]


def test_join_second_of_a_name() -> None:
    """faults w40k7 1: nothing joined Squad, which denies on 6+; a psyker of a higher level is in Squad 2: 6 - 1 - 1 = 4+ (P15)."""
    case = played("join-second-of-a-name")
    needed = [(event.args["denier"].id, event.args["target"].needed) for event in case.events("deny-needs")]
    assert needed == [("squad", 6), ("squad-2", 4)]
    assert states(case, "mine")["a"]["joins"] == "Squad 2"


def test_leadership_of_the_joined_unit() -> None:
    """faults w40k7 5: Terrify on his unit makes A's 9 an 8; a 9 fails: he is removed, and his unit takes D6 hits (P13.1)."""
    case = played("leadership-of-the-joined-unit")
    assert case.args("leadership-failed")["leadership"] == 8
    assert not case.outcome.unit("a").alive
    assert case.args("unit-hit")["host"] == ("Squad",)


def test_locked_with_its_unit() -> None:
    """faults w40k7 4: A's unit is locked in combat, so is A: Smite is barred for that reason, and not asked for."""
    case = played("locked-with-its-unit")
    assert case.outcome.unit("a").locked
    assert [(one.args["unit"].id, one.args["why"].id) for one in case.events("cannot-attempt")] == [("a", "locked-in-combat")]
    assert not case.asked("power")


def test_possession_mishap() -> None:
    """faults w40k7 6: the psyker is gone though what arrives mishaps; no second power is offered."""
    case = played("possession-mishap")
    assert not case.outcome.unit("a").alive
    assert len(case.asked("power")) == 1
    (arrival,) = [unit for unit in case.outcome.of("mine") if unit.id != "a"]
    assert (arrival.reserve, arrival.alive) == (True, True)


def test_psychic_scourge() -> None:
    """faults w40k7 11: with Psychic Scourge on it a 5 and a 4 harness nothing, and one 6 in two dice, 11/36, is the chance.

    The scourge itself: 6 + 2 against 6 + 2, a tie, which takes effect and costs a wound.
    """
    case = played("psychic-scourge")
    assert case.outcome.unit("sorc").health == (1,)
    assert case.asked("dice")[1].prospects(2)["passed"] == Fraction(11, 36)
    assert case.args("not-harnessed")["harnessed"] == 0


def test_target_not_in_combat() -> None:
    """faults w40k7 4: the only enemy is locked, so Chasm has no target: the reason is told, and the answer is refused with it."""
    told: list[Narration] = []
    with pytest.raises(AnswerError, match=r"got 'plain' \(locked no target\)"):
        played("target-not-in-combat", narration=told)
    barred = [json_object(one) for one in told if isinstance(one, Event) and one.id == "cannot-target"]
    assert [(one["unit"], one["why"]["id"]) for one in barred] == [("plain", "locked-no-target")]


def test_transport_in_reserve() -> None:
    """faults w40k7 3: A went into reserve with his Rhino: 1 rolled + mastery 1 of B are 2 dice, and only B may cast."""
    case = played("transport-in-reserve")
    assert pools(case, "mine") == [9, 2, 2]
    assert [set(request.options) & {"a", "b"} for request in case.asked("psyker")] == [{"a", "b"}]
    assert [request.args["unit"].id for request in case.asked("power") if request.who == "mine"] == ["b"]
    assert states(case, "mine")["a"]["reserve"]


def test_every_case_is_a_test() -> None:
    """Each script of the folder, rosters aside, has its test here."""
    cases = {path.stem for path in CASES.glob("*.yaml") if "setup:" in path.read_text(encoding="utf-8")}
    assert cases == {name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_")} - {
        "embarked-in-json",
        "every-case-is-a-test",
    }
