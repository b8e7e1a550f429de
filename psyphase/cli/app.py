"""The commands, each in a module of its own that is imported only when it is wanted."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

COMMANDS = ("generate", "phase", "squad", "resume", "roster", "roll", "run", "rules", "log")


class Commands(TyperGroup):
    """Finds a command in the module of its name."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"psyphase.cli.commands.{cmd_name}")
        command = typer.main.get_command(module.app)
        command.name = cmd_name
        return command


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
