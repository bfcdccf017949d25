"""An agent to grade that plays by chance: any empty cell is as good as any other.

It remembers nothing and looks at nothing, so its score is what no knowledge at all is worth. Chance begins in the same
way for every question, so that two gradings give the same score.
"""

import random


def play(board, sign):
    """A move as a pair of indices, counted from 0; None if the game is over."""
    cells = [(row, column) for row in range(3) for column in range(3) if not board[row][column]]
    if not cells or is_won(board):
        return None
    return random.Random(str(board)).choice(cells)


def is_won(board):
    rows = [list(row) for row in board]
    columns = [list(column) for column in zip(*board)]
    diagonals = [[board[at][at] for at in range(3)], [board[at][2 - at] for at in range(3)]]
    return any(line[0] and line[0] == line[1] == line[2] for line in rows + columns + diagonals)
