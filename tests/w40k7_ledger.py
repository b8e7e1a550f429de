"""A bookkeeper of battles of the 7th edition: he hears events and answers as JSON has them, and keeps plain lists of who is where.

Written apart from the program: nothing of it is imported, rules are read from the tables as they are written. He holds what a
battle offers, and how it stands, against his lists: w40k7 P1-P8, P13-P17, T2-T4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import yaml

RULES = Path(__file__).resolve().parent.parent / "rules" / "w40k7"
ELSEWHERE = "another-unit"
OF_PSYKERS = {"psyker", "psychic-pilot", "brotherhood"}
"""What makes a psyker; it goes with him, and so does what he bears."""
ON_ONE = {
    "interromancy/mind-worm",
    "librarius/psychic-scourge",
    "sinistrum/warp-lure",
    "tzeentch/siphon-magic",
}
"""Powers whose effect is on one model or psyker: it ends with him, and nobody of his unit keeps it."""
MIND_WORM = "interromancy/mind-worm"
MENUS = ("before-battle", "next-phase", "psyker", "power", "correction")


def table(file: str) -> dict[str, dict[str, Any]]:
    """A list of the tables by id, as it is written."""
    return {one["id"]: one for one in yaml.safe_load((RULES / file).read_text(encoding="utf-8"))}


def powers() -> dict[str, dict[str, Any]]:
    """Every power by its full id."""
    found = table("powers.yaml")
    for path in sorted((RULES / "disciplines").glob("*.yaml")):
        listed = yaml.safe_load(path.read_text(encoding="utf-8"))
        found |= {f"{listed['id']}/{power['id']}": power for power in listed["powers"]}
    return found


def several(value: object) -> list[Any]:
    """One thing or a list of them as a list."""
    return list(value) if isinstance(value, list) else [value]


class Question(NamedTuple):
    """What a battle asks, as far as a bookkeeper cares."""

    id: str
    who: str
    options: Sequence[str] = ()
    unavailable: Sequence[str] = ()
    low: int = 0
    high: int = 0
    default: str = ""


class Entry:
    """A unit in the book."""

    def __init__(self, side: str, name: str, given: Mapping[str, Any]) -> None:
        """`given`: as its roster has it."""
        self.side, self.name, self.listed = side, name, given["name"]
        self.tags = set(given.get("tags", ()))
        self.mastery = given.get("mastery", 0)
        self.wounds = given.get("wounds") or 0
        self.left: int = given.get("models", 1)
        self.health = [self.wounds] * (self.left if "brotherhood" in self.tags else 1)
        self.powers = list(given.get("powers") or ())
        if "force-weapon" in self.tags and self.mastery and "force" not in self.powers:
            self.powers.append("force")  # G10
        self.dice: int = given.get("warp_charge", 0)
        self.deny_bonus: int = given.get("deny_bonus", 0)
        self.host: str | None = None
        self.ride: str | bool = False
        self.reserve = bool(given.get("reserve"))
        self.locked = "locked-in-combat" in self.tags
        self.conjured = False

    @property
    def dead(self) -> bool:
        return self.left <= 0

    @property
    def here(self) -> bool:
        """On the table, if only in a transport."""
        return not self.dead and not self.reserve

    @property
    def level(self) -> int:
        if not self.health:
            return 0
        return int(self.mastery) or int(bool(self.tags & OF_PSYKERS))

    @property
    def traits(self) -> set[str]:
        if not self.health:
            return self.tags - OF_PSYKERS - {"psychic-hood", "force-weapon"}
        return self.tags | ({"psyker"} if self.level else set())

    def lose(self, models: int) -> None:
        """Some models; the psyker, or the psykers, die last."""
        self.left -= models
        self.health = self.health[: max(0, self.left)]

    def die(self) -> None:
        self.left, self.health, self.ride, self.locked, self.reserve = 0, [], False, False, False

    def state(self) -> tuple[Any, ...]:
        """How it stands, to compare."""
        health = tuple(self.health)
        return (self.left, health, tuple(self.powers), self.host, self.ride, self.reserve, self.locked, self.conjured, self.level)


class Ledger:
    """The book of a battle. Raises AssertionError where what is offered or told is not what it says."""

    powers = powers()
    types = table("types.yaml")
    targets = table("targets.yaml")
    settings: ClassVar = {id: one["value"] for id, one in table("settings.yaml").items()}
    replaced = table("exceptions.yaml")["replaced-by-what-arrives"]["powers"]

    def __init__(self, mine: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> None:
        """The units of both sides, as their rosters have them."""
        self.units: dict[str, Entry] = {}
        listed = [("mine", one) for one in mine] + [("theirs", one) for one in theirs]
        by_name: dict[tuple[str, str], list[str]] = {}
        for side, given in listed:
            key, name = self._key(given["name"]), self._name(given["name"])
            self.units[key] = Entry(side, name, given)
            by_name.setdefault((side, given["name"]), []).append(key)
        for (side, given), unit in zip(listed, list(self.units.values()), strict=True):
            for word, field in (("joins", "host"), ("embarked", "ride")):
                meant = given.get(word) or (None if field == "host" else False)
                setattr(unit, field, self._meant(by_name, side, meant) if isinstance(meant, str) else meant)
        self._settle()
        self.active = "mine"
        self.pool = {"mine": 0, "theirs": 0}
        self.own: dict[str, int] = {}
        self.in_play: list[tuple[str, tuple[str, ...], str, int | None]] = []
        self.tried: list[tuple[str, str]] = []
        self.blessed: list[tuple[str, str]] = []
        self.barred: list[tuple[str, str | None]] = []
        self.roll = 0
        self.psyker = self.power = self.kind = ""
        self.on: tuple[str, ...] = ()
        self.subjects: list[str] = []
        self.many = False
        self.struck = 0
        self.wounded = ""
        self.hits_told = False
        self.new: dict[str, Any] = {}
        self.asked = 0

    # names and keys

    def _key(self, name: str) -> str:
        word = key = name.casefold().replace(" ", "-")
        number = 1
        while key in self.units:
            number += 1
            key = f"{word}-{number}"
        return key

    def _name(self, name: str) -> str:
        taken = {unit.name for unit in self.units.values()}
        shown, number = name, 1
        while shown in taken:
            number += 1
            shown = f"{name} {number}"
        return shown

    @staticmethod
    def _meant(by_name: Mapping[tuple[str, str], list[str]], side: str, word: str) -> str:
        """`Rhino`, or `Rhino 2` for the second of them."""
        if (side, word) in by_name:
            (key,) = by_name[side, word]
            return key
        name, _, number = word.rpartition(" ")
        return by_name[side, name][int(number) - 1]

    # who is with whom

    def group(self, key: str) -> list[str]:
        """Everyone in the same unit, the one that was joined first."""
        root = self.units[key].host or key
        return [root, *(one for one, unit in self.units.items() if unit.host == root)]

    def members(self, key: str) -> list[str]:
        """Those of them on the table."""
        return [one for one in self.group(key) if self.units[one].here]

    def leader(self, key: str) -> str:
        """By whom the unit is known on the table."""
        return next(iter(self.members(key)), key)

    def riders(self, key: str) -> list[str]:
        return [one for one, unit in self.units.items() if unit.ride == key]

    def company(self, key: str) -> set[str]:
        """All who are where it is: its unit, who rides in it, what it rides in."""
        found: set[str] = set()
        waiting = {key}
        while waiting:
            one = waiting.pop()
            found.add(one)
            near = {*self.group(one), *self.riders(one)}
            if isinstance(ride := self.units[one].ride, str):
                near.add(ride)
            waiting |= near - found
        return found

    def _settle(self) -> None:
        for key, unit in list(self.units.items()):
            for one in self.group(key) if unit.ride else ():
                self.units[one].ride = unit.ride
        for field in ("reserve", "locked"):
            keys = [key for key, unit in self.units.items() if getattr(unit, field)]
            for key in keys:
                self._all(self.company(key), **{field: True})

    def _all(self, keys: Iterable[str], **states: object) -> None:
        for key in keys:
            for field, value in states.items():
                setattr(self.units[key], field, value)

    def side(self, side: str) -> list[str]:
        return [key for key, unit in self.units.items() if unit.side == side]

    @property
    def enemy(self) -> str:
        return "theirs" if self.active == "mine" else "mine"

    def dice_of(self, side: str) -> int:
        """What a side adds to the roll (P1, P2)."""
        here = [unit for unit in self.units.values() if unit.side == side and unit.here]
        return sum(unit.level for unit in here) + sum(unit.dice for unit in here)

    # what may be chosen

    def psykers(self) -> list[str]:
        """Of the side whose turn it is, on the table (P4)."""
        return [key for key in self.side(self.active) if self.units[key].here and self.units[key].level]

    def may_cast(self, key: str, power: str) -> bool:
        """Known, affordable, not attempted by its unit, not barred by where it is (P4, P6, P8, T2-T4)."""
        unit, kinds = self.units[key], self.kinds(power)
        group = self.group(key)
        cost = min(several(self.powers[power]["charge"]))
        variants = {"plain"} if self.settings["embarked_powers"] == "plain" else {"plain", "variant"}
        target = self.targets[self.powers[power]["target"]]
        itself = self.leader(key) if target["units"] == "one" else key
        blessed = target["side"] == "self" and any(kind["once_a_turn"] for kind in kinds) and self.is_blessed(itself, power)
        return not (
            cost > self.pool[unit.side] + self.own.get(key, 0)
            or any(one in group and what == power for one, what in self.tried)
            or any(one in group and what in (None, power) for one, what in self.barred)
            or (unit.ride and not any(kind["embarked"] in variants for kind in kinds))
            or (unit.locked and not any(kind["in_combat"] for kind in kinds))
            or (unit.conjured and any(kind["conjures"] for kind in kinds))
            or blessed
        )

    def kinds(self, power: str) -> list[dict[str, Any]]:
        return [self.types[id] for id in several(self.powers[power]["type"])]

    def is_blessed(self, key: str, power: str) -> bool:
        """Whether a unit has had this blessing this turn (T2)."""
        return any(what == power and one in self.group(key) for one, what in self.blessed)

    def aims(self) -> str:
        """Whose units the power that is attempted takes."""
        whose = self.targets[self.powers[self.power]["target"]]["side"]
        if whose == "any" and len(several(self.powers[self.power]["type"])) > 1:
            whose = self.types[self.kind]["aims"]
        return str(whose)

    def candidates(self) -> tuple[set[str], set[str]]:
        """Whom the power may be declared on, and who else of that side is on the table (P5, P8, T2, T4)."""
        target, kind, whose = self.targets[self.powers[self.power]["target"]], self.types[self.kind], self.aims()
        legal: set[str] = set()
        barred: set[str] = set()
        for key, unit in self.units.items():
            friend = unit.side == self.active
            wanted = {"friend": friend, "enemy": not friend, "any": target["units"] == "one" or not friend}[whose]
            if not wanted or not unit.here:
                continue
            traits = set().union(*(self.units[one].traits for one in self.members(key)))
            fits = (not target["requires"] or traits & set(target["requires"])) and not traits & set(target["excludes"])
            fighting = unit.locked and not (target["in_combat"] and kind["in_combat"])
            again = kind["once_a_turn"] and self.is_blessed(key, self.power)
            ok = not unit.ride and self.leader(key) == key and fits and not fighting and not again
            (legal if ok else barred).add(key)
        return legal, barred

    def deniers(self) -> set[str]:
        """Who may answer: each enemy unit among the targets, a hood in its stead (P14, P17)."""
        found = set()
        bearers = [key for key in self.side(self.enemy) if "psychic-hood" in self.units[key].traits and self.units[key].here]
        for key in self.on:
            if key == ELSEWHERE:
                found |= {key, *(f"{key}-by-{one}" for one in bearers if not self.units[one].ride)}
            elif self.units[key].side == self.enemy:
                covering = [one for one in bearers if self.units[one].ride in (False, key) and one not in self.members(key)]
                found |= {key, *(f"{key}-by-{one}" for one in covering)}
        return found

    def needed(self, denier: str) -> int | None:
        """What each die of a denier needs (P15), None where what is in play has a say or nobody listed denies."""
        key, _, bearer = denier.partition("-by-")
        if key not in self.units:
            return None
        both = {*self.members(key), *([bearer] if bearer else [])}
        units = [self.units[one] for one in both]
        caster = self.caster_level
        psyker = any(unit.traits & OF_PSYKERS for unit in units)
        higher = any(unit.level > caster for unit in units)
        will = any("adamantium-will" in unit.traits for unit in units)
        own = sum(unit.deny_bonus for unit in units)
        return int(self.settings["deny_success"]) - psyker - higher - will - own

    def changes(self, key: str) -> dict[str, bool]:
        """What may have happened to a unit, by the word of the menu."""
        unit = self.units[key]
        return {
            "dead": not unit.dead,
            "alive": unit.dead,
            "models-lost": unit.left > 1,
            "wounds-lost": bool(unit.health and unit.health[0]),
            "embarked": not unit.dead and not unit.ride and not unit.tags & {"vehicle", "building"},
            "disembarked": not unit.dead and bool(unit.ride),
            "reserve": not unit.dead and not unit.reserve,
            "arrived": unit.here is False and not unit.dead,
            "joined": not unit.dead,
            "left-unit": not unit.dead and unit.host is not None,
            "locked": unit.here and not unit.locked,
            "not-locked": not unit.dead and unit.locked,
            "splits": unit.left > 1,
            "power-lost": bool(unit.level and unit.powers),
            "power-gained": bool(unit.level),
        }

    # questions

    def at(self, question: Question) -> None:
        """A question is about to be answered: what it offers is what the book says."""
        self.asked += 1
        if question.id in MENUS:
            self.bury()
        check: Callable[[Question], None] | None = getattr(self, f"at_{question.id.replace('-', '_')}", None)
        if check:
            check(question)

    @staticmethod
    def same(question: Question, offered: Iterable[str], right: Iterable[str]) -> None:
        assert set(offered) == set(right), f"{question.id}: offered {sorted(offered)}, right {sorted(right)}"

    def at_before_battle(self, question: Question) -> None:
        self.active = question.who
        words = {"correct", "end", *(() if "go-on" in question.unavailable else ("go-on",))}
        self.same(question, question.options, {*self.units, *words})

    at_next_phase = at_before_battle

    def at_psyker(self, question: Question) -> None:
        able = [key for key in self.psykers() if any(self.may_cast(key, power) for power in self.units[key].powers)]
        self.same(question, question.options, {*able, "correct", "end"})
        self.same(question, question.unavailable, set(self.psykers()) - set(able))

    def at_power(self, question: Question) -> None:
        if len(self.psykers()) == 1:
            (self.psyker,) = self.psykers()
        known = self.units[self.psyker].powers
        able = [power for power in known if self.may_cast(self.psyker, power)]
        self.same(question, [key for key in question.options if key not in ("back", "correct", "end")], able)
        self.same(question, question.unavailable, set(known) - set(able))

    def at_target(self, question: Question) -> None:
        legal, barred = self.candidates()
        self.same(question, question.options, {*legal, ELSEWHERE})
        self.same(question, question.unavailable, barred)
        assert question.default in (legal or {ELSEWHERE}), f"{question.default} is the default of {legal}"

    at_targets = at_target

    def at_cost(self, question: Question) -> None:
        able = [cost for cost in several(self.powers[self.power]["charge"]) if cost <= self.dice()]
        self.same(question, question.options, map(str, able))

    def dice(self) -> int:
        return self.pool[self.active] + self.own.get(self.psyker, 0)

    def at_dice(self, question: Question) -> None:
        self._declared()
        assert (question.low, question.high) == (1, self.dice())

    def at_deny_dice(self, question: Question) -> None:
        assert question.high == self.pool[self.enemy] > 0

    def at_denier(self, question: Question) -> None:
        assert set(question.options) - {"nobody"} <= self.deniers(), f"{question.options}, right {self.deniers()}"

    def at_correction(self, question: Question) -> None:
        words = {"unit", "units", "new-unit", "free-dice", "back"}
        words |= {"effect"} if self.in_play else set()
        self.same(question, set(question.options) - {"pools"}, words)

    def at_unit(self, question: Question) -> None:
        self.same(question, question.options, {*self.units, "back"})

    def at_units(self, question: Question) -> None:
        self.same(question, question.options, self.units)

    def at_change(self, question: Question) -> None:
        together = ("dead", "alive", "disembarked", "reserve", "arrived", "locked", "not-locked")
        words = [self.changes(key) for key in self.subjects]
        if self.many:
            right = {word for word in together if all(one[word] for one in words)}
        else:
            right = {word for word, may in words[0].items() if may}
        assert set(question.options) & set(words[0]) == right, f"{self.subjects}: {list(question.options)}, right {right}"

    def at_transport(self, question: Question) -> None:
        (key,) = self.subjects
        side = self.units[key].side
        able = {
            one
            for one in self.side(side)
            if self.units[one].tags & {"vehicle", "building"} and not self.units[one].dead and not self.units[one].ride
        } - set(self.group(key))
        self.same(question, question.options, {*able, ELSEWHERE})

    def at_joined_unit(self, question: Question) -> None:
        (key,) = self.subjects
        unit = self.units[key]
        moved = {key} if unit.host else set(self.group(key))
        hosts = {
            one
            for one in self.side(unit.side)
            if not self.units[one].dead and not self.units[one].host and self.units[one].ride not in {*moved, unit.host}
        }
        self.same(question, question.options, {*(hosts - moved - {unit.host}), "back"})

    def at_got_out(self, question: Question) -> None:
        wrecks = [key for key, unit in self.units.items() if unit.dead and self._alive(self.riders(key))]
        assert set(question.options) in [set(self._alive(self.riders(key))) for key in wrecks], (
            "it asks for others than those aboard"
        )

    def _alive(self, keys: Iterable[str]) -> list[str]:
        return [key for key in keys if not self.units[key].dead]

    # what is told

    def told(self, line: Mapping[str, Any]) -> None:
        """An event, an answer or a roll, as JSON has it."""
        kind = "event" if "event" in line else "answer" if "answer" in line else "roll"
        name = f"{kind}_{line[kind].replace('-', '_')}"
        hear: Callable[[Mapping[str, Any]], None] | None = getattr(self, name, None)
        if hear:
            hear(line)

    def event_army_state(self, line: Mapping[str, Any]) -> None:
        self.bury()
        states = {one["unit"]: one for one in line["states"]}
        assert set(states) == set(self.side(line["side"]))
        for key, one in states.items():
            unit = self.units[key]
            ride = self.units[unit.ride].name if isinstance(unit.ride, str) else unit.ride
            host = unit.host and not self.units[unit.host].dead and self.units[unit.host].name
            wounds = [left or None for left in unit.health] if unit.level and any(unit.health) else None
            right = (unit.name, unit.left, wounds, ride, unit.reserve, unit.locked, host or None, unit.dead)
            said = ("name", "models", "wounds", "embarked", "reserve", "locked", "joins", "dead")
            assert tuple(one.get(word) for word in said) == right, f"{key}: told {one}, right {right}"

    def event_phase_begins(self, _line: Mapping[str, Any]) -> None:
        self.tried, self.blessed, self.barred, self.own = [], [], [], {}
        self._all(self.units, conjured=False)
        self.in_play = [one for one in self.in_play if one[2] not in (self.active, "turn")]

    def roll_warp_charge(self, line: Mapping[str, Any]) -> None:
        (self.roll,) = line["faces"]

    def event_warp_charge_pool(self, line: Mapping[str, Any]) -> None:
        self.pool[line["side"]] = max(0, self.roll + self.dice_of(line["side"]))
        assert line["total"] == self.pool[line["side"]], f"{line}, right {self.pool}"

    def event_status(self, line: Mapping[str, Any]) -> None:
        assert (line["pool"], line["enemy_pool"]) == (self.pool[self.active], self.pool[self.enemy]), f"{line}, right {self.pool}"

    event_pools_corrected = event_status

    def event_phase_over(self, _line: Mapping[str, Any]) -> None:
        self.pool, self.own = {"mine": 0, "theirs": 0}, {}

    def event_banked(self, line: Mapping[str, Any]) -> None:
        self.own[line["unit"]] = self.own.get(line["unit"], 0) + line["count"]
        assert self.own[line["unit"]] == line["dice"]

    # attempts

    def answer_psyker(self, line: Mapping[str, Any]) -> None:
        self.psyker = line["value"]

    def answer_power(self, line: Mapping[str, Any]) -> None:
        if line["value"] not in ("back", "correct", "end"):
            self.power, self.on = line["value"], ()
            self.kind = several(self.powers[self.power]["type"])[0]
            self.caster_level = self.units[self.psyker].level
            self.aimed = False

    aimed = False
    caster_level = 0

    def _declared(self) -> None:
        """It was declared and its dice are asked for: it counts as attempted (P4)."""
        self.tried.append((self.psyker, self.power))
        target = self.targets[self.powers[self.power]["target"]]
        if target["side"] == "self":
            self.on = (self.leader(self.psyker) if target["units"] == "one" else self.psyker,)
        elif target["side"] != "none" and not self.aimed:  # nobody who is listed could be meant
            self.on = (ELSEWHERE,)

    def answer_use_as(self, line: Mapping[str, Any]) -> None:
        self.kind = line["value"]

    def answer_target(self, line: Mapping[str, Any]) -> None:
        self.on, self.aimed = (line["value"],), True

    def answer_targets(self, line: Mapping[str, Any]) -> None:
        self.aimed = True
        # In the order in which they are listed, whatever the order of the answer.
        self.on = tuple(key for key in (*self.units, ELSEWHERE) if key in line["value"])

    def answer_dice(self, line: Mapping[str, Any]) -> None:
        first = min(line["value"], self.own.get(self.psyker, 0))
        self.own[self.psyker] = self.own.get(self.psyker, 0) - first
        self.pool[self.active] -= line["value"] - first

    def answer_deny_dice(self, line: Mapping[str, Any]) -> None:
        self.pool[self.enemy] -= line["value"]

    def event_deny_needs(self, line: Mapping[str, Any]) -> None:
        assert line["denier"] in self.deniers()
        right = self.needed(line["denier"])
        # What powers in play do to deny tests has tests of its own.
        if right is not None and not any(self.powers.get(one[0], {}).get("does") for one in self.in_play):
            assert line["target"]["needed"] == right, f"{line}, right {right}"

    def event_loses_the_power(self, line: Mapping[str, Any]) -> None:
        self.barred.append((line["unit"], line["power"]))

    def event_loses_its_phase(self, line: Mapping[str, Any]) -> None:
        self.barred.append((line["unit"], None))

    def event_takes_effect(self, line: Mapping[str, Any]) -> None:
        assert line["power"] == self.power
        self.hits_told, self.struck = False, 0
        if self.power in ON_ONE and self.on[0] in self.units:
            psykers = [key for key in self.members(self.on[0]) if self.units[key].level or self.power == MIND_WORM]
            self.on = tuple(psykers) if len(psykers) == 1 else self.on
        if self.types[self.kind]["once_a_turn"]:
            self.blessed += [(key, self.power) for key in self.on if key in self.units]

    def answer_struck(self, line: Mapping[str, Any]) -> None:
        self.on = (line["value"],)

    def event_lasts(self, line: Mapping[str, Any]) -> None:
        """What lasts is on those that it was declared on and who are alive (T2, T4, P11)."""
        self.bury()
        on = tuple(key for key in self.on if key == ELSEWHERE or not self.units[key].dead)
        assert tuple(line["on"]) == on, f"{line}, right {on}"
        duration = self.powers[self.power]["duration"]
        until = {"until-next-psychic-phase": self.active, "turn": "turn", "game": "game"}.get(duration, "other")
        self._put(self.power, on, until, None, stacks=bool(self.powers[self.power].get("stacks")))

    def event_gains(self, line: Mapping[str, Any]) -> None:
        unit = self.units[line["unit"]]
        self._put(line["boon"], (line["unit"],), unit.side, self.struck if len(unit.health) > 1 else None)

    def _put(self, what: str, on: tuple[str, ...], until: str, model: int | None, *, stacks: bool = False) -> None:
        """In play from now on; the same is not on a unit twice (facts 6)."""
        kept = []
        for one in self.in_play:
            again = not stacks and (one[0], one[3]) == (what, model)
            left = tuple(key for key in one[1] if not (again and key in on and key != ELSEWHERE))
            if left or not one[1]:  # on a point of the table
                kept.append((one[0], left, one[2], one[3]))
        self.in_play = [*kept, (what, on, until, model)]

    # perils, wounds, losses

    def event_perils_of_the_warp(self, _line: Mapping[str, Any]) -> None:
        self.struck, self.hits_told = 0, False

    def event_perils_on_model(self, line: Mapping[str, Any]) -> None:
        self.struck = line["model"] - 1

    def event_wounded(self, line: Mapping[str, Any]) -> None:
        self.wounded = line["unit"]

    def event_has_wounds_left(self, line: Mapping[str, Any]) -> None:
        self.units[line["unit"]].health[self.struck] = line["wounds"]

    def event_slain(self, line: Mapping[str, Any]) -> None:
        """The model that was struck; what it alone had ends, those behind it move up (P12)."""
        key = line["unit"]
        unit = self.units[key]
        del unit.health[self.struck]
        unit.left -= 1
        self.in_play = [
            (what, on, until, model - 1 if model is not None and key in on and model > self.struck else model)
            for what, on, until, model in self.in_play
            if not (key in on and model == self.struck)
        ]

    event_model_slain = event_slain

    def event_unit_hit(self, _line: Mapping[str, Any]) -> None:
        self.hits_told = True

    def event_models_lost(self, line: Mapping[str, Any]) -> None:
        self.units[line["unit"]].lose(line["count"])

    def answer_losses(self, line: Mapping[str, Any]) -> None:
        if not self.hits_told:
            self.units[self.wounded].lose(line["value"])

    def event_power_lost(self, line: Mapping[str, Any]) -> None:
        self.units[line["unit"]].powers.remove(line["power"])

    def event_drained(self, line: Mapping[str, Any]) -> None:
        for side in self.pool:
            self.pool[side] = max(0, self.pool[side] - line["charges"])
        self.event_status(line)

    # what arrives

    def event_makes_way(self, line: Mapping[str, Any]) -> None:
        unit = self.units[line["unit"]]
        assert self.power in self.replaced
        unit.left -= len(unit.health)
        unit.health = []

    def answer_conjured(self, line: Mapping[str, Any]) -> None:
        tags = self.targets[self.powers[self.power]["target"]]["requires"]
        self.new = {"side": self.active, "tags": tags, "conjured": True, "reserve": False, "psyker": line["value"] == "psyker"}

    def answer_mishap(self, line: Mapping[str, Any]) -> None:
        self.new |= {"reserve": True, "psyker": line["value"] == "psyker"}

    def answer_whose(self, line: Mapping[str, Any]) -> None:
        self.new = {"side": line["value"], "tags": [], "conjured": False, "reserve": False}

    def answer_new_kind(self, line: Mapping[str, Any]) -> None:
        self.new["psyker"] = line["value"] == "psyker"

    def answer_conjured_name(self, line: Mapping[str, Any]) -> None:
        self.new["name"] = line["value"]

    def answer_conjured_models(self, line: Mapping[str, Any]) -> None:
        self.new["models"] = line["value"]
        if not self.new["psyker"]:
            self._arrives()

    def answer_conjured_mastery(self, line: Mapping[str, Any]) -> None:
        self.new["mastery"] = line["value"]

    def event_knows(self, line: Mapping[str, Any]) -> None:
        if self.new:
            self.new["powers"] = line["powers"]
            self.new["tags"] = [*self.new["tags"], "psyker", *(["brotherhood"] if self.new["models"] > 1 else [])]
            self._arrives()

    def _arrives(self) -> None:
        key = self._key(self.new["name"])
        unit = Entry(self.new["side"], self._name(self.new["name"]), self.new)
        unit.conjured = self.new["conjured"]
        self.units[key], self.new = unit, {}

    def event_unit_added(self, line: Mapping[str, Any]) -> None:
        assert line["unit"] == list(self.units)[-1]

    # corrections

    def answer_before_battle(self, line: Mapping[str, Any]) -> None:
        self.subjects, self.many = [line["value"]], False

    answer_next_phase = answer_unit = answer_before_battle

    def answer_units(self, line: Mapping[str, Any]) -> None:
        self.subjects, self.many = list(line["value"]), True

    def answer_change(self, line: Mapping[str, Any]) -> None:
        self.word = line["value"]
        for key in self.subjects:
            unit, company = self.units[key], self.company(key)
            if self.word == "dead":
                unit.die()
            elif self.word == "alive":
                for one in self._alive(self.group(key))[:1]:
                    unit.ride, unit.reserve, unit.locked = self.units[one].ride, self.units[one].reserve, self.units[one].locked
                unit.left, unit.health = 1, [1]
            elif self.word == "disembarked":
                self._all(self.group(key), ride=False, locked=False)
            elif self.word == "reserve":
                self._all(company, reserve=True, locked=False)
            elif self.word == "arrived":
                self._all(company, reserve=False)
            elif self.word in ("locked", "not-locked"):
                self._all(company, locked=self.word == "locked")
            elif self.word == "left-unit":
                unit.host = None
            elif self.word == "embarked" and not self._rides(key):
                self._all(self.group(key), ride=True, locked=False)

    word = ""

    def _rides(self, key: str) -> bool:
        """Whether there is a transport to ask for."""
        own = self.group(key)
        units = [self.units[one] for one in self.side(self.units[key].side) if one not in own]
        return any(unit.tags & {"vehicle", "building"} and not unit.dead and not unit.ride for unit in units)

    def answer_transport(self, line: Mapping[str, Any]) -> None:
        (key,) = self.subjects
        ride = line["value"]
        if ride == ELSEWHERE:
            self._all(self.group(key), ride=True, locked=False)
        else:
            self._all(self.group(key), ride=ride)
            self._as(key, ride)

    def _as(self, key: str, other: str) -> None:
        """It, and who goes with it, is where another is."""
        to = self.units[other]
        self._all(self.company(key), reserve=to.reserve, locked=to.locked)

    def answer_joined_unit(self, line: Mapping[str, Any]) -> None:
        (key,) = self.subjects
        if line["value"] != "back":
            moved = [key] if self.units[key].host else self.group(key)
            self._all(moved, host=line["value"], ride=self.units[line["value"]].ride)
            self._as(key, line["value"])

    def answer_got_out(self, line: Mapping[str, Any]) -> None:
        wrecks = [key for key, unit in self.units.items() if unit.dead and self._alive(self.riders(key))]
        for key in self.riders(wrecks[0]):
            if key in line["value"]:
                self.units[key].ride = False
            else:
                self.units[key].die()

    def answer_models_lost(self, line: Mapping[str, Any]) -> None:
        self.units[self.subjects[0]].lose(line["value"])

    def answer_models_now(self, line: Mapping[str, Any]) -> None:
        unit = self.units[self.subjects[0]]
        more = line["value"] - unit.left
        if more <= 0:
            unit.lose(-more)
        else:
            unit.left += more
            unit.health += [unit.wounds] * more if "brotherhood" in unit.traits else []

    def answer_wounds_lost(self, line: Mapping[str, Any]) -> None:
        unit = self.units[self.subjects[0]]
        unit.health[0] -= line["value"]
        if not unit.health[0]:
            del unit.health[0]
            unit.left -= 1
            self._moved_up(self.subjects[0])

    def _moved_up(self, key: str) -> None:
        """The first model of a brotherhood is gone, and what it alone had."""
        self.in_play = [
            (what, on, until, model - 1 if model and key in on else model)
            for what, on, until, model in self.in_play
            if not (key in on and model == 0)
        ]

    def answer_wounds_now(self, line: Mapping[str, Any]) -> None:
        self.units[self.subjects[0]].health[0] = line["value"]

    def answer_models_apart(self, line: Mapping[str, Any]) -> None:
        """Some go on as a unit of their own, with what is in play on all of them; a psyker among others stays."""
        key = self.subjects[0]
        unit = self.units[key]
        name = unit.listed
        given = {"name": name, "models": line["value"], "tags": unit.tags, "powers": unit.powers}
        new = Entry(unit.side, self._name(name), given)
        new.mastery, new.wounds, new.dice, new.deny_bonus = unit.mastery, unit.wounds, unit.dice, unit.deny_bonus
        kept = unit.left - line["value"]
        new.health, unit.health = unit.health[kept:], unit.health[:kept]
        unit.left = kept
        new.ride, new.reserve, new.locked = unit.ride, unit.reserve, unit.locked
        other = self._key(name)
        self.units[other] = new
        for at, (what, on, until, model) in enumerate(self.in_play):
            if key in on and model is not None and model >= kept:
                self.in_play[at] = (what, (other,), until, model - kept)
            elif key in on and model is None and what not in ON_ONE:
                self.in_play[at] = (what, (*on, other), until, model)

    def answer_power_gone(self, line: Mapping[str, Any]) -> None:
        if line["value"] != "back":
            self.units[self.subjects[0]].powers.remove(line["value"])

    def answer_power_new(self, line: Mapping[str, Any]) -> None:
        if line["value"] != "back":
            self.units[self.subjects[0]].powers.append(line["value"])

    def answer_mastery_now(self, line: Mapping[str, Any]) -> None:
        self.units[self.subjects[0]].mastery = line["value"]

    def answer_ended_effect(self, line: Mapping[str, Any]) -> None:
        if line["value"] != "back":
            del self.in_play[int(line["value"]) - 1]

    def answer_pool(self, line: Mapping[str, Any]) -> None:
        self.pool[self.active] = line["value"]

    def answer_enemy_pool(self, line: Mapping[str, Any]) -> None:
        self.pool[self.enemy] = line["value"]

    def answer_pool_now(self, line: Mapping[str, Any]) -> None:
        self.pool[line["who"]] = line["value"]

    # the dead

    def bury(self) -> None:
        """What was on the dead ends; what was on a whole unit stays on those of it who are left."""
        for unit in self.units.values():
            if unit.dead:
                unit.die()
        kept = []
        for what, on, until, model in self.in_play:
            left: list[str] = []
            for key in on:
                alone = model is not None or what in ON_ONE
                heirs = [] if alone else [] if key == ELSEWHERE else self._alive(self.group(key))
                if key == ELSEWHERE or (not self.units[key].dead and (model or 0) < max(1, len(self.units[key].health))):
                    heirs = [key]
                left += [one for one in heirs[:1] if one not in left]
            if left or not on:
                kept.append((what, tuple(left), until, model))
        self.in_play = kept
