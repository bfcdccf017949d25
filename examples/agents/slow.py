"""An agent to grade that is right and slow: minimax that copies the board for every move and forgets what it has seen.

With few empty cells it answers at once. On an empty board it looks at 549,946 positions, and a time limit of a second
(`noughts grade --time 1`) ends it. `noughts race` shows what alpha-beta, a table and symmetry would save.
"""

from copy import deepcopy

LINES = [[(row, column) for column in range(3)] for row in range(3)]
LINES += [[(row, column) for row in range(3)] for column in range(3)]
LINES += [[(at, at) for at in range(3)], [(at, 2 - at) for at in range(3)]]


def play(board, sign):
    """The best move as a pair of indices, counted from 0; None if the game is over."""
    if outcome(board) is not None:
        return None
    return max(moves(board), key=lambda cell: value(after(board, cell, sign), other(sign), sign, 1))


def value(board, to_move, sign, depth):
    """The score for `sign`, whoever is to move: a win counts more the sooner it comes."""
    winner = outcome(board)
    if winner is not None:
        return 0 if winner == "draw" else 10 - depth if winner == sign else depth - 10
    values = [value(after(board, cell, to_move), other(to_move), sign, depth + 1) for cell in moves(board)]
    return max(values) if to_move == sign else min(values)


def after(board, cell, sign):
    copy = deepcopy(board)  # what makes it slow: this is done for every move that is looked at
    copy[cell[0]][cell[1]] = sign
    return copy


def outcome(board):
    """The winner, `draw`, or None while the game goes on."""
    for sign in "XO":
        if any(all(board[row][column] == sign for row, column in line) for line in LINES):
            return sign
    return None if moves(board) else "draw"


def moves(board):
    return [(row, column) for row in range(3) for column in range(3) if not board[row][column]]


def other(sign):
    return "O" if sign == "X" else "X"
