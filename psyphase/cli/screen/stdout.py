"""What standard output can show."""

from __future__ import annotations

import os
import sys

from psyphase.text import is_printable


def json_text(data: object) -> str:
    """Data as JSON on one line, with every letter whatever the encoding of standard output."""
    import json

    text = json.dumps(data, ensure_ascii=False)
    return text if is_printable(text) and can_show(text) else json.dumps(data)


def can_show(text: str) -> bool:
    """Whether standard output's encoding has these letters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_dumb() -> bool:
    """Whether standard output, or whoever reads it, cannot do with more than plain lines."""
    # A console of Windows has no name for its kind, and can do all that is wanted.
    kind = os.environ.get("TERM") or ("console" if os.name == "nt" else "unknown")
    return not sys.stdout.isatty() or kind in ("dumb", "unknown") or os.environ.get("ACCESSIBLE", "") not in ("", "0")


def is_uncoloured() -> bool:
    """Whether nobody wants to see a style (no-color.org: an empty word counts as none)."""
    return bool(os.environ.get("NO_COLOR"))
