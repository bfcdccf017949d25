"""Boards that are plainly impossible, and why. Not every board that passes can be reached."""

from __future__ import annotations

from ..errors import Message, NotationError, Plural, UnreachablePosition
from .position import Position


def objection(position: Position) -> Message | None:
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
        return Plural(
            "{first} has {count} mark on the board and {second} has {other}; "
            "sides move in turn, so the numbers differ by one at most",
            "{first} has {count} marks on the board and {second} has {other}; "
            "sides move in turn, so the numbers differ by one at most",
            first=Message(first),
            count=counts[first],
            second=Message(second),
            other=counts[second],
        )
    completed = {
        game.owner[board[line[0]]]: line
        for line in game.lines
        if not game.has_numbers and board[line[0]] in game.owner and game.is_complete(game.contents[line](board))
    }
    if len(completed) > 1:
        return Message(
            "both {first} and {second} have a completed line; the game ends with the first", first=first, second=second
        )
    for mark in game.all_marks:
        if game.once and board.count(mark) > 1:
            count = board.count(mark)
            return Message("{mark} is on the board {count} times; each number is used once", mark=mark, count=count)
    return None


def check(position: Position, *, lenient: bool) -> Position:
    """The position itself, or `UnreachablePosition` unless `lenient`.

    Where marks drop, one that has nothing below it is always an error: no rule says how such a game goes on.
    """
    game, board = position.game, position.board
    for cell in range(game.cells - game.columns) if game.drop else ():
        if board[cell] and not board[cell + game.columns]:
            raise NotationError(
                "{mark} in {place} has nothing below it; marks fall to the lowest empty cell",
                mark=game.symbol(board[cell]),
                place=game.column_name(cell),
            )
    problem = None if lenient else objection(position)
    if problem is not None:
        raise UnreachablePosition("no game leads to this board: {problem}", problem=problem)
    return position
