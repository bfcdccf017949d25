"""Moves as people write them: `2 2`, after the layer on a 3-D board, before the mark where there is a choice."""

from __future__ import annotations

from ...errors import IllegalMove, NotationError
from ..game import Game, Move
from ..position import Position
from .symbols import read_mark, shown


def pattern(position: Position) -> str:
    """What a move looks like here, as a prompt shows it: `row column` or `row column number`."""
    return " ".join((*position.game.axes, *_mark_word(position)))


def _mark_word(position: Position) -> tuple[str, ...]:
    if len(position.game.marks_of[position.to_move]) == 1:
        return ()
    return ("number",) if position.game.has_numbers else ("mark",)


def write_move(move: Move, position: Position) -> str:
    """The move in this position's pattern, counted from 1."""
    mark = (position.game.symbol(move.mark),) if _mark_word(position) else ()
    return " ".join((*map(str, position.game.place(move.cell)), *mark))


def describe(move: Move, game: Game) -> str:
    """The move in a list of moves: `X 2,2` or `5 at 2,2`."""
    place = ",".join(map(str, game.place(move.cell)))
    return f"{game.symbol(move.mark)} at {place}" if game.has_numbers else f"{game.symbol(move.mark)} {place}"


def read_move(text: str, position: Position) -> Move:
    """The legal move that a text such as `2 2` or `2,2` names; otherwise an error that says what is wrong."""
    game = position.game
    words = text.replace(",", " ").split()
    places, marks = words[: len(game.shape)], words[len(game.shape) :]
    if len(places) != len(game.shape) or len(marks) != len(_mark_word(position)):
        raise NotationError(
            f"found {shown(text.strip())}, expected {pattern(position)}, such as {_example(position)!r}"
        )
    for word in places:
        if not (word.lstrip("-").isascii() and word.lstrip("-").isdigit() and len(word) < 10):
            raise NotationError(f"found {shown(word)}, expected a number: {pattern(position)}")
    cell = game.cell_at(tuple(map(int, places)))
    own = game.marks_of[position.to_move]
    mark = read_mark(marks[0], game, 1, text.rfind(marks[0]) + 1) if marks else own[0]
    move = Move(cell, mark)
    objection = position.objection(move)
    if objection is not None:
        raise IllegalMove(objection)
    return move


def _example(position: Position) -> str:
    legal = position.legal_moves()
    return write_move(legal[0], position) if legal else "1 1"
