"""Ends its process when it is loaded.

Expected: no-answer, "process ended"
"""

import os


os._exit(0)


def play(board, sign):
    return (0, 0)
