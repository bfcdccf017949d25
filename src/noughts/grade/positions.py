"""The positions that an agent is asked about.

Of a small game these are all reachable positions, including finished ones. Of a larger game they are a fixed sample:
for each number of empty cells, some positions from random play. Tic-Tac-Total is sampled on 3×3, and on 4×4 where few
cells are empty; Connect Four with fewer positions where exact values take longer, between its opening table and the
twelfth ply.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..errors import GameError
from ..games import Game, Position, census, game

WHOLE = 20_000  # a game with at most so many positions is asked in full
PER_LEVEL = 60
SEED = 1


@dataclass(frozen=True)
class Levels:
    """A fixed sample of a game: up to `count` positions for each number of empty cells from `least` to `most`."""

    rules: Game
    count: int
    most: int
    least: int = 0

    @property
    def words(self) -> str:
        """`15 for each number of empty cells up to 7 on 4×4`; where marks drop, `20 after each of 12 to 42 plies`."""
        if self.rules.drop:
            plies = self.rules.cells - self.most, self.rules.cells - self.least
            return f"{self.count} after each of {plies[0]} to {plies[1]} plies"
        return (
            f"{self.count} for each number of empty cells up to {self.most} on {'×'.join(map(str, self.rules.shape))}"
        )


# Games with a sample of their own, which may take positions from other boards.
SAMPLES = {
    game("t3"): (Levels(game("t3"), 60, 9), Levels(game("t3:4"), 15, 7)),
    game("connect4"): (
        Levels(game("connect4"), 20, 42, 35),
        Levels(game("connect4"), 4, 34, 31),
        Levels(game("connect4"), 20, 30),
    ),
}


@dataclass(frozen=True)
class Selection:
    """The positions that agents are asked about, with a description in words.

    With a `sample` there are more to choose from than are asked, and `drawn` chooses. `begins` says who does.
    """

    positions: tuple[Position, ...]
    words: str
    begins: str = ""
    sample: int | None = None
    seed: int = SEED

    def __len__(self) -> int:
        return len(self.positions)

    def drawn(self, can_be_asked: Callable[[Position], bool] = lambda position: True) -> Selection:
        """What an agent is asked: the sample is drawn from what it can be asked, so that no part of it is lost.

        Agents that can be asked the same are asked the same.
        """
        found = tuple(filter(can_be_asked, self.positions))
        if self.sample is None or self.sample >= len(found):
            return Selection(found, self.words)
        chosen = sorted(random.Random(self.seed).sample(range(len(found)), self.sample))
        words = f"{self.sample:,} of {len(found):,} by chance (seed {self.seed}), {self.begins}"
        return Selection(tuple(found[at] for at in chosen), words)


def choose(
    rules: Game, *, first: str = "first", quick: bool = False, sample: int | None = None, seed: int = SEED
) -> Selection:
    """The positions to ask: all of them, one of each symmetry class, or a random sample, yet to be drawn.

    `first` is `first` for games that the first side begins, `second`, or `both`.
    """
    starts = {"first": rules.sides[:1], "second": rules.sides[1:], "both": rules.sides}
    if first not in starts:
        raise GameError(f"no side is called {first!r}; expected {', '.join(starts)}")
    if sample is not None and sample < 1:
        raise GameError(f"a sample of {sample} positions is empty; expected 1 or more")
    sides = starts[first]
    positions, words = _whole_or_levels(rules, sides)
    if quick:
        positions, words = _one_of_each_class(positions), "one of each symmetry class"
    begins = "whoever begins" if len(sides) == 2 else f"{sides[0]} first"
    return Selection(tuple(positions), f"{words}, {begins}", begins, sample, seed)


def _whole_or_levels(rules: Game, sides: tuple[str, ...]) -> tuple[list[Position], str]:
    if rules in SAMPLES:
        parts = SAMPLES[rules]
        words = ", ".join(one.words for one in parts[:-1])
        return _sample(parts, sides), f"a fixed sample of random play, at most {words} and {parts[-1].words}"
    positions: dict[Position, None] = {}
    for side in sides:
        for position in census.reachable(rules.start(side)):
            positions[position] = None
            if len(positions) > WHOLE:
                break
    if len(positions) <= WHOLE:
        return list(positions), "every position"
    levels = Levels(rules, PER_LEVEL, _most_empty_cells(rules))
    return _sample([levels], sides), f"a fixed sample by the number of empty cells (at most {levels.most})"


def _sample(parts: Iterable[Levels], sides: tuple[str, ...]) -> list[Position]:
    positions = (
        position
        for levels in parts
        for side in sides
        for position in by_empty_cells(levels.rules.start(side), levels.count, levels.most, levels.least)
    )
    return list(dict.fromkeys(positions))


def _most_empty_cells(rules: Game) -> int:
    """So that an exact answer takes a moment: fewer cells where there are more marks to choose from."""
    return min(rules.cells, 12 if max(map(len, rules.marks)) == 1 else 7)


def by_empty_cells(start: Position, count: int, most: int, least: int = 0, *, seed: int = SEED) -> Iterator[Position]:
    """Up to `count` different positions that random play reaches, for each number of empty cells, the largest first."""
    chance = random.Random(f"{seed} {start.text}")
    for empty in range(min(most, start.board.count(0)), least - 1, -1):
        positions: dict[Position, None] = {}
        for _ in range(20 * count):
            position = start
            while position.outcome is None and position.board.count(0) > empty:
                position = position.play(chance.choice(position.legal_moves))
            if position.board.count(0) == empty:
                positions[position] = None
            if len(positions) == count:
                break
        yield from positions


def _one_of_each_class(positions: Iterable[Position]) -> list[Position]:
    classes = set()
    kept = []
    for position in positions:
        key = symmetry_class(position)
        if key not in classes:
            classes.add(key)
            kept.append(position)
    return kept


def symmetry_class(position: Position) -> tuple[bytes, str]:
    """The same for positions that a rotation or reflection carries into each other."""
    return position.canonical(position.game.symmetries), position.to_move
