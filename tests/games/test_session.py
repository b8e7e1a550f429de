"""Taking back and going on: both are replays of the journal."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from psyphase.engine.dice import Dice
from psyphase.engine.journal import Entry, Journal
from psyphase.engine.play import Answered, Narration, Undo, Undone, play
from psyphase.engine.procedure import Answer, Event, Number, Procedure, Request, Roll
from psyphase.engine.readings import Total
from psyphase.engine.sources import SetAside, replay
from psyphase.errors import Misfit, PsyphaseError
from psyphase.games.journal_file import JournalFile
from psyphase.games.roster import read_roster
from psyphase.games.session import Game, open_session

ROSTER = """\
    system: w40k7
    name: Warband
    units:
    - name: Sorcerer
      mastery: 1
      wounds: 2
      leadership: 9
      disciplines: [telepathy]
      powers: [telepathy/dominate, telepathy/shrouding]
    """


class Person:
    """Types answers in order; "undo" takes back."""

    name = "asked"

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        self.asked.append(request.id)
        answer = self.answers.pop(0)
        if answer == "undo":
            raise Undo
        return answer


class Loaded:
    """Dice that show the next faces of a list."""

    name = "thrown"

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def __call__(self, request: Request) -> Answer | None:
        if not isinstance(request, Roll):
            return None
        return tuple(self.faces.pop(0) for _ in range(request.dice.count))


def throws() -> Procedure[list[int]]:
    """Ask for a number of dice and throw them, twice."""
    totals = []
    for id in ("first", "second"):
        count = yield from Number(id, "mine", 1, 5)
        total = yield from Roll(f"{id}-dice", "mine", Dice(count, 6), Total())
        yield from Event("thrown", {"total": total})
        totals.append(total)
    return totals


class Played:
    """A procedure played by a person who changes his mind."""

    def __init__(self, *answers: Answer, faces: tuple[int, ...]) -> None:
        self.journal = Journal()
        self.narration: list[Narration] = []
        self.person = Person(*answers)
        sources = (self.person, Loaded(*faces))
        while True:
            before = (replay(self.journal), SetAside(self.journal, self.narration.append))
            try:
                self.outcome = play(throws(), *before, *sources, journal=self.journal)
            except Undo:
                self.journal.undo()
            else:
                break


def test_undo_then_the_same_answer_changes_nothing() -> None:
    """The same dice at the same place show the same faces, and nothing is thrown."""
    plain = Played(2, 1, faces=(3, 4, 5))
    undone = Played(2, "undo", 2, 1, faces=(3, 4, 5))
    assert undone.outcome == plain.outcome == [7, 5]
    assert undone.journal.entries == plain.journal.entries
    assert undone.narration == [Event("as-before")]


def test_other_dice_are_thrown_anew_and_said_so() -> None:
    """Another number of dice at the same place is another throw."""
    played = Played(2, "undo", 3, 1, faces=(3, 4, 1, 1, 1, 6))
    assert played.outcome == [3, 6]
    assert played.narration == [Event("thrown-anew")]


def test_the_first_faces_come_back_however_often() -> None:
    """Nobody shops for a better throw: two dice, then three, then two again show the first two faces."""
    played = Played(2, "undo", 3, "undo", 2, 1, faces=(3, 4, 1, 1, 1, 6))
    assert played.outcome == [7, 6]
    assert played.narration == [Event("thrown-anew"), Event("as-before")]


def test_undo_goes_back_over_throws_to_the_last_decision() -> None:
    """Several steps back: each goes to a question that a person answered."""
    played = Played(2, "undo", 2, 1, faces=(3, 4, 5))
    assert played.person.asked == ["first", "second", "first", "second"]


def test_typed_faces_are_a_persons_answer() -> None:
    """With real dice the last answer may be faces, which are asked for again."""
    entries = [Entry("first", 2), Entry("first-dice", (3, 4), "typed"), Entry("undo", 1)]
    journal = Journal(entries)
    assert journal.entries == [Entry("first", 2)]
    replay(journal)
    request = Roll("first-dice", "mine", Dice(2, 6), Total())
    journal.record(Number("first", "mine", 1, 5), 2)
    assert journal.old_answer(request) == (3, 4)
    assert SetAside(journal, print)(request) is None


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(dedent(ROSTER))
    return path


def test_a_game_goes_on_from_its_file(roster: Path, tmp_path: Path) -> None:
    """Every answer, and what was taken back, is in the file; going on asks the next question with the old answer."""
    session = open_session("phase", [read_roster(roster)], [], {})
    journal = JournalFile.begin(tmp_path / "game.yaml", session.header())
    narration: list[Narration] = []

    class Stop(Exception):
        """The battery is flat."""

    class Tired(Person):
        def __call__(self, request: Request) -> Answer | None:
            if not self.answers and not isinstance(request, Roll):
                raise Stop
            return super().__call__(request)

    with pytest.raises(Stop):
        Game(session.start, journal, narration.append).play([Tired("go-on", 2, "telepathy/shrouding", "undo"), Loaded(4, 5, 6)])
    journal.close()
    taken = [one for one in narration if isinstance(one, Undone)]
    assert [[answered.request.id for answered in one.answers] for one in taken] == [["power"]]
    lines = (tmp_path / "game.yaml").read_text().split("play:\n")[1].splitlines()
    began = ["- before-battle: go-on", "- enemy-mastery: 2", "- warp-charge: [4]"]
    assert lines == [*began, "- power: telepathy/shrouding", "- undo: 1"]

    again, script = JournalFile.go_on(tmp_path / "game.yaml")
    assert not script.torn
    first = session.header().count("\n") + 1
    assert again.entries == [
        Entry("before-battle", "go-on", line=first),
        Entry("enemy-mastery", 2, line=first + 1),
        Entry("warp-charge", (4,), line=first + 2),
    ]
    heard: list[Narration] = []
    with pytest.raises(Stop):
        Game(session.start, again, heard.append).play([Tired(), Loaded()])
    assert [one.request.id for one in heard if isinstance(one, Answered)] == ["before-battle", "enemy-mastery", "warp-charge"]


def test_a_second_process_is_refused(roster: Path, tmp_path: Path) -> None:
    """Two processes never write one game."""
    session = open_session("phase", [read_roster(roster)], [], {})
    journal = JournalFile.begin(tmp_path / "game.yaml", session.header())
    with pytest.raises(PsyphaseError, match="another psyphase is playing this game"):
        JournalFile.go_on(tmp_path / "game.yaml")
    journal.close()
    again, _script = JournalFile.go_on(tmp_path / "game.yaml")
    again.close()


def test_a_torn_line_is_cut_off(roster: Path, tmp_path: Path) -> None:
    """An unfinished last line, even in the middle of a letter, costs nothing but itself; the next answer takes its place."""
    path = tmp_path / "game.yaml"
    session = open_session("phase", [read_roster(roster)], [], {})
    JournalFile.begin(path, session.header()).close()
    with path.open("ab") as file:
        file.write(b"- enemy-mastery: 3\n" + '- conjured-name: "Ужас'.encode()[:-1])
    journal, script = JournalFile.go_on(path)
    assert script.torn
    assert [(entry.id, entry.answer) for entry in journal.entries] == [("enemy-mastery", 3)]
    before = path.read_bytes()
    assert before.endswith(b"- enemy-mastery: 3\n" + '- conjured-name: "Ужас'.encode()[:-1])
    journal.undo()
    journal.close()
    assert path.read_bytes() == before[: before.rindex(b"\n") + 1] + b"- undo: 1\n"


@pytest.mark.parametrize("undone", [0, 3])
def test_going_on_plays_once_again_and_every_undo_once_more(undone: int) -> None:
    """The procedure is begun no more often than that (faults performance 3)."""
    begun = 0

    def begin() -> Procedure[list[int]]:
        nonlocal begun
        begun += 1
        return throws()

    journal = Journal([Entry("first", 2), Entry("first-dice", (3, 4))])
    game = Game(begin, journal, lambda _told: None)
    answers: list[Answer] = ["undo", 2] * undone
    game.play([Person(*answers, 1), Loaded(5)])
    assert begun == 1 + undone


def test_a_game_that_is_over_is_asked_about_once() -> None:
    """Where the journal has every answer, the last may be taken back; then it goes on from there and nobody is asked again."""
    asked: list[bool] = []
    told: list[Narration] = []

    def over() -> bool:
        asked.append(True)
        return True

    entries = [Entry("first", 1), Entry("first-dice", (3,)), Entry("second", 1), Entry("second-dice", (5,))]
    game = Game(throws, Journal(entries), told.append)
    assert game.play([Person(2), Loaded(6, 6)], over) == [3, 12]
    assert (len(asked), sum(isinstance(one, Undone) for one in told)) == (1, 1)


def test_what_is_left_over_does_not_fit() -> None:
    """A journal that goes on after the end is told with its first entry too many."""
    entries = [Entry("first", 1), Entry("first-dice", (3,)), Entry("second", 1), Entry("second-dice", (5,)), Entry("third", 1)]
    with pytest.raises(Misfit) as wrong:
        Game(throws, Journal(entries), lambda _told: None).play([])
    assert (wrong.value.number, str(wrong.value.why)) == (5, "1 entries of play are left over after the end")
