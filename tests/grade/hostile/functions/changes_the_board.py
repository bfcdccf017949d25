"""Changes the board that it was given, and moves onto it.

Expected: illegal
"""


def play(board, sign):
    board[0][0] = False
    return (9, 9)
