"""Prompts: the one for dice with its chances against icepool's time for two rolls; all others in small and large battles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median

import icepool
from long_game import LongGame
from odds import forget
from ratio import clock, is_within, ratio

from psyphase.cli.screen.charts import chance_lines, chances
from psyphase.cli.screen.render import Standing
from psyphase.cli.screen.shown import shown
from psyphase.engine.journal import Journal
from psyphase.engine.play import play
from psyphase.engine.procedure import Answer, Event, Number, Request, Roll
from psyphase.engine.readings import Pool
from psyphase.engine.sources import RandomDice
from psyphase.systems import find_system
from psyphase.systems.w40k7 import tables
from psyphase.systems.w40k7.chances import Prospects, Reply, Share, suggested_dice
from psyphase.systems.w40k7.model import Roster, Unit
from psyphase.systems.w40k7.phase import play_battle
from psyphase.systems.w40k7.psychic_test import PsychicTest
from psyphase.tables.library import Library, shipped_rules
from psyphase.words.wording import Wording

WORDS = Wording(find_system("w40k7").sentences(), "en")
DRAINS = ((0, 15), (1, 1), (2, 1), (3, 1))
POWERS = ("telepathy/dominate", "telepathy/terrify", "telepathy/psychic-shriek", "telepathy/invisibility")
FEW, MANY, ANSWERS = 50, 200, 150


def dice_prompt(pool: int, enemy: int) -> list[str]:
    """The prompt for dice as it is worked out the first time: what is suggested, and the rows beside it."""
    forget()
    share = Share(Pool(6, 1), 5, enemy, 1)
    prospects = Prospects(PsychicTest(4, "two-sixes"), 2, share, DRAINS)
    suggested = suggested_dice(prospects, pool)
    args = {"enemy_pool": enemy, "count": 1, "perils": Event("perils-on-two-sixes")}
    reply = Reply(share, 2)
    request = Number("dice", "mine", 1, pool, suggested.number, prospects, args, note=reply, suggested=suggested)
    table = chances(WORDS, request)
    assert table
    return chance_lines(table)


def two_rolls() -> None:
    """A measure of this machine that stays as it is: twelve dice counted in two ways at once, ten times over."""
    die = icepool.d6.map(lambda face: icepool.vectorize(face >= 4, face == 6))
    for count in range(3, 13):
        (count @ die).map(lambda successes, sixes: (successes, sixes >= 2))


class Watched(LongGame):
    """The same player; how long each kind of prompt takes to be there from the answer before it, drawn and all."""

    def __init__(self, answers: int) -> None:
        super().__init__(answers)
        self.kinds: dict[str, list[float]] = {}

    def __call__(self, request: Request) -> Answer | None:
        if isinstance(request, Roll):
            return None
        shown(WORDS, request, Standing())
        if self.answered:
            self.kinds.setdefault(request.id, []).append(clock() - self.answered)
        self.left -= 1
        answer = self._answer(request)
        self.answered = clock()
        return answer


def army(name: str, units: int) -> Roster:
    """As many units as that: a fifth are psykers, two with hoods; some have joined others, some sit in transports."""
    found = []
    for number in range(units):
        kind = number % 5
        if kind == 0:
            hood = ("psychic-hood",) if number in (0, 5) else ()
            joins = f"Squad {number + 1}" if number % 2 else None
            psyker = Unit(f"Seer {number}", 2, 9, 2, tags=("psyker", *hood), powers=POWERS, joins=joins)
            found.append(psyker)
        elif kind == 1:
            found.append(Unit(f"Squad {number}", models=10))
        elif kind == 2:
            found.append(Unit(f"Rhino {number}", tags=("vehicle",)))
        else:
            found.append(Unit(f"Guard {number}", models=10, embarked=f"Rhino {number // 5 * 5 + 2}" if kind == 3 else False))
    return Roster(system="w40k7", name=name, units=tuple(found))


def waits(units: int) -> dict[str, float]:
    """The median of every kind of prompt but that for dice in a battle with so many units a side."""
    library = Library("w40k7", [shipped_rules()])
    rules = find_system("w40k7").load(library, tables.all_tables(library), library.settings().change({"game_turns": "30"}))
    player, journal = Watched(ANSWERS), Journal()
    battle = play_battle(rules, army("Mine", units), army("Theirs", units))
    play(battle, player, RandomDice(journal, "1"), journal=journal)
    return {id: median(times) for id, times in player.kinds.items() if id != "dice" and len(times) >= 3}


def run(_folder: Path, _against: Path | None) -> list[bool]:
    """The first limit is three times what the prompt took when it knew no shares, no drains and no reason for its default: 0.10."""
    kept = [
        ratio("prompt for dice, 12 against 8 / two rolls", _only(12, 8), two_rolls, 25, 0.3, "prompts"),
        ratio("prompt for dice, 36 against 36 / two rolls", _only(36, 36), two_rolls, 25, 1.5, "prompts"),
    ]
    few, many = waits(FEW), waits(MANY)
    growth = {id: many[id] / few[id] for id in few.keys() & many.keys()}
    worst = max(growth, key=growth.__getitem__)
    detail = f"the worst of {len(growth)} kinds: '{worst}', medians {many[worst] * 1000:.1f} ms and {few[worst] * 1000:.1f} ms"
    return [*kept, is_within(f"any other prompt, {MANY} / {FEW} units a side", growth[worst], 6, "prompts", detail)]


def _only(pool: int, enemy: int) -> Callable[[], None]:
    """Work it out, for the time it takes."""

    def run() -> None:
        dice_prompt(pool, enemy)

    return run
