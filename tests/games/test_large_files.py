"""Files at the limit of their size take no longer than a breath, whatever is wrong in them."""

from __future__ import annotations

import random
import string
import time
from pathlib import Path

import pytest

from psyphase.errors import RulesError
from psyphase.games.roster import read_roster
from psyphase.games.session import open_session

pytestmark = pytest.mark.no_cover
SLOW = 5
"""How much slower than a quiet machine one may be that runs other tests too."""


def words(count: int) -> str:
    """Words that nobody knows, as a list of YAML."""
    dice = random.Random(1)
    return "[" + ", ".join("".join(dice.choices(string.ascii_lowercase, k=9)) for _ in range(count)) + "]"


ROSTERS = {
    "tags": f"system: w40k7\nname: x\nunits:\n- name: A\n  models: 3\n  tags: {words(90_000)}\n",
    "disciplines": f"system: w40k7\nname: x\nunits:\n- name: A\n  mastery: 1\n  disciplines: {words(90_000)}\n",
    "powers": f"system: w40k7\nname: x\nunits:\n- name: A\n  mastery: 1\n  powers: {words(90_000)}\n",
    "keys": "system: w40k7\nname: x\nunits: []\n" + "".join(f"{word}: 1\n" for word in words(80_000)[1:-1].split(", ")),
    "traits": f"system: hh3\nname: x\nunits:\n- name: A\n  traits: {words(90_000)}\n",
    "commands": "system: onlywar\nname: x\nfaction: imperial\nmagnitude: 5\ncommands: " + words(90_000) + "\n",
}


@pytest.mark.parametrize("text", ROSTERS.values(), ids=ROSTERS)
def test_a_mebibyte_of_words_nobody_knows(text: str, tmp_path: Path) -> None:
    """Read or refused in under a second: what a word was meant to be is sought for the first few (faults robustness 8)."""
    path = tmp_path / "roster.yaml"
    path.write_text(text)
    start = time.perf_counter()
    try:
        army = read_roster(path)
        open_session(next(iter(army.system.verbs)), [army], [], {})
    except RulesError as error:
        assert len(error.problems) <= 101  # noqa: PT017  either way is right
    assert time.perf_counter() - start < SLOW
