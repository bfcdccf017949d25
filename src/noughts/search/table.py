"""A transposition table: different orders of the same moves lead to one position; search it once.

Contract: exact inside the window, otherwise a bound on the side where it lies (see `contract`).
Adds: for each position a lower and an upper bound of its score. Lower never exceeds upper; where they meet, the
score is known.
Gain: 7,522 → 2,123 nodes on the empty 3×3 board.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ..games import Game, Move, Position, Result
from .contract import INFINITY, Search


class Bounds(NamedTuple):
    """The score is at least `lower` and at most `upper`."""

    lower: int = -INFINITY
    upper: int = INFINITY


Key = tuple[Game, bytes, str]


class Table(Search):
    """The table is kept for as long as the search object lives, so later questions are cheaper."""

    name = "table"

    @cached_property
    def table(self) -> dict[Key, Bounds]:
        return {}

    def key(self, position: Position) -> Key:
        """The key of a position in the table."""
        return position.game, position.board, position.to_move

    def _plies_to_end(self, position: Position, result: Result) -> int:
        key = self.key(position)
        if key not in self._distances:
            self._distances[key] = super()._plies_to_end(position, result)
        return self._distances[key]

    @cached_property
    def _distances(self) -> dict[Key, int]:
        return {}

    def ordered(self, position: Position) -> list[Move]:
        """The moves in the order in which they are searched: cells on most lines first."""
        return sorted(position.legal_moves, key=position.game.preference)

    def score(self, position: Position, alpha: int, beta: int) -> int:
        if position.outcome is not None:
            return self.finished_score(position)
        if position.is_dead():
            self.note("dead")
            return 0
        key = self.key(position)
        bounds = self.table.get(key, Bounds())
        if bounds.lower >= beta or bounds.upper <= alpha or bounds.lower == bounds.upper:
            self.table_hits += 1
            self.note("table")
            return bounds.lower if bounds.lower >= beta else bounds.upper
        alpha, beta = max(alpha, bounds.lower), min(beta, bounds.upper)

        best, reached = -INFINITY, alpha
        moves = self.ordered(position)
        for tried, move in enumerate(moves, start=1):
            best = max(best, -self.visit(position.play(move), -beta, -reached, move))
            reached = max(reached, best)
            if reached >= beta:
                self.cut(len(moves) - tried)
                break

        # Inside the window the score is exact; on its edge or outside it is a bound.
        lower = best if best > alpha else bounds.lower
        upper = best if best < beta else bounds.upper
        self.table[key] = Bounds(lower, upper)
        return best
