"""One psychic phase, from the warp charge roll to the last die (w40k7 P1-P19, T1-T7)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from psyphase.engine.dice import MAX_COUNT
from psyphase.engine.procedure import Decision, Event, Number, Procedure, Side, other
from psyphase.systems.w40k7.adjust import MOST_WARP_CHARGE, adjust, status
from psyphase.systems.w40k7.battle import Battle, UnitInPlay, new_battle
from psyphase.systems.w40k7.deny import best_answer, deny_the_witch, may_deny
from psyphase.systems.w40k7.effects import in_play_args, resolve
from psyphase.systems.w40k7.generation import generate
from psyphase.systems.w40k7.model import FailedTestException, Perils, PerilsException, Power, PowerType, Roster, Rules
from psyphase.systems.w40k7.perils import pools, suffer
from psyphase.systems.w40k7.psychic_test import Prospects, PsychicTest, psychic_test, suggested_dice
from psyphase.systems.w40k7.targets import declare_target, on_itself
from psyphase.systems.w40k7.warp_charge import warp_charge

END = "end"
BACK = "back"
GO_ON = "go-on"
SIDES: tuple[Side, ...] = ("mine", "theirs")
ADJUST = "correct"


def play_battle(rules: Rules, mine: Roster, theirs: Roster | None = None) -> Procedure[Battle]:
    """Psychic phases in turn, the first army's first; powers are generated first where a roster has none (G1).

    Without a roster for the opponent only the own phases are played.
    """
    battle = yield from play_phase(rules, mine, theirs)
    while True:
        following = other(battle.active) if battle.enemy_known else battle.active
        battle = replace(battle, active=following, turn=battle.turn + (following == "mine"))
        set_right = yield from _roll_call(rules, battle)
        if set_right is None:
            return battle
        battle = yield from psychic_phase(rules, set_right)


def play_phase(rules: Rules, mine: Roster, theirs: Roster | None) -> Procedure[Battle]:
    """The first psychic phase of a battle."""
    yield from Event("settings-in-force", {"settings": tuple(rules.settings.in_force())})
    mine = yield from _ready(rules, mine, "mine")
    if theirs:
        theirs = yield from _ready(rules, theirs, "theirs")
    battle = new_battle(mine, theirs)
    yield from _armies(battle)
    return (yield from psychic_phase(rules, battle))


def _armies(battle: Battle) -> Procedure[None]:
    """Both armies as they stand."""
    for side in SIDES:
        units = battle.of(side)
        if units:
            yield from Event("army-state", {"army": battle.army(side), "units": units})


def _roll_call(rules: Rules, battle: Battle) -> Procedure[Battle | None]:
    """Both armies as they stand before the next phase: no change, or what happened since; None ends the battle."""
    yield from _armies(battle)
    turns = rules.settings.number("game_turns")
    unavailable = {GO_ON: Event("battle-over", {"turns": turns})} if battle.turn > turns else {}
    keys = [key for key in (GO_ON, ADJUST, END) if key not in unavailable]
    while True:
        choice: str = yield from Decision(
            "next-phase",
            battle.active,
            {key: key for key in keys},
            unavailable,
            END if unavailable else GO_ON,
            loops_back=frozenset({ADJUST}),
            ends=END,
            args={"army": battle.army(battle.active), "turn": battle.turn},
        )
        if choice != ADJUST:
            return battle if choice == GO_ON else None
        battle = yield from adjust(battle, between_phases=True)


def _ready(rules: Rules, roster: Roster, side: Side) -> Procedure[Roster]:
    if any(unit.level and unit.powers is None for unit in roster.units):
        roster = yield from generate(rules, roster, side)
    return roster


def psychic_phase(rules: Rules, battle: Battle) -> Procedure[Battle]:
    """The active player's psychic phase (P1-P4): the battle after it, with both pools empty (P3)."""
    battle = yield from _begin(battle)
    while battle.pool(battle.active):
        yield from status(battle)
        chosen = yield from _choose(rules, battle)
        if chosen is None:
            break
        if isinstance(chosen, Battle):
            battle = chosen
            continue
        psyker, power = chosen
        battle = yield from manifest(rules, battle, psyker, power)
    reason = "no-dice-left" if not battle.pool(battle.active) else "phase-ended"
    yield from Event(reason, {"army": battle.army(battle.active)})
    opponent = battle.army(battle.opponent()) or Event("opponent")
    for effect in battle.in_play:
        yield from Event("still-in-play", in_play_args(battle, effect))
    yield from Event("phase-over", {"army": battle.army(battle.active), "enemy": opponent, **pools(battle)})
    return replace(battle, pools=(0, 0))


