"""Many rosters as a whole command against a bare program that rolls, encodes and prints as much; large ones against plain play."""

from __future__ import annotations

import sys
from pathlib import Path

from ratio import process, psyphase, ratio

from psyphase.engine.journal import Journal
from psyphase.engine.play import play
from psyphase.engine.sources import Defaults, RandomDice
from psyphase.games.roster import read_roster
from psyphase.games.session import open_session, unattended

PSYKERS = 10_000
ONE = """system: w40k7
name: bench
units:
- name: Sorcerer
  mastery: 3
  tags: [force-weapon]
  disciplines: [telepathy, divination]
  plan: [telepathy, telepathy, divination]
  swap: [telepathy/dominate]
"""
SORCERER = """- name: Sorcerer {number}
  mastery: 3
  disciplines: [telepathy, biomancy, divination]
  plan: [telepathy, biomancy, divination]
"""
SIX = "system: w40k7\nname: six\nunits:\n" + "".join(SORCERER.format(number=number) for number in range(1, 7))
BARE = f"""import json
from random import randrange
powers = {{
    "telepathy": "dominate mental-fortitude terrify shrouding invisibility hallucination".split(),
    "divination": "foreboding forewarning perfect-timing precognition misfortune scriers-gaze".split(),
}}
for _ in range({PSYKERS}):
    known = [f"{{list}}/{{powers[list][randrange(6)]}}" for list in ("telepathy", "telepathy", "divination")]
    unit = {{"name": "Sorcerer", "powers": [*known, "force"], "focus": None}}
    print(json.dumps({{"system": "w40k7", "name": "bench", "units": [unit]}}))
"""


def run(folder: Path, against: Path | None) -> list[bool]:
    """One psyker with and without a seed, six at once; against another checkout those six may take 1.05 times as long."""
    one, six = folder / "one.yaml", folder / "six.yaml"
    one.write_text(ONE)
    six.write_text(SIX)
    bare = process(sys.executable, "-c", BARE)
    name = f"{PSYKERS} psykers as a command, {{}} / bare randrange, json, print"
    words = ("generate", str(one), "--count", str(PSYKERS))
    kept = [
        ratio(name.format("seeded"), psyphase(*words, "--seed", "1"), bare, 11, 2.5, "generation"),
        ratio(name.format("no seed"), psyphase(*words), bare, 11, 2.5, "generation"),
        _six_at_once(six),
    ]
    if against:
        many = ("generate", str(six), "--count", "2000", "--seed", "1")
        ours, base = psyphase(*many), psyphase(*many, checkout=against)
        kept.append(ratio(f"2000 rosters of six / {against}", ours, base, 9, 1.05, f"generation --against {against}"))
    return kept


def _six_at_once(roster: Path) -> bool:
    """Paths that never come again: a tree must cost next to nothing where it gains nothing."""
    session = open_session("generate", [read_roster(roster)], [], {})

    def ours() -> None:
        for _ in unattended(session.start, {}, 500, "1"):
            pass

    def plain() -> None:
        for number in range(500):
            journal = Journal()
            play(session.start(), Defaults(), RandomDice(journal, f"1/{number}"), journal=journal)

    return ratio("500 rosters of six psykers / played plainly", ours, plain, 9, 1.3, "generation")
