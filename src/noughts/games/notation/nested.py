"""Nested lists and S-expressions: `[["X", "_"], ["_", "_"]] X` and `(("X" #f) (#f #f)) X`.

Both are brackets around cells, so one reader serves both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...errors import NotationError, counted
from ..game import Game
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
        raise NotationError(f"found {shown(extra.symbol)}, expected nothing after the side", extra.line, extra.column)
    if not rest:
        names = " or ".join(game.sides)
        raise NotationError(f"the side to move is missing; expected {names} after the board", text.count("\n") + 1)
    marks = _flatten(tree, game, game.shape)
    return Position(game, bytes(marks), read_side(rest[0].symbol, game, rest[0].line, rest[0].column))


def board_from_lists(lists: Sequence[object], game: Game) -> bytes:
    """The board held in nested Python sequences; None, False and blanks are empty cells."""

    def flatten(part: object, shape: tuple[int, ...], where: str) -> list[int]:
        if not shape:
            blank = part is None or part is False or (isinstance(part, str) and not part.strip())
            try:
                return [read_mark("_" if blank else str(part), game, 1, 1)]
            except NotationError as error:
                raise NotationError(f"{where}: {error.problem}") from None
        if isinstance(part, str) or not isinstance(part, Sequence) or len(part) != shape[0]:
            raise NotationError(f"{where or 'the board'}: expected a list of {shape[0]}, found {part!r:.60}")
        axis = game.axes[-len(shape)]
        return [
            mark
            for at, item in enumerate(part, start=1)
            for mark in flatten(item, shape[1:], f"{where} {axis} {at}".strip())
        ]

    return bytes(flatten(lists, game.shape, ""))


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
                raise NotationError(f"found '{symbol}' without its opening bracket", line, column)
        elif kind == "stray":
            raise NotationError(f"found {shown(symbol)}, expected a mark in quotes or a bracket", line, column)
        elif kind is not None:
            cell = _Cell(symbol, line, column)
            (open_lists[-1][0].items if open_lists else rest).append(cell)
        if "\n" in token[0]:
            line += token[0].count("\n")
            line_start = token.end() - len(token[0]) + token[0].rfind("\n") + 1
    if open_lists or tree is None:
        raise NotationError(f"the text ends before the board is closed by '{open_lists[-1][1] if open_lists else ']'}'")
    return tree, rest


def _flatten(part: _Cell | _List, game: Game, shape: tuple[int, ...]) -> list[int]:
    if not shape:
        if isinstance(part, _List):
            raise NotationError("found a list, expected a mark", part.line, part.column)
        return [read_mark(part.symbol.strip() or "_", game, part.line, part.column)]
    if isinstance(part, _Cell):
        raise NotationError(f"found {shown(part.symbol)}, expected a list of {shape[0]}", part.line, part.column)
    if len(part.items) != shape[0]:
        actual = counted(len(part.items), game.axes[-len(shape)])
        raise NotationError(f"found {actual}, expected {shape[0]}", part.line, part.column)
    return [mark for item in part.items for mark in _flatten(item, game, shape[1:])]
