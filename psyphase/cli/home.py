"""The menu of `psyphase` alone, for someone who reads no manual. Each entry says which command does the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from psyphase.cli.config import games_folder
from psyphase.cli.language import chosen_language
from psyphase.cli.options import command
from psyphase.cli.prompts.outside import Back, ask_line, ask_one
from psyphase.cli.screen.render import printer
from psyphase.errors import PsyphaseError, Stopped
from psyphase.games.saved import any_game
from psyphase.words.catalogue import _

if TYPE_CHECKING:
    from psyphase.systems import Verb

MOST_SHOWN = 12


def menu() -> None:
    """Choose, do it, and come back, until there is nothing more."""
    show = printer()
    ways: Mapping[str, tuple[str, Callable[[], None]]] = {
        "new": (_("play a game"), _new_game),
        "go-on": (_("go on with a game"), _go_on),
        "roster": (_("make a roster"), _roster),
        "roll": (_("just roll dice"), _roll),
        "look": (_("look a power up"), _look),
    }
    while True:
        labels = {key: label for key, (label, _way) in ways.items() if key != "go-on" or any_game(games_folder())}
        try:
            key = ask_one(_("psyphase"), {**labels, "quit": _("that is all")})
        except Back:
            return
        if key == "quit":
            return
        try:
            ways[key][1]()
        except Back:
            continue
        except Stopped:
            raise
        except PsyphaseError as error:
            show(str(error), "alarm")


def _rosters() -> dict[str, str]:
    """The rosters among the YAML files of this folder, by path, each with its system."""
    found = {}
    for path in sorted(Path().glob("*.yaml")):
        head = path.read_bytes()[:4096].decode(errors="replace") if path.is_file() else ""
        named = re.search(r"^system:\s*([\w-]+)", head, re.MULTILINE)
        if named and not re.search(r"^psyphase:", head, re.MULTILINE):
            found[str(path)] = named[1]
    return found


def _roster() -> None:
    from psyphase.cli.wizard import new_roster

    name = _system()
    _again(command("roster", "new", "--system", name))
    new_roster(name, None, [], chosen_language(None), plain=False)


def _chosen_roster(question: str, more: Mapping[str, str], system: str = "") -> Path | None:
    """A roster of this folder, of one system where that is settled, or a new one, or another file."""
    from psyphase.cli.wizard import new_roster

    files = {path: path for path, of in _rosters().items() if system in ("", of)}
    chosen = ask_one(question, {**files, "new": _("make one now"), "type": _("another file"), **more})
    if chosen == "new":
        return new_roster(system or _system(), None, [], chosen_language(None), plain=False)
    if chosen == "type":
        return Path(ask_line(_("Which file?")))
    return None if chosen in more else Path(chosen)


def _new_game() -> None:
    from psyphase.cli.game import new_game
    from psyphase.cli.terms import Terms
    from psyphase.games.roster import read_roster

    mine = _chosen_roster(_("Your roster?"), {})
    if mine is None:
        return
    found = read_roster(mine).system
    paths = [mine]
    verb = _game_of(found.id)
    if len(verb.rosters) > 1:
        theirs = _chosen_roster(_("The opponent's roster?"), {"none": _("none: I am asked what is needed")}, found.id)
        paths += [theirs] if theirs else []
    while [*verb.rosters][-1].endswith("...") and (more := _chosen_roster(_("Another one?"), {"none": _("no: begin")}, found.id)):
        paths.append(more)
    real_dice = ask_one(_("Whose dice?"), {"thrown": _("thrown by the program"), "typed": _("real ones: I type what they show")})
    typed = real_dice == "typed"
    _again(command(verb.name, *paths, *(["--real-dice"] if typed else [])))
    new_game(verb.name, paths, Terms(chosen_language(None), real_dice=typed))


def _game_of(system: str) -> Verb:
    """The usual game of a system."""
    from psyphase.systems import SYSTEMS

    games = [verb for verb in SYSTEMS[system].verbs if verb.kind == "game"]
    if not games:
        raise PsyphaseError("{system} has no game to play", system=system)
    return games[0]


def _go_on() -> None:
    from psyphase.cli.commands.resume import resume

    _again(command("resume"))
    resume()


def _roll() -> None:
    """Dice by notation, until an empty line."""
    from psyphase.cli.commands.dice import dice

    while words := ask_line(_("Which dice? (3d6, 4d6 4+, d66; nothing goes back)")):
        try:
            dice(words.split())
            _again(command("roll", *words.split()))
        except PsyphaseError as error:
            printer()(str(error), "alarm")


def _look() -> None:
    """Powers by any part of their name in any language, until an empty line."""
    from psyphase.cli.screen.cards import print_rows
    from psyphase.systems import find_system, library_of
    from psyphase.words.wording import Wording

    found = find_system(_system())
    library = library_of(found.id)
    rules = found.load(library, found.all_tables(library), library.settings())
    words = Wording(found.sentences(), chosen_language(None))
    while part := ask_line(_("Which power? (any part of its name; nothing goes back)")):
        rows = found.lookup(rules, part)
        if rows:
            print_rows(words, rows[:MOST_SHOWN])
        else:
            printer()(_("No power has that in its name."), "alarm")


def _system() -> str:
    """The system that is meant, by its name."""
    from psyphase.systems import SYSTEMS, library_of
    from psyphase.tables.names import About

    abouts = {name: library_of(name).whole("system.yaml", About) for name in SYSTEMS}
    language = chosen_language(None)
    return ask_one(_("Which game?"), {name: about.name.within(language) if about else name for name, about in abouts.items()})


def _again(line: str) -> None:
    """Say which command does the same."""
    printer()(_("The same by hand: {command}").format(command=line), "aside")
