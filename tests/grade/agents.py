"""Agents for the tests, as the text of their files: good ones, and ones with known flaws."""

from __future__ import annotations

SOLVER = '''
from functools import lru_cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(board, who):
    return any(all(board[cell] == who for cell in line) for line in LINES)


@lru_cache(maxsize=None)
def score(board, who, depth_counts):
    """For the side to move: more is better; with depth_counts a sooner win is worth more."""
    other = "O" if who == "X" else "X"
    empty = board.count("_")
    if won(board, other):
        return -(1 + empty) if depth_counts else -1
    if not empty:
        return 0
    return max(-score(put(board, cell, who), other, depth_counts) for cell in range(9) if board[cell] == "_")


def put(board, cell, who):
    return board[:cell] + who + board[cell + 1:]


def moves(board, who, depth_counts=True):
    """The best cells."""
    other = "O" if who == "X" else "X"
    worth = {c: -score(put(board, c, who), other, depth_counts) for c in range(9) if board[c] == "_"}
    return [cell for cell, value in worth.items() if value == max(worth.values())]


def over(board):
    return won(board, "X") or won(board, "O") or "_" not in board
'''

# Each defines pick(board, who) on a text of nine letters, giving row and column from 0.
FLAWS = {
    "perfect": """
def pick(board, who):
    return divmod(moves(board, who)[0], 3)
""",
    "first_empty": """
def pick(board, who):
    return divmod(board.index("_"), 3)
""",
    "ignores_blocks": """
def pick(board, who):
    free = [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == "_"]
    return divmod(next((cell for cell in free if won(put(board, cell, who), who)), free[0]), 3)
""",
    "slow_wins": """
def pick(board, who):
    return divmod(moves(board, who, depth_counts=False)[-1], 3)
""",
    "off_by_one": """
def pick(board, who):
    row, column = divmod(moves(board, who)[0], 3)
    return row + 1, column + 1
""",
    "transposed": """
def pick(board, who):
    row, column = divmod(moves(board, who)[0], 3)
    return column, row
""",
    "counts_marks": """
def pick(board, who):
    who = "X" if board.count("X") == board.count("O") else "O"
    return divmod(moves(board, who)[0], 3)
""",
}

# What surrounds pick: a program that speaks JUDGE, and the interfaces of the course texts.
SHELLS = {
    "judge": """
import sys

if __name__ == "__main__":
    lines = sys.stdin.read().splitlines()
    assert lines[0] == "JUDGE"
    board = "".join(line[2::4] for line in lines if line.startswith("|"))
    if over(board):
        print(-1)
    else:
        row, column = pick(board, lines[1].split()[1])
        print(row + 1, column + 1)
""",
    "functional": """
def play(board, sign):
    return pick("".join(cell or "_" for row in board for cell in row), sign)
""",
    "agent": """
def minimax(state, depth, alpha, beta, maximizing):
    board = "".join(cell for row in state for cell in row)
    return 0, None if over(board) else pick(board, "X" if maximizing else "O")
""",
    "console": """
def minimax(state, depth, player):
    board = "".join("_XO"[cell] for row in state for cell in row)
    if over(board):
        return [-1, -1, 0]
    return [*pick(board, "X" if player == 1 else "O"), 0]
""",
}


def source(flaw: str, shell: str) -> str:
    return SOLVER + FLAWS[flaw] + SHELLS[shell]
