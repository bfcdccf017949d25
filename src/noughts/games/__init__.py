"""The rules as data, positions, symmetries, notation. Nothing here searches."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import NotationError
from . import notation, reachability
from .catalogue import EXAMPLES, game
from .game import Game, Move, O, X
from .goals import SameMark, SumTo
from .position import Outcome, Position
from .value import Ranking, Result, Value

__all__ = [
    "EXAMPLES",
    "Game",
    "Move",
    "O",
    "Outcome",
    "Position",
    "Ranking",
    "Result",
    "SameMark",
    "SumTo",
    "Value",
    "X",
    "game",
    "position",
]


def position(
    which: str | Game,
    board: str | Sequence[object] | None = None,
    to_move: str | None = None,
    *,
    lenient: bool = False,
) -> Position:
    """A position from text in any notation, or from nested lists and the side to move; the empty board without.

    >>> position("tictactoe", "XX_/OO_/___ X").to_move
    'X'
    """
    rules = which if isinstance(which, Game) else game(which)
    if to_move is not None:
        to_move = notation.symbols.read_side(to_move, rules)
    if board is None:
        return rules.start(to_move)
    if isinstance(board, str):
        return notation.read(board, rules, to_move, lenient=lenient)
    if to_move is None:
        raise NotationError(f"the side to move is missing; expected {' or '.join(rules.sides)}")
    made = Position(rules, notation.nested.board_from_lists(board, rules), to_move)
    return made if lenient else reachability.check(made)
