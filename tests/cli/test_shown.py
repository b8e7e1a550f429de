"""A request has one picture: made once, drawn as menus and as lines, printed as JSON; the transcript keeps up what stands above it."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from fractions import Fraction

import pytest
from msgspec import Struct

from psyphase.cli.prompts.arrows import choices, message
from psyphase.cli.prompts.lines import Lines
from psyphase.cli.screen.charts import Chances, chance_lines
from psyphase.cli.screen.render import Standing, Transcript
from psyphase.cli.screen.shown import Row, Shown, shown, shown_object
from psyphase.engine.dice import Dice
from psyphase.engine.journal import Journal
from psyphase.engine.play import Answered
from psyphase.engine.procedure import Decision, Event, Number, Numbers, Roll, Selection, Suggestion, Text
from psyphase.engine.readings import Total
from psyphase.tables.names import Name
from psyphase.words.sentences import Sentences
from psyphase.words.wording import Wording


class Gun(Struct, frozen=True):
    """A thing with a name and an effect."""

    name: str
    effect: Name


SENTENCES = Sentences(
    events={
        "turn": "Turn {turn}",
        "over": "It is over.",
        "far": "{metres} m away",
        "rusty": "rusty",
        "enough": "it is enough",
        "empty": "there is no shot left in it and none to be had before the next turn begins",
    },
    requests={
        "gun": "Which gun?",
        "marks": "Which marks?",
        "shots": "How many shots?",
        "shots.note": "hits: on 4 or more",
        "turns": "Which turns?",
        "name": "Whose?",
        "hit": "To hit",
    },
    options={"none": "none of them", "mortar": "mortar"},
    chances={"hits": "hits", "danger": "danger"},
    risks=frozenset({"danger"}),
    header="turn",
    header_ends="over",
)
WORDS = Wording(SENTENCES, "en")
LAS, BOLT = Gun("Lasgun", Name("weak", "слаб", "faible")), Gun("Boltgun", Name("strong", "силён", "fort"))
GUN = Decision[Gun | str](
    "gun",
    "mine",
    {"las": LAS, "bolt": BOLT, "none": "none"},
    unavailable={"mortar": Event("empty")},
    default="bolt",
    notes={"las": Event("far", {"metres": 9})},
)


def half(count: int) -> Mapping[str, Fraction]:
    """The chance that one of so many coins falls right."""
    return {"hits": 1 - Fraction(1, 2**count)}


def test_a_decision_is_shown_with_all_that_goes_with_it() -> None:
    """Question, how things stand, the last dice, options with words beside them and what they do, the rest with its reason."""
    standing = Standing()
    standing.header, standing.last_roll = "Turn 2", ("[4]",)
    rows = (Row("las", "Lasgun", "9 m away", "weak"), Row("bolt", "Boltgun", effect="strong"), Row("none", "none of them"))
    reason = "there is no shot left in it and none to be had before the next turn begins"
    assert shown(WORDS, GUN, standing) == Shown(
        id="gun",
        kind="one",
        who="mine",
        question="Which gun?",
        header="Turn 2",
        last_roll=("[4]",),
        rows=rows,
        unavailable=(Row("mortar", "mortar", reason=reason),),
        default="bolt",
    )
    assert [row.text for row in rows] == ["Lasgun: 9 m away", "Boltgun", "none of them"]


@pytest.mark.parametrize(
    ("request_", "kind", "default", "least"),
    [
        (Selection("marks", "theirs", {"las": LAS}, 1, default=("las",)), "several", ("las",), 1),
        (Number("shots", "mine", 0, 3, default=2), "number", 2, 0),
        (Numbers("turns", "mine", 1, 6), "numbers", None, 0),
        (Text("name", "mine", default="Ann"), "text", "Ann", 0),
    ],
    ids=["several", "a number", "numbers", "a text"],
)
def test_every_kind_of_question_is_shown(
    request_: Selection[Gun] | Number | Numbers | Text, kind: str, default: object, least: int
) -> None:
    """The kind, the default as it is answered, and how many must be marked; a question to the opponent names him."""
    picture = shown(WORDS, request_, Standing())
    assert (picture.kind, picture.default, picture.least) == (kind, default, least)
    assert picture.question.startswith("Opponent: ") == (request_.who == "theirs")


def test_chances_are_rows_and_then_lines() -> None:
    """One coin of one, of two, of three: 1/2, 3/4, 7/8, in a table with its head and its note."""
    picture = shown(WORDS, Number("shots", "mine", 0, 3, prospects=half), Standing())
    assert picture.chances == Chances(("hits",), ((1, ("50.0%",)), (2, ("75.0%",)), (3, ("87.5%",))), "hits: on 4 or more")
    assert chance_lines(picture.chances) == [
        "        hits",
        "    1  50.0%",
        "    2  75.0%",
        "    3  87.5%",
        "hits: on 4 or more",
    ]
    assert shown(WORDS, Number("shots", "mine", 0, 0, prospects=half), Standing()).chances is None


def test_rows_have_words_beside_them_and_one_a_star() -> None:
    """What is noted of a number stands behind its chances; what is suggested has a star, and below its reason."""
    suggested = Suggestion(2, Event("enough"))
    request = Number(
        "shots", "mine", 1, 2, 2, half, note=lambda count: Event("rusty") if count == 1 else None, suggested=suggested
    )
    table = shown(WORDS, request, Standing()).chances
    assert table
    assert (table.beside, table.suggested, table.why) == (("rusty", ""), 2, "it is enough")
    assert chance_lines(table) == [
        "        hits",
        "    1  50.0%  rusty",
        "*   2  75.0%",
        "* suggested: it is enough",
        "hits: on 4 or more",
    ]


def certain_from_the_third(count: int) -> dict[str, Fraction]:
    """Nothing with one die or two; then it hits and goes on to grow dangerous."""
    return {"hits": Fraction(count > 2), "danger": Fraction(count, 40)}


@pytest.mark.parametrize(
    ("suggested", "rows"), [(None, [3]), (Suggestion(3, Event("enough")), [3]), (Suggestion(30, Event("enough")), [3, 30])]
)
def test_rows_are_those_that_tell_something(suggested: Suggestion | None, rows: list[int]) -> None:
    """faults w40k7 15: from the first with which anything is gained to where only the risk still grows, and what is suggested."""
    request = Number("shots", "mine", 1, 36, prospects=certain_from_the_third, suggested=suggested)
    table = shown(WORDS, request, Standing()).chances
    assert table
    assert [count for count, _ in table.rows] == rows


@pytest.mark.parametrize(("suggested", "last"), [(None, 30), (Suggestion(36, Event("enough")), 36)])
def test_thirty_rows_are_the_most(suggested: Suggestion | None, last: int) -> None:
    """faults w40k7 15: where every die tells, there are thirty rows and no more; the last makes way for what is suggested."""
    request = Number("shots", "mine", 1, 36, prospects=lambda count: {"hits": Fraction(count, 36)}, suggested=suggested)
    table = shown(WORDS, request, Standing()).chances
    assert table
    assert [count for count, _ in table.rows] == [*range(1, 30), last]


def test_the_picture_as_json() -> None:
    """Plain values, every key there: what a front end needs to draw the question itself."""
    picture = shown_object(shown(WORDS, Number("shots", "mine", 1, 1, prospects=half), Standing()))
    assert picture == {
        "id": "shots",
        "kind": "number",
        "who": "mine",
        "question": "How many shots?",
        "header": "",
        "last_roll": (),
        "chances": {
            "heads": ("hits",),
            "rows": ((1, ("50.0%",)),),
            "note": "hits: on 4 or more",
            "beside": (),
            "suggested": None,
            "why": "",
        },
        "rows": (),
        "unavailable": (),
        "default": None,
        "least": 0,
    }
    gun = shown_object(shown(WORDS, GUN, Standing()))
    assert gun["rows"][1] == {"key": "bolt", "label": "Boltgun", "note": "", "effect": "strong", "reason": ""}
    assert [row["key"] for row in gun["unavailable"]] == ["mortar"]


@pytest.mark.parametrize("columns", [80, 60, 40])
def test_menus_and_lines_show_the_same_rows(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """Both drawings have every label, note, effect and reason, in the same order; in a menu nothing is wider than it."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((columns, 24)))
    menu = choices(shown(WORDS, GUN, Standing()), ())
    lines = drawn_as_lines(monkeypatch, "2\n")
    in_lines = [line.strip(" -123") for line in lines]
    at = [in_lines.index(" ".join(choice.title.split()).replace(" (", ": ").removesuffix(")")) for choice in menu]
    assert at == sorted(at)
    assert [choice.disabled for choice in menu] == [None, None, None, True]
    assert [choice.description for choice in menu[:2]] == ["weak", "strong"]
    assert {"weak", "strong"} <= set(in_lines)
    for choice in menu:
        assert all(len(line) <= columns for line in f"   - {choice.title}".split("\n"))


