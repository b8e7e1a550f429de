"""One-shot rolls of the 7th edition, the words that repeat a roll of a game, and powers looked up by their text."""

from __future__ import annotations

from typing import Any

import pytest

from psyphase.engine.procedure import Roll
from psyphase.errors import AnswerError
from psyphase.systems.w40k7 import rolls
from psyphase.systems.w40k7.model import Rules, Unit
from psyphase.systems.w40k7.perils_table import Drained, Gain, HitsTaken, Slain, Wound
from psyphase.systems.w40k7.rows import lookup, rows, summary
from w40k7_table import Played, Table

DOMINATE, TERRIFY, SHRIEK = (f"telepathy/{name}" for name in ("dominate", "terrify", "psychic-shriek"))
SEER = Unit("Seer", mastery=2, leadership=9, wounds=2, powers=(DOMINATE,))


def words(played: Played[Any]) -> list[str | None]:
    """The one-shot roll for each request of a game, in order."""
    return [rolls.one_shot(one.request) for one in played.narration if hasattr(one, "request")]


# Rolls


def test_warp_charge(table: Table) -> None:
    """w40k7 P1: a 3 with mastery 4 against 2 is 7 and 5."""
    charges = table.play(rolls.warp_charge(table.rules, mastery=4, enemy_mastery=2), {"warp_charge": (3,)}).outcome
    assert (charges.active, charges.other) == (7, 5)


@pytest.mark.parametrize(
    ("perils", "faces", "expected"),
    [
        (None, (6, 6, 1), (2, True, True)),
        (None, (5, 5, 1), (2, True, False)),
        ("any-double", (1, 1, 4), (1, False, True)),
        ("never", (6, 6, 6), (3, True, False)),
    ],
    ids=["two sixes", "another double", "any double by an option", "never"],
)
def test_psychic_test(table: Table, perils: Any, faces: tuple[int, ...], expected: tuple[int, bool, bool]) -> None:
    """w40k7 P9, P10: 4+ harnesses, two charges are needed; perils by the setting or as the option says."""
    played = table.play(rolls.psychic_test(table.rules, charge=2, dice=3, perils=perils), {"psychic_test": faces})
    outcome = played.outcome
    assert (outcome.harnessed, outcome.passed, outcome.perils) == expected
    assert played.has("perils-follow") == outcome.perils


@pytest.mark.parametrize(
    ("modifier", "faces", "nullified"),
    [(0, (6, 5), 1), (2, (4, 3), 1), (2, (4, 4), 2)],
    ids=["6 alone", "+2: 4 alone", "+2: both"],
)
def test_deny(table: Table, modifier: int, faces: tuple[int, ...], nullified: int) -> None:
    """w40k7 P14, P15: each 6 nullifies, what is added counts for each die; both charges must go."""
    played = table.play(rolls.deny(table.rules, harnessed=2, dice=2, modifier=modifier), {"deny_test": faces})
    assert (played.outcome.nullified, played.outcome.denied) == (nullified, nullified == 2)
    assert played.has("denied-roll" if nullified == 2 else "not-denied-roll")


@pytest.mark.parametrize(
    ("answers", "row", "outcome"),
    [
        (
            {"perils": (1,), "leadership_test": (5, 5), "perils_hits": (4,)},
            "dragged-into-the-warp",
            (Slain(), HitsTaken(4, 6, 1)),
        ),
        ({"perils": (3,), "drain": (2,)}, "power-drain", (Wound(1), Drained(2))),
        ({"perils": (6,), "leadership_test": (4, 5)}, "warp-surge", (Gain("warp-surge"),)),
        ({"perils": (5,), "leadership_test": (4, 5)}, "empyric-feedback", ()),
    ],
    ids=["dragged", "drain", "surge", "nothing"],
)
def test_perils(table: Table, answers: dict[str, Any], row: str, outcome: tuple[object, ...]) -> None:
    """w40k7 P13: the row, and what it does after a test on leadership 9; each effect is told, a boon with its words."""
    played = table.play(rolls.perils(table.rules, leadership=9), answers)
    assert (played.outcome.row, played.outcome.outcome) == (row, outcome)
    told = played.events("perils-outcome")
    assert [event.args["outcome"] for event in told] == list(outcome)
    assert [event.args["effect"] is not None for event in told] == [isinstance(one, Gain) for one in outcome]


def test_power(table: Table) -> None:
    """w40k7 G3, G5: the power with that number; one that is known already is rolled again."""
    played = table.play(rolls.power(table.rules, "telepathy", mastery=2, knows=(DOMINATE,)), {"power_roll": (1, 3)})
    assert (played.outcome.power, played.outcome.powers) == (TERRIFY, (TERRIFY,))
    (roll,) = played.asked("power-roll")
    assert {face: why.id for face, why in roll.reroll.items()} == {1: "already-known"}
    both = table.play(rolls.power(table.rules, "runes-of-battle", mastery=1), {"power_roll": (1,)}).outcome
    assert (both.power, both.powers) == ("runes-of-battle/destructor", ("runes-of-battle/destructor", "runes-of-battle/renewer"))


