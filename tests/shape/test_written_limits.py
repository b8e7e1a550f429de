"""What people write is held to its limits: the least and the most that every number and every name may be, and no more.

The limits are those of the game where it has some (a die, a profile, a cap); others only keep slips and absurd files out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import signature
from typing import Annotated, Any, get_type_hints

import msgspec
import pytest

from psyphase.systems import find_system
from source import SYSTEMS, structs

NUMBERS = {
    "w40k7": {
        # A profile goes to 10, and a leadership test to 2D6 (P13); mastery levels beyond 10 nobody has. A roll of 1 never does.
        "Unit.mastery": (0, 10),
        "Unit.leadership": (1, 10),
        "Unit.wounds": (1, 30),
        "Unit.models": (1, 200),
        "Unit.generates": (0, 10),
        "Unit.harness": (2, 6),
        "Unit.deny": (2, 6),
        "Unit.deny_bonus": (-5, 5),
        "Unit.warp_charge": (-10, 10),
        "ListedPower.charge": (1, 10),
        "UnlistedPower.charge": (1, 10),
        "Patron.least": (0, 10),
        "DenyModifier.value": (-6, 6),
        # Strength goes to 10, AP to 6 (P13).
        "Wound.amount": (1, 10),
        "Hits.strength": (1, 10),
        "Hits.ap": (1, 6),
    },
    "hh3": {
        "Models.count": (1, 200),
        "Models.willpower": (0, 20),
        "Unit.models": (1, 200),
        "Unit.willpower": (0, 20),
        "Roster.reactions": (-10, 10),
        # A D6 that shows this or more: a 1 is no success, and a 6 can be asked for.
        "Power.roll": (2, 6),
        # A psychic reaction costs at least a point (A7).
        "Reaction.points": (1, 3),
        "Nullify.points": (1, 3),
        "Allotment.up_to": (1, 1_000_000),
        "Allotment.points": (0, 20),
        "Wounds.less_willpower": (1, 30),
        "Arcana.ap": (1, 7),
        "Arcana.damage": (1, 10),
    },
    "onlywar": {
        # Characteristics are rolled against with a d100 (facts 2.1), modifiers go from -60 to +60 (facts 2.3).
        **{f"Characteristics.{id}": (1, 100) for id in ("ws", "bs", "s", "t", "ag", "int", "per", "wp", "fel")},
        **{f"Armour.{part}": (0, 30) for part in ("head", "arms", "body", "legs")},
        "Weapon.penetration": (0, 30),
        "Weapon.range": (1, 2000),
        "Commander.wounds": (1, 200),
        "Commander.armour": (0, 30),
        "Commander.unnatural_toughness": (0, 10),
        "Subordinates.magnitude": (1, 100),
        "Subordinates.armour": (0, 30),
        "Subordinates.unnatural_toughness": (0, 10),
        "Difficulty.value": (-60, 60),
        "Bonus.value": (-60, 60),
        # Who is not trained is no better for it.
        "Skill.untrained": (-60, 0),
        "ShockRow.from_total": (1, 1000),
        "Quality.kills": (0, 20),
        "Quality.fury": (0, 20),
        "Category.commands": (0, 10),
        "Test.per_magnitude": (-20, 20),
        "Permanent.per_magnitude": (-20, 20),
        # One hit for the first degree or none, and one of the squad killed or none.
        "Hits.first": (0, 1),
        "Hits.every": (1, 10),
        "Command.kills": (0, 1),
    },
}
"""The least and the most of numbers: by type and field."""
LISTS: dict[str, dict[str, tuple[Any, int, int | None]]] = {
    "w40k7": {
        "ListedPower.charge": (1, 1, None),
        "ListedPower.type": ("blessing", 1, None),
        "UnlistedPower.charge": (1, 1, None),
        "UnlistedPower.type": ("blessing", 1, None),
        "ListedPower.number": (1, 2, 2),
        "PerilsRow.faces": (1, 1, 2),
    },
    "hh3": {
        "Power.moments": ("move", 1, None),
        "PerilsRow.faces": (1, 1, 6),
        "Unit.models": ({"name": "Men"}, 1, 50),
        "Roster.units": ({"name": "Men"}, 1, 200),
    },
    "onlywar": {
        # From a first face to a last.
        "Location.faces": (1, 2, 2),
        "MultipleHits.sequence": ("body", 1, 20),
        # Half move, full move, charge, run.
        "Commander.movement": (0, 4, 4),
        "Subordinates.movement": (500, 4, 4),
    },
}
"""How many of something there are, at least and at most (None: as many as one likes): by type and field, with one of them."""
LISTS["w40k7"]["Roster.units"] = LISTS["hh3"]["Roster.units"]
NAMES = {
    "w40k7": {"Unit.name": 80, "Roster.name": 80, "Unit.embarked": 80},
    "hh3": {"Models.name": 80, "Unit.name": 80, "Roster.name": 80, "Unit.embarked": 80},
    "onlywar": {"Roster.name": 80, "Commander.name": 80, "Subordinates.name": 80, "Specialist.name": 80, "Weapon.name": 60},
}
"""How long a name may be: it has a letter at least."""
ENTRIES = {
    "hh3": {"PerilsRow.faces": (1, 6)},
    "onlywar": {
        "Location.faces": (1, 100),
        "Commander.movement": (0, 500),
        "Subordinates.movement": (0, 500),
        "Commander.skills": (-30, 150),
        "Subordinates.skills": (-30, 150),
    },
}
"""The least and the most of numbers in a list, and of those by key."""
OPTIONS = {
    "w40k7": {
        "warp-charge mastery": (0, 200),
        "warp-charge enemy_mastery": (0, 200),
        "psychic-test charge": (1, 200),
        "psychic-test dice": (1, 200),
        "deny harnessed": (1, 200),
        "deny dice": (1, 200),
        "deny modifier": (-6, 6),
        "perils leadership": (1, 10),
        "power mastery": (1, 10),
    },
    "hh3": {
        "manifestation willpower": (0, 20),
        "resistance willpower": (0, 20),
        "nullify willpower": (0, 20),
        "nullify focus_willpower": (0, 20),
        "force willpower": (0, 20),
        "perils willpower": (0, 20),
        "perils double": (1, 6),
    },
    "onlywar": {
        # A value may be far off: modifiers are given with it.
        "skill target": (-100, 200),
        "skill modifier": (-200, 200),
        "command skill": (-100, 200),
        "command magnitude": (0, 100),
        "command eligible": (0, 100),
        "command modifier": (-200, 200),
        "shock failed_by": (0, 30),
    },
}
"""The least and the most of what a one-shot roll is told: by roll and option."""
UNSAID: dict[str, dict[str, object]] = {
    "w40k7": {"warp-charge enemy_mastery": 0, "psychic-test perils": None, "deny modifier": 0, "power knows": ()},
    "hh3": {"perils arcana": False, "perils double": None},
    "onlywar": {
        "skill modifier": 0, "skill difficulty": "challenging", "command magnitude": 0, "command eligible": None, "command modifier": 0,
    },
}  # fmt: skip
"""Options of one-shot rolls that need not be given, and what they are then."""
MANY = 1000
TEXTS = ("source", "en", "ru", "fr")
"""What every table has, of 1 to 400 characters."""


@cache
def written(system: str) -> dict[str, type[msgspec.Struct]]:
    """The types of a system's tables and rosters, by name."""
    found = find_system(system)
    shapes = [*found.shapes.values(), found.roster]
    return {one.__name__: one for shape in shapes for one in structs(msgspec.inspect.type_info(shape))}


