"""Sentences of what all systems have, in English."""

from __future__ import annotations

from typing import cast

from psyphase.engine.procedure import Args
from psyphase.words.catalogue import N_
from psyphase.words.sentences import Sentences, Speaker


def _army_state(words: Speaker, args: Args) -> str:
    units = cast("tuple[Args, ...]", args["states"])
    states = "; ".join(f"{words.value(one['name'])} ({words.value(one['state'])})" for one in units)
    return words.gettext(N_("{army}: {states}")).format(army=words.value(args["army"]), states=states)


SENTENCES = Sentences(
    events={
        "effect-on": N_("{effect} on {names}"),
        "free-total": N_("Sum: {total}"),
        "effect-ends": N_("{effect} on {names} ends"),
        "opponent": N_("the opponent"),
        "unit-added": N_("{unit} is in"),
        "unit-corrected": N_("{unit}: {state}"),
        "in-play-still": N_("In play: {effect} on {names}, {until}. {words}"),
        "still-in-play": N_("In play: {effect} on {names}, {until}"),
        "part-of": N_("part of {unit}"),
        "another-unit": N_("another unit"),
        "perils-of-the-warp": N_("Perils of the Warp for {unit}: {why}"),
        "nothing-in-play": N_("nothing is in play"),
        "army-state": _army_state,
        "unit-state": N_("{parts}"),
        "state-in-army": N_("{army}, {state}"),
        "state-dead": N_("dead"),
        "state-on-table": N_("on the table"),
        "state-embarked": N_("embarked"),
        "state-aboard": N_("in {transport}"),
        "state-reserve": N_("in reserve"),
        "state-joined": N_("with {host}"),
        "state-locked": N_("locked in combat"),
    },
    requests={
        "ended-effect": N_("Which effect has ended?"),
        "free-count": N_("How many dice?"),
        "free-sides": N_("With how many sides?"),
        "free-throw": N_("Dice"),
        "correction": N_("What is to be set right?"),
    },
    options={
        "back": N_("back"),
        "correct": N_("set something right, or throw dice"),
        "correction.effect": N_("an effect that has ended"),
        "correction.free-dice": N_("throw dice for something else"),
        "unit-kind.done": N_("that is all"),
        "change.alive": N_("it is not dead"),
        "change.embarked": N_("it has embarked"),
        "change.disembarked": N_("it has disembarked"),
        "change.reserve": N_("it is in reserve"),
        "change.arrived": N_("it has arrived from reserve"),
        "change.joined": N_("it has joined a unit"),
        "change.left-unit": N_("it has left its unit"),
        "change.locked": N_("it is locked in combat"),
        "change.not-locked": N_("it is no longer locked in combat"),
        "another-unit": N_("another unit"),
        "correction.unit": N_("a unit"),
        "correction.units": N_("several units at once"),
        "correction.new-unit": N_("a new unit"),
    },
)
