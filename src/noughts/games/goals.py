"""What completes a line: all its marks the same, or numbers that sum to a target.

A goal looks at the contents of one line, a tuple with a mark for each cell, 0 where the cell is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class SameMark:
    """A line is complete when it is full of one mark."""

    def test(self, length: int, marks: tuple[int, ...]) -> Callable[[tuple[int, ...]], bool]:
        """Whether a line of this length is complete, in a game with these marks."""
        return frozenset((mark,) * length for mark in marks).__contains__

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

    def test(self, length: int, marks: tuple[int, ...]) -> Callable[[tuple[int, ...]], bool]:
        """Whether a line of this length is complete, in a game with these marks."""
        return self.is_complete

    def is_complete(self, contents: tuple[int, ...]) -> bool:
        return sum(contents) == self.target and not (self.full and 0 in contents)

    def can_complete(self, contents: tuple[int, ...], marks: tuple[int, ...], once: bool) -> bool:
        """Whether the line can still be completed with `marks`, each at most once if `once`."""
        missing, empty = self.target - sum(contents), contents.count(0)
        placings = (empty,) if self.full else range(1, empty + 1)
        return missing > 0 and any(_sums(count, marks, once) >> missing & 1 for count in placings)

    def completing(self, contents: tuple[int, ...], marks: tuple[int, ...]) -> list[tuple[int, int]]:
        """Where on the line which of the marks would complete it."""
        missing = self.target - sum(contents)
        if missing not in marks or (self.full and contents.count(0) != 1):
            return []
        return [(at, missing) for at, mark in enumerate(contents) if not mark]


Goal = SameMark | SumTo


@lru_cache(maxsize=4096)
def _sums(count: int, marks: tuple[int, ...], once: bool) -> int:
    """The sums that exactly `count` of the marks can have, repeated or not, as the bits of an integer."""
    reached = [1] + [0] * count  # reached[n]: the sums of n marks
    for mark in marks:
        # Upwards, a mark may be added to sums that hold it already; downwards it may not.
        for n in range(count, 0, -1) if once else range(1, count + 1):
            reached[n] |= reached[n - 1] << mark
    return reached[count]
