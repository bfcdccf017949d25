"""Calls itself without end.

Expected: no-answer, "RecursionError"
"""


def play(board, sign):
    return play(board, sign)
