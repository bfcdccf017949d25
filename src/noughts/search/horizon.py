"""A horizon: search a few plies ahead, and score every position beyond as a draw.

Not a rung of the ladder, because its scores are not those of perfect play: it finds exactly the wins and losses that
can be forced within the depth.
"""

from __future__ import annotations

from ..games import Move, Position
from .contract import INFINITY, Search


class Horizon(Search):
    """Alpha-beta with moves in the documented order, down to a number of plies below the position asked about."""

    name = "horizon"

    def __init__(self, depth: int) -> None:
        super().__init__()
        self.depth = depth
        self._fewest_empty = 0

    def scores(self, position: Position) -> dict[Move, int]:
        """The score of each move within the depth."""
        self._fewest_empty = position.board.count(0) - self.depth
        return {move: -self.visit(position.play(move), -INFINITY, INFINITY, move) for move in position.legal_moves}

    def score(self, position: Position, alpha: int, beta: int) -> int:
        if position.outcome is not None:
            return self.finished_score(position)
        if position.board.count(0) <= self._fewest_empty:
            return 0
        best = -INFINITY
        moves = sorted(position.legal_moves, key=position.game.preference)
        for tried, move in enumerate(moves, start=1):
            best = max(best, -self.visit(position.play(move), -beta, -alpha, move))
            alpha = max(alpha, best)
            if alpha >= beta:
                self.cut(len(moves) - tried)
                break
        return best
