"""Player turns, phase by phase: powers and reactions at their moments (hh3 A3-A7, A14)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Procedure, Selection
from psyphase.systems.hh3.adjust import adjust, changed
from psyphase.systems.hh3.battle import Battle, InPlay
from psyphase.systems.hh3.changes import come
from psyphase.systems.hh3.declarations import Comer, Declaration, Menu, chosen_focus, menu
from psyphase.systems.hh3.deployment import new_battle
from psyphase.systems.hh3.effects import attack_over, in_play_args
from psyphase.systems.hh3.manifest import manifest
from psyphase.systems.hh3.model import Gambit, Phase, Reaction, Rules
from psyphase.systems.hh3.perils import status_args
from psyphase.systems.hh3.roster import Roster
from psyphase.systems.hh3.state import state_of, unit_state, unit_states
from psyphase.systems.hh3.statuses import recovery, without_status
from psyphase.systems.shared.opening import tell_settings
from psyphase.systems.shared.sides import SIDES
from psyphase.systems.shared.turns import ADJUST, GO_ON, next_turn, play_turns, roll_call

ATTACK_OVER = "attack-over"


def play_battle(rules: Rules, mine: Roster, theirs: Roster | None = None) -> Procedure[Battle]:
    """Player turns, the first army's first; without a roster for the opponent only the own ones."""
    yield from tell_settings(rules.declared)
    battle, over = yield from _changes(rules, new_battle(rules, mine, theirs), "before-battle", opening=True)
    return battle if over else (yield from play_turns(battle, partial(_turn, rules), partial(_roll_call, rules)))


def _turn(rules: Rules, battle: Battle) -> Procedure[tuple[Battle, bool]]:
    return (yield from player_turn(rules, battle)), False


def _armies(rules: Rules, battle: Battle) -> Procedure[None]:
    """Both armies as they stand."""
    for side in SIDES:
        units = battle.of(side)
        if units:
            states = tuple(state_of(battle, unit).with_words(unit_state(rules, battle, unit)) for unit in units)
            yield from Event("army-state", {"army": battle.army(side), "side": side, "states": states})


def _roll_call(rules: Rules, battle: Battle) -> Procedure[tuple[Battle, bool]]:
    """Before the next turn; there is no last one."""
    return (yield from _changes(rules, next_turn(battle), "next-turn", endless=True))


def _changes(
    rules: Rules, battle: Battle, id: str, *, opening: bool = False, endless: bool = False
) -> Procedure[tuple[Battle, bool]]:
    """Both armies before a turn: no change, or what happened since."""
    yield from _armies(rules, battle)
    ways = (partial(unit_states, rules), partial(changed, rules), partial(adjust, rules))
    return (yield from roll_call(id, battle, *ways, opening=opening, endless=endless))


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
    size = rules.settings.points_limit
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
        found = menu(rules, battle)
        if not found.able and not found.comers and not battle.due:
            break
        choice = yield from _act(rules, battle, found)
        if choice == GO_ON:
            break
        battle = yield from _done(rules, battle, choice)
    battle = yield from attack_over(rules, battle)
    battle = yield from _ended(battle, "phase")
    if phase.id == "end":
        battle = yield from _recover(rules, battle)
    return battle


def _act(rules: Rules, battle: Battle, found: Menu) -> Procedure[Declaration | Comer | str]:
    """What is declared next, or happens in place of it."""
    args = status_args(rules, battle)
    yield from Event("status", args)
    own = (id for id, act in found.able.items() if not isinstance(act.power, Reaction | Gambit))
    asides = (*((ATTACK_OVER,) if battle.due else ()), GO_ON, ADJUST)
    gambits = (id for id, act in found.able.items() if isinstance(act.power, Gambit))
    ways: dict[str, Declaration | Comer | str] = {**found.able, **found.comers, **{key: key for key in asides}}
    return (
        yield from Decision(
            "act",
            battle.active,
            ways,
            found.unavailable,
            next(own, GO_ON),
            notes={id: act.note for id, act in found.able.items()},
            loops_back=frozenset({*gambits, *found.comers, ADJUST}),
            args={**args, "names": {id: rules.power(id) for id in found.unavailable}},
        )
    )


def _done(rules: Rules, battle: Battle, choice: Declaration | Comer | str) -> Procedure[Battle]:
    """The battle after what was chosen."""
    if isinstance(choice, Comer):
        return (yield from come(rules, battle, choice.unit, choice.how))
    if isinstance(choice, Declaration):
        model = yield from chosen_focus(rules, battle, choice)
        return (yield from manifest(rules, battle, model, choice.power))
    return (yield from (attack_over(rules, battle) if choice == ATTACK_OVER else adjust(rules, battle)))


def _recover(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """In the owner's End phase statuses are removed by checks that the players take (facts 4)."""
    hosts = battle.hosts(battle.active)
    ways = {f"{unit.id}-{status}": (unit, rules.statuses[status]) for unit in hosts for status in battle.statuses(unit)}
    if not ways:
        return battle
    options = {
        key: Event("status-of", {"unit": unit, "status": status, "recovery": recovery(rules, battle, unit, status)})
        for key, (unit, status) in ways.items()
    }
    yield from Event("status", status_args(rules, battle))
    recovered = yield from Selection("recovered", battle.active, options)
    for key in (key for key, option in options.items() if option in recovered):
        unit, status = ways[key]
        yield from Event("status-removed", {"unit": unit, "status": status})
        battle = without_status(battle, unit, status.id)
    return battle
