"""Sentences that belong to no system: what every game may say and ask."""

from __future__ import annotations

from typing import cast

from psyphase.cli.language import _
from psyphase.cli.wording import Sentences, Wording
from psyphase.procedure import Args
from psyphase.tables import Setting, Value, word


def _settings(words: Wording, args: Args) -> str:
    settings = cast(tuple[tuple[Setting, Value], ...], args["settings"])
    listed = ", ".join(f"{setting.id}={word(value)}" for setting, value in settings)
    return _("Settings (change one with --set): {listed}").format(listed=listed)


SENTENCES = Sentences(
    events={
        "as-before": _("The same dice as before they were taken back:"),
        "thrown-anew": _("Other dice than before, thrown anew:"),
        "effect-on": _("{effect} on {names}"),
        "free-total": _("Sum: {total}"),
        "effect-ends": _("{effect} on {names} ends"),
        "settings-in-force": _settings,
        "opponent": _("the opponent"),
        "nothing-in-play": _("nothing is in play"),
    },
    requests={
        "ended-effect": _("Which effect has ended?"),
        "free-count": _("How many dice?"),
        "free-sides": _("With how many sides?"),
        "free-throw": _("Dice"),
        "correction": _("What is to be set right?"),
    },
    options={
        "back": _("back"),
        "correct": _("set something right, or throw dice"),
        "correction.effect": _("an effect that has ended"),
        "correction.free-dice": _("throw dice for something else"),
        "correction.unit": _("a unit"),
    },
    asides=frozenset({"settings-in-force"}),
)
