"""What ends the program early, config and journals that do not fit: one line, and its exit status."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from command import EXAMPLES, psyphase
from psyphase import cli
from psyphase.cli.language import chosen_language
from psyphase.cli.options import pairs
from psyphase.errors import AnswerError

COVEN = (
    "{system: w40k7, name: Coven, units: [{name: Witch, mastery: 1, leadership: 9, tags: [psyker], powers: [biomancy/smite]}]}"
)
HEADER = f"psyphase: 1\nsystem: w40k7\nprocedure: phase\nsetup:\n  mine: {COVEN}\n"
GAME = HEADER + "  rules: another\nplay:\n"
BEGUN = "- before-battle: go-on\n- enemy-mastery: 3\n- warp-charge: [4]\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game that was begun with other rules."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME + BEGUN)
    return path


def ended(monkeypatch: pytest.MonkeyPatch, error: BaseException | None, out: io.TextIOBase | None = None) -> tuple[object, str]:
    """How the program ends where its commands do: the exit status and standard error."""

    def app(**_names: str) -> None:
        if error:
            raise error

    told = io.StringIO()
    with monkeypatch.context() as place:
        place.setattr("psyphase.cli.app.app", app)
        place.setattr(sys, "stdin", io.StringIO())
        place.setattr(sys, "stdout", out or io.StringIO())
        place.setattr(sys, "stderr", told)
        place.setattr(sys, "unraisablehook", sys.unraisablehook)
        with pytest.raises(SystemExit) as end:
            cli.main()
    return end.value.code, told.getvalue()


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (None, 0, ""),
        (SystemExit(3), 3, ""),
        (SystemExit("why"), 1, ""),
        (SystemExit(130), 130, "psyphase: stopped\n"),
        (KeyboardInterrupt(), 130, "psyphase: stopped\n"),
        (BrokenPipeError(), 141, ""),
        (OSError(5, "Input/output error"), 1, "psyphase: Input/output error\n"),
        (OSError("odd\x07"), 1, "psyphase: odd\\x07\n"),
        (AnswerError("a\x1b: no"), 1, "psyphase: a\\x1b: no\n"),
    ],
)
def test_every_end_has_its_status(error: BaseException | None, status: int, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing a user can do ends in a traceback."""
    assert ended(monkeypatch, error) == (status, told)


class Refusing(io.StringIO):
    """Standard output that fails when it is flushed."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def flush(self) -> None:
        raise self.error


def test_what_cannot_be_printed_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a reader that has left nothing is said; of a full disk it is; what went wrong before has the last word."""
    assert ended(monkeypatch, None, Refusing(BrokenPipeError())) == (141, "")
    full = Refusing(OSError(28, "No space left on device"))
    assert ended(monkeypatch, None, full) == (1, "psyphase: cannot print: No space left on device\n")
    assert ended(monkeypatch, SystemExit(2), full) == (2, "")


def test_closed_streams_are_opened_to_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever started us may have closed all three."""
    with monkeypatch.context() as place:
        for name in ("stdin", "stdout", "stderr"):
            place.setattr(sys, name, None)
        cli._open_streams()
        opened = (sys.stdin, sys.stdout, sys.stderr)
    assert [stream.mode for stream in opened] == ["r", "w", "w"]
    assert opened[0].read() == ""
    for stream in opened:
        stream.close()


def test_only_ctrl_c_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else goes wrong in a clean-up is told as ever."""
    told: list[object] = []
    monkeypatch.setattr(sys, "__unraisablehook__", told.append)
    other = SimpleNamespace(exc_type=ValueError)
    cli.not_lost(other)
    assert told == [other]


