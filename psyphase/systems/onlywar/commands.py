"""What each command does (onlywar O1-O6 and the table)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from psyphase.engine.dice import Dice
from psyphase.engine.procedure import Event, Number, Procedure, Roll, Text
from psyphase.engine.readings import Total
from psyphase.systems.onlywar.attacks_by import attack
from psyphase.systems.onlywar.availability import Moment, against, tested_on
from psyphase.systems.onlywar.degrees import Tested, take_test, target
from psyphase.systems.onlywar.effects import keep_effect
from psyphase.systems.onlywar.model import ATTACKS, Command, CommandWord, Rules
from psyphase.systems.onlywar.morale import D5, lose_subordinates, without_orders
from psyphase.systems.onlywar.profiles import PER_TEN, base_of, characteristic
from psyphase.systems.onlywar.squad import HALF_ACTIONS, Squad, metres, ordering_magnitude
from psyphase.tables.sums import Modifier

D10 = Dice(1, 10)
VOLLEYS = 2
"""How often `two-volleys` shoots."""


def give_command(rules: Rules, squad: Squad, command: Command, moment: Moment) -> Procedure[tuple[Squad, Tested | None]]:
    """Give a command and carry it out at once (O1). The squad after it, and its test where it had one."""
    as_reaction = command.action == "reaction" or (command.action == "half-or-reaction" and moment != "turn")
    yield from Event("command-given", {"squad": squad, "command": command})
    squad = _spend(squad, command, as_reaction=as_reaction)
    if as_reaction and (watch := squad.effect("watch")):
        yield from Event("watch-ends", {"effect": watch.name})
        squad = replace(squad, in_play=tuple(one for one in squad.in_play if one is not watch))
    squad, victims = yield from _sacrifice(rules, squad, command)
    squad, tested = yield from DOES[command.does](rules, squad, command, victims)
    # Where the last ones were sacrificed the command is carried out all the same, but nobody is left for it to last on.
    return (squad if squad.standing == "squad" else without_orders(squad)), tested


def _spend(squad: Squad, command: Command, *, as_reaction: bool) -> Squad:
    """The action, and the round's one Attack and one Concentration (O2, O3)."""
    cost = 0 if as_reaction else 1 if command.action in ("half", "half-or-reaction") else HALF_ACTIONS
    squad = squad.with_turn(
        actions=max(0, squad.turn.actions - cost),
        moved=squad.turn.moved or command.move != "none" or "movement" in command.subtypes,
        ran=squad.turn.ran or command.move == "run",
    )
    squad = squad.with_round(
        reacted=squad.round.reacted or as_reaction,
        attacked=squad.round.attacked or "attack" in command.subtypes,
        concentrated=squad.round.concentrated or "concentration" in command.subtypes,
    )
    return replace(squad, spent=squad.spent | {command.id}) if command.uses == "scene" else squad


def _sacrifice(rules: Rules, squad: Squad, command: Command) -> Procedure[tuple[Squad, int]]:
    """Own subordinates die first, even if the test fails then (facts 4.45-4.47)."""
    if not command.kills:
        return squad, 0
    if command.kills == "up-to-5":
        most = min(rules.figures.most_victims, squad.magnitude)
        victims = yield from Number("victims", "mine", 0, most, default=min(1, most), args={"squad": squad})
    elif command.kills == "1d5":
        victims = yield from Roll("sacrifice", "mine", D5, Total(), args={"squad": squad})
    else:
        victims = command.kills
    victims = min(victims, squad.magnitude)
    squad = yield from lose_subordinates(rules, squad, victims, counts=rules.settings.losses_by_sacrifice)
    return squad, victims


def _tested(rules: Rules, squad: Squad, command: Command, *others: Modifier) -> Procedure[Tested]:
    args = {"squad": squad, "command": command}
    return (yield from take_test(rules, "command-test", "mine", against(rules, squad, command, *others), args))


def move_squad(squad: Squad, speed: str) -> Procedure[None]:
    """Every member moves, no faster than the slowest (O4)."""
    yield from Event("moves", {"squad": squad, "speed": Event(f"speed-{speed}"), "metres": metres(squad, speed)})


