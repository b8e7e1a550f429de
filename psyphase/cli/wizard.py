"""The roster wizard, for `psyphase roster new` and for the menu."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from psyphase.cli.options import write_or_print
from psyphase.cli.prompts.arrows import Menus
from psyphase.cli.prompts.lines import Lines
from psyphase.cli.prompts.terminal import has_menus
from psyphase.cli.screen.render import Standing, Transcript, printer
from psyphase.engine.journal import Journal
from psyphase.errors import PsyphaseError
from psyphase.games.roster import roster_text
from psyphase.games.session import Game
from psyphase.systems import find_system, library_of
from psyphase.tables.names import Language
from psyphase.words.catalogue import _
from psyphase.words.wording import Wording

DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")}
"""What Windows never takes for a file, whatever stands behind the dot."""


def new_roster(name: str, file: Path | None, folders: Sequence[Path], language: Language, plain: bool) -> Path:
    """Ask for an army and write it: the path of its file. Answers can be taken back; Ctrl-C writes nothing."""
    found = find_system(name)
    library = library_of(found.id, folders)
    rules = found.load(library, found.all_tables(library), library.settings())
    if found.new_roster is None:
        raise PsyphaseError("{system}: no questions make its rosters; write one by hand", system=found.id)
    make = found.new_roster
    words = Wording(found.sentences(), language)
    journal = Journal()
    simple = not has_menus(plain)
    show = printer(simple)
    standing = Standing()
    prompts = Lines(words, show, sys.stdout, journal, standing) if simple else Menus(words, show, journal, standing)
    game = Game(lambda: make(rules), journal, Transcript(words, show, not simple, standing))
    roster = game.play([prompts])
    path = file or _free_name(roster.name)
    write_or_print(path, roster_text(roster))
    show(_("Written: {path}").format(path=path), "good")
    return path


def _free_name(name: str) -> Path:
    """A file name for an army that no file has yet."""
    stem = "-".join("".join(c if c.isalnum() else " " for c in name.casefold()).split()) or "army"
    if stem in DEVICES:
        stem += "-army"
    path, number = Path(f"{stem}.yaml"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}.yaml")
    return path
