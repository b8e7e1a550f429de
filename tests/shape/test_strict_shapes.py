"""What people write is held to its shape: no type of a table or of a roster lets an unknown key pass, and none changes."""

from __future__ import annotations

import msgspec
import pytest

from psyphase.systems import find_system
from source import SYSTEMS, structs


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_unknown_key_passes(system: str) -> None:
    """A misspelt key at any depth would do nothing without a word."""
    found = find_system(system)
    shapes = [*found.shapes.values(), found.roster]
    written = {one for shape in shapes for one in structs(msgspec.inspect.type_info(shape))}
    assert len(written) > 5
    assert not [one.__name__ for one in written if not one.__struct_config__.forbid_unknown_fields]
    assert not [one.__name__ for one in written if not one.__struct_config__.frozen]


class Loose(msgspec.Struct):
    """A type that lets anything pass."""

    x: int


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One that holds it, in a list and in a choice."""

    inner: tuple[Loose, ...] | None


def test_a_shape_that_is_not_strict_is_seen() -> None:
    """At any depth, in a list or in a choice too."""
    assert set(structs(msgspec.inspect.type_info(Strict))) == {Loose, Strict}
