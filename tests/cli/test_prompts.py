"""Prompts answered line by line and key by key, in this process: what each kind of question takes, refuses and takes back."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from psyphase.cli.prompts.arrows import Menus
from psyphase.cli.prompts.lines import Lines
from psyphase.cli.prompts.outside import Back, ask_one
from psyphase.cli.prompts.real_dice import TypedDice
from psyphase.cli.screen.render import Standing
from psyphase.engine.dice import Dice
from psyphase.engine.journal import Entry, Journal
from psyphase.engine.play import Undo
from psyphase.engine.procedure import Answer, Decision, Number, Numbers, Request, Roll, Selection, Text
from psyphase.engine.readings import Total
from psyphase.errors import Unanswered
from psyphase.words.sentences import Sentences
from psyphase.words.wording import Wording

REQUESTS = {"gun": "Which gun?", "marks": "Which marks?", "shots": "How many shots?", "turns": "Which turns?", "name": "Whose?"}
WORDS = Wording(Sentences({}, {**REQUESTS, "hit": "To hit"}), "en")
OPTIONS = {"las": "Lasgun", "bolt": "Boltgun", "melta": "Meltagun"}
GUN: Decision[str] = Decision("gun", "mine", OPTIONS)
BOLT: Decision[str] = Decision("gun", "mine", OPTIONS, default="bolt")
MARKS: Selection[str] = Selection("marks", "mine", OPTIONS, 0)
ONE_MARK: Selection[str] = Selection("marks", "mine", OPTIONS, 1)
MARKED: Selection[str] = Selection("marks", "mine", OPTIONS, 0, default=("las", "melta"))
SHOTS = Number("shots", "mine", 0, 6, default=2)
TURNS = Numbers("turns", "mine", 1, 6)
NAME = Text("name", "mine")
HIT = Roll("hit", "mine", Dice(2, 6), Total())
KEPT = [Entry("shots", 3)]


class Table:
    """Who asks, what was said above the question, and what stood before the answer."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.out = io.StringIO()

    def show(self, text: str, style: str) -> None:
        """Keep what is said, alarms marked."""
        self.said.append(("! " if style == "alarm" else "") + text)

    @property
    def alarms(self) -> list[str]:
        """What was wrong."""
        return [line[2:] for line in self.said if line.startswith("! ")]


def by_lines(
    monkeypatch: pytest.MonkeyPatch, request: Request, typed: str, journal: Journal | None = None
) -> tuple[Answer | None, Table]:
    """The answer by numbered lines."""
    table = Table()
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return Lines(WORDS, table.show, table.out, journal or Journal(), Standing())(request), table


