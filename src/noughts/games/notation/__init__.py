"""Boards as text: compact strings, boxed boards, nested lists and S-expressions, each read and written.

Where marks drop, the columns of a game are read, too, and boards of 0, 1 and 2 as other programs have them.

Every form carries the side to move, because a position is a board and a turn. What one form writes, `read` gives
back as an equal position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...errors import MisuseError, NotationError, either
from .. import reachability
from ..catalogue import game as named
from ..game import Game
from ..position import Position
from . import boxed, compact, nested, sequence, symbols

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
        raise NotationError("there is no board; expected one such as {example}", example=repr(game.start().text))
    if sequence.is_sequence(start, game):
        return _played(start, game, to_move)
    if start.startswith(("+", "|")) or start[:4].upper() == "TURN":
        position = boxed.read(text, game, to_move)
    else:
        form = nested if _NESTED.match(start) else compact
        position = form.read(text if to_move is None else f"{text} {to_move}", game)
    return reachability.check(position, lenient=lenient)


def _played(text: str, game: Game, to_move: str | None) -> Position:
    """The position after the columns of a game; the first side begins."""
    position = game.start()
    for move in sequence.read(text, position):
        position = position.play(move)
    if to_move not in (None, position.to_move):
        raise NotationError(
            "after {moves} it is the turn of {side}, not of {other}",
            moves=symbols.shown(text.strip()),
            side=position.to_move,
            other=to_move,
        )
    return position


def position_from(
    game: Game | str, board: bytes | str | Sequence[object] | None, to_move: str | None, *, lenient: bool
) -> Position:
    """A position from text in any notation, or from nested lists and the side to move; the empty board without."""
    rules = game if isinstance(game, Game) else _rules(game, board)
    if to_move is not None:
        to_move = symbols.read_side(to_move, rules)
    if board is None:
        return rules.start(to_move)
    if isinstance(board, str):
        return read(board, rules, to_move, lenient=lenient)
    if to_move is None:
        raise NotationError("the side to move is missing; expected {sides}", sides=either(rules.sides))
    cells = board if isinstance(board, bytes) else nested.board_from_lists(board, rules)
    position = Position(rules, cells, to_move)
    return position if isinstance(board, bytes) else reachability.check(position, lenient=lenient)


def _rules(name: object, board: object) -> Game:
    """The game of that name; an error that shows the right call if a board stands in its place."""
    is_board = isinstance(name, str) and board is None and ("/" in name or "+-" in name) and not name.endswith(".toml")
    if is_board or (isinstance(name, Sequence) and not isinstance(name, str)):
        raise MisuseError("the game comes first: {call}", call=f"Position('tictactoe', {name!r:.60})")
    return named(name)  # type: ignore[arg-type]


def write(position: Position, form: str = "compact") -> str:
    """The position as text, in one of the forms of `WRITERS`."""
    if form not in WRITERS:
        raise NotationError("no notation is called {name}; expected {names}", name=repr(form), names=", ".join(WRITERS))
    return WRITERS[form](position)
