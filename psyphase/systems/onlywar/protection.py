"""What stands between damage and a model (onlywar S9, S11): armour and cover, toughness, a force field."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure, Roll
from psyphase.engine.readings import Under
from psyphase.systems.onlywar.degrees import D100
from psyphase.systems.onlywar.model import Part, Rules
from psyphase.systems.onlywar.profiles import armour, toughness_bonus
from psyphase.systems.onlywar.roster import Commander, Subordinates
from psyphase.systems.onlywar.squad import Squad
from psyphase.tables.sums import Modifier


class Protection(Struct, frozen=True):
    """What stands between damage and a model: armour and cover less penetration, and the toughness bonus (S9, S11)."""

    profile: Commander | Subordinates
    cover: int
    penetration: int

    def stops(self, part: Part) -> tuple[Modifier, ...]:
        """The parts of what is taken off the damage of a hit there."""
        worn = armour(self.profile, part)
        left = max(0, worn + self.cover - self.penetration)
        args = {"armour": worn, "cover": self.cover, "penetration": self.penetration, "left": left}
        parts = (
            Modifier("armour", Event("armour-part", args), -left),
            Modifier("toughness", None, -toughness_bonus(self.profile)),
        )
        return tuple(part for part in parts if part.value)


def ask_protection(squad: Squad, profile: Commander | Subordinates, *, covered: bool) -> Procedure[tuple[Squad, Protection]]:
    """Ask what the squad's file cannot tell: penetration, and cover where it helps."""
    penetration = yield from Number("penetration", "theirs", 0, 50, default=squad.penetration)
    squad = replace(squad, penetration=penetration)
    cover = 0
    if covered:
        squad, cover = yield from _cover(squad, own=isinstance(profile, Commander))
    return squad, Protection(profile, cover, penetration)


def _cover(squad: Squad, *, own: bool) -> Procedure[tuple[Squad, int]]:
    """The squad has cover when most of it is in it, the commander when he himself is (S11); effects make it better."""
    before = squad.commander_cover if own else squad.cover
    id = "commander-cover" if own else "cover"
    cover = yield from Number(id, "mine", 0, 50, default=before, args={"squad": squad, "name": squad.entry.commander.name})
    squad = replace(squad, commander_cover=cover) if own else replace(squad, cover=cover)
    better = yield from _better_cover(squad, cover)
    return squad, better


def _better_cover(squad: Squad, cover: int) -> Procedure[int]:
    """Cover that effects in play make, or make better where there is any."""
    total = cover
    for effect in squad.in_play:
        by = {bonus.on: bonus.value for bonus in effect.bonuses}
        if "thick-cover" not in by:
            total += by.get("cover", 0)
        elif cover:
            ways = {"thick": by["thick-cover"], "thin": by.get("cover", 0), "none": 0}
            total += yield from Decision("growth", "mine", ways, default="thin", args={"squad": squad})
    return total


def got_through(damages: Sequence[int], protection: Protection, parts: Sequence[Part]) -> Procedure[list[int]]:
    """What gets through of each hit, on the part it strikes."""
    found = []
    for at, (rolled, part) in enumerate(zip(damages, parts, strict=False), 1):
        stops = protection.stops(part)
        through = max(0, rolled + sum(one.value for one in stops))
        args = {"rolled": rolled, "stops": stops, "through": through, "hit": at, "part": Event(f"part-{part}")}
        yield from Event("through", args)
        found.append(through)
    return found


def past_the_field(rules: Rules, squad: Squad, damages: tuple[int, ...]) -> Procedure[tuple[int, ...]]:
    """The hits that a force field does not stop; by the setting one roll stands for a whole attack (facts 2.10)."""
    field = squad.effect("field")
    if not field:
        return damages
    landed = []
    stopped = False
    for at, rolled in enumerate(damages):
        if not at or rules.settings.fields_per == "hit":
            read = Under(field.amount)
            stopped = yield from Roll("force-field", "mine", D100, read, args={"rating": field.amount}, passes=bool)
            if stopped:
                damage = f"1d{rules.figures.field_damage_die}"
                yield from Event("field-stops", {"rating": field.amount, "damage": damage})
            else:
                yield from Event("field-fails", {"rating": field.amount})
        landed += [] if stopped else [rolled]
    return tuple(landed)
