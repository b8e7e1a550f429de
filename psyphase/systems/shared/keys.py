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


def numbered(names: Sequence[str], written: str = "{name} {number}") -> list[str]:
    """Names that tell things of the same name apart: the second `Mob` is `Mob 2`, or the number that is free."""
    taken, given = set(names), set[str]()
    shown = []
    for name in names:
        number, one = 1, name
        while one in given or (number > 1 and one in taken):
            number += 1
            one = written.format(name=name, number=number)
        given.add(one)
        shown.append(one)
    return shown


def numbered_armies(names: Sequence[str]) -> list[str]:
    """Names of armies that tell them apart in a mirror match: the second is `Chaos warband (2)`; no name, no number."""
    return [one if name else "" for name, one in zip(names, numbered(names, "{name} ({number})"), strict=True)]