@pytest.mark.parametrize(
    ("request_", "typed", "answer", "hint"),
    [
        pytest.param(GUN, "3", "melta", "> ", id="a number of the menu"),
        pytest.param(GUN, "las", "las", "> ", id="a key as it is written"),
        pytest.param(BOLT, "", "bolt", "[2]> ", id="Enter takes the default"),
        pytest.param(MARKS, "", (), "[nothing]> ", id="Enter marks nothing"),
        pytest.param(MARKS, "1, 3", ("las", "melta"), "[nothing]> ", id="several numbers"),
        pytest.param(ONE_MARK, "2 1", ("bolt", "las"), "> ", id="at least one"),
        pytest.param(MARKED, "", ("las", "melta"), "[1, 3; 0: nothing]> ", id="Enter takes the marks"),
        pytest.param(MARKED, "0", (), "[1, 3; 0: nothing]> ", id="0 empties the marks"),
        pytest.param(MARKED, "-", (), "[1, 3; 0: nothing]> ", id="a dash empties the marks"),
        pytest.param(SHOTS, "", 2, "[2]> ", id="the default of a number"),
        pytest.param(SHOTS, " 6 ", 6, "[2]> ", id="a number"),
        pytest.param(TURNS, "-", (), "> ", id="no numbers"),
        pytest.param(TURNS, "2, 5", ("2", "5"), "> ", id="numbers"),
        pytest.param(NAME, "Ann Lee", "Ann Lee", "> ", id="a name"),
    ],
)
def test_a_line_is_an_answer(request_: Request, typed: str, answer: Answer, hint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers, keys, the default; the hint says what Enter means."""
    given, table = by_lines(monkeypatch, request_, f"{typed}\n")
    assert given == answer
    assert table.alarms == []
    assert table.out.getvalue().startswith(hint)


@pytest.mark.parametrize(
    ("request_", "wrong", "right", "answer", "alarm"),
    [
        pytest.param(GUN, "4", "1", "las", "expected a number from 1 to 3", id="beyond the menu"),
        pytest.param(GUN, "", "1", "las", "expected a number from 1 to 3", id="no default"),
        pytest.param(
            MARKS, "1 1", "1", ("las",), "expected different numbers from 1 to 3, at least 0 of them", id="twice the same"
        ),
        pytest.param(ONE_MARK, "0", "3", ("melta",), "expected different numbers from 1 to 3, at least 1 of them", id="too few"),
        pytest.param(SHOTS, "7", "0", 0, "expected a number from 0 to 6, got 7", id="too high"),
    ],
)
def test_a_line_that_fits_nothing_is_told_and_asked_again(
    request_: Request, wrong: str, right: str, answer: Answer, alarm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the numbers of the menu, without the id of the question."""
    given, table = by_lines(monkeypatch, request_, f"{wrong}\n{right}\n")
    assert (given, table.alarms) == (answer, [alarm])


def test_rolls_are_nobodys_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines and menus leave them to others, real dice leave everything else."""
    assert by_lines(monkeypatch, HIT, "")[0] is None
    table = Table()
    assert Menus(WORDS, table.show, Journal(), Standing())(HIT) is None
    assert TypedDice(WORDS, table.show, table.out, Journal(), Loaded())(GUN) is None
    assert table.said == []


@pytest.mark.parametrize("word", ["undo", " U ", "\x1b", "\x1b[A\x1b"])
def test_undo_by_line(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By word or by Esc; where nobody has answered anything it is told and asked again."""
    with pytest.raises(Undo):
        by_lines(monkeypatch, GUN, f"{word}\n", Journal(KEPT))
    given, table = by_lines(monkeypatch, GUN, f"{word}\n1\n")
    assert (given, table.alarms) == ("las", ["There is nothing to take back."])


@pytest.mark.parametrize("arrow", ["\x1b[A", "\x1b[A\x1b[B", "\x1bOA "])
def test_an_arrow_key_is_no_answer(arrow: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """faults robustness 15: it neither takes back nor throws nor takes the default: what is asked is asked again."""
    given, _by, table = typed_dice(monkeypatch, f"{arrow}\n{arrow}5 2\n", Journal(KEPT))
    assert (given, table.alarms) == ((5, 2), [])
    assert table.out.getvalue().count("Enter throws> ") == 2
    assert by_lines(monkeypatch, BOLT, f"{arrow}\n3\n", Journal(KEPT))[0] == "melta"


def test_the_end_of_lines_names_question_and_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who answers by script can put it right."""
    with pytest.raises(Unanswered) as end:
        by_lines(monkeypatch, SHOTS, "9\n")
    assert str(end.value) == "no answer to 'shots' (input ended); give it with -a shots=VALUE"


class Loaded:
    """The program's own dice, of which everybody knows what they show."""

    name = "thrown"

    def __call__(self, _request: Request) -> Answer | None:
        return (6, 1)


def typed_dice(monkeypatch: pytest.MonkeyPatch, typed: str, journal: Journal | None = None) -> tuple[Answer | None, str, Table]:
    """What real dice show, and whose they are in the end; the program's own would show 6 1."""
    table = Table()
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))

    source = TypedDice(WORDS, table.show, table.out, journal or Journal(), Loaded())
    return source(HIT), source.name, table


