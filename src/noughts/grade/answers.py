"""Reads what an agent returned, as its interface says: a cell, or that there is no move, as a judge writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .interfaces import NUMBERED, Interface, Mark

NO_MOVE = "-1"
Raw = Mapping[str, Any]  # a reply of the child: `value`, `out`, and `after` or `values`
Board = Sequence[int]  # 0, or 1 for X and 2 for O


class Unreadable(ValueError):
    """What came back is not an answer of this interface."""


def text(interface: Interface, raw: Raw, board: Board, columns: int, side: int) -> str:
    """Row and column from 1, after them the number where there is one, a column alone, or -1; else as it looks."""
    try:
        if interface.answer == "action":
            return _action(raw.get("value"))
        cell = read(interface, raw, board, columns, side)
    except Unreadable:
        return str(raw.get("out", ""))
    if cell is None:
        return NO_MOVE
    row, column = cell
    return str(column + 1 if column >= -1 else column) if interface.answer == "column" else f"{row + 1} {column + 1}"


def read(interface: Interface, raw: Raw, board: Board, columns: int, side: int) -> tuple[int, int] | None:
    """Row and column from 0, perhaps not on the board; None for no move. `board` is as the agent was shown it."""
    kind = interface.answer
    if kind == "value":
        return _best(raw.get("values"), board, columns, side, interface)
    if kind == "written":
        return _placed(raw.get("after"), interface, board, columns, side)
    value = _part(raw.get("value"), interface.part)
    if kind == "board":
        return _placed(flat(value), interface, board, columns, side)
    if is_no_move(value):
        return None
    if kind == "column":
        return _fallen(_integer(value, interface.digits) - interface.base, board, columns)
    if kind == "key":
        return _cell(_position(interface.keys, value), columns)
    if kind == "index":
        row, column = _cell(_integer(value, interface.digits) - interface.base, columns)
    else:
        row, column = (at - interface.base for at in _pair(value, interface.digits))
        row, column = (row, column) if kind == "row-column" else (column, row)
    return (len(board) // columns - 1 - row if interface.bottom_first else row), column


def is_no_move(value: Any) -> bool:
    """What agents say when there is none: nothing at all, or -1."""
    if isinstance(value, list):
        return not value or all(one is None or (one == -1 and not isinstance(one, bool)) for one in value)
    return value is None or value is False or (value == -1 and not isinstance(value, bool)) or value == {}


def _part(value: Any, part: str) -> Any:
    """The part of what is returned that is the move."""
    if not part:
        return value
    if isinstance(value, dict):
        if "," in part:
            return [value.get(name) for name in part.split(",")]
        return value.get(part)
    if not isinstance(value, list) or len(value) < 2:
        raise Unreadable
    if part == "head":
        return value[:2] if len(value) == 3 else _fail()
    if part == "tail":
        return value[1:] if len(value) == 3 else _fail()
    if not part.isdigit() or int(part) >= len(value):
        raise Unreadable
    return value[int(part)]


def _fail() -> Any:
    raise Unreadable


def _pair(value: Any, digits: bool) -> tuple[int, int]:
    if isinstance(value, dict):
        for names in (("row", "col"), ("row", "column"), ("i", "j"), ("r", "c"), ("y", "x")):
            if all(name in value for name in names):
                value = [value[name] for name in names]
                break
    if isinstance(value, str) and digits:
        value = value.replace(",", " ").split()
    if not isinstance(value, list) or len(value) != 2:
        raise Unreadable
    return _integer(value[0], digits), _integer(value[1], digits)


def _integer(value: Any, digits: bool = False) -> int:
    """`digits` means that a text of digits is a number too."""
    if digits and isinstance(value, str) and value.strip().isdecimal() and len(value) < 6:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unreadable
    return value


def _cell(index: int, columns: int) -> tuple[int, int]:
    return divmod(index, columns) if index >= 0 else (-1, index)


def _fallen(column: int, board: Board, columns: int) -> tuple[int, int]:
    """The lowest empty cell of a column; of one that is full the highest, which is taken."""
    if not 0 <= column < columns:
        return -1, column
    return max((row for row in range(len(board) // columns) if not board[row * columns + column]), default=0), column


def _position(keys: Sequence[Mark], value: Any) -> int:
    for at, key in enumerate(keys):
        if key == value or (
            isinstance(value, list) and list(key) == value if isinstance(key, (tuple, list)) else False
        ):
            return at
    raise Unreadable


def _best(values: Any, board: Board, columns: int, side: int, interface: Interface) -> tuple[int, int] | None:
    """The move whose position has the best value: the first of several, as a loop over the moves finds it."""
    if not isinstance(values, list):
        raise Unreadable
    numbers: list[tuple[int, float]] = []
    for pair in values:
        value = _part(pair[1], interface.part)
        if isinstance(value, str) and value in ("inf", "-inf"):
            value = float(value)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Unreadable
        numbers.append((pair[0], value))
    if not numbers:
        return None
    wants_large = {"mover": True, "next": False, "X": side == 0, "O": side == 1}[interface.maximizer]
    best = (max if wants_large else min)(value for _, value in numbers)
    return _cell(next(cell for cell, value in numbers if value == best), columns)


def flat(value: Any) -> Any:
    """The cells of a returned board in reading order."""
    if isinstance(value, str):
        return list(value)
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, list) and len(value) == 3 and all(isinstance(row, (list, str)) for row in value):
        return [cell for row in value for cell in row]
    return value[1:] if isinstance(value, list) and len(value) == 10 else value


def _placed(after: Any, interface: Interface, board: Board, columns: int, side: int) -> tuple[int, int] | None:
    """The one cell that was empty and has the mover's mark now."""
    if not isinstance(after, list) or len(after) != len(board):
        raise Unreadable
    new = [at for at, mark in enumerate(board) if not _is_mark(after[at], mark, at, interface)]
    if not new:
        return None
    if len(new) > 1 or board[new[0]] or not _same(after[new[0]], interface.marks[side]):
        raise Unreadable
    return _cell(new[0], columns)


def _is_mark(found: Any, mark: int, cell: int, interface: Interface) -> bool:
    if mark:
        return _same(found, interface.marks[mark - 1])
    if interface.empty in NUMBERED:
        return not any(_same(found, one) for one in interface.marks)
    return _same(found, interface.empty)


def _same(one: Any, other: Any) -> bool:
    return bool(one == other) and isinstance(one, str) == isinstance(other, str)


def _action(value: Any) -> str:
    """Tic-Tac-Total: row, column and number."""
    if value is None:
        return NO_MOVE
    if not isinstance(value, dict) or set(value) != {"row", "col", "move"}:
        raise Unreadable
    row, column, number = (_integer(value[name]) for name in ("row", "col", "move"))
    return f"{row + 1} {column + 1} {number}"
