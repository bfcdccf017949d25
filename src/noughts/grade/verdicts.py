"""Classifies answers: each position gets exactly one verdict."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from ..errors import IllegalMove, NotationError
from ..games import Game, Move, Position, Ranking, Result, Value
from ..games.notation import moves as move_notation
from ..games.notation.symbols import shown
from .children import Reply
from .exact import Exact


class Verdict(str, Enum):
    """In the order of a report: what is right, what loses time, what loses the result, what is no move at all."""

    OPTIMAL = "optimal"
    SLOW_WIN = "slow-win"
    FAST_LOSS = "fast-loss"
    WIN_TO_DRAW = "win-to-draw"
    WIN_TO_LOSS = "win-to-loss"
    DRAW_TO_LOSS = "draw-to-loss"
    ILLEGAL = "illegal"
    FINISHED = "finished"
    NO_ANSWER = "no-answer"

    def __str__(self) -> str:
        return self.value

    @property
    def keeps_result(self) -> bool:
        """Whether the answer keeps a win or a draw; a position that is lost cannot be made worse."""
        return self in (Verdict.OPTIMAL, Verdict.SLOW_WIN, Verdict.FAST_LOSS)


# Worst first: what throws most away, then what is no move, then what takes too long.
SEVERITY = {
    verdict: rank
    for rank, verdict in enumerate(
        (
            Verdict.WIN_TO_LOSS,
            Verdict.DRAW_TO_LOSS,
            Verdict.WIN_TO_DRAW,
            Verdict.ILLEGAL,
            Verdict.FINISHED,
            Verdict.NO_ANSWER,
            Verdict.SLOW_WIN,
            Verdict.FAST_LOSS,
            Verdict.OPTIMAL,
        )
    )
}
_LOST = {
    (Result.WIN, Result.DRAW): Verdict.WIN_TO_DRAW,
    (Result.WIN, Result.LOSS): Verdict.WIN_TO_LOSS,
    (Result.DRAW, Result.LOSS): Verdict.DRAW_TO_LOSS,
}
_CAUSES = {"time": "time limit", "memory": "memory limit", "output": "output limit"}


@dataclass(frozen=True)
class Judged:
    """One position: the verdict, what the agent said, the move if it was one, and what is wrong with the answer."""

    position: Position
    verdict: Verdict
    answer: str
    move: Move | None = None
    value: Value | None = None
    problem: str = ""


def judge(position: Position, reply: Reply, exact: Exact, signature: str = "") -> Judged:
    """The verdict on a reply. `signature` is that of the function which was called, if it was one."""
    if reply.status != "answer":
        cause = _CAUSES.get(reply.status, "crash")
        problem = reply.text if reply.status == "not-asked" else f"{cause}: {reply.text}"
        return Judged(position, Verdict.NO_ANSWER, "", problem=problem)
    answer = reply.text
    if position.outcome is not None:
        if answer == "-1":
            return Judged(position, Verdict.OPTIMAL, answer)
        problem = f"the game is over ({position.outcome.summary}); expected {'no move' if signature else '-1'}"
        return Judged(position, Verdict.FINISHED if answer else Verdict.NO_ANSWER, answer, problem=problem)
    if answer == "-1":
        return Judged(position, Verdict.ILLEGAL, answer, problem="the game is not over; expected a move")
    try:
        move = _plain(position.game).get((position.to_move, answer))
        if move is None or position.board[move.cell]:
            move = move_notation.read_move(answer, position)
    except IllegalMove as error:
        return Judged(position, Verdict.ILLEGAL, answer, problem=str(error))
    except NotationError:
        text = shown(answer) if answer else "nothing"
        expected = f"a move as {signature} returns it" if signature else move_notation.pattern(position)
        problem = f"unparsable: found {text}, expected {expected}"
        return Judged(position, Verdict.NO_ANSWER, answer, problem=problem)
    value, best = exact.worth(position, move), exact.value(position)
    return Judged(position, compare(value, best, exact.ranking), answer, move, value)


@lru_cache(maxsize=16)
def _plain(game: Game) -> dict[tuple[str, str], Move]:
    """Moves in their plainest form, where a side has one mark: nearly all answers, found much sooner than read."""
    return {
        (side, " ".join(map(str, game.place(cell)))): Move(cell, marks[0])
        for side, marks in game.marks_of.items()
        if len(marks) == 1 and not game.drop
        for cell in range(game.cells)
    }


def compare(value: Value, best: Value, ranking: Ranking) -> Verdict:
    """The verdict on a legal move, from what it is worth and what the best is."""
    if value.result is not best.result:
        return _LOST[best.result, value.result]
    if value.result is Result.DRAW or ranking.key(value) == ranking.key(best):
        return Verdict.OPTIMAL
    return Verdict.SLOW_WIN if value.result is Result.WIN else Verdict.FAST_LOSS
