"""Raises SystemExit.

Expected: no-answer, "SystemExit"
"""

import sys


def play(board, sign):
    sys.exit(0)
