"""Boards as text: compact strings, boxed boards, nested lists and S-expressions, each read and written.

Every form carries the side to move, because a position is a board and a turn. What one form writes, `read` gives
back as an equal position.
"""

from __future__ import annotations

from collections.abc import Callable

from ...errors import NotationError
from .. import reachability
from ..game import Game
from ..position import Position
from . import boxed, compact, nested

WRITERS: dict[str, Callable[[Position], str]] = {
    "compact": compact.write,
    "boxed": boxed.write,
    "lists": nested.write_lists,
    "sexpr": nested.write_sexpr,
}


def read(text: str, game: Game, *, lenient: bool = False) -> Position:
    """The position written in any of the forms. Boards nobody could reach are an error unless `lenient`."""
    text = text.removeprefix("\ufeff")
    start = text.lstrip()
    if not start:
        raise NotationError(f"there is no board; expected one such as {str(game.start())!r}")
    if start.startswith(("+", "|")) or start[:4].upper() == "TURN":
        position = boxed.read(text, game)
    elif start.startswith(("[[", "[ [", "(", "'(")):
        position = nested.read(text, game)
    else:
        position = compact.read(text, game)
    return position if lenient else reachability.check(position)


def write(position: Position, form: str = "compact") -> str:
    """The position as text, in one of the forms of `WRITERS`."""
    return WRITERS[form](position)
