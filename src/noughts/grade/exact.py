"""Exact values for grading: a table of every position where the game is small, otherwise the engine."""

from __future__ import annotations

from functools import lru_cache

from ..engine import Core, solve, why_missing
from ..engine.tables import StrongTable
from ..games import Game, Move, Position, Ranking, Value
from ..search import Solution, Threats

_LARGEST_TABLE = 1 << 20


class Exact:
    """What every move is worth, under one ranking."""

    def __init__(self, ranking: Ranking = Ranking.QUICKEST) -> None:
        self.ranking = ranking
        self._has_core = why_missing() is None
        self._tables: dict[Position, StrongTable] = {}
        self._engines: dict[Game, Core | Threats] = {}
        self._solve = lru_cache(maxsize=4096)(self._solved)
        self._value = lru_cache(maxsize=1 << 16)(self._table_value)

    def value(self, position: Position) -> Value:
        """What best play gives the side to move."""
        value = self._value(position) or self._solve(position).value
        assert value is not None
        return value

    def worth(self, position: Position, move: Move) -> Value:
        """What a legal move is worth to whoever makes it."""
        after = self._value(position.play(move))
        return self._solve(position).moves[move] if after is None else after.before()

    def solution(self, position: Position) -> Solution:
        """The whole solution, for those who explain it."""
        return self._solve(position)

    def _table_value(self, position: Position) -> Value | None:
        """From the table that holds the position, if there can be one: whoever began decides which."""
        game = position.game
        if not self._has_core or (len(game.all_marks) + 1) ** game.cells > _LARGEST_TABLE:
            return None
        for side in game.sides:
            start = game.start(side)
            if start not in self._tables:
                self._tables[start] = StrongTable(start, self.ranking)
            try:
                return self._tables[start][position].value
            except KeyError:
                continue
        return None

    def _solved(self, position: Position) -> Solution:
        game = position.game
        if position.outcome is not None:
            return solve(position, self.ranking)
        if game not in self._engines:
            self._engines[game] = Core(game) if self._has_core else Threats(self.ranking)
        engine = self._engines[game]
        return engine.solve(position, self.ranking) if isinstance(engine, Core) else engine.solve(position)
