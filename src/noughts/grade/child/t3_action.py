"""`T3Action` for players of Tic-Tac-Total that come without it.

The same class stands in `classroom/t3.py`: an agent in the sandbox must not see the package.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class T3Action:
    """A number in a column and row, both from 0; ordered by column, row, number."""

    _col: int
    _row: int
    _move: int

    def col(self) -> int:
        return self._col

    def row(self) -> int:
        return self._row

    def move(self) -> int:
        return self._move
