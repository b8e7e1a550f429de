"""The main moments of a battle as a person sees them: `python tests/record.py` writes them anew, to be looked at.

Each is a text in tests/screens/ (80 and 60 columns, with menus and plain), and for 80 columns a picture in examples/.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from rich.console import Console  # noqa: E402
from rich.style import Style  # noqa: E402
from rich.text import Text  # noqa: E402

from terminal import DOWN, ENTER, UP, Terminal  # noqa: E402

SCREENS = ROOT / "tests" / "screens"
PICTURES = ROOT / "examples"
LINES = 44
# What is typed to come to each moment, with menus and in plain lines, and what the screen must show then.
STEPS = (
    ("power", ENTER, "1\n", "which power?"),
    ("dice", ENTER + DOWN + ENTER, "1\n2\n", "how many dice of"),
    ("deny", "4\r" + UP + ENTER, "4\n2\n", "to deny"),
    ("between", "2\r" + DOWN * 3 + ENTER, "2\n4\n", "anything"),
)


def moments(columns: int, plain: bool) -> Iterator[tuple[str, Terminal]]:
    """Play from moment to moment; yields the name of each with the terminal that shows it."""
    armies = [str(ROOT / "examples" / name) for name in ("chaos.yaml", "shielded.yaml")]
    with tempfile.TemporaryDirectory() as folder:
        words = ["phase", *armies, "--seed", "2", "--journal", f"{folder}/game.yaml", *(["--plain"] if plain else [])]
        with Terminal(*words, columns=columns, lines=LINES, environment={"PSYPHASE_LANG": "en"}) as table:
            for name, keys, lines, wanted in STEPS:
                typed = lines if plain else keys
                for key in _strokes(typed):
                    table.child.send(key)
                    table.settle()
                table.see(wanted)
                yield name, table


def _strokes(typed: str) -> list[str]:
    """Typed text cut behind every Enter, so that each answer meets its question."""
    return [stroke for stroke in typed.replace("\n", "\r").replace("\r", "\r\0").split("\0") if stroke]


def _colour(name: str) -> str | None:
    """A colour of the terminal as Rich names it."""
    if name == "default":
        return None
    if len(name) == 6 and all(c in "0123456789abcdef" for c in name):
        return f"#{name}"
    plain = name.removeprefix("bright").replace("brown", "yellow")
    return f"bright_{plain}" if name.startswith("bright") else plain


def picture(table: Terminal) -> str:
    """The screen in colour, as an SVG by Rich."""
    console = Console(record=True, width=table.screen.columns, file=io.StringIO(), highlight=False, markup=False, emoji=False)
    for number in range(len(table.text.splitlines())):
        text = Text()
        for column in range(table.screen.columns):
            cell = table.screen.buffer[number][column]
            colour = _colour(cell.fg)
            text.append(cell.data, Style(color=colour, bold=cell.bold, italic=cell.italics, reverse=cell.reverse))
        text.rstrip()
        console.print(text, soft_wrap=True)
    return console.export_svg(title="psyphase phase", unique_id="screen")


def recorded() -> Iterator[tuple[Path, str]]:
    """Every screen, and for 80 columns its picture: the file, and what it shows now."""
    for columns in (80, 60):
        for plain in (False, True):
            for name, table in moments(columns, plain):
                yield SCREENS / f"{name}-{columns}-{'plain' if plain else 'menus'}.txt", table.text + "\n"
                if columns == 80 and not plain:
                    yield PICTURES / f"screen-{name}.svg", picture(table)
