"""Effects of commands that last: how they come into play, and when they end (onlywar O1, facts 4.20)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from psyphase.engine.procedure import Event, Procedure
from psyphase.systems.onlywar.model import Command
from psyphase.systems.onlywar.squad import InPlay, Squad


def keep_effect(squad: Squad, command: Command, rounds: int = 1, amount: int = 0) -> Procedure[Squad]:
    """The effect lasts: it takes the place of the same one from before."""
    at: Literal["start", "end", "scene"] = "start"
    # A round goes from turn to turn: one that begins before the own turn does not end with its start.
    turns = rounds + int(command.lasts == "rounds" and not squad.turn.active and not squad.round.acted)
    if command.lasts == "next-turn-end":
        # The turn in which it is given ends first.
        at, turns = "end", 2 if squad.turn.active else 1
    elif command.lasts == "scene":
        at = "scene"
    gained = (command.bonuses, command.grants, command.granted)
    effect = InPlay(command.id, command.does, command.name, command.effect, *gained, at, turns, amount)
    yield from Event("lasts", {"effect": command.name, "until": until(command.lasts, rounds), "words": command.effect})
    return replace(squad, in_play=(*(one for one in squad.in_play if one.command != command.id), effect))


def until(lasts: str, rounds: int) -> Event:
    """How long an effect lasts, in words."""
    return Event("until-rounds", {"rounds": rounds}) if lasts == "rounds" else Event(f"until-{lasts}")


def end_effects(squad: Squad, at: Literal["start", "end"]) -> Procedure[Squad]:
    """Effects that end with this start or end of the squad's turn."""
    kept: list[InPlay] = []
    for effect in squad.in_play:
        left = effect.turns - 1 if effect.at == at else effect.turns
        if left:
            kept.append(replace(effect, turns=left))
        else:
            yield from Event("effect-over", {"squad": squad, "effect": effect.name})
    return replace(squad, in_play=tuple(kept))
