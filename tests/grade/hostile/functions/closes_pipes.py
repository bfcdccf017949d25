"""Closes its pipes and goes on.

Expected: no-answer, "ended" or "time limit"
"""

import os
import time


def play(board, sign):
    os.closerange(0, 256)
    time.sleep(1000)
