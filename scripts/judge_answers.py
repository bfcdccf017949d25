"""Solves every 3×3 board and writes src/noughts/protocols/answers.py."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from noughts.games import Position, game, reachability
from noughts.search import Symmetry

PATH = Path(__file__).parent.parent / "src" / "noughts" / "protocols" / "answers.py"
HEADER = '''"""Written by `make generated`; do not edit. The answer on every 3×3 board, for the side to move.

A board is a number in base 3, cell 0 first: 0 empty, 1 the side to move, 2 the other side. At its place stands the
cell to play, counted from 1; `-` where the game is over; `!` where no game leads.
"""

ANSWERS = (
'''


def answers() -> bytes:
    """One byte a board, X to move."""
    search = Symmetry()
    return b"".join(_answer(bytes(board), search) for board in product((0, 1, 2), repeat=9))


def _answer(board: bytes, search: Symmetry) -> bytes:
    position = Position(game("tictactoe"), board, "X")
    if reachability.objection(position) is not None:
        return b"!"
    if position.outcome is not None:
        return b"-"
    return b"%d" % (search.solve(position).best[0].cell + 1)


def module(table: bytes) -> str:
    rows = (table[at : at + 81].decode() for at in range(0, len(table), 81))
    return HEADER + "".join(f'    b"{row}"\n' for row in rows) + ")\n"


def main() -> None:
    PATH.write_text(module(answers()), encoding="utf-8")


if __name__ == "__main__":
    main()
