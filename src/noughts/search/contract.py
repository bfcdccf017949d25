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
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from ..errors import SearchStopped
from ..games import Move, Position, Ranking, Result, Value
from .earliest_end import plies_to_end
from .progress import Progress, ProgressFunction
from .solution import Cost, SearchInterrupted, Solution, Status
from .trace import Trace

INFINITY = 1000  # more than any score: a board has at most 64 cells
_REPORT_EVERY = 1 << 12


class Search(ABC):
    """An algorithm at work: it counts what it does, and may write down every node in a `Trace`.

    Under the ranking `quickest` scores carry the distance. Under `earliest-end` they are +1, 0, -1, and the distance
    is the shortest way to the end along moves that keep the result: no distance is read off a pruned subtree.

    Each call of `value`, `best` or `solve` may visit `node_limit` nodes; `progress` is called now and then.
    """

    name: ClassVar[str]

    def __init__(
        self,
        ranking: Ranking = Ranking.QUICKEST,
        *,
        trace: Trace | None = None,
        node_limit: int | None = None,
        progress: ProgressFunction | None = None,
    ) -> None:
        self.ranking = ranking
        self.trace = trace
        self.node_limit = node_limit
        self.progress = progress
        self.nodes = 0
        self.cutoffs = 0
        self.table_hits = 0
        self._last_node: int | None = None
        self._started = time.perf_counter()

    @abstractmethod
    def score(self, position: Position, alpha: int, beta: int) -> int:
        """The algorithm itself, under the contract above."""

    def visit(self, position: Position, alpha: int, beta: int, move: Move | None = None) -> int:
        """`score`, counted and traced. The algorithms call this on the position after each `move`."""
        if self.nodes == self._last_node:
            raise SearchStopped(f"stopped after {self.node_limit:,} nodes; the value is not known")
        self.nodes += 1
        if self.progress is not None and self.nodes % _REPORT_EVERY == 0:
            self.progress(Progress(self.nodes, time.perf_counter() - self._started))
        if self.trace is None:
            return self.score(position, alpha, beta)
        with self.trace.node(position, move, alpha, beta) as node:
            node.score = self.score(position, alpha, beta)
            return node.score

    def finished_score(self, position: Position) -> int:
        """The score of a position whose game has ended."""
        self.note("finished")
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
        """Notes that the remaining moves are not searched."""
        self.cutoffs += 1
        if self.trace is not None:
            self.trace.cut(moves_left)

    def value(self, position: Position, move: Move | None = None) -> Value:
        """The exact value of a position under the ranking; `move`, which led to it, is for the trace."""
        with self._limited():
            score = self.visit(position, -INFINITY, INFINITY, move)
            result = Result((score > 0) - (score < 0))
            if result is Result.DRAW:
                return Value(result, position.plies_left())
            if self.ranking is Ranking.QUICKEST:
                return Value(result, position.board.count(0) + 1 - abs(score))
            return Value(result, self._plies_to_end(position, result))

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
        with self._limited():
            value = self.value(position)
            moves = sorted(position.legal_moves, key=position.game.preference)
            return value, [move for move in moves if self._keeps(value, position.play(move), move)]

    def solve(self, position: Position) -> Solution:
        """The value of the position and of every move, each exact.

        Every move gets a full window of its own: a move that was merely refuted would have a bound, not a value.
        Where the node limit is too small, the status is `bounded` or `unknown`, and the moves that are known are there.
        Ctrl-C raises `SearchInterrupted` with the same. The cost is what the values took; the principal line is found
        afterwards by the same search.
        """
        if position.outcome is not None:
            return Solution.finished(position, self.ranking, engine=self.name)
        started, before = time.perf_counter(), self.cost()
        moves: dict[Move, Value] = {}
        interrupted = False
        try:
            self._value_moves(position, moves)
        except SearchStopped:
            pass
        except KeyboardInterrupt:
            interrupted = True
        cost, seconds = self.cost().since(before), time.perf_counter() - started
        solution = Solution.of_moves(position, self.ranking, moves, engine=self.name, cost=cost, seconds=seconds)
        if interrupted:
            raise SearchInterrupted(solution)
        return solution.with_line(self._principal_line(solution))

    def cost(self) -> Cost:
        """What this search has done so far."""
        return Cost(self.nodes, self.cutoffs, self.table_hits)

    def _value_moves(self, position: Position, moves: dict[Move, Value]) -> None:
        """Fills in the value of every move, those that end the game first because they cost nothing."""
        following = {move: position.play(move) for move in position.legal_moves}
        with self._limited(), self._root(position):
            for move in sorted(following, key=lambda move: following[move].outcome is None):
                moves[move] = self.value(following[move], move).before()

    def _keeps(self, value: Value, after: Position, move: Move) -> bool:
        """Whether the move that led here keeps the value that the position before had."""
        if (value.distance == 1) != (after.outcome is not None):
            return False
        if self.ranking is Ranking.QUICKEST:
            score = int(value.result) * (after.board.count(0) + 2 - value.distance)
            return -self.visit(after, -score, -score + 1, move) >= score
        if -self.visit(after, -value.result, -value.result + 1, move) < value.result:
            return False
        return self.value(after, move).before() == value

    def _principal_line(self, solution: Solution) -> tuple[Move, ...]:
        """The moves of both sides to the end of the game, at each step the preferred one among the best.

        It stops short where the node limit does not suffice.
        """
        position, value, line = solution.position, solution.value, list(solution.best[:1])
        trace, self.trace = self.trace, None
        try:
            while line and value is not None:
                position = position.play(line[-1])
                if position.outcome is not None:
                    break
                value = Value(-value.result, value.distance - 1)
                line.append(next(move for move in self._preferred(position) if self._reaches(value, position, move)))
        except SearchStopped:
            pass
        finally:
            self.trace = trace
        return tuple(line)

    def _preferred(self, position: Position) -> list[Move]:
        return sorted(position.legal_moves, key=position.game.preference)

    def _reaches(self, value: Value, position: Position, move: Move) -> bool:
        return self.value(position.play(move)).before() == value

    def _plies_to_end(self, position: Position, result: Result) -> int:
        trace, self.trace = self.trace, None  # the trace shows the search, not the walk after it
        try:
            return plies_to_end(position, result, lambda after: self.visit(after, -1, 0) < 0)
        finally:
            self.trace = trace

    def _result(self, position: Position) -> Result:
        score = self.visit(position, -INFINITY, INFINITY)
        return Result((score > 0) - (score < 0))

    @contextmanager
    def _limited(self) -> Iterator[None]:
        """The node limit counts from the outermost question."""
        outermost = self._last_node is None
        if outermost and self.node_limit is not None:
            self._last_node = self.nodes + self.node_limit
        try:
            yield
        finally:
            if outermost:
                self._last_node = None

    @contextmanager
    def _root(self, position: Position) -> Iterator[None]:
        """The position asked about, as a node above its moves."""
        if self.nodes == self._last_node:
            raise SearchStopped("the node limit is 0")
        self.nodes += 1
        if self.trace is None:
            yield
            return
        with self.trace.node(position, None, -INFINITY, INFINITY) as node:
            yield
            node.score = max(-(child.score or 0) for child in map(self.trace.nodes.__getitem__, node.children))
