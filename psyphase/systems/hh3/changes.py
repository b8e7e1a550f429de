"""What may have happened to units: losses, where they stand, statuses; who is with them goes along (hh3 A5, facts 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from psyphase.engine.procedure import Decision, Event, Number, Procedure, Selection
from psyphase.systems.hh3.battle import Battle, UnitInPlay
from psyphase.systems.hh3.losses import after_losses, lose, lose_of_all
from psyphase.systems.hh3.model import Coming, Rules
from psyphase.systems.hh3.state import unit_state, unit_states
from psyphase.systems.hh3.statuses import gain_status, shared
from psyphase.systems.hh3.targets import ELSEWHERE
from psyphase.systems.hh3.willpower import MOST_WILLPOWER
from psyphase.systems.shared.adjust import choose_change, choose_thing

Units: TypeAlias = tuple[UnitInPlay, ...]
May: TypeAlias = Callable[[Battle, UnitInPlay], bool]
Asked: TypeAlias = Callable[[Rules, Battle, Units], Procedure[Battle]]
OF_A_KIND = "lost-"
MOST_MODELS = 200


def change(rules: Rules, battle: Battle, units: Units) -> Procedure[Battle]:
    """What happened to a unit, or to several at once, and what follows; nothing as a rule."""
    kinds = _kinds(units)
    args = {"unit": units if len(units) > 1 else units[0], "models": kinds}
    key = yield from choose_change(units[0].side, _possible(battle, units, kinds), args)
    if key is None:
        return battle
    if key in TOGETHER:
        for unit in units:
            battle = TOGETHER[key](battle, battle.unit(unit.id))
    elif key in kinds:
        battle = yield from _one_kind(battle, key.removeprefix(OF_A_KIND))
    else:
        battle = yield from ASKED[key](rules, battle, units)
    battle = yield from after_losses(battle)
    for unit in units:
        now = battle.unit(unit.id)
        yield from Event("unit-corrected", {"unit": now, "state": unit_state(rules, battle, now)})
    return battle


def _kinds(units: Units) -> Mapping[str, Event]:
    """Of a single unit of several kinds, the losses of each kind but the many, which are lost first."""
    if len(units) > 1 or len(units[0].alive) < 2:
        return {}
    few = sorted(units[0].alive, key=lambda group: -group.alive)[1:]
    return {f"{OF_A_KIND}{group.id}": Event("lost-of-a-kind", {"name": group.name}) for group in few}


def _possible(battle: Battle, units: Units, kinds: Iterable[str]) -> list[str]:
    """What may have happened to all of them, the usual first."""
    several = len({unit.side for unit in units}) > 1
    keys = [key for key, may in ORDER.items() if all(may(battle, unit) for unit in units)]
    keys = [key for key in keys if not (several and key in OF_ONE_SIDE)]
    return [*keys[:1], *kinds, *keys[1:]]


def _whole(**states: object) -> Callable[[Battle, UnitInPlay], Battle]:
    """Something that happens to everyone in the same unit and everyone aboard."""
    return lambda battle, unit: battle.with_units(replace(one, **states) for one in battle.formations.whole(unit))


def _disembarked(battle: Battle, unit: UnitInPlay) -> Battle:
    return battle.with_units(replace(one, embarked=False, locked=False) for one in battle.formations.together(unit))


def _left_unit(battle: Battle, unit: UnitInPlay) -> Battle:
    return battle.with_units([replace(unit, joins=None)])


def _reacted(battle: Battle, unit: UnitInPlay) -> Battle:
    """A reaction of another kind is its unit's one of the turn, and costs a point."""
    return replace(battle, reacted=battle.reacted | battle.ids_with(unit), points=max(0, battle.points - 1))


def come(rules: Rules, battle: Battle, unit: UnitInPlay, how: Coming) -> Procedure[Battle]:
    """A unit comes into play within the turn."""
    battle = (_disembarked if how == "disembarks" else TOGETHER["arrived"])(battle, unit)
    now = battle.unit(unit.id)
    yield from Event("unit-corrected", {"unit": now, "state": unit_state(rules, battle, now)})
    return battle


TOGETHER: Mapping[str, Callable[[Battle, UnitInPlay], Battle]] = {
    "disembarked": _disembarked,
    "reserve": _whole(reserve=True, locked=False),
    "arrived": _whole(reserve=False),
    "left-unit": _left_unit,
    "locked": _whole(locked=True),
    "not-locked": _whole(locked=False),
    "reacted": _reacted,
}
"""Changes about which nothing more is asked."""


def _casualties(_rules: Rules, battle: Battle, units: Units) -> Procedure[Battle]:
    for unit in units:
        left = sum(group.alive for group in unit.alive)
        lost = yield from _how_many(battle, unit.name, left)
        battle = yield from lose_of_all(battle, battle.unit(unit.id), lost)
    return battle


def _one_kind(battle: Battle, key: str) -> Procedure[Battle]:
    group = battle.group(key).group
    lost = yield from _how_many(battle, group.name, group.alive)
    return (yield from lose(battle, group, lost))


def _how_many(battle: Battle, name: str, left: int) -> Procedure[int]:
    """How many are lost; of the last one nothing is asked."""
    if left == 1:
        return 1
    return (yield from Number("casualties-of", battle.active, 0, left, default=0, args={"name": name, "left": left}))


def _back(_rules: Rules, battle: Battle, units: Units) -> Procedure[Battle]:
    """Models that are back, or were not lost after all."""
    for unit in units:
        group = unit.groups[0]
        if len(unit.groups) > 1:
            kinds = {one.id: one for one in unit.groups}
            group = yield from Decision("which-models", unit.side, kinds, default=group.id, args={"unit": unit})
        more = yield from Number("models-back", unit.side, 0, MOST_MODELS, default=1, args={"name": group.name})
        battle = battle.with_group(replace(group, alive=group.alive + more))
    return battle


