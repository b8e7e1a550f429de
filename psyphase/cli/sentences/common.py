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
        "unit-added": _("{unit} is in"),
        "unit-corrected": _("{unit}: {state}"),
        "in-play-still": _("In play: {effect} on {names}, {until}. {words}"),
        "still-in-play": _("In play: {effect} on {names}, {until}"),
        "part-of": _("part of {unit}"),
        "another-unit": _("another unit"),
        "perils-of-the-warp": _("Perils of the Warp for {unit}: {why}"),
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
        "unit-kind.done": _("that is all"),
        "change.alive": _("it is not dead"),
        "change.embarked": _("it has embarked"),
        "change.disembarked": _("it has disembarked"),
        "change.reserve": _("it is in reserve"),
        "change.arrived": _("it has arrived from reserve"),
        "change.joined": _("it has joined a unit"),
        "change.left-unit": _("it has left its unit"),
        "change.locked": _("it is locked in combat"),
        "change.not-locked": _("it is no longer locked in combat"),
        "another-unit": _("another unit"),
        "correction.unit": _("a unit"),
    },
    asides=frozenset({"settings-in-force"}),
)
