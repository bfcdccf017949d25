"""Ends its process.

Expected: no-answer, "process ended"
"""

import os


def play(board, sign):
    os._exit(0)
