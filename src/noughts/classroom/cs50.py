"""The course CS50's Introduction to Artificial Intelligence: tic-tac-toe on lists of `"X"`, `"O"` and None.

X maximises and O minimises; a finished game is worth 1, -1 or 0. X begins, so a board says whose turn it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import games
from ..errors import IllegalMove
from . import lists

X = "X"
O = "O"  # noqa: E741  the course's own name
EMPTY = None

Cell = str | None
Board = Sequence[Sequence[Cell]]
Action = tuple[int, int]

_MARKS: Mapping[object, int] = {X: games.X, O: games.O, EMPTY: 0}


def initial_state() -> list[list[Cell]]:
    """The empty board, a new one each time."""
    return [[EMPTY] * lists.SIZE for _ in range(lists.SIZE)]


def player(board: Board) -> str:
    """Whose turn it is: X on equal numbers of marks, otherwise O. On a finished board the answer means nothing."""
    marks = lists.read(board, _MARKS).board
    return X if marks.count(games.X) == marks.count(games.O) else O


def actions(board: Board) -> set[Action]:
    """Every `(i, j)` that is empty, also when the game is over."""
    return set(lists.empty_places(lists.read(board, _MARKS)))


def result(board: Board, action: Action) -> list[list[Cell]]:
    """A new board with the mark of `player(board)` at the action; the one given stays as it is.

    An action that is taken or off the board raises `IllegalMove`.
    """
    try:
        i, j = action
    except (TypeError, ValueError):
        raise IllegalMove(f"the action is {action!r}; expected (i, j)") from None
    lists.require_empty(lists.read(board, _MARKS), i, j)
    after = [list(row) for row in board]
    after[i][j] = player(board)
    return after


def winner(board: Board) -> str | None:
    """`"X"`, `"O"`, or None while nobody has three in a row, and after a draw."""
    outcome = lists.read(board, _MARKS).outcome
    return outcome.winner if outcome is not None else None


def terminal(board: Board) -> bool:
    """Whether the game is over: three in a row, or no empty cell."""
    return lists.read(board, _MARKS).outcome is not None


def utility(board: Board) -> int:
    """What a finished board is worth: 1 if X has won, -1 if O has, otherwise 0."""
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board: Board) -> Action | None:
    """An optimal action for the player whose turn it is, None if the game is over.

    Among equally good ones it is the quickest win or the slowest loss; then the centre, a corner, an edge.
    """
    position = lists.read(board, _MARKS, player(board))
    if position.outcome is not None:
        return None
    return lists.place(lists.solve(position).best[0].cell)
