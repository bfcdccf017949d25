"""Reads the files of others when it is loaded.

Expected: no-answer, "could not be loaded" or "FileNotFoundError" or "PermissionError"
"""

open("@canary@").read()


def play(board, sign):
    return (0, 0)