def _begin(battle: Battle) -> Procedure[Battle]:
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
    )
    for effect in battle.in_play:
        yield from Event("in-play-still", in_play_args(battle, effect))
    own = mastery_sum(battle, side)
    if battle.enemy_known:
        against = mastery_sum(battle, enemy)
    else:
        level = yield from Number("enemy-mastery", enemy, 0, MOST_WARP_CHARGE, default=0)
        against = ({"opponent": level}, 0)
    charges = yield from warp_charge(side, own, against)
    battle = battle.with_pool(side, charges.active)
    return battle.with_pool(enemy, charges.other)


def mastery_sum(battle: Battle, side: Side) -> tuple[Mapping[str, int], int]:
    """The mastery levels of all psyker units on the table, embarked ones included, by name; and other dice (P1, P2)."""
    levels: dict[str, int] = {}
    extra = 0
    for unit in battle.of(side):
        if unit.present and unit.level:
            levels[unit.id] = unit.level
        extra += unit.entry.warp_charge if unit.present else 0
    return levels, extra


def _choose(rules: Rules, battle: Battle) -> Procedure[tuple[UnitInPlay, Power] | Battle | None]:
    """Which psyker tries which power next (P4, P5); None ends the phase, a battle was set right (P2) or looked at."""
    powers = {unit.id: _powers(rules, battle, unit) for unit in battle.of(battle.active) if unit.level and unit.present}
    able = {id: battle.unit(id) for id, (options, _) in powers.items() if options}
    if not able:
        for id, (_, unavailable) in powers.items():
            for key, why in unavailable.items():
                yield from Event("cannot-attempt", {"unit": battle.unit(id), "power": rules.powers[key], "why": why})
        yield from Event("nothing-to-attempt", {"army": battle.army(battle.active)})
        return None
    several = len(powers) > 1
    psyker = next(iter(able.values()))
    if several:
        spent = {id: Event("nothing-left-for-it") for id in powers if id not in able}
        ways: dict[str, UnitInPlay | str] = {**able, ADJUST: ADJUST, END: END}
        args = {"units": {unit.id: unit for unit in battle.units}, **pools(battle)}
        choice = yield from Decision(
            "psyker", battle.active, ways, spent, next(iter(able)), loops_back=frozenset({ADJUST}), args=args
        )
        if isinstance(choice, str):
            return (yield from _end_or_adjust(battle, choice))
        psyker = choice
    options, unavailable = powers[psyker.id]
    leave: dict[str, Power | str] = {BACK: BACK} if several else {ADJUST: ADJUST, END: END}
    power: Power | str = yield from Decision(
        "power",
        battle.active,
        {**options, **leave},
        unavailable,
        next(iter(options)),
        notes={id: _note(rules, rules.powers[id]) for id in options},
        loops_back=frozenset({ADJUST, BACK}),
        args={"unit": psyker, "names": {id: rules.powers[id] for id in unavailable}, **pools(battle)},
    )
    if isinstance(power, str):
        return (yield from _end_or_adjust(battle, power))
    return psyker, power


def _note(rules: Rules, power: Power) -> Event:
    kinds = tuple(rules.types[id].name for id in power.types)
    return Event("power-note", {"costs": power.costs, "types": kinds, "range": power.range})


def _end_or_adjust(battle: Battle, choice: str) -> Procedure[Battle | None]:
    if choice == END:
        return None
    if choice == ADJUST:
        battle = yield from adjust(battle)
    return battle


def _powers(rules: Rules, battle: Battle, psyker: UnitInPlay) -> tuple[dict[str, Power], dict[str, Event]]:
    """The powers a psyker may attempt now, and why the rest may not (P4, P6, P8, T3, T5)."""
    options: dict[str, Power] = {}
    unavailable: dict[str, Event] = {}
    attempts = sum(unit == psyker.id for unit, _ in battle.attempts)
    for id in psyker.powers:
        why = _why_not(rules, battle, psyker, rules.powers[id], attempts)
        if why:
            unavailable[id] = why
        else:
            options[id] = rules.powers[id]
    return options, unavailable


def _why_not(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power, attempts: int) -> Event | None:
    """The first reason against attempting a power now."""
    pool = battle.pool(battle.active)
    kinds = [rules.types[id] for id in power.types]
    reasons = (
        (_attempted(battle, psyker, power), Event("already-attempted")),
        (
            rules.settings["attempts_per_phase"] == "mastery" and attempts >= psyker.level,
            Event("attempts-used-up", {"count": psyker.level}),
        ),
        (power.costs[0] > pool, Event("needs-charges", {"cost": power.costs[0], "pool": pool})),
        (
            battle.embarked(psyker) and not any(_from_transport(rules, kind) for kind in kinds),
            Event("embarked-witchfire-only"),
        ),
        ("locked-in-combat" in psyker.traits and not any(kind.in_combat for kind in kinds), Event("locked-in-combat")),
        (psyker.conjured and "conjuration" in power.types, Event("conjured-this-turn")),
        (_blessed_itself(rules, battle, psyker, power), Event("already-blessed")),
    )
    return next((why for applies, why in reasons if applies), None)


