"""The state of an encounter: values only. Every change makes a new one (onlywar S, M, O)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Event
from psyphase.systems.onlywar.degrees import difficulty, target
from psyphase.systems.onlywar.model import ATTACKS, RESERVED, AbilityWord, Bonus, Command, CommandWord, Permanent, Rules, Test
from psyphase.systems.onlywar.profiles import PER_TEN, value_of
from psyphase.systems.onlywar.roster import Commander, Roster, Specialist, Subordinates
from psyphase.systems.shared.keys import numbered, unit_keys
from psyphase.tables.names import Name, Words
from psyphase.tables.sums import Modifier, Sum

HALF_ACTIONS = 2
SPEEDS = ("half", "full", "charge", "run")
TIMES = (1, 2, 3, 6)
"""How many times the agility bonus a member moves in metres at each speed (facts 2.7)."""
Standing: TypeAlias = Literal["squad", "shattered", "gone"]
FEARLESS = frozenset({"fearless", "frenzy"})
"""Traits that make immune to fear and pinning (facts 2.9)."""


class InPlay(Struct, frozen=True):
    """An effect that lasts, of a command that `does` something. It ends after `turns` starts or ends of the squad's own turn,
    or with the scene. `amount`: the protection of a force field.
    """

    command: str
    does: CommandWord
    name: Name
    effect: Words
    bonuses: tuple[Bonus, ...]
    grants: tuple[str, ...]
    granted: Literal["main-ranged", "attacks", "none"]
    at: Literal["start", "end", "scene"]
    turns: int = 1
    amount: int = 0


class Round(Struct, frozen=True):
    """What counts for a round: the magnitude at its start and what was `lost` in it, and what may be done once in it (O2, O3).

    `tested`: losses that have been tested for morale (M4). `acted`: the squad has had its turn. `watched`: it has shot at an enemy
    in its sector.
    """

    start: int
    lost: int = 0
    tested: int = 0
    acted: bool = False
    attacked: bool = False
    concentrated: bool = False
    reacted: bool = False
    watched: bool = False


class Turn(Struct, frozen=True):
    """What counts from one own turn to the next. `active`: it is that turn, with so many half `actions` left.

    `rerolled`: the abilities and effects by which a test was rerolled, each once a turn.
    """

    active: bool = False
    actions: int = 0
    moved: bool = False
    ran: bool = False
    rerolled: frozenset[str] = frozenset()


class Squad(Struct, frozen=True):
    """A squad in play. What is marked (told) is as the game master told it last, and proposed when it is asked for again.

    `id`: its key; `entry`: its file, with a name of its own.
    `magnitude`: subordinates left (S1), weapon `specialists` among them.
    `wounds`: of the commander, below 0 critical damage; `commander_up`: he is not out of action.
    `standing`: a squad, single NPCs, or nobody left.
    `pain`: pain points.
    `cover`, `commander_cover`: armour points of cover (S11; told).
    `penetration`: of an attack on it; `targets`: of its own attacks (told).
    `learned`: what the scene brought: commands by id, and talents by name.
    `lost_before`: what was lost in the round before.
    `due`: losses that call for a morale test (M4).
    `spent`: commands of once a scene.
    """

    id: str
    entry: Roster
    magnitude: int
    wounds: int
    round: Round
    turn: Turn = Turn()
    specialists: tuple[Specialist, ...] = ()
    commander_up: bool = True
    standing: Standing = "squad"
    pinned: bool = False
    pain: int = 0
    cover: int = 0
    commander_cover: int = 0
    penetration: int = 0
    targets: int = 0
    learned: tuple[str, ...] = ()
    lost_before: int = 0
    due: int = 0
    spent: frozenset[str] = frozenset()
    in_play: tuple[InPlay, ...] = ()

    @property
    def name(self) -> str:
        """Its name in the file."""
        return self.entry.name

    @property
    def acts(self) -> bool:
        """Whether it can be given commands at all."""
        return self.standing == "squad" and self.commander_up

    @property
    def troops(self) -> bool:
        """Whether its subordinates are troops: minions know no tactical commands and no morale (O5, M4)."""
        return self.entry.subordinates.category == "troop"

    @property
    def traits(self) -> frozenset[str]:
        """Of the subordinates."""
        return frozenset(self.entry.subordinates.traits)

    def bonus(self, on: str) -> int:
        """What effects in play add to something."""
        return sum(bonus.value for effect in self.in_play for bonus in effect.bonuses if bonus.on == on)

    def effect(self, does: CommandWord) -> InPlay | None:
        """The effect in play that does something."""
        return next((one for one in self.in_play if one.does == does), None)

    def with_round(self, **changed: object) -> Squad:
        """The squad with something of this round changed."""
        return replace(self, round=replace(self.round, **changed))

    def with_turn(self, **changed: object) -> Squad:
        """The squad with something of its turn changed."""
        return replace(self, turn=replace(self.turn, **changed))

    def without_turn(self) -> Squad:
        """The squad with no turn left in this round."""
        return self.with_turn(active=False, actions=0).with_round(acted=True)

    def grants(self, command: Command, *, main: bool) -> tuple[str, ...]:
        """Weapon qualities that effects in play give an attack: of the main weapon, or of somebody's own."""
        fitting = {
            "main-ranged": main and command.hits != "none" and command.hits.weapon == "ranged",
            "attacks": command.does in ATTACKS,
            "none": False,
        }
        return tuple(dict.fromkeys(id for effect in self.in_play if fitting[effect.granted] for id in effect.grants))


