"""Counts the verdicts that an agent deserves, on every position, by rules written down here a second time.

Run as a program it prints them: python brute_force.py FLAW [both]. Nothing of the package is used.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

Pick = Callable[[str, str], tuple[int, int]]
ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")


@cache
def winner(board: str) -> str | None:
    for row in ROWS:
        a, b, c = (board[int(cell)] for cell in row)
        if a == b == c != "_":
            return a
    return None


def after(board: str, cell: int, who: str) -> str:
    return board[:cell] + who + board[cell + 1 :]


def other(who: str) -> str:
    return "XO"[who == "X"]


@cache
def value(board: str, who: str) -> tuple[int, int]:
    """The result for the side to move and the plies to the end, with the sooner win and the later loss."""
    if winner(board):
        return (1 if winner(board) == who else -1), 0
    free = [cell for cell in range(9) if board[cell] == "_"]
    if not free:
        return 0, 0
    options = [value(after(board, cell, who), other(who)) for cell in free]
    mine = [(-result, plies + 1) for result, plies in options]
    best = max(result for result, _ in mine)
    plies = [plies for result, plies in mine if result == best]
    return best, (min(plies) if best > 0 else max(plies))


@cache
def positions(first: str) -> list[tuple[str, str]]:
    found = []
    level = {"_" * 9}
    who = first
    while level:
        found += [(board, who) for board in sorted(level)]
        level = {
            after(board, cell, who) for board in level if not winner(board) for cell in range(9) if board[cell] == "_"
        }
        who = other(who)
    return found


def verdict(board: str, who: str, answer: tuple[int, int]) -> str:
    row, column = answer
    if not (0 <= row < 3 and 0 <= column < 3) or board[3 * row + column] != "_":
        return "illegal"
    best = value(board, who)
    result, plies = value(after(board, 3 * row + column, who), other(who))
    got = (-result, plies + 1)
    if got == best or got[0] == best[0] == 0:
        return "optimal"
    if got[0] == best[0]:
        return "slow-win" if got[0] > 0 else "fast-loss"
    names = {1: "win", 0: "draw", -1: "loss"}
    return f"{names[best[0]]}-to-{names[got[0]]}"


def count(pick: Pick, *, first: str = "X", finished: bool = True) -> Counter[str]:
    """The verdicts on all positions. On finished ones the agents of the tests say so, which is right."""
    counts: Counter[str] = Counter()
    pairs = [pair for side in first for pair in positions(side)]
    for board, who in dict.fromkeys(pairs):
        if winner(board) or "_" not in board:
            counts["optimal"] += finished
        else:
            counts[verdict(board, who, pick(board, who))] += 1
    return counts


def load(text: str) -> Pick:
    space: dict[str, object] = {"__name__": "agent"}
    exec(text, space)
    pick = space["pick"]
    assert callable(pick)
    return pick


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from grade import agents

    print(dict(count(load(agents.source(sys.argv[1], "judge")), first="XO" if "both" in sys.argv else "X")))
