"""`psyphase rules`: what the tables hold, and whether they are right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from psyphase.cli.options import Lang, RulesDirs, command_app

if TYPE_CHECKING:
    from psyphase.systems.system import System
    from psyphase.tables.library import Library
    from psyphase.tables.settings import Settings

app = command_app(no_args_is_help=True)
SystemName = Annotated[str | None, typer.Option("--system", metavar="NAME", help="Only this system.")]


@app.callback()
def rules() -> None:
    """List, show or check the rule tables."""


def _systems(name: str | None) -> list[System]:
    from psyphase.systems import SYSTEMS, find_system

    return [find_system(one) for one in ([name] if name else SYSTEMS)]


def _loaded(system: System, folders: list[Path]) -> tuple[Library, Settings]:
    from psyphase.cli.config import rules_folders, setting_changes
    from psyphase.systems import library_of

    library = library_of(system.id, rules_folders(folders))
    settings = library.settings().change(*setting_changes(system.id, []))
    system.load(library, system.all_tables(library), settings)
    return library, settings


@app.command("list")
def list_(
    table: Annotated[str, typer.Argument(metavar="[TABLE]", help="Only tables with this in their name.")] = "",
    system: SystemName = None,
    rules: RulesDirs = [],
    lang: Lang = None,
) -> None:
    """List disciplines, powers, settings.

    Entries that --rules or your own tables replace are named at the end.
    """
    from psyphase.cli.language import chosen_language
    from psyphase.errors import AnswerError
    from psyphase.text import clean

    language = chosen_language(lang)
    for one in _systems(system):
        library, settings = _loaded(one, rules)
        files = sorted({file for file, _ in library.places if table in file})
        if not files:
            raise AnswerError("no table with '{table}' in its name", table=table[:40])
        typer.echo(one.id)
        for file in files:
            whole = library.places.get((file, ""))
            title = f": {clean(whole.name.within(language))}" if whole and whole.name else ""
            typer.echo(f"\n{file.removesuffix('.yaml')}{title}")
            for (of, id), place in library.places.items():
                if of == file and id:
                    label, more = _setting(settings, id) if file == "settings.yaml" else (id, "")
                    name = place.name
                    typer.echo(f"  {label}: {clean(name.within(language))}{more}" if name else f"  {label}")
        for file, id, before, after in library.replaced:
            typer.echo(f"replaced: {file.removesuffix('.yaml')} {id} ({before} by {after})".replace("  ", " "))


def _setting(settings: Settings, id: str) -> tuple[str, str]:
    """A setting with its value, and which one the FAQ's readings give it, where they do."""
    from psyphase.tables.settings import FAQ, yaml_word

    faq, readings = settings.faq(id), settings.readings
    more = f" [{readings.id}={FAQ}: {yaml_word(faq)}]" if readings and faq is not None else ""
    return f"{id}={yaml_word(settings[id])}", more


@app.command()
def show(
    id: Annotated[str, typer.Argument(metavar="ID", help="A discipline, a power, a setting, ...")],
    system: SystemName = None,
    rules: RulesDirs = [],
) -> None:
    """Print an entry as it stands in its table, with its place."""
    from psyphase.errors import AnswerError
    from psyphase.files import short_path
    from psyphase.text import nearest

    known: list[str] = []
    found = 0
    for one in _systems(system):
        library, _ = _loaded(one, rules)
        for (file, entry), place in library.places.items():
            folder, _slash, name = file.removesuffix(".yaml").rpartition("/")
            full = f"{name}/{entry}" if folder and entry else entry or name
            known.append(full)
            label = place.name.en.casefold() if place.name else ""
            if id in (full, entry or name, file.removesuffix(".yaml")) or id.casefold() == label:
                line = place.node.start_mark.line + 1
                gap = "\n" if found else ""
                typer.echo(f"{gap}# {short_path(place.document.path)}:{line}\n{place.text}")
                found += 1
    if not found:
        raise AnswerError("no entry '{id}'{hint}", id=id[:60], hint=nearest(id, known))


@app.command()
def check(
    folder: Annotated[Path | None, typer.Argument(metavar="[DIR]", help="Your tables; without it, ours.")] = None,
    system: SystemName = None,
    languages: Annotated[bool, typer.Option("--languages", help="Name each text that lacks a language.")] = False,
) -> None:
    """Check every table: one line a problem, with file, line and column.

    Then what changes nothing in play: entries that are text only, and words that nothing reads.
    """
    from psyphase.cli.config import rules_folders
    from psyphase.cli.language import LANGUAGES
    from psyphase.errors import Problem, PsyphaseError, RulesError
    from psyphase.files import short_path
    from psyphase.systems import library_of
    from psyphase.tables.library import Library
    from psyphase.text import Phrase, any_of

    if folder and not folder.is_dir():
        raise PsyphaseError("{folder}: no such folder", folder=folder)
    wanted = [one for one in _systems(system) if folder is None or (folder / one.id).is_dir()]
    if not wanted:
        names = any_of([one.id for one in _systems(system)])
        raise PsyphaseError("{folder}: no folder of a system in it, expected {known}", folder=folder, known=names)
    for one in wanted:
        # A folder with a system.yaml of its own stands for itself, any other adds to ours.
        whole = folder is not None and (folder / one.id / "system.yaml").is_file()
        folders = [folder] if folder else []
        library = Library(one.id, folders) if whole else library_of(one.id, rules_folders(folders))
        if languages:
            library.demand(LANGUAGES)
        loaded = one.load(library, one.all_tables(library), library.settings())
        strange = sorted(path for top in library.folders for path in top.rglob("*.y*ml") if not library.has_read(path))
        if strange:
            raise RulesError([Problem(short_path(path), 1, 1, Phrase("no table has this name")) for path in strange])
        entries = sum(1 for _, id in library.places if id)
        typer.echo(f"{one.id}: {library.count} files and {entries} entries are right")
        for line in _remarks(one, loaded, library, folder):
            typer.echo(line)


def _remarks(system: System, rules: Any, library: Library, folder: Path | None) -> Iterator[str]:
    """What changes nothing in play: of somebody's own folder each at its place, of ours one line a file."""
    from psyphase.tables.remarks import located, summed_up

    found = list(system.remarks(rules, library))
    if folder is None:
        yield from (f"{system.id}/{line}" for line in summed_up(found))
    else:
        own = (one for one in found if library.places[one.file, one.id].document.path.is_relative_to(folder))
        yield from (str(located(library, one)) for one in own)


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
