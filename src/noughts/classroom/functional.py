"""The course on functional minimax: functions without side effects, on lists of `"X"`, `"O"` and False or None.

Where the text asks who somebody is, True is X and False is O. Grades are 1, 0 and -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from .. import games
from ..errors import IllegalMove, NotationError
from ..games import notation
from . import lists

T = TypeVar("T")
Cell = str | bool | None
Board = Sequence[Sequence[Cell]]
Spot = tuple[int, int]

_MARKS: Mapping[object, int] = {"X": games.X, "O": games.O, False: 0, None: 0}
_CELLS: tuple[Cell, ...] = (False, "X", "O")
_MISERE = lists.RULES.as_misere()


def winner(b: Board) -> Literal["X", "O", "D", False]:
    """`"X"` or `"O"` for three in a row, `"D"` for a full board without, False (`#f` in the text) before the end."""
    outcome = lists.read(b, _MARKS).outcome
    if outcome is None:
        return False
    return "X" if outcome.winner == "X" else "O" if outcome.winner == "O" else "D"


def play(curr_board: Board, curr_sign: str) -> Spot:
    """Where the sign whose turn it is should go: the first spot in reading order with the highest grade.

    Grades do not tell a quick win from a slow one, and so neither does this; a won game is won in the end.
    """
    if curr_sign not in ("X", "O"):
        raise NotationError(f"the sign is {curr_sign!r}; expected 'X' or 'O'")
    position = lists.read(curr_board, _MARKS, curr_sign)
    if position.outcome is not None:
        raise IllegalMove(f"nobody can move, the game is over: {position.outcome.summary}")
    values = lists.solve(position).moves
    return lists.place(maximum_on(lambda move: values[move].result, values).cell)


def empty_spots(xss: Board) -> list[Spot]:
    """The empty cells in reading order, also when the game is over."""
    return lists.empty_places(lists.read(xss, _MARKS))


def grade(win: str | bool, me: bool) -> int:
    """What a finished game is worth to me: 1 if I have won, -1 if I have lost, 0 for `"D"`."""
    if win not in ("X", "O", "D"):
        raise NotationError(f"the winner is {win!r}; expected 'X', 'O' or 'D': only a finished game has a grade")
    if win == "D":
        return 0
    return 1 if (win == "X") == me else -1


def maximum_on(f: Callable[[T], Any], xs: Iterable[T]) -> T:
    """The element for which `f` is largest, the first of several. There must be one."""
    return max(xs, key=f)


def maximise(board: Board, curr_player: bool, me: bool) -> int:
    """My grade when the player whose turn it is wants it large, and the next wants it small, to the end."""
    return _graded(board, curr_player, me, wants_large=True)


def minimise(board: Board, curr_player: bool, me: bool) -> int:
    """My grade when the player whose turn it is wants it small, and the next wants it large, to the end."""
    return _graded(board, curr_player, me, wants_large=False)


def _graded(board: Board, curr_player: bool, me: bool, wants_large: bool) -> int:
    if win := winner(board):
        return grade(win, me)
    # A player who wants a large grade for the opponent, or a small one for himself, plays to lose: so do both, and
    # that is the misère game.
    rules = lists.RULES if (curr_player == me) == wants_large else _MISERE
    result = lists.value(lists.read(board, _MARKS, "X" if curr_player else "O", rules)).result
    return int(result if wants_large else -result)


def read_board(text: str) -> list[list[Cell]]:
    """The board in an S-expression such as `(("X" #f #f) (#f "O" #f) (#f #f #f))`, quoted or not."""
    # A position has a side to move, a board of this course has none: any will do.
    marks = notation.nested.read(f"{text} X", lists.RULES).board
    return [[_CELLS[mark] for mark in marks[at : at + lists.SIZE]] for at in range(0, len(marks), lists.SIZE)]


def write_board(board: Board) -> str:
    """The board as an S-expression, `#f` for an empty cell; `read_board` gives it back."""
    return notation.write(lists.read(board, _MARKS), "sexpr").rpartition(" ")[0]