def drawn_as_lines(monkeypatch: pytest.MonkeyPatch, typed: str) -> list[str]:
    """What numbered lines show of the guns until they have an answer, the boltgun."""
    said: list[str] = []
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    prompts = Lines(WORDS, lambda text, _style: said.append(text), io.StringIO(), Journal(), Standing())
    assert prompts(GUN) == "bolt"
    return said


def test_a_question_mark_tells_effects_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an option does is told once; `?` shows question and options again with it, but not how things stand."""
    lines = drawn_as_lines(monkeypatch, "?\n\n")
    assert [lines.count(one) for one in ("", "Which gun?", "     weak", "  2  Boltgun")] == [1, 2, 2, 2]


def test_the_question_of_a_menu_stands_below_the_last_dice() -> None:
    """Dice as they were drawn, how things stand, the question with its hint."""
    picture = Shown("gun", "one", "mine", "Which gun?", "Turn 2", ("┌───┐", "└───┘"))
    assert message(picture, " (hint)") == "┌───┐\n └───┘\n Turn 2\n ? Which gun? (hint)"


def test_the_transcript_keeps_up_how_things_stand() -> None:
    """The header comes with its event and goes with the one that ends it; dice stay until something else is answered."""
    standing = Standing()
    transcript = Transcript(WORDS, lambda _text, _style: None, standing=standing)
    transcript(Event("turn", {"turn": 3}))
    roll = Roll("hit", "mine", Dice(1, 6), Total())
    transcript(Answered(roll, (4,), 4, "thrown"))
    assert standing.header == "Turn 3"
    assert "4" in standing.last_roll[1]
    transcript(Answered(GUN, "las", LAS, "asked"))
    transcript(Event("over"))
    assert (standing.header, standing.last_roll) == ("", ())
