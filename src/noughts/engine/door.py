"""`solve(position)`: exact values from the fastest engine that is installed."""

from __future__ import annotations

from ..games import Position, Ranking
from ..search import Search, Solution, Symmetry


def solve(
    position: Position,
    ranking: Ranking | str = Ranking.QUICKEST,
    *,
    algorithm: type[Search] = Symmetry,
    node_limit: int | None = None,
) -> Solution:
    """The value of a position, of every move, the best set and the principal line.

    Where a `node_limit` does not suffice the status is `unknown`: nothing follows about the value then.
    """
    return algorithm(Ranking(ranking), node_limit=node_limit).solve(position)
