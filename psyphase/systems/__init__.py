"""The registry of game systems: what each plays, in plain words. No rule of a game stands here, and no system is imported
before it is asked for: help, completion and the menu read only this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from psyphase.errors import AnswerError

if TYPE_CHECKING:
    from psyphase.systems.system import System
    from psyphase.tables.library import Library

Kind: TypeAlias = Literal["maker", "game"]
"""A maker makes a roster of a roster; a game has a journal, undo and resume."""


class Verb(NamedTuple):
    """What is done with rosters, and the command of its name.

    `help` is one sentence, `more` is what the command's own help adds. `rosters`: the files it takes and what each is;
    `[THEIRS]` may be left out, of `SQUAD...` there may be several.
    """

    name: str
    kind: Kind
    help: str
    rosters: Mapping[str, str]
    more: str = ""


class Registered(NamedTuple):
    """A system's line: its module, which has a `SYSTEM`, what it plays (the usual verb first), and the folder in which its
    folder of tables lies, where that is not ours.
    """

    module: str
    verbs: tuple[Verb, ...]
    rules: Path | None = None


PHASE = Verb(
    "phase",
    "game",
    "Play the psychic powers of a battle.",
    {"MINE": "Roster whose turn it is first.", "[THEIRS]": "The opponent's roster."},
    "Turn by turn, yours first. Powers that are generated at random are generated first where a roster has none.",
)
GENERATE = Verb(
    "generate",
    "maker",
    "Generate psychic powers before the game.",
    {"ROSTER": "Roster file."},
    "Step by step, or with --yes by each unit's plan.",
)
SQUAD = Verb(
    "squad",
    "game",
    "Play an encounter with squads.",
    {"SQUAD...": "Squad files."},
    "Round by round: the commands they are given, and what the players do to them.",
)
SYSTEMS = {
    "w40k7": Registered("psyphase.systems.w40k7", (PHASE, GENERATE)),
    "hh3": Registered("psyphase.systems.hh3", (PHASE, GENERATE)),
    "onlywar": Registered("psyphase.systems.onlywar", (SQUAD,)),
}


USUAL = "w40k7"
"""The system that is meant where nobody says."""


def register(name: str, module: str, verbs: Sequence[Verb], rules: Path | None = None) -> None:
    """Add a system from outside, before the command line is built.

    `module` is what `import` takes and has a `SYSTEM` that declares the same verbs; `rules` is a folder with a folder
    `name` of tables in it. A program of a few lines plays it with all that ours have:

        psyphase.systems.register("mine", "my_game.system", [Verb("duel", "game", "Fight a duel.", {"ROSTER": "Who fights."})],
                                  Path("my_game/rules"))
        psyphase.cli.main()

    A verb that another system has is the same command: the roster tells whose it is. Raises ValueError for a name that is
    taken, and for such a verb that is of another kind or takes other rosters.
    """
    if name in SYSTEMS:
        raise ValueError(f"there is a system '{name}' already")
    known = all_verbs()
    for verb in verbs:
        other = known.get(verb.name, verb)
        if (other.kind, [*other.rosters]) != (verb.kind, [*verb.rosters]):
            raise ValueError(f"there is another '{verb.name}' already: a {other.kind} that takes {' '.join(other.rosters)}")
    SYSTEMS[name] = Registered(module, tuple(verbs), rules)


def all_verbs() -> dict[str, Verb]:
    """The verbs of all systems by name, those first that make rosters; one that several have as the first of them says it."""
    found: dict[str, Verb] = {}
    for registered in SYSTEMS.values():
        for verb in registered.verbs:
            found.setdefault(verb.name, verb)
    return dict(sorted(found.items(), key=lambda item: item[1].kind != "maker"))


def find_system(name: str) -> System:
    """The system of this name. Raises AnswerError if there is none."""
    if name not in SYSTEMS:
        raise AnswerError("no system '{name}', expected one of {known}", name=name[:40], known=list(SYSTEMS))
    found: System = import_module(SYSTEMS[name].module).SYSTEM
    return found


def library_of(name: str, folders: Sequence[Path] = ()) -> Library:
    """The tables of a system, nothing read yet: those it comes with, then those of other folders.

    Raises PsyphaseError if it has none.
    """
    from psyphase.tables.library import Library, shipped_rules

    return Library(name, [SYSTEMS[name].rules or shipped_rules(), *folders])
