"""The picture of the README, drawn by Rich from a real run: `python tests/record.py` writes it anew."""

from __future__ import annotations

import io
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rich.console import Console  # noqa: E402

from psyphase.cli.screen.render import Transcript, rich_line  # noqa: E402
from psyphase.engine.journal import Journal  # noqa: E402
from psyphase.engine.play import Answered, Narration, play  # noqa: E402
from psyphase.engine.sources import Ending, Recorded  # noqa: E402
from psyphase.games.script import read_script  # noqa: E402
from psyphase.games.session import open_session  # noqa: E402
from psyphase.words.wording import Wording  # noqa: E402

PICTURE = ROOT / "examples" / "phase.svg"


def picture() -> str:
    """Andy's phase from the warp charge roll on, as a terminal of 80 columns shows it."""
    script = read_script(ROOT / "examples" / "andy-phase.yaml")
    session = open_session(script.procedure, script.armies, [], script.settings)
    narration: list[Narration] = []
    play(session.start(), Recorded(script.play), Ending(), journal=Journal(), report=narration.append)
    start = next(at for at, one in enumerate(narration) if isinstance(one, Answered) and one.request.id == "warp-charge")
    console = Console(record=True, width=80, file=io.StringIO(), markup=False, emoji=False, highlight=False)
    transcript = Transcript(
        Wording(session.system.sentences(), "en", tuple(army.roster.name for army in session.armies)), rich_line(console)
    )
    for one in narration[start - 1 :]:
        transcript(one)
    return console.export_svg(title="psyphase phase", unique_id="phase")
