"""`psyphase roll`: plain dice, and every roll a system declares, one shot."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperGroup

from psyphase.cli.commands.dice import Faces, _dice_app
from psyphase.cli.options import Json, Lang, RulesDirs, Seed, Set, command_app
from psyphase.engine.notation import looks_like_dice
from psyphase.errors import NotationError

if TYPE_CHECKING:
    from psyphase.systems.system import NamedRoll, System

DICE = "DICE"


class Rolls(TyperGroup):
    """Dice notation where the word looks like dice, else the roll of that name."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        from psyphase.systems import SYSTEMS, find_system

        return [DICE, *dict.fromkeys(name for known in SYSTEMS for name in find_system(known).rolls)]

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
    from psyphase.systems import SYSTEMS, find_system

    given = {word.partition("=")[0].removeprefix("--").replace("-", "_") for word in args if word.startswith("--")}
    given -= {parameter.name for parameter in _shared()} | {"json", "help", "set"}
    for name in SYSTEMS:
        named = find_system(name).rolls.get(args[0])
        if named and given <= set(inspect.signature(named.procedure).parameters):
            return [name]
    return []


app = command_app(cls=Rolls, no_args_is_help=True)


@app.callback()
def roll() -> None:
    """Throw dice once.

    Plain dice such as 3d6, d66, 4d6kh3 or '4d6>=4', or one of the rolls below.
    """


def _typed(faces: str | None) -> list[Any]:
    from psyphase.engine.sources import GivenFaces

    return [] if faces is None else [GivenFaces(faces)]


def _named_app(name: str, wanted: list[str]) -> typer.Typer | None:
    from psyphase.systems import SYSTEMS, find_system

    having = [known for known in wanted or SYSTEMS if name in find_system(known).rolls]
    if not having:
        return None
    # In the list of all rolls each tells whose it is.
    whose = "" if wanted else f" ({', '.join(having)})"
    built = command_app()
    built.command(help=find_system(having[0]).sentences().rolls[name] + whose)(_command(find_system(having[0]), name))
    return built


def _command(system: System, name: str) -> Callable[..., None]:
    """A Typer command with the parameters that the roll's procedure declares."""
    named = system.rolls[name]
    hints = get_type_hints(named.procedure, include_extras=True)
    helps = system.sentences().parameters
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
    from psyphase.cli.config import rules_folders, setting_changes
    from psyphase.cli.language import chosen_language
    from psyphase.cli.screen.render import Transcript
    from psyphase.engine.journal import Journal
    from psyphase.engine.play import Answered, Narration, play
    from psyphase.engine.procedure import Roll
    from psyphase.engine.sources import RandomDice
    from psyphase.systems import library_of
    from psyphase.words.wording import Wording

    library = library_of(system.id, rules_folders(given["rules"]))
    settings = library.settings().change(*setting_changes(system.id, given["changes"]))
    rules = system.load(library, named.tables(parameters), settings)
    journal = Journal()
    narration: list[Narration] = []
    typed = _typed(given["faces"])
    outcome = play(
        named.procedure(rules, **parameters), *typed, RandomDice(journal, given["seed"]), journal=journal, report=narration.append
    )
    for source in typed:
        source.finish()
    if not given["as_json"]:
        transcript = Transcript(Wording(system.sentences(), chosen_language(given["lang"])))
        for one in narration:
            transcript(one)
        return
    import json

    import msgspec

    faces: list[object] = []
    rerolled: list[object] = []
    for one in narration:
        if isinstance(one, Answered) and isinstance(one.request, Roll) and isinstance(one.answer, tuple):
            faces += one.answer
            rerolled += one.answer[:-1] if one.request.reroll else ()
    typer.echo(json.dumps({"roll": name, "faces": faces, **msgspec.to_builtins(outcome), "rerolled": rerolled}))
