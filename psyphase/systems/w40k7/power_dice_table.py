"""Shapes of the dice that a power has of its own (w40k7 P5, P11): values only, no procedures."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from psyphase.systems.w40k7.effect_words import Outcome
from psyphase.tables.names import Id, Words

Notation: TypeAlias = Annotated[str, Meta(pattern=r"^[1-9]?d[36](kh1)?(\+[1-9])?$", examples=["2d6+1"])]
"""Dice as people write them: `3d6`, `d6+4`, `2d6kh1` (the best of two)."""
Counted: TypeAlias = Literal[
    "wounds",
    "wounds-regained",
    "lost-hull-points",
    "lost-wounds-or-hull-points",
    "hits",
    "shots",
    "strength",
    "ap",
    "inches",
    "lost-skill",
    "gained-initiative-and-attacks",
]
"""What a total is a number of."""
Each: TypeAlias = Literal[
    "power",
    "unit",
    "of-those",
    "model",
    "hit",
    "vehicle",
    "building",
    "unit-inside",
    "unit-nearby",
    "unit-under-marker",
    "unit-wounded",
    "unit-resisting",
    "casualty",
    "explosion",
    "flying-model",
    "displaced-model",
]
"""For what the dice are rolled: once for the power, for each unit it is declared on, for each of what the dice before came to, for
each model of the target, or for each of something that only the players see.
"""
Adds: TypeAlias = Literal["leadership", "mastery", "nothing"]
"""What each side adds to an opposed roll."""
Against: TypeAlias = Literal["leadership", "toughness", "initiative", "wounds-left"]
"""What a test is rolled against."""


class Amount(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of something, as dice."""

    dice: Notation
    of: Counted


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """What follows, in words, and a number that goes with them."""

    id: Id
    words: Words
    amount: Amount | Literal["none"]

    @property
    def name(self) -> Words:
        """What a die is said to have come to."""
        return self.words


class Row(Result, frozen=True, forbid_unknown_fields=True):
    """What follows from a face, or from those from the first to the last."""

    faces: Annotated[tuple[int, ...], Meta(min_length=1, max_length=2)]


class Span(Struct, frozen=True, forbid_unknown_fields=True):
    """What follows from a number from `least` to `most`.

    `counts`: what that number itself is a number of; `again`: while the target lives, the dice are rolled again; `went`: how the
    power goes then, for what it does to psychic dice.
    """

    id: Id
    words: Words
    least: int
    most: int | Literal["any"]
    counts: Counted | Literal["nothing"]
    again: bool
    went: Outcome | Literal["any"]

    def holds(self, number: int) -> bool:
        """Whether a number lies in it."""
        return number >= self.least and (self.most == "any" or number <= self.most)


class TotalDice(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice that are added up, and for what they are rolled."""

    dice: Notation
    of: Counted
    each: Each


class SumDice(TotalDice, frozen=True, forbid_unknown_fields=True, tag_field="does", tag="sum"):
    """A total."""


class ChargeDice(TotalDice, frozen=True, forbid_unknown_fields=True, tag_field="does", tag="sum-by-charge"):
    """A total with one more die for each charge above the lowest cost."""


class SpanDice(TotalDice, frozen=True, forbid_unknown_fields=True, tag_field="does", tag="sum-with-results"):
    """A total of which some numbers mean more."""

    results: Annotated[tuple[Span, ...], Meta(min_length=1)]


class LessLeadership(TotalDice, frozen=True, forbid_unknown_fields=True, tag_field="does", tag="sum-less-leadership"):
    """A total less the leadership of the target, never below 0."""


class LeadershipLess(TotalDice, frozen=True, forbid_unknown_fields=True, tag_field="does", tag="leadership-less-sum"):
    """The leadership of the target less a total, never below 0."""


class TableDie(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does", tag="table"):
    """A die whose every face has a row."""

    die: Literal["d3", "d6"]
    each: Each
    rows: Annotated[tuple[Row, ...], Meta(min_length=1)]

    @property
    def sides(self) -> int:
        """The faces of the die."""
        return int(self.die.removeprefix("d"))


class FacesDice(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does", tag="faces"):
    """A D6 for each model, of which those count that show one of some faces."""

    faces: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(min_length=1)]
    of: Counted
    each: Literal["model", "flying-model", "displaced-model"]


class OpposedDice(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does", tag="opposed"):
    """Both sides roll and add something. `results`: what follows from so many more for the psyker's side (a tie is 0)."""

    mine: Notation
    theirs: Notation
    adds: Adds
    results: Annotated[tuple[Span, ...], Meta(min_length=1)]


class TestDice(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does", tag="test"):
    """A test of the target, or several one after the other, against one of its characteristics with `modifier`.

    `chain`: when it slays a model, another takes one test.
    """

    against: Against
    modifier: Annotated[int, Meta(ge=-5, le=5)]
    times: Annotated[int, Meta(ge=1, le=5)]
    each: Each
    passed: Result | Literal["none"]
    failed: Result | Literal["none"]
    chain: bool


EachDice: TypeAlias = SumDice | ChargeDice | SpanDice | LessLeadership | LeadershipLess | TableDie | FacesDice | TestDice
PowerDice: TypeAlias = EachDice | OpposedDice
