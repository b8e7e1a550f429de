"""Finding the place of a fault never fails, whatever the document."""

from __future__ import annotations

import os
import random
from pathlib import Path

import msgspec
import pytest

from mutated import mutated
from psyphase.errors import RulesError
from psyphase.games.roster import roster_from
from psyphase.tables.document import Document
from psyphase.tables.explain import explain

pytestmark = pytest.mark.no_cover
TIMES = int(os.environ.get("PSYPHASE_FUZZ", "1000"))


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    """What is nested."""

    a: int
    tags: tuple[str, ...] = ()


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    """What holds it."""

    name: str
    one: Inner
    many: tuple[Inner, ...] = ()


ENTRY = """\
name: x
one: {a: 1, tags: [b, c]}
many:
- a: 2
  tags: [d]
- {a: 3}
"""


def test_a_list_given_twice() -> None:
    """The second is longer, and wrong beyond the first (faults robustness 16)."""
    text = """\
        system: w40k7
        name: x
        units:
        - name: A
          models: 1
          tags: [psyker]
          tags: [psyker, "X Y"]
        """
    document = Document(Path("x.yaml"), text)
    with pytest.raises(RulesError) as wrong:
        roster_from(document, document.root)
    assert {(one.line, one.column) for one in wrong.value.problems} == {(7, 11), (7, 26)}


def test_places_in_any_document() -> None:
    """Whatever msgspec says of an entry, there is a node to blame and a sentence (faults robustness 16)."""
    dice = random.Random(16)
    told = 0
    for _ in range(TIMES):
        try:
            document = Document(Path("x.yaml"), mutated(ENTRY, dice))
            data = document.plain(document.root)
        except RulesError:
            continue
        try:
            msgspec.convert(data, Outer)
        except msgspec.ValidationError as error:
            # The path may lead anywhere: it is that of another entry as well.
            for message in (str(error), f"{str(error).partition(' - at')[0]} - at `$.many[{dice.randrange(5)}].tags[7].a`"):
                node, phrase = explain(document.root, message, Outer)
                assert node.start_mark.line >= 0
                assert str(phrase)
                told += 1
    assert told > TIMES // 20
