"""`psyphase roll`: plain dice, and every roll a system declares, one shot."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperGroup

from psyphase.cli.options import Json, Lang, RulesDirs, Seed, Set, command_app
from psyphase.dice import parse_faces
from psyphase.errors import AnswerError, NotationError
from psyphase.notation import looks_like_dice

if TYPE_CHECKING:
    from psyphase.notation import Notation
    from psyphase.systems import NamedRoll, System

DICE = "DICE"


class Rolls(TyperGroup):
    """Dice notation where the word looks like dice, else the roll of that name."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        from psyphase.systems import MODULES, system

        return [DICE, *dict.fromkeys(name for known in MODULES for name in system(known).rolls)]

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        if args and re.match(r"-\d", args[0]):
            raise NotationError(args[0][:60], 1, "begins like an option; a word with a minus goes after --")
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> Any:  # type: ignore[override]
        if args[0].startswith("-"):
            raise NotationError(args[0][:60], 1, "expected dice such as 3d6 or d100")
        if looks_like_dice(args[0]):
            return DICE, self.get_command(ctx, DICE), args
        ctx.obj = _system_in(args) or _systems_with(args)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]
        built = _dice_app() if cmd_name == DICE else _named_app(cmd_name, ctx.obj or [])
        if built is None:
            return None
        command = typer.main.get_command(built)
        command.name = cmd_name
        return command


def _system_in(args: list[str]) -> list[str]:
    """The system that --system names, before the options are known: they depend on it."""
    for word, after in zip(args, [*args[1:], ""], strict=True):
        if word == "--system":
            return [after]
        if word.startswith("--system="):
            return [word.removeprefix("--system=")]
    return []


def _systems_with(args: list[str]) -> list[str]:
    """The first system whose roll of this name has all the options given: the others are not even imported. Else none."""
    from psyphase.systems import MODULES, system

    given = {word.partition("=")[0].removeprefix("--").replace("-", "_") for word in args if word.startswith("--")}
    given -= {parameter.name for parameter in _shared()} | {"json", "help", "set"}
    for name in MODULES:
        named = system(name).rolls.get(args[0])
        if named and given <= set(inspect.signature(named.procedure).parameters):
            return [name]
    return []


app = command_app(cls=Rolls, no_args_is_help=True)

Faces = Annotated[
    str | None, typer.Option("--faces", metavar="3,2,6", help="Judge real dice: what they show, in order of rolling.")
]


@app.callback()
def roll() -> None:
    """Throw dice once.

    Plain dice such as 3d6, d66, 4d6kh3 or '4d6>=4', or one of the rolls below.
    """


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
    from psyphase.cli.faces import can_show, shown_faces

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
    from psyphase.notation import parse

    words = re.sub(r"\s*(>=|<=|[+-](?=\s*\d+(?![\d+])))\s*", r"\1", " ".join(words)).split() or [""]
    name = words[0]
    if len(words) > 1:
        match = re.fullmatch(r"(\d+)\+", words[1])
        if not match or len(words) > 2:
            text = " ".join(words)
            at = len(words[0]) + 2 if not match else len(words[0]) + len(words[1]) + 3
            raise NotationError(text[:60], at, f"expected nothing more after the dice, got {text[at - 1 : at + 19]!r}")
        name = f"{name}>={match[1]}"
    if at_most is not None:
        name = f"{name}<={at_most}"
    return name, parse(name)


def _throw(thrown: Notation, faces: str | None, seed: str | None) -> tuple[int, ...]:
    """The faces: those given, or a throw. Plain dice are no rule, so there is no procedure to play."""
    if faces is not None:
        given = parse_faces(faces, thrown.dice.sides)
        if len(given) != thrown.dice.count:
            raise AnswerError(f"--faces: expected {thrown.dice.count} for {thrown.dice}, got {len(given)}")
        return given
    from psyphase.throwing import seeded_bytes, system_bytes, throw

    return throw(thrown.dice, system_bytes if seed is None else seeded_bytes(seed), 0)


def _typed(faces: str | None) -> list[Any]:
    from psyphase.play import Faces as TypedFaces

    return [] if faces is None else [TypedFaces(faces)]


def _figures(thrown: Notation, faces: tuple[int, ...]) -> dict[str, object]:
    """What the faces come to, for JSON."""
    from psyphase.readings import Pool, Total, Under

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


