"""A solution: what is known about a position, how surely, and what it cost to find out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from ..games import Move, Position, Ranking, Result, Value


class Status(str, Enum):
    """How much is known. A draw is `proven` like any other value; it is never what is left over."""

    PROVEN = "proven"
    BOUNDED = "bounded"
    UNKNOWN = "unknown"
    FINISHED = "finished"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Status.{self.name}"


@dataclass(frozen=True)
class Cost:
    """What a search did: positions visited, cut-offs, and answers taken from the table."""

    nodes: int = 0
    cutoffs: int = 0
    table_hits: int = 0

    def since(self, before: Cost) -> Cost:
        """The cost of what happened after `before`."""
        return Cost(self.nodes - before.nodes, self.cutoffs - before.cutoffs, self.table_hits - before.table_hits)


@dataclass(frozen=True)
class Solution:
    """The value of a position and of every move, the best moves as a set, and the principal line.

    `best` is in the documented order of preference, so where one move is needed it is `best[0]`.

    Where only win, draw or loss was asked for, or where the search was stopped, `value` is None and `bounds` says
    between which results the truth lies: the same one twice where the result is known.
    """

    position: Position
    ranking: Ranking
    status: Status
    value: Value | None
    moves: dict[Move, Value] = field(default_factory=dict)
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    engine: str = ""
    cost: Cost = Cost()
    seconds: float = 0.0
    bounds: tuple[Result, Result] = (Result.LOSS, Result.WIN)

    @property
    def result(self) -> Result | None:
        """Win, draw or loss for the side to move, if that is known; the distance may still be unknown."""
        lower, upper = self.bounds
        return lower if lower is upper else None

    @classmethod
    def finished(cls, position: Position, ranking: Ranking, engine: str) -> Solution:
        """The solution of a position whose game has ended: no moves, and the result as it is."""
        winner = position.outcome.winner if position.outcome is not None else None
        result = Result.DRAW if winner is None else Result.WIN if winner == position.to_move else Result.LOSS
        bounds = (result, result)
        return cls(position, ranking, Status.FINISHED, Value(result, 0), engine=engine, bounds=bounds)

    @classmethod
    def of_moves(
        cls,
        position: Position,
        ranking: Ranking,
        moves: dict[Move, Value],
        *,
        engine: str,
        cost: Cost,
        seconds: float,
    ) -> Solution:
        """What follows from the values of the moves: of all, or of those that were found before the search stopped."""
        legal = position.legal_moves()
        moves = {move: moves[move] for move in legal if move in moves}
        top = max(moves.values(), key=ranking.key, default=None)
        is_known = len(moves) == len(legal)
        if top == Value(Result.WIN, 1):  # nothing beats that, so the moves that do not end the game do not matter
            is_known = all(move in moves or position.play(move).outcome is None for move in legal)
        at_least = Result.LOSS if top is None else top.result
        status = Status.PROVEN if is_known else Status.UNKNOWN if at_least is Result.LOSS else Status.BOUNDED
        best = [move for move in moves if moves[move] == top] if is_known else []
        return cls(
            position,
            ranking,
            status,
            top if is_known else None,
            moves,
            tuple(sorted(best, key=position.game.preference)),
            engine=engine,
            cost=cost,
            seconds=seconds,
            bounds=(at_least, at_least if is_known else Result.WIN),
        )

    def with_line(self, line: tuple[Move, ...]) -> Solution:
        return replace(self, line=line)

    def _repr_svg_(self) -> str:
        """The board with the value of every move on it, for notebooks."""
        from ..games import drawing

        return drawing.picture(self)


class SearchInterrupted(KeyboardInterrupt):
    """Ctrl-C ended a search; `solution` holds what is known all the same."""

    def __init__(self, solution: Solution) -> None:
        super().__init__("interrupted")
        self.solution = solution
