"""`solve(position)`: exact values from the fastest engine that is installed."""

from __future__ import annotations

from collections.abc import Callable

from ..games import Move, Position, Ranking
from ..search import Search, Solution, Threats


def solve(
    position: Position,
    ranking: Ranking | str = Ranking.QUICKEST,
    *,
    algorithm: type[Search] = Threats,
    node_limit: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Solution:
    """The value of a position, of every move, the best set and the principal line.

    Where a `node_limit` does not suffice, the status is `bounded` or `unknown`; Ctrl-C raises `SearchInterrupted` with
    what is known. `progress` is told the number of nodes now and then.
    """
    return algorithm(Ranking.named(ranking), node_limit=node_limit, progress=progress).solve(position)


def best(position: Position, ranking: Ranking | str = Ranking.QUICKEST) -> list[Move]:
    """The best moves alone, the preferred one first; none if the game is over. Costs less than `solve`."""
    if position.outcome is not None:
        return []
    return Threats(Ranking.named(ranking)).best(position)[1]
