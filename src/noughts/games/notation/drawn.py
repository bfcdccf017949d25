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


Row = list[Piece]


def layers(
    position: Position, labels: Mapping[int, str] | None = None, *, title: str = "layer", tight: bool = False
) -> list[list[Row]]:
    """The rows of each layer, all of the same width; `labels` stand in empty cells. A flat board has one layer.

    A `tight` drawing has no lines between rows and no space around marks: for small screens. Where marks drop on a flat
    board, a move is a column: there are walls, a floor, and the numbers of the columns below it, but no rows.
    """
    *_, rows, columns = position.game.shape
    count = position.game.cells // (rows * columns)
    return [list(_layer(position, labels or {}, layer, title if count > 1 else "", tight)) for layer in range(count)]


def _layer(position: Position, labels: Mapping[int, str], layer: int, title: str, tight: bool) -> Iterator[Row]:
    game = position.game
    *_, rows, columns = game.shape
    width = max(map(len, [*map(game.symbol, game.all_marks), *labels.values()]))
    padding = "" if tight else " "
    across = width + 2 * len(padding)
    named = (str(column % 10**across) for column in range(1, columns + 1))
    header = "    " + " ".join(f"{name:^{across}}" for name in named)
    has_floor = game.drop and not title
    if title:
        yield [Piece(f"{f'{title} {layer + 1}':<{len(header)}}", FRAME)]
    if not has_floor:
        yield [Piece(header, FRAME)]
    for row in range(rows):
        if row and not tight and not has_floor:
            yield [Piece("    " + "┼".join("─" * across for _ in range(columns)), FRAME)]
        drawing = [Piece("   │" if has_floor else f"{row + 1:>3} ", FRAME)]
        for column in range(columns):
            cell = (layer * rows + row) * columns + column
            mark = position.board[cell]
            contents = game.symbol(mark) if mark else labels.get(cell, "")
            drawing += [Piece("│", FRAME)] if column else []
            drawing += [Piece(padding, SPACE), Piece(f"{contents:^{width}}", cell), Piece(padding, SPACE)]
        yield drawing + ([Piece("│", FRAME)] if has_floor else [])
    if has_floor:
        yield [Piece(f"   └{'┴'.join('─' * across for _ in range(columns))}┘", FRAME)]
        yield [Piece(f"{header} ", FRAME)]


def write(position: Position) -> str:
    ended = position.outcome
    below = f"{position.to_move} to move" if ended is None else str(ended)
    drawings = ("\n".join("".join(piece.text for piece in row) for row in layer) for layer in layers(position))
    return "\n".join(line.rstrip() for line in f"{chr(10).join(_apart(drawings))}\n{below}".split("\n"))


def _apart(drawings: Iterator[str]) -> Iterator[str]:
    for number, drawing in enumerate(drawings):
        yield f"\n{drawing}" if number else drawing
