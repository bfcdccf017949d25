"""How places, lines and lists of moves are said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..games import Game, Move, Position, Result
from ..games.geometry import Line
from ..games.notation.moves import describe

VERBS = {Result.WIN: "wins", Result.DRAW: "draws", Result.LOSS: "loses"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def number(count: int) -> str:
    """`two`, `three`; digits from ten on."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def listed(items: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


def place_name(cell: int, game: Game) -> str:
    """`3,1`; on a 3-D board `2,3,1`."""
    return ",".join(map(str, game.place(cell)))


def target_name(move: Move, game: Game, side: str) -> str:
    """The place alone where the side has one mark to put there, otherwise the mark too: `3,1`, `5 at 3,1`, `X 3,1`."""
    return place_name(move.cell, game) if len(game.marks_of[side]) == 1 else describe(move, game)


def said(move: Move, position: Position) -> str:
    """A move in a line of play; with the side's name where the mark does not tell whose move it is."""
    game = position.game
    whose = "" if move.mark in game.owner else f"{position.to_move} "
    return f"{whose}{describe(move, game)}"


def targets(moves: Sequence[Move], game: Game, side: str) -> str:
    return listed(target_name(move, game, side) for move in moves)


def line_name(line: Line, game: Game) -> str:
    """`row 1`, `column 3`, `the diagonal 1,1–3,3`; by its ends where it is only part of a row."""
    ends = f"{place_name(line[0], game)}–{place_name(line[-1], game)}"
    *_, rows, columns = game.shape
    places = [game.place(cell) for cell in line]
    if len(game.shape) == 3 or len(line) == 1:
        return ends if len(line) > 1 else place_name(line[0], game)
    if len({row for row, _ in places}) == 1:
        return f"row {places[0][0]}" if len(line) == columns else ends
    if len({column for _, column in places}) == 1:
        return f"column {places[0][1]}" if len(line) == rows else ends
    return f"the diagonal {ends}"


def completed_name(line: Line, position: Position) -> str:
    """The line, and in number games how it adds up: `row 3 (2 + 5 + 6 = 13)`."""
    game = position.game
    if not game.has_numbers:
        return line_name(line, game)
    numbers = [position.board[cell] for cell in line if position.board[cell]]
    return f"{line_name(line, game)} ({' + '.join(map(str, numbers))} = {sum(numbers)})"


def completed(lines: Iterable[Line], position: Position) -> str:
    return listed(completed_name(line, position) for line in lines)


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
