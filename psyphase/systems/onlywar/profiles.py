"""What a profile is worth: characteristics and skills to test against, armour, toughness (onlywar O7, S9)."""

from __future__ import annotations

from psyphase.engine.procedure import Event
from psyphase.systems.onlywar.model import Part, Rules
from psyphase.systems.onlywar.roster import Armour, Characteristics, Commander, Subordinates
from psyphase.tables.sums import Modifier

PER_TEN = 10


def toughness_bonus(profile: Commander | Subordinates) -> int:
    """The tens of toughness, and what is unnatural."""
    return profile.characteristics.t // PER_TEN + profile.unnatural_toughness


def armour(profile: Commander | Subordinates, part: Part) -> int:
    """Armour points on a part of the body."""
    worn = profile.armour
    if isinstance(worn, Armour):
        return {"head": worn.head, "arm": worn.arms, "body": worn.body, "leg": worn.legs}[part]
    return worn


def value_of(rules: Rules, profile: Commander | Subordinates, on: str) -> list[Modifier]:
    """What is tested: a characteristic; a skill by its full value, or untrained by its characteristic (facts 2.1)."""
    if on in rules.characteristics:
        return [Modifier(on, rules.characteristics[on].name, characteristic(profile.characteristics, on))]
    skill = rules.skills[on]
    if on in profile.skills:
        return [Modifier(on, skill.name, profile.skills[on])]
    base = characteristic(profile.characteristics, skill.characteristic)
    name = rules.characteristics[skill.characteristic].name
    return [
        Modifier(skill.characteristic, name, base),
        Modifier("untrained", Event("untrained", {"skill": skill}), skill.untrained),
    ]


def is_told(rules: Rules, profile: Commander | Subordinates, on: str) -> bool:
    """Whether the profile tells what a test on this takes."""
    return on in profile.skills or getattr(profile.characteristics, base_of(rules, on)) is not None


def base_of(rules: Rules, on: str) -> str:
    """The characteristic that a test is on, or that its skill is based on."""
    return on if on in rules.characteristics else rules.skills[on].characteristic


def characteristic(profile: Characteristics, id: str) -> int:
    """A characteristic by its id. One that the profile does not tell is tested by nobody, see `is_told`."""
    value: int | None = getattr(profile, id)
    assert value is not None, id
    return value
