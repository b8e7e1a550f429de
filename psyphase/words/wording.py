"""From ids and arguments to sentences. No printing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from psyphase.engine.procedure import Args, Event, Request, Roll, Side
from psyphase.engine.readings import Chance
from psyphase.tables.names import Language, Words
from psyphase.tables.sums import Modifier, Sum, Target
from psyphase.text import Phrase, clean
from psyphase.words.catalogue import translations
from psyphase.words.sentences import Sentence, Sentences

if TYPE_CHECKING:
    from fractions import Fraction  # slow to import, and only a reading makes one


class Wording:
    """Says things in one language about one system's game."""

    def __init__(self, sentences: Sentences, language: Language, armies: tuple[str, ...] = ()) -> None:
        self.language = language
        self.sentences = sentences
        self.gettext = translations(language).gettext
        self.ngettext = translations(language).ngettext
        self.armies = armies

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
        return self.gettext(sentence).format_map({key: self.value(value) for key, value in args.items()})

    def phrase(self, phrase: Phrase) -> str:
        """What an error says."""
        return phrase.said(self.gettext)

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
        elif isinstance(value, Chance):
            text = percent(value.fraction)
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
        sentence = self.gettext("{needed}+ ({base}+ with {parts})")
        return sentence.format(needed=max(target.needed, 1), base=target.base, parts=parts)

    def sum(self, sum: Sum) -> str:
        """A number and where it comes from: `76 = 36 ballistic skill + 40 magnitude 8`; alone where nothing is added."""
        if not sum.modifiers:
            return str(sum.value)
        parts = [f"{sum.base.value} {self.part(sum.base)}"]
        parts += [f"{'+' if one.value >= 0 else '-'} {abs(one.value)} {self.part(one)}" for one in sum.modifiers]
        if sum.added != (unlimited := replace(sum, limit=None).added):
            sentence = self.gettext("({unlimited:+d} counts as {added:+d})")
            parts.append(sentence.format(unlimited=unlimited, added=sum.added))
        if sum.value != sum.base.value + sum.added:
            bound = self.gettext("(at least {value})") if sum.value == sum.least else self.gettext("(at most {value})")
            parts.append(bound.format(value=sum.value))
        return f"{sum.value} = {' '.join(parts)}"

    def part(self, part: Modifier) -> str:
        """The name of a part of a sum."""
        return self.value(part.name or Event(part.id))

    def option(self, request: Request, key: str, value: object) -> str:
        """The label of an option: its own name, or the sentence for its key."""
        named = self.sentences.options.get(f"{request.id}.{key}") or self.sentences.options.get(key)
        if named:
            return self.gettext(named)
        if hasattr(value, "name") or isinstance(value, Event):
            return self.value(value)
        # What is not legal now has no value here, but its name is among the arguments.
        names = (argument[key] for argument in request.args.values() if isinstance(argument, Mapping) and key in argument)
        return self.value(next(names, key))

    def effect(self, option: object) -> str:
        """What an option does, where it has an effect or several."""
        effect = getattr(option, "effect", None)
        profile = getattr(option, "profile", "none")
        line = [] if profile == "none" else [f"{self.value(Event('profile-line', {'profile': profile}))}."]
        effects = effect if isinstance(effect, tuple) else (effect,)
        return " ".join([*line, *(self.value(one) for one in effects if isinstance(one, Words | Event))])

    def army(self, side: Side) -> str:
        """Whose turn or dice: the army's name, else you or the opponent."""
        index = int(side == "theirs")
        if self.sentences.sides:
            return self.gettext(self.sentences.sides[index])
        if index < len(self.armies) and self.armies[index]:
            return clean(self.armies[index])
        return self.gettext("Opponent") if index else self.gettext("You")

    def column(self, key: str) -> str:
        """The head of a column of a sheet."""
        return self.gettext(self.sentences.columns[key])

    def chance(self, id: str) -> str:
        """The head of a column of chances."""
        return self.gettext(self.sentences.chances[id])

    def test(self, id: str) -> str:
        """What the rolls of an id are called in a report; without a name, their id."""
        named = self.sentences.tests.get(id)
        return self.gettext(named) if named else id


def percent(chance: Fraction) -> str:
    """A chance to a tenth of a percent, never rounded to certainty."""
    thousandths = chance * 1000
    if 0 < thousandths < 1:
        return "<0.1%"
    if 999 < thousandths < 1000:
        return ">99.9%"
    return f"{float(chance * 100):.1f}%"
