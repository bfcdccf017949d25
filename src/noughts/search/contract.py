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
        """The value of the position and of every move, each exact; status `unknown` if the node limit is too small.

        Every move gets a full window of its own: a move that was merely refuted would have a bound, not a value.
        The cost is what these values took; the principal line is found afterwards with the same search.
        """
        if position.outcome is not None:
            return Solution.finished(position, self.ranking, engine=self.name)
        started, before = time.perf_counter(), self.cost()
        moves: dict[Move, Value] = {}
        try:
            for move in position.legal_moves():
                moves[move] = self.value(position.play(move)).before()
        except SearchStopped:
            cost, seconds = self.cost().since(before), time.perf_counter() - started
            unknown = Status.UNKNOWN
            return Solution(position, self.ranking, unknown, None, moves, engine=self.name, cost=cost, seconds=seconds)
        value = max(moves.values(), key=self.ranking.key)
        best = sorted((move for move in moves if moves[move] == value), key=position.game.preference)
        cost = self.cost().since(before)
        node_limit, self.node_limit = self.node_limit, None  # what follows costs little, and must not fail
        line = _principal_line(position, best[0], value, self.value)
        self.node_limit = node_limit
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
        if position.outcome is not None:
            return Solution.finished(position, self.ranking, engine=self.name)
        started, before = time.perf_counter(), self.cost()
        status, bounds = Status.PROVEN, (Result.LOSS, Result.WIN)
        try:
            bounds = (self._result(position),) * 2
        except SearchStopped:
            status = Status.UNKNOWN
        cost, seconds = self.cost().since(before), time.perf_counter() - started
        return Solution(
            position, self.ranking, status, None, engine=self.name, cost=cost, seconds=seconds, bounds=bounds
        )

    def best(self, position: Position) -> tuple[Value, list[Move]]:
        """The value and the best moves alone, the preferred one first: what to play, for less than all of `solve`.

        Once the value is known, a move is asked only whether it keeps it, which takes a window of no width.
        """
        value = self.value(position)
        moves = sorted(position.legal_moves(), key=position.game.preference)
        return value, [move for move in moves if self._keeps(value, position.play(move), move)]

    def _keeps(self, value: Value, after: Position, move: Move) -> bool:
        """Whether the move that led here keeps the value that the position before had."""
        if (value.distance == 1) != (after.outcome is not None):
            return False
        if self.ranking is Ranking.QUICKEST:
            score = int(value.result) * (after.board.count(0) + 2 - value.distance)
            return -self.visit(after, -score, -score + 1, move) >= score
        if -self.visit(after, -value.result, -value.result + 1, move) < value.result:
            return False
        return plies_to_end(after, self._result) == value.distance - 1

    def cost(self) -> Cost:
        """What this search has done so far."""
        return Cost(self.nodes, self.cutoffs, self.table_hits)


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
