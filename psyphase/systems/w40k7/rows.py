"""A roster's powers as plain values: for scripts by id, for people row by row (w40k7 G11)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from psyphase.engine.procedure import Event
from psyphase.systems.shared.keys import numbered
from psyphase.systems.shared.loading import has_text
from psyphase.systems.w40k7.model import Power, Roster, Rules, Unit


def summary(_rules: Rules, roster: Roster) -> dict[str, Any]:
    """`units`: each with `name`, `powers` (ids in the order of G3-G10) and `focus` (a discipline id or None)."""
    return {
        "system": roster.system,
        "name": roster.name,
        "units": [{"name": unit.name, "powers": list(unit.powers or ()), "focus": unit.focus} for unit in roster.units],
    }


def rows(rules: Rules, roster: Roster) -> list[dict[str, Any]]:
    """One row a power: the unit, the power and its figures, as the tables' own objects."""
    shown = zip(numbered([unit.name for unit in roster.units]), roster.units, strict=True)
    return [{"unit": name, **_row(rules, rules.powers[id])} for name, unit in shown for id in unit.powers or ()]


def lookup(rules: Rules, part: str) -> list[dict[str, Any]]:
    """Rows without a unit for every power that has some text in its id or in a name of any language."""
    return [_row(rules, power) for power in rules.powers.values() if has_text(power, part)]


def _row(rules: Rules, power: Power) -> dict[str, Any]:
    return {
        "power": power.name,
        "charge": "/".join(map(str, power.costs)),
        "type": tuple(rules.types[kind].name for kind in power.types),
        "range": Event("range", {"range": power.range}),
        "profile": "" if power.profile == "none" else Event("profile-line", {"profile": power.profile}),
        "target": rules.targets[power.target].name,
        "effect": power.effect,
    }


def generated(roster: Roster) -> bool:
    """Whether every psyker has its powers written in."""
    psykers = [unit for unit in roster.units if unit.level]
    return bool(psykers) and all(unit.powers is not None for unit in psykers)


def forget(roster: Roster) -> Roster:
    """The roster before generation; powers of a psyker that has nothing to generate from were written by hand, and stay."""
    return replace(roster, units=tuple(map(_without_powers, roster.units)))


def _without_powers(unit: Unit) -> Unit:
    return replace(unit, powers=None, focus=None) if unit.disciplines or unit.fixed else unit
