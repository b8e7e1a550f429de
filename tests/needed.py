"""What a sentence asks for: the arguments it cannot be said without, found by reading it or by saying it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from string import Formatter
from typing import Any

from psyphase.words.sentences import Sentence


class Missing(KeyError):
    """An argument that was not there."""


class Asked(dict[str, object]):
    """Arguments that tell which of them was missing."""

    def __missing__(self, key: str) -> object:
        raise Missing(key)


class Anything(int):
    """An argument of any kind, as far as a sentence looks at it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __getitem__(self, _key: object) -> Any:
        return self


class Mumbling:
    """Says everything the same way, and nothing where there is nothing."""

    def __getattr__(self, _name: str) -> Callable[..., str]:
        return lambda *args: "" if args == (None,) else "..."


def needs(sentence: Sentence) -> set[str]:
    """The arguments that a sentence cannot do without: its placeholders, or those it looks at when it is said."""
    if isinstance(sentence, str):
        return {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(sentence) if name}
    return set().union(*(_looked_at(sentence, Anything(value)) for value in (0, 1, 2)))


def _looked_at(sentence: Callable[..., str], value: Anything) -> set[str]:
    """What it looks at, each time it is said with what was missing before."""
    args = Asked()
    while True:
        try:
            sentence(Mumbling(), args)
        except KeyError as missing:
            key = missing.args[0]
            # A key of another mapping: what is said depends on a value nobody knows.
            if key in args or not isinstance(key, str) or (not isinstance(missing, Missing) and not re.fullmatch("[a-z_]+", key)):
                break
            args[key] = value
        except (AttributeError, TypeError, ValueError, StopIteration, ArithmeticError, AssertionError):
            break
        else:
            break
    return set(args)
