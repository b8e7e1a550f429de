"""Sentences that belong to no system, and what several systems build sentences with."""

from __future__ import annotations

from typing import cast

from psyphase.engine.procedure import Args
from psyphase.tables.settings import Setting, Value, yaml_word
from psyphase.words.catalogue import N_
from psyphase.words.sentences import Sentence, Sentences, Speaker


def say_args(words: Speaker, args: Args) -> dict[str, str]:
    """All arguments as text."""
    return {key: words.value(value) for key, value in args.items()}


def say_with(words: Speaker, sentence: str, args: Args, **ready: str) -> str:
    """A marked sentence with its arguments, some of which are text already."""
    return words.gettext(sentence).format_map({**say_args(words, args), **ready})


def signed(sentence: str, key: str) -> Sentence:
    """A sentence in which one number shows its sign."""
    return lambda words, args: say_with(words, sentence, args, **{key: f"{cast(int, args[key]):+d}"})


def plural(one: str, many: str, key: str = "count") -> Sentence:
    """One sentence for one of something, another for several."""
    return lambda words, args: words.ngettext(one, many, cast(int, args[key])).format_map(say_args(words, args))


def _settings(words: Speaker, args: Args) -> str:
    settings = cast(tuple[tuple[Setting, Value], ...], args["settings"])
    listed = ", ".join(f"{setting.id}={yaml_word(value)}" for setting, value in settings)
    return words.gettext("Settings that were changed: {listed}").format(listed=listed)


SENTENCES = Sentences(
    events={
        "as-before": N_("The same dice as before they were taken back:"),
        "thrown-anew": N_("Other dice than before, thrown anew:"),
        "settings-in-force": _settings,
    },
    requests={},
    asides=frozenset({"settings-in-force"}),
)
