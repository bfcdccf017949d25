"""The board as people draw it, with coordinates: what `print(position)` and the terminal show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..position import Position

FRAME, SPACE = -1, -2


class Piece(NamedTuple):
    """A part of the drawing: its text, and the cell whose contents it shows, or `FRAME` or `SPACE`."""

    text: str
    cell: int


def pieces(position: Position, labels: Mapping[int, str] | None = None) -> Iterator[Piece]:
    """The drawing from top to bottom, each row with the end of its line; `labels` stand in empty cells."""
    game, labels = position.game, labels or {}
    *_, rows, columns = game.shape
    layers = game.cells // (rows * columns)
    width = max(map(len, [*map(game.symbol, game.all_marks), *labels.values()]))
    for layer in range(layers):
        if layers > 1:
            gap = "\n" if layer else ""
            yield Piece(f"{gap}layer {layer + 1}\n", FRAME)
        yield Piece("    " + " ".join(f"{column + 1:^{width + 2}}" for column in range(columns)) + "\n", FRAME)
        for row in range(rows):
            if row:
                yield Piece("    " + "┼".join("─" * (width + 2) for _ in range(columns)) + "\n", FRAME)
            yield Piece(f"{row + 1:>3} ", FRAME)
            for column in range(columns):
                cell = (layer * rows + row) * columns + column
                mark = position.board[cell]
                if column:
                    yield Piece("│", FRAME)
                yield Piece(" ", SPACE)
                yield Piece(f"{game.symbol(mark) if mark else labels.get(cell, ''):^{width}}", cell)
                yield Piece(" ", SPACE)
            yield Piece("\n", SPACE)


def write(position: Position) -> str:
    ended = position.outcome
    below = f"{position.to_move} to move" if ended is None else str(ended)
    drawing = "".join(piece.text for piece in pieces(position)) + below
    return "\n".join(line.rstrip() for line in drawing.split("\n"))
