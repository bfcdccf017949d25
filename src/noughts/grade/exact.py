"""Exact values for grading: from a table of every position where the game is small, otherwise from a search."""

from __future__ import annotations

from functools import lru_cache

from ..errors import EngineError
from ..games import Move, Position, Ranking, Value
from ..search import Solution
from ..solver import Solver


class Exact:
    """What every move is worth, under one ranking."""

    def __init__(self, ranking: Ranking = Ranking.QUICKEST) -> None:
        self.ranking = ranking
        self._solver = Solver(with_tables=True)
        self.solution = lru_cache(maxsize=4096)(self._solution)
        self._table_value = lru_cache(maxsize=1 << 16)(self._value_in_table)
        self.worth = lru_cache(maxsize=1 << 16)(self._worth)  # many agents give the same answers

    def value(self, position: Position) -> Value:
        """What best play gives the side to move."""
        value = self._table_value(position) or self.solution(position).value
        assert value is not None
        return value

    def _worth(self, position: Position, move: Move) -> Value:
        """What a legal move is worth to whoever makes it."""
        after = self._table_value(position.play(move))
        return self.solution(position)[move] if after is None else after.before()

    def _solution(self, position: Position) -> Solution:
        """The whole solution, for those who explain it."""
        solution = self._solver.solve(position, self.ranking)
        if solution.value is None:
            raise EngineError(
                f"{position.text} cannot be graded: the values of its moves are not known ({solution.because})"
            )
        return solution

    def _value_in_table(self, position: Position) -> Value | None:
        return self._solver.table_value(position, self.ranking)
