"""A roster with its powers, printed in one of the formats of `generate`."""

from __future__ import annotations

import csv
import io
import sys
from typing import TYPE_CHECKING, Any

from psyphase.cli.screen.render import plain_line, rich_console
from psyphase.cli.screen.stdout import is_dumb, json_text
from psyphase.games.roster import roster_text
from psyphase.tables.names import Language
from psyphase.text import as_markdown
from psyphase.words.catalogue import _
from psyphase.words.wording import Wording

if TYPE_CHECKING:
    from psyphase.games.session import Session


def print_roster(session: Session, roster: Any, form: str, language: Language) -> None:
    """Print a roster: `json` and `yaml` hold ids, the other forms names in the language."""
    if form == "json":
        print(json_text(session.system.summary(session.rules, roster)))
    elif form == "yaml":
        print(roster_text(roster), end="")
    else:
        words = Wording(session.system.sentences(), language)
        rows = session.system.rows(session.rules, roster)
        if not rows:
            print(_("No unit of this roster has powers."), file=sys.stderr)
            return
        print_rows(words, rows, form)


def print_rows(words: Wording, rows: list[dict[str, Any]], form: str = "table") -> None:
    """Rows of a sheet, with the heads and names of a language."""
    heads = [words.column(key) for key in rows[0]]
    cells = [[words.value(value) for value in row.values()] for row in rows]
    {"csv": _csv, "markdown": _markdown, "table": _table}[form](heads, cells)


def _csv(heads: list[str], cells: list[list[str]]) -> None:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([heads, *([_inert(cell) for cell in row] for row in cells)])
    print(text.getvalue(), end="")


def _inert(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell


def _markdown(heads: list[str], cells: list[list[str]]) -> None:
    escaped = [list(map(as_markdown, row)) for row in (heads, *cells)]
    for row in (escaped[0], ["---"] * len(heads), *escaped[1:]):
        print("| " + " | ".join(row) + " |")


def _table(heads: list[str], cells: list[list[str]]) -> None:
    """A table as wide as the terminal; into a pipe every cell is whole."""
    if not sys.stdout.isatty():
        widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
        for row in (heads, *cells):
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        return
    if is_dumb() or rich_console().width < 100:
        _cards(heads, cells)
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(*heads)
    for row in cells:
        table.add_row(*map(Text, row))
    rich_console().print(table)


def _cards(heads: list[str], cells: list[list[str]]) -> None:
    """One power a paragraph, for narrow screens; a unit's name stands above its powers."""
    above = int(heads[0] == _("Unit"))
    unit = None
    for row in cells:
        if above and row[0] != unit:
            unit = row[0]
            plain_line("")
            plain_line(unit)
        plain_line(f"  {row[above]}")
        figures = zip(heads[above + 1 : -1], row[above + 1 : -1], strict=True)
        plain_line("    " + ", ".join(f"{head} {cell}" for head, cell in figures if cell))
        plain_line(f"    {row[-1]}")
