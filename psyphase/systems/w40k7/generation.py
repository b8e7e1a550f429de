"""Generating psychic powers before the game (w40k7 G1-G14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from psyphase.dice import Dice
from psyphase.procedure import Decision, Event, Procedure, Roll, Side
from psyphase.systems.w40k7.model import FORCE, Discipline, Patron, Power, Roster, Rules, Unit

D6 = Dice(1, 6)
KNOWN = Event("already-known")
COSTLY = Event("too-costly")
WHY_NOTHING = {KNOWN.id: Event("every-power-known"), COSTLY.id: Event("every-power-too-costly")}


class Generated(Struct, frozen=True):
    """One power as it was generated: two in the lists in which a number gives two."""

    discipline: Discipline
    powers: tuple[Power, ...]
    swapped: bool = False


def generate(rules: Rules, roster: Roster, side: Side = "mine") -> Procedure[Roster]:
    """Generate the powers of every psyker of an army, in the order its owner likes (G1, G11)."""
    yield from Event("generation", {"army": roster.name})
    units = list(roster.units)
    waiting = {index: unit for index, unit in enumerate(units) if unit.level and unit.powers is None}
    while waiting:
        index = next(iter(waiting))
        if len(waiting) > 1:
            keys = unit_keys(units)
            order = {keys[at]: at for at in waiting}
            index = yield from Decision(
                "next-psyker", side, order, default=keys[index], args={"units": {keys[at]: units[at] for at in waiting}}
            )
        units[index] = yield from generate_psyker(rules, waiting.pop(index), side)
    return replace(roster, units=tuple(units))


def unit_keys(units: Sequence[Unit]) -> list[str]:
    """A short key for each unit, from its name, for journals and scripts: the second `sorcerer` is `sorcerer-2`."""
    seen: Counter[str] = Counter()
    keys = []
    for unit in units:
        word = "-".join("".join(c if c.isalnum() else " " for c in unit.name.casefold()).split()) or "unit"
        seen[word] += 1
        keys.append(word if seen[word] == 1 else f"{word}-{seen[word]}")
    return keys


def powers_to_generate(unit: Unit) -> int:
    """How many: what its entry states, none beside fixed powers, else its mastery level (G2, G4)."""
    if unit.generates is not None:
        return unit.generates
    return 0 if unit.fixed else unit.level


def generate_psyker(rules: Rules, unit: Unit, side: Side) -> Procedure[Unit]:
    """Generate one psyker's powers: the unit with its `powers` and `focus` written in (G2-G11, G14)."""
    count = powers_to_generate(unit)
    yield from Event("generates", {"unit": unit, "count": count})
    patron = _patron(rules, unit)
    god = rules.disciplines.get(unit.patron or "")
    free = god.primaris if god else ()
    beyond = frozenset(unit.fixed) | {power.id for power in free}
    generated: tuple[Generated, ...] = ()
    while len(generated) < count:
        known = beyond.union(power.id for one in generated for power in one.powers)
        one = yield from _generate_power(rules, unit, side, generated, known, patron)
        if one is None:
            yield from Event("generation-ends-early", {"unit": unit, "count": len(generated), "wanted": count})
            break
        generated = (*generated, one)
    powers = [power.id for one in generated for power in one.powers]
    focus = _focus(generated)
    if focus:
        yield from Event("psychic-focus", {"unit": unit, "discipline": focus, "primaris": focus.primaris})
        powers += [power.id for power in focus.primaris if power.id not in powers]
    if free:
        yield from Event("chaos-focus", {"unit": unit, "primaris": free})
        powers += [power.id for power in free if power.id not in powers]
    if "force-weapon" in unit.tags and FORCE in rules.powers:
        yield from Event("force-known", {"unit": unit, "power": rules.powers[FORCE]})
        powers.append(FORCE)
    powers += [id for id in unit.fixed if id not in powers]
    yield from Event("knows", {"unit": unit, "powers": tuple(rules.powers[id] for id in powers)})
    return replace(unit, powers=tuple(powers), focus=focus.id if focus else None)


def _focus(generated: Sequence[Generated]) -> Discipline | None:
    """The discipline all generated powers come from (G9)."""
    disciplines = {one.discipline.id: one.discipline for one in generated}
    return next(iter(disciplines.values())) if len(disciplines) == 1 else None


def _patron(rules: Rules, unit: Unit) -> Patron | None:
    return next((patron for patron in rules.patrons if unit.patron in patron.disciplines), None)


