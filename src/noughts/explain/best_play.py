"""Best play from a position to the end of the game, from the same engine that values the moves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..engine import why_missing
from ..games import Move, Position, Ranking, Result, Value
from ..search import Solution
from ..search.progress import ProgressFunction
from ..solver import Solver

# For one position. The ladder is slower than the core by about this much; either takes some seconds.
CORE_NODES, LADDER_NODES = 4_000_000, 100_000


class BestPlay:
    """One solver, kept while a position is explained, so that what it has found is not searched again.

    `node_limit` is for the position, and once more for all lines together.
    """

    def __init__(
        self, ranking: Ranking = Ranking.QUICKEST, *, node_limit: int | None = None, solver: Solver | None = None
    ) -> None:
        self.ranking = ranking
        self._solver = solver or Solver()
        self.node_limit = node_limit or (CORE_NODES if why_missing() is None else LADDER_NODES)
        self._left_for_lines = self.node_limit

    def solve(
        self,
        position: Position,
        progress: ProgressFunction | None = None,
        certificate: Path | None = None,
        played: Sequence[Move] | None = None,
    ) -> Solution:
        """The solution, as far as the node limit allows; the moves `played` help to find the position in a proof."""
        return self._solver.solve(
            position,
            self.ranking,
            node_limit=self.node_limit,
            progress=progress,
            certificate=certificate,
            played=played,
        )

    def line(self, position: Position, value: Value) -> tuple[Move, ...] | None:
        """The moves of both sides to the end of a game of that value; None where the nodes do not suffice."""
        if position.outcome is not None:
            return ()
        if self._left_for_lines <= 0:
            return None
        solution = self._solver.solve(position, self.ranking, node_limit=self._left_for_lines)
        self._left_for_lines -= solution.cost.nodes
        return solution.line if len(solution.line) == value.distance else None

    def keeping(self, position: Position, result: Result) -> set[Move] | None:
        """The moves after which the result is at least that good; None where the nodes do not suffice."""
        if self._left_for_lines <= 0:
            return None
        solution = self._solver.solve(position, self.ranking, node_limit=self._left_for_lines)
        self._left_for_lines -= solution.cost.nodes
        if solution.value is None:
            return None
        return {move for move, value in solution.moves.items() if value.result >= result}
