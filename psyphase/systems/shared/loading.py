"""Lists of entries and files with a head, checked for what no type can express."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def tiling_faults(rows: Mapping[str, tuple[int, int]], sides: int, complete: bool = True) -> Iterator[tuple[str, str]]:
    """What is wrong with rows that should cover every face of a die once: (row, message) pairs.

    `rows` maps a row's id to its first and last face. A hole is none where not `complete`: a row could not be read.
    """
    taken: dict[int, str] = {}
    for row, (low, high) in rows.items():
        if low > high:
            yield row, f"reversed range, got {low} before {high}"
        elif low < 1 or high > sides:
            yield row, f"beyond the die, expected faces from 1 to {sides}, got {low if low < 1 else high}"
        else:
            for face in range(low, high + 1):
                if face in taken:
                    yield row, f"overlap, {face} already belongs to '{taken[face]}'"
                taken.setdefault(face, row)
    missing = [face for face in range(1, sides + 1) if face not in taken]
    if missing and rows and complete:
        yield list(rows)[-1], f"hole, no row for {', '.join(map(str, missing))}"
