"""An exhibit: alpha-beta as textbooks write it, breaking ties by depth. It can choose a losing move. Do not use it.

Utilities are +1, 0 and -1 for the player at the root, a branch is cut when beta <= alpha, and among moves of equal
utility the one whose end was found at the smallest depth wins. The error is in the last part. A subtree that was cut
has returned a bound and not a value. "At most a win" arrives as "a win", with the depth of some line in which the
opponent helps, and if that depth is smaller than a true win's the move is preferred to it. The ladder carries the
distance inside the window instead, or reads no distance off a search at all (`earliest_end`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..games import Move, Position
from .contract import INFINITY


class Choice(NamedTuple):
    """A utility, the depth at which it was found, and the move that led there."""

    utility: int
    depth: int
    move: Move | None = None


def textbook_choice(position: Position, order: Callable[[Move], tuple[int, ...]]) -> Move | None:
    """What the textbook procedure plays when it tries moves in the given order; None if the game is over."""
    return _search(position, -INFINITY, INFINITY, 0, position.to_move, order).move


def _search(
    position: Position, alpha: int, beta: int, depth: int, root: str, order: Callable[[Move], tuple[int, ...]]
) -> Choice:
    if position.outcome is not None:
        winner = position.outcome.winner
        return Choice(0 if winner is None else 1 if winner == root else -1, depth)
    maximising = position.to_move == root
    sign = 1 if maximising else -1
    best = Choice(-sign * INFINITY, INFINITY)
    for move in sorted(position.legal_moves, key=order):
        reply = _search(position.play(move), alpha, beta, depth + 1, root, order)
        if (sign * reply.utility, -reply.depth) > (sign * best.utility, -best.depth):
            best = Choice(reply.utility, reply.depth, move)
        if maximising:
            alpha = max(alpha, best.utility)
        else:
            beta = min(beta, best.utility)
        if beta <= alpha:
            break
    return best
