"""One-shot rolls of Only War, with typed parameters (positional: arguments, keyword-only: options)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from psyphase.engine.procedure import Event, Procedure, Request, Roll
from psyphase.errors import AnswerError
from psyphase.systems.onlywar.degrees import D100, Degrees, Tested, difficulty, take_test, target
from psyphase.systems.onlywar.model import Command, Rules, Test
from psyphase.systems.system import NamedRoll
from psyphase.tables.sums import Modifier, Sum
from psyphase.text import nearest

# What only one of these rolls needs is imported in its body: start-up time is a feature.
Value = Annotated[int, Meta(ge=-100, le=200)]
Added = Annotated[int, Meta(ge=-200, le=200)]
Size = Annotated[int, Meta(ge=0, le=100)]
Eligible = Annotated[int | None, Meta(ge=0, le=100)]
DegreesFailed = Annotated[int, Meta(ge=0, le=30)]


class SkillRolled(Struct, frozen=True):
    """`target`: what had to be rolled at most. `degrees`: of success, or with a minus of failure, by `method`."""

    target: int
    passed: bool
    degrees: int
    method: str


class CommandRolled(Struct, frozen=True):
    """The same; `hits`: those it makes, None for a command that makes none; `enemies`: how many test for pinning, and `pinning`
    what their tests are worse by; `saved`: subordinates or hits that it saves; `healed` wounds; `field`: the force field's
    rating; `rounds`: how long it lasts.
    """

    command: str
    target: int
    passed: bool
    degrees: int
    method: str
    hits: int | None = None
    enemies: int | None = None
    pinning: int | None = None
    saved: int | None = None
    healed: int | None = None
    field: int | None = None
    rounds: int | None = None


class ShockRolled(Struct, frozen=True):
    """The total, and the id of the row of the Shock table."""

    total: int
    row: str


class LocationRolled(Struct, frozen=True):
    """The reversed digits and the id of the location."""

    reversed: int
    location: str


def skill(rules: Rules, *, target: Value, modifier: Added = 0, difficulty: str = "challenging") -> Procedure[SkillRolled]:
    """A test of a skill or characteristic (facts 2.1, 2.2). Raises AnswerError where there is no such difficulty."""
    against = _sum(rules, target, difficulty, Modifier("as-given", None, modifier))
    tested = yield from take_test(rules, "skill-test", "mine", against, {})
    return SkillRolled(against.value, tested.passed, tested.degrees, rules.settings.degrees)


def _sum(rules: Rules, value: int, step: str, *others: Modifier) -> Sum:
    step = step.casefold().replace(" ", "-")
    if step not in rules.difficulties:
        raise AnswerError("no difficulty '{step}'{hint}", step=step[:40], hint=nearest(step, list(rules.difficulties)))
    return target(rules, Modifier("skill", None, value), [difficulty(rules, step), *others])


def command(
    rules: Rules, name: str, *, skill: Value, magnitude: Size = 0, eligible: Eligible = None, modifier: Added = 0
) -> Procedure[CommandRolled]:
    """The test of a command (O1 and the table). Raises AnswerError where no command of this name has a test."""
    from psyphase.systems.onlywar.availability import difficulty_of

    known = {id: one for id, one in rules.commands.items() if one.test != "none"}
    if name not in known:
        raise AnswerError("no command with a test '{name}'{hint}", name=name[:40], hint=nearest(name, list(known)))
    chosen = known[name]
    test = chosen.test
    assert isinstance(test, Test)
    parts = [Modifier("as-given", None, modifier)]
    if test.per_magnitude:
        parts.insert(0, Modifier("magnitude", Event("magnitude-part", {"magnitude": magnitude}), test.per_magnitude * magnitude))
    against = _sum(rules, skill, difficulty_of(rules, chosen, test), *parts)
    tested = yield from take_test(rules, "command-test-alone", "mine", against, {"command": chosen})
    rolled = yield from _outcome(rules, chosen, tested, magnitude, magnitude if eligible is None else eligible)
    method = rules.settings.degrees
    return CommandRolled(name, against.value, tested.passed, tested.degrees, method, **rolled)


def _outcome(rules: Rules, chosen: Command, tested: Tested, magnitude: int, eligible: int) -> Procedure[dict[str, int]]:
    """What degrees of success come to for this command."""
    from psyphase.systems.onlywar.attacks_by import count_hits, pinning_penalty

    found: dict[str, int] = {}
    degrees = max(0, tested.degrees)
    if chosen.hits != "none":
        made, why = count_hits(chosen.hits, degrees, eligible)
        found["hits"] = made
        if tested.passed:
            yield from Event("hits", {"hits": made, "why": why})
    if chosen.does == "suppress":
        penalty = pinning_penalty(rules, magnitude)
        found |= {"enemies": degrees, "pinning": penalty}
        if tested.passed:
            yield from Event("enemies-tested", {"enemies": degrees, "penalty": penalty})
    found |= _more(rules, chosen, tested, magnitude)
    for key in ("saved", "healed", "field", "rounds"):
        if found.get(key):
            yield from Event(f"comes-to-{key}", {key: found[key]})
    return found


def _more(rules: Rules, chosen: Command, tested: Tested, magnitude: int) -> dict[str, int]:
    """What some commands come to by degrees: those saved, wounds healed, a force field, rounds."""
    from psyphase.systems.onlywar.commands import field_rating, hits_evaded

    degrees = max(0, tested.degrees)
    found: dict[str, int] = {}
    if chosen.does in ("scatter", "evade"):
        found["saved"] = degrees if chosen.does == "scatter" else hits_evaded(rules, tested)
    if chosen.does == "heal":
        found["healed"] = degrees
    if chosen.does == "field":
        found["field"] = field_rating(rules, degrees, magnitude)
    elif chosen.lasts == "rounds":
        found["rounds"] = degrees
    return found


def shock(rules: Rules, *, failed_by: DegreesFailed) -> Procedure[ShockRolled]:
    """A roll on the Shock table after failing by so many degrees (facts 2.9)."""
    from psyphase.systems.onlywar.morale import roll_shock

    total, row = yield from roll_shock(rules, failed_by)
    return ShockRolled(total, row.id)


def hit_location(rules: Rules) -> Procedure[LocationRolled]:
    """Where an attack roll hits (facts 2.5)."""
    from psyphase.engine.readings import Total
    from psyphase.systems.onlywar.attacks_by import digits, location, reversed_roll

    rolled = yield from Roll("attack-roll-thrown", "mine", D100, Total())
    place = location(rules, rolled)
    yield from Event("hits-location", {"location": place, "digits": digits(rolled)})
    return LocationRolled(reversed_roll(rolled), place.id)


ROLLS: Mapping[str, NamedRoll] = {
    "skill": NamedRoll(skill, lambda _: ("difficulties",)),
    "command": NamedRoll(command, lambda _: ("difficulties", "figures", "commands/")),
    "shock": NamedRoll(shock, lambda _: ("shock", "figures")),
    "hit-location": NamedRoll(hit_location, lambda _: ("locations",)),
}


def one_shot(request: Request) -> str | None:
    """The words of the one-shot roll that is the same as a roll of a game: `skill --target 76`."""
    if isinstance(request, Roll) and isinstance(request.read, Degrees):
        return f"skill --target {request.read.target}"
    if isinstance(request, Roll) and request.id == "shock":
        return f"shock --failed-by {request.args['degrees']}"
    return None
