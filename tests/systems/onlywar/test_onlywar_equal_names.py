"""Two squads of one name in an encounter: each acts, is struck and is remembered by its own key."""

from __future__ import annotations

from onlywar_table import OVER, Table, after, attacked, happens, onlywar_rules, squad, turn

TABLE = Table(onlywar_rules())


def test_two_of_one_name_are_struck_one_by_one() -> None:
    """onlywar S1: losses are those of the squad that was attacked; the second has a number in its name."""
    played = TABLE.meets((squad(), squad()), attacked("shooting", 20, 20, to="squad-2"))
    assert [(one.id, one.name, one.magnitude) for one in played.outcome.squads] == [
        ("squad", "Squad", 8),
        ("squad-2", "Squad 2", 6),
    ]


def test_two_of_one_name_act_once_a_round_each() -> None:
    """onlywar S6, O3: the turn of one is not the turn of the other."""
    played = TABLE.meets((squad(), squad()), turn(who="squad-2"), turn(), OVER)
    assert [request.args["squad"].id for request in played.asked("command")] == ["squad-2", "squad"]


def test_two_of_one_name_are_pinned_one_by_one() -> None:
    """onlywar M3: the squad that is fired at is pinned, its namesake is not."""
    played = TABLE.meets((squad(), squad()), happens("pinning", to="squad-2", pinning_modifier=0, pinning_test=100))
    assert (after(played).pinned, after(played, "squad-2").pinned) == (False, True)
