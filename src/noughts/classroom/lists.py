"""Between the courses' boards, lists of three lists of three cells, and the package's positions and solutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..errors import IllegalMove, NotationError
from ..games import Game, Position, Value, game
from ..search import Solution, Threats

Marks = Mapping[object, int]
"""What a course writes in a cell, and the package's mark for it: 0 for an empty cell, else `X` or `O`."""

RULES = game("tictactoe")
SIZE = 3
_SEARCH = Threats()


def read(board: Sequence[Sequence[object]], marks: Marks, to_move: str = "X", rules: Game = RULES) -> Position:
    """The position on a course's board, reachable or not.

    Who has won and which cells are empty does not depend on the turn; callers that ask no more may leave it out.
    """
    if not _is_list_of_three(board):
        raise NotationError(f"the board is {_shown(board)}; expected a list of 3 rows")
    cells: list[int] = []
    for i, row in enumerate(board):
        if not _is_list_of_three(row):
            raise NotationError(f"board[{i}] is {_shown(row)}; expected a list of 3 cells")
        for j, cell in enumerate(row):
            try:
                cells.append(marks[cell])
            except (KeyError, TypeError):  # TypeError: the cell holds a list or something else without a hash
                accepted = ", ".join(map(repr, marks))
                raise NotationError(f"board[{i}][{j}] is {_shown(cell)}; expected one of {accepted}") from None
    return Position(rules, bytes(cells), to_move)


def solve(position: Position) -> Solution:
    """The exact solution, from a search that remembers what it was asked before."""
    return _SEARCH.solve(position)


def value(position: Position) -> Value:
    """Its value alone, from the same search."""
    return _SEARCH.value(position)


def in_sight(value: Value, depth: int) -> bool:
    """Whether a search `depth` plies deep sees the end that `value` promises; a negative depth never runs out.

    Cutting a search off at a depth and calling what lies there 0 finds exactly the wins and losses that can be forced
    within that many plies. With wins as soon and losses as late as possible, these are the ones no further away.
    """
    return depth < 0 or value.distance <= depth


def place(cell: int) -> tuple[int, int]:
    """The row and column of a cell, from 0."""
    return divmod(cell, SIZE)


def empty_places(position: Position) -> list[tuple[int, int]]:
    """The empty cells in reading order, also when the game is over."""
    return [place(cell) for cell, mark in enumerate(position.board) if not mark]


def require_on_board(row: int, col: int) -> None:
    """Refuses a place outside the board. A plain list would take -1 for its last row."""
    if not (0 <= row < SIZE and 0 <= col < SIZE):
        raise IllegalMove(f"({row}, {col}) is not on the board; rows and columns go from 0 to {SIZE - 1}")


def require_empty(position: Position, row: int, col: int) -> None:
    """Refuses a place outside the board, and a cell that is taken."""
    require_on_board(row, col)
    if (mark := position.board[SIZE * row + col]) != 0:
        raise IllegalMove(f"({row}, {col}) is taken by {RULES.symbol(mark)}")


def _is_list_of_three(part: object) -> bool:
    return isinstance(part, Sequence) and not isinstance(part, str) and len(part) == SIZE


def _shown(part: object) -> str:
    return f"{part!r:.60}"