def _statuses(rules: Rules, battle: Battle, units: Units) -> Procedure[Battle]:
    """Which statuses whole units have now."""
    had = battle.statuses(units[0])
    hosts = {host.id: host for host in map(battle.host, units)}
    shown = tuple(hosts.values())
    args = {"unit": shown if len(shown) > 1 else shown[0]}
    now = yield from Selection("statuses", units[0].side, rules.statuses, default=had, args=args)
    for host in hosts.values():
        battle = battle.with_units(replace(member, statuses=()) for member in battle.members(host))
        for status in now:
            battle = yield from gain_status(rules, battle, battle.host(host), status.id)
    return battle


def _embarked(rules: Rules, battle: Battle, units: Units) -> Procedure[Battle]:
    """In which of their side's transports, where one is in the battle; they are then where that is."""
    moved = {one.id: one for unit in units for one in battle.formations.together(unit)}
    side = units[0].side
    rides = {unit.id: unit for unit in battle.of(side) if unit.id not in moved and _carries(rules, battle, unit)}
    transport: UnitInPlay | None = None
    if rides:
        ways: dict[str, UnitInPlay | None] = {**rides, ELSEWHERE.id: None}
        transport = yield from Decision("transport", side, ways, default=next(iter(rides)))
    for one in moved.values():
        for rider in battle.formations.whole(one):
            if transport:
                battle = battle.with_units([replace(rider, reserve=transport.reserve, locked=transport.locked)])
    into = transport.id if transport else True
    return battle.with_units(replace(battle.unit(id), embarked=into) for id in moved)


def _carries(rules: Rules, battle: Battle, unit: UnitInPlay) -> bool:
    """Whether a unit is a transport: a trait says so, or somebody is aboard."""
    able = rules.with_does("carries")
    by_trait = any(group.traits & able for group in unit.alive)
    return bool(unit.alive) and not battle.embarked(unit) and (by_trait or bool(battle.formations.aboard(unit)))


def _joined(rules: Rules, battle: Battle, units: Units) -> Procedure[Battle]:
    """Which unit; they are then where that is, and as that is, with everyone who has joined them."""
    moved = {one.id for unit in units for one in battle.formations.together(unit)}
    able = {unit.id: unit for unit in battle.of(units[0].side) if unit.alive and unit.id not in moved and not unit.joins}
    notes = {id: note for id, note in unit_states(rules, battle).items() if id in able}
    host = yield from choose_thing("joined-unit", units[0].side, able, notes)
    if host is None:
        return battle
    states = {name: getattr(host, name) for name in ("embarked", "reserve", "locked", "change")}
    battle = battle.with_units(replace(battle.unit(id), joins=host.id, **states) for id in moved)
    # Statuses are of the whole unit; so is what it has used this turn (A14).
    battle = shared(rules, battle, host)
    ids = battle.ids_with(host)
    manifested = battle.manifested | (ids if ids & battle.manifested else frozenset())
    reacted = battle.reacted | (ids if ids & battle.reacted else frozenset())
    return replace(battle, manifested=manifested, reacted=reacted)


def _willpower(_rules: Rules, battle: Battle, units: Units) -> Procedure[Battle]:
    """What their willpower is changed by: fear nearby, a field, a mission's rule."""
    args = {"unit": units if len(units) > 1 else units[0]}
    more = yield from Number(
        "willpower-change", units[0].side, -MOST_WILLPOWER, MOST_WILLPOWER, default=units[0].change, args=args
    )
    hit = {one.id: one for unit in units for one in battle.formations.together(unit)}
    return battle.with_units(replace(one, change=more) for one in hit.values())


ASKED: Mapping[str, Asked] = {
    "casualties": _casualties,
    "alive": _back,
    "returned": _back,
    "statuses": _statuses,
    "embarked": _embarked,
    "joined": _joined,
    "willpower": _willpower,
}
"""Changes about which more is asked."""


def _living(_battle: Battle, unit: UnitInPlay) -> bool:
    return bool(unit.alive)


def _on_its_own(battle: Battle, unit: UnitInPlay) -> bool:
    """Whether it does not ride in a transport of the battle, with which it goes."""
    return bool(unit.alive) and not isinstance(battle.formations.transport(unit), str)


ORDER: Mapping[str, May] = {
    "casualties": _living,
    "alive": lambda _battle, unit: not unit.alive,
    "statuses": lambda _battle, unit: unit.present,
    "embarked": lambda battle, unit: bool(unit.alive) and not battle.embarked(unit),
    "disembarked": lambda battle, unit: bool(unit.alive) and battle.embarked(unit),
    "reserve": lambda battle, unit: _on_its_own(battle, unit) and not unit.reserve,
    "arrived": lambda battle, unit: _on_its_own(battle, unit) and unit.reserve,
    "joined": lambda _battle, unit: bool(unit.alive) and not unit.joins,
    "left-unit": lambda _battle, unit: bool(unit.alive) and bool(unit.joins),
    "locked": lambda battle, unit: _on_its_own(battle, unit) and not unit.locked,
    "not-locked": lambda battle, unit: _on_its_own(battle, unit) and unit.locked,
    "willpower": _living,
    "reacted": lambda battle, unit: bool(unit.alive) and unit.side != battle.active,
    "returned": _living,
}
"""When each change may be chosen, the usual ones first."""
OF_ONE_SIDE = ("embarked", "joined")
"""Changes that name another unit of the same side."""
