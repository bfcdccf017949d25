"""Plays the best move there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..errors import SearchStopped
from ..games import Move, Position, Ranking
from ..search import Solution
from ..solver import Solver, at_once

SolveFunction = Callable[[Position, Ranking], Solution]


class Perfect:
    """Always the same answer: the move of a proof, or the first of the best moves in the documented order.

    With a `node_limit`, a position whose best moves it cannot find within the limit raises `SearchStopped`: this agent
    does not guess. `solve` is what it asks where nothing is certain at once; by default a solver of its own. With
    `prefer_proof` it follows a proof to the end of the game, also where a search would do.
    """

    name = "perfect"

    def __init__(
        self,
        ranking: Ranking = Ranking.QUICKEST,
        node_limit: int | None = None,
        *,
        solve: SolveFunction | None = None,
        prefer_proof: bool = False,
    ) -> None:
        self.ranking, self.prefer_proof = ranking, prefer_proof
        solver = Solver()
        self._solve = solve or (lambda position, ranking: solver.solve(position, ranking, node_limit=node_limit))

    def choose(self, position: Position) -> Move:
        return self.solution(position).best[0]

    def solution(self, position: Position, played: Sequence[Move] | None = None) -> Solution:
        """What the choice rests on. The moves that were `played` help to follow a proof."""
        solution = at_once(position, self.ranking, played=played, prefer_proof=self.prefer_proof)
        if not solution.best:
            solution = self._solve(position, self.ranking)
        if not solution.best:
            raise SearchStopped(f"the best move of {position.text} is not known within the limits")
        return solution
