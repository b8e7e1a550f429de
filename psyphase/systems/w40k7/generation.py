"""Generating psychic powers before the game (w40k7 G1-G14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from psyphase.engine.dice import D6
from psyphase.engine.procedure import Decision, Event, Procedure, Roll, Side
from psyphase.systems.shared.keys import numbered, unit_keys
from psyphase.systems.w40k7.model import RESERVED, Discipline, Patron, Power, Roster, Rules, Unit
from psyphase.systems.w40k7.tags import FORCE_WEAPON
from psyphase.tables.names import Words

KNOWN = Event("already-known")
COSTLY = Event("too-costly")
NO_LIMIT = 1000
WHY_NOTHING = {KNOWN.id: Event("every-power-known"), COSTLY.id: Event("every-power-too-costly")}


class Generated(Struct, frozen=True):
    """One power as it was generated: two in the lists in which a number gives two."""

    discipline: Discipline
    powers: tuple[Power, ...]
    swapped: bool = False

    @property
    def note(self) -> Event:
        """What its powers cost."""
        return Event("costs", {"costs": self.powers[0].costs})

    @property
    def effect(self) -> tuple[Words, ...]:
        """What its powers do."""
        return tuple(power.effect for power in self.powers)


def generate(rules: Rules, roster: Roster, side: Side = "mine", names: Sequence[str] = ()) -> Procedure[Roster]:
    """Generate the powers of every psyker of an army, in the order its owner likes (G1, G11).

    `names`: what tells its units apart on screen, where others are in the battle as well.
    """
    yield from Event("generation", {"army": roster.name})
    units = _shown(roster, names)
    waiting = {}
    for index, unit in enumerate(units):
        if unit.level and unit.powers is None:
            if powers_to_generate(unit):
                waiting[index] = unit
            else:
                units[index] = yield from generate_psyker(rules, unit, side)
    keys = unit_keys((unit.name for unit in roster.units), RESERVED)
    while waiting:
        index = next(iter(waiting))
        if len(waiting) > 1:
            order = {keys[at]: at for at in waiting}
            index = yield from Decision(
                "next-psyker", side, order, default=keys[index], args={"units": {keys[at]: units[at] for at in waiting}}
            )
        units[index] = yield from generate_psyker(rules, waiting.pop(index), side)
    named = [replace(unit, name=listed.name) for unit, listed in zip(units, roster.units, strict=True)]
    return (yield from with_force(rules, replace(roster, units=tuple(named)), names))


def _shown(roster: Roster, names: Sequence[str]) -> list[Unit]:
    """The units of an army by the names that tell them apart."""
    told = names or numbered([unit.name for unit in roster.units])
    return [replace(unit, name=name) for unit, name in zip(roster.units, told, strict=False)]


def powers_to_generate(unit: Unit) -> int:
    """How many: what its entry states, none beside fixed powers, else its mastery level (G2, G4)."""
    if unit.generates is not None:
        return unit.generates
    return 0 if unit.fixed else unit.level


class Task(Struct, frozen=True):
    """What generating one psyker's powers goes by. `limit`: the dearest power that is kept (G6)."""

    unit: Unit
    side: Side
    options: Mapping[str, Discipline]
    count: int
    limit: int
    roll: str
    patron: Patron | None


def generate_psyker(rules: Rules, unit: Unit, side: Side) -> Procedure[Unit]:
    """Generate one psyker's powers: the unit with its `powers` and `focus` written in (G2-G11, G14)."""
    task = Task(
        unit,
        side,
        {id: rules.disciplines[id] for id in unit.disciplines},
        powers_to_generate(unit),
        unit.level if rules.settings.reroll_unaffordable else NO_LIMIT,
        "power-card" if rules.settings.draw == "cards" else "power-roll",
        _patron(rules, unit) if unit.patron and rules.settings.patron_limits else None,
    )
    if task.count:
        yield from Event("generates", {"unit": unit, "count": task.count})
    god = rules.disciplines.get(unit.patron or "")
    free = god.primaris if god else ()
    known = frozenset([*unit.fixed, *[power.id for power in free]])
    generated: tuple[Generated, ...] = ()
    while len(generated) < task.count:
        one = yield from _generate_power(task, generated, known)
        if one is None:
            yield from Event("generation-ends-early", {"unit": unit, "count": len(generated), "wanted": task.count})
            break
        generated = (*generated, one)
        known = known.union([power.id for power in one.powers])
    powers = [power.id for one in generated for power in one.powers]
    focus = _focus(generated)
    gained = tuple(power for power in focus.primaris if power.id not in powers) if focus else ()
    if gained:
        yield from Event("psychic-focus", {"unit": unit, "discipline": focus, "primaris": gained})
        powers += [power.id for power in gained]
    if free:
        yield from Event("chaos-focus", {"unit": unit, "primaris": free})
        powers += [power.id for power in free if power.id not in powers]
    for power in rules.force if FORCE_WEAPON in unit.tags else ():
        yield from Event("force-known", {"unit": unit, "power": power})
        powers.append(power.id)
    powers += [id for id in dict.fromkeys(unit.fixed) if id not in powers]
    yield from Event("knows", {"unit": unit, "powers": tuple([rules.powers[id] for id in powers])})
    return replace(unit, powers=tuple(powers), focus=focus.id if focus else None)


def with_force(rules: Rules, roster: Roster, names: Sequence[str] = ()) -> Procedure[Roster]:
    """Whoever bears a force weapon knows what comes with it, also where its powers were written by hand (G10)."""
    units = list(roster.units)
    for index, unit in enumerate(_shown(roster, names)):
        lacking = [power for power in rules.force if power.id not in (unit.powers or ())]
        if unit.level and FORCE_WEAPON in unit.tags and lacking:
            for power in lacking:
                yield from Event("force-known", {"unit": unit, "power": power})
            powers = (*(unit.powers or ()), *(power.id for power in lacking))
            yield from Event("knows", {"unit": unit, "powers": tuple(rules.powers[id] for id in powers)})
            units[index] = replace(units[index], powers=powers)
    return replace(roster, units=tuple(units))


