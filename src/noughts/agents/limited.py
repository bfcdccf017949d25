"""Looks a few plies ahead, and takes whatever lies beyond for a draw."""

from __future__ import annotations

import random

from ..games import Move, Position
from ..games.misuse import expect_choice, expect_whole_number
from ..search import Horizon


class Limited:
    """A level for people: it sees wins and threats within its depth and makes the mistakes that lie beyond it.

    Among moves that look equal it picks one by chance, so that no two games need be the same.
    """

    def __init__(self, depth: int, seed: int | None = None) -> None:
        expect_whole_number(depth, "Limited(2)", least=1)
        self.depth = depth
        self.name = f"depth:{depth}"
        self._random = random.Random(seed)

    def choose(self, position: Position) -> Move:
        expect_choice(position)
        scores = Horizon(self.depth).scores(position)
        best = max(scores.values())
        return self._random.choice([move for move, score in scores.items() if score == best])
