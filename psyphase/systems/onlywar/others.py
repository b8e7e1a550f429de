"""Members with weapons of their own, who may attack as part of a command: who they are, and with what (onlywar S4)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Procedure
from psyphase.systems.onlywar.model import Hits
from psyphase.systems.onlywar.roster import Weapon
from psyphase.systems.onlywar.squad import Squad
from psyphase.systems.shared.keys import numbered


class Other(Struct, frozen=True):
    """A member with weapons of his own who may attack as part of the command: the commander, or a specialist.

    `name`: who it is, and with what where he has one weapon. `weapons`: those that fit the command.
    """

    name: str
    weapons: tuple[Weapon, ...]
    commander: bool


def others_of(squad: Squad, hits: Hits) -> list[Other]:
    """Members with a weapon of the kind that fits the command, each once, however many such weapons he has (facts 4.21)."""
    ranged = hits.weapon == "ranged"
    own = squad.entry.commander
    armed = [(own.name, own.weapons, True), *((one.name, (one.weapon,), False) for one in squad.specialists)]
    able = [
        Other(who, fitting, commander)
        for who, weapons, commander in armed
        if (fitting := tuple(weapon for weapon in weapons if (weapon.range is not None) == ranged))
    ]
    names = numbered([f"{one.name}: {one.weapons[0].name}" if len(one.weapons) == 1 else one.name for one in able])
    return [replace(one, name=name) for name, one in zip(names, able, strict=True)]


def own_weapon(one: Other) -> Procedure[Weapon]:
    """The weapon that he attacks with: asked where he has several."""
    if len(one.weapons) == 1:
        return one.weapons[0]
    names = numbered([weapon.name for weapon in one.weapons])
    ways = {
        f"weapon-{at}": replace(weapon, name=name) for at, (weapon, name) in enumerate(zip(one.weapons, names, strict=True), 1)
    }
    return (yield from Decision("other-weapon", "mine", ways, default=next(iter(ways)), args={"name": one.name}))
