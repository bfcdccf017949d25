"""Plays the best move there is."""

from __future__ import annotations

from ..engine import solve
from ..errors import SearchStopped
from ..games import Move, Position, Ranking
from ..search import Status


class Perfect:
    """Always the same answer: the first of the best moves in the documented order.

    With a `node_limit`, a position that it cannot solve within the limit raises `SearchStopped`: this agent does
    not guess.
    """

    name = "perfect"

    def __init__(self, ranking: Ranking = Ranking.QUICKEST, node_limit: int | None = None) -> None:
        self.ranking = ranking
        self.node_limit = node_limit

    def choose(self, position: Position) -> Move:
        solution = solve(position, self.ranking, node_limit=self.node_limit)
        if solution.status is not Status.PROVEN:
            raise SearchStopped(f"{position} is not solved within {self.node_limit:,} nodes")
        return solution.best[0]
