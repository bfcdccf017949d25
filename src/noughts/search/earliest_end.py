"""The distance under the ranking `earliest-end`: the shortest way to the end along moves that keep the result.

When every mover prefers the better result and then the game that ends sooner, the game takes the shortest path to
its end on which nobody gives anything away. So exact results are enough, and a breadth-first walk finds the end.
"""

from __future__ import annotations

from collections.abc import Callable

from ..games import Position, Result


def plies_to_end(position: Position, result_of: Callable[[Position], Result]) -> int:
    """How many plies the game lasts, given what each position is worth to its side to move."""
    if position.outcome is not None:
        return 0
    result = result_of(position)
    if result is Result.DRAW:
        return position.plies_left()
    level, plies = {position}, 1
    while True:
        following = {before.play(move) for before in level for move in before.legal_moves()}
        # Games that end here are looked for first: then the many that go on need no search at all.
        if any(after.outcome is not None and -result_of(after) == result for after in following):
            return plies
        level = {after for after in following if -result_of(after) == result}
        result, plies = -result, plies + 1
