"""Writes to standard error without end when it is loaded.

Expected: no-answer, "not loaded within"
"""

import sys


while True:
    sys.stderr.write("error\n" * 1000)


def play(board, sign):
    return (0, 0)
