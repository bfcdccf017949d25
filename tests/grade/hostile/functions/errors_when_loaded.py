"""Writes to standard error without end when it is loaded.

Expected: illegal, "is taken"
Note: "more than 1 s"
"""

import sys


while True:
    sys.stderr.write("error\n" * 1000)


def play(board, sign):
    return (0, 0)
