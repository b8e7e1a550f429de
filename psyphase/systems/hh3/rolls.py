"""One-shot rolls of the Age of Darkness, with typed parameters (positional: arguments, keyword-only: options)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from psyphase.engine.procedure import Event, Procedure, Request, Roll
from psyphase.systems.hh3.check import Checked, WillpowerCheck, check, willpower
from psyphase.systems.hh3.model import Rules
from psyphase.systems.hh3.perils_table import Wounds
from psyphase.systems.system import NamedRoll
from psyphase.tables.sums import Sum

if TYPE_CHECKING:
    from psyphase.systems.hh3.perils import WoundsSuffered

# What only one of these rolls needs is imported in its body: start-up time is a feature.
Value = Annotated[int, Meta(ge=0, le=20)]
Double = Annotated[int | None, Meta(ge=1, le=6)]


class CheckRolled(Struct, frozen=True):
    """`double`: the number of a natural double, 0 for none; `perils`: whether it brings them."""

    passed: bool
    double: int
    perils: bool


class NullifyRolled(Struct, frozen=True):
    """`modifier`: the power modifier, own willpower less the focus's; the setting says which way it works on the total."""

    passed: bool
    double: int
    perils: bool
    modifier: int


class PerilsRolled(Struct, frozen=True):
    """The row's id, or the arcana's; wounds on the unit, their damage and AP; the status it gains, or None."""

    row: str
    wounds: int
    status: str | None
    damage: int | None = None
    ap: int | None = None


def manifestation(rules: Rules, *, willpower: Value) -> Procedure[CheckRolled]:
    """A manifestation check for a blessing (A8)."""
    return (yield from _checked(rules, "manifestation-check", willpower))


def resistance(rules: Rules, *, willpower: Value) -> Procedure[CheckRolled]:
    """A resistance check against a curse (A9)."""
    return (yield from _checked(rules, "resistance-check", willpower))


def _checked(rules: Rules, id: str, value: int) -> Procedure[CheckRolled]:
    checked = yield from check(rules, id, "mine", willpower(value), args={"name": ""})
    yield from _perils_follow(checked)
    return CheckRolled(checked.passed, checked.double, bool(checked.double))


def _perils_follow(checked: Checked) -> Procedure[None]:
    if checked.double:
        yield from Event("perils-follow", {"double": checked.double, "command": _perils_command(checked.double)})


def _perils_command(double: int) -> str:
    return f"perils --system hh3 --willpower N --double {double}"


def nullify(rules: Rules, *, willpower: Value, focus_willpower: Value) -> Procedure[NullifyRolled]:
    """A psyker's check to nullify a curse (A7)."""
    from psyphase.systems.hh3.check import willpower as current
    from psyphase.systems.hh3.nullify import nullify_check

    own, focus = current(willpower), current(focus_willpower)
    checked = yield from nullify_check(rules, "mine", own, focus)
    perils = bool(checked.double) and rules.settings.nullify_perils
    if perils:
        yield from _perils_follow(checked)
    return NullifyRolled(checked.passed, checked.double, perils, willpower - focus_willpower)


def perils(rules: Rules, *, willpower: Value, arcana: bool = False, double: Double = None) -> Procedure[PerilsRolled]:
    """Perils of the Warp for a unit of this willpower (A11, A13)."""
    from psyphase.systems.hh3.perils import arcana_wounds, perils_row, rupture_wounds

    if arcana and rules.arcana:
        suffered = yield from arcana_wounds(rules, "mine")
        yield from _report(suffered)
        return PerilsRolled(rules.arcana.id, suffered.wounds, None, suffered.damage, suffered.ap)
    row = yield from perils_row(rules, "mine", double)
    if not isinstance(row.effect, Wounds):
        status = rules.statuses[row.effect.status]
        yield from Event("status-follows", {"status": status, "effect": status.effect, "recovery": status.recovery})
        return PerilsRolled(row.id, 0, status.id)
    suffered = rupture_wounds(rules, row.effect, willpower)
    against = _current(willpower)
    yield from Event("wounds-less-willpower", {"wounds": suffered.wounds, "of": row.effect.less_willpower, "against": against})
    yield from _report(suffered)
    return PerilsRolled(row.id, suffered.wounds, None, suffered.damage)


def _current(value: int) -> Sum:
    return willpower(value)


def _report(suffered: WoundsSuffered) -> Procedure[None]:
    args = {"unit": Event("the-unit"), "wounds": suffered.wounds, "damage": suffered.damage, "ap": suffered.ap}
    if suffered.wounds:
        yield from Event("wounds-without-ap" if suffered.ap is None else "wounds-with-ap", args)


def force(rules: Rules, *, willpower: Value) -> Procedure[CheckRolled]:
    """A willpower check before an attack with a Force weapon (facts 1)."""
    from psyphase.systems.hh3.check import willpower as current

    checked = yield from check(rules, "willpower-check", "mine", current(willpower), args={"name": ""})
    by_d6 = rules.settings.force_row == "d6"
    if checked.double:
        command = "perils --system hh3 --willpower N" if by_d6 else _perils_command(checked.double)
        yield from Event("perils-follow", {"double": checked.double, "command": command})
    return CheckRolled(checked.passed, checked.double, bool(checked.double))


def _figures(_: Mapping[str, Any]) -> tuple[str, ...]:
    return ("figures",)


ROLLS: Mapping[str, NamedRoll] = {
    "manifestation": NamedRoll(manifestation, _figures),
    "resistance": NamedRoll(resistance, _figures),
    "nullify": NamedRoll(nullify, _figures),
    "force": NamedRoll(force, _figures),
    "perils": NamedRoll(perils, lambda _: ("perils", "statuses", "arcana")),
}
CHECKS = {"manifestation-check": "manifestation", "resistance-check": "resistance", "willpower-check": "force"}


def one_shot(request: Request) -> str | None:
    """The words of the one-shot roll that is the same as a roll of a game: `manifestation --willpower 9`."""
    if not isinstance(request, Roll):
        return None
    if request.id == "nullify-check":
        against, focus = request.args["against"], request.args["focus"]
        return f"nullify --willpower {against.value} --focus-willpower {focus}" if isinstance(against, Sum) else None
    if request.id == "arcana-wounds":
        return "perils --system hh3 --willpower 0 --arcana"
    if isinstance(request.read, WillpowerCheck) and request.id in CHECKS and request.read.perils:
        return f"{CHECKS[request.id]} --willpower {request.read.target}"
    return None
