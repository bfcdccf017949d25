"""The map of Tic-Tac-Total: who wins, in how many plies, for every size, largest number and target.

Each game gets a time limit; where it does not suffice the map says so. `python scripts/t3_map.py FILE` writes the map,
a line a game, and goes on where an earlier run stopped.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from noughts.engine import Core
from noughts.errors import SearchStopped
from noughts.games import Result, game

SIZES, LARGEST = range(3, 6), range(4, 10)
SECONDS = 2.0
PATH = Path(__file__).parent.parent / "docs" / "t3-map.csv"


class Rules(NamedTuple):
    """One game of the map, and who begins."""

    size: int
    largest: int
    target: int
    first: str


def every_game() -> Iterator[Rules]:
    for size in SIZES:
        for largest in LARGEST:
            for target in range(1, size * largest + 1):
                for first in ("odd", "even"):
                    yield Rules(size, largest, target, first)


def answer(rules: Rules, seconds: float = SECONDS) -> str:
    """`odd 3`, `even 6` or `draw`: who wins and in how many plies; `?` if the time did not suffice."""
    start = game(f"t3:{rules.size},{rules.largest},{rules.target}").start(rules.first)
    try:
        value = Core(start.game).value(start, time_limit=seconds)
    except SearchStopped:
        return "?"
    if value.result is Result.DRAW:
        return "draw"
    winner = rules.first if value.result is Result.WIN else start.game.opponent[rules.first]
    return f"{winner} {value.distance}"


def known() -> dict[Rules, str]:
    """The map as it is written."""
    if not PATH.exists():
        return {}
    with PATH.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        return {Rules(int(row[0]), int(row[1]), int(row[2]), row[3]): row[4] for row in rows}


def main() -> None:
    done = known()
    todo = [rules for rules in every_game() if rules not in done]
    for number, rules in enumerate(todo, start=1):
        done[rules] = answer(rules)
        if number % 20 == 0 or number == len(todo):
            write(done)
            sys.stderr.write(f"\r{number} of {len(todo)} games")
            sys.stderr.flush()
    sys.stderr.write("\n")


def write(done: dict[Rules, str]) -> None:
    temporary = PATH.with_suffix(".tmp")
    with temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("size", "largest", "target", "first", "outcome"))
        writer.writerows((*rules, done[rules]) for rules in every_game() if rules in done)
    temporary.replace(PATH)


def tables(size: int) -> str:
    """The map of one size as Markdown: a row a target, a column a largest number, odds first and evens first."""
    done = known()
    header = ["target", *(f"1–{largest}" for largest in LARGEST)]
    lines = ["| " + " | ".join(header) + " |", "| --: |" + " --- |" * len(LARGEST)]
    for target in range(1, size * max(LARGEST) + 1):
        cells = []
        for largest in LARGEST:
            pair = [done.get(Rules(size, largest, target, first)) for first in ("odd", "even")]
            cells.append("" if None in pair else " / ".join(map(_short, map(str, pair))))
        lines.append("| " + " | ".join((str(target), *cells)) + " |")
    return "\n".join(lines) + "\n"


def _short(outcome: str) -> str:
    """`o3`, `e6`, `=` or `?`."""
    winner, _, plies = outcome.partition(" ")
    return {"draw": "=", "?": "?"}.get(winner, winner[0] + plies)


if __name__ == "__main__":
    main()