def _blessed_itself(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> bool:
    """Whether a blessing on the psyker or its own unit would be the second of the turn (T2)."""
    target = rules.targets[power.target]
    blessing = any(rules.types[id].once_a_turn for id in power.types)
    on_self = target.side == "self" and (power.id, on_itself(battle, psyker, target).id) in battle.blessed
    return blessing and on_self


def _attempted(battle: Battle, psyker: UnitInPlay, power: Power) -> bool:
    """Whether its unit, whichever psyker of it, has attempted the power in this phase (P4)."""
    host = battle.host(psyker).id
    return any(power.id == id and battle.host(battle.unit(unit)).id == host for unit, id in battle.attempts)


def _from_transport(rules: Rules, kind: PowerType) -> bool:
    return kind.embarked == "plain" or (kind.embarked == "variant" and rules.settings["embarked_powers"] == "all")


def manifest(rules: Rules, battle: Battle, psyker: UnitInPlay, power: Power) -> Procedure[Battle]:
    """Try one power: target, psychic test, perils, deny, effect (P5)."""
    battle = replace(battle, attempts=(*battle.attempts, (psyker.id, power.id)))
    kind = yield from _kind(rules, battle, power)
    declared = yield from declare_target(rules, battle, psyker, power, kind)
    cost = yield from _cost(battle, power)
    deniers = may_deny(rules, battle, psyker, declared.units, declared.others)
    test = PsychicTest(psyker.entry.harness or rules.settings.number("success"), perils_for(rules, psyker, power))
    pool = battle.pool(battle.active)
    best = best_answer(deniers)
    dice = yield from Number(
        "dice",
        battle.active,
        1,
        min(pool, MAX_COUNT),
        suggested_dice(test, cost, min(pool, MAX_COUNT)),
        Prospects(test, cost, best.read if best else None, min(battle.pool(battle.opponent()), MAX_COUNT)),
        {
            "unit": psyker,
            "power": power,
            "cost": cost,
            "pool": pool,
            "enemy_pool": battle.pool(battle.opponent()),
            "perils": Event(f"perils-on-{test.perils}"),
        },
    )
    battle = battle.spend(battle.active, dice)
    yield from status(battle)
    tested = yield from psychic_test(battle.active, test, cost, dice, psyker.name, power)
    passed = tested.harnessed >= cost
    if tested.perils or (not passed and _fails_badly(rules, power)):
        doubles = Event("any-double-came-up" if test.perils == "any-double" else "two-sixes-came-up")
        why = doubles if tested.perils else Event("failed-test-perils", {"power": power})
        battle = yield from suffer(rules, battle, battle.unit(psyker.id), why)
    if not passed:
        return battle
    battle, denied = yield from deny_the_witch(battle, tested.harnessed, deniers)
    if not denied:
        battle = yield from resolve(rules, battle, psyker, power, kind, declared, tested.harnessed, cost)
    return battle


def perils_for(rules: Rules, psyker: UnitInPlay, power: Power) -> Perils:
    """What brings perils: the unit's own rule, else the discipline's (T5), else the setting (P10)."""
    if psyker.entry.perils:
        return psyker.entry.perils
    discipline = power.id.partition("/")[0]
    for exception in rules.exceptions:
        if not isinstance(exception, PerilsException) or discipline not in exception.disciplines:
            continue
        if not psyker.traits.intersection(exception.exempt):
            return exception.perils
    return rules.settings["perils"]  # type: ignore[return-value]


def _fails_badly(rules: Rules, power: Power) -> bool:
    """Whether a failed test of this power brings perils; a denied one did not fail (P18)."""
    return any(isinstance(one, FailedTestException) and power.id in one.powers for one in rules.exceptions)


def _kind(rules: Rules, battle: Battle, power: Power) -> Procedure[PowerType]:
    kinds = {id: rules.types[id] for id in power.types}
    if len(kinds) == 1:
        return next(iter(kinds.values()))
    return (yield from Decision("use-as", battle.active, kinds, default=next(iter(kinds)), args={"power": power}))


def _cost(battle: Battle, power: Power) -> Procedure[int]:
    """The cost, declared before the dice where there are several (T7)."""
    if len(power.costs) == 1:
        return power.costs[0]
    pool = battle.pool(battle.active)
    options = {str(cost): cost for cost in power.costs if cost <= pool}
    unavailable = {str(cost): Event("needs-charges", {"cost": cost, "pool": pool}) for cost in power.costs if cost > pool}
    return (yield from Decision("cost", battle.active, options, unavailable, str(power.costs[0]), args={"power": power}))
