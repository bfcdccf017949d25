"""`position(...)` for `Position(...)`. It has a file of its own because a module is called `position`, too."""

from __future__ import annotations

from collections.abc import Sequence

from .game import Game
from .position import Position


def position(
    which: str | Game,
    board: str | Sequence[object] | None = None,
    to_move: str | None = None,
    *,
    lenient: bool = False,
) -> Position:
    """Shorthand for `Position(...)`."""
    return Position(which, board, to_move, lenient=lenient)