class Encounter(Struct, frozen=True):
    """All squads of the game master, round by round."""

    squads: tuple[Squad, ...]
    round: int = 1

    def squad(self, id: str) -> Squad:
        """The squad with this key."""
        return next(squad for squad in self.squads if squad.id == id)

    def with_squad(self, changed: Squad) -> Encounter:
        """The encounter with one squad changed."""
        return replace(self, squads=tuple(changed if squad.id == changed.id else squad for squad in self.squads))


def new_encounter(rosters: Sequence[Roster], rules: Rules) -> Encounter:
    """The encounter before its first round."""
    keys = unit_keys((roster.name for roster in rosters), RESERVED)
    return Encounter(tuple(new_squad(key, roster, rules) for key, roster in zip(keys, _told_apart(rosters), strict=True)))


def _told_apart(rosters: Sequence[Roster]) -> list[Roster]:
    """The squads with numbers in equal names, theirs and those of their commanders and specialists."""
    squads = numbered([roster.name for roster in rosters])
    people = iter(numbered([name for roster in rosters for name in _people(roster)]))
    return [
        replace(
            roster,
            name=name,
            commander=replace(roster.commander, name=next(people)),
            specialists=tuple(replace(one, name=next(people)) for one in roster.specialists),
        )
        for name, roster in zip(squads, rosters, strict=True)
    ]


def _people(roster: Roster) -> list[str]:
    """Those of a squad who have names: its commander first."""
    return [roster.commander.name, *(one.name for one in roster.specialists)]


def new_squad(key: str, roster: Roster, rules: Rules) -> Squad:
    """A squad as its file has it. By the setting specialists do not count in its magnitude (facts 4.3)."""
    magnitude = roster.subordinates.magnitude
    if not rules.settings.specialists_count:
        magnitude = max(0, magnitude - len(roster.specialists))
    return Squad(key, roster, magnitude, roster.commander.wounds, Round(start=magnitude), specialists=roster.specialists)


def permanent(rules: Rules, squad: Squad) -> Permanent | None:
    """The permanent ability of a troop squad's faction (O6)."""
    return rules.factions[squad.entry.faction].permanent if squad.troops else None


def ability_to(rules: Rules, squad: Squad, do: AbilityWord) -> Permanent | None:
    """The squad's permanent ability, if it does this."""
    ability = permanent(rules, squad)
    return ability if ability and do in ability.does else None


def ordering_magnitude(rules: Rules, squad: Squad) -> int:
    """The magnitude that counts for giving commands: pain points are added where they do (facts 4.38)."""
    return squad.magnitude + (squad.pain if ability_to(rules, squad, "pain-points") else 0)


def by_magnitude(rules: Rules, squad: Squad, per: int) -> Modifier:
    """What the magnitude adds to a test."""
    magnitude = ordering_magnitude(rules, squad)
    name = Event("magnitude-part", {"magnitude": squad.magnitude})
    if magnitude != squad.magnitude:
        name = Event("magnitude-and-pain", {"magnitude": squad.magnitude, "pain": squad.pain})
    return Modifier("magnitude", name, per * magnitude)


def target_of(rules: Rules, squad: Squad, test: Test, *others: Modifier, on: str = "") -> Sum:
    """What a command's test is rolled against (O7). `on`: tested in place of what the table says."""
    profile = squad.entry.commander if test.who == "commander" else squad.entry.subordinates
    base, *parts = value_of(rules, profile, on or test.on)
    parts.append(difficulty(rules, test.difficulty))
    if test.per_magnitude:
        parts.append(by_magnitude(rules, squad, test.per_magnitude))
    parts += shooting_parts(rules, squad) if test.on == "bs" else bonus_parts(squad, "weapon-skill") if test.on == "ws" else []
    return target(rules, base, [*parts, *others])


def shooting_parts(rules: Rules, squad: Squad) -> list[Modifier]:
    """What effects in play, and being pinned by the setting, do to shooting."""
    penalty = rules.settings.pinned_penalty if squad.pinned else 0
    return [*bonus_parts(squad, "ballistic-skill"), Modifier("pinned", Event("state-pinned"), -penalty)]


def bonus_parts(squad: Squad, on: str) -> list[Modifier]:
    """What effects in play add, each by its name."""
    return [
        Modifier(effect.command, effect.name, bonus.value)
        for effect in squad.in_play
        for bonus in effect.bonuses
        if bonus.on == on
    ]


def metres(squad: Squad, speed: str) -> int:
    """How far a move goes: that of the slowest member, as the file says or by the agility bonus (O4, facts 2.7)."""
    profiles: list[Commander | Subordinates] = [
        squad.entry.subordinates,
        *([squad.entry.commander] if squad.commander_up else []),
    ]
    at = SPEEDS.index(speed)
    return min(one.movement[at] if one.movement else one.characteristics.ag // PER_TEN * TIMES[at] for one in profiles)


def commands_of(rules: Rules, squad: Squad) -> list[Command]:
    """The general commands, and the special ones that it knows (O5, O6)."""
    known = {id: command for id, command in rules.commands.items() if id in (*squad.entry.commands, *squad.learned)}
    general = rules.general
    return [*general.values(), *(one for id, one in known.items() if id not in general)]
