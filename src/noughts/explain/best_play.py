"""Best play from a position to the end of the game, from the same engine that values the moves."""

from __future__ import annotations

from ..engine import Core, why_missing
from ..games import Game, Move, Position, Ranking, Value
from ..search import Solution, Threats
from ..search.progress import ProgressFunction

# For one position. The ladder is slower than the core by about this much; either takes some seconds.
CORE_NODES, LADDER_NODES = 4_000_000, 100_000


class BestPlay:
    """One engine for one game, kept while a position is explained, so that what it has found is not searched again.

    `node_limit` is for the position, and once more for all lines together.
    """

    def __init__(self, game: Game, ranking: Ranking = Ranking.QUICKEST, *, node_limit: int | None = None) -> None:
        self.ranking = ranking
        self._core = Core(game) if why_missing() is None else None
        self._ladder = Threats(ranking)
        self.node_limit = node_limit or (LADDER_NODES if self._core is None else CORE_NODES)
        self._left_for_lines = self.node_limit

    def solve(self, position: Position, progress: ProgressFunction | None = None) -> Solution:
        """The solution, as far as the node limit allows."""
        return self._solve(position, self.node_limit, progress)

    def line(self, position: Position, value: Value) -> tuple[Move, ...] | None:
        """The moves of both sides to the end of a game of that value; None where the nodes do not suffice."""
        if position.outcome is not None:
            return ()
        if self._left_for_lines <= 0:
            return None
        solution = self._solve(position, self._left_for_lines)
        self._left_for_lines -= solution.cost.nodes
        return solution.line if len(solution.line) == value.distance else None

    def _solve(self, position: Position, node_limit: int, progress: ProgressFunction | None = None) -> Solution:
        if self._core is not None:
            return self._core.solve(position, self.ranking, node_limit=node_limit, progress=progress)
        self._ladder.node_limit, self._ladder.progress = node_limit, progress
        return self._ladder.solve(position)
