"""Alpha-beta with move ordering: try good moves first, so that more is cut off.

Contract: exact inside the window, otherwise a bound on the side where it lies (see `contract`).
Adds: moves sorted by the number of lines through their cell; on 3×3 the centre, the corners, the edges.
Gain: 20,866 → 7,865 nodes on the empty 3×3 board.
"""

from __future__ import annotations

from ..games import Position
from .contract import INFINITY, Search


class Ordered(Search):
    """The order depends only on the shape of the board, not on the marks."""

    name = "ordering"

    def score(self, position: Position, alpha: int, beta: int) -> int:
        if position.outcome is not None:
            return self.finished_score(position)
        best = -INFINITY
        moves = sorted(position.legal_moves, key=position.game.preference)
        for tried, move in enumerate(moves, start=1):
            best = max(best, -self.visit(position.play(move), -beta, -alpha, move))
            alpha = max(alpha, best)
            if alpha >= beta:
                self.cut(len(moves) - tried)
                break
        return best
