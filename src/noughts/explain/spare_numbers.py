"""Why a side that must not complete a line never has to: it has numbers to spare.

In a cell, a line forbids a side at most one of its numbers (or marks): the one that would complete it. Where fewer
lines could be completed than the side has numbers left, one of them is therefore safe, whatever stands on the board. So
only the set of empty cells matters, and all of these sets can be looked at.
"""

from __future__ import annotations

from functools import cache

from ..games import Position, SumTo
from ..games.geometry import Line

MOST_EMPTY = 10


def has_to_spare(position: Position, side: str) -> bool:
    """Whether the side, whose opponent is to move, can always choose a cell in which it has more numbers left than
    there are lines that it could complete, wherever the opponent goes."""
    game, empty = position.game, [cell for cell, mark in enumerate(position.board) if not mark]
    own = position.unused(game.marks_of[side])
    if not game.misere or len(own) < 2 or len(empty) > MOST_EMPTY or position.to_move == side:
        return False
    bits = {cell: 1 << at for at, cell in enumerate(empty)}
    lines = [line for line in game.lines if _is_open(position, line, own)]
    through = {
        bits[cell]: [sum(bits.get(at, 0) for at in line if at != cell) for line in lines if cell in line]
        for cell in empty
    }
    few = may_be_empty(position)

    def is_spare(cell: int, left: int, numbers: int) -> bool:
        return sum((others & left).bit_count() <= few for others in through[cell]) < numbers

    @cache
    def holds(left: int, numbers: int) -> bool:
        """Whether it goes well from here, with the opponent to move and so many numbers left."""
        return all(
            not after
            or any(
                is_spare(cell, after, numbers) and holds(after ^ cell, numbers - 1 if game.once else numbers)
                for cell in through
                if after & cell
            )
            for after in (left ^ cell for cell in through if left & cell)
        )

    return holds((1 << len(empty)) - 1, len(own))


def _is_open(position: Position, line: Line, own: tuple[int, ...]) -> bool:
    """Whether the side may yet complete the line: with one cell empty, one of its own numbers has to fit."""
    game = position.game
    contents = game.contents[line](position.board)
    if contents.count(0) == 1:
        return bool(game.goal.completing(contents, own))
    return game.goal.can_complete(contents, position.unused(game.all_marks), game.once)


def may_be_empty(position: Position) -> int:
    """How many other cells of a line can be empty when a number completes it: none, unless few numbers are enough."""
    goal, marks = position.game.goal, position.game.all_marks
    if not isinstance(goal, SumTo) or goal.full:
        return 0
    return max(position.game.length - -(-goal.target // max(marks)), 0)