def test_real_dice_are_typed_or_left_to_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faces by spaces or commas; what is no face is told; Enter throws."""
    given, by, table = typed_dice(monkeypatch, "7 1\n1 2 3\n3, 4\n")
    assert (given, by) == ((3, 4), "typed")
    assert len(table.alarms) == 2
    assert table.said[0] == "You: To hit"
    assert table.out.getvalue().startswith("2d6, undo goes back, Enter throws> ")
    assert typed_dice(monkeypatch, "\n")[:2] == ((6, 1), "thrown")


def test_real_dice_that_were_taken_back_stand_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter keeps what they showed; undo goes further back, if anything is there."""
    again = Journal([Entry("hit", (5, 2), "typed"), Entry("undo", 1)])
    given, by, table = typed_dice(monkeypatch, "\n", again)
    assert (given, by) == ((5, 2), "typed")
    assert table.out.getvalue().startswith("2d6, Enter keeps 5 2> ")
    given, _by, table = typed_dice(monkeypatch, "undo\n1 1\n")
    assert (given, table.alarms) == ((1, 1), ["There is nothing to take back."])


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[PipeInput]:
    """What is typed at menus, on a terminal that shows nothing."""
    monkeypatch.setenv("PROMPT_TOOLKIT_NO_CPR", "1")
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


DOWN, ENTER, ESCAPE, END, SPACE = "\x1b[B", "\r", "\x1b", "\x04", " "


def by_keys(keys: PipeInput, request: Request, typed: str, journal: Journal | None = None) -> tuple[Answer | None, Table]:
    """The answer by menus."""
    table = Table()
    keys.send_text(typed)
    return Menus(WORDS, table.show, journal or Journal(), Standing())(request), table


@pytest.mark.parametrize(
    ("request_", "typed", "answer"),
    [
        pytest.param(GUN, DOWN + ENTER, "bolt", id="one down"),
        pytest.param(BOLT, ENTER, "bolt", id="the default is marked"),
        pytest.param(MARKS, ENTER * 1, (), id="no mark"),
        pytest.param(MARKS, SPACE + DOWN * 2 + SPACE + ENTER, ("las", "melta"), id="two marks"),
        pytest.param(MARKED, ENTER, ("las", "melta"), id="the marks of the default"),
        pytest.param(SHOTS, ENTER, 2, id="the default of a number"),
        pytest.param(SHOTS, "4" + ENTER, 4, id="a number"),
        pytest.param(TURNS, "-" + ENTER, (), id="no numbers"),
        pytest.param(TURNS, "1 3" + ENTER, ("1", "3"), id="numbers"),
        pytest.param(NAME, "Ann" + ENTER, "Ann", id="a name"),
    ],
)
def test_keys_are_an_answer(request_: Request, typed: str, answer: Answer, keys: PipeInput) -> None:
    """Arrows, the space bar, typed text, Enter; and nothing is wrong."""
    given, table = by_keys(keys, request_, typed)
    assert given == answer
    assert table.alarms == []


@pytest.mark.parametrize(
    ("request_", "typed", "answer", "alarms"),
    [
        pytest.param(ONE_MARK, ENTER + SPACE + ENTER, ("las",), ["Mark at least 1 with the space bar."], id="a mark is needed"),
        pytest.param(
            MARKED,
            SPACE + DOWN * 2 + SPACE + ENTER + ENTER,
            (),
            ["Nothing is marked: Enter again if that is meant, the space bar marks."],
            id="nothing where something was marked, at the second Enter",
        ),
        pytest.param(SHOTS, "9" + ENTER + "6" + ENTER, 6, ["expected a number from 0 to 6, got 9"], id="too high"),
    ],
)
def test_keys_that_fit_nothing_are_told_and_asked_again(
    request_: Request, typed: str, answer: Answer, alarms: list[str], keys: PipeInput
) -> None:
    """What is wrong stands above; the next answer counts."""
    given, table = by_keys(keys, request_, typed)
    assert (given, table.alarms) == (answer, alarms)


