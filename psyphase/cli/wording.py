"""From ids and arguments to sentences. No printing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from psyphase.cli.language import _
from psyphase.errors import is_printable
from psyphase.procedure import Args, Event, Request, Roll, Side
from psyphase.tables import Language, Modifier, Sum, Target, Words

Sentence: TypeAlias = str | Callable[["Wording", Args], str]


class Sentences(Struct, frozen=True):
    """The sentences of one system: for events, for what is asked, for options without a name of their own,
    for chances, the columns of a sheet, one-shot rolls and their parameters. `sides`: who is who, where it is not two armies.
    """

    events: dict[str, Sentence]
    requests: dict[str, Sentence]
    options: dict[str, str] = {}
    chances: dict[str, str] = {}
    columns: dict[str, str] = {}
    tests: dict[str, str] = {}
    rolls: dict[str, str] = {}
    parameters: dict[str, str] = {}
    headings: frozenset[str] = frozenset()
    alarms: frozenset[str] = frozenset()
    good: frozenset[str] = frozenset()
    asides: frozenset[str] = frozenset()
    header: str = ""
    header_ends: str = ""
    sides: tuple[str, ...] = ()


@cache
def sentences(system: str) -> Sentences:
    """The sentences of a system, beside those that every system has."""
    shared, own = (import_module(f"psyphase.cli.sentences.{name}").SENTENCES for name in ("common", system))
    both = {field: (getattr(shared, field), getattr(own, field)) for field in Sentences.__struct_fields__}
    return Sentences(
        **{field: first + last if isinstance(first, str | tuple) else first | last for field, (first, last) in both.items()}
    )


def clean(text: str) -> str:
    """Text from a file or a person without control characters, so that it can never act as a code."""
    return text if is_printable(text) else "".join(c if is_printable(c) else "\ufffd" for c in text)


class Wording:
    """Says things in one language about one system's game."""

    def __init__(self, system: str, language: Language, armies: tuple[str, ...] = ()) -> None:
        self.language = language
        self.sentences = sentences(system)
        self.armies = armies
        self.header = ""
        self.last_throw: list[str] = []

    def say(self, event: Event) -> str:
        """The sentence of an event."""
        return self._fill(self.sentences.events[event.id], event.args)

    def ask(self, request: Request) -> str:
        """The sentence of a request; a question to the opponent names his army."""
        sentence = self._fill(self.sentences.requests[request.id], request.args)
        army = self.army(request.who)
        named = request.who == "mine" or isinstance(request, Roll) or army in sentence
        return sentence if named else f"{army}: {sentence}"

    def note(self, request: Request) -> str:
        """What the chances beside a request mean, if that needs saying."""
        sentence = self.sentences.requests.get(f"{request.id}.note")
        return self._fill(sentence, request.args) if sentence else ""

    def _fill(self, sentence: Sentence, args: Args) -> str:
        if callable(sentence):
            return sentence(self, args)
        return sentence.format_map({key: self.value(value) for key, value in args.items()})

    def value(self, value: object) -> str:
        """An argument as text in this language."""
        if isinstance(value, Words):
            text = value.within(self.language)
        elif isinstance(value, Event):
            text = self.say(value)
        elif isinstance(value, Target):
            text = self.target(value)
        elif isinstance(value, Sum):
            text = self.sum(value)
        elif isinstance(value, tuple | list):
            text = ", ".join(map(self.value, value))
        elif hasattr(value, "name"):
            text = self.value(value.name)
        else:
            text = "" if value is None else str(value)
        return clean(text)

    def target(self, target: Target) -> str:
        """A number to reach and where it comes from: `4+ (6+ with +1 psyker in the unit, +1 Adamantium Will)`."""
        if not target.modifiers:
            return f"{target.base}+"
        parts = ", ".join(f"{modifier.value:+d} {self.part(modifier)}" for modifier in target.modifiers)
        return _("{needed}+ ({base}+ with {parts})").format(needed=max(target.needed, 1), base=target.base, parts=parts)

    def sum(self, sum: Sum) -> str:
        """A number and where it comes from: `76 = 36 ballistic skill + 40 magnitude 8`; alone where nothing is added."""
        if not sum.modifiers:
            return str(sum.value)
        parts = [f"{sum.base.value} {self.part(sum.base)}"]
        parts += [f"{'+' if one.value >= 0 else '-'} {abs(one.value)} {self.part(one)}" for one in sum.modifiers]
        if sum.added != (unlimited := replace(sum, limit=None).added):
            parts.append(_("({unlimited:+d} counts as {added:+d})").format(unlimited=unlimited, added=sum.added))
        return f"{sum.value} = {' '.join(parts)}"

    def part(self, part: Modifier) -> str:
        """The name of a part of a sum."""
        return self.value(part.name or Event(part.id))

    def option(self, request: Request, key: str, value: object) -> str:
        """The label of an option: its own name, or the sentence for its key."""
        named = self.sentences.options.get(f"{request.id}.{key}") or self.sentences.options.get(key)
        if named:
            return named
        if hasattr(value, "name") or isinstance(value, Event):
            return self.value(value)
        # What is not legal now has no value here, but its name is among the arguments.
        names = (argument[key] for argument in request.args.values() if isinstance(argument, Mapping) and key in argument)
        return self.value(next(names, key))

    def effect(self, option: object) -> str:
        """What an option does, where it has an effect or several."""
        effect = getattr(option, "effect", None)
        profile = getattr(option, "profile", "none")
        line = Event("profile-line", {"profile": profile}) if profile != "none" else None
        effects = [line, *(effect if isinstance(effect, tuple) else (effect,))]
        return " ".join(self.value(one) for one in effects if isinstance(one, Words | Event))

    def army(self, side: Side) -> str:
        """Whose turn or dice: the army's name, else you or the opponent."""
        index = int(side == "theirs")
        if self.sentences.sides:
            return self.sentences.sides[index]
        if index < len(self.armies) and self.armies[index]:
            return clean(self.armies[index])
        return _("Opponent") if index else _("You")


def plain_value(value: object) -> Any:
    """An argument for JSON: ids and figures, no language. Texts in several languages become None."""
    if isinstance(value, Words):
        return None
    if isinstance(value, Event):
        return {"id": value.id, **plain_args(value.args)}
    if isinstance(value, Target | Sum):
        return _plain_number(value)
    if isinstance(value, Mapping):
        return {str(key): plain_value(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain_value(one) for one in value]
    return _plain_object(value)


def _plain_number(number: Target | Sum) -> dict[str, Any]:
    """A number with the parts it came from."""
    parts = [{"id": modifier.id, "value": modifier.value} for modifier in number.modifiers]
    if isinstance(number, Sum):
        return {"base": {"id": number.base.id, "value": number.base.value}, "modifiers": parts, "value": number.value}
    return {"base": number.base, "modifiers": parts, "needed": number.needed}


def _plain_object(value: object) -> Any:
    """A thing by its id, a roster's unit by its name, any other struct by its figures."""
    if value is None or isinstance(value, str | int):
        return value
    id = getattr(value, "id", None) or getattr(value, "name", None)
    if isinstance(id, str):
        return id
    import msgspec

    return msgspec.to_builtins(value)


def plain_args(args: Args) -> dict[str, Any]:
    """The arguments of an event or request for JSON; what is language only is left out."""
    return {key: plain for key, value in args.items() if (plain := plain_value(value)) is not None}
