"""From YAML to `Rules`: which tables there are, and what no type can express about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from psyphase.engine.dice import D6
from psyphase.engine.readings import Lookup
from psyphase.systems.shared.loading import check_reserved, misspelt, read_by_range, read_headed, read_lists, tiling_faults
from psyphase.systems.w40k7.effect_references import check_effects, check_unit_rules
from psyphase.systems.w40k7.exceptions import FailedTestException, ReplacedException, RuleException, barred
from psyphase.systems.w40k7.model import (
    RESERVED,
    Boon,
    DenyModifier,
    Discipline,
    Face,
    ListedPower,
    Patron,
    Power,
    PowerTarget,
    PowerType,
    PsychicSettings,
    Roster,
    Rules,
    Unit,
    UnlistedPower,
)
from psyphase.systems.w40k7.perils_table import Gain, LeadershipTest, PerilsRow, PlainEffect
from psyphase.systems.w40k7.power_dice_table import OpposedDice, SumDice, TableDie
from psyphase.systems.w40k7.tags import KNOWN_TAGS
from psyphase.systems.w40k7.unit_rule_tables import all_unit_rules, read_unit_rules, rule_faults, wanted_rules
from psyphase.systems.w40k7.unit_rules import ArmyHead, ListedRule
from psyphase.systems.w40k7.vocabulary import Does
from psyphase.tables.library import Library, Place
from psyphase.tables.names import About, Id, Line, Name
from psyphase.tables.settings import Setting, Settings
from psyphase.text import Phrase, nearest

LISTS = "disciplines/"


class DisciplineHead(Struct, frozen=True, forbid_unknown_fields=True):
    """A discipline's file without its powers."""

    id: Id
    name: Name
    source: Line


SHAPES: Mapping[str, Any] = {
    "system": About,
    "settings": tuple[Setting, ...],
    "types": tuple[PowerType, ...],
    "targets": tuple[PowerTarget, ...],
    "powers": tuple[UnlistedPower, ...],
    "perils": tuple[PerilsRow, ...],
    "boons": tuple[Boon, ...],
    "modifiers": tuple[DenyModifier, ...],
    "exceptions": tuple[RuleException, ...],
    "patrons": tuple[Patron, ...],
    "discipline": DisciplineHead,
    "listed-power": ListedPower,
    "army": ArmyHead,
    "unit-rule": ListedRule,
    "effect": tuple[Does, ...],
}
GENERATION = ("types", "targets", "powers", "exceptions", "patrons")
PHASE = (*GENERATION, "perils", "boons", "modifiers")
CONJURED = "conjured"
"""Asks for every discipline if any power read conjures: what it brings may be a psyker (T3)."""


def all_tables(library: Library) -> Iterable[str]:
    """The name of every table of every folder."""
    return [*PHASE, *(LISTS + name for name in library.files("disciplines")), *all_unit_rules(library)]


def for_rosters(rosters: Sequence[Roster], procedure: str) -> Iterable[str]:
    """What `procedure` (generate or phase) with these armies reads."""
    wanted: set[str] = set()
    for unit in (unit for roster in rosters for unit in roster.units):
        wanted.update(unit.disciplines, (id.partition("/")[0] for id in (*unit.fixed, *(unit.powers or ())) if "/" in id))
        if unit.patron:
            wanted.add(unit.patron)
    shared = GENERATION if procedure == "generate" else (*PHASE, CONJURED)
    return [*shared, *(LISTS + name for name in sorted(wanted)), *wanted_rules(rosters)]


def load(library: Library, tables: Iterable[str], settings: Settings) -> Rules:
    """Read the named tables (`perils`, `disciplines/telepathy`, ...). Raises RulesError, AnswerError."""
    names = list(dict.fromkeys(tables))
    read = read_lists(library, SHAPES, names)
    types = read.get("types", {})
    known = library.files("disciplines")
    disciplines = _disciplines(library, [name for name in known if LISTS + name in names])
    if CONJURED in names and any(_conjures(types, power) for one in disciplines.values() for power in one.powers):
        disciplines |= _disciplines(library, [name for name in known if name not in disciplines])
    unlisted: dict[str, UnlistedPower] = read.get("powers", {})
    rules = Rules(
        settings,
        settings.typed(PsychicSettings),
        known=tuple(known),
        disciplines=disciplines,
        powers=unlisted | {power.id: power for one in disciplines.values() for power in one.powers},
        force=tuple(power for power in unlisted.values() if power.with_force_weapon),
        types=types,
        targets=read.get("targets", {}),
        perils=read_by_range(library, "perils.yaml", read.get("perils", {}), lambda row: (row.faces[0], row.faces[-1]), D6.sides),
        boons=read.get("boons", {}),
        modifiers=tuple(read.get("modifiers", {}).values()),
        exceptions=tuple(read.get("exceptions", {}).values()),
        patrons=tuple(read.get("patrons", {}).values()),
        unit_rules=read_unit_rules(library, names),
    )
    _check_references(library, rules, frozenset(names))
    library.finish()
    return rules


