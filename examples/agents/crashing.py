"""An agent to grade that ends with an error on some boards: it takes it for granted that a corner is free.

An answer that is missing counts as wrong, and the report shows the error. All other positions are graded as usual: one
crash costs one answer.
"""

LINES = [[(row, column) for column in range(3)] for row in range(3)]
LINES += [[(row, column) for row in range(3)] for column in range(3)]
LINES += [[(at, at) for at in range(3)], [(at, 2 - at) for at in range(3)]]

CORNERS = [(0, 0), (0, 2), (2, 0), (2, 2)]


def play(board, sign):
    """A move as a pair of indices, counted from 0; None if the game is over."""
    opponent = "O" if sign == "X" else "X"
    if is_over(board):
        return None
    for side in (sign, opponent):
        for line in LINES:
            marks = [board[row][column] for row, column in line]
            if marks.count(side) == 2 and any(not mark for mark in marks):
                return next(cell for cell, mark in zip(line, marks) if not mark)
    if not board[1][1]:
        return 1, 1
    free = [(row, column) for row, column in CORNERS if not board[row][column]]
    return free[0]  # IndexError: all four corners may be taken


def is_over(board):
    won = any(all(board[row][column] == sign for row, column in line) for line in LINES for sign in "XO")
    return won or all(mark for row in board for mark in row)
