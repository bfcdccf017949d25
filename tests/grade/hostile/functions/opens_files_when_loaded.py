"""Reads the files of others when it is loaded.

Expected: illegal, "is taken"
Note: "FileNotFoundError" or "PermissionError"
"""

open("@canary@").read()


def play(board, sign):
    return (0, 0)
