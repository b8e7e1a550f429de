"""How a squad stands, and setting right what the program cannot see (onlywar S1, S5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure
from psyphase.systems.onlywar.model import Rules
from psyphase.systems.onlywar.squad import Encounter, InPlay, Squad
from psyphase.systems.shared.adjust import choose_adjustment, choose_change, choose_thing, free_dice

MOST_MAGNITUDE = 200
MOST_CRITICAL = 100


def squad_state(squad: Squad) -> Event:
    """How a squad stands, in a few words."""
    if squad.standing == "gone":
        return Event("squad-state", {"parts": (Event("state-gone"),)})
    parts = [Event("state-magnitude", {"magnitude": squad.magnitude})]
    if squad.commander_up:
        parts.append(Event("state-wounds", {"name": squad.entry.commander.name, "wounds": squad.wounds}))
    flags = {"shattered": squad.standing == "shattered", "pinned": squad.pinned, "no-commander": not squad.commander_up}
    parts += [Event(f"state-{flag}") for flag, is_set in flags.items() if is_set]
    parts += [Event("state-pain", {"pain": squad.pain})] if squad.pain else []
    parts += [_effect_state(effect) for effect in squad.in_play]
    parts += [Event("state-due")] if squad.due else []
    return Event("squad-state", {"parts": tuple(parts)})


def _effect_state(effect: InPlay) -> Event:
    """An effect in play, how long it still lasts, and its strength."""
    if effect.amount:
        return Event("state-effect-amount", {"effect": effect.name, "amount": effect.amount, "turns": effect.turns})
    return Event(
        "state-effect-turns" if effect.turns > 1 and effect.at != "scene" else "state-effect",
        {"effect": effect.name, "turns": effect.turns},
    )


def adjust(_rules: Rules, encounter: Encounter) -> Procedure[Encounter]:
    """Choose what to set right, and do it; every change is told."""
    return (yield from choose_adjustment("mine", encounter, {"squad": _squad, "free-dice": partial(free_dice, "mine")}))


def _squad(encounter: Encounter) -> Procedure[Encounter]:
    notes = {squad.id: squad_state(squad) for squad in encounter.squads}
    squad = yield from choose_thing("which-squad", "mine", {squad.id: squad for squad in encounter.squads}, notes)
    if squad is None:
        return encounter
    hidden = {"pain": not squad.pain, "leads": squad.acts, "effect": not squad.in_play}
    change = yield from choose_change("mine", (key for key in CHANGES if not hidden.get(key)), {"squad": squad})
    if change is None:
        return encounter
    changed = yield from CHANGES[change](squad)
    yield from Event("squad-corrected", {"squad": changed, "state": squad_state(changed)})
    return encounter.with_squad(changed)


def _magnitude(squad: Squad) -> Procedure[Squad]:
    left = yield from Number("magnitude-now", "mine", 0, MOST_MAGNITUDE, default=squad.magnitude, args={"squad": squad})
    standing = "gone" if not left else "squad" if squad.standing == "gone" and squad.commander_up else squad.standing
    return replace(squad, magnitude=left, standing=standing, specialists=squad.specialists[:left])


def _wounds(squad: Squad) -> Procedure[Squad]:
    left = yield from Number(
        "wounds-now", "mine", min(squad.wounds, -MOST_CRITICAL), 200, default=squad.wounds, args={"squad": squad}
    )
    return replace(squad, wounds=left)


def _pain(squad: Squad) -> Procedure[Squad]:
    left = yield from Number("pain-now", "mine", 0, 100, default=squad.pain, args={"squad": squad})
    return replace(squad, pain=left)


def _pinned(squad: Squad) -> Procedure[Squad]:
    yield from ()
    return replace(squad, pinned=not squad.pinned)


def _leads(squad: Squad) -> Procedure[Squad]:
    """A squad again, or its commander again."""
    yield from ()
    return replace(squad, commander_up=True, standing="squad" if squad.magnitude else "gone")


def _effect(squad: Squad) -> Procedure[Squad]:
    options = {effect.command: effect for effect in squad.in_play}
    over = yield from Decision("ended-effect", "mine", options, default=next(iter(options)))
    learned = () if over.at == "scene" else squad.learned
    return replace(squad, in_play=tuple(one for one in squad.in_play if one is not over), learned=learned)


Change: TypeAlias = Callable[[Squad], Procedure[Squad]]
CHANGES: Mapping[str, Change] = {
    "magnitude": _magnitude,
    "wounds": _wounds,
    "pinned": _pinned,
    "pain": _pain,
    "leads": _leads,
    "effect": _effect,
}
