"""The commands, each in a module of its own that is imported only when it is wanted."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

OWN = ("resume", "roster", "roll", "run", "rules", "log")
"""The commands that no system has a part in; before them come the verbs of all systems."""


class Commands(TyperGroup):
    """Finds a command in the module of its name, or builds it from the registry of systems."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        from psyphase.systems import all_verbs

        return [*all_verbs(), *OWN]

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]
        built = import_module(f"psyphase.cli.commands.{cmd_name}").app if cmd_name in OWN else _app_of_verb(cmd_name)
        if built is None:
            return None
        command = typer.main.get_command(built)
        command.name = cmd_name
        return command


def _app_of_verb(name: str) -> typer.Typer | None:
    from psyphase.systems import all_verbs

    verb = all_verbs().get(name)
    if verb is None:
        return None
    from psyphase.cli.commands.verbs import verb_app

    return verb_app(verb)


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(wanted: bool) -> None:
    if wanted:
        from psyphase import __version__

        typer.echo(f"psyphase {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def psyphase(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """A dice assistant for tabletop games with psychic powers and squads.

    Without a command, on a terminal, a menu.
    """
    if ctx.invoked_subcommand is None:
        import sys

        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            typer.echo(ctx.get_help())
            raise typer.Exit(2)
        from psyphase.cli.home import menu

        menu()
