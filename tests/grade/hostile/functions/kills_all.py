"""Kills every process that it can.

Expected: no-answer, "ended" or "No such process"
"""

import os


def play(board, sign):
    os.kill(-1, 9)
    os.kill(os.getpid(), 9)
