"""JUDGE: a side to move and a boxed board in; the best move out, or `-1` if the game is over.

    JUDGE
    TURN X
    +---+---+---+
    | X | X | _ |        answer: 1 3
    +---+---+---+
    | O | O | _ |
    +---+---+---+
    | _ | _ | _ |
    +---+---+---+

`TURN` says whose turn it is; marks are not counted. The answer is the first of the best moves in the documented
order: the cell on most lines, then row, then column. On a large board it is the move of a proof that is part of the
package. If no best move is known within `ANSWER_SECONDS`, that is an error. What follows the board is ignored, unless
it is more board.
"""

from __future__ import annotations

import time

from ..errors import NotationError
from ..games import Game, Position, reachability
from ..games.notation import boxed, moves
from ..games.notation.symbols import shown
from ..solver import best
from .lines import Lines

ANSWER_SECONDS = 30.0  # a judge waits no longer for a position that is too large to be solved


def answer(lines: Lines, rules: Game, turn: str | None = None) -> tuple[str, float]:
    """The answer, and the milliseconds it took to find; `turn` is the TURN line if it has been read already."""
    numbered = ((lines.number, line.strip()) for line in lines if line.strip())
    to_move = boxed.turn(lines.number, turn, rules) if turn is not None else boxed.read_turn(numbered, rules)
    position = reachability.check(Position(rules, boxed.read_board(numbered, rules), to_move), lenient=False)
    _expect_end_of_board(lines)
    started = time.perf_counter()
    text = answer_text(position)
    return text, (time.perf_counter() - started) * 1000


def _expect_end_of_board(lines: Lines) -> None:
    """Refuses a board with more rows than the game has, as far as its lines have arrived."""
    if not lines.is_terminal and lines.waiting(0):
        following = next((line.strip() for line in lines if line.strip()), "")
        if following.startswith(("|", "+")):
            raise NotationError(f"found {shown(following)}, expected no more of the board", lines.number)


def answer_text(position: Position) -> str:
    """`row column` (with the number or mark where there is a choice), or `-1` on a finished board."""
    if position.outcome is not None:
        return "-1"
    return moves.write_move(best(position, time_limit=ANSWER_SECONDS)[0], position)
