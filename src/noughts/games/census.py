"""Counting: every position a game can reach, and every way it can be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from .position import Position


def reachable(start: Position) -> Iterator[Position]:
    """Every position that can follow from `start`, itself included, each once, fewest marks first."""
    level = {start: None}
    while level:
        yield from level
        following = (position.play(move) for position in level for move in position.legal_moves)
        level = dict.fromkeys(following)


def count_classes(positions: Iterable[Position]) -> int:
    """How many of the positions differ by more than a rotation or reflection."""
    return len({(position.canonical(position.game.symmetries), position.to_move) for position in positions})


def count_games(start: Position) -> Counter[str | None]:
    """How many different games each side wins, and under None how many are drawn."""
    counts: dict[Position, Counter[str | None]] = {}

    def count(position: Position) -> Counter[str | None]:
        if position.outcome is not None:
            return Counter({position.outcome.winner: 1})
        if position not in counts:
            counts[position] = Counter()
            for move in position.legal_moves:
                counts[position].update(count(position.play(move)))
        return counts[position]

    return count(start)
