"""Player turns, phase by phase: powers and reactions at their moments (hh3 A3-A7, A14)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from psyphase.procedure import Decision, Event, Procedure, Selection, Side, other
from psyphase.systems.hh3.battle import Battle, InPlay, Model, UnitInPlay, models, new_battle
from psyphase.systems.hh3.check import chance_note
from psyphase.systems.hh3.corrections import correct, unit_state
from psyphase.systems.hh3.manifest import holds, in_play_args, manifest, why_not
from psyphase.systems.hh3.model import NULLIFY, Gambit, Phase, Power, Reaction, Roster, Rules
from psyphase.tables import Words

GO_ON = "go-on"
CORRECT = "correct"
END = "end"
PASSED = Event("moment-passed")
SIDES: tuple[Side, ...] = ("mine", "theirs")


def play_battle(rules: Rules, mine: Roster, theirs: Roster | None = None) -> Procedure[Battle]:
    """Player turns, the first army's first; without a roster for the opponent only the own ones."""
    yield from Event("settings-in-force", {"settings": tuple(rules.settings.in_force())})
    battle = new_battle(rules, mine, theirs)
    yield from _armies(rules, battle)
    while True:
        battle = yield from player_turn(rules, battle)
        following = other(battle.active) if battle.enemy_known else battle.active
        battle = replace(battle, active=following, turn=battle.turn + (following == "mine"))
        set_right = yield from _roll_call(rules, battle)
        if set_right is None:
            return battle
        battle = set_right


def _armies(rules: Rules, battle: Battle) -> Procedure[None]:
    """Both armies as they stand."""
    for side in SIDES:
        units = battle.of(side)
        if units:
            states = tuple(Event("named-state", {"unit": unit, "state": unit_state(rules, unit)}) for unit in units)
            yield from Event("army-state", {"army": battle.army(side), "states": states})


def _roll_call(rules: Rules, battle: Battle) -> Procedure[Battle | None]:
    """Both armies before the next turn: no change, or what happened since; None ends the battle."""
    yield from _armies(rules, battle)
    while True:
        choice: str = yield from Decision(
            "next-turn",
            battle.active,
            {key: key for key in (GO_ON, CORRECT, END)},
            default=GO_ON,
            returns=frozenset({CORRECT}),
            closing=END,
            args={"army": battle.army(battle.active), "turn": battle.turn},
        )
        if choice != CORRECT:
            return battle if choice == GO_ON else None
        battle = yield from correct(rules, battle)


