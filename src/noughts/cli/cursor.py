"""A cursor on the board: the arrow keys choose a cell, and the board above the question shows it."""

from __future__ import annotations

import sys

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ..games import Move, Position
from . import output

_STEPS = {"up": (0, -1, 0), "down": (0, 1, 0), "left": (0, 0, -1), "right": (0, 0, 1)}
_STEPS |= {"page up": (-1, 0, 0), "page down": (1, 0, 0)}


class Cursor:
    """Draws the board, and draws it again with the chosen cell where it stands directly above the question."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.is_below_board = False
        self._board: tuple[Position, dict[int, str] | None, Move | None] | None = None
        self._cell: int | None = None

    def show(self, position: Position, labels: dict[int, str] | None, last: Move | None) -> None:
        self._board, self._cell = (position, labels, last), None
        self.console.print(self._drawing())
        self.is_below_board = True

    def move(self, question: str, key: str, typed: str) -> str:
        """What stands behind the question after a key: the chosen cell, with `=` where a mark is to follow."""
        if self._board is None or key not in _STEPS:
            return typed
        position = self._board[0]
        self._cell = _middle(position) if self._cell is None else _step(position, self._cell, _STEPS[key])
        self._redraw(cell_len(f"{question} {typed}"))
        place = ",".join(map(str, position.game.move_place(self._cell)))
        return f"{place}=" if position.game.has_choice else place

    def _drawing(self) -> Text:
        assert self._board is not None
        return output.draw(*self._board, cursor=self._cell, screen=self.console)

    def _redraw(self, before_cursor: int) -> None:
        """Over the board that is there; the place behind the question is kept."""
        drawing = self._drawing()
        lines = drawing.plain.count("\n") + 1
        up = lines + before_cursor // self.console.width
        if not self.is_below_board or up >= self.console.height:
            return
        with self.console.capture() as captured:
            self.console.print(drawing, end="")
        sys.stdout.write(f"\x1b7\x1b[{up}A\r{captured.get()}\x1b8")
        sys.stdout.flush()


def _middle(position: Position) -> int:
    return _fallen(position, position.game.cell_at(tuple((size + 1) // 2 for size in position.game.shape)))


def _step(position: Position, cell: int, step: tuple[int, int, int]) -> int:
    """The next cell that way; at the edge of the board the same."""
    shape = position.game.shape
    moved = [at + by for at, by in zip(position.game.place(cell), step[-len(shape) :])]
    return _fallen(position, position.game.cell_at(tuple(min(max(at, 1), size) for at, size in zip(moved, shape))))


def _fallen(position: Position, cell: int) -> int:
    """The cell itself; where marks drop, the one that would be filled in its column, or the top of a full one."""
    game = position.game
    lowest = game.landing(position.board, cell % game.columns) if game.drop else cell
    return cell % game.columns if lowest is None else lowest