def _disciplines(library: Library, names: Iterable[str]) -> dict[str, Discipline]:
    return {found.id: found for name in names if (found := _discipline(library, name))}


def _conjures(types: Mapping[str, PowerType], power: Power) -> bool:
    return any(types[id].conjures for id in power.types if id in types)


def _discipline(library: Library, name: str) -> Discipline | None:
    file = f"{LISTS}{name}.yaml"
    found = read_headed(library, file, DisciplineHead, ("powers", ListedPower))
    if found is None:
        return None
    head, powers = found
    _check_numbers(library, file, powers)
    listed = [(power, replace(_bare(power), id=f"{name}/{power.id}")) for power in powers.values()]
    rows: dict[int, tuple[Power, ...]] = {}
    for power, full in listed:
        low, high = power.faces
        for face in range(max(low, 1), high + 1):
            rows[face] = (*rows.get(face, ()), full)
    primaris = tuple(full for power, full in listed if power.number == "primaris")
    faces = tuple(
        Face(face, frozenset(power.id for power in powers), max(power.costs[0] for power in powers))
        for face, powers in rows.items()
    )
    ids = frozenset(id for face in faces for id in face.ids)
    mastery = max((face.mastery for face in faces), default=0)
    return Discipline(name, head.name, Lookup(rows), primaris, faces, ids, mastery)


def _bare(power: ListedPower) -> Power:
    fields = asdict(power)
    del fields["number"]
    return Power(**fields)


def _check_numbers(library: Library, file: str, powers: Mapping[str, ListedPower]) -> None:
    """Numbers tile the die; in some lists every number gives two powers at once, one after the other."""
    ids = library.in_order(file, (power.id for power in powers.values() if power.number != "primaris"))
    groups = [list(group) for _, group in groupby((powers[id] for id in ids), key=lambda power: power.faces)]
    if not groups:
        library.places[file, ""].complain("powers", "expected a power for every face of the die")
    size = 2 if all(len(group) == 2 for group in groups) else 1
    for group in groups:
        for power in group[size:]:
            place = library.places[file, power.id]
            place.complain("number", "overlap, {face} already belongs to '{row}'", face=power.faces[0], row=group[0].id)
    faces = {group[0].id: group[0].faces for group in groups}
    for id, message in tiling_faults(faces, D6.sides, library.is_whole(file)):
        library.places[file, id].complain("number", message)


def _check_references(library: Library, rules: Rules, read: frozenset[str]) -> None:
    if {"types", "targets"} <= read:
        _check_powers(library, rules)
    if {"perils", "boons"} <= read:
        _check_boons(library, rules)
    if "types" in read:
        check_unit_rules(library, rules)
    _check_exceptions(library, rules)
    for patron in rules.patrons:
        place = library.places["patrons.yaml", patron.id]
        place.check_known("disciplines", "discipline", patron.disciplines, rules.known)


def _check_exceptions(library: Library, rules: Rules) -> None:
    for exception in rules.exceptions:
        place = library.places["exceptions.yaml", exception.id]
        if isinstance(exception, FailedTestException | ReplacedException):
            for id in exception.powers:
                name = id.partition("/")[0]
                if name not in rules.known or (name in rules.disciplines and id not in rules.powers):
                    place.complain("powers", "no power '{id}'", id=id)
        else:
            place.check_known("disciplines", "discipline", exception.disciplines, rules.known)


def effects_of(row: PerilsRow) -> Iterator[PlainEffect]:
    """Everything a row of the perils table may do, whatever a leadership test says."""
    for effect in row.effects:
        yield from (*effect.passed, *effect.failed) if isinstance(effect, LeadershipTest) else (effect,)


def _check_boons(library: Library, rules: Rules) -> None:
    for row in set(rules.perils.rows.values()):
        for gain in effects_of(row):
            if isinstance(gain, Gain) and gain.rule not in rules.boons:
                library.places["perils.yaml", row.id].complain("effects", "no boon '{id}'", id=gain.rule)
    for boon in rules.boons.values():
        check_effects(library.places["boons.yaml", boon.id], rules, boon.does)


