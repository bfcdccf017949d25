"""The course format: a board drawn in boxes, under a line that names the side to move.

    TURN X
    +---+---+---+
    | X | _ | _ |
    +---+---+---+
    | _ | O | _ |
    +---+---+---+
    | _ | _ | _ |
    +---+---+---+

The layers of a 3-D board follow each other, with an empty line between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...errors import NotationError, Plural, either
from ..game import Game
from ..position import Position
from .symbols import read_mark, read_side, shown

NumberedLines = Iterator[tuple[int, str]]


def write(position: Position) -> str:
    return f"TURN {position.to_move}\n{draw(position)}"


def draw(position: Position) -> str:
    """The boxes alone, without the side to move."""
    game = position.game
    layer_size = game.shape[-1] * game.shape[-2]
    layers = [position.board[at : at + layer_size] for at in range(0, game.cells, layer_size)]
    return "\n\n".join(_draw_layer(layer, game) for layer in layers)


def _draw_layer(board: bytes, game: Game) -> str:
    width = max(len(game.symbol(mark)) for mark in game.all_marks)
    columns = game.shape[-1]
    border = "+" + ("-" * (width + 2) + "+") * columns
    drawn = [border]
    for at in range(0, len(board), columns):
        drawn.append("|" + "".join(f" {game.symbol(mark):>{width}} |" for mark in board[at : at + columns]))
        drawn.append(border)
    return "\n".join(drawn)


def read(text: str, game: Game, to_move: str | None = None) -> Position:
    """The position in a text; `to_move` is for one that holds the boxes alone."""
    lines = numbered(text.splitlines())
    side = read_turn(lines, game) if to_move is None else read_side(to_move, game)
    board = read_board(lines, game)
    for number, line in lines:
        raise NotationError("found {found}, expected nothing after the board", number, found=shown(line.strip()))
    return Position(game, board, side)


def numbered(lines: Iterable[str]) -> NumberedLines:
    """The lines that are not blank, with their numbers; indentation stays, so that columns can be named."""
    return ((number, line.rstrip()) for number, line in enumerate(lines, start=1) if line.strip())


def read_turn(lines: NumberedLines, game: Game) -> str:
    """Reads one line, `TURN X`."""
    number, line = next(lines, (0, ""))
    return turn(number, line, game)


def turn(number: int, line: str, game: Game) -> str:
    """The side named in a line such as `TURN X`."""
    word, *side = line.split(maxsplit=1) or [""]
    if word.upper() != "TURN":
        expected = either(f"TURN {side}" for side in game.sides)
        if not line:
            raise NotationError("the text ends, expected {expected}", number or None, expected=expected)
        raise NotationError(
            "found {found}, expected {expected}", number or None, found=shown(line.strip()), expected=expected
        )
    end = line.index(word) + len(word)
    column = line.index(side[0], end) + 1 if side else end + 2
    return read_side(side[0] if side else "", game, number, column)


def read_board(lines: NumberedLines, game: Game) -> bytes:
    """Reads the lines of one boxed board, and no more than those."""
    *_, rows, columns = game.shape
    marks: list[int] = []
    for _ in range(game.cells // (rows * columns)):
        _read_border(lines, columns)
        for _ in range(rows):
            marks += _read_row(lines, game)
            _read_border(lines, columns)
    return bytes(marks)


def _read_border(lines: NumberedLines, columns: int) -> None:
    number, line = _next(lines, "+---" * columns + "+")
    boxes = line.strip().split("+")
    if len(boxes) != columns + 2 or boxes[0] or boxes[-1] or any(not box or box.strip("-") for box in boxes[1:-1]):
        expected = "+---" * columns + "+"
        raise NotationError("found {found}, expected {expected}", number, found=shown(line.strip()), expected=expected)


def _read_row(lines: NumberedLines, game: Game) -> list[int]:
    columns = game.shape[-1]
    pattern = f"| {game.symbol(0)} " * columns + "|"
    number, line = _next(lines, pattern)
    cells = line.strip().split("|")
    if len(cells) < 2 or cells[0] or cells[-1]:
        raise NotationError(
            "found {found}, expected a row such as {example}", number, found=shown(line.strip()), example=pattern
        )
    if len(cells) != columns + 2:
        found = Plural("{count} cell", "{count} cells", count=len(cells) - 2)
        raise NotationError("found {found}, expected {expected}", number, found=found, expected=columns)
    marks, column = [], len(line) - len(line.lstrip()) + 2
    for cell in cells[1:-1]:
        if not cell.strip():
            raise NotationError(
                "found an empty box, expected {mark} for an empty cell", number, column, mark=game.symbol(0)
            )
        marks.append(read_mark(cell.strip(), game, number, column + len(cell) - len(cell.lstrip())))
        column += len(cell) + 1
    return marks


def _next(lines: NumberedLines, expected: str) -> tuple[int, str]:
    for number, line in lines:
        return number, line
    raise NotationError("the board ends too soon, expected {expected}", expected=expected)
