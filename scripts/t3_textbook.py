"""How often the textbook procedure for Tic-Tac-Total gives something away, by number of empty cells."""

from __future__ import annotations

import random
from typing import NamedTuple

from noughts.games import Move, Position, Ranking, Result, game
from noughts.search import Threats
from noughts.search.textbook import textbook_choice

SAMPLE = {2: 2000, 3: 2000, 4: 2000, 5: 1000, 6: 300, 7: 30}
QUICK = (2, 3, 4)


class Tally(NamedTuple):
    """What the procedure did on a sample: positions, worse results, games thrown from win or draw to loss, late ends."""

    positions: int
    worse: int
    lost: int
    late: int
    example: Position | None


def by_column(move: Move) -> tuple[int, int, int]:
    """The order of actions in the course: column, row, number."""
    return move.cell % 3, move.cell // 3, move.mark


def sample(empty: int, count: int) -> list[Position]:
    """Unfinished positions with so many empty cells, reached by random play from the empty board; the same each time."""
    chance, found = random.Random(empty), []
    while len(found) < count:
        position = game("t3").start(chance.choice(("odd", "even")))
        while position.outcome is None and position.board.count(0) > empty:
            position = position.play(chance.choice(position.legal_moves()))
        if position.outcome is None:
            found.append(position)
    return found


def tally(empty: int, count: int) -> Tally:
    worse = lost = late = 0
    example = None
    search = Threats(Ranking.EARLIEST_END)
    for position in sample(empty, count):
        chosen = textbook_choice(position, by_column)
        assert chosen is not None
        truth, got = search.value(position), search.value(position.play(chosen)).before()
        if got.result < truth.result:
            worse += 1
            if got.result is Result.LOSS:
                lost += 1
                example = example or position
        elif got.distance > truth.distance:
            late += 1
    return Tally(count, worse, lost, late, example)


def table(sizes: dict[int, int]) -> str:
    rows = ["| empty cells | positions | a worse result | of these a loss | right result, later end |"]
    rows.append("| --: | --: | --: | --: | --: |")
    for empty, count in sizes.items():
        found = tally(empty, count)
        rows.append(f"| {empty} | {found.positions:,} | {found.worse:,} | {found.lost:,} | {found.late:,} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(table(SAMPLE))
