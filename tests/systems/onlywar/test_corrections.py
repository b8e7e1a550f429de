"""Setting right what the program cannot see (onlywar S1, S5): losses as counts, several squads at once, nothing as the default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from command import EXAMPLES, psyphase
from onlywar_table import (
    OVER,
    Step,
    Table,
    adjust,
    after,
    boss,
    effects,
    happens,
    lost,
    offered,
    onlywar_rules,
    squad,
    targets,
    turn,
)
from psyphase.systems.onlywar.roster import Roster
from scripted import Given

TABLE = Table(onlywar_rules())
CORRECT = "correct"


def several(*ids: str, change: str, **answers: Given) -> Step:
    """The same happens to several squads."""
    lists = {id.replace("_", "-"): given if isinstance(given, list) else [given] for id, given in answers.items()}
    return Step(CORRECT, {"correction": ["squads"], "squads": [ids], "change": [change], **lists})


def both(**more: Any) -> tuple[Roster, Roster]:
    """Two squads of one name."""
    return squad(**more), squad(**more)


def test_losses_are_told_as_counts() -> None:
    """issue 10, point 6: three die, whatever killed them; it is told like any other loss."""
    played = TABLE.meets(both(), adjust("losses", of="squad-2", losses=3))
    assert [one.magnitude for one in played.outcome.squads] == [8, 5]
    assert [(event.args["squad"].id, event.args["count"], event.args["left"]) for event in played.events("lost")] == [
        ("squad-2", 3, 5)
    ]


@pytest.mark.parametrize(("losses", "tested"), [(3, []), (4, [40 + 20 - 5 * 4])])
def test_losses_that_are_told_count_for_morale(losses: int, tested: list[int]) -> None:
    """onlywar M4: half of 8 in a round is 4; by a routine test (+20) at -5 for each, Command 40."""
    men = squad(commander=boss(skills={"command": 40}))
    played = TABLE.meets(men, adjust("losses", losses=losses), OVER, turn(morale_test=1) if tested else turn())
    assert targets(played, "morale-test") == tested


def test_the_last_losses_leave_the_commander() -> None:
    """onlywar S13: who has lost all subordinates is no squad any more; he stays in play."""
    played = TABLE.meets(squad(), adjust("losses", losses=8))
    assert (after(played).standing, after(played).commander_up) == ("shattered", True)


def test_losses_of_a_crowd_call_for_no_morale() -> None:
    """onlywar M4, M5: single subordinates are no squad; fewer of them can be rallied."""
    shattered = happens("fear", fear_rating=1, fear_test=100, shock=1)
    played = TABLE.meets(
        squad(), shattered, adjust("losses", losses=6), OVER, happens("rally", rally_with="command", rally_test=1)
    )
    assert (after(played).magnitude, after(played).due) == (2, 0)


@pytest.mark.parametrize(("wounds", "asked", "left"), [(5, 0, 7), (12, 0, 0), (13, 1, -1)])
def test_wounds_of_the_commander_are_told_as_counts(wounds: int, asked: int, left: int) -> None:
    """onlywar S9: they go past his armour; only critical damage may put him out of action, which is asked."""
    played = TABLE.meets(squad(), adjust("wounds-lost", wounds_lost=wounds))
    assert (after(played).wounds, len(played.asked("commander-out"))) == (left, asked)


def test_a_commander_hurt_out_of_action_is_lost() -> None:
    """onlywar S13: what follows from it is played as after any attack."""
    played = TABLE.meets(squad(), adjust("wounds-lost", wounds_lost=20, commander_out="yes"))
    assert (after(played).commander_up, after(played).standing) == (False, "shattered")
    assert played.has("troops-alone")


def test_several_squads_at_once() -> None:
    """issue 10, point 6: pinned together; losses are asked for one by one; a squad that was not named stays as it was."""
    three = (*both(), squad(name="Others"))
    played = TABLE.meets(
        three, several("squad", "squad-2", change="pinned"), several("squad", "others", change="losses", losses=[2, 5])
    )
    found = [(one.id, one.pinned, one.magnitude) for one in played.outcome.squads]
    assert found == [("squad", True, 6), ("squad-2", True, 8), ("others", False, 3)]
    corrected = [(event.args["squad"].id, event.args["name"]) for event in played.events("squad-corrected")]
    assert corrected == [("squad", "Squad"), ("squad-2", "Squad 2"), ("squad", "Squad"), ("others", "Others")]


def test_several_squads_have_what_all_of_them_can() -> None:
    """One of them is pinned already: neither may both be pinned nor both shake it off."""
    played = TABLE.meets(both(), adjust("pinned"), Step(CORRECT, {"correction": ["squads"], "squads": [("squad", "squad-2")]}))
    assert not {"pinned", "not-pinned"} & offered(played, "change")[-1]
    assert {"losses", "wounds-lost", "magnitude"} <= offered(played, "change")[-1]


def test_one_squad_is_never_several() -> None:
    """Where there is one, there is nothing to choose."""
    played = TABLE.meets(squad(), adjust("losses", losses=1))
    assert offered(played, "correction") == [{"squad", "free-dice", "back"}]


@pytest.mark.parametrize(
    "answers",
    [
        {},
        {"correction": ["squads"]},
        {"correction": ["squads"], "squads": [("squad", "squad-2")]},
        {"change": ["losses"], "losses": [0]},
        {"change": ["magnitude"]},
        {"change": ["wounds"]},
        {"change": ["effect"]},
    ],
    ids=["what happened", "which squads", "what happened to them", "none died", "magnitude", "wounds", "which effect"],
)
def test_enter_changes_nothing(answers: Mapping[str, list[Any]]) -> None:
    """issue 10, point 6: the default of a change is nothing, at every one of its questions; then the same menu is there again."""
    before = TABLE.meets(both(), turn("run"))
    played = TABLE.meets(both(), turn("run"), Step(CORRECT, dict(answers)))
    assert played.outcome == before.outcome
    assert played.asked("next")[-1].args["round"] == 1


def test_pinned_or_no_longer() -> None:
    """onlywar M3: each is offered where it can be."""
    played = TABLE.meets(squad(), adjust("pinned"), adjust("not-pinned"))
    first, second = offered(played, "change")
    assert ("pinned" in first, "not-pinned" in first) == (True, False)
    assert ("pinned" in second, "not-pinned" in second) == (False, True)
    assert not after(played).pinned


def test_a_change_in_the_middle_of_a_turn() -> None:
    """The menu of commands is where it was: the same turn, the same actions; what was changed counts at once."""
    fire = Step(
        "squad",
        {"command": ["advance", CORRECT, "volley-fire"], "change": ["losses"], "losses": [3], "attack-test": [55],
         "eligible-to-shoot": [5], "others": [()]},
    )  # fmt: skip
    played = TABLE.meets(squad(bs=30), fire)
    assert [request.args["actions"] for request in played.asked("command")] == [2, 1, 1]
    assert targets(played, "attack-test") == [30 + 5 * 5]
    assert lost(played) == [3]


def test_another_squad_is_changed_in_the_middle_of_a_turn() -> None:
    """What happens to another squad meanwhile stays when the turn is over."""
    step = Step(
        "squad", {"command": ["advance", CORRECT, "end-turn"], "which-squad": ["squad-2"], "change": ["losses"], "losses": [2]}
    )
    played = TABLE.meets(both(), step, turn(who="squad-2"))
    assert [one.magnitude for one in played.outcome.squads] == [8, 6]
    assert [one.round.acted for one in played.outcome.squads] == [True, True]


def test_a_turn_ends_with_the_squad() -> None:
    """Its last subordinates die in it: no command more."""
    played = TABLE.meets(squad(), Step("squad", {"command": [CORRECT], "change": ["losses"], "losses": [8]}))
    assert len(played.asked("command")) == 1
    assert after(played).standing == "shattered"


def test_an_effect_that_ended() -> None:
    """onlywar O1: one of those in play, or none after all."""
    run = turn("run")
    assert effects(after(TABLE.meets(squad(), run, adjust("effect", ended_effect="back")))) == {"run"}
    assert effects(after(TABLE.meets(squad(), run, adjust("effect", ended_effect="run")))) == set()


def test_a_usual_change_takes_four_keys(tmp_path: Any) -> None:
    """issue 10, point 6: beside the name, correct, a squad, subordinates die, three; then the menu of the round is there again."""
    journal = tmp_path / "game.yaml"
    orks = str(EXAMPLES / "squad-orks.yaml")
    done = psyphase("squad", orks, orks, "--plain", "--journal", str(journal), "--lang", "en", stdin=FOUR)
    assert "nobody answered" not in done.stdout
    entries = journal.read_text().partition("play:\n")[2].splitlines()
    assert entries == [
        "- next: correct", "- correction: squad", "- which-squad: da-big-mob-2", "- change: losses", "- losses: 3",
    ]  # fmt: skip
    assert done.stdout.count("Round 1: who acts, or what happens?") == 2


FOUR = "7\n\n2\n1\n3\n"
