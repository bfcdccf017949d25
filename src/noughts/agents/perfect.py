"""Plays the best move there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..errors import SearchStopped
from ..games import Move, Position, Ranking
from ..games.misuse import expect_position
from ..search import Solution
from ..solver import Solver, at_once, no_move

SolveFunction = Callable[[Position, Ranking], Solution]


class Perfect:
    """Always the same answer: the move of a proof, or the first of the best moves in the documented order.

    This agent does not guess: if it finds no best move within the `node_limit`, or a proof names none, it raises
    `SearchStopped`. It calls `solve` if nothing is certain at once; the default is a solver of its own. With
    `prefer_proof` it follows a proof to the end of the game, even if a search would be quick.
    """

    name = "perfect"

    def __init__(
        self,
        ranking: Ranking | str = Ranking.QUICKEST,
        node_limit: int | None = None,
        *,
        solve: SolveFunction | None = None,
        prefer_proof: bool = False,
    ) -> None:
        self.ranking, self.prefer_proof = Ranking.named(ranking), prefer_proof
        solver = Solver()
        self._solve = solve or (lambda position, ranking: solver.solve(position, ranking, node_limit=node_limit))

    def choose(self, position: Position) -> Move:
        return self.solution(position).best[0]

    def solution(self, position: Position, played: Sequence[Move] | None = None) -> Solution:
        """The solution from which it chooses. The moves `played` since the start help to follow a proof."""
        expect_position(position, "choose({})")
        solution = at_once(position, self.ranking, played=played, prefer_proof=self.prefer_proof)
        if not solution.best:
            solution = self._solve(position, self.ranking)
        if not solution.best:
            raise SearchStopped(no_move(solution))
        return solution
