"""Keys by which things in play are known, and names that tell them apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def unit_keys(names: Iterable[str], reserved: Collection[str]) -> list[str]:
    """A short key for each unit, from its name, for journals and scripts: the second `sorcerer` is `sorcerer-2`."""
    taken = set(reserved)
    keys = []
    for name in names:
        word = "-".join("".join(c if c.isalnum() else " " for c in name.casefold()).split()) or "unit"
        key, number = word, 1
        while key in taken:
            number += 1
            key = f"{word}-{number}"
        taken.add(key)
        keys.append(key)
    return keys


def numbered(names: Sequence[str]) -> list[str]:
    """Names that tell things of the same name apart: the second `Mob` is `Mob 2`."""
    before = (names[:at].count(name) for at, name in enumerate(names))
    return [f"{name} {same + 1}" if same else name for name, same in zip(names, before, strict=True)]
