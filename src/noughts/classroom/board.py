"""The course on early draw detection: a `Board` that is played on, and an `Agent` that searches it to a depth.

A win scores 100 plus the depth that is left, so the sooner the better. A board on which nobody can win any more
counts as finished.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .. import games
from ..errors import NotationError
from ..games import Position, Value
from ..games.notation import boxed
from . import lists

EMPTY_MARK = "_"
X_MARK = "X"
O_MARK = "O"

_MARKS: Mapping[object, int] = {X_MARK: games.X, O_MARK: games.O, EMPTY_MARK: 0}
# Centre, corners, edges: trying good moves first is what makes alpha-beta quick, and settles ties here too.
_CELLS = sorted(range(lists.RULES.cells), key=lambda cell: lists.RULES.preference(games.Move(cell, games.X)))
_OPPONENT = {X_MARK: O_MARK, O_MARK: X_MARK}


class Move(NamedTuple):
    """A cell, its row and column counted from 0."""

    row: int
    col: int


class ScoreBoard(NamedTuple):
    """A score, and the move that leads to it where one was looked for."""

    score: int
    move: Move | None = None


class Board:
    """Three rows of marks in `board`, empty or copied from those given."""

    def __init__(self, board: Sequence[Sequence[str]] | None = None) -> None:
        if board is not None:
            lists.read(board, _MARKS)
        rows = board if board is not None else [[EMPTY_MARK] * lists.SIZE] * lists.SIZE
        self.board = [list(row) for row in rows]

    def position(self, to_move: str = X_MARK) -> Position:
        """The package's position on this board, with that side to move."""
        return lists.read(self.board, _MARKS, to_move)

    def make_move(self, row: int, col: int, mark: str) -> None:
        """Places a mark on an empty cell, or with EMPTY_MARK takes back what is there.

        Whose turn it is and whether the game is over is not asked, so that any board can be set up.
        """
        if mark not in _MARKS:
            raise NotationError(f"the mark is {mark!r}; expected one of {', '.join(map(repr, _MARKS))}")
        if mark == EMPTY_MARK:
            lists.require_on_board(row, col)
        else:
            lists.require_empty(self.position(), row, col)
        self.board[row][col] = mark

    def get_winner(self) -> str | None:
        """X_MARK, O_MARK, or None while nobody has three in a row."""
        outcome = self.position().outcome
        return outcome.winner if outcome is not None else None

    def get_possible_moves(self) -> list[Move]:
        """Every empty cell, the most promising first: the centre, the corners, the edges."""
        marks = self.position().board
        return [Move(*lists.place(cell)) for cell in _CELLS if not marks[cell]]

    def is_draw_inevitable(self) -> bool:
        """Whether every line holds both marks. On 3×3 that takes at least eight of the nine cells."""
        return self.position().is_dead()

    def is_game_over(self) -> bool:
        """Whether somebody has won, the board is full, or a draw is inevitable."""
        return self.position().outcome is not None or self.is_draw_inevitable()

    def __eq__(self, other: object) -> bool:
        return self.board == other.board if isinstance(other, Board) else NotImplemented

    def __repr__(self) -> str:
        return f"Board({self.board!r})"

    def __str__(self) -> str:
        return boxed.draw(self.position())


class Agent:
    """Plays one of the marks perfectly, as far as the depth it is given reaches."""

    def __init__(self, ai_mark: str) -> None:
        if ai_mark not in _OPPONENT:
            raise NotationError(f"the agent's mark is {ai_mark!r}; expected {X_MARK!r} or {O_MARK!r}")
        self.ai_mark = ai_mark
        self.opponent_mark = _OPPONENT[ai_mark]

    def evaluate(self, board: Board, depth: int) -> int:
        """What the board is worth as it stands: 100 + depth if the agent has won, -100 - depth if it has lost."""
        return {self.ai_mark: 100 + depth, self.opponent_mark: -100 - depth, None: 0}[board.get_winner()]

    def minimax(self, board: Board, depth: int, alpha: float, beta: float, is_max: bool) -> ScoreBoard:
        """The score the agent can count on within `depth` plies, and the best move of the side whose turn it is.

        `is_max` says that it is the agent's turn. The score is exact whatever the window: `alpha` and `beta` are there
        for the text's signature, and no answer depends on them. Of equally good moves it is the first of
        `get_possible_moves`; with depth 0 or on a board that counts as finished there is none.
        """
        if depth == 0 or board.is_game_over():
            return ScoreBoard(self.evaluate(board, depth))
        values = lists.solve(board.position(self.ai_mark if is_max else self.opponent_mark)).moves
        by_place = {Move(*lists.place(move.cell)): value for move, value in values.items()}
        scores = {move: _score(by_place[move], depth) for move in board.get_possible_moves()}
        best = max(scores, key=scores.__getitem__)
        return ScoreBoard(scores[best] if is_max else -scores[best], best)


def _score(value: Value, depth: int) -> int:
    """The text's score for whoever moves; the game ends with as much depth left as its distance does not use up."""
    return value.result * (100 + depth - value.distance) if lists.in_sight(value, depth) else 0
