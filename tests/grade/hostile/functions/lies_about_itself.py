"""Answers with an object that cannot be shown.

Expected: no-answer, "unparsable"
"""


class Pair(tuple):
    def __repr__(self):
        raise SystemExit


def play(board, sign):
    return Pair((1, 2, 3))