def field(system: str, name: str) -> Any:
    """The type of a field, or of an option of a roll."""
    owner, dot, key = name.partition(".")
    if not dot:
        roll, _, key = name.partition(" ")
        hint = get_type_hints(find_system(system).rolls[roll].procedure, include_extras=True)[key]
        return Annotated[int, hint.__metadata__[0]]  # the limits of one that may be left out, too
    return get_type_hints(written(system)[owner], include_extras=True)[key]


def taken(system: str, name: str, value: object) -> bool:
    """Whether a field, or an option of a roll, takes a value."""
    try:
        msgspec.convert(value, field(system, name))
    except msgspec.ValidationError:
        return False
    return True


def held(system: str, name: str, low: int, high: int | None, of: Callable[[int], object] = int) -> None:
    """A field takes the least and the most, and nothing beyond; `of` makes a value of a number or of a size."""
    around = {low - 1, low, *((high, high + 1) if high is not None else (MANY,))}
    assert {size for size in around if taken(system, name, of(size))} == {low, MANY if high is None else high}, name


@pytest.mark.parametrize("system", SYSTEMS)
def test_numbers(system: str) -> None:
    """w40k7 P9, P13-P15; hh3 A7, A12; onlywar-facts 2.1, 2.3: numbers are held to what the game knows."""
    for field, (low, high) in NUMBERS[system].items():
        held(system, field, low, high)