def _named_app(name: str, wanted: list[str]) -> typer.Typer | None:
    from psyphase.cli.wording import sentences
    from psyphase.systems import MODULES, system

    having = [known for known in wanted or MODULES if name in system(known).rolls]
    if not having:
        return None
    # In the list of all rolls each tells whose it is.
    whose = "" if wanted else f" ({', '.join(having)})"
    built = command_app()
    built.command(help=sentences(having[0]).rolls[name] + whose)(_command(system(having[0]), name))
    return built


def _command(system: System, name: str) -> Callable[..., None]:
    """A Typer command with the parameters that the roll's procedure declares."""
    from psyphase.cli.wording import sentences

    named = system.rolls[name]
    hints = get_type_hints(named.procedure, include_extras=True)
    helps = sentences(system.id).parameters
    own = [
        _parameter(parameter, hints[parameter.name], helps.get(f"{name}.{parameter.name}") or helps.get(parameter.name, ""))
        for parameter in list(inspect.signature(named.procedure).parameters.values())[1:]
    ]

    def command(**given: Any) -> None:
        parameters = {parameter.name: given.pop(parameter.name) for parameter in own}
        for key, value in parameters.items():
            parameters[key] = tuple(value) if isinstance(value, list) else value
        _roll_named(system, name, named, parameters, given)

    command.__signature__ = inspect.Signature([*own, *_shared()])  # type: ignore[attr-defined]
    return command


def _parameter(parameter: inspect.Parameter, hint: Any, help: str) -> inspect.Parameter:
    """A procedure's parameter as Typer wants it: positional ones are arguments, keyword-only ones options."""
    limits = get_args(hint)[1] if get_origin(hint) is Annotated else None
    kind = get_args(hint)[0] if limits else hint
    if get_origin(kind) is tuple:
        kind = list[str]
    bounds = {"min": limits.ge, "max": limits.le, "metavar": "N"} if limits else {}
    default = [] if parameter.default == () else parameter.default
    info = (
        typer.Argument(help=help)
        if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        else typer.Option(f"--{parameter.name.replace('_', '-')}", help=help, show_default=default not in (None, []), **bounds)
    )
    only = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(parameter.name, only, default=default, annotation=Annotated[kind, info])


def _shared() -> list[inspect.Parameter]:
    only = inspect.Parameter.KEYWORD_ONLY
    system = Annotated[str | None, typer.Option("--system", metavar="NAME", help="Whose roll, where two systems have it.")]
    options: Mapping[str, tuple[Any, object]] = {
        "faces": (Faces, None),
        "seed": (Seed, None),
        "as_json": (Json, False),
        "lang": (Lang, None),
        "rules": (RulesDirs, []),
        "changes": (Set, []),
        "system": (system, None),
    }
    return [inspect.Parameter(key, only, default=default, annotation=hint) for key, (hint, default) in options.items()]


def _roll_named(system: System, name: str, named: NamedRoll, parameters: dict[str, Any], given: dict[str, Any]) -> None:
    from psyphase.cli.language import chosen_language
    from psyphase.cli.options import rules_folders, setting_changes
    from psyphase.cli.render import Transcript
    from psyphase.cli.wording import Wording
    from psyphase.library import Library, shipped_rules
    from psyphase.play import Answered, Journal, Thrown, Told, play
    from psyphase.procedure import Roll

    library = Library(system.id, [shipped_rules(), *rules_folders(given["rules"])])
    settings = library.settings().change(setting_changes(system.id, given["changes"]))
    rules = system.load(library, named.tables(parameters), settings)
    journal = Journal()
    told: list[Told] = []
    typed = _typed(given["faces"])
    outcome = play(
        named.procedure(rules, **parameters), *typed, Thrown(journal, given["seed"]), journal=journal, tell=told.append
    )
    for source in typed:
        source.finish()
    if not given["as_json"]:
        transcript = Transcript(Wording(system.id, chosen_language(given["lang"])))
        for one in told:
            transcript(one)
        return
    import json

    import msgspec

    faces: list[object] = []
    rerolled: list[object] = []
    for one in told:
        if isinstance(one, Answered) and isinstance(one.request, Roll) and isinstance(one.answer, tuple):
            faces += one.answer
            rerolled += one.answer[:-1] if one.request.again else ()
    typer.echo(json.dumps({"roll": name, "faces": faces, **msgspec.to_builtins(outcome), "rerolled": rerolled}))
