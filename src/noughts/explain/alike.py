"""Moves that a symmetry of the position makes equal, and what people call them: the four corners.

A symmetry here is a rotation or reflection of the board that leaves every mark where one like it stands.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..games import Game, Move, Position
from ..games.geometry import Permutation
from ..language import _, ngettext
from . import words


def symmetries_of(position: Position) -> list[Permutation]:
    """The symmetries that leave the position as it is; the cell that takes the place of cell `i` is `symmetry[i]`."""
    board = position.board
    return [one for one in position.game.symmetries if all(board[one[cell]] == mark for cell, mark in enumerate(board))]


def image(move: Move, symmetry: Permutation) -> Move:
    return Move(symmetry[move.cell], move.mark, move.game)


def groups(position: Position, moves: Iterable[Move]) -> list[list[Move]]:
    """The moves, in the order given, with those that are equal by symmetry together."""
    found: dict[Move, list[Move]] = {}
    symmetries = symmetries_of(position)
    for move in moves:
        first = next((one for one in (image(move, symmetry) for symmetry in symmetries) if one in found), move)
        found.setdefault(first, []).append(move)
    return list(found.values())


def name(position: Position, moves: list[Move]) -> str:
    """What equal moves are called together, where there is a name for them: `the four corners`, otherwise nothing.

    A name fits these cells and no other empty cell: all corners that are empty, or those beside a mark that is the only
    one of its kind, or those that are not.
    """
    game, board = position.game, position.board
    cells = {move.cell for move in moves}
    if len(game.shape) != 2 or min(game.shape) < 3 or len({move.mark for move in moves}) > 1:
        return ""
    (kind, *more) = {_kind(cell, game) for cell in cells}
    if more or (kind == "inner" and max(game.shape) > 4 and len(cells) > 1):
        return ""
    same = {cell for cell in range(game.cells) if not board[cell] and _kind(cell, game) == kind}
    if cells == same:
        return _all_of(kind, len(cells), game)
    for mark in sorted(set(board) - {0}):
        if board.count(mark) == 1 and len(cells) > 1:
            at = board.index(mark)
            beside = {cell for cell in same if _are_beside(cell, at, game)}
            if cells == beside:
                return _("{cells} beside {mark}").format(cells=_all_of(kind, len(cells), game), mark=game.symbol(mark))
            if beside and cells == same - beside:
                named = _all_of(kind, len(cells), game)
                return _("{cells} away from {mark}").format(cells=named, mark=game.symbol(mark))
    return ""


def _kind(cell: int, game: Game) -> str:
    ends = sum(at in (1, size) for at, size in zip(game.place(cell), game.shape))
    if ends == 0 and all(2 * at == size + 1 for at, size in zip(game.place(cell), game.shape)):
        return "centre"
    return ("inner", "edge", "corner")[ends]


def _all_of(kind: str, count: int, game: Game) -> str:
    if kind == "centre":
        return _("the centre")
    texts = {
        "corner": ngettext("the last corner", "the {count} corners", count),
        "edge": ngettext("the last edge", "the {count} edges", count),
        "inner": ngettext("the last inner cell", "the {count} inner cells", count),
    }
    return texts[kind].format(count=words.number(count))


def _are_beside(one: int, other: int, game: Game) -> bool:
    return sum(abs(a - b) for a, b in zip(game.place(one), game.place(other))) == 1
