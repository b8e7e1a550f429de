"""The sentences of each system, found by its name; here what several of them build sentences with."""

from __future__ import annotations

from typing import cast

from psyphase.cli.wording import Sentence, Wording
from psyphase.procedure import Args


def filled(words: Wording, args: Args) -> dict[str, str]:
    """All arguments as text."""
    return {key: words.value(value) for key, value in args.items()}


def signed(sentence: str, key: str) -> Sentence:
    """A sentence in which one number shows its sign."""
    return lambda words, args: sentence.format_map({**filled(words, args), key: f"{cast(int, args[key]):+d}"})


def counted(one: str, many: str, key: str = "count") -> Sentence:
    """One sentence for one of something, another for several."""
    return lambda words, args: (one if args[key] == 1 else many).format_map(filled(words, args))