def _check_powers(library: Library, rules: Rules) -> None:
    for power in rules.powers.values():
        name, slash, short = power.id.partition("/")
        place = library.places[f"{LISTS}{name}.yaml" if slash else "powers.yaml", short if slash else name]
        check_reserved(place, power.id, RESERVED)
        place.check_known("type", "type", power.types, rules.types)
        place.check_known("target", "target", (power.target,), rules.targets)
        _check_dice(place, power)
        check_effects(place, rules, power.does)


def _check_dice(place: Place, power: Power) -> None:
    """Rows tile their die, and what is rolled for each of something before comes after it."""
    for at, dice in enumerate(power.dice):
        if isinstance(dice, TableDie):
            for id, message in tiling_faults({row.id: (row.faces[0], row.faces[-1]) for row in dice.rows}, dice.sides):
                place.complain("dice", "{row}: {message}", row=id, message=message)
            if len({row.id for row in dice.rows}) < len(dice.rows):
                place.complain("dice", "the same id is given twice")
        if not isinstance(dice, OpposedDice) and dice.each == "of-those" and not (at and isinstance(power.dice[at - 1], SumDice)):
            place.complain("dice", "expected a sum before what is rolled for each of those")


def check_roster(rules: Rules, roster: Roster) -> Iterable[tuple[int, str, Phrase]]:
    """What is wrong with a roster beyond its shape: (index of the unit, key, message)."""
    from psyphase.systems.shared.attached import attachment_faults  # only rosters need it, and rolls start quicker

    for index, unit in enumerate(roster.units):
        for key, message in chain(
            _wrong_disciplines(rules, unit),
            _wrong_powers(rules, unit),
            attachment_faults(roster.units, unit),
            _wrong_psyker(rules, unit),
            (("rules", message) for message in rule_faults(rules.unit_rules.values(), unit)),
        ):
            yield index, key, message


def _wrong_disciplines(rules: Rules, unit: Unit) -> Iterable[tuple[str, Phrase]]:
    bars = barred(rules.exceptions, unit.traits)
    for id in unit.disciplines:
        if id not in rules.disciplines:
            yield "disciplines", Phrase("no discipline '{id}'{hint}", id=id, hint=nearest(id, rules.known))
        if id in bars:
            yield "disciplines", Phrase("'{id}' is barred: {why}", id=id, why=bars[id].name.en)
    for id in unit.plan:
        if id not in unit.disciplines:
            yield "plan", Phrase("'{id}' is not among the unit's disciplines", id=id)
    if unit.focus and unit.focus not in rules.known:
        yield "focus", Phrase("no discipline '{id}'{hint}", id=unit.focus, hint=nearest(unit.focus, rules.known))


def _wrong_powers(rules: Rules, unit: Unit) -> Iterable[tuple[str, Phrase]]:
    bars = barred(rules.exceptions, unit.traits)
    for key, ids in (("fixed", unit.fixed), ("swap", unit.swap), ("powers", unit.powers or ())):
        for id in ids:
            if id not in rules.powers:
                full = nearest(id, list(rules.powers)) if "/" in id else Phrase(": powers are written discipline/power")
                yield key, Phrase("no power '{id}'{hint}", id=id, hint=full)
            elif id.partition("/")[0] in bars:
                yield key, Phrase("'{id}' is barred: {why}", id=id, why=bars[id.partition("/")[0]].name.en)
    if unit.powers and len(set(unit.powers)) < len(unit.powers):
        yield "powers", Phrase("the same power is given twice")


def _wrong_psyker(rules: Rules, unit: Unit) -> Iterable[tuple[str, Phrase]]:
    """Someone with powers is a psyker, and a psyker has something to generate from (G2-G4, G14)."""
    for tag, meant in misspelt(unit.tags, KNOWN_TAGS):
        yield "tags", Phrase("'{word}' looks like '{meant}' misspelt", word=tag, meant=meant)
    lists = {id: patron for patron in rules.patrons for id in patron.disciplines}
    if not unit.level and (unit.disciplines or unit.fixed or unit.powers):
        yield "", Phrase("it has powers or disciplines but neither mastery nor a psyker's tag")
    generates = unit.powers is None and bool(unit.level) and (unit.generates or (unit.generates is None and not unit.fixed))
    if generates and not unit.disciplines:
        yield "", Phrase("a psyker needs disciplines, fixed powers or powers")
    if unit.patron and unit.patron not in lists:
        yield "patron", Phrase("no patron has the list '{id}', expected one of {known}", id=unit.patron, known=sorted(lists))
    elif unit.patron and generates and lists[unit.patron].least and unit.patron not in unit.disciplines:
        least, id = lists[unit.patron].least, unit.patron
        yield "patron", Phrase("at least {count} power must come from '{id}': add it to disciplines", count=least, id=id)