def player_turn(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """A player turn, phase by phase; a phase in which nothing can be done goes by without a word."""
    battle = yield from _begin(rules, battle)
    for phase in rules.phases:
        battle = yield from _play_phase(rules, replace(battle, phase=phase.id), phase)
    yield from Event("turn-over", {"army": battle.army(battle.active), "enemy": battle.enemy, "points": battle.points})
    for effect in battle.in_play:
        yield from Event("still-in-play", in_play_args(battle, effect))
    return replace(battle, points=0)


def _begin(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """Effects that last to this turn end; the opponent gets reaction points by the size of the battle (facts 4)."""
    yield from Event("turn-begins", {"army": battle.army(battle.active), "turn": battle.turn})
    battle = yield from _ended(battle, battle.active)
    for effect in battle.in_play:
        yield from Event("in-play-still", in_play_args(battle, effect))
    size = rules.settings.number("points_limit")
    allotted = next((one.points for one in rules.allotments if size <= one.up_to), rules.allotments[-1].points)
    bonus = battle.bonuses[battle.active == "mine"]
    points = max(0, allotted + bonus)
    if battle.enemy_known:
        args = {"army": battle.enemy, "points": points, "allotted": allotted, "bonus": bonus, "size": size}
        yield from Event("reaction-points-bonus" if bonus else "reaction-points", args)
    return replace(battle, points=points, manifested=frozenset(), reacted=frozenset(), nullified=frozenset())


def _ended(battle: Battle, until: str) -> Procedure[Battle]:
    """The battle without the effects that end now; each is told."""
    over: list[InPlay] = [effect for effect in battle.in_play if effect.until == until]
    for effect in over:
        yield from Event("effect-ends", in_play_args(battle, effect))
    return replace(battle, in_play=tuple(effect for effect in battle.in_play if effect not in over))


def _play_phase(rules: Rules, battle: Battle, phase: Phase) -> Procedure[Battle]:
    while True:
        acts, barred = _acts(rules, battle)
        if not acts:
            break
        args = {"turn": battle.turn, "phase": phase, "army": battle.army(battle.active), "enemy": battle.enemy}
        yield from Event("status", {**args, "points": battle.points})
        own = (id for id, act in acts.items() if not isinstance(act.power, Reaction | Gambit))
        ways: dict[str, Act | str] = {**acts, GO_ON: GO_ON, CORRECT: CORRECT}
        choice = yield from Decision(
            "act",
            battle.active,
            ways,
            {id: why for id, (_, why) in barred.items()},
            next(own, GO_ON),
            notes={id: act.note for id, act in acts.items()},
            returns=frozenset({CORRECT}),
            args={**args, "names": {id: power for id, (power, _) in barred.items()}},
        )
        if choice == GO_ON:
            break
        if not isinstance(choice, Act):
            battle = yield from correct(rules, battle)
            continue
        model = yield from _focus(battle, choice)
        battle = yield from manifest(rules, battle, model, choice.power)
    battle = yield from _ended(battle, "phase")
    if phase.id == "end":
        battle = yield from _recover(rules, battle)
    return battle


class Act(Struct, frozen=True):
    """Something that may be declared now, by one of some models."""

    power: Power
    models: tuple[Model, ...]
    note: Event

    @property
    def name(self) -> Words:
        """What it is called."""
        return self.power.name

    @property
    def effect(self) -> Words:
        """What it does."""
        return self.power.effect


def _acts(rules: Rules, battle: Battle) -> tuple[dict[str, Act], dict[str, tuple[Power, Event]]]:
    """What may be declared in this phase, and why everything else of this turn may not; both in the order of the turn."""
    able: dict[str, list[Model]] = {}
    barred: dict[str, tuple[Power, Event]] = {}
    for model in (model for unit in battle.units if unit.living for model in models(unit, unit.living)):
        for power in holds(rules, model):
            if not isinstance(power, Power) or power.id == NULLIFY or not _in_turn(battle, model, power):
                continue
            later = _not_now(rules, battle, power)
            why = later or why_not(rules, battle, model, power)
            if why:
                # Of other phases only the own powers that are still to come are worth a line.
                if not later or (later is not PASSED and not isinstance(power, Reaction | Gambit)):
                    barred.setdefault(power.id, (power, why))
            elif _by_model(power) or all(one.unit.id != model.unit.id for one in able.get(power.id, [])):
                able.setdefault(power.id, []).append(model)
    acts = {id: _act(rules, battle, rules.entries[id], tuple(found)) for id, found in able.items()}
    order = list(rules.moments)
    first = {id: min(order.index(moment) for moment in _power(rules, id).moments) for id in (*acts, *barred)}
    return (
        {id: acts[id] for id in sorted(acts, key=first.__getitem__)},
        {id: barred[id] for id in sorted(barred, key=first.__getitem__) if id not in acts},
    )


def _power(rules: Rules, id: str) -> Power:
    power = rules.entries[id]
    assert isinstance(power, Power)
    return power


def _in_turn(battle: Battle, model: Model, power: Power) -> bool:
    """Powers in the own turn, reactions in the opponent's (A7), gambits in both; in which traits allow it."""
    if not model.group.traits.issuperset(power.requires):
        return False
    return isinstance(power, Gambit) or isinstance(power, Reaction) == (model.side != battle.active)


def _by_model(power: Power) -> bool:
    """Whether it matters which model of a unit uses it."""
    return power.check not in ("unit-willpower", "none")


def _not_now(rules: Rules, battle: Battle, power: Power) -> Event | None:
    """Why this is not its phase: it comes later, or its moment has passed."""
    order = [phase.id for phase in rules.phases]
    now = order.index(battle.phase)
    phases = sorted({order.index(rules.moments[moment].phase) for moment in power.moments})
    if now in phases:
        return None
    later = [at for at in phases if at > now]
    return Event("later-phase", {"phase": rules.phases[later[0]]}) if later else PASSED


def _act(rules: Rules, battle: Battle, power: object, found: tuple[Model, ...]) -> Act:
    assert isinstance(power, Power)
    moments = [rules.moments[one] for one in power.moments if rules.moments[one].phase == battle.phase]
    args = {
        "moment": moments[0].name,
        "names": tuple(model.name for model in found),
        "army": battle.army(found[0].side),
        "chance": _chance(battle, power, found[0]) if len(found) == 1 else None,
    }
    if isinstance(power, Reaction):
        return Act(power, found, Event("reaction-note", {**args, "cost": power.points}))
    return Act(power, found, Event("act-note", args))


def _chance(battle: Battle, power: Power, model: Model) -> Event | None:
    """The check a model would take, as a note; a curse's depends on its target."""
    if power.check not in ("manifestation", "willpower"):
        return None
    against = battle.willpower(model, manifesting=power.check == "manifestation")
    return chance_note("passes-note" if power.perils != "never" else "passes-note-safe", against)


def _focus(battle: Battle, act: Act) -> Procedure[Model]:
    """Which model uses it, where several could."""
    if len(act.models) == 1:
        return act.models[0]
    ways = {model.group.id: model for model in act.models}
    notes: Mapping[str, Event] = {
        key: note for key, model in ways.items() if (note := _chance(battle, act.power, model)) is not None
    }
    model = yield from Decision(
        "focus", act.models[0].side, ways, default=next(iter(ways)), notes=notes, args={"power": act.power}
    )
    return model


def _recover(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """In the owner's End phase statuses are removed by checks that the players take (facts 4)."""
    hosts = [unit for unit in battle.of(battle.active) if unit.here and battle.host(unit).id == unit.id]
    ways = {f"{unit.id}-{status}": (unit, status) for unit in hosts for status in battle.statuses(unit)}
    if not ways:
        return battle
    options = {
        key: Event("status-of", {"unit": unit, "status": rules.statuses[status], "recovery": rules.statuses[status].recovery})
        for key, (unit, status) in ways.items()
    }
    recovered = yield from Selection("recovered", battle.active, options)
    for key in (key for key, option in options.items() if option in recovered):
        unit, status = ways[key]
        yield from Event("status-removed", {"unit": unit, "status": rules.statuses[status]})
        battle = without_status(battle, unit, status)
    return battle


def without_status(battle: Battle, unit: UnitInPlay, status: str) -> Battle:
    """The battle after a whole unit has lost a status."""
    return battle.with_units(
        replace(member, statuses=tuple(one for one in member.statuses if one != status)) for member in battle.members(unit)
    )
