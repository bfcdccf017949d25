"""Kills its process group.

Expected: no-answer, "process ended"
"""

import os


def play(board, sign):
    os.kill(0, 9)