def _focus(generated: Sequence[Generated]) -> Discipline | None:
    """The discipline all generated powers come from (G9)."""
    if not generated:
        return None
    first = generated[0].discipline
    return first if all(one.discipline is first for one in generated) else None


def _patron(rules: Rules, unit: Unit) -> Patron | None:
    return next((patron for patron in rules.patrons if unit.patron in patron.disciplines), None)


def _generate_power(task: Task, generated: Sequence[Generated], known: frozenset[str]) -> Procedure[Generated | None]:
    """Choose a discipline, throw, and swap if wished (G3, G5, G6, G8); None when nothing is left (G13)."""
    reroll = {id: rerolled_faces(discipline, task.limit, known) for id, discipline in task.options.items()}
    unavailable = _unavailable(task, generated, reroll)
    legal = {id: discipline for id, discipline in task.options.items() if id not in unavailable} if unavailable else task.options
    unit, number = task.unit, len(generated)
    if not legal:
        for id, why in unavailable.items():
            yield from Event("discipline-exhausted", {"unit": unit, "discipline": task.options[id], "why": why})
        return None
    planned = unit.plan[number] if number < len(unit.plan) else next(iter(task.options))
    if planned in unavailable:
        closed = {"unit": unit, "discipline": task.options[planned], "why": unavailable[planned]}
        if number < len(unit.plan):
            yield from Event("plan-impossible", closed)
        elif generated and generated[-1].discipline.id == planned:
            yield from Event("discipline-exhausted", closed)
        planned = next(iter(legal))
    discipline = legal[planned]
    if len(task.options) > 1:
        ask = {"unit": unit, "number": number + 1}
        discipline = yield from Decision("discipline", task.side, legal, unavailable, planned, args=ask)
    args = {"unit": unit, "discipline": discipline, "number": number + 1}
    powers = yield from Roll(task.roll, task.side, D6, discipline.rows, reroll[discipline.id], args)
    return (yield from _swap(task, generated, known, Generated(discipline, powers)))


def _unavailable(task: Task, generated: Sequence[Generated], reroll: Mapping[str, Mapping[int, Event]]) -> Mapping[str, Event]:
    """Disciplines in which nothing can be generated now (G13), and those a patron closes (G14)."""
    unavailable = {id: _why_nothing(faces) for id, faces in reroll.items() if len(faces) == D6.sides}
    if task.patron:
        legal = [id for id in task.options if id not in unavailable]
        unavailable |= _patron_bars(task, task.patron, generated, legal)
    return unavailable


def rerolled_faces(discipline: Discipline, limit: int, known: frozenset[str]) -> Mapping[int, Event]:
    """Faces that give a power already known (G5) or dearer than the mastery level (G6), with the reason."""
    reroll: dict[int, Event] = {}
    if discipline.mastery <= limit and known.isdisjoint(discipline.ids):
        return reroll
    for face in discipline.faces:
        if not known.isdisjoint(face.ids):
            reroll[face.face] = KNOWN
        elif face.mastery > limit:
            reroll[face.face] = COSTLY
    return reroll


def _why_nothing(reroll: Mapping[int, Event]) -> Event:
    reasons = {why.id for why in reroll.values()}
    return WHY_NOTHING[reasons.pop()] if len(reasons) == 1 else Event("rest-too-costly")


def _patron_bars(task: Task, patron: Patron, generated: Sequence[Generated], legal: Sequence[str]) -> Mapping[str, Event]:
    """Disciplines a god's limits close now: too many powers of his list, or too few places left for it (G14).

    A limit that would leave nothing at all is not applied.
    """
    unit, count = task.unit, task.count
    have = sum(one.discipline.id == unit.patron for one in generated)
    left = count - len(generated)
    bars: dict[str, Event] = {}
    if patron.most == "half" and have >= (count + 1) // 2:
        bars = {id: Event("patron-half", {"patron": patron}) for id in legal if id == unit.patron}
    elif left <= patron.least - have and unit.patron in legal:
        bars = {id: Event("patron-first", {"patron": patron, "least": patron.least}) for id in legal if id != unit.patron}
    return bars if len(bars) < len(legal) else {}


def _swap(task: Task, generated: Sequence[Generated], known: frozenset[str], one: Generated) -> Procedure[Generated]:
    """Offer the primaris in place of what was generated, where that is allowed (G8, G9)."""
    unit, primaris = task.unit, one.discipline.primaris
    wanted = bool(unit.swap) and any(power.id in unit.swap for power in one.powers)
    last = len(generated) + 1 == task.count
    why = None
    if not primaris:
        why = Event("no-primaris")
    elif not known.isdisjoint([power.id for power in primaris]):
        why = Event("primaris-known")
    elif last and all(not before.swapped and before.discipline.id == one.discipline.id for before in generated):
        why = Event("focus-anyway")
    if why:
        if wanted:
            yield from Event("swap-impossible", {"unit": unit, "powers": one.powers, "why": why})
        return one
    choice = yield from Decision(
        "swap",
        task.side,
        {"keep": one, "primaris": Generated(one.discipline, primaris, swapped=True)},
        default="primaris" if wanted else "keep",
        args={"unit": unit, "powers": one.powers, "primaris": primaris},
    )
    if choice.swapped:
        yield from Event("swapped", {"unit": unit, "powers": one.powers, "primaris": primaris})
    return choice
