"""The distance under the ranking `earliest-end`: the shortest way to the end along moves that keep the result.

When every mover prefers the better result and then the game that ends sooner, the game takes the shortest path to
its end on which nobody gives anything away. So exact results are enough, and a breadth-first walk finds the end. Only
the winner can give anything away: whatever the loser does keeps the result, and a draw lasts until nobody can move.
"""

from __future__ import annotations

from collections.abc import Callable

from ..games import Position, Result


def plies_to_end(position: Position, result: Result, is_lost: Callable[[Position], bool]) -> int:
    """How many plies a game of that result lasts; `is_lost` tells whether a position is lost for its side to move."""
    if position.outcome is not None or result is Result.DRAW:
        return position.plies_left()
    symmetries = position.game.automorphisms
    level, plies = [position], 1
    while True:
        following = {before.play(move) for before in level for move in before.legal_moves}
        # Games that end here are looked for first: then the many that go on need no search at all.
        ended = [after for after in following if after.outcome is not None]
        if any(result is Result.LOSS or is_lost(after) for after in ended):
            return plies
        # Of positions that a symmetry carries into each other, one will do.
        different = {after.canonical(symmetries): after for after in following if after.outcome is None}.values()
        level = [after for after in different if result is Result.LOSS or is_lost(after)]
        result, plies = -result, plies + 1
