"""A transcript as text, Markdown or HTML."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Literal

from psyphase.cli.screen.render import Transcript, rich_line
from psyphase.engine.play import Narration
from psyphase.text import as_markdown
from psyphase.words.wording import Wording


def export_transcript(words: Wording, narration: Sequence[Narration], form: Literal["text", "markdown", "html"]) -> str:
    """The transcript of a game in one of the forms."""
    if form == "html":
        return _html(words, narration)
    lines: list[str] = []
    show = _markdown(lines) if form == "markdown" else _text(lines)
    transcript = Transcript(words, show)
    for one in narration:
        transcript(one)
    return "\n".join(lines) + "\n"


class _text:  # noqa: N801
    """Lines as they are, a blank one before each heading."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def __call__(self, text: str, style: str) -> None:
        if style == "heading" and self._lines:
            self._lines.append("")
        self._lines.append(text)


class _markdown(_text):  # noqa: N801
    """A list with headings; what Markdown would take for markup is escaped."""

    def __call__(self, text: str, style: str) -> None:
        escaped = as_markdown(text)
        if style == "heading":
            super().__call__(f"## {escaped}\n", style)
        else:
            marks = {"dice": "**", "alarm": "**", "answer": "_", "aside": "_"}.get(style, "")
            self._lines.append(f"- {marks}{escaped}{marks}")


def _html(words: Wording, narration: Sequence[Narration]) -> str:
    from rich.console import Console

    console = Console(record=True, width=100, file=io.StringIO(), markup=False, emoji=False, highlight=False)
    transcript = Transcript(words, rich_line(console))
    for one in narration:
        transcript(one)
    return console.export_html(inline_styles=True)
