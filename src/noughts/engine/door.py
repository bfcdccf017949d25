"""`solve(position)`: exact values from the fastest engine that is installed."""

from __future__ import annotations

from ..games import Move, Position, Ranking
from ..search import Search, Solution, Threats


def solve(
    position: Position,
    ranking: Ranking | str = Ranking.QUICKEST,
    *,
    algorithm: type[Search] = Threats,
    node_limit: int | None = None,
) -> Solution:
    """The value of a position, of every move, the best set and the principal line.

    Where a `node_limit` does not suffice the status is `unknown`: nothing follows about the value then.
    """
    return algorithm(Ranking(ranking), node_limit=node_limit).solve(position)


def best(position: Position, ranking: Ranking | str = Ranking.QUICKEST) -> list[Move]:
    """The best moves alone, the preferred one first; none if the game is over. Costs less than `solve`."""
    if position.outcome is not None:
        return []
    return Threats(Ranking(ranking)).best(position)[1]
