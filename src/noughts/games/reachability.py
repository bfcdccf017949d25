"""Boards that are plainly impossible, and why. Not every board that passes can be reached."""

from __future__ import annotations

from ..errors import UnreachablePosition, counted
from .position import Position


def objection(position: Position) -> str | None:
    """What is impossible about the board, in words; None if nothing is.

    Impossible are numbers of marks that differ by two or more, a completed line of each side, and a number that is
    there twice where each is used once. The turn is taken as given: it is not weighed against the marks.
    """
    game, board = position.game, position.board
    counts = dict.fromkeys(game.sides, 0)
    for mark in board:
        if mark in game.owner:
            counts[game.owner[mark]] += 1
    first, second = game.sides
    if len(game.owner) == len(game.all_marks) and abs(counts[first] - counts[second]) > 1:
        return (
            f"{first} has {counted(counts[first], 'mark')} on the board and {second} has {counts[second]}; "
            "sides move in turn, so the numbers differ by one at most"
        )
    completed = {
        game.owner[board[line[0]]]: line
        for line in game.lines
        if not game.has_numbers and board[line[0]] in game.owner and game.goal.is_complete(game.contents[line](board))
    }
    if len(completed) > 1:
        return f"both {first} and {second} have a completed line; the game ends with the first"
    for mark in game.all_marks:
        if game.once and board.count(mark) > 1:
            return f"{mark} is on the board {board.count(mark)} times; each number is used once"
    return None


def check(position: Position) -> Position:
    """The position itself, or `UnreachablePosition`."""
    problem = objection(position)
    if problem is not None:
        raise UnreachablePosition(f"no game leads to this board: {problem}")
    return position
