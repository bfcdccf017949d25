"""Reads the files of others when it is loaded.

Expected: no-answer, "could not be loaded"
"""

open("@canary@").read()


def play(board, sign):
    return (0, 0)