Carried: TypeAlias = Procedure[tuple[Squad, Tested | None]]


def _move(_rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    yield from move_squad(squad, command.move)
    if command.lasts == "none":
        yield from Event("carried-out", {"effect": command.effect})
    if command.extra_move != "none":
        more = yield from Roll("extra-move", "mine", D10, Total(), args={"squad": squad})
        yield from Event("moves-further", {"metres": more})
    if command.lasts != "none":
        squad = yield from keep_effect(squad, command)
    return squad, None


def _attack(rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    if command.move != "none":
        yield from move_squad(squad, command.move)
    squad, tested = yield from attack(rules, squad, command, others=command.does in ATTACKS)
    return squad, tested


def _watch(_rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    squad = yield from keep_effect(squad, command)
    return squad, None


def _scatter(rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    tested = yield from _tested(rules, squad, command)
    if tested.passed:
        yield from move_squad(squad, "half")
    return squad, tested


def _last(rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    """A test if it has one, then an effect for a time; for rounds as many as degrees of success."""
    if command.test == "none":
        squad = yield from keep_effect(squad, command)
        return squad, None
    learned = None
    if command.does == "learn":
        learned = yield from Text("learned", "mine", args={"squad": squad})
    tested = yield from _tested(rules, squad, command)
    if tested.passed:
        if learned:
            squad = yield from _learns(rules, squad, learned)
        squad = yield from keep_effect(squad, command, tested.degrees)
    return squad, tested


def _learns(rules: Rules, squad: Squad, learned: str) -> Procedure[Squad]:
    """What every member has now; a command by its name or id can be given from here on."""
    yield from Event("learns", {"squad": squad, "learned": learned})
    word = learned.casefold()
    found = [
        id
        for id, one in rules.commands.items()
        if word in (id, *(text.casefold() for text in (one.name.en, one.name.ru, one.name.fr)))
    ]
    return replace(squad, learned=(*squad.learned, word, *found))


def _run_faster(rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    tested = yield from _tested(rules, squad, command)
    if tested.passed:
        yield from Event("moves-further", {"metres": ordering_magnitude(rules, squad)})
    if tested.passed or rules.settings.move_penalty == "always":
        squad = yield from keep_effect(squad, command)
    return squad, tested


def _two_volleys(rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    """Two attacks of another command as free actions (facts 4.16)."""
    tested = yield from _tested(rules, squad, command)
    if not tested.passed:
        yield from Event("wasted", {"command": command})
        return squad, tested
    volley = rules.commands[command.repeats]
    for number in range(1, VOLLEYS + 1):
        if squad.standing != "squad":
            break
        yield from Event("volley", {"number": number, "count": VOLLEYS, "command": volley})
        others = number == 1 or rules.settings.others_shoot_twice
        squad, _ = yield from attack(rules, squad, volley, others=others)
    return squad, tested


def _deceive(rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    """Opposed by the perception of each watching enemy (facts 2.4, 4.40)."""
    watchers = yield from Number("watchers", "mine", 0, 20, default=1, args={"squad": squad})
    tested = yield from _tested(rules, squad, command)
    yield from move_squad(squad, "half")
    for number in range(1, watchers + 1):
        value = yield from Number("watcher-perception", "theirs", 1, 100, default=35, args={"watcher": number})
        own = target(rules, Modifier("per", rules.characteristics["per"].name, value), ())
        watcher = yield from take_test(rules, "watch-test", "theirs", own, {"watcher": number})
        bonus = characteristic(squad.entry.commander.characteristics, base_of(rules, tested_on(rules, squad, command))) // PER_TEN
        hidden = wins(tested, watcher, bonus, value // PER_TEN)
        event = "hidden-from" if hidden else "seen-by" if wins(watcher, tested, value // PER_TEN, bonus) else "tied-with"
        yield from Event(event, {"squad": squad, "watcher": number})
    return squad, tested


def wins(one: Tested, other: Tested, bonus: int, other_bonus: int) -> bool:
    """Whether a test wins against another: a success over a failure, more degrees, the higher characteristic bonus, the
    lower roll; two failures are a tie (facts 2.4).
    """
    if not one.passed:
        return False
    return not other.passed or (one.degrees, bonus, -one.roll) > (other.degrees, other_bonus, -other.roll)


def _restore(rules: Rules, squad: Squad, _command: Command, _victims: int) -> Carried:
    """Up to two of those killed in the round before for each pain point (facts 4.39)."""
    each = rules.figures.restored_by_pain
    most = min(squad.pain, -(-squad.lost_before // each))
    points = yield from Number("pain-spent", "mine", 1, most, default=most, args={"squad": squad})
    back = min(each * points, squad.lost_before)
    squad = replace(squad, pain=squad.pain - points, magnitude=squad.magnitude + back, lost_before=squad.lost_before - back)
    yield from Event("restored", {"squad": squad, "count": back, "magnitude": squad.magnitude, "pain": squad.pain})
    return squad, None


def _terrify(_rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    points = yield from Number("pain-spent", "mine", 1, squad.pain, default=squad.pain, args={"squad": squad})
    squad = yield from keep_effect(replace(squad, pain=squad.pain - points), command, points)
    return squad, None


def _evade(rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    tested = yield from _tested(rules, squad, command)
    return squad, tested


def hits_evaded(rules: Rules, tested: Tested) -> int:
    """One hit, and one more for each degree of success (facts 4.43; setting)."""
    return (tested.degrees + int(rules.settings.hunting_craft_first)) if tested.passed else 0


def _heal(rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    """The commander heals as many wounds as degrees, critical damage first; Hatred for as many rounds."""
    tested = yield from _tested(rules, squad, command)
    if tested.passed:
        wounds = min(squad.entry.commander.wounds, squad.wounds + tested.degrees)
        yield from Event("healed", {"name": squad.entry.commander.name, "healed": wounds - squad.wounds, "wounds": wounds})
        squad = yield from keep_effect(replace(squad, wounds=wounds), command, tested.degrees)
    return squad, tested


def _gift(rules: Rules, squad: Squad, command: Command, victims: int) -> Carried:
    bonus = Modifier("victims", Event("victims-part", {"victims": victims}), rules.figures.gift_by_victim * victims)
    tested = yield from _tested(rules, squad, command, bonus)
    if tested.passed:
        yield from Event("gift-of-chaos", {"name": squad.entry.commander.name})
    return squad, tested


def field_rating(rules: Rules, degrees: int, magnitude: int) -> int:
    """The protection of a commander's force field (facts 4.45)."""
    return min(rules.figures.most_protection, degrees * magnitude)


def _field(rules: Rules, squad: Squad, command: Command, _victims: int) -> Carried:
    """Protection of degrees times magnitude after the sacrifice, at most 80, for 1d5 rounds (facts 4.45)."""
    tested = yield from _tested(rules, squad, command)
    if tested.passed:
        full = tested.degrees * squad.magnitude
        rating = field_rating(rules, tested.degrees, squad.magnitude)
        most = rules.figures.most_protection
        args = {"rating": rating, "degrees": tested.degrees, "magnitude": squad.magnitude, "full": full, "most": most}
        yield from Event("protected-capped" if full > rating else "protected", args)
        if not rating:
            return squad, tested
        rounds = yield from Roll("field-rounds", "mine", D5, Total(), args={"squad": squad})
        squad = yield from keep_effect(squad, command, rounds, rating)
    return squad, tested


DOES: Mapping[CommandWord, Callable[[Rules, Squad, Command, int], Carried]] = {
    "move": _move,
    "attack": _attack,
    "volley": _attack,
    "suppress": _attack,
    "watch": _watch,
    "scatter": _scatter,
    "last": _last,
    "own-fire-on-doubles": _last,
    "reroll-once-a-turn": _last,
    "learn": _last,
    "run-faster": _run_faster,
    "two-volleys": _two_volleys,
    "deceive": _deceive,
    "restore": _restore,
    "terrify": _terrify,
    "evade": _evade,
    "heal": _heal,
    "gift": _gift,
    "field": _field,
}
