"""What each psyker of a roster has: nothing is rolled at random before the game (hh3 A1, facts 3)."""

from __future__ import annotations

from typing import Any

from psyphase.engine.procedure import Event, Procedure
from psyphase.systems.hh3.declarations import described
from psyphase.systems.hh3.deployment import all_traits
from psyphase.systems.hh3.model import Discipline, Entry, Power, Reaction, Rules, Weapon
from psyphase.systems.hh3.roster import Models, Roster
from psyphase.systems.shared.loading import has_text


def generate(rules: Rules, roster: Roster) -> Procedure[Roster]:
    """Say that there is nothing to generate; the roster is as it was."""
    yield from Event("nothing-random", {"army": roster.name})
    if not any(group.disciplines for unit in roster.units for group in unit.groups):
        yield from Event("no-disciplines", {"known": rules.known})
    return roster


def _held(rules: Rules, roster: Roster, group: Models) -> list[Entry]:
    """Everything in a model's disciplines that its traits allow it."""
    return [entry for id in group.disciplines for entry in _allowed(rules, roster, group, rules.disciplines[id])]


def _allowed(rules: Rules, roster: Roster, group: Models, discipline: Discipline) -> list[Entry]:
    traits = all_traits(rules, (*roster.traits, *group.traits))
    return [entry for entry in discipline.entries if isinstance(entry, Weapon) or entry.fits(traits)]


def summary(rules: Rules, roster: Roster) -> dict[str, Any]:
    """`units`: each with `name` and `models`, of which each has `name`, `willpower`, `disciplines` and
    what it `has` from them (ids).
    """
    return {
        "system": roster.system,
        "name": roster.name,
        "units": [
            {
                "name": unit.name,
                "models": [
                    {
                        "name": one.name,
                        "willpower": one.willpower,
                        "disciplines": list(one.disciplines),
                        "has": [entry.id for entry in _held(rules, roster, one)],
                    }
                    for one in unit.groups
                ],
            }
            for unit in roster.units
        ],
    }


def rows(rules: Rules, roster: Roster) -> list[dict[str, Any]]:
    """One row for everything a model holds, with its figures, as the tables' own objects."""
    return [
        {"unit": group.name, **row}
        for unit in roster.units
        for group in unit.groups
        for id in group.disciplines
        for row in (
            _gift(rules.disciplines[id]),
            *(_row(rules, entry) for entry in _allowed(rules, roster, group, rules.disciplines[id])),
        )
    ]


def _gift(discipline: Discipline) -> dict[str, Any]:
    """The trait and special rule that a discipline gives beside what it holds (facts 3)."""
    rule = () if discipline.rule == "none" else (discipline.rule,)
    effect = Event("discipline-gives", {"gains": (discipline.trait, *rule)})
    return {"power": discipline.name, "kind": Event("kind-discipline"), "when": "", "check": "", "profile": "", "effect": effect}


def lookup(rules: Rules, part: str) -> list[dict[str, Any]]:
    """Rows without a unit for everything that has some text in its id or in a name of any language."""
    return [_row(rules, entry) for entry in rules.entries.values() if has_text(entry, part)]


def _row(rules: Rules, entry: Entry) -> dict[str, Any]:
    if isinstance(entry, Weapon):
        effect = Event("weapon-rules", {"weapon": entry, "force": entry.force, "rules": entry.rules})
        return {
            "power": entry.name,
            "kind": Event("kind-weapon"),
            "when": "",
            "check": "",
            "profile": _profile(entry),
            "effect": effect,
        }
    return {
        "power": entry.name,
        "kind": Event(kind(entry)),
        "when": tuple(rules.moments[moment].name for moment in entry.moments),
        "check": Event(f"check-{entry.check}"),
        "profile": "",
        "effect": Event("described", {"parts": described(entry)}),
    }


def _profile(weapon: Weapon) -> Event:
    return Event(f"profile-{'ranged' if hasattr(weapon.profile, 'range') else 'melee'}", {"profile": weapon.profile})


def kind(power: Power) -> str:
    """What it is, as the id of a word: a blessing, a curse, a reaction of either kind, a gambit."""
    sort = {"manifestation": "blessing", "resistance": "curse"}.get(power.check, "other")
    if isinstance(power, Reaction):
        return f"kind-reaction-{sort}"
    return f"kind-{sort}"
