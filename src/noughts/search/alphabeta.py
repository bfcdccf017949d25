"""Alpha-beta: minimax that leaves a position as soon as it cannot change the answer.

Contract: exact inside the window, otherwise a bound on the side where it lies (see `contract`).
Adds: a window. `alpha` is what the side to move has already secured elsewhere, `beta` what the opponent will allow.
Gain: 549,946 → 20,866 nodes on the empty 3×3 board.
"""

from __future__ import annotations

from ..games import Position
from .contract import INFINITY, Search


class AlphaBeta(Search):
    """Moves in reading order, fail-soft."""

    name = "alpha-beta"

    def score(self, position: Position, alpha: int, beta: int) -> int:
        if position.outcome is not None:
            return self.finished_score(position)
        best = -INFINITY
        moves = position.legal_moves
        for tried, move in enumerate(moves, start=1):
            best = max(best, -self.visit(position.play(move), -beta, -alpha, move))
            alpha = max(alpha, best)
            if alpha >= beta:  # the opponent has something better than to come here
                self.cut(len(moves) - tried)
                break
        return best
