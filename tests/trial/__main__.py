"""The program with the trial game in it: `python -m trial duel MINE THEIRS`."""

from __future__ import annotations

from psyphase.cli import main
from trial import plug_in

if __name__ == "__main__":
    plug_in()
    main()
