"""Computes for ever.

Expected: no-answer, "time limit"
"""


def play(board, sign):
    while True:
        pass
