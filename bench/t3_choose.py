"""How long `choose` takes on Tic-Tac-Total 3×3: the slowest of many random positions, with the core and without.

The course allows 15 seconds for a position.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from noughts.classroom.t3 import T3State, choose
from noughts.games import Position, Ranking, game
from noughts.search import Threats

POSITIONS = 2000


def random_positions(count: int) -> list[Position]:
    """The empty board for either side, and unfinished positions after random moves."""
    chance = random.Random(13)
    found = [game("t3").start("odd"), game("t3").start("even")]
    while len(found) < count:
        position = game("t3").start(chance.choice(("odd", "even")))
        for _ in range(chance.randrange(9)):
            if position.outcome is None:
                position = position.play(chance.choice(position.legal_moves))
        if position.outcome is None:
            found.append(position)
    return found


def with_core(position: Position) -> None:
    rows = [list(position.board[at : at + 3]) for at in (0, 3, 6)]
    choose(T3State(position.to_move == "odd", rows))


def without_core(position: Position) -> None:
    Threats(Ranking.EARLIEST_END).best(position)


def slowest(decide: Callable[[Position], None], positions: list[Position]) -> tuple[float, Position]:
    taken = []
    for position in positions:
        started = time.perf_counter()
        decide(position)
        taken.append((time.perf_counter() - started, position))
    return max(taken, key=lambda pair: pair[0])


def main() -> None:
    positions = random_positions(POSITIONS)
    for name, decide in (("with the core", with_core), ("without the core", without_core)):
        seconds, position = slowest(decide, positions)
        print(f"{name:<18}slowest of {len(positions):,}: {seconds * 1000:9.2f} ms   {position.text}")


if __name__ == "__main__":
    main()
