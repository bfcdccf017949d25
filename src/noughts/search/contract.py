"""What every search of the ladder promises, and what they share: scores, counting, and the whole solution.

A **score** is an integer for the side to move. Every move fills one cell, so a finished board is described by how
full it is; the emptier the board on which a game is won, the better for the winner and the worse for the loser:

    win  on a board with f filled cells    +(cells + 1 - f)
    draw                                    0
    loss on a board with f filled cells    -(cells + 1 - f)

So a score does not change on the way up the tree except for its sign, whichever path led to the position. Where
only win, draw or loss is asked for, the scores are +1, 0 and -1.

**The contract.** `score(position, alpha, beta)` returns `s` such that

    alpha < s < beta    s is the score
    s <= alpha          the score is at most s
    s >= beta           the score is at least s
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from ..errors import SearchStopped
from ..games import Move, Position, Ranking, Result, Value
from .earliest_end import plies_to_end
from .solution import Cost, Solution, Status
from .trace import Trace

INFINITY = 1000  # more than any score: a board has at most 64 cells


class Search(ABC):
    """An algorithm at work: it counts what it does, and may write down every node in a `Trace`.

    Under the ranking `quickest` scores carry the distance. Under `earliest-end` they are +1, 0, -1, and the distance
    is the shortest way to the end along moves that keep the result: no distance is read off a pruned subtree.
    """

    name: ClassVar[str]

    def __init__(
        self,
        ranking: Ranking = Ranking.QUICKEST,
        *,
        trace: Trace | None = None,
        node_limit: int | None = None,
    ) -> None:
        self.ranking = ranking
        self.trace = trace
        self.node_limit = node_limit
        self.nodes = 0
        self.cutoffs = 0
        self.table_hits = 0

    @abstractmethod
    def score(self, position: Position, alpha: int, beta: int) -> int:
        """The algorithm itself, under the contract above."""

    def visit(self, position: Position, alpha: int, beta: int, move: Move | None = None) -> int:
        """`score`, counted and traced. The algorithms call this on the position after each `move`."""
        self.nodes += 1
        if self.node_limit is not None and self.nodes > self.node_limit:
            raise SearchStopped(f"stopped after {self.node_limit:,} nodes; the value is not known")
        if self.trace is None:
            return self.score(position, alpha, beta)
        self.trace.enter(position, move, alpha, beta)
        score = self.score(position, alpha, beta)
        self.trace.leave(score)
        return score

    def finished_score(self, position: Position) -> int:
        """The score of a position whose game has ended."""
        outcome = position.outcome
        if outcome is None or outcome.winner is None:
            return 0
        size = position.board.count(0) + 1 if self.ranking is Ranking.QUICKEST else 1
        return size if outcome.winner == position.to_move else -size

    def note(self, text: str) -> None:
        """Notes in the trace why a node needed no search."""
        if self.trace is not None:
            self.trace.note(text)

    def cut(self, moves_left: int) -> None:
        """Notes that the moves left need not be looked at."""
        self.cutoffs += 1
        if self.trace is not None:
            self.trace.cut(moves_left)

    def value(self, position: Position) -> Value:
        """The exact value of a position under the ranking."""
        score = self.visit(position, -INFINITY, INFINITY)
        result = Result((score > 0) - (score < 0))
        if result is Result.DRAW:
            return Value(result, position.plies_left())
        if self.ranking is Ranking.QUICKEST:
            return Value(result, position.board.count(0) + 1 - abs(score))
        return Value(result, plies_to_end(position, self._result))

    def _result(self, position: Position) -> Result:
        score = self.visit(position, -INFINITY, INFINITY)
        return Result((score > 0) - (score < 0))

    def solve(self, position: Position) -> Solution:
        """The value of the position and of every move, each exact.

        Every move gets a full window of its own: a move that was merely refuted would have a bound, not a value.
        The cost is what these values took; the principal line is found afterwards with the same search.
        """
        started = time.perf_counter()
        nodes, cutoffs, table_hits = self.nodes, self.cutoffs, self.table_hits
        if position.outcome is not None:
            return Solution.finished(position, self.ranking, engine=self.name)
        moves = {move: self.value(position.play(move)).before() for move in position.legal_moves()}
        value = max(moves.values(), key=self.ranking.key)
        best = sorted((move for move in moves if moves[move] == value), key=position.game.preference)
        cost = Cost(self.nodes - nodes + 1, self.cutoffs - cutoffs, self.table_hits - table_hits)
        line = _principal_line(position, best[0], value, self.value)
        return Solution(
            position=position,
            ranking=self.ranking,
            status=Status.PROVEN,
            value=value,
            moves=moves,
            best=tuple(best),
            line=line,
            engine=self.name,
            cost=cost,
            seconds=time.perf_counter() - started,
        )

    def solve_result(self, position: Position) -> Solution:
        """Win, draw or loss only: the value is left open, and `bounds` holds the result."""
        started, nodes = time.perf_counter(), self.nodes
        if position.outcome is not None:
            return Solution.finished(position, self.ranking, engine=self.name)
        result = self._result(position)
        return Solution(
            position=position,
            ranking=self.ranking,
            status=Status.PROVEN,
            value=None,
            engine=self.name,
            cost=Cost(self.nodes - nodes),
            seconds=time.perf_counter() - started,
            bounds=(result, result),
        )


def _principal_line(
    position: Position, first: Move, value: Value, value_of: Callable[[Position], Value]
) -> tuple[Move, ...]:
    """The moves of both sides to the end of the game, at each step the preferred one among the best."""
    line = [first]
    position = position.play(first)
    while position.outcome is None:
        value = Value(-value.result, value.distance - 1)
        for move in sorted(position.legal_moves(), key=position.game.preference):
            after = position.play(move)
            if value_of(after).before() == value:
                line.append(move)
                position = after
                break
    return tuple(line)
