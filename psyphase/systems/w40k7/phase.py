"""Psychic phases in turn, each from the warp charge roll to the last die (w40k7 P1-P4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal, TypeAlias

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure, Side
from psyphase.systems.shared.adjust import BACK
from psyphase.systems.shared.keys import numbered, numbered_armies
from psyphase.systems.shared.opening import tell_settings
from psyphase.systems.shared.sides import SIDES
from psyphase.systems.shared.turns import ADJUST, END, next_turn, play_turns, roll_call
from psyphase.systems.w40k7.adjust import MOST_WARP_CHARGE, adjust, changed
from psyphase.systems.w40k7.availability import Repertoire, repertoires
from psyphase.systems.w40k7.battle import Battle, UnitInPlay, new_battle
from psyphase.systems.w40k7.effects import in_play_args
from psyphase.systems.w40k7.generation import generate, with_force
from psyphase.systems.w40k7.in_force import mastery_of
from psyphase.systems.w40k7.manifest import manifest
from psyphase.systems.w40k7.model import Power, Roster, Rules
from psyphase.systems.w40k7.state import state_of, unit_state, unit_states
from psyphase.systems.w40k7.status import pools, status
from psyphase.systems.w40k7.warp_charge import Added, added_by, near_for_pool, warp_charge

Aside: TypeAlias = Literal["end", "back", "correct"]
"""What may be chosen in place of a psyker or a power: the end of the phase, another psyker, something to set right."""


def play_battle(rules: Rules, mine: Roster, theirs: Roster | None = None) -> Procedure[Battle]:
    """Psychic phases in turn, the first army's first; powers are generated first where a roster has none (G1).

    Without a roster for the opponent only the own phases are played.
    """
    battle = yield from begin(rules, mine, theirs)
    battle, over = yield from _changes(rules, battle, "before-battle", opening=True)
    return battle if over else (yield from play_turns(battle, partial(_turn, rules), partial(_roll_call, rules)))


def begin(rules: Rules, mine: Roster, theirs: Roster | None) -> Procedure[Battle]:
    """The battle before its first phase: settings, powers, both armies."""
    yield from tell_settings(rules.declared)
    names = numbered([unit.name for roster in (mine, theirs) if roster for unit in roster.units])
    mine = yield from _ready(rules, mine, "mine", names[: len(mine.units)])
    if theirs:
        _, name = numbered_armies((mine.name, theirs.name))
        theirs = yield from _ready(rules, replace(theirs, name=name), "theirs", names[len(mine.units) :])
    return new_battle(mine, theirs, rules.unit_rules)


def _ready(rules: Rules, roster: Roster, side: Side, names: Sequence[str]) -> Procedure[Roster]:
    if any(unit.level and unit.powers is None for unit in roster.units):
        roster = yield from generate(rules, roster, side, names)
    return (yield from with_force(rules, roster, names))


def _armies(battle: Battle) -> Procedure[None]:
    """Both armies as they stand."""
    for side in SIDES:
        units = battle.of(side)
        if units:
            states = tuple(state_of(battle, unit).with_words(unit_state(battle, unit)) for unit in units)
            yield from Event("army-state", {"army": battle.army(side), "side": side, "states": states})


def _turn(rules: Rules, battle: Battle) -> Procedure[tuple[Battle, bool]]:
    return (yield from psychic_phase(rules, battle)), False


def _roll_call(rules: Rules, battle: Battle) -> Procedure[tuple[Battle, bool]]:
    """Before the next phase; a battle has so many turns (facts 6)."""
    battle = next_turn(battle)
    turns = rules.settings.game_turns
    over = Event("battle-over", {"turns": turns}) if battle.turn > turns else None
    return (yield from _changes(rules, battle, "next-phase", over))


def _changes(
    rules: Rules, battle: Battle, id: str, over: Event | None = None, *, opening: bool = False
) -> Procedure[tuple[Battle, bool]]:
    """Both armies before a phase: no change, or what happened since."""
    yield from _armies(battle)
    setting_right = partial(adjust, rules, between_phases=True)
    return (yield from roll_call(id, battle, unit_states, partial(changed, rules), setting_right, over, opening=opening))


def psychic_phase(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """The active player's psychic phase (P1-P4): the battle after it, with both pools empty (P3)."""
    battle = yield from _begin_phase(battle)
    over = False
    while battle.dice_left(battle.active) and not over:
        yield from status(battle)
        battle, over = yield from _act(rules, battle)
    reason = "phase-ended" if battle.dice_left(battle.active) else "no-dice-left"
    yield from Event(reason, {"army": battle.army(battle.active)})
    for effect in battle.in_play:
        yield from Event("still-in-play", in_play_args(battle, effect))
    yield from Event("phase-over", {"army": battle.army(battle.active), "enemy": battle.enemy, **pools(battle)})
    return replace(battle, pools=(0, 0), reserved=())