@pytest.mark.parametrize(("setting", "rerolled"), [("true", {5, 6}), ("false", set())], ids=["rolled again", "kept"])
def test_a_power_that_costs_too_much(table: Table, setting: str, rerolled: set[int]) -> None:
    """w40k7 G6: at mastery 1 powers of two charges (telepathy 5, 6) are rolled again, unless a setting keeps them."""
    under = table.under(reroll_unaffordable=setting)
    (roll,) = under.play(rolls.power(under.rules, "telepathy", mastery=1), {"power_roll": (1,)}).asked("power-roll")
    assert set(roll.reroll) == rerolled


SIX = tuple(
    f"telepathy/{name}" for name in ("dominate", "mental-fortitude", "terrify", "shrouding", "invisibility", "hallucination")
)


@pytest.mark.parametrize(
    ("discipline", "knows", "message"),
    [
        ("telepaty", (), "no discipline 'telepaty', did you mean 'telepathy'?"),
        ("telepathy", ("telepathy/dominat",), "no power 'telepathy/dominat', did you mean 'telepathy/dominate'?"),
        ("telepathy", SIX, "telepathy: nothing can be generated: every power is known"),
        ("telepathy", SIX[:4], "telepathy: nothing can be generated: every other power costs more than the mastery level"),
    ],
    ids=["no discipline", "no power", "all known", "the rest too costly"],
)
def test_powers_that_cannot_be(table: Table, discipline: str, knows: tuple[str, ...], message: str) -> None:
    """w40k7 G5, G6: what is misspelt is named with what is near; at mastery 1 the two costly ones are never generated."""
    with pytest.raises(AnswerError) as refused:
        table.play(rolls.power(table.rules, discipline, mastery=1, knows=knows), {})
    assert str(refused.value) == message


def test_the_tables_of_a_roll() -> None:
    """A roll reads what it needs: the lists of the power and of those that are known; perils their rows and boons."""
    given = {"discipline": "telepathy", "knows": ("biomancy/smite",)}
    assert rolls.ROLLS["power"].tables(given) == ("powers", "disciplines/telepathy", "disciplines/biomancy")
    assert rolls.ROLLS["perils"].tables({}) == ("perils", "boons")
    assert rolls.ROLLS["deny"].tables({}) == ()


# The same roll on its own


def test_rolls_of_a_phase_on_their_own(table: Table) -> None:
    """Psychic tests and deny tests are repeated with their numbers; other rolls and questions have no words."""
    foe = Unit("Foe", mastery=3, powers=())
    played = table.phase(SEER, foe, power=DOMINATE, psychic_test=(6, 6, 1), perils=(4,), deny_test=(3, 1))
    assert [one for one in words(played) if one] == [
        "psychic-test --charge 1 --dice 3 --perils two-sixes",
        "deny --harnessed 2 --dice 2 --modifier 2",
    ]
    plain = table.phase(SEER, Unit("Grunts"), power=DOMINATE, psychic_test=(4,), deny_test=(3,))
    assert words(plain)[0] is None
    assert [one for one in words(plain) if one][1:] == ["deny --harnessed 1 --dice 1"]


def test_rolls_of_generation_on_their_own(table: Table) -> None:
    """w40k7 G5: a power's roll is repeated with the level and what is known, but not with what costs too much."""
    seer = Unit("Seer", mastery=2, disciplines=("telepathy",))
    played = table.generate(seer, power_roll=[(1,), (3,)])
    assert [one for one in words(played) if one] == [
        "power telepathy --mastery 2",
        "power telepathy --mastery 2 --knows telepathy/dominate",
    ]
    alone = table.play(rolls.power(table.rules, "telepathy", mastery=1), {"power_roll": (1,)})
    assert words(alone) == ["power telepathy --mastery 1"]
    cards = table.under(draw="cards").generate(seer, power_card=[(1,), (3,)])
    assert words(cards) == [None] * len(words(cards))
    assert isinstance(played.asked("power-roll")[0], Roll)


# Powers as rows


def test_lookup(rules: Rules) -> None:
    """By a part of an id or of a name in any language, whatever its case; a row has no unit."""
    (row,) = lookup(rules, "DOMINAT")
    power = rules.powers[DOMINATE]
    assert row["power"] == power.name
    assert (row["charge"], row["target"], row["effect"]) == ("1", rules.targets["one-enemy-unit"].name, power.effect)
    assert [one["power"] for one in lookup(rules, "доминирование")] == [power.name]
    assert [one["power"] for one in lookup(rules, "plainte psy")] == [rules.powers[SHRIEK].name]
    assert lookup(rules, "no such power") == []
    assert "unit" not in row


def test_rows_of_a_roster(table: Table) -> None:
    """w40k7 G11: one row a power with its figures; in a summary ids alone."""
    smite = "biomancy/smite"
    roster = table.generate(Unit("Seer", mastery=1, powers=(smite, "interromancy/mind-wipe")), Unit("Grunts")).outcome
    first, second = rows(table.rules, roster)
    assert (first["unit"], first["range"].args["range"]) == ("Seer", 18)
    assert first["profile"].args["profile"] == table.rules.powers[smite].profile
    assert (second["charge"], second["profile"]) == ("3", "")
    assert summary(table.rules, roster)["units"] == [
        {"name": "Seer", "powers": [smite, "interromancy/mind-wipe"], "focus": None},
        {"name": "Grunts", "powers": [], "focus": None},
    ]
