"""Boards as text: compact strings, boxed boards, nested lists and S-expressions, each read and written.

Every form carries the side to move, because a position is a board and a turn. What one form writes, `read` gives
back as an equal position.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ...errors import NotationError
from .. import reachability
from ..game import Game
from ..position import Position
from . import boxed, compact, nested

# A bracket opens a list of lists, or an S-expression; in compact notation it can only hold a number.
_NESTED = re.compile(r"'?\s*(\(|\[\s*[\[(])")

WRITERS: dict[str, Callable[[Position], str]] = {
    "compact": compact.write,
    "boxed": boxed.write,
    "lists": nested.write_lists,
    "sexpr": nested.write_sexpr,
}


def read(text: str, game: Game, to_move: str | None = None, *, lenient: bool = False) -> Position:
    """The position written in any of the forms. Boards nobody could reach are an error unless `lenient`.

    `to_move` is for a text that holds the board alone.
    """
    text = text.removeprefix("\ufeff")
    start = text.lstrip()
    if not start:
        raise NotationError(f"there is no board; expected one such as {str(game.start())!r}")
    if start.startswith(("+", "|")) or start[:4].upper() == "TURN":
        position = boxed.read(text, game, to_move)
    else:
        form = nested if _NESTED.match(start) else compact
        position = form.read(text if to_move is None else f"{text} {to_move}", game)
    return position if lenient else reachability.check(position)


def write(position: Position, form: str = "compact") -> str:
    """The position as text, in one of the forms of `WRITERS`."""
    if form not in WRITERS:
        raise NotationError(f"no notation is called {form!r}; expected {', '.join(WRITERS)}")
    return WRITERS[form](position)
