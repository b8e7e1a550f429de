"""Plain dice, thrown once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from psyphase.cli.options import Json, Seed, command_app
from psyphase.engine.dice import parse_faces
from psyphase.errors import AnswerError, NotationError

if TYPE_CHECKING:
    from psyphase.engine.notation import Notation

Faces = Annotated[
    str | None, typer.Option("--faces", metavar="3,2,6", help="Judge real dice: what they show, in order of rolling.")
]


def _dice_app() -> typer.Typer:
    built = command_app()
    built.command(help="Plain dice.\n\n3d6, 2d6+1, 4d6kh3, d66, d100, 4d6 4+, 2d6 --at-most 9.")(dice)
    return built


def dice(
    words: Annotated[list[str], typer.Argument(metavar="DICE [N+]", help="Dice, and N+ to count those of N or more.")],
    at_most: Annotated[int | None, typer.Option("--at-most", metavar="N", help="Passed at N or less.")] = None,
    faces: Faces = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Throw plain dice."""
    from psyphase.cli.screen.faces import shown_faces
    from psyphase.cli.screen.stdout import can_show

    name, thrown = _notation(words, at_most)
    result = _throw(thrown, faces, seed)
    if as_json:
        import json

        typer.echo(json.dumps({"roll": name, "faces": list(result), **_figures(thrown, result)}))
        return
    shown = shown_faces(thrown.dice, result, thrown.read, can_show("⚀"))
    typer.echo(f"{name}: {shown}{_sum(thrown, result)}")


def _notation(words: list[str], at_most: int | None) -> tuple[str, Notation]:
    """The dice asked for, by one word or with `4+` or --at-most beside it."""
    from psyphase.engine.notation import parse

    words = re.sub(r"\s*(>=|<=|[+-](?=\s*\d+(?![\d+])))\s*", r"\1", " ".join(words)).split() or [""]
    name = words[0]
    if len(words) > 1:
        match = re.fullmatch(r"(\d+)\+", words[1])
        if not match or len(words) > 2:
            text = " ".join(words)
            at = len(words[0]) + 2 if not match else len(words[0]) + len(words[1]) + 3
            raise NotationError(
                text[:60], at, "expected nothing more after the dice, got {got}", got=repr(text[at - 1 : at + 19])
            )
        name = f"{name}>={match[1]}"
    if at_most is not None:
        name = f"{name}<={at_most}"
    return name, parse(name)


def _throw(thrown: Notation, faces: str | None, seed: str | None) -> tuple[int, ...]:
    """The faces: those given, or a throw. Plain dice are no rule, so there is no procedure to play."""
    if faces is not None:
        given = parse_faces(faces, thrown.dice.sides)
        if len(given) != thrown.dice.count:
            count, dice = thrown.dice.count, str(thrown.dice)
            raise AnswerError("--faces: expected {count} for {dice}, got {got}", count=count, dice=dice, got=len(given))
        return given
    from psyphase.engine.rolling import random_bytes, roll_dice

    return roll_dice(thrown.dice, random_bytes(seed), 0)


def _figures(thrown: Notation, faces: tuple[int, ...]) -> dict[str, object]:
    """What the faces come to, for JSON."""
    from psyphase.engine.readings import Pool, Total, Under

    outcome = thrown.read.read(faces)
    if isinstance(thrown.read, Pool):
        return {"successes": outcome}
    if isinstance(thrown.read, Under):
        return {"total": sum(faces) + thrown.read.bonus, "passed": outcome}
    if isinstance(thrown.read, Total) and thrown.read.keep:
        return {"kept": list(thrown.read.kept(faces)), "total": outcome}
    return {"total": outcome}


def _sum(thrown: Notation, faces: tuple[int, ...]) -> str:
    """What the faces come to, for people: ` = 10`, ` = 3 of 4 or more`."""
    figures = _figures(thrown, faces)
    if "successes" in figures:
        return f" = {figures['successes']}"
    bonus = getattr(thrown.read, "bonus", 0)
    kept = figures.get("kept")
    parts = f", kept {' '.join(map(str, kept))}" if isinstance(kept, list) else ""
    parts += f" {bonus:+d}" if bonus else ""
    passed = {True: ", passed", False: ", failed", None: ""}[figures.get("passed")]  # type: ignore[index]
    return f"{parts} = {figures['total']}{passed}"
