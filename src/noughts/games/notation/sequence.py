"""`44455`: the columns of a game in which marks drop, one after the other, as solvers of Connect Four write them.

Up to nine columns have a digit each; spaces and commas between them are passed over. Wider boards need them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...errors import IllegalMove, NotationError
from ..game import Game, Move
from ..position import Position

_COLUMNS = re.compile(r"[\d\s,]*[1-9][\d\s,]*")


def is_sequence(text: str, game: Game) -> bool:
    """Whether a text can only be the columns of a game: on a flat board, nothing but numbers."""
    return has_sequences(game) and _COLUMNS.fullmatch(text) is not None


def has_sequences(game: Game) -> bool:
    return game.drop and len(game.shape) == 2 and not game.has_choice


def read(text: str, start: Position) -> list[Move]:
    """The moves of a game, from this position on."""
    has_digits = start.game.columns <= 9
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    columns = [digit for word in words for digit in word] if has_digits else words
    now, moves = start, list[Move]()
    for number, column in enumerate(columns, start=1):
        try:
            moves.append(now.move(column))
        except (IllegalMove, NotationError) as error:
            raise NotationError("move {number}: {problem}", number=number, problem=error.message) from None
        now = now.play(moves[-1])
    return moves


def write(moves: Sequence[Move], game: Game) -> str:
    """The columns of the moves: `44455`, with commas where there are more than nine columns."""
    columns = [str(move.cell % game.columns + 1) for move in moves]
    return ("" if game.columns <= 9 else ",").join(columns)


def leading_to(position: Position) -> str | None:
    """A game that leads to the position, found by taking marks back; None if there is none."""
    game, across = position.game, position.game.columns
    tried: set[bytes] = set()
    taken: list[Move] = []

    def take_back(now: Position) -> bool:
        if not any(now.board):
            return True
        if now.board in tried:
            return False
        tried.add(now.board)
        last = game.opponent[now.to_move]
        for column in range(across):
            lowest = game.landing(now.board, column)
            top = column if lowest is None else lowest + across
            if top >= game.cells or now.board[top] not in game.marks_of[last]:
                continue
            before = Position(game, now.board[:top] + b"\0" + now.board[top + 1 :], last)
            if before.outcome is None:
                taken.append(Move(top, now.board[top], game))
                if take_back(before):
                    return True
                taken.pop()
        return False

    return write(taken[::-1], game) if take_back(position) else None
