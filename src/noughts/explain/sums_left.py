"""Where the target can still be made in a game of numbers: in which line, by whom, and with which number."""

from __future__ import annotations

from dataclasses import dataclass

from ..games import Position, SumTo
from ..games.geometry import Line

MOST_LINES = 3  # more than these nobody would look at


@dataclass(frozen=True)
class LineSum:
    """A line in which one of the numbers makes the target."""

    line: Line
    numbers: tuple[int, ...]


def lines_in_reach(position: Position) -> tuple[Line, ...]:
    """The lines in which the numbers left can still make the target; none in games without numbers."""
    game, marks = position.game, position.unused(position.game.all_marks)
    if not isinstance(game.goal, SumTo):
        return ()
    return tuple(
        line
        for line, contents in game.contents.items()
        if game.goal.can_complete(contents(position.board), marks, game.once)
    )


def can_make(position: Position, line: Line, side: str) -> bool:
    """Whether the side may yet be the one whose number completes the line, whatever is placed before."""
    game, contents = position.game, list(position.game.contents[line](position.board))
    goal, marks = game.goal, position.unused(game.all_marks)
    if 0 not in contents:
        return False
    at = contents.index(0)  # the order of the numbers does not matter
    for mark in position.unused(game.marks_of[side]):
        contents[at] = mark
        left = tuple(other for other in marks if other != mark) if game.once else marks
        if game.is_complete(tuple(contents)) or goal.can_complete(tuple(contents), left, game.once):
            return True
    return False


def after_any_reply(after: Position, side: str) -> tuple[LineSum, ...] | None:
    """A few lines of which, whatever the reply, the side can complete one, and the numbers it does that with.

    None where some reply stops all, where it takes more lines, and in games without numbers.
    """
    game = after.game
    if not isinstance(game.goal, SumTo) or game.misere or after.outcome is not None:
        return None
    open_replies: list[dict[Line, int]] = []
    for reply in after.legal_moves:
        then = after.play(reply)
        made: dict[Line, int] = {}
        for move in then.completing_moves(side) if then.outcome is None else ():
            made.update(dict.fromkeys(then.lines_completed(move), move.mark))
        if not made:
            return None
        open_replies.append(made)
    chosen: dict[Line, set[int]] = {}
    while open_replies and len(chosen) < MOST_LINES:
        every = sorted({line for made in open_replies for line in made})
        best = max(every, key=lambda line: sum(line in made for made in open_replies))
        chosen[best] = {made[best] for made in open_replies if best in made}
        open_replies = [made for made in open_replies if best not in made]
    if open_replies:
        return None
    return tuple(LineSum(line, tuple(sorted(numbers))) for line, numbers in chosen.items())
