"""`psyphase rules`: what the tables hold, and whether they are right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from psyphase.cli.app import command_app
from psyphase.cli.options import Lang, RulesDirs

if TYPE_CHECKING:
    from psyphase.library import Library
    from psyphase.systems import System

app = command_app(no_args_is_help=True)
SystemName = Annotated[str | None, typer.Option("--system", metavar="NAME", help="Only this system.")]


@app.callback()
def rules() -> None:
    """List, show or check the rule tables."""


def _systems(name: str | None) -> list[System]:
    from psyphase.systems import MODULES, system

    return [system(one) for one in ([name] if name else MODULES)]


def _loaded(system: System, folders: list[Path]) -> tuple[Library, Any]:
    from psyphase.cli.options import rules_folders
    from psyphase.library import Library, shipped_rules

    library = Library(system.id, [shipped_rules(), *rules_folders(folders)])
    settings = system.settings(library)
    return library, system.load(library, system.all_tables(library), settings)


@app.command("list")
def list_(system: SystemName = None, rules: RulesDirs = [], lang: Lang = None) -> None:
    """List disciplines, powers and settings; entries that --rules replaced are named."""
    from psyphase.cli.language import chosen_language

    language = chosen_language(lang)
    for one in _systems(system):
        library, loaded = _loaded(one, rules)
        typer.echo(one.id)
        for file in sorted({file for file, _ in library.places}):
            whole = library.places.get((file, ""))
            title = f": {whole.name.within(language)}" if whole and whole.name else ""
            typer.echo(f"\n{file.removesuffix('.yaml')}{title}")
            for (of, id), place in library.places.items():
                if of == file and id:
                    label = f"{id}={str(loaded.settings[id]).lower()}" if file == "settings.yaml" else id
                    typer.echo(f"  {label}: {place.name.within(language)}" if place.name else f"  {label}")
        for file, id, before, after in library.replaced:
            typer.echo(f"replaced: {file.removesuffix('.yaml')} {id} ({before} by {after})".replace("  ", " "))


@app.command()
def show(
    id: Annotated[str, typer.Argument(metavar="ID", help="A discipline, a power, a setting, ...")],
    system: SystemName = None,
    rules: RulesDirs = [],
) -> None:
    """Print an entry as it stands in its table, with its place."""
    from psyphase.document import nearest, shown
    from psyphase.errors import AnswerError

    known: list[str] = []
    for one in _systems(system):
        library, _ = _loaded(one, rules)
        for (file, entry), place in library.places.items():
            folder, _slash, name = file.removesuffix(".yaml").rpartition("/")
            full = f"{name}/{entry}" if folder and entry else entry or name
            known.append(full)
            if id in (full, entry or name):
                line = place.node.start_mark.line + 1
                typer.echo(f"# {shown(place.document.path)}:{line}\n{place.text}")
                return
    raise AnswerError(f"no entry '{id[:60]}'{nearest(id, known)}")


@app.command()
def check(
    folder: Annotated[Path | None, typer.Argument(metavar="[DIR]", help="Your tables; without it, ours.")] = None,
    system: SystemName = None,
) -> None:
    """Check every table: one line a problem, with file, line and column."""
    from psyphase.cli.options import rules_folders
    from psyphase.errors import PsyphaseError
    from psyphase.library import Library, shipped_rules

    folders = rules_folders([folder] if folder else [])
    for one in _systems(system):
        if folder and not (folder / one.id).is_dir() and system is None:
            continue
        whole = folder is not None and (folder / one.id / "system.yaml").is_file()
        library = Library(one.id, folders if whole else [shipped_rules(), *folders])
        one.load(library, one.all_tables(library), one.settings(library))
        entries = sum(1 for _, id in library.places if id)
        typer.echo(f"{one.id}: {library.count} files and {entries} entries are right")
        break
    else:
        raise PsyphaseError(f"{folder}: no folder for a system in it, expected {', '.join(s.id for s in _systems(None))}")


@app.command()
def schema(system: SystemName = None) -> None:
    """Print the JSON Schema of every kind of table, for editors."""
    import json

    import msgspec

    shapes = {f"{one.id}/{name}": shape for one in _systems(system) for name, shape in one.shapes.items()}
    schemas, definitions = msgspec.json.schema_components(shapes.values(), ref_template="#/$defs/{name}")
    kinds = dict(zip(shapes, schemas, strict=True))
    document = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions, "properties": kinds}
    typer.echo(json.dumps(document, indent=2))
