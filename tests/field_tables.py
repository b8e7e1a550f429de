"""The field tables of rules/README.md, drawn from the types: `python tests/record.py` writes them."""

from __future__ import annotations

import sys
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
}


def shown(kind: dict[str, Any], definitions: dict[str, Any]) -> str:
    """A JSON schema as a few words."""
    if "$ref" in kind:
        return shown(definitions[kind["$ref"].rpartition("/")[2]], definitions)
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


def tables(name: str) -> str:
    """Every kind of entry of a system with its keys."""
    shapes = find_system(name).shapes
    lines: list[str] = []
    for name, shape in shapes.items():
        entry = shape.__args__[0] if hasattr(shape, "__args__") else shape
        kinds = getattr(entry, "__args__", (entry,))
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
