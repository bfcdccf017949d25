"""What provers are held against: the whole game tree, without any idea in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


@cache
def breaker_holds(cells: int, lines: tuple[int, ...], maker: int, breaker: int, breaker_moves: bool) -> bool:
    """Whether Breaker keeps Maker from owning all cells of a line; lines are sets of bits."""
    if any(line & ~maker == 0 for line in lines):
        return False
    moves = [1 << cell for cell in range(cells) if not (maker | breaker) >> cell & 1]
    if not moves:
        return True
    if breaker_moves:
        return any(breaker_holds(cells, lines, maker, breaker | move, False) for move in moves)
    return all(breaker_holds(cells, lines, maker | move, breaker, True) for move in moves)


@cache
def attacker_wins(cells: int, lines: tuple[int, ...], mine: int, theirs: int, attacker_moves: bool) -> bool:
    """Whether the attacker completes a line before the defender does."""
    if any(line & ~theirs == 0 for line in lines):
        return False
    if any(line & ~mine == 0 for line in lines):
        return True
    moves = [1 << cell for cell in range(cells) if not (mine | theirs) >> cell & 1]
    if attacker_moves:
        return any(attacker_wins(cells, lines, mine | move, theirs, False) for move in moves)
    return bool(moves) and all(attacker_wins(cells, lines, mine, theirs | move, True) for move in moves)


def as_bits(lines: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(sum(1 << cell for cell in line) for line in lines)
