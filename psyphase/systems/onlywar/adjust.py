"""How a squad stands, and setting right what the program cannot see (onlywar S1, S5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure
from psyphase.systems.onlywar.attacks_on import hurt_commander
from psyphase.systems.onlywar.model import Rules
from psyphase.systems.onlywar.morale import lose_subordinates, without_orders
from psyphase.systems.onlywar.squad import Encounter, InPlay, Squad
from psyphase.systems.shared.adjust import BACK, choose_adjustment, choose_change, choose_thing, choose_things, free_dice

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


def adjust(rules: Rules, encounter: Encounter) -> Procedure[Encounter]:
    """Choose what to set right, and do it; every change is told."""
    ways: dict[str, Callable[[Encounter], Procedure[Encounter]]] = {
        "squad": partial(_squad, rules),
        "squads": partial(_several, rules),
        "free-dice": partial(free_dice, "mine"),
    }
    if len(encounter.squads) == 1:
        del ways["squads"]
    return (yield from choose_adjustment("mine", encounter, ways))


def _squad(rules: Rules, encounter: Encounter) -> Procedure[Encounter]:
    notes = {squad.id: squad_state(squad) for squad in encounter.squads}
    squad = yield from choose_thing("which-squad", "mine", {squad.id: squad for squad in encounter.squads}, notes)
    return encounter if squad is None else (yield from _changed(rules, encounter, (squad,)))


def _several(rules: Rules, encounter: Encounter) -> Procedure[Encounter]:
    """The same happened to several squads."""
    chosen = yield from choose_things("squads", "mine", {squad.id: squad for squad in encounter.squads}, {})
    return (yield from _changed(rules, encounter, chosen)) if chosen else encounter


def _changed(rules: Rules, encounter: Encounter, squads: Sequence[Squad]) -> Procedure[Encounter]:
    """What happened to them; how much of it, each of them is asked for."""
    keys = [key for key, (may, _) in CHANGES.items() if all(may(squad) for squad in squads)]
    change = yield from choose_change("mine", keys, {"squad": squads if len(squads) > 1 else squads[0]})
    if change is None:
        return encounter
    for squad in squads:
        changed = yield from CHANGES[change][1](rules, squad)
        yield from Event("squad-corrected", {"squad": changed, "name": changed.name, "state": squad_state(changed)})
        encounter = encounter.with_squad(changed)
    return encounter


def _losses(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """Subordinates die: of a squad they count for its morale (M4)."""
    lost = yield from Number("losses", "mine", 0, squad.magnitude, default=1, args={"squad": squad})
    return (yield from lose_subordinates(rules, squad, lost, counts=squad.standing == "squad"))


def _wounds_lost(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """The commander is hurt, past whatever protects him."""
    lost = yield from Number("wounds-lost", "mine", 0, MOST_CRITICAL, default=1, args={"squad": squad})
    return (yield from hurt_commander(rules, squad, lost))


def _magnitude(rules: Rules, squad: Squad) -> Procedure[Squad]:
    """Not a loss, but a count set right. Of a squad without subordinates its commander is left (S13)."""
    left = yield from Number("magnitude-now", "mine", 0, MOST_MAGNITUDE, default=squad.magnitude, args={"squad": squad})
    specialists = squad.specialists[:left] if rules.settings.specialists_count else squad.specialists
    set_right = replace(squad, magnitude=left, specialists=specialists)
    if not left:
        alone = replace(set_right, standing="shattered" if squad.commander_up else "gone", due=0)
        return without_orders(alone.without_turn())
    return replace(set_right, standing="shattered") if squad.standing == "gone" else set_right


def _wounds(_rules: Rules, squad: Squad) -> Procedure[Squad]:
    left = yield from Number(
        "wounds-now", "mine", min(squad.wounds, -MOST_CRITICAL), 200, default=squad.wounds, args={"squad": squad}
    )
    return replace(squad, wounds=left)


def _pain(_rules: Rules, squad: Squad) -> Procedure[Squad]:
    left = yield from Number("pain-now", "mine", 0, 100, default=squad.pain, args={"squad": squad})
    return replace(squad, pain=left)


def _pinned(_rules: Rules, squad: Squad) -> Procedure[Squad]:
    yield from ()
    return replace(squad, pinned=True)


def _not_pinned(_rules: Rules, squad: Squad) -> Procedure[Squad]:
    yield from ()
    return replace(squad, pinned=False)


def _leads(_rules: Rules, squad: Squad) -> Procedure[Squad]:
    """A squad again, or its commander again."""
    yield from ()
    return replace(squad, commander_up=True, standing="squad" if squad.magnitude else "shattered")


def _effect(_rules: Rules, squad: Squad) -> Procedure[Squad]:
    ways: dict[str, InPlay | None] = {**{effect.command: effect for effect in squad.in_play}, BACK: None}
    over = yield from Decision("ended-effect", "mine", ways, default=BACK)
    if over is None:
        return squad
    learned = () if over.at == "scene" else squad.learned
    return replace(squad, in_play=tuple(one for one in squad.in_play if one is not over), learned=learned)


May: TypeAlias = Callable[[Squad], bool]
Change: TypeAlias = Callable[[Rules, Squad], Procedure[Squad]]
CHANGES: Mapping[str, tuple[May, Change]] = {
    "losses": (lambda squad: bool(squad.magnitude), _losses),
    "wounds-lost": (lambda squad: squad.commander_up, _wounds_lost),
    "pinned": (lambda squad: squad.standing == "squad" and not squad.pinned, _pinned),
    "not-pinned": (lambda squad: squad.pinned, _not_pinned),
    "pain": (lambda squad: bool(squad.pain), _pain),
    "leads": (lambda squad: not squad.acts, _leads),
    "effect": (lambda squad: bool(squad.in_play), _effect),
    "magnitude": (lambda _squad: True, _magnitude),
    "wounds": (lambda _squad: True, _wounds),
}
"""What may have happened to a squad, the usual first: whether it can have, and what then stands."""
