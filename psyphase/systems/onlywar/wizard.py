"""Making a squad file by questions, for someone who has not read how one is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Number, Procedure, Selection, Text
from psyphase.systems.onlywar.model import Command, Rules
from psyphase.systems.onlywar.profiles import base_of, is_told
from psyphase.systems.onlywar.roster import Characteristics, Commander, Roster, Subordinates, Weapon
from psyphase.systems.shared.ask import ask_yes

SUBORDINATES_ASKED = ("ws", "bs", "t", "ag")
COMMANDER_ASKED = (*SUBORDINATES_ASKED, "per", "wp", "fel")
SKILLS = ("command", "intimidate", "dodge", "stealth", "survival")


def new_roster(rules: Rules) -> Procedure[Roster]:
    """Ask for a squad: side, subordinates with their weapons, commander, commands."""
    name = yield from Text("squad-name", "mine")
    sides = {id: faction for id, faction in rules.factions.items() if faction.permanent}
    faction = yield from Decision("faction", "mine", sides, default=next(iter(sides)))
    troops: str = yield from Decision("subordinates-kind", "mine", {"troop": "troop", "minion": "minion"}, default="troop")
    subordinates = yield from _subordinates(rules, troops, faction.sizes)
    commander = yield from _commander(rules, troops, subordinates)
    known = yield from Selection("special-commands", "mine", faction.commands) if troops == "troop" else _nothing()
    commander = yield from _tested(rules, commander, known)
    return Roster(
        system="onlywar",
        name=name,
        faction=faction.id,
        commander=commander,
        subordinates=subordinates,
        commands=tuple(command.id for command in known),
    )


def _nothing() -> Procedure[tuple[()]]:
    yield from ()
    return ()


def _tested(rules: Rules, commander: Commander, commands: Sequence[Command]) -> Procedure[Commander]:
    """Ask what the commands test of the commander besides, such as strength for Intimidate."""
    tested = [one.test.on for one in commands if one.test != "none" and one.test.who == "commander"]
    untold = tuple(dict.fromkeys(base_of(rules, on) for on in tested if not is_told(rules, commander, on)))
    values = yield from _values(rules, commander.name, untold)
    return replace(commander, characteristics=replace(commander.characteristics, **values))


def _profile(rules: Rules, name: str, ids: tuple[str, ...]) -> Procedure[Characteristics]:
    values = yield from _values(rules, name, ids)
    return Characteristics(**values)


def _values(rules: Rules, name: str, ids: tuple[str, ...]) -> Procedure[dict[str, int]]:
    values = {}
    for id in ids:
        values[id] = yield from Number(
            "characteristic", "mine", 1, 100, default=30, args={"characteristic": rules.characteristics[id], "name": name}
        )
    return values


def _subordinates(rules: Rules, kind: str, usual: tuple[int, int]) -> Procedure[Subordinates]:
    name = yield from Text("subordinates-name", "mine")
    sizes = rules.categories[kind].sizes
    low, high = usual if kind == "troop" or sizes == "none" else sizes
    magnitude = yield from Number("magnitude", "mine", 1, 100, default=high, args={"low": low, "high": high})
    profile = yield from _profile(rules, name, SUBORDINATES_ASKED)
    armour = yield from Number("armour", "mine", 0, 30, default=4, args={"name": name})
    ranged = yield from _weapon("ranged-weapon", 100)
    melee = yield from _weapon("melee-weapon", None)
    return Subordinates(
        name=name,
        category=cast(Literal["minion", "troop"], kind),
        magnitude=magnitude,
        characteristics=profile,
        armour=armour,
        ranged=ranged,
        melee=melee,
    )


def _weapon(id: str, reach: int | None) -> Procedure[Weapon | None]:
    """Its main weapon of a kind, by name and damage; `-` for none."""
    name = yield from Text(id, "mine", default="-")
    if name == "-":
        return None
    dice = yield from Number("damage-dice", "mine", 1, 10, default=1, args={"weapon": name})
    die: str = yield from Decision("damage-die", "mine", {"d10": "d10", "d5": "d5"}, default="d10", args={"weapon": name})
    bonus = yield from Number("damage-bonus", "mine", 0, 50, default=3, args={"weapon": name})
    penetration = yield from Number("weapon-penetration", "mine", 0, 30, default=0, args={"weapon": name})
    if reach is not None:
        reach = yield from Number("weapon-range", "mine", 1, 2000, default=reach, args={"weapon": name})
    return Weapon(name=name, damage=f"{dice}{die}+{bonus}", penetration=penetration, range=reach)


def _commander(rules: Rules, kind: str, own: Subordinates) -> Procedure[Commander]:
    name = yield from Text("commander-name", "mine")
    categories = {id: one for id, one in rules.categories.items() if one.role == "commander"}
    category = yield from Decision("commander-category", "mine", categories, default="elite" if kind == "troop" else "leader")
    profile = yield from _profile(rules, name, COMMANDER_ASKED)
    wounds = yield from Number("commander-wounds", "mine", 1, 200, default=12, args={"name": name})
    armour = yield from Number("armour", "mine", 0, 30, default=4, args={"name": name})
    options = {id: rules.skills[id] for id in SKILLS}
    trained = yield from Selection("trained-skills", "mine", options, args={"name": name})
    skills = {}
    for skill in trained:
        base = int(getattr(profile, skill.characteristic) or 30)
        skills[skill.id] = yield from Number("skill-value", "mine", 1, 150, default=base, args={"skill": skill, "name": name})
    armed = yield from ask_yes("commander-armed", "mine", True, {"name": name})
    weapons = tuple(one for one in (own.ranged, own.melee) if one and armed)
    return Commander(
        name=name,
        weapons=weapons,
        category=cast(Literal["elite", "leader", "master"], category.id),
        characteristics=profile,
        wounds=wounds,
        skills=skills,
        armour=armour,
    )
