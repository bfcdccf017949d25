"""The course on agents for a judge: the functions of a perfect 3×3 agent, on lists of `'X'`, `'O'` and `'_'`.

X maximises and O minimises. A win is worth 10 less the depth at which it comes, so the sooner the better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import games
from . import lists

X = "X"
O = "O"  # noqa: E741  the text's own name
EMPTY = "_"

State = Sequence[Sequence[str]]
Action = tuple[int, int]

_MARKS: Mapping[object, int] = {X: games.X, O: games.O, EMPTY: 0}


def terminal(state: State) -> bool:
    """Whether the game is over: three in a row, or no empty cell."""
    return lists.read(state, _MARKS).outcome is not None


def winner(state: State) -> str | None:
    """`'X'`, `'O'`, or None while nobody has three in a row."""
    outcome = lists.read(state, _MARKS).outcome
    return outcome.winner if outcome is not None else None


def value(state: State, depth: int) -> int:
    """What a finished game is worth `depth` plies below the root: 10 - depth, depth - 10, or 0 for a draw."""
    return {X: 10 - depth, O: depth - 10, None: 0}[winner(state)]


def player(state: State) -> str:
    """Whose turn it is if X began: X on equal numbers of marks, otherwise O.

    That is the text's definition, and it is wrong wherever O began. Nothing here relies on it but `result`, which the
    text defines through it; `minimax` is told whose turn it is.
    """
    board = lists.read(state, _MARKS).board
    return X if board.count(games.X) == board.count(games.O) else O


def actions(state: State) -> list[Action]:
    """The empty cells in reading order, also when the game is over."""
    return lists.empty_places(lists.read(state, _MARKS))


def result(state: State, action: Action) -> list[list[str]]:
    """A new board with the mark of `player(state)` at the action; the one given stays as it is."""
    row, col = action
    lists.require_empty(lists.read(state, _MARKS), row, col)
    board = [list(cells) for cells in state]
    board[row][col] = player(state)
    return board


def minimax(state: State, depth: int, alpha: float, beta: float, maximizing: bool) -> tuple[int, Action | None]:
    """The score under perfect play and the action to take, None if the game is over.

    `maximizing` says whose turn it is, X's or O's; the marks are not counted. The score is exact whatever the window:
    `alpha` and `beta` are there for the text's signature, and no answer depends on them. Among equally good actions it
    is the centre, then a corner, then an edge. As in the text, the game should end at depth 9 at the latest, as it does
    when `depth` counts from the position asked about or from the empty board; a later win would not score above a draw.
    """
    if terminal(state):
        return value(state, depth), None
    solution = lists.solve(lists.read(state, _MARKS, X if maximizing else O))
    best = solution.best[0]
    best_value = solution.moves[best]
    for_x = best_value.result if maximizing else -best_value.result
    return for_x * (10 - depth - best_value.distance), lists.place(best.cell)
