"""`rules check` tells what changes nothing in play, in every system."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import ROOT, psyphase


def told(*words: str) -> list[str]:
    """What is told beside the number of files."""
    done = psyphase("rules", "check", *words)
    assert (done.returncode, done.stderr) == (0, "")
    return [line for line in done.stdout.splitlines() if not line.endswith("are right")]


@pytest.mark.parametrize(
    "line",
    [
        # it is over at once, has no weapon line and no dice of its own, and conjures nothing (w40k7 T3)
        "w40k7/disciplines/revenant.yaml: text only: word-of-the-phoenix",
        # suppressed and pinned units may react, and nothing replaces another status (hh3-facts 3)
        "hh3/statuses.yaml: text only: suppressed, pinned",
        "onlywar/qualities.yaml: text only: flame, tearing, reliable, balanced",
    ],
)
def test_ours_are_one_line_a_file(line: str) -> None:
    """Ids of entries that only say their words stand in one line for each file."""
    assert line in told("--system", line.partition("/")[0])


def test_ones_own_are_told_at_their_place(tmp_path: Path) -> None:
    """A status of one's own that only has words is told with file, line and column; ours beside it are not."""
    statuses = (ROOT / "rules" / "hh3" / "statuses.yaml").read_text(encoding="utf-8")
    entry = statuses[statuses.index("- id: pinned") :].partition("\n\n")[0].replace("id: pinned", "id: dazed")
    path = tmp_path / "hh3" / "statuses.yaml"
    path.parent.mkdir()
    path.write_text(f"# my own\n{entry}\n", encoding="utf-8")
    (line,) = told(str(tmp_path))
    assert line.endswith("hh3/statuses.yaml:2:3: text only: dazed")


def test_a_setting_that_nothing_asks_for(tmp_path: Path) -> None:
    """A setting or figure that no rule asks for is told."""
    name = "{en: Luck, ru: Удача, fr: Chance, ours: [ru, fr]}"
    path = tmp_path / "w40k7" / "settings.yaml"
    path.parent.mkdir()
    path.write_text(f"- id: luck\n  kind: flag\n  name: {name}\n  value: true\n  source: mine\n", encoding="utf-8")
    (line,) = told(str(tmp_path))
    assert line.endswith("w40k7/settings.yaml:1:3: nothing reads: luck")


def test_powers_of_the_7th_edition() -> None:
    """w40k7 T2-T4: what has a weapon line, lasts, blesses, conjures or picks its model does more than say its words."""
    of = [line for line in told("--system", "w40k7") if "biomancy" in line or "telekinesis" in line or "malefic" in line]
    assert of == []


def test_a_boon_that_no_row_gives(tmp_path: Path) -> None:
    """w40k7 P13: a boon, a type or a target that nothing refers to is told."""
    boons = (ROOT / "rules" / "w40k7" / "boons.yaml").read_text(encoding="utf-8")
    path = tmp_path / "w40k7" / "boons.yaml"
    path.parent.mkdir()
    path.write_text(boons.replace("id: warp-surge", "id: second-sight"), encoding="utf-8")
    (line,) = told(str(tmp_path))
    assert line.endswith("w40k7/boons.yaml:1:3: nothing reads: second-sight")
