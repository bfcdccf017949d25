"""What completes a line: all its marks the same, or numbers that sum to a target.

A goal looks at the contents of one line, a tuple with a mark for each cell, 0 where the cell is empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class SameMark:
    """A line is complete when it is full of one mark."""

    def is_complete(self, contents: tuple[int, ...]) -> bool:
        return contents[0] != 0 and contents.count(contents[0]) == len(contents)

    def can_complete(self, contents: tuple[int, ...], marks: tuple[int, ...], once: bool) -> bool:
        """Whether the line can still be completed with `marks`. A game of equal marks never has `once`."""
        placed = {mark for mark in contents if mark}
        return len(placed) <= 1 and any(mark in marks for mark in placed or marks)

    def completing(self, contents: tuple[int, ...], marks: tuple[int, ...]) -> list[tuple[int, int]]:
        """Where on the line which of the marks would complete it."""
        if contents.count(0) != 1:
            return []
        placed = {mark for mark in contents if mark}
        at = contents.index(0)
        return [(at, mark) for mark in marks if placed <= {mark}]


@dataclass(frozen=True)
class SumTo:
    """A line is complete when its numbers sum to `target`.

    Unless `full` is asked for, empty cells count as 0 and the sum is enough.
    """

    target: int
    full: bool = False

    def is_complete(self, contents: tuple[int, ...]) -> bool:
        return sum(contents) == self.target and not (self.full and 0 in contents)

    def can_complete(self, contents: tuple[int, ...], marks: tuple[int, ...], once: bool) -> bool:
        """Whether the line can still be completed with `marks`, each at most once if `once`."""
        missing, empty = self.target - sum(contents), contents.count(0)
        placings = (empty,) if self.full else range(1, empty + 1)
        return missing > 0 and any(_can_sum(missing, count, marks, once) for count in placings)

    def completing(self, contents: tuple[int, ...], marks: tuple[int, ...]) -> list[tuple[int, int]]:
        """Where on the line which of the marks would complete it."""
        missing = self.target - sum(contents)
        if missing not in marks or (self.full and contents.count(0) != 1):
            return []
        return [(at, missing) for at, mark in enumerate(contents) if not mark]


Goal = SameMark | SumTo


@cache
def _can_sum(missing: int, count: int, marks: tuple[int, ...], once: bool) -> bool:
    """Whether exactly `count` of the marks, with repetition unless `once`, sum to `missing`."""
    if count == 0 or missing <= 0:
        return count == 0 and missing == 0
    return any(
        _can_sum(missing - mark, count - 1, marks[i + 1 :] if once else marks[i:], once) for i, mark in enumerate(marks)
    )
