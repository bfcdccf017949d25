"""Dead-line draws: a position in which no line can be completed is a draw, and is not searched.

Contract: exact inside the window, otherwise a bound on the side where it lies (see `contract`).
Adds: a test of every line before the moves are tried. A line is dead when nobody can complete it: it holds two
different marks, or its sum cannot reach the target with the numbers that are left.
Gain: 7,865 → 7,522 nodes on the empty 3×3 board.
"""

from __future__ import annotations

from ..games import Position
from .contract import INFINITY, Search


class DeadLines(Search):
    """Saves little from an empty board, more the fuller the board is."""

    name = "dead lines"

    def score(self, position: Position, alpha: int, beta: int) -> int:
        if position.outcome is not None:
            return self.finished_score(position)
        if position.is_dead():
            self.note("dead")
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