def test_the_language_is_asked_for_or_the_locales(monkeypatch: pytest.MonkeyPatch) -> None:
    """The flag, then PSYPHASE_LANG, then the first locale that is set; one that is not ours is English, and so is none."""
    for name in ("PSYPHASE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert chosen_language(None) == "en"
    monkeypatch.setenv("LANG", "FR_fr.UTF-8")
    assert chosen_language(None) == "fr"
    monkeypatch.setenv("LC_ALL", "de_DE")
    assert chosen_language(None) == "en"
    monkeypatch.setenv("PSYPHASE_LANG", "ru")
    assert (chosen_language(None), chosen_language("fr")) == ("ru", "fr")
    monkeypatch.setenv("PSYPHASE_LANG", "de")
    with pytest.raises(AnswerError) as wrong:
        chosen_language(None)
    assert str(wrong.value) == "PSYPHASE_LANG: expected one of en, ru, fr, got 'de'"


def test_pairs_are_a_name_and_a_value() -> None:
    """A value may be empty or have signs of its own; a name may not be missing."""
    assert pairs(["a=1", "b=", "c=x=y"], "-a") == [("a", "1"), ("b", ""), ("c", "x=y")]
    for word in ("a", "=1"):
        with pytest.raises(AnswerError) as wrong:
            pairs([word], "-a")
        assert str(wrong.value) == f"-a: expected NAME=VALUE, got '{word}'"


def complaint(*words: str, home: Path = Path(os.devnull)) -> str:
    """The one line that a command ends with."""
    done = psyphase(*words, PSYPHASE_HOME=str(home))
    assert done.returncode == 1, done.stderr
    return done.stderr


ROLL = ("roll", "psychic-test", "--charge", "1", "--dice", "1", "--faces", "3")


def test_folders_of_tables_that_are_none(tmp_path: Path) -> None:
    """One that is missing, one without any system, a file where the user's own tables should be."""
    assert complaint(*ROLL, "--rules", f"{tmp_path}/no") == f"psyphase: --rules: no such folder: {tmp_path}/no\n"
    told = complaint(*ROLL, "--rules", str(tmp_path))
    assert told.startswith(f"psyphase: --rules: no folder of a system in {tmp_path}, expected w40k7 or hh3")
    (tmp_path / "rules").write_text("")
    told = complaint(*ROLL, home=tmp_path)
    assert told == f"psyphase: {tmp_path}/rules: expected a folder of tables\n"


@pytest.mark.parametrize("text", ["", "# settings:\n\n  # nothing yet\n", "settings:\n"])
def test_a_config_file_may_say_nothing(text: str, tmp_path: Path) -> None:
    """Empty, comments alone, no settings: a 3 is no success."""
    (tmp_path / "config.yaml").write_text(text)
    done = psyphase(*ROLL, "--json", PSYPHASE_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert '"harnessed": 0' in done.stdout


def test_entries_left_over_are_told(tmp_path: Path) -> None:
    """A script that says more than is asked, one that answers what is not asked, and one that says too little."""
    text = (EXAMPLES / "sara-generation.yaml").read_text().replace("sara.yaml", str(EXAMPLES / "sara.yaml"))
    path = tmp_path / "script.yaml"
    lines = text.rstrip().count("\n") + 1
    path.write_text(f"{text.rstrip()}\n- more: 1\n- and-more: 2\n")
    assert complaint("run", str(path)) == f"{path}:{lines + 1}:3: 2 entries of play are left over after the end\n"
    path.write_text(HEADER + "play:\n- enemy-mastery: much\n")
    assert complaint("run", str(path)).startswith(f"{path}:7:3: ")


def test_a_game_of_other_rules_is_told(game: Path) -> None:
    """So is a last line that was not finished; the rest is played as far as it goes."""
    with game.open("a") as file:
        file.write("- psyk")
    told = psyphase("resume", str(game)).stderr.splitlines()
    assert told[:2] == [
        f"psyphase: {game}: the last line was not finished and is left out",
        f"psyphase: {game}: the rules have changed since it was played",
    ]
    assert told[2].startswith("psyphase: no answer to '")
    assert told[2].endswith(f"; go on with: psyphase resume {game}")
    assert game.read_text() == GAME + BEGUN + "- psyk"


def test_a_script_is_no_game_to_go_on_with(game: Path) -> None:
    """It has no fingerprint of the rules."""
    game.write_text(HEADER + "play:\n" + BEGUN)
    assert complaint("resume", str(game)) == f"psyphase: {game}: a script, not a game; play it with: psyphase run {game}\n"


def test_resume_alone_takes_the_only_game(tmp_path: Path) -> None:
    """Where there is none it says how to begin one."""
    told = complaint("resume", home=tmp_path)
    assert told.startswith(f"psyphase: no game in {tmp_path}/games; begin one with: psyphase phase ")
    (tmp_path / "games").mkdir()
    kept = tmp_path / "games" / "one.yaml"
    kept.write_text(GAME + BEGUN)
    done = psyphase("resume", PSYPHASE_HOME=str(tmp_path))
    assert done.stdout.count("== Turn 1, psychic phase: Coven ==\n") == 1
    assert done.stderr.endswith(f"; go on with: psyphase resume {kept}\n")


def test_a_roster_of_an_unknown_game_is_not_asked_for(tmp_path: Path) -> None:
    """Nothing is written, and the file is not blamed."""
    path = tmp_path / "a.yaml"
    assert (
        complaint("roster", "new", "--system", "w40k8", str(path))
        == "psyphase: no system 'w40k8', expected one of w40k7, hh3, onlywar\n"
    )
    assert not path.exists()


def test_the_transcript_of_a_game_is_printed_where_no_file_is_named(tmp_path: Path) -> None:
    """The form follows the ending of a file, else it is text."""
    game = str(EXAMPLES / "andy-phase.yaml")
    printed = psyphase("log", "export", game, "--lang", "en").stdout
    assert "\nTurn 1, psychic phase: Andy's regiment\n" in printed
    page = tmp_path / "battle.HTM"
    assert psyphase("log", "export", game, "-o", str(page), "--lang", "en").returncode == 0
    assert page.read_text().lstrip().lower().startswith("<!doctype html>")


def test_an_answer_to_no_question_is_refused() -> None:
    """With what was probably meant."""
    told = complaint("phase", str(EXAMPLES / "chaos.yaml"), "-a", "enemy-mastry=3")
    assert told == "psyphase: -a: no question 'enemy-mastry', did you mean 'enemy-mastery'?\n"
