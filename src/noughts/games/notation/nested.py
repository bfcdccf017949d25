"""Nested lists and S-expressions: `[["X", "_"], ["_", "_"]] X` and `(("X" #f) (#f #f)) X`.

Both are brackets around cells, so one reader serves both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...errors import Message, NotationError, Plural, either, joined
from ..game import Game, axis_place
from ..position import Position
from .symbols import read_mark, read_side, shown

_TOKEN = re.compile(r"""\s+ | (?P<open>'?[(\[]) | (?P<close>[)\]]) | , | "(?P<double>[^"\n]*)" | '(?P<single>[^'\n]*)'
                        | (?P<atom>[^\s()\[\],"']+) | (?P<stray>.)""", re.VERBOSE)  # fmt: skip
_PAIRS = {"(": ")", "[": "]"}


class _Cell(NamedTuple):
    symbol: str
    line: int
    column: int


class _List(NamedTuple):
    items: list[_Cell | _List]
    line: int
    column: int


def write_lists(position: Position) -> str:
    """Lists as JSON and Python write them."""
    empty = "0" if position.game.has_numbers else '"_"'
    return f"{_write(position, empty, '[', ', ', ']')} {position.to_move}"


def write_sexpr(position: Position) -> str:
    """An S-expression with `#f` for an empty cell."""
    return f"{_write(position, '#f', '(', ' ', ')')} {position.to_move}"


def _write(position: Position, empty: str, start: str, between: str, end: str) -> str:
    game = position.game

    def symbol(mark: int) -> str:
        if not mark:
            return empty
        return str(mark) if game.has_numbers else f'"{game.symbol(mark)}"'

    items = [symbol(mark) for mark in position.board]
    for size in reversed(game.shape):
        items = [start + between.join(items[at : at + size]) + end for at in range(0, len(items), size)]
    return items[0]


def read(text: str, game: Game) -> Position:
    tree, rest = _parse(text)
    if len(rest) > 1:
        extra = rest[1]
        raise NotationError(
            "found {found}, expected nothing after the side", extra.line, extra.column, found=shown(extra.symbol)
        )
    if not rest:
        raise NotationError(
            "the side to move is missing; expected {sides} after the board",
            text.count("\n") + 1,
            sides=either(game.sides),
        )
    marks = _flatten(tree, game, game.shape)
    return Position(game, bytes(marks), read_side(rest[0].symbol, game, rest[0].line, rest[0].column))


def board_from_lists(lists: Sequence[object], game: Game) -> bytes:
    """The board held in nested Python sequences; None, False and blanks are empty cells."""

    def flatten(part: object, shape: tuple[int, ...], place: tuple[int, ...]) -> list[int]:
        where = (
            joined((axis_place(axis, at) for axis, at in zip(game.axes, place)), " ") if place else Message("the board")
        )
        if not shape:
            blank = part is None or part is False or (isinstance(part, str) and not part.strip())
            try:
                return [read_mark("_" if blank else str(part), game)]
            except NotationError as error:
                raise NotationError("{place}: {problem}", place=where, problem=error.problem) from None
        if isinstance(part, str) or not isinstance(part, Sequence) or len(part) != shape[0]:
            raise NotationError(
                "{place}: expected a list of {count}, found {found}",
                place=where,
                count=shape[0],
                found=f"{part!r:.60}",
            )
        return [mark for at, item in enumerate(part, start=1) for mark in flatten(item, shape[1:], (*place, at))]

    return bytes(flatten(_as_rows(lists, game) if game.drop else lists, game.shape, ()))


def _as_rows(lists: Sequence[object], game: Game) -> Sequence[object]:
    """Other programs have one list of all cells, or a list for each column from the bottom up."""
    rows, columns = game.shape[-2:]
    if len(lists) == game.cells and not any(isinstance(part, (list, tuple)) for part in lists):
        flat = list(lists)
        for size in reversed(game.shape[1:]):
            flat = [flat[at : at + size] for at in range(0, len(flat), size)]
        return flat
    by_column = [part for part in lists if isinstance(part, (list, tuple)) and len(part) == rows]
    if len(game.shape) == 2 and rows != columns and len(lists) == columns == len(by_column):
        return [[column[row] for column in by_column] for row in reversed(range(rows))]
    return lists


def _parse(text: str) -> tuple[_List, list[_Cell]]:
    """The bracketed tree a text starts with, and the words after it."""
    open_lists: list[tuple[_List, str]] = []
    tree: _List | None = None
    rest: list[_Cell] = []
    line, line_start = 1, 0
    for token in _TOKEN.finditer(text):
        column = token.start() - line_start + 1
        kind, symbol = token.lastgroup, token[token.lastgroup or 0]
        if kind == "open":
            if tree is not None and not open_lists:
                raise NotationError("found a second board, expected the side to move", line, column)
            new = _List([], line, column)
            if open_lists:
                open_lists[-1][0].items.append(new)
            open_lists.append((new, _PAIRS[symbol[-1]]))
            tree = tree or new
        elif kind == "close":
            if not open_lists or open_lists.pop()[1] != symbol:
                raise NotationError("found '{bracket}' without its opening bracket", line, column, bracket=symbol)
        elif kind == "stray":
            raise NotationError(
                "found {found}, expected a mark in quotes or a bracket", line, column, found=shown(symbol)
            )
        elif kind is not None:
            cell = _Cell(symbol, line, column)
            (open_lists[-1][0].items if open_lists else rest).append(cell)
        if "\n" in token[0]:
            line += token[0].count("\n")
            line_start = token.end() - len(token[0]) + token[0].rfind("\n") + 1
    if open_lists or tree is None:
        bracket = open_lists[-1][1] if open_lists else "]"
        raise NotationError("the text ends before the board is closed by '{bracket}'", bracket=bracket)
    return tree, rest


def _flatten(part: _Cell | _List, game: Game, shape: tuple[int, ...]) -> list[int]:
    if not shape:
        if isinstance(part, _List):
            raise NotationError("found a list, expected a mark", part.line, part.column)
        return [read_mark(part.symbol.strip() or "_", game, part.line, part.column)]
    if isinstance(part, _Cell):
        raise NotationError(
            "found {found}, expected a list of {count}",
            part.line,
            part.column,
            found=shown(part.symbol),
            count=shape[0],
        )
    if len(part.items) != shape[0]:
        found = _counted(game.axes[-len(shape)], len(part.items))
        raise NotationError(
            "found {found}, expected {expected}", part.line, part.column, found=found, expected=shape[0]
        )
    return [mark for item in part.items for mark in _flatten(item, game, shape[1:])]


def _counted(axis: str, count: int) -> Plural:
    return {
        "layer": Plural("{count} layer", "{count} layers", count=count),
        "row": Plural("{count} row", "{count} rows", count=count),
        "column": Plural("{count} column", "{count} columns", count=count),
    }[axis]