def _begin_phase(battle: Battle) -> Procedure[Battle]:
    """Effects of the last phase end; both players take their warp charge dice (P1, P2)."""
    side, enemy = battle.active, battle.opponent()
    yield from Event("phase-begins", {"army": battle.army(side), "turn": battle.turn})
    over = tuple(effect for effect in battle.in_play if effect.until in (side, "turn"))
    for effect in over:
        yield from Event("effect-ends", in_play_args(battle, effect))
    battle = replace(
        battle,
        units=tuple(replace(unit, conjured=False) if unit.conjured else unit for unit in battle.units),
        in_play=tuple(effect for effect in battle.in_play if effect not in over),
        attempts=(),
        blessed=(),
        near=tuple(replace(said, now=False) for said in battle.near),
        forbidden=(),
    )
    for effect in battle.in_play:
        yield from Event("in-play-still", in_play_args(battle, effect))
    for unit in battle.units:
        if unit.present and (mastery := mastery_of(battle, unit)).modifiers:
            yield from Event("mastery-in-force", {"unit": unit, "mastery": mastery})
    battle = yield from near_for_pool(battle)
    own = added_by(battle, side)
    if battle.enemy_known:
        against = added_by(battle, enemy)
    else:
        level = yield from Number("enemy-mastery", enemy, 0, MOST_WARP_CHARGE, default=0)
        against = Added({"opponent": level})
    charges = yield from warp_charge(side, own, against)
    battle = battle.with_pool(side, charges.active)
    return battle.with_pool(enemy, charges.other)


def _act(rules: Rules, battle: Battle) -> Procedure[tuple[Battle, bool]]:
    """Which psyker tries which power next (P4, P5), or what is done in place of it; and whether that ends the phase."""
    powers = repertoires(rules, battle)
    able = {id: one.psyker for id, one in powers.items() if one.options}
    if not able:
        yield from _nothing_to_attempt(rules, battle, powers)
        return battle, True
    several = len(powers) > 1
    psyker = (yield from _choose_psyker(battle, powers, able)) if several else next(iter(able.values()))
    if not isinstance(psyker, UnitInPlay):
        return (yield from _aside(rules, battle, psyker))
    power = yield from _choose_power(rules, battle, powers[psyker.id], several)
    if not isinstance(power, Power):
        return (yield from _aside(rules, battle, power))
    return (yield from manifest(rules, battle, psyker, power)), False


def _nothing_to_attempt(rules: Rules, battle: Battle, powers: Mapping[str, Repertoire]) -> Procedure[None]:
    for one in powers.values():
        for id, why in one.unavailable.items():
            yield from Event("cannot-attempt", {"unit": one.psyker, "power": rules.powers[id], "why": why})
    yield from Event("nothing-to-attempt", {"army": battle.army(battle.active)})


def _choose_psyker(
    battle: Battle, powers: Mapping[str, Repertoire], able: Mapping[str, UnitInPlay]
) -> Procedure[UnitInPlay | Aside]:
    spent = {id: Event("nothing-left-for-it") for id in powers if id not in able}
    ways: dict[str, UnitInPlay | Aside] = {**able, ADJUST: "correct", END: "end"}
    args = {"units": {unit.id: unit for unit in battle.units}, **pools(battle)}
    loops_back = frozenset({ADJUST})
    return (yield from Decision("psyker", battle.active, ways, spent, next(iter(able)), loops_back=loops_back, args=args))


def _choose_power(rules: Rules, battle: Battle, powers: Repertoire, several: bool) -> Procedure[Power | Aside]:
    """One of a psyker's powers; of several psykers it may be another one, and the phase ends where they are chosen."""
    leave: dict[str, Power | Aside] = {BACK: "back"} if several else {ADJUST: "correct", END: "end"}
    unavailable = powers.unavailable
    return (
        yield from Decision(
            "power",
            battle.active,
            {**powers.options, **leave},
            unavailable,
            next(iter(powers.options)),
            notes={id: _note(rules, power) for id, power in powers.options.items()},
            loops_back=frozenset({ADJUST, BACK}),
            args={"unit": powers.psyker, "names": {id: rules.powers[id] for id in unavailable}, **pools(battle)},
        )
    )


def _note(rules: Rules, power: Power) -> Event:
    kinds = tuple(rules.types[id].name for id in power.types)
    return Event("power-note", {"costs": power.costs, "types": kinds, "range": power.range})


def _aside(rules: Rules, battle: Battle, way: Aside) -> Procedure[tuple[Battle, bool]]:
    """What was chosen in place of an attempt; and whether it ends the phase."""
    if way == "correct":
        battle = yield from adjust(rules, battle)
    return battle, way == "end"