@pytest.mark.parametrize("system", SYSTEMS)
def test_numbers_in_lists(system: str) -> None:
    """hh3 A11; onlywar O4, facts 2.1, 2.5: so are faces of dice, speeds and skills."""
    for field, (low, high) in ENTRIES.get(system, {}).items():
        if field in LISTS[system]:
            count = LISTS[system][field][1]
            held(system, field, low, high, lambda value, count=count: [value] * count)  # type: ignore[misc]
        else:
            held(system, field, low, high, lambda value: {"dodge": value})


@pytest.mark.parametrize("system", SYSTEMS)
def test_how_many(system: str) -> None:
    """w40k7 G3, T7; hh3 A3, A11; onlywar O4, facts 2.5: nothing is an empty list that cannot be, and none is endless."""
    for field, (one, low, high) in LISTS[system].items():
        held(system, field, low, high, lambda size, one=one: [one] * size)  # type: ignore[misc]


@pytest.mark.parametrize("system", SYSTEMS)
def test_names(system: str) -> None:
    """Whoever is in a roster has a name, of one letter or of a long line."""
    for field, most in NAMES[system].items():
        held(system, field, 1, most, lambda size: "x" * size)


@pytest.mark.parametrize("system", SYSTEMS)
def test_words_and_sources(system: str) -> None:
    """Every name in a table has words in its languages, and where it comes from."""
    for owner, kind in written(system).items():
        for field in set(TEXTS) & set(kind.__struct_fields__):
            held(system, f"{owner}.{field}", 1, 400, lambda size: "x" * size)


@pytest.mark.parametrize("system", SYSTEMS)
def test_options_of_rolls(system: str) -> None:
    """w40k7 P1, P9, P13-P15; hh3 A8-A12; onlywar-facts 2.1, 2.9: so is what a one-shot roll is told."""
    for option, (low, high) in OPTIONS[system].items():
        held(system, option, low, high)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_roll_is_not_told(system: str) -> None:
    """Nothing else counts in a roll that is not told: no modifier, no magnitude, nothing known; everything else has to be."""
    found = {
        f"{roll} {one.name}": one.default
        for roll, named in find_system(system).rolls.items()
        for one in signature(named.procedure).parameters.values()
        if one.default is not one.empty
    }
    assert found == UNSAID[system]


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_not_told_is_not_written(system: str) -> None:
    """A roster that is written has what was told, and no line for anything that is as usual."""
    kinds = set(structs(msgspec.inspect.type_info(find_system(system).roster)))
    with_defaults = [one for one in kinds if one.__struct_defaults__]
    assert with_defaults
    assert not [one.__name__ for one in with_defaults if not one.__struct_config__.omit_defaults]
