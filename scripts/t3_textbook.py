"""How often the textbook procedure for Tic-Tac-Total gives something away, by number of empty cells.

`python scripts/t3_textbook.py` counts, which takes some minutes, and writes docs/t3-textbook.csv.
"""

from __future__ import annotations

import csv
import random
from pathlib import Path
from typing import NamedTuple

from noughts.games import Move, Position, Ranking, Result, game
from noughts.search import Threats
from noughts.search.textbook import textbook_choice

SAMPLE = {2: 2000, 3: 2000, 4: 2000, 5: 3000, 6: 1000, 7: 60}
PATH = Path(__file__).parent.parent / "docs" / "t3-textbook.csv"


class Tally(NamedTuple):
    """What the procedure did on a sample: worse results, those among them that lose, and ends that come too late."""

    positions: int
    worse: int
    lost: int
    late: int


def by_column(move: Move) -> tuple[int, int, int]:
    """The order of actions in the course: column, row, number."""
    return move.cell % 3, move.cell // 3, move.mark


def sample(empty: int, count: int) -> list[Position]:
    """Unfinished positions with so many empty cells, reached by random play, either side first; the same each time."""
    chance = random.Random(empty)
    found: list[Position] = []
    while len(found) < count:
        position = game("t3").start(chance.choice(("odd", "even")))
        while position.outcome is None and position.board.count(0) > empty:
            position = position.play(chance.choice(position.legal_moves))
        if position.outcome is None:
            found.append(position)
    return found


def tally(empty: int, count: int) -> Tally:
    worse = lost = late = 0
    search = Threats(Ranking.EARLIEST_END)
    for position in sample(empty, count):
        chosen = textbook_choice(position, by_column)
        assert chosen is not None
        truth, got = search.value(position), search.value(position.play(chosen)).before()
        if got.result < truth.result:
            worse += 1
            lost += got.result is Result.LOSS
        elif got.distance > truth.distance:
            late += 1
    return Tally(count, worse, lost, late)


def known() -> dict[int, Tally]:
    """What was counted, by number of empty cells."""
    with PATH.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        return {int(row[0]): Tally(*map(int, row[1:])) for row in rows}


def table() -> str:
    rows = ["| empty cells | positions | a worse result | of these a loss | right result, later end |"]
    rows.append("| --: | --: | --: | --: | --: |")
    rows += [f"| {empty} | " + " | ".join(f"{n:,}" for n in found) + " |" for empty, found in known().items()]
    return "\n".join(rows) + "\n"


def main() -> None:
    counted = {empty: tally(empty, count) for empty, count in SAMPLE.items()}
    with PATH.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("empty cells", *Tally._fields))
        writer.writerows((empty, *found) for empty, found in counted.items())


if __name__ == "__main__":
    main()
