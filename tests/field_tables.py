"""The field tables of rules/README.md, drawn from the types: `python tests/record.py` writes them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402

from psyphase.systems import SYSTEMS, find_system  # noqa: E402

README = ROOT / "rules" / "README.md"
FILES = {
    "discipline": "disciplines/*.yaml",
    "listed-power": "disciplines/*.yaml, an entry of `powers`",
    "entry": "disciplines/*.yaml, an entry of `entries`",
    "faction": "commands/*.yaml",
    "command": "commands/*.yaml, an entry of `commands`",
    "army": "unit-rules/*.yaml",
    "unit-rule": "unit-rules/*.yaml, an entry of `rules`",
    "effect": "an entry of `does`",
}
MANY = 10
"""Kinds of one thing that are drawn in one table, with the keys that all of them have before it."""


def shown(kind: dict[str, Any], definitions: dict[str, Any]) -> str:
    """A JSON schema as a few words."""
    if "$ref" in kind:
        return shown(definitions[kind["$ref"].rpartition("/")[2]], definitions)
    if len(kind.get("anyOf", ())) > MANY:
        return "{kind, ...}"
    if "anyOf" in kind:
        return " or ".join(dict.fromkeys(shown(one, definitions) for one in kind["anyOf"]))
    if "enum" in kind:
        return ", ".join(f"`{one}`" for one in kind["enum"])
    if "prefixItems" in kind:
        return "[" + ", ".join(shown(one, definitions) for one in kind["prefixItems"]) + "]"
    if kind.get("type") == "array":
        return f"list of ({shown(kind.get('items', {}), definitions)})"
    if kind.get("type") == "object":
        return "{" + ", ".join(kind.get("properties", {})) + "}"
    limits = [f"{sign} {kind[key]}" for key, sign in (("minimum", ">="), ("maximum", "<=")) if key in kind]
    names = {"integer": "number", "string": "text", "boolean": "true or false", "null": "nothing"}
    return " ".join([names.get(str(kind.get("type")), "anything"), *limits])


def of_many(title: str, kinds: Sequence[type[msgspec.Struct]]) -> list[str]:
    """Many kinds of one thing: the keys that all have, then each kind with its own."""
    found: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
    for kind in kinds:
        (_,), definitions = msgspec.json.schema_components([kind], ref_template="#/{name}")
        schema = definitions[kind.__name__]
        found[str(kind.__struct_config__.tag)] = (schema, definitions)
    own = {tag: list(schema["properties"]) for tag, (schema, _) in found.items()}
    common = [key for key in next(iter(own.values())) if key != "kind" and all(key in keys for keys in own.values())]
    first, definitions = next(iter(found.values()))
    lines = [f"### {title}", "", "Keys of every kind:", "", "| key | value |", "|---|---|"]
    lines += [f"| `{key}` | {shown(first['properties'][key], definitions)} |" for key in common]
    lines += ["", "| kind | its own keys | |", "|---|---|---|"]
    for tag, (schema, definitions) in found.items():
        keys = [
            f"`{key}`: {shown(value, definitions)}" for key, value in schema["properties"].items() if key not in (*common, "kind")
        ]
        lines.append(f"| `{tag}` | {'; '.join(keys)} | {str(schema.get('description', '')).split(chr(10))[0]} |")
    return [*lines, ""]


def tables(name: str) -> str:
    """Every kind of entry of a system with its keys."""
    shapes = find_system(name).shapes
    lines: list[str] = []
    for name, shape in shapes.items():
        entry = shape.__args__[0] if hasattr(shape, "__args__") else shape
        kinds = getattr(entry, "__args__", (entry,))
        if len(kinds) > MANY:
            lines += of_many(FILES[name], kinds)
            continue
        for kind in kinds:
            (_,), definitions = msgspec.json.schema_components([kind], ref_template="#/{name}")
            schema = definitions[kind.__name__]
            lines += [
                f"### `{FILES.get(name, name + '.yaml')}`".replace("``", "`"),
                "",
                str(schema.get("description", "")).split("\n")[0],
                "",
            ]
            lines += ["| key | value |", "|---|---|"]
            lines += [
                f"| `{key}` | {shown(value, definitions)} |".replace("| `|", "| `\\|")
                for key, value in schema["properties"].items()
            ]
            lines.append("")
    return "\n".join(lines)


def refreshed(text: str) -> str:
    """The README with its field tables drawn anew."""
    for name in SYSTEMS:
        block = f"<!-- fields {name} -->\n{tables(name)}<!-- end of fields -->"
        start = text.index(f"<!-- fields {name} -->")
        end = text.index("<!-- end of fields -->", start) + len("<!-- end of fields -->")
        text = text[:start] + block + text[end:]
    return text
