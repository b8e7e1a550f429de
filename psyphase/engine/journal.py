"""Every answer of a game in order, and those that were taken back. In memory: files are kept in `games`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from psyphase.engine.procedure import Answer, Request, Roll
from psyphase.errors import AnswerError


class Entry(NamedTuple):
    """One answer as a journal keeps it. `by`: the source, empty where it is the usual one for the kind of request.

    `line`: where it stands in the file it was read from; 0 in memory.
    """

    id: str
    answer: Answer
    by: str = ""
    line: int = 0

    @property
    def is_roll(self) -> bool:
        """Whether it holds faces."""
        return isinstance(self.answer, tuple) and bool(self.answer) and isinstance(self.answer[0], int)

    @property
    def is_persons(self) -> bool:
        """Whether a person gave it: a decision unless something else answered, faces if they were typed."""
        return self.by == "typed" if self.is_roll else not self.by


USUAL = {True: "thrown", False: "asked"}
"""The source that is not written down: for rolls, and for everything else."""


class Journal:
    """Every answer that counts, in order. `rolls` counts all that were faces, taken back or not: with a seed each throw has a number
    of its own, so that nobody looks ahead by taking back.

    Answers that were taken back are set aside by their place, so that the same dice thrown there again show the
    same faces, and the old answer can be offered.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        """`entries` as a file has them: an entry `undo` with a number takes back so many answers of persons, each with what followed."""
        self.entries: list[Entry] = []
        self.rolls = 0
        self._position = 0
        self._persons: list[int] = []
        """Where the answers of persons are."""
        self._aside: dict[tuple[int, str], list[Entry]] = {}
        for entry in entries:
            self.rolls += entry.is_roll
            if entry.id == "undo":
                for _ in range(int(str(entry.answer))):
                    if not self.cut_short():
                        break
            else:
                self._add(entry)

    @property
    def position(self) -> int:
        """How many answers were given or replayed so far."""
        return self._position

    def rewind(self) -> None:
        """Begin again: what is recorded next are the answers so far."""
        self._position = 0

    def record(self, request: Request, answer: Answer, by: str = "") -> None:
        """Keep one answer, unless it is being replayed. `by`: the name of its source.

        A journal on disk has it synced before this returns, and raises PsyphaseError where it cannot be kept.
        """
        is_roll = isinstance(request, Roll)
        if self._position == len(self.entries):
            self._keep(Entry(request.id, answer, "" if by == USUAL[is_roll] else by))
            self.rolls += is_roll
        self._position += 1

    def _keep(self, entry: Entry) -> None:
        self._add(entry)

    def _add(self, entry: Entry) -> None:
        if entry.is_persons:
            self._persons.append(len(self.entries))
        self.entries.append(entry)

    @property
    def can_undo(self) -> bool:
        """Whether a person has answered anything."""
        return bool(self._persons)

    def undo(self) -> int:
        """Take back the last answer of a person and all that followed: how many entries that were, 0 if there is none.

        A journal on disk raises PsyphaseError where that cannot be written down.
        """
        return self.cut_short()

    def cut_short(self) -> int:
        """The same, and nothing is written down: the entries are set aside for `set_aside`."""
        if not self._persons:
            return 0
        place = self._persons.pop()
        for at, entry in enumerate(self.entries[place:], place):
            self._aside.setdefault((at, entry.id), []).append(entry)
        count = len(self.entries) - place
        del self.entries[place:]
        return count

    def set_aside(self, request: Request) -> list[Entry]:
        """What was answered to this request at this place and taken back, the latest first."""
        return self._aside.get((self._position, request.id), [])[::-1]

    def old_answer(self, request: Request) -> Answer | None:
        """The latest answer taken back here, if it is still one of the possible ones."""
        return next((entry.answer for entry in self.set_aside(request) if fits(request, entry.answer)), None)


def fits(request: Request, answer: Answer) -> bool:
    """Whether a request accepts an answer; nothing is raised."""
    try:
        request.accept(answer)
    except AnswerError:
        return False
    return True