def _generate_power(
    rules: Rules, unit: Unit, side: Side, generated: Sequence[Generated], known: frozenset[str], patron: Patron | None
) -> Procedure[Generated | None]:
    """Choose a discipline, throw, and swap if wished (G3, G5, G6, G8); None when nothing is left (G13)."""
    options = {id: rules.disciplines[id] for id in unit.disciplines if id in rules.disciplines}
    thrown_again = {id: faces_thrown_again(rules, discipline, unit.level, known) for id, discipline in options.items()}
    barred = {id: _why_nothing(again) for id, again in thrown_again.items() if len(again) == D6.sides}
    if patron and rules.settings["patron_limits"]:
        barred |= _patron_bars(unit, patron, generated, [id for id in options if id not in barred])
    legal = {id: discipline for id, discipline in options.items() if id not in barred}
    planned = unit.plan[len(generated)] if len(generated) < len(unit.plan) else next(iter(legal), None)
    if not legal:
        for id, why in barred.items():
            yield from Event("discipline-exhausted", {"unit": unit, "discipline": options[id], "why": why})
        return None
    if planned not in legal:
        why = barred[planned] if planned in barred else Event("not-known-here")
        yield from Event("plan-impossible", {"unit": unit, "discipline": options[str(planned)], "why": why})
        planned = next(iter(legal))
    discipline = next(iter(legal.values()))
    if len(options) > 1:
        args = {"unit": unit, "number": len(generated) + 1}
        discipline = yield from Decision("discipline", side, legal, barred, planned, args=args)
    powers = yield from Roll(
        "power-card" if rules.settings["draw"] == "cards" else "power-roll",
        side,
        D6,
        discipline.rows,
        thrown_again[discipline.id],
        {"unit": unit, "discipline": discipline, "number": len(generated) + 1},
    )
    yield from Event("generated", {"unit": unit, "powers": powers})
    swapped = yield from _swap(unit, side, generated, known, Generated(discipline, powers))
    return swapped


def faces_thrown_again(rules: Rules, discipline: Discipline, mastery: int, known: frozenset[str]) -> Mapping[int, Event]:
    """Faces that give a power already known (G5) or dearer than the mastery level (G6), with the reason."""
    again: dict[int, Event] = {}
    for face, powers in discipline.rows.rows.items():
        if any(power.id in known for power in powers):
            again[face] = KNOWN
        elif rules.settings["reroll_unaffordable"] and any(power.costs[0] > mastery for power in powers):
            again[face] = COSTLY
    return again


def _why_nothing(again: Mapping[int, Event]) -> Event:
    reasons = {why.id for why in again.values()}
    return WHY_NOTHING[reasons.pop()] if len(reasons) == 1 else Event("rest-too-costly")


def _patron_bars(unit: Unit, patron: Patron, generated: Sequence[Generated], legal: Sequence[str]) -> Mapping[str, Event]:
    """Disciplines a god's limits close now: too many powers of his list, or too few places left for it (G14).

    A limit that would leave nothing at all is not applied.
    """
    count = powers_to_generate(unit)
    have = sum(one.discipline.id == unit.patron for one in generated)
    left = count - len(generated)
    bars: dict[str, Event] = {}
    if patron.most == "half" and have >= (count + 1) // 2:
        bars = {id: Event("patron-half", {"patron": patron}) for id in legal if id == unit.patron}
    elif left <= patron.least - have and unit.patron in legal:
        bars = {id: Event("patron-first", {"patron": patron}) for id in legal if id != unit.patron}
    return bars if len(bars) < len(legal) else {}


def _swap(unit: Unit, side: Side, generated: Sequence[Generated], known: frozenset[str], one: Generated) -> Procedure[Generated]:
    """Offer the primaris in place of what was generated, where that is allowed (G8, G9)."""
    primaris = one.discipline.primaris
    wanted = any(power.id in unit.swap for power in one.powers)
    last = len(generated) + 1 == powers_to_generate(unit)
    why = None
    if not primaris:
        why = Event("no-primaris")
    elif any(power.id in known for power in primaris):
        why = Event("primaris-known")
    elif last and all(not before.swapped and before.discipline.id == one.discipline.id for before in generated):
        why = Event("focus-anyway")
    if why:
        if wanted:
            yield from Event("swap-impossible", {"unit": unit, "powers": one.powers, "why": why})
        return one
    choice = yield from Decision(
        "swap",
        side,
        {"keep": one, "primaris": Generated(one.discipline, primaris, swapped=True)},
        default="primaris" if wanted else "keep",
        details={
            "keep": Event("power-effect", {"effects": tuple(power.effect for power in one.powers)}),
            "primaris": Event("power-effect", {"effects": tuple(power.effect for power in primaris)}),
        },
        args={"unit": unit, "powers": one.powers, "primaris": primaris},
    )
    if choice.swapped:
        yield from Event("swapped", {"unit": unit, "powers": one.powers, "primaris": primaris})
    return choice
