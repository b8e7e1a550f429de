"""What the game offers: its tables, its verb, its one-shot rolls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta

from psyphase.engine.procedure import Event, Procedure
from psyphase.systems.shared.loading import has_text, read_by_range, read_lists
from psyphase.systems.system import NamedRoll, Playable, System, spoken
from psyphase.tables.library import Library
from psyphase.tables.names import About
from psyphase.tables.settings import Setting, Settings
from psyphase.tables.sums import Modifier, Sum
from psyphase.text import nearest
from trial import duel
from trial.model import Phenomenon, Power, Roster, Rules, VeilSettings

SHAPES = {
    "system": About,
    "settings": tuple[Setting, ...],
    "powers": tuple[Power, ...],
    "phenomena": tuple[Phenomenon, ...],
}
Level = Annotated[int, Meta(ge=0, le=5)]
Value = Annotated[int, Meta(ge=1, le=95)]


def load(library: Library, _tables: Iterable[str], settings: Settings) -> Rules:
    """Read every table. Raises RulesError."""
    read = read_lists(library, SHAPES, ("powers", "phenomena"))
    rows = read_by_range(library, "phenomena.yaml", read["phenomena"], lambda row: row.faces, 200)
    library.finish()
    return Rules(settings.typed(VeilSettings), read["powers"], rows, settings)


def check_roster(rules: Rules, roster: Roster) -> Iterable[tuple[int, str, Any]]:
    """Powers that nobody knows."""
    for index, psyker in enumerate(roster.psykers):
        for id in psyker.powers:
            if id not in rules.powers:
                yield index, "powers", f"no power '{id}'{nearest(id, list(rules.powers))}"


def focus(rules: Rules, *, willpower: Value, push: Level = 0) -> Procedure[duel.Focused]:
    """A focus test."""
    focused = yield from duel.focus(rules, "mine", Sum(Modifier("willpower", None, willpower)), push)
    yield from Event("passed" if focused.passed else "failed")
    return focused


def phenomena(rules: Rules, *, push: Level = 0) -> Procedure[dict[str, str | int]]:
    """What doubles wake."""
    row = yield from duel.phenomena(rules, "mine", push)
    return {"row": row.id, "wounds": row.wounds}


def lookup(rules: Rules, part: str) -> list[dict[str, Any]]:
    """Powers by a part of their name."""
    return [{"power": one.name, "effect": one.effect} for one in rules.powers.values() if has_text(one, part)]


SYSTEM = System(
    id="veil",
    roster=Roster,
    units="psykers",
    verbs={"duel": Playable(duel.play_duel, "Fight a duel of psykers.", most=2)},
    shapes=SHAPES,
    load=load,
    check_roster=check_roster,
    new_roster=duel.new_roster,
    lookup=lookup,
    rolls={"focus": NamedRoll(focus, lambda _: SHAPES), "phenomena": NamedRoll(phenomena, lambda _: SHAPES)},
    sentences=spoken("trial.sentences"),
)
