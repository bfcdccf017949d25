"""`XX_/OO_/___ X`: rows joined by `/`, layers by `//`, then the side to move.

Number games write digits, `210/050/006 odd`, and numbers above 9 in brackets, `[12]00/000/000 even`.
"""

from __future__ import annotations

from ...errors import Message, NotationError, Plural, either
from ..game import Game
from ..position import Position
from .symbols import expected_marks, place, read_mark, read_side


def write(position: Position) -> str:
    game, width = position.game, position.game.shape[-1]
    symbols = [f"[{mark}]" if mark > 9 and game.has_numbers else game.symbol(mark) for mark in position.board]
    rows = ["".join(symbols[at : at + width]) for at in range(0, len(symbols), width)]
    height = game.shape[-2]
    layers = ["/".join(rows[at : at + height]) for at in range(0, len(rows), height)]
    return f"{'//'.join(layers)} {position.to_move}"


def read(text: str, game: Game) -> Position:
    board, *rest = text.split(maxsplit=1)
    begin = text.index(board)
    line, column = place(text, begin)
    marks: list[int] = []
    layers = board.split("//")
    count = game.cells // (game.shape[-1] * game.shape[-2])
    hint = Message("layers are joined by //") if count > 1 else None
    _expect_count(_layers(len(layers)), count, line, column, hint)
    for layer in layers:
        rows = layer.split("/")
        hint = Message("rows are joined by /") if len(rows) == 1 else None
        _expect_count(_rows(len(rows)), game.shape[-2], line, column, hint)
        for row in rows:
            cells = _read_row(row, game, line, column)
            _expect_count(_cells(len(cells)), game.shape[-1], line, column)
            marks += cells
            column += len(row) + 1
        column += 1
    end = begin + len(board)
    if not rest:
        sides = either(f"' {side}'" for side in game.sides)
        raise NotationError(
            "the side to move is missing; expected {sides} after the board", *place(text, end), sides=sides
        )
    return Position(game, bytes(marks), read_side(rest[0], game, *place(text, text.index(rest[0], end))))


def _read_row(row: str, game: Game, line: int, column: int) -> list[int]:
    marks, at = [], 0
    while at < len(row):
        end = at + 1
        if row[at] == "[" and game.has_numbers:
            end = row.find("]", at) + 1
            if end == 0:
                raise NotationError("found '[' without ']', expected a number in brackets", line, column + at)
        symbol = row[at + 1 : end - 1] if end > at + 1 else row[at]
        if not symbol:
            raise NotationError(
                "found an empty pair of brackets, expected {marks}", line, column + at, marks=expected_marks(game)
            )
        marks.append(read_mark(symbol, game, line, column + at))
        at = end
    return marks


def _layers(count: int) -> Plural:
    return Plural("{count} layer", "{count} layers", count=count)


def _rows(count: int) -> Plural:
    return Plural("{count} row", "{count} rows", count=count)


def _cells(count: int) -> Plural:
    return Plural("{count} cell", "{count} cells", count=count)


def _expect_count(found: Plural, expected: int, line: int, column: int, hint: Message | None = None) -> None:
    if found.values["count"] == expected:
        return
    if hint is None:
        raise NotationError("found {found}, expected {expected}", line, column, found=found, expected=expected)
    raise NotationError(
        "found {found}, expected {expected}; {hint}", line, column, found=found, expected=expected, hint=hint
    )
