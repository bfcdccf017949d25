"""How places, lines and lists of moves are said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..games import Game, Move, Position, Result, Value
from ..games.geometry import Line
from ..games.notation.moves import describe
from ..language import _, current, ngettext

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def plies(count: int) -> str:
    return ngettext("{count} ply", "{count} plies", count).format(count=count)


def verb(result: Result) -> str:
    """`wins`, `draws`, `loses`."""
    return {Result.WIN: _("wins"), Result.DRAW: _("draws"), Result.LOSS: _("loses")}[result]


def sentence(value: Value, side: str) -> str:
    """`X wins in 3 plies`."""
    count = value.distance
    said = {
        Result.WIN: ngettext("{side} wins in {count} ply", "{side} wins in {count} plies", count),
        Result.DRAW: ngettext("{side} draws in {count} ply", "{side} draws in {count} plies", count),
        Result.LOSS: ngettext("{side} loses in {count} ply", "{side} loses in {count} plies", count),
    }
    return said[value.result].format(side=side_name(side), count=count)


def side_name(side: str) -> str:
    """The side as people call it; X and O are the same everywhere."""
    return {"odd": _("odd"), "even": _("even"), "first": _("first"), "second": _("second")}.get(side, side)


def move_name(move: Move, game: Game) -> str:
    """`X 2,2`, `5 at 2,2`."""
    if not game.has_numbers:
        return describe(move, game)
    return _("{number} at {place}").format(number=move.mark, place=place_name(move.cell, game))


def number(count: int) -> str:
    """`two`, `three`; digits from ten on, and in other languages."""
    return NUMBERS[count] if count < len(NUMBERS) and current() == "en" else str(count)


def either() -> str:
    return _("or")


def listed(items: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = items
    return _("{most} and {last}").format(most=", ".join(most), last=last) if most else last


def place_name(cell: int, game: Game) -> str:
    """`3,1`; on a 3-D board `2,3,1`."""
    return ",".join(map(str, game.place(cell)))


def target_name(move: Move, game: Game, side: str) -> str:
    """The place alone where the side has one mark to put there, otherwise the mark too: `3,1`, `5 at 3,1`, `X 3,1`."""
    return place_name(move.cell, game) if len(game.marks_of[side]) == 1 else move_name(move, game)


def said(move: Move, position: Position) -> str:
    """A move in a line of play; with the side's name where the mark does not tell whose move it is."""
    game = position.game
    whose = "" if move.mark in game.owner else f"{side_name(position.to_move)} "
    return f"{whose}{move_name(move, game)}"


def targets(moves: Sequence[Move], game: Game, side: str) -> str:
    return listed(target_name(move, game, side) for move in moves)


def line_name(line: Line, game: Game) -> str:
    """`row 1`, `column 3`, `the diagonal 1,1–3,3`; by its ends where it is only part of a row."""
    ends = f"{place_name(line[0], game)}–{place_name(line[-1], game)}"
    rows, columns = game.shape[-2:]
    places = [game.place(cell) for cell in line]
    if len(game.shape) == 3 or len(line) == 1:
        return ends if len(line) > 1 else place_name(line[0], game)
    if len({place[0] for place in places}) == 1:
        return _("row {at}").format(at=places[0][0]) if len(line) == columns else ends
    if len({place[1] for place in places}) == 1:
        return _("column {at}").format(at=places[0][1]) if len(line) == rows else ends
    return _("the diagonal {ends}").format(ends=ends)


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
