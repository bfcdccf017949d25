"""Looks a few plies ahead, and takes whatever lies beyond for a draw."""

from __future__ import annotations

import random

from ..games import Move, Position
from ..search import INFINITY


class Limited:
    """A level for people: it sees wins and threats within its depth and makes the mistakes that lie beyond it.

    Among moves that look equal it picks one by chance, so that no two games need be the same.
    """

    def __init__(self, depth: int, seed: int | None = None) -> None:
        self.depth = depth
        self.name = f"depth:{depth}"
        self._random = random.Random(seed)

    def choose(self, position: Position) -> Move:
        scores = {
            move: -self._score(position.play(move), self.depth - 1, -INFINITY, INFINITY)
            for move in position.legal_moves()
        }
        best = max(scores.values())
        return self._random.choice([move for move, score in scores.items() if score == best])

    def _score(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """Alpha-beta down to the horizon; sooner wins score higher, as in `search.contract`."""
        if position.outcome is not None:
            size = position.board.count(0) + 1
            winner = position.outcome.winner
            return 0 if winner is None else size if winner == position.to_move else -size
        if depth == 0:
            return 0
        best = -INFINITY
        for move in sorted(position.legal_moves(), key=position.game.preference):
            best = max(best, -self._score(position.play(move), depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
