"""Prints 2 MB, which is not an answer.

Expected: illegal
"""

import sys


def play(board, sign):
    print("x" * 1_000_000)
    sys.stderr.write("y" * 1_000_000)
    return [9, 9]
