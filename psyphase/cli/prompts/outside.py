"""Questions outside a game."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from psyphase.cli.prompts.terminal import asked, has_menus, typed_line
from psyphase.cli.screen.render import plain_line
from psyphase.errors import PsyphaseError, Stopped


class Back(Stopped):
    """Esc at a question outside a game: where nothing lies behind it, it ends the program as Ctrl-C does."""

    def __init__(self) -> None:
        super().__init__("stopped")


def ask_one(question: str, labels: Mapping[str, str], plain: bool = False) -> str:
    """One of several things outside a game: with arrow keys, or by number."""
    keys = list(labels)
    if not has_menus(plain):
        print(question)
        for number, label in enumerate(labels.values(), 1):
            plain_line(f"{number:3}  {label}")
        print("[1]> ", end="", flush=True)
        word = _line() or "1"
        if not (word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= len(keys)):
            raise PsyphaseError("expected a number from 1 to {last}, got {got}", last=len(keys), got=repr(word[:20]))
        return keys[int(word) - 1]
    import questionary

    from psyphase.cli.prompts.arrows import with_escape, wrap

    choices = [questionary.Choice("\n     ".join(wrap(label, 6)), key) for key, label in labels.items()]
    menu = questionary.select(question, choices=choices, instruction=" ", erase_when_done=True)
    with_escape(menu.application.key_bindings, Back())
    chosen = asked(menu)
    if chosen not in labels:
        raise Back
    return str(chosen)


def ask_line(question: str) -> str:
    """A line outside a game."""
    print(f"{question}> ", end="", flush=True)
    return _line()


def _line() -> str:
    line = typed_line(sys.stdout)
    if not line:
        raise KeyboardInterrupt  # the end of input leaves, as Ctrl-C does
    return line.strip()
