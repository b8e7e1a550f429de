"""What a power does once it is manifested: what is said, what lasts, what arrives (w40k7 P11, P19, T1-T6)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure, Selection, Side, Text
from psyphase.systems.w40k7.at_once import applying, at_once, how_it_went, struck_by
from psyphase.systems.w40k7.battle import Battle, InPlay, UnitInPlay, Until, joining
from psyphase.systems.w40k7.casualties import bury
from psyphase.systems.w40k7.exceptions import barred, makes_way
from psyphase.systems.w40k7.generation import generate_psyker
from psyphase.systems.w40k7.lasting import names_of, put_in_play
from psyphase.systems.w40k7.model import Power, PowerType, Rules, Unit
from psyphase.systems.w40k7.power_dice import throw_power_dice
from psyphase.systems.w40k7.tags import BROTHERHOOD, DAEMON, PSYKER
from psyphase.systems.w40k7.targets import Declared


class Attempt(Struct, frozen=True):
    """A power that its psyker manifests: used as which type, declared on whom, for how many charges, how many harnessed."""

    psyker: UnitInPlay
    power: Power
    kind: PowerType
    declared: Declared
    cost: int
    harnessed: int


def resolve(rules: Rules, battle: Battle, attempt: Attempt) -> Procedure[Battle]:
    """The power takes effect, even where perils slew its psyker (P11); what lasts is kept (P19, T2)."""
    power, kind, declared = attempt.power, attempt.kind, attempt.declared
    target = rules.targets[power.target]
    args = {"power": power, "type": kind, "names": declared.names, "target": target, "effect": power.effect}
    yield from Event("takes-effect", args)
    if power.profile != "none":
        yield from Event("profile", {"range": power.range, "profile": power.profile})
    yield from Event("type-reminder", {"type": kind, "reminder": kind.reminder})
    if kind.picks_model:
        event = "you-pick-the-model" if attempt.harnessed > attempt.cost else "closest-model"
        yield from Event(event, {"harnessed": attempt.harnessed, "cost": attempt.cost})
    battle = yield from _does(rules, battle, attempt)
    if kind.once_a_turn:
        battle = replace(battle, blessed=(*battle.blessed, *((power.id, unit.id) for unit in declared.units)))
    if kind.conjures:
        battle = yield from _conjure(rules, battle, attempt.psyker, power)
    return battle


def _does(rules: Rules, battle: Battle, attempt: Attempt) -> Procedure[Battle]:
    """What it does to psychic dice and psykers: some at once, some as long as it lasts, some only if it goes well."""
    power = attempt.power
    struck = attempt.declared
    if power.dice:  # its dice are rolled against the one that it strikes
        struck = yield from struck_by(battle, power, power.does, struck)
    went = yield from throw_power_dice(rules, battle, attempt.psyker, power, attempt.kind, struck, attempt.cost)
    battle, outcome = went.battle, went.outcome
    if outcome is None:
        outcome = yield from how_it_went(battle, power)
    effects = applying(power, outcome)
    if not power.dice:
        struck = yield from struck_by(battle, power, effects, struck)
    battle = yield from at_once(rules, battle, attempt.psyker, effects, struck.units)
    if power.duration == "instant" or (power.does and not effects):
        return battle
    left = replace(struck, units=tuple(unit for unit in struck.units if battle.unit(unit.id).alive))
    if struck.on and not left.on:
        return battle
    effect = InPlay(power.id, power.name, power.effect, left.on, _until(battle, power), effects)
    battle = yield from put_in_play(battle, effect, stacks=power.stacks)
    yield from Event("lasts", in_play_args(battle, effect))
    return battle


def _until(battle: Battle, power: Power) -> Until:
    if power.duration == "until-next-psychic-phase":
        return battle.active
    return "game" if power.duration == "game" else "turn" if power.duration == "turn" else "other"


def in_play_args(battle: Battle, effect: InPlay) -> dict[str, object]:
    """An effect in play as arguments of an event."""
    until = Event(
        f"until-{effect.until}" if effect.until in ("turn", "game", "other") else "until-phase", {"army": _army(battle, effect)}
    )
    names = names_of(battle, effect)
    return {"power": effect.power, "effect": effect.name, "words": effect.effect, "on": effect.on, "names": names, "until": until}


def _army(battle: Battle, effect: InPlay) -> str:
    return battle.army("theirs" if effect.until == "theirs" else "mine")


def _conjure(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> Procedure[Battle]:
    """The new unit: reminders, its models, and its powers at once if it is a psyker; it conjures nothing this turn (T3)."""
    side = battle.active
    yield from Event("conjured-arrives", {"power": power, "range": power.range})
    yield from Event("conjured-scores" if rules.settings.conjured_score else "conjured-does-not-score")
    ways = ("no-psyker", "psyker", "not-arrived")
    arrived: str = yield from Decision("conjured", side, {key: key for key in ways}, default="no-psyker", args={"power": power})
    if makes_way(rules.exceptions, power.id):
        battle = yield from _makes_way(battle, psyker)
    reserve = arrived == "not-arrived"
    if reserve:
        arrived = yield from _after_mishap(side, power)
    if arrived == "destroyed":
        yield from Event("conjured-destroyed", {"power": power})
        return battle
    if reserve:
        yield from Event("conjured-mishap")
    asked = replace(NEW, name=power.id.partition("/")[2], tags=rules.targets[power.target].requires)
    unit = yield from describe(rules, side, asked, psyker=arrived == "psyker")
    arrival = replace(joining(battle, unit, side), conjured=True, reserve=reserve)
    return replace(battle, units=(*battle.units, arrival))


def _makes_way(battle: Battle, psyker: UnitInPlay) -> Procedure[Battle]:
    """The psyker, or a whole brotherhood of them, is removed; others of its unit stay."""
    gone = battle.unit(psyker.id)
    yield from Event("makes-way", {"unit": gone})
    return (yield from bury(battle.with_units([replace(gone, health=(), losses=gone.losses + len(gone.health))])))


def _after_mishap(side: Side, power: Power) -> Procedure[str]:
    """What did not arrive is in ongoing reserve, as a psyker or not, or lost (T3)."""
    ways = ("no-psyker", "psyker", "destroyed")
    return (yield from Decision("mishap", side, {key: key for key in ways}, default="no-psyker", args={"power": power}))


NEW = Unit(name="?")
"""A unit of which nothing is told yet."""


def describe(rules: Rules, side: Side, unit: Unit, *, psyker: bool) -> Procedure[Unit]:
    """A unit that enters the battle: its name, its models, and what makes a psyker of it."""
    name = yield from Text("conjured-name", side, default=unit.name, args={"name": unit.name})
    models = yield from Number("conjured-models", side, 1, 200, default=1, args={"name": name})
    unit = replace(unit, name=name, models=models)
    return (yield from _new_psyker(rules, side, replace(unit, tags=(PSYKER, *unit.tags)))) if psyker else unit


def _new_psyker(rules: Rules, side: Side, unit: Unit) -> Procedure[Unit]:
    """A new psyker's mastery level and disciplines, and its powers at once (T3, T5)."""
    level = yield from Number("conjured-mastery", side, 1, 10, default=1, args={"name": unit.name})
    bars = barred(rules.exceptions, unit.traits)
    unavailable = {id: Event("barred-discipline", {"exception": bar}) for id, bar in bars.items()}
    options = {id: one for id, one in rules.disciplines.items() if id not in unavailable}
    args = {"name": unit.name, "disciplines": rules.disciplines}
    lists = yield from Selection("conjured-disciplines", side, options, 1, unavailable=unavailable, default=None, args=args)
    chosen = tuple(one.id for one in lists)
    gods = frozenset(id for patron in rules.patrons for id in patron.disciplines)
    unit = replace(
        unit,
        mastery=level,
        tags=(*unit.tags, BROTHERHOOD) if unit.models > 1 else unit.tags,
        disciplines=chosen,
        # A daemon that may use a god's list is that god's (G14).
        patron=next((id for id in chosen if id in gods), None) if DAEMON in unit.tags else None,
    )
    return (yield from generate_psyker(rules, unit, side))
