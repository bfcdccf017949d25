"""The board as people draw it, with coordinates: what `print(position)` shows."""

from __future__ import annotations

from ..position import Position


def write(position: Position) -> str:
    game = position.game
    *_, rows, columns = game.shape
    layers = game.cells // (rows * columns)
    width = max(len(game.symbol(mark)) for mark in game.all_marks)
    lines = []
    for layer in range(layers):
        if layers > 1:
            lines += [*([""] if layer else []), f"layer {layer + 1}"]
        lines.append("    " + " ".join(f"{column + 1:^{width + 2}}" for column in range(columns)))
        for row in range(rows):
            if row:
                lines.append("    " + "┼".join("─" * (width + 2) for _ in range(columns)))
            begin = (layer * rows + row) * columns
            marks = position.board[begin : begin + columns]
            cells = (f" {game.symbol(mark) if mark else '':^{width}} " for mark in marks)
            lines.append(f"{row + 1:>3} " + "│".join(cells))
    ended = position.outcome
    lines.append(f"{position.to_move} to move" if ended is None else str(ended))
    return "\n".join(line.rstrip() for line in lines)
