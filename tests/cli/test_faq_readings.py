"""`--set readings=faq`: one word for all readings of the official FAQ, wherever settings are given, kept and told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from command import EXAMPLES, ROOT, psyphase

ARMIES = [str(EXAMPLES / "chaos.yaml"), str(EXAMPLES / "shielded.yaml")]
FAQ = {"attempts_per_phase": "mastery", "embarked_powers": "plain"}
"""By the FAQ's lines of the facts (section 6, pool and test; types)."""
TOLD = "Settings that were changed: "
BOTH = "{id: both, kind: readings, name: {en: Both}, value: source, source: ours}"


def played(tmp_path: Path, *words: str, config: str = "") -> tuple[str, dict[str, object]]:
    """A short game: what it says of settings first, and the settings in its journal."""
    (tmp_path / "config.yaml").write_text(config)
    journal = tmp_path / "game.yaml"
    journal.unlink(missing_ok=True)
    done = psyphase("phase", *ARMIES, "--yes", "--seed", "1", "--journal", str(journal), *words, PSYPHASE_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    first = done.stdout.splitlines()[0]
    return first.removeprefix(TOLD) if first.startswith(TOLD) else "", yaml.safe_load(journal.read_text())["setup"]["settings"]


@pytest.mark.parametrize(
    ("words", "config", "told", "kept"),
    [
        ((), "", "", {"attempts_per_phase": "unlimited", "embarked_powers": "all"}),
        (("readings=faq",), "", "readings=faq", FAQ),
        ((), "readings: faq", "readings=faq", FAQ),
        (("readings=source",), "readings: faq", "", {"attempts_per_phase": "unlimited", "embarked_powers": "all"}),
        (
            ("attempts_per_phase=unlimited", "readings=faq"),
            "",
            "readings=faq, attempts_per_phase=unlimited",
            {"attempts_per_phase": "unlimited", "embarked_powers": "plain"},
        ),
        (
            ("attempts_per_phase=unlimited",),
            "readings: faq",
            "readings=faq, attempts_per_phase=unlimited",
            {"attempts_per_phase": "unlimited", "embarked_powers": "plain"},
        ),
        (("readings=faq",), "embarked_powers: all", "readings=faq", FAQ),
        (
            (),
            "readings: faq, embarked_powers: all",
            "readings=faq, embarked_powers=all",
            {"attempts_per_phase": "mastery", "embarked_powers": "all"},
        ),
    ],
)
def test_all_readings_at_once(words: tuple[str, ...], config: str, told: str, kept: dict[str, str], tmp_path: Path) -> None:
    """On the command line and in the config file; what is set by itself wins; the first line names only what differs."""
    changes = [word for one in words for word in ("--set", one)]
    said, settings = played(tmp_path, *changes, config=f"settings: {{w40k7: {{{config}}}}}\n" if config else "")
    assert said == told
    assert {id: settings[id] for id in FAQ} == kept


def test_a_journal_keeps_its_readings(tmp_path: Path) -> None:
    """Played again it is the same; `run --set` may read it otherwise, with what was set by itself in it too."""
    played(tmp_path, "--set", "readings=faq", "--set", "attempts_per_phase=unlimited")
    game = str(tmp_path / "game.yaml")
    for words, told in (
        ((), "readings=faq, attempts_per_phase=unlimited"),
        (("readings=source",), ""),
        (("readings=faq",), "readings=faq"),
    ):
        done = psyphase("run", game, "--lang", "en", *(word for one in words for word in ("--set", one)))
        lines = [line.removeprefix(TOLD) for line in done.stdout.splitlines() if line.startswith(TOLD)]
        assert lines == ([told] if told else [])
    shown = psyphase("log", "show", game, "--lang", "en")
    assert (shown.returncode, shown.stdout.splitlines()[0]) == (0, f"{TOLD}readings=faq, attempts_per_phase=unlimited")


def test_the_lists_know_them(tmp_path: Path) -> None:
    """`rules list` shows what is in force and what the FAQ's is, `rules show` the entries."""
    (tmp_path / "config.yaml").write_text("settings: {w40k7: {readings: faq}}\n")
    plain = psyphase("rules", "list", "settings", "--system", "w40k7", "--lang", "en").stdout
    faq = psyphase("rules", "list", "settings", "--system", "w40k7", "--lang", "en", PSYPHASE_HOME=str(tmp_path)).stdout
    for text, in_force in (
        (plain, {"readings": "source", "attempts_per_phase": "unlimited", "embarked_powers": "all"}),
        (faq, {"readings": "faq", **FAQ}),
    ):
        for id, value in in_force.items():
            assert re.search(rf"^  {id}={value}: ", text, re.MULTILINE), (id, text)
    marked = re.findall(r"^  (\w+)=.*\[readings=faq: (\w+)\]$", plain, re.MULTILINE)
    assert dict(marked) == FAQ
    assert "faq: mastery" in psyphase("rules", "show", "attempts_per_phase").stdout
    assert "kind: readings" in psyphase("rules", "show", "readings").stdout


def test_systems_without_readings_say_so() -> None:
    """Nothing of the other games is read otherwise by a FAQ."""
    done = psyphase("squad", str(EXAMPLES / "squad-orks.yaml"), "--yes", "--set", "readings=faq")
    assert done.returncode == 1
    assert "no setting 'readings'" in done.stderr


def test_the_readme_says_which_they_are() -> None:
    """The row of `readings=faq` names exactly the settings and values that the tables mark."""
    entries = yaml.safe_load((ROOT / "rules" / "w40k7" / "settings.yaml").read_text(encoding="utf-8"))
    marked = {one["id"]: one["faq"] for one in entries if one.get("faq", "none") != "none"}
    (row,) = [
        line
        for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
        if "--set readings=faq`" in line and "|" in line
    ]
    assert dict(re.findall(r"`(\w+)=(\w+)`", row)) == marked == FAQ


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{id: luck, kind: flag, name: {en: Luck}, value: false, faq: true, source: ours}",
         "faq: expected a setting of the kind 'readings', which turns it on"),
        (f"{BOTH}\n- {{id: luck, kind: flag, name: {{en: Luck}}, value: false, source: ours}}",
         "missing key 'faq' (beside 'readings' every setting gives the FAQ's value, or none)"),
        ("{id: luck, kind: number, name: {en: Luck}, value: 1, low: 0, high: 2, faq: 3, source: ours}",
         "expected a value from 0 to 2, got 3"),
    ],
    ids=["nothing turns it on", "left out", "out of range"],
)  # fmt: skip
def test_tables_that_are_wrong(text: str, told: str, tmp_path: Path) -> None:
    """Told at the entry, in any system; one's own table may leave the FAQ out."""
    folder = tmp_path / "rules"
    (folder / "onlywar").mkdir(parents=True)
    (folder / "onlywar" / "settings.yaml").write_text(f"- {text}\n")
    done = psyphase("squad", str(EXAMPLES / "squad-orks.yaml"), "--yes", "--rules", str(folder))
    assert done.returncode == 1
    assert told in done.stderr