def test_undo_by_keys(keys: PipeInput) -> None:
    """The word in a field; where nobody has answered anything it is told and asked again."""
    with pytest.raises(Undo):
        by_keys(keys, NAME, "undo" + ENTER, Journal(KEPT))
    given, table = by_keys(keys, NAME, "u" + ENTER + "Ann" + ENTER)
    assert (given, table.alarms) == ("Ann", ["There is nothing to take back."])


@pytest.mark.parametrize("request_", [GUN, MARKS, NAME])
def test_escape_takes_back(request_: Request, keys: PipeInput) -> None:
    """At every kind of menu."""
    with pytest.raises(Undo):
        by_keys(keys, request_, ESCAPE, Journal(KEPT))


@pytest.mark.parametrize(
    ("request_", "answer"),
    [(GUN, "melta"), (MARKS, ("las", "bolt")), (SHOTS, 4)],
    ids=["menu", "marks", "field"],
)
@pytest.mark.parametrize("rest", ["[A", "[B", "[C", "[D"])
def test_an_arrow_key_over_a_slow_line(request_: Request, answer: Answer, rest: str, keys: PipeInput) -> None:
    """faults robustness 15: its beginning is taken for Esc; when the rest comes the answer that was taken back stands after all."""
    journal = Journal()
    journal.record(request_, answer)
    menus = Menus(WORDS, Table().show, journal, Standing())
    keys.send_text("\x1b")
    with pytest.raises(Undo):
        menus(GUN)
    journal.undo()
    journal.rewind()
    keys.send_text(rest)
    assert menus(request_) == answer


def test_brackets_of_a_name_are_no_arrow_key(keys: PipeInput) -> None:
    """faults robustness 15: where anything may be typed, what comes late is only seen in the field."""
    journal = Journal()
    journal.record(NAME, "Ann")
    menus = Menus(WORDS, Table().show, journal, Standing())
    keys.send_text("\x1b")
    with pytest.raises(Undo):
        menus(GUN)
    journal.undo()
    journal.rewind()
    keys.send_text("[Ann]" + ENTER)
    assert menus(NAME) == "[Ann]"


@pytest.mark.parametrize("request_", [GUN, MARKS, NAME])
def test_ctrl_d_leaves_as_ctrl_c_does(request_: Request, keys: PipeInput) -> None:
    """faults robustness 18: at every kind of menu; a person is not told of flags."""
    with pytest.raises(KeyboardInterrupt):
        by_keys(keys, request_, END)


def test_ctrl_d_leaves_where_lines_are_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """faults robustness 18: at a terminal the end of input is a key; what is said next stands on a line of its own."""
    for source in (Lines, TypedDice):
        table = Table()
        monkeypatch.setattr("sys.stdin", io.StringIO())
        monkeypatch.setattr("sys.stdin.isatty", lambda: True)
        last = Loaded() if source is TypedDice else Standing()
        asks = source(WORDS, table.show, table.out, Journal(), last)  # type: ignore[arg-type]
        with pytest.raises(KeyboardInterrupt):
            asks(HIT if source is TypedDice else GUN)
        assert table.out.getvalue().endswith("> \n")


def test_an_old_answer_stands_there_to_be_changed(keys: PipeInput) -> None:
    """What was taken back is the default, of a menu and of a field."""
    again = Journal([Entry("gun", "melta"), Entry("undo", 1)])
    assert by_keys(keys, GUN, ENTER, again)[0] == "melta"
    again = Journal([Entry("shots", 5), Entry("undo", 1)])
    assert by_keys(keys, SHOTS, ENTER, again)[0] == 5


def test_questions_outside_a_game_by_keys(keys: PipeInput, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrows choose; Esc goes back."""
    monkeypatch.setattr("psyphase.cli.prompts.outside.has_menus", lambda _plain: True)
    keys.send_text(DOWN + ENTER)
    assert ask_one("Which gun?", OPTIONS) == "bolt"
    keys.send_text(ESCAPE)
    with pytest.raises(Back):
        ask_one("Which gun?", OPTIONS)
